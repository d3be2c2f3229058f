"""The command line, `tsume`. Heavy imports happen inside the commands that need them."""

from __future__ import annotations

import contextlib
import os
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from warehouse.home import CHECKOUT, Home, HomeError

BAD_INPUT, FAILED = 2, 1
FORMATS = click.Choice(["table", "csv", "json"])


SETTLE = click.option("--settle", is_flag=True, help="Let what floats on a board fall, instead of refusing it.")


class Form(click.ParamType):
    """A form that some game can be written in: the games are asked only when it is needed."""

    name = "form"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from orchestration import lines

        if value not in (known := lines.forms()):
            self.fail(f"{value!r} is not one of {', '.join(known)}.", param, ctx)
        return str(value)


class Problem(Exception):
    """One line on standard error and an exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tsume")
def cli() -> None:
    """A nightly press for puzzles: makes them by the thousand, proves each has the answer it claims,
    rates how interesting and how hard it will feel, and publishes a set every night.

    \b
    A first evening:
      tsume nightly                                  make tonight's release
      tsume generate tsd-2 --count 5 --seed 7        five candidates as JSON lines
      tsume generate tsd-2 --count 5 | tsume solve   ... with their verdicts
      tsume generate chain-2x3 --unique | tsume draw --format text --answer
      tsume sql "from nightly_summary"               what the nights gave
      tsume ui                                       the whole press in a browser

    Everything lives under one root: TSUME_HOME, by default data/ in the checkout. Puzzles are printed as
    JSON, one object a line, and read so too, or as links or boards (see `tsume convert --help`).
    Exit status: 0 done, 1 the run failed, 2 bad input.
    """


@cli.command(short_help="Make one night, up to its release.")
@click.option("--night", metavar="DATE", help="Which night, like 2026-11-15; tonight if not given.")
def nightly(night: str | None) -> None:
    """Make one night: candidates, proofs, features, ratings, choice, release, warehouse.

    Shows its progress on standard error and a summary on standard output. Made again with nothing
    changed, a night stays as it is; with something changed, the release becomes DATE-r2 beside the
    first. Killed at any moment, the next run goes on from the last finished partition.
    """
    home = prepared_home()
    from assets.settings import Settings
    from orchestration.partitions import BadNight, parse_night, tonight

    settings = Settings.load()
    try:
        night = tonight(settings.zone) if night is None else parse_night(night, settings.zone)
    except BadNight as error:
        raise Problem(str(error), BAD_INPUT) from None
    from orchestration.night import NightFailed, run_night
    from orchestration.summary import summary

    try:
        run_night(home, settings, night)
    except NightFailed as error:
        raise Problem(str(error), FAILED) from None
    except Exception as error:  # Dagster's own storage has many ways to say that the disk is full
        if home.is_full():
            raise Problem(f"no space left on the disk of TSUME_HOME {home.root}", FAILED) from error
        raise
    click.echo(summary(home, settings.games, night))


@cli.command(short_help="Print candidates as JSON lines.")
@click.argument("variant")
@click.option("--count", type=click.IntRange(0, 2**62), default=10, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), default=1, show_default=True)
@click.option("--unique", is_flag=True, help="Only candidates that are proved to have one solution.")
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="Shape the candidates: a number, LOW,HIGH for a range, true or false, or a word. Repeat for more.",
)
def generate(variant: str, count: int, seed: int, unique: bool, given: tuple[str, ...]) -> None:
    """Print candidates of VARIANT as JSON lines.

    The same variant and seed give the same candidates, and a larger count begins with a smaller one.
    Without --unique they are printed as they come, whatever their verdict. `tsume variants` lists
    what there is, `tsume variants --parameters` what can be set.
    """
    from engines.contract import BadParameter, checked_parameters, puzzle_text
    from engines.registry import UnknownVariant, engine, game_of_variant

    try:
        maker = engine(game_of_variant(variant))
    except UnknownVariant as error:
        raise Problem(str(error), BAD_INPUT) from None
    try:
        parameters = checked_parameters(maker.parameters, dict(map(parse_parameter, given)))
    except BadParameter as error:
        raise Problem(f"--set: {error}", BAD_INPUT) from None
    try:
        for puzzle in candidates(maker, variant, seed, count, unique, parameters):
            click.echo(puzzle_text(maker, puzzle))
    except BadParameter as error:  # fit each for itself, but together they leave no room
        raise Problem(str(error), BAD_INPUT) from None


def parse_parameter(text: str) -> tuple[str, Any]:
    """`noise=0.1,0.3` as a name and a value."""
    name, equals, value = text.partition("=")
    try:
        numbers = tomllib.loads(f"values = [{value}]")["values"]
    except tomllib.TOMLDecodeError:
        numbers = [value] if value.isidentifier() else []  # a word needs no quotes
    if not equals or not numbers:
        raise Problem(f"--set: {text!r} is not of the form NAME=VALUE or NAME=LOW,HIGH", BAD_INPUT)
    return name, numbers[0] if len(numbers) == 1 else numbers


def candidates(
    maker: Any, variant: str, seed: int, count: int, unique: bool, parameters: dict[str, Any]
) -> Iterator[Any]:
    """`count` candidates in order of their numbers, some at a time so that memory stays flat."""
    from assets.compute import task_size

    printed = start = 0
    most = task_size(maker.variants[variant].moves)
    while printed < count:
        size = most if unique else min(most, count - printed)
        made = maker.generate(variant, seed, size, start, parameters)
        if unique:
            verdicts = maker.solve(made, stop_at=2)
            made = [p for p, v in zip(made, verdicts, strict=True) if v.verdict == "unique"]
        yield from made[: count - printed]
        printed += len(made)
        start += size


@cli.command(short_help="List the families of puzzles.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--parameters", is_flag=True, help="What shapes their candidates, instead.")
def variants(form: str, parameters: bool) -> None:
    """List the variants: the families of puzzles that can be generated, or what shapes their candidates."""
    from engines.registry import GAMES, engine
    from orchestration.tables import print_rows

    if parameters:
        shapes = [(game, p.name, str(p.default), p.description) for game in GAMES for p in engine(game).parameters]
        print_rows(["game", "parameter", "default", "what"], shapes, form)
        return
    rows = [(v.name, game, v.moves, v.title) for game in GAMES for v in engine(game).variants.values()]
    print_rows(["variant", "game", "length", "what"], rows, form)


@cli.command(short_help="Solve puzzles: verdict and solutions.")
@click.argument("file", required=False)
@click.option("--limit", type=click.IntRange(1, 2**63 - 1), help="Positions a proof may look at.")
@click.option("--stop-at", type=click.IntRange(1, 2**63 - 1), metavar="K", help="Stop at K solutions.")
@SETTLE
def solve(file: str | None, limit: int | None, stop_at: int | None, settle: bool) -> None:
    """Solve the puzzles in FILE (or standard input): JSON objects, links and boards.

    Each comes out as a JSON object on one line, with its fields, and with verdict (unique, ambiguous,
    impossible or unfinished), count, solutions and nodes. The count is exact and the solutions are
    complete, unless --stop-at or the limit ended the search, or a game lists no more than a million of
    them: then "complete" is false. In some games one solution that is listed stands for several that are
    counted, and an unfinished search says in "searched_to" how far it got. What is no puzzle gives
    {"line": n, "error": ...}, and the exit status is 2.
    """
    from orchestration import lines

    refused = False
    for chunk in lines.chunks(read_lines(file, lines.puzzles(settle))):
        verdicts = solve_chunk(chunk, limit, stop_at)
        for line in chunk:
            if line.error:
                lines.refuse(line)
                refused = True
            else:
                lines.put(line.fields | verdicts[line.number].as_json())
        sys.stdout.flush()
    if refused:
        sys.exit(BAD_INPUT)


def solve_chunk(chunk: list[Any], limit: int | None, stop_at: int | None) -> dict[int, Any]:
    """Verdicts by line number; the puzzles of one game are solved together."""
    found: dict[int, Any] = {}
    for game in {line.engine.name: line.engine for line in chunk if line.engine}.values():
        mine = [line for line in chunk if line.engine is game]
        verdicts = game.solve([line.puzzle for line in mine], limit, stop_at)
        found |= {line.number: verdict for line, verdict in zip(mine, verdicts, strict=True)}
    return found


@cli.command(short_help="Draw puzzles as SVG or text.")
@click.argument("file", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "text"]),
    default="svg",
    show_default=True,
    help="svg: JSON lines with the picture; text: pictures for a terminal.",
)
@click.option("--answer", is_flag=True, help="Draw the answer too; solves what is not solved yet.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the SVGs to files there; the lines then name the files.",
)
@SETTLE
def draw(file: str | None, form: str, answer: bool, theme: str, out: Path | None, settle: bool) -> None:
    """Draw the puzzles in FILE (or standard input): JSON objects, links and boards.

    Each comes out as a JSON object on one line, with its fields and "svg" (and "answer_svg" with --answer,
    if there is one), or with "file" and "answer_file" if --out is given. With --format text, pictures for
    a terminal.
    """
    from engines.contract import puzzle_id
    from orchestration import lines

    refused = False
    if out:
        make_folder(out)
    for line in read_lines(file, lines.puzzles(settle)):
        if line.error or line.engine is None:
            lines.refuse(line)
            refused = True
            continue
        artist, puzzle = line.engine, line.puzzle
        solution = answer_of(line) if answer else None
        if form == "text":
            click.echo(artist.show(puzzle, None, sys.stdout.isatty()))
            if solution is not None:
                click.echo(artist.show(puzzle, solution, sys.stdout.isatty()))
            elif answer:
                click.echo("(no solution)")
            continue
        drawn = {"svg": artist.draw(puzzle, None, theme)}
        if solution is not None:
            drawn["answer_svg"] = artist.draw(puzzle, solution, theme)
        if out:
            drawn = save(drawn, out, f"{line.number:04d}-{puzzle_id(artist, puzzle)}")
        lines.put(line.fields | drawn)
    if refused:
        sys.exit(BAD_INPUT)


def answer_of(line: Any) -> Any:
    """The first solution: the one that came with the line if it reaches the goal, else a fresh one; or None."""
    given = line.fields.get("solutions")
    if isinstance(given, list) and given:
        with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, IndexError):
            if line.engine.play(line.puzzle, given[0])["goal"]:
                return given[0]
    solutions = line.engine.solve([line.puzzle], stop_at=1)[0].solutions
    return solutions[0] if solutions else None


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"cannot write to {folder}: {error.strerror}", BAD_INPUT) from None


def save(drawn: dict[str, str], folder: Path, stem: str) -> dict[str, str]:
    names = {"svg": ("file", f"{stem}.svg"), "answer_svg": ("answer_file", f"{stem}-answer.svg")}
    saved = {}
    for kind, svg in drawn.items():
        field, name = names[kind]
        (folder / name).write_text(svg)
        saved[field] = str(folder / name)
    return saved


@cli.command(short_help="Write puzzles in another form.")
@click.argument("file", required=False)
@click.option("--to", "form", type=Form(), required=True, help="The form to write.")
@click.option("--answer", is_flag=True, help="Links play the answer too; solves what is not solved yet.")
@SETTLE
def convert(file: str | None, form: str, answer: bool, settle: bool) -> None:
    """Write the puzzles in FILE (or standard input) in another form, in order. All forms are read:

    \b
    json   an object on one line; other fields that it came with are kept
    text   a board: a line with the name of the game, the goal and what else belongs to it, then its rows;
           an empty line lies between two boards
    link   what the game's community passes around, on one line: fumen (v115@...) for T-spin puzzles,
           the address of pon2's studio for Puyo
    ips    Puyo only: the address of the older simulators, which cannot hold every puzzle

    What is no puzzle, or cannot be written so, gives {"line": n, "error": ...}; the exit status is then 2.
    """
    from dataclasses import replace

    from engines.contract import BadPuzzle
    from orchestration import lines

    if answer and form in ("json", "text"):
        raise Problem("--answer goes with --to link; `tsume solve` gives answers as JSON", BAD_INPUT)
    refused = False
    between = ""
    for line in read_lines(file, lines.puzzles(settle)):
        try:
            written = lines.written(line, form, answer_of(line) if answer and line.engine else None)
        except BadPuzzle as error:
            lines.refuse(replace(line, error=str(error)))
            refused = True
            continue
        print(between + written)
        between = "\n" if form == "text" else ""
    if refused:
        sys.exit(BAD_INPUT)


@cli.command(short_help="Play boards out: chains and scores.")
@click.argument("file", required=False)
def simulate(file: str | None) -> None:
    """Play out the boards in FILE (or standard input), as they chain by themselves: for Puyo.

    \b
    {"game":"puyo","board":["..r...","rrr..."]}    "game" may be left out while only one game has chains
    https://ishikawapuyo.net/simu/pn.html?...      links and text boards too; queue and goal play no part

    Each comes out as a JSON object on one line, with its fields, and with chains, score, board (what is
    left), rounds (for each what vanished, its groups and its points) and all_clear: whether nothing is
    left, the bonus for which is not in the score. What floats falls first, boards may pop, and there
    is no loss. What is no board gives {"line": n, "error": ...}, and the exit status is 2.
    """
    from orchestration import lines

    refused = False
    for line in read_lines(file, lines.outcomes()):
        if line.error:
            lines.refuse(line)
            refused = True
        else:
            lines.put(line.fields | line.puzzle)
    if refused:
        sys.exit(BAD_INPUT)


@cli.group(short_help="Puzzles that other people made.")
def collection() -> None:
    """Collections of puzzles that other people made: proved, measured and rated like our own, and kept apart.

    \b
    tsume collection import problems.txt --name monthly --maker Ann
    tsume sql "from collection_item where collection = 'monthly'"

    Nothing from a collection is ever released, and neither is a puzzle of ours that is found in one.
    """


@collection.command("import", short_help="Take a file of puzzles in.")
@click.argument("file")
@click.option("--name", required=True, help="What to call the collection: small letters, digits and hyphens.")
@click.option("--source", metavar="TEXT", help="Where the puzzles were published.")
@click.option("--maker", metavar="TEXT", help="Who made them.")
@SETTLE
def import_collection(file: str, name: str, source: str | None, maker: str | None, settle: bool) -> None:
    """Take the puzzles in FILE (- for standard input) in as the collection NAME.

    FILE has JSON objects, links and boards, mixed as you like. Fields source, maker, title and level of
    an object say whose it is; so do comment lines, for all puzzles below them, and then the options:

    \b
    # maker: Ann
    # level: three stars

    What is no puzzle gives {"line": n, "error": ...}, is kept in rejected/ under the root, and makes the
    exit status 2; a puzzle that is there twice, mirror images included, is kept once and gives
    {"line": n, "same_as": m}. The rest is solved, measured and rated. A file that changed replaces
    the collection as a whole; one that did not changes nothing. Killed, it goes on where it was.
    """
    from orchestration import collection as sheets
    from orchestration.lines import CannotRead, put
    from warehouse.collection import BadName, checked_name

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
    from assets import collection as assets

    return assets.import_collection(press, name, sheet.sha256, sheet.entries)


def with_progress(title: str, work: Callable[[Any], Any]) -> Any:
    """Do some work of the press, and show how it goes; what stops it becomes one line."""
    from rich.console import Console

    from assets import progress
    from assets.stage import ChecksFailed, Press
    from orchestration.display import Display
    from warehouse.lake import DamagedFile, MissingPartition

    console = Console(file=sys.stderr)
    console.print(f"[bold]tsume[/bold] {title}", highlight=False)
    display = Display(console)
    try:
        with display.bar, progress.heard_by(display):
            return work(Press.from_environment(run_id=title.replace(" ", "-")))
    except (ChecksFailed, DamagedFile, MissingPartition) as error:
        raise Problem(str(error), FAILED) from None
    except Exception as error:  # DuckDB and Arrow have their own ways to say that the disk is full
        home = Home.from_environment()
        if home.is_full():
            raise Problem(f"no space left on the disk of TSUME_HOME {home.root}", FAILED) from error
        raise


@collection.command("list", short_help="The collections there are.")
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


@collection.command("remove", short_help="Take a collection out again.")
@click.argument("name")
def remove_collection(name: str) -> None:
    """Take the collection NAME out of the warehouse, and let its puzzles be chosen again.

    The file that it came from is not touched: importing it again brings everything back.
    """
    from assets import collection as assets
    from orchestration.collection import set_aside
    from warehouse.collection import imported

    home = writable_home()
    if name not in imported(home):
        there = ", ".join(imported(home)) or "none"
        raise Problem(f"no collection is called {name!r}: there is {there}", BAD_INPUT)
    with_progress(f"collection {name}", lambda press: assets.remove_collection(press, name))
    set_aside(home, name, None)
    click.echo(f"{name}: removed", err=True)


@cli.command(short_help="Ask the warehouse in SQL.", context_settings={"ignore_unknown_options": True})
@click.argument("query")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def sql(query: str, form: str) -> None:
    """Ask the warehouse a question in SQL; - reads the query from standard input.

    \b
    tsume sql "from nightly_summary"
    tsume sql "select puzzle_id, interest from puzzle
               where verdict = 'unique' order by interest desc limit 10"

    Opens the warehouse read-only, with access to anything outside it off. docs/warehouse.md lists the
    tables and a dozen worked queries; `tsume sql "show tables"` is a start too.
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
            if len(statements) != 1:
                raise Problem(f"one query at a time, please: there are {len(statements)}", BAD_INPUT)
            cursor = connection.execute(statements[0])
            names = [column[0] for column in cursor.description or []]
            rows = cursor.fetchall() if names else []
        except duckdb.Error as error:
            raise Problem(" ".join(str(error).split()), BAD_INPUT) from None
    print_rows(names, rows, form)


