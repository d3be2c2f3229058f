"""Reads a file of someone's puzzles, and says of each what it is, whose, and whether it can come in."""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.intake.collection import Entry
from engines.identity import puzzle_id, puzzle_text
from orchestration import lines
from warehouse.home import Home, staging_name
from warehouse.shelf import Revision
from warehouse.vocabulary import UNIQUE


@dataclass(frozen=True)
class Sheet:
    """What a file holds: puzzles to take in, what is refused, and puzzles that it has twice."""

    sha256: str
    entries: tuple[Entry, ...]
    refused: tuple[lines.Line, ...]
    repeated: tuple[tuple[int, int], ...]  # (line, line where the same puzzle stands first)
    text: tuple[str, ...]

    def refusals(self) -> list[dict[str, Any]]:
        """What is refused, with the reason and what stands there."""
        return [
            {"line": line.number, "error": line.error, "text": self.text[line.number - 1]} for line in self.refused
        ]


def read(file: str, options: Mapping[str, str | None], settle: bool = False) -> Sheet:
    """The puzzles of a file (`-` for standard input); `options` hold where it says nothing itself."""
    data = contents(file)
    entries: dict[str, Entry] = {}
    refused, repeated = [], []
    for line in lines.parse(io.BytesIO(data), lines.puzzles(settle)):
        if line.engine is None:
            refused.append(line)
            continue
        entry = entry_of(line, options)
        first = entries.setdefault(entry.puzzle_id, entry)
        if first is not entry:
            repeated.append((entry.line, first.line))
    text = tuple(data.decode(errors="replace").split("\n"))
    digest = hashlib.sha256(data).hexdigest()
    return Sheet(digest, tuple(entries.values()), tuple(refused), tuple(repeated), text)


def contents(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise lines.CannotRead(f"cannot read {file}: {error.strerror}") from None


def entry_of(line: lines.Line, options: Mapping[str, str | None]) -> Entry:
    """A puzzle with what is said of it: by its own fields, else by the comments above it, else by the options."""
    assert line.engine is not None
    said = {
        name: own_words(line.fields.get(name)) or line.notes.get(name) or options.get(name) for name in lines.NOTES
    }
    return Entry(
        game=line.engine.name,
        variant=line.engine.variant_of(line.puzzle),
        puzzle_id=puzzle_id(line.engine, line.puzzle),
        puzzle=puzzle_text(line.engine, line.puzzle),
        line=line.number,
        **said,
    )


def own_words(value: Any) -> str | None:
    """A field as text: levels may be numbers. Half a surrogate pair, which no file can hold, becomes a `?`."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.encode(errors="replace").decode().strip() or None


def report(sheet: Sheet) -> None:
    """What did not come in, as `tsume solve` says it; and what is there twice."""
    for line in sheet.refused:
        lines.refuse(line)
    for number, first in sheet.repeated:
        lines.put({"line": number, "same_as": first})
        print(f"tsume: line {number}: the same puzzle as in line {first}, kept once", file=sys.stderr)
    sys.stdout.flush()


def set_aside(home: Home, name: str, sheet: Sheet | None) -> Path | None:
    """Keep what was refused where whoever wants to look finds it; where, if there is anything."""
    path = home.root / "rejected" / f"collection={name}.jsonl"
    if sheet is None or not sheet.refused:
        path.unlink(missing_ok=True)
        return None
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = staging_name(path)
    staged.write_text("".join(lines.as_json(record) + "\n" for record in sheet.refusals()))
    staged.replace(path)
    return path


COLUMNS = ("collection", "games", "puzzles", "unique", "makers", "sources", "levels", "imported", "file_sha256")


def listed(revision: Revision) -> tuple[Any, ...]:
    """A row on one collection, for a person or a program."""
    table, verdicts = revision.lake.read_all("collection"), revision.lake.read_all("verdict")
    written = [stamp.written_at for partition, stamp in revision.lake.stamps() if partition.table == "collection"]

    def different(column: str) -> list[str]:
        return list(dict.fromkeys(value for value in table.column(column).to_pylist() if value is not None))

    return (
        revision.name,
        ", ".join(different("game")),
        table.num_rows,
        verdicts.column("verdict").to_pylist().count(UNIQUE),
        ", ".join(different("maker")),
        ", ".join(different("source")),
        ", ".join(different("level")),
        max(written).strftime("%Y-%m-%d %H:%M") if written else "",
        different("file_sha256")[0],
    )
