"""The stages of a night, the same for every game, and what a release is made of.

docs/architecture.md shows the rooms and their order. A stage is a function from lake partitions to lake partitions
(`core.stage.Stage`); `graph` turns the stages into Dagster assets for each game. Nothing here knows a game by
name.
"""
