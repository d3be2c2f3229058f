"""The rules of the Geister puzzle, stated once more, slowly and plainly.

The board has 6 columns `a` to `f` and 6 rows, row 1 at the bottom. The attacker moves first; its pieces are
blue (`B`) or red (`R`). The defender's are shown, blue (`b`) or red (`r`), or hidden (`u`): of those only the
numbers of blue and red ones are told. `.` is an empty square.

A ply is one step up, down, left or right, onto an empty square or onto a piece of the other side, which is
taken; nobody may pass. Or a blue leaves the board: the attacker's from a6 or f6, the defender's from a1 or f1.

The hidden pieces are whatever suits the defender. One may leave from a1 or f1 as long as there are hidden
blues. One that is taken is red as long as there are hidden reds, and blue after that. So once one colour has
run out, the rest are of the other, and the game is one of full information.

Who wins, at once:

- the side whose blue leaves the board;
- the side that takes the other's last blue;
- the side whose own last red is taken.

Last means the last of all, shown and hidden. A position from which a puzzle starts has a blue and a red of
each side. There is no rule against repetition, and so no draw: the attacker wins within so many plies or not.

The puzzle: find the shortest win of the attacker that holds against every defence. It ends with a ply of the
attacker, so its length in plies is odd. For the defender is never forced to take the last red: no single square
cuts the board in two, so it always has two squares or more to move to, and the last red stands on one of them.

A solution has `plies`, the length; `first_moves`, all first plies that win within it; and a `line` of that many
plies of both sides in turn. A ply is written `e5-e6`, whether it takes or not, or `a6-exit`. Different first
plies are different solutions.

The first half of this file is the rules and the search, functions of a board that run compiled or plain (see
`plain.py`); the second half reads puzzles and answers `replay`, `count` and `cost`. The search tries every ply
of both sides, deeper by two plies each time. Three things make it fast enough: positions that were settled
are remembered, under the whole board; plies that have settled much are tried first, which changes nothing but
the order; and a position is given up when even undisturbed the attacker would be too late.
"""

from __future__ import annotations

from math import prod
from threading import local
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from quality.referee import Foul, Meter, Puzzle
from quality.referee.plain import rule

Board = npt.NDArray[np.int64]
"""Places in LETTERS, of the squares from a1, b1 to f6."""
Left = npt.NDArray[np.int64]
"""How many pieces of each kind are left."""

SIZE, SQUARES = 6, 36
A1, F1, A6, F6 = 0, 5, 30, 35
OFF = 36
"""Where a piece that leaves the board goes to."""
SQUARE_NAMES = [column + row for row in "123456" for column in "abcdef"]

LETTERS = ".BRubr"
EMPTY, ATTACKER_BLUE, ATTACKER_RED, HIDDEN, SHOWN_BLUE, SHOWN_RED = range(6)
# A hidden piece counts as one of these; HIDDEN itself is never counted.
HIDDEN_BLUE, HIDDEN_RED, KINDS = 6, 7, 8
NOBODY = EMPTY
"""The kind of what a ply takes when it takes nothing."""

GOES_ON, ATTACKER_WINS, DEFENDER_WINS = 0, 1, 2
"""How the game stands after a ply."""

# ------------------------------------------------------------------ one ply


@rule
def is_of(attacker: bool, piece: int) -> bool:
    """Whether a square holds a piece of this side."""
    return piece in (ATTACKER_BLUE, ATTACKER_RED) if attacker else piece >= HIDDEN


@rule
def may_leave(board: Board, left: Left, square: int) -> bool:
    """Whether the piece on a square can leave the board."""
    piece = board[square]
    if square in (A6, F6):
        return bool(piece == ATTACKER_BLUE)
    if square in (A1, F1):
        return bool(piece == SHOWN_BLUE or (piece == HIDDEN and left[HIDDEN_BLUE] > 0))
    return False


def beside(square: int, n: int) -> int:
    """The square on the n-th side of a square: above, left, right, below; OFF where the board ends."""
    if n == 0:
        return square + SIZE if square + SIZE < SQUARES else OFF
    if n == 1:
        return square - 1 if square % SIZE > 0 else OFF
    if n == 2:
        return square + 1 if square % SIZE < SIZE - 1 else OFF
    return square - SIZE if square >= SIZE else OFF


