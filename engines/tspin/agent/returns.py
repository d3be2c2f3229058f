"""What came after a board: the returns that the value of a board is fitted to.

Games are played by some weights. Now and then comes a spell of odd play, by other weights and a narrow beam, so that
boards come up which the agent would not choose, and it is seen what it makes of them. The *return* of a board is
what its own play sends in the placements right after it, less what their inputs send at the usual rate: by how much
this board was better than the average one, as in average-reward learning (Schwartz 1993). A game that ends there
loses something besides.

Of all that is seen, only sums of products are kept: of the features of boards, and of what was sent and pressed after
them. They are enough for a least-squares fit whatever the rate turns out to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.kernels.jit import kernel
from engines.tspin.agent.bag import Bags
from engines.tspin.agent.best import Best, left_in_bag, named
from engines.tspin.agent.best_search import expected_wait
from engines.tspin.agent.best_tune import CLOSELY
from engines.tspin.agent.best_value import COUNT, INDEX, NAMES, board_value
from engines.tspin.agent.chance import Chance
from engines.tspin.agent.game import Game
from engines.tspin.agent.rules import PLAIN_ATTACK, SPIN_ATTACK, Rules
from engines.tspin.agent.state import NO_MOVE
from engines.tspin.rules.board import WIDTH
from engines.tspin.solve.outlook import LEVELS

STREAM = "tspin/agent/returns"
NO_END = 1 << 40  # inputs of a game that ends otherwise
SPELLS = 60  # moves from one spell of odd play to the next, on average
LONGEST_SPELL = 8
ODD_WIDTHS = (1, 2, 4, 8)
ODD = 0.8  # how odd: the standard deviation of the logarithm of a weight's factor
EARLY = 10  # moves at the beginning of a game that tell little
TINY = 1e-6

# What moves are worth is not fitted: it is what they send.
OF_MOVES = ("clear_1", "clear_2", "clear_3", "clear_4", "spin_1", "spin_2", "spin_3", "wasted_t", "input")
OF_BOARDS = tuple(name for name in NAMES if name not in OF_MOVES)
PLACES = np.array([INDEX[name] for name in OF_BOARDS])
ONE, FIRST, SENT, PRESSED, ENDED = 0, 1, -3, -2, -1  # columns: 1, the features, then what came after
SIZE = len(OF_BOARDS) + 4


class Seen(NamedTuple):
    """What was seen in some games: the products of all columns summed up, and what was sent by how many inputs
    outside the spells."""

    products: np.ndarray
    sent: float
    pressed: float

    def __add__(self, other: object) -> Seen:
        assert isinstance(other, Seen)
        return Seen(self.products + other.products, self.sent + other.sent, self.pressed + other.pressed)

    @property
    def rate(self) -> float:
        """Lines sent by an input."""
        return self.sent / max(self.pressed, 1.0)


class Story(NamedTuple):
    """A game: after each move the board, the piece held and the pieces expected until the next T; what the move sent
    and took; whether it belonged to a spell. And whether the game ended with a blocked spawn."""

    boards: np.ndarray
    holds: np.ndarray
    waits: np.ndarray
    sent: np.ndarray
    pressed: np.ndarray
    odd: np.ndarray
    blocked: bool


def odd_agent(weights: np.ndarray, chance: Chance) -> Best:
    """An agent that sees little and is wrong about all of it."""
    jolted = weights * np.exp([ODD * chance.normal() for _ in weights])
    return Best(named(jolted), ODD_WIDTHS[chance.below(len(ODD_WIDTHS))], closely=1)


def told(weights: np.ndarray, seed: int, number: int, moves: int, width: int) -> Story:
    """A game of so many moves, with spells of odd play."""
    chance = Chance(STREAM, seed, number)
    game, agent, odd = Game(Bags(seed, number), Rules(inputs=NO_END)), Best(named(weights), width, CLOSELY), None
    boards, states, left, blocked = [], [], 0, False
    for _ in range(moves):
        if left == 0 and chance.below(SPELLS) == 0:
            left, odd = 2 + chance.below(LONGEST_SPELL - 1), odd_agent(weights, chance)
        choice = (odd if odd is not None and left else agent)(game.position)
        if choice.move == NO_MOVE:
            blocked = True
            break
        game.take(choice.move)
        move = game.moves[-1]
        boards.append(game.board)
        wait = expected_wait(left_in_bag(game.bags.pieces(0, game.gone).tolist()))
        states.append((game.hold, wait, move.attack, move.inputs, left > 0))
        left = max(0, left - 1)
    columns = np.array(states, dtype=np.float64).reshape(-1, 5).T
    holds, waits, sent, pressed, of_a_spell = columns
    return Story(
        np.array(boards).reshape(-1, WIDTH),
        holds.astype(np.int64),
        waits,
        sent,
        pressed,
        of_a_spell.astype(bool),
        blocked,
    )


@kernel
def slopes(boards: np.ndarray, holds: np.ndarray, waits: np.ndarray, weights: np.ndarray, out: np.ndarray) -> None:
    """What each weight is multiplied by in the value of each board: by how much that changes with the weight."""
    least, slot, scratch = np.zeros(LEVELS, np.int64), np.zeros(5, np.int64), np.zeros(WIDTH, np.int64)
    changed = weights.copy()
    for i in range(len(boards)):
        scratch[:] = boards[i]
        value = board_value(scratch, holds[i], waits[i], least, slot, weights)
        for k in range(len(weights)):
            changed[k] = weights[k] + TINY
            scratch[:] = boards[i]
            out[i, k] = (board_value(scratch, holds[i], waits[i], least, slot, changed) - value) / TINY
            changed[k] = weights[k]


def features_of(story: Story, weights: np.ndarray) -> np.ndarray:
    """The features of a game's boards, one row a board; those of moves are none."""
    out = np.zeros((len(story.boards), COUNT))
    slopes(story.boards, story.holds, story.waits, weights, out)
    return np.round(out, 4)


