"""Learn the weights of Geister's policy again: `python -m benchmarks.geister_policy`, with `--print` for the tables.

The policy (`engines/geister/measure/policy.py`) says how likely people are to try each move of a puzzle. No people's
tries are at hand, so it learns from what is tried in our own puzzles, and from nothing else: *answers*, the moves of
main lines, and *tries* of agents of middling strength that are told the goal. Such an agent knows what the puzzle
says: a hidden piece that it takes is red while a hidden red is left, and reds are no bluff. It sees wins of a few
plies and what gives the other side one, and takes what looks best otherwise, with a bit of chance. As long as its
moves are right it is *on the line*, and the defender holds out longest. After a wrong move it is *astray*, and the
defender refutes it. The policy is used in these situations, and each is a source with a share of the weight (SHARES).
Games are no source: there nobody knows the other's colours, and what agents do with reds, and with what is hidden, is
another thing. (A policy that learned from both told the moves of games worse than an even guess.)

How good replies look is learned from those that refute the wrong moves at the turns of main lines: the policy of
replies is asked after wrong moves only.

Conditional logit with a ridge: what was played against everything else that could have been. Every fifth puzzle is
kept aside, and the log-loss on it is printed beside that of an even guess among all moves, by situation and category.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.geister.agent.choosers import CHANCE, gives_away
from engines.geister.agent.weigh import EACH_RED, LOSE_RED, WEIGHTS, weigh
from engines.geister.engine import ENGINE
from engines.geister.measure.answer import attacker_moves, turns_of
from engines.geister.measure.features import line_of
from engines.geister.measure.policy import NAMES, REPLY_NAMES, choices
from engines.geister.rules.moves import DEFENDER_WINS, GOES_ON, SQUARES, Position, attack, defend
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve.deepening import MOST_MOVES, clear, glance, shortest
from engines.geister.solve.lines import all_attacks, all_replies, best_moves
from engines.geister.solve.solver import desk
from engines.kernels.randomness import below, fraction, stream_key
from engines.kernels.randomness import start as start_stream

SEED = 21
PUZZLES = 60  # candidates of each variant
FAMILIES = ("escape", "wall", "open", "capture")
LENGTHS = (5, 7, 9, 11)
# Agents that are told the goal: plies of wins that they see, of their own and of the other side.
AGENTS = ((1, 1), (3, 1), (5, 3))
ANSWERS, ON_THE_LINE, ASTRAY, REFUTATIONS = "answers", "on the line", "astray", "refutations"
SHARES = {ANSWERS: 0.4, ON_THE_LINE: 0.3, ASTRAY: 0.3}
RIDGE = 3.0
NODES = 200_000  # of a search for what is right or refutes
ASIDE = 5  # one in so many is not learned from
PLAIN = WEIGHTS.copy()  # how an agent weighs that does not bluff
PLAIN[LOSE_RED : LOSE_RED + 4] = 0.0
PLAIN[EACH_RED] = 0.0


class Choice(NamedTuple):
    """A choice that was made: what is seen of each move, which one it was, and of which puzzle."""

    seen: np.ndarray
    taken: int
    number: int


Solved = Sequence[tuple[int, Puzzle, Verdict]]  # puzzles with one solution and their numbers


def choice_of(position: Position, plies: int, move: int, number: int, replying: bool = False) -> Iterator[Choice]:
    """One choice, if there was one."""
    moves, seen = choices(position, plies, replying)
    if len(moves) > 1:
        yield Choice(seen, moves.index(move), number)


def from_answers(solved: Solved) -> Iterator[Choice]:
    """The attacker's moves on the main lines."""
    for number, puzzle, verdict in solved:
        line = line_of(verdict)
        for made, turn in enumerate(turns_of(position_of(puzzle), line)):
            yield from choice_of(turn.before, len(line) - 2 * made, turn.move[0] << 6 | turn.move[1], number)


def from_tries(solved: Solved) -> dict[str, list[Choice]]:
    """What agents try that are told the goal, on the line and astray."""
    found: dict[str, list[Choice]] = {ON_THE_LINE: [], ASTRAY: []}
    for strength in AGENTS:
        stream = np.zeros(1, dtype=np.uint64)
        for number, puzzle, verdict in solved:
            start_stream(stream, stream_key(f"geister solver {strength}", SEED), number)
            for situation, position, plies, move in one_try(puzzle, len(line_of(verdict)), strength, stream):
                found[situation] += choice_of(position, plies, move, number)
    return found


