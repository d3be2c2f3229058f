"""Releases: which there are, whether one is as it was published, one puzzle of them, and taking one back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, FORMATS, Problem, with_progress, writable_home
from warehouse.home import Home

COLUMNS = ("release", "night", "puzzles", "added", "sets", "provenance", "difficulty_from", "state", "withdrawn")
REFEREE_SECONDS = 60


@click.command(short_help="List the releases.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def releases(form: str) -> None:
    """List the releases, newest first: their puzzles, how many of them the night added, their sets,
    where the ratings behind interest come from, and what difficulty rests on.

    "state" says whether all files agree with SHA256SUMS (`tsume verify` looks closer). "withdrawn"
    counts the puzzles of a release that were withdrawn since.
    """
    from orchestration.tables import print_rows
    from warehouse.lake import DamagedFile
    from warehouse.releases import published_releases
    from warehouse.withdrawals import withdrawn_ids

    home = Home.from_environment()
    try:
        gone = withdrawn_ids(home)
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    rows = [summed_up(release, gone) for release in reversed(published_releases(home))]
    print_rows(list(COLUMNS), [[row[name] for name in COLUMNS] for row in rows], form)


def summed_up(release: Any, gone: set[str]) -> dict[str, Any]:
    from warehouse.lake import DamagedFile
    from warehouse.releases import is_whole, manifest_of, released_rows

    manifest = manifest_of(release)
    told: dict[str, Any] = manifest["counts"] if manifest else {}
    try:
        ids = [row["puzzle_id"] for row in released_rows(release)]
    except DamagedFile:
        ids = None
    return {
        "release": release.name,
        "night": release.night,
        "puzzles": None if ids is None else len(ids),
        "added": told.get("added"),
        "sets": len(told["sets"]) if "sets" in told else None,
        "provenance": manifest["ratings"] if manifest else None,
        "difficulty_from": manifest.get("difficulty_from", manifest["ratings"]) if manifest else None,
        "state": "whole" if is_whole(release) else "damaged",
        "withdrawn": None if ids is None else len(gone & set(ids)),
    }


@click.command(short_help="Check a release again.")
@click.argument("release")
@click.option("--full", is_flag=True, help="Prove again that every puzzle has one solution only.")
@click.option(
    "--seconds",
    type=click.IntRange(0, 86_400),
    default=REFEREE_SECONDS,
    show_default=True,
    help="With --full: about how long the referee's proofs may take for each game.",
)
def verify(release: str, full: bool, seconds: int) -> None:
    """Check RELEASE again. It is a night, the name of a release, latest, or the path of a release
    folder, wherever it was copied.

    \b
    tsume verify latest
    tsume verify 2026-11-15-r2 --full
    tsume verify /mnt/copy/2026-11-15

    Checks the sums byte for byte, the manifest, the three forms of each table, ids, solutions, sets
    and CHANGES. The referee replays every solution. With --full the solver proves each puzzle
    again, and so does the referee as far as its time goes. Needs nothing but the folder. Prints
    what was checked and a line for each difference; if there is any, the exit status is 1.
    """
    from assets.core.settings import Settings
    from assets.release.verify import verify as look

    folder = folder_of(release)
    workers = Settings.load().workers
    report = shown(lambda: look(folder, full, workers, seconds))
    for line in report.checked:
        click.echo(line)
    for line in report.differences:
        click.echo(f"difference: {line}")
    if report.differences:
        count = len(report.differences)
        raise Problem(f"{folder} is not as it was published: {count} difference{'s' if count > 1 else ''}", FAILED)
    click.echo(f"{folder}: all well")


def folder_of(name: str) -> Path:
    """The folder that somebody means."""
    from warehouse.releases import NAME, last_release

    home = Home.from_environment()
    named = home.releases / name
    if name == "latest" or NAME.fullmatch(name):
        newest = last_release(home, name)
        candidates = [named, *([newest.path] if newest else []), Path(name)]
    else:
        candidates = [Path(name)]
    for path in candidates if name else []:
        if path.is_dir() and any(
            (path / file).exists() for file in ("SHA256SUMS", "manifest.json", "puzzles.parquet")
        ):
            return path
        if path.is_dir():
            raise Problem(f"{path} is no release: it has neither a manifest nor sums nor puzzles", BAD_INPUT)
    raise Problem(f"no release {name!r}: neither in {home.releases} nor a folder (see `tsume releases`)", BAD_INPUT)


def shown(work: Any) -> Any:
    """Do some work, with a bar for whoever watches."""
    from rich.console import Console

    from assets.core import progress
    from orchestration.display import Display

    if not sys.stderr.isatty():
        return work()
    display = Display(Console(file=sys.stderr), lines=False)
    with display.bar, progress.heard_by(display):
        return work()


@click.command(short_help="Take a puzzle back.")
@click.argument("puzzle_id", required=False)
@click.option("--why", metavar="TEXT", help="The reason, for whoever asks later.")
@click.option("--list", "listed", is_flag=True, help="List what was withdrawn.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True, help="Format of the list.")
def withdraw(puzzle_id: str | None, why: str | None, listed: bool, form: str) -> None:
    """Withdraw the puzzle with the id PUZZLE_ID: no later release has it, and it is never chosen again.

    \b
    tsume withdraw 0123456789abcdef --why "a second answer: the S under the overhang"
    tsume withdraw --list

    Releases that have it stay as they are. The next release lists it in CHANGES and in its
    manifest, with the reason. A withdrawal cannot be undone.
    """
    if listed:
        if puzzle_id or why:
            raise Problem("--list takes no puzzle and no reason", BAD_INPUT)
        list_withdrawn(form)
        return
    if not puzzle_id:
        raise Problem("which puzzle? give its id, or --list", BAD_INPUT)
    if not why or not why.strip():
        raise Problem("--why needs a reason", BAD_INPUT)
    take_back(puzzle_id.strip().lower(), why)


def list_withdrawn(form: str) -> None:
    from orchestration.tables import print_rows
    from warehouse.lake import DamagedFile
    from warehouse.withdrawals import withdrawals

    try:
        found = withdrawals(Home.from_environment())
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    rows = [[row.puzzle_id, row.game, row.withdrawn_on, row.why] for row in found]
    print_rows(["puzzle_id", "game", "withdrawn_on", "why"], rows, form)


def take_back(puzzle_id: str, why: str) -> None:
    from datetime import datetime

    from assets.core.settings import Settings
    from assets.intake.collection import answer
    from warehouse.lake import DamagedFile
    from warehouse.withdrawals import UnknownPuzzle
    from warehouse.withdrawals import withdraw as put_down

    today = datetime.now(Settings.load().zone).date()
    home = writable_home()
    try:
        found, new = put_down(home, puzzle_id, why, today)
    except UnknownPuzzle as error:
        raise Problem(str(error), BAD_INPUT) from None
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    if not new:
        click.echo(f"{puzzle_id}: was withdrawn already, on {found.withdrawn_on}: {found.why}")
        return
    click.echo(f"{puzzle_id}: withdrawn; the next release is without it")
    if home.warehouse.exists():
        with_progress("withdraw", answer)
