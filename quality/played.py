"""The rules about agents' games, weights and judgements: each says of every row if it holds."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from quality.rules import entries
from quality.vocabulary import Tables
from warehouse.lake import SO_FAR

PLAY = "play"
TUNED = ("tuner", "seed", "settings", "measures")


def play_says_where(tables: Tables) -> Any:
    """Whatever was met in a game says in which, and nothing else does."""
    rows = tables.frame()
    return (rows["method"] == PLAY) == rows["met_in"].notna()


def preferred_agrees(tables: Tables) -> Any:
    """A judge whose choice is the answer's move has nothing that it would rather play, and only such a one."""
    rows = tables.frame()
    return (rows["rank"] == 1) == rows["preferred"].isna()


def record_agrees(tables: Tables) -> Any:
    """The record names the same agent, opponent, seed and number, and has as many moves."""
    rows = tables.frame()
    columns = [rows[name] for name in ("agent", "against", "seed", "number", "moves", "record")]
    return [_agrees(*row) for row in zip(*columns, strict=True)]


def _agrees(agent: str, against: str | None, seed: int, number: int, moves: int, record: str) -> bool:
    try:
        found = json.loads(record)
        said = [found["agent"], found["against"], found["seed"], found["number"], len(found["moves"])]
    except (TypeError, ValueError, LookupError):
        return False
    return said == [agent, against if isinstance(against, str) else "", seed, number, moves]


def measures_are_finite(tables: Tables) -> Any:
    found = entries(tables.arrow(), "measures")
    return found.without(~np.isfinite(found.value))


def weights_are_known(tables: Tables) -> Any:
    """A game played by weights names a version that its batch has."""
    rows, known = tables.frame(), tables.frame("agent_weights")
    there = set(zip(known["batch"], known["game"], known["version"], strict=True))
    named = zip(rows["batch"], rows["game"], rows["weights"], strict=True)
    return [not isinstance(key[2], str) or key in there for key in named]


def version_is_the_bodys(tables: Tables) -> Any:
    rows = tables.frame()
    return [_version(body) == version for body, version in zip(rows["body"], rows["version"], strict=True)]


def _version(body: Any) -> str | None:
    try:
        text = json.dumps(json.loads(body), sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError):
        return None
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def tuned_say_how(tables: Tables) -> Any:
    """What was tuned here says by what and how; what a night used does not."""
    rows = tables.frame()
    told = rows[list(TUNED)].notna()
    return np.where(rows["batch"] == SO_FAR, told.all(axis=1), ~told.any(axis=1))
