"""Links of both kinds: what is written, what is read, what is refused, and the world's own.

`links.json` has queries of the older simulators from the tests of others: plain ones, some whose goals have digits
left over that mean nothing, and some with answers, each with the placements that it says.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import BadPuzzle
from engines.puyo.forms import ips, pon2
from engines.puyo.forms.text import decode, encode, recognizes, write
from engines.puyo.rules.checked_moves import IllegalMove, follow, legal
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle
from tests.engines.puyo.puzzles import VECTORS, from_vector
from tests.engines.puyo.written import puzzle_or_reason, random_puzzle

LINKS = json.loads((Path(__file__).parent.parent / "links.json").read_text())
PAGE, STUDIO = "https://ishikawapuyo.net/simu/pn.html?", "https://24ik.github.io/pon2/stable/studio/?mode=0&"


def puzzle(goal: dict[str, Any], queue: list[Any], *board: str) -> Puzzle:
    return decode({"goal": goal, "queue": queue, "board": list(board)})


@pytest.mark.parametrize("vector", [v for v in VECTORS["solve"] if "ips" in v], ids=lambda vector: vector["id"])
def test_the_vectors(vector: dict[str, Any]) -> None:
    given = from_vector(vector)
    assert decode(vector["ips"]) == given
    # The number of a goal that needs none is left over in one of them, and means nothing.
    expected = vector["ips"].replace("__278", "__270")
    assert write(given, "ips") == PAGE + expected


@pytest.mark.parametrize("vector", VECTORS["solve"], ids=lambda vector: vector["id"])
def test_answers_in_links_are_left_out_again(vector: dict[str, Any]) -> None:
    given = from_vector(vector)
    for solution in vector["solutions"]:
        link = write(given, "link", solution)
        assert decode(link) == given
        assert link != write(given, "link")
        if not any(isinstance(step, dict) for step in encode(given)["queue"]):
            assert decode(write(given, "ips", solution)) == given


@pytest.mark.parametrize("query", LINKS["plain"])
def test_links_of_the_world(query: str) -> None:
    assert recognizes(query)
    read = decode(query)
    assert write(read, "ips") == PAGE + query
    assert decode(write(read, "link")) == read


def test_what_editors_leave_over() -> None:
    assert len(LINKS["left_over"]) == 18
    for query in LINKS["left_over"]:
        again = write(decode(query), "ips").removeprefix(PAGE)
        assert again != query
        assert again[:-2] == query[:-2]
        assert decode(again) == decode(query)
    assert decode("M06gwpizp_C1o1A1__u64").goal == Goal("chain", 4)
    assert decode("8888b8xpozjoqmM_G121s1__205").goal == Goal(clear="all")


@pytest.mark.parametrize(("query", "solution"), LINKS["answered"].items())
def test_answers_of_the_world(query: str, solution: str) -> None:
    assert write(decode(query), "ips", solution) == PAGE + query
    assert follow(decode(query), solution)[-1].goal


PON2: list[tuple[str, dict[str, Any], list[Any], list[str]]] = [
    (
        "field=0_b..&steps=rbppgy&goal=0_0_6_0_",
        {"kind": "chain", "n": 6},
        ["rb", "pp", "gy"],
        ["...b.."],
    ),
    (
        "field=0_&steps=rro0_0_4_0_2_0oh1_0_0_0_0_13h&goal=2_4_5_1_",
        {"kind": "count", "n": 5, "exact": False, "color": "g"},
        ["rr", {"garbage": [0, 0, 4, 0, 2, 0]}, {"hard": [1, 0, 0, 0, 0, 13]}],
        [],
    ),
    ("field=0_r.....oh....&steps=rr&goal=_1", {"clear": "garbage"}, ["rr"], ["r.....", "oh...."]),
    ("field=0_&steps=rr&goal=_0", {"clear": "all"}, ["rr"], []),
    ("field=0_&steps=rr&goal=5_0_2_0_2", {"kind": "acc_colors", "n": 2, "clear": "color"}, ["rr"], []),
    (
        "field=0_&steps=rr&goal=6_7_12_1_3",
        {"kind": "acc_count", "n": 12, "exact": False, "color": "p", "clear": "r"},
        ["rr"],
        [],
    ),
]


@pytest.mark.parametrize(("query", "goal", "queue", "board"), PON2)
def test_pon2_queries(query: str, goal: dict[str, Any], queue: list[Any], board: list[str]) -> None:
    expected = puzzle(goal, queue, *board)
    assert decode(query) == expected
    assert write(expected, "link") == STUDIO + query


@pytest.mark.parametrize(
    ("query", "goal"),
    [
        ("field=t-&steps=rr&goal=5__2", Goal("chain", 2)),
        ("field=t_&steps=rr&goal=8_1_3", Goal("chain", 3, exact=False, clear="r")),
        ("field=t_&steps=rr&goal=0_7_", Goal(clear="color")),
        ("field=t_&steps=rr&goal=12_6_3", Goal("count", 3, exact=False, color="garbage")),
        ("field=t_&steps=rr&goal=_6", Goal(clear="garbage")),
        ("field=0_&steps=rr&goal=0_5_2_0_", Goal("chain", 2)),
        ("steps=rr&goal=_0", Goal(clear="all")),
    ],
)
def test_older_and_odder_pon2_queries(query: str, goal: Goal) -> None:
    assert decode(query) == Puzzle(goal, ("rr",), ("",) * 6)


def test_the_same_fields_in_both_kinds() -> None:
    """A puzzle that pon2's own tests have in both forms; its board floats."""
    new = "field=0_op......yg....b.r&steps=byo0_1_0_0_0_1org23&goal=0_0_2_0_"
    old = "field=t-op......yg....b.r&steps=byo0_1_0_0_0_1org23&goal=5__2"
    older = "6E004g031_E1ahce__u02"
    first = decode(new, settle=True)
    assert decode(old, settle=True) == decode(older, settle=True) == first
    assert first.queue[1] == decode("_01ah__u01").queue[1]
    assert write(decode("_01yp__u01"), "link") == STUDIO + "field=0_&steps=rro2_3_3_2_2_3o&goal=0_0_1_0_"
    assert decode("~1.02.003.0004.00005.00000600009._01__u01", settle=True) == decode(
        "field=0_r......g......b......y......p......o....h.......&steps=rr&goal=0_0_1_0_", settle=True
    )


