"""Learn the weights of Geister's policy again: `python -m benchmarks.geister_policy`, with `--print` for the tables.

The policy (`engines/geister/measure/policy.py`) says how likely people are to try each move. No games of people are
at hand, so it learns from agents of middling strength (`careful`, `rules`), in positions with at most PIECES pieces,
as puzzles have, and from the main lines of unique puzzles; these have ANSWERS of the weight. In games nobody knows
the other's colours: agents offer reds as a bluff, and fear what is hidden. In a puzzle both are taken for what they
are. So games have weights of their own for these things (HIDDEN), which do not count in puzzles.

How good replies look is learned from those that last longest in the main lines and those that refute wrong first
moves, because whoever plays a game does not see the other's colours.

Conditional logit with a ridge: what was played against everything else that could have been. Every fifth game and
puzzle is kept aside, and the log-loss on those is printed beside that of a guess among all moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engines.contract import Verdict
from engines.geister.agent.game import SIDES, seen_from, view
from engines.geister.agent.play_game import play_game, turns
from engines.geister.engine import ENGINE
from engines.geister.measure.answer import attacker_moves, turns_of
from engines.geister.measure.features import line_of
from engines.geister.measure.policy import NAMES, REPLY_NAMES, choices
from engines.geister.rules.moves import DEFENDER_WINS, Position, attack, defend
from engines.geister.rules.puzzle import Puzzle, position_of
from engines.geister.solve.deepening import clear, shortest
from engines.geister.solve.solver import desk

SEED = 21
GAMES = 60  # of each pair of agents
PAIRS = (("careful", "careful"), ("careful", "rules"), ("rules", "rules"))
PIECES = 11
PUZZLES = 60  # candidates of each variant
FAMILIES = ("escape", "wall", "open", "capture")
LENGTHS = (5, 7, 9, 11)
ANSWERS = 0.3  # their share of the weight
HIDDEN = ("red", "offers_red", "takes_hidden")  # weighed apart in games
RIDGE = 3.0
NODES = 200_000  # of a search for what refutes a move
ASIDE = 5  # one in so many is not learned from


class Choice(NamedTuple):
    """A choice that was made: what is seen of each move, which one it was, and of which game or puzzle."""

    seen: np.ndarray
    taken: int
    number: int


def from_games(pairs: Sequence[tuple[str, str]], games: int) -> Iterator[Choice]:
    """The choices of agents."""
    for agent, against in pairs:
        for number in range(games):
            for turn in turns(play_game(agent, SEED, number, against=against)):
                if sum(turn.before.pieces(side).bit_count() for side in SIDES) > PIECES:
                    continue
                move = seen_from(turn.side, turn.start) << 6 | seen_from(turn.side, turn.end)
                moves, seen = choices(view(turn.before, turn.side), 0)
                if len(moves) > 1:
                    yield Choice(seen, moves.index(move), number)


def from_answers(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Iterator[Choice]:
    """The attacker's moves on the main lines of unique puzzles."""
    for number, (puzzle, verdict) in enumerate(zip(puzzles, verdicts, strict=True)):
        line = line_of(verdict) if verdict.verdict == "unique" else []
        for made, turn in enumerate(turns_of(position_of(puzzle), line)):
            moves, seen = choices(turn.before, len(line) - 2 * made)
            if len(moves) > 1:
                yield Choice(seen, moves.index(turn.move[0] << 6 | turn.move[1]), number)


def from_resistance(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Iterator[Choice]:
    """The defender's replies on the same lines: they last longest."""
    for number, (puzzle, verdict) in enumerate(zip(puzzles, verdicts, strict=True)):
        line = line_of(verdict) if verdict.verdict == "unique" else []
        for turn in turns_of(position_of(puzzle), line):
            if turn.reply:
                moves, seen = choices(turn.after, 0, True)
                if len(moves) > 1:
                    yield Choice(seen, moves.index(turn.reply[0] << 6 | turn.reply[1]), number)


def from_refutations(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict]) -> Iterator[Choice]:
    """The replies that refute the wrong first moves, if there are one or two that do."""
    for number, (puzzle, verdict) in enumerate(zip(puzzles, verdicts, strict=True)):
        if verdict.verdict != "unique":
            continue
        position, line = position_of(puzzle), line_of(verdict)
        for start, end in attacker_moves(position):
            after, outcome = attack(position, start, end)
            if outcome or (start, end) == line[0] or len(line) < 3:
                continue
            moves, seen = choices(Position(*map(int, after)), 0, True)
            refute = [k for k, move in enumerate(moves) if refutes(Position(*map(int, after)), move, len(line) - 2)]
            for k in refute if len(refute) < 3 else ():
                yield Choice(seen, k, number)


def refutes(after: Position, reply: int, plies: int) -> bool:
    """Whether the attacker does not win in so many plies after a reply."""
    then, outcome = defend(after, reply >> 6, reply & 63)
    if outcome:
        return bool(outcome == DEFENDER_WINS)
    clear(desk(), NODES)
    return int(shortest(then, plies, 0, desk())) <= 0


def apart(choices: Sequence[Choice], in_games: bool) -> list[Choice]:
    """The same with columns of their own for what games weigh apart."""
    places = [NAMES.index(name) for name in HIDDEN]
    found = []
    for choice in choices:
        seen = np.hstack([choice.seen, np.zeros((len(choice.seen), len(places)))])
        if in_games:
            seen[:, len(NAMES) :] = seen[:, places]
            seen[:, places] = 0.0
        found.append(Choice(seen, choice.taken, choice.number))
    return found


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


def learned(
    games: int, puzzles: int, replying: bool
) -> tuple[np.ndarray, list[tuple[str, int, float, float, float]]]:
    """The weights, and for each source how many choices were kept aside and how well they are told."""
    variants = [f"{family}-{plies}" for family in FAMILIES for plies in LENGTHS]
    made = [puzzle for variant in variants for puzzle in ENGINE.generate(variant, SEED, puzzles)]
    verdicts = ENGINE.solve(made)
    if replying:
        sources = {
            "longest replies": (list(from_resistance(made, verdicts)), 0.5),
            "refutations": (list(from_refutations(made, verdicts)), 0.5),
        }
    else:
        sources = {
            "games": (apart(list(from_games(PAIRS, games)), True), 1 - ANSWERS),
            "answers": (apart(list(from_answers(made, verdicts)), False), ANSWERS),
        }
    kept = [([one for one in found if one.number % ASIDE], share) for found, share in sources.values()]
    beta = learn(rows_of(kept), RIDGE)
    aside = {name: [one for one in found if one.number % ASIDE == 0] for name, (found, _) in sources.items()}
    return beta, [(name, len(found), *bits(found, beta)) for name, found in aside.items()]


def main(arguments: Sequence[str] = ()) -> None:
    for replying, names in ((False, NAMES), (True, REPLY_NAMES)):
        beta, told = learned(GAMES, PUZZLES, replying)
        print("replies" if replying else "moves")
        for source, count, loss, uniform, first in told:
            print(f"  {source}: {count} choices aside, {loss:.2f} bits, uniform {uniform:.2f}, likeliest {first:.0%}")
        if "--print" in arguments:
            for name, weight in zip(names, beta[: len(names)], strict=True):
                print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main(sys.argv[1:])