@cli.command(short_help="The Dagster UI with its daemon.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=3000, show_default=True)
def ui(host: str, port: int) -> None:
    """The Dagster UI with its daemon: the asset graph, schedules, backfills. Ctrl-C ends both."""
    import socket

    prepared_home()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Problem(f"cannot listen on {host}:{port}: {error.strerror}", BAD_INPUT) from None
    click.echo(f"tsume: the UI will be at http://{host}:{port}", err=True)
    dagster = str(Path(sys.executable).with_name("dagster"))
    command = [
        dagster,
        "dev",
        "-h",
        host,
        "-p",
        str(port),
        "-m",
        "orchestration.definitions",
        "-d",
        str(CHECKOUT),
        "--log-level",
        "warning",
    ]
    os.environ["PYTHONWARNINGS"] = "ignore"
    os.execv(dagster, command)


@cli.command(short_help="Every stated speed, and its peer's.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--only", metavar="TEXT", help="Only benchmarks whose name has TEXT in it.")
def bench(form: str, only: str | None) -> None:
    """Measure every speed that the project states, beside its peer's figure."""
    from benchmarks.run import COLUMNS, measured
    from orchestration.tables import print_rows

    print_rows(list(COLUMNS), list(measured(only)), form)


@cli.command(short_help="Count the ways to place a queue.")
@click.argument("sequence")
@click.option("--spins", is_flag=True, help="Count each way for a T to arrive (none, mini, full) for itself.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    show_default=True,
    help="text: the number on a line of its own, then how fast; csv, json: a row.",
)
def perft(sequence: str, spins: bool, form: str) -> None:
    """Count the ways to place SEQUENCE, piece by piece, on an empty board: the usual test of a move
    generator, of what it finds and of how fast it is.

    \b
    tsume perft IOLJSZT            2647076135, as every correct generator says
    tsume perft LJT --spins        T-spins told apart from the same cells filled without a spin

    Two placements are different if they fill different cells. The speed is in leaves per CPU second
    of one core, without the time that compilation takes. Progress goes to standard error.
    """
    import time

    from engines.contract import BadPuzzle
    from engines.registry import GAMES, engine
    from orchestration.tables import print_rows

    count = next((game.perft for game in map(engine, GAMES) if hasattr(game, "perft")), None)
    if count is None:
        raise Problem("no game here has moves to count", BAD_INPUT)
    try:
        count(sequence[:1], spins)  # compiles
        start = time.process_time()
        leaves = count(sequence, spins, show_progress if sys.stderr.isatty() else None)
        seconds = time.process_time() - start
    except BadPuzzle as error:
        raise Problem(str(error), BAD_INPUT) from None
    if sys.stderr.isatty():
        click.echo("\r\033[K", err=True, nl=False)
    if form != "text":
        names = ["sequence", "spins", "leaves", "cpu_seconds", "leaves_per_second"]
        print_rows(names, [(sequence, spins, leaves, round(seconds, 6), round(leaves / seconds))], form)
        return
    click.echo(leaves)
    click.echo(f"{seconds:.2f} s CPU, {leaves / seconds / 1e6:,.1f} M leaves/s")


def show_progress(so_far: int) -> None:
    click.echo(f"\r{so_far:,} so far", err=True, nl=False)


def read_lines(file: str | None, reading: Any) -> Iterator[Any]:
    """The items of a file, each made into what `reading` says."""
    from orchestration import lines

    try:
        yield from lines.read(file, reading)
    except lines.CannotRead as error:
        raise Problem(str(error), BAD_INPUT) from None


def prepared_home() -> Home:
    """The root, writable, with Dagster's files in it."""
    from orchestration.instance import prepare

    home = writable_home()
    prepare(home)
    return home


def writable_home() -> Home:
    """The root, or one line on why it cannot be used."""
    home = Home.from_environment()
    try:
        home.prepare()
    except HomeError as error:
        raise Problem(str(error), FAILED) from None
    return home


def main() -> None:
    """What a user did gets one line and a status, never a traceback."""
    from assets.settings import BadSettings

    try:
        with cli.make_context("tsume", sys.argv[1:]) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except SystemError as error:  # how a kernel that was interrupted comes back
        if not interrupted(error):
            raise
        sys.exit(130)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except click.UsageError as error:
        where = f"{error.ctx.command_path}" if error.ctx else "tsume"
        complain(f"{' '.join(error.format_message().split())} (see `{where} --help`)", BAD_INPUT)
    except click.ClickException as error:
        complain(error.format_message(), BAD_INPUT)
    except Problem as problem:
        complain(str(problem), problem.status)
    except BadSettings as error:
        complain(str(error), BAD_INPUT)
    except OSError as error:
        complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", FAILED)


def interrupted(error: BaseException | None) -> bool:
    """Whether somebody's Ctrl-C is what led to an error."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def complain(message: str, status: int) -> None:
    print(f"tsume: {message}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
