"""An agent that has learned by itself (Puyo agent paper, chapter 4): DQN on our own simulator.

`see` is what the network sees, `net` the network as it plays, with NumPy alone, `trained` the one that comes with the
engine; `world` the games alone that it learns from, `versus` the matches, `memory` what it remembers of them,
`learn` the training, which needs PyTorch (the optional extra `dqn`), `tuner` runs it, `catalogue`
says what can be set; `solo` and `duel` play games alone and matches to their end as the paper does.
"""
