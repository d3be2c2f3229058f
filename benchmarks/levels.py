"""Is predicted difficulty what makers of puzzles would say? `python -m benchmarks.levels FILE`.

FILE is CSV with a header: a column `level` (a number, more is harder) and a column `puzzle` or `link`, with a puzzle
in any text form. `--within COLUMN` compares only problems that share that column too: the place of a problem in a
contest says something beside other problems of the same contest only.

For the yardstick of the game, its length alone, the nodes of the proof, what the law of its simulated raters makes of
the problems (no model learns difficulty from it) and single features it prints Spearman's
correlation with the levels: over all problems, and among problems of equal length (the mean over lengths, weighted by
how many problems have each), with 95 % intervals by drawing problems again. The last lines are a model that was
fitted on the file and asked about problems that it was not fitted on: other rows, problems of other levels, and those
that differ in each column that `--by` names (`maker` and `source` if they are there). `--plot` draws all of it.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from assets.intake.rate import kept
from assets.pictures.plots import ACCENT, GREY, INK, PALE, Wording, drawn, new_figure
from engines.contract import BadPuzzle
from engines.rating import chance, folds, linear, measured
from engines.rating.metrics import rank_correlation
from engines.rating.truth import truth
from engines.registry import GAMES, engine

FEWEST = 5  # problems of a length, to compare with each other
DRAWS = 500  # of the problems, for the intervals
LIMIT = 20_000_000  # nodes that a proof may take, as in a night
PARTS = 10
ROWS, LEVELS = "row", "level"  # held out: single problems, and all of one level
USUAL_GROUPS = ("maker", "source")
SINGLES = 12  # features that are printed: those that go farthest with the levels
YARDSTICK, FITTED = "yardstick", "fitted, other "
Measure = Callable[[np.ndarray, np.ndarray, np.ndarray], float]


class BadFile(ValueError):
    """Not such a file; the message says why and where."""


@dataclass(frozen=True)
class Row:
    """A line of the file: the puzzle, its level, what it is compared within, and its groups by column."""

    puzzle: str
    level: float
    set: str
    groups: Mapping[str, str]
    place: str


@dataclass(frozen=True, eq=False)
class Problems:
    """Problems with levels, a row each: features, what was proved, and what is compared or held out together.

    Problems of one `kind` are equally long, and of one set if only such ones are to be compared.
    """

    names: list[str]
    features: np.ndarray
    difficulty: np.ndarray
    simulated: np.ndarray
    lengths: np.ndarray
    kinds: np.ndarray
    nodes: np.ndarray
    levels: np.ndarray
    unfinished: int
    groups: Mapping[str, list[str]]

    def __len__(self) -> int:
        return len(self.levels)


def rows_of(path: str, by: Sequence[str] = (), within: str | None = None) -> list[Row]:
    """The lines of a file."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            read = csv.DictReader(file)
            fields = list(read.fieldnames or [])
            text = next((name for name in ("puzzle", "link") if name in fields), None)
            if text is None or "level" not in fields:
                has = ", ".join(fields) or "none"
                raise BadFile(f"{path}: needs columns level, and puzzle or link; it has {has}")
            for name in (*by, *filter(None, [within])):
                if name not in fields:
                    raise BadFile(f"{path}: there is no column {name!r}: choose from {', '.join(fields)}")
            rows = [(number, row) for number, row in enumerate(read, 2)]
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: cannot be read: {error}") from None
    columns = dict.fromkeys((*by, *(name for name in USUAL_GROUPS if name in fields)))
    found = []
    for number, row in rows:
        try:
            level = float(row["level"])
            if not math.isfinite(level):
                raise ValueError
        except (TypeError, ValueError):
            raise BadFile(f"{path}, line {number}: the level is {row['level']!r}, which is no number") from None
        if game_of(row[text] or "") is None:
            raise BadFile(f"{path}, line {number}: {row[text]!r} is no puzzle")
        groups = {ROWS: str(number), LEVELS: str(level)} | {name: str(row[name]) for name in columns}
        found.append(Row(row[text], level, str(row[within]) if within else "", groups, f"{path}, line {number}"))
    if len({row.level for row in found}) < 2:
        raise BadFile(f"{path}: has {len(found)} rows and {len({row.level for row in found})} different levels")
    return found