def test_addresses() -> None:
    query, expected = "800F08J08A0EB_8161__270", decode("800F08J08A0EB_8161__270")
    for address in (
        "https://ips.karou.jp/simu/pn.html?",
        "http://ishikawapuyo.net/simu/pn.html?",
        "ishikawapuyo.net/simu/pe.html?",
        "//ips.karou.jp/simu/pv.html?",
        "pn.html?",
        "?",
    ):
        assert recognizes(address + query)
        assert decode(f"  {address}{query}#top\n") == expected
    pon2_query = write(expected, "link").removeprefix(STUDIO)
    for address in (
        "https://24ik.github.io/pon2/stable/studio/?mode=4&",
        "https://24ik.github.io/pon2/stable/studio/index.html?",
        "https://24ik.github.io/pon2/0.28/ide/?mode=ee&",
        "24ik.github.io/pon2/stable/studio/?",
        "",
    ):
        assert recognizes(address + pon2_query)
        assert decode(address + pon2_query) == expected
    for link in (PAGE + query, STUDIO + pon2_query):
        assert recognizes(quote(link, safe=""))
        assert decode(quote(link, safe="")) == expected


@pytest.mark.parametrize(
    "text",
    [
        "______",
        "r__b__",
        "r_g__b",
        "__________",
        "X_XX__X___",
        "word",
        "puyopuyo",
        "a=b",
        '"800F"',
        "v115@RhA8",
        "12_34",
    ],
)
def test_what_is_no_link(text: str) -> None:
    assert not recognizes(text)


