"""The progress of a long command, for a person who watches it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn


@dataclass(frozen=True)
class Step:
    stage: str
    game: str
    note: str
    seconds: float


class Display:
    """Shows the stage that is under way as a bar, and leaves a line for each that is finished."""

    def __init__(self, console: Console) -> None:
        self.bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(24),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self.console = console
        self.steps: list[Step] = []
        self.began = time.monotonic()
        self.task: TaskID | None = None

    def begin(self, stage: str, game: str) -> None:
        self.began = time.monotonic()
        if self.task is not None:
            self.bar.remove_task(self.task)
        self.task = self.bar.add_task(f"{stage:<9} {game:<8}", total=None)

    def advance(self, done: int, total: int) -> None:
        if self.task is not None:
            self.bar.update(self.task, completed=done, total=total)

    def end(self, stage: str, game: str, note: str) -> None:
        seconds = time.monotonic() - self.began
        self.steps.append(Step(stage, game, note, seconds))
        self.console.print(f"  {stage:<9} {game:<8} {note}  [dim]{seconds:.1f} s[/dim]", highlight=False)
        if self.task is not None:
            self.bar.remove_task(self.task)
            self.task = None
