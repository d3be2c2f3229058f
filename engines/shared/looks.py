"""The colours of drawings: light, dark, and "page", which a page can switch between both.

On a page colours are custom properties with the light ones to fall back on; `style` is the CSS that gives them
their dark values where the reader's system or the page itself (`data-look` on the root) wants them. Words on a page
are there in both languages. See `draw` in the contract.
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
    asked, chosen = ":root:not([data-look=light])", ":root[data-look=dark]"
    return f"@media(prefers-color-scheme:dark){{{asked}{{{values}}}}}{chosen}{{{values}}}"


def words(english: str, japanese: str, look: Look) -> str:
    """SVG with words in it, drawn once for each language on a page, and in English elsewhere."""
    if look != "page" or not japanese:
        return english
    return f'<g lang="en">{english}</g><g lang="ja">{japanese}</g>'
