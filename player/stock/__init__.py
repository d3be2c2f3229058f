"""The puzzles that people can play: a read-only view of the releases that follows new ones."""
