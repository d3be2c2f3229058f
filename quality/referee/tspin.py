"""The rules of the T-spin puzzle, stated once more, slowly and plainly.

The puzzle: a board 10 wide and a queue of 1 to 7 pieces. Place them all, in order, so that
afterwards the *goal* can be played with one more piece:

- `tsd`: a T-spin Double, a full T-spin that clears exactly two lines;
- `tst`: a T-spin Triple, a full T-spin that clears exactly three lines;
- `quad`: four lines at once with an I;
- `donate`: a T-spin Double that opens a well again which the queue has covered.

The well of `donate` is a column, its bottom the height of that column at the start. At the start
the well is two cells deep or more: up to the height of the lower of its neighbours, its top two
cells lie between filled cells or walls. Covered: after the queue the column has a filled cell at
the bottom of the well or above. Open again: after the Double, its lines gone, it has none. Both
times the bottom is the row that it was at the start, whatever lines have cleared.

How the pieces of the queue move (`moves`):

- `drop`: any rotation and any column within the walls, from above the highest filled cell
  straight down. No spawn, no ceiling.
- `srs`: from the spawn (facing north, centre at x = 4, y = 19) by any number of moves left,
  right, one down, and rotations either way with the kicks of the Super Rotation System; the
  piece locks where it rests. A blocked spawn has no moves. There is no lock-out.

The piece of the goal always moves as in `srs`. Full lines clear as soon as a piece locks.

A T-spin: the T rests, its last successful action was a rotation, and at least three of the
four cells diagonal to its centre are filled; walls and floor count as filled. It is full when
both diagonal cells on the side it points to are filled, or when that rotation used the fifth
kick; otherwise it is a mini.

A solution is what it places: the pieces and their cells, each as the board stood then. Two
orders of the same placements are one solution.

The first half of this file is the rules, functions of a board that run compiled or plain (see
`plain.py`); the second half reads puzzles and answers `replay`, `count` and `cost`. Positions
are (x, y), x from the left, y from the bottom; a board is an array of bools, board[y, x].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quality.referee import Foul, Meter, Puzzle
from quality.referee.plain import rule

Board = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.int64]
"""The four cells of a piece as rows (x, y), sorted."""
Lacks = npt.NDArray[np.int64]
"""For each row of a board, how many cells it lacks to be full."""

WIDTH = 10
SPAWN_X = 4
SPAWN_Y = 19
LONGEST_QUEUE = 7
# A puzzle starts below the spawn row and no piece adds more than four rows: the stack ends below
# row 19 + 28. A kick lifts a piece only off something that it touches, so eight rows above that
# are more than any piece can see, and the array has no ceiling that could be noticed.
HEIGHT = SPAWN_Y + 4 * LONGEST_QUEUE + 8

PIECES = "IOTLJSZ"
I_PIECE, T_PIECE = PIECES.index("I"), PIECES.index("T")
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
CLOCKWISE, ANTICLOCKWISE = 1, 3
DROP, SRS = 0, 1

# ------------------------------------------------------------------ shapes and kicks

FACING_NORTH = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "Z": [(0, 0), (1, 0), (-1, 1), (0, 1)],
}
"""Cells relative to the centre."""


def _shapes() -> npt.NDArray[np.int64]:
    """The cells of every piece and facing, SHAPES[piece, facing, cell] = (x, y), sorted."""
    shapes = np.zeros((len(PIECES), 4, 4, 2), np.int64)
    for piece, letter in enumerate(PIECES):
        cells = FACING_NORTH[letter]
        for facing in range(4):
            shapes[piece, facing] = sorted(cells)
            if letter != "O":  # turning an O changes nothing
                cells = [(y, -x) for x, y in cells]
    return shapes


def _kicks() -> npt.NDArray[np.int64]:
    """The kicks in the order in which they are tried, KICKS[piece, from, to, n] = (x, y)."""
    kicks = np.zeros((len(PIECES), 4, 4, 5, 2), np.int64)
    for piece, letter in enumerate(PIECES):
        if letter == "I":
            north_east = np.array([(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)])
            east_south = np.array([(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)])
            kicks[piece, NORTH, EAST] = kicks[piece, WEST, SOUTH] = north_east
            kicks[piece, EAST, NORTH] = kicks[piece, SOUTH, WEST] = -north_east
            kicks[piece, EAST, SOUTH] = kicks[piece, NORTH, WEST] = east_south
            kicks[piece, SOUTH, EAST] = kicks[piece, WEST, NORTH] = -east_south
        elif letter != "O":
            for upright in (NORTH, SOUTH):
                kicks[piece, upright, EAST] = [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]
                kicks[piece, EAST, upright] = [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)]
                kicks[piece, upright, WEST] = [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)]
                kicks[piece, WEST, upright] = [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]
    return kicks


SHAPES = _shapes()
KICKS = _kicks()
# The cells that a piece brings to each row: BRINGS[piece, facing, REACH + rows above its centre].
REACH = 2
BRINGS = np.array(
    [[[(cells[:, 1] == row).sum() for row in range(-REACH, REACH + 1)] for cells in facings] for facings in SHAPES]
)
FIFTH_KICK = 4
BLOCKED = -1

# The cells diagonal to a centre, clockwise: those that a T facing f points between are f and f + 1.
CORNERS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], np.int64)

# How a piece came to where it is. More than one may hold, so they are added up.
BY_MOVE, BY_ROTATION, BY_FIFTH_KICK = 1, 2, 4

NO_SPIN, MINI, FULL = 0, 1, 2

# ------------------------------------------------------------------ one piece on a board


@rule
def filled(board: Board, x: int, y: int) -> bool:
    """Whether a cell is filled; walls and floor are."""
    if x < 0 or x >= WIDTH or y < 0:
        return True
    return bool(board[y, x])


@rule
def fits(board: Board, piece: int, facing: int, x: int, y: int) -> bool:
    """Whether a piece can be here: within the walls, above the floor, on empty cells."""
    for n in range(4):
        cell_x = x + SHAPES[piece, facing, n, 0]
        cell_y = y + SHAPES[piece, facing, n, 1]
        if cell_y >= HEIGHT or filled(board, cell_x, cell_y):
            return False
    return True


@rule
def rests(board: Board, piece: int, facing: int, x: int, y: int) -> bool:
    """Whether a piece that is here may lock: it cannot move down."""
    return not fits(board, piece, facing, x, y - 1)


@rule
def rotate(board: Board, piece: int, facing: int, x: int, y: int, turn: int) -> tuple[int, int, int, int]:
    """Rotate with kicks: the new facing, x and y, and the number of the kick that was used.

    The first kick that fits is taken. The number is BLOCKED when none does.
    """
    to = (facing + turn) % 4
    for n in range(5):
        new_x = x + KICKS[piece, facing, to, n, 0]
        new_y = y + KICKS[piece, facing, to, n, 1]
        if fits(board, piece, to, new_x, new_y):
            return to, new_x, new_y, n
    return facing, x, y, BLOCKED


@rule
def arrivals(board: Board, piece: int) -> npt.NDArray[np.uint8]:
    """How a piece can come from its spawn to each pose, arrivals[facing, y, x]; 0 = not at all."""
    how = np.zeros((4, HEIGHT, WIDTH), np.uint8)
    if not fits(board, piece, NORTH, SPAWN_X, SPAWN_Y):
        return how
    how[NORTH, SPAWN_Y, SPAWN_X] = BY_MOVE
    waiting = np.empty((4 * HEIGHT * WIDTH, 3), np.int64)
    waiting[0] = (NORTH, SPAWN_X, SPAWN_Y)
    todo = 1
    while todo > 0:
        todo -= 1
        facing, x, y = waiting[todo, 0], waiting[todo, 1], waiting[todo, 2]
        for action in range(5):
            to, new_x, new_y, by = facing, x, y, BY_MOVE
            if action < 3:
                if action == 0:
                    new_x = x - 1
                elif action == 1:
                    new_x = x + 1
                else:
                    new_y = y - 1
                if not fits(board, piece, to, new_x, new_y):
                    continue
            else:
                turn = CLOCKWISE if action == 3 else ANTICLOCKWISE
                to, new_x, new_y, kick = rotate(board, piece, facing, x, y, turn)
                if kick == BLOCKED:
                    continue
                by = BY_FIFTH_KICK if kick == FIFTH_KICK else BY_ROTATION
            if how[to, new_y, new_x] == 0:
                waiting[todo] = (to, new_x, new_y)
                todo += 1
            how[to, new_y, new_x] |= by
    return how


# ------------------------------------------------------------------ placements


@rule
def stack_height(board: Board) -> int:
    """The number of rows up to and including the highest one with a filled cell."""
    for y in range(HEIGHT - 1, -1, -1):
        for x in range(WIDTH):
            if board[y, x]:
                return y + 1
    return 0


@rule
def cells_of(piece: int, facing: int, x: int, y: int) -> Cells:
    """The cells of a piece, sorted."""
    cells = np.empty((4, 2), np.int64)
    for n in range(4):
        cells[n, 0] = x + SHAPES[piece, facing, n, 0]
        cells[n, 1] = y + SHAPES[piece, facing, n, 1]
    return cells


@rule
def put(found: npt.NDArray[np.int64], index: int, cells: Cells) -> None:
    """found[index] = cells, written out because numba takes seconds to compile it otherwise."""
    for n in range(4):
        found[index, n, 0] = cells[n, 0]
        found[index, n, 1] = cells[n, 1]


@rule
def add_new(found: npt.NDArray[np.int64], size: int, cells: Cells) -> int:
    """Append cells to the first `size` that were found, unless they are there; the new size."""
    for earlier in range(size):
        same = True
        for n in range(4):
            if found[earlier, n, 0] != cells[n, 0] or found[earlier, n, 1] != cells[n, 1]:
                same = False
                break
        if same:
            return size
    put(found, size, cells)
    return size + 1


@rule
def drop_placements(board: Board, piece: int) -> npt.NDArray[np.int64]:
    """Where a piece can lock under `drop`: different cells only, an array of Cells."""
    found = np.empty((4 * WIDTH, 4, 2), np.int64)
    size = 0
    above = stack_height(board) + 2  # no piece reaches further down from its centre than two
    for facing in range(4):
        for x in range(WIDTH):
            y = above
            if not fits(board, piece, facing, x, y):
                continue
            while not rests(board, piece, facing, x, y):
                y -= 1
            size = add_new(found, size, cells_of(piece, facing, x, y))
    return found[:size]


@rule
def srs_placements(board: Board, piece: int) -> npt.NDArray[np.int64]:
    """Where a piece can lock under `srs`: different cells only, an array of Cells."""
    how = arrivals(board, piece)
    found = np.empty((4 * HEIGHT * WIDTH, 4, 2), np.int64)
    size = 0
    for facing in range(4):
        for y in range(HEIGHT):
            for x in range(WIDTH):
                if how[facing, y, x] and rests(board, piece, facing, x, y):
                    size = add_new(found, size, cells_of(piece, facing, x, y))
    return found[:size]


@rule
def placements(board: Board, piece: int, moves: int) -> npt.NDArray[np.int64]:
    """Where a piece can lock: different cells only, an array of Cells."""
    if moves == DROP:
        return drop_placements(board, piece)
    return srs_placements(board, piece)


@rule
def empty_cells(board: Board, y: int) -> int:
    """The number of empty cells of a row."""
    empty = 0
    for x in range(WIDTH):
        if not board[y, x]:
            empty += 1
    return empty


@rule
def lock(board: Board, cells: Cells) -> Board:
    """The board after a piece locked in these cells and full lines cleared."""
    full = board.copy()
    for n in range(4):
        full[cells[n, 1], cells[n, 0]] = True
    after = np.zeros((HEIGHT, WIDTH), np.bool_)
    kept = 0
    for y in range(HEIGHT):
        if empty_cells(full, y) > 0:
            for x in range(WIDTH):
                after[kept, x] = full[y, x]
            kept += 1
    return after


# ------------------------------------------------------------------ the goal


@rule
def spin_kind(board: Board, facing: int, x: int, y: int, by: int) -> int:
    """What a T that rests here made, when its last action was `by` (one of the BY_ values)."""
    corners = 0
    for n in range(4):
        if filled(board, x + CORNERS[n, 0], y + CORNERS[n, 1]):
            corners += 1
    if by == BY_MOVE or corners < 3:
        return NO_SPIN
    left = facing
    right = (facing + 1) % 4
    points_at_filled = filled(board, x + CORNERS[left, 0], y + CORNERS[left, 1]) and filled(
        board, x + CORNERS[right, 0], y + CORNERS[right, 1]
    )
    return FULL if points_at_filled or by == BY_FIFTH_KICK else MINI


class Goal(NamedTuple):
    """What must be possible after the queue."""

    piece: int
    lines: int
    """It clears so many, neither less nor more."""
    spin: bool
    """By a full T-spin."""
    well: int
    """The column that it opens again, or NO_WELL."""
    bottom: int
    """The lowest row of the well."""


NO_WELL = -1


@rule
def lacking(board: Board) -> Lacks:
    """How many cells each row lacks to be full."""
    lacks = np.empty(HEIGHT, np.int64)
    for y in range(HEIGHT):
        lacks[y] = empty_cells(board, y)
    return lacks


@rule
def lines_cleared(lacks: Lacks, piece: int, facing: int, y: int) -> int:
    """How many lines a piece completes, its centre in row y: those to which it brings all they lack.

    When it fits, that is the same for every x.
    """
    lines = 0
    for n in range(2 * REACH + 1):
        row = y + n - REACH
        if row >= 0 and BRINGS[piece, facing, n] > 0 and BRINGS[piece, facing, n] == lacks[row]:
            lines += 1
    return lines


@rule
def column_height(board: Board, x: int) -> int:
    """The number of rows up to and including the highest filled cell of a column."""
    height = 0
    for y in range(HEIGHT):
        if board[y, x]:
            height = y + 1
    return height


@rule
def arrives(board: Board, goal: Goal, facing: int, x: int, y: int, how: int) -> bool:
    """Whether the goal's piece can come here (`how` adds up BY_ values), if need be by a full spin."""
    if not goal.spin:
        return how != 0
    rotated = how & BY_ROTATION != 0 and spin_kind(board, facing, x, y, BY_ROTATION) == FULL
    kicked = how & BY_FIFTH_KICK != 0 and spin_kind(board, facing, x, y, BY_FIFTH_KICK) == FULL
    return rotated or kicked


