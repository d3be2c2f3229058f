"""Features: by hand, against the plain twin on random puzzles, and what must hold of all of them."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from engines.contract import Verdict, verdict_name
from engines.puyo.measure.catalogue import COLUMNS, FEATURES, OF_THE_EFFORT, SEEN_SOLUTIONS
from engines.puyo.measure.evenness import evenness
from engines.puyo.measure.features import facts, measure
from engines.puyo.rules.board import COLORS, columns_from_rows
from engines.puyo.rules.puzzle import Fall, Goal, Puzzle, mirror, recolored
from tests.engines.puyo import naive_effort, naive_features
from tests.engines.puyo.measure.test_themes import EXAMPLES
from tests.engines.puyo.naive_features import Line
from tests.engines.puyo.puzzles import VECTORS, from_vector

NAMES = [feature.name for feature in FEATURES]
PAPER = [
    *("puyoNum", "correctNum", "sqrtCorrectNum", "deletableNum", "dropNum", "colorNum", "chigiriNum", "maxHeight"),
    *("chainHeight", "chainUpDown", "chainLeftRight", "zigzagza", "width", "leastChigiriNum", "putPuyoDeletedNum"),
    *("putPuyoDeletedColor", "corner_pair", "corner_trio", "surface_samecolor_pair_next"),
    *("surface_samecolor_pair_nexnex", "surface_samecolor_trio_next", "surface_samecolor_trio_nexnex"),
    *("used_hand_num_in_1st_chain", "used_hand_num_in_2nd_chain", "used_hand_num_in_3rd_chain", "secondTurnCorrect"),
]
OF_LINES = {
    *("lines", "near_misses", "near_miss_share", "early_lines", "lost_lines", "longest_wrong", "one_short"),
}
SOME = 3  # of the longer queues one in so many is held against the slow search
GOALS = [  # what is asked for is how much a line found at random does
    *(Goal("chain"), Goal("chain"), Goal("chain"), Goal("chain", exact=False), Goal("chain", clear="b")),
    *(Goal("colors"), Goal("count", exact=False), Goal("count", color="r"), Goal("place"), Goal("connect")),
    *(Goal("count", exact=False, color="garbage"), Goal("connect", exact=False), Goal("acc_colors")),
    *(Goal("acc_count", exact=False, color="color"), Goal(clear="r"), Goal(clear="all")),
]


def random_columns(rng: random.Random, marks: str, lows: Sequence[int], highs: Sequence[int]) -> tuple[str, ...]:
    """Columns of random height in which nothing pops: where a puyo would make four, another one is drawn (4.2.1)."""
    columns: list[list[naive_features.Puyo]] = [[] for _ in range(6)]
    for x, (low, high) in enumerate(zip(lows, highs, strict=True)):
        for y in range(1, rng.randint(low, high) + 1):
            columns[x].append(naive_features.Puyo(rng.choice(marks)))
            while len(naive_features.group(columns, x, y)) >= 4:
                columns[x][-1] = naive_features.Puyo(rng.choice(marks + "o"))
    return tuple("".join(puyo.mark for puyo in column) for column in columns)


def random_puzzle(rng: random.Random, pairs: int) -> Puzzle:
    """A puzzle of any kind, one in three with garbage, one in six tall."""
    colors = rng.choice(["rgb", "rgb", "rgby", "rgbyp"])
    marks = 4 * colors + "ooh" if rng.randrange(3) == 0 else colors
    tall = rng.randrange(6) == 0
    lows, highs = [0] * 6, [5] * 6
    if tall:
        lows, highs = rng.choice([([9, 9, 7, 9, 9, 9], [13, 13, 11, 13, 13, 13]), ([10] * 6, [11] * 6)])
    queue: list[str | Fall] = [rng.choice(colors) + rng.choice(colors) for _ in range(pairs)]
    if rng.randrange(8) == 0:
        fall = Fall(tuple(rng.choices([0, 0, 1, 2], k=6)), rng.choice(["garbage", "hard"]))
        queue.insert(rng.randint(0, pairs), fall)
    puzzle = Puzzle(rng.choice(GOALS), tuple(queue), random_columns(rng, marks, lows, highs))
    most = max(most_of(rng, puzzle) for _ in range(30))
    if not most and rng.randrange(6):  # a few that may be impossible are enough
        return random_puzzle(rng, pairs)
    return replace(puzzle, goal=replace(puzzle.goal, n=max(1, most))) if puzzle.goal.kind else puzzle


def most_of(rng: random.Random, puzzle: Puzzle) -> int:
    """How much of what the goal is about a line of random moves does."""
    position, most = naive_features.Position(naive_features.columns_of(puzzle)), 0
    for step in puzzle.queue:
        move = rng.choice(naive_features.moves_of(position.columns, step))
        rounds, _ = naive_features.play_step(position, puzzle.goal, step, move)
        most = max([most, *naive_features.amount(puzzle.goal, rounds, position)])
        if len(position.columns[2]) >= 12:
            break
    return most


def verdict_of(lines: Sequence[Line], kept: int | None = None) -> Verdict:
    """The verdict that all lines of play give; of the solutions, the first so many are kept."""
    solutions = tuple(line.moves for line in lines if line.goal)
    return Verdict(verdict_name(len(solutions), True), len(solutions), solutions[:kept], 0)


@cache
def random_batch() -> list[tuple[Puzzle, list[Line]]]:
    rng = random.Random(2015)
    puzzles = [random_puzzle(rng, pairs) for pairs, count in ((1, 120), (2, 16)) for _ in range(count)]
    three = Puzzle(Goal("chain", 2), ("rr", "gg", "rr"), random_columns(rng, "rgb", [0] * 6, [4] * 6))
    return [(puzzle, list(naive_features.lines(puzzle))) for puzzle in [*puzzles, three]]


def test_names() -> None:
    """The papers' features come first, in their order; every feature is explained."""
    assert NAMES[:26] == PAPER
    sources = ["Nazo Puyo paper, 5.2.1"] * 13 + ["Nazo Puyo paper, 5.2.2"] * 13 + ["ours"] * (len(NAMES) - 26)
    assert [feature.source for feature in FEATURES] == sources
    assert len(set(NAMES)) == len(NAMES) == len(COLUMNS)
    assert all(re.fullmatch("[a-z]+(_[a-z0-9]+)*", name) for name in NAMES[26:])
    assert all(feature.description[0].isupper() and "%" not in feature.description for feature in FEATURES)
    assert len({feature.description for feature in FEATURES}) == len(NAMES)
    assert 4 <= sum(feature.headline for feature in FEATURES) <= 6


