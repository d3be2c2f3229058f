"""Boards played out by themselves, in every form that they may come in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.contract import BadPuzzle
from engines.puyo.forms.simulate import simulate
from engines.puyo.rules.board import Columns, rows_from_columns
from tests.engines.puyo.puzzles import VECTORS

BOARD = ["..b...", "..bbyb", "rrrrbb"]  # two chains, 700 points, as puyoai's own tests say
TOLD: dict[str, Any] = {
    "chains": 2,
    "score": 700,
    "board": ["....y."],
    "rounds": [
        {"vanished": {"r": 4}, "groups": [["r", 4]], "points": 40},
        {"vanished": {"b": 6}, "groups": [["b", 6]], "points": 660},
    ],
    "all_clear": False,
}


@pytest.mark.parametrize("known", [v for v in VECTORS["sim"] if "place" not in v], ids=lambda known: known["id"])
def test_the_known_chains(known: dict[str, Any]) -> None:
    told = simulate({"board": known["board"]})
    assert told["chains"] == len(told["rounds"]) == known["chains"]
    assert told["score"] == known.get("score", told["score"])
    assert told["all_clear"] == known.get("empty", told["board"] == [])


def test_what_it_tells() -> None:
    assert simulate({"game": "puyo", "board": BOARD, "queue": "nonsense", "goal": 3}) == TOLD


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"board": BOARD}),
        "\n".join(["puyo", *BOARD]),
        "\n".join(["puyo chain 3 rg bb", *BOARD]),
        "field=0_b.....bbybrrrrbb&steps=rr&goal=0_0_3_0_",
        "https://24ik.github.io/pon2/stable/studio/?field=0_b.....bbybrrrrbb",
        "https://ishikawapuyo.net/simu/ps.html?o00rz99r",
        "https://ishikawapuyo.net/simu/pn.html?o00rz99r_01__u03",
        "o00rz99r_01__u03",
    ],
)
def test_every_form(text: str) -> None:
    assert simulate(text) == TOLD


def test_there_is_no_loss_and_what_floats_falls_first() -> None:
    assert simulate({"board": ["..o..."] * 13})["chains"] == 0
    told = simulate({"board": ["rr....", "......", "rro..."]})
    assert (told["chains"], told["score"], told["board"], told["all_clear"]) == (1, 40, [], True)
    assert told["rounds"][0]["vanished"] == {"o": 1, "r": 4}
    assert simulate({"board": []}) == {"chains": 0, "score": 0, "board": [], "rounds": [], "all_clear": True}


def test_hard_puyos() -> None:
    told = simulate({"board": ["rrrrh."]})
    assert told["rounds"] == [{"vanished": {"r": 4}, "groups": [["r", 4]], "points": 50, "softened": 1}]
    assert told["board"] == ["....o."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ({"game": "puyo"}, "field 'board' is missing"),
        ({"game": "tspin", "board": []}, "game is 'tspin', not 'puyo'"),
        ({"board": ["......"] * 14}, "board has 14 rows, more than 13"),
        (
            "puyo\nrrx...",
            "unknown character 'x' in board row 1 (from the top), column 3: choose from . o h p r g b y",
        ),
        ("pn.html?17", "unknown kind of cell, number 7, at character 10 of the link"),
        ("field=3_~", "rule 3 (water) is not that of these puzzles, at character 7 of the link"),
    ],
)
def test_refused(text: Any, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        simulate(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("columns", "chains", "score"),
    [
        (("rrr", "gggr", "bbbg", "yyyb", "rrry", "r"), 5, 4840),
        (("r", "r", "r", "rybgyrbrgygbr", "gggbbbyyyrrr", ""), 2, 3240),
    ],
)
def test_twenty_puyos_score_more_one_after_the_other(columns: Columns, chains: int, score: int) -> None:
    """Puyo agent paper, 2.4.1: five chains of four, and four at first, then sixteen in four colours at once."""
    told = simulate({"board": rows_from_columns(columns)})
    assert (told["chains"], told["score"]) == (chains, score)
    assert sum(sum(part["vanished"].values()) for part in told["rounds"]) == 20