@rule
def last_turns(board: Board, piece: int, facing: int, x: int, y: int) -> int:
    """How a piece can be turned into this pose from poses in which it fits, whether it can come to those or not.

    The BY_ values of all such rotations, added up; 0 when there is none.
    """
    how = 0
    for turn in (CLOCKWISE, ANTICLOCKWISE):
        was = (facing - turn) % 4
        for n in range(5):
            was_x = x - KICKS[piece, was, facing, n, 0]
            was_y = y - KICKS[piece, was, facing, n, 1]
            if not fits(board, piece, was, was_x, was_y):
                continue
            if rotate(board, piece, was, was_x, was_y, turn) == (facing, x, y, n):
                how |= BY_FIFTH_KICK if n == FIFTH_KICK else BY_ROTATION
    return how


@rule
def goal_poses(board: Board, goal: Goal) -> npt.NDArray[np.int64]:
    """Where the goal's piece would play it, if only it can come near: rows (facing, x, y)."""
    poses = np.empty((4 * HEIGHT * WIDTH, 3), np.int64)
    size = 0
    if goal.well != NO_WELL and column_height(board, goal.well) <= goal.bottom:
        return poses[:size]  # the well is not covered
    lacks = lacking(board)
    # No piece fills an empty row, so the lines that it clears are in the stack; and the centre of
    # a piece that plays a goal is at most one row above the highest of them.
    for y in range(stack_height(board) + 1):
        for facing in range(4):
            if lines_cleared(lacks, goal.piece, facing, y) != goal.lines:
                continue
            for x in range(WIDTH):
                if not fits(board, goal.piece, facing, x, y) or not rests(board, goal.piece, facing, x, y):
                    continue
                if goal.spin and not arrives(board, goal, facing, x, y, last_turns(board, goal.piece, facing, x, y)):
                    continue
                if goal.well != NO_WELL:
                    after = lock(board, cells_of(goal.piece, facing, x, y))
                    if column_height(after, goal.well) > goal.bottom:
                        continue
                poses[size] = (facing, x, y)
                size += 1
    return poses[:size]


