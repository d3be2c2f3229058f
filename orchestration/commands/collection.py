"""Collections: other people's puzzles come in, are listed, and go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from orchestration.commands.common import (
    BAD_INPUT,
    FAILED,
    FORMATS,
    SETTLE,
    Problem,
    with_progress,
    writable_home,
)
from warehouse.home import Home


@click.group(short_help="Import puzzles that other people made.")
def collection() -> None:
    """Collections of puzzles that other people made: proved, measured and rated like our own, and kept apart.

    \b
    tsume collection import problems.txt --name monthly --maker Ann
    tsume sql "from collection_item where collection = 'monthly'"

    Nothing from a collection is ever released. Neither is a puzzle of ours that a collection has.
    """


@collection.command("import", short_help="Import a file of puzzles.")
@click.argument("file")
@click.option("--name", required=True, help="What to call the collection: small letters, digits and hyphens.")
@click.option("--source", metavar="TEXT", help="Where the puzzles were published.")
@click.option("--maker", metavar="TEXT", help="Who made them.")
@SETTLE
def import_collection(file: str, name: str, source: str | None, maker: str | None, settle: bool) -> None:
    """Import the puzzles in FILE (- for standard input) as the collection NAME.

    FILE holds JSON objects, links and boards, in any mixture. Whose a puzzle is, source, maker, title
    and level say. tsume looks in this order: the JSON fields, comment lines above the puzzle, the
    options.

    \b
    # maker: Ann
    # level: three stars

    Text that is no puzzle prints {"line": n, "error": ...} and is kept in rejected/ under the root;
    the exit status is then 2. A puzzle that comes twice, mirror images included, is kept once and
    prints {"line": n, "same_as": m}. The rest is solved, measured and rated. A changed file
    replaces the whole collection; an unchanged one changes nothing. An import that was killed goes
    on where it stopped.
    """
    from orchestration import collection as sheets
    from orchestration.lines import CannotRead, put
    from warehouse.collection import checked_name
    from warehouse.shelf import BadName

    try:
        checked_name(name)
        sheet = sheets.read(file, {"source": source, "maker": maker}, settle)
    except (BadName, CannotRead) as error:
        raise Problem(str(error), BAD_INPUT) from None
    if not sheet.entries:
        for line in sheet.refused:
            put({"line": line.number, "error": line.error})
        raise Problem(nothing_in(file, sheet.refused), BAD_INPUT)
    home = writable_home()
    sheets.report(sheet)
    aside = sheets.set_aside(home, name, sheet)
    done = with_progress(f"collection {name}", lambda press: take_in(press, name, sheet))
    state = "imported" if done.new else "unchanged"
    click.echo(f"{name}: {len(sheet.entries):,} puzzle{'s'[: len(sheet.entries) > 1]} {state}", err=True)
    for game in done.unrated:
        click.echo(f"{game} puzzles are not rated: no night makes that game, so there is no model of it", err=True)
    if aside:
        raise Problem(f"{len(sheet.refused):,} refused, kept in {aside}", BAD_INPUT)


def nothing_in(file: str, refused: Sequence[Any]) -> str:
    """Why there is nothing to import."""
    file = "standard input" if file == "-" else file
    if not refused:
        return f"there is no puzzle in {file}"
    first = refused[0]
    return f"there is no good puzzle in {file}: {len(refused):,} refused, line {first.number}: {first.error}"


def take_in(press: Any, name: str, sheet: Any) -> Any:
    from assets.intake import collection as assets

    return assets.import_collection(press, name, sheet.sha256, sheet.entries)


@collection.command("list", short_help="List the collections.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def list_collections(form: str) -> None:
    """List the collections that were imported: games, puzzles, how many have one answer, whose they are."""
    from orchestration.collection import COLUMNS, listed
    from orchestration.tables import print_rows
    from warehouse.collection import imported
    from warehouse.lake import DamagedFile

    try:
        rows = [listed(revision) for revision in imported(Home.from_environment()).values()]
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None
    print_rows(list(COLUMNS), rows, form)


@collection.command("remove", short_help="Remove a collection.")
@click.argument("name")
def remove_collection(name: str) -> None:
    """Remove the collection NAME from the warehouse. Its puzzles may be chosen again.

    The imported file is not touched. Importing it again brings everything back.
    """
    from assets.intake import collection as assets
    from engines.contract import choose_from
    from orchestration.collection import set_aside
    from warehouse.collection import imported

    home = writable_home()
    if name not in imported(home):
        raise Problem(f"no collection is called {name!r}: {choose_from(imported(home))}", BAD_INPUT)
    with_progress(f"collection {name}", lambda press: assets.remove_collection(press, name))
    set_aside(home, name, None)
    click.echo(f"{name}: removed", err=True)