def problems(rows: Sequence[Row], limit: int = LIMIT) -> Problems:
    """All of one game: decoded, proved and measured."""
    games = {game_of(row.puzzle) for row in rows}
    if len(games) != 1:
        raise BadFile(f"puzzles must all be of one game; found {', '.join(sorted(map(str, games)))}")
    rules: Any = engine(str(games.pop()))
    if rules.yardstick is None:
        raise BadFile(f"{rules.name} has no yardstick")
    puzzles = [decoded(rules, row) for row in rows]
    verdicts = [kept(rules.solve([puzzle], limit)[0]) for puzzle in told(puzzles)]
    names = [feature.name for feature in rules.features]
    table = np.asarray(rules.measure(puzzles, verdicts), dtype=np.float64)
    lengths = table[:, names.index(rules.yardstick.counts)]
    return Problems(
        names,
        table,
        measured.difficulty(rules.yardstick, names, table),
        truth([row.puzzle for row in rows], names, table, lengths, rules).difficulty,
        lengths,
        np.unique([f"{length} {row.set}" for length, row in zip(lengths, rows, strict=True)], return_inverse=True)[1],
        np.log2(np.array([max(verdict.nodes, 1) for verdict in verdicts])),
        np.array([row.level for row in rows]),
        sum(verdict.verdict == "unfinished" for verdict in verdicts),
        {name: [row.groups[name] for row in rows] for name in rows[0].groups},
    )


def decoded(rules: Any, row: Row) -> Any:
    try:
        return rules.decode(row.puzzle, settle=True)
    except BadPuzzle as problem:
        raise BadFile(f"{row.place}: {problem}") from None


def game_of(text: str) -> str | None:
    if text.lstrip().startswith("{"):
        return next((game for game in GAMES if f'"{game}"' in text), None)
    return next((game for game in GAMES if engine(game).recognizes(text)), None)


def told(puzzles: Sequence[Any]) -> Iterator[Any]:
    """The same, with how far one is."""
    for number, puzzle in enumerate(puzzles):
        if number % 50 == 0:
            print(f"{number} of {len(puzzles)} proved", file=sys.stderr)
        yield puzzle


def over_all(said: np.ndarray, levels: np.ndarray, kinds: np.ndarray) -> float:
    """Spearman's correlation; what is not defined counts as usual."""
    return rank_correlation(filled(said), levels)


def within(said: np.ndarray, levels: np.ndarray, kinds: np.ndarray) -> float:
    """The same among problems of equal length: the mean over lengths by their number of problems."""
    total = weight = 0.0
    for kind in np.unique(kinds):
        same = kinds == kind
        if same.sum() < FEWEST or len(set(levels[same])) < 2:
            continue
        found = rank_correlation(filled(said[same]), levels[same])
        total += same.sum() * (0.0 if np.isnan(found) else found)
        weight += same.sum()
    return total / weight if weight else float("nan")


def filled(said: np.ndarray) -> np.ndarray:
    known = ~np.isnan(said)
    return np.where(known, said, np.median(said[known]) if known.any() else 0.0)


def interval(measure: Measure, said: np.ndarray, found: Problems) -> tuple[float, float]:
    """95 %, by drawing problems again; drawn by numbers, so that everything is compared on the same ones."""
    many, values = len(found), []
    for draw in range(DRAWS):
        keys = chance.keys(map(str, range(many)), "levels", draw)
        rows = (chance.uniform(keys, 0) * many).astype(np.int64)
        values.append(measure(said[rows], found.levels[rows], found.kinds[rows]))
    low, high = np.nanquantile(values, (0.025, 0.975))
    return float(low), float(high)


def refitted(found: Problems, by: str = ROWS, parts: int = PARTS) -> np.ndarray:
    """The yardstick, and what a linear model adds to it that was fitted on the other groups' levels.

    Levels are compared among problems of equal length. The yardstick leads: what it leaves open is fitted, and so
    carefully that all features together weigh no more than one would. What they add is in the yardstick's steps; else
    what is said of problems of two folds could not be compared.
    """
    kin = found.groups[by]
    fold = folds.deal([str(row) for row in range(len(found))], kin, min(parts, len(set(kin))) if by == ROWS else None)
    x = np.nan_to_num(standing(found.features, found.kinds))
    x = np.clip(x / np.maximum(np.sqrt((x**2).mean(axis=0)), 1e-9), -linear.CUT, linear.CUT)
    leader = standing(found.difficulty[:, None], found.kinds)[:, 0]
    added = np.empty(len(found))
    for k in np.unique(fold):
        out, seen = fold == k, fold != k
        y = standing(found.levels[seen, None], found.kinds[seen])[:, 0]
        slope = float(leader[seen] @ y / max(float(leader[seen] @ leader[seen]), 1e-9))
        penalty = seen.sum() * x.shape[1] * np.eye(x.shape[1])
        weights = np.linalg.solve(x[seen].T @ x[seen] + penalty, x[seen].T @ (y - slope * leader[seen]))
        added[out] = x[out] @ weights / max(slope, 1e-9)
    return np.asarray(found.difficulty + added)


