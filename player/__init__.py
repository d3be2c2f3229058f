"""The page where people solve and rate. The engines' `legal` and `play` are its rules."""
