"""The page where people solve and rate. Empty for now: the engines' `legal` and `play` are its rules."""
