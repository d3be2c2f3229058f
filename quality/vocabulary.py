"""The words that the suites are written in: tables, expectations, checks and how to say them.

A check is one or more Great Expectations (by name, so that reading the suites does not load the
library, which takes seconds) under one short sentence. What the library has no expectation for is a
*rule*: a function that says for each row whether it holds; its answer becomes a column of the frame
and the expectation is that this column is True. No answer counts as False, because an expectation
leaves missing values out.

A check looks at the rows of the table itself, or (`over`) at its columns, or at the rows of a related
table: "every puzzle has features" is a statement about verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from warehouse.vocabulary import SCALE, TARGETS

ROWS = "rows"
COLUMNS = "columns"
EARLIER = "earlier"
"""Selections of other nights, under this name among the related tables."""

SCALE_WIDTH = SCALE[1] - SCALE[0]
REACH = (-3000.0, 6000.0)
"""Standings beyond this are no strength but a mistake: chess players of all times are within 0 and 3000."""
WIDEST = 500.0
"""The deviation of someone of whom nothing is known is 350, and hardly ever more."""
LONGEST = 86400.0

NIGHT_FORM = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
COLLECTION_FORM = r"^(?!(?:founding|so-far)$|survey-)(?![0-9]{4}-[0-9])[a-z0-9][a-z0-9-]*$"
SURVEY_FORM = r"^(?!(?:founding|so-far)$|sim)(?![0-9]{4}-[0-9])[a-z0-9][a-z0-9-]*$"
NO_FORMULA = r"^(?![=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])"
BATCH_FORM = r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|(?![0-9]{4}-[0-9])[a-z0-9][a-z0-9_-]*)$"
PUZZLE_ID_FORM = r"^[0-9a-f]{16}$"
THEME_FORM = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
SHA256_FORM = r"^[0-9a-f]{64}$"
SENTENCE_FORM = r"^[A-Z][^\n]*\.$"
JAPANESE_SENTENCE_FORM = r"^[^\s。][^\n]*。$"

INTERVAL_ENDS = tuple(f"{target}_{end}" for target in TARGETS for end in ("low", "high"))
REASONS = tuple(f"{target}_reasons" for target in TARGETS)
LEANS_ON = "predicted_difficulty"
"""A reason for interest that is no feature: how difficult the puzzle is predicted to be."""


class Tables:
    """The table that is checked and its related ones, as Arrow and (made once) as data frames.

    In a frame dates are ISO text, and maps and lists only say whether they are there.
    """

    def __init__(self, data: pa.Table, related: Mapping[str, pa.Table] | None = None) -> None:
        self._tables = {**(related or {}), ROWS: data}
        self._frames: dict[str, pd.DataFrame] = {}

    def arrow(self, name: str = ROWS) -> pa.Table:
        return self._tables[name]

    def frame(self, name: str = ROWS) -> pd.DataFrame:
        if name not in self._frames:
            self._frames[name] = _frame(self.arrow(name))
        return self._frames[name]

    def lacks(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name not in self._tables]


def _frame(table: pa.Table) -> pd.DataFrame:
    columns = [_flat(column) for column in table.columns]
    frame: pd.DataFrame = pa.table(columns, names=table.column_names).to_pandas(ignore_metadata=True)
    return frame


def _flat(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_date(column.type):
        return column.cast(pa.string())
    if pa.types.is_nested(column.type):
        return pc.if_else(column.is_valid(), True, pa.scalar(None, pa.bool_()))
    return column


Rule = Callable[[Tables], Any]


@dataclass(frozen=True)
class Expect:
    """One expectation: the name of its class in great_expectations.expectations, and its arguments."""

    kind: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Check:
    name: str
    expects: tuple[Expect, ...] = ()
    rule: Rule | None = None
    shows: tuple[str, ...] = ()
    """Columns to quote in the detail of a failure, if not those of the expectation that failed."""
    needs: tuple[str, ...] = ()
    """Related tables without which the check cannot be made."""
    over: str = ROWS


# The vocabulary of the suites.


def within(name: str, columns: Iterable[str], low: float, high: float | None = None) -> Check:
    return _each(name, "ExpectColumnValuesToBeBetween", columns, min_value=low, max_value=high)


def above(name: str, column: str, low: float, high: float) -> Check:
    between = {"min_value": low, "max_value": high, "strict_min": True}
    return _each(name, "ExpectColumnValuesToBeBetween", (column,), **between)


def one_of(name: str, column: str, values: Iterable[str]) -> Check:
    return _each(name, "ExpectColumnValuesToBeInSet", (column,), value_set=list(values))


def matches(name: str, column: str, regex: str) -> Check:
    return _each(name, "ExpectColumnValuesToMatchRegex", (column,), regex=regex)


def json_text(name: str, column: str) -> Check:
    return _each(name, "ExpectColumnValuesToBeJsonParseable", (column,))


def unique(name: str, columns: Iterable[str]) -> Check:
    columns = tuple(columns)
    if len(columns) == 1:
        return _each(name, "ExpectColumnValuesToBeUnique", columns)
    together = Expect("ExpectCompoundColumnsToBeUnique", {"column_list": list(columns)})
    return Check(name, (together,))


def ordered(name: str, *pairs: tuple[str, str], or_equal: bool = True) -> Check:
    """Each pair is (smaller, larger)."""
    return Check(name, tuple(_smaller_first(low, high, or_equal) for low, high in pairs))


def _smaller_first(low: str, high: str, or_equal: bool) -> Expect:
    columns = {"column_A": high, "column_B": low, "or_equal": or_equal}
    return Expect("ExpectColumnPairValuesAToBeGreaterThanB", {**columns, "ignore_row_if": "either_value_is_missing"})


def same(name: str, first: str, second: str, shows: tuple[str, ...], over: str) -> Check:
    pair = {"column_A": first, "column_B": second, "ignore_row_if": "neither"}
    return Check(name, (Expect("ExpectColumnPairValuesToBeEqual", pair),), shows=shows, over=over)


HAS_ROWS = "has rows"


def some_rows() -> Check:
    return Check(HAS_ROWS, (Expect("ExpectTableRowCountToBeBetween", {"min_value": 1}),))


def holds(name: str, rule: Rule, *shows: str, needs: tuple[str, ...] = (), over: str = ROWS) -> Check:
    expect = Expect("ExpectColumnValuesToBeInSet", {"column": rule_column(name), "value_set": [True]})
    return Check(name, (expect,), rule, shows, needs, over)


def never_missing(name: str, columns: Iterable[str]) -> Check:
    """One rule for all columns: an expectation for each would be half of the time that a suite takes."""
    columns = list(columns)
    return holds(name, lambda tables: tables.frame()[columns].notna().all(axis=1), *columns)


def never_blank(name: str, columns: Iterable[str]) -> Check:
    columns = list(columns)
    return holds(name, lambda tables: ~tables.frame()[columns].apply(_is_blank).any(axis=1), *columns)


def _is_blank(column: pd.Series) -> pd.Series:
    return column.str.strip() == ""


def rule_column(name: str) -> str:
    """Column of the frame that holds the answer of a rule."""
    return f"_{name}"


def is_rule_column(column: str) -> bool:
    return column.startswith("_")


def _each(name: str, kind: str, columns: Iterable[str], **arguments: Any) -> Check:
    return Check(name, tuple(Expect(kind, {"column": column, **arguments}) for column in columns))
