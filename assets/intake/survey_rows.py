"""What the rows of a survey's file say: ratings that can be kept, and for every other row the reasons why it cannot.

A row needs a puzzle that we have proved, a rater, and a rating of interest or of difficulty on the survey's scale.
All is done by the column: a file may have a million rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engines.people.scale import Scale
from warehouse.cells import bare, like_formulas, quoted
from warehouse.lake import night_of
from warehouse.schema import TABLES
from warehouse.sheet import BadSheet, Sheet, named
from warehouse.survey import batch_of
from warehouse.vocabulary import MOMENTS, OPTIONAL_QUESTIONS, QUESTIONS, RATER_GROUPS, SIMULATED, SURVEYED, TARGETS

NAMES: dict[str, tuple[str, ...]] = {
    "puzzle": ("puzzle_id", "puzzle"),
    "rater": ("rater", "rater_id"),
    **{name: (name,) for name in QUESTIONS},
    "group": ("group", "rater_group"),
    "asked": ("asked",),
    "comment": ("comment",),
    "provenance": ("provenance",),
}
KNOWN_NAMES = frozenset(name for names in NAMES.values() for name in names)
COMPARED = (*QUESTIONS, "rater_group", "asked", "comment")
ID = r"^[0-9a-fA-F]{16}$"
NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$"
SHOWN = 40  # characters of a cell in a reason
NO_TEXT = pa.scalar(None, pa.string())

Cells = Any  # a pa.ChunkedArray of text, most often
Identify = Callable[[str], tuple[str | None, str | None]]
"""The id of a puzzle that is written down in any of the text forms, or the reason why it is none."""


@dataclass(frozen=True)
class Terms:
    """What holds for all rows of a survey's file, where they do not say otherwise."""

    name: str
    scale: Scale
    raters: str  # the survey whose raters they are
    group: str | None = None
    asked: str | None = None


@dataclass
class Faults:
    """What is wrong with the rows: all reasons of a row are kept, the first is what it counts as."""

    rows: int
    found: list[tuple[str, Cells]] = field(default_factory=list)

    def add(self, kind: str, wrong: Cells, *words: Cells | str) -> None:
        """Note a fault of the rows for which `wrong` is true; the words of a row make its reason."""
        if pc.any(wrong).as_py():
            text = pc.binary_join_element_wise(*words, " ")
            self.found.append((kind, pc.if_else(pc.fill_null(wrong, False), text, NO_TEXT)))

    @property
    def reasons(self) -> Cells:
        """For each row what is wrong with it, or null."""
        said = pa.chunked_array([pa.nulls(self.rows, pa.string())])
        for _, text in self.found:
            said = pc.coalesce(pc.binary_join_element_wise(said, text, "; "), said, text)
        return said

    @property
    def kinds(self) -> dict[str, int]:
        """How many rows are set aside, by what is wrong with them first."""
        seen = pa.array(np.zeros(self.rows, dtype=bool))
        counts: dict[str, int] = {}
        for kind, text in self.found:
            has = pc.is_valid(text)
            counts[kind] = counts.get(kind, 0) + pc.sum(pc.and_not(has, seen)).as_py()
            seen = pc.or_(seen, has)
        return {kind: count for kind, count in counts.items() if count}


def short(cells: Cells) -> Cells:
    """The beginnings of cells, on one line, for a reason."""
    return pc.replace_substring_regex(pc.utf8_slice_codeunits(pc.fill_null(cells, ""), 0, SHOWN), r"\s+", " ")


@dataclass(frozen=True)
class SurveyRows:
    """The rows of a file as ratings; those with a reason are set aside, and what they say here means nothing."""

    sheet: Sheet
    ratings: pa.Table
    faults: Faults


def check_columns(sheet: Sheet) -> None:
    """Refuse a file that lacks what no row can do without."""
    found = {name.strip().lower() for name in sheet.cells.column_names}
    for names in (NAMES["puzzle"], NAMES["rater"], TARGETS):
        if not found & set(names):
            has = named(sheet.cells.column_names)
            raise BadSheet(f"it has no column {' or '.join(names)}: its columns are {has}")


