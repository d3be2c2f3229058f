"""The pages of the gallery, one module each."""
