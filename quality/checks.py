"""Runs the suites of quality/suites.py with Great Expectations and returns plain results.

The library is loaded at the first run only, silently and with its usage statistics off. Four things
make it fast: it is first asked only what holds, and for details only of what does not (half the
time); and then for row numbers, their keys being looked up here (looked up by the library they
take a second for 4,000 rows); it is not asked about tables without rows; and it does nothing twice
(`hasten`, half the time again). What went wrong inside
the library, or inside a rule, is a failed check with the reason as its detail; so is a check whose
related table was not given. A machine that cannot run the library at all, for want of memory above
all, says nothing about the data: `CannotCheck`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import pandas as pd
import pyarrow as pa

from quality.hasten import hasten, remembered
from quality.suites import columns_frame, suite
from quality.vocabulary import COLUMNS, ROWS, Check, Expect, Tables, is_rule_column, rule_column
from warehouse.schema import TABLES
from warehouse.vocabulary import KEPT_IDS

SHOWN_ROWS = 3
SHOWN_CHARACTERS = 80


class CannotCheck(RuntimeError):
    """The checks could not be run, whatever the data is like; the message says what failed."""


# What a machine says that lacks memory or a library, not data that lacks something.
MACHINE = (MemoryError, ImportError)
MACHINE_WORDS = ("MemoryError", "ImportError", "ModuleNotFoundError", "allocate memory", "failed to map segment")


@dataclass(frozen=True)
class CheckResult:
    table: str
    check: str
    passed: bool
    rows: int
    failures: int
    failed_ids: tuple[str, ...]
    detail: str | None


@dataclass(frozen=True)
class Outcome:
    """What one expectation said: the rows that broke it, or why it could not tell."""

    success: bool
    columns: tuple[str, ...] = ()
    broken: tuple[int, ...] = ()
    error: str | None = None


def check_names(table_name: str) -> list[str]:
    return [check.name for check in suite(table_name)]


def run_suite(table_name: str, data: pa.Table, related: Mapping[str, pa.Table] | None = None) -> list[CheckResult]:
    """All checks of a table, in the order of `check_names`."""
    tables, checks = Tables(data, related), suite(table_name)
    results: dict[str, CheckResult] = {}
    for over in dict.fromkeys(check.over for check in checks):
        group = [check for check in checks if check.over == over]
        results.update(_run_over(table_name, over, group, tables))
    return [results[check.name] for check in checks]


def _run_over(table_name: str, over: str, checks: list[Check], tables: Tables) -> dict[str, CheckResult]:
    """The checks that look at the same rows: one frame, one validation."""
    lacking = [check for check in checks if tables.lacks(check.needs)]
    results = {check.name: _lacking(table_name, check, tables) for check in lacking}
    checks = [check for check in checks if check not in lacking]
    if not checks:
        return results
    frame, errors = _with_rules(_frame(table_name, over, tables), checks, tables)
    outcomes = _validate(frame, [check for check in checks if check.name not in errors])
    ids = _Ids(frame, _key(table_name, over))
    for check in checks:
        found = outcomes.get(check.name, [Outcome(False, error=errors.get(check.name, "gave no result"))])
        results[check.name] = _result(table_name, check, frame, ids, found)
    return results


def _lacking(table_name: str, check: Check, tables: Tables) -> CheckResult:
    lacking = ", ".join(tables.lacks(check.needs))
    return CheckResult(table_name, check.name, False, 0, 0, (), f"needs the table {lacking}")


def _frame(table_name: str, over: str, tables: Tables) -> pd.DataFrame:
    return columns_frame(TABLES[table_name], tables.arrow()) if over == COLUMNS else tables.frame(over)


def _key(table_name: str, over: str) -> tuple[str, ...]:
    if over == COLUMNS:
        return ("column",)
    return TABLES[table_name if over == ROWS else over].key


def _with_rules(frame: pd.DataFrame, checks: list[Check], tables: Tables) -> tuple[pd.DataFrame, dict[str, str]]:
    """The frame with the answer of every rule as a column, and the rules that broke down."""
    answers, errors = {}, {}
    for check in checks:
        if check.rule is None:
            continue
        try:
            answers[rule_column(check.name)] = _answers(check.rule(tables), len(frame))
        except MACHINE as error:
            raise CannotCheck(f"the check '{check.name}' could not be run: {_said(error)}") from error
        except Exception as error:
            errors[check.name] = _said(error)
    return pd.concat([frame, pd.DataFrame(answers, index=frame.index)], axis=1), errors


def _answers(answer: Any, rows: int) -> Any:
    told = pd.Series(answer, dtype=object).reset_index(drop=True)
    if len(told) != rows:
        raise ValueError(f"the rule judged {len(told)} rows of {rows}")
    return told.eq(True).fillna(False).astype(bool).to_numpy()


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


# Results.


class _Ids:
    """The ids of rows: the puzzle's where there is one, else the key; the row number if that is missing."""

    def __init__(self, frame: pd.DataFrame, key: tuple[str, ...]) -> None:
        self.frame = frame
        self.columns = ["puzzle_id"] if "puzzle_id" in frame else [name for name in key if name in frame]

    def of(self, row: int) -> str:
        parts: list[Any] = [self.frame[column].iat[row] for column in self.columns]
        named = [str(part) for part in parts if not pd.isna(part)]
        return "/".join(named) if named and len(named) == len(parts) else f"row {row}"

    def first(self, rows: Iterable[int]) -> tuple[str, ...]:
        ids: dict[str, None] = {}
        for row in rows:
            ids[self.of(row)] = None
            if len(ids) == KEPT_IDS:
                break
        return tuple(ids)


