"""What goes on beside the requests, again and again, until the service ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from player.attempts.refusals import Busy
from warehouse.players.log import LogUnavailable

log = logging.getLogger("tsume.play")


async def again_and_again(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do some work now and every so many seconds. What goes wrong is written down, and tried again the next time."""
    while True:
        try:
            await work()
        except (Busy, LogUnavailable) as error:
            log.warning("%s", error)
        except Exception:
            log.exception("something beside the requests went wrong")
        await asyncio.sleep(seconds)
