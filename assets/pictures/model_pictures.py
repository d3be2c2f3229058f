"""Plots of models: how near they come, from what, and how far their intervals hold. The UI and releases show them.

All take plain rows, as the tables have them: `puzzle_id`, `observed`, `variance`, `held_out` and `fold` of each
puzzle; `over`, `count`, `mae` and `mean_mae` of each point of a learning curve. Whose ratings they are is written on
each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from assets.pictures.plots import ACCENT, AMBER, GREY, INK, PALE, Plot, Wording, drawn, new_figure
from assets.pictures.words import UI, rated_by
from engines.rating import evaluation

ENDS = (1.0, 5.0)
OVER = {"raters": "評価者数", "items": "問題数"}

Rows = Sequence[Mapping[str, Any]]


def column(rows: Rows, name: str) -> np.ndarray:
    return np.array([row[name] for row in rows], dtype=np.float64)


def target_ja(target: str) -> str:
    return UI[target][1]


def of_raters(say: Wording, target: str, whose: str) -> str:
    """A target as some people rated it."""
    english, japanese = rated_by(whose)
    return say(f"{target} ({english})", f"{target_ja(target)}（{japanese}）")


def predicted_against_observed(
    items: Mapping[str, Rows], models: Mapping[str, Mapping[str, Any]], whose: str
) -> Plot:
    """Held-out predictions against ratings, a panel a target: y = x, the 80 % interval, and the ratings' errors."""
    say = Wording()
    figure, axes = new_figure(4.4 * len(items), 4.2, len(items))
    for axis, (target, rows) in zip(axes, items.items(), strict=True):
        model, ends = models[target], np.array(ENDS)
        half = model["interval"]
        band = say("80 % interval", "80%区間")
        axis.fill_between(ends, ends - half, ends + half, color=PALE, alpha=0.35, linewidth=0, label=band)
        axis.plot(ends, ends, color=ACCENT, linewidth=1)
        predicted, observed = column(rows, "held_out"), column(rows, "observed")
        error = np.sqrt(column(rows, "variance"))
        axis.errorbar(predicted, observed, error, fmt="none", ecolor=GREY, elinewidth=0.6, alpha=0.6, rasterized=True)
        point = say("a puzzle, and its standard error", "1問とその標準誤差")
        axis.scatter(predicted, observed, s=12, color=ACCENT, alpha=0.8, label=point, rasterized=True)
        below = say(f"predicted {target} (held out)", f"{target_ja(target)}の予測（未学習の問題）")
        axis.set(xlim=ENDS, ylim=ENDS, xlabel=below, ylabel=of_raters(say, target, whose))
        said = f"{model['mae']:.2f}", f"{model['baseline_mae']:.2f}"
        title = say("MAE {}, mean only {}".format(*said), "平均絶対誤差 {}、平均値だけなら {}".format(*said))
        axis.set_title(title, fontsize=10, color=INK)
        axis.set_aspect("equal")
        axis.legend(frameon=False, fontsize=7, loc="upper left")
    figure.tight_layout()
    return drawn(figure, say, ("predicted against observed ratings", "予測と実際の評価"))


def importances(models: Rows, whose: str, top: int = 10) -> Plot:
    """The weightiest features of each model, as shares of what all features contribute to its predictions."""
    say = Wording()
    figure, axes = new_figure(5.0 * len(models), 3.6, len(models))
    for axis, model in zip(axes, models, strict=True):
        ranked = sorted(dict(model["importances"]).items(), key=lambda pair: -pair[1])[:top][::-1]
        axis.barh([name for name, _ in ranked], [share for _, share in ranked], color=ACCENT)
        axis.set_title(of_raters(say, model["target"], model.get("provenance", whose)), fontsize=10, color=INK)
        axis.set_xlabel(say("share of what features contribute", "予測への寄与の割合"))
    figure.tight_layout()
    return drawn(figure, say, ("feature importances", "特徴量の重要度"))


