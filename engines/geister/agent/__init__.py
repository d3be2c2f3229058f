"""Players of the whole game of Geister, and the puzzles met in what they play.

From the bottom up: `game` is the game as two people play it; `guess` what a side makes of the other's behaviour;
`weigh` and `guard` what a move is worth and whether it gives the game away; `players` choose moves by these; `match`
plays games, `scenes` shows them, and `met` finds puzzles in them.
"""