BESIDE = np.array([[beside(square, n) for n in range(4)] for square in range(SQUARES)])
WALK = np.array(
    [min(square % SIZE, SIZE - 1 - square % SIZE) + SIZE - 1 - square // SIZE for square in range(SQUARES)]
)
"""How many steps a piece of the attacker's is from its nearest exit."""


@rule
def find_plies(board: Board, left: Left, attacker: bool, found: npt.NDArray[np.int64]) -> int:
    """Write down every ply of a side as 64 x from + to, those off the board first; how many there are."""
    number = 0
    for corner in (A1, F1, A6, F6):
        if is_of(attacker, board[corner]) and may_leave(board, left, corner):
            found[number] = 64 * corner + OFF
            number += 1
    for square in range(SQUARES):
        if is_of(attacker, board[square]):
            for n in range(4):
                target = BESIDE[square, n]
                if target != OFF and not is_of(attacker, board[target]):
                    found[number] = 64 * square + target
                    number += 1
    return number


@rule
def kind_of(piece: int, left: Left) -> int:
    """What a piece that is taken turns out to be; a hidden one is red as long as there are hidden reds."""
    if piece != HIDDEN:
        return piece
    return HIDDEN_RED if left[HIDDEN_RED] > 0 else HIDDEN_BLUE


@rule
def after_taking(taken: int, left: Left) -> int:
    """How the game stands when a piece of this kind was the last to be taken."""
    if taken == ATTACKER_BLUE and left[ATTACKER_BLUE] == 0:
        return DEFENDER_WINS
    if taken == ATTACKER_RED and left[ATTACKER_RED] == 0:
        return ATTACKER_WINS
    if taken in (SHOWN_BLUE, HIDDEN_BLUE) and left[SHOWN_BLUE] + left[HIDDEN_BLUE] == 0:
        return ATTACKER_WINS
    if taken in (SHOWN_RED, HIDDEN_RED) and left[SHOWN_RED] + left[HIDDEN_RED] == 0:
        return DEFENDER_WINS
    return GOES_ON


@rule
def make(board: Board, left: Left, ply: int) -> tuple[int, int]:
    """Make a ply: the kind of piece that it takes, and how the game stands."""
    start, target = ply // 64, ply % 64
    piece = board[start]
    if target == OFF:
        return NOBODY, ATTACKER_WINS if is_of(True, piece) else DEFENDER_WINS
    taken = kind_of(board[target], left)
    board[target] = piece
    board[start] = EMPTY
    if taken == NOBODY:
        return NOBODY, GOES_ON
    left[taken] -= 1
    return taken, after_taking(taken, left)


@rule
def take_back(board: Board, left: Left, ply: int, taken: int) -> None:
    """Undo `make`."""
    start, target = ply // 64, ply % 64
    if target == OFF:
        return
    board[start] = board[target]
    board[target] = HIDDEN if taken >= HIDDEN_BLUE else taken
    if taken != NOBODY:
        left[taken] += 1


# ------------------------------------------------------------------ the search

MOST_PLIES = 41
"""How far the search goes where no length is stated."""
MOST_CHOICES = 4 * SQUARES
"""More plies than a side can ever choose from."""
NEVER = 1000
"""More moves than anybody looks ahead."""

SLOTS = 2_097_143
"""A prime, so that boards spread over the slots; 84 MB where all are used."""
LOW, HIGH, WON, NOT_WON, BEST, WORDS = 0, 1, 2, 3, 4, 5
"""What a slot remembers: the puzzle and the board in two numbers, in how many plies it is won (0: not known), in how
many it is not, and the ply that settled it."""
LOOKED, LIMIT, PUZZLE, NO_LIMIT = 0, 1, 2, 2**62
"""What the tally holds: positions looked at so far, how many may be, and the number of the puzzle."""
BITS = 3 * SQUARES // 2
"""Those of half a board. The number of the puzzle stands above them."""
MOST_PUZZLES = 2 ** (63 - BITS) - 1


class Notes(NamedTuple):
    """What the search writes down on its way."""

    slots: npt.NDArray[np.int64]
    """One row for each board that is remembered; a later board takes the place of an earlier one."""
    plies: npt.NDArray[np.int64]
    """The plies that are being tried, a row for each number of plies that are left."""
    often: npt.NDArray[np.int64]
    """How often, and how early, each ply has settled a position."""
    tally: npt.NDArray[np.int64]


class Slots(local):
    """The slots of this thread. They stay, as getting so much memory anew takes longer than most searches."""

    def __init__(self) -> None:
        self.slots = np.zeros((SLOTS, WORDS), np.int64)
        self.puzzles = 0

    def next_puzzle(self) -> int:
        """A number for a puzzle, so that it does not take what others have left for its own."""
        if self.puzzles == MOST_PUZZLES:
            self.slots[:] = 0
            self.puzzles = 0
        self.puzzles += 1
        return self.puzzles


KEPT = Slots()


def new_notes(most_plies: int) -> Notes:
    """Nothing remembered yet of this puzzle."""
    return Notes(
        KEPT.slots,
        np.zeros((most_plies + 1, MOST_CHOICES), np.int64),
        np.zeros(64 * SQUARES, np.int64),
        np.array([0, 0, KEPT.next_puzzle()]),
    )


@rule
def moves_needed(board: Board, left: Left) -> int:
    """The fewest moves in which the attacker can win if the defender does nothing.

    It wins by leaving or by taking, as the defender need not take the last red. To leave, a blue has to walk to an
    exit, a step each move, and one more move takes it off. To take all blues, a move is needed for each of them,
    and for each hidden red too if a blue is hidden, as the hidden reds are taken first.
    """
    moves = left[SHOWN_BLUE]
    if left[HIDDEN_BLUE] > 0:
        moves += left[HIDDEN_BLUE] + left[HIDDEN_RED]
        if left[HIDDEN_RED] > 0 and left[SHOWN_RED] == 0:
            moves = NEVER  # the last red goes before the last blue
    for square in range(SQUARES):
        if board[square] == ATTACKER_BLUE:
            moves = min(moves, WALK[square] + 1)
    return moves


@rule
def in_two_numbers(board: Board, attacker: bool) -> tuple[int, int]:
    """The whole board and the side to move, three bits a square. What is hidden follows from the board."""
    low, high = 0, 1 if attacker else 0
    for square in range(SQUARES // 2):
        low = low << 3 | board[square]
        high = high << 3 | board[square + SQUARES // 2]
    return low, high


@rule
def put_in_order(found: npt.NDArray[np.int64], number: int, often: npt.NDArray[np.int64], first: int) -> None:
    """Put a ply first, and of the others those that have settled most. This halves the positions looked at."""
    for n in range(1, number):
        ply, place = found[n], n
        while place > 0 and found[place - 1] != first and (ply == first or often[found[place - 1]] < often[ply]):
            found[place] = found[place - 1]
            place -= 1
        found[place] = ply


@rule
def wins(board: Board, left: Left, notes: Notes, plies: int) -> bool:
    """Whether the attacker wins within so many plies: its own turn when they are odd, the defender's when even."""
    attacker = plies % 2 == 1
    notes.tally[LOOKED] += 1
    if notes.tally[LOOKED] > notes.tally[LIMIT] or moves_needed(board, left) > (plies + 1) // 2:
        return False
    low, high = in_two_numbers(board, attacker)
    slot = notes.slots[(low % SLOTS * 7919 + high) % SLOTS]
    low |= notes.tally[PUZZLE] << BITS
    first = -1
    if slot[LOW] == low and slot[HIGH] == high:
        if 0 < slot[WON] <= plies:
            return True
        if slot[NOT_WON] >= plies:
            return False
        first = slot[BEST]

    found = notes.plies[plies]
    number = find_plies(board, left, attacker, found)
    put_in_order(found, number, notes.often, first)
    won = not attacker
    best = -1
    for n in range(number):
        taken, stands = make(board, left, found[n])
        won = wins(board, left, notes, plies - 1) if stands == GOES_ON else stands == ATTACKER_WINS
        take_back(board, left, found[n], taken)
        if won == attacker:
            best = found[n]
            notes.often[best] += plies * plies
            break
    if notes.tally[LOOKED] > notes.tally[LIMIT]:
        return False
    if slot[LOW] != low or slot[HIGH] != high:
        slot[LOW], slot[HIGH], slot[WON], slot[NOT_WON] = low, high, 0, 0
    slot[BEST] = best
    if won:
        slot[WON] = plies
    else:
        slot[NOT_WON] = plies
    return won


# ------------------------------------------------------------------ reading a puzzle

LONGEST = 99
"""The most plies that may be stated; nobody has seen a win half as long."""


class Task(NamedTuple):
    """A puzzle as the rules see it."""

    board: Board
    left: Left
    plies: int | None
    """The length that is stated, if it is."""


def read(puzzle: Puzzle) -> Task:
    """A puzzle as the rules see it; Foul when it is not one."""
    if not isinstance(puzzle, dict):
        raise Foul(f"puzzle: expected an object, not {type(puzzle).__name__}")
    if puzzle.get("game") != "geister":
        raise Foul(f"game: expected 'geister', not {puzzle.get('game')!r}")
    board = read_board(puzzle.get("board"))
    left = count_pieces(board, puzzle.get("hidden"))
    plies = puzzle.get("plies")
    if plies is not None:
        read_length("plies", plies)
    return Task(board, left, plies)


def read_board(rows: object) -> Board:
    """A board from its six rows, from row 6 down, in a list or joined by slashes."""
    if isinstance(rows, str):
        rows = rows.split("/")
    if not isinstance(rows, list | tuple):
        raise Foul(f"board: expected six rows joined by '/' or a list of them, not {type(rows).__name__}")
    if len(rows) != SIZE:
        raise Foul(f"board: {len(rows)} rows, where there are {SIZE}")
    for n, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != SIZE or set(row) - set(LETTERS):
            raise Foul(f"board, row {SIZE - n}: expected {SIZE} of {' '.join(LETTERS)}, not {row!r}")
    return np.array([LETTERS.index(cell) for row in reversed(rows) for cell in row], np.int64)


def count_pieces(board: Board, hidden: object) -> Left:
    """How many pieces of each kind there are; Foul when the numbers are not those of a puzzle."""
    blue, red = read_hidden(hidden)
    unknown = int((board == HIDDEN).sum())
    if blue + red != unknown:
        raise Foul(f"hidden: {blue} blue and {red} red do not add up to the {unknown} of the board")
    left = np.zeros(KINDS, np.int64)
    for kind in (ATTACKER_BLUE, ATTACKER_RED, SHOWN_BLUE, SHOWN_RED):
        left[kind] = (board == kind).sum()
    left[HIDDEN_BLUE], left[HIDDEN_RED] = blue, red
    for side, color, number in (
        ("attacker", "blue", left[ATTACKER_BLUE]),
        ("attacker", "red", left[ATTACKER_RED]),
        ("defender", "blue", left[SHOWN_BLUE] + left[HIDDEN_BLUE]),
        ("defender", "red", left[SHOWN_RED] + left[HIDDEN_RED]),
    ):
        if number == 0:
            raise Foul(f"board: the {side} has no {color} piece")
    return left


def read_hidden(hidden: object) -> tuple[int, int]:
    """How many of the hidden pieces are blue and red; none where nothing is said."""
    if hidden is None:
        return 0, 0
    if not isinstance(hidden, dict) or set(hidden) != {"blue", "red"}:
        raise Foul(f"hidden: expected the numbers of blue and red, not {hidden!r}")
    for color, number in hidden.items():
        if type(number) is not int or not 0 <= number <= SQUARES:
            raise Foul(f"hidden.{color}: expected a whole number from 0 to {SQUARES}, not {number!r}")
    return hidden["blue"], hidden["red"]


def read_length(where: str, plies: object) -> int:
    """A length in plies."""
    if type(plies) is not int or plies % 2 == 0 or not 1 <= plies <= LONGEST:
        raise Foul(f"{where}: expected an odd number from 1 to {LONGEST}, not {plies!r}")
    return plies


def name_of(ply: int) -> str:
    """A ply as it is written."""
    start, target = divmod(int(ply), 64)
    return f"{SQUARE_NAMES[start]}-{'exit' if target == OFF else SQUARE_NAMES[target]}"


def legal_plies(board: Board, left: Left, attacker: bool) -> dict[str, int]:
    """Every ply of a side by its name."""
    found = np.zeros(MOST_CHOICES, np.int64)
    number = find_plies(board, left, attacker, found)
    return {name_of(ply): int(ply) for ply in found[:number]}


# ------------------------------------------------------------------ the replay


def replay(puzzle: Puzzle, solution: object) -> None:
    """Raise Foul unless the line is legal, the attacker wins with its last ply, and the rest agrees with it."""
    board, left, stated = read(puzzle)
    plies, first_moves, line = read_solution(solution)
    if stated is not None and plies != stated:
        raise Foul(f"solution.plies: {plies}, where the puzzle states {stated}")
    if len(line) != plies:
        raise Foul(f"solution.line: {len(line)} plies, where {plies} are stated")
    legal = legal_plies(board, left, True)
    for name in first_moves:
        if name not in legal:
            raise Foul(f"solution.first_moves: {name} is not a legal first ply")
    if len(set(first_moves)) != len(first_moves):
        raise Foul("solution.first_moves: the same ply twice")
    if line[0] not in first_moves:
        raise Foul(f"solution.line, ply 1: {line[0]} is not among the first moves")
    stands = GOES_ON
    for n, name in enumerate(line, 1):
        where, side = f"solution.line, ply {n}", "attacker" if n % 2 else "defender"
        if stands != GOES_ON:
            winner = "attacker" if stands == ATTACKER_WINS else "defender"
            raise Foul(f"{where}: the {winner} has won before")
        legal = legal_plies(board, left, n % 2 == 1)
        if name not in legal:
            raise Foul(f"{where}: {name} is not a legal ply of the {side}")
        _, stands = make(board, left, legal[name])
    if stands != ATTACKER_WINS:
        raise Foul(f"solution.line, ply {plies}: the attacker has not won")


def read_solution(solution: object) -> tuple[int, list[str], list[str]]:
    """The parts of a solution: its length, its first moves and its line."""
    if not isinstance(solution, dict):
        raise Foul(f"solution: expected an object, not {type(solution).__name__}")
    plies = read_length("solution.plies", solution.get("plies"))
    lists = []
    for part in ("first_moves", "line"):
        names = solution.get(part)
        if not isinstance(names, list | tuple) or not names or not all(isinstance(name, str) for name in names):
            raise Foul(f"solution.{part}: expected a list of plies, not {names!r}")
        lists.append(list(names))
    return plies, lists[0], lists[1]


# ------------------------------------------------------------------ the count

# Proofs for 265 puzzles of 5 to 15 plies looked at 3.4 to 4.7 million of them a second, compiled, on one core.
POSITIONS_PER_SECOND = 3_000_000


class Search:
    """The search of one puzzle, which remembers what it has settled and tells the meter what it looks at."""

    def __init__(self, board: Board, left: Left, most_plies: int, meter: Meter) -> None:
        self.board, self.left, self.meter = board, left, meter
        self.notes = new_notes(most_plies)

    def wins(self, plies: int) -> bool:
        """Whether the attacker wins within so many plies, odd when it is to move; Unfinished at the meter's end."""
        tally = self.notes.tally
        tally[LOOKED] = 0
        tally[LIMIT] = NO_LIMIT if self.meter.limit is None else self.meter.limit - self.meter.positions
        won = wins(self.board, self.left, self.notes, plies)
        self.meter.add(int(tally[LOOKED]))
        return bool(won)

    def wins_with(self, ply: int, plies: int) -> bool:
        """Whether the attacker wins within so many plies when this is the first of them."""
        taken, stands = make(self.board, self.left, ply)
        won = self.wins(plies - 1) if stands == GOES_ON else stands == ATTACKER_WINS
        take_back(self.board, self.left, ply, taken)
        return won


def search(puzzle: Puzzle, stop_at: int, meter: Meter) -> tuple[int | None, list[str]]:
    """The shortest length, None where there is no win, and the first plies that win within it, up to `stop_at`.

    No win longer than the stated length is looked for, or than `MOST_PLIES` where none is stated.
    """
    board, left, stated = read(puzzle)
    most = MOST_PLIES if stated is None else stated
    looking = Search(board, left, most, meter)
    for plies in range(1, most + 1, 2):
        if looking.wins(plies):
            break
    else:
        return None, []
    first_moves: list[str] = []
    for name, ply in legal_plies(board, left, True).items():
        if looking.wins_with(ply, plies):
            first_moves.append(name)
            if len(first_moves) == stop_at:
                break
    return plies, sorted(first_moves)


def answer(puzzle: Puzzle, meter: Meter | None = None) -> tuple[int | None, list[str]]:
    """The shortest length, None where there is no win within the search, and all first plies that win within it."""
    return search(puzzle, 0, meter or Meter())


def count(puzzle: Puzzle, stop_at: int = 2, meter: Meter | None = None) -> int:
    """Count the first plies that win in the fewest plies, up to `stop_at` (0 = all of them); the meter may end it.

    None do where the fewest are not as many as the puzzle states.
    """
    plies, first_moves = search(puzzle, stop_at, meter or Meter())
    return len(first_moves) if puzzle.get("plies") in (None, plies) else 0


def cost(puzzle: Puzzle) -> int:
    """Estimate the positions that `count` looks at, without looking at them.

    They grow with each ply by about the square root of the number of the attacker's pieces, but no position is
    looked at more than some ten times. Where no length is stated, the win is taken to come three moves later than
    if the defender did nothing. Most proofs take half of the estimate or less: one that takes twice as much may be
    given up, so it is on the high side.
    """
    board, left, stated = read(puzzle)
    plies = 2 * (int(moves_needed(board, left)) + 3) - 1 if stated is None else stated
    pieces, attackers = int((board != EMPTY).sum()), int(left[ATTACKER_BLUE] + left[ATTACKER_RED])
    ways = prod(range(SQUARES - pieces + 1, SQUARES + 1))
    return min(int(20 * (1.1 * attackers**0.5) ** min(plies, MOST_PLIES)), 10 * ways)
