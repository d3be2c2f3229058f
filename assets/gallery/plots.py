"""Plots of a release for the page on how the night went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assets.edition import Item
from assets.gallery.words import game_title
from assets.pictures import SHADES, figure_markdown, new_figure, shares
from quality.vocabulary import LEVELS


def interest_against_difficulty(items: Sequence[Item], provenance: str) -> str:
    """Every puzzle of the release, the games side by side on the same scales."""
    games = list(dict.fromkeys(item["game"] for item in items))
    figure, axes = new_figure(3.4 * len(games) + 0.6, 3.4, len(games))
    ends = {target: limits([item[target] for item in items]) for target in ("difficulty", "interest")}
    for axis, game in zip(axes, games, strict=True):
        for level, color in zip(LEVELS, SHADES, strict=False):
            some = [item for item in items if (item["game"], item["level"]) == (game, level)]
            x, y = ([item[target] for item in some] for target in ("difficulty", "interest"))
            axis.scatter(x, y, s=7, color=color, label=level, alpha=0.7, linewidths=0)
        axis.set(xlim=ends["difficulty"], ylim=ends["interest"], xlabel=f"predicted difficulty ({provenance})")
        axis.set_title(game_title(game)[0], fontsize=10)
    axes[0].set_ylabel(f"predicted interest ({provenance})")
    axes[-1].legend(frameon=False, fontsize=8, markerscale=2)
    return figure_markdown(
        figure, "Predicted interest against predicted difficulty of every puzzle, by game and level"
    )


def limits(values: Sequence[float]) -> tuple[float, float]:
    return float(np.floor(min(values) * 4) / 4), float(np.ceil(max(values) * 4) / 4)


def levels_by_variant(items: Sequence[Item]) -> dict[str, str]:
    """For each game, how its variants are made up of levels."""
    counts: dict[str, dict[str, dict[str, int]]] = {}
    for item in items:
        of_variant = counts.setdefault(item["game"], {}).setdefault(item["variant"], dict.fromkeys(LEVELS, 0))
        of_variant[item["level"]] += 1
    return {game: plot_of(game, found) for game, found in counts.items()}


def plot_of(game: str, counts: Mapping[str, Mapping[str, int]]) -> str:
    return shares(counts, LEVELS, f"{game_title(game)[0]}: levels by variant")
