"""A puzzle to be played by hand: the attacker's moves to choose from, and a defender that resists as long as it can.

`moves` are a line, or the attacker's moves alone: where the defender's ply is missing it is played by `defence`, and
one that is there must be as good. What a hidden piece is shows when it is taken, and it is what suits the defender as
long as that can be: red as long as a hidden red is left. So a line that wins here wins however the colours lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.agents import Scene
from engines.contract import Json
from engines.geister.japanese import titles as titles_ja
from engines.geister.rules.moves import GOES_ON, OUT, SIDE, move_name, move_of, square_name
from engines.geister.rules.panels import Step, steps
from engines.geister.rules.puzzle import EMPTY, Puzzle, position_of, puzzle_from
from engines.geister.rules.titles import COLOR_NAMES, HIDDEN, task
from engines.geister.show import captions
from engines.geister.solve.checked_moves import (
    MOVE,
    SIDES,
    IllegalMove,
    Line,
    names_of,
    split,
    step,
)
from engines.geister.solve.defence import as_good, best, length
from engines.hands import Choice, Pick, Situation, Spot

ATTACKER, DEFENDER = SIDES
OWN, OTHER = "BR", "ubr"  # the letters of the player's pieces, and of the other side's
ABOVE, BELOW = -1, SIDE  # the rows where pieces are that have left the board


def situation(puzzle: Puzzle, moves: Any) -> Situation:
    """What a player sees and can do after some moves and the replies to them.

    It is solved if the attacker has won within the plies of the puzzle; it is not if these are used up, if the
    defender has won, or as soon as no win is left in time.
    """
    plies = puzzle.plies or length(position_of(puzzle))
    line, gone = _played(puzzle, split(moves), plies)
    solved = _solved(line, plies, gone)
    shown = steps(puzzle, line.names)
    left = shown[-1].left if shown else puzzle_from(position_of(puzzle), puzzle.plies)
    scenes = _scenes(puzzle, shown, line.names)
    if solved is False and line.winner != DEFENDER:
        scenes[-1] = _failed(scenes[-1], plies)
    return Situation(
        moves=list(line.names),
        moments=tuple(scenes),
        pick=_pick(line, left) if solved is None else None,
        solved=solved,
        facts=_facts(line, left),
    )


def _played(puzzle: Puzzle, given: Sequence[Any], plies: int) -> tuple[Line, bool]:
    """The line that the moves make with all replies, and whether the win has gone on the way."""
    line, gone = Line((), puzzle), False
    for name in given:
        if line.turn == DEFENDER:
            answered, lost = _answered(line, plies)
            gone = gone or lost
            if _is_of_attacker(line, name):
                line = answered
            else:
                after = step(line, name)
                line = after if name == answered.names[-1] else _as_good(line, after, plies)
                continue
        line = step(line, name)
    if line.turn == DEFENDER and len(line.names) < plies:
        line, lost = _answered(line, plies)
        gone = gone or lost
    return line, gone


def _is_of_attacker(line: Line, name: Any) -> bool:
    """Whether a move is one of a piece of the attacker's."""
    return isinstance(name, str) and bool(MOVE.fullmatch(name)) and line.puzzle.squares[move_of(name)[0]] in OWN


def _plies_left(line: Line, plies: int) -> int:
    """The plies that the attacker has after a reply; one at least, for who plays on after the end."""
    return max(1, plies - len(line.names) - 1) | 1


def _answered(line: Line, plies: int) -> tuple[Line, bool]:
    """The line with the defender's best reply, and whether the attacker has no win in time after it."""
    reply = best(position_of(line.puzzle), _plies_left(line, plies))
    return step(line, move_name(reply.start, reply.end)), reply.left == 0


