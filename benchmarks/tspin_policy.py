"""Learns the weights of `engines/tspin/measure/policy.py`: how likely people are to try each placement.

The data are choices: a board, a piece, a goal, and the placement that was taken among all that there were. Most
weight lies on games of agents of middling strength: the last one to four placements before a goal could be played are
what somebody does who wants it. (A T-spin on the way has a goal of its own and is left out.) The rest are the answers
of our own puzzles with one solution. These are not people's, but games alone know little of some goals: they have
`SHARE` of the weight, and every variant counts the same. Puzzles that move by SRS teach nothing: each has a tuck or
spin in its answer because it was made so.

Habits are learned apart, from all moves of an agent that knows nothing of T-spins, without what is about the goal.

It prints the weights that follow from all data, to be put into the module. Then the log-loss (bits a choice) of
choices that were not learned from, beside that of a uniform guess: a fifth of the games, or a variant, left out.

`python -m benchmarks.tspin_policy [GAMES] [PUZZLES]`: games of each agent, candidates of each variant.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engines.tspin.agent.game import Move, moves_of_record
from engines.tspin.agent.met import boards_of, is_drop, possible, puzzles_from
from engines.tspin.engine import ENGINE
from engines.tspin.measure.policy import NAMES, OF_THE_GOAL, open_eye, see
from engines.tspin.rules.board import WIDTH, place, rows_of
from engines.tspin.rules.goals import GOALS
from engines.tspin.rules.moves import code_left, code_low, code_shape
from engines.tspin.rules.placements import first_solutions
from engines.tspin.rules.puzzle import RULE_SETS, SRS, Puzzle
from engines.tspin.solve.solver import Batch, batch_of

STACKER = "no-patterns"  # it knows nothing of T-spins
AGENTS = ("beam", "no-tst", "no-pre-tsd", "no-well-distance")
SEED = 21
INPUTS = 1000
LONGEST = 4  # placements before the goal
SHARE = 0.25  # of the weight, that of our own puzzles
PENALTY = 2.0  # on squared weights of features in their standard deviations
GAMES, PUZZLES = 20, 120
FOLDS = 5


class Choice(NamedTuple):
    """What was seen of all placements, which one was taken, and where it is from."""

    seen: np.ndarray
    taken: int
    group: str


def choices_of(batch: Batch, answers: Sequence[Sequence[int]], groups: Sequence[str]) -> Iterator[Choice]:
    """The choices along answers."""
    eye = open_eye()
    for p, answer in enumerate(answers):
        board, after = batch.columns[p].copy(), np.zeros(WIDTH, dtype=np.int64)
        for i, move in enumerate(answer):
            piece = batch.queues[p, i]
            count = see(eye, board, piece, batch.srs[p], batch.aims[p])
            [taken] = np.flatnonzero(eye.moves[:count] == move)
            yield Choice(eye.seen[:count].copy(), int(taken), groups[p])
            place(board, piece, code_shape(move), code_left(move), code_low(move), after)
            board[:] = after


def stretches(moves: Sequence[Move], goal: str) -> Iterator[tuple[int, int, Puzzle]]:
    """The placements, at most LONGEST, before each board on which a goal can be played and could not before.

    Rows may clear on the way, but for donations, whose well would move.
    """
    boards = boards_of(moves)
    if goal == "donate":
        dropped = [is_drop(board, move) for board, move in zip(boards, moves, strict=False)]
        ready = {"tsd": [possible(board, "tsd") for board in boards]}
        done: set[int] = set()
        for length in range(LONGEST, 0, -1):
            for first in range(len(moves) - length + 1):
                for rules in RULE_SETS if first + length not in done else ():
                    for puzzle in puzzles_from(moves, boards, dropped, ready, first, length, goal, rules):
                        done.add(first + length)
                        yield first, first + length, replace(puzzle, moves=SRS)
        return
    can = [possible(board, goal) for board in boards]
    for past in range(1, len(boards)):
        if can[past] and not can[past - 1]:
            first = past
            while first > max(0, past - LONGEST) and not can[first - 1] and not moves[first - 1].spin:
                first -= 1
            queue = "".join(move.piece for move in moves[first:past])
            if first == past:
                continue
            yield first, past, Puzzle(goal, SRS, queue, rows_of(boards[first]))


def from_games(count: int) -> list[Choice]:
    """Choices of agents before they could play a goal; games move by SRS."""
    puzzles, answers, groups = [], [], []
    for agent in AGENTS:
        for number in range(count):
            game = ENGINE.play_game(agent, SEED, number, {"inputs": INPUTS})
            moves = list(moves_of_record(game.moves))
            for goal in GOALS:
                for first, past, puzzle in stretches(moves, goal):
                    puzzles.append(puzzle)
                    answers.append([move.code for move in moves[first:past]])
                    groups.append(f"{goal} game {number % FOLDS}")
    return list(choices_of(batch_of(puzzles), answers, groups))


def from_stacking(count: int) -> list[Choice]:
    """Choices of an agent that stacks."""
    puzzles, answers, groups = [], [], []
    for number in range(count):
        moves = list(moves_of_record(ENGINE.play_game(STACKER, SEED, number, {"inputs": INPUTS}).moves))
        for board, move in zip(boards_of(moves), moves, strict=False):
            if not move.spin:
                puzzles.append(Puzzle("tsd", SRS, move.piece, rows_of(board)))
                answers.append([move.code])
                groups.append(f"habit game {number % FOLDS}")
    return list(choices_of(batch_of(puzzles), answers, groups))


def from_puzzles(count: int) -> list[Choice]:
    """Choices of the answers of our own unique puzzles."""
    found: list[Choice] = []
    for variant in ENGINE.variants:
        made = ENGINE.generate(variant, SEED, count)
        solved = zip(made, ENGINE.solve(made, stop_at=2), strict=True)
        unique = [(puzzle, verdict) for puzzle, verdict in solved if verdict.verdict == "unique"]
        if unique:
            batch = batch_of([puzzle for puzzle, _ in unique])
            codes = first_solutions([verdict for _, verdict in unique])
            answers = [row[:n] for row, n in zip(codes, batch.lengths, strict=True)]
            found += choices_of(batch, answers, [variant] * len(unique))
    return found


class Table(NamedTuple):
    """Choices as one array: rows of choice i are those with `owner` i."""

    seen: np.ndarray
    owner: np.ndarray
    taken: np.ndarray  # the row
    weight: np.ndarray  # of each choice


def table_of(choices: Sequence[Choice], weights: Sequence[float]) -> Table:
    sizes = np.array([len(choice.seen) for choice in choices])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    taken = first + [choice.taken for choice in choices]
    weight = np.array(weights) / np.sum(weights) * len(choices)
    return Table(np.concatenate([c.seen for c in choices]), np.repeat(np.arange(len(sizes)), sizes), taken, weight)


def likelihoods(table: Table, weights: np.ndarray) -> np.ndarray:
    scores = table.seen @ weights
    most = np.full(len(table.taken), -np.inf)
    np.maximum.at(most, table.owner, scores)
    shares = np.exp(scores - most[table.owner])
    return np.asarray(shares / np.bincount(table.owner, shares)[table.owner])


def value(table: Table, weights: np.ndarray) -> float:
    """What the fit makes as large as it can."""
    bits = np.log(np.maximum(likelihoods(table, weights)[table.taken], 1e-300))
    return float(table.weight @ bits - PENALTY / 2 * weights @ weights)


def fit(table: Table) -> np.ndarray:
    """The conditional logit with a ridge, by Newton's method."""
    spread = np.maximum(table.seen.std(axis=0), 1e-9)
    scaled = table._replace(seen=table.seen / spread)
    count = scaled.seen.shape[1]
    weights = np.zeros(count)
    heavy = scaled.weight[scaled.owner]
    for _ in range(10):
        shares = likelihoods(scaled, weights)
        mean = np.stack([np.bincount(scaled.owner, shares * scaled.seen[:, k]) for k in range(count)], axis=1)
        off = scaled.seen - mean[scaled.owner]
        slope = scaled.weight @ (scaled.seen[scaled.taken] - mean) - PENALTY * weights
        curve = (off * (heavy * shares)[:, None]).T @ off + PENALTY * np.eye(count)
        step = np.linalg.solve(curve, slope)
        worth = value(scaled, weights)
        while np.abs(step).max() > 1e-6 and value(scaled, weights + step) < worth:
            step /= 2
        weights = weights + step
    return np.asarray(weights / spread)


