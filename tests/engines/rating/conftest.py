"""Candidates are made once for all tests that ask raters about them."""

from __future__ import annotations

import pytest

from tests.engines.rating.candidates import ASKED, Pool, made


@pytest.fixture(scope="session")
def pools() -> dict[str, Pool]:
    """Real candidates by game."""
    return {game: made(game) for game in ASKED}
