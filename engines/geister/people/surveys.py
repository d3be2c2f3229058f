"""The published surveys of Geister puzzles, as data."""

from __future__ import annotations

from engines.people.survey import FIVE_ROUND_ZERO, Both, Figure, ModelError, Survey

GEISTER = Survey(
    name="geister",
    game="geister",
    title="Geister, four categories",
    items=100,
    raters=8,
    who={"beginner": 8},
    scale=FIVE_ROUND_ZERO,
    seconds=90,
    answer_first=True,
    source="Geister paper, 7.1",
    variants={"escape": 35, "wall": 25, "open": 30, "capture": 10},  # Geister paper, table 4
    highest=Both(1.25, 1.875, "Geister paper, 7.6"),
    correlation=Figure(0.63, "Geister paper, 7.3"),
    pairs_least=Figure(-0.12, "Geister paper, 7.4 and fig. 5"),
    pairs_most=Figure(0.38, "Geister paper, 7.4 and fig. 5"),
    shapes={"beginner": "rising; the few hardest are about 0 (Geister paper, 7.3)"},
    errors=(ModelError("RMSE", "10-fold", 0.52, 0.64, "Geister paper, 7.5"),),
)

SURVEYS = (GEISTER,)