def _as_good(line: Line, after: Line, plies: int) -> Line:
    """The line after a given reply, if that is as good as any: a weaker one would make a win of what is none."""
    name = after.names[-1]
    if not as_good(position_of(line.puzzle), _plies_left(line, plies), *move_of(name)):
        raise IllegalMove(f"ply {len(after.names)}: the defender has a better reply than {name}")
    return after


def _solved(line: Line, plies: int, gone: bool) -> bool | None:
    if line.winner:
        return line.winner == ATTACKER and len(line.names) <= plies
    return False if gone or len(line.names) >= plies else None


# ------------------------------------------------------------------ what there is to see


def _spot(square: int) -> Spot:
    return square % SIDE, SIDE - 1 - square // SIDE


def _scenes(puzzle: Puzzle, shown: Sequence[Step], names: Sequence[str]) -> list[Scene]:
    """The attacker's last move and the reply to it; the problem, if nothing has been played."""
    if not shown:
        return [_scene(puzzle_from(position_of(puzzle)), (), captions.of_problem(puzzle), False)]
    return [
        _scene(
            each.left,
            [_spot(square) for square in (each.ply.start, each.ply.end) if square != OUT],
            captions.of_step(each, names),
            bool(each.ply.taken) or each.outcome != GOES_ON,
        )
        for each in shown[(len(shown) - 1) // 2 * 2 :]
    ]


def _scene(left: Puzzle, changed: Sequence[Spot], said: captions.Said, event: bool) -> Scene:
    return Scene((left.rows,), tuple((0, *spot) for spot in changed), *said, event=event)


def _failed(scene: Scene, plies: int) -> Scene:
    """The last board of a line in which the attacker does not win in time."""
    return replace(
        scene,
        said=f"{scene.said}. There is no win in {plies} any more",
        said_ja=f"{scene.said_ja}。{plies}手以内の勝ちはもうありません",
    )


def _facts(line: Line, left: Puzzle) -> Json:
    """What else is worth showing: whose pieces are which, what is hidden, what was taken, where pieces leave."""
    told = left.plies
    return {
        "goal": [task(told), titles_ja.task(told)],
        "plies": told,
        "left": None if told is None else max(0, told - len(line.names)),
        "yours": OWN,
        "theirs": OTHER,
        "hidden": {"blue": left.hidden_blue, "red": left.hidden_red},
        "taken": {
            name: [{"square": taken.square, "color": taken.color, "hidden": taken.hidden} for taken in line.taken
                   if taken.side == side]
            for name, side in (("yours", ATTACKER), ("theirs", DEFENDER))
        },
        "exits": {"yours": [[0, ABOVE], [SIDE - 1, ABOVE]], "theirs": [[0, BELOW], [SIDE - 1, BELOW]]},
        "winner": {ATTACKER: "you", DEFENDER: "they"}.get(line.winner) if line.winner else None,
    }  # fmt: skip


# ------------------------------------------------------------------ what hands can do


def _pick(line: Line, left: Puzzle) -> Pick:
    """The attacker's moves."""
    return Pick(tuple(_choice(name, left.squares) for name in names_of(position_of(line.puzzle), ATTACKER)))


def _choice(name: str, squares: str) -> Choice:
    start, end = move_of(name)
    color, color_ja = COLOR_NAMES[squares[start]], titles_ja.COLOR_NAMES[squares[start]]
    x, y = _spot(start)
    if end == OUT:
        said, said_ja = f"{color}, out at {square_name(start)}", f"{color_ja} {square_name(start)}から脱出"
        return Choice((x, y), (x, ABOVE), name, said, said_ja)
    said, said_ja = f"{color}, {square_name(start)} to {square_name(end)}", f"{color_ja} {name.replace('-', '→')}"
    there = squares[end]
    if there != EMPTY:
        said += f", takes a {COLOR_NAMES.get(there, HIDDEN)} piece"
        said_ja += f" {titles_ja.COLOR_NAMES.get(there, titles_ja.HIDDEN)}駒を取る"
    return Choice((x, y), _spot(end), name, said, said_ja)
