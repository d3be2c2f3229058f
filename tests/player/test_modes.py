"""The table of modes."""

from __future__ import annotations

import ast
from pathlib import Path

from player.choice.pickers import PICKERS
from player.modes import MODES
from warehouse.vocabulary import SET_KINDS

PLAYER = Path(__file__).resolve().parent.parent.parent / "player"


def test_the_modes_are_as_people_were_told() -> None:
    assert list(MODES) == ["curated", "flash", "practice", "daily", "streak", "training", "survey", "test"]
    assert [mode.name for mode in MODES.values()] == list(MODES)
    told = {name: (mode.reveals, mode.seconds, mode.tries) for name, mode in MODES.items()}
    assert told["curated"] == ("never", None, None)
    assert told["practice"] == ("after", None, None)
    assert told["survey"] == ("after", 60.0, None)
    assert told["test"] == ("never", 30.0, 1)
    assert MODES["flash"].look == (2.0, 1.0)
    assert MODES["test"].length == 15
    assert MODES["streak"].ends_at_miss
    assert MODES["curated"].asks[0] == "liked"
    for mode in MODES.values():  # whoever wants to say how interesting and how difficult it was may do so
        if mode.kind != "look" and not mode.is_sealed:
            assert set(mode.asks) >= {"interest", "difficulty"}, mode.name
    assert MODES["test"].asks == ()
    assert set(MODES["survey"].asks) >= {"solved", "interest", "difficulty"}
    assert MODES["survey"].asks_when == "before"


def test_every_mode_can_be_played() -> None:
    for mode in MODES.values():
        assert mode.picks in PICKERS
        assert mode.sets
        assert set(mode.sets) <= set(SET_KINDS)
        assert (mode.kind == "look") == (mode.look is not None)
        assert all((*mode.title, *mode.about))
        assert mode.title[0] != mode.title[1]
        assert not (mode.reveals == "never" and mode.hints), "a hint would give away an answer that is never shown"


def test_nobody_asks_for_a_mode_by_its_name() -> None:
    """What a mode does hangs on its row; no code compares with the name of one."""
    for path in sorted(PLAYER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Compare):
                continue
            sides = [node.left, *node.comparators]
            about_modes = any("mode" in ast.unparse(side) for side in sides)
            named = [side.value for side in sides if isinstance(side, ast.Constant) and side.value in MODES]
            assert not (about_modes and named), f"{path.name}:{node.lineno} asks for the mode {named}"
