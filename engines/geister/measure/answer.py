"""What is measured on the main line of an answer, move by move. No search: what needs one is in `choices`.

Compare with tests/engines/geister/naive_features.py, which plays the same line with letters on a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engines.geister.measure.problem import (
    ATTACKER_STEPS,
    ATTACKER_WITHIN,
    DEFENDER_STEPS,
    DEFENDER_WITHIN,
    STEPS_OF,
    Values,
    nearest,
    race,
    squares_in,
)
from engines.geister.rules.moves import (
    ATTACKER_EXITS,
    DEFENDER_EXITS,
    DEFENDER_WINS,
    OUT,
    SIDE,
    SQUARES,
    Position,
    attack,
    defend,
)
from engines.geister.solve.category import walks_alone

Move = tuple[int, int]
LEFT_EXIT, RIGHT_EXIT = SIDE * (SIDE - 1), SQUARES - 1
LOST, WON = -99, 99  # how a position looks after which the defender or the attacker wins at once


class Turn(NamedTuple):
    """A turn of the attacker: the position before, its move, the position after, the reply (none at the end)."""

    before: Position
    move: Move
    after: Position
    reply: Move | None


def turns_of(position: Position, line: Sequence[Move]) -> list[Turn]:
    """The attacker's turns in a line."""
    turns = []
    for number in range(0, len(line), 2):
        after = Position(*map(int, attack(position, *line[number])[0]))
        reply = line[number + 1] if number + 1 < len(line) else None
        turns.append(Turn(position, line[number], after, reply))
        if reply:
            position = Position(*map(int, defend(after, *reply)[0]))
    return turns


