"""The lineage: one module per stage, the same for every game.

A stage is a function from lake partitions to lake partitions (`stage.Stage`). `lane` turns the
stages into one lane of Dagster assets per game; nothing here knows a game by name.
"""
