"""The Puyo referee against published facts, hand-made boards, and itself without compilation."""

import importlib.util
import json
import random
from pathlib import Path

import numpy as np
import pytest

from quality.referee import Foul, Meter, Unfinished, puyo, referee, review

VECTORS = json.loads((Path(__file__).parent.parent / "engines" / "puyo" / "vectors.json").read_text())


def goal(kind="chain", n=1, exact=True, **more):
    return {"kind": kind, "n": n, "exact": exact} | more


def puzzle(queue, *rows, goal):
    return {"game": "puyo", "goal": goal, "queue": queue, "board": list(rows)}


def of_vector(vector):
    """A puzzle as the published facts have it, in the form of this project."""
    wanted = dict(vector["goal"])
    if "op" in wanted:
        wanted["exact"] = wanted.pop("op") == "exact"
    queue = [step.get("pair", step) for step in vector["steps"]]
    return puzzle(queue, *vector["board"], goal=wanted)


SOLVED = {vector["id"]: of_vector(vector) for vector in VECTORS["solve"]}


def by_id(vectors):
    return [pytest.param(vector, id=vector["id"]) for vector in vectors]


def tower(*heights, of="o"):
    """The rows of columns of one puyo each, of these heights."""
    return ["".join(of if height > y else "." for height in heights) for y in reversed(range(13))]


def after(queue, names, *rows):
    """The rows after these steps, whatever they reach: no goal is asked for that could be."""
    never = puyo.read_goal(goal("chain", 99))
    board, so_far = puyo.read_board(rows), puyo.nothing_yet()
    for n, step in enumerate(queue):
        name = names[2 * n : 2 * n + 2]
        board, so_far, _ = puyo.finish(puyo.put(f"step {n}", board, puyo.read_step("", step), name), so_far, never)
    return puyo.rows_of(board)


def filled(rows):
    """The rows without the empty ones on top."""
    return [row for row in rows if row != "......"]


def reaches(given, solution):
    """Whether a solution that is legal reaches the goal."""
    try:
        puyo.replay(given, solution)
    except Foul as foul:
        if "the goal is not reached" not in str(foul):
            raise
        return False
    return True


# ------------------------------------------------------------------ chains: known facts


@pytest.mark.parametrize("vector", by_id(VECTORS["sim"]))
def test_known_chains(vector):
    rows = vector["board"]
    if "place" in vector:
        pair, name = vector["place"]
        rows = puyo.rows_of(puyo.put("", puyo.read_board(rows), puyo.read_step("", pair), name))
    played = puyo.simulate(rows)
    left = played["board"]
    found = {
        "chains": played["chains"],
        "score": played["score"],
        "final": left,
        "empty": filled(left) == [],
        "final_heights": [sum(row[x] != "." for row in left) for x in range(6)],
        "erased": sum(len(each["vanished"]) for each in played["rounds"]),
        "groups": [each["groups"] for each in played["rounds"]],
    }
    facts = set(vector) & set(found)
    assert "chains" in facts
    assert {name: found[name] for name in facts} == {name: vector[name] for name in facts}


def test_a_round_says_what_vanished():
    played = puyo.simulate(["o.....", "rrrr.."])
    assert played["rounds"] == [
        {
            "vanished": [(1, 1), (1, 2), (2, 1), (3, 1), (4, 1)],
            "turned": [],
            "groups": {"r": [4]},
            "score": 40,
        }
    ]


def test_three_are_no_group_and_garbage_neither():
    for row in ("rrr...", "oooooo", "hhhhhh", "rrrgrr"):
        assert puyo.simulate([row])["chains"] == 0


@pytest.mark.parametrize("top", [12, 13])
def test_row_13_joins_no_group(top):
    """Four of a colour on top of a column of garbage."""
    below = ["o....."] * (top - 4)
    assert puyo.simulate([*["r....."] * 4, *below])["chains"] == (1 if top == 12 else 0)


def test_garbage_in_row_13_stays():
    for letter in "oh":
        played = puyo.simulate([f"{letter}.....", *["r....."] * 4, *["g.....", "b....."] * 4])
        assert played["chains"] == 1
        assert filled(played["board"])[0] == f"{letter}....."
        assert len(filled(played["board"])) == 9


