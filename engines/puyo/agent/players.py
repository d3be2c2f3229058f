"""Who plays Puyo: name, what the thesis reports of the player, and what makes its choices.

`Registered` is a player and its maker: a function that is called for each game, with weights other than the player's
own or None, and gives a chooser (`sight`).
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import BadParameter, Json
from engines.playing import Player
from engines.puyo.agent.best import Plan, best
from engines.puyo.agent.best_search import Widths
from engines.puyo.agent.best_weights import OWN, WEIGHTS
from engines.puyo.agent.crumble import Crumble
from engines.puyo.agent.dqn import player as dqn
from engines.puyo.agent.opening import Opening
from engines.puyo.agent.plain import Plain
from engines.puyo.agent.potential import potential
from engines.puyo.agent.sight import Chooser, Maker, Registered

THESIS = "thesis"
STAND_IN = "stand-in"  # for the opponents of the thesis' matches


BOTH = potential(3, any_last=True, erase=True)
OPENINGS: dict[int, dict[str, float]] = {
    4: {"chains": 7.72, "ready": 15.54},
    6: {"chains": 8.10, "ready": 15.16},
    8: {"chains": 7.46, "ready": 16.04},
    10: {"chains": 7.78, "ready": 17.64},
    12: {"chains": 7.34, "ready": 18.66},
    14: {"chains": 7.56, "ready": 20.60},
}  # table 6.1


def opening(moves: int) -> Chooser:
    """So many moves by the rules of 6.1."""
    return Opening(moves, BOTH)


def _plain(chooser: Chooser) -> Maker:
    """The maker of a player without weights."""
    return lambda weights: chooser


def _thesis(
    name: str, title: str, section: str, chooser: Chooser, published: dict[str, float]
) -> tuple[str, Registered]:
    player = Player(name, title, f"003, {section}", published, group=THESIS)
    return name, (player, _plain(chooser))


def _best(name: str, title: str, plan: Plan) -> tuple[str, Registered]:
    return name, (Player(name, title, "ours", weights=WEIGHTS, beside="potential-4"), best(plan))


REGISTRY: dict[str, Registered] = dict(
    [
        _thesis(
            "potential-2",
            "Potential maximisation, two moves deep",
            "5.2",
            potential(2),
            {"chains": 4.04, "score": 8071.0, "ms": 1.16},
        ),
        _thesis(
            "potential-3",
            "Potential maximisation, three moves deep",
            "5.2",
            potential(3),
            {"chains": 5.96, "score": 18883.2, "ms": 11.75},
        ),
        _thesis(
            "potential-4",
            "Potential maximisation, four moves deep, the fourth of any pair",
            "5.2",
            potential(4, any_last=True),
            {"chains": 8.36, "score": 45925.6, "ms": 1249.98},
        ),
        _thesis(
            "full-width",
            "Potential maximisation, three moves deep, the third of any pair",
            "5.3",
            potential(3, any_last=True),
            {"chains": 6.68, "score": 29220.2, "ms": 41.59},
        ),
        _thesis(
            "erasure",
            "Potential maximisation, three moves deep, the first may erase",
            "5.4",
            potential(3, erase=True),
            {"chains": 5.86, "score": 17959.8, "ms": 14.42},
        ),
        _thesis(
            "both",
            "Full width, and the first move may erase",
            "5.4",
            BOTH,
            {"chains": 7.78, "score": 37379.8, "ms": 53.82, "ready": 14.78},
        ),
        *(
            _thesis(
                f"opening-{moves}", f"The human opening for {moves} moves, then both", "6.1", opening(moves), told
            )
            for moves, told in OPENINGS.items()
        ),
        _best("best-fast", "Beam search over six futures, 24 wide, 8 deep", Plan(Widths(48, 24), 6, 8)),
        _best("best", "Beam search over four futures, 110 wide, 12 deep", Plan(Widths(260, 110), 4, 12)),
    ]
)
REGISTRY["crumble"] = (
    Player("crumble", "Piles up beside column 3 and lets it crumble", "ours, in place of 003, 5.6", group=STAND_IN),
    _plain(Crumble()),
)
REGISTRY["plain"] = (
    Player("plain", "Low columns first, and erases what it can", "ours, in place of 003, 4.2", group=STAND_IN),
    _plain(Plain()),
)
REGISTRY[dqn.NAME] = dqn.REGISTERED
OWN_WEIGHTS: dict[str, Mapping[str, int]] = {WEIGHTS: OWN}
PLAYERS: dict[str, Player] = {name: player for name, (player, _) in REGISTRY.items()}


def own_weights(name: str) -> Json:
    """The weights, or the network, of that name that come with the engine."""
    if name == dqn.NAME:
        return dqn.own_weights()
    if name not in OWN_WEIGHTS:
        there = ", ".join([*OWN_WEIGHTS, dqn.NAME])
        raise BadParameter(f"no weights {name!r} come with the engine: choose from {there}")
    return dict(OWN_WEIGHTS[name])


def maker_of(name: str) -> Maker:
    """What makes a player's choosers."""
    if name not in REGISTRY:
        raise BadParameter(f"unknown player {name!r}: choose from {', '.join(REGISTRY)}")
    return REGISTRY[name][1]
