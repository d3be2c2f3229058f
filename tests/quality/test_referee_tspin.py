"""The T-spin referee against published facts, hand-made puzzles, and itself without compilation."""

import importlib.util
import random

import numpy as np
import pytest

from quality.referee import PATIENCE, Foul, Meter, Review, Unfinished, referee, review, tspin
from quality.referee.plain import rule

NORTH, EAST, SOUTH, WEST = range(4)


def board(*rows):
    return tspin.read_board([row.replace("_", ".") for row in rows])


def puzzle(queue, *rows, moves="drop", goal="tsd", **more):
    return {"game": "tspin", "goal": goal, "moves": moves, "queue": queue, "board": list(rows)} | more


def step(piece, *cells):
    return {"piece": piece, "cells": [list(cell) for cell in cells]}


# A slot for a T at (2, 1) that lacks only an overhang at (1, 2) or (3, 2).
SLOT = ("X...XXXXXX", "XX.XXXXXXX")
# The same, with the overhang: a T-spin Double can be played.
READY = ("...X......", *SLOT)
# The slot with its left side too high for an overhang there.
RIGHT_ONLY = ("X.........", "X.........", "X.........", *SLOT)

O_RIGHT = step("O", (3, 2), (4, 2), (3, 3), (4, 3))
O_LEFT = step("O", (0, 2), (1, 2), (0, 3), (1, 3))

# A line over the slot: it clears when an I completes it, and what lies above comes down.
COVERED = ("XXXXXX....", *SLOT)
I_CLEARS = step("I", (6, 2), (7, 2), (8, 2), (9, 2))

# Two I, side by side, in either order.
TWO_WELLS = puzzle("II", "...X......", "X...X..XXX", "XX.XX..XXX", "X.XXX..XXX")
FIRST_I = step("I", (5, 0), (5, 1), (5, 2), (5, 3))
SECOND_I = step("I", (6, 0), (6, 1), (6, 2), (6, 3))

# The O has to slide under a roof.
UNDER_A_ROOF = ("....XXXXX.", ".....XXXX.", "X....XXXX.", *SLOT)


# A shaft for a T at (3, 1) that faces east: three lines, once there is a roof at (3, 4).
SHAFT = ("XXX.......", "XXX.XXXXXX", "XXX..XXXXX", "XXX.XXXXXX")
ROOFED = ("XXXX......", *SHAFT)
O_ROOF = step("O", (2, 4), (3, 4), (2, 5), (3, 5))

# Four lines for an I in the last column.
FOUR = ("XXXXXXXXX.",) * 4
# They lack four cells of the top one.
THREE = ("XXXXX.....", *FOUR[1:])
I_FLAT = step("I", (5, 3), (6, 3), (7, 3), (8, 3))

# A slot for a T at (2, 3) over a well in column 5; an O completes its lines and covers the well.
OVER_A_WELL = ("...X......", "X...X..XXX", "XX.XX..XXX", "XXXXX.XXXX", "XXXXX.XXXX")
O_COVERS = step("O", (5, 2), (6, 2), (5, 3), (6, 3))
# A slot in the well itself: its Double leaves column 2 empty, and nothing ever covers it.
IN_THE_WELL = ("...X......", "X...XXXXXX", "XX.XXXXXXX", "XX.XXXXXXX")


# ------------------------------------------------------------------ moves: known counts


def perft(where, queue):
    places = tspin.srs_placements(where, tspin.PIECES.index(queue[0]))
    if len(queue) == 1:
        return len(places)
    return sum(perft(tspin.lock(where, cells), queue[1:]) for cells in places)


@pytest.mark.parametrize(
    ("queue", "count"),
    [
        ("I", 17), ("O", 9), ("T", 34), ("L", 34), ("J", 34), ("S", 17), ("Z", 17),
        ("II", 289), ("OO", 81), ("TT", 1182), ("LL", 1190), ("JJ", 1190), ("SS", 295), ("ZZ", 295),
        ("TI", 600), ("IO", 153),
        ("IOL", 5266), ("TIO", 5578), ("ZTI", 10601), ("III", 5069), ("TTT", 42348), ("IOLJ", 188374),
    ],
)  # fmt: skip
def test_perft_from_an_empty_board(queue, count):
    assert perft(board(), queue) == count


def spins(where):
    """(cells, kind) of every way in which a T can lock."""
    how = tspin.arrivals(where, tspin.T_PIECE)
    found = set()
    for facing, y, x in np.argwhere(how).tolist():
        if tspin.rests(where, tspin.T_PIECE, facing, x, y):
            cells = tspin.cells_of(tspin.T_PIECE, facing, x, y)
            for by in (tspin.BY_MOVE, tspin.BY_ROTATION, tspin.BY_FIFTH_KICK):
                if how[facing, y, x] & by:
                    found.add((cells.tobytes(), tspin.spin_kind(where, facing, x, y, by)))
    return [(np.frombuffer(cells, np.int64).reshape(4, 2), kind) for cells, kind in found]


def perft_with_spins(where, queue):
    if queue[0] == "T":
        places = [cells for cells, _ in spins(where)]
    else:
        places = list(tspin.srs_placements(where, tspin.PIECES.index(queue[0])))
    if len(queue) == 1:
        return len(places)
    return sum(perft_with_spins(tspin.lock(where, cells), queue[1:]) for cells in places)


@pytest.mark.parametrize(("queue", "count"), [("T", 34), ("TT", 1190), ("LT", 1191), ("OLT", 10878), ("LJT", 42693)])
def test_perft_with_each_kind_of_spin_a_move_of_its_own(queue, count):
    assert perft_with_spins(board(), queue) == count


