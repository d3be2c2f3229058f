"""What is sent. The models describe it for /openapi.json, and the tests hold every reply against them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

Words = tuple[str, str]  # English, Japanese


class Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(Reply):
    """Why something could not be."""

    detail: str
    words: Words = Field(description="the same in English and in Japanese, for the page")


class Fine(Reply):
    ok: bool


class ModeReply(Reply):
    """One way to play."""

    name: str
    title: Words
    about: Words
    kind: str
    seconds: float | None
    tries: int | None
    reveals: str
    hints: bool
    asks: list[str]
    asks_when: str
    length: int | None
    ends_at_miss: bool
    undo: bool
    look: tuple[float, float] | None
    needs: list[str]


class TokenReply(Reply):
    """How one kind of cell looks."""

    light: str
    dark: str
    shape: str
    mark: str
    turned: bool


class CategoryReply(Reply):
    name: str
    title: Words
    moves: list[int]
    count: int
    modes: list[str]


class ShelfReply(Reply):
    """A set that a player may choose from."""

    name: str
    title: Words
    lengths: list[int] = Field(description="how long its puzzles are, as people say it")
    count: int
    modes: list[str]


class ThemeReply(Reply):
    name: str
    title: Words
    count: int | None = None


class RulesReply(Reply):
    lines: list[str]
    lines_ja: list[str]


class GameReply(Reply):
    name: str
    title: Words
    tokens: dict[str, TokenReply]
    rules: RulesReply | None
    keys: list[str]
    categories: list[CategoryReply]
    sets: list[ShelfReply]
    themes: list[ThemeReply]
    levels: dict[str, int]


class ShortMe(Reply):
    player: str
    nickname: str | None
    group: str | None
    language: str | None


class ShortDaily(Reply):
    night: str
    puzzle_id: str | None
    game: str | None
    title: Words | None
    done: bool | None
    tonight: int


class Vocabulary(Reply):
    """Words of tables that the pages send and compare."""

    groups: list[str] = Field(description="of players, by skill")
    targets: list[str] = Field(description="what players rate on the scale")
    scale: list[int] = Field(description="its steps")
    simulated: str = Field(description="the provenance of what rests on simulated ratings")


class Start(Reply):
    """What the pages need before anything is played."""

    release: str
    vocabulary: Vocabulary
    modes: list[ModeReply]
    games: list[GameReply]
    me: ShortMe | None
    daily: ShortDaily | None


class Listed(Reply):
    """A puzzle in a set or a list."""

    puzzle_id: str
    game: str
    title: Words
    variant: str
    moves_needed: int
    level: str | None
    position: int
    done: bool | None
    puzzle: dict[str, Any] | None = Field(None, description="the puzzle itself, for a small picture")


class SetReply(Reply):
    name: str
    title: Words
    puzzles: list[Listed]


class Day(Reply):
    night: str
    done: int
    total: int
    day_done: bool | None


class Daily(Reply):
    night: str
    puzzle_of_the_day: Listed | None
    tonight: list[Listed]
    calendar: list[Day]


class RunReply(Reply):
    id: str
    mode: str
    number: int = Field(description="attempts that count so far, the one that goes on included")
    length: int | None
    solved: int
    over: bool


class SetPlace(Reply):
    name: str
    position: int | None
    total: int | None


class State(Reply):
    """Where an attempt stands."""

    solved: bool | None = Field(description="whether these moves solve it; null while there are moves to make")
    position: dict[str, Any]
    legal: list[Any]
    moves: list[Any]
    tries: int
    hints: int
    over: bool
    how: str | None
    seconds: float
    left: float | None = Field(description="seconds that are left; null without a limit")
    run: RunReply | None
    rated: dict[str, Any]


class AttemptReply(State):
    """An attempt and its puzzle."""

    attempt: str
    puzzle: dict[str, Any]
    puzzle_id: str
    game: str
    variant: str
    title: Words
    mode: str
    moves_needed: int
    goal: Words
    seconds_limit: float | None
    why: Words
    set: SetPlace | None


class HintBody(Reply):
    number: int
    of: int
    words: Words
    move: Any = None


class HintReply(Reply):
    hint: HintBody


class OthersReply(Reply):
    share: float
    median_seconds: float | None
    players: int


class Standing(Reply):
    rating: float
    deviation: float


class StandingChange(Reply):
    before: Standing | None
    after: Standing


class After(Reply):
    """What is told once an attempt is over."""

    how: str
    solved: bool
    seconds: float | None
    tries: int
    hints: int
    others: OthersReply | None
    themes: list[ThemeReply]
    links: list[tuple[str, str]]
    page: str | None
    rated: dict[str, Any]
    standing: StandingChange | None
    level: str | None
    interest: float | None
    interest_state: str | None = Field(description="whether nobody, few or enough people have rated interest")
    difficulty: float | None
    provenance: str | None
    difficulty_provenance: str | None
    run: RunReply | None


class EndReply(State):
    after: After


class AnswerStep(Reply):
    moves: list[Any]
    moments: list[dict[str, Any]]


class AnswerReply(Reply):
    moves: list[Any]
    moments: list[dict[str, Any]]
    steps: list[AnswerStep]
    links: list[tuple[str, str]]


class RatingReply(Reply):
    rated: dict[str, Any]


class Outcome(Reply):
    solved: bool
    seconds: float | None


class RunScore(RunReply):
    """A run that has ended."""

    best: int = Field(description="the most that the player has solved in a run of this kind")
    attempts: list[Outcome]


class RunEnd(Reply):
    run: RunScore


class CodeReply(Reply):
    code: str
    until: str


class ListReply(Reply):
    id: str
    name: str
    note: str
    mine: bool
    puzzles: list[Listed]


class ShortList(Reply):
    id: str
    name: str
    note: str
    puzzle_ids: list[str]


class Lists(Reply):
    lists: list[ShortList]


class Streaks(Reply):
    """Days one after another on which something was solved."""

    current: int
    longest: int


class Point(Reply):
    day: str
    rating: float
    deviation: float


class StrengthReply(Reply):
    """How a player does at puzzles with a theme; without a name at all of the game."""

    game: str
    name: str | None
    title: Words
    tries: int
    solved: int
    expected: float = Field(description="the share that a player of this skill should solve")


class NightReply(Reply):
    night: str
    done: int
    total: int


class MeReply(Reply):
    """What a player has done. Without a player all of it is empty."""

    player: str | None
    nickname: str | None
    group: str | None
    language: str | None
    joined: str | None
    solved: int
    seen: int
    attempts: int
    streaks: Streaks
    curves: dict[str, list[Point]]
    strengths: list[StrengthReply]
    misses: list[Listed]
    calendar: list[NightReply]
    lists: list[ShortList]
