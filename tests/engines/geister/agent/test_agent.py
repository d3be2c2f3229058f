"""Agents of the whole game: its rules, what an agent may know, certain wins, and the puzzles that are met."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from engines.agents import Played
from engines.contract import BadParameter
from engines.geister.agent import game as rules
from engines.geister.agent.choosers import MAKERS, Mind, choose_best
from engines.geister.agent.guess import Guess
from engines.geister.agent.met import spread
from engines.geister.agent.play_game import SET_UPS, Seat, play_game, turns
from engines.geister.agent.weigh import WEIGHTS, weigh
from engines.geister.engine import ENGINE
from engines.geister.measure.answer import attacker_moves
from engines.geister.rules.moves import DEFENDER_WINS, OUT, SQUARES, Position, attack, move_name, square_name
from engines.geister.rules.puzzle import position_of, puzzle_from
from engines.geister.solve.category import plain_walk
from engines.geister.solve.danger import danger, new_work
from engines.geister.solve.solver import positions_of, searched
from tests.engines.geister import naive_agent, naive_features
from tests.engines.geister.boards import random_puzzle, twin_of

SEED = 20


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """Some games of every agent against itself and against the others."""
    pairs = (("best", "best"), ("best", "rules"), ("careful", "careful"), ("rules", "random"), ("random", "random"))
    return [
        play_game(first, SEED, number, {"nodes": 300, "plies": 120}, second)
        for first, second in pairs
        for number in (0, 1, 2)
    ]


def letters_of(state: rules.State) -> dict[str, str]:
    """The state for the slow twin."""
    return {
        square_name(square): letter
        for side, pair in enumerate(("BR", "br"))
        for letter, squares in zip(pair, (state.blue[side], state.red[side]), strict=True)
        for square in range(SQUARES)
        if squares >> square & 1
    }


def names(step: tuple[int, int]) -> tuple[str, str]:
    start, end = move_name(*step).split("-")
    return start, end


def test_the_rules_are_those_of_the_plain_twin() -> None:
    random = Random(1)
    ends: Counter[str] = Counter()
    for _ in range(150):
        setups = ["".join(random.sample("BBBBRRRR", 8)) for _ in range(2)]
        state, side = rules.begin(*setups), rules.FIRST
        cells = letters_of(state)
        assert len(cells) == 16
        while True:
            choices = list(rules.moves(state, side))
            assert {names(step) for step in choices} == naive_agent.moves(cells, side)
            takes = [step for step in choices if step[1] == OUT or state.pieces(rules.other(side)) >> step[1] & 1]
            step = random.choice(takes if takes and random.random() < 0.8 else choices)
            ply = rules.after_move(state, side, *step)
            cells, taken, winner = naive_agent.move(cells, side, names(step))
            assert (letters_of(ply.state), ply.winner) == (cells, winner)
            assert ply.taken == {"": "", "b": "blue", "r": "red"}[taken.lower()]
            if winner is not None:
                ends[ply.why] += 1
                break
            state, side = ply.state, rules.other(side)
    assert set(ends) == {"exit", "blues", "reds"}


def test_an_illegal_move_or_set_up_is_refused() -> None:
    state = rules.begin("BBBBRRRR", "RRRRBBBB")
    for start, end in ((7, 20), (0, 6), (25, 19), (7, 8), (7, OUT)):
        with pytest.raises(ValueError, match="cannot go"):
            rules.after_move(state, rules.FIRST, start, end)
    with pytest.raises(ValueError, match="set-up 'BBBB'"):
        rules.begin("BBBB", "RRRRBBBB")


def test_each_side_sees_the_board_from_its_own_end() -> None:
    state = rules.begin("BBBBRRRR", "BRBRBRBR")
    first, second = rules.view(state, rules.FIRST), rules.view(state, rules.SECOND)
    assert puzzle_from(first).rows == (".uuuu.", ".uuuu.", "......", "......", ".BBBB.", ".RRRR.")
    assert puzzle_from(second).rows == (".uuuu.", ".uuuu.", "......", "......", ".BRBR.", ".BRBR.")
    assert first.hidden_blue == second.hidden_blue == 4


def test_what_is_shown_is_seen_and_what_follows_from_it() -> None:
    state = rules.begin("bBbBRRrr", "BRBRBRBR")
    position = rules.view(state, rules.SECOND)
    assert (position.blue.bit_count(), position.red.bit_count(), position.hidden_blue) == (2, 2, 2)
    state = rules.begin("bbbbRrrR", "BRBRBRBR")
    position = rules.view(state, rules.SECOND)
    assert (position.blue.bit_count(), position.red.bit_count(), position.purple) == (4, 4, 0)


def swapped(setup: str, one: int, two: int) -> str:
    letters = list(setup)
    letters[one], letters[two] = letters[two], letters[one]
    return "".join(letters)


@pytest.mark.parametrize("agent", MAKERS)
def test_no_agent_sees_hidden_colours(agent: str) -> None:
    """With two of the other side's hidden colours swapped, an agent moves as before until one of them is shown."""
    random = Random(3)
    same = 0
    for number in range(6):
        game = play_game(agent, SEED, number, {"nodes": 300, "plies": 120}, "rules")
        side = rules.SIDES[number % 2]
        setups = [str(each) for each in game.moves[:SET_UPS]]
        theirs = setups[1 - side]
        one = random.choice([i for i in range(8) if theirs[i] == "B"])
        two = random.choice([i for i in range(8) if theirs[i] == "R"])
        setups[1 - side] = swapped(theirs, one, two)
        marked = {rules.seen_from(rules.other(side), rules.HOME[i]) for i in (one, two)}
        state, seat = rules.begin(*setups), Seat(agent, side, SEED, number, 300)
        for turn in turns(game):
            if turn.side == side:
                assert seat.move(state) == (turn.start, turn.end)
                same += 1
                if turn.end in marked:
                    break
            elif turn.end == OUT:
                break
            else:
                seat.watch(state, turn.start, turn.end)
                marked = {turn.end if square == turn.start else square for square in marked}
            state = rules.after_move(state, turn.side, turn.start, turn.end).state
    assert same > 60


