"""Making candidates."""
