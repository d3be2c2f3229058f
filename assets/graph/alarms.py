"""What Dagster is told of drift: checks that warn and block nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dagster as dg
import pyarrow as pa

WATCHED = {
    "features_have_not_drifted": (
        "feature",
        "Every feature is distributed within its variants as in what the models in use were fitted on.",
    ),
    "ratings_have_not_drifted": (
        "rating",
        "Ratings are as high, as spread and as often extreme as those that the models in use were fitted on.",
    ),
    "models_still_hold": (
        "model",
        "The models in use for everyone err on tonight's rated puzzles as they did when they were promoted.",
    ),
}
SHOWN = 20


def specs(asset: dg.AssetKey) -> list[dg.AssetCheckSpec]:
    return [
        dg.AssetCheckSpec(name, asset=asset, blocking=False, description=description)
        for name, (_, description) in WATCHED.items()
    ]


def results(asset: dg.AssetKey, drift: pa.Table) -> Iterator[dg.AssetCheckResult]:
    rows = drift.to_pylist()
    for name, (what, _) in WATCHED.items():
        looked = [row for row in rows if row["what"] == what]
        drifted = [row for row in looked if row["drifted"]]
        yield dg.AssetCheckResult(
            passed=not drifted,
            check_name=name,
            asset_key=asset,
            severity=dg.AssetCheckSeverity.WARN,
            metadata={
                "watched": len(looked),
                "drifted": len(drifted),
                "compared with": rows[0]["reference"],
                "furthest": dg.MetadataValue.md(table(sorted(looked, key=excess)[:SHOWN])),
            },
        )


def excess(row: dict[str, Any]) -> tuple[float, str]:
    """How near to its limits something is; the furthest beyond comes first."""
    pairs = ((row["psi"], row["psi_limit"]), (row["shift"], row["shift_limit"]))
    ratios = [abs(number) / limit for number, limit in pairs if number is not None and limit]
    return -max(ratios, default=0.0), row["name"]


def table(rows: list[dict[str, Any]]) -> str:
    header = ("name", "then", "now", "psi", "its limit", "shift", "its limit", "drifted")
    columns = ("reference_mean", "mean", "psi", "psi_limit", "shift", "shift_limit")
    lines = [header, ("---",) * len(header)]
    for row in rows:
        numbers = ("" if row[name] is None else f"{row[name]:.3f}" for name in columns)
        lines.append((row["name"], *numbers, "**yes**" if row["drifted"] else ""))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
