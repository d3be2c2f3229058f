"""Warms up while the service answers already: the first move of a game would otherwise wait for its kernels."""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable

from assets.core.titles import game_title
from player.attempts import tell
from player.attempts.replay import Replays
from player.stock.stock import Stock

log = logging.getLogger("tsume.play")


def warm_up(stock: Stock, replays: Replays, say: Callable[[str], None]) -> threading.Thread:
    """Look at a puzzle of each game, in a thread of its own."""
    thread = threading.Thread(target=warm, args=(stock, replays, say), name="warm-up", daemon=True)
    thread.start()
    return thread


def warm(stock: Stock, replays: Replays, say: Callable[[str], None]) -> None:
    visit_all(stock, replays, say)
    gc.collect()
    gc.freeze()  # what is there by now stays: to look through all of it again would hold everybody up
    say("ready to play")


def visit_all(stock: Stock, replays: Replays, say: Callable[[str], None]) -> None:
    """Look at a puzzle of each variant, so that its kernels are there."""
    for game, puzzles in stock.view().by_game.items():
        began = time.monotonic()
        for puzzle in {one.variant: one for one in puzzles}.values():
            try:
                replays.after(puzzle, [])
                tell.steps_of(puzzle)
            except Exception:  # whoever plays it will hear of it; the others are warmed up all the same
                log.exception("puzzle %s could not be played", puzzle.puzzle_id)
        say(f"{game_title(game)[0]} took {time.monotonic() - began:.1f} s to warm up")
