"""Agents of Puyo (Puyo agent paper): the game they play, alone and against each other, and those of the paper.

`sight` is what an agent is given and gives back, `game` is the game alone, `match` the game of two, `roster` the list
of agents, `scenes` what people can watch. An agent is added with one line in `roster` and one in `choosers`.
"""
