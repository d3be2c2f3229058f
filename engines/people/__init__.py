"""What is known of the people who rate puzzles, as plain records: laws, crowds, surveys, scales.

A game fills them in its room `people/` and offers them (`law`, `crowd`, `surveys`, `presets` of its engine). What
simulates and compares stands in `engines/rating/`.
"""
