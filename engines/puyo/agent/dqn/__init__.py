"""A player that has learned by itself (003, chapter 4): DQN on our own simulator.

`see` is what the network sees, `net` the network as it plays, with NumPy alone, `trained` the one that comes with the
engine; `world` the games alone that it learns from, `versus` the matches, `memory` what it remembers of them,
`learn` the training, which needs PyTorch (the optional extra `dqn`), `tuner` how that is offered; `solo` and `duel`
play games alone and matches to their end as the thesis does.
"""