def test_what_is_in_row_13_falls_into_play():
    """Four y vanish in the middle of a full column, and the r of row 13 comes down to its like."""
    column = "rrrrgbyyyyppb"
    played = puyo.simulate([f"{cell}....." for cell in column])
    assert (played["chains"], len(filled(played["board"]))) == (2, 5)


def test_what_floats_falls_first():
    assert puyo.simulate(["r.....", "......", "rrr..."])["board"] == puyo.simulate(["r.....", "rrr..."])["board"]


@pytest.mark.parametrize(
    ("rows", "score", "left", "turned"),
    [
        (["h.....", "rrrr.."], 50, ["o....."], [(1, 2)]),  # one side
        (["rh....", "rrr..."], 120, [], []),  # two sides
        (["rhr...", "rrr..."], 1 * 10 * (5 + 8) * 2, [], []),  # three sides
        (["o.....", "rrrr.."], 40, [], []),
        (["h.....", "o.....", "rrrr.."], 40, ["h....."], []),  # garbage that goes touches nothing
        (["hh....", "rrrr.."], 60, ["oo...."], [(1, 2), (2, 2)]),
    ],
)
def test_garbage_and_hard_puyos(rows, score, left, turned):
    played = puyo.simulate(rows)
    assert (played["score"], filled(played["board"])) == (score, left)
    assert played["rounds"][0]["turned"] == turned


def test_the_bonuses():
    assert [puyo.chain_bonus(n) for n in range(1, 8)] == [0, 8, 16, 32, 64, 96, 128]
    assert puyo.chain_bonus(19) == 512
    assert [puyo.color_bonus(n) for n in range(1, 6)] == [0, 3, 6, 12, 24]
    assert [puyo.group_bonus(n) for n in range(4, 14)] == [0, 2, 3, 4, 5, 6, 7, 10, 10, 10]


def test_the_bonus_is_held_to_1_and_999():
    four = np.array([0, 0, 0, 4, 0, 0, 0, 0])
    assert puyo.round_score(1, four, 0, np.array([0, 4, 3])) == 10 * 4 * 1
    assert puyo.round_score(19, four, 0, np.array([0] + [11] * 48)) == 10 * 4 * (512 + 480)
    assert puyo.round_score(19, four, 0, np.array([0] + [11] * 49)) == 10 * 4 * 999


# ------------------------------------------------------------------ placements


ALL_OF_THEM = {f"{x}{y}" for x in range(1, 7) for y in ("N", "S", x - 1, x + 1) if y not in (0, 7)}


@pytest.mark.parametrize("vector", by_id(VECTORS["placement"]))
def test_known_placements(vector):
    found = puyo.placements(vector["heights"], vector.get("double", False))
    assert len(set(found)) == len(found)
    if "valid" in vector:
        assert set(found) == set(vector["valid"])
    if "invalid" in vector:
        assert set(found) == ALL_OF_THEM - set(vector["invalid"])
    assert set(found) >= set(vector.get("must_valid", []))


def reached_columns(heights):
    """The columns in which a pair can stand upright."""
    return [int(name[0]) for name in puyo.placements(heights) if name[1] == "N"]


@pytest.mark.parametrize(
    ("heights", "columns"),
    [
        ([0, 0, 0, 0, 12, 0], [1, 2, 3, 4]),
        ([0, 0, 0, 0, 13, 0], [1, 2, 3, 4]),
        ([0, 0, 0, 0, 12, 11], [1, 2, 3, 4]),  # a step behind the wall is no help
        ([11, 0, 0, 0, 12, 0], [1, 2, 3, 4, 5, 6]),
        ([0, 0, 11, 12, 12, 12], [1, 2, 3, 4, 5, 6]),
        ([0, 10, 0, 12, 0, 0], [1, 2, 3]),
        ([11, 0, 0, 12, 13, 0], [1, 2, 3, 4]),
        ([0, 12, 0, 12, 0, 13], [1, 2, 3, 4, 5]),
        ([0, 13, 0, 13, 0, 0], [3]),
        ([0, 12, 0, 13, 0, 0], [1, 2, 3]),
        ([11, 12, 0, 0, 0, 0], [3, 4, 5, 6]),
        ([0, 0, 12, 0, 0, 0], []),  # lost
    ],
)
def test_walls_and_climbing(heights, columns):
    assert reached_columns(heights) == columns


