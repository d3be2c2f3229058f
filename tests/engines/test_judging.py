"""What is told of judgements: numbers for models, a sentence for people."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.judges import row
from engines.judging import MOST_NODES, Judge, Judgement, Opinion, judge_features, judge_numbers, words
from engines.shared.opinions import BEST, FIELDS, MARGIN, RANK, form, told

WEAK = Judge("weak", "a hasty agent", "急ぐエージェント")
STRONG = Judge("strong", "an agent who thinks", "考えるエージェント", searches=True)
JUDGES = (WEAK, STRONG)
JUDGEMENT = Judgement(
    (
        Opinion("weak", 1, 4, 20, 0.5, "3N"),
        Opinion("weak", 2, 8, 22, 0.25, "45"),
        Opinion("strong", 1, 1, 20, 0.0),
        Opinion("strong", 2, 2, 22, 1.5, "6N"),
    ),
    {"strong": 1000},
)


def test_the_worst_of_each_judge_is_told_in_numbers() -> None:
    found = judge_numbers(JUDGES, [JUDGEMENT])
    names = [feature.name for feature in judge_features(JUDGES)]
    assert names == ["weak_rank", "weak_margin", "strong_rank", "strong_margin", "strong_nodes"]
    assert found.tolist() == [[3.0, 0.5, 1.0, 1.5, 3.0]]


def test_nothing_is_told_where_nobody_judged() -> None:
    silent = Judgement(tuple(opinion for opinion in JUDGEMENT.opinions if opinion.judge == "weak"), {})
    found = judge_numbers(JUDGES, [None, silent])
    assert np.isnan(found[0]).all()
    assert np.isnan(found[1]).tolist() == [False, False, True, True, True]
    assert judge_numbers(JUDGES, []).shape == (0, 5)


def test_an_answer_that_is_never_found_takes_the_most_nodes() -> None:
    assert judge_numbers(JUDGES, [Judgement(JUDGEMENT.opinions, {})])[0, -1] == math.log10(MOST_NODES)


def test_words_are_about_the_strongest_that_is_surprised() -> None:
    english, japanese = words(JUDGES, JUDGEMENT)
    assert english == (
        "A hasty agent makes move 2 of the answer only its choice number 8 of 22, and would rather play 45."
    )
    assert japanese == "急ぐエージェントにとって、解の2手目は22通り中8番目の手、45 を選びたくなる。"
    assert "、左へ を選びたくなる" in words(JUDGES, JUDGEMENT, {"45": "左へ"}.__getitem__)[1]
    surprised = Judgement((*JUDGEMENT.opinions[:3], Opinion("strong", 2, 3, 22, 1.5, "6N")), {})
    assert words(JUDGES, surprised)[0].startswith("An agent who thinks makes move 2")
    assert words(JUDGES, surprised)[1].startswith("考えるエージェントにとって、解の2手目は22通り中3番目")


def test_no_words_without_surprise() -> None:
    assert words(JUDGES, Judgement(JUDGEMENT.opinions[2:], {})) == ("", "")
    assert words(JUDGES, Judgement((), {})) == ("", "")


def opinion_of(values: list[float], own: int) -> np.ndarray:
    out = np.zeros(FIELDS)
    form(np.arange(10, 10 + len(values)), np.array(values), np.int64(len(values)), np.int64(own), out)
    return out


def test_rank_counts_what_is_strictly_better() -> None:
    values = [1.0, 5.0, 3.0, 5.0, 3.0]
    assert [opinion_of(values, 10 + i)[RANK] for i in range(5)] == [5, 1, 3, 1, 3]
    assert opinion_of(values, 12)[MARGIN] == pytest.approx(2.0 / np.std(values))
    assert opinion_of(values, 13)[MARGIN] == 0.0
    assert opinion_of(values, 10)[BEST] == 11  # the first of the best


def test_rounding_is_no_difference() -> None:
    assert opinion_of([0.1 + 0.2, 0.3], 11)[RANK] == 1
    assert opinion_of([7.0, 7.0], 11)[MARGIN] == 0.0
    assert opinion_of([7.0], 10).tolist() == [1, 1, 0, 10]


def test_a_move_is_preferred_to_the_answer_only_if_it_is_better() -> None:
    assert told("weak", 1, opinion_of([2.0, 1.0], 11), str) == Opinion("weak", 1, 2, 2, 2.0, "10")
    assert told("weak", 1, opinion_of([2.0, 2.0], 11), str).preferred == ""


def test_the_experiment_tells_differences_from_chance() -> None:
    gains = (0.01, 0.03, 0.02)
    surveys = [
        {"features": {"interest": 0.5}, "with judges": {"interest": 0.5 + gain}, "judges alone": {"interest": 0.25}}
        for gain in gains
    ]
    # Student's 4.30 for three surveys, times the standard error 0.01 / sqrt(3)
    assert row("pick", "interest", surveys) == (
        *("pick", "interest", "0.500", "0.520", "0.250"),
        *("+0.0200", "-0.0048 to +0.0448"),
    )
