"""Tables of a page."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from assets.pictures.words import ui


class Html(str):
    """Text that is HTML already."""


def table(header: Sequence[str], rows: Sequence[Sequence[Any]], digits: int = 2) -> str:
    """A table; what is not text is a number and stands at the right. Headers are HTML, and cells marked so."""
    if not rows:
        return f'<p class="note">{ui("nothing")}</p>'
    head = "".join(
        f'<th scope="col"{"" if isinstance(below, str) else " class=number"}>{cell}</th>'
        for cell, below in zip(header, rows[0], strict=True)
    )
    lines = "".join(f"<tr>{''.join(cell_of(cell, digits) for cell in row)}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def cell_of(cell: Any, digits: int) -> str:
    if isinstance(cell, str):
        return f"<td>{cell if isinstance(cell, Html) else html.escape(cell)}</td>"
    said = "–" if cell is None else f"{cell:.{digits}f}" if isinstance(cell, float) else f"{cell:,}"
    return f'<td class="number">{said}</td>'
