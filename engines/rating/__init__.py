"""Ratings of puzzles: raters, and models that learn from them.

`raters` simulates people who rate, so that there is something to learn from before real ratings
come in; `truth` is the hidden truth behind them, made of the law of the game, and `taste` what is
each person's own; models never see any of it. What is known of a game's raters, its law among it, the
game's own engine offers (`engines/people/` has the records). `models` fits and predicts
what a puzzle is worth from its features, whoever gave the ratings: `effects` takes the raters' own ways
out, `trees` and `linear` learn, `blend` weighs them, `fitting` holds out what `folds` deals. `metrics` has
the numbers that a model is judged by, `chance` the draws that depend on names rather than on order.

Besides what people say there is what they do: `contest` turns first tries into objective difficulty,
puzzles and players on one scale, by the method of `glicko`; `response` is live, in steps of difficulty, with the
prediction as prior; `attempting` simulates the tries.

All of it is a function of its arguments: the same data and seed give the same ratings and, bit for
bit, the same model.
"""
