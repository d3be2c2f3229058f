"""Pictures of puzzles as SVG, for pages and releases. Compare with `terminal`, the same as text.

`panels` decides what is shown, `paint` knows what it looks like, `sheet` is the page around it; `frames` shows an
answer step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract import Look
from engines.puyo.japanese import titles as titles_ja
from engines.puyo.rules import titles
from engines.puyo.rules.board import WIDTH
from engines.puyo.rules.checked_moves import Cell
from engines.puyo.rules.puzzle import Puzzle
from engines.puyo.show.layout import PER_ROW, PITCH, WIDE, Frame, Layout, Puyo
from engines.puyo.show.paint import (
    DARK_SIGNS,
    INK,
    PALETTES,
    bodies,
    by_mark,
    faded,
    fields,
    rings,
    signs,
    softenings,
    ways,
    written,
)
from engines.puyo.show.panels import Move, Stage, answer, answer_rows, in_hidden_row, smaller
from engines.puyo.show.sheet import LABEL, MARGIN, SMALL_UNIT, UNIT, Sheet, caption, on_page, scaled, whole
from engines.shared.looks import Colors, words


def _numbers(move: Move, puyos: dict[Cell, Puyo]) -> dict[str, str]:
    """The round in which each puyo vanishes, to be written on it: the texts by their ink."""
    texts = {INK: "", "#fff": ""}
    for cell, number in sorted(move.rounds.items()):
        x, y, mark, _ = puyos[cell]
        texts[INK if mark in DARK_SIGNS else "#fff"] += written(on_page(x), on_page(y) + 4, str(number))
    return texts


def _moves(moves: Sequence[Move], frames: Sequence[Frame], colors: Colors) -> str:
    """The moves at rest: pairs ringed, and on what will vanish the numbers of the rounds."""
    puyos: list[Puyo] = []
    staying: list[Puyo] = []
    numbers = {INK: "", "#fff": ""}
    for move, frame in zip(moves, frames, strict=True):
        drawn = frame.puyos(move.columns)
        puyos += drawn.values()
        staying += [puyo for cell, puyo in drawn.items() if cell not in move.rounds]
        for ink, texts in _numbers(move, drawn).items():
            numbers[ink] += texts
    boards = (
        fields(frames, colors)
        + ways(moves, frames, colors)
        + bodies(puyos, colors)
        + signs(staying)
        + rings(moves, frames, colors)
    )
    return scaled(UNIT, boards) + "".join(
        f'<g fill="{ink}" font-size="12">{texts}</g>' for ink, texts in numbers.items() if texts
    )


def _stages(stages: Sequence[Stage], frames: Sequence[Frame], colors: Colors) -> str:
    """The boards of a chain: what vanishes stands out. What is left after all stands as it is."""
    bright: list[Puyo] = []
    pale: list[Puyo] = []
    left: list[Puyo] = []
    for stage, frame in zip(stages, frames, strict=True):
        for cell, puyo in frame.puyos(stage.columns).items():
            (left if not stage.vanishing else bright if cell in stage.vanishing else pale).append(puyo)
    return scaled(
        SMALL_UNIT,
        (fields(frames, colors, grid=False) if frames else "")
        + faded(pale, colors)
        + bodies([*bright, *left], colors)
        + signs([*bright, *by_mark([*pale, *left]).get("h", ())])
        + softenings(stages, frames, colors),
    )


def _problem(puzzle: Puzzle, look: Look) -> str:
    """The board, the queue beside it, the goal below."""
    sheet = Sheet(puzzle, in_hidden_row([puzzle.columns]), look)
    puyos = [*sheet.frame.puyos(puzzle.columns).values(), *sheet.waiting()]
    board = fields([sheet.frame], sheet.colors) + bodies(puyos, sheet.colors) + signs(puyos)
    return sheet.whole(titles.description(puzzle), board)


class Labels:
    """The lines under boards: a number, and what goes with it."""

    def __init__(self, look: Look) -> None:
        self.look: Look = look
        self.drawn = ""

    def add(self, frame: Frame, unit: int, english: tuple[str, str], japanese: tuple[str, str]) -> None:
        """One line, of which the latter part is muted; once where both languages say the same."""
        drawn = [self._line(frame, unit, *said) for said in (english, japanese)]
        self.drawn += drawn[0] if drawn[0] == drawn[1] else words(drawn[0], drawn[1], self.look)

    def _line(self, frame: Frame, unit: int, bold: str, muted: str) -> str:
        more = f'<tspan dx="5" fill="{PALETTES[self.look]["muted"]}">{muted}</tspan>' if muted else ""
        x, y = frame.left + WIDTH, frame.top + 2 * frame.rows
        return written(MARGIN + unit * x, MARGIN + unit * y + 14, bold + more)

    def move(self, frame: Frame, move: Move) -> None:
        """The move's number and name, and what it sets off."""
        english, japanese = (
            (
                f"{move.number}. {language.move_label(move.name, move.step)}",
                language.chain_label(len(move.stages)) if move.stages else "",
            )
            for language in (titles, titles_ja)
        )
        self.add(frame, UNIT, english, japanese)

    def stage(self, frame: Frame, number: int, stage: Stage) -> None:
        """The number of a round, or what is left."""
        english, japanese = (
            str(number) if stage.vanishing else language.left_label(not any(stage.columns))
            for language in (titles, titles_ja)
        )
        self.add(frame, SMALL_UNIT, (english, ""), (japanese, ""))


def _answer(puzzle: Puzzle, solution: Any, look: Look) -> str:
    """The moves one by one, and how the chain goes."""
    colors = PALETTES[look]
    moves = answer(puzzle, solution)
    layout = Layout(answer_rows(moves), in_hidden_row(move.columns for move in moves))
    frames: list[Frame] = []
    stages: list[Stage] = []
    small: list[Frame] = []
    labels = Labels(look)
    for move in moves:
        frames.append(layout.move())
        labels.move(frames[-1], move)
        shown = smaller(moves, move)
        places = layout.stages(len(shown))
        for number, (stage, frame) in enumerate(zip(shown, places, strict=True), 1):
            labels.stage(frame, number, stage)
        stages += shown
        small += places
    width = 2 * MARGIN + UNIT * (PER_ROW * PITCH - PITCH + WIDE)
    below = on_page(layout.bottom())
    goal, height = caption(puzzle, below, width - 2 * MARGIN, LABEL, look)
    lines = f'<g font-size="{LABEL}" fill="{colors["text"]}">{labels.drawn}</g>'
    boards = _moves(moves, frames, colors) + _stages(stages, small, colors)
    return whole(f"{titles.description(puzzle)}. Answer", width, below + height, look, boards + lines + goal)


def draw(puzzle: Puzzle, solution: Any | None = None, look: Look = "light") -> str:
    """SVG of the problem, or of its answer when a solution is given."""
    return _problem(puzzle, look) if solution is None else _answer(puzzle, solution, look)