def learning_curves(points: Mapping[str, Rows], floors: Mapping[str, float], whose: str) -> Plot:
    """Error over raters and over items, a row for each target, between the mean's error and the floor."""
    say, (people, people_ja) = Wording(), rated_by(whose)
    figure, axes = new_figure(8.0, 3.2 * len(points), 2, len(points))
    panels = [(target, over) for target in points for over in OVER]
    for axis, (target, over) in zip(axes, panels, strict=True):
        rows = sorted((row for row in points[target] if row["over"] == over), key=lambda row: row["count"])
        counts = column(rows, "count")
        mean, model, floor = say("mean only", "平均値のみ"), say("model", "モデル"), say("noise floor", "誤差の下限")
        axis.plot(counts, column(rows, "mean_mae"), "o--", color=GREY, markersize=3, label=mean)
        axis.plot(counts, column(rows, "mae"), "o-", color=ACCENT, markersize=4, label=model)
        axis.axhline(floors[target], color=AMBER, linewidth=1, label=floor)
        axis.set_xscale("log", base=2)
        axis.set_xticks(counts, [f"{count:g}" for count in counts])
        axis.minorticks_off()
        learned = say(f"{over} learned from ({people})", f"学習に使った{OVER[over]}（{people_ja}）")
        error = say("MAE against all raters", "全評価者に対する平均絶対誤差")
        axis.set(ylim=(0, None), xlabel=learned, ylabel=error)
        axis.set_title(say(target, target_ja(target)), fontsize=10, color=INK)
    axes[0].legend(frameon=False, fontsize=8)
    figure.tight_layout()
    return drawn(figure, say, ("learning curves", "学習曲線"))


def observed_interest_against_difficulty(interest: Rows, difficulty: Rows, whose: str) -> Plot:
    """What was said of the puzzles rated for both, with the hill through it, as in the T-spin thesis, fig. 5.2."""
    say = Wording()
    felt = {row["puzzle_id"]: row["observed"] for row in difficulty}
    both = [row for row in interest if row["puzzle_id"] in felt]
    liked, hard = column(both, "observed"), np.array([felt[row["puzzle_id"]] for row in both])
    figure, (axis,) = new_figure(5.0, 4.2)
    axis.scatter(hard, liked, s=12, color=ACCENT, alpha=0.7, rasterized=True)
    hill = np.polynomial.Polynomial.fit(hard, liked, 2)
    along = np.linspace(hard.min(), hard.max(), 100)
    axis.plot(along, hill(along), color=AMBER, linewidth=1.5)
    linked, top = f"{np.corrcoef(hard, liked)[0, 1]:.2f}", along[int(np.argmax(hill(along)))]
    title = [f"correlation {linked}", f"相関 {linked}"]
    if along[0] < top < along[-1]:
        title = [f"{title[0]}, highest near {top:.1f}", f"{title[1]}、{top:.1f}付近で最高"]
    axis.set(xlim=ENDS, ylim=ENDS)
    axis.set(xlabel=of_raters(say, "difficulty", whose), ylabel=of_raters(say, "interest", whose))
    axis.set_title(say(*title), fontsize=10, color=INK)
    axis.set_aspect("equal")
    return drawn(figure, say, ("observed interest against difficulty", "評価された面白さと難しさ"))


def coverage(items: Mapping[str, Rows], whose: str) -> Plot:
    """How many puzzles fall into intervals of each level, made from the errors on the other folds."""
    say, (people, people_ja) = Wording(), rated_by(whose)
    figure, axes = new_figure(4.0 * len(items), 4.0, len(items))
    for axis, (target, rows) in zip(axes, items.items(), strict=True):
        residuals = column(rows, "observed") - column(rows, "held_out")
        found = evaluation.coverage(residuals, column(rows, "variance"), column(rows, "fold"))
        levels, shares = np.array([level for level, _ in found]), np.array([inside.mean() for _, inside in found])
        chance = 2.0 * np.sqrt(levels * (1.0 - levels) / len(rows))
        axis.plot((0, 1), (0, 1), color=GREY, linewidth=1)
        by_chance = say("chance", "偶然の範囲")
        axis.fill_between(
            levels, levels - chance, levels + chance, color=PALE, alpha=0.35, linewidth=0, label=by_chance
        )
        axis.plot(levels, shares, "o-", color=ACCENT, markersize=4, label=say("model", "モデル"))
        within = say(f"share within ({people})", f"区間に入った割合（{people_ja}）")
        axis.set(xlim=(0, 1), ylim=(0, 1), xlabel=say("nominal", "名目の水準"), ylabel=within)
        axis.set_title(say(f"intervals of {target}", f"{target_ja(target)}の区間"), fontsize=10, color=INK)
        axis.set_aspect("equal")
        axis.legend(frameon=False, fontsize=8, loc="upper left")
    figure.tight_layout()
    return drawn(figure, say, ("coverage of intervals", "区間の的中率"))
