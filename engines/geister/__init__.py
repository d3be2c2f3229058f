"""Geister mating puzzles: the rules in `rules`, everything else around them."""