def test_same_seed_same_game(games: list[Played]) -> None:
    for game in games:
        again = play_game(game.agent, game.seed, game.number, game.parameters, game.against)
        assert again == game
        assert Played.from_json(game.as_json()) == game
    for k in range(0, len(games), 3):
        assert len({game.moves for game in games[k : k + 3]}) == 3


def test_measures_tell_what_came_of_a_game(games: list[Played]) -> None:
    for game in games:
        last = list(turns(game))[-1]
        won = 0.5 if last.ply.winner is None else float(last.ply.winner == game.number % 2)
        assert game.measures["won"] == won
        assert game.measures["plies"] == len(game.moves) - SET_UPS <= 120
        assert set(game.measures) == {measure.name for measure in ENGINE.measures}
        assert (game.measures["ahead"] > 0) == (game.measures["certain"] > 0) <= (won == 1)
        assert game.measures["certain"] == 0 or game.agent == "best"
    assert any(game.measures["ahead"] >= 3 for game in games)


def test_what_is_proved_is_won() -> None:
    """From the first proof on the best agent has a proof at every move, never a longer one, and wins."""
    proved = 0
    for number in range(12):
        setups = [rules.drawn_setup(np.array([number * 2 + side], dtype=np.uint64)) for side in rules.SIDES]
        state, side, winner = rules.begin(*setups), rules.FIRST, None
        seats = [Seat("best", rules.FIRST, SEED, number, 500), Seat("careful", rules.SECOND, SEED, number, 500)]
        for _ in range(120):
            start, end = seats[side].move(state)
            ply = rules.after_move(state, side, start, end)
            if ply.winner is not None:
                winner = ply.winner
                break
            seats[1 - side].watch(state, start, end)
            state, side = ply.state, rules.other(side)
        proofs = [plies for plies in seats[0].proofs if plies]
        if proofs and max(proofs) > 1:
            proved += 1
            assert winner == rules.FIRST
            assert seats[0].proofs[-len(proofs) :] == proofs
            assert all(later <= plies - 2 for plies, later in pairwise(proofs))
    assert proved > 3


