"""Imported collections: other people's puzzles, each collection a small lake of its own (warehouse/shelf.py)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow as pa

from warehouse import shelf
from warehouse.home import Home
from warehouse.lake import SURVEY_BATCH
from warehouse.schema import COLLECTION
from warehouse.shelf import BadName, Revision


def checked_name(text: str) -> str:
    """The name of a collection that a person typed."""
    shelf.checked_name(text, "collection")
    if text.startswith(SURVEY_BATCH):
        raise BadName(f"names that begin with {SURVEY_BATCH!r} are the surveys': choose another, not {text!r}")
    return text


def imported(home: Home) -> dict[str, Revision]:
    """The collections by name: the newest revision of each."""
    return shelf.collections(home).newest()


def known_puzzles(home: Home, game: str | None = None) -> pa.Table:
    """The rows of the collection table of all collections."""
    parts = [revision.lake.read_all("collection", game) for revision in imported(home).values()]
    return pa.concat_tables([COLLECTION.arrow.empty_table(), *parts])


def bench(home: Home, name: str) -> Path:
    """The hidden folder where the next revision is made; it begins as a copy of the present one.

    What a killed import has left there is used again. The caller holds the collection's turn.
    """
    folder = shelf.collections(home).bench(name)
    present = imported(home).get(name)
    if not folder.exists() and present:
        shutil.copytree(present.path, folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
