"""Pictures for the metadata of assets: sheets of puzzles, and plots of verdicts, predictions and tries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from assets.pictures.plots import ACCENT, INK, PALE, SHADES, figure_markdown, new_figure
from engines.contract import Look
from engines.registry import engine
from warehouse.vocabulary import difficulty_from, interest_from

SHEET_WIDTH = 960.0  # what fits into a dialog of the UI
VIEW_BOX = re.compile(r'viewBox="([-\d. ]+)"')


def size(svg: str) -> tuple[float, float]:
    """Width and height of a drawing, from its viewBox."""
    found = VIEW_BOX.search(svg)
    if not found:
        raise ValueError("a drawing without a viewBox")
    _, _, width, height = (float(number) for number in found[1].split())
    return width, height


def sheet(game: str, items: Sequence[Mapping[str, Any]], columns: int = 4, look: Look = "light") -> str:
    """One SVG with several puzzles side by side, each with its variant and predictions below."""
    artist, gap, caption = engine(game), 16.0, 47.0
    drawings = [artist.draw(artist.decode(item["puzzle"]), None, look) for item in items]
    sizes = [size(drawing) for drawing in drawings]
    columns = max(1, min(columns, len(drawings)))
    cell_width = max((width for width, _ in sizes), default=1) + gap
    lines = [
        max(height for _, height in sizes[start : start + columns]) for start in range(0, len(sizes), columns)
    ]  # how tall each row of drawings is
    parts = []
    for place, (drawing, item, (width, height)) in enumerate(zip(drawings, items, sizes, strict=True)):
        row, column = divmod(place, columns)
        left = column * cell_width + gap / 2
        floor = sum(lines[: row + 1]) + row * (gap + caption) + gap / 2
        parts.append(placed(drawing, left, floor - height, width, height))
        parts.append(caption_text(item, left + width / 2, floor + 14))
    total_width, total_height = columns * cell_width, sum(lines) + max(1, len(lines)) * (gap + caption)
    wide = min(SHEET_WIDTH, 1.5 * total_width)
    background = "#ffffff" if look == "light" else "#0f172a"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width:g} {total_height:g}" '
        f'width="{wide:g}" height="{wide * total_height / total_width:g}">'
        f'<rect width="100%" height="100%" fill="{background}"/>' + "".join(parts) + "</svg>"
    )


def placed(drawing: str, left: float, top: float, width: float, height: float) -> str:
    """A drawing as an inner element of another, its own attributes kept."""
    root, rest = drawing.split(">", 1)
    root = re.sub(r'\s(?:x|y|width|height)="[^"]*"', "", root)
    return f'{root} x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}">{rest}'


def caption_text(item: Mapping[str, Any], x: float, y: float) -> str:
    """The variant, and below it the predictions with what they rest on."""
    lines = [str(item.get("variant", ""))]
    if item.get("interest") is not None:
        lines.append(f"difficulty {item['difficulty']:.1f}, {difficulty_from(item)}")
        lines.append(f"interest {item['interest']:.1f}, {interest_from(item)}")
    return "".join(
        f'<text x="{x:g}" y="{y + 13 * number:g}" text-anchor="middle" font-family="sans-serif" font-size="10" '
        f'fill="#64748b">{said}</text>'
        for number, said in enumerate(lines)
    )


def mixed(rows: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The first rows of all variants in turn, so that few show many kinds."""
    by_variant: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_variant.setdefault(row["variant"], []).append(row)
    turns = zip_longest(*by_variant.values())
    return [row for turn in turns for row in turn if row is not None][:count]


