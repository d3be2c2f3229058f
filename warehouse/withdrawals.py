"""Withdrawn puzzles: a dated list in the root that only ever grows.

    withdrawn.jsonl: {"puzzle_id": "0123456789abcdef", "game": "tspin", "why": "...", "withdrawn_on": "2026-11-17"}

No release is changed by it. What is on the list is never chosen again, and the next release is without it.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from datetime import date

import pyarrow.compute as pc
import pyarrow.parquet as pq

from warehouse.home import Home, staging_name, sync_folder
from warehouse.lake import DamagedFile
from warehouse.releases import published_releases
from warehouse.shelf import lakes

PUZZLE_ID = re.compile(r"[0-9a-f]{16}")


class UnknownPuzzle(LookupError):
    """No puzzle has that id; the message says so."""


@dataclass(frozen=True)
class Withdrawal:
    puzzle_id: str
    game: str | None
    why: str
    withdrawn_on: date


def withdrawals(home: Home) -> list[Withdrawal]:
    """All withdrawals, in the order in which they were made."""
    try:
        lines = home.withdrawn.read_text().splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise DamagedFile(f"damaged file {home.withdrawn}: {error} (mend it by hand)") from error
    return [parsed(home, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def parsed(home: Home, number: int, line: str) -> Withdrawal:
    try:
        fields = json.loads(line)
        found = Withdrawal(
            str(fields["puzzle_id"]), fields["game"], str(fields["why"]), date.fromisoformat(fields["withdrawn_on"])
        )
        if not PUZZLE_ID.fullmatch(found.puzzle_id):
            raise ValueError(f"{found.puzzle_id!r} is no id")
    except (ValueError, KeyError, TypeError) as error:
        said = f"{home.withdrawn}, line {number}: {type(error).__name__}: {error}"
        raise DamagedFile(f"damaged file {said} (mend that line by hand)") from error
    return found


def withdrawn_ids(home: Home) -> set[str]:
    return {row.puzzle_id for row in withdrawals(home)}


def withdraw(home: Home, puzzle_id: str, why: str, today: date) -> tuple[Withdrawal, bool]:
    """Put a puzzle on the list; what the list says of it, and whether that is new."""
    with home.turn("withdrawals"):
        present = withdrawals(home)
        for row in present:
            if row.puzzle_id == puzzle_id:
                return row, False
        new = Withdrawal(puzzle_id, game_of(home, puzzle_id), " ".join(why.split()), today)
        write(home, [*present, new])
    return new, True


def write(home: Home, rows: list[Withdrawal]) -> None:
    """All of the list, whole or not at all. The caller holds the turn."""
    staged = staging_name(home.withdrawn)
    try:
        with open(staged, "w") as handle:
            handle.writelines(json.dumps(asdict(row), ensure_ascii=False, default=str) + "\n" for row in rows)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(staged, home.withdrawn)
    finally:
        staged.unlink(missing_ok=True)
    sync_folder(home.root)


def game_of(home: Home, puzzle_id: str) -> str:
    """The game of a puzzle that is in a release, or that was proved here; damaged files are read over."""
    proved = [lake.path(part) for lake in lakes(home) for part in lake.partitions("verdict")]
    released = [release.path / "puzzles.parquet" for release in published_releases(home)]
    for path in (*reversed(released), *reversed(proved)):
        try:
            found = pq.read_table(path, columns=["puzzle_id", "game"])
        except (OSError, ValueError):  # whoever makes the night or the warehouse is told
            continue
        rows = found.filter(pc.equal(found["puzzle_id"], puzzle_id))
        if rows.num_rows:
            return str(rows["game"][0].as_py())
    raise UnknownPuzzle(f"no puzzle here has the id {puzzle_id!r}: it is in no release, night or collection")
