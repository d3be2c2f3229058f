"""What stands before the pages and the API: who may ask, how often and how much, and what browsers must refuse."""
