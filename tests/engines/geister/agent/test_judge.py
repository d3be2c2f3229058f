"""Agents as judges of Geister puzzles, beside a plain twin that tries everything on letters."""

from __future__ import annotations

import numpy as np
import pytest

from engines.contract import Verdict
from engines.geister import ENGINE
from engines.geister.agent.judge import SURE
from engines.geister.agent.weigh import WEIGHTS
from engines.geister.rules.puzzle import Puzzle, position_of, puzzle_from
from engines.geister.solve.checked_moves import follow
from engines.judging import Judgement
from tests.engines.geister import naive, naive_agent
from tests.engines.geister.naive import ATTACKER, DEFENDER, Move, State

PUZZLES = 3


def twin_of(puzzle: Puzzle) -> State:
    return naive.state_of("/".join(puzzle.rows), puzzle.hidden_blue, puzzle.hidden_red)


def chances_of(state: State) -> dict[str, float]:
    hidden = state.hidden_blue + state.hidden_red
    odds = {"b": 1.0, "r": 0.0, "u": state.hidden_blue / hidden if hidden else 0.0}
    return {square: odds[letter] for square, letter in state.cells.items() if letter in odds}


def defender_wins(state: State, plies: int) -> bool:
    """Whether the defender, to move, forces a win in so many plies."""
    for reply in naive.moves(state, DEFENDER):
        then, winner = naive.move(state, DEFENDER, reply)
        if winner == DEFENDER:
            return True
        if winner is None and plies > 1:
            outcomes = [naive.move(then, ATTACKER, step) for step in naive.moves(then, ATTACKER)]
            if all(who == DEFENDER or (who is None and defender_wins(after, plies - 2)) for after, who in outcomes):
                return True
    return False


def foreseen(state: State, step: Move, looks: float, seen: int, guarded: int) -> float:
    for plies in range(1, seen + 1, 2):
        if naive.wins_by(state, step, plies):
            return SURE - plies
    after, winner = naive.move(state, ATTACKER, step)
    return looks - SURE if winner == DEFENDER or defender_wins(after, guarded) else looks


def worth(puzzle: Puzzle) -> dict[str, tuple[float, float, float]]:
    """What every move is worth to the judges."""
    state = twin_of(puzzle_from(position_of(puzzle)))
    chances, found = chances_of(state), {}
    for step in naive.moves(state, ATTACKER):
        looks = naive_agent.weigh(state, step, chances, WEIGHTS.tolist())
        found["-".join(step)] = looks, foreseen(state, step, looks, 3, 1), foreseen(state, step, looks, 5, 3)
    return found


def ranked(values: dict[str, float], own: str) -> tuple[int, int, float]:
    every = np.array(list(values.values()))
    rank = 1 + int((every > values[own] + 1e-6).sum())
    return rank, len(every), 0.0 if rank == 1 else float((every.max() - values[own]) / every.std())


def answered(variant: str, seed: int = 2) -> tuple[list[Puzzle], list[Verdict]]:
    puzzles = ENGINE.generate(variant, seed, PUZZLES)
    verdicts = ENGINE.solve(puzzles)
    assert all(verdict.solutions for verdict in verdicts)
    return puzzles, verdicts


@pytest.mark.parametrize("variant", ["escape-5", "wall-7", "open-7", "capture-7", "capture-9"])
def test_ranks_and_margins_are_those_of_plain_agents(variant: str) -> None:
    for puzzle, verdict, judgement in zip(*(both := answered(variant)), ENGINE.judge(*both), strict=True):
        assert judgement is not None
        check(puzzle, verdict.solutions[0]["line"], judgement)


def check(puzzle: Puzzle, line: list[str], judgement: Judgement) -> None:
    for step in range((len(line) + 1) // 2):
        values = worth(follow(puzzle, line[: 2 * step]).puzzle)
        for number, judge in enumerate(ENGINE.judges):
            opinion = judgement.of(judge.name)[step]
            mine = {move: all_of_it[number] for move, all_of_it in values.items()}
            rank, among, margin = ranked(mine, line[2 * step])
            assert (opinion.step, opinion.rank, opinion.among) == (step + 1, rank, among)
            assert opinion.margin == pytest.approx(margin)
            assert (opinion.preferred == "") == (rank == 1)
            assert not opinion.preferred or mine[opinion.preferred] == pytest.approx(max(mine.values()))
    assert len(judgement.opinions) == len(ENGINE.judges) * ((len(line) + 1) // 2)


def test_who_sees_the_win_is_not_surprised_by_it() -> None:
    for variant in ("escape-5", "capture-5"):
        for judgement in ENGINE.judge(*answered(variant)):
            assert judgement is not None
            assert {opinion.rank for opinion in judgement.of("search-5")} == {1}


def test_longer_wins_take_more_nodes() -> None:
    found = [
        [judgement.nodes["search-5"] for judgement in ENGINE.judge(*answered(variant)) if judgement]
        for variant in ("open-5", "open-9")
    ]
    assert max(found[0]) < min(found[1])


def test_nodes_beyond_the_limit_are_not_told() -> None:
    puzzles, verdicts = answered("endgame-37")
    assert [judgement.nodes for judgement in ENGINE.judge(puzzles, verdicts) if judgement] == [{}] * PUZZLES


def test_puzzles_without_an_answer_have_no_judgement() -> None:
    puzzles, verdicts = answered("escape-5")
    nothing = Verdict("impossible", 0, (), 1)
    assert ENGINE.judge([], []) == []
    assert ENGINE.judge(puzzles[:1], [nothing]) == [None]
    assert ENGINE.judge([puzzles[0], *puzzles], [nothing, *verdicts]) == [None, *ENGINE.judge(puzzles, verdicts)]


def test_a_judgement_depends_on_its_puzzle_alone() -> None:
    puzzles, verdicts = answered("capture-9")
    together = ENGINE.judge(puzzles, verdicts)
    pairs = reversed(list(zip(puzzles, verdicts, strict=True)))
    alone = [ENGINE.judge([puzzle], [verdict])[0] for puzzle, verdict in pairs]
    assert together == alone[::-1]
