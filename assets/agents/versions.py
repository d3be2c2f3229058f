"""Weights and networks of agents: those that come with an engine, and those that were tuned here.

A version is a hash of the body, so equal weights have equal versions wherever they come from. What was tuned is kept
in the lake, never changed or deleted; which version a night plays by, the settings say (`play.weights`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from assets.core.sources import press_version
from assets.core.stage import Press, install
from engines.contract import choose_from
from engines.registry import engine
from warehouse.digest import content_digest
from warehouse.lake import SO_FAR, Lake, Origin, Partition, rows_to_table

Row = dict[str, Any]


class UnknownVersion(LookupError):
    """No weights of that version have been tuned or played by here."""


def version_of(body: Any) -> str:
    """Twelve hex digits that say which weights they are."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def tuned(press: Press, game: str) -> list[Row]:
    """The weights that were tuned here, in the order in which they were."""
    found = Lake(press.home.lake).read_or_none(Partition("agent_weights", SO_FAR, game))
    return found.to_pylist() if found is not None else []


def kept(press: Press, game: str) -> Iterator[Row]:
    """All weights that are in the lake: those that nights played by, too."""
    lake = Lake(press.home.lake)
    for part in lake.partitions("agent_weights", game):
        found = lake.read_or_none(part)
        yield from found.to_pylist() if found is not None else []


def body_of(press: Press, game: str, name: str, version: str | None = None) -> Any:
    """The body of a version of weights, a unique beginning of it being enough; the engine's own if none is named."""
    game_engine = engine(game)
    if version is None:
        return game_engine.own_weights(name)
    there = {row["version"]: row["body"] for row in kept(press, game) if row["name"] == name}
    fits = [known for known in there if version and known.startswith(version)]
    if len(fits) != 1:
        many = "several" if fits else "no"
        raise UnknownVersion(f"{game} has {many} {name!r} weights {version!r}: {choose_from(there)}")
    return json.loads(there[fits[0]])


def check_named(press: Press) -> None:
    """`UnknownVersion` if the settings name weights that are not here, before a night begins."""
    for key, version in press.settings.play["weights"].items():
        game, _, name = key.partition("/")
        body_of(press, game, name, version)


def tuned_by(press: Press, game: str, name: str, version: str) -> set[int]:
    """The seeds of tuners that found these weights here."""
    return {row["seed"] for row in tuned(press, game) if row["name"] == name and row["version"].startswith(version)}


def keep(
    press: Press, game: str, tuner: str, name: str, seed: int, settings: Mapping[str, Any], body: Any,
    measures: Mapping[str, float],
) -> str:  # fmt: skip
    """Put weights that were tuned beside the others; their version. Once there they stay as they are."""
    version = version_of(body)
    with press.home.turn(f"weights-{game}"):
        rows = tuned(press, game)
        if not any((row["name"], row["version"]) == (name, version) for row in rows):
            rows.append(
                {
                    "batch": SO_FAR,
                    "night": None,
                    "game": game,
                    "name": name,
                    "version": version,
                    "tuner": tuner,
                    "seed": seed,
                    "settings": json.dumps(dict(settings), sort_keys=True),
                    "measures": sorted(measures.items()),
                    "body": json.dumps(body, separators=(",", ":")),
                }
            )
            table = rows_to_table("agent_weights", rows)
            origin = Origin(f"{game}/weights", press.run_id, press_version(), (), content_digest(table))
            install(press, game, SO_FAR, {"agent_weights": table}, {}, origin)
    return version