def compared(puzzles: Sequence[Puzzle], verdicts: Sequence[Verdict], lines: Sequence[list[Line] | None]) -> set[str]:
    """Hold every feature against the twin; the names of those that were not 0 everywhere."""
    seen: set[str] = set()
    table = measure(puzzles, verdicts)
    for k, (puzzle, verdict, every, row) in enumerate(zip(puzzles, verdicts, lines, table, strict=True)):
        known = verdict.count <= SEEN_SOLUTIONS
        values = naive_features.all_features(puzzle, list(verdict.solutions), verdict.count, known, every)
        left_out = OF_LINES if every is None else set[str]()
        if len(puzzle.queue) <= 2 or k % SOME == 0:
            values |= naive_effort.of_the_effort(puzzle, list(verdict.solutions))
        else:
            left_out = left_out | {feature.name for feature in OF_THE_EFFORT}
        expected = {name: float(value) for name, value in values.items()}
        got = dict(zip(NAMES, row.tolist(), strict=True))
        defined = {name: value for name, value in got.items() if not math.isnan(value) and name not in left_out}
        assert defined == pytest.approx(expected), (puzzle, verdict)
        seen |= {name for name, value in expected.items() if value}
    return seen


def test_the_twin_on_random_puzzles() -> None:
    """Those of all lines of play included."""
    verdicts = [verdict_of(lines) for _, lines in random_batch()]
    assert seen_at_random() >= OF_LINES
    assert sum(verdict.count > SEEN_SOLUTIONS for verdict in verdicts) >= 3
    assert sum(verdict.count == 0 for verdict in verdicts) >= 5


