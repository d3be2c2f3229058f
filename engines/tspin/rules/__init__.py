"""The rules: the board, moves, goals, the puzzle itself, playing it and what it is called. Imports no other room."""
