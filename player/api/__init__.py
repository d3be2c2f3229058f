"""The routes of the service and the typed bodies and replies; what they do is in `player.attempts`."""