@cache
def seen_at_random() -> set[str]:
    batch = random_batch()
    verdicts = [verdict_of(lines) for _, lines in batch]
    return compared([puzzle for puzzle, _ in batch], verdicts, [lines for _, lines in batch])


def long_line(rng: random.Random) -> tuple[Puzzle, str]:
    """A puzzle with a line of random moves that ends in a chain of two or more."""
    while True:
        queue = tuple(rng.choice("rgb") + rng.choice("rgb") for _ in range(rng.randint(3, 6)))
        puzzle = Puzzle(Goal("chain", 2, exact=False), queue, random_columns(rng, "rgb", [0] * 6, [4] * 6))
        position, moves = naive_features.Position(naive_features.columns_of(puzzle)), ""
        for step in queue:
            moves += rng.choice(naive_features.legal(position.columns, step))
            if naive_features.play_step(position, puzzle.goal, step, moves[-2:])[1]:
                return puzzle, moves
            if len(position.columns[2]) >= 12:
                break


def taken(columns: Sequence[str], move: str) -> tuple[tuple[str, ...], str]:
    """The topmost puyos where a pair could have been placed, taken into the hand."""
    left, pair = list(columns), ""
    for x in reversed(naive_features.spots(move)):
        left[x], pair = left[x][:-1], left[x][-1:] + pair
    return tuple(left), pair


def works(puzzle: Puzzle, line: str) -> bool:
    """Whether the queue is of pairs, nothing pops at the start, and the line reaches the goal."""
    if not all(isinstance(step, str) and len(step) == 2 and set(step) <= set(COLORS) for step in puzzle.queue):
        return False
    columns = naive_features.columns_of(puzzle)
    quiet = all(len(group) < 4 for group in naive_features.groups(columns))
    moves = naive_features.split_up(line)
    return quiet and naive_features.reaches(puzzle, columns, list(zip(puzzle.queue, moves, strict=True)))


def long_chains() -> list[tuple[Puzzle, str]]:
    """The longest of the known chains with two pairs taken off, as long as they vanish in rounds not seen before."""
    found, rounds = [], set[str]()
    for known in VECTORS["sim"]:
        for last, first in product(naive_features.MOVES[:11], repeat=2) if known["chains"] >= 9 else ():
            columns, second_pair = taken(columns_from_rows(known["board"]), last)
            columns, first_pair = taken(columns, first)
            puzzle = Puzzle(Goal("chain", known["chains"]), (first_pair, second_pair), columns)
            if not works(puzzle, first + last):
                continue
            [row] = facts([puzzle], [Verdict("unique", 1, (first + last,), 0)])
            used = {name for name in NAMES if name.startswith("used_hand") and row[COLUMNS[name]] > 0}
            if used - rounds:
                found.append((puzzle, first + last))
                rounds |= used
    return found


@pytest.mark.parametrize("many", [16, pytest.param(40, marks=pytest.mark.heavy)])
def test_the_twin_on_long_answers_and_long_chains(many: int) -> None:
    """Answers of up to six moves, chains of up to 19 rounds, the examples of the themes, puzzles of all kinds."""
    rng = random.Random(16)
    told = [*(long_line(rng) for _ in range(many)), *long_chains()]
    assert max(puzzle.goal.n for puzzle, _ in told) == 19
    told += [(example.puzzle, example.answer) for example in EXAMPLES]
    told += [(from_vector(known), known["solutions"][0]) for known in VECTORS["solve"] if known["solutions"]]
    verdicts = [Verdict("ambiguous", SEEN_SOLUTIONS + 1, (line,), 0) for _, line in told]
    seen = compared([puzzle for puzzle, _ in told], verdicts, [None] * len(told))
    seen |= seen_at_random()
    assert set(NAMES) - seen == {"used_hand_num_in_10th_chain"}  # which is 0; no other is 0 or undefined throughout


