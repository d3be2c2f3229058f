"""The Puyo agent paper's judgement of DQN again (table 4.2): 50 games alone to their end, and their chains.

    python -m benchmarks.puyo_dqn

Theirs learned from the screen of the console game and pressed its keys; ours chooses placements on our own
simulator. A game that goes on is ended after 1,000 pairs. Placements at random show what is chance.
"""

from __future__ import annotations

import time

import numpy as np

from engines.puyo.agent.dqn.chooser import make
from engines.puyo.agent.dqn.solo import MOST_PAIRS, Solo, play_solo
from engines.puyo.agent.dqn.world import any_of
from engines.puyo.agent.game import options_of
from engines.puyo.agent.queues import QUEUES, SEED
from engines.puyo.agent.sight import NO_CHANCE, Choice, Sight

THEIRS = (366, 66, 9, 2, 1, 0)  # chains of 1 to 5 rounds, and of 6 or more


def at_random(sight: Sight, state: np.ndarray) -> Choice:
    """Any placement."""
    return Choice(int(any_of(options_of(sight), state)))


def counts(told: Solo) -> tuple[int, ...]:
    """Chains of 1 to 5 rounds, and of 6 or more."""
    return (*(told.chains[rounds] for rounds in range(1, 6)), told.at_least(6))


def row(title: str, cells: tuple[object, ...]) -> str:
    return f"{title:<24}" + "".join(f"{cell:>7}" for cell in cells)


def main() -> None:
    began = time.process_time()
    ours = play_solo(make(None, NO_CHANCE), SEED, QUEUES)
    seconds = time.process_time() - began
    chance = play_solo(at_random, SEED, QUEUES)
    print(row("chains of", ("1", "2", "3", "4", "5", "6+")))
    print(row("Puyo agent paper, table 4.2", THEIRS))
    for title, told in (("ours", ours), ("placements at random", chance)):
        print(row(title, counts(told)))
    for title, told in (("ours", ours), ("at random", chance)):
        print(
            f"{title}: {told.pairs:,} pairs in {told.games} games, {told.lost} lost before pair {MOST_PAIRS:,}, "
            f"{100 * told.points / told.pairs:,.0f} points for 100 pairs, longest chain {max(told.chains)}"
        )
    print(f"{1000 * seconds / ours.pairs:.2f} ms of CPU time a move")


if __name__ == "__main__":
    main()