def mind_of(position: Position, limit: int = 5000) -> Mind:
    return Mind(position, Guess().chances(position), np.array([7], dtype=np.uint64), limit, False)


def test_the_best_agent_finds_certain_wins_and_keeps_the_other_side_from_them() -> None:
    random = Random(5)
    won = kept = 0
    for _ in range(200):
        puzzle = random_puzzle(random, 2)
        position = position_of(puzzle)
        choice = choose_best(mind_of(position))
        verdict = searched(positions_of([puzzle]), 5000)[0]
        step = choice.move >> 6, choice.move & 63
        if verdict.solutions and verdict.solutions[0]["plies"] <= 9:
            assert choice.proved == verdict.solutions[0]["plies"]
            assert move_name(*step) in verdict.solutions[0]["first_moves"]
            won += 1
        elif not choice.proved:
            safe = [move for move in attacker_moves(position) if not given_away(position, move, 5)]
            assert not safe or step in safe
            kept += bool(safe)
    assert won > 50
    assert kept > 50


def given_away(position: Position, step: tuple[int, int], plies: int) -> bool:
    after, outcome = attack(position, *step)
    return outcome == DEFENDER_WINS or (outcome == 0 and danger(after, plies, False, new_work()))


def test_the_guard_tells_what_plain_search_tells() -> None:
    random = Random(6)
    told: Counter[bool] = Counter()
    for _ in range(150):
        puzzle = random_puzzle(random, random.choice((1, 2, 3)))
        position, state = position_of(puzzle), twin_of(puzzle)
        plies = random.choice((1, 3))
        expected = naive_features.defender_wins(state, plies)
        assert danger(position, plies, False, new_work()) == expected
        though_it_moves = all(naive_features.loses(state, plies))
        assert danger(position, plies + 1, True, new_work()) == though_it_moves
        told.update((expected, though_it_moves))
    assert min(told.values()) > 30


def test_a_guard_out_of_nodes_says_nothing() -> None:
    position = position_of(random_puzzle(Random(1), 4))
    assert not danger(position, 5, False, np.array([0, 0], dtype=np.int64))


def test_moves_are_worth_what_the_plain_twin_says() -> None:
    random = Random(8)
    for _ in range(300):
        puzzle = puzzle_from(position_of(random_puzzle(random)))
        position, twin = position_of(puzzle), twin_of(puzzle)
        chances = np.array([random.random() for _ in range(SQUARES)])
        weights = np.array([random.uniform(0, 30) for _ in WEIGHTS])
        by_name = {square_name(square): float(chances[square]) for square in range(SQUARES)}
        for step in attacker_moves(position):
            expected = naive_agent.weigh(twin, names(step), by_name, weights.tolist())
            assert weigh(position, *step, chances, weights) == pytest.approx(expected)


def test_behaviour_tells_of_colours() -> None:
    state = rules.begin("BBBBRRRR", "BRBRBRBR")
    position = rules.view(state, rules.FIRST)
    guess = Guess()
    assert set(guess.chances(position)) == {0.0, 0.5}
    own = 1 << 14
    position = Position(own, 1 << 1, 1 << 20 | 1 << 27 | 1 << 0 | 1 << 35, 0, 0, 2)
    guess.saw(position, 20, 26)  # out of reach: a blue, it seems; at a1 nothing left: a red
    moved = Position(own, 1 << 1, 1 << 26 | 1 << 27 | 1 << 0 | 1 << 35, 0, 0, 2)
    chances = guess.chances(moved)
    assert chances[26] > chances[27] == chances[35] == 0.5 > chances[0]
    guess.saw(moved, 26, 20)  # and back where it can be taken
    assert guess.chances(position)[20] == 0.5
    guess.saw(position, 27, 26)
    assert guess.chances(position)[20] < 0.5


