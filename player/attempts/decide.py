"""What a request changes: the events that follow from an attempt as it is and from what was asked. Nothing is read or
written here, and the same request twice gives no event the second time."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from player.attempts.clock import counted, is_out_of_time
from player.attempts.record import FAILED, LEFT, OUT_OF_TIME, SEEN, SOLVED, WITHDRAWN, Attempt, moves_key
from player.attempts.refusals import NotAllowed, TooLate
from player.modes import Mode
from warehouse.players.events import Event

MOST_TRIES = 500  # of one attempt that are kept: nobody tries so often by hand


def event(
    attempt: Attempt, kind: str, at: datetime, body: Mapping[str, Any], which: int | str | None = None
) -> Event:
    """An event of an attempt. Its key makes that it is stored once, whichever process is the first to write it."""
    key = f"{attempt.attempt}/{kind}" + ("" if which is None else f"/{which}")
    return Event(key, kind, attempt.player, attempt.attempt, at, dict(body))


def digest(moves: list[Any]) -> str:
    """A short text that stands for some moves: so the same moves are the same try for every process."""
    return hashlib.sha256(moves_key(moves).encode()).hexdigest()[:16]


def ended(
    attempt: Attempt, how: str, at: datetime, solved: bool = False, seconds: float | None = None, tries: int = 0
) -> Event:
    """The end of an attempt, with what is known of it by then; `tries` are those that come with it."""
    body = {
        "how": how,
        "solved": solved,
        "seconds": seconds,
        "tries": len(attempt.tries) + tries,
        "hints": attempt.hints,
    }
    return event(attempt, "ended", at, body)


def of_time(attempt: Attempt, at: datetime, seconds: float) -> list[Event]:
    """The end of an attempt whose time is up."""
    if attempt.over or not is_out_of_time(attempt, seconds):
        return []
    return [ended(attempt, OUT_OF_TIME, at)]


def of_moves(
    attempt: Attempt, mode: Mode, moves: list[Any], solved: bool | None, at: datetime, seconds: float, withdrawn: bool
) -> list[Event]:
    """What moves that were replayed come to: a try if they are complete, and the end if that decides it."""
    late = of_time(attempt, at, seconds)
    if late or attempt.over or solved is None or attempt.tried(moves) or len(attempt.tries) >= MOST_TRIES:
        return late
    number, time = len(attempt.tries) + 1, counted(attempt, seconds)
    body = {"try": number, "moves": moves, "solved": solved, "seconds": time, "hints": attempt.hints}
    found = [event(attempt, "tried", at, body, digest(moves))]
    if withdrawn and (solved or number == mode.tries):
        found.append(ended(attempt, WITHDRAWN, at, tries=1))
    elif solved:
        found.append(ended(attempt, SOLVED, at, True, time, tries=1))
    elif number == mode.tries:
        found.append(ended(attempt, FAILED, at, tries=1))
    return found


def of_hint(attempt: Attempt, mode: Mode, number: int | None, most: int, at: datetime) -> tuple[int, list[Event]]:
    """Which hint is told (the next one, or one that is asked for again), and what that changes."""
    if not mode.hints:
        raise NotAllowed(f"there are no hints in this mode ({mode.name})", "このモードにヒントはありません。")
    wanted = min(attempt.hints + 1 if number is None else number, most)
    if wanted > attempt.hints + 1:
        raise NotAllowed(f"hint {attempt.hints + 1} comes before hint {wanted}", "ヒントは順番に出ます。")
    if attempt.over or wanted <= attempt.hints:
        return wanted, []
    return wanted, [event(attempt, "hinted", at, {"hint": wanted}, wanted)]


def of_end(
    attempt: Attempt, mode: Mode, how: str, said: bool | None, at: datetime, seconds: float, withdrawn: bool
) -> list[Event]:
    """The end that a player chooses, with their own word if the mode asks for it. After the end that is too late."""
    if how == SEEN and mode.kind != "look" and "solved" not in mode.asks:
        raise NotAllowed(
            f"an attempt in this mode ({mode.name}) is played, not only seen", "このモードでは問題を解いてください。"
        )
    if said is not None and "solved" not in mode.asks:
        raise NotAllowed(
            f"this mode ({mode.name}) does not ask whether it was solved", "このモードでは自己申告はできません。"
        )
    if attempt.over:
        if said is not None and attempt.said is None:
            raise TooLate("this attempt is over: whether it was solved is settled", "この問題はもう終わっています。")
        return []
    found = [] if said is None else [event(attempt, "said", at, {"solved": said})]
    if withdrawn:
        how = WITHDRAWN
    elif how == OUT_OF_TIME and attempt.limit is None:
        how = LEFT
    elif is_out_of_time(attempt, seconds) and said is None:
        how = OUT_OF_TIME
    return [*found, ended(attempt, how, at)]


def of_rating(attempt: Attempt, answers: Mapping[str, Any], asked: str, at: datetime) -> list[Event]:
    """A rating, with what was said before it: the newest event has the last word on every question."""
    given = {name: value for name, value in answers.items() if value is not None}
    if {**attempt.rated, **given} == attempt.rated:
        return []
    number = attempt.ratings + 1
    return [event(attempt, "rated", at, {**attempt.rated, **given, "asked": asked}, number)]
