"""The stages of a night, one module each, and what only they use."""
