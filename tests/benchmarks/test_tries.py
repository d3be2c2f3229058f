"""The comparison of ways to learn from tries: what it must say whatever the figures are."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import tries

PAGE, GLICKO, LIVE = "the page, nobody said a group", "Glicko-2", "item response, live"
COMPARED = {name: tries.METHODS[name] for name in ("prediction alone", "share solved alone", GLICKO, LIVE, PAGE)}


@pytest.mark.parametrize("irregular", [False, True])
def test_the_page_has_the_way_that_predicts_and_ranks_best(irregular: bool) -> None:
    found = tries.table(2, COMPARED, irregular)
    for count in (1, 5, 20):
        for name in ("prediction alone", "share solved alone", GLICKO):
            if count in found[name]:
                assert found[LIVE][count][0] < found[name][count][0]
        assert found[LIVE][count][2] > found[GLICKO][count][2]
        assert found[PAGE][count][2] > found[GLICKO][count][2]
    assert found[LIVE][0] == (*found["prediction alone"][0][:3], 1.0)
    assert tries.outweighs(found) in tries.COUNTS
    assert 1 < (tries.half(found[PAGE]) or 0) < 20


def test_live_loses_little_against_all_tries_at_once() -> None:
    survey = tries.survey(1)
    rows = tries.taken(survey, 5, 1)
    live, at_once = (tries.judged(survey, method(survey, rows)) for method in (tries.live, tries.with_time))
    assert live[0] < at_once[0] + 0.01
    assert live[2] > at_once[2] - 0.02


def test_tries_are_drawn_the_same_number_for_each_puzzle_and_fewer_among_more() -> None:
    survey = tries.survey(1)
    few, more = (tries.taken(survey, count, 1) for count in (2, 5))
    assert set(few) <= set(more)
    assert set(np.bincount(survey.tries.item[more])) == {5}
    assert not len(tries.taken(survey, 0, 1))
    assert set(survey.tries.rater[tries.taken(survey, 4, 1, people=7)]) == set(range(7))
