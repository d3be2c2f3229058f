"""Questions to the warehouse."""

from __future__ import annotations

import sys

import click

from orchestration.commands.common import BAD_INPUT, FAILED, FORMATS, Problem
from warehouse.home import Home


@click.command(short_help="Ask the warehouse in SQL.", context_settings={"ignore_unknown_options": True})
@click.argument("query")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def sql(query: str, form: str) -> None:
    """Ask the warehouse a question in SQL; - reads the query from standard input.

    \b
    tsume sql "from nightly_summary"
    tsume sql "select puzzle_id, interest from puzzle
               where verdict = 'unique' order by interest desc limit 10"

    Opens the warehouse read-only; a query can reach nothing outside it. docs/warehouse.md lists the
    tables and a dozen worked queries. To begin, try `tsume sql "show tables"`.
    """
    import duckdb

    from orchestration.tables import print_rows
    from warehouse.reader import NoWarehouse, connect

    if query == "-":
        query = sys.stdin.read()
    try:
        connection = connect(Home.from_environment())
    except NoWarehouse as error:
        raise Problem(str(error), FAILED) from None
    with connection:
        try:
            statements = duckdb.extract_statements(query)
            if not statements:
                raise Problem("there is no query", BAD_INPUT)
            if len(statements) > 1:
                raise Problem(f"one query at a time, please: there are {len(statements)}", BAD_INPUT)
            cursor = connection.execute(statements[0])
            names = [column[0] for column in cursor.description or []]
            rows = cursor.fetchall() if names else []
        except duckdb.Error as error:
            raise Problem(" ".join(str(error).split()), BAD_INPUT) from None
    print_rows(names, rows, form)
