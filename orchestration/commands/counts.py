"""What the engines can count, and how fast they are."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, FORMATS, Problem

BENCHMARKS = "benchmarks.run"  # run by its name: nothing here imports it
COLUMNS = ("benchmark", "ours", "unit", "peer or aim", "whose")


@click.command(short_help="Measure speeds, beside other programs'.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--only", metavar="TEXT", help="Only benchmarks whose name has TEXT in it.")
def bench(form: str, only: str | None) -> None:
    """Measure every speed that the documents state; beside each stands the figure of a comparable program."""
    from orchestration.tables import print_rows

    print_rows(COLUMNS, measured(only), form)


def measured(only: str | None) -> list[list[Any]]:
    """What the benchmarks say, row by row."""
    command = [sys.executable, "-P", "-m", BENCHMARKS, *([] if only is None else [only])]
    rows = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            rows.append(json.loads(line))
            click.echo(f"tsume: measured {rows[-1][0]}", err=True)
    if running.returncode:
        raise Problem(f"the benchmarks failed with status {running.returncode}", FAILED)
    if not rows:
        raise Problem(f"no benchmark has {only!r} in its name", BAD_INPUT)
    return rows


@click.command(short_help="Count the ways to place a queue.")
@click.argument("sequence")
@click.option("--spins", is_flag=True, help="Count a T once for each way it arrives (no spin, mini, full).")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    show_default=True,
    help="text: the number on a line of its own, then how fast; csv, json: a row.",
)
def perft(sequence: str, spins: bool, form: str) -> None:
    """Count the ways to place SEQUENCE, piece by piece, on an empty board. This is the usual test
    of a move generator: is it right, and is it fast.

    \b
    tsume perft IOLJSZT            2647076135, as every correct generator says
    tsume perft LJT --spins        T-spins told apart from the same cells filled without a spin

    Two placements are different if they fill different cells. The speed is in leaves per CPU second
    of one core, without the time that compilation takes. Progress goes to standard error.
    """
    import time

    from engines.contract import BadPuzzle
    from engines.registry import GAMES, engine
    from orchestration.tables import print_rows

    count = next((game.perft for game in map(engine, GAMES) if "perft" in game.offers), None)
    if count is None:
        raise Problem("no game here has moves to count", BAD_INPUT)
    try:
        count(sequence[:1], spins)  # compiles
        start = time.process_time()
        leaves = count(sequence, spins, show_progress if sys.stderr.isatty() else None)
        seconds = time.process_time() - start
    except BadPuzzle as error:
        raise Problem(str(error), BAD_INPUT) from None
    if sys.stderr.isatty():
        click.echo("\r\033[K", err=True, nl=False)
    if form != "text":
        names = ["sequence", "spins", "leaves", "cpu_seconds", "leaves_per_second"]
        print_rows(names, [(sequence, spins, leaves, round(seconds, 6), round(leaves / seconds))], form)
        return
    click.echo(leaves)
    click.echo(f"{seconds:.2f} s CPU, {leaves / seconds / 1e6:,.1f} M leaves/s")


def show_progress(so_far: int) -> None:
    click.echo(f"\r{so_far:,} so far", err=True, nl=False)
