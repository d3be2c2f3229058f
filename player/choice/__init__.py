"""Which puzzle a player gets next, and why; and what a player has done so far."""