def losses(table: Table, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bits of each choice under the policy and under a uniform guess."""
    return -np.log2(likelihoods(table, weights)[table.taken]), np.log2(np.bincount(table.owner))


def weights_of(games: Sequence[Choice], puzzles: Sequence[Choice]) -> list[float]:
    """The weight of each choice: the games' goals by the square root of how many there are, variants alike."""
    parts = []
    for choices, share, power in ((games, 1 - SHARE, 0.5), (puzzles, SHARE, 0.0)):
        kinds = [choice.group.split(" game ")[0] for choice in choices]
        size = {kind: kinds.count(kind) for kind in set(kinds)}
        each = np.array([size[kind] ** (power - 1) for kind in kinds])
        parts += list(share * each / each.sum())
    return parts


def habits(choices: Sequence[Choice]) -> np.ndarray:
    """The weights of habit, without what is about the goal."""
    blind = [choice._replace(seen=choice.seen * [name not in OF_THE_GOAL for name in NAMES]) for choice in choices]
    return fit(table_of(blind, [1.0] * len(blind)))


def learned(games: Sequence[Choice], puzzles: Sequence[Choice], without: str = "") -> np.ndarray:
    """The weights that follow from all choices but those of a group."""
    games = [choice for choice in games if not without or not choice.group.endswith(without)]
    puzzles = [choice for choice in puzzles if choice.group != without and not choice.group.endswith(SRS)]
    return fit(table_of([*games, *puzzles], weights_of(games, puzzles)))


def main(arguments: Sequence[str]) -> None:
    counts = [int(text) for text in arguments]
    games = from_games(counts[0] if counts else GAMES)
    puzzles = from_puzzles(counts[1] if len(counts) > 1 else PUZZLES)
    stacking = from_stacking(counts[0] if counts else GAMES)
    for title, found in (("WEIGHTS", learned(games, puzzles)), ("HABITS", habits(stacking))):
        print(title)
        for name, weight in zip(NAMES, found, strict=True):
            print(f'    "{name}": {weight:.3f},')
    print(f"{'left out':24} choices   bits  uniform  first choice")
    for fold in range(FOLDS):
        held = [choice for choice in stacking if choice.group.endswith(f"game {fold}")]
        others = [choice for choice in stacking if not choice.group.endswith(f"game {fold}")]
        tell(f"habit game {fold}", held, habits(others))
        held = [choice for choice in games if choice.group.endswith(f"game {fold}")]
        weights = learned(games, puzzles, f"game {fold}")
        for goal in GOALS:
            tell(f"{goal} game {fold}", [choice for choice in held if choice.group.startswith(goal)], weights)
    for variant in dict.fromkeys(choice.group for choice in puzzles):
        held = [choice for choice in puzzles if choice.group == variant]
        tell(variant, held, learned(games, puzzles, variant))


def tell(name: str, held: Sequence[Choice], weights: np.ndarray) -> None:
    """One line of the report."""
    if held:
        table = table_of(held, [1.0] * len(held))
        bits, uniform = losses(table, weights)
        best = np.full(len(held), -np.inf)
        shares = likelihoods(table, weights)
        np.maximum.at(best, table.owner, shares)
        first = float(np.mean(shares[table.taken] >= best))
        print(f"{name:24} {len(held):7} {bits.mean():6.2f} {uniform.mean():8.2f} {first:13.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
