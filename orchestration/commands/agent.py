"""Agents: a list of them, how strong they are, and their games as files, pages and links."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FORMATS, Problem
from orchestration.commands.generate import parse_parameter

SIDE_BY_SIDE = 3  # agents in one table, a line a measure
FIRST = 3  # measures that are always shown


@click.command(short_help="Let agents play; see how strong they are.")
@click.argument("game")
@click.option(
    "--agent",
    "--player",
    "names",
    multiple=True,
    metavar="NAME",
    help="Who plays: an agent, a group of agents, or all.",
)
@click.option(
    "--games",
    "count",
    type=click.IntRange(1, 1_000_000),
    help="Games for each agent. Default: as many as in the papers.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--against", metavar="NAME", default="", help="The opponent, in games of two.")
@click.option(
    "--weights",
    metavar="VERSION",
    help="Play by weights that were tuned here. An opponent with the same set of weights uses them too.",
)
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the game (see --list). Repeat for more.",
)
@click.option("--list", "listing", is_flag=True, help="List the agents and what can be set, and stop.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Write the games as JSON lines.")
@click.option("--watch", type=click.Path(dir_okay=False, path_type=Path), help="Write a page to watch the games on.")
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def agent(
    game: str,
    names: tuple[str, ...],
    count: int | None,
    seed: int,
    against: str,
    weights: str | None,
    given: tuple[str, ...],
    listing: bool,
    save: Path | None,
    watch: Path | None,
    form: str,
) -> None:
    """Let agents (programs) play GAME, and say how strong they are and how long they think.

    \b
    tsume agent tspin --list                         all agents, and what can be set
    tsume agent tspin --agent beam --games 100       strength with intervals, the paper's figures below
    tsume agent tspin --agent ablations --games 20   a whole group of agents
    tsume agent puyo --agent best --watch page.html  ... and a page to watch the games on

    All agents play the same games: the same seed and numbers. Each figure is the mean over games,
    with the interval that would hold 95 % of such means. The time is processor time for one move,
    without compiling.
    """
    from assets.agents.comparison import UnknownAgent, chosen
    from engines.contract import choose_from

    table = with_agents(game)
    if listing:
        print_agents(table, form)
        return
    try:
        agents = chosen(game, [part for name in names for part in name.split(",")] or [next(iter(table.agents))])
        if against and against not in table.agents:
            raise UnknownAgent(f"--against: unknown agent {against!r}: {choose_from(table.agents)}")
    except UnknownAgent as error:
        raise Problem(str(error), BAD_INPUT) from None
    if save and save == watch:
        raise Problem(f"--save and --watch cannot both write {save}", BAD_INPUT)
    for target in (save, watch):
        check_target(target)
    parameters = parameters_of(table, given)
    if idle := table.idle_parameter(parameters, against):
        raise Problem(f"--set: {idle}", BAD_INPUT)
    results = compared(game, agents, seed, count or table.usual_games, parameters, against, weights)
    played = [one for result in results for one in result.games]
    if save:
        write(save, "".join(json.dumps({"game": game, **one.as_json()}) + "\n" for one in played))
    if watch:
        from assets.release.gallery.pages.watch import standalone

        write(watch, standalone([(game, one) for one in played]))
    print_results(table, results, form)


def with_agents(game: str) -> Any:
    """The engine of a game that has agents."""
    from engines.contract import choose_from
    from engines.registry import GAMES, UnknownGame, engine

    try:
        found = engine(game)
    except UnknownGame as error:
        raise Problem(str(error), BAD_INPUT) from None
    if not found.agents:
        there = [name for name in GAMES if engine(name).agents]
        raise Problem(f"{game} has no agents: {choose_from(there)}", BAD_INPUT)
    return found


def parameters_of(table: Any, given: Sequence[str]) -> dict[str, Any]:
    from engines.contract import BadParameter, checked_parameters

    try:
        return checked_parameters(table.play_parameters, dict(map(parse_parameter, given)))
    except BadParameter as error:
        raise Problem(f"--set: {error}", BAD_INPUT) from None


def compared(
    game: str,
    agents: Sequence[str],
    seed: int,
    count: int,
    parameters: Mapping[str, Any],
    against: str,
    version: str | None,
) -> Any:
    """Have the games played, with progress for a person who watches."""
    from rich.console import Console

    from assets.agents.comparison import compare
    from assets.agents.versions import UnknownVersion, body_of, tuned_by
    from assets.core import progress
    from assets.core.stage import Press
    from assets.stages.games import weights_of
    from engines.contract import BadParameter
    from engines.registry import engine
    from orchestration.display import Display

    press = Press.from_environment()

    def weights(agent: str) -> Mapping[str, Any]:
        name = engine(game).agents[agent].weights
        if version is not None and not name:
            raise Problem(f"--weights: {agent} has no weights", BAD_INPUT)
        if version is None:
            return weights_of(press, game, agent, against)
        body = body_of(press, game, name, version)
        if seed in tuned_by(press, game, name, version):
            click.echo(f"{name} {version} was tuned with seed {seed}: another --seed has games new to it", err=True)
        return {name: body}

    display = Display(Console(file=sys.stderr), lines=False)
    watched = display.bar if sys.stderr.isatty() else nullcontext()
    try:
        with watched, progress.heard_by(display):
            progress.current().begin("play", game)
            return compare(
                press.compute, game, agents, seed, count, parameters, against, weights, version is not None
            )
    except (BadParameter, UnknownVersion) as error:
        raise Problem(str(error), BAD_INPUT) from None
    finally:
        press.compute.close()


def print_agents(table: Any, form: str) -> None:
    """All agents, then what can be set."""
    from orchestration.tables import print_rows

    rows: list[tuple[Any, ...]] = [
        ("agent", p.name, p.group, p.title + (f" (needs the extra {p.needs!r})" if p.needs else ""), p.source)
        for p in table.agents.values()
    ]
    rows += [("parameter", p.name, str(p.default), p.description, "") for p in table.play_parameters]
    print_rows(["kind", "name", "group or default", "what", "source"], rows, form)


def print_results(table: Any, results: Sequence[Any], form: str) -> None:
    """A row an agent; for a person the published figures stand below each."""
    from assets.agents.comparison import MS
    from orchestration.tables import print_rows

    told = [(measure.name, measure.title, measure.digits) for measure in table.measures] + [(MS, "ms a move", 2)]
    told = [entry for entry in told if any(entry[0] in result.figures for result in results)]
    if form == "table":
        print_figures(results, told)
        return
    rows = []
    parts = ("", "_low", "_high", "_published")
    for result in results:
        pairs = [(result.figures.get(name), result.published.get(name)) for name, _, _ in told]
        cells = [cell for f, known in pairs for cell in ((f.mean, f.low, f.high) if f else (None,) * 3) + (known,)]
        rows.append([result.agent.name, len(result.games), *cells])
    print_rows(["agent", "games", *(f"{name}{part}" for name, _, _ in told for part in parts)], rows, form)


def print_figures(results: Sequence[Any], told: Sequence[tuple[str, str, int]]) -> None:
    """For a person: a few agents side by side, a line a measure; more of them one below the other, with the figures
    of papers and the first measures only."""
    from orchestration.tables import print_rows

    columns: list[tuple[str, list[str]]] = []
    agents = {result.agent.name for result in results}  # whose own column is followed by the paper's
    for result in results:
        played = [str(len(result.games)), *(said(result.figures.get(name), digits) for name, _, digits in told)]
        columns.append((result.agent.name, played))
        if (known := result.published) and (result.paper is result.agent or result.paper.name not in agents):
            paper = [f"{known[name]:,.{digits}f}" if name in known else "" for name, _, digits in told]
            whose = "" if result.paper is result.agent else f"{result.paper.name}, "
            columns.append((f"published ({whose}{result.paper.source})", ["", *paper]))
            agents.add(result.paper.name)
    titles = ["games", *(title for _, title, _ in told)]
    if len(results) <= SIDE_BY_SIDE:
        rows = [[title, *(cells[place] for _, cells in columns)] for place, title in enumerate(titles)]
        print_rows(["", *(name for name, _ in columns)], rows, "table")
        return
    published = {name for result in results for name in result.published}
    shown = [0, *(place for place, (name, _, _) in enumerate(told, 1) if place <= FIRST or name in published)]
    table = [[name, *(cells[place] for place in shown)] for name, cells in columns]
    print_rows(["agent", *(titles[place] for place in shown)], table, "table")


def said(figure: Any, digits: int) -> str:
    if figure is None:
        return ""
    if math.isnan(figure.low):
        return f"{figure.mean:,.{digits}f}"
    return f"{figure.mean:,.{digits}f} ({figure.low:,.{digits}f} - {figure.high:,.{digits}f})"


def check_target(target: Path | None) -> None:
    """One line if a file cannot be written there, before any work is done for it."""
    if target and target.is_dir():
        raise Problem(f"{str(target)!r} is a folder, not a file to write", BAD_INPUT)
    if target and not target.absolute().parent.is_dir():
        raise Problem(f"{target}: there is no folder {target.parent}", BAD_INPUT)


def write(target: Path, text: str) -> None:
    """A file that is there whole or not at all."""
    from warehouse.home import staging_name

    staged = staging_name(target.absolute())
    try:
        staged.write_text(text)
        staged.replace(target)
    except OSError as error:
        staged.unlink(missing_ok=True)
        raise Problem(f"cannot write {target}: {error.strerror}", BAD_INPUT) from None
