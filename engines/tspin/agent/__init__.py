"""Players of the whole game, after `002` and beyond it: seven pieces a bag, a hold, five next pieces, lines sent.

`state` and `rules` are the game, `inputs` what a move costs, `game` plays one with any chooser, `players` lists who
there is. Compare with the rest of `engines/tspin`, which knows single positions with a goal.
"""
