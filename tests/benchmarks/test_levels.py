"""Predicted difficulty against levels: the file, what is equal length, and what a fit may see."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from benchmarks import levels
from engines.identity import puzzle_text
from engines.registry import engine

LINK = "field=0_y.&steps=pryr&goal=_2"
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


def test_it_prints_the_yardstick_beside_length_nodes_features_and_fits_and_draws_them(
    tmp_path: Path, problems: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    drawing = tmp_path / "levels.svg"
    levels.main([written(tmp_path, graded(problems)), "--plot", str(drawing)])
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "24 problems, 0 of them not proved to the end"
    names = [line[:28].strip() for line in said[3:]]
    assert names[:4] == ["yardstick", "length alone", "nodes of the proof", "simulated raters"]
    assert names[4 + levels.SINGLES :] == ["fitted, other rows", "fitted, other levels"]
    text = drawing.read_text()
    assert text.startswith("<svg")
    assert all(f">{name}<" in text for name in names)


def test_links_are_read_without_what_they_all_begin_with(tmp_path: Path) -> None:
    link = "field=0_r.....pr..r.pp..r.yy..p.yp&steps=pryr&goal=_2"
    path = written(tmp_path, [{"id": level, "level": level, "link": link} for level in "12"])
    Path(path).write_bytes(b"\xef\xbb\xbf" + Path(path).read_bytes())  # as spreadsheets write it
    both = levels.problems(levels.rows_of(path), 10_000)
    assert both.lengths.tolist() == [2.0, 2.0]


def test_only_what_shares_a_column_is_compared_if_that_is_asked_for(tmp_path: Path, problems: list[str]) -> None:
    path = written(tmp_path, graded(problems))
    plain = levels.problems(levels.rows_of(path))
    apart = levels.problems(levels.rows_of(path, within="maker"))
    assert len(set(plain.kinds)) == len(set(plain.lengths)) == 2
    assert len(set(apart.kinds)) == 6
    assert set(levels.rows_of(path, ["puzzle"])[0].groups) == {"row", "level", "puzzle", "maker"}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"puzzle": "x"}], ["needs columns level"]),
        ([{"level": "two", "puzzle": "x"}], ["line 2", "'two'"]),
        ([{"level": "nan", "puzzle": "x"}], ["line 2", "'nan'"]),
        ([{"level": "2", "puzzle": "x"}], ["line 2", "'x' is no puzzle"]),
        ([{"level": "2", "puzzle": ""}], ["line 2", "is no puzzle"]),
        ([{"level": "2", "link": LINK}], ["1 rows and 1 different levels"]),
        ([{"level": "2", "link": LINK}, {"level": "3", "link": LINK.replace("pr", "zr")}], ["line 3", "'zr'"]),
    ],
)
def test_bad_files_get_one_line(
    tmp_path: Path, rows: list[dict[str, str]], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(written(tmp_path, rows), words, capsys)


@pytest.mark.parametrize("option", ["--by", "--within"])
def test_a_column_that_is_not_there(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(written(tmp_path, [{"level": "2", "puzzle": "x"}]), ["'club'", "level, puzzle"], capsys, option, "club")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    refused("nowhere.csv", ["cannot be read"], capsys)


def test_a_drawing_that_can_go_nowhere(
    tmp_path: Path, problems: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, graded(problems))
    refused(path, ["no such folder"], capsys, "--plot", str(tmp_path / "nowhere" / "x.svg"))


def refused(path: str, words: list[str], capsys: pytest.CaptureFixture[str], *options: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        levels.main([path, *options])
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


def found_in(features: np.ndarray, values: np.ndarray, groups: list[str]) -> levels.Problems:
    """Problems of one length; the first feature is what the yardstick knows."""
    count = len(values)
    same = np.zeros(count)
    return levels.Problems(
        [f"f{place}" for place in range(features.shape[1])],
        features,
        3.0 + 0.1 * features[:, 0],
        same,
        np.full(count, 2.0),
        np.zeros(count, dtype=np.int64),
        same,
        values,
        0,
        {"row": [str(place) for place in range(count)], "club": groups},
    )


def test_what_is_fitted_has_not_seen_the_levels_that_it_is_asked_about() -> None:
    chance = np.random.default_rng(1)
    count = 120
    features = chance.normal(size=(count, 4))
    groups = [str(place % 6) for place in range(count)]
    mine = np.array([group == "0" for group in groups])
    values = features[:, 0] + features[:, 1] + 0.1 * chance.normal(size=count)

    def told(values: np.ndarray) -> np.ndarray:
        return levels.refitted(found_in(features, values, groups), "club")

    before = told(values)
    changed = told(np.where(mine, -values, values))
    np.testing.assert_allclose(changed[mine], before[mine])
    assert not np.allclose(changed[~mine], before[~mine])


def test_a_fit_begins_with_the_yardstick_and_learns_what_it_does_not_know() -> None:
    chance = np.random.default_rng(2)
    count = 400
    features = chance.normal(size=(count, 3))
    values = features[:, 0] + features[:, 1] + 0.1 * chance.normal(size=count)
    found = found_in(features, values, [""] * count)
    alone, fitted = (np.corrcoef(said, values)[0, 1] for said in (found.difficulty, levels.refitted(found)))
    assert 0.6 < alone < 0.8
    assert fitted > alone + 0.1
    noise = found_in(features, features[:, 0] + 0.1 * chance.normal(size=count), [""] * count)
    assert np.corrcoef(levels.refitted(noise), noise.levels)[0, 1] > 0.97