def after(story: Story, horizon: int) -> tuple[np.ndarray, np.ndarray]:
    """The moves after which `horizon` placements of the agent's own came, or fewer and the end; and what these sent,
    took, and whether the end came, one row each."""
    moves = len(story.sent)
    sums = np.zeros((moves + 1, 3))
    sums[1:] = np.cumsum(np.stack([story.sent, story.pressed, story.odd], axis=1), axis=0)
    last = moves if story.blocked else moves - horizon
    here = np.arange(EARLY, max(last, EARLY))
    ends = np.minimum(here + 1 + horizon, moves)
    sent, pressed, odd = (sums[ends] - sums[here + 1]).T
    ended = (here + 1 + horizon > moves).astype(float)
    own = odd == 0
    return here[own], np.stack([sent, pressed, ended], axis=1)[own]


def observe(weights: Sequence[float], seed: int, number: int, moves: int, width: int, horizon: int) -> Seen:
    """What is seen in a game; the task that workers do."""
    given = np.array(weights)
    story = told(given, seed, number, moves, width)
    here, came = after(story, horizon)
    rows = np.concatenate([np.ones((len(here), 1)), features_of(story, given)[here][:, PLACES], came], axis=1)
    own = ~story.odd
    return Seen(rows.T @ rows, float(story.sent[own].sum()), float(story.pressed[own].sum()))


def fitted(seen: Seen, before: np.ndarray, rate: float, loss: float, ridge: float) -> np.ndarray:
    """Weights by which boards are worth what came after them, in lines sent. A feature that never changed keeps the
    weight that it had, and so do all if nothing was seen."""
    count = seen.products[ONE, ONE]
    if not count:
        return before
    means = seen.products[ONE] / count
    spread = seen.products / count - np.outer(means, means)
    inside = slice(FIRST, SENT)
    sizes = np.sqrt(np.maximum(np.diag(spread)[inside], 0.0))
    there = sizes > 1e-6
    among = spread[inside, inside][np.ix_(there, there)] / np.outer(sizes[there], sizes[there])
    worth = spread[inside, SENT] - rate * spread[inside, PRESSED] - loss * spread[inside, ENDED]
    scaled = np.linalg.solve(among + ridge / count * np.eye(int(there.sum())), worth[there] / sizes[there])
    weights = before.copy()
    weights[PLACES[there]] = scaled / sizes[there]
    for lines in range(4):
        weights[INDEX["clear_1"] + lines] = PLAIN_ATTACK[lines + 1]
    for lines in range(3):
        weights[INDEX["spin_1"] + lines] = SPIN_ATTACK[lines + 1]
    weights[INDEX["wasted_t"]], weights[INDEX["input"]] = 0.0, -rate
    return weights
