"""Players of Puyo (003): the game they play, alone and against each other, and those of the thesis.

`sight` is what a player is given and gives back, `game` the game alone, `match` that of two, `players` who there is,
`scenes` what there is to watch. A player is added with one line in `players`.
"""