def test_both_puyos_need_a_column():
    assert puyo.placements([0, 13, 10, 13, 0, 0]) == ["3N", "3S"]
    assert puyo.placements([0, 13, 11, 12, 13, 0], double=True) == ["3N", "4N", "34"]
    assert puyo.placements([0, 13, 11, 12, 13, 0]) == ["3N", "4N", "34", "3S", "43"]


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("3N", ["..g...", "..r...", "oo...."]),
        ("3S", ["..r...", "..g...", "oo...."]),
        ("34", ["oorg.."]),
        ("43", ["oogr.."]),
        ("23", [".r....", "oog..."]),  # each falls on its own
        ("32", [".g....", "oor..."]),
        ("1N", ["g.....", "r.....", "oo...."]),
    ],
)
def test_where_the_two_puyos_come_to_rest(name, rows):
    """Compared from the bottom up, each column on its own."""
    left = filled(after(["rg"], name, "oo...."))
    columns = ["".join(row[x] for row in reversed(left)).rstrip(".") for x in range(6)]
    wanted = ["".join(row[x] for row in reversed(rows)).strip(".") for x in range(6)]
    assert columns == wanted


def test_what_comes_to_rest_above_row_13_is_lost():
    high = tower(12, 11, 0, 0, 0, 0)
    assert [row[0] for row in after(["rg"], "1N", *high)][:2] == ["r", "o"]
    assert [row[:2] for row in after(["rg"], "2N", *high)][:3] == [".g", "or", "oo"]
    assert [row[:2] for row in after(["rg"], "12", *high)][:3] == ["r.", "og", "oo"]
    assert after([{"garbage": [3, 0, 0, 0, 0, 1]}], "..", *high) == tower(13, 11, 0, 0, 0, 1)
    assert after([{"hard": [0, 0, 0, 40, 0, 0]}], "..") == tower(0, 0, 0, 13, 0, 0, of="h")


# ------------------------------------------------------------------ goals

# `rg` at 4N: four r and four g vanish in one round, and one garbage with them; nothing is left.
AT_ONCE = (".o..g.", "rrr.gg")
# `rg` at 4N: five r and four g.
FIVE_AND_FOUR = ("....gg", "rrr.rg")
# `by` at 3N: four b vanish, then five y.
ONE_BY_ONE = ("yy....", "bbbyy.")
# `rr` at 5N: four r and a hard puyo vanish, another one turns.
WITH_HARD = ("....h.", "..hrr.")


@pytest.mark.parametrize(
    ("pair", "name", "rows", "kind", "color", "numbers"),
    [
        ("rg", "4N", AT_ONCE, "chain", "all", {1}),
        ("rg", "4N", AT_ONCE, "colors", "all", {2}),
        ("rg", "4N", AT_ONCE, "count", "all", {9}),
        ("rg", "4N", AT_ONCE, "count", "color", {8}),
        ("rg", "4N", AT_ONCE, "count", "garbage", {1}),
        ("rg", "4N", AT_ONCE, "count", "r", {4}),
        ("rg", "4N", AT_ONCE, "count", "y", {0}),
        ("rg", "4N", AT_ONCE, "place", "all", {2}),
        ("rg", "4N", AT_ONCE, "place", "color", {2}),
        ("rg", "4N", AT_ONCE, "place", "g", {1}),
        ("rg", "4N", AT_ONCE, "place", "b", {0}),
        ("rg", "4N", AT_ONCE, "connect", "all", {4}),
        ("rg", "4N", AT_ONCE, "acc_colors", "all", {2}),
        ("rg", "4N", AT_ONCE, "acc_count", "all", {9}),
        ("rg", "4N", AT_ONCE, "acc_count", "garbage", {1}),
        ("rg", "4N", FIVE_AND_FOUR, "connect", "all", {4, 5}),
        ("rg", "4N", FIVE_AND_FOUR, "connect", "color", {4, 5}),
        ("rg", "4N", FIVE_AND_FOUR, "connect", "r", {5}),
        ("rg", "4N", FIVE_AND_FOUR, "connect", "g", {4}),
        ("rg", "4N", FIVE_AND_FOUR, "connect", "p", set()),
        ("rg", "4N", FIVE_AND_FOUR, "count", "all", {9}),
        ("by", "3N", ONE_BY_ONE, "chain", "all", {2}),
        ("by", "3N", ONE_BY_ONE, "colors", "all", {1}),
        ("by", "3N", ONE_BY_ONE, "count", "all", {4, 5}),
        ("by", "3N", ONE_BY_ONE, "count", "b", {0, 4}),
        ("by", "3N", ONE_BY_ONE, "place", "all", {1}),
        ("by", "3N", ONE_BY_ONE, "connect", "all", {4, 5}),
        ("by", "3N", ONE_BY_ONE, "acc_colors", "all", {2}),
        ("by", "3N", ONE_BY_ONE, "acc_count", "all", {9}),
        ("by", "3N", ONE_BY_ONE, "acc_count", "y", {5}),
        ("by", "6N", ONE_BY_ONE, "chain", "all", {0}),
        ("by", "6N", ONE_BY_ONE, "count", "all", set()),
        ("rr", "4N", WITH_HARD, "count", "all", {5}),
        ("rr", "4N", WITH_HARD, "count", "garbage", {1}),
        ("rr", "4N", WITH_HARD, "count", "color", {4}),
        ("rr", "4N", WITH_HARD, "acc_count", "garbage", {1}),
    ],
)
def test_the_numbers_of_a_move(pair, name, rows, kind, color, numbers):
    """`exact` is reached with each of the numbers, `at least` up to the largest."""
    for n in range(1, 12):
        exactly, at_least = (puzzle([pair], *rows, goal=goal(kind, n, exact, color=color)) for exact in (True, False))
        assert reaches(exactly, name) == (n in numbers)
        assert reaches(at_least, name) == (n <= max(numbers, default=0))


