"""Tuning agents: better weights or a trained network, step by step; it can go on from any step."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import click

from orchestration.commands.agent import with_agents
from orchestration.commands.common import BAD_INPUT, Problem, writable_home
from orchestration.commands.generate import parse_parameter


@click.command(short_help="Find better weights for agents.")
@click.argument("game")
@click.option("--tuner", "name", metavar="NAME", help="Which tuner. Default: the game's first.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="A parameter of the tuner (see --list).")
@click.option("--weights", "version", metavar="VERSION", help="Begin with weights that were tuned here before.")
@click.option("--list", "listing", is_flag=True, help="List the tuners and what can be set, and stop.")
@click.option("--fresh", is_flag=True, help="Begin anew, not where the same tuning stopped before.")
def tune(
    game: str, name: str | None, seed: int, given: tuple[str, ...], version: str | None, listing: bool, fresh: bool
) -> None:
    """Improve the weights of an agent of GAME, or train its network.

    \b
    tsume tune tspin --list
    tsume tune tspin --tuner genetic --seed 3 --set generations=20
    tsume agent tspin --agent beam --weights VERSION
    tsume tune tspin --tuner sweep --weights VERSION

    The state after each step is kept under TSUME_HOME. Stop at any time; the same command goes on
    from there. At the end the weights go into the warehouse as a version. Nights use a version once
    the settings name it under [play.weights]. The same seed and settings give the same weights,
    with any number of workers.
    """
    from assets.agents.versions import UnknownVersion, body_of, keep, tuned, version_of
    from assets.core.compute import Compute
    from assets.core.settings import Settings
    from assets.core.stage import Press
    from engines.contract import BadParameter, checked_parameters, choose_from
    from orchestration.leaving import leaves
    from warehouse.home import put
    from warehouse.publish import publish

    table = with_agents(game)
    tuners = table.tuners
    if listing:
        print_tuners(tuners)
        return
    if name is None:
        name = next(iter(tuners), "")
    if name not in tuners:
        lacks = f"unknown tuner {name!r}: {choose_from(tuners)}" if tuners else f"{game} has no tuners"
        raise Problem(lacks, BAD_INPUT)
    try:
        known = tuners[name].parameters
        parameters = {each.name: each.default for each in known}
        parameters |= checked_parameters(known, dict(map(parse_parameter, given)))
    except BadParameter as error:
        raise Problem(f"--set: {error}", BAD_INPUT) from None
    home = writable_home()
    press = Press(home, Settings.load(), Compute(Settings.load().workers), f"tune-{game}-{name}")
    try:
        begun = None if version is None else body_of(press, game, tuners[name].weights, version)
    except UnknownVersion as error:
        raise Problem(f"--weights: {error}", BAD_INPUT) from None
    asked = parameters | ({"weights": version_of(begun)} if begun is not None else {})
    place = checkpoint(home.root, game, name, seed, asked)
    found = place.with_suffix(".weights")
    if fresh:
        place.unlink(missing_ok=True)
        found.unlink(missing_ok=True)
    state = place.read_bytes() if place.is_file() else None
    tuned(press, game)  # where what is found goes to: if that is damaged, now is the time to say so
    if state == b"":
        raise Problem(f"{place} is damaged: --fresh begins anew", BAD_INPUT)
    if state is not None:
        click.echo(f"going on from {place}", err=True)
    leaves("every step that was finished is kept, and the same command goes on from there")
    began = False
    try:
        for last in table.tune(name, seed, press.compute.run, parameters, state, begun):
            began = True
            put(found, json.dumps([last.weights, dict(last.measures)]).encode())
            put(place, last.state)
            click.echo(f"{last.done}/{last.of}  {last.said}", err=True)
    except BadParameter as error:
        raise Problem(str(error), BAD_INPUT) from None
    except (ValueError, LookupError, TypeError):
        if began or state is None:
            raise
        raise Problem(f"{place} is damaged: --fresh begins anew", BAD_INPUT) from None
    finally:
        press.compute.close()
    weights, measures = found_weights(found)
    if weights is None or not alike(weights, table.own_weights(tuners[name].weights)):
        raise Problem(f"{place} is at its end and has no weights: --fresh begins anew", BAD_INPUT)
    version = keep(press, game, name, tuners[name].weights, seed, asked, weights, measures)
    if home.warehouse.exists():
        publish(home)
    click.echo(f"{tuners[name].weights} {version}")


def found_weights(found: Path) -> tuple[Any, dict[str, float]]:
    """What a tuning has found so far, and its measures; no weights if the file is not there or damaged."""
    try:
        weights, measures = json.loads(found.read_bytes())
        return weights, {str(name): float(value) for name, value in measures.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return None, {}


def alike(weights: Any, own: Any) -> bool:
    """Whether weights have the form of those that come with the engine: the same names all the way down, and numbers
    where there are numbers."""
    if isinstance(own, dict):
        return (
            isinstance(weights, dict)
            and weights.keys() == own.keys()
            and all(alike(weights[name], own[name]) for name in own)
        )
    if isinstance(own, int | float) and not isinstance(own, bool):
        return isinstance(weights, int | float) and not isinstance(weights, bool) and math.isfinite(weights)
    return isinstance(weights, type(own))


def checkpoint(root: Path, game: str, tuner: str, seed: int, parameters: dict[str, Any]) -> Path:
    """Where the state of a tuning is: the same for the same seed and settings."""
    digest = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:8]
    return root / "tuning" / f"{game}-{tuner}-{seed}-{digest}.state"


def print_tuners(tuners: dict[str, Any]) -> None:
    from orchestration.tables import print_rows

    rows = []
    for tuner in tuners.values():
        needs = f" (needs the extra {tuner.needs!r})" if tuner.needs else ""
        rows.append((tuner.name, "", "", f"{tuner.title}{needs}; makes {tuner.weights!r}", tuner.source))
        rows += [("", p.name, str(p.default), p.description, "") for p in tuner.parameters]
    print_rows(["tuner", "parameter", "default", "what", "source"], rows, "table")