@rule
def one_is_reached(board: Board, goal: Goal, poses: npt.NDArray[np.int64]) -> bool:
    """Whether the goal's piece can come from its spawn to one of these poses, as the goal asks."""
    how = arrivals(board, goal.piece)
    for n in range(len(poses)):
        facing, x, y = poses[n, 0], poses[n, 1], poses[n, 2]
        if arrives(board, goal, facing, x, y, int(how[facing, y, x])):
            return True
    return False


@rule
def goal_playable(board: Board, goal: Goal) -> bool:
    """Whether the goal can be played with one more piece."""
    poses = goal_poses(board, goal)
    return len(poses) > 0 and one_is_reached(board, goal, poses)


# ------------------------------------------------------------------ what is out of reach
#
# Two quick answers of no, by counting cells alone. What they do not refuse is looked at in full.


@rule
def too_few_cells(board: Board, pieces: int, goal: Goal) -> bool:
    """Whether so many pieces and the goal's are too few to fill the lines that the goal clears.

    Each of these lines is a row of this board, perhaps moved down by then. What it lacks now,
    those pieces have to bring, four cells each; the rows that lack the least are the best case.
    """
    lacks = np.sort(lacking(board))
    return bool(lacks[: goal.lines].sum() > 4 * (pieces + 1))


