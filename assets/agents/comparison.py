"""Agents compared: each plays the same numbers of games, and their measures come with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assets.agents.one_game import play_one
from assets.core.compute import Compute
from engines.agents import Agent, Played
from engines.registry import engine

MS = "ms"  # what is measured here, beside the measures of the engine: milliseconds of processor time a move
RESAMPLED = 2000
SHARE = 0.95


class UnknownAgent(LookupError):
    """No agent or group of that name."""


@dataclass(frozen=True)
class Figure:
    """A mean over games, and the interval that holds 95 % of what other such games would have given."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Result:
    """What came of one agent's games."""

    agent: Agent
    games: Sequence[Played]
    figures: Mapping[str, Figure]
    paper: Agent | None = None  # the agent whose published figures can be compared with them, if any

    @property
    def published(self) -> Mapping[str, float]:
        """The paper's figures, where they can be compared."""
        return self.paper.published if self.paper else {}


def chosen(game: str, names: Sequence[str]) -> list[str]:
    """Agents by name, by group, or all of them; each once, in the order asked for."""
    game_engine = engine(game)
    agents: Mapping[str, Agent] = game_engine.agents
    found: list[str] = []
    for name in names:
        group = [agent.name for agent in agents.values() if name in (agent.group, "all") and name]
        if name not in agents and not group:
            groups = list(dict.fromkeys(agent.group for agent in agents.values() if agent.group))
            raise UnknownAgent(f"unknown agent {name!r}: choose from {', '.join([*agents, *groups, 'all'])}")
        found += [name] if name in agents else group
    return list(dict.fromkeys(found))


def compare(
    compute: Compute,
    game: str,
    agents: Sequence[str],
    seed: int,
    count: int,
    parameters: Mapping[str, Any],
    against: str = "",
    weights: Callable[[str], Mapping[str, Any]] = lambda agent: {},
    tuned: bool = False,
) -> list[Result]:
    """Have each agent play games 0 .. count-1 of a seed. Papers' figures go with games as they come, of an agent
    alone, by weights that are not `tuned` here."""
    tasks = [
        (game, agent, seed, number, parameters, against, weights(agent))
        for agent in agents
        for number in range(count)
    ]
    played = compute.run(play_one, tasks, pool=True)
    game_engine = engine(game)
    usual = all(parameters.get(known.name, known.default) == known.default for known in game_engine.play_parameters)
    comparable = usual and not against and not tuned
    return [
        result(
            game_engine.agents[agent],
            played[place * count : (place + 1) * count],
            paper_of(game_engine.agents, agent) if comparable else None,
        )
        for place, agent in enumerate(agents)
    ]


def paper_of(agents: Mapping[str, Agent], name: str) -> Agent:
    """The agent whose published figures stand beside an agent's: that itself, or the one that it names."""
    return agents[agents[name].beside or name]


def result(agent: Agent, played: Sequence[tuple[Played, float]], paper: Agent | None = None) -> Result:
    """The means of what came of an agent's games. How long a move takes can be told of an agent alone."""
    found = [game for game, _ in played]
    names = dict.fromkeys(name for game in found for name in game.measures)
    values = {name: np.array([game.measures.get(name, np.nan) for game in found]) for name in names}
    moves = np.array([game.measures.get("decisions", len(game.moves)) for game in found], dtype=float)
    seconds = np.array([time for _, time in played])
    figures = {name: figure(of) for name, of in values.items() if np.isfinite(of).any()}
    if moves.sum() and not any(game.against not in ("", agent.name) for game in found):
        figures[MS] = figure(1000 * seconds / np.maximum(moves, 1))
    return Result(agent, found, figures, paper)


def figure(values: np.ndarray) -> Figure:
    """The mean of a sample and its bootstrap interval, which a single game has not; the same for the same sample."""
    known = values[np.isfinite(values)]
    if len(known) == 1:
        return Figure(float(known[0]), np.nan, np.nan)
    draws = np.random.default_rng(0).integers(0, len(known), (RESAMPLED, len(known)))
    low, high = np.quantile(known[draws].mean(axis=1), [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return Figure(float(known.mean()), float(low), float(high))