@pytest.mark.parametrize(
    ("rows", "gone"),
    [
        (["rrr..."], {"all", "color", "garbage", "r", "g", "b", "y", "p"}),
        (["g.....", "rrr..."], {"garbage", "r", "b", "y", "p"}),
        (["o.....", "rrr..."], {"all", "color", "garbage", "r", "g", "b", "y", "p"}),
        (["rrr..o"], {"color", "r", "g", "b", "y", "p"}),
        (["rrr..h"], {"color", "r", "g", "b", "y", "p"}),
        (["h.....", "rrr..."], {"color", "r", "g", "b", "y", "p"}),  # the hard one has turned
        # Row 13 too: an r is left in column 6.
        ([".....r", *[".....o"] * 11, "rrr..o"], {"g", "b", "y", "p"}),
    ],
)
def test_what_must_be_gone(rows, gone):
    """A pair of r at 34 makes a group of five."""
    for color in ("all", "color", "garbage", *"rgbyp"):
        assert reaches(puzzle(["rr"], *rows, goal={"clear": color}), "34") == (color in gone)


def test_kind_and_clear_hold_after_the_same_step():
    both = goal("chain", 1, clear="g")
    assert reaches(puzzle(["rr"], "rrr...", goal=both), "34")
    assert not reaches(puzzle(["rr"], "rrr..g", goal=both), "34")
    assert not reaches(puzzle(["rr"], "rrr...", goal=goal("chain", 2, clear="g")), "34")
    # The chain comes first, then the g go: never both after one step.
    given = puzzle(["rr", "gg"], "g.....", "rrr..g", goal=goal("count", 4, color="r", clear="g"))
    assert puyo.solutions(given) == []


def test_only_the_accumulated_kinds_look_back():
    """Five r vanish, then five g."""
    given = puzzle(["rr", "gg"], "r.....", "rr.ggg", goal=goal("acc_count", 10))
    assert reaches(given, "3N6N")
    assert not reaches(given | {"goal": goal("count", 10)}, "3N6N")
    assert not reaches(given | {"goal": goal("acc_count", 9)}, "3N6N")
    assert reaches(given | {"goal": goal("acc_count", 5)}, "3N")
    assert reaches(given | {"goal": goal("acc_count", 5, color="g")}, "3N6N")
    assert reaches(given | {"goal": goal("acc_colors", 2)}, "3N6N")
    assert not reaches(given | {"goal": goal("colors", 2)}, "3N6N")


def test_more_than_exactly_n_is_no_success_and_play_goes_on():
    rows = (".....r", "yy...r", "bbbyyo")
    given = puzzle(["by", "rr"], *rows, goal=goal("chain", 1))
    assert reaches(given, "3N6N")
    assert not reaches(given, "3N")
    at_least = given | {"goal": goal("chain", 1, exact=False)}
    assert reaches(at_least, "3N")
    with pytest.raises(Foul, match=r"solution\[1\]: the goal was reached before"):
        puyo.replay(at_least, "3N6N")
    assert "3N" in puyo.solutions(at_least)
    assert not any(found.startswith("3N") and found != "3N" for found in puyo.solutions(at_least))