CELL = "field=0_"
REFUSED = [
    (f"see {PAGE}1_01__u01", "there is text before the link: 'see '"),
    ("https://ishikawapuyo.net/simu/", "the address has no query"),
    ("https://24ik.github.io/pon2/stable/studio/", "the address has no query"),
    (f"{PAGE}1g_c1", "the link has no goal: it has to be like FIELD_STEPS__GOAL"),
    (f"{PAGE}1g_c1__", "the link has no goal: it has to be like FIELD_STEPS__GOAL"),
    (f"{PAGE}1g_c1_x_u03", "the link has 4 parts, not FIELD_STEPS__GOAL"),
    (f"{PAGE}1g_c1__u03_", "the link has 5 parts, not FIELD_STEPS__GOAL"),
    ("1g_c1__u0", "the goal 'u0' has 2 characters, not 3, at character 8 of the link"),
    ("1g_c1__u033", "the goal 'u033' has 4 characters, not 3, at character 8 of the link"),
    ("1g_c1__y03", "unknown kind of goal 'y' at character 8 of the link"),
    ("1g_c1__u83", "unknown colour '8' at character 9 of the link"),
    ("1g_c1__u0!", "unknown character '!' at character 10 of the link"),
    ("1g_c1__u00", "n of the goal is 0, not a whole number from 1 to 19"),
    ("1g_c1__u0k", "n of the goal is 20, not a whole number from 1 to 19"),
    ("1g_c1__I62", "color of the goal is 'garbage', but garbage makes no groups for 'place'"),
    ("1g___u03", "queue is empty"),
    ("1g_c__u03", "the steps have 1 characters, not two each, at character 4 of the link"),
    ("1g_c11__u03", "the steps have 3 characters, not two each, at character 4 of the link"),
    ("1g_c1!1__u03", "unknown character '!' at character 6 of the link"),
    ("1g_c1Y1__u03", "step 2 is 'Y1', neither a pair nor a fall, at character 6 of the link"),
    ("1g_c111__u03", "step 2 is '11', neither a pair nor a fall, at character 6 of the link"),
    ("1g_cm__u03", "unknown placement 'm' at character 5 of the link"),
    ("1!_c1__u03", "unknown character '!' at character 2 of the link"),
    ("17_c1__u03", "unknown kind of cell, number 7, at character 2 of the link"),
    ("1" * 40 + "_c1__u03", "the field has 40 characters, more than 39, at character 1 of the link"),
    ("~1.8_c1__u03", "unknown cell '8' at character 4 of the link"),
    ("~" + "1." * 13 + "1_c1__u03", "the field has 14 rows, more than 13, at character 2 of the link"),
    ("800000_c1__u03", "'r' in column 1, row 2 (from the bottom) floats: there is nothing below it"),
    (f"{CELL}&steps=rr", "the link has no goal"),
    (f"{CELL}&steps=rr&goal=_", "the link has no goal"),
    (f"{CELL}&steps&goal=_0", "queue is empty"),
    (f"{CELL}&steps=rr&goal=_0&pairs=rr", "unknown field 'pairs' at character 27 of the link"),
    (f"{CELL}&steps=rr&steps=rr&goal=_0", "a second field 'steps' at character 19 of the link"),
    ("field=rr&steps=rr&goal=_0", "field does not begin with a rule, like 0_, at character 7 of the link"),
    ("field=3_~&steps=rr&goal=_0", "rule 3 (water) is not that of these puzzles, at character 7 of the link"),
    ("field=w-&steps=rr&goal=_0", "rule w (water) is not that of these puzzles, at character 7 of the link"),
    ("field=1_&steps=rr&goal=_0", "rule 1 (turning fields) is not that of these puzzles, at character 7 of the link"),
    (
        "field=2_&steps=rr&goal=_0",
        "rule 2 (cross-turning fields) is not that of these puzzles, at character 7 of the link",
    ),
    ("field=9_&steps=rr&goal=_0", "unknown rule '9' at character 7 of the link"),
    (f"{CELL}r.x&steps=rr&goal=_0", "unknown cell 'x' at character 11 of the link"),
    (f"{CELL}{'o' * 79}&steps=rr&goal=_0", "the field has 79 cells, more than 78, at character 9 of the link"),
    (
        f"{CELL}&steps=rrR&goal=_0",
        "step 2 is a turn of the field, which these puzzles do not have, at character 18 of the link",
    ),
    (
        f"{CELL}&steps=rrC&goal=_0",
        "step 2 is a cross turn of the field, which these puzzles do not have, at character 18 of the link",
    ),
    (f"{CELL}&steps=rrg&goal=_0", "step 2 is 'g', not a pair, at character 18 of the link"),
    (f"{CELL}&steps=rrgx&goal=_0", "step 2 is 'gx', not a pair, at character 18 of the link"),
    (f"{CELL}&steps=rr7N&goal=_0", "unknown placement '7N' at character 18 of the link"),
    (f"{CELL}&steps=rro1_1_1&goal=_0", "step 2 is a fall that is not complete, at character 18 of the link"),
    (f"{CELL}&steps=rroo&goal=_0", "step 2 is a fall that is not complete, at character 18 of the link"),
    (f"{CELL}&steps=rro1_1o&goal=_0", "garbage in step 2 of the queue has 2 counts, not 6"),
    (f"{CELL}&steps=rr&goal=0_0_3_0", "the goal has 4 parts, not five, at character 24 of the link"),
    (f"{CELL}&steps=rr&goal=x_0_3_0_", "the goal has 'x' for a number, at character 24 of the link"),
    (f"{CELL}&steps=rr&goal=7_0_3_0_", "the goal has the unknown kind '7' at character 24 of the link"),
    (f"{CELL}&steps=rr&goal=2_8_3_0_", "the goal has the unknown colour '8' at character 24 of the link"),
    (
        f"{CELL}&steps=rr&goal=0_0_3_2_",
        "the goal has '3' and '2' for n and its comparison, at character 24 of the link",
    ),
    (f"{CELL}&steps=rr&goal=3_", "the goal has '3' alone for its kind, at character 24 of the link"),
    (f"{CELL}&steps=rr&goal=17_0_3", "the goal has the unknown kind '17' at character 24 of the link"),
    (f"{CELL}&steps=rr&goal=5__", "the goal has no n at character 24 of the link"),
    (f"{CELL}&steps=rr&goal=4_0_-1_0_", "n of the goal is -1, not a whole number from 1 to 72"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused(text: str, reason: str) -> None:
    assert recognizes(text)
    with pytest.raises(BadPuzzle) as refusal:
        decode(text)
    assert str(refusal.value) == reason


CHAIN = {"kind": "chain", "n": 3}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (
            puzzle({"kind": "count", "n": 3, "clear": "all"}, ["rr"]),
            "an ips link cannot have the goal: clear goes with 'chain' only, not with 'count'",
        ),
        (
            puzzle({"kind": "acc_count", "n": 64}, ["rr"]),
            "an ips link cannot have the goal: n is 64, more than 63",
        ),
        (
            puzzle(CHAIN, ["rr", {"hard": [1] * 6}]),
            "an ips link cannot have step 2: hard puyos do not fall there",
        ),
        (
            puzzle(CHAIN, [{"garbage": [0, 0, 4, 0, 2, 0]}, "rr"]),
            "an ips link cannot have step 1: columns get 5 at most and differ by one",
        ),
        (
            puzzle(CHAIN, [{"garbage": [6] * 6}, "rr"]),
            "an ips link cannot have step 1: columns get 5 at most and differ by one",
        ),
    ],
)
def test_what_ips_links_cannot_hold(given: Puzzle, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        write(given, "ips")
    assert str(refusal.value) == reason
    assert decode(write(given, "link")) == given


def test_falls_in_ips_links() -> None:
    for counts, text in (([0] * 6, "a0"), ([1, 0, 0, 0, 0, 0], "aw"), ([1] * 6, "a-"), ([5, 5, 4, 5, 4, 5], "WR")):
        given = puzzle(CHAIN, ["rr", {"garbage": counts}])
        assert write(given, "ips") == f"{PAGE}_01{text}__u03"
        assert decode(f"_01{text}__u03") == given


def random_line(random: Random, given: Puzzle) -> str:
    """Some moves that can be played, perhaps not all."""
    line: list[str] = []
    while (moves := legal(given, line)) and random.random() < 0.8:
        line.append(random.choice(moves))
    return "".join(line)


def fits_ips(given: Puzzle) -> bool:
    """Whether the older form can hold a puzzle."""
    falls = [step for step in given.queue if isinstance(step, Fall)]
    return (
        given.goal.n < 64
        and (given.goal.clear is None or given.goal.kind in (None, "chain"))
        and all(step.kind == "garbage" and max(step.counts) <= min(5, min(step.counts) + 1) for step in falls)
    )


@pytest.mark.parametrize("form", ["link", "ips"])
def test_a_hundred_links_survive(form: str) -> None:
    random = Random(form)
    survived: list[Puzzle] = []
    while len(survived) < 100:
        given = random_puzzle(random)
        if form == "ips" and not fits_ips(given):
            with pytest.raises(BadPuzzle, match="an ips link cannot have"):
                write(given, form)
            continue
        link = write(given, form)
        assert recognizes(link)
        assert decode(link) == given
        assert decode(write(given, form, random_line(random, given))) == given
        assert write(decode(link), form) == link
        survived.append(given)
    assert len({given.goal.kind for given in survived}) == 8
    assert any("h" in column for given in survived for column in given.columns)
    assert any(not isinstance(step, str) for given in survived for step in given.queue)


def test_an_answer_must_be_playable() -> None:
    given = puzzle(CHAIN, ["rg", "rr"])
    assert write(given, "link", "3412") == STUDIO + "field=0_&steps=rg34rr12&goal=0_0_3_0_"
    assert write(given, "link", "34") == STUDIO + "field=0_&steps=rg34rr&goal=0_0_3_0_"
    assert write(given, "ips", "34") == PAGE + "_cg01__u03"
    with pytest.raises(IllegalMove, match="move 2: '3S' cannot be reached with rr"):
        write(given, "link", "343S")


def test_mutilated_links_are_puzzles_or_refused() -> None:
    random = Random(8)
    refused = 0
    marks = ips.DIGITS + "_~?&=%#!/♥"
    for _ in range(3000):
        query = random.choice(LINKS["plain"]) if random.random() < 0.5 else random.choice(PON2)[0]
        text = list(query if random.random() < 0.7 else (PAGE if "=" not in query else STUDIO) + query)
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text))
            text[at : at + random.randint(0, 3)] = random.choices(marks, k=random.randint(0, 2))
        link = "".join(text)
        read = puzzle_or_reason(link, random.random() < 0.5)
        if isinstance(read, str):
            refused += 1
            assert "\n" not in read
        else:
            assert decode(write(read, "link")) == read
    assert 1000 < refused < 3000


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=ips.DIGITS + "_~", max_size=60), st.sampled_from(["", PAGE, STUDIO, CELL, "pn.html?"]))
def test_any_text_is_a_puzzle_or_refused(text: str, before: str) -> None:
    assert puzzle_or_reason(before + text)


def test_the_studio_lists_what_goals_have() -> None:
    """Numbers are places in these lists: they must be as long as pon2's."""
    assert len(pon2.KINDS) == 7
    assert len(pon2.NEW_COLORS) == len(set(pon2.NEW_COLORS)) == len(set(pon2.OLD_COLORS)) == 8
    assert len(pon2.OLD_GOALS) == 17


@pytest.mark.parametrize(
    "address",
    [
        "http://www.example.org/puyo/simu/?80080080oM0oM098_4141__u03",
        "HTTPS://ISHIKAWAPUYO.NET/simu/pn.html?80080080oM0oM098_4141__u03",
    ],
)
def test_the_old_form_is_read_at_any_address(address: str) -> None:
    assert decode(address) == decode("80080080oM0oM098_4141__u03")


def test_text_after_a_link_is_said_so() -> None:
    with pytest.raises(BadPuzzle, match="there is text after the link: 'nice one by Ann'"):
        decode("https://ishikawapuyo.net/simu/pn.html?80080080oM0oM098_4141__u03 nice one by Ann")
