"""What the commands share: how they fail, the options that several have, reading puzzles, the root, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from warehouse.home import Home, HomeError

BAD_INPUT, FAILED = 2, 1
FORMATS = click.Choice(["table", "csv", "json"])
SETTLE = click.option("--settle", is_flag=True, help="Let what floats on a board fall, instead of refusing it.")


class Problem(Exception):
    """One line on standard error and an exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def read_lines(file: str | None, reading: Any) -> Iterator[Any]:
    """The items of a file, each made into what `reading` says."""
    from orchestration import lines

    try:
        yield from lines.read(file, reading)
    except lines.CannotRead as error:
        raise Problem(str(error), BAD_INPUT) from None


def prepared_home() -> Home:
    """The root, writable, with Dagster's files in it."""
    from orchestration.instance import prepare

    home = writable_home()
    prepare(home)
    return home


def writable_home() -> Home:
    """The root, or one line on why it cannot be used."""
    home = Home.from_environment()
    try:
        home.prepare()
    except HomeError as error:
        raise Problem(str(error), FAILED) from None
    return home


def with_progress(title: str, work: Callable[[Any], Any]) -> Any:
    """Do some work of the press, and show how it goes; what stops it becomes one line."""
    from rich.console import Console

    from assets import progress
    from assets.stage import ChecksFailed, Press
    from orchestration.display import Display
    from warehouse.lake import DamagedFile, MissingPartition

    console = Console(file=sys.stderr)
    console.print(f"[bold]tsume[/bold] {title}", highlight=False)
    display = Display(console)
    try:
        with display.bar, progress.heard_by(display):
            return work(Press.from_environment(run_id=title.replace(" ", "-")))
    except (ChecksFailed, DamagedFile, MissingPartition) as error:
        raise Problem(str(error), FAILED) from None
    except Exception as error:  # DuckDB and Arrow have their own ways to say that the disk is full
        home = Home.from_environment()
        if home.is_full():
            raise Problem(f"no space left on the disk of TSUME_HOME {home.root}", FAILED) from error
        raise
