"""The policy and the features of effort once more, with letters on a grid: see `measure/policy.py` and `effort.py`.

Weights are those of the engine, by name; what is seen, how lines are looked at and what is counted is said again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import exp, log2

from engines.geister.measure.catalogue import LOOKED_AT
from engines.geister.measure.policy import SEEN, SEEN_OF_REPLIES
from engines.geister.measure.words import TOLD
from tests.engines.geister import naive
from tests.engines.geister.naive import ATTACKER, DEFENDER, EXIT, EXITS, Move, State
from tests.engines.geister.naive_dfpn import key_of, order
from tests.engines.geister.naive_dfpn import least_plies as least_plies_of
from tests.engines.geister.naive_features import (
    Game,
    Values,
    apart,
    blocks,
    in_doubt,
    runners,
    squares_of,
    to_exit,
)

EQUAL = 1e-9
GRAIN = 1 << 20  # bits are multiples of one over this
STRENGTHS = {"looked_at": 0, "looked_at_glance": 1, "looked_at_ahead": 3}  # plies of wins that are seen


def bits_of(chance: float) -> float:
    return round(-log2(min(chance, 1.0)) * GRAIN) / GRAIN


def in_order(state: State, side: str) -> list[Move]:
    """All moves, by squares."""
    return sorted(naive.moves(state, side), key=order)


def foremost(squares: list[str], side: str) -> list[str]:
    """The squares with the fewest steps to an exit of a side."""
    least = min(to_exit(square, side) for square in squares)
    return [square for square in squares if to_exit(square, side) == least]


def gets_nearer(move: Move, goals: list[str]) -> bool:
    """Whether a step leads nearer to any of some squares."""
    return any(apart(move[1], goal) < apart(move[0], goal) for goal in goals)


def corners_of(squares: list[str], row: str) -> list[str]:
    """The corners of a row on the same half of the board as any of the squares."""
    return [("a" if square[0] in "abc" else "f") + row for square in squares]


def can_be_taken(state: State, side: str) -> set[str]:
    """Where pieces of the other side could be taken by a side, or would be if they stood there."""
    return {end for square in squares_of(state, naive.PIECES_OF[side]) for end in naive.neighbors(square)}


def wins_at_once(state: State, side: str) -> bool:
    return any(naive.move(state, side, move)[1] == side for move in naive.moves(state, side))


def see(state: State, move: Move, plies: int) -> dict[str, float]:
    """What is seen of a move of the attacker, by name."""
    start, end = move
    after, winner = naive.move(state, ATTACKER, move)
    if winner == ATTACKER:
        return {"wins": 1.0}
    taken = state.cells.get(end, ".")
    doubt = end in in_doubt(state)
    known = "b" if taken == "u" and not doubt and state.hidden_blue else "r" if taken == "u" and not doubt else taken
    blue = state.cells[start] == "B"
    reached = can_be_taken(after, DEFENDER)
    out: dict[str, float] = {
        "stops": end in runners(state) and end in EXITS[DEFENDER],
        "takes_blue": known == "b",
        "takes_red": known == "r",
        "takes_hidden": doubt,
        "back": int(end[1]) < int(start[1]),
        "aside": end[1] == start[1],
        "red": not blue,
        "loses": winner == DEFENDER or wins_at_once(after, DEFENDER),
    }
    if winner:
        return {name: float(value) for name, value in out.items()}
    near = min(to_exit(square, ATTACKER) for square in squares_of(after, "B"))
    toward = blue and to_exit(end, ATTACKER) < to_exit(start, ATTACKER)
    ready = [square for square in squares_of(after, "B") if square in EXITS[ATTACKER]]
    out |= {
        "spends": (doubt or known == "r") and naive.number_of(after, DEFENDER, "red") == 1,
        "late": plies > 0 and least_plies_of(key_of(after)) > plies - 2,
        "threatens": blue and end in ready and (len(ready) > 1 or any(square not in reached for square in ready)),
        "toward": toward,
        "away": blue and to_exit(end, ATTACKER) > to_exit(start, ATTACKER),
        "leads": toward and to_exit(end, ATTACKER) == near,
        "closeness": 1 / (1 + to_exit(end, ATTACKER)) if toward else 0,
        "offers_blue": blue and end in reached,
        "offers_red": not blue and end in reached,
        "leaves_blue": any(square in reached for square in squares_of(after, "B") if square != end),
        "saves": blue and start in can_be_taken(state, DEFENDER) and end not in reached,
        "attacks": taken == "." and any(square in squares_of(after, "ubr") for square in naive.neighbors(end)),
        "blocks": blocks(state, move),
    }
    if runners(after):
        out["guards"] = gets_nearer(move, corners_of(foremost(runners(after), DEFENDER), "1"))
    return {name: float(value) for name, value in out.items()}


def see_reply(state: State, move: Move) -> dict[str, float]:
    """What is seen of a reply of the defender, by name."""
    start, end = move
    after, winner = naive.move(state, DEFENDER, move)
    taken = state.cells.get(end, ".") if end != EXIT else "."
    out: dict[str, float] = {
        "wins": winner == DEFENDER,
        "loses": winner == ATTACKER,
        "takes_blue": taken == "B",
        "takes_red": taken == "R",
    }
    if winner:
        return {name: float(value) for name, value in out.items()}
    reached = can_be_taken(after, ATTACKER)
    runs = start in runners(state)
    blues = foremost(squares_of(after, "B"), ATTACKER)
    beside = [blue for blue in blues if apart(end, blue) == 1]
    out |= {
        "loses": any(square in EXITS[ATTACKER] for square in squares_of(after, "B")),
        "arrives": runs and end in EXITS[DEFENDER] and end not in reached,
        "runs": runs and to_exit(end, DEFENDER) < to_exit(start, DEFENDER),
        "retreats": runs and to_exit(end, DEFENDER) > to_exit(start, DEFENDER),
        "guards": gets_nearer(move, corners_of(blues, "6")),
        "nears": gets_nearer(move, blues),
        "shuts": taken == "." and any(to_exit(end, ATTACKER) < to_exit(blue, ATTACKER) for blue in beside),
        "offers": end in reached,
        "saves": start in can_be_taken(state, ATTACKER) and end not in reached,
    }
    return {name: float(value) for name, value in out.items()}


def score(seen: dict[str, float], weights: dict[str, float]) -> float:
    return sum(weights[name] * value for name, value in seen.items())


def likely(state: State, plies: int) -> dict[Move, float]:
    """How likely each move is tried."""
    scores = {move: score(see(state, move, plies), SEEN) for move in in_order(state, ATTACKER)}
    total = sum(exp(value) for value in scores.values())
    return {move: exp(value) / total for move, value in scores.items()}


def apparent_reply(state: State) -> Move:
    """The reply that looks best, the first of equal ones."""
    best, most = None, -1e9
    for move in in_order(state, DEFENDER):
        value = score(see_reply(state, move), SEEN_OF_REPLIES)
        if value > most + EQUAL:
            best, most = move, value
    assert best
    return best


def glance(state: State, game: Game, plies: int) -> int:
    """1 if a win in one or three plies is there, -1 if it is too late for any, else 0."""
    if wins_at_once(state, ATTACKER):
        return 1
    least = least_plies_of(key_of(state))
    if plies == 1 or least > plies:
        return -1
    if takes_to_win(state) <= 2:
        return 0
    if game.wins(state, 3):
        return 1
    return -1 if plies == 3 else 0


def takes_to_win(state: State) -> int:
    if in_doubt(state):
        return len(squares_of(state, "bu")) if squares_of(state, "r") else 99
    return naive.number_of(state, DEFENDER, "blue")


@dataclass
class Turn:
    """A turn of the attacker on the main line."""

    state: State
    plies: int
    move: Move
    reply: Move | None
    right: list[Move]
    chances: dict[Move, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chances = likely(self.state, self.plies)

    @property
    def best(self) -> float:
        return max(self.chances[move] for move in self.right)

    @property
    def bits(self) -> float:
        return bits_of(self.best)

    @property
    def all_bits(self) -> float:
        return bits_of(sum(self.chances[move] for move in self.right))

    @property
    def likelier(self) -> list[Move]:
        return [move for move, p in self.chances.items() if p > self.best + EQUAL and move not in self.right]


def turns_of(state: State, game: Game, line: list[Move]) -> list[Turn]:
    found = []
    for ply in range(0, len(line), 2):
        plies = len(line) - ply
        reply = line[ply + 1] if ply + 1 < len(line) else None
        found.append(Turn(state, plies, line[ply], reply, game.right(state, plies)))
        if reply:
            state = naive.move(naive.move(state, ATTACKER, line[ply])[0], DEFENDER, reply)[0]
    return found


def is_seen_to_fail(state: State, game: Game, plies: int, ahead: int) -> bool:
    """Whether the defender, to move, has a reply after which it is seen that there is no win in so many plies."""
    for reply in naive.moves(state, DEFENDER):
        after, winner = naive.move(state, DEFENDER, reply)
        if winner == DEFENDER or (winner is None and fails(after, game, plies - 2, ahead)):
            return True
    return False


def fails(state: State, game: Game, plies: int, ahead: int) -> bool:
    value = glance(state, game, plies)
    if value or not ahead:
        return value < 0
    for move in naive.moves(state, ATTACKER):
        after, winner = naive.move(state, ATTACKER, move)
        if winner == ATTACKER or (winner is None and not is_seen_to_fail(after, game, plies, ahead - 1)):
            return False
    return True


def stands_out(turns: list[Turn], game: Game) -> int:
    first, found = turns[0], 1
    for move in first.likelier:
        after, winner = naive.move(first.state, ATTACKER, move)
        if winner is None:
            ahead = 0
            while ahead < len(turns) - 1 and not is_seen_to_fail(after, game, first.plies, ahead):
                ahead += 1
            found = max(found, ahead + 1)
    return found


@dataclass
class Line:
    """A line that is open: where it comes from, the move to be made, its bits, and the turns of the answer so far."""

    state: State
    move: Move | None
    made: int
    bits: float
    turn: int | None


def foreseen(state: State, game: Game, plies: int, sight: int) -> int:
    """What a solver sees of a position that sees wins of so many plies."""
    if sight == 3:
        return glance(state, game, plies)
    if sight and wins_at_once(state, ATTACKER):
        return 1
    return -1 if least_plies_of(key_of(state)) > plies else 0


def of_the_lines(turns: list[Turn], game: Game) -> Values:
    """What solvers look at that try the likeliest line first."""
    out: Values = {}
    for name, sight in STRENGTHS.items():
        looked, tempting, last, found = looked_at(turns, game, sight)
        to_go = 0.0
        for turn in turns:
            if foreseen(turn.state, game, turn.plies, sight) > 0:
                break
            to_go += turn.all_bits
        more = 0.0 if found else max(0.0, to_go - last)
        out[name] = log2(looked) + more
    out["temptations"] = log2(1 + len(tempting) * 2**more)
    return out | ({"temptation_depth": sum(tempting) / len(tempting) / len(turns)} if tempting else {})


def looked_at(turns: list[Turn], game: Game, sight: int) -> tuple[int, list[int], float, bool]:
    """How many lines, how long those were that tempt, the bits of the last one, and whether it was the answer."""
    plies, looked, last = turns[0].plies, 0, 0.0
    tempting: list[int] = []
    waiting = [Line(turns[0].state, None, 0, 0.0, 0)]
    while looked < LOOKED_AT:
        least = min(waiting, key=lambda line: line.bits)
        waiting.remove(least)
        looked, last = looked + 1, least.bits
        state, winner, close = least.state, None, False
        if least.move:
            state, winner = naive.move(state, ATTACKER, least.move)
            if winner is None:
                close = any(to_exit(square, ATTACKER) <= 1 for square in squares_of(state, "B"))
                reply = apparent_reply(state) if least.turn is None else turns[least.turn - 1].reply
                assert reply
                state, winner = naive.move(state, DEFENDER, reply)
        left = plies - 2 * least.made
        value = foreseen(state, game, left, sight) if winner is None else 1 if winner == ATTACKER else -1
        if least.turn is not None and value > 0:
            return looked, tempting, last, True
        if value == 0:
            waiting += longer(least, state, left, turns)
        elif least.turn is None and (value > 0 or close):
            tempting.append(least.made)
    return looked, tempting, last, False


def longer(line: Line, state: State, left: int, turns: list[Turn]) -> list[Line]:
    """The lines that are one move longer; all right moves of the main line are one."""
    found = []
    for move, chance in likely(state, left).items():
        turn = None if line.turn is None else turns[line.turn]
        if turn and move in turn.right:
            if move == turn.move:
                assert line.turn is not None
                found.append(Line(state, move, line.made + 1, line.bits + turn.all_bits, line.turn + 1))
        else:
            found.append(Line(state, move, line.made + 1, line.bits + bits_of(chance), None))
    return found


def of_the_effects(turns: list[Turn]) -> Values:
    quiet, scares, seen, quiet_moves, waits = 0, 0, False, 0, 0
    moved: dict[str, int] = {}  # when the piece on a square moved last
    for number, turn in enumerate(turns):
        if turn.move[0] in moved:
            waits += number - moved.pop(turn.move[0]) - 1
        moved[turn.move[1]] = number
        after, winner = naive.move(turn.state, ATTACKER, turn.move)
        if winner:
            break
        assert turn.reply
        at_exit = any(square in EXITS[ATTACKER] for square in squares_of(after, "B"))
        taken = turn.move[1] in turn.state.cells or turn.reply[1] in after.cells
        quiet_moves += turn.move[1] not in turn.state.cells and not wins_at_once(after, ATTACKER)
        moved.pop(turn.reply[1], None)
        seen = seen or taken or at_exit
        quiet += not seen
        for reply in naive.moves(after, DEFENDER):
            told = see_reply(after, reply)
            scares += bool(told["takes_blue"] or told.get("arrives"))
    return {"quiet": quiet, "scares": scares, "quiet_moves": quiet_moves, "waits": waits}


def variations(turns: list[Turn], game: Game) -> int:
    """Replies along the answer after which its next move is not right."""
    found = 0
    for turn, next_turn in pairwise(turns):
        after = naive.move(turn.state, ATTACKER, turn.move)[0]
        for reply in naive.moves(after, DEFENDER):
            then, winner = naive.move(after, DEFENDER, reply)
            found += winner is None and next_turn.move not in game.right(then, next_turn.plies)
    return found


def other_answers(turn: Turn, game: Game) -> int:
    """The replies to the first move that the commonest right answer does not answer."""
    after = naive.move(turn.state, ATTACKER, turn.move)[0]
    answers: list[list[Move]] = []
    for reply in naive.moves(after, DEFENDER):
        then, winner = naive.move(after, DEFENDER, reply)
        if winner is None:
            answers.append(game.right(then, turn.plies - 2))
    every = [move for found in answers for move in found]
    return len(answers) - max((every.count(move) for move in every), default=0)


def of_the_effort(state: State, game: Game, line: list[Move]) -> Values:
    turns = turns_of(state, game, line)
    bits = [turn.bits for turn in turns]
    ranks = [1 + len(turn.likelier) for turn in turns]
    every = [turn.all_bits for turn in turns]
    out: Values = {
        "surprise_first": bits[0],
        "surprise_worst": max(bits),
        "surprise_sum": sum(bits),
        "rank_first": ranks[0],
        "rank_worst": max(ranks),
        "rank_sum": sum(ranks),
        "variations": variations(turns, game),
        "tries_blind": sum(every),
        "tries_glance": sum(every[:-1]),
        "tries_ahead": sum(every[:-2]),
        "stands_out": stands_out(turns, game),
    }
    out |= {f"surprise_{number}": value for number, value in enumerate(bits[:TOLD], 1)}
    out |= {f"rank_{number}": value for number, value in enumerate(ranks[:TOLD], 1)}
    if len(line) > 1:
        out["other_answers"] = other_answers(turns[0], game)
    return out | of_the_lines(turns, game) | of_the_effects(turns)