@rule
def no_such_rows(lacks: Lacks, top: int, goal: Goal, cells: Cells) -> bool:
    """Whether the goal's piece clears its lines nowhere after a piece locked in these cells.

    `lacks` is of the board before that, and nothing of it then is as high as `top`. A piece that
    completes a line moves what lies above it: no answer then, which is no.
    """
    completes = False
    for n in range(4):
        lacks[cells[n, 1]] -= 1
        if lacks[cells[n, 1]] == 0:
            completes = True
    somewhere = False
    for y in range(top + 1):
        for facing in range(4):
            if lines_cleared(lacks, goal.piece, facing, y) == goal.lines:
                somewhere = True
    for n in range(4):
        lacks[cells[n, 1]] += 1
    return not (somewhere or completes)


@rule
def last_placements(board: Board, everywhere: npt.NDArray[np.int64], goal: Goal) -> tuple[npt.NDArray[np.int64], int]:
    """Those of all placements of the last piece of a queue after which the goal can be played.

    And how many searches for the way of the goal's piece that took.
    """
    found = np.empty_like(everywhere)
    size = searches = 0
    lacks = lacking(board)
    top = stack_height(board) + 4
    for n in range(len(everywhere)):
        if no_such_rows(lacks, top, goal, everywhere[n]):
            continue
        after = lock(board, everywhere[n])
        poses = goal_poses(after, goal)
        if len(poses) == 0:
            continue
        searches += 1
        if one_is_reached(after, goal, poses):
            put(found, size, everywhere[n])
            size += 1
    return found[:size], searches


