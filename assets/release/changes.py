"""CHANGES: what a release adds and what it leaves out, against the newest release of an earlier night.

2026-11-17: 2 puzzles added, 1 left a set, 1 withdrawn; 120 puzzles now (before it: 2026-11-16)
added 0123456789abcdef tsd-2 easy curated-tsd-2,tonight
left 89abcdef01234567 practice-quad
withdrawn 76543210fedcba98 has two answers under guideline rules
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from assets.release.edition import Changes, Edition, Item
from assets.release.sets import STANDING
from warehouse.releases import Release, manifest_of
from warehouse.withdrawals import Withdrawal


def changes_since(
    before: Release | None, carried: Sequence[Item], sets: Sequence[Item], withdrawn: Sequence[Item]
) -> Changes:
    """What is different from the release before: `carried` are its puzzles but for withdrawn ones, `sets` the rows of
    the new sets."""
    if before is None:
        return Changes(None, (), withdrawn)
    kept = {(row["set_name"], row["puzzle_id"]) for row in sets}
    left = [
        {"puzzle_id": item["puzzle_id"], "set_name": row["set_name"]}
        for item in carried
        for row in item["memberships"]
        if row["kind"] in STANDING and (row["set_name"], item["puzzle_id"]) not in kept
    ]
    told = {row["puzzle_id"] for row in (manifest_of(before) or {}).get("withdrawn", [])}
    return Changes(before.name, left, [row for row in withdrawn if row["puzzle_id"] not in told])


def known_withdrawn(found: Sequence[Withdrawal], night: str, would_have: Collection[str]) -> list[dict[str, Any]]:
    """The withdrawals that a night's release tells of: those made by then, and later ones of puzzles that it would
    have had. So no other withdrawal changes a night that is made again."""
    return [
        {"puzzle_id": row.puzzle_id, "why": row.why, "withdrawn_on": row.withdrawn_on.isoformat()}
        for row in found
        if row.withdrawn_on.isoformat() <= night or row.puzzle_id in would_have
    ]


def changes_text(edition: Edition) -> str:
    """The file. It does not name the release itself: made again it must come out the same."""
    changes = edition.changes
    lines = [
        *added_lines(edition.added, edition.sets),
        *(f"left {row['puzzle_id']} {row['set_name']}" for row in changes.left),
        *(f"withdrawn {row['puzzle_id']} {row['why']}" for row in changes.withdrawn),
    ]
    return "\n".join([summary_line(edition.night, len(edition.items), changes.before, lines), *lines]) + "\n"


def added_lines(added: Sequence[Item], sets: Sequence[Item]) -> list[str]:
    member_of: dict[str, list[str]] = {}
    for row in sets:
        member_of.setdefault(row["puzzle_id"], []).append(row["set_name"])
    named = [(item, ",".join(member_of.get(item["puzzle_id"], ()))) for item in added]
    return [f"added {item['puzzle_id']} {item['variant']} {item['level']} {sets_of}" for item, sets_of in named]


def summary_line(night: str, puzzles: int, before: str | None, lines: Sequence[str]) -> str:
    count = {what: sum(line.startswith(f"{what} ") for line in lines) for what in ("added", "left", "withdrawn")}
    return (
        f"{night}: {counted(count['added'], 'puzzle')} added, {count['left']} left a set, "
        f"{count['withdrawn']} withdrawn; {counted(puzzles, 'puzzle')} now (before it: {before or 'none'})"
    )


def counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def added_ids(text: str) -> list[str]:
    """The puzzles that a release added, as its CHANGES say."""
    return [line.split(" ", 2)[1] for line in text.splitlines() if line.startswith("added ")]


def differences(text: str, manifest: Mapping[str, Any], items: Sequence[Item], sets: Sequence[Item]) -> list[str]:
    """Where CHANGES disagree with the tables of their release."""
    first, *lines = text.splitlines() or [""]
    night = str(manifest["night"])
    found = []
    if first != (line := summary_line(night, len(items), manifest["release_before"], lines)):
        found.append(f"CHANGES: the first line must be {line!r}, not {first!r}")
    expected = added_lines([item for item in items if str(item["added"]) == night], sets)
    there = [line for line in lines if line.startswith("added ")]
    found += [f"CHANGES: {line!r} is missing" for line in expected if line not in set(there)]
    found += [f"CHANGES: {line!r} agrees with no puzzle" for line in there if line not in set(expected)]
    members = {(row["puzzle_id"], row["set_name"]) for row in sets}
    ids = {item["puzzle_id"] for item in items}
    withdrawn = {row["puzzle_id"] for row in manifest["withdrawn"]}
    for line in lines:
        what, _, rest = line.partition(" ")
        identity, _, said = rest.partition(" ")
        if what not in ("added", "left", "withdrawn"):
            found.append(f"CHANGES: a line that cannot be understood: {line!r}")
        elif what == "left" and (identity, said) in members:
            found.append(f"CHANGES: {identity} is said to have left {said}, and is in it")
        elif what == "withdrawn" and (identity in ids or identity not in withdrawn):
            found.append(f"CHANGES: {identity} is said to be withdrawn, which the release does not bear out")
    return found
