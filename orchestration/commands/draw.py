"""Puzzles in other forms: pictures, boards and links."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, SETTLE, Problem, read_lines


class Form(click.ParamType):
    """A form that some game can be written in: the games are asked only when it is needed."""

    name = "form"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from orchestration import lines

        if value not in (known := lines.forms()):
            self.fail(f"{value!r} is not one of {', '.join(known)}.", param, ctx)
        return str(value)


@click.command(short_help="Draw puzzles as SVG or text.")
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
@click.option(
    "--look",
    "--theme",
    "look",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help="The colours of the pictures.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write the SVGs to files in FOLDER; the lines then name the files. A single puzzle may go to a FILE.svg.",
)
@SETTLE
def draw(file: str | None, form: str, answer: bool, look: str, out: Path | None, settle: bool) -> None:
    """Draw the puzzles in FILE (or standard input): JSON objects, links and boards.

    \b
    tsume draw puzzles.jsonl                  JSON lines
    tsume draw puzzles.jsonl --out pictures   a file each
    tsume draw one.jsonl > one.svg            one picture; with --answer, that of the answer

    Prints each puzzle as a JSON object on one line: its fields and "svg" (with --answer also
    "answer_svg", if there is an answer), or "file" and "answer_file" if --out is given. With
    --format text it prints pictures for a terminal. If standard output is a file whose name ends in
    .svg, that file becomes the picture; there must be one puzzle only.
    """
    from engines.identity import puzzle_id
    from orchestration import lines

    puzzles = read_lines(file, lines.puzzles(settle))
    if form == "svg" and not out and (target := svg_at_stdout()):
        draw_one(puzzles, target, answer, look)
        return
    refused = False
    single = out is not None and out.suffix.lower() == ".svg" and not out.is_dir()
    if single:
        puzzles = iter([the_only(puzzles, str(out))])
    elif out:
        make_folder(out)
    for line in puzzles:
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
        drawn = {"svg": artist.draw(puzzle, None, look)}
        if solution is not None:
            drawn["answer_svg"] = artist.draw(puzzle, solution, look)
        if out:
            place = (out.parent, out.stem) if single else (out, f"{line.number:04d}-{puzzle_id(artist, puzzle)}")
            drawn = save(drawn, *place)
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


def svg_at_stdout() -> str | None:
    """The name of the file that standard output goes to, if that is one for an SVG: the shell's `> one.svg`.

    Where the system does not tell, there is none, and lines are printed as ever."""
    try:
        number = sys.stdout.fileno()
        target = os.readlink(f"/proc/self/fd/{number}")
        regular = stat.S_ISREG(os.fstat(number).st_mode)
    except (OSError, ValueError):
        return None
    return target if regular and target.lower().endswith(".svg") else None


def the_only(puzzles: Iterator[Any], target: str) -> Any:
    """The one puzzle that a file can show."""
    first = next(puzzles)
    if next(puzzles, None) is not None:
        raise Problem(f"{target} can show one puzzle, and there are more: name a folder with --out", BAD_INPUT)
    return first


def draw_one(puzzles: Iterator[Any], target: str, answer: bool, look: Any) -> None:
    """Make standard output the picture of the one puzzle, or of its answer."""
    line = the_only(puzzles, target)
    if line.error or line.engine is None:
        raise Problem(f"line {line.number}: {line.error}", BAD_INPUT)
    solution = answer_of(line) if answer else None
    if answer and solution is None:
        raise Problem(f"line {line.number}: there is no solution to draw", BAD_INPUT)
    click.echo(line.engine.draw(line.puzzle, solution, look))


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
        try:
            (folder / name).write_text(svg)
        except OSError as error:
            raise Problem(f"cannot write {folder / name}: {error.strerror}", BAD_INPUT) from None
        saved[field] = str(folder / name)
    return saved


@click.command(short_help="Write puzzles in another form.")
@click.argument("file", required=False)
@click.option("--to", "form", type=Form(), required=True, help="The form to write.")
@click.option("--answer", is_flag=True, help="Let links play the answer too. Solves what is not solved yet.")
@SETTLE
def convert(file: str | None, form: str, answer: bool, settle: bool) -> None:
    """Write the puzzles in FILE (or standard input) in another form, in order. All forms are read:

    \b
    json   an object on one line; other fields that it came with are kept
    text   a board: a line with the name of the game, the goal and what else belongs to it, then its rows;
           an empty line lies between two boards
    link   an address that opens the puzzle in what the game's community uses, on one line: a fumen viewer for
           T-spin puzzles, pon2's studio for Puyo
    fumen  T-spin only: the bare fumen (v115@...), without the address
    ips    Puyo only: the address of the older simulators, which cannot hold every puzzle
    line   Geister only: the rows on one line, then the hidden numbers
    server Geister only: a position as the game server sends it

    Text that is no puzzle, or a puzzle that the form cannot hold, prints {"line": n, "error": ...};
    the exit status is then 2.
    """
    from dataclasses import replace

    from engines.contract import BadPuzzle
    from orchestration import lines
    from orchestration.leaving import put_line

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
        put_line(between + written)
        between = "\n" if form == "text" else ""
    if refused:
        sys.exit(BAD_INPUT)