def test_by_hand() -> None:
    """The first pair stands upside down on the blue, the second lies across:

    y=4  . . G . . .
    y=3  . . g . . .
    y=2  . g r . . .                y=3  . . G . . .
    y=1  . g b B b b    blue goes,  y=2  . g g . . .    and four greens go.
                                    y=1  . g r . . .
    """
    example = EXAMPLES[0]
    got = dict(zip(NAMES, measure([example.puzzle], [example.verdict])[0].tolist(), strict=True))
    expected = {
        "puyoNum": 5,
        "correctNum": 1,
        "sqrtCorrectNum": 1,
        "deletableNum": 4,
        "dropNum": 3,  # the red and both greens
        "colorNum": 2,  # there is but one red
        "chigiriNum": 1,
        "maxHeight": 2,
        "chainHeight": 1.5,  # 1, 1, 1, 1 and 1, 2, 2, 3
        "chainUpDown": 1,  # from row 1 to row 2
        "chainLeftRight": 2,  # from between columns 4 and 5 to between 2 and 3
        "zigzagza": 5,  # heights 0 2 1 0 1 1
        "width": 4,
        "leastChigiriNum": 1,
        "putPuyoDeletedNum": 3,
        "putPuyoDeletedColor": 2,
        "corner_pair": 0,
        "corner_trio": 0,
        "surface_samecolor_pair_next": 1,
        "surface_samecolor_pair_nexnex": 2,
        "surface_samecolor_trio_next": 0,
        "surface_samecolor_trio_nexnex": 0,
        "used_hand_num_in_1st_chain": 1,
        "used_hand_num_in_2nd_chain": 2,
        "secondTurnCorrect": 0,
        "first_ways": 22,
        "first_fires": 0,
        "last_ways": 22,
        "longest_split": 3,
        "halves_apart": 1,
        "puyos_left": 1,
        "needed": 5,
        "spare": 1,
    }
    assert {name: got[name] for name in expected} == expected
    assert math.isnan(got["used_hand_num_in_3rd_chain"])
    assert math.isnan(got["surface_samecolor_pair_3rd"])


def test_a_long_drop_by_hand() -> None:
    """As in the centre of fig. 6.3; capitals are the hand's:

    y=6  r g . . . .
    y=5  y y Y . . .                  y=5  . g . . . .
    y=4  y r B . . .                  y=4  r r B . . .
    y=3  p r B . . .                  y=3  p r B . . .                y=3  p . B . . .
    y=2  b r G g g .   yellow goes,   y=2  b r G g g .   then red,    y=2  b g G g g .   and last green.
    y=1  b p b p b .                  y=1  b p b p b .                y=1  b p b p b .
    """
    [example] = [example for example in EXAMPLES if example.answer == "3N3S"]
    got = dict(zip(NAMES, measure([example.puzzle], [example.verdict])[0].tolist(), strict=True))
    expected = {
        "puyoNum": 17,
        "deletableNum": 4,
        "dropNum": 4,  # the red of column 1, the green of column 2, both blues of the hand
        "drop_rows": 8,  # red 2, green 1 + 3, each blue 1 at the end
        "longest_drop": 4,
        "chainHeight": 40 / 12,  # rows 4 + 5 + 5 + 5, 2 + 3 + 4 + 4, and four times 2
        "chainUpDown": 2.75,  # from 4.75 to 3.25 to 2
        "chainLeftRight": 0 + 1.75,  # columns 1 1 2 3, then 1 2 2 2, then 2 3 4 5
        "putPuyoDeletedNum": 2,
        "used_hand_num_in_1st_chain": 1,
        "used_hand_num_in_2nd_chain": 0,
        "used_hand_num_in_3rd_chain": 1,
        "chigiriNum": 0,
        "same_color_rounds": 0,
        "hand_left": 2,
        "stacked": 1,
        "turns": 0,
    }
    assert {name: got[name] for name in expected} == pytest.approx(expected)


