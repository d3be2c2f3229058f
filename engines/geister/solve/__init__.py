"""Finding answers: searches, tables, pruning, and counts that check them."""