def _result(table_name: str, check: Check, frame: pd.DataFrame, ids: _Ids, found: list[Outcome]) -> CheckResult:
    passed = bool(found) and all(outcome.success for outcome in found)
    broken = sorted({row for outcome in found for row in outcome.broken})
    detail = None if passed else _detail(check, frame, broken, found)
    return CheckResult(table_name, check.name, passed, len(frame), len(broken), ids.first(broken), detail)


def _detail(check: Check, frame: pd.DataFrame, broken: list[int], found: list[Outcome]) -> str:
    errors = [outcome.error for outcome in found if outcome.error]
    seen = [_seen(frame, check.shows or outcome.columns, outcome.broken) for outcome in found]
    return "; ".join(dict.fromkeys(filter(None, [*errors, *seen]))) or f"{len(broken)} of {len(frame)} rows"


def _seen(frame: pd.DataFrame, columns: tuple[str, ...], broken: tuple[int, ...]) -> str:
    """What the first rows that broke an expectation say."""
    shown = [column for column in columns if column in frame and not is_rule_column(column)]
    rows = [_row(frame[shown].iloc[row]) for row in broken[:SHOWN_ROWS]]
    return "; ".join(dict.fromkeys(filter(None, rows)))


def _row(values: pd.Series) -> str:
    """What is missing, if anything is; else the values."""
    missing = [f"{column} is missing" for column in values.index[values.isna()]]
    return ", ".join(missing or [f"{column} {_short(value)}" for column, value in values.items()])


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "..."


# Great Expectations.

_validating = Lock()


def _validate(frame: pd.DataFrame, checks: list[Check]) -> dict[str, list[Outcome]]:
    """The outcomes of each check, one for each of its expectations."""
    if frame.empty:
        return {check.name: [Outcome(holds_of_no_rows(expect)) for expect in check.expects] for check in checks}
    outcomes = _outcomes(frame, checks, "BOOLEAN_ONLY")
    failed = [check for check in checks if not _held(check, outcomes)]
    return {**outcomes, **_outcomes(frame, failed, "COMPLETE")}


def holds_of_no_rows(expect: Expect) -> bool:
    """No row breaks a rule if there is none; only how many there are can be wrong. The library need not be asked."""
    return expect.kind != "ExpectTableRowCountToBeBetween" or expect.arguments.get("min_value", 0) <= 0


def _held(check: Check, outcomes: Mapping[str, list[Outcome]]) -> bool:
    return check.name in outcomes and all(outcome.success for outcome in outcomes[check.name])


def _outcomes(frame: pd.DataFrame, checks: list[Check], result_format: str) -> dict[str, list[Outcome]]:
    if not checks:
        return {}
    try:
        with _validating, remembered():
            results = _great_expectations(_library(), frame, checks, result_format)
    except CannotCheck:
        raise
    except MACHINE as error:
        raise CannotCheck(f"Great Expectations could not run the checks: {_said(error)}") from error
    except Exception as error:
        return {check.name: [Outcome(False, error=_said(error))] for check in checks}
    outcomes: dict[str, list[Outcome]] = {}
    for result in results:
        outcomes.setdefault(result.expectation_config.meta["check"], []).append(_outcome(result))
    return {check.name: outcomes[check.name] for check in checks if _complete(check, outcomes)}


def _complete(check: Check, outcomes: Mapping[str, list[Outcome]]) -> bool:
    return len(outcomes.get(check.name, [])) == len(check.expects)


def _library() -> Any:
    """The library, ready to validate frames. Whatever keeps it from being loaded is no fault of the data."""
    try:
        return _batch_definition()
    except Exception as error:
        raise CannotCheck(f"Great Expectations could not be loaded: {_said(error)}") from error


def _great_expectations(definition: Any, frame: pd.DataFrame, checks: list[Check], result_format: str) -> list[Any]:
    from great_expectations import ExpectationSuite

    expectations = [_expectation(expect, check.name) for check in checks for expect in check.expects]
    batch = definition.get_batch(batch_parameters={"dataframe": frame})
    expected = ExpectationSuite(name="suite", expectations=expectations)
    return list(batch.validate(expected, result_format={"result_format": result_format}).results)


def _expectation(expect: Expect, check_name: str) -> Any:
    import great_expectations.expectations as library

    return getattr(library, expect.kind)(**expect.arguments, meta={"check": check_name})


def _outcome(result: Any) -> Outcome:
    error = _exception(result.exception_info)
    if error and any(word in error for word in MACHINE_WORDS):
        raise CannotCheck(f"Great Expectations could not run the checks: {error}")
    if error:
        return Outcome(False, error=error)
    broken = tuple(result.result.get("unexpected_index_list") or ())
    return Outcome(bool(result.success), _columns(result.expectation_config.kwargs), broken)


def _columns(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    single = [arguments[name] for name in ("column", "column_B", "column_A") if name in arguments]
    return (*single, *arguments.get("column_list", ()))


def _exception(info: Any) -> str | None:
    """The message of what was raised: the library gives one record, or one for each metric."""
    if not isinstance(info, Mapping):
        return None
    records = [info] if "raised_exception" in info else info.values()
    raised = [str(each.get("exception_message")) for each in records if each.get("raised_exception", True)]
    return "; ".join(dict.fromkeys(raised)) or None


@cache
def _batch_definition() -> Any:
    """The one context of this process, where every frame is validated in turn."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    logging.getLogger("great_expectations").setLevel(logging.ERROR)
    import great_expectations
    from great_expectations.data_context.types.base import ProgressBarsConfig

    hasten()
    context = great_expectations.get_context(mode="ephemeral")
    context.enable_analytics(False)
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    asset = context.data_sources.add_pandas("quality").add_dataframe_asset("frame")
    return asset.add_batch_definition_whole_dataframe("whole")