def one_try(
    puzzle: Puzzle, plies: int, strength: tuple[int, int], stream: np.ndarray
) -> Iterator[tuple[str, Position, int, int]]:
    """The moves of one agent until it wins, loses or cannot be in time any more: whether it was still on the line,
    the position, the plies that were left, and the move."""
    position, on_line = position_of(puzzle), True
    while plies > 0:
        move = tried(position, plies, strength, stream)
        yield ON_THE_LINE if on_line else ASTRAY, position, plies, move
        on_line = on_line and move in right_moves(position, plies)
        after, outcome = attack(position, move >> 6, move & 63)
        if outcome != GOES_ON:
            return
        then = answered(Position(*map(int, after)), plies - 2, on_line, stream)
        if then is None:
            return
        position, plies = then, plies - 2
        if glance(position, plies, 0) < 0:
            return


def tried(position: Position, plies: int, strength: tuple[int, int], stream: np.ndarray) -> int:
    """What an agent takes that knows the puzzle: a win that it sees; else what looks best of what gives none away."""
    chances = np.zeros(SQUARES)
    for square in range(SQUARES):
        chances[square] = position.blue >> square & 1
    sees, fears = strength
    moves = right_moves(position, min(sees, plies))
    if not moves:
        room = np.zeros(MOST_MOVES, dtype=np.int64)
        every = room[: all_attacks(position, room)].tolist()
        work = np.zeros(2, dtype=np.int64)
        moves = [move for move in every if not gives_away(position, move, fears, work)] or every
    worth = [weigh(position, move >> 6, move & 63, chances, PLAIN) + CHANCE * fraction(stream) for move in moves]
    return int(moves[int(np.argmax(worth))])


def right_moves(position: Position, plies: int) -> list[int]:
    """The moves that win soonest, if that is in so many plies."""
    clear(desk(), NODES)
    least = int(shortest(position, plies, 0, desk()))
    if least <= 0:
        return []
    room = np.zeros(MOST_MOVES, dtype=np.int64)
    return [int(move) for move in room[: max(best_moves(position, least, 0, desk(), room), 0)]]


def answered(after: Position, plies: int, on_line: bool, stream: np.ndarray) -> Position | None:
    """The position after a reply of the defender: one that lasts as long as can be, or refutes a wrong move. Nothing
    if that ends the game."""
    room = np.zeros(MOST_MOVES, dtype=np.int64)
    good = []
    for reply in room[: all_replies(after, room)].tolist():
        then, outcome = defend(after, reply >> 6, reply & 63)
        if outcome == DEFENDER_WINS:
            return None
        if outcome == GOES_ON:
            clear(desk(), NODES)
            wins = int(shortest(then, plies, 0, desk()))
            if wins == plies if on_line else wins <= 0:
                good.append(Position(*map(int, then)))
    return good[below(stream, len(good))] if good else None


def from_refutations(solved: Solved) -> Iterator[Choice]:
    """The replies that refute the wrong moves at the turns of the main line, if there are one or two that do."""
    for number, puzzle, verdict in solved:
        line = line_of(verdict)
        for made, turn in enumerate(turns_of(position_of(puzzle), line)):
            plies = len(line) - 2 * made
            right = right_moves(turn.before, plies)
            for start, end in attacker_moves(turn.before) if plies > 1 else ():
                after, outcome = attack(turn.before, start, end)
                if outcome or start << 6 | end in right:
                    continue
                position = Position(*map(int, after))
                moves, seen = choices(position, 0, True)
                refute = [k for k, move in enumerate(moves) if refutes(position, move, plies - 2)]
                if 0 < len(refute) < 3 and len(moves) > len(refute):
                    yield from (Choice(seen, k, number) for k in refute)


def refutes(after: Position, reply: int, plies: int) -> bool:
    """Whether the attacker does not win in so many plies after a reply."""
    then, outcome = defend(after, reply >> 6, reply & 63)
    if outcome:
        return bool(outcome == DEFENDER_WINS)
    clear(desk(), NODES)
    return int(shortest(then, plies, 0, desk())) <= 0


class Rows(NamedTuple):
    """Choices one below the other: what is seen, where each begins, the row that was taken, its weight."""

    seen: np.ndarray
    begins: np.ndarray
    taken: np.ndarray
    weights: np.ndarray