def test_corners_by_hand() -> None:
    """Each puyo at a corner of a pair or trio counts once for it, and only those at a corner.

    y=3  b . . g r .
    y=2  r b g y r b    Pairs: yellow (4,2) (4,1), red (5,3) (5,2). Trios: none but green (2,1) (3,1) (3,2).
    y=1  b g g y b o
    """
    columns = ("brb", "gb", "gg", "yyg", "brr", "ob")
    given = Puzzle(Goal("chain", 2), ("yg", "rb"), columns)
    got = dict(zip(NAMES, measure([given], [Verdict("impossible", 0, (), 0)])[0].tolist(), strict=True))
    expected = {
        "pairs_there": 2,
        "trios_there": 1,
        "singles": 7,  # blue (1,1) (1,3) (2,2) (5,1) (6,2), red (1,2), green (4,3)
        "corner_pair": 0,
        "corner_trio": 1,  # green (4,3), at a corner of (3,2)
        "diagonals": 5,  # blue (1,1)-(2,2), (1,3)-(2,2) and (5,1)-(6,2), green (2,1)-(3,2)-(4,3)
        "surface_samecolor_pair_next": 0,  # yellow is shut in
        "surface_samecolor_pair_nexnex": 1,
        "surface_samecolor_trio_next": 1,
        "buried_groups": 1,
        "garbage": 1,
        "board_colors": 4,
    }
    assert {name: got[name] for name in expected} == expected


def test_mirror_images_and_other_colors() -> None:
    """Nothing changes but the room above column 3, as long as no column is so high that its reach matters."""
    low = [(puzzle, lines) for puzzle, lines in random_batch() if max(map(len, puzzle.columns)) <= 5]
    assert len(low) > 100
    puzzles = [puzzle for puzzle, _ in low]
    verdicts = [verdict_of(lines) for _, lines in low]
    table = measure(puzzles, verdicts)
    turned = dict(zip(COLORS, COLORS[1:] + COLORS[0], strict=True))
    recolors = [recolored(puzzle, turned) for puzzle in puzzles]
    np.testing.assert_allclose(measure(recolors, verdicts), table)
    images = [
        replace(verdict, solutions=tuple(mirrored(puzzle, line) for line in verdict.solutions))
        for puzzle, verdict in zip(puzzles, verdicts, strict=True)
    ]
    same = [place for name, place in COLUMNS.items() if name != "headroom"]
    np.testing.assert_allclose(
        measure([mirror(puzzle) for puzzle in puzzles], images)[:, same], table[:, same], atol=1e-12
    )


def mirrored(puzzle: Puzzle, line: str) -> str:
    """A line of moves seen in a mirror."""
    moves = []
    for step, move in zip(puzzle.queue, naive_features.split_up(line), strict=False):
        image = "".join(str(7 - int(mark)) if mark.isdigit() else mark for mark in move)
        double = isinstance(step, str) and step[0] == step[1] and image.isdigit()
        moves.append("".join(sorted(image)) if double else image)
    return "".join(moves)


def test_what_is_kept_measures_the_same() -> None:
    """No more than the first 32 solutions are looked at."""
    many = [(puzzle, lines) for puzzle, lines in random_batch() if verdict_of(lines).count > SEEN_SOLUTIONS]
    assert many
    puzzles = [puzzle for puzzle, _ in many]
    every = measure(puzzles, [verdict_of(lines) for _, lines in many])
    np.testing.assert_array_equal(measure(puzzles, [verdict_of(lines, SEEN_SOLUTIONS) for _, lines in many]), every)


def test_without_an_answer() -> None:
    """What is defined by an answer is not there, nor the number of solutions if the search did not finish."""
    puzzles = [EXAMPLES[0].puzzle] * 3
    none = Verdict("impossible", 0, (), 0)
    unknown = Verdict("unfinished", 0, (), 0, complete=False)
    impossible, unfinished, unique = measure(puzzles, [none, unknown, EXAMPLES[0].verdict])
    for name in ("chigiriNum", "leastChigiriNum", "dropNum", "putPuyoDeletedNum", "needed", "orders", "last_ways"):
        assert math.isnan(impossible[COLUMNS[name]])
        assert math.isnan(unfinished[COLUMNS[name]])
        assert not math.isnan(unique[COLUMNS[name]])
    assert impossible[COLUMNS["correctNum"]] == 0
    assert impossible[COLUMNS["first_alive"]] == 0
    assert math.isnan(unfinished[COLUMNS["correctNum"]])
    assert math.isnan(unfinished[COLUMNS["first_alive"]])
    assert impossible[COLUMNS["puyoNum"]] == unfinished[COLUMNS["puyoNum"]] == 5
    assert measure([], []).shape == (0, len(NAMES))