# ------------------------------------------------------------------ reading a puzzle

GOALS = {
    "tsd": Goal(T_PIECE, 2, True, NO_WELL, 0),
    "tst": Goal(T_PIECE, 3, True, NO_WELL, 0),
    "quad": Goal(I_PIECE, 4, False, NO_WELL, 0),
    "donate": Goal(T_PIECE, 2, True, NO_WELL, 0),  # the puzzle names the well
}
MOVES = {"drop": DROP, "srs": SRS}
SHALLOWEST_WELL = 2
Task = tuple[Board, list[int], int, Goal]
"""A puzzle as the rules see it: board, queue, moves, goal."""


def read(puzzle: Puzzle) -> Task:
    """A puzzle as the rules see it; Foul when it is not one."""
    if not isinstance(puzzle, dict):
        raise Foul(f"puzzle: expected an object, not {type(puzzle).__name__}")
    if puzzle.get("game") != "tspin":
        raise Foul(f"game: expected 'tspin', not {puzzle.get('game')!r}")
    name, moves, queue = puzzle.get("goal"), puzzle.get("moves"), puzzle.get("queue")
    if not isinstance(name, str) or name not in GOALS:
        raise Foul(f"goal: expected one of {', '.join(GOALS)}, not {name!r}")
    if not isinstance(moves, str) or moves not in MOVES:
        raise Foul(f"moves: expected one of {', '.join(MOVES)}, not {moves!r}")
    if not isinstance(queue, str) or not 1 <= len(queue) <= LONGEST_QUEUE:
        raise Foul(f"queue: expected 1 to {LONGEST_QUEUE} pieces, not {queue!r}")
    for n, letter in enumerate(queue):
        if letter not in PIECES:
            raise Foul(f"queue[{n}]: no piece is called {letter!r}")
    board, goal = read_board(puzzle.get("board")), GOALS[name]
    if name == "donate":
        well = read_well(puzzle.get("well"), board)
        goal = goal._replace(well=well, bottom=column_height(board, well))
    return board, [PIECES.index(letter) for letter in queue], MOVES[moves], goal


