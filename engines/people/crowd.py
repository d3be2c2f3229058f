"""How the people who rate a game differ from each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Crowd:
    """How the people who rate a game differ from each other and from day to day, as standard deviations in steps of
    the scale."""

    severity: float  # of how high a person reports difficulty
    generosity: float  # of how high a person reports interest
    luck: float  # how differently one person fares with one puzzle
    slip: float  # what else blurs a reported difficulty
    mood: float  # what else blurs a reported interest
    trouble: float  # what a person finds harder or easier than others of the same skill do
    liking: float  # what a person likes more or less than others; for the reference skill


EVERYDAY = Crowd(severity=0.60, generosity=0.55, luck=0.62, slip=0.19, mood=0.26, trouble=0.45, liking=0.20)