CITRUS = {
    "tspin": (
        "X_________", "X_________", "XX______XX", "XXX____XXX",
        "XXXX___XXX", "XXXX__XXXX", "XXX___XXXX", "XXXX_XXXXX",
    ),
    "dt": (
        "________XX", "XXXX__XXXX", "XXX___XXXX", "XXX_XXXXXX", "XXX__XXXXX",
        "XX___XXXXX", "XXX_XXXXXX", "XXX_XXXXXX", "XXXX_XXXXX",
    ),
    "terrible": (
        "XXXXXXXX__", "XXXXXXXX__", "X_________", "X_________", "X__XXXXXXX", "X__XXXXXXX",
        "X________X", "X________X", "XXXXXXXX_X", "XXXXXXXX_X", "_________X", "_________X",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tspin", {"I": 17, "O": 9, "T": 37, "L": 35, "J": 35, "S": 18, "Z": 17}),
        ("dt", {"I": 17, "O": 9, "T": 39, "L": 37, "J": 35, "S": 18, "Z": 17}),
        ("terrible", {"I": 37, "O": 22, "T": 66, "L": 64, "J": 79, "S": 33, "Z": 33}),
    ],
)
def test_placements_on_awkward_boards(name, counts):
    where = board(*CITRUS[name])
    assert {p: len(tspin.srs_placements(where, tspin.PIECES.index(p))) for p in counts} == counts


@pytest.mark.parametrize("name", CITRUS)
def test_drop_offers_as_many_places_on_every_board(name):
    where = board(*CITRUS[name])
    for letter, count in tspin.OPEN_PLACEMENTS.items():
        assert len(tspin.drop_placements(where, tspin.PIECES.index(letter))) == count


def test_drop_starts_above_the_stack_however_high_and_srs_cannot():
    tower = board(*[".XXXXXXXX."] * 19)
    tower[19:30, 2:8] = True
    straight = tspin.drop_placements(tower, 0).tolist()
    assert [[0, 0], [0, 1], [0, 2], [0, 3]] in straight
    assert [[2, 30], [3, 30], [4, 30], [5, 30]] in straight
    assert len(tspin.srs_placements(tower, 0)) == 0
    assert tspin.count(puzzle("I", *[".XXXXXXXX."] * 19, moves="srs")) == 0


# ------------------------------------------------------------------ kicks and spins: known cases


@pytest.mark.parametrize(
    ("rows", "start", "turn", "end", "kick"),
    [
        (("X__XXXXXXX", "X___XXXXXX", "XX_XXXXXXX"), (EAST, 1, 2), 1, (SOUTH, 2, 1), 2),
        (("XXXXXXXXX_", "XXXXXXXXX_"), (NORTH, 8, 2), 3, (WEST, 9, 2), 1),
        (
            ("XXXXX_____", "XXXX______", "XXXX_XXXXX", "XXXX__XXXX", "XXXX_XXXXX"),
            (NORTH, 5, 3), 1, (EAST, 4, 1), 4,
        ),
        (
            ("___XXXXXXX", "_____XXXXX", "____XXXXXX", "XX__XXXXXX", "XXX_XXXXXX"),
            (SOUTH, 3, 3), 1, (WEST, 3, 1), 3,
        ),
        (
            ("XXXXXX____", "XXXX______", "XXXX______", "XXXX__XXXX", "XXXX_XXXXX"),
            (SOUTH, 5, 3), 3, (EAST, 4, 1), 4,
        ),
        (
            ("XXXXXXX___", "XXXX______", "XXXXX_____", "XXXX__XXXX", "XXXXX_XXXX"),
            (SOUTH, 5, 3), 1, (WEST, 5, 1), 3,
        ),
    ],
    ids=["double", "mini", "triple", "neo", "fin", "iso"],
)  # fmt: skip
def test_kicks(rows, start, turn, end, kick):
    assert tspin.rotate(board(*rows), tspin.T_PIECE, *start, turn) == (*end, kick)


