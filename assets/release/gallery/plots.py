"""Plots of a release for the page on how the night went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assets.core.titles import game_title, variant_title
from assets.pictures.pictures import share_figure
from assets.pictures.plots import LEVEL_COLORS, Plot, Wording, drawn, new_figure
from assets.pictures.words import UI, rated_by
from assets.release.edition import Edition, Item
from warehouse.vocabulary import DIFFICULTY, INTEREST, LEVELS, SIMULATED

SURPRISE = "surprise_share"


def against_difficulty(edition: Edition) -> Plot:
    """Every puzzle of the release, the games side by side on the same scales: the interest that people's ratings
    predict or, as long as simulated raters stand for people, the surprise."""
    say, what = Wording(), SURPRISE if edition.provenance == SIMULATED else INTEREST
    items = [item for item in edition.items if item.get(what) is not None]
    (whose, whose_ja), (by, by_ja) = (
        rated_by(", ".join(f)) for f in (edition.interest_from, edition.difficulty_from)
    )
    games = list(dict.fromkeys(item["game"] for item in edition.items))
    figure, axes = new_figure(3.4 * len(games) + 0.6, 3.4, len(games))
    ends = {name: limits([item[name] for item in items]) if items else (0.0, 1.0) for name in (DIFFICULTY, what)}
    for axis, game in zip(axes, games, strict=True):
        for level, color in zip(LEVELS, LEVEL_COLORS, strict=True):
            some = [item for item in items if (item["game"], item["level"]) == (game, level)]
            x, y = ([item[name] for item in some] for name in (DIFFICULTY, what))
            axis.scatter(x, y, s=7, color=color, label=say(*UI[level]), alpha=0.7, linewidths=0, rasterized=True)
        label = say(f"difficulty ({by})", f"難しさ（{by_ja}）")
        axis.set(xlim=ends["difficulty"], ylim=ends[what], xlabel=label)
        axis.set_title(say(*game_title(game)), fontsize=10)
    surprise = "surprise (share of its length below)", "解の意外さ（同じ長さの問題の中で）"
    axes[0].set_ylabel(
        say(*surprise) if what == SURPRISE else say(f"predicted interest ({whose})", f"面白さの予測（{whose_ja}）")
    )
    axes[-1].legend(frameon=False, fontsize=8, markerscale=2)
    about = (
        "Interest or surprise against predicted difficulty of every puzzle, by game and level",
        "全問題の面白さまたは意外さと難しさの予測（ゲームと難易度ごと）",
    )
    return drawn(figure, say, about)


def limits(values: Sequence[float]) -> tuple[float, float]:
    return float(np.floor(min(values) * 4) / 4), float(np.ceil(max(values) * 4) / 4)


def levels_by_variant(items: Sequence[Item]) -> dict[str, Plot]:
    """For each game, how its variants are made up of levels."""
    counts: dict[str, dict[str, dict[str, int]]] = {}
    for item in items:
        of_variant = counts.setdefault(item["game"], {}).setdefault(item["variant"], dict.fromkeys(LEVELS, 0))
        of_variant[item["level"]] += 1
    return {game: plot_of(game, found) for game, found in counts.items()}


def plot_of(game: str, counts: Mapping[str, Mapping[str, int]]) -> Plot:
    """Bars by the titles of the variants."""
    say, (title, title_ja) = Wording(), game_title(game)
    named = {variant_title(game, variant)[0]: found for variant, found in counts.items()}
    for variant, found in counts.items():
        english, japanese = variant_title(game, variant)
        total = sum(found.values())
        say(f"{english} ({total:,})", f"{japanese}（{total:,}）")
    for level in LEVELS:
        say(*UI[level])
    about = (f"{title}: levels by variant", f"{title_ja}：種類ごとの難易度の内訳")
    return drawn(share_figure(named, LEVELS, say(*about), LEVEL_COLORS), say, about)
