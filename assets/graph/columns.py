"""What Dagster is told of tables: their columns, their names in the warehouse, and whose values they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from warehouse.schema import TABLES, Column

WAREHOUSE = "warehouse.main"  # the database and the schema that `warehouse.duckdb` has them in

# Columns whose values are those of a column of another table as they stand. A test compares the values.
CARRIED: Mapping[str, Mapping[str, str]] = {
    "verdict": {name: f"candidate.{name}" for name in ("puzzle_id", "variant")},
    "solution": {"puzzle_id": "candidate.puzzle_id"},
    "feature": {"puzzle_id": "verdict.puzzle_id"},
    "theme": {"puzzle_id": "verdict.puzzle_id", "theme": "theme_definition.name"},
    "rating": {"puzzle_id": "verdict.puzzle_id"},
    "attempt": {"puzzle_id": "verdict.puzzle_id"},
    "model_item": {"puzzle_id": "rating.puzzle_id"},
    "puzzle_standing": {"puzzle_id": "attempt.puzzle_id"},
    "player_standing": {"player_id": "attempt.player_id", "player_group": "attempt.player_group"},
    "prediction": {
        "puzzle_id": "feature.puzzle_id",
        "interest_model": "model.model_id",
        "difficulty_model": "model.model_id",
    },
    "selection": {
        "puzzle_id": "prediction.puzzle_id",
        "variant": "verdict.variant",
        "interest": "prediction.interest",
        "difficulty": "prediction.difficulty",
    },
    "judgement": {"puzzle_id": "selection.puzzle_id"},
    "question": {"puzzle_id": "feature.puzzle_id"},
    "release_entry": {
        name: f"selection.{name}" for name in ("puzzle_id", "variant", "audience", "interest", "difficulty")
    },
}


def described(tables: Sequence[str], made_by: Mapping[str, Sequence[dg.AssetKey]]) -> dict[str, Any]:
    """Metadata of an asset that writes some tables: of the first under Dagster's own names, of the others by theirs.

    `made_by` says which assets write a table: one for each game, or several."""
    found: dict[str, Any] = {"dagster/table_name": f"{WAREHOUSE}.{tables[0]}"}
    for place, table in enumerate(tables):
        found["dagster/column_schema" if place == 0 else f"columns of {table}"] = column_schema(table)
    return found | lineages(tables, made_by)


def lineages(tables: Sequence[str], made_by: Mapping[str, Sequence[dg.AssetKey]]) -> dict[str, Any]:
    """Where columns come from, which the UI looks for in the latest materialization."""
    found = {
        "dagster/column_lineage" if place == 0 else f"column lineage of {table}": column_lineage(table, made_by)
        for place, table in enumerate(tables)
    }
    return {name: lineage for name, lineage in found.items() if lineage}


def column_schema(table: str) -> dg.TableSchema:
    """The columns of a table with their types and comments."""
    key = TABLES[table].key
    return dg.TableSchema(
        columns=[table_column(column, column.name in key) for column in TABLES[table].columns],
        constraints=dg.TableConstraints(other=[f"key: {', '.join(key)}"]),
    )


def table_column(column: Column, in_key: bool) -> dg.TableColumn:
    constraints = dg.TableColumnConstraints(nullable=column.null, other=["key"] if in_key else [])
    return dg.TableColumn(column.name, column.type, column.comment, constraints)


def column_lineage(table: str, made_by: Mapping[str, Sequence[dg.AssetKey]]) -> dg.TableColumnLineage | None:
    """Which columns carry the values of others, as far as that is plain."""
    carried = {
        name: [dg.TableColumnDep(asset, column) for asset in made_by.get(source, ())]
        for name, (source, column) in ((name, origin.split(".")) for name, origin in CARRIED.get(table, {}).items())
    }
    return dg.TableColumnLineage(carried) if any(carried.values()) else None