def test_nothing_is_tested_before_the_first_step():
    assert puyo.solutions(puzzle(["rr"], goal={"clear": "all"})) == []
    assert len(puyo.solutions(puzzle(["rr"], goal={"clear": "g"}))) == 11


# ------------------------------------------------------------------ falls and losses


def test_the_goal_is_tested_after_a_fall():
    falls = [{"garbage": [1, 0, 0, 0, 0, 0]}, "rg"]
    assert puyo.solutions(puzzle(falls, goal={"clear": "r"})) == [".."]
    assert puyo.solutions(puzzle(falls, "r.....", goal={"clear": "r"})) == []
    assert puyo.solutions(puzzle(falls[:1], goal={"clear": "garbage"})) == []
    assert puyo.solutions(puzzle([{"hard": [0] * 6}], goal={"clear": "garbage"})) == [".."]


def test_a_fall_of_hard_puyos():
    given = puzzle([{"hard": [1, 0, 0, 0, 0, 0]}, "rr"], "rrr...", goal=goal("chain", 1, clear="color"))
    assert reaches(given, "..34")
    assert not reaches(given | {"goal": goal("chain", 1, clear="garbage")}, "..34")  # it turned


BESIDE = ["..o..."] * 8 + ["..og.."] * 2 + ["..og.."]
"""Column 3 is eleven high, with three g beside it."""


def test_the_goal_comes_before_the_loss():
    given = puzzle(["gr", "rr"], *BESIDE, goal=goal("chain", 1))
    assert reaches(given, "43")  # r ends in column 3, row 12
    assert not reaches(given, "34")
    with pytest.raises(Foul, match=r"solution\[1\]: column 3 is filled up to row 12"):
        puyo.replay(given, "344N")
    assert not [found for found in puyo.solutions(given) if found.startswith("34")]


def test_a_fall_can_lose():
    given = puzzle([{"garbage": [0, 0, 1, 0, 0, 0]}, "gr"], *BESIDE, goal=goal("chain", 1))
    assert puyo.solutions(given) == []
    with pytest.raises(Foul, match="column 3"):
        puyo.replay(given, "..4S")
    beside = given | {"queue": [{"garbage": [0, 1, 0, 0, 0, 0]}, "gr"]}
    assert "..4S" not in puyo.solutions(beside)  # g comes first when it is the pivot of 4N
    assert reaches(beside, "..4N")
    assert puyo.solutions(given | {"goal": {"clear": "p"}}) == [".."]


def test_row_13_alone_is_no_loss():
    """Column 3 may be eleven high, and others full."""
    given = puzzle(["rg"], *tower(13, 12, 11, 12, 13, 13), goal={"clear": "p"})
    assert puyo.solutions(given) == ["23", "2N", "32", "34", "3N", "3S", "43", "4N"]


# ------------------------------------------------------------------ solutions: known facts


TRIED = [vector for vector in VECTORS["solve"] if vector.get("cost") != "large"]
"""All but one of six moves, which has 113 million lines."""


@pytest.mark.parametrize("vector", by_id(TRIED))
def test_known_solutions(vector):
    assert puyo.solutions(SOLVED[vector["id"]]) == sorted(vector["solutions"])


@pytest.mark.parametrize("vector", by_id(VECTORS["solve"]))
def test_known_solutions_are_replayed(vector):
    given = SOLVED[vector["id"]]
    for solution in vector["solutions"]:
        puyo.replay(given, solution)
        if len(solution) > 2:
            with pytest.raises(Foul, match="not reached"):
                puyo.replay(given, solution[:-2])


@pytest.mark.parametrize("name", ["chain", "acc_count", "hard", "mid-dead"])
def test_exactly_the_solutions_can_be_replayed(name):
    """Of all strings of one placement or two."""
    given = SOLVED[name]
    texts = [*ALL_OF_THEM, *(first + second for first in ALL_OF_THEM for second in ALL_OF_THEM)]
    legal = []
    for text in texts:
        try:
            puyo.replay(given, text)
        except Foul:
            continue
        legal.append(text)
    assert sorted(legal) == puyo.solutions(given)


