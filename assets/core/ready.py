"""What comes with the project ready made: the founding panel and the founding models, which take minutes to make.

`assets/founding/` has a Parquet file for each game and table, and `recipes.json`, which says by what recipe each
asset was made. A stage whose recipe is the same takes those rows instead of making them. It checks and writes them
like its own. After a change of the sources or settings that decide them the recipes differ, and the rows are made.
`make founding` brings the folder up to date; a test says when it has to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.digest import content_digest
from warehouse.lake import FOUNDING, DamagedFile, Lake, Partition, with_columns

FOLDER = Path(__file__).resolve().parent.parent / "founding"
RECIPES = "recipes.json"


class Made(TypedDict):
    """How an asset was made, and the digest of each of its tables."""

    recipe: str
    tables: dict[str, str]


@dataclass(frozen=True)
class Ready:
    """A folder with partitions of the founding collection."""

    folder: Path = FOLDER

    def tables(self, game: str, stage: str, recipe: str, names: Sequence[str]) -> dict[str, pa.Table] | None:
        """The tables that a stage would make by this recipe; None if they are not here."""
        known = self.recipes().get(f"{game}/{stage}")
        if known is None or known["recipe"] != recipe:
            return None
        found = {name: self.read(game, name) for name in names}
        wrong = [name for name, table in found.items() if content_digest(table) != known["tables"][name]]
        if wrong:
            raise damaged(self.path(game, wrong[0]), f"its rows are not those of {RECIPES}")
        return found

    def recipes(self) -> dict[str, Made]:
        path = self.folder / RECIPES
        return json.loads(path.read_text()) if path.exists() else {}

    def path(self, game: str, table: str) -> Path:
        return self.folder / game / f"{table}.parquet"

    def read(self, game: str, table: str) -> pa.Table:
        path = self.path(game, table)
        try:
            return with_columns(pq.read_table(path).replace_schema_metadata(None), table, path)
        except (pa.ArrowException, OSError) as error:
            raise damaged(path, str(error).splitlines()[0]) from error

    def write(self, lake: Lake, stages: Mapping[str, Sequence[str]], games: Sequence[str]) -> list[Path]:
        """Take the founding collection of a lake over: what each stage wrote. Files whose rows are the same stay."""
        before: dict[str, Made] = self.recipes()
        after: dict[str, Made] = {}
        changed: list[tuple[str, str]] = []
        for game in games:
            for stage, tables in stages.items():
                stamps = {table: lake.stamp(Partition(table, FOUNDING, game)) for table in tables}
                digests = {table: stamp.digest for table, stamp in stamps.items() if stamp}
                (recipe,) = {stamp.recipe for stamp in stamps.values() if stamp}
                asset = f"{game}/{stage}"
                after[asset] = {"recipe": recipe, "tables": digests}
                known = before[asset]["tables"] if asset in before else {}
                changed += [(game, table) for table in tables if known.get(table) != digests[table]]
        for game, table in changed:
            path = self.path(game, table)
            path.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(lake.read(Partition(table, FOUNDING, game)), path, compression="zstd")
        (self.folder / RECIPES).write_text(json.dumps(after, indent=1) + "\n")
        return [self.path(*each) for each in changed]


READY = Ready()


def damaged(path: Path, why: str) -> DamagedFile:
    return DamagedFile(f"damaged file {path}: {why} (take it from the repository again, or run `make founding`)")
