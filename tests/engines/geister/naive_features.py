"""The features once more, with letters on a grid: what `measure/features.py` measures with sets of squares.

Every question about the future is answered by trying all moves (`naive`), a position once: short puzzles only.
A name that is not in the result is one that the puzzle has not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import log2

from engines.contract import Verdict
from tests.engines.geister import naive
from tests.engines.geister.naive import ATTACKER, DEFENDER, EXIT, EXITS, Move, State

Values = dict[str, float | None]  # None for what would take too long
Line = list[Move]
SQUARES = [column + row for row in "123456" for column in "abcdef"]
OWN, HOSTILE = "BR", "ubr"
LOST, WON = -99, 99


def apart(square: str, other: str) -> int:
    return abs(ord(square[0]) - ord(other[0])) + abs(int(square[1]) - int(other[1]))


def to_exit(square: str, side: str) -> int:
    return min(apart(square, corner) for corner in EXITS[side])


def squares_of(state: State, letters: str) -> list[str]:
    return [square for square, letter in state.cells.items() if letter in letters]


def in_doubt(state: State) -> list[str]:
    """The hidden pieces, unless all of them are known to be of one colour."""
    return squares_of(state, "u") if state.hidden_blue and state.hidden_red else []


def runners(state: State) -> list[str]:
    return [square for square in squares_of(state, "ub") if naive.can_leave(state, state.cells[square])]


def taking(state: State, side: str) -> list[Move]:
    return [move for move in naive.moves(state, side) if move[1] in state.cells]


class Game:
    """The game from one position on: every question is answered once."""

    def __init__(self) -> None:
        self.known: dict[object, bool] = {}

    def wins(self, state: State, plies: int, wall: bool = True, takes: bool = True) -> bool:
        """Whether the attacker, to move, wins in so many plies; see `naive` for what may be left out."""
        if plies < 1:
            return False
        key = (frozenset(state.cells.items()), state.hidden_blue, state.hidden_red, plies, wall, takes)
        if key not in self.known:
            moves = naive.moves(state, ATTACKER)
            self.known[key] = any(self.wins_by(state, move, plies, wall, takes) for move in moves)
        return self.known[key]

    def wins_by(self, state: State, move: Move, plies: int, wall: bool = True, takes: bool = True) -> bool:
        after, winner = naive.move(state, ATTACKER, move, wall)
        if winner or plies == 1:
            return winner == ATTACKER and (takes or plies > 1 or move[1] == EXIT)
        return not any(self.refutes(after, reply, plies - 2, wall, takes) for reply in naive.moves(after, DEFENDER))

    def refutes(self, state: State, reply: Move, plies: int, wall: bool = True, takes: bool = True) -> bool:
        """Whether the attacker does not win in so many plies after a reply."""
        after, winner = naive.move(state, DEFENDER, reply, wall)
        return winner == DEFENDER or (winner is None and not self.wins(after, plies, wall, takes))

    def right(self, state: State, plies: int) -> list[Move]:
        return [move for move in naive.moves(state, ATTACKER) if self.wins_by(state, move, plies)]

    def longest(self, state: State, plies: int) -> list[Move]:
        """The replies after which the attacker needs so many plies."""
        return [reply for reply in naive.moves(state, DEFENDER) if self.refutes(state, reply, plies - 2)]

    def best_lines(self, state: State, plies: int) -> Iterator[Line]:
        """Every line of best play."""
        for move in self.right(state, plies):
            after, winner = naive.move(state, ATTACKER, move)
            if winner:
                yield [move]
                continue
            for reply in self.longest(after, plies - 2):
                then, winner = naive.move(after, DEFENDER, reply)
                if winner is None:
                    yield from ([move, reply, *rest] for rest in self.best_lines(then, plies - 2))


def defender_wins(state: State, plies: int) -> bool:
    """Whether the defender, to move, wins in so many plies."""
    for move in naive.moves(state, DEFENDER):
        after, winner = naive.move(state, DEFENDER, move)
        if winner == DEFENDER or (winner is None and plies > 1 and all(loses(after, plies - 2))):
            return True
    return False


def loses(state: State, plies: int) -> Iterator[bool]:
    """For each move of the attacker whether the defender wins in so many plies after it."""
    for move in naive.moves(state, ATTACKER):
        after, winner = naive.move(state, ATTACKER, move)
        yield winner == DEFENDER or (winner is None and defender_wins(after, plies))


Corner = frozenset[tuple[str, str]]  # where, and "runner", "other" or "foe"
MOST_IN_A_CORNER = 3  # pieces for which all that can become of a corner is looked at


def inside(exit_square: str) -> list[str]:
    """The nine squares at an exit."""
    columns, rows = ("abc" if exit_square[0] == "a" else "def"), ("123" if exit_square[1] == "1" else "456")
    return [column + row for column in columns for row in rows]


def next_corners(corner: Corner, side: bool, squares: list[str]) -> list[Corner]:
    """What a ply makes of a corner, the `side` that wants to get out moving, or its foe; a pass too."""
    found, cells = [corner], dict(corner)
    for square, piece in corner:
        if (piece == "foe") == side:
            continue
        for end in naive.neighbors(square):
            if end in squares and (end not in cells or (cells[end] == "foe") == side):
                rest = {at: it for at, it in cells.items() if at not in (square, end)}
                found.append(frozenset({**rest, end: piece}.items()))
    return found


@cache
def gets_out(corner: Corner, exit_square: str, first: bool) -> bool:
    """Whether a side gets out by force: where it does at once, then where that is certain, until no more are."""
    squares = inside(exit_square)
    after: dict[tuple[Corner, bool], list[tuple[Corner, bool]]] = {}
    new = [(corner, first)]
    while new:
        now, side = new.pop()
        if (now, side) not in after:
            after[now, side] = [(then, not side) for then in next_corners(now, side, squares)]
            new += after[now, side]
    out = {at for at in after if at[1] and (exit_square, "runner") in at[0]}
    while True:
        left = set(after) - out
        more = {at for at in left if (any if at[1] else all)(then in out for then in after[at])}
        if not more:
            return (corner, first) in out
        out |= more


def corners(state: State, side: str, first: bool) -> float | None:
    """In how many corners at its exits a side gets out."""
    found = 0
    for exit_square in EXITS[side]:
        near = {square: piece_of(state, square, side) for square in inside(exit_square) if square in state.cells}
        if len(near) > MOST_IN_A_CORNER:
            return None
        if first or "foe" in near.values():
            found += gets_out(frozenset(near.items()), exit_square, first)
    return found


def piece_of(state: State, square: str, side: str) -> str:
    letter = state.cells[square]
    if letter not in naive.PIECES_OF[side]:
        return "foe"
    return "runner" if naive.can_leave(state, letter) else "other"


def of_the_position(state: State) -> Values:
    own, hostile = squares_of(state, OWN), squares_of(state, HOSTILE)
    blues, running = squares_of(state, "B"), runners(state)
    steps = min(to_exit(square, ATTACKER) for square in blues)
    runner_steps = min(to_exit(square, DEFENDER) for square in running)
    row = max(int(square[1]) for square in blues if to_exit(square, ATTACKER) == steps)
    return {
        "own_blue": len(blues),
        "own_red": len(squares_of(state, "R")),
        "hostile_blue": naive.number_of(state, DEFENDER, "blue"),
        "hostile_red": naive.number_of(state, DEFENDER, "red"),
        "blue_to_exit": steps,
        "runner_to_exit": runner_steps,
        "guard_to_exit": min(to_exit(square, ATTACKER) for square in hostile),
        "own_far_share": sum(square[1] in "456" for square in own) / len(own),
        "hostile_far_share": sum(square[1] in "456" for square in hostile) / len(hostile),
        "hidden": len(in_doubt(state)),
        "shown": len(hostile) - len(in_doubt(state)),
        "own_moves": len(naive.moves(state, ATTACKER)),
        "hostile_moves": len(naive.moves(state, DEFENDER)),
        "contact": len(taking(state, ATTACKER)),
        "race": runner_steps - steps,
        "faster_runners": sum(to_exit(square, DEFENDER) < steps for square in running),
        "behind_share": sum(int(square[1]) < row for square in hostile) / len(hostile),
        "corner_wins": corners(state, ATTACKER, True),
        "corner_sure": corners(state, ATTACKER, False),
        "corner_threats": corners(state, DEFENDER, True),
        "corner_lost": corners(state, DEFENDER, False),
    }


def danger(state: State) -> int:
    return next((plies for plies in (1, 3, 5) if defender_wins(state, plies)), 7)


def nearer(state: State, move: Move, goal: str | None = None) -> bool:
    """Whether a blue leaves or gets nearer: to one exit, or to the nearest of both."""
    start, end = move
    if state.cells[start] != "B":
        return False
    if end == EXIT:
        return True
    return apart(end, goal) < apart(start, goal) if goal else to_exit(end, ATTACKER) < to_exit(start, ATTACKER)


def looks(state: State, move: Move) -> int:
    """How a move looks: the race after the worst reply, unless somebody has won."""
    after, winner = naive.move(state, ATTACKER, move)
    if winner:
        return WON if winner == ATTACKER else LOST
    found = [WON]
    for reply in naive.moves(after, DEFENDER):
        then, winner = naive.move(after, DEFENDER, reply)
        if winner == DEFENDER:
            return LOST
        if winner is None:
            steps = min(to_exit(square, ATTACKER) for square in squares_of(then, "B"))
            found.append(min(to_exit(square, DEFENDER) for square in runners(then)) - steps)
    return min(found)


def of_the_first_move(state: State, game: Game, line: Line, right: list[Move]) -> Values:
    first, plies = line[0], len(line)
    moves = naive.moves(state, ATTACKER)
    wrong = [move for move in moves if move not in right]
    after, _ = naive.move(state, ATTACKER, first)
    takes = [move for move in wrong if move[1] in state.cells]
    out: Values = {
        "first_moves": len(right),
        "first_red": state.cells[first[0]] == "R",
        "first_takes": first[1] in state.cells,
        "first_back": first[1] != EXIT and first[1][1] < first[0][1],
        "first_quiet": first[1] not in state.cells and not nearer(state, first),
        "wrong_steps": sum(nearer(state, move) for move in wrong),
        "wrong_takes": len(takes),
        "misleading": sum(looks(state, move) > max(looks(state, best) for best in right) for move in wrong),
        "tries": sum(refutations(state, game, move, plies) == 1 for move in wrong),
    }
    if plies == 1:
        return out
    passed = next((n for n in range(1, plies, 2) if game.wins(after, n)), None)
    if passed:
        out["threat_plies"] = passed
    return out | {
        "first_offers": len({end for _, end in taking(after, DEFENDER)}),
        "replies": len(naive.moves(after, DEFENDER)),
        "longest_replies": len(game.longest(after, plies - 2)),
        "zugzwang": passed is None,
    }


def refutations(state: State, game: Game, move: Move, plies: int) -> int:
    """How many replies refute a move, if it does not lose by itself."""
    after, winner = naive.move(state, ATTACKER, move)
    if winner or plies == 1:
        return 0
    return sum(game.refutes(after, reply, plies - 2) for reply in naive.moves(after, DEFENDER))


class Piece:
    """A piece that stays the same wherever it goes."""

    def __init__(self, letter: str, square: str) -> None:
        self.letter, self.origin, self.moves = letter, square, 0


class Story:
    """A line, told piece by piece: the position at each ply, who moved, who was taken."""

    def __init__(self, state: State, line: Line) -> None:
        there = {square: Piece(letter, square) for square, letter in state.cells.items()}
        self.states, self.movers, self.taken, self.line = [state], [], [], line
        for ply, move in enumerate(line):
            piece = there.pop(move[0])
            piece.moves += 1
            self.movers.append(piece)
            self.taken.append(there.get(move[1]))
            there[move[1]] = piece
            self.states.append(naive.move(self.states[-1], DEFENDER if ply % 2 else ATTACKER, move)[0])

    def cost(self) -> tuple[int, int, int]:
        """Hostile pieces taken, own pieces taken, own pieces moved."""
        own = {id(piece) for piece in self.movers[::2]}
        return sum(map(bool, self.taken[::2])), sum(map(bool, self.taken[1::2])), len(own)


def of_the_costs(state: State, game: Game, plies: int) -> Values:
    costs = [Story(state, line).cost() for line in game.best_lines(state, plies)]
    return {
        "fewest_taken": min(hostile + own for hostile, own, _ in costs),
        "fewest_moved": min(moved for _, _, moved in costs),
        "fewest_hostile_taken": min(hostile for hostile, _, _ in costs),
        "fewest_own_taken": min(own for _, own, _ in costs),
    }


def blocks(before: State, move: Move) -> bool:
    after = naive.move(before, ATTACKER, move)[0]
    if move[1] == EXIT or move[1] in before.cells:
        return False
    beside = [square for square in naive.neighbors(move[1]) if square in runners(after)]
    return any(to_exit(square, DEFENDER) > to_exit(move[1], DEFENDER) for square in beside)


def of_the_line(state: State, line: Line) -> Values:
    story = Story(state, line)
    own = range(0, len(line), 2)
    replies = range(1, len(line), 2)
    blues = squares_of(state, "B")
    steps = min(to_exit(square, ATTACKER) for square in blues)
    by_exit = line[-1][1] == EXIT
    goal = line[-1][0] if by_exit else None
    befores = [story.states[ply] for ply in own]
    left = [min(to_exit(square, DEFENDER) for square in runners(before)) for before in befores]
    lost = [story.taken[ply] for ply in replies]
    out: Values = {
        "plies": len(line),
        "slack": len(line) - 2 * steps - 1,
        "by_exit": by_exit,
        "detours": sum(not nearer(story.states[ply], line[ply], goal) for ply in own),
        "own_takes": sum(story.taken[ply] is not None for ply in own),
        "purple_takes": sum(line[ply][1] in in_doubt(story.states[ply]) for ply in own),
        "blues_lost": sum(piece is not None and piece.letter == "B" for piece in lost),
        "reds_lost": sum(piece is not None and piece.letter == "R" for piece in lost),
        "offers": sum(
            any(end == line[ply][1] for _, end in taking(story.states[ply + 1], DEFENDER)) for ply in own[:-1]
        ),
        "red_moves": sum(story.movers[ply].letter == "R" for ply in own),
        "back_moves": sum(line[ply][1] != EXIT and line[ply][1][1] < line[ply][0][1] for ply in own),
        "pieces_moved": len({id(story.movers[ply]) for ply in own}),
        "switches": sum(story.movers[a] is not story.movers[b] for a, b in pairwise(own)),
        "bends": sum(story.movers[a] is story.movers[b] and bends(line[a], line[b]) for a, b in pairwise(own)),
        "hostile_pieces_moved": len({id(story.movers[ply]) for ply in replies}),
        "blocks": sum(blocks(story.states[ply], line[ply]) for ply in own),
        "decoys": sum(decoys(story.states[ply], line[ply], goal) for ply in replies),
        "sacrifices": sum(line[ply][1] == line[ply - 1][1] for ply in replies),
        "runners_stopped": sum(story.taken[ply] is not None and line[ply][1] in EXITS[DEFENDER] for ply in own),
        "closest_runner": min(left),
        "last_runner": left[-1],
        "exits_reached": max(
            sum(any(apart(square, corner) <= 1 for square in squares_of(before, "B")) for corner in EXITS[ATTACKER])
            for before in befores
        ),
        "plain_walk": len({id(story.movers[ply]) for ply in own}) == 1
        and story.movers[0].letter == "B"
        and len(line) == 2 * steps + 1,
    }
    if goal:
        origin = story.movers[-1].origin
        other = next(corner for corner in EXITS[ATTACKER] if corner != goal)
        out["exit_steps"] = apart(origin, goal)
        out["far_exit"] = apart(origin, other) < apart(origin, goal)
        out["other_blue"] = to_exit(origin, ATTACKER) > steps
    return out


def decoys(before: State, reply: Move, goal: str | None) -> bool:
    """Whether a reply takes, and goes away from the exit used, which it was as near to as any blue."""
    start, end = reply
    if goal is None or end not in before.cells:
        return False
    near = apart(start, goal) <= min(apart(square, goal) for square in squares_of(before, "B"))
    return apart(end, goal) > apart(start, goal) and near


def bends(before: Move, now: Move) -> bool:
    """Whether two moves of a piece, one after the other, go different ways."""
    if now[1] == EXIT:
        return False
    (a, b), (c, d) = before, now
    return (ord(b[0]) - ord(a[0]), int(b[1]) - int(a[1])) != (ord(d[0]) - ord(c[0]), int(d[1]) - int(c[1]))


def of_the_category(state: State, game: Game, plies: int) -> Values:
    capture, wall = not game.wins(state, plies, takes=False), not game.wins(state, plies, wall=False)
    shown = len(in_doubt(state)) < len(squares_of(state, HOSTILE))
    kinds = {"capture": capture, "wall": wall, "open": shown, "escape": not (capture or wall or shown)}
    return {f"category_{name}": value for name, value in kinds.items()}


OF_THE_CHOICE = (
    *("first_moves", "first_red", "first_takes", "first_back", "first_quiet", "first_offers", "wrong_steps"),
    *("wrong_takes", "misleading", "replies"),
)
SEARCHED = (
    *("category_capture", "category_wall", "category_open", "category_escape", "only_moves", "only_share"),
    *("fewest_taken", "fewest_moved", "fewest_hostile_taken", "fewest_own_taken"),
    *("tries", "longest_replies", "threat_plies", "zugzwang"),
)


def told_by_the_line(state: State, verdict: Verdict) -> Values:
    """What needs no search; None for the rest."""
    line = [parse(name) for name in verdict.solutions[0]["line"]]
    return {
        **dict.fromkeys((*SEARCHED, *OF_THE_CHOICE, "danger"), None),
        **of_the_position(state),
        **of_the_line(state, line),
        "nodes": log2(1 + verdict.nodes),
    }


def all_features(state: State, verdict: Verdict, with_danger: bool = True) -> Values:
    """Everything but the numbers of the df-pn search."""
    out = of_the_position(state) | {"danger": danger(state) if with_danger else None}
    if not verdict.solutions:
        return out
    line = [parse(name) for name in verdict.solutions[0]["line"]]
    right = [parse(name) for name in verdict.solutions[0]["first_moves"]]
    plies = len(line)
    game = Game()
    only = 0
    for ply in range(0, plies, 2):
        only += len(game.right(Story(state, line[:ply]).states[-1], plies - ply)) == 1
    return (
        out
        | of_the_line(state, line)
        | of_the_first_move(state, game, line, right)
        | of_the_costs(state, game, plies)
        | of_the_category(state, game, plies)
        | {"only_moves": only, "only_share": only / ((plies + 1) // 2), "nodes": log2(1 + verdict.nodes)}
    )


def parse(name: str) -> Move:
    start, end = name.split("-")
    return start, end