def standing(table: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """How far each is from the mean of its kind."""
    apart = np.empty(table.shape)
    for kind in np.unique(kinds):
        same = kinds == kind
        count = np.maximum((~np.isnan(table[same])).sum(axis=0), 1)
        apart[same] = table[same] - np.nansum(table[same], axis=0) / count
    return apart


@dataclass(frozen=True)
class Cell:
    """A correlation with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def lines(found: Problems) -> Iterator[tuple[str, np.ndarray]]:
    """What is compared with the levels, by name."""
    yield YARDSTICK, found.difficulty
    yield "length alone", found.lengths
    yield "nodes of the proof", found.nodes
    yield "simulated raters", found.simulated
    strength = [abs(within(column, found.levels, found.kinds)) for column in found.features.T]
    for place in np.argsort(-np.nan_to_num(strength))[:SINGLES]:
        yield found.names[place], found.features[:, place]
    for name, groups in found.groups.items():
        if len(set(groups)) > folds.FEWEST:
            yield f"{FITTED}{name}s", refitted(found, name)


def cell(measure: Measure, said: np.ndarray, found: Problems) -> Cell:
    return Cell(measure(said, found.levels, found.kinds), *interval(measure, said, found))


def plot(found: Problems, told: Mapping[str, tuple[Cell, Cell]]) -> str:
    """Predicted difficulty by level, and what goes how far with levels among problems of equal length; an SVG."""
    say = Wording()
    figure, (left, right) = new_figure(9.6, 4.2, 2)
    asked = sorted(set(found.levels))
    groups = [found.difficulty[found.levels == level] for level in asked]
    box = left.boxplot(
        groups, positions=asked, widths=0.6 * np.diff(asked).min(initial=1.0), patch_artist=True, sym="."
    )
    for patch in box["boxes"]:
        patch.set(facecolor=PALE, edgecolor=ACCENT)
    left.set(xlabel="level given by the makers", ylabel="difficulty by the yardstick")
    left.set_xticks(asked, [f"{level:g}" for level in asked])
    names = list(told)[::-1]
    cells = [told[name][1] for name in names]
    values = np.array([cell.value for cell in cells])
    ends = np.abs(np.array([[cell.low, cell.high] for cell in cells]).T - values)
    shades = [ACCENT if name == YARDSTICK or name.startswith(FITTED) else GREY for name in names]
    right.barh(range(len(names)), values, color=shades, xerr=ends, ecolor=INK, error_kw={"elinewidth": 0.8})
    right.set_yticks(range(len(names)), names, fontsize=8)
    right.axvline(0.0, color=INK, linewidth=0.6)
    right.set(xlabel="rank correlation with levels, equal length")
    figure.tight_layout()
    return drawn(figure, say, ("Difficulty beside levels", "")).svg


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--by", action="append", default=[], help="a column that says what is held out together")
    parser.add_argument("--within", help="a column: only problems that share it are compared")
    parser.add_argument("--plot", help="an SVG to write")
    asked = parser.parse_args(arguments)
    try:
        rows = rows_of(asked.file, asked.by, asked.within)
        if asked.plot and not Path(asked.plot).parent.is_dir():
            raise BadFile(f"{asked.plot}: there is no such folder")
        found = problems(rows)
    except BadFile as error:
        print(f"tsume: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{len(found)} problems, {found.unfinished} of them not proved to the end\n")
    print(f"{'':28} {'over all':>22} {'equal length':>22}")
    told = {}
    for name, said in lines(found):
        told[name] = cell(over_all, said, found), cell(within, said, found)
        print(f"{name:28} " + " ".join(f"{one!s:>22}" for one in told[name]))
    if asked.plot:
        Path(asked.plot).write_text(plot(found, told), encoding="utf-8")


if __name__ == "__main__":
    main()
