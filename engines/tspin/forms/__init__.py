"""Puzzles in and out: text, links, and refusals that say what is wrong and where."""
