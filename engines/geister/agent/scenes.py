"""A game to watch: two boards, what is really there, and what the side that moves next sees.

Letters are those of a puzzle, but the sides keep theirs: `B R` the first side's, which moves up, `b r` the second's,
which moves down and faces that way, `U` and `u` what is hidden of either. Whoever watches the first board sees all;
the second hides what the side to move must not know. Both have a1 at the lower left, whoever moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.agents import Played, Scene
from engines.geister.agent.game import BLUE, FIRST, RED, SECOND, SIDES, Side, State, begin, other
from engines.geister.agent.play_game import SET_UPS, Turn, turns
from engines.geister.agent.tokens import LETTERS
from engines.geister.rules.moves import MOST_OF_A_COLOR, OUT, SIDE, SQUARES, move_name
from engines.geister.rules.puzzle import EMPTY

NAMES = ("first", "second")
NAMES_JA = ("先手", "後手")
COLORS_JA = {BLUE: "青", RED: "赤"}
EXITS = {FIRST: "a6, f6", SECOND: "a1, f1"}
WHY = {"exit": "a blue left the board", "blues": "all blues were taken", "reds": "all of its reds were taken"}
WHY_JA = {"exit": "青が脱出", "blues": "青をすべて取った", "reds": "赤をすべて取らせた"}


def board(state: State, seen_by: Side | None = None) -> tuple[str, ...]:
    """The rows from the top; what a side must not know is hidden if it is the one who looks."""
    cells = [EMPTY] * SQUARES
    for side in SIDES:
        blue, red, hidden = LETTERS[side]
        for square in range(SQUARES):
            bit = 1 << square
            if state.pieces(side) & bit:
                unknown = seen_by == other(side) and not state.shown[side] & bit
                cells[square] = hidden if unknown else blue if state.blue[side] & bit else red
    return tuple("".join(cells[SIDE * row : SIDE * row + SIDE]) for row in reversed(range(SIDE)))


def scenes(game: Played) -> Iterator[Scene]:
    """The empty board, both set-ups, then every ply."""
    whole = begin(*game.moves[:SET_UPS])
    empty = State((0, 0), (0, 0))
    half = State((whole.blue[0], 0), (whole.red[0], 0), (whole.shown[0], 0))
    for state, to_move, said, ja in (
        (empty, FIRST, "The board is empty.", "盤は空です。"),
        (half, SECOND, "The first side sets up.", "先手が並べます。"),
        (whole, FIRST, "The second side sets up.", "後手が並べます。"),
    ):
        yield _scene(game, state, to_move, said, ja, False, ())
    for number, turn in enumerate(turns(game)):
        yield _after(game, number + 1, turn)


def _after(game: Played, number: int, turn: Turn) -> Scene:
    """The scene after a ply."""
    name, side, ply = move_name(turn.start, turn.end), turn.side, turn.ply
    said, ja = f"{number}. {NAMES[side]}: {name}", f"{number}. {NAMES_JA[side]}: {name}"
    if ply.taken:
        said, ja = f"{said}, takes a {ply.taken}", f"{ja}（{COLORS_JA[ply.taken]}を取る）"
    if ply.winner is not None:
        said = f"{said}. The {NAMES[ply.winner]} side wins: {WHY[ply.why]}"
        ja = f"{ja}。{NAMES_JA[ply.winner]}の勝ち（{WHY_JA[ply.why]}）"
    elif number == len(game.moves) - SET_UPS:
        said, ja = f"{said}. Nobody has won in {number} plies", f"{ja}。{number}手で決着せず"
    ends = number == len(game.moves) - SET_UPS
    changed = tuple(
        (place, square % SIDE, SIDE - 1 - square // SIDE)
        for place in range(2)
        for square in (turn.start, turn.end)
        if square != OUT
    )
    return _scene(game, ply.state, other(side), f"{said}.", f"{ja}。", bool(ply.taken) or ends, changed)


def _scene(
    game: Played,
    state: State,
    to_move: Side,
    said: str,
    said_ja: str,
    event: bool,
    changed: tuple[tuple[int, int, int], ...],
) -> Scene:
    """A state as it is, and as the side that moves next sees it."""
    return Scene((board(state), board(state, to_move)), changed, said, said_ja, _shown(game, state, to_move), event)


def _shown(game: Played, state: State, to_move: Side) -> dict[str, str]:
    """Who plays, what has been taken of either, and which board is which."""
    agents = (game.agent, game.against) if game.number % 2 == 0 else (game.against, game.agent)
    shown = {f"{NAMES[side]} side": f"{agents[side]}, leaves at {EXITS[side]}" for side in SIDES}
    for side in SIDES:
        if state.pieces(side):
            blue = MOST_OF_A_COLOR - state.blue[side].bit_count()
            red = MOST_OF_A_COLOR - state.red[side].bit_count()
            shown[f"taken of the {NAMES[side]} side"] = f"{blue} blue, {red} red"
    return shown | {"boards": f"all colours; as the {NAMES[to_move]} side, to move, sees it"}
