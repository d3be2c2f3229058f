"""Puzzles in and out: read in order, the input's fields kept, bad ones reported and passed.

A file holds JSON objects and links, one a line, and boards of several lines, in any order. A board begins with the
name of its game and ends at an empty line, at the end of the file, or where the next puzzle begins. What is refused
gives `{"line": n, "error": "..."}` on standard output, n being the line where it begins, and one line on standard
error; the rest of the file is still done, and the command ends with status 2. A file that is no text at all is
refused once, as a whole.

What is made of each is the caller's choice: see `Reading`.

A line that begins with `#` is a comment, inside a board too. One like `# maker: Ann` says so of all puzzles that
begin below it, until another one says otherwise; `# title: ...` is of the next puzzle only.
"""

from __future__ import annotations

import io
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import IO, Any

from engines import registry
from engines.contract import FORMS, BadPuzzle, Json, choose_from
from engines.engine import Engine
from engines.registry import UnknownGame, engine
from orchestration.leaving import put_line

CHUNK = 256  # puzzles that are worked on together: enough for arrays, little enough to stream
UNKNOWN_LENGTH = 3  # what a puzzle counts as if its length is unknown: sixteen are worked on together
LONGEST_BOARD = 1000  # lines; more of them are read over, so that memory stays flat
NOTES = ("source", "maker", "title", "level")  # what can be said of a puzzle, in a comment or in a field
NOTE = re.compile(rf"#+\s*({'|'.join(NOTES)})\s*:(.*)", re.IGNORECASE)
BLOCK = 8192  # bytes that tell whether a file is text
NO_TEXT = bytes(byte for byte in range(32) if byte not in b"\t\n\f\r\x1b")  # what text does not have
TEXT_SHARE = 0.97  # at most so much of a binary file could be text
OF_ONE = "title"  # the note that is of one puzzle, not of all that follow


@dataclass(frozen=True)
class Line:
    """One item of input: a puzzle with the fields it came with, or the reason why it is none."""

    number: int
    fields: dict[str, Any]
    engine: Engine[Any] | None = None
    puzzle: Any = None
    error: str | None = None
    notes: Mapping[str, str] = field(default_factory=dict)  # what the comments above say of it


class CannotRead(OSError):
    """The file cannot be read; the message says why."""


@dataclass(frozen=True)
class Reading:
    """What is made of an item: its fields and its puzzle, given its engine and its JSON object or text."""

    take: Callable[[Engine[Any], Json | str], tuple[Json, Any]]
    game: str | None = None  # of an object that names none


def puzzles(settle: bool = False) -> Reading:
    """Puzzles; what floats in them is refused, or falls, and then their fields say so."""

    def take(engine: Engine[Any], text: Json | str) -> tuple[Json, Any]:
        puzzle = engine.decode(text, settle)
        if isinstance(text, str):
            return engine.encode(puzzle), puzzle
        return text | engine.encode(puzzle) if settle else text, puzzle

    return Reading(take)


def outcomes() -> Reading:
    """Positions that have played on by themselves: what became of them stands in for the puzzle."""

    def take(engine: Engine[Any], text: Json | str) -> tuple[Json, Any]:
        if "simulate" not in engine.offers:
            raise BadPuzzle(f"{engine.title} have nothing to simulate")
        return {"game": engine.name} if isinstance(text, str) else text, engine.simulate(text)

    games = [game for game in registry.GAMES if "simulate" in engine(game).offers]
    return Reading(take, games[0] if len(games) == 1 else None)


def read(file: str | None, reading: Reading | None = None) -> Iterator[Line]:
    """The puzzles of a file, or of standard input if none is named."""
    if file is None or file == "-":
        yield from parse(sys.stdin.buffer, reading)
        return
    try:
        with open(file, "rb") as handle:
            yield from parse(handle, reading)
    except OSError as error:
        raise CannotRead(f"cannot read {file}: {error.strerror}") from None


@dataclass
class Board:
    """The lines of a board, as far as they have been read."""

    number: int
    game: str
    notes: Mapping[str, str]
    lines: list[str] = field(default_factory=list)
    error: str | None = None

    def add(self, number: int, line: str | UnicodeDecodeError) -> None:
        if isinstance(line, UnicodeDecodeError):
            self.error = self.error or f"line {number} of the file is {not_text(line)}"
        elif len(self.lines) < LONGEST_BOARD:
            self.lines.append(line)
        else:
            self.error = self.error or f"a board of more than {LONGEST_BOARD} lines"

    def item(self, reading: Reading) -> Line:
        if self.error:
            return Line(self.number, {}, error=self.error, notes=self.notes)
        return replace(taken(self.number, self.game, "\n".join(self.lines), reading), notes=self.notes)


def parse(handle: IO[bytes], reading: Reading | None = None) -> Iterator[Line]:
    reading = reading or puzzles()
    board: Board | None = None
    notes: dict[str, str] = {}
    stream = iter(handle)
    first = next(stream, b"")
    if is_no_text(first) and is_binary(first + peeked(handle)):
        yield Line(1, {}, error="this is no text: puzzles are read as JSON lines, links and boards")
        return
    for number, raw in enumerate(chain([first] if first else [], stream), 1):
        line = as_text(raw)
        if isinstance(line, str) and line.startswith("#"):
            notes = noted(notes, line)
            continue
        game = None if isinstance(line, UnicodeDecodeError) else game_named(line)
        goes_on = board is not None and game is None and not begins_anew(line)
        if board is not None and not goes_on:
            yield board.item(reading)
            board = None
        if game is not None:
            board = Board(number, game, notes)
        elif board is None and line:
            yield replace(single(number, line, reading), notes=notes)
        if board is not None:
            board.add(number, line)
        if line and not goes_on:
            notes = {name: said for name, said in notes.items() if name != OF_ONE}
    if board is not None:
        yield board.item(reading)


