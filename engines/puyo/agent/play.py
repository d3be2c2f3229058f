"""Games as the rest of the project asks for them (`engines.playing.Plays`): played, watched, and written as links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from engines.contract import BadParameter, Json, checked_parameters
from engines.playing import Played, Scene
from engines.puyo import pon2
from engines.puyo.agent import game as alone
from engines.puyo.agent import match
from engines.puyo.agent.players import PLAYERS, maker_of
from engines.puyo.agent.scenes import GARBAGE_MARK, scenes_alone, scenes_of_match
from engines.puyo.agent.sight import Chooser
from engines.puyo.board import WIDTH
from engines.puyo.puzzle import CHAIN, Fall, Goal, Puzzle
from engines.randomness import start, stream_key

NO_PLACEMENT = ""  # of a fall
PARAMETERS = (*alone.PARAMETERS, *match.PARAMETERS)
GAME_FORMS = ("link",)  # pon2's studio holds a queue of any length, with its placements


def play_game(
    player: str,
    seed: int,
    number: int,
    parameters: Mapping[str, Any] | None = None,
    against: str = "",
    weights: Mapping[str, Json] | None = None,
) -> Played:
    """Game `number` of a seed: all players have the same queue there."""
    given = checked_parameters(PARAMETERS, parameters or {})
    chosen = match.PARAMETERS if against else alone.PARAMETERS
    options = {known.name: given.get(known.name, known.default) for known in chosen}
    if not against:
        moves, measures = alone.play_alone(
            chooser_of(player, weights), seed, number, stream_of(player, seed, number), options
        )
        return Played(player, seed, number, moves, measures, parameters=options)
    played = match.match_of(seed, number, options)
    choosers = chooser_of(player, weights), chooser_of(against, weights)
    states = stream_of(player, seed, number), stream_of(f"{against} against", seed, number)
    told = match.play_match(choosers, states, played, options["fire_at"])
    return Played(player, seed, number, tuple(told), match.measured(played), against, options)


def idle_parameter(parameters: Mapping[str, Any], against: str) -> str:
    """Why a parameter makes no difference to such a game, if there is one that does not."""
    chosen = {known.name for known in (match.PARAMETERS if against else alone.PARAMETERS)}
    idle = next((name for name in parameters if name not in chosen), None)
    return f"{idle} is for {'games alone' if against else 'matches, with --against'}" if idle else ""


def chooser_of(name: str, weights: Mapping[str, Json] | None) -> Chooser:
    """What chooses for a player in one game."""
    return maker_of(name)((weights or {}).get(PLAYERS[name].weights))


def stream_of(name: str, seed: int, number: int) -> np.ndarray:
    """The state of a player's own stream in one game."""
    state = np.zeros(1, dtype=np.uint64)
    start(state, stream_key(f"puyo-play {name}", seed), number)
    return state


def scenes(game: Played) -> Iterator[Scene]:
    """A game moment by moment."""
    return scenes_of_match(game) if game.against else scenes_alone(game)


def write_game(game: Played, form: str) -> str:
    """The game as a link: an empty board, its pairs with their placements, its longest chain for a goal. Of a match
    it has the player's side, with the garbage that fell there."""
    if form not in GAME_FORMS:
        raise BadParameter(f"a game cannot be written as {form!r}: choose from {', '.join(GAME_FORMS)}")
    mine = [text[1:] for text in game.moves if text[0] == "0"] if game.against else list(game.moves)
    queue = tuple(Fall(tuple(map(int, text[1:]))) if text[0] == GARBAGE_MARK else text[:2] for text in mine)
    moves = [NO_PLACEMENT if text[0] == GARBAGE_MARK else text[2:] for text in mine]
    return pon2.write(Puzzle(Goal(CHAIN, int(game.measures["chains"])), queue, ("",) * WIDTH), moves)
