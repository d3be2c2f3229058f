"""The progress of a long command, for a person who watches it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from assets.core import progress


@dataclass(frozen=True)
class Step:
    stage: str
    game: str
    note: str
    seconds: float


class Display:
    """Shows the stages that are under way as bars, and leaves a line for each that is finished.

    The games go on side by side: each thread has one stage under way at a time. Without `lines` there are
    only the bars."""

    def __init__(self, console: Console, lines: bool = True) -> None:
        self.lines = lines
        self.bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(24),
            TimeElapsedColumn(),
            TextColumn("about"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=console,
            transient=True,
        )
        self.console = console
        self.steps: list[Step] = []
        self.began = time.monotonic()
        self.under_way = threading.local()

    def begin(self, stage: str, game: str) -> None:
        self._clear()
        self.under_way.began = time.monotonic()
        self.under_way.task = self.bar.add_task(f"{stage:<9} {game:<8}", total=None)

    def advance(self, done: int, total: int) -> None:
        if self._task is not None:
            self.bar.update(self._task, completed=done, total=total)

    def end(self, stage: str, game: str, note: str) -> None:
        seconds = time.monotonic() - self.under_way.began
        self.steps.append(Step(stage, game, note, seconds))
        self._line(stage, game, note, seconds)
        self._clear()

    def warn(self, text: str) -> None:
        self.console.print(f"  warning: {text}", highlight=False, markup=False, soft_wrap=True)

    def inside(self) -> progress.Reporter:
        """One bar a thread is enough."""
        return progress.SILENCE

    def close(self) -> None:
        """The time that all of it took, which is less than that of the stages together."""
        self._line("done", "", "all of it", time.monotonic() - self.began)

    def _line(self, stage: str, game: str, note: str, seconds: float) -> None:
        if not self.lines:
            return
        line = f"  {stage:<9} {game:<8} {seconds:6.1f} s  {note}"
        self.console.print(line, highlight=False, overflow="ellipsis", no_wrap=True)

    @property
    def _task(self) -> TaskID | None:
        return getattr(self.under_way, "task", None)

    def _clear(self) -> None:
        if self._task is not None:
            self.bar.remove_task(self._task)
            self.under_way.task = None
