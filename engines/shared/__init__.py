"""What several engines use: reading text, themes from features, colours, judging a move, tuning weights."""
