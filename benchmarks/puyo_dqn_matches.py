"""The Puyo agent paper's judgement of DQN in matches again (tables 4.3 to 4.6): 50 against each opponent.

    python -m benchmarks.puyo_dqn_matches

Trains a network against each of our two stand-ins, as `tsume tune puyo --tuner dqn --set against=...` does (PyTorch,
some minutes), and plays with these and with the one that comes with the engine, which was trained alone. The
opponents are not those of the paper, whose programs are not public. Each line is once for a network that chooses
every placement itself, as theirs did, and once with chains of 2,100 points fired for it, as `tsume agent` has them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.puyo.agent.dqn.catalogue import OPPONENTS, PARAMETERS
from engines.puyo.agent.dqn.chooser import chooser_from, own_weights
from engines.puyo.agent.dqn.duel import NEVER, Duels, play_duels
from engines.puyo.agent.dqn.net import weights_from
from engines.puyo.agent.dqn.tuner import train
from engines.puyo.agent.dqn.world import any_of
from engines.puyo.agent.game import options_of
from engines.puyo.agent.queues import SEED
from engines.puyo.agent.sight import Choice, Chooser, Sight

MATCHES = 50
OPTIONS: dict[str, Any] = {known.name: known.default for known in PARAMETERS} | {"rounds": 12, "trial": 50}
THEIRS = {
    "Nohoho": ((96, 14, 1, 0, 0, 0), "1-49, 468.76 to 1,354.12", "4-46, 978.80 to 259.06"),
    "Skeleton T": ((201, 41, 12, 4, 2, 0), "2-48, 743.30 to 1,790.12", "12-38, 1,907.16 to 581.12"),
}


def trained(against: str) -> Chooser:
    """The network of a training in matches against an agent."""
    for last in train(SEED, OPTIONS | {"against": against}, None):
        print(f"{against}: {last.said}", flush=True)
    assert last.weights
    return chooser_from(weights_from(last.weights))


def at_random(sight: Sight, state: np.ndarray) -> Choice:
    """Any placement."""
    return Choice(int(any_of(options_of(sight), state)))


def counts(told: Duels) -> tuple[int, ...]:
    """Chains of 1 to 5 rounds, and of 6 or more."""
    longer = sum(count for rounds, count in told.chains.items() if rounds > 5)
    return (*(told.chains[rounds] for rounds in range(1, 6)), longer)


def outcome(told: Duels) -> str:
    """Won and lost, and the mean scores."""
    scores = f"{told.points / told.games:,.0f} to {told.conceded / told.games:,.0f}"
    return f"{told.won:g}-{told.games - told.won:g}, {scores}, {told.pairs / told.games:.0f} pairs"


def row(title: str, cells: tuple[int, ...], *outcomes: str) -> str:
    return f"{title:<30}" + "".join(f"{cell:>5}" for cell in cells) + "".join(f"   {each:<32}" for each in outcomes)


def main() -> None:
    choosers = {f"against {name}": trained(name) for name in OPPONENTS}
    choosers |= {"alone": chooser_from(weights_from(own_weights())), "at random": at_random}
    print(f"\n{MATCHES} matches each; chains of 1, 2, ... 5, 6 or more")
    for name, theirs in THEIRS.items():
        print(row(f"Puyo agent paper, trained against {name}", *theirs))
    for title, chooser in choosers.items():
        for against in OPPONENTS:
            for fire_at, how in ((NEVER, ""), (2100, ", fired at 2,100")):
                told = play_duels(chooser, against, SEED, MATCHES, fire_at)
                print(row(f"{title}, v {against}{how}", counts(told), outcome(told)))


if __name__ == "__main__":
    main()