def test_an_answer_that_was_found_before_the_search_gave_up() -> None:
    """It is measured; what only a whole search can tell is not there."""
    known = Verdict("unfinished", 1, (EXAMPLES[0].answer,), 0, complete=False)
    puzzles = [EXAMPLES[0].puzzle] * 2
    found, unique = measure(puzzles, [known, EXAMPLES[0].verdict])
    not_there = {name for name in NAMES if math.isnan(found[COLUMNS[name]]) and not math.isnan(unique[COLUMNS[name]])}
    assert not_there == {"correctNum", "sqrtCorrectNum", "first_alive", "false_starts"}
    np.testing.assert_array_equal(found[~np.isnan(found)], unique[~np.isnan(found)])


def test_forty_steps() -> None:
    """Long queues are measured, with an answer and without."""
    queue = ("rg", Fall((0, 0, 0, 0, 1, 0)), *("bg", "gy", "yb") * 12, "gb", "rb")
    board = ("rrr", "", "", "", "", "")
    short, long = Puzzle(Goal("acc_colors", 1), queue, board), Puzzle(Goal("chain", 19), queue, board)
    one = Verdict("unfinished", 1, ("1N",), 0, complete=False)
    none = Verdict("unfinished", 0, (), 0, complete=False)
    found, nothing = measure([short, long], [one, none])
    assert (found[COLUMNS["answer_moves"]], found[COLUMNS["vanished"]]) == (1, 4)
    assert math.isnan(nothing[COLUMNS["answer_moves"]])
    assert found[COLUMNS["pairs"]] == nothing[COLUMNS["pairs"]] == 39
    assert math.isnan(nothing[COLUMNS["lines"]])


def test_one_by_one_and_all_together() -> None:
    """A row depends on its puzzle alone, and all lines of play on being asked for."""
    puzzles, verdicts = [example.puzzle for example in EXAMPLES], [example.verdict for example in EXAMPLES]
    table = measure(puzzles, verdicts)
    for puzzle, verdict, row in zip(puzzles, verdicts, table, strict=True):
        np.testing.assert_array_equal(measure([puzzle], [verdict])[0], row)
    quick = facts(puzzles, verdicts)
    of_lines = [COLUMNS[name] for name in OF_LINES]
    assert np.isnan(quick[:, of_lines]).all()
    assert not np.isnan(table[:, COLUMNS["lines"]]).any()
    others = [place for name, place in COLUMNS.items() if name not in OF_LINES]
    np.testing.assert_array_equal(quick[:, others], table[:, others])


def test_the_mix() -> None:
    found = evenness([example.puzzle for example in EXAMPLES], [example.verdict for example in EXAMPLES])
    assert found["puyos"]["chain-2x2"] == {"to 10": 1, "11-20": 1, "21-30": 0, "31 up": 1}
    assert found["puyos"]["clear-2"] == {"to 10": 1, "11-20": 0, "21-30": 0, "31 up": 0}
    assert found["color"]["chain-2x3"] == {"r": 3, "g": 3, "b": 1, "y": 1, "p": 1}
    assert found["colors"]["chain-2x2"] == {"1": 0, "2": 0, "3": 3, "4": 0, "5": 0}
    assert found["first column"]["chain-2x2"] == {"1": 0, "2": 1, "3": 1, "4": 0, "5": 0, "6": 1}
    assert found["splits"]["chain-2x3"] == {"0": 2, "1": 1}
    assert found["height"]["clear-2"] == {"2": 0, "3": 1, "5": 0, "6": 0, "12": 0}
    assert evenness([], []) == {name: {} for name in found}