# SRS as its other formulation has it: a kick is the offset of the old facing less that of the new.
FLAT = [(0, 0)] * 5
OFFSETS = {
    "I": [
        [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
        [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
        [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
        [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
    ],
    "O": [FLAT, FLAT, FLAT, FLAT],
} | {
    letter: [
        FLAT,
        [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        FLAT,
        [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    ]
    for letter in "JLSTZ"
}


@pytest.mark.parametrize("letter", OFFSETS)
def test_every_kick_is_a_difference_of_offsets(letter):
    offsets = np.array(OFFSETS[letter])
    kicks = tspin.KICKS[tspin.PIECES.index(letter)]
    for facing in range(4):
        for turn in (tspin.CLOCKWISE, tspin.ANTICLOCKWISE):
            to = (facing + turn) % 4
            assert kicks[facing, to].tolist() == (offsets[facing] - offsets[to]).tolist()


def spins_at(where, facing, x, y):
    """The kinds of spin with which a T can lock in this pose."""
    how = tspin.arrivals(where, tspin.T_PIECE)[facing, y, x]
    if not tspin.rests(where, tspin.T_PIECE, facing, x, y):
        return set()
    ways = (by for by in (tspin.BY_MOVE, tspin.BY_ROTATION, tspin.BY_FIFTH_KICK) if how & by)
    return {tspin.spin_kind(where, facing, x, y, by) for by in ways} - {tspin.NO_SPIN}


def lines_at(where, facing, x, y):
    """How many lines a T clears in this pose, if it fits."""
    return tspin.lines_cleared(tspin.lacking(where), tspin.T_PIECE, facing, y)


def playable(where, goal):
    return tspin.goal_playable(where, tspin.GOALS[goal])


OPEN = ("X___XXXXXX", "XX_XXXXXXX")
BRIDGE = ("__XX______", *OPEN)
CHIMNEY = ("___XXXXXX_", "X___XXXXX_", "XX_XXXXXX_")
ONE_LINE = ("___XXXXXX_", "X___XXXXX_", "XX_XXXXXXX")
FIN = ("XXXX______", "XX________", "XX________", "XX__XXXXXX", "XX_XXXXXXX")
TRIPLE = ("XXXX______", "XXX_______", "XXX_XXXXXX", "XXX__XXXXX", "XXX_XXXXXX")
RIGHT_ROOF = ("___XXXXXXX", "______XXXX", "_____XXXXX", "XXXX__XXXX", "XXXX_XXXXX")
EDGE = ("X_________", "__________", "__________", "_XXXXXXXXX")


@pytest.mark.parametrize(
    ("rows", "at", "min_lines", "full_only", "possible"),
    [
        (OPEN, (SOUTH, 2, 1), 1, True, False),
        (OPEN, (SOUTH, 2, 1), 3, True, False),
        (("__XXXXXXXX", "_XXXXXXXXX"), (EAST, 0, 1), 2, True, False),
        (BRIDGE, (SOUTH, 2, 1), 1, True, False),
        (BRIDGE, (SOUTH, 2, 1), 3, True, False),
        (("XX_XXXXXXX", "XX__XXXXXX", "XX_XXXXXXX"), (EAST, 2, 1), 2, True, False),
        (CHIMNEY, (SOUTH, 2, 1), 1, True, False),
        (CHIMNEY, (SOUTH, 2, 1), 3, True, False),
        (("_XXXXXXXX_",), (EAST, 0, 1), 0, False, True),
        (("XXXXXXXXX_",), (WEST, 9, 1), 0, False, True),
        (("XXX_______", "X_________", *FIN[2:]), (EAST, 2, 1), 0, False, True),
        (("___XXXXXXX", "X___XXXXXX", "XX_XXXXXXX"), (SOUTH, 2, 1), 0, False, True),
        (RIGHT_ROOF, (EAST, 4, 1), 0, False, True),
        (("XXXX_XXXXX",), (SOUTH, 4, 1), 1, False, False),
        (("_XXXXXXXX_",), (WEST, 9, 1), 1, False, False),
        (EDGE, (EAST, 0, 1), 1, False, True),
        (ONE_LINE, (SOUTH, 2, 1), 1, False, True),
        (FIN, (EAST, 2, 1), 1, False, True),
        (TRIPLE, (EAST, 3, 1), 1, False, True),
        (EDGE, (EAST, 0, 1), 1, True, False),
        (ONE_LINE, (SOUTH, 2, 1), 1, True, True),
        (FIN, (EAST, 2, 1), 1, True, True),
        (TRIPLE, (EAST, 3, 1), 1, True, True),
        (EDGE, (EAST, 0, 1), 2, True, False),
        (ONE_LINE, (SOUTH, 2, 1), 2, True, False),
        (FIN, (EAST, 2, 1), 2, True, True),
        (TRIPLE, (EAST, 3, 1), 2, True, True),
        (EDGE, (EAST, 0, 1), 3, True, False),
        (ONE_LINE, (SOUTH, 2, 1), 3, True, False),
        (FIN, (EAST, 2, 1), 3, True, False),
        (TRIPLE, (EAST, 3, 1), 3, True, True),
    ],
)
def test_spins_that_are_possible(rows, at, min_lines, full_only, possible):
    where = board(*rows)
    kinds = spins_at(where, *at)
    wanted = {tspin.FULL} if full_only else {tspin.MINI, tspin.FULL}
    enough = lines_at(where, *at) >= min_lines
    assert (bool(kinds & wanted) and enough) == possible


def test_a_double_under_an_overhang_is_full():
    where = board("X__XX_X___", "X___XXXXXX", "XX_XXXXXXX")
    assert tspin.FULL in spins_at(where, SOUTH, 2, 1)
    assert lines_at(where, SOUTH, 2, 1) == 2
    assert playable(where, "tsd")


@pytest.mark.parametrize(
    ("rows", "goals"),
    [
        (READY, {"tsd"}),
        (OPEN, set()),  # two lines, but only two corners
        (BRIDGE, set()),  # fits, but nothing leads there
        (("__XXXXXXXX", "_XXXXXXXXX"), set()),  # two lines, but a mini
        (FIN, {"tsd"}),  # its front corner is open: full by the fifth kick alone
        (ONE_LINE, set()),
        # A Triple is never a mini: the three lines that it clears fill all four corners.
        (TRIPLE, {"tst"}),  # and no Double: exactly two lines, not at least so many
        (ROOFED, {"tst"}),
        (SHAFT, set()),  # without the roof the rotation ends above the shaft
        (("XXXX______", "XXXX______", *SHAFT[1:]), set()),  # nothing leads there
        ((*ROOFED[:-1], "XXX_XXXX_X"), {"tsd"}),  # two lines only
        ((*ROOFED[:2], "XXX_XXXX_X", *ROOFED[3:]), {"tsd"}),
        ((*ROOFED[:3], "XXX__XXX_X", ROOFED[4]), {"tsd"}),  # the first and the third
        (FOUR, {"quad"}),
        (("XXXXXXXXX_", *FOUR), {"quad"}),
        (("XXXXXX____", *FOUR), {"quad"}),
        (FOUR[1:], set()),
        ((*FOUR[1:], "XXXXXXXX_X"), set()),  # three lines only, another hole below
        ((*FOUR[1:], "XXXX_XXXX_"), set()),  # three lines only, four cells deep
        (("_________X", *FOUR), set()),  # closed from above
        (("_________X", *("__________",) * 4, *FOUR), {"quad"}),  # slides under a roof
        (("_________X", "__________", *FOUR), {"quad"}),  # is kicked down from under a roof
    ],
)
def test_the_goal(rows, goals):
    where = board(*rows)
    assert {goal for goal in ("tsd", "tst", "quad") if playable(where, goal)} == goals


@pytest.mark.parametrize(("goal", "rows"), [("tsd", READY), ("tst", ROOFED), ("quad", FOUR)])
def test_a_blocked_spawn_has_no_goal(goal, rows):
    where = board(*rows)
    assert playable(where, goal)
    where[19, 4] = True
    assert not playable(where, goal)


def test_the_fifth_kick_makes_a_mini_full():
    where = board(*FIN)
    where[2, 3] = False
    assert tspin.spin_kind(where, EAST, 2, 1, tspin.BY_ROTATION) == tspin.MINI
    assert tspin.spin_kind(where, EAST, 2, 1, tspin.BY_FIFTH_KICK) == tspin.FULL
    assert tspin.spin_kind(where, EAST, 2, 1, tspin.BY_MOVE) == tspin.NO_SPIN


def slow_goals(where):
    """The lines of every full T-spin, and of every I, by playing all that the piece can do."""
    found = set()
    for piece in (tspin.T_PIECE, tspin.I_PIECE):
        how = tspin.arrivals(where, piece)
        for facing, y, x in np.argwhere(how).tolist():
            if not tspin.rests(where, piece, facing, x, y):
                continue
            full = piece == tspin.T_PIECE and tspin.FULL in spins_at(where, facing, x, y)
            if full or piece == tspin.I_PIECE:
                after = tspin.lock(where, tspin.cells_of(piece, facing, x, y))
                lines = (where.sum() + 4 - after.sum()) // 10
                found.add((piece, lines, tuple(tspin.column_height(after, column) for column in range(tspin.WIDTH))))
    return found


def nearly(rows, draw):
    """A board like this one, perhaps a mirror image of it, with a few cells changed."""
    where = board(*rows)
    for _ in range(draw.randrange(4)):
        where[draw.randrange(len(rows) + 1), draw.randrange(tspin.WIDTH)] ^= True
    for y in np.flatnonzero(where.all(axis=1)):
        where[y, draw.randrange(tspin.WIDTH)] = False
    return where[:, ::-1].copy() if draw.random() < 0.5 else where


DONATED = ("...X......", "X...XXXXXX", "XX.XXXXXXX", "XXXXX.XXXX", "XXXXX.XXXX")
FINISHED = (READY, FIN, ROOFED, TRIPLE, FOUR, DONATED, IN_THE_WELL)


def test_goals_are_what_playing_everything_finds():
    draw = random.Random(4)
    seen = dict.fromkeys(tspin.GOALS, 0)
    for n in range(300):
        where = nearly(FINISHED[n % len(FINISHED)], draw)
        found = slow_goals(where)
        for name, goal in tspin.GOALS.items():
            if name == "donate":
                goal = goal._replace(well=draw.choice([2, 4, 5, 7]), bottom=draw.randrange(3))
                covered = tspin.column_height(where, goal.well) > goal.bottom
                expected = covered and any(
                    (piece, lines) == (goal.piece, goal.lines) and heights[goal.well] <= goal.bottom
                    for piece, lines, heights in found
                )
            else:
                expected = any((piece, lines) == (goal.piece, goal.lines) for piece, lines, _ in found)
            assert tspin.goal_playable(where, goal) == expected
            seen[name] += expected
    assert min(seen.values()) >= 10


def test_what_is_refused_by_counting_cells_was_out_of_reach():
    """The last two pieces of a queue without the two quick refusals, and with them."""
    draw = random.Random(5)
    refused = reached = 0
    for n in range(60):
        where = nearly(FINISHED[n % len(FINISHED)], draw)
        piece = draw.randrange(len(tspin.PIECES))
        for cells in tspin.placements(where, piece, draw.choice([tspin.DROP, tspin.SRS])):
            then = tspin.lock(where, cells)
            everywhere = tspin.placements(then, draw.randrange(len(tspin.PIECES)), tspin.DROP)
            for name, goal in tspin.GOALS.items():
                if name == "donate":
                    goal = goal._replace(well=5, bottom=1)
                good = [last for last in everywhere if tspin.goal_playable(tspin.lock(then, last), goal)]
                found, searches = tspin.last_placements(then, everywhere, goal)
                assert np.array_equal(found, np.reshape(good, (-1, 4, 2)))
                assert len(good) <= searches <= len(everywhere)
                reached += len(good)
                if tspin.too_few_cells(then, 1, goal):
                    refused += 1
                    assert not good
    assert refused > 100
    assert reached > 100


# ------------------------------------------------------------------ replay


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (puzzle("O", *SLOT), [O_LEFT]),
        (puzzle("O", *SLOT), [O_RIGHT]),
        (puzzle("O", *SLOT, moves="srs"), [O_RIGHT]),
        (puzzle("O", "..........", *SLOT), [O_RIGHT]),
        (puzzle("O", *SLOT), [step("O", (4, 3), (3, 3), (4, 2), (3, 2))]),
        (puzzle("O", *UNDER_A_ROOF, moves="srs"), [O_RIGHT]),
        (TWO_WELLS, [FIRST_I, SECOND_I]),
        (TWO_WELLS, [SECOND_I, FIRST_I]),
        (puzzle("IO", *COVERED), [I_CLEARS, O_RIGHT]),
        (puzzle("IO", *COVERED, moves="srs"), [I_CLEARS, O_LEFT]),
        (puzzle("O", *SHAFT, goal="tst"), [O_ROOF]),
        (puzzle("O", *SHAFT, goal="tst", moves="srs"), [O_ROOF]),
        (puzzle("I", *THREE, goal="quad"), [I_FLAT]),
        (puzzle("O", *OVER_A_WELL, goal="donate", well=5), [O_COVERS]),
        (puzzle("OO", *OVER_A_WELL, goal="donate", well=5), [O_COVERS, step("O", (8, 4), (9, 4), (8, 5), (9, 5))]),
    ],
)
def test_good_solutions(given, answer):
    tspin.replay(given, answer)


@pytest.mark.parametrize(
    ("given", "answer", "reason"),
    [
        (puzzle("O", *SLOT), [step("I", (3, 2), (4, 2), (5, 2), (6, 2))], r"solution\[0\]: the queue has O"),
        (puzzle("O", *SLOT), [step("O", (3, 3), (4, 3), (3, 4), (4, 4))], "floats"),
        (puzzle("O", *SLOT), [step("O", (3, 1), (4, 1), (3, 2), (4, 2))], r"\[4, 1\] is filled"),
        (puzzle("IO", *COVERED), [O_RIGHT, I_CLEARS], r"solution\[0\]: the queue has I"),
        (puzzle("O", *SLOT), [step("O", (9, 2), (10, 2), (9, 3), (10, 3))], "outside"),
        (puzzle("O", *SLOT), [step("O", (3, -1), (4, -1), (3, 0), (4, 0))], "outside"),
        (puzzle("O", *SLOT), [step("O", (3, 999), (4, 999), (3, 1000), (4, 1000))], "outside"),
        (puzzle("O", *SLOT), [step("O", (5, 2), (6, 2), (5, 3), (6, 3))], "tsd cannot be played"),
        (puzzle("O", *SLOT), [step("O", (3, 2), (4, 2), (3, 3))], "four cells"),
        (puzzle("O", *SLOT), [step("O", (3, 2), (4, 2), (3, 3), (4, 3), (5, 3))], "four cells"),
        (puzzle("O", *SLOT), [step("O", (3, 2), (3, 2), (3, 3), (4, 3))], "do not form the piece O"),
        (puzzle("O", *SLOT), [step("O", (3, 2), (4, 2), (5, 2), (6, 2))], "do not form the piece O"),
        (puzzle("O", *SLOT), [], "0 placements for a queue of 1"),
        (puzzle("O", *SLOT), [O_RIGHT, O_LEFT], "2 placements for a queue of 1"),
        (puzzle("O", *UNDER_A_ROOF), [O_RIGHT], "straight down"),
        (puzzle("I", "XXXXXXXXX.", ".XXXX.XXXX", "X....XXXXX", moves="srs"),
         [step("I", (1, 0), (2, 0), (3, 0), (4, 0))], "from its spawn"),
        (puzzle("O", *SHAFT, goal="tst"), [step("O", (0, 4), (1, 4), (0, 5), (1, 5))], "tst cannot be played"),
        (puzzle("O", *SHAFT, goal="tsd"), [O_ROOF], "tsd cannot be played"),
        (puzzle("O", *SLOT, goal="tst"), [O_RIGHT], "tst cannot be played"),
        (puzzle("I", *THREE, goal="quad"), [step("I", (9, 0), (9, 1), (9, 2), (9, 3))], "quad cannot be played"),
        (puzzle("I", *THREE, goal="quad"), [step("I", (6, 3), (7, 3), (8, 3), (9, 3))], "quad cannot be played"),
        # the Double can be played, and leaves the column open, but it always was
        (puzzle("O", *IN_THE_WELL, goal="donate", well=2), [step("O", (8, 3), (9, 3), (8, 4), (9, 4))],
         "well in column 2 is not covered"),
        # covered, the Double can be played, but something stays over the well
        (puzzle("OO", *OVER_A_WELL, goal="donate", well=5), [O_COVERS, step("O", (5, 4), (6, 4), (5, 5), (6, 5))],
         "donate cannot be played"),
        # covered, but there is no Double
        (puzzle("O", *OVER_A_WELL, goal="donate", well=5), [step("O", (4, 4), (5, 4), (4, 5), (5, 5))],
         "donate cannot be played"),
        # the cells are those of the board as it stands, after the line is gone
        (puzzle("IO", *COVERED), [I_CLEARS, step("O", (3, 3), (4, 3), (3, 4), (4, 4))], "floats"),
        (puzzle("IO", *COVERED), [step("I", (0, 3), (1, 3), (2, 3), (3, 3)), O_RIGHT],
         r"solution\[1\].*filled"),
    ],
)  # fmt: skip
def test_bad_solutions(given, answer, reason):
    with pytest.raises(Foul, match=reason):
        tspin.replay(given, answer)


@pytest.mark.parametrize(
    "answer",
    [
        None, "OO", 7, {}, [None], ["O"], [[]], [{}], [{"piece": "O"}], [{"piece": "O", "cells": None}],
        [{"piece": "O", "cells": "abcd"}], [{"piece": ["O"], "cells": []}],
        [{"piece": "O", "cells": [3, 4, 3, 4]}], [{"piece": "O", "cells": [[3, 2], [4, 2], [3, 3], [4]]}],
        [{"piece": "O", "cells": [[3, 2], [4, 2], [3, 3], [4, 3.0]]}],
        [{"piece": "O", "cells": [[3, 2], [4, 2], [3, 3], [4, None]]}],
        [{"piece": "O", "cells": [[3, 2], [4, 2], [3, 3], [4, 10**30]]}],
        [{"piece": "O", "cells": [[0, True], [1, 2], [0, 3], [1, 3]]}],
    ],
)  # fmt: skip
def test_malformed_solutions_are_fouls(answer):
    with pytest.raises(Foul, match="solution"):
        tspin.replay(puzzle("O", *SLOT), answer)


def test_cells_may_be_lists_and_tuples_mixed():
    tspin.replay(puzzle("O", *SLOT), ({"piece": "O", "cells": ([3, 2], (4, 2), [3, 3], (4, 3))},))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "game"),
        ({"goal": "tsq"}, "goal"),
        ({"goal": None}, "goal"),
        ({"goal": {"kind": "tsd"}}, "goal"),
        ({"moves": "fly"}, "moves"),
        ({"moves": ["drop"]}, "moves"),
        ({"queue": ""}, "queue"),
        ({"queue": "OOOOOOOO"}, "queue"),
        ({"queue": ["O"]}, "queue"),
        ({"queue": "Ox"}, r"queue\[1\]"),
        ({"board": None}, "board"),
        ({"board": "X........."}, "board"),
        ({"board": [None]}, r"board\[0\]"),
        ({"board": ["X.........", "X......."]}, r"board\[1\]"),
        ({"board": ["x........."]}, r"board\[0\]"),
        ({"board": ["XXXXXXXXXX"]}, "full at the start"),
        ({"board": ["X........."] * 20}, "y = 19"),
    ],
)
def test_malformed_puzzles_are_fouls(change, reason):
    broken = puzzle("O", *SLOT) | change
    for question in (lambda p: tspin.replay(p, [O_RIGHT]), tspin.count, tspin.cost):
        with pytest.raises(Foul, match=reason):
            question(broken)


@pytest.mark.parametrize(
    ("well", "reason"),
    [
        (None, "expected a column"), (True, "expected a column"), ("5", "expected a column"),
        (-1, "expected a column"), (10, "expected a column"), (5.0, "expected a column"),
        (6, "less than 2 deep"), (4, "less than 2 deep"), (0, "less than 2 deep"),
    ],
)  # fmt: skip
def test_what_is_no_well_is_a_foul(well, reason):
    given = puzzle("O", *OVER_A_WELL, goal="donate", well=well)
    for question in (lambda p: tspin.replay(p, [O_COVERS]), tspin.count, tspin.cost):
        with pytest.raises(Foul, match=f"well: .*{reason}"):
            question(given)


def test_a_donation_names_its_well_and_nothing_else_needs_one():
    with pytest.raises(Foul, match="well"):
        tspin.count(puzzle("O", *OVER_A_WELL, goal="donate"))
    assert tspin.count(puzzle("O", *OVER_A_WELL)) == tspin.count(puzzle("O", *OVER_A_WELL, well="none")) == 1


@pytest.mark.parametrize(
    ("rows", "well", "bottom"),
    [
        (("X.X.......", "X.X......."), 1, 0),
        ((".X........", ".X........", "XX........"), 0, 1),  # a wall is a side
        (("........X.",) * 6, 9, 0),  # as deep as one likes
        (("X.X.......", "X.X.......", "....X....."), 1, 0),  # the top two cells have sides, that is enough
        (("X.........", "X.X.......", "X.X......."), 1, 0),  # up to the lower neighbour
        (("X.........", "..X.......", "X.X......."), 1, None),  # its top cell is open to the left
        (("X.X.......", "X........."), 1, None),  # its second one to the right
        (("X.X.......", "XXX......."), 1, None),  # one deep
        (("X.........", "X........."), 1, None),  # no right side
        ((".X........", "X.X.......", "X.X......."), 1, None),  # closed from above
    ],
)  # fmt: skip
def test_wells(rows, well, bottom):
    given = puzzle("O", *rows, goal="donate", well=well)
    if bottom is None:
        with pytest.raises(Foul, match="well"):
            tspin.read(given)
    else:
        goal = tspin.read(given)[3]
        assert (goal.well, goal.bottom) == (well, bottom)


@pytest.mark.parametrize("not_a_puzzle", [None, [], "tspin", {}])
def test_what_is_no_puzzle_is_a_foul(not_a_puzzle):
    with pytest.raises(Foul):
        tspin.count(not_a_puzzle)


# ------------------------------------------------------------------ count


@pytest.mark.parametrize(
    ("given", "count"),
    [
        (puzzle("O", *SLOT), 2),
        (puzzle("O", *SLOT, moves="srs"), 2),
        (puzzle("O", *RIGHT_ONLY), 1),
        (puzzle("O", *UNDER_A_ROOF), 0),
        (puzzle("O", *UNDER_A_ROOF, moves="srs"), 1),
        (puzzle("O"), 0),
        (puzzle("I", "...X......", *COVERED), 1),  # only the line clear opens the slot
        (puzzle("O", "...X......", "X...XXXX..", "XXXXXXXX..", "XX.XXXXXXX"), 1),  # a line between the two clears
        (puzzle("IO", *COVERED), 2),
        (TWO_WELLS, 1),  # two orders, one solution
        (puzzle("TO", "........X.", "....X...X.", "X..X....XX", "X..XX...XX", "X.XXXXX.XX"), 1),
    ],
)
def test_number_of_solutions(given, count):
    assert tspin.count(given, stop_at=0) == count


@pytest.mark.parametrize("moves", ["drop", "srs"])
@pytest.mark.parametrize(
    ("given", "count"),
    [
        # Only on columns 2 and 3 does an O make the roof and leave the shaft open.
        (puzzle("O", *SHAFT, goal="tst"), 1),
        (puzzle("O", *SHAFT), 0),
        # An I stands in the last column, the only way to complete three lines with it; then the roof.
        (puzzle("IO", SHAFT[0], *(row[:9] + "." for row in SHAFT[1:]), goal="tst"), 1),
        (puzzle("I", *THREE, goal="quad"), 1),
        # Either of two columns, and the goal's I takes the other.
        (puzzle("I", *("XXXXXXXX..",) * 4, goal="quad"), 2),
        # One I in a column, one that closes nothing on top. Beside an I in column 8: flat in six places, upright
        # in nine. Beside an I in column 9: flat in five, upright in eight and on that I.
        (puzzle("II", *("XXXXXXXX..",) * 4, goal="quad"), 15 + 14),
        # An I cannot bring the nine cells of a fourth line.
        (puzzle("I", *FOUR[1:], goal="quad"), 0),
        (puzzle("O", *OVER_A_WELL, goal="donate", well=5), 1),
        # The O that covers the well and one that is out of the way: not left of the slot, in it or over it (columns
        # 0 to 2), nor over the well (4 and 5): four are left.
        (puzzle("OO", *OVER_A_WELL, goal="donate", well=5), 4),
        (puzzle("OO", *OVER_A_WELL), 6),  # over the well is as good for a Double
        (puzzle("O", *IN_THE_WELL, goal="donate", well=2), 0),  # never covered
        (puzzle("O", *IN_THE_WELL), 6),
    ],
)
def test_number_of_solutions_of_each_goal(given, count, moves):
    assert tspin.count(given | {"moves": moves}, stop_at=0) == count


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        # The I has to slide to the left, under a roof at (5, 4).
        (puzzle("I", "XXXXXX....", *THREE, goal="quad"), I_FLAT),
        # The O has to slide to the left, under a roof at (0, 8), and makes the roof of the shaft.
        (puzzle("O", "XXXX......", "X.........", "X.........", *SHAFT, goal="tst"), O_ROOF),
    ],
)
def test_a_tuck_is_a_solution_under_srs_only(given, answer):
    assert tspin.count(given, stop_at=0) == 0
    with pytest.raises(Foul, match="straight down"):
        tspin.replay(given, [answer])
    assert tspin.count(given | {"moves": "srs"}, stop_at=0) == 1
    tspin.replay(given | {"moves": "srs"}, [answer])


