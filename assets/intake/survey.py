"""import: what people said of puzzles in somebody's survey, taken in row by row as far as it can be.

A survey grows: each file that is imported under its name adds what it has that is new, so that rows which were set
aside can be mended and imported again, and a file that was imported already changes nothing. All files of a survey
have one scale and one set of raters. The new state is made apart and becomes visible by one rename
(`warehouse.shelf`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from assets.core import progress
from assets.core.sources import press_version
from assets.core.stage import ChecksFailed, Press, install
from assets.intake import survey_rows
from assets.intake.collection import answer
from assets.intake.survey_rows import Came, Identify, SurveyRows, Terms
from engines.people.scale import Scale
from warehouse.lake import Origin, rows_to_table
from warehouse.sheet import Sheet
from warehouse.shelf import clear, surveys
from warehouse.survey import ALL_GAMES, batch_of, proved_puzzles, stored
from warehouse.vocabulary import SURVEYED


class BadTerms(ValueError):
    """Terms that a survey cannot have; the message says why."""


@dataclass(frozen=True)
class Imported:
    """What became of an import."""

    added: int
    replaced: int
    unchanged: int
    kinds: dict[str, int]  # rows that were set aside, by what was wrong first
    aside: pa.Table  # those rows, as they came, with line and reason

    @property
    def new(self) -> bool:
        return bool(self.added or self.replaced)


@dataclass(frozen=True)
class Declared:
    """What whoever imports a file says of it."""

    name: str
    file: str  # without its folder
    scale: Scale | None = None
    raters: str | None = None
    group: str | None = None
    asked: str | None = None
    replace: bool = False


def agreed(declared: Declared, imports: pa.Table) -> Terms:
    """The terms of a file: the scale and the raters that its survey has already, or those declared now."""
    name, scale, raters = declared.name, declared.scale, declared.raters
    if imports.num_rows:
        first = imports.slice(0, 1).to_pylist()[0]
        kept = Scale(first["scale_low"], first["scale_high"])
        for what, said, has in (("scale", scale, kept), ("raters", raters, first["raters"])):
            if said not in (None, has):
                raise BadTerms(f"{name} has the {what} {has}, not {said}: choose another name, or remove it first")
        scale, raters = kept, first["raters"]
    if scale is None:
        raise BadTerms(f"no scale is declared for {name}: say from where to where answers go, as in --scale 1..5")
    return Terms(name, scale, raters or name, declared.group, declared.asked)


def import_survey(press: Press, declared: Declared, sheet: Sheet, identify: Identify) -> Imported:
    """Take in what a file has that is new, all of it at once, and publish the warehouse.

    Killed at any moment, all that was new is there, or nothing of it.
    """
    with press.home.turn(batch_of(declared.name)):
        earlier, imports = (stored(press.home, declared.name, table) for table in ("rating", "survey"))
        terms = agreed(declared, imports)
        progress.current().begin("import", "")
        proved = proved_puzzles(press.home)
        said = survey_rows.read(sheet, terms, identify, proved)
        survey_rows.check_repeats(said)
        came = survey_rows.compare(said, earlier, declared.replace)
        done = outcome(said, came, terms)
        if done.new:
            number = imports.num_rows + 1
            history = pa.concat_tables([imports, import_row(terms, declared.file, sheet, done, number)])
            source = f"{declared.file}@{sheet.sha256}"
            write(press, declared.name, merged(said, came, earlier, number), history, proved, source)
        progress.current().end("import", "", f"{done.added + done.replaced:,} new of {sheet.cells.num_rows:,} rows")
    answer(press)
    return done


def outcome(said: SurveyRows, came: Came, terms: Terms) -> Imported:
    aside = carrying(said.sheet, terms).with_reasons(said.faults.reasons)
    return Imported(len(came.added), len(came.replaced), len(came.unchanged), said.faults.kinds, aside)


def carrying(sheet: Sheet, terms: Terms) -> Sheet:
    """The rows with what was declared for all of them, so that those set aside can be imported by themselves."""
    cells = sheet.cells
    for name, value in (("group", terms.group), ("asked", terms.asked)):
        found = survey_rows.column(sheet, survey_rows.NAMES[name])
        own = [column for column in cells.column_names if column.strip().lower() in survey_rows.NAMES[name]]
        if value is not None:
            cells = cells.drop_columns(own).append_column(name, found.fill_null(value))
    return replace(sheet, cells=cells)


def merged(said: SurveyRows, came: Came, earlier: pa.Table, number: int) -> pa.Table:
    """The earlier ratings that stay and those that came, in the order of the files."""
    rows = said.ratings.take(pa.array(np.sort(np.concatenate([came.added, came.replaced]))))
    place = rows.schema.get_field_index("survey_import")
    rows = rows.set_column(place, "survey_import", pa.repeat(pa.scalar(number, pa.int32()), rows.num_rows))
    return pa.concat_tables([earlier.take(pa.array(came.left)), rows.cast(earlier.schema)])


def import_row(terms: Terms, file: str, sheet: Sheet, done: Imported, number: int) -> pa.Table:
    row = {
        "survey": terms.name,
        "number": number,
        "raters": terms.raters,
        "scale_low": terms.scale.low,
        "scale_high": terms.scale.high,
        "file": file,
        "file_sha256": sheet.sha256,
        "rows": sheet.cells.num_rows,
        "added": done.added,
        "replaced": done.replaced,
        "unchanged": done.unchanged,
        "set_aside": sorted(done.kinds.items()),
        "provenance": SURVEYED,
    }
    return rows_to_table("survey", [row])


def write(press: Press, name: str, ratings: pa.Table, imports: pa.Table, proved: pa.Table, source: str) -> None:
    """Make the next revision of a survey, checked like everything else, and put it in place."""
    shelf, batch = surveys(press.home), batch_of(name)
    folder = shelf.bench(name)
    clear(folder)
    folder.mkdir(parents=True)
    apart = replace(press, apart=folder)
    games = pa.compute.unique(ratings.column("game")).to_pylist()
    parts = [("rating", game, ratings.filter(pa.compute.equal(ratings.column("game"), game))) for game in games]
    for table, game, rows in [*parts, ("survey", ALL_GAMES, imports)]:
        origin = Origin(f"{game}/survey", press.run_id, press_version(), (source,))
        made = install(apart, game, batch, {table: rows}, {"verdict": proved}, origin)
        if made.failed:
            raise ChecksFailed("survey", game, batch, made)
    shelf.install(name, folder)


def remove_survey(press: Press, name: str) -> None:
    """Take a survey out of the warehouse."""
    with press.home.turn(batch_of(name)):
        surveys(press.home).remove(name)
    answer(press)
