"""Compiled code: the decorator that compiles it, and what every kernel may call."""
