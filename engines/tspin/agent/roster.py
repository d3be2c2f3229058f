"""The list of agents, a record for each. How they choose is in `choosers`, which needs more imports."""

from __future__ import annotations

from engines.agents import Agent

WEIGHTS = "tspin-31"  # the T-spin agent paper's weights, by their name: callers may give others
BEST_WEIGHTS = "tspin-best"  # those of our best agent

BEST = {"best": (150, 20), "best-fast": (50, 8)}  # width of the beam, and boards that are looked at more closely
ABLATED = {
    "no-tsd": ("without any T-spin Double pattern", 406.06, 2.3),
    "no-pre-tsd": ("without the pattern before a Double", 429.81, 48.7),
    "no-tst": ("without any T-spin Triple pattern", 428.65, 58.27),
    "no-pre-tst": ("without the patterns before a Triple", 428.16, 58.6),
    "no-patterns": ("without patterns", 407.34, 0.0),
    "no-well-distance": ("without the place of the well", 426.3, 55.57),
}  # table 7: title, attack, and share of T pieces in T-spins


def _best(name: str, width: int) -> Agent:
    """Our own agent with a beam so wide."""
    title = f"Beam kept from move to move, {width} wide, and a guess at the next piece"
    return Agent(name, title, "ours", weights=BEST_WEIGHTS, beside="beam")


def _ablation(name: str, title: str, attack: float, share: float) -> Agent:
    """An agent of table 7, with its figures there."""
    published = {"attack": attack, "tspin_efficiency": share}
    return Agent(name, title, "T-spin agent paper, 4.3", published, "ablations", WEIGHTS)


BEAM_PUBLISHED = {"attack": 426.4, "tspin_efficiency": 57.1, "ms": 41, "nodes": 2721}
STOCHASTIC_PUBLISHED = {"attack": 284.0, "tspin_efficiency": 18.4, "ms": 977, "nodes": 44167}
STOCHASTIC = "Stochastic best-first, 1,000 expansions"

AGENTS = {
    agent.name: agent
    for agent in (
        Agent("beam", "Beam search, 12 wide and 5 deep", "T-spin agent paper, 3.6", BEAM_PUBLISHED, weights=WEIGHTS),
        Agent("stochastic", STOCHASTIC, "T-spin agent paper, 3.6", STOCHASTIC_PUBLISHED, weights=WEIGHTS),
        *(_best(name, width) for name, (width, _) in BEST.items()),
        Agent("greedy", "Lowest stack, one move ahead", "ours"),
        _ablation("base", "Beam search with all weights", 426.4, 57.1),
        *(_ablation(name, *told) for name, told in ABLATED.items()),
    )
}