def read_well(well: object, board: Board) -> int:
    """The column of a well; Foul when there is none, or it is not deep enough."""
    if type(well) is not int or not 0 <= well < WIDTH:
        raise Foul(f"well: expected a column from 0 to {WIDTH - 1}, not {well!r}")
    beside = [x for x in (well - 1, well + 1) if 0 <= x < WIDTH]
    bottom, brim = column_height(board, well), min(column_height(board, x) for x in beside)
    if brim - bottom < SHALLOWEST_WELL:
        raise Foul(f"well: column {well} is less than {SHALLOWEST_WELL} deep")
    for y in range(brim - SHALLOWEST_WELL, brim):
        for x in (well - 1, well + 1):
            if not filled(board, x, y):
                raise Foul(f"well: column {well} is open to the side at {[x, y]}")
    return well


def read_board(rows: object) -> Board:
    """A board from its rows, from the top; leading empty ones may be left out."""
    if not isinstance(rows, list | tuple):
        raise Foul(f"board: expected a list of rows, not {type(rows).__name__}")
    board = np.zeros((HEIGHT, WIDTH), np.bool_)
    for n, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != WIDTH or set(row) - {"X", "."}:
            raise Foul(f"board[{n}]: expected {WIDTH} of 'X' and '.', not {row!r}")
        y = len(rows) - 1 - n
        if row == "X" * WIDTH:
            raise Foul(f"board[{n}]: the row is full at the start")
        if "X" in row:
            if y >= SPAWN_Y:
                raise Foul(f"board[{n}]: a filled cell at y = {y}, where only y < {SPAWN_Y} is allowed")
            board[y] = [cell == "X" for cell in row]
    return board


def read_step(where: str, step: object, piece: int) -> Cells:
    """The cells of one step of a solution, sorted; Foul when it is not four cells of the piece."""
    if not isinstance(step, dict):
        raise Foul(f"{where}: expected an object, not {type(step).__name__}")
    if step.get("piece") != PIECES[piece]:
        raise Foul(f"{where}: the queue has {PIECES[piece]} here, not {step.get('piece')!r}")
    listed = step.get("cells")
    if not isinstance(listed, list | tuple) or len(listed) != 4:
        raise Foul(f"{where}: expected four cells, not {listed!r}")
    for cell in listed:
        if not isinstance(cell, list | tuple) or len(cell) != 2 or not all(type(v) is int for v in cell):
            raise Foul(f"{where}: a cell is two integers [x, y], not {cell!r}")
        if not (0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT):
            raise Foul(f"{where}: cell {list(cell)} is outside the board")
    cells = np.array(sorted(tuple(cell) for cell in listed), np.int64)
    if facing_of(piece, cells) is None:
        raise Foul(f"{where}: the cells do not form the piece {PIECES[piece]}")
    return cells


def facing_of(piece: int, cells: Cells) -> int | None:
    """The (first) facing in which a piece has the form of these cells; None when it has not."""
    for facing in range(4):
        shape = SHAPES[piece, facing]
        if np.array_equal(cells - cells[0], shape - shape[0]):
            return facing
    return None


