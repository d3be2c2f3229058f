"""The ways to play, a row each.

A mode says where its puzzles come from (`sets`), how the next one is picked (`picks`, a picker of `player.choice`),
how long and how often a player may try, what is told afterwards and what is asked. A new mode is a new row; nobody
asks for a mode by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from assets.core.titles import Words

Kind = Literal["choose", "endless", "run", "look"]
Picks = Literal["in order", "by lot", "rising", "pattern", "asked", "test"]


@dataclass(frozen=True)
class Mode:
    """One way to play."""

    name: str
    title: Words
    about: Words
    kind: Kind  # choose: the player names the puzzle; run: a row of attempts that ends; look: nothing to operate
    sets: tuple[str, ...]  # kinds of sets that its puzzles are from
    picks: Picks  # how the next puzzle is picked
    seconds: float | None = None  # limit of one puzzle; None: none
    tries: int | None = None  # None: any number of times
    reveals: Literal["never", "after"] = "after"
    hints: bool = False
    asks: tuple[str, ...] = ()  # of liked, interest, difficulty, comment, go_on, solved
    asks_when: Literal["before"] | Literal["after"] = "after"  # before or after the answer is shown
    length: int | None = None  # of a run; None: it has no fixed end
    ends_at_miss: bool = False
    undo: bool = True
    look: tuple[float, float] | None = None  # seconds of the problem, seconds of the answer
    fits: float | None = None  # share of puzzles that the player should solve; None: no fitting
    needs: tuple[str, ...] = ()  # of game, category, set: what a request must name; a set names its game

    @property
    def is_sealed(self) -> bool:
        """Is it a run that never tells its answers? Then no other mode gives its puzzles again."""
        return self.kind == "run" and self.reveals == "never"


ROWS = (
    Mode(
        "curated",
        ("Curated", "厳選問題"),
        (
            "Choose the number of moves and a problem. Try as often as you like. The answer is not shown.",
            "手数と問題番号を選びます。何度でも挑戦できます。答えは表示しません。",
        ),
        "choose",
        ("curated",),
        "in order",
        reveals="never",
        asks=("liked", "interest", "difficulty", "comment"),
        needs=("game",),
    ),
    Mode(
        "flash",
        ("Flash", "フラッシュ"),
        (
            "See a problem for two seconds, then its answer for one, again and again. There is nothing to press.",
            "問題を2秒、答えを1秒、次々に見ます。操作はありません。",
        ),
        "look",
        ("flash",),
        "by lot",
        undo=False,
        look=(2.0, 1.0),
        needs=("game",),
    ),
    Mode(
        "practice",
        ("Practice", "練習"),
        (
            "Random problems that fit your skill, with the answer afterwards. You can replay your misses.",
            "実力に合った問題をランダムに解きます。答えは後で見られます。間違えた問題は解き直せます。",
        ),
        "endless",
        ("practice",),
        "by lot",
        hints=True,
        asks=("liked", "interest", "difficulty", "comment"),
        fits=0.7,
        needs=("game",),
    ),
    Mode(
        "daily",
        ("Daily", "今日の問題"),
        (
            "The puzzle of the day and tonight's set, with a calendar of the days you have done.",
            "今日の一問と今夜の問題集です。解いた日はカレンダーに残ります。",
        ),
        "choose",
        ("day", "tonight"),
        "in order",
        hints=True,
        asks=("liked", "interest", "difficulty", "comment"),
    ),
    Mode(
        "streak",
        ("Streak", "連続正解"),
        (
            "Each problem is harder than the one before. The first miss ends it.",
            "だんだん難しくなります。間違えたところで終わりです。",
        ),
        "run",
        ("practice", "curated"),
        "rising",
        tries=1,
        asks=("liked", "interest", "difficulty", "comment"),
        ends_at_miss=True,
        needs=("game",),
    ),
    Mode(
        "training",
        ("Training", "弱点練習"),
        (
            "What you missed comes back as new problems with the same theme, until you solve three running.",
            "間違えた問題と同じテーマの新しい問題が、3回続けて解けるまで出ます。",
        ),
        "endless",
        ("practice", "curated", "flash"),
        "pattern",
        tries=1,
        hints=True,
        asks=("liked", "interest", "difficulty", "comment"),
        fits=0.75,
        needs=("game",),
    ),
    Mode(
        "survey",
        ("Survey", "アンケート"),
        (
            "Think for up to 60 seconds. Say whether you solved it and how you liked it, then see the answer.",
            "最長60秒考え、解けたかどうかと感想を答えてから、答えを見ます。",
        ),
        "run",
        ("survey",),
        "asked",
        seconds=60.0,
        asks=("solved", "interest", "difficulty", "comment"),
        asks_when="before",
        length=10,
        needs=("game",),
    ),
    Mode(
        "test",
        ("Skill test", "実力テスト"),
        (
            "Five easy, five medium and five hard problems, 30 seconds each, the same each time. No answers.",
            "やさしい・ふつう・むずかしい問題が5問ずつ、1問30秒です。毎回同じ問題で、答えは出ません。",
        ),
        "run",
        ("practice", "curated", "flash"),
        "test",
        seconds=30.0,
        tries=1,
        reveals="never",
        length=15,
        needs=("game",),
    ),
)

MODES: Mapping[str, Mode] = {mode.name: mode for mode in ROWS}
