"""What may be sent. A field that is not known is refused, and so is text that no file can hold."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engines.registry import GAMES
from warehouse.players import words
from warehouse.vocabulary import LEVELS, RATER_GROUPS

MOST_LISTED = 500  # puzzles
DEEPEST, LONGEST_TEXT, MOST_ITEMS = 4, 64, 64


def checked_move(move: Any, depth: int = DEEPEST) -> Any:
    """A move as JSON, if it is small: no engine has moves that are long, deep, or of strange numbers."""
    if isinstance(move, str):
        if len(move) > LONGEST_TEXT or not move.isprintable():
            raise ValueError(f"the text of a move has at most {LONGEST_TEXT} printable characters")
    elif isinstance(move, dict | list) and depth and len(move) <= MOST_ITEMS:
        for part in [*move, *move.values()] if isinstance(move, dict) else move:
            checked_move(part, depth - 1)
    elif isinstance(move, bool | float) or not isinstance(move, int | None) or abs(move or 0) > 10**6:
        raise ValueError("a move has texts, whole numbers, lists and objects, all of them small")
    return move


def among(choices: Collection[str]) -> Callable[[str], str]:
    """One of the words that the tables know."""

    def checked(word: str) -> str:
        if word not in choices:
            raise ValueError(f"choose from {', '.join(choices)}")
        return word

    return checked


def named(text: str) -> str:
    """A name that somebody can see."""
    if not words.line(text, len(text)):
        raise words.BadWords("there is nothing in it that can be seen", "名前を入力してください。")
    return text


Move = Annotated[Any, AfterValidator(checked_move)]
Comment = Annotated[str, Field(max_length=words.COMMENT), AfterValidator(words.typed)]
Note = Annotated[str, Field(max_length=words.NOTE), AfterValidator(words.typed)]
Nickname = Annotated[str, Field(max_length=words.NICKNAME), AfterValidator(words.typed)]
ListName = Annotated[str, Field(max_length=words.LIST_NAME), AfterValidator(words.typed), AfterValidator(named)]
Name = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_.+-]+$")]  # of modes, games, sets, themes
PuzzleId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
Identifier = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Opinion = Annotated[float, Field(ge=1, le=5)]
Group = Annotated[str, AfterValidator(among(RATER_GROUPS)), Field(json_schema_extra={"enum": [*RATER_GROUPS]})]
Level = Annotated[str, AfterValidator(among(LEVELS)), Field(json_schema_extra={"enum": [*LEVELS]})]
End = Literal["given up", "seen", "left", "out of time"]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewAttempt(Body):
    """What the player wants to play. All but the mode is optional, where the mode does not need it."""

    mode: Name = Field(examples=["practice"])
    game: Name | None = Field(None, examples=list(GAMES)[:1])
    category: Name | None = None
    theme: Name | None = None
    level: Level | None = None
    set: Name | None = None
    position: int | None = Field(None, ge=1, le=1_000_000, description="place in the set, from 1")
    moves: int | None = Field(None, ge=1, le=100, description="how many moves are to be found")
    ease: Literal["easier", "harder", "surprise", "teach"] | None = None
    puzzle_id: PuzzleId | None = None
    run: Identifier | None = Field(None, description="the run that this attempt goes on with")


class Moves(Body):
    """All moves so far, in the form that solutions use."""

    moves: list[Move] = Field(max_length=MOST_ITEMS)


class Hint(Body):
    """Which hint is asked for again; without a number the next one."""

    number: int | None = Field(None, ge=1, le=10)


class Ending(Body):
    how: End
    solved: bool | None = Field(None, description="the player's own word, in modes that ask for it")


class Rating(Body):
    """What the player says of a puzzle; the last word on each question counts."""

    interest: Opinion | None = None
    difficulty: Opinion | None = None
    liked: bool | None = None
    comment: Comment | None = None
    go_on: Opinion | None = None
    useful: Opinion | None = None


class Me(Body):
    """What a player says of themself. What is left out stays; null takes it back."""

    nickname: Nickname | None = None
    group: Group | None = None
    language: Literal["en", "ja"] | None = None


class Code(Body):
    code: str = Field(min_length=1, max_length=40)


class NewList(Body):
    name: ListName
    puzzle_ids: list[PuzzleId] = Field(default_factory=list, max_length=MOST_LISTED)
    note: Note = ""


class ChangedList(Body):
    name: ListName | None = None
    puzzle_ids: list[PuzzleId] | None = Field(None, max_length=MOST_LISTED)
    note: Note | None = None
