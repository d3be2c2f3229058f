"""What makes the choices of each agent of `roster`.

A maker is called for each game, with weights other than the agent's own or None, and gives a chooser (`sight`).
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import BadParameter
from engines.puyo.agent.best import Plan, best
from engines.puyo.agent.best_search import Widths
from engines.puyo.agent.crumble import Crumble
from engines.puyo.agent.dqn import chooser as dqn
from engines.puyo.agent.opening import Opening
from engines.puyo.agent.plain import Plain
from engines.puyo.agent.potential import potential
from engines.puyo.agent.roster import DQN, OPENINGS
from engines.puyo.agent.sight import Chooser, Maker

BOTH = potential(3, any_last=True, erase=True)


def opening(moves: int) -> Chooser:
    """So many moves by the rules of 6.1."""
    return Opening(moves, BOTH)


def _plain(chooser: Chooser) -> Maker:
    """The maker of an agent without weights."""
    return lambda weights: chooser


MAKERS: Mapping[str, Maker] = {
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


def maker_of(name: str) -> Maker:
    """What makes an agent's choosers."""
    if name not in MAKERS:
        raise BadParameter(f"unknown agent {name!r}: choose from {', '.join(MAKERS)}")
    return MAKERS[name]