def read(sheet: Sheet, terms: Terms, identify: Identify, proved: pa.Table) -> SurveyRows:
    """Make ratings of the rows of a file; `proved` has the puzzles that are known, with their games."""
    check_columns(sheet)
    rows = sheet.cells.num_rows
    cells = {name: column(sheet, names) for name, names in NAMES.items()}
    faults = Faults(rows)
    faults.add("too many cells", pc.is_valid(sheet.extra), "more cells than columns, at the end:", short(sheet.extra))
    ids, games = puzzles(cells["puzzle"], identify, proved, faults)
    check_raters(cells, faults)
    said = {name: answers_to(name, cells[name], sheet, terms.scale, faults) for name in QUESTIONS}
    neither = pc.and_(*(pc.is_null(cells[name]) for name in TARGETS))
    faults.add("no rating", neither, "neither interest nor difficulty is given")
    chosen = {
        "group": choice("group", cells["group"], RATER_GROUPS, terms.group, faults),
        "asked": choice("asked", cells["asked"], MOMENTS, terms.asked, faults),
    }
    values = {
        "batch": pa.repeat(batch_of(terms.name), rows),
        "night": pa.array([night_of(batch_of(terms.name))], pa.date32()).take(pa.array(np.zeros(rows, dtype=int))),
        "game": games,
        "survey": pa.repeat(terms.name, rows),
        "rater_id": pc.binary_join_element_wise(f"{terms.raters}/", cells["rater"], ""),
        "rater_group": chosen["group"],
        "puzzle_id": ids,
        **said,
        "scale_low": pa.repeat(terms.scale.low, rows),
        "scale_high": pa.repeat(terms.scale.high, rows),
        "provenance": pa.repeat(SURVEYED, rows),
        "asked": chosen["asked"],
        "comment": quoted(cells["comment"]),
        "survey_import": pa.nulls(rows, pa.int32()),
        "line": sheet.lines.cast(pa.int32()),
    }
    return SurveyRows(sheet, pa.table({name: values[name] for name in TABLES["rating"].arrow.names}), faults)


def column(sheet: Sheet, names: tuple[str, ...]) -> Cells:
    """What the file says under a name, or nothing at all."""
    found = sheet.column(*names)
    return pa.chunked_array([pa.nulls(sheet.cells.num_rows, pa.string())]) if found is None else bare(found)


def puzzles(cells: Cells, identify: Identify, proved: pa.Table, faults: Faults) -> tuple[Cells, Cells]:
    """The id and the game of each row's puzzle."""
    different = pc.drop_null(pc.unique(cells))
    is_id = pc.match_substring_regex(different, ID).to_pylist()
    texts = zip(different.to_pylist(), is_id, strict=True)
    told = [(text.lower(), None) if good else identify(text) for text, good in texts]
    place = pc.index_in(cells, value_set=different)
    ids = pa.array([identity for identity, _ in told], pa.string()).take(place)
    errors = pa.array([error for _, error in told], pa.string()).take(place)
    where = pc.index_in(ids, value_set=proved.column("puzzle_id"))
    faults.add("no known puzzle", pc.is_null(cells), "no puzzle is named")
    faults.add(
        "no known puzzle", pc.is_valid(errors), "puzzle", short(cells), "is neither an id nor a puzzle:", errors
    )
    unknown = pc.and_(pc.is_valid(ids), pc.is_null(where))
    faults.add("no known puzzle", unknown, "puzzle", ids, "is not known here")
    return ids, proved.column("game").take(where)


def check_raters(cells: Mapping[str, Cells], faults: Faults) -> None:
    rater = cells["rater"]
    faults.add("no rater", pc.is_null(rater), "there is no rater")
    faults.add("formula", like_formulas(rater), "rater", short(rater), "begins like a formula")
    pretends = pc.match_substring_regex(rater, "(?i)^sim-")
    faults.add("simulated", pretends, "rater", short(rater), "is called like a simulated one")
    simulated = pc.equal(pc.utf8_lower(cells["provenance"]), SIMULATED)
    faults.add("simulated", simulated, "the row says that it is simulated")


def answers_to(name: str, cells: Cells, sheet: Sheet, scale: Scale, faults: Faults) -> pa.Array:
    """The answers to a question, as they are kept: from 1 to 5, null where there is none."""
    plain = pc.utf8_normalize(cells, form="NFKC")  # wide digits are digits
    if sheet.delimiter != ",":
        plain = pc.replace_substring(plain, ",", ".")
    if name in OPTIONAL_QUESTIONS:
        plain = yes_or_no(plain, scale)
    is_number = pc.match_substring_regex(plain, NUMBER)
    faults.add("not a number", pc.invert(is_number), name, short(cells), "is not a number")
    number = pc.utf8_ltrim(pc.if_else(is_number, plain, NO_TEXT), "+").cast(pa.float64())
    values = number.to_numpy()
    on_scale = scale.has(values)
    outside = pa.array(~on_scale & ~np.isnan(values))
    faults.add("out of scale", outside, name, short(cells), f"is not on the scale {scale}")
    return pa.array(scale.kept(np.where(on_scale, values, np.nan)), pa.float64(), from_pandas=True)