# ------------------------------------------------------------------ the referee

# A position is a board that a placement leaves. Proofs of uniqueness looked at 0.5 to 2 million of
# them a second, searches included, compiled, on one core.
POSITIONS_PER_SECOND = 800_000
SEARCH = 30
"""What a search for all that one piece can reach costs, in positions."""
GOAL_SEARCHES = 100
"""How many searches for the goal's piece are expected at most: most boards have no place for it at all."""
OPEN_PLACEMENTS = {"I": 17, "O": 9, "T": 34, "L": 34, "J": 34, "S": 17, "Z": 17}
"""Placements of a piece on an empty board, and under `drop` on any."""


def replay(puzzle: Puzzle, solution: object) -> None:
    """Raise Foul unless the solution is legal, uses the queue in order and reaches the goal."""
    board, queue, moves, goal = read(puzzle)
    if not isinstance(solution, list | tuple):
        raise Foul(f"solution: expected a list of placements, not {type(solution).__name__}")
    if len(solution) != len(queue):
        raise Foul(f"solution: {len(solution)} placements for a queue of {len(queue)}")
    for n, (step, piece) in enumerate(zip(solution, queue, strict=True)):
        where = f"solution[{n}]"
        cells = read_step(where, step, piece)
        for x, y in cells.tolist():
            if board[y, x]:
                raise Foul(f"{where}: cell {[x, y]} is filled already")
        if not any(np.array_equal(cells, legal) for legal in placements(board, piece, moves)):
            raise Foul(f"{where}: {why_not(board, piece, moves, cells)}")
        board = lock(board, cells)
    if goal.well != NO_WELL and column_height(board, goal.well) <= goal.bottom:
        raise Foul(f"solution: the well in column {goal.well} is not covered")
    if not goal_playable(board, goal):
        raise Foul(f"solution: the goal {puzzle['goal']} cannot be played afterwards")


def why_not(board: Board, piece: int, moves: int, cells: Cells) -> str:
    """Why a piece that fits in these cells cannot be placed there."""
    letter = PIECES[piece]
    if not any(filled(board, x, y - 1) for x, y in cells.tolist()):
        return f"the piece {letter} floats"
    if moves == DROP:
        return f"the piece {letter} does not come to rest there when it drops straight down"
    return f"the piece {letter} cannot be moved there from its spawn"


def solutions(board: Board, queue: list[int], moves: int, goal: Goal, meter: Meter) -> Iterator[tuple[Any, ...]]:
    """Every way to place the queue so that the goal can be played, as (piece, cells) in order."""
    piece, rest = queue[0], queue[1:]
    if too_few_cells(board, len(queue), goal):
        return
    everywhere = placements(board, piece, moves)
    meter.add(len(everywhere) + (SEARCH if moves == SRS else 0))
    if not rest:
        found, searches = last_placements(board, everywhere, goal)
        meter.add(searches * SEARCH)
        for cells in found:
            yield ((piece, cells.tobytes()),)
        return
    for cells in everywhere:
        for others in solutions(lock(board, cells), rest, moves, goal, meter):
            yield ((piece, cells.tobytes()), *others)


def count(puzzle: Puzzle, stop_at: int = 2, meter: Meter | None = None) -> int:
    """Count the different solutions, up to `stop_at` (0 = all of them); the meter may end it."""
    different = set()
    for solution in solutions(*read(puzzle), meter or Meter()):
        different.add(tuple(sorted(solution)))
        if len(different) == stop_at:
            break
    return len(different)


def cost(puzzle: Puzzle) -> int:
    """Estimate the positions that `count` looks at, without looking at them.

    It is mostly too high: how many placements are never tried, only the boards can tell.
    """
    read(puzzle)
    boards, positions = 1, 0
    for letter in puzzle["queue"]:
        if puzzle["moves"] == "srs":
            positions += boards * SEARCH
        boards *= OPEN_PLACEMENTS[letter]
        positions += boards
    return positions + min(boards, GOAL_SEARCHES) * SEARCH
