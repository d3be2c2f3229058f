"""The nights: one partition a day, up to and including today."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    import dagster as dg

WRITTEN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FIRST_NIGHT = date(2026, 1, 1)


class BadNight(ValueError):
    """Not a night that can be made; the message says why."""


def nights(timezone: str) -> dg.DailyPartitionsDefinition:
    import dagster as dg  # what a person typed is refused without it

    return dg.DailyPartitionsDefinition(start_date=FIRST_NIGHT.isoformat(), timezone=timezone, end_offset=1)


def tonight(zone: ZoneInfo) -> str:
    """A night is the local date on which its run starts."""
    return datetime.now(zone).date().isoformat()


def parse_night(text: str, zone: ZoneInfo) -> str:
    """The night that a person typed."""
    if not WRITTEN.fullmatch(text):
        raise BadNight(f"a night is written like 2026-11-15, not {text!r}")
    try:
        night = date.fromisoformat(text)
    except ValueError:
        raise BadNight(f"{text} is no date: the calendar has no such day") from None
    if night < FIRST_NIGHT:
        raise BadNight(f"the first night is {FIRST_NIGHT}, {text} is before it")
    if text > tonight(zone):
        raise BadNight(f"{text} has not come yet: tonight is {tonight(zone)}")
    return text
