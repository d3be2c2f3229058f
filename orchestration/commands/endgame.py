"""Endgame tables: how many positions of some material are won, in how many plies, and which take the longest."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, FORMATS, Problem


@click.command(short_help="Solve every position of a small endgame.")
@click.argument("attacker")
@click.argument("defender")
@click.option("--shown", is_flag=True, help="The colours of all the defender's pieces are known.")
@click.option(
    "--shown-blue",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="N of the defender's blue pieces are known.",
)
@click.option(
    "--shown-red",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="N of the defender's red pieces are known.",
)
@click.option(
    "--longest", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N", help="Print the N longest puzzles too."
)
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def table(
    attacker: str, defender: str, shown: bool, shown_blue: int, shown_red: int, longest: int, form: str
) -> None:
    """Solve every position of ATTACKER's pieces against DEFENDER's, in games that have endgame tables.

    \b
    tsume table 1b1r 1b1r                  a blue and a red each, the defender's colours hidden
    tsume table 1b1r 1b1r --shown          ... and known
    tsume table 1b1r 2b1r --shown-blue 1   one of the defender's blues known, the others hidden
    tsume table 1b1r 1b1r --longest 3      ... and the three longest puzzles, as JSON lines

    Prints the number of positions with the attacker to move, how many of them the attacker wins
    against every defence, the longest win, and the number of wins of each length in plies. The time
    includes compilation. Progress goes to standard error.
    """
    from engines.registry import GAMES, engine

    if shown and (shown_blue or shown_red):
        raise Problem("--shown is all of them: leave out --shown-blue and --shown-red", BAD_INPUT)
    if longest and form == "csv":
        raise Problem("--longest goes with --format table or json", BAD_INPUT)
    game = next((game for game in map(engine, GAMES) if "table" in game.offers), None)
    if game is None:
        raise Problem("no game here has endgame tables", BAD_INPUT)
    part = f"{shown_blue}b{shown_red}r" if shown_blue or shown_red else ""
    found, seconds = built(game, attacker, defender, defender if shown else part)
    puzzles = [game.encode(puzzle) | {"length": length} for length, puzzle in found.hardest(longest)]
    print_endgame(found, seconds, puzzles, form)


def built(game: Any, attacker: str, defender: str, shown: str) -> tuple[Any, float]:
    """The table, and the seconds that it took."""
    from engines.contract import BadPuzzle

    watched = sys.stderr.isatty()
    start = time.perf_counter()
    try:
        found = game.table(attacker, defender, shown, show_stage if watched else None)
    except BadPuzzle as error:
        raise Problem(str(error), BAD_INPUT) from None
    except MemoryError:
        raise Problem(f"not enough memory for the table of {attacker} against {defender}", FAILED) from None
    finally:
        if watched:
            show_stage("")
    return found, time.perf_counter() - start


def show_stage(words: str) -> None:
    click.echo(f"\r\033[K{words}", err=True, nl=False)


def print_endgame(found: Any, seconds: float, puzzles: list[dict[str, Any]], form: str) -> None:
    """The figures for a person, or as one row or object for a program; then the puzzles."""
    from orchestration.lines import as_json, put
    from orchestration.tables import print_rows

    lengths = {length: found.by_length[length] for length in sorted(found.by_length)}
    figures = {
        **{name: getattr(found, name) for name in ("attacker", "defender", "shown", "positions", "wins", "longest")},
        "by_length": {str(length): wins for length, wins in lengths.items()},
        "seconds": round(seconds, 3),
        "bytes": found.bytes_kept,
    }
    if form == "csv":
        print_rows(list(figures), [tuple(figures.values())], form)
    elif form == "json":
        click.echo(as_json(figures | ({"puzzles": puzzles} if puzzles else {})))
    else:
        click.echo("\n".join(as_words(found, lengths, seconds)))
        for puzzle in puzzles:
            put(puzzle)


def as_words(found: Any, lengths: dict[int, int], seconds: float) -> list[str]:
    """The figures as lines of text."""
    hidden = f"{found.shown} shown" if found.shown else "all hidden"
    width = len(f"{found.positions:,}")
    return [
        f"{found.attacker} against {found.defender}, {'all shown' if found.shown == found.defender else hidden}",
        f"positions  {found.positions:>{width},}",
        f"wins       {found.wins:>{width},}",
        f"longest    {found.longest:>{width},}",
        *(f"{f'in {length}':<11}{wins:>{width},}" for length, wins in lengths.items()),
        f"{seconds:.1f} s, {found.bytes_kept / 1e6:,.1f} MB",
    ]
