"""Ratings: what people said of puzzles comes in from survey files, is listed, goes, and goes out to others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, FORMATS, Problem, with_progress, writable_home
from warehouse.home import Home
from warehouse.vocabulary import MOMENTS, PROVENANCES, RATER_GROUPS, SIMULATED


@click.group(short_help="Import, list and export ratings by people.")
def ratings() -> None:
    """Ratings that people gave: from the files of surveys into the warehouse, and out again.

    \b
    tsume ratings import lab.csv --name lab-1 --scale -3..3 --asked after
    tsume ratings list
    tsume ratings export --survey lab-1 --scale original --output lab-1.csv

    Every rating says where it comes from: simulated, survey or players.
    """


@ratings.command("import", short_help="Import a survey's file.")
@click.argument("file")
@click.option("--name", required=True, help="What to call the survey: small letters, digits and hyphens.")
@click.option(
    "--scale",
    metavar="LOW..HIGH",
    help="Lowest and highest answer, like 1..5 or -3..3. It holds for the whole survey.",
)
@click.option("--asked", type=click.Choice(MOMENTS), help="Before or after the answer was shown.")
@click.option("--group", type=click.Choice(RATER_GROUPS), help="Skill of the raters, for rows that do not say it.")
@click.option(
    "--raters-of", "raters", metavar="SURVEY", help="Treat equal rater ids as the same people as in SURVEY."
)
@click.option("--replace", is_flag=True, help="Let rows that contradict earlier ones replace them.")
def import_ratings(file: str, scale: str | None, raters: str | None, **declared: Any) -> None:
    """Import the ratings in FILE (CSV or Parquet; - for standard input) as the survey NAME.

    Columns: puzzle_id or puzzle (an id, a JSON object, a link or a board), rater, and interest or
    difficulty or both. Optional: group, asked, comment, go_on, useful. CSV is UTF-8 with commas,
    semicolons or tabs.

    Rows that cannot be imported (unknown puzzle, no rater, off the scale, not a number, there
    twice, contradicting an earlier file, formulas) are set aside in rejected/ratings/NAME.csv under
    the root, with line and reason; the exit status is then 2. Mend them there and import that file
    under the same name. A file that was imported before changes nothing.
    """
    from assets.intake.survey import BadTerms, Declared, agreed
    from engines.people.scale import BadScale, Scale
    from orchestration import survey as sheets
    from orchestration.lines import CannotRead
    from warehouse.lake import DamagedFile
    from warehouse.sheet import BadSheet
    from warehouse.shelf import BadName
    from warehouse.survey import checked_name, stored

    try:
        name = checked_name(declared["name"])
        said = Declared(
            file="-" if file == "-" else Path(file).name,
            scale=None if scale is None else Scale.parse(scale),
            raters=None if raters is None else checked_name(raters),
            **declared,
        )
        agreed(said, stored(Home.from_environment(), name, "survey"))
        sheet = sheets.read(file)
    except (BadName, BadScale, BadTerms, BadSheet, CannotRead) as error:
        raise Problem(str(error), BAD_INPUT) from None
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    home = writable_home()
    if strangers := sheets.ignored(sheet):
        click.echo(strangers, err=True)
    done = with_progress(f"ratings {name}", lambda press: take_in(press, said, sheet))
    report(home, name, sheet, done, file)


def take_in(press: Any, said: Any, sheet: Any) -> Any:
    from assets.intake.survey import import_survey
    from orchestration.survey import identify

    return import_survey(press, said, sheet, identify)


def report(home: Home, name: str, sheet: Any, done: Any, file: str) -> None:
    """Say what came in, and set the rest aside."""
    from orchestration import survey as sheets
    from warehouse.survey import set_aside

    aside = set_aside(home, name, sheet, done.aside, None if file == "-" else Path(file))
    click.echo(sheets.summary(name, done), err=True)
    if aside is None:
        return
    for line in sheets.first_reasons(done):
        click.echo(f"tsume: {line}", err=True)
    rows = done.aside.num_rows
    them = "them" if rows > 1 else "it"
    raise Problem(
        f"{rows:,} row{'s'[: rows > 1]} set aside ({sheets.kinds(done)}): mend {them} in {aside} and import it",
        BAD_INPUT,
    )


@ratings.command("list", short_help="List the surveys.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def list_surveys(form: str) -> None:
    """List the surveys that were imported: games, ratings, raters, puzzles, scale, files, and what is set aside."""
    from orchestration.survey import COLUMNS, listed
    from orchestration.tables import print_rows
    from warehouse.lake import DamagedFile
    from warehouse.survey import imported

    home = Home.from_environment()
    try:
        rows = [listed(home, revision) for revision in imported(home).values()]
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    print_rows(list(COLUMNS), rows, form)


@ratings.command("remove", short_help="Remove a survey.")
@click.argument("name")
def remove_survey(name: str) -> None:
    """Remove the survey NAME from the warehouse, and the rows of it that were set aside.

    The imported files are not touched. Importing them again brings everything back. Models that
    were fitted on the survey stay in use until a refresh finds better ones; see `tsume models
    rollback`.
    """
    from assets.intake import survey
    from warehouse.survey import aside_files

    home = writable_home()
    known(home, name)
    with_progress(f"ratings {name}", lambda press: survey.remove_survey(press, name))
    for path in aside_files(home, name):
        path.unlink()
    click.echo(f"{name}: removed", err=True)


def known(home: Home, name: str) -> None:
    """See that a survey was imported under a name."""
    from engines.contract import choose_from
    from warehouse.survey import imported

    if name not in imported(home):
        raise Problem(f"no survey is called {name!r}: {choose_from(imported(home))}", BAD_INPUT)


@ratings.command(short_help="Export ratings.")
@click.option("--survey", metavar="NAME", help="Of one survey only.")
@click.option("--game", metavar="GAME", help="Of one game only.")
@click.option(
    "--provenance",
    "provenances",
    type=click.Choice(PROVENANCES),
    multiple=True,
    help="Only these ratings; may be given more than once.",
)
@click.option("--scale", default="1..5", show_default=True, metavar="SCALE", help="A scale, or: original.")
@click.option("--format", "form", type=click.Choice(["csv", "json", "parquet"]), default="csv", show_default=True)
@click.option("--output", metavar="FILE", help="The file to write. Default: standard output.")
def export(
    survey: str | None, game: str | None, provenances: tuple[str, ...], scale: str, form: str, output: str | None
) -> None:
    """Export ratings as rows, each with its provenance, its survey, and the file and line that it came from.

    Numbers are on the scale given by --scale, whatever the raters saw (own_low to own_high); with
    `original` they are as the raters gave them. In CSV, cells that a spreadsheet would run get a
    quote before them. If ratings are simulated, a line on standard error says how many.
    """
    from assets.intake.export import Wanted
    from assets.intake.export import ratings as exported
    from engines.people.scale import BadScale, Scale
    from engines.registry import GAMES
    from orchestration.survey import write
    from warehouse.lake import DamagedFile

    home = Home.from_environment()
    if survey is not None:
        known(home, survey)
    if game is not None and game not in GAMES:
        raise Problem(f"unknown game {game!r}: choose from {', '.join(GAMES)}", BAD_INPUT)
    if form == "parquet" and output is None:
        raise Problem("Parquet is not for a terminal: name a file with --output", BAD_INPUT)
    try:
        wanted = Wanted(None if scale == "original" else Scale.parse(scale), survey, game, provenances)
        table = exported(home, wanted)
    except BadScale as error:
        raise Problem(str(error), BAD_INPUT) from None
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    try:
        write(table, form, output)
    except OSError as error:
        if output is None:
            raise
        raise Problem(f"cannot write {output}: {error.strerror}", BAD_INPUT) from None
    click.echo(origins(table.column("provenance").to_pylist()), err=True)


def origins(provenances: list[str]) -> str:
    """How many ratings there are, and how many of them are simulated."""
    counts = Counter(provenances)
    total = f"{len(provenances):,} ratings" + "".join(f", {count:,} {name}" for name, count in sorted(counts.items()))
    return f"{total}: no person gave the simulated ones" if counts[SIMULATED] else total