def rows_of(found: Sequence[tuple[Sequence[Choice], float]]) -> Rows:
    """Choices from several sources, each source with its share of the weight."""
    every = [(choice, share / len(choices)) for choices, share in found for choice in choices]
    sizes = np.array([len(choice.seen) for choice, _ in every])
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    weights = np.array([weight for _, weight in every]) * len(every)
    taken = begins + np.array([choice.taken for choice, _ in every])
    return Rows(np.concatenate([choice.seen for choice, _ in every]), begins, taken, weights)


def chances(rows: Rows, beta: np.ndarray) -> np.ndarray:
    """How likely each move is, by these weights."""
    sizes = np.diff(np.append(rows.begins, len(rows.seen)))
    scores = rows.seen @ beta
    found = np.exp(scores - np.repeat(np.maximum.reduceat(scores, rows.begins), sizes))
    return found / np.repeat(np.add.reduceat(found, rows.begins), sizes)


def learn(rows: Rows, ridge: float, steps: int = 40) -> np.ndarray:
    """The weights under which the choices are likeliest, less a ridge: Newton's method."""
    beta = np.zeros(rows.seen.shape[1])
    sizes = np.diff(np.append(rows.begins, len(rows.seen)))
    each = np.repeat(rows.weights, sizes)
    for _ in range(steps):
        p = chances(rows, beta)
        expected = np.add.reduceat(p[:, None] * rows.seen, rows.begins)
        gradient = rows.weights @ (rows.seen[rows.taken] - expected) - ridge * beta
        curve = (rows.seen * (each * p)[:, None]).T @ rows.seen - (expected * rows.weights[:, None]).T @ expected
        step = np.linalg.solve(curve + ridge * np.eye(len(beta)), gradient)
        beta += step * min(1.0, 2.0 / max(1e-9, np.abs(step).max()))
        if np.abs(step).max() < 1e-6:
            break
    return beta


def bits(choices: Sequence[Choice], beta: np.ndarray) -> tuple[float, float, float]:
    """The mean log-loss of these choices in bits, that of a guess among all moves, and how often the likeliest was
    taken."""
    rows = rows_of([(choices, 1.0)])
    p = chances(rows, beta)
    best = np.maximum.reduceat(p, rows.begins)
    uniform = np.log2([len(choice.seen) for choice in choices])
    return float(-np.log2(p[rows.taken]).mean()), float(uniform.mean()), float((p[rows.taken] >= best).mean())


def sources(each: int, replying: bool) -> tuple[dict[str, list[Choice]], list[str]]:
    """The choices of each situation, and the category of each puzzle by its number."""
    made, categories = [], []
    for family in FAMILIES:
        for plies in LENGTHS:
            some = ENGINE.generate(f"{family}-{plies}", SEED, each)
            made += some
            categories += [family] * len(some)
    verdicts = ENGINE.solve(made)
    solved = [
        (number, puzzle, verdict)
        for number, (puzzle, verdict) in enumerate(zip(made, verdicts, strict=True))
        if verdict.verdict == "unique"
    ]
    if replying:
        return {REFUTATIONS: list(from_refutations(solved))}, categories
    return {ANSWERS: list(from_answers(solved))} | from_tries(solved), categories


def learned(found: Mapping[str, Sequence[Choice]]) -> np.ndarray:
    """The weights that follow from all that is not kept aside."""
    kept = [
        ([one for one in made if one.number % ASIDE], SHARES.get(situation, 1.0)) for situation, made in found.items()
    ]
    return learn(rows_of([(some, share) for some, share in kept if some]), RIDGE)


def told(
    found: Mapping[str, Sequence[Choice]], categories: Sequence[str], beta: np.ndarray
) -> Iterator[tuple[str, str, int, float, float, float]]:
    """For each situation, and each category in it, how many choices were kept aside and how well they are told."""
    for situation, made in found.items():
        aside = [one for one in made if one.number % ASIDE == 0]
        for category in ("", *dict.fromkeys(categories)):
            those = [one for one in aside if not category or categories[one.number] == category]
            if those:
                yield situation, category, len(those), *bits(those, beta)


def main(arguments: Sequence[str] = ()) -> None:
    for replying, names in ((False, NAMES), (True, REPLY_NAMES)):
        found, categories = sources(PUZZLES, replying)
        beta = learned(found)
        print(f"{'replies' if replying else 'moves':12} {'':8} aside   bits   even  likeliest")
        for situation, category, count, loss, even, first in told(found, categories, beta):
            print(f"{situation:12} {category:8} {count:5} {loss:6.2f} {even:6.2f} {first:10.0%}")
        if "--print" in arguments:
            for name, weight in zip(names, beta, strict=True):
                print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main(sys.argv[1:])