def claims(game: Played, wanted: list[str], most: int) -> list[str]:
    """The variants of the puzzles that were met, each of them checked."""
    found = ENGINE.met(game, wanted, most)
    before = {SET_UPS + number: turn for number, turn in enumerate(turns(game))}
    for met in found:
        turn = before[met.move]
        assert position_of(met.puzzle) == rules.view(turn.before, turn.side)
        verdict = ENGINE.solve([met.puzzle])[0]
        assert verdict.solutions[0]["plies"] == met.puzzle.plies
        assert ENGINE.variant_of(met.puzzle, verdict) == met.variant
        assert met.variant in wanted
        assert not plain_walk(met.puzzle, verdict.solutions[0])
        assert met.alone == (verdict.count == 1)
    order = [(not met.alone, met.move) for met in found]
    assert order == sorted(order)
    assert max(Counter(met.variant for met in found).values(), default=0) <= most
    return [met.variant for met in found]


def test_puzzles_met_are_what_they_claim() -> None:
    found = []
    for number in range(10):
        game = play_game("careful", SEED, number, {"plies": 120}, "rules")
        several = claims(game, list(ENGINE.variants), 2)
        assert claims(game, ["escape-7"], 1) == ["escape-7"] * ("escape-7" in several)
        found += several
    assert len(found) > 6
    assert len(set(found)) > 2
    assert {name.split("-")[0] for name in found} <= {"escape", "wall"}


def test_with_pieces_shown_other_categories_are_met() -> None:
    found = [
        name
        for number in range(4)
        for name in claims(play_game("rules", SEED, number, {"shown": 4}), list(ENGINE.variants), 2)
    ]
    assert "open" in {name.split("-")[0] for name in found}


def test_nothing_is_met_of_variants_out_of_tables() -> None:
    game = play_game("careful", SEED, 0)
    assert ENGINE.met(game, ["endgame-21"], 3) == []
    assert ENGINE.met(game, [], 3) == []


def test_what_is_taken_is_spread_over_all() -> None:
    assert spread(list(range(10)), 2) == [2, 7]
    assert spread(list(range(10)), 1) == [5]
    assert spread([4, 5], 3) == [4, 5]


def test_scenes_show_all_to_who_watches_and_hide_the_rest(games: list[Played]) -> None:
    for game in games:
        scenes = list(ENGINE.scenes(game))
        assert len(scenes) == len(game.moves) + 1
        for scene in scenes:
            everything, seen = scene.boards
            assert [len(row) for row in everything] == [len(row) for row in seen] == [6] * 6
            assert set("".join(everything)) <= set("BRbr.")
            hidden = "u" if "first" in scene.shown["boards"] else "U"
            assert set("".join(seen)) <= {"u": set("BRu."), "U": set("Ubr.")}[hidden]
            assert {letter for row in (*everything, *seen) for letter in row} - {"."} <= set(ENGINE.tokens)
        assert scenes[-1].event
        assert ("wins" in scenes[-1].said) == (game.measures["won"] != 0.5)


def test_a_game_that_cannot_be_is_not_shown(games: list[Played]) -> None:
    game = next(game for game in games if game.measures["won"] != 0.5)
    first, second, one, *rest = game.moves
    for moves, said in (
        ((*game.moves, one), "when the game has been won"),
        ((first, second, "a6-a5", *rest), "the first side cannot go"),
        (("BBBBBBBB", second, one, *rest), "four B and four R"),
    ):
        with pytest.raises(ValueError, match=said):
            list(ENGINE.scenes(replace(game, moves=moves)))


def test_no_weights_come_with_it() -> None:
    with pytest.raises(BadParameter, match="no weights 'any'"):
        ENGINE.own_weights("any")
    assert play_game("best", 1, 0, ENGINE.short_game).measures["plies"] == 10


def test_bad_names_are_refused() -> None:
    with pytest.raises(BadParameter, match="unknown agent 'nobody'"):
        play_game("best", 1, 0, None, "nobody")
    with pytest.raises(BadParameter, match="unknown form 'kif'"):
        ENGINE.write_game(play_game("random", 1, 0), "kif")
