"""Measuring puzzles: features, themes, traits and how even many puzzles are."""
