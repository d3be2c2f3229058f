"""Reading what people write, the same for every game: what is not as it should be is refused with the reason."""

from __future__ import annotations

import json
from typing import Any

from engines.contract import BadPuzzle, Json


def type_name(value: Any) -> str:
    """What JSON calls a value's type."""
    if value is None:
        return "null"
    names: dict[type, str] = {bool: "a boolean", str: "a string", list: "an array", dict: "an object"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else type(value).__name__)


def json_object(text: Any, game: str) -> Json:
    """A JSON object, or the text of one, of this game; fields that it does not know are left alone."""
    if isinstance(text, str):
        try:
            text = json.loads(text)
        except RecursionError:
            raise BadPuzzle("not JSON: nested too deeply") from None
        except ValueError as error:
            raise BadPuzzle(f"not JSON: {error}") from None
    if not isinstance(text, dict):
        raise BadPuzzle(f"a puzzle is a JSON object, not {type_name(text)}")
    if text.get("game", game) != game:
        raise BadPuzzle(f"game is {text['game']!r}, not {game!r}")
    return text


def field(fields: Json, name: str) -> Any:
    """A field that has to be there."""
    if name not in fields:
        raise BadPuzzle(f"field {name!r} is missing")
    return fields[name]


def is_board(text: str, game: str) -> bool:
    """Whether a text is a board of this game: its first word is the game's name."""
    return text.split(maxsplit=1)[:1] == [game]
