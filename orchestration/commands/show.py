"""One puzzle, with all that is known of it."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, Problem
from warehouse.home import Home
from warehouse.vocabulary import DIFFICULTY, EVERYONE, FEW, INTEREST, MEASURED, NOBODY, SIMULATED

Facts = dict[str, Any]


@click.command(short_help="Show one puzzle.")
@click.argument("puzzle_id")
@click.option("--answer", is_flag=True, help="Show its answer too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def show(puzzle_id: str, answer: bool, form: str) -> None:
    """Show the puzzle with the id PUZZLE_ID. Six or more of its first digits are enough.

    \b
    tsume show 0123456789abcdef --answer
    tsume show 012345 --format json

    Shows a drawing, themes, features, predictions for each audience with their reasons, whom it fits,
    how surprising its answer is and how it differs from others, how often it was rated and tried, its
    releases and sets, and whether it was withdrawn. Reads the warehouse, or the releases if there is
    no warehouse.
    """
    from orchestration.tables import plain
    from warehouse.history import history
    from warehouse.lake import DamagedFile
    from warehouse.withdrawals import UnknownPuzzle

    try:
        facts = history(Home.from_environment(), puzzle_id)
    except UnknownPuzzle as error:
        raise Problem(str(error), BAD_INPUT) from None
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    if not answer:
        del facts["solution"], facts["judgements"]
    if form == "json":
        click.echo(json.dumps(plain(facts), ensure_ascii=False))
        return
    for line in said(facts, sys.stdout.isatty()):
        click.echo(line)


def said(facts: Facts, color: bool) -> list[str]:
    """The facts for a person."""
    from engines.registry import engine

    artist = engine(facts["game"])
    puzzle = artist.decode(facts["puzzle"])
    words = artist.variant_words.get(facts["variant"])
    lines = [f"{facts['puzzle_id']}  {facts['variant']}: {words.title if words else artist.title}"]
    if gone := facts["withdrawn"]:
        lines.append(f"WITHDRAWN on {gone['withdrawn_on']}: {gone['why']}")
    lines += ["", artist.show(puzzle, None, color), ""]
    if facts.get("solution") is not None:
        lines += ["answer:", artist.show(puzzle, facts["solution"], color), json.dumps(facts["solution"])]
        lines += [*judged(facts["judgements"]), ""]
    lines += [f"verdict:    {facts['verdict']}, {facts['count']} solution{'' if facts['count'] == 1 else 's'}"]
    lines += [f"length:     {facts['length'] or 'unknown'}", f"themes:     {', '.join(facts['themes']) or 'none'}"]
    if facts["method"]:
        lines.append(f"made:       {facts['method']}{f', met in {met}' if (met := facts['met_in']) else ''}")
    shown = facts["headline"] or facts["features"]
    lines += [f"features:   {', '.join(f'{name} {value:g}' for name, value in shown.items()) or 'not measured here'}"]
    lines += [line for row in facts["predictions"] for line in predicted(row)]
    lines += known_without_people(facts)
    for what in ("ratings", "attempts"):
        count = ", ".join(f"{number} {name}" for name, number in facts[what].items())
        lines.append(f"{what + ':':<12}{count or 'none'}")
    lines += [f"collection: {name}" for name in facts["collections"]]
    return lines + ([line for row in facts["releases"] for line in appeared(row)] or ["releases:   none"])


def judged(rows: list[Facts]) -> list[str]:
    """What each judge makes of every move."""
    lines = []
    for row in rows:
        rather = f", would rather play {row['preferred']}" if row["preferred"] else ""
        search = f"; finds the answer in {row['nodes']:,} positions" if row["nodes"] else ""
        choice = f"choice {row['rank']} of {row['among']} (margin {row['margin']:.2f})"
        lines.append(f"{row['judge'] + ':':<12}move {row['step']} is its {choice}{rather}{search}")
    return lines


def predicted(row: Facts) -> list[str]:
    """What one audience will find, and what that rests on. Of an interest of simulated raters only that is told."""
    said = [f"{reach(DIFFICULTY, row)}, {from_what(row['difficulty_from'])}", interest(row)]
    lines = [f"{row['audience']}: {'; '.join(said)}"]
    return lines + ([f"            {row['reason']}"] if row["reason"] else [])


def interest(row: Facts) -> str:
    """The interest and who has rated it; no number of simulated raters."""
    state = row["interest_state"]
    if row["provenance"] == SIMULATED:
        return (
            f"interest {NOBODY}"
            if state == NOBODY
            else f"interest: few people have rated ({row['people_ratings']} ratings)"
        )
    few = f", few so far: they count for {row['trust']:.0%}" if state == FEW else ""
    return f"{reach(INTEREST, row)}, {from_what(row['provenance'])}{few}"


def known_without_people(facts: Facts) -> list[str]:
    """The parts of its worth, in words."""
    from assets.core.parts import parts

    everyone = next((row for row in facts["predictions"] if row["audience"] == EVERYONE), None)
    if everyone is None:
        return []
    apart = next((row["distance"] for row in reversed(facts["releases"]) if row.get("distance") is not None), None)
    row = {
        "difficulty": everyone[DIFFICULTY]["value"],
        "surprise_share": everyone["surprise_share"],
        "distance": apart,
    }
    return [f"{title + ':':<12}{said}" for (title, _), (said, _) in parts(row)]


def from_what(rests_on: str | None) -> str:
    """What a number rests on."""
    return rests_on if rests_on == MEASURED else f"from {rests_on or 'unknown'} ratings"


def reach(target: str, row: Facts) -> str:
    found = row[target]
    ends = "" if found["low"] is None else f" ({found['low']:.2f} to {found['high']:.2f})"
    return f"{target} {found['value']:.2f}{ends}"


def appeared(row: Facts) -> list[str]:
    """A release that has it, the sets it is in there, and why it was chosen."""
    places = ", ".join(f"{name} (number {position})" for name, position in row["sets"].items())
    return [
        f"release:    {row['release']}, {row['level']}{f': {places}' if places else ''}",
        f"            {row['why']}",
    ]