def test_counting_stops():
    given = puzzle(["rg"], "rrr...", goal=goal("chain", 1))
    everything = len(puyo.solutions(given))
    assert everything > 5
    assert puyo.count(given, stop_at=0) == everything
    assert [puyo.count(given, stop_at=n) for n in (1, 2, 5)] == [1, 2, 5]
    assert puyo.count(given) == 2
    assert puyo.count(given, stop_at=everything + 1) == everything


def test_ways_to_the_same_board_are_different_solutions():
    """Two equal pairs in either order count twice; a double that lies the other way round counts once."""
    found = puyo.solutions(puzzle(["bb", "bb"], goal=goal("chain", 1)))
    assert {"3N4N", "4N3N", "1234", "3412"} <= set(found)
    assert not {"3N5N", "1245", "2134", "3S4N"} & set(found)


# ------------------------------------------------------------------ what is refused

GOOD = puzzle(["rg"], "rrr...", goal=goal("chain", 1))


def test_leading_empty_rows_may_be_left_out():
    for rows in (["rrr..."], ["......", "rrr..."], ["......"] * 12 + ["rrr..."]):
        assert puyo.solutions(GOOD | {"board": rows}) == puyo.solutions(GOOD)
    assert puyo.read(GOOD | {"board": []})[0].sum() == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "tspin"}, "game: expected 'puyo'"),
        ({"board": None}, "board: expected a list"),
        ({"board": "rrr..."}, "board: expected a list"),
        ({"board": ["......"] * 14}, "board: 14 rows"),
        ({"board": ["rrr..", "rrr..."]}, r"board\[0\]: expected 6 of"),
        ({"board": ["......", "rrr...."]}, r"board\[1\]: expected 6 of"),
        ({"board": ["rrrx.."]}, r"board\[0\]: expected 6 of"),
        ({"board": ["RRR..."]}, r"board\[0\]: expected 6 of"),
        ({"board": [6]}, r"board\[0\]: expected 6 of"),
        ({"board": ["r.....", "......"]}, "a puyo floats in column 1, at row 1 or above"),
        ({"board": [".....o", "......", "rrr..g"]}, "a puyo floats in column 6, at row 2 or above"),
        ({"board": tower(0, 0, 12, 0, 0, 0)}, "column 3 is filled"),
        ({"board": tower(0, 0, 13, 0, 0, 0)}, "column 3 is filled"),
        ({"board": ["rrrr.."]}, "a group of four"),
        ({"board": ["r.....", "rr....", "rg...."]}, "a group of four"),
        ({"queue": None}, "queue: expected a list"),
        ({"queue": "rg"}, "queue: expected a list"),
        ({"queue": []}, "queue: expected a list of one step or more"),
        ({"queue": ["rg", "r"]}, r"queue\[1\]: expected two of"),
        ({"queue": ["rgb"]}, r"queue\[0\]: expected two of"),
        ({"queue": ["ro"]}, r"queue\[0\]: expected two of"),
        ({"queue": [["r", "g"]]}, r"queue\[0\]: expected a pair, or a fall"),
        ({"queue": [{}]}, r"queue\[0\]: expected a pair, or a fall"),
        ({"queue": [{"pair": "rg"}]}, r"queue\[0\]: expected a pair, or a fall"),
        ({"queue": [{"garbage": [0] * 6, "hard": [0] * 6}]}, r"queue\[0\]: expected a pair, or a fall"),
        ({"queue": [{"garbage": [0] * 5}]}, r"queue\[0\]: expected 6 numbers"),
        ({"queue": [{"garbage": 4}]}, r"queue\[0\]: expected 6 numbers"),
        ({"queue": [{"hard": [0, 0, -1, 0, 0, 0]}]}, r"queue\[0\]: expected whole numbers from 0"),
        ({"queue": [{"hard": [0, 0, 1.0, 0, 0, 0]}]}, r"queue\[0\]: expected whole numbers from 0"),
        ({"queue": [{"hard": [0, 0, True, 0, 0, 0]}]}, r"queue\[0\]: expected whole numbers from 0"),
        ({"goal": None}, "goal: expected an object"),
        ({"goal": "chain"}, "goal: expected an object"),
        ({"goal": {}}, "goal: neither a kind nor a colour"),
        ({"goal": {"n": 3, "exact": True}}, "goal: neither a kind nor a colour"),
        ({"goal": goal("chains")}, "goal.kind: expected one of"),
        ({"goal": goal(["chain"])}, "goal.kind: expected one of"),
        ({"goal": goal(n=0)}, "goal.n: expected a whole number from 1"),
        ({"goal": goal(n=-1)}, "goal.n"),
        ({"goal": goal(n=True)}, "goal.n"),
        ({"goal": goal(n="3")}, "goal.n"),
        ({"goal": {"kind": "chain", "exact": True}}, "goal.n"),
        ({"goal": goal(exact="exact")}, "goal.exact: expected true or false"),
        ({"goal": {"kind": "chain", "n": 3}}, "goal.exact"),
        ({"goal": goal("count", color="purple")}, "goal.color: expected one of"),
        ({"goal": goal("count", color="o")}, "goal.color: expected one of"),
        ({"goal": goal("count", color=["r"])}, "goal.color: expected one of"),
        ({"goal": goal("chain", color="r")}, "goal.color: expected one of all"),
        ({"goal": goal("colors", color="color")}, "goal.color: expected one of all"),
        ({"goal": goal("acc_colors", color="garbage")}, "goal.color: expected one of all"),
        ({"goal": goal("place", color="garbage")}, "goal.color: expected one of all, color, r"),
        ({"goal": goal("connect", color="garbage")}, "goal.color: expected one of all, color, r"),
        ({"goal": {"clear": "h"}}, "goal.clear: expected one of"),
        ({"goal": goal(clear="everything")}, "goal.clear: expected one of"),
        ({"goal": goal(op="exact")}, "no part of a goal is called 'op'"),
    ],
)
def test_a_bad_puzzle_is_refused(change, said):
    bad = GOOD | change
    for ask in (lambda: puyo.replay(bad, "4N"), lambda: puyo.count(bad), lambda: puyo.cost(bad)):
        with pytest.raises(Foul, match=said):
            ask()


