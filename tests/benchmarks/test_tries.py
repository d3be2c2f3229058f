"""The comparison of ways to learn from tries: what it must say whatever the figures are."""

from __future__ import annotations

import numpy as np

from benchmarks import tries


def test_predictions_and_tries_together_beat_either() -> None:
    found = tries.table(2)
    both = found["item response from the prediction"]
    for count in tries.COUNTS[1:]:
        assert both[count][0] < found["prediction alone"][count][0]
        assert both[count][0] < found["share solved alone"][count][0] + 0.01
    assert both[0] == found["prediction alone"][0]
    assert tries.outweighs(found) in tries.COUNTS


def test_tries_are_drawn_the_same_number_for_each_puzzle_and_fewer_among_more() -> None:
    survey = tries.survey(1)
    few, more = (tries.taken(survey, count, 1) for count in (2, 5))
    assert set(few) <= set(more)
    assert set(np.bincount(survey.tries.item[more])) == {5}
    assert not len(tries.taken(survey, 0, 1))
