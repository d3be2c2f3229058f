"""How plots are made: with words in both languages, or as a picture for the UI.

A plot of a release is an SVG in the page, so that whatever font the reader has shows its words. matplotlib knows one
language at a time: each figure is drawn in English, the Japanese words are collected beside it (`Wording`), and every
text that has some stands twice in the SVG, marked by language as all other words of the pages are.
"""

from __future__ import annotations

import base64
import html
import io
import re
from dataclasses import dataclass
from typing import Any

from assets.core.titles import Words

INK, ACCENT, PALE = "#334155", "#7c3aed", "#c4b5fd"
AMBER, GREY = "#f59e0b", "#94a3b8"
SHADES = (ACCENT, PALE, AMBER, GREY)
LEVEL_COLORS = ("#15803d", "#d97706", "#b91c1c")  # easy, medium, hard, as the badges of the gallery have them
POINTS = 160  # dots an inch of what is drawn as points: as vectors, hundreds of them would be large

TEXT = re.compile(r"<text\b([^>]*)>([^<]*)</text>")
IN_JAPANESE = re.compile(r'<text lang="ja"[^>]*>[^<]*</text>')
XMLNS = re.compile(r' xmlns(?::\w+)?="[^"]*"')  # which HTML goes without
NAMES = re.compile(r'(\bid="|\burl\(#|href="#)')


class Wording(dict[str, str]):
    """The Japanese words of a figure by their English ones, collected while it is drawn."""

    def __call__(self, english: str, japanese: str) -> str:
        self[english] = japanese
        return english


@dataclass(frozen=True)
class Plot:
    """A plot in both languages: what it shows, and an SVG whose words stand in both."""

    about: Words
    svg: str

    @property
    def markdown(self) -> str:
        """In English alone, as the UI shows it."""
        return svg_markdown(IN_JAPANESE.sub("", self.svg), self.about[0])

    def inline(self, prefix: str) -> str:
        """For a page that may have others: names within it begin with `prefix`."""
        own = NAMES.sub(lambda found: f"{found[1]}{prefix}-", XMLNS.sub("", self.svg))
        english, japanese = (html.escape(said) for said in self.about)
        label = f'<title lang="en">{english}</title><title lang="ja">{japanese}</title>'
        root, rest = own.split(">", 1)
        return f'<figure class="plot">{root} role="img" aria-label="{english}">{label}{rest}</figure>'


def drawn(figure: Any, wording: Wording, about: Words) -> Plot:
    """The plot of a figure; the same figure gives the same bytes."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "tsume"}):
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(buffer, format="svg", dpi=POINTS, bbox_inches="tight", metadata=nothing)
    text = buffer.getvalue()
    return Plot(about, TEXT.sub(lambda found: twice(found, wording), text[text.index("<svg") :].strip()))


def twice(found: re.Match[str], wording: Wording) -> str:
    """A text in both languages; one that is the same in both stays as it is."""
    style, english = found[1], found[2]
    japanese = wording.get(html.unescape(english))
    if japanese is None:
        return found[0]
    return f'<text lang="en"{style}>{english}</text><text lang="ja"{style}>{html.escape(japanese)}</text>'


def svg_markdown(svg: str, alt: str) -> str:
    return f"![{alt}](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"


def figure_markdown(figure: Any, alt: str) -> str:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, bbox_inches="tight", metadata={"Software": None})
    return f"![{alt}](data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()})"


def new_figure(width: float, height: float, columns: int = 1, rows: int = 1) -> tuple[Any, list[Any]]:
    """A figure and its panels, row by row."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(colors=INK)
    return figure, list(axes)
