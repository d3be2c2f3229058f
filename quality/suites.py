"""What must hold for each table, one line a check.

A check is one or more Great Expectations (by name, so that reading this file does not load the
library, which takes seconds) under one short sentence. What the library has no expectation for is a
*rule*: a function that says for each row whether it holds; its answer becomes a column of the frame
and the expectation is that this column is True. No answer counts as False, because an expectation
leaves missing values out.

A check looks at the rows of the table itself, or (`over`) at its columns, or at the rows of a related
table: "every puzzle has features" is a statement about verdicts. Run by quality/checks.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from warehouse.schema import TABLES, Table

ROWS = "rows"
COLUMNS = "columns"
EARLIER = "earlier"
"""Selections of other nights, under this name among the related tables."""

SCALE = (1.0, 5.0)
SCALE_WIDTH = SCALE[1] - SCALE[0]
KEPT_SOLUTIONS = 32
KEPT_IDS = 20

VERDICTS = ("unique", "ambiguous", "impossible", "unfinished")
PROVENANCES = ("simulated", "survey", "players")
RATER_GROUPS = ("beginner", "regular", "advanced")
TARGETS = ("interest", "difficulty")
LEVELS = ("easy", "medium", "hard")

NIGHT_FORM = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
BATCH_FORM = r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z][a-z0-9_-]*)$"
PUZZLE_ID_FORM = r"^[0-9a-f]{16}$"
SHA256_FORM = r"^[0-9a-f]{64}$"

INTERVAL_ENDS = tuple(f"{target}_{end}" for target in TARGETS for end in ("low", "high"))


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


def some_rows() -> Check:
    return Check("has rows", (Expect("ExpectTableRowCountToBeBetween", {"min_value": 1}),))


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


# Rules about the rows of one table.


def night_agrees(tables: Tables) -> Any:
    rows = tables.frame()
    is_night = rows["batch"].str.match(NIGHT_FORM).fillna(False).astype(bool)
    return np.where(is_night, rows["night"] == rows["batch"], rows["night"].isna())


def names_its_game(tables: Tables) -> Any:
    rows = tables.frame()
    return [_game(text) == game for text, game in zip(rows["puzzle"], rows["game"], strict=True)]


def _game(text: Any) -> Any:
    puzzle = _json(text)
    return puzzle.get("game", False) if isinstance(puzzle, dict) else False


def _json(text: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return None


def one_id_each(tables: Tables) -> Any:
    rows = tables.frame()
    return rows.groupby("puzzle", dropna=False)["puzzle_id"].transform("nunique") <= 1


def count_agrees(tables: Tables) -> Any:
    """Of the verdicts that say something about the count: unfinished ones only know a lower bound."""
    rows = tables.frame()
    count, verdict = rows["count"], rows["verdict"]
    expected = {"unique": count == 1, "ambiguous": count >= 2, "impossible": count == 0}
    return np.select([verdict == name for name in expected], list(expected.values()), default=True)


def numbered_from_1(tables: Tables) -> Any:
    rows = tables.frame()
    number = rows.groupby(["batch", "puzzle_id"], dropna=False)["number"]
    return (number.transform("min") == 1) & (number.transform("max") == number.transform("nunique"))


def listed_from_0(tables: Tables) -> Any:
    rows = tables.frame()
    position = rows.groupby(["batch", "game"], dropna=False)["position"]
    return (position.transform("min") == 0) & (position.transform("max") == position.transform("nunique") - 1)


def simulated_raters_say_so(tables: Tables) -> Any:
    rows = tables.frame()
    return rows["rater_id"].str.startswith("sim-") == (rows["provenance"] == "simulated")


def settings_are_an_object(tables: Tables) -> Any:
    return [isinstance(_json(text), dict) for text in tables.frame()["settings"]]


def passed_agrees(tables: Tables) -> Any:
    """Rows that broke a check mean that it did not pass; a check can fail without any (no rows at all)."""
    rows = tables.frame()
    return ~((rows["passed"] == True) & (rows["failures"] > 0))  # noqa: E712 (an object column if some are missing)


def failures_among_rows(tables: Tables) -> Any:
    rows = tables.frame()
    return (rows["failures"] >= 0) & (rows["failures"] <= rows["rows_checked"])


def few_ids(tables: Tables) -> Any:
    return pc.list_value_length(tables.arrow()["failed_ids"]).fill_null(0).to_numpy() <= KEPT_IDS


def release_names_its_night(tables: Tables) -> Any:
    rows = tables.frame()
    suffix = np.where(rows["revision"] == 1, "", "-r" + rows["revision"].astype(str))
    return rows["release"] == rows["night"] + suffix


# Rules about maps.


@dataclass(frozen=True)
class Entries:
    """All entries of a map column, one after the other."""

    row: np.ndarray
    name: pa.Array
    value: np.ndarray
    rows: int

    def without(self, wrong: np.ndarray) -> np.ndarray:
        """For each row: has it none of the wrong entries?"""
        good = np.ones(self.rows, dtype=bool)
        good[self.row[wrong]] = False
        return good


def entries(table: pa.Table, column: str) -> Entries:
    # A map is first cast to the list of pairs that it is: the kernels for lists abort on a map.
    maps = table[column].cast(pa.list_(pa.struct([("key", pa.string()), ("value", pa.float64())])))
    pairs = _whole(pc.list_flatten(maps))
    row = _whole(pc.list_parent_indices(maps)).to_numpy(zero_copy_only=False)
    value = pc.struct_field(pairs, "value").to_numpy(zero_copy_only=False).astype(float)
    return Entries(row, pc.struct_field(pairs, "key"), value, table.num_rows)


def _whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def features_are_finite(tables: Tables) -> Any:
    found = entries(tables.arrow(), "features")
    return found.without(~np.isfinite(found.value))


def some_feature(tables: Tables) -> Any:
    found = entries(tables.arrow(), "features")
    return np.bincount(found.row, minlength=found.rows) > 0


def no_feature_twice(tables: Tables) -> Any:
    found = entries(tables.arrow(), "features")
    named = pd.DataFrame({"row": found.row, "name": _codes(found.name)})
    return found.without(named.duplicated().to_numpy())


def _codes(names: pa.Array) -> np.ndarray:
    return names.dictionary_encode().indices.to_numpy(zero_copy_only=False)


def importances_are_shares(tables: Tables) -> Any:
    found = entries(tables.arrow(), "importances")
    total = np.bincount(found.row, weights=found.value, minlength=found.rows)
    proper = found.without(~(np.isfinite(found.value) & (found.value >= 0)))
    return proper & (np.isclose(total, 1, atol=1e-6) | (total == 0))


# Rules that need a related table.


def features_are_defined(tables: Tables) -> Any:
    found, defined = entries(tables.arrow(), "features"), tables.frame("feature_definition")
    known = np.zeros(len(found.row), dtype=bool)
    game = tables.frame()["game"].to_numpy()[found.row]
    for each, names in defined.groupby("game")["name"]:
        named = pc.is_in(found.name, pa.array(names, pa.string())).to_numpy(zero_copy_only=False)
        known |= (game == each) & named
    return found.without(~known)


def of_batch_in(other: str) -> Rule:
    """Its puzzle is in the other table, in the same batch."""
    return lambda tables: _known(tables.frame(), tables.frame(other), ["batch", "puzzle_id"])


def verdict_known_in_rows(tables: Tables) -> Any:
    return _known(tables.frame("verdict"), tables.frame(), ["batch", "puzzle_id"])


def puzzle_in(other: str) -> Rule:
    """Its puzzle is in the other table, in whichever batch."""
    return lambda tables: tables.frame()["puzzle_id"].isin(tables.frame(other)["puzzle_id"])


def _known(rows: pd.DataFrame, others: pd.DataFrame, key: list[str]) -> Any:
    return pd.MultiIndex.from_frame(rows[key]).isin(pd.MultiIndex.from_frame(others[key]))


def solutions_agree(tables: Tables) -> Any:
    """Over verdicts: the number of different solutions is the count, up to how many are kept."""
    found = _different(tables, "number")
    return found == tables.frame("verdict")["count"].clip(upper=KEPT_SOLUTIONS).to_numpy()


def predicted_for_all(tables: Tables) -> Any:
    """Over verdicts: there is a prediction for every audience that the game has predictions for."""
    audiences = tables.frame().groupby("game")["audience"].nunique()
    wanted = tables.frame("verdict")["game"].map(audiences).fillna(1)
    return _different(tables, "audience") >= wanted.to_numpy()


def _different(tables: Tables, column: str) -> np.ndarray:
    """For each verdict: how many different values its rows have in this column."""
    key = ["batch", "puzzle_id"]
    number = tables.frame().groupby(key)[column].nunique()
    return number.reindex(pd.MultiIndex.from_frame(tables.frame("verdict")[key]), fill_value=0).to_numpy()


def chosen_is_unique(tables: Tables) -> Any:
    verdict = tables.frame("verdict")
    return tables.frame()["puzzle_id"].isin(verdict.loc[verdict["verdict"] == "unique", "puzzle_id"])


def chosen_is_predicted(tables: Tables) -> Any:
    return _known(tables.frame(), tables.frame("prediction"), ["puzzle_id", "audience"])


def prediction_as_stated(tables: Tables) -> Any:
    """Of those that have one (another check is that all have)."""
    key = ["puzzle_id", "audience"]
    rows, predicted = tables.frame(), tables.frame("prediction")[[*key, *TARGETS]]
    stated = rows[key].assign(row=np.arange(len(rows)), **{f"{name}_stated": rows[name] for name in TARGETS})
    both = stated.merge(predicted, on=key)
    equal = [np.isclose(both[name], both[f"{name}_stated"], rtol=0, atol=1e-9) for name in TARGETS]
    agreed = both.loc[np.logical_and(*equal), "row"]
    return stated["row"].isin(agreed).to_numpy() | ~chosen_is_predicted(tables)


def chosen_for_one_night(tables: Tables) -> Any:
    rows = tables.frame()
    chosen = pd.concat([frame[["puzzle_id", "night"]] for frame in (rows, tables.frame(EARLIER))])
    nights = chosen.drop_duplicates().groupby("puzzle_id").size()
    return rows["puzzle_id"].map(nights).to_numpy() == 1


# What holds for every table, from its schema.

KEY_CHECK = {"verdict": "no puzzle twice"}
"""Mirror images share an id, so this key says that no puzzle is there twice, mirror images included."""


def declared(table: Table) -> list[Check]:
    return [
        same("columns as declared", "declared", "found", ("declared", "found"), COLUMNS),
        same("types as declared", "declared_type", "found_type", ("column", "found_type"), COLUMNS),
        never_missing("nothing is missing", [column.name for column in table.columns if not column.null]),
        unique(KEY_CHECK.get(table.name, "key is unique"), table.key),
    ]


def of_a_batch() -> list[Check]:
    return [
        matches("batch is a night or a collection", "batch", BATCH_FORM),
        holds("night agrees with batch", night_agrees, "batch", "night"),
    ]


def of_a_puzzle() -> list[Check]:
    return [matches("puzzle id has its form", "puzzle_id", PUZZLE_ID_FORM)]


# What holds for one table only.

CANDIDATE = (
    some_rows(),
    never_blank("names are given", ["game", "variant", "method", "engine"]),
    within("number is from 0", ["number"], 0),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
    holds("a puzzle has one id", one_id_each, "puzzle"),
)

VERDICT = (
    some_rows(),
    never_blank("names are given", ["game", "variant"]),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
    holds("a puzzle has one id", one_id_each, "puzzle"),
    one_of("verdict is one of four", "verdict", VERDICTS),
    holds("count agrees with verdict", count_agrees, "verdict", "count"),
    within("counts are not negative", ["count", "other_count", "nodes"], 0),
    within("takes a move or more", ["length"], 1),
)

SOLUTION = (
    json_text("solution is JSON", "solution"),
    holds("solutions are numbered from 1", numbered_from_1, "number"),
    holds("solved puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("solutions agree with verdict", solutions_agree, "count", needs=("verdict",), over="verdict"),
)

FEATURE_DEFINITION = (
    some_rows(),
    never_blank("names are given", ["game", "name", "description", "source"]),
    holds("features are listed from 0", listed_from_0, "position"),
    unique("no position twice", ["batch", "game", "position"]),
)

FEATURE = (
    some_rows(),
    never_blank("names are given", ["game"]),
    holds("some feature is measured", some_feature),
    holds("features are finite numbers", features_are_finite),
    holds("no feature twice", no_feature_twice),
    holds("every feature is defined", features_are_defined, "game", needs=("feature_definition",)),
    holds("measured puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("every puzzle has features", verdict_known_in_rows, "variant", needs=("verdict",), over="verdict"),
)

RATING = (
    some_rows(),
    never_blank("names are given", ["game", "survey", "rater_id"]),
    within("ratings are within 1 to 5", TARGETS, *SCALE),
    ordered("scale has a low and a high end", ("scale_low", "scale_high"), or_equal=False),
    one_of("rater group is one of three", "rater_group", RATER_GROUPS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("simulated raters say so", simulated_raters_say_so, "rater_id", "provenance"),
    holds("rated puzzle is known", puzzle_in("verdict"), needs=("verdict",)),
)

MODEL = (
    some_rows(),
    never_blank("names are given", ["model_id", "game", "audience", "data_digest", "reason", "body"]),
    one_of("target is interest or difficulty", "target", TARGETS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    within("generation is from 0", ["generation"], 0),
    within("fitted on something", ["items", "ratings"], 1),
    within("errors are within the scale", ["mae", "baseline_mae"], 0, SCALE_WIDTH),
    above("interval is wider than nothing", "interval", 0, SCALE_WIDTH),
    within("correlation is within -1 to 1", ["rank_correlation"], -1, 1),
    holds("settings are a JSON object", settings_are_an_object, "settings"),
    holds("importances are shares", importances_are_shares),
)

PREDICTION = (
    some_rows(),
    never_blank("names are given", ["game", "audience", "interest_model", "difficulty_model"]),
    within("intervals are within 1 to 5", INTERVAL_ENDS, *SCALE),
    ordered(
        "interval holds the prediction",
        *[(f"{target}_low", target) for target in TARGETS],
        *[(target, f"{target}_high") for target in TARGETS],
    ),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("predicted puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("every puzzle has a prediction", predicted_for_all, "variant", needs=("verdict",), over="verdict"),
)

SELECTION = (
    never_blank("names are given", ["game", "variant", "audience", "why"]),
    one_of("level is one of three", "level", LEVELS),
    within("rank is from 1", ["rank"], 1),
    unique("no rank twice", ["night", "game", "audience", "variant", "level", "rank"]),
    within("predictions are within 1 to 5", TARGETS, *SCALE),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("chosen puzzle is proved unique", chosen_is_unique, needs=("verdict",)),
    holds("chosen puzzle has a prediction", chosen_is_predicted, "audience", needs=("prediction",)),
    holds("prediction is as stated", prediction_as_stated, *TARGETS, needs=("prediction",)),
    holds("no puzzle for two nights", chosen_for_one_night, "night", needs=(EARLIER,)),
)

CHECK_RESULT = (
    never_blank("names are given", ["game", "table_name", "check_name", "digest"]),
    holds("failures are among the rows", failures_among_rows, "failures", "rows_checked"),
    holds("passed agrees with failures", passed_agrees, "passed", "failures"),
    holds("at most 20 ids", few_ids),
)

RELEASE = (
    holds("release is named after its night", release_names_its_night, "release", "night", "revision"),
    within("revision is from 1", ["revision"], 1),
    within("puzzles are counted", ["puzzles"], 0),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    matches("digest has its form", "digest", SHA256_FORM),
    json_text("manifest is JSON", "manifest"),
)

RELEASE_ENTRY = (
    never_blank("names are given", ["release", "game", "variant", "why"]),
    within("position is from 1", ["position"], 1),
    unique("no position twice", ["release", "position"]),
    one_of("level is one of three", "level", LEVELS),
    within("predictions are within 1 to 5", TARGETS, *SCALE),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
    json_text("solution is JSON", "solution"),
)

LINEAGE = (
    never_blank("names are given", ["asset", "table_name", "partition", "run_id", "code_version"]),
    within("rows are counted", ["rows"], 0),
)

SPECIFIC: dict[str, tuple[Check, ...]] = {
    "candidate": CANDIDATE,
    "verdict": VERDICT,
    "solution": SOLUTION,
    "feature_definition": FEATURE_DEFINITION,
    "feature": FEATURE,
    "rating": RATING,
    "model": MODEL,
    "prediction": PREDICTION,
    "selection": SELECTION,
    "check_result": CHECK_RESULT,
    "release": RELEASE,
    "release_entry": RELEASE_ENTRY,
    "lineage": LINEAGE,
}


@cache
def suite(table_name: str) -> tuple[Check, ...]:
    if table_name not in TABLES:
        raise ValueError(f"no such table: {table_name!r} (known: {', '.join(TABLES)})")
    table = TABLES[table_name]
    names = {column.name for column in table.columns}
    general = declared(table)
    general += of_a_batch() if {"batch", "night"} <= names else []
    general += of_a_puzzle() if "puzzle_id" in names else []
    return (*general, *SPECIFIC.get(table_name, ()))


def columns_frame(table: Table, data: pa.Table) -> pd.DataFrame:
    """One row for each place in the list of columns: what is declared there, and what was found."""
    width = max(len(table.columns), data.num_columns)
    found_types = dict(zip(data.column_names, map(str, data.schema.types), strict=True))
    return pd.DataFrame([_place(table, data.column_names, found_types, place) for place in range(width)])


def _place(table: Table, found: list[str], found_types: Mapping[str, str], place: int) -> dict[str, str]:
    name = table.columns[place].name if place < len(table.columns) else ""
    wanted = str(table.arrow.field(name).type) if name in found_types else ""
    return {
        "column": name or found[place],
        "declared": name,
        "found": found[place] if place < len(found) else "",
        "declared_type": wanted,
        "found_type": found_types.get(name, "") if name else "",
    }


def required(table_name: str) -> tuple[str, ...]:
    """The related tables that the suite of a table needs."""
    return tuple(dict.fromkeys(name for check in suite(table_name) for name in check.needs))
