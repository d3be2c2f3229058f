"""The colours of drawings: light, dark, and "page", which a page can switch between both.

On a page colours are custom properties with the light ones to fall back on; `style` is the CSS that gives them
their dark values. See `draw` in the contract.
"""

from __future__ import annotations

from engines.contract import Look

Colors = dict[str, str]


def palettes(game: str, light: Colors, dark: Colors) -> dict[Look, Colors]:
    """The colours of each look, by name."""
    page = {name: f"var(--{game}-{name},{color})" for name, color in light.items()}
    return {"light": light, "dark": dark, "page": page}


def style(game: str, light: Colors, dark: Colors) -> str:
    """What a page takes over to draw dark where its reader wants it so."""
    values = "".join(f"--{game}-{name}:{color};" for name, color in dark.items() if color != light[name])
    return "@media(prefers-color-scheme:dark){:root{" + values + "}}"