@pytest.mark.parametrize("given", [None, "rg", ["rg"], 3])
def test_what_is_no_object_is_refused(given):
    with pytest.raises(Foul, match="puzzle: expected an object"):
        puyo.count(given)


@pytest.mark.parametrize(
    ("queue", "rows", "solution", "said"),
    [
        (["rg"], ["rrr..."], None, "solution: expected two characters for each step"),
        (["rg"], ["rrr..."], ["4N"], "solution: expected two characters"),
        (["rg"], ["rrr..."], "", "solution: expected two characters"),
        (["rg"], ["rrr..."], "4", "solution: expected two characters"),
        (["rg"], ["rrr..."], "5N4N", "solution: 2 steps for a queue of 1"),
        (["rg"], ["rrr..."], "4X", r"solution\[0\]: no placement of the pair rg is called '4X'"),
        (["rg"], ["rrr..."], "7N", "no placement of the pair rg"),
        (["rg"], ["rrr..."], "46", "no placement of the pair rg"),
        (["rg"], ["rrr..."], "4n", "no placement of the pair rg"),
        (["rg"], ["rrr..."], "..", "no placement of the pair rg"),
        (["rr"], ["rrr..."], "4S", "no placement of the pair rr is called '4S'"),
        (["rr"], ["rrr..."], "54", "no placement of the pair rr is called '54'"),
        ([{"garbage": [0] * 6}, "rg"], ["rrr..."], "4N", r"solution\[0\]: the queue has a fall here"),
        (["rg"], tower(0, 0, 0, 0, 12, 0), "6N", r"solution\[0\]: a column is too high for 6N"),
        (["rg"], tower(11, 12, 11, 0, 0, 0), "2S", "too high for 2S"),
        (["rg"], ["rrr..."], "6N", "solution: the goal is not reached"),
    ],
)
def test_a_bad_solution_is_refused(queue, rows, solution, said):
    with pytest.raises(Foul, match=said):
        puyo.replay(puzzle(queue, *rows, goal=goal("chain", 1)), solution)


def test_a_number_that_no_machine_word_holds_is_only_out_of_reach():
    assert puyo.count(GOOD | {"goal": goal("chain", 10**30, exact=False)}) == 0
    assert puyo.count(GOOD | {"queue": [{"garbage": [10**30, 0, 0, 0, 0, 0]}, "rg"]}, stop_at=0) > 0


# ------------------------------------------------------------------ compiled and plain


