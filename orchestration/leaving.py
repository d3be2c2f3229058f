"""What a command leaves behind when somebody stops it with Ctrl-C: a sentence, which each command may set."""

from __future__ import annotations

_said: str | None = None
_printed = 0


def leaves(sentence: str) -> None:
    """From here on, this is what an interrupted command leaves."""
    global _said
    _said = sentence


def printed() -> None:
    """One more line of output is whole."""
    global _printed
    _printed += 1


def left() -> str:
    """What there is if the command ends now."""
    if _said is not None:
        return _said
    if _printed:
        return f"{_printed:,} line{'s were' if _printed > 1 else ' was'} printed, and nothing after that"
    return "nothing was written"
