"""Pictures of puzzles and answers: SVG, frames, the terminal."""