def yes_or_no(cells: Cells, scale: Scale) -> Cells:
    """Yes and no are the ends of the scale."""
    small = pc.utf8_lower(cells)
    for word, end in (("yes", scale.high), ("no", scale.low)):
        small = pc.if_else(pc.equal(small, word), f"{end:.12g}", small)
    return small


def choice(name: str, cells: Cells, among: tuple[str, ...], default: str | None, faults: Faults) -> Cells:
    """One of a few words in each row; where the row says nothing, what holds for all of them."""
    small = pc.utf8_lower(cells)
    formula = like_formulas(cells)
    faults.add("formula", formula, name, short(cells), "begins like a formula")
    strange = pc.and_not(pc.invert(pc.is_in(small, value_set=pa.array(among))), pc.or_(pc.is_null(small), formula))
    faults.add(f"unknown {name}", strange, name, short(cells), f"is not {', '.join(among[:-1])} or {among[-1]}")
    return small if default is None else pc.fill_null(small, default)


# What a file says twice, and what it says otherwise than earlier files did.


def check_repeats(found: SurveyRows) -> None:
    """Of several good rows of a rater on a puzzle the first counts."""
    good = np.flatnonzero(pc.is_null(found.faults.reasons).to_numpy())
    rater, puzzle = (codes(found.ratings.column(name)) for name in ("rater_id", "puzzle_id"))
    pair = rater * len(found.ratings) + puzzle
    _, firsts, which = np.unique(pair[good], return_index=True, return_inverse=True)
    first = np.arange(len(pair))
    first[good] = good[firsts[which]]
    again = pa.array(first != np.arange(len(pair)))
    lines = found.ratings.column("line").take(pa.array(first)).cast(pa.string())
    found.faults.add("repeated", again, "the same rater on the same puzzle as in line", lines)


def codes(cells: Cells) -> np.ndarray:
    """A number for each different text; 0 for none."""
    return pc.fill_null(pc.index_in(cells, value_set=pc.unique(cells)), 0).to_numpy().astype(np.int64)


@dataclass(frozen=True)
class Came:
    """Which rows of a file are new, take the place of earlier ratings, or say what those said."""

    added: np.ndarray
    replaced: np.ndarray
    unchanged: np.ndarray
    left: np.ndarray  # the earlier ratings that stay


def compare(found: SurveyRows, earlier: pa.Table, replace: bool) -> Came:
    """Hold the good rows against earlier files; to say otherwise is a fault, unless it is meant to replace."""
    where = pc.index_in(key(found.ratings), value_set=key(earlier))
    before, met = earlier.take(where), pc.is_valid(where)
    good = pc.is_null(found.faults.reasons)
    differs = {name: pc.and_(pc.and_(good, met), other(found.ratings, before, name)) for name in COMPARED}
    for name, wrong in differs.items():
        if not replace:
            found.faults.add("contradicts", wrong, f"{name} is not what an earlier file said")
    changed = np.logical_or.reduce([wrong.to_numpy() for wrong in differs.values()])
    good, met = good.to_numpy(), met.to_numpy()
    replaced = np.flatnonzero(changed & replace)
    left = np.ones(len(earlier), dtype=bool)
    left[where.take(pa.array(replaced)).to_numpy()] = False
    return Came(np.flatnonzero(good & ~met), replaced, np.flatnonzero(good & met & ~changed), np.flatnonzero(left))


def key(ratings: pa.Table) -> Cells:
    return pc.binary_join_element_wise(ratings.column("rater_id"), ratings.column("puzzle_id"), "\n")


def other(one: pa.Table, two: pa.Table, name: str) -> Cells:
    """Where two columns differ; nothing and nothing are the same."""
    left, right = one.column(name), two.column(name)
    same = pc.fill_null(pc.equal(left, right), False)
    return pc.invert(pc.or_(same, pc.and_(pc.is_null(left), pc.is_null(right))))