def test_the_goal_must_be_there_after_the_last_piece():
    """Of nine places for an O three take the goal away: left of the slot, in it, and over it.

    With the O over it a T still gets to (1, 2), but there it turns without a kick.
    """
    in_it = step("O", (1, 1), (2, 1), (1, 2), (2, 2))
    over_it = step("O", (2, 3), (3, 3), (2, 4), (3, 4))
    for bad in (O_LEFT, in_it, over_it):
        with pytest.raises(Foul, match="cannot be played afterwards"):
            tspin.replay(puzzle("O", *READY), [bad])
    assert tspin.count(puzzle("O", *READY), stop_at=0) == 6


def test_the_bottom_of_a_well_is_a_row_of_the_start():
    """The line under the well clears on the way, and its old bottom row is what has to be open.

    The L reaches from row 1, the bottom, to row 3; the I completes row 0, and the L comes down with
    the rest. The Double clears rows 1 and 2 and leaves a cell of the L in row 0.
    """
    rows = ("....X.....", ".X...XXX..", ".XX.XXXXX.", ".XXXX.XXX.", ".XXXXXXXXX")
    given = puzzle("LI", *rows, goal="donate", well=9)
    answer = [step("L", (9, 1), (9, 2), (9, 3), (8, 3)), step("I", (0, 0), (0, 1), (0, 2), (0, 3))]
    tspin.replay(given, answer)


