"""What models learn from, and the registry of models."""
