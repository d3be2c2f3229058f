"""The people who rate: what they are like, what they find hard, and what surveys of them say."""
