"""Attempts that nobody goes on with: the service ends them, or nobody would ever hear that they failed."""

from __future__ import annotations

import logging

from player.attempts import decide
from player.attempts.clock import GRACE
from player.attempts.desk import Desk
from player.attempts.record import LEFT, OUT_OF_TIME, WITHDRAWN, attempt_of
from player.choice.ledger import Attempt
from player.modes import MODES
from warehouse.players.log import ForgottenPlayer

ON_ITS_WAY = 60.0  # seconds more for attempts that an earlier process began: their page may still send what it kept
log = logging.getLogger("tsume.play")


async def end_idle(desk: Desk, patience: float) -> None:
    """End what nobody goes on with, in the order in which it began; `patience` is how many seconds to wait where no
    limit says it."""
    for found in await desk.workers.run(desk.chooser.going):
        if is_over(desk, found, patience):
            try:
                await end(desk, found)
            except ForgottenPlayer:
                log.debug("attempt %s is of somebody who was forgotten", found.attempt)


def is_over(desk: Desk, found: Attempt, patience: float) -> bool:
    """Whether nobody will go on with an attempt: its time has passed, or nothing has happened for too long."""
    mode, now, live = MODES.get(found.mode), desk.clock.now(), desk.attempts.there.get(found.attempt)
    if mode is None:
        return False
    gone, idle = (now - found.began).total_seconds(), (now - found.latest).total_seconds()
    if live is not None:  # then there is the clock that cannot jump
        gone, idle = desk.seconds(live), min(idle, desk.seconds(live))
    if found.limit is None or "solved" in mode.asks:  # the player may still say how it went
        return idle > patience
    return gone > found.limit + GRACE + (ON_ITS_WAY if live is None else 0.0)


async def end(desk: Desk, found: Attempt) -> None:
    """End one attempt. One that is not in memory is not brought there."""
    how = LEFT if found.limit is None else OUT_OF_TIME
    live = desk.attempts.there.get(found.attempt)
    if live is not None:
        await desk.end(live, how, None)
        return
    record = attempt_of(await desk.workers.run(desk.log.of_attempt, found.attempt))
    if record is None or record.over:
        return
    if await desk.workers.run(desk.stock.is_withdrawn, record.puzzle_id):
        how = WITHDRAWN
    (stored,) = await desk.write([decide.ended(record, how, desk.clock.now())])
    if (live := desk.attempts.there.get(found.attempt)) is not None:  # it came back meanwhile
        live.record = live.record.after(stored)
