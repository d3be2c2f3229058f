"""What makes the choices of each agent of `roster`.

Their chance comes with each choice (`sight`), so no maker takes any of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.agents import Maker
from engines.contract import BadParameter, Json
from engines.puyo.agent.best import Plan, best
from engines.puyo.agent.best_search import Widths
from engines.puyo.agent.crumble import Crumble
from engines.puyo.agent.dqn import chooser as dqn
from engines.puyo.agent.opening import Opening
from engines.puyo.agent.plain import Plain
from engines.puyo.agent.potential import potential
from engines.puyo.agent.roster import DQN, OPENINGS
from engines.puyo.agent.sight import NO_CHANCE, Chooser

BOTH = potential(3, any_last=True, erase=True)


def opening(moves: int) -> Chooser:
    """So many moves by the rules of 6.1."""
    return Opening(moves, BOTH)


def _plain(chooser: Chooser) -> Maker[Chooser]:
    """The maker of an agent without weights."""
    return lambda weights, key: chooser


MAKERS: Mapping[str, Maker[Chooser]] = {
    "potential-2": _plain(potential(2)),
    "potential-3": _plain(potential(3)),
    "potential-4": _plain(potential(4, any_last=True)),
    "full-width": _plain(potential(3, any_last=True)),
    "erasure": _plain(potential(3, erase=True)),
    "both": _plain(BOTH),
    **{f"opening-{moves}": _plain(opening(moves)) for moves in OPENINGS},
    "best-fast": best(Plan(Widths(48, 24), 6, 8)),
    "best": best(Plan(Widths(260, 110), 4, 12)),
    "crumble": _plain(Crumble()),
    "plain": _plain(Plain()),
    DQN: dqn.make,
}


def chooser_of(name: str, weights: Json | None = None) -> Chooser:
    """What chooses for an agent in one game, by these weights or by its own."""
    if name not in MAKERS:
        raise BadParameter(f"unknown agent {name!r}: choose from {', '.join(MAKERS)}")
    return MAKERS[name](weights, NO_CHANCE)
