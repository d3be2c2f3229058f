"""Is predicted difficulty what makers of puzzles would say? `python -m benchmarks.levels FILE`.

FILE is CSV with a header: a column `level` (a number, more is harder) and a column `puzzle` or `link`, with a puzzle
in any text form. A column `maker` or `source`, if there is one, says what is held out together; `--by` names another.

For the yardstick of the game, its length alone, the nodes of the proof and single features it prints Spearman's
correlation with the levels: over all problems, and among problems of equal length (the mean over lengths, weighted by
how many problems have each), with 95 % intervals by drawing problems again. The last line is a model that was fitted
on the file and asked about the problems that it was not fitted on.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assets.intake.rate import kept
from engines.contract import BadPuzzle
from engines.rating import chance, folds, linear, measured
from engines.rating.metrics import rank_correlation
from engines.registry import GAMES, engine

FEWEST = 5  # problems of a length, to compare with each other
DRAWS = 500  # of the problems, for the intervals
LIMIT = 20_000_000  # nodes that a proof may take, as in a night
PARTS = 10
SINGLES = 12  # features that are printed: those that go farthest with the levels
Measure = Callable[[np.ndarray, np.ndarray, np.ndarray], float]


class BadFile(ValueError):
    """Not such a file; the message says why and where."""


@dataclass(frozen=True, eq=False)
class Problems:
    """Problems with levels, a row each: features, what was proved, and what is held out together."""

    names: list[str]
    features: np.ndarray
    difficulty: np.ndarray
    lengths: np.ndarray
    nodes: np.ndarray
    levels: np.ndarray
    unfinished: int
    groups: list[str]

    def __len__(self) -> int:
        return len(self.levels)


def rows_of(path: str, by: str | None = None) -> tuple[list[tuple[str, float, str]], str]:
    """Puzzle, level and group of each row, and how the groups are called."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            read = csv.DictReader(file)
            fields = list(read.fieldnames or [])
            text = next((name for name in ("puzzle", "link") if name in fields), None)
            if text is None or "level" not in fields:
                has = ", ".join(fields) or "none"
                raise BadFile(f"{path}: needs columns level, and puzzle or link; it has {has}")
            if by is not None and by not in fields:
                raise BadFile(f"{path}: there is no column {by!r}: choose from {', '.join(fields)}")
            group = by or next((name for name in ("maker", "source") if name in fields), "")
            rows = [(number, row) for number, row in enumerate(read, 2)]
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: cannot be read: {error}") from None
    found = []
    for number, row in rows:
        try:
            found.append((row[text], float(row["level"]), row[group] if group else str(number)))
        except (TypeError, ValueError):
            raise BadFile(f"{path}, line {number}: the level is {row['level']!r}, which is no number") from None
    if not found:
        raise BadFile(f"{path}: has no rows")
    return found, group


def problems(rows: Sequence[tuple[str, float, str]], limit: int = LIMIT) -> Problems:
    """All of one game: decoded, proved and measured."""
    games = {game_of(text) for text, _, _ in rows}
    if len(games) != 1 or None in games:
        known = ", ".join(sorted(str(game) for game in games if game))
        raise BadFile(f"puzzles must all be of one game; found {known or 'none'}")
    rules: Any = engine(next(iter(game for game in games if game)))
    if rules.yardstick is None:
        raise BadFile(f"{rules.name} has no yardstick")
    puzzles = [rules.decode(text, settle=True) for text, _, _ in rows]
    verdicts = [kept(rules.solve([puzzle], limit)[0]) for puzzle in told(puzzles)]
    names = [feature.name for feature in rules.features]
    table = np.asarray(rules.measure(puzzles, verdicts), dtype=np.float64)
    return Problems(
        names,
        table,
        measured.difficulty(rules.yardstick, names, table),
        table[:, names.index(rules.yardstick.counts)],
        np.log2(np.array([max(verdict.nodes, 1) for verdict in verdicts])),
        np.array([level for _, level, _ in rows]),
        sum(verdict.verdict == "unfinished" for verdict in verdicts),
        [group for _, _, group in rows],
    )


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


def over_all(said: np.ndarray, levels: np.ndarray, lengths: np.ndarray) -> float:
    """Spearman's correlation; what is not defined counts as usual."""
    return rank_correlation(filled(said), levels)


def within(said: np.ndarray, levels: np.ndarray, lengths: np.ndarray) -> float:
    """The same among problems of equal length: the mean over lengths by their number of problems."""
    total = weight = 0.0
    for length in np.unique(lengths[~np.isnan(lengths)]):
        same = lengths == length
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
        values.append(measure(said[rows], found.levels[rows], found.lengths[rows]))
    low, high = np.nanquantile(values, (0.025, 0.975))
    return float(low), float(high)


def refitted(found: Problems, parts: int = PARTS) -> np.ndarray:
    """What a linear model says that was fitted on the other groups' levels: on all features, and on the yardstick.

    Levels are fitted less what the length says of them, so that nothing is spent on what is known."""
    kin = found.groups
    fold = folds.deal([str(row) for row in range(len(found))], kin, min(parts, len(set(kin))), 1)
    base = np.column_stack([found.lengths, found.lengths**2, found.difficulty])
    said = np.empty(len(found))
    even = np.ones(len(found))
    for k in np.unique(fold):
        out, seen = fold == k, fold != k
        known = linear.ridge(filled_columns(base)[seen], found.levels[seen], even[seen])
        left = found.levels - known.predict(filled_columns(base))
        beyond = linear.ridge(found.features[seen], left[seen], even[seen])
        said[out] = known.predict(filled_columns(base)[out]) + beyond.predict(found.features[out])
    return said


def filled_columns(table: np.ndarray) -> np.ndarray:
    return np.column_stack([filled(column) for column in table.T])


def lines(found: Problems, group: str) -> Iterator[tuple[str, np.ndarray]]:
    """What is compared with the levels, by name."""
    yield "yardstick", found.difficulty
    yield "length alone", found.lengths
    yield "nodes of the proof", found.nodes
    strength = [abs(within(column, found.levels, found.lengths)) for column in found.features.T]
    for place in np.argsort(-np.nan_to_num(strength))[:SINGLES]:
        yield found.names[place], found.features[:, place]
    yield f"fitted, other {group or 'row'}s", refitted(found)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--by", help="the column that says what is held out together")
    asked = parser.parse_args(arguments)
    try:
        rows, group = rows_of(asked.file, asked.by)
        found = problems(rows)
    except (BadFile, BadPuzzle) as error:
        print(f"tsume: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{len(found)} problems, {found.unfinished} of them not proved to the end\n")
    print(f"{'':28} {'over all':>22} {'equal length':>22}")
    for name, said in lines(found, group):
        print(f"{name:28} " + " ".join(f"{cell(measure, said, found):>22}" for measure in (over_all, within)))


def cell(measure: Measure, said: np.ndarray, found: Problems) -> str:
    """A correlation with its interval."""
    low, high = interval(measure, said, found)
    return f"{measure(said, found.levels, found.lengths):.2f} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    main()
