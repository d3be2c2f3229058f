"""Working puzzles out: verdicts, and positions that play on by themselves."""

from __future__ import annotations

import sys
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, SETTLE, read_lines


@click.command(short_help="Solve puzzles: verdict and solutions.")
@click.argument("file", required=False)
@click.option("--limit", type=click.IntRange(1, 2**63 - 1), help="Positions a proof may look at.")
@click.option("--stop-at", type=click.IntRange(1, 2**63 - 1), metavar="K", help="Stop at K solutions.")
@SETTLE
def solve(file: str | None, limit: int | None, stop_at: int | None, settle: bool) -> None:
    """Solve the puzzles in FILE (or standard input): JSON objects, links and boards.

    Prints each puzzle as a JSON object on one line: its fields, then verdict (unique, ambiguous,
    impossible or unfinished), count, solutions and nodes. The count is exact and the solutions are
    complete, unless --stop-at or the limit ended the search, or a game stopped listing after a
    million: then "complete" is false. In some games one listed solution stands for several counted
    ones, and "searched_to" says how far an unfinished search got. Text that is no puzzle prints
    {"line": n, "error": ...}; the exit status is then 2.
    """
    from orchestration import lines

    refused = False
    for chunk in lines.chunks(read_lines(file, lines.puzzles(settle))):
        verdicts = solve_chunk(chunk, limit, stop_at)
        for line in chunk:
            if line.error:
                lines.refuse(line)
                refused = True
            else:
                lines.put(line.fields | verdicts[line.number].as_json())
        sys.stdout.flush()
    if refused:
        sys.exit(BAD_INPUT)


def solve_chunk(chunk: list[Any], limit: int | None, stop_at: int | None) -> dict[int, Any]:
    """Verdicts by line number; the puzzles of one game are solved together."""
    found: dict[int, Any] = {}
    for game in {line.engine.name: line.engine for line in chunk if line.engine}.values():
        mine = [line for line in chunk if line.engine is game]
        verdicts = game.solve([line.puzzle for line in mine], limit, stop_at)
        found |= {line.number: verdict for line, verdict in zip(mine, verdicts, strict=True)}
    return found


@click.command(short_help="Play boards out: chains and scores.")
@click.argument("file", required=False)
def simulate(file: str | None) -> None:
    """Play out the Puyo boards in FILE (or standard input): what falls and chains by itself.

    \b
    {"game":"puyo","board":["..r...","rrr..."]}    "game" may be left out while only one game has chains
    https://ishikawapuyo.net/simu/pn.html?...      links and text boards too; queue and goal play no part

    Prints each board as a JSON object on one line: its fields, then chains, score, board (what is
    left), rounds (what vanished in each, its groups and its points) and all_clear (nothing is left;
    its bonus is not in the score). Floating cells fall first; a board may pop at once, and no game
    is lost. Text that is no board prints {"line": n, "error": ...}; the exit status is then 2.
    """
    from orchestration import lines

    refused = False
    for line in read_lines(file, lines.outcomes()):
        if line.error:
            lines.refuse(line)
            refused = True
        else:
            lines.put(line.fields | line.puzzle)
    if refused:
        sys.exit(BAD_INPUT)
