"""Programs that play: the weights in use, one game played, strengths compared."""
