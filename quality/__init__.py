"""What stops a wrong puzzle: the expectations of every table, and the referee of every game."""
