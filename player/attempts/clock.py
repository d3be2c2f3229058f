"""The service's clocks: one that tells the time of day and may jump, and one that only ever goes on."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from player.attempts.record import Attempt

GRACE = 2.0  # seconds that an answer may take on its way
LONGEST = 24 * 3600.0  # seconds that an attempt without a limit is taken to have lasted at most, after a restart


class Clock:
    """Both clocks; tests have their own."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def ticks(self) -> float:
        return time.monotonic()


def start_of(attempt: Attempt, clock: Clock) -> float:
    """When an attempt began by the clock that only goes on, for one that an earlier process began.

    All there is then is the time of day, which may have jumped: it counts from nothing up to the limit."""
    gone = (clock.now() - attempt.began).total_seconds()
    return clock.ticks() - min(max(gone, 0.0), LONGEST if attempt.limit is None else attempt.limit)


def is_out_of_time(attempt: Attempt, seconds: float) -> bool:
    return attempt.limit is not None and seconds > attempt.limit + GRACE


def counted(attempt: Attempt, seconds: float) -> float:
    """The seconds that count: what came within the grace came at the limit."""
    return round(seconds if attempt.limit is None else min(seconds, attempt.limit), 3)
