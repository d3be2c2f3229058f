"""A game to be watched: every move as it lands, then its chain round by round.

Boards have thirteen rows, the hidden one on top. Beside them stand the pairs that come next, and what the best of all
pairs would score if it fired now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from engines.agents import Played, Scene
from engines.contract import BadParameter
from engines.puyo.agent.catalogue import FORMS
from engines.puyo.agent.fire import allowed, best_firing, of_pair
from engines.puyo.agent.game import SEEN, options_of, parsed_move
from engines.puyo.agent.match import Match, match_of
from engines.puyo.agent.queues import ALL_PAIRS, queue_of
from engines.puyo.forms import pon2
from engines.puyo.rules.board import GARBAGE, MARKS, ROWS, WIDTH, WORDS, columns_of
from engines.puyo.rules.chain import FIELDS, POINTS, fall, vanish
from engines.puyo.rules.place import lost, place
from engines.puyo.rules.puzzle import CHAIN, Fall, Goal, Puzzle

GARBAGE_MARK = MARKS[GARBAGE]
NO_PLACEMENT = ""  # of a fall
Rows = tuple[str, ...]


def rows_of(board: np.ndarray) -> Rows:
    """All thirteen rows of a board, from the top."""
    columns = [column.ljust(ROWS, ".") for column in columns_of(board)]
    return tuple("".join(column[y] for column in columns) for y in reversed(range(ROWS)))


def changes(before: Rows, after: Rows, number: int = 0) -> tuple[tuple[int, int, int], ...]:
    """The cells that are not what they were."""
    return tuple((number, x, y) for y in range(ROWS) for x in range(WIDTH) if before[y][x] != after[y][x])


def moments(board: np.ndarray, pair: tuple[int, int], placement: int) -> Iterator[tuple[int, int]]:
    """Make a move on a board, and go through its moments: the round, 0 as the pair lands, and the points so far."""
    place(board, placement, *pair)
    yield 0, 0
    yield from chain_moments(board)


def chain_moments(board: np.ndarray) -> Iterator[tuple[int, int]]:
    """Each round of a chain after what it left has fallen: its number and the points so far."""
    told = np.zeros(FIELDS, dtype=np.int64)
    number = points = 0
    while vanish(board, number + 1, told):
        number += 1
        points += int(told[POINTS])
        fall(board)
        yield number, points


def said_of(move: int, text: str, number: int, points: int) -> tuple[str, str]:
    """What is said to a moment of a move."""
    if number:
        return f"{number}-chain, {points:,} points", f"{number}連鎖 {points:,}点"
    return f"Move {move}: {text[:2]} to {text[2:]}", f"{move}手目 {text[2:]}"


def scenes_alone(game: Played) -> Iterator[Scene]:
    """The scenes of a game alone."""
    moves, blocked = game.parameters["moves"], game.parameters["blocked"]
    pairs = [_letters(pair) for pair in queue_of(game.seed, game.number, moves + SEEN - 1)]
    every = [_letters(pair) for pair in ALL_PAIRS]
    stuck = game.measures["restarts"] >= game.parameters["tries"]  # what was built is fired before all pairs came
    board = np.zeros(WORDS, dtype=np.int64)
    rows = rows_of(board)
    yield Scene((rows,), shown=_shown(pairs[:2], board, blocked), said="An empty board", said_ja="開始")
    for number, text in enumerate(game.moves, 1):
        pivot, rotor, placement = parsed_move(text)
        fires = number == moves + 1 or (stuck and number == len(game.moves))  # by any of all pairs
        if text[:2] not in (every if fires else pairs[:moves][number - 1 : number]):
            raise ValueError(f"move {number}: {text} is not the pair that comes")
        if game.parameters["loss"] and lost(board):
            raise ValueError(f"move {number}: {text}, when the game is lost")
        if not of_pair(allowed(board, blocked), pivot, rotor) >> placement & 1:
            raise ValueError(f"move {number}: {text} cannot be reached")
        coming = pairs[number : number + 2] if number <= moves else []
        for round_, points in moments(board, (pivot, rotor), placement):
            before, rows = rows, rows_of(board)
            said, said_ja = said_of(number, text, round_, points)
            shown = _shown(coming, board, blocked)
            yield Scene((rows,), changes(before, rows), said, said_ja, shown, event=round_ > 0)


def scenes_of_match(game: Played) -> Iterator[Scene]:
    """The scenes of a match: two boards, and what waits to fall on either."""
    match = match_of(game.seed, game.number, game.parameters)
    rows = [rows_of(side.board) for side in match.sides]
    names = game.agent, game.against
    yield Scene(tuple(rows), said="Two empty boards", said_ja="開始", shown=_standing(match, names))
    before_that = ""
    for text in game.moves:
        if text[1] != GARBAGE_MARK and before_that[:2] != f"{text[0]}{GARBAGE_MARK}" and match.fall(int(text[0])):
            raise ValueError(f"{text}, when garbage falls on side {text[0]}")
        before_that = text
        for board, said, said_ja, event in _turn(match, int(text[0]), text[1:]):
            before, rows = rows, _with(rows, int(text[0]), board)
            told = f"{names[int(text[0])]}: {said}", said_ja
            yield _scene(match, names, before, rows, told, event)
    winner = {1.0: names[0], 0.0: names[1]}.get(game.measures["won"], "nobody")
    yield Scene(tuple(rows), (), f"Won by {winner}", f"勝者 {winner}", _standing(match, names), event=True)


def _turn(match: Match, who: int, text: str) -> Iterator[tuple[np.ndarray, str, str, bool]]:
    """The moments of a fall or a move in a match: the board, what is said to it, and whether it is a chain."""
    side = match.sides[who]
    if match.over or who != match.turn():
        raise ValueError(f"{text}: it is not the turn of side {who}")
    if text[0] == GARBAGE_MARK:
        fell = match.fall(who)
        if text[1:] != "".join(map(str, fell)):
            raise ValueError(f"{text} is not what falls on side {who}")
        yield side.board, f"{sum(fell)} garbage falls", f"おじゃま{sum(fell)}個", False
        return
    board = side.board.copy()
    sight = match.sight(who)
    pivot, rotor, placement = parsed_move(text)
    if text[:2] != _letters(sight.pairs[0]) or not options_of(sight) >> placement & 1:
        raise ValueError(f"{text} is not what side {who} can do")
    match.play(who, placement)
    for round_, points in moments(board, (pivot, rotor), placement):
        yield board, *said_of(side.placed, text, round_, points), round_ > 0


def _with(rows: list[Rows], who: int, board: np.ndarray) -> list[Rows]:
    """Both boards' rows after one of them changed."""
    return [rows_of(board) if side == who else rows[side] for side in range(2)]


