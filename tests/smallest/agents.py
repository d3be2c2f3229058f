"""Agents of the smallest game: row after row of digits is drawn, and each time two are picked, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from engines.agents import Agent, Measure, Met, Played, Run, Scene, Token, Tuner, Tuning
from engines.contract import BadParameter, Json, Parameter, Verdict
from engines.judging import Judge, Judgement, Opinion

AGENTS = {
    "first": Agent("first", "Picks the first two", "ours", {"hits": 1.0, "ms": 3.0}, group="plain"),
    "last": Agent("last", "Picks the last two", "ours", group="plain"),
    "near": Agent(
        "near", "Picks two that come nearest, give or take its weight", "ours", weights="slack", beside="first"
    ),
    "absent": Agent("absent", "Needs what is not there", "ours", needs="nothing-like-it"),
}


JUDGES = (
    Judge("left", "an agent who begins on the left", "左から考えるエージェント"),
    Judge("right", "an agent who begins on the right", searches=True),
)


class PickAgents:
    """What makes the smallest game one that is played, watched and tuned."""

    agents: Mapping[str, Agent] = AGENTS
    measures = (
        Measure("hits", "hits", "rows of a game of ten where the right two were picked"),
        Measure("won", "won", "whether it hit more often than the other", 2),
    )
    play_parameters = (Parameter("rows", "rows in a game", 10, 1, 1000),)
    usual_games = 20
    short_game: Mapping[str, Any] = {"rows": 1}
    tokens: Mapping[str, Token] = {str(digit): Token("#ddd", "#444", mark=str(digit)) for digit in range(10)}
    game_forms = ("digits",)
    tuners: Mapping[str, Tuner] = {
        "slacken": Tuner("slacken", "Tries less slack", "ours", "slack", (Parameter("steps", "steps", 3, 1, 9),))
    }

    def own_weights(self, name: str) -> Json:
        if name != "slack":
            raise BadParameter(f"there are no weights {name!r}")
        return {"slack": 2}

    def play_game(
        self,
        agent: str,
        seed: int,
        number: int,
        parameters: Mapping[str, Any] | None = None,
        against: str = "",
        weights: Mapping[str, Json] | None = None,
    ) -> Played:
        random = Random(f"{seed}/{number}")
        slack = (weights or {}).get("slack", self.own_weights("slack"))["slack"]
        rows = [draw(random) for _ in range((parameters or {}).get("rows", 10))]
        moves = tuple([row, total, pick(agent, row, total, slack)] for row, total in rows)
        measures: dict[str, float] = {"hits": hits(moves)}
        if against:
            other = tuple([row, total, pick(against, row, total, slack)] for row, total in rows)
            measures["won"] = float(hits(moves) > hits(other))
        return Played(agent, seed, number, moves, measures, against, dict(parameters or {}))

    def scenes(self, game: Played) -> Iterator[Scene]:
        yield Scene((("." * 5,),), said="ready")
        for row, total, (a, b) in game.moves:
            hit = int(row[a]) + int(row[b]) == total
            shown = {"total": str(total), "picked": f"{row[a]} {row[b]}"}
            yield Scene(((row,),), ((0, a, 0), (0, b, 0)), "hit" if hit else "miss", "", shown, hit)

    def write_game(self, game: Played, form: str) -> str:
        return " ".join(row for row, _, _ in game.moves)

    def met(self, game: Played, variants: Sequence[str], most: int) -> list[Met]:
        from tests.smallest import Pick

        if "pick-5" not in variants:
            return []
        found = [
            Met("pick-5", Pick(tuple(map(int, row)), total), n, n != 1)
            for n, (row, total, _) in enumerate(game.moves)
        ]
        return found[:most]

    judges: Sequence[Judge] = JUDGES

    def judge(self, puzzles: Sequence[Any], verdicts: Sequence[Verdict]) -> list[Judgement | None]:
        return [judged(p, v.solutions[0]) if v.solutions else None for p, v in zip(puzzles, verdicts, strict=True)]

    def tune(
        self,
        tuner: str,
        seed: int,
        run: Run[Any],
        parameters: Mapping[str, Any],
        state: bytes | None = None,
        weights: Json | None = None,
    ) -> Iterator[Tuning]:
        steps = parameters.get("steps", 3)
        most = weights["slack"] if weights else steps
        for step in range(int(state or b"0"), steps):
            slack = max(most - 1 - step, 0)
            (found,) = run(fitness, [(seed, slack)])
            yield Tuning(str(step + 1).encode(), f"slack {slack}", step + 1, steps, {"slack": slack}, {"hits": found})


def judged(puzzle: Any, solution: Sequence[int]) -> Judgement:
    """Pairs in the order in which they are looked at, from either side."""
    pairs = list(combinations(range(len(puzzle.digits)), 2))
    opinions, nodes = [], {}
    for judge in JUDGES:
        order = pairs if judge.name == "left" else pairs[::-1]
        rank = order.index(tuple(solution)) + 1  # type: ignore[arg-type]
        rather = "" if rank == 1 else "{}+{}".format(*(puzzle.digits[n] for n in order[0]))
        opinions.append(Opinion(judge.name, 1, rank, len(pairs), (rank - 1) / len(pairs), rather))
        if judge.searches and rank < 5:
            nodes[judge.name] = rank
    return Judgement(tuple(opinions), nodes)


def fitness(seed: int, slack: int) -> float:
    return PickAgents().play_game("near", seed, 0, {}, "", {"slack": {"slack": slack}}).measures["hits"]


def draw(random: Random) -> tuple[str, int]:
    digits = [random.randint(0, 9) for _ in range(5)]
    return "".join(map(str, digits)), sum(random.sample(digits, 2))


def pick(agent: str, row: str, total: int, slack: int) -> list[int]:
    if agent in ("first", "last"):
        return [0, 1] if agent == "first" else [3, 4]
    pairs = list(combinations(range(5), 2))
    return list(next(pair for pair in pairs if abs(sum(int(row[n]) for n in pair) - total) <= slack))


def hits(moves: Sequence[Any]) -> float:
    return float(sum(int(row[a]) + int(row[b]) == total for row, total, (a, b) in moves))
