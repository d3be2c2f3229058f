"""What comes from outside: collections, surveys, what players say; and rows for somebody else."""