def _scene(
    match: Match,
    names: tuple[str, str],
    before: list[Rows],
    rows: list[Rows],
    said: tuple[str, str],
    event: bool = False,
) -> Scene:
    """One moment of a match."""
    changed = tuple(cell for side in range(2) for cell in changes(before[side], rows[side], side))
    return Scene(tuple(rows), changed, *said, _standing(match, names), event)


def _standing(match: Match, names: tuple[str, str]) -> Mapping[str, str]:
    """How a match stands, for each side: points, garbage that waits, the next pairs."""
    shown = {}
    for where, name, side in zip(("left", "right"), names, match.sides, strict=True):
        coming = [_letters(pair) for pair in match.queue[side.placed : side.placed + 2]]
        shown[where] = f"{name}: {side.score:,} points, {side.garbage} waiting, next {' '.join(coming)}"
    return shown


def _letters(pair: np.ndarray) -> str:
    return "".join(MARKS[code] for code in pair)


def _shown(coming: list[str], board: np.ndarray, blocked: bool) -> Mapping[str, str]:
    """The next pairs, and what firing would score."""
    fired = best_firing(board, blocked)
    firing = f"{fired.points:,} ({fired.rounds} chains)" if fired.points else "nothing"
    return {**({"next": " ".join(coming)} if coming else {}), "firing would score": firing}


def scenes(game: Played) -> Iterator[Scene]:
    """A game moment by moment."""
    return scenes_of_match(game) if game.against else scenes_alone(game)


def write_game(game: Played, form: str) -> str:
    """The game as a link: an empty board, its pairs with their placements, its longest chain for a goal. Of a match
    it has the agent's side, with the garbage that fell there."""
    if form not in FORMS:
        raise BadParameter(f"unknown form {form!r}: choose from {', '.join(FORMS)}")
    mine = [text[1:] for text in game.moves if text[0] == "0"] if game.against else list(game.moves)
    queue = tuple(Fall(tuple(map(int, text[1:]))) if text[0] == GARBAGE_MARK else text[:2] for text in mine)
    moves = [NO_PLACEMENT if text[0] == GARBAGE_MARK else text[2:] for text in mine]
    return pon2.write(Puzzle(Goal(CHAIN, int(game.measures["chains"])), queue, ("",) * WIDTH), moves)
