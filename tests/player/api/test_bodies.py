"""Moves as JSON: what no engine could have as a move is refused before any engine sees it."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from player.api.bodies import Moves


@pytest.mark.parametrize(
    "move",
    [True, 1.5, float("nan"), float("inf"), 10**7, -(10**7), "x" * 65, "\ud800", "a\x00", [[[[[]]]]], [0] * 65,
     {"a": {"b": {"c": {"d": {}}}}}, {"\x00": 1}],
)  # fmt: skip
def test_what_is_no_move_is_refused(move: Any) -> None:
    with pytest.raises(ValidationError):
        Moves(moves=[move])


@pytest.mark.parametrize("move", [{"piece": "S", "cells": [[0, 1], [9, 19]]}, "4N", "e5-e6", "..", 3, None])
def test_moves_of_every_game_pass(move: Any) -> None:
    assert Moves(moves=[move]).moves == [move]
