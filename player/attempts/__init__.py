"""What an attempt is: one player at one puzzle in one mode, from when it is shown until it is over. No HTTP here."""
