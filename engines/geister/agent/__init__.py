"""Agents of the whole game of Geister, and the puzzles met in what they play.

From the bottom up: `game` is the game as two people play it; `guess` what a side makes of the other's behaviour;
`weigh` what a move is worth, and `solve.danger` whether it gives the game away; `choosers` choose moves by these, one
for each agent of `roster`; `play_game` plays games, `scenes` shows them, and `met` finds puzzles in them.
"""