def bars(counts: Mapping[str, Mapping[str, int]], title: str) -> str:
    """Grouped bars: for each outer name, a bar for each inner one."""
    figure, (axis,) = new_figure(6.4, 3.0)
    inner = list(dict.fromkeys(name for group in counts.values() for name in group))
    width = 0.8 / max(1, len(counts))
    for place, (outer, group) in enumerate(counts.items()):
        spots = np.arange(len(inner)) + (place - (len(counts) - 1) / 2) * width
        drawn = axis.bar(spots, [group.get(name, 0) for name in inner], width, label=outer)
        axis.bar_label(drawn, fontsize=8, color=INK)
    axis.set_xticks(np.arange(len(inner)), inner)
    axis.set_title(title, fontsize=10, color=INK)
    axis.legend(frameon=False, fontsize=8)
    return figure_markdown(figure, title)


def shares(counts: Mapping[str, Mapping[str, int]], names: Sequence[str], title: str) -> str:
    return figure_markdown(share_figure(counts, names, title), title)


def share_figure(
    counts: Mapping[str, Mapping[str, int]], names: Sequence[str], title: str, colors: Sequence[str] = SHADES
) -> Any:
    """A bar for each outer name, however many there are, cut in proportion to its counts of `names`."""
    inner = [name for name in names if any(group.get(name) for group in counts.values())]
    totals = [max(1, sum(group.values())) for group in counts.values()]
    figure, (axis,) = new_figure(6.4, 1.0 + 0.22 * len(counts))
    done = np.zeros(len(counts))
    for name in inner:
        part = np.array([group.get(name, 0) for group in counts.values()]) / totals
        color = colors[names.index(name) % len(colors)]
        axis.barh(np.arange(len(counts)), part, 0.8, left=done, label=name, color=color)
        done += part
    titles = [f"{name} ({sum(group.values()):,})" for name, group in counts.items()]
    axis.set_yticks(np.arange(len(counts)), titles, fontsize=8)
    axis.invert_yaxis()
    axis.set(xlim=(0, 1))
    axis.set_title(title, fontsize=10, color=INK)
    axis.legend(frameon=False, fontsize=8, ncols=len(inner), loc="upper center", bbox_to_anchor=(0.5, 0))
    axis.tick_params(labelbottom=False, bottom=False)
    return figure


def interest_against_difficulty(rows: Sequence[Mapping[str, Any]], chosen: set[str]) -> str:
    """All predictions of a night, the chosen ones picked out."""
    figure, (axis,) = new_figure(5.2, 4.0)
    for picked, color, label in ((False, PALE, "rated"), (True, ACCENT, "chosen")):
        some = [row for row in rows if (row["puzzle_id"] in chosen) == picked]
        if some:
            axis.scatter(
                [row["difficulty"] for row in some],
                [row["interest"] for row in some],
                s=8,
                color=color,
                label=label,
            )
    hard, fun = (", ".join(sorted(set(map(told, rows)))) for told in (difficulty_from, interest_from))
    axis.set(xlabel=f"difficulty ({hard})", ylabel=f"interest ({fun})")
    axis.legend(frameon=False, fontsize=8)
    return figure_markdown(figure, "interest against difficulty")


def scales(puzzles: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """For each provenance, its puzzles and players on one scale."""
    return {
        provenance: one_scale(
            [row["objective_difficulty"] for row in puzzles if row["provenance"] == provenance],
            [row["skill"] for row in players if row["provenance"] == provenance],
            provenance,
        )
        for provenance in sorted({row["provenance"] for row in puzzles})
    }


def one_scale(puzzles: Sequence[float], players: Sequence[float], provenance: str) -> str:
    """How hard puzzles are in play, and where players stand among them."""
    figure, (axis,) = new_figure(6.4, 3.0)
    ends = np.array([*puzzles, *players])
    bins = np.linspace(ends.min() - 1, ends.max() + 1, 31).tolist()
    axis.hist(puzzles, bins, color=PALE, label=f"{len(puzzles):,} puzzles")
    axis.plot(players, [0] * len(players), "|", markersize=22, color=ACCENT, label=f"{len(players):,} players")
    axis.set(xlabel=f"objective difficulty of puzzles, skill of players ({provenance})", ylabel="puzzles")
    axis.legend(frameon=False, fontsize=8)
    return figure_markdown(figure, "puzzles and players on one scale")
