"""The game in Japanese: what puzzles are called (`titles`), facets and traits (`facets`), themes (`themes`), and what
players say of features (`words`); `translation` puts them together. Sentences stand beside their English, where both
are made: the captions of `show/`, the scenes of `agent/`, the rules in `rules/explained.py`.
"""
