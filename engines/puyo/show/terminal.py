"""Pictures of puzzles for a terminal. Compare with `draw`, the same as SVG.

A cell is three characters: the puyo's letter, then what is to be said about it. A letter is a capital where the
pair came to rest; a number is the round in which the puyo vanishes; `*` vanishes now; `~` turns to garbage.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.puyo.rules.board import COLORS, DEATH_COLUMN, VISIBLE, WIDTH, Columns
from engines.puyo.rules.checked_moves import Cell
from engines.puyo.rules.puzzle import Puzzle, Step
from engines.puyo.rules.titles import chain_label, goal_title, left_label, move_label
from engines.puyo.show.panels import Move, answer, answer_rows, cells_of, problem_rows, smaller

ANSI_BACKGROUND = {"r": 160, "g": 76, "b": 27, "y": 221, "p": 91, "o": 250, "h": 238}
WHITE_LETTERS = "rbph"
CELL = 3
BOARD = CELL * WIDTH + 3  # with its walls
JOINED = "──"
BESIDE = 3  # boards of a chain beside each other
Notes = Mapping[Cell, str]


def _paint(text: str, mark: str, color: bool) -> str:
    """Text on the colour of a puyo."""
    ink = 231 if mark in WHITE_LETTERS else 16
    return f"\x1b[48;5;{ANSI_BACKGROUND[mark]};38;5;{ink}m{text}\x1b[0m" if color else text


def _lines(
    columns: Columns, rows: int, color: bool, notes: Notes | None = None, placed: tuple[Cell, ...] = ()
) -> list[str]:
    """A board as lines of text. Notes stand after the letters; without them, lines join what hangs together."""
    cells = cells_of(columns)
    top = max(rows, *(len(column) for column in columns))
    lines = []
    for y in reversed(range(top)):
        line = ""
        for x in range(WIDTH):
            mark = cells.get((x, y))
            if mark is None:
                line += ("x" if (x, y) == (DEATH_COLUMN, VISIBLE - 1) else ".") + "  "
                continue
            joined = mark in COLORS and y < VISIBLE and cells.get((x + 1, y)) == mark
            note = (JOINED if joined else "") if notes is None else notes.get((x, y), "")
            letter = mark.upper() if (x, y) in placed else mark
            line += _paint(f"{letter}{note:<2}", mark, color)
        wall = "┊" if y >= VISIBLE else "│"
        lines.append(f"{wall} {line}{wall}")
    return [*lines, "└" + "─" * (BOARD - 2) + "┘"]


def _rounds(moves: list[Move], move: Move, rows: int, color: bool) -> list[str]:
    """The boards of a chain beside each other, what vanishes marked; and what is left at the end."""
    stages = smaller(moves, move)
    tall = max([rows, *(len(column) for stage in stages for column in stage.columns)])
    boards = []
    for number, stage in enumerate(stages, 1):
        notes = dict.fromkeys(stage.vanishing, "*") | dict.fromkeys(stage.softening, "~")
        heading = f"round {number}:" if notes else f"{left_label(not any(stage.columns))}:"
        boards.append([heading.ljust(BOARD), *_lines(stage.columns, tall, color, notes or None)])
    starts = range(0, len(boards), BESIDE)
    return ["  ".join(row).rstrip() for i in starts for row in zip(*boards[i : i + BESIDE], strict=True)]


def _step(step: Step, color: bool) -> str:
    """A step of the queue: pivot and rotor, or the numbers of what falls."""
    if isinstance(step, str):
        return "".join(_paint(mark, mark, color) for mark in step)
    return f"{step.kind} {' '.join(map(str, step.counts))}"


def show(puzzle: Puzzle, solution: Any | None = None, color: bool = False) -> str:
    """The problem, or its answer move by move with the rounds of its chains."""
    queue = ", ".join(_step(step, color) for step in puzzle.queue)
    lines = [goal_title(puzzle.goal, puzzle.pairs), f"queue (pivot, rotor): {queue}"]
    if solution is None:
        return "\n".join([*lines, *_lines(puzzle.columns, problem_rows(puzzle), color)])
    moves = answer(puzzle, solution)
    rows = answer_rows(moves)
    for move in moves:
        chain = f", {chain_label(len(move.stages))}" if move.stages else ""
        pair = f" {_step(move.step, color)}" if isinstance(move.step, str) else ""
        lines.append(f"{move.number}.{pair} {move_label(move.name, move.step)}{chain}:")
        notes = {cell: str(number) for cell, number in move.rounds.items()}
        lines += _lines(move.columns, rows, color, notes or None, move.placed)
        lines += _rounds(moves, move, rows, color)
    return "\n".join(lines)
