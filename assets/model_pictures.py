"""Plots of models for the metadata of assets: how near they come, from what, and how far their intervals hold.

All take plain rows, as the tables have them: `puzzle_id`, `observed`, `variance`, `held_out` and `fold` of each
puzzle; `over`, `count`, `mae` and `mean_mae` of each point of a learning curve. Whose ratings they are is written on
each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from assets.pictures import ACCENT, INK, PALE, figure_markdown, new_figure
from engines.rating import evaluation

AMBER, GREY = "#f59e0b", "#94a3b8"
ENDS = (1.0, 5.0)

Rows = Sequence[Mapping[str, Any]]


def column(rows: Rows, name: str) -> np.ndarray:
    return np.array([row[name] for row in rows], dtype=np.float64)


def predicted_against_observed(items: Mapping[str, Rows], models: Mapping[str, Mapping[str, Any]], whose: str) -> str:
    """Held-out predictions against ratings, a panel a target: y = x, the 80 % interval, and the ratings' errors."""
    figure, axes = new_figure(4.4 * len(items), 4.2, len(items))
    for axis, (target, rows) in zip(axes, items.items(), strict=True):
        model, ends = models[target], np.array(ENDS)
        half = model["interval"]
        axis.fill_between(ends, ends - half, ends + half, color=PALE, alpha=0.35, linewidth=0, label="80 % interval")
        axis.plot(ends, ends, color=ACCENT, linewidth=1)
        predicted, observed = column(rows, "held_out"), column(rows, "observed")
        error = np.sqrt(column(rows, "variance"))
        axis.errorbar(predicted, observed, error, fmt="none", ecolor=GREY, elinewidth=0.6, alpha=0.6)
        axis.scatter(predicted, observed, s=12, color=ACCENT, alpha=0.8, label="a puzzle, and its standard error")
        axis.set(xlim=ENDS, ylim=ENDS, xlabel=f"predicted {target} (held out)", ylabel=f"{target} ({whose} raters)")
        axis.set_title(f"MAE {model['mae']:.2f}, mean only {model['baseline_mae']:.2f}", fontsize=10, color=INK)
        axis.set_aspect("equal")
        axis.legend(frameon=False, fontsize=7, loc="upper left")
    figure.tight_layout()
    return figure_markdown(figure, "predicted against observed ratings")


def importances(models: Rows, whose: str, top: int = 10) -> str:
    """The weightiest features of each model, as shares of what all features contribute to its predictions."""
    figure, axes = new_figure(5.0 * len(models), 3.6, len(models))
    for axis, model in zip(axes, models, strict=True):
        ranked = sorted(dict(model["importances"]).items(), key=lambda pair: -pair[1])[:top][::-1]
        axis.barh([name for name, _ in ranked], [share for _, share in ranked], color=ACCENT)
        axis.set_title(f"{model['target']} ({whose} raters)", fontsize=10, color=INK)
        axis.set_xlabel("share of what features contribute")
    figure.tight_layout()
    return figure_markdown(figure, "feature importances")


def learning_curves(points: Mapping[str, Rows], floors: Mapping[str, float], whose: str) -> str:
    """Error over raters and over items, a panel for each target and each, between the mean's error and the floor."""
    panels = [(target, over) for target in points for over in ("raters", "items")]
    figure, axes = new_figure(3.4 * len(panels), 3.4, len(panels))
    for axis, (target, over) in zip(axes, panels, strict=True):
        rows = sorted((row for row in points[target] if row["over"] == over), key=lambda row: row["count"])
        counts = column(rows, "count")
        axis.plot(counts, column(rows, "mean_mae"), "o--", color=GREY, markersize=3, label="mean only")
        axis.plot(counts, column(rows, "mae"), "o-", color=ACCENT, markersize=4, label="model")
        axis.axhline(floors[target], color=AMBER, linewidth=1, label="noise floor")
        axis.set_xscale("log", base=2)
        axis.set_xticks(counts, [f"{count:g}" for count in counts])
        axis.minorticks_off()
        axis.set(ylim=(0, None), xlabel=f"{over} learned from ({whose})", ylabel="MAE against all raters")
        axis.set_title(target, fontsize=10, color=INK)
    axes[0].legend(frameon=False, fontsize=8)
    figure.tight_layout()
    return figure_markdown(figure, "learning curves")


def observed_interest_against_difficulty(interest: Rows, difficulty: Rows, whose: str) -> str:
    """What was said of the puzzles rated for both, with the hill through it, as in 000, fig. 5.2."""
    felt = {row["puzzle_id"]: row["observed"] for row in difficulty}
    both = [row for row in interest if row["puzzle_id"] in felt]
    liked, hard = column(both, "observed"), np.array([felt[row["puzzle_id"]] for row in both])
    figure, (axis,) = new_figure(5.0, 4.2)
    axis.scatter(hard, liked, s=12, color=ACCENT, alpha=0.7)
    hill = np.polynomial.Polynomial.fit(hard, liked, 2)
    along = np.linspace(hard.min(), hard.max(), 100)
    axis.plot(along, hill(along), color=AMBER, linewidth=1.5)
    title = f"correlation {np.corrcoef(hard, liked)[0, 1]:.2f}"
    top = along[int(np.argmax(hill(along)))]
    title += f", highest near {top:.1f}" if along[0] < top < along[-1] else ""
    axis.set(xlim=ENDS, ylim=ENDS, xlabel=f"difficulty ({whose} raters)", ylabel=f"interest ({whose} raters)")
    axis.set_title(title, fontsize=10, color=INK)
    axis.set_aspect("equal")
    return figure_markdown(figure, "observed interest against difficulty")


def coverage(items: Mapping[str, Rows], whose: str) -> str:
    """How many puzzles fall into intervals of each level, made from the errors on the other folds."""
    figure, axes = new_figure(4.0 * len(items), 4.0, len(items))
    for axis, (target, rows) in zip(axes, items.items(), strict=True):
        residuals = column(rows, "observed") - column(rows, "held_out")
        found = evaluation.coverage(residuals, column(rows, "variance"), column(rows, "fold"))
        levels, shares = np.array([level for level, _ in found]), np.array([inside.mean() for _, inside in found])
        chance = 2.0 * np.sqrt(levels * (1.0 - levels) / len(rows))
        axis.plot((0, 1), (0, 1), color=GREY, linewidth=1)
        axis.fill_between(
            levels, levels - chance, levels + chance, color=PALE, alpha=0.35, linewidth=0, label="chance"
        )
        axis.plot(levels, shares, "o-", color=ACCENT, markersize=4, label="model")
        axis.set(xlim=(0, 1), ylim=(0, 1), xlabel="nominal", ylabel=f"share within ({whose} raters)")
        axis.set_title(f"intervals of {target}", fontsize=10, color=INK)
        axis.set_aspect("equal")
        axis.legend(frameon=False, fontsize=8, loc="upper left")
    figure.tight_layout()
    return figure_markdown(figure, "coverage of intervals")