def noted(notes: Mapping[str, str], comment: str) -> dict[str, str]:
    """The notes with what a comment says; one that says nothing takes a note back."""
    match = NOTE.match(comment)
    said = {match[1].lower(): match[2].strip()} if match else {}
    return {name: text for name, text in {**notes, **said}.items() if text}


def single(number: int, line: str | UnicodeDecodeError, reading: Reading) -> Line:
    """What a line by itself is."""
    if isinstance(line, UnicodeDecodeError):
        return Line(number, {}, error=not_text(line))
    return parse_line(number, line, reading)


def is_no_text(line: bytes) -> bool:
    return b"\0" in line or isinstance(as_text(line), UnicodeDecodeError)


def peeked(handle: IO[bytes]) -> bytes:
    """What comes next, without taking it, as far as it is there."""
    if isinstance(handle, io.BytesIO):
        return handle.getvalue()[handle.tell() :][:BLOCK]
    return handle.peek(BLOCK)[:BLOCK] if isinstance(handle, io.BufferedReader) else b""


def is_binary(block: bytes) -> bool:
    """Whether this is a picture, an archive or the like. Text with a bad line in it is still text."""
    return b"\0" in block and len(block.translate(None, NO_TEXT)) < len(block) * TEXT_SHARE


def as_text(raw: bytes) -> str | UnicodeDecodeError:
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        return error


def not_text(error: UnicodeDecodeError) -> str:
    return f"not UTF-8 at byte {error.start + 1}"


def game_named(line: str) -> str | None:
    """The game whose name is the first word of a line: there a board begins."""
    word = line.split(maxsplit=1)[:1]
    return word[0] if word and word[0] in registry.GAMES else None


def begins_anew(line: str | UnicodeDecodeError) -> bool:
    """Whether a line cannot be a row of a board: it is empty, or a puzzle of its own."""
    if isinstance(line, UnicodeDecodeError):
        return False
    return not line or line.startswith("{") or game_of_link(line) is not None


def game_of_link(line: str) -> str | None:
    return next((game for game in registry.GAMES if engine(game).recognizes(line)), None)


def parse_line(number: int, line: str, reading: Reading) -> Line:
    """A puzzle on one line: a link or a JSON object."""
    if not line.startswith("{") and (game := game_of_link(line)) is not None:
        return taken(number, game, line, reading)
    try:
        fields = json.loads(line, parse_constant=no_number, parse_float=finite)
    except (ValueError, RecursionError) as error:
        if line.startswith("{"):
            why = "nested too deeply" if isinstance(error, RecursionError) else error
            return Line(number, {}, error=f"not JSON: {why}")
        games = ", ".join(registry.GAMES)
        error_text = f"neither JSON, nor a link, nor a board that begins with the name of a game ({games})"
        return Line(number, {}, error=error_text)
    if not isinstance(fields, dict):
        return Line(number, {}, error=f"a puzzle is a JSON object, not {KINDS[type(fields)]}")
    game = fields.get("game", reading.game)
    if "game" not in fields and game is None:
        return Line(number, fields, error='the field "game" is missing')
    if not isinstance(game, str):
        return Line(number, fields, error=str(UnknownGame(game)))
    return taken(number, game, fields, reading)


def taken(number: int, game: str, text: Json | str, reading: Reading) -> Line:
    """An item of a game, or why it is none."""
    try:
        solver = engine(game)
        fields, puzzle = reading.take(solver, text)
    except (BadPuzzle, UnknownGame) as error:
        return Line(number, {} if isinstance(text, str) else text, error=str(error))
    return Line(number, fields, solver, puzzle)


KINDS: dict[type, str] = {
    list: "an array", str: "a string", int: "a number", float: "a number", bool: "true or false", type(None): "null"
}  # fmt: skip


def no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def finite(text: str) -> float:
    """A number that can be written as JSON again."""
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text if len(text) <= 20 else text[:17] + '...'} is too large a number")
    return number


def chunks(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Puzzles that are worked on together: many short ones or few long ones, which may have a million solutions."""
    chunk: list[Line] = []
    weight = 0
    for line in lines:
        own = 1 if line.engine is None else weight_of(line.engine.length(line.puzzle))
        if chunk and weight + own > CHUNK:
            yield chunk
            chunk, weight = [], 0
        chunk.append(line)
        weight += own
    if chunk:
        yield chunk


def weight_of(length: int) -> int:
    """Each move more takes several times as long; without its answer a puzzle's length may be unknown (0)."""
    return int(4 ** min((length or UNKNOWN_LENGTH) - 1, 4))


def refuse(line: Line) -> None:
    put({"line": line.number, "error": line.error})
    print(f"tsume: line {line.number}: {line.error}", file=sys.stderr)


def put(record: dict[str, Any]) -> None:
    put_line(as_json(record))


def as_json(record: dict[str, Any]) -> str:
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair cannot be written as UTF-8: it stays escaped
        text = json.dumps(record, separators=(",", ":"))
    return text


def forms() -> list[str]:
    """The forms that there are: those which games have in common, then those of a game of its own."""
    own = [form for game in registry.GAMES for form in engine(game).forms]
    return list(dict.fromkeys([*FORMS, *own]))


def written(line: Line, form: str, solution: Any | None = None) -> str:
    """A puzzle in another form; JSON keeps the other fields that it came with."""
    if line.engine is None:
        raise BadPuzzle(line.error)
    if form not in line.engine.forms:
        raise BadPuzzle(f"{line.engine.title} cannot be written as {form}: {choose_from(line.engine.forms)}")
    if form == "json":
        return as_json(line.fields | line.engine.encode(line.puzzle))
    return line.engine.write(line.puzzle, form, solution)
