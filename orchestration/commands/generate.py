"""Making candidates, and what can be made."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FORMATS, Problem
from warehouse.vocabulary import UNIQUE


@click.command(short_help="Print candidates as JSON lines.")
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

    The same variant and seed give the same candidates. A larger count begins with those of a
    smaller one. Without --unique nothing is proved. `tsume variants` lists the variants, `tsume
    variants --parameters` what can be set.
    """
    from engines.contract import BadParameter, checked_parameters
    from engines.identity import puzzle_text
    from engines.registry import UnknownVariant, engine, game_of_variant
    from orchestration.leaving import put_line

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
            put_line(puzzle_text(maker, puzzle))
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
    from assets.core.compute import task_size

    printed = start = 0
    most = task_size(maker.variants[variant].moves)
    while printed < count:
        size = most if unique else min(most, count - printed)
        made = maker.generate(variant, seed, size, start, parameters)
        if unique:
            verdicts = maker.solve(made, stop_at=2)
            made = [p for p, v in zip(made, verdicts, strict=True) if v.verdict == UNIQUE]
        yield from made[: count - printed]
        printed += len(made)
        start += size


@click.command(short_help="List the variants: families of puzzles.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
@click.option("--parameters", is_flag=True, help="List what shapes their candidates.")
@click.option("--traits", is_flag=True, help="List the traits that a choice can group by.")
def variants(form: str, parameters: bool, traits: bool) -> None:
    """List the variants: the families of puzzles that can be generated.

    --parameters lists what shapes their candidates. --traits lists the traits that a night can group
    them by. It can also group by `method`: how they were made.
    """
    from assets.core.titles import variant_title
    from engines.registry import GAMES, engine
    from orchestration.tables import print_rows

    if parameters:
        shapes = [(game, p.name, str(p.default), p.description) for game in GAMES for p in engine(game).parameters]
        print_rows(["game", "parameter", "default", "what"], shapes, form)
        return
    if traits:
        kinds = [
            (game, name, ", ".join(values) or "(many)")
            for game in GAMES
            for name, values in engine(game).trait_values.items()
        ]
        print_rows(["game", "trait", "what it can be"], kinds, form)
        return
    rows = [
        (name, game, variant.moves, variant_title(game, name)[0])
        for game in GAMES
        for name, variant in engine(game).variants.items()
    ]
    print_rows(["variant", "game", "length", "what"], rows, form)
