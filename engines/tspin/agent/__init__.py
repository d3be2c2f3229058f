"""Agents of the whole game, after the T-spin agent paper and beyond it: bags of seven, a hold, five next pieces.

`state` and `rules` are the game, `inputs` says what a move costs, `game` plays one game with any chooser, `roster` is
the list of agents. Compare with the rest of `engines/tspin`, which knows single positions with a goal.
"""
