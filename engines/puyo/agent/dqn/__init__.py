"""A player that has learned by itself (003, chapter 4): DQN on our own simulator.

`see` is what the network sees, `net` the network as it plays, with NumPy alone, `trained` the one that comes with the
engine; `world` the games that it learns from, `memory` what it remembers of them, `learn` the training, which needs
PyTorch (the optional extra `dqn`), `tuner` how that is offered; `solo` plays games to their end as the thesis does.
"""