@pytest.fixture(scope="module")
def plain():
    """The same text, not compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TSUME_REFEREE", "plain")
        spec = importlib.util.spec_from_file_location("plain_puyo_referee", puyo.__file__)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    assert module.find_groups is module.find_groups.py_func
    assert puyo.find_groups is not puyo.find_groups.py_func
    return module


@pytest.mark.parametrize("name", ["colors", "acc_count", "hard", "garbage-first-clear", "mid-dead"])
def test_compiled_and_plain_find_the_same_solutions(plain, name):
    given, meters = SOLVED[name], (Meter(), Meter())
    assert plain.solutions(given) == puyo.solutions(given) != []
    assert puyo.count(given, 0, meters[0]) == plain.count(given, 0, meters[1])
    assert meters[0].positions == meters[1].positions


def random_rows(draw, letters):
    """A board of columns of random height, nothing floats."""
    heights = [draw.randint(0, 13) for _ in range(6)]
    return ["".join(draw.choice(letters) if height > y else "." for height in heights) for y in reversed(range(13))]


def test_compiled_and_plain_agree_on_random_boards(plain):
    draw = random.Random(20)
    chains = set()
    for letters in ("rg", "rgb", "rgbo", "rgoh", "rgbypoh"):
        for _ in range(8):
            rows = random_rows(draw, letters)
            played = puyo.simulate(rows)
            assert played == plain.simulate(rows)
            chains.add(played["chains"])
    assert max(chains) >= 3
    for _ in range(200):
        heights = [draw.choice((0, 10, 11, 12, 13)) for _ in range(6)]
        for double in (False, True):
            assert puyo.placements(heights, double) == plain.placements(heights, double)


# ------------------------------------------------------------------ the referee and its review


def test_a_referee_is_found_by_name():
    assert referee("puyo") is puyo


def positions(given, stop_at=0):
    """The positions that a count looks at."""
    meter = Meter()
    puyo.count(given, stop_at, meter)
    return meter.positions


def test_cost_is_the_number_of_boards():
    garbage = {"garbage": [1] * 6}
    for queue, boards in (
        (["rg"], 22),
        (["rr"], 11),
        (["rg", "rr"], 22 + 22 * 11),
        (["rr", "rg", "by"], 11 + 11 * 22 + 11 * 22 * 22),
        ([garbage, "rg", garbage, "rg"], 1 + 22 + 22 + 22 * 22),
    ):
        given = puzzle(queue, goal=goal("chain", 19))
        assert puyo.cost(given) == boards == positions(given)


@pytest.mark.parametrize("name", ["chain", "place", "connect", "clear", "permute-gb-bg", "ips-800F08J08A"])
def test_cost_is_what_a_proof_looks_at(name):
    """Of a unique puzzle that is nowhere high, exactly."""
    assert positions(SOLVED[name], stop_at=2) == puyo.cost(SOLVED[name])


@pytest.mark.parametrize("name", ["mid-dead", "ips-3k03k03k01", "ips-1hgaaaaaaa", "ips-4r06P06904"])
def test_cost_is_never_too_low(name):
    assert 0 < positions(SOLVED[name]) <= puyo.cost(SOLVED[name])


def test_a_count_is_given_up_at_its_limit():
    given = SOLVED["garbage-first-clear"]
    all_of_it = positions(given)
    assert puyo.count(given, stop_at=0, meter=Meter(all_of_it)) == 1
    for limit in (0, 1, 12, all_of_it - 1):
        meter = Meter(limit)
        with pytest.raises(Unfinished, match=f"not proved within {limit} positions"):
            puyo.count(given, stop_at=0, meter=meter)
        assert meter.positions == limit


def test_review_finds_what_is_wrong():
    choice = [
        ("good", SOLVED["chain"], "4S3N"),
        ("ambiguous", SOLVED["acc_count"], "124N"),
        ("wrong", SOLVED["chain"], "4S3S"),
        ("broken", {"game": "puyo"}, None),
        ("dear", SOLVED["ips-qg0uswiugP"], "122N6S544S65"),
    ]
    found = review("puyo", choice, budget=10_000, seed=1)
    assert (found.replayed, found.proved, found.unproved) == (5, 1, ["dear"])
    reasons = dict(found.fouls)
    assert set(reasons) == {"ambiguous", "wrong", "broken"}
    assert "more than one solution" in reasons["ambiguous"]
    assert "not reached" in reasons["wrong"]
    assert "goal" in reasons["broken"]
