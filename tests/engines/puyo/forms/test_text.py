"""JSON and boards in and out, and what is refused with the place and the reason."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from engines.contract import FORMS as COMMON
from engines.contract import BadPuzzle
from engines.puyo.forms.text import FORMS, decode, encode, recognizes, write
from engines.puyo.forms.valid import popping_group
from engines.puyo.rules.board import MARKS, planes_of
from engines.puyo.rules.chain import FIELDS, GROUP_LIST, GROUP_SIZES, MOST_GROUPS, vanish
from engines.puyo.rules.puzzle import Fall, Goal
from tests.engines.puyo.boards import settled_boards
from tests.engines.puyo.written import puzzle_or_reason, random_puzzle

GOOD: dict[str, Any] = {
    "game": "puyo",
    "goal": {"kind": "chain", "n": 3, "exact": True, "color": "all"},
    "queue": ["rg", "bb", {"garbage": [0, 0, 4, 0, 2, 0]}],
    "board": ["..o...", "rrb.gg"],
}
BOARD = "puyo chain 3 rg bb o=004020\n..o...\nrrb.gg"
POPS = ["r.....", "r..bb.", "rr.bb."]


def changed(**fields: Any) -> dict[str, Any]:
    return {**GOOD, **fields}


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != field}


def goal(**fields: Any) -> dict[str, Any]:
    return changed(goal=fields)


def test_round_trip_keeps_fields_and_their_order() -> None:
    assert json.dumps(encode(decode(GOOD))) == json.dumps(GOOD)
    assert decode(json.dumps(GOOD)) == decode(GOOD)
    both = changed(goal={"kind": "count", "n": 8, "exact": False, "color": "garbage", "clear": "r"})
    assert json.dumps(encode(decode(both))) == json.dumps(both)
    assert encode(decode(goal(clear="color")))["goal"] == {"clear": "color"}
    assert encode(decode(changed(queue=[{"hard": [1] * 6}, "pp"])))["queue"] == [{"hard": [1] * 6}, "pp"]


def test_what_may_be_left_out_or_added() -> None:
    expected = decode(GOOD)
    assert decode(without("game")) == expected
    assert decode(goal(kind="chain", n=3)) == expected
    assert decode(changed(board=["......", "__o___", "rrb_gg"])) == expected
    assert decode(changed(verdict="unique", note=[1])) == expected
    assert decode(changed(board=["......"] * 11 + GOOD["board"])) == expected
    assert encode(decode(changed(board=[])))["board"] == []
    high = decode(changed(board=["oo.ooo", "oo.ooo"] + ["oooooo"] * 11))
    assert [len(column) for column in high.columns] == [13, 13, 11, 13, 13, 13]
    assert expected.queue[2] == Fall((0, 0, 4, 0, 2, 0))
    assert expected.goal == Goal("chain", 3)


def test_what_floats_is_refused_or_settled() -> None:
    floating = changed(board=["..r...", "......", ".g.b..", "......"])
    with pytest.raises(BadPuzzle, match="'g' in column 2, row 2"):
        decode(floating)
    assert encode(decode(floating, settle=True))["board"] == [".grb.."]
    assert decode(GOOD, settle=True) == decode(GOOD)
    falls_and_pops = changed(board=["rr....", "......", "rr...."])
    with pytest.raises(BadPuzzle, match="the board pops before the first move: 4 'r' hang together"):
        decode(falls_and_pops, settle=True)
    text = "puyo chain 3 rg\n..r...\n......"
    assert decode(text, settle=True).columns == ("", "", "r", "", "", "")


def test_a_goal_that_this_board_cannot_reach_is_left_to_the_solver() -> None:
    for fields in ({"kind": "chain", "n": 19}, {"kind": "colors", "n": 5}, {"kind": "count", "n": 72, "color": "p"}):
        assert decode(changed(goal=fields, board=[])).goal.n == fields["n"]


KINDS = "chain, colors, count, place, connect, acc_colors, acc_count"
COLORS = "all, color, garbage, r, g, b, y, p"
REFUSED: list[tuple[Any, str]] = [
    (changed(board=["..r...", "rrb.g"]), "board row 2 (from the top) has 5 cells, not 6"),
    (changed(board=["..r...."]), "board row 1 (from the top) has 7 cells, not 6"),
    (
        changed(board=["......", "rrX.gg"]),
        "unknown character 'X' in board row 2 (from the top), column 3: choose from . o h p r g b y",
    ),
    (changed(board=["......", 7]), "board row 2 (from the top) is a number, not a string"),
    (changed(board=["......"] * 14), "board has 14 rows, more than 13"),
    (changed(board="rrb.gg"), "board is a string, not an array of rows"),
    (
        changed(board=["r....y", "g.b..."]),
        "'y' in column 6, row 2 (from the bottom) floats: there is nothing below it",
    ),
    (
        changed(board=POPS),
        "the board pops before the first move: 4 'r' hang together, from column 1, row 1 (from the bottom)",
    ),
    (
        changed(board=["...bbb", "...bbo"]),
        "the board pops before the first move: 5 'b' hang together, from column 4, row 1 (from the bottom)",
    ),
    (changed(board=["..o..."] * 12), "column 3 is 12 high: the game is lost at 12"),
    (changed(board=["..o..."] * 13), "column 3 is 13 high: the game is lost at 12"),
    (without("board"), "field 'board' is missing"),
    (without("queue"), "field 'queue' is missing"),
    (without("goal"), "field 'goal' is missing"),
    (changed(queue=[]), "queue is empty"),
    (changed(queue="rgbb"), "queue is a string, not an array of steps"),
    (changed(queue=["rg"] * 41), "queue has 41 steps, more than 40"),
    (changed(queue=[{"garbage": [1] * 6}]), "queue has no pair, so there is nothing to place"),
    (changed(queue=["rg", "r"]), "step 2 of the queue is 'r', not a pair of two letters"),
    (changed(queue=["rg", "bo"]), "unknown colour 'o' in step 2 of the queue: choose from r, g, b, y, p"),
    (changed(queue=["rg", None]), "step 2 of the queue is null, not a pair or a fall"),
    (changed(queue=["rg", {}]), "step 2 of the queue has 0 fields, not one: garbage or hard"),
    (changed(queue=["rg", {"soft": []}]), "step 2 of the queue has a field 'soft': choose from garbage, hard"),
    (changed(queue=["rg", {"hard": 3}]), "hard in step 2 of the queue is a number, not an array"),
    (changed(queue=["rg", {"hard": [1] * 5}]), "hard in step 2 of the queue has 5 counts, not 6"),
    (
        changed(queue=[{"garbage": [0, 14, 0, 0, 0, 0]}, "rg"]),
        "garbage in step 1 of the queue, column 2, is 14, not a whole number from 0 to 13",
    ),
    (
        changed(queue=[{"garbage": [0, 0, 0, 0, 0, -1]}, "rg"]),
        "garbage in step 1 of the queue, column 6, is -1, not a whole number from 0 to 13",
    ),
    (
        changed(queue=[{"garbage": [True, 0, 0, 0, 0, 0]}, "rg"]),
        "garbage in step 1 of the queue, column 1, is a boolean, not a whole number",
    ),
    (changed(goal="chain"), "goal is a string, not an object"),
    (goal(), "the goal has neither kind nor clear"),
    (goal(kind="perfect", n=1), f"unknown kind of the goal 'perfect': choose from {KINDS}"),
    (goal(kind=None, clear=None), "the goal has neither kind nor clear"),
    (goal(kind=7, n=1), "kind of the goal is a number, not a string"),
    (goal(kind="chain"), "n of the goal is missing: 'chain' needs it"),
    (goal(kind="chain", n=0), "n of the goal is 0, not a whole number from 1 to 19"),
    (goal(kind="chain", n=20), "n of the goal is 20, not a whole number from 1 to 19"),
    (goal(kind="colors", n=6), "n of the goal is 6, not a whole number from 1 to 5"),
    (goal(kind="acc_colors", n=6), "n of the goal is 6, not a whole number from 1 to 5"),
    (goal(kind="count", n=73), "n of the goal is 73, not a whole number from 1 to 72"),
    (goal(kind="place", n=19), "n of the goal is 19, not a whole number from 1 to 18"),
    (goal(kind="connect", n=73), "n of the goal is 73, not a whole number from 1 to 72"),
    (goal(kind="acc_count", n=3199), "n of the goal is 3199, not a whole number from 1 to 3198"),
    (goal(kind="chain", n=3.0), "n of the goal is 3.0, not a whole number"),
    (goal(kind="chain", n="3"), "n of the goal is a string, not a whole number"),
    (goal(kind="chain", n=True), "n of the goal is a boolean, not a whole number"),
    (goal(kind="chain", n=3, exact=1), "exact of the goal is a number, not true or false"),
    (goal(kind="count", n=3, color="red"), f"unknown color of the goal 'red': choose from {COLORS}"),
    (goal(kind="count", n=3, color=3), "color of the goal is a number, not a string"),
    (goal(kind="chain", n=3, color="r"), "color of the goal is 'r', but 'chain' takes no colour"),
    (goal(kind="colors", n=3, color="garbage"), "color of the goal is 'garbage', but 'colors' takes no colour"),
    (
        goal(kind="place", n=2, color="garbage"),
        "color of the goal is 'garbage', but garbage makes no groups for 'place'",
    ),
    (
        goal(kind="connect", n=4, color="garbage"),
        "color of the goal is 'garbage', but garbage makes no groups for 'connect'",
    ),
    (goal(clear="o"), f"unknown clear of the goal 'o': choose from {COLORS}"),
    (goal(clear=True), "clear of the goal is a boolean, not a string"),
    (goal(clear="all", n=3), "n of the goal needs a kind, and there is none"),
    (goal(clear="all", exact="yes"), "exact of the goal is a string, not true or false"),
    (
        goal(clear="all", color="r"),
        "color of the goal is 'r', but there is no kind to count it: `clear` has a colour of its own",
    ),
    (
        goal(kind="chain", n=3, colour="r"),
        "unknown field of the goal 'colour': choose from kind, n, exact, color, clear",
    ),
    (changed(game="tspin"), "game is 'tspin', not 'puyo'"),
    ([GOOD], "a puzzle is a JSON object, not an array"),
    ("3.5", "a puzzle is a JSON object, not a number"),
    ("", "not JSON: Expecting value: line 1 column 1 (char 0)"),
    ("{" + '"a":{' * 100_000, "not JSON: nested too deeply"),
]
LIKE = "it has to be like `puyo chain 3 rg bb`"
REFUSED += [
    ("puyo", f"no goal in the first line: {LIKE}, and a goal is {KINDS} or clear="),
    ("puyo rg bb\nrrb.gg", f"no goal in the first line: {LIKE}, and a goal is {KINDS} or clear="),
    ("puyo chain", f"'chain' in the first line needs a number after it: {LIKE}"),
    ("puyo chain rg bb", f"'chain' in the first line needs a number after it, not 'rg': {LIKE}"),
    ("puyo chain 3- rg", f"'chain' in the first line needs a number after it, not '3-': {LIKE}"),
    ("puyo chain 3", "queue is empty"),
    ("puyo chain 20 rg", "n of the goal is 20, not a whole number from 1 to 19"),
    ("puyo chain 3 garbage rg", "color of the goal is 'garbage', but 'chain' takes no colour"),
    ("puyo clear=all clear=r rg", "there are 2 words clear=, not one"),
    ("puyo clear=x rg", f"unknown clear of the goal 'x': choose from {COLORS}"),
    ("puyo clear=all rg o=00x000", "'o=00x000' in the first line is no fall: it has to be like `o=004020`"),
    ("puyo clear=all rg h=0,1,,0", "'h=0,1,,0' in the first line is no fall: it has to be like `h=004020`"),
    ("puyo clear=all rg o=12345", "garbage in step 2 of the queue has 5 counts, not 6"),
    (
        "puyo clear=all rg o=14,0,0,0,0,0",
        "garbage in step 2 of the queue, column 1, is 14, not a whole number from 0 to 13",
    ),
    ("puyo clear=all rg rgb", "step 2 of the queue is 'rgb', not a pair of two letters"),
    ("puyo chain 3 rg\nrrb.g", "board row 1 (from the top) has 5 cells, not 6"),
    ("puyo chain 3 rg\nrrb.gg\n\nrrb.gg", "board row 2 (from the top) has 0 cells, not 6"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(text: Any, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        decode(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("header", "fields", "queue"),
    [
        ("chain 3+ rg bb", {"kind": "chain", "n": 3, "exact": False}, ["rg", "bb"]),
        (
            "count 8 color rg o=004020 bb",
            {"kind": "count", "n": 8, "color": "color"},
            ["rg", {"garbage": [0, 0, 4, 0, 2, 0]}, "bb"],
        ),
        (
            "connect 6+ r clear=all rg",
            {"kind": "connect", "n": 6, "exact": False, "color": "r", "clear": "all"},
            ["rg"],
        ),
        ("clear=garbage rg h=0,0,10,0,0,1", {"clear": "garbage"}, ["rg", {"hard": [0, 0, 10, 0, 0, 1]}]),
        ("acc_count 40 garbage pp", {"kind": "acc_count", "n": 40, "color": "garbage"}, ["pp"]),
    ],
)
def test_first_lines(header: str, fields: dict[str, Any], queue: list[Any]) -> None:
    puzzle = decode(changed(goal=fields, queue=queue))
    text = "\n".join([f"puyo {header}", *GOOD["board"]])
    assert decode(text) == puzzle
    assert write(puzzle, "text") == text


def test_boards() -> None:
    puzzle = decode(GOOD)
    assert write(puzzle, "text") == BOARD
    assert recognizes(BOARD)
    assert decode("  puyo\tchain 3 all rg bb o=0,0,4,0,2,0\r\n______\r\n  __o___\r\nrrb_gg\r\n") == puzzle
    assert decode("puyo rg bb clear=all").goal == Goal(clear="all")
    assert decode("puyo chain 3 rg clear=b").goal == Goal("chain", 3, clear="b")


def test_every_form_leads_back() -> None:
    assert (*COMMON, "ips") == FORMS
    random = Random(5)
    for _ in range(100):
        puzzle = random_puzzle(random)
        for form in ("json", "text"):
            assert decode(write(puzzle, form)) == puzzle
    with pytest.raises(ValueError, match="unknown form 'morse': choose from json, text, link, ips"):
        write(puzzle, "morse")


def test_mutilated_text_is_a_puzzle_or_refused() -> None:
    random = Random(6)
    refused = 0
    for _ in range(1500):
        text = list(write(random_puzzle(random), random.choice(("json", "text"))))
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            text[at : at + random.randint(0, 3)] = random.choices('rgbo.0123_{}[]",: \n+=h♥', k=random.randint(0, 2))
        puzzle = puzzle_or_reason("".join(text), random.random() < 0.5)
        if isinstance(puzzle, str):
            refused += 1
            assert "\n" not in puzzle
        else:
            assert decode(encode(puzzle)) == puzzle
    assert 500 < refused < 1500


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"clear": "all", "exact": True, "color": "all"}, Goal(clear="all")),
        ({"kind": None, "clear": "r"}, Goal(clear="r")),
        ({"kind": "chain", "n": 2, "clear": None}, Goal("chain", 2)),
        ({"kind": "chain", "n": 2, "color": "color"}, Goal("chain", 2)),
        ({"kind": "count", "n": 8, "exact": None, "color": None}, Goal("count", 8)),
    ],
)
def test_what_changes_nothing_may_be_said(said: dict[str, Any], meant: Goal) -> None:
    assert decode(goal(**said)).goal == meant


def test_what_pops_is_found_as_the_kernel_finds_it() -> None:
    """Random boards and full ones: the same verdict, and a group that the kernel has too."""
    popping = 0
    for columns in [*settled_boards(11, 300), ("rrrr",) + ("",) * 5, ("g" * 13,) * 6, ("." * 0,) * 6]:
        facts = np.zeros(FIELDS, dtype=np.int64)
        pops = bool(vanish(planes_of(columns), 1, facts))
        group = popping_group(columns)
        assert bool(group) == pops
        if pops:
            popping += 1
            listed = [divmod(int(fact), GROUP_SIZES) for fact in facts[GROUP_LIST : GROUP_LIST + MOST_GROUPS] if fact]
            mark = columns[group[0][0]][group[0][1]]
            assert (mark, len(group)) in [(MARKS[code], size) for code, size in listed]
    assert popping > 10
