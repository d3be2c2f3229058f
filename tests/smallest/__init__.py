"""The smallest possible game: the template for a new one, and proof that nothing knows games by name.

*Pick*: a row of digits and a total. Pick exactly two of them that add up to it. A solution is the pair
of places. Mirror images (the row read backwards) are the same puzzle. Everything that the press needs
of a game is in this file and in `referee.py` beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from engines.contract import (
    BadPuzzle,
    Feature,
    Json,
    Look,
    Parameter,
    Theme,
    Variant,
    VariantWords,
    Verdict,
    verdict_name,
)
from engines.engine import Engine
from engines.people.yardstick import Mark, Yardstick
from tests.smallest.agents import PickAgents

Moves = Sequence[Any]


@dataclass(frozen=True)
class Pick:
    digits: tuple[int, ...]
    total: int


class PickEngine(PickAgents, Engine[Pick]):
    name = "pick"
    title = "Pick two"
    version = "1"
    variants: Mapping[str, Variant] = {
        f"pick-{size}": Variant(f"pick-{size}", 2, {"size": size, "method": "random"}) for size in (5, 8)
    }
    variant_words: Mapping[str, VariantWords] = {
        f"pick-{size}": VariantWords(f"Pick two of {size}") for size in (5, 8)
    }
    parameters = (Parameter("highest", "the highest digit that is drawn", 9, 1, 9),)
    features = (
        Feature("digits", "how many digits there are", "ours", True, more="many digits", less="few digits", harder=1),
        Feature("total", "the total", "ours", headline=True),  # without words for agents its description is quoted
        Feature("distance", "places between the two digits of the first solution", "ours"),
        Feature(
            "near_misses",
            "pairs that miss the total by one",
            "ours",
            headline=True,
            more="many near misses",
            less="few near misses",
        ),
        Feature("solutions", "number of solutions", "ours"),
    )
    themes = (
        Theme("neighbours", "Neighbours", "the two digits of the first solution stand side by side"),
        Theme("twins", "Twins", "the two digits of the first solution are equal"),
    )

    yardstick = Yardstick(
        "digits",
        usual=6.0,
        doubling=1.2,
        marks=(
            Mark("near_misses", 3.0, 2.0, 0.6, "ours: what comes close is looked at twice"),
            Mark("distance", 2.5, 1.5, 0.4, "ours: neighbours are seen first"),
        ),
        half=0.8,
    )
    surprise = "distance"

    forms = ("json",)
    solution_form = "An array with the places of the two digits, from 0: `[1, 3]`."

    def generate(
        self, variant: str, seed: int, count: int, start: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> list[Pick]:
        highest = (parameters or {}).get("highest", 9)
        return [self._make(variant, f"{seed}/{number}", highest) for number in range(start, start + count)]

    def _make(self, variant: str, seed: str, highest: int) -> Pick:
        random = Random(f"{variant}/{seed}")
        digits = tuple(random.randint(0, highest) for _ in range(self.variants[variant].parameters["size"]))
        return Pick(digits, sum(random.sample(digits, 2)))

    def solve(self, puzzles: Sequence[Pick], limit: int | None = None, stop_at: int | None = None) -> list[Verdict]:
        return [self._solve(puzzle) for puzzle in puzzles]

    def _solve(self, puzzle: Pick) -> Verdict:
        pairs = list(combinations(range(len(puzzle.digits)), 2))
        found = tuple([a, b] for a, b in pairs if puzzle.digits[a] + puzzle.digits[b] == puzzle.total)
        return Verdict(verdict_name(len(found), True), len(found), found, len(pairs))

    def measure(self, puzzles: Sequence[Pick], verdicts: Sequence[Verdict]) -> np.ndarray:
        return np.array([self._measure(p, v) for p, v in zip(puzzles, verdicts, strict=True)], dtype=float)

    def _measure(self, puzzle: Pick, verdict: Verdict) -> list[float]:
        sums = [a + b for a, b in combinations(puzzle.digits, 2)]
        first = verdict.solutions[0] if verdict.solutions else None
        return [
            len(puzzle.digits),
            puzzle.total,
            first[1] - first[0] if first else float("nan"),
            sum(abs(total - puzzle.total) == 1 for total in sums),
            verdict.count,
        ]

    def labels(self, puzzles: Sequence[Pick], verdicts: Sequence[Verdict]) -> list[tuple[str, ...]]:
        return [
            self._labels(p, *v.solutions[0]) if v.solutions else () for p, v in zip(puzzles, verdicts, strict=True)
        ]

    def _labels(self, puzzle: Pick, first: int, second: int) -> tuple[str, ...]:
        has = {"neighbours": second == first + 1, "twins": puzzle.digits[first] == puzzle.digits[second]}
        return tuple(theme.name for theme in self.themes if has[theme.name])

    def canonical(self, puzzle: Pick) -> Pick:
        return Pick(min(puzzle.digits, puzzle.digits[::-1]), puzzle.total)

    def encode(self, puzzle: Pick) -> Json:
        return {"game": self.name, "digits": "".join(map(str, puzzle.digits)), "total": puzzle.total}

    def decode(self, text: Json | str, settle: bool = False) -> Pick:
        fields = json.loads(text) if isinstance(text, str) else text
        digits, total = fields.get("digits"), fields.get("total")
        if not isinstance(digits, str) or not digits.isdigit() or len(digits) < 2:
            raise BadPuzzle(f"digits must be two or more digits, not {digits!r}")
        if not isinstance(total, int):
            raise BadPuzzle(f"total must be a whole number, not {total!r}")
        return Pick(tuple(map(int, digits)), total)

    def recognizes(self, text: str) -> bool:
        return False

    def write(self, puzzle: Pick, form: str, solution: Any | None = None) -> str:
        return json.dumps(self.encode(puzzle))

    def variant_of(self, puzzle: Pick, verdict: Verdict | None = None) -> str:
        return f"pick-{len(puzzle.digits)}"

    def length(self, puzzle: Pick, verdict: Verdict | None = None) -> int:
        return 2

    def legal(self, puzzle: Pick, moves: Moves) -> list[Any]:
        return [] if len(moves) == 2 else [n for n in range(len(puzzle.digits)) if n not in moves]

    def play(self, puzzle: Pick, moves: Any) -> Json:
        return {"goal": len(moves) == 2 and sum(puzzle.digits[n] for n in moves) == puzzle.total}

    def draw(self, puzzle: Pick, solution: Any | None = None, look: Look = "light") -> str:
        cells = "".join(
            f'<text x="{20 * n + 5}" y="20" fill="{"red" if solution and n in solution else "gray"}">{digit}</text>'
            for n, digit in enumerate(puzzle.digits)
        )
        width = 20 * len(puzzle.digits) + 60
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 30">{cells}'
            f'<text x="{width - 50}" y="20">= {puzzle.total}</text></svg>'
        )

    def show(self, puzzle: Pick, solution: Any | None = None, color: bool = False) -> str:
        return " ".join(map(str, puzzle.digits)) + f"  = {puzzle.total}"


ENGINE = PickEngine()
