"""A puzzle to be played by hand: the pair that is held above the board, where keys lead and where it comes to rest.

A hold is a placement: the pivot's column and which side the rotor is on. The pair goes no further than `legal` lets
it. A turn for which there is no room moves the pivot aside, or goes half way round, as in the game. Garbage that
falls is no move of the player: it falls at once, and `moves` may have it or leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engines.agents import Scene, Token
from engines.contract import Json
from engines.hands import NOWHERE, Hold, Rest, Situation, Spot, Steer
from engines.puyo.rules.board import (
    COLORS,
    DEATH_COLUMN,
    EMPTY,
    GARBAGE,
    HARD,
    MARKS,
    ROWS,
    VISIBLE,
    Columns,
    columns_of,
    planes_of,
)
from engines.puyo.rules.checked_moves import Cell, Played, follow, names_of, split
from engines.puyo.rules.goals import set_of
from engines.puyo.rules.place import NUMBER_OF, PLACEMENTS, legal_placements, place
from engines.puyo.rules.puzzle import HARD_FALL, NO_MOVE, Fall, Puzzle, Step
from engines.puyo.show import captions
from engines.puyo.show.paint import PUYO_COLORS
from engines.puyo.show.panels import move_of, problem_rows

UP, RIGHT, DOWN, LEFT = range(4)  # which side of the pivot the rotor is on, clockwise
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # the same as steps on a board that counts rows from the top
HELD_AT = -2  # the row of the pivot: the rotor below it is just above the board

TOKENS = {
    MARKS[HARD]: Token(PUYO_COLORS[MARKS[HARD]], PUYO_COLORS[MARKS[HARD]], "round", "H")
}  # beside plain garbage
SILENCE = captions.Said("", "")

At = tuple[int, int]  # the pivot's column, from 0, and the side of the rotor


def situation(puzzle: Puzzle, moves: Any) -> Situation:
    """What a player sees and can do after some moves, with all garbage fallen that is due."""
    line = _played(puzzle, split(moves))
    last = line[-1] if line else None
    columns, rows = last.after if last else puzzle.columns, rows_of(puzzle)
    steer = None
    if len(line) < len(puzzle.queue) and not _over(line):
        steer = _steer(columns, puzzle.queue[len(line)], rows)
    solved = None if steer else bool(last and last.goal)
    scenes = list(_scenes(puzzle, line, rows))
    if solved is False:
        scenes[-1] = _failed(scenes[-1], puzzle)
    return Situation(
        moves=[played.move for played in line],
        moments=tuple(scenes),
        queue=tuple(_token(step) for step in puzzle.queue[len(line) :]),
        steer=steer,
        solved=solved,
        facts=_facts(puzzle, line, rows),
    )


def _played(puzzle: Puzzle, given: list[str]) -> list[Played]:
    """The moves played, what falls between them and after them included."""
    names: list[str] = []
    for step in puzzle.queue:
        if not given:
            break
        names.append(NO_MOVE if isinstance(step, Fall) and given[0] != NO_MOVE else given.pop(0))
    line = follow(puzzle, names + given)
    while len(line) < len(puzzle.queue) and isinstance(puzzle.queue[len(line)], Fall) and not _over(line):
        line = follow(puzzle, [*(played.move for played in line), NO_MOVE])
    return line


def _over(line: Sequence[Played]) -> bool:
    """Whether nothing may follow any more."""
    return bool(line) and (line[-1].goal or line[-1].lost)


def _token(step: Step) -> str:
    """A step of the queue as tokens: a pair, the pivot first, or all that falls."""
    if isinstance(step, Fall):
        return MARKS[HARD if step.kind == HARD_FALL else GARBAGE] * sum(step.counts)
    return step


# ------------------------------------------------------------------ what there is to see


def rows_of(puzzle: Puzzle) -> int:
    """The rows of all boards of a puzzle: all that its moves can use, the hidden row too if they may get there."""
    rows = problem_rows(puzzle)
    return ROWS if rows == VISIBLE else rows


def _spot(cell: Cell, rows: int) -> Spot:
    """A cell, whose row counts from the bottom, as a spot of a board."""
    return cell[0], rows - 1 - cell[1]


def _board(columns: Columns, rows: int) -> tuple[str, ...]:
    filled = [column.ljust(rows, MARKS[EMPTY]) for column in columns]
    return tuple("".join(column[y] for column in filled) for y in reversed(range(rows)))


def _scene(columns: Columns, cells: Sequence[Cell], said: captions.Said, rows: int, event: bool = False) -> Scene:
    changed = tuple((0, *_spot(cell, rows)) for cell in cells)
    return Scene((_board(columns, rows),), changed, *said, event=event)


def _scenes(puzzle: Puzzle, line: Sequence[Played], rows: int) -> Iterator[Scene]:
    """The moments of the last pair and of all that fell after it; the problem first, if no pair has been placed."""
    pairs = [index for index, played in enumerate(line) if isinstance(played.step, str)]
    if not pairs:
        yield _scene(puzzle.columns, (), captions.asked(puzzle), rows)
    for index in range(pairs[-1] if pairs else 0, len(line)):
        yield from _of_step(puzzle, index + 1, line[index], rows)


def _of_step(puzzle: Puzzle, number: int, played: Played, rows: int) -> Iterator[Scene]:
    """What a step did: where it came to rest, then round by round what vanishes and what is left of it."""
    move = move_of(number, played)
    yield _scene(move.columns, move.placed, captions.placed(move), rows)
    for index, round_ in enumerate(played.rounds, 1):
        yield _scene(round_.before, round_.vanished, captions.vanishing(index, round_), rows, event=True)
        if round_ is not played.rounds[-1]:
            yield _scene(round_.after, (), SILENCE, rows)
    if played.rounds or played.goal:
        said = captions.left(puzzle.goal, played.goal, len(played.rounds), played.after)
        yield _scene(played.after, (), said, rows, event=played.goal)


def _failed(scene: Scene, puzzle: Puzzle) -> Scene:
    """The last board of a line that does not reach the goal."""
    goal, goal_ja = captions.asked(puzzle)
    return replace(scene, said=f"{scene.said}. Not reached: {goal}", said_ja=f"{scene.said_ja}（未達成：{goal_ja}）")


def _facts(puzzle: Puzzle, line: Sequence[Played], rows: int) -> Json:
    """What else is worth showing: the goal, the last chain, and what has vanished so far of what the goal counts."""
    counts = [round_.counts for played in line for round_ in played.rounds]
    wanted = set_of(puzzle.goal.color)
    gone = {mark: sum(count.get(mark, 0) for count in counts) for mark in MARKS[1:]}
    pairs = sum(isinstance(played.step, str) for played in line)
    facts: Json = {
        "goal": list(captions.asked(puzzle)),
        "chain": len(line[-1].rounds) if line else 0,
        "colors": "".join(mark for mark in COLORS if gone[mark]),
        "vanished": sum(count for mark, count in gone.items() if wanted >> MARKS.index(mark) & 1),
        "score": sum(round_.points for played in line for round_ in played.rounds),
        "left": puzzle.pairs - pairs,
        "hidden_rows": rows - VISIBLE if rows > VISIBLE else 0,
    }
    if rows >= VISIBLE:
        facts["keep_free"] = list(_spot((DEATH_COLUMN, VISIBLE - 1), rows))
    return facts


# ------------------------------------------------------------------ what hands can do


def _steer(columns: Columns, pair: Step, rows: int) -> Steer | None:
    """The pair that is held; None if there is nowhere to put it."""
    board = planes_of(columns)
    moves = names_of(board, pair)
    if not moves or isinstance(pair, Fall):
        return None
    mask = int(legal_placements(board))
    open_to = {name for number, name in enumerate(PLACEMENTS) if mask >> number & 1}
    found, leads = _walk(open_to)
    rest_of = {name: number for number, name in enumerate(moves)}
    double = pair[0] == pair[1]
    holds = [
        Hold(side, x, HELD_AT, rest_of[_plain(name_of(x, side)) if double else name_of(x, side)], to)
        for (x, side), to in zip(found, leads, strict=True)
    ]
    return Steer(
        shapes=tuple(((0, 0, pair[0]), (*step, pair[1])) for step in SIDES),
        holds=tuple(holds),
        rests=tuple(_rest(columns, pair, name, rows) for name in moves),
        start=0,
    )


def _rest(columns: Columns, pair: str, name: str, rows: int) -> Rest:
    """Where both halves come to lie; what would lie above the hidden row is gone."""
    board = planes_of(columns)
    place(board, NUMBER_OF[name], MARKS.index(pair[0]), MARKS.index(pair[1]))
    landed = enumerate(zip(columns, columns_of(board), strict=True))
    cells = [(x, y, after[y]) for x, (before, after) in landed for y in range(len(before), len(after))]
    return Rest(tuple((*_spot((x, y), rows), mark) for x, y, mark in cells), name)


def name_of(x: int, side: int) -> str:
    """The placement with the pivot in a column and the rotor on a side of it, as moves are written."""
    return f"{x + 1}{('N', x + 2, 'S', x)[side]}"


def _plain(name: str) -> str:
    """The same placement as it is written where both halves are of one colour."""
    pivot, rotor = name[0], name[1]
    return "".join(sorted(name)) if rotor.isdigit() else f"{pivot}N"


def _walk(open_to: set[str]) -> tuple[list[At], list[tuple[int, int, int, int, int]]]:
    """All holds that keys lead to, the first above column 3, and the holds that each key leads to."""
    found: list[At] = [(DEATH_COLUMN, UP)]
    number = {found[0]: 0}
    leads = []
    for at in found:
        to = []
        for ways in _ways(at):
            there = next((way for way in ways if name_of(*way) in open_to), None)
            if there is not None and there not in number:
                number[there] = len(found)
                found.append(there)
            to.append(NOWHERE if there is None else number[there])
        left, right, clockwise, counterclockwise = to
        leads.append((left, right, clockwise, counterclockwise, NOWHERE))
    return found, leads


def _ways(at: At) -> Iterator[list[At]]:
    """Where left, right and the turns lead: the first of these that the pair may take."""
    x, side = at
    yield [(x - 1, side)]
    yield [(x + 1, side)]
    for turn in (1, -1):
        ways = []
        for there in ((side + turn) % 4, (side + 2 * turn) % 4):
            ways += [(x, there), (x - SIDES[there][0], there)]  # where it is, or pushed off the wall
        yield ways
