"""Predicted difficulty against levels: the file, what is equal length, and what a fit may see."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from benchmarks import levels
from engines.identity import puzzle_text
from engines.registry import engine

VARIANTS = ("chain-1x2", "chain-2x3", "clear-2")


@pytest.fixture(scope="module")
def problems() -> list[str]:
    rules = engine("puyo")
    return [puzzle_text(rules, puzzle) for name in VARIANTS for puzzle in rules.generate(name, 3, 8)]


def written(folder: Path, rows: list[dict[str, str]]) -> str:
    path = folder / "levels.csv"
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def graded(problems: list[str]) -> list[dict[str, str]]:
    makers = ("Ann", "Bob", "Eve")
    return [
        {"level": str(1 + place % 5), "puzzle": text, "maker": makers[place % 3]}
        for place, text in enumerate(problems)
    ]


def test_it_prints_the_yardstick_beside_length_nodes_features_and_a_fit(
    tmp_path: Path, problems: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    levels.main([written(tmp_path, graded(problems))])
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "24 problems, 0 of them not proved to the end"
    names = [line[:28].strip() for line in said[3:]]
    assert names[:3] == ["yardstick", "length alone", "nodes of the proof"]
    assert names[-1] == "fitted, other makers"
    assert len(names) == 4 + levels.SINGLES


def test_links_are_read_without_what_they_all_begin_with(tmp_path: Path) -> None:
    rows = [{"id": "1", "level": "1", "link": "field=0_r.....pr..r.pp..r.yy..p.yp&steps=pryr&goal=_2"}]
    found, group = levels.rows_of(written(tmp_path, rows))
    assert group == ""
    one = levels.problems(found, 10_000)
    assert (len(one), one.lengths.tolist()) == (1, [2.0])


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"puzzle": "x"}], ["needs columns level"]),
        ([{"level": "two", "puzzle": "x"}], ["line 2", "'two'"]),
        ([{"level": "2", "puzzle": "x"}], ["found none"]),
    ],
)
def test_bad_files_get_one_line(
    tmp_path: Path, rows: list[dict[str, str]], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(written(tmp_path, rows), words, capsys)


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    refused("nowhere.csv", ["cannot be read"], capsys)


def refused(path: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        levels.main([path])
    assert stopped.value.code == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("tsume: ")
    assert all(word in said for word in words)


def test_equal_length_compares_only_within_a_length() -> None:
    lengths = np.repeat([2.0, 3.0], 6)
    rank = np.tile(np.arange(6.0), 2)
    assert levels.within(rank, rank + 10 * lengths, lengths) == pytest.approx(1.0)
    assert levels.within(-rank, rank + 10 * lengths, lengths) == pytest.approx(-1.0)
    assert levels.within(lengths, rank, lengths) == 0.0, "length tells nothing within a length"
    assert levels.over_all(lengths, lengths, lengths) == pytest.approx(1.0)


def test_what_is_fitted_has_not_seen_the_levels_that_it_is_asked_about() -> None:
    chance = np.random.default_rng(1)
    count = 60
    features = chance.normal(size=(count, 4))
    groups = [str(place % 6) for place in range(count)]

    def told(values: np.ndarray) -> np.ndarray:
        found = levels.Problems(
            ["a", "b", "c", "d"],
            features,
            np.full(count, 3.0),
            np.full(count, 2.0),
            np.zeros(count),
            values,
            0,
            groups,
        )
        return levels.refitted(found)

    values = features[:, 0] + 0.1 * chance.normal(size=count)
    before = told(values)
    assert np.corrcoef(before, values)[0, 1] > 0.8
    mine = np.array([group == "0" for group in groups])
    changed = told(np.where(mine, -values, values))
    np.testing.assert_allclose(changed[mine], before[mine])
