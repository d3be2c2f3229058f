"""The list of agents, a record for each. How they choose is in `choosers`, which needs more imports."""

from __future__ import annotations

from engines.agents import Agent

AGENTS = {
    agent.name: agent
    for agent in (
        Agent("best", "Certain wins by search, else by rules", "ours"),
        Agent("careful", "By rules, and nothing given away in three plies", "ours"),
        Agent("rules", "Rules of thumb, no search", "ours"),
        Agent("random", "Any move", "ours"),
    )
}
