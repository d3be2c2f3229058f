"""What the commands share: how they fail, the options that several have, reading puzzles, the root, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from warehouse.home import Home

BAD_INPUT, FAILED = 2, 1
FORMATS = click.Choice(["table", "csv", "json"])
SETTLE = click.option("--settle", is_flag=True, help="Let floating cells fall, instead of refusing the board.")


class Problem(Exception):
    """One line on standard error and an exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def read_lines(file: str | None, reading: Any) -> Iterator[Any]:
    """The items of a file, each made into what `reading` says; one line if there is none at all."""
    from orchestration import lines

    nothing = True
    try:
        for line in lines.read(file, reading):
            nothing = False
            yield line
    except lines.CannotRead as error:
        raise Problem(str(error), BAD_INPUT) from None
    if nothing:
        raise Problem(f"there is no puzzle in {name_of(file)}", BAD_INPUT)


def name_of(file: str | None) -> str:
    """What people call an input."""
    return "standard input" if file in (None, "-") else str(file)


def prepared_home() -> Home:
    """The root, writable, with Dagster's files in it; `HomeError` in one line if it cannot be."""
    from orchestration.instance import prepare

    home = Home.from_environment()
    prepare(home)
    return home


def writable_home() -> Home:
    """The root, writable; `HomeError` in one line if it cannot be."""
    home = Home.from_environment()
    home.prepare()
    return home


def with_progress(title: str, work: Callable[[Any], Any]) -> Any:
    """Do some work of the press, and show how it goes; what stops it becomes one line."""
    from rich.console import Console

    from assets.core import progress
    from assets.core.stage import ChecksFailed, Press
    from orchestration.display import Display
    from orchestration.leaving import leaves
    from quality.checks import CannotCheck
    from warehouse.lake import DamagedFile, MissingPartition

    console = Console(file=sys.stderr)
    console.print(f"[bold]tsume[/bold] {title}", highlight=False)
    display = Display(console)
    press = Press.from_environment(run_id=title.replace(" ", "-"))
    leaves("what was finished stays; run the same command again to go on from there")
    try:
        with display.bar, progress.heard_by(display), press.compute:
            return work(press)
    except (CannotCheck, ChecksFailed, DamagedFile, MissingPartition) as error:
        raise Problem(str(error), FAILED) from None
    except Exception as error:  # DuckDB and Arrow have their own ways to say that the disk is full
        home = Home.from_environment()
        if home.is_full():
            raise Problem(f"no space left on the disk of TSUME_HOME {home.root}", FAILED) from error
        raise
