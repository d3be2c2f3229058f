"""The scales that raters are asked on, and the one scale, 1 to 5, on which all ratings are kept.

Surveys have their own: 1..5 (T-spin thesis), -3..3 (Nazo Puyo paper), -2..2 (Geister paper). A rating is mapped here
and nowhere else, in a straight line: the lowest answer becomes 1, the highest 5. The way back gives the answer that
was given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

LOWEST, HIGHEST = 1.0, 5.0
FORM = re.compile(r"([+-]?\d{1,6}(?:\.\d{1,6})?)\.\.([+-]?\d{1,6}(?:\.\d{1,6})?)")
DECIMALS = 9  # to which a way there and back is exact; nobody answers that finely


class BadScale(ValueError):
    """Not a scale; the message says why."""


@dataclass(frozen=True)
class Scale:
    """From the lowest answer to the highest."""

    low: float
    high: float

    @classmethod
    def parse(cls, text: str) -> Scale:
        """A scale that a person typed, like 1..5 or -3..3."""
        match = FORM.fullmatch(text.strip())
        if match is None:
            raise BadScale(f"a scale is written low..high, like 1..5 or -3..3, not {text!r}")
        scale = cls(float(match[1]), float(match[2]))
        if scale.low >= scale.high:
            raise BadScale(f"a scale goes from its lowest answer to its highest, which {text} does not")
        return scale

    def __str__(self) -> str:
        return f"{self.low:.12g}..{self.high:.12g}"

    def has(self, answers: np.ndarray) -> np.ndarray:
        """Which answers are on the scale; between two steps is as good as on one, no answer is not."""
        return (answers >= self.low) & (answers <= self.high)

    def kept(self, answers: np.ndarray) -> np.ndarray:
        """Answers on this scale, as they are kept: on 1 to 5."""
        if self == COMMON:
            return answers
        return LOWEST + (HIGHEST - LOWEST) * ((answers - self.low) / (self.high - self.low))

    def said(self, ratings: np.ndarray) -> np.ndarray:
        """Ratings that were kept, as they were said: on this scale."""
        if self == COMMON:
            return ratings
        return np.round(self.low + (self.high - self.low) * ((ratings - LOWEST) / (HIGHEST - LOWEST)), DECIMALS)


COMMON = Scale(LOWEST, HIGHEST)
