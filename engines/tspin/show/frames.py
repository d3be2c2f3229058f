"""An answer as it is played, picture by picture. Compare with `draw`, which shows all of it at once.

The problem comes first, then each placement with the rows that it clears marked, the board without them where
there are any, and the piece that reaches the goal. A donation goes on for one more: its goal is a well that is
open again, and that is seen when the rows have cleared. All frames have the queue, used pieces faint, and as many
rows as the highest of them needs, so that nothing jumps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engines.contract import Frame, Look
from engines.tspin.japanese import titles as titles_ja
from engines.tspin.rules.checked_moves import Line, follow
from engines.tspin.rules.pieces import SHAPE_COUNT, Cell
from engines.tspin.rules.placements import move_code, parts
from engines.tspin.rules.puzzle import Puzzle
from engines.tspin.rules.titles import NUMBERS, TITLES, pieces
from engines.tspin.rules.ways import Way, way_of
from engines.tspin.show.draw import letter_of, picture, problem_scene
from engines.tspin.show.panels import (
    Panel,
    Placed,
    next_panel,
    placed_by,
    problem_panel,
    rows_filled,
    rows_to_show,
)

Said = tuple[str, str]  # in English and in Japanese

FOUR_SHAPES: tuple[Said, ...] = (
    ("", ""),
    (", turned right", "右に回して"),
    (", upside down", "逆さにして"),
    (", turned left", "左に回して"),
)
TWO_SHAPES: tuple[Said, ...] = (("", ""), (", upright", "縦にして"))
WAYS: dict[Way, Said] = {
    "drop": ("", "に置く"),
    "tuck right": (", tucked in to the right", "へ右方向に滑り込ませる"),
    "tuck left": (", tucked in to the left", "へ左方向に滑り込ませる"),
    "spin": (", spun in", "に回転入れする"),
}
OPEN_AGAIN: Said = ("The well is open again", "縦穴が再び開く")


class Moment(NamedTuple):
    """A board, how many pieces of the queue are used by then, and what is said to it."""

    panel: Panel
    used: int
    said: Said


def _rows(count: int) -> str:
    return f"{NUMBERS[count]} row" if count == 1 else f"{NUMBERS[count]} rows"


def _columns(cells: Sequence[Cell]) -> Said:
    """The columns of some cells, counted from 1 as people do."""
    first, last = min(x for x, _ in cells) + 1, max(x for x, _ in cells) + 1
    if first == last:
        return f"column {first}", f"左から{first}列目"
    return f"columns {first}–{last}", f"左から{first}〜{last}列目"


def said_of_problem(puzzle: Puzzle) -> Said:
    """The task and what comes: "T-spin Double, two pieces: S, J, then T"."""
    letter, title = letter_of(puzzle), titles_ja.TITLES[puzzle.goal]
    return (
        f"{TITLES[puzzle.goal]}, {pieces(len(puzzle.queue))}: {', '.join(puzzle.queue)}, then {letter}",
        f"{title} {len(puzzle.queue)}手：{'→'.join((*puzzle.queue, letter))}",
    )


def said_of_placement(placed: Placed, cleared: int) -> Said:
    """Which piece goes where, how it is turned and gets there, and what it clears."""
    number, piece, cells, way = placed
    shape, _, _ = parts(move_code({"piece": piece, "cells": cells}))
    turned = (FOUR_SHAPES if SHAPE_COUNT[piece] == 4 else TWO_SHAPES)[shape]
    columns = _columns(cells)
    clears = (f": clears {_rows(cleared)}", f"（{cleared}ライン消去）") if cleared else ("", "")
    return (
        f"{number}. {piece}, {columns[0]}{turned[0]}{WAYS[way][0]}{clears[0]}",
        f"{number}手目：{piece}ミノを{turned[1]}{columns[1]}{WAYS[way][1]}{clears[1]}",
    )


def said_of_goal(puzzle: Puzzle, cells: Sequence[Cell], cleared: int) -> Said:
    """How the goal's piece gets to its place, and what it clears."""
    letter, (columns, columns_ja) = letter_of(puzzle), _columns(cells)
    into = ("turns into its slot", "回転入れして")
    if letter == "I":
        into = (f"goes down {columns}", f"{columns_ja}に入れて")
    return (
        f"{TITLES[puzzle.goal]}: the {letter} {into[0]} and clears {_rows(cleared)}",
        f"{titles_ja.TITLES[puzzle.goal]}：{letter}ミノを{into[1]}{cleared}ライン消去",
    )


def said_of_clear(cleared: int) -> Said:
    """What is to be seen when rows are gone."""
    return f"{_rows(cleared).capitalize()} cleared", f"{cleared}ライン消去後"


def _with(panel: Panel, placed: Placed, clearing: tuple[int, ...]) -> Panel:
    """The board with one more piece on it."""
    return replace(panel, pieces=[*panel.pieces, placed], clearing=clearing, newest=placed.cells)


def moments(puzzle: Puzzle, line: Line) -> Iterator[Moment]:
    """What there is to be seen of a line of play, from the problem on."""
    panel = problem_panel(puzzle)
    yield Moment(panel, 0, said_of_problem(puzzle))
    for number, step in enumerate(line.steps, 1):
        placed = placed_by(number, step)
        panel = _with(panel, placed, step.cleared)
        yield Moment(panel, number, said_of_placement(placed, len(step.cleared)))
        if step.cleared:
            panel = next_panel(panel)
            yield Moment(panel, number, said_of_clear(len(step.cleared)))
    if line.goal:
        yield from _goal(puzzle, line, panel)


def _goal(puzzle: Puzzle, line: Line, panel: Panel) -> Iterator[Moment]:
    """The last moments: a T always turns into its place."""
    letter, columns = letter_of(puzzle), line.columns.tolist()
    placed = Placed(0, letter, line.goal, "spin" if letter == "T" else way_of(columns, line.goal))
    panel = _with(panel, placed, rows_filled(columns, line.goal))
    yield Moment(panel, len(line.steps), said_of_goal(puzzle, line.goal, len(panel.clearing)))
    if puzzle.well is not None:
        yield Moment(next_panel(panel), len(line.steps), OPEN_AGAIN)


def frames(puzzle: Puzzle, solution: Sequence[Any], look: Look = "light") -> list[Frame]:
    """The problem, then every moment of its answer up to the goal, all drawn in the same place and size."""
    shown = list(moments(puzzle, follow(puzzle, solution)))
    rows = rows_to_show([moment.panel for moment in shown], puzzle)
    scene = problem_scene(puzzle, shown[0].panel, rows)
    found = [Frame(picture(puzzle, scene, look), *shown[0].said)]
    for panel, used, said in shown[1:]:
        scene = replace(scene, boards=[panel], title=said[0], used=used)
        found.append(Frame(picture(puzzle, scene, look), *said))
    return found
