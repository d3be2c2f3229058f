"""Puzzles in and out as JSON lines: read in order, the input's fields kept, bad lines reported and passed.

A line that is refused gives `{"line": n, "error": "..."}` on standard output and one line on standard
error; the rest of the file is still done, and the command ends with status 2.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

from engines.contract import BadPuzzle, Engine
from engines.registry import UnknownGame, engine

CHUNK = 256  # lines that are worked on together: enough for arrays, little enough to stream


@dataclass(frozen=True)
class Line:
    """One line of input: a puzzle with the fields it came with, or the reason why it is none."""

    number: int
    fields: dict[str, Any]
    engine: Engine[Any] | None = None
    puzzle: Any = None
    error: str | None = None


class CannotRead(OSError):
    """The file cannot be read; the message says why."""


def read(file: str | None) -> Iterator[Line]:
    """The lines of a file, or of standard input if none is named; empty lines are passed over."""
    if file is None or file == "-":
        yield from parse(sys.stdin.buffer)
        return
    try:
        with open(file, "rb") as handle:
            yield from parse(handle)
    except OSError as error:
        raise CannotRead(f"cannot read {file}: {error.strerror}") from None


def parse(handle: IO[bytes]) -> Iterator[Line]:
    for number, raw in enumerate(handle, 1):
        if raw.strip():
            yield parse_line(number, raw)


def parse_line(number: int, raw: bytes) -> Line:
    try:
        fields = json.loads(raw.decode("utf-8-sig"), parse_constant=no_number)
    except UnicodeDecodeError as error:
        return Line(number, {}, error=f"not UTF-8 at byte {error.start + 1}")
    except (ValueError, RecursionError) as error:
        return Line(number, {}, error=f"not JSON: {error}")
    if not isinstance(fields, dict):
        return Line(number, {}, error=f"a puzzle is a JSON object, not {KINDS[type(fields)]}")
    if "game" not in fields:
        return Line(number, fields, error='the field "game" is missing')
    try:
        solver = engine(fields["game"])
        return Line(number, fields, solver, solver.decode(fields))
    except (BadPuzzle, UnknownGame) as error:
        return Line(number, fields, error=str(error))
    except TypeError:  # an unhashable game
        return Line(number, fields, error=f"unknown game {fields['game']!r}")


KINDS: dict[type, str] = {
    list: "an array", str: "a string", int: "a number", float: "a number", bool: "true or false", type(None): "null"
}  # fmt: skip


def no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def chunks(lines: Iterator[Line]) -> Iterator[list[Line]]:
    while chunk := list(islice(lines, CHUNK)):
        yield chunk


def refuse(line: Line) -> None:
    put({"line": line.number, "error": line.error})
    print(f"tsume: line {line.number}: {line.error}", file=sys.stderr)


def put(record: dict[str, Any]) -> None:
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair cannot be written as UTF-8: it stays escaped
        text = json.dumps(record, separators=(",", ":"))
    sys.stdout.write(text + "\n")
