"""The list of agents, with the figures of the Puyo agent paper. How they choose is in `choosers`."""

from __future__ import annotations

from engines.agents import Agent

OF_THE_PAPER = "thesis"  # what `--agent` calls the agents of the Puyo agent paper together
STAND_IN = "stand-in"  # for the opponents in the paper's matches
WEIGHTS = "chain"  # the weights of our best agents by their name, as callers may give others
DQN = "dqn"  # the agent that has learned by itself, and its network

OPENINGS: dict[int, dict[str, float]] = {
    4: {"chains": 7.72, "ready": 15.54},
    6: {"chains": 8.10, "ready": 15.16},
    8: {"chains": 7.46, "ready": 16.04},
    10: {"chains": 7.78, "ready": 17.64},
    12: {"chains": 7.34, "ready": 18.66},
    14: {"chains": 7.56, "ready": 20.60},
}  # table 6.1


def _published(name: str, title: str, section: str, published: dict[str, float]) -> Agent:
    return Agent(name, title, f"Puyo agent paper, {section}", published, group=OF_THE_PAPER)


def _best(name: str, title: str) -> Agent:
    return Agent(name, title, "ours", weights=WEIGHTS, beside="potential-4")


AGENTS: dict[str, Agent] = {
    agent.name: agent
    for agent in (
        _published(
            "potential-2",
            "Potential maximisation, two moves deep",
            "5.2",
            {"chains": 4.04, "score": 8071.0, "ms": 1.16},
        ),
        _published(
            "potential-3",
            "Potential maximisation, three moves deep",
            "5.2",
            {"chains": 5.96, "score": 18883.2, "ms": 11.75},
        ),
        _published(
            "potential-4",
            "Potential maximisation, four moves deep, the fourth of any pair",
            "5.2",
            {"chains": 8.36, "score": 45925.6, "ms": 1249.98},
        ),
        _published(
            "full-width",
            "Potential maximisation, three moves deep, the third of any pair",
            "5.3",
            {"chains": 6.68, "score": 29220.2, "ms": 41.59},
        ),
        _published(
            "erasure",
            "Potential maximisation, three moves deep, the first may erase",
            "5.4",
            {"chains": 5.86, "score": 17959.8, "ms": 14.42},
        ),
        _published(
            "both",
            "Full width, and the first move may erase",
            "5.4",
            {"chains": 7.78, "score": 37379.8, "ms": 53.82, "ready": 14.78},
        ),
        *(
            _published(f"opening-{moves}", f"The human opening for {moves} moves, then both", "6.1", told)
            for moves, told in OPENINGS.items()
        ),
        _best("best-fast", "Beam search over six futures, 24 wide, 8 deep"),
        _best("best", "Beam search over four futures, 110 wide, 12 deep"),
        Agent(
            "crumble",
            "Piles up beside column 3 and lets it crumble",
            "ours, for the Puyo agent paper, 5.6",
            group=STAND_IN,
        ),
        Agent(
            "plain",
            "Low columns first, and erases what it can",
            "ours, for the Puyo agent paper, 4.2",
            group=STAND_IN,
        ),
        Agent(DQN, "DQN: a small network trained on our own simulator", "Puyo agent paper, 4.1", weights=DQN),
    )
}