def steps_between(square: int, other: int) -> int:
    """How many steps two squares are apart."""
    return abs(square % SIDE - other % SIDE) + abs(square // SIDE - other // SIDE)


def goes_nearer(position: Position, move: Move, steps: Sequence[int] = ATTACKER_STEPS) -> bool:
    """Whether a blue leaves or steps nearer to an exit."""
    start, end = move
    return bool(position.own_blue >> start & 1) and (end == OUT or steps[end] < steps[start])


def takes(position: Position, move: Move) -> bool:
    """Whether a move of the attacker takes a piece."""
    return bool((position.purple | position.blue | position.red) >> move[1] & 1)


def goes_back(move: Move) -> bool:
    """Whether a move goes down the board."""
    return move[1] == move[0] - SIDE


def offered(after: Position) -> int:
    """The attacker's pieces that the defender may take now."""
    hostile = after.purple | after.blue | after.red
    own = after.own_blue | after.own_red
    return sum(1 << square for square in squares_in(own) if STEPS_OF[square] & hostile)


def attacker_moves(position: Position) -> list[Move]:
    """Every move of the attacker."""
    own = position.own_blue | position.own_red
    found = [(start, end) for start in squares_in(own) for end in squares_in(STEPS_OF[start] & ~own)]
    return found + [(start, OUT) for start in squares_in(position.own_blue & ATTACKER_EXITS)]


def looks(position: Position, move: Move) -> int:
    """How good a move looks: the race after the reply that leaves it worst."""
    after, outcome = attack(position, *move)
    if outcome:
        return LOST if outcome == DEFENDER_WINS else WON
    B, R, u, b, r, _ = map(int, after)
    runners, hostile = u | b, u | b | r
    if runners & DEFENDER_EXITS:
        return LOST
    worst = WON
    for start in squares_in(hostile):
        for end in squares_in(STEPS_OF[start] & ~hostile):
            came, step = 1 << end, 1 << start | 1 << end
            if came == B:
                return LOST
            if came != R:
                worst = min(worst, race(B & ~came, runners ^ step if runners >> start & 1 else runners))
    return worst


def of_the_first_move(position: Position, turn: Turn, right: Sequence[Move]) -> Values:
    """The first move of the answer, and the moves that it was chosen from."""
    move = turn.move
    moves = attacker_moves(position)
    wrong = [other for other in moves if other not in right]
    best_look = max(looks(position, other) for other in right)
    out: Values = {
        "first_moves": len(right),
        "first_red": position.own_red >> move[0] & 1,
        "first_takes": takes(position, move),
        "first_back": goes_back(move),
        "first_quiet": not takes(position, move) and not goes_nearer(position, move),
        "wrong_steps": sum(goes_nearer(position, other) for other in wrong),
        "wrong_takes": sum(takes(position, other) for other in wrong),
        "misleading": sum(looks(position, other) > best_look for other in wrong),
    }
    if turn.reply:
        out["first_offers"] = offered(turn.after).bit_count()
    return out


def of_the_end(position: Position, turns: Sequence[Turn], steps: int) -> Values:
    """How the answer ends: by which exit, and with which blue."""
    plies = 2 * len(turns) - 1
    out: Values = {"slack": plies - (2 * steps + 1), "by_exit": turns[-1].move[1] == OUT}
    if not out["by_exit"]:
        return out
    exit_square = came_from = turns[-1].move[0]
    for turn in reversed(turns[:-1]):
        if turn.move[1] == came_from:
            came_from = turn.move[0]
    other_exit = LEFT_EXIT if exit_square == RIGHT_EXIT else RIGHT_EXIT
    way = steps_between(came_from, exit_square)
    return out | {
        "exit_steps": way,
        "far_exit": steps_between(came_from, other_exit) < way,
        "other_blue": ATTACKER_STEPS[came_from] > steps,
    }


def pieces_that_move(moves: Sequence[Move], answers: Sequence[Move | None]) -> int:
    """How many pieces of a side move, given its moves in order and what the other side does after each."""
    came: set[int] = set()
    found = 0
    for (start, end), answer in zip(moves, answers, strict=True):
        found += start not in came
        came = came - {start} | {end}
        if answer:
            came.discard(answer[1])
    return found


def of_the_attack(turns: Sequence[Turn], steps: Sequence[int]) -> Values:
    """The attacker's moves in the answer; `steps` are those to the exit that is used."""
    moves = [turn.move for turn in turns]
    same = [before[1] == now[0] for before, now in pairwise(moves)]
    bent = [now[1] not in (OUT, 2 * now[0] - before[0]) for before, now in pairwise(moves)]
    return {
        "detours": sum(not goes_nearer(turn.before, turn.move, steps) for turn in turns),
        "own_takes": sum(takes(turn.before, turn.move) for turn in turns),
        "purple_takes": sum(turn.before.purple >> turn.move[1] & 1 for turn in turns),
        "offers": sum(offered(turn.after) >> turn.move[1] & 1 for turn in turns[:-1]),
        "sacrifices": sum(turn.reply is not None and turn.reply[1] == turn.move[1] for turn in turns),
        "red_moves": sum(turn.before.own_red >> turn.move[0] & 1 for turn in turns),
        "back_moves": sum(map(goes_back, moves)),
        "pieces_moved": pieces_that_move(moves, [turn.reply for turn in turns]),
        "switches": same.count(False),
        "bends": sum(on and off for on, off in zip(same, bent, strict=True)),
        "blocks": sum(blocks(turn) for turn in turns),
        "runners_stopped": sum(DEFENDER_EXITS >> turn.move[1] & takes(turn.before, turn.move) for turn in turns),
        "exits_reached": max(exits_reached(turn.before) for turn in turns),
    }


def blocks(turn: Turn) -> bool:
    """Whether the attacker steps onto an empty square beside a runner, on a way to its exit."""
    end = turn.move[1]
    if end == OUT or takes(turn.before, turn.move):
        return False
    runners = turn.after.purple | turn.after.blue
    return any(DEFENDER_STEPS[runner] > DEFENDER_STEPS[end] for runner in squares_in(STEPS_OF[end] & runners))


def exits_reached(position: Position) -> int:
    """How many exits have a blue of the attacker within a step."""
    return sum(bool(position.own_blue & (1 << corner | STEPS_OF[corner])) for corner in (LEFT_EXIT, RIGHT_EXIT))


def decoys(after: Position, reply: Move, steps: Sequence[int]) -> bool:
    """Whether a reply takes and goes away from the exit, to which no blue was nearer."""
    start, end = reply
    near = all(steps[blue] >= steps[start] for blue in squares_in(after.own_blue))
    return bool((after.own_blue | after.own_red) >> end & 1) and steps[end] > steps[start] and near


def of_the_defence(turns: Sequence[Turn], steps: Sequence[int]) -> Values:
    """The defender's replies in the answer."""
    replies = [(turn.after, turn.reply) for turn in turns if turn.reply]
    left = [nearest(turn.before.purple | turn.before.blue, DEFENDER_WITHIN) for turn in turns]
    return {
        "blues_lost": sum(after.own_blue >> end & 1 for after, (_, end) in replies),
        "reds_lost": sum(after.own_red >> end & 1 for after, (_, end) in replies),
        "hostile_pieces_moved": pieces_that_move([reply for _, reply in replies], [turn.move for turn in turns[1:]]),
        "decoys": sum(decoys(after, reply, steps) for after, reply in replies) if turns[-1].move[1] == OUT else 0,
        "closest_runner": min(left),
        "last_runner": left[-1],
    }


def of_the_answer(position: Position, line: Sequence[Move], right: Sequence[Move]) -> Values:
    """All of it: the main line of an answer, and its first moves."""
    turns = turns_of(position, line)
    blue_steps = nearest(position.own_blue, ATTACKER_WITHIN)
    end = of_the_end(position, turns, blue_steps)
    steps = [steps_between(square, line[-1][0]) for square in range(SQUARES)] if end["by_exit"] else ATTACKER_STEPS
    walk = walks_alone(position, line) and len(line) == 2 * blue_steps + 1
    return (
        {"plies": len(line), "plain_walk": walk}
        | of_the_first_move(position, turns[0], right)
        | end
        | of_the_attack(turns, steps)
        | of_the_defence(turns, steps)
    )
