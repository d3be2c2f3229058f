"""The drawings of a release, packed: files with some puzzles each that a page loads when it shows one of them.

A file is a script with compressed JSON in it, because pages opened from disk may load scripts and nothing else. It
has puzzles of one game that one night added, and its name tells all that it depends on: what an earlier release has
under the same name is taken over as it is, and what it has drawn of puzzles that are in other company now is not
drawn again.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from assets.core.compute import Compute
from assets.core.sources import stage_version
from assets.release.edition import Item
from assets.release.gallery import drawings
from engines.registry import package_of

FOLDER = "gallery"
SIZE = 24  # puzzles a file: some 20 KB, unpacked in a few milliseconds
COLUMNS = (
    "puzzle_id",
    "puzzle",
    "solution",
    "reason",
    "reason_ja",
    "reason_short",
    "reason_short_ja",
    "why",
    "why_ja",
    "method",
    "surprise",
    "surprise_ja",
)
PACKED = re.compile(r'"([A-Za-z0-9+/=]*)"\);?\s*$')

Row = dict[str, Any]


@dataclass(frozen=True)
class Chunk:
    """Some puzzles that are packed together."""

    game: str
    night: str  # that added them
    part: int
    rows: Sequence[Row]

    @property
    def stem(self) -> str:
        """How the names of all files begin that may have the same drawings in them."""
        return f"{self.game}-{self.night}-{look(self.game)}-"

    @cached_property
    def name(self) -> str:
        content = json.dumps(self.rows, ensure_ascii=False)
        return f"{self.stem}{self.part}-{hashlib.sha256(content.encode()).hexdigest()[:10]}"


@cache
def look(game: str) -> str:
    """A hash of the sources that decide what is drawn and how it is packed."""
    return stage_version((drawings.__name__, __name__), package_of(game))[:8]


def cut(items: Iterable[Item]) -> list[Chunk]:
    """All puzzles in chunks by game and night, in the order of the release."""

    def where(item: Item) -> tuple[str, str]:
        return item["game"], str(item["added"] or "")

    chunks = []
    for (game, night), group in groupby(sorted(items, key=where), key=where):
        rows = [{name: item.get(name) for name in COLUMNS} for item in group]
        parts = [rows[start : start + SIZE] for start in range(0, len(rows), SIZE)]
        chunks += [Chunk(game, night, part, some) for part, some in enumerate(parts, 1)]
    return chunks


def write(folder: Path, chunks: Sequence[Chunk], earlier: Sequence[Path], compute: Compute) -> None:
    """Write every chunk into a release's folder; what earlier releases have drawn is taken from them."""
    (folder / FOLDER).mkdir(exist_ok=True)
    waiting: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        there = next((path for path in places(chunk, earlier) if path.is_file()), None)
        if there:
            (folder / FOLDER / there.name).write_bytes(there.read_bytes())
        else:
            waiting.setdefault(chunk.stem, []).append(chunk)
    tasks = list(in_tasks(waiting, earlier))
    for (some, _), texts in zip(tasks, compute.run(pack_all, tasks), strict=True):
        for chunk, text in zip(some, texts, strict=True):
            (folder / FOLDER / f"{chunk.name}.js").write_text(text)


def places(chunk: Chunk, earlier: Sequence[Path]) -> list[Path]:
    return [release / FOLDER / f"{chunk.name}.js" for release in earlier]


def in_tasks(
    waiting: Mapping[str, Sequence[Chunk]], earlier: Sequence[Path]
) -> Iterator[tuple[tuple[Chunk, ...], tuple[Path, ...]]]:
    """Chunks to pack together and where to look for what is drawn already; those with nothing there each alone."""
    for stem, chunks in waiting.items():
        found = tuple(path for release in earlier for path in sorted((release / FOLDER).glob(f"{stem}*.js")))
        if found:
            yield tuple(chunks), found
        else:
            yield from (((chunk,), ()) for chunk in chunks)


def pack_all(chunks: Sequence[Chunk], files: Sequence[Path]) -> list[str]:
    """The text of every chunk. Which of it was drawn before changes nothing but the time it takes."""
    known: dict[tuple[str, str, str], drawings.Drawn] = {}
    for path in files:
        for found in unpacked(path.read_text()):
            known[found["puzzle_id"], found["puzzle"], found["solution"]] = found["drawn"]
    return [packed(chunk.name, [with_drawing(chunk.game, row, known) for row in chunk.rows]) for chunk in chunks]


def with_drawing(game: str, row: Row, known: Mapping[tuple[str, str, str], drawings.Drawn]) -> Row:
    drawn = known.get((row["puzzle_id"], row["puzzle"], row["solution"]))
    return row | {"drawn": drawn or drawings.drawn(game, row["puzzle"], row["solution"])}


def packed(name: str, content: Any) -> str:
    """A script that hands its content over under a name. No time in it, so equal content gives equal bytes."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f'tsume.arrive("{name}","{base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()}");\n'


def unpacked(script: str) -> Any:
    """What `packed` was given."""
    found = PACKED.search(script)
    if not found:
        raise ValueError("not a packed file of a gallery")
    return json.loads(gzip.decompress(base64.b64decode(found[1])))