def test_counting_stops():
    given = puzzle("L", *READY)
    everything = tspin.count(given, stop_at=0)
    assert everything > 5
    assert [tspin.count(given, stop_at=n) for n in (1, 2, 5)] == [1, 2, 5]
    assert tspin.count(given, stop_at=everything + 1) == everything


def test_every_solution_that_is_counted_can_be_replayed_and_no_other_placement():
    given = puzzle("L", *READY)
    legal = 0
    for cells in tspin.drop_placements(board(*READY), tspin.PIECES.index("L")).tolist():
        try:
            tspin.replay(given, [step("L", *cells)])
        except Foul:
            continue
        legal += 1
    assert legal == tspin.count(given, stop_at=0)


# ------------------------------------------------------------------ compiled and plain


@pytest.fixture(scope="module")
def plain():
    """The same text, not compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TSUME_REFEREE", "plain")
        spec = importlib.util.spec_from_file_location("plain_tspin_referee", tspin.__file__)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


def test_the_decorator_follows_the_environment(plain, monkeypatch):
    def twice(number):
        return 2 * number

    monkeypatch.delenv("TSUME_REFEREE", raising=False)
    assert rule(twice) is not twice
    assert rule(twice).py_func is twice
    monkeypatch.setenv("TSUME_REFEREE", "plain")
    assert rule(twice) is twice
    assert rule(twice).py_func is twice
    assert plain.fits is plain.fits.py_func
    assert tspin.fits is not tspin.fits.py_func


@pytest.mark.parametrize(
    "given",
    [
        puzzle("O", *SLOT),
        puzzle("I", "...X......", *COVERED),
        puzzle("O", *UNDER_A_ROOF, moves="srs"),
        puzzle("T", *READY, moves="srs"),
        puzzle("OO", *RIGHT_ONLY),
        TWO_WELLS,
        puzzle("O", *SHAFT, goal="tst"),
        puzzle("I", *THREE, goal="quad"),
        puzzle("O", *OVER_A_WELL, goal="donate", well=5, moves="srs"),
    ],
)
def test_compiled_and_plain_count_alike(plain, given):
    assert tspin.count(given, stop_at=0) == plain.count(given, stop_at=0)


def test_compiled_and_plain_agree_on_random_boards(plain):
    draw = random.Random(20)
    for _ in range(6):
        where = np.zeros((tspin.HEIGHT, tspin.WIDTH), np.bool_)
        for y in range(draw.randint(2, 18)):
            where[y] = [draw.random() < 0.6 for _ in range(tspin.WIDTH)]
            where[y, draw.randrange(tspin.WIDTH)] = False
        for piece in range(len(tspin.PIECES)):
            assert np.array_equal(tspin.arrivals(where, piece), plain.arrivals(where, piece))
            for moves in (tspin.DROP, tspin.SRS):
                places = tspin.placements(where, piece, moves)
                assert np.array_equal(places, plain.placements(where, piece, moves))
    for n in range(30):
        where = nearly(FINISHED[n % len(FINISHED)], draw)
        for goal in [*tspin.GOALS.values(), tspin.GOALS["donate"]._replace(well=5)]:
            assert tspin.goal_playable(where, goal) == plain.goal_playable(where, goal)


# ------------------------------------------------------------------ the referee and its review


def test_a_referee_is_found_by_name():
    assert referee("tspin") is tspin


@pytest.mark.parametrize("game", ["chess", "plain", "", "tspin.x", "../tspin", "__init__", None])
def test_an_unknown_game_is_a_key_error(game):
    with pytest.raises(KeyError, match="no referee for game"):
        referee(game)


def test_cost_is_the_number_of_boards_and_searches():
    assert tspin.cost(puzzle("O", *SLOT)) == 9 + 9 * tspin.SEARCH
    boards, searches = 17 + 17 * 9, tspin.GOAL_SEARCHES
    assert tspin.cost(puzzle("IO", *COVERED)) == boards + searches * tspin.SEARCH
    assert tspin.cost(puzzle("IO", *COVERED, moves="srs")) == boards + (1 + 17 + searches) * tspin.SEARCH


def positions(given):
    """The positions that a count of everything looks at."""
    meter = Meter()
    list(tspin.solutions(*tspin.read(given), meter))
    return meter.positions


def test_boards_and_searches_are_counted():
    assert positions(puzzle("O", *RIGHT_ONLY)) == 9 + tspin.SEARCH
    assert positions(puzzle("O", *SLOT)) == 9 + 2 * tspin.SEARCH
    assert positions(puzzle("O", *RIGHT_ONLY, moves="srs")) == 9 + 2 * tspin.SEARCH
    for given in (TWO_WELLS, puzzle("IO", *COVERED), puzzle("OO", *OVER_A_WELL, goal="donate", well=5)):
        assert positions(given) <= tspin.cost(given)


def test_pieces_that_cannot_fill_the_lines_are_not_tried():
    assert positions(puzzle("LJT", "X.........", "X.........")) == 0  # eighteen cells for sixteen
    assert positions(puzzle("LJT", "XX........", "X.........")) == 0
    assert positions(puzzle("LJT", "XX........", "XX........")) > 0


def test_a_count_is_given_up_at_its_limit():
    given = puzzle("OO", *OVER_A_WELL, goal="donate", well=5, moves="srs")
    all_of_it = positions(given)
    assert tspin.count(given, stop_at=0, meter=Meter(all_of_it)) == 4
    for limit in (0, 1, all_of_it - 1):
        with pytest.raises(Unfinished, match=f"not proved within {limit} positions"):
            tspin.count(given, stop_at=0, meter=Meter(limit))


GOOD = (puzzle("O", *RIGHT_ONLY), [O_RIGHT])
CHOICE = [
    ("good", *GOOD),
    ("two-orders", TWO_WELLS, [SECOND_I, FIRST_I]),
    ("ambiguous", puzzle("O", *SLOT), [O_RIGHT]),
    ("floating", puzzle("O", *SLOT), [step("O", (3, 3), (4, 3), (3, 4), (4, 4))]),
    ("broken", {"game": "tspin"}, None),
]


def test_review_finds_what_is_wrong():
    found = review("tspin", CHOICE, budget=10_000, seed=1)
    assert (found.replayed, found.proved, found.share) == (5, 2, 0.4)
    assert 0 < found.positions <= sum(tspin.cost(given) for _, given, _ in CHOICE[:3])
    reasons = dict(found.fouls)
    assert set(reasons) == {"ambiguous", "floating", "broken"}
    assert "more than one solution" in reasons["ambiguous"]
    assert "floats" in reasons["floating"]
    assert "goal" in reasons["broken"]


def test_review_without_a_budget_still_replays():
    found = review("tspin", CHOICE, budget=0, seed=1)
    assert (found.replayed, found.proved, found.positions) == (5, 0, 0)
    assert sorted(found.unproved) == ["ambiguous", "good", "two-orders"]
    assert {puzzle_id for puzzle_id, _ in found.fouls} == {"floating", "broken"}


def test_review_of_nothing():
    assert review("tspin", [], budget=10, seed=1) == Review(0, 0, 0, [])
    assert review("tspin", [], budget=10, seed=1).share == 1.0


def test_review_finds_a_wrong_proof(monkeypatch):
    monkeypatch.setattr(tspin, "count", lambda puzzle, stop_at, meter: 0)
    assert review("tspin", [("good", *GOOD)], budget=1000, seed=1).fouls == [("good", "has no solution")]


def test_a_proof_that_is_dearer_than_estimated_is_neither_good_nor_bad(monkeypatch):
    enough = -(-positions(GOOD[0]) // PATIENCE)
    monkeypatch.setattr(tspin, "cost", lambda puzzle: enough - 1)
    found = review("tspin", [("good", *GOOD)], budget=100, seed=1)
    assert found == Review(1, 0, (enough - 1) * PATIENCE, [], ["good"])
    monkeypatch.setattr(tspin, "cost", lambda puzzle: enough)
    assert review("tspin", [("good", *GOOD)], budget=100, seed=1) == Review(1, 1, positions(GOOD[0]), [], [])


def test_a_proof_that_is_too_dear_ends_with_the_budget(monkeypatch):
    """Four pieces that may slide and spin: what is left of the budget does not do, and nothing is left."""
    placed = [step("L", (7, 2), (8, 2), (9, 2), (9, 3)), step("J", (4, 2), (5, 2), (6, 2), (4, 3))]
    placed += [step("O", (5, 3), (6, 3), (5, 4), (6, 4)), step("O", (3, 4), (4, 4), (3, 5), (4, 5))]
    dear = ("dear", puzzle("LJOO", "...X......", *SLOT, moves="srs"), placed)
    found = review("tspin", [dear], 100, seed=1)
    assert found == Review(1, 0, 100, [], ["dear"])


def proved_ids(chosen, budget, seed):
    """Which puzzles are proved again: those whose count is asked for, by their id in the puzzle."""
    seen = []
    with pytest.MonkeyPatch.context() as patch:
        count = tspin.count

        def counted(puzzle, stop_at, meter):
            solutions = count(puzzle, stop_at, meter)
            seen.append(puzzle["id"])
            return solutions

        patch.setattr(tspin, "count", counted)
        found = review("tspin", chosen, budget, seed)
    assert found.proved == len(seen)
    assert found.positions <= budget
    assert len(found.unproved) == len(chosen) - len(seen)
    return set(seen)


def test_the_budget_gives_a_sample_that_the_seed_decides():
    chosen = [(str(n), GOOD[0] | {"id": n}, GOOD[1]) for n in range(40)]
    cost = positions(GOOD[0])
    assert proved_ids(chosen, 40 * cost, seed=1) == set(range(40))
    sample = proved_ids(chosen, 10 * cost, seed=1)
    assert len(sample) == 10
    assert proved_ids(chosen, 11 * cost - 1, seed=1) == sample
    assert proved_ids(chosen[::-1], 10 * cost, seed=1) == sample
    assert proved_ids(chosen, 10 * cost, seed=2) != sample


def test_dear_proofs_come_last():
    """However the dice fall, five cheap proofs are made before one that would eat the budget."""
    placed = [step("L", (7, 2), (8, 2), (9, 2), (9, 3)), step("J", (4, 2), (5, 2), (6, 2), (4, 3))]
    placed += [step("O", (5, 3), (6, 3), (5, 4), (6, 4)), step("O", (3, 4), (4, 4), (3, 5), (4, 5))]
    dear = ("dear", puzzle("LJOO", "...X......", *SLOT, moves="srs"), placed)
    cheap = [(str(n), *GOOD) for n in range(5)]
    for seed in range(5):
        found = review("tspin", [dear, *cheap], 5 * positions(GOOD[0]), seed)
        assert (found.proved, found.unproved) == (5, ["dear"])
