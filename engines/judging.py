"""Agents as judges of puzzles: how surprising each move of an answer is to them, and what they would rather do.

A judge ranks what can be played at every move of the answer, as it would if it met the position in a game, told the
goal or not as its description says. `rank` 1 means that the answer's move is its own choice. `margin` is how much
better it likes its own choice, in standard deviations of all that it had to choose from, so that judges of all games
can be compared. A search may also be asked how many positions it looks at until it has the whole answer (`nodes`).

What is told of a judgement is the same for all games: a few numbers a judge, for models, and a sentence for people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.contract import Feature

FAR = 3  # a rank from here on is a surprise worth a sentence
MOST_NODES = 10_000_000  # what counts for an answer that a search never finds


@dataclass(frozen=True)
class Judge:
    """Who judges. Weakest first in an engine's list."""

    name: str  # "greedy"
    title: str  # what people read: "an agent that looks one move ahead"
    title_ja: str = ""
    searches: bool = False  # it says how many positions it needs to find the answer


@dataclass(frozen=True)
class Opinion:
    """What a judge thinks of one move of an answer."""

    judge: str
    step: int  # which of the solver's moves, from 1
    rank: int
    among: int
    margin: float
    preferred: str = ""  # the move that it would rather make, as players write it; nothing if it is the answer's


@dataclass(frozen=True)
class Judgement:
    """What all judges think of the first answer that is listed."""

    opinions: tuple[Opinion, ...]
    nodes: Mapping[str, int]  # by the judges that search; a judge is absent that never found the answer

    def of(self, judge: str) -> list[Opinion]:
        return [opinion for opinion in self.opinions if opinion.judge == judge]


def judge_features(judges: Sequence[Judge]) -> tuple[Feature, ...]:
    """The numbers that `judge_numbers` gives, in its order."""
    found = []
    for judge in judges:
        rank = f"log2 of the highest rank that a move of the answer has for {judge.title}"
        margin = f"how much {judge.title} likes another move better, at most"
        nodes = f"log10 of the positions that {judge.title} needs to find the answer"
        found.append(Feature(f"{judge.name}_rank", rank, "ours", False, "surprising moves", "obvious moves"))
        found.append(Feature(f"{judge.name}_margin", margin, "ours", False, "a tempting wrong move", "no temptation"))
        if judge.searches:
            found.append(Feature(f"{judge.name}_nodes", nodes, "ours", False, "a long search", "a short search"))
    return tuple(found)


def judge_numbers(judges: Sequence[Judge], judgements: Sequence[Judgement | None]) -> np.ndarray:
    """What judges say, a row a puzzle; NaN where they say nothing."""
    rows = [[value for judge in judges for value in _told(judge, found)] for found in judgements]
    return np.array(rows, dtype=float).reshape(len(judgements), len(judge_features(judges)))


def _told(judge: Judge, judgement: Judgement | None) -> list[float]:
    if judgement is None or not (mine := judgement.of(judge.name)):
        return [float("nan")] * (3 if judge.searches else 2)
    told = [float(np.log2(max(opinion.rank for opinion in mine))), max(opinion.margin for opinion in mine)]
    if judge.searches:
        told.append(float(np.log10(judgement.nodes.get(judge.name, MOST_NODES))))
    return told


def words(judges: Sequence[Judge], judgement: Judgement, move_ja: Callable[[str], str] = str) -> tuple[str, str]:
    """A sentence on the strongest judge that is surprised, in English and Japanese; nothing if none is."""
    for judge in reversed(judges):
        worst = max(judgement.of(judge.name), key=lambda opinion: (opinion.rank, opinion.margin), default=None)
        if worst and worst.rank >= FAR:
            rather = f", and would rather play {worst.preferred}" if worst.preferred else ""
            rather_ja = f"、{move_ja(worst.preferred)} を選びたくなる" if worst.preferred else ""
            who = judge.title[:1].upper() + judge.title[1:]
            choice = f"choice number {worst.rank} of {worst.among}"
            choice_ja = f"{worst.among}通り中{worst.rank}番目の手"
            return (
                f"{who} makes move {worst.step} of the answer only its {choice}{rather}.",
                f"{judge.title_ja or judge.title}にとって、解の{worst.step}手目は{choice_ja}{rather_ja}。",
            )
    return "", ""
