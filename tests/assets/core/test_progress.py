"""Lines that a log gets of a long job."""

from __future__ import annotations

import pytest

from assets.core import progress
from assets.core.progress import Both, Lines, duration


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_log_hears_now_and_then_how_far_a_job_is() -> None:
    clock, said = Clock(), list[str]()
    lines = Lines(said.append, clock)
    lines.begin("prove", "puyo")
    for done in range(1, 1281):
        clock.now += 1 / 64
        lines.advance(done, 1280)
    lines.end("prove", "puyo", "812 unique")
    assert said == [
        "prove puyo: begins",
        "prove puyo: 320 of 1,280 parts, about 15 s left",
        "prove puyo: 640 of 1,280 parts, about 10 s left",
        "prove puyo: 960 of 1,280 parts, about 5 s left",
        "prove puyo: 812 unique",
    ]


def test_each_job_of_a_stage_is_timed_from_its_own_beginning() -> None:
    clock, said = Clock(), list[str]()
    lines = Lines(said.append, clock)
    lines.begin("fit", "")
    clock.now = 100
    lines.advance(1, 1)
    clock.now = 110
    lines.advance(1, 4)
    assert said == ["fit: begins", "fit: 1 of 4 parts, about 30 s left"]


def test_stages_within_a_stage_go_by_both_names() -> None:
    said = list[str]()
    lines = Lines(said.append, Clock())
    lines.begin("fit", "puyo")
    with progress.heard_by(lines), progress.heard_by(progress.current().inside()):
        progress.current().begin("prove", "puyo")
    assert said[-1] == "fit puyo: prove puyo: begins"


def test_two_can_listen() -> None:
    one, other = list[str](), list[str]()
    with progress.heard_by(Lines(one.append, Clock())), progress.heard_too_by(Lines(other.append, Clock())):
        assert isinstance(progress.current(), Both)
        progress.current().begin("prove", "puyo")
        progress.current().end("prove", "puyo", "done")
        progress.current().inside().begin("ask", "puyo")
    assert one == other == ["prove puyo: begins", "prove puyo: done", "prove puyo: ask puyo: begins"]
    assert isinstance(progress.current(), progress.Silence)


@pytest.mark.parametrize(("seconds", "said"), [(0.2, "1 s"), (20.4, "20 s"), (94, "94 s"), (100, "2 min")])
def test_how_long_is_said_roughly(seconds: float, said: str) -> None:
    assert duration(seconds) == said
