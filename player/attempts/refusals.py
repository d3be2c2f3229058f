"""Why something that a player asked for cannot be: one clear line each, in both languages. `player.api` says which
status that is."""

from __future__ import annotations

from assets.core.titles import Words


class Refused(Exception):
    """Something cannot be. The message is one line for the player."""

    def __init__(self, detail: str, ja: str) -> None:
        super().__init__(detail)
        self.words: Words = detail, ja


class NotThere(Refused):
    """There is no such thing, or it is somebody else's."""


class NotAllowed(Refused):
    """It is there, but it may not be told or done, or not yet."""


class TooLate(Refused):
    """It is over."""


class Gone(Refused):
    """It was there, and was taken back."""


class NotValid(Refused):
    """What was sent makes no sense here: a move that is not legal, for one."""


class NotKnown(Refused):
    """Only a player can ask for it, and whoever asks is none."""


class Busy(Refused):
    """It would take too long now; later it may not."""
