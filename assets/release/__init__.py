"""What is published: the edition, its files and sets, the gallery, and checking a release again."""
