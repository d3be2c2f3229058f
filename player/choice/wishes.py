"""What a player may ask for, and what is offered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assets.core.titles import Words
from player.modes import Mode
from player.stock.puzzles import Stocked

Ease = Literal["easier", "harder", "surprise", "teach"]
EASES: tuple[Ease, ...] = ("easier", "harder", "surprise", "teach")
MISSES = "misses"  # the name of the set that a player's own misses are


RUN_OVER: Words = ("this run is over", "この連続挑戦は終わりました。")
NO_SUCH_SET = "このモードで使える問題集ではありません。"


class BadWish(ValueError):
    """What cannot be wished for; the message says why, in both languages."""

    def __init__(self, detail: str, ja: str) -> None:
        super().__init__(detail)
        self.words: Words = detail, ja


class NothingLeft(LookupError):
    """Nothing fits a wish that can be; says so in both languages."""

    def __init__(self, words: Words) -> None:
        super().__init__(words[0])
        self.words = words


@dataclass(frozen=True)
class Wish:
    """What a player asks for. What is None is left to the chooser."""

    mode: Mode
    game: str | None = None
    category: str | None = None
    theme: str | None = None
    level: str | None = None
    set_name: str | None = None
    position: int | None = None  # in the set, from 1
    ease: Ease | None = None
    puzzle_id: str | None = None
    run: str | None = None
    moves: int | None = None  # how many moves are to be found


@dataclass(frozen=True)
class Offer:
    """A puzzle, why it is this one, and where it stands: in its set, or in the run."""

    puzzle: Stocked
    why: Words
    set_name: str | None = None
    position: int | None = None
    total: int | None = None
    expected: float | None = None  # chance that the player solves it
