"""The codec against documents that the npm package tetris-fumen made, and against broken ones.

`fumen.json` holds each document as text, the pages that the package decodes from it, and, where it differs, the text
that the package makes of those pages (`again`). A page's field and comment are left out where they are those of the
page before; an `op` is piece and rotation, then x and y of the centre.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engines.contract import BadPuzzle
from engines.tspin.forms import fumen
from engines.tspin.forms.fumen import Operation, Page

DOCUMENTS: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "fumen.json").read_text())["documents"]


def pages_of(document: dict[str, Any]) -> list[Page]:
    pages = []
    field = comment = ""
    for item in document["pages"]:
        field, comment = item.get("field", field), item.get("comment", comment)
        flags = item["flags"]
        operation = None
        if "op" in item:
            kind, x, y = item["op"].split(",")
            operation = Operation(kind[0], int(kind[1]), int(x), int(y))
        pages.append(
            Page(
                field.rjust(len(fumen.EMPTY_FIELD), "_"),
                operation,
                comment,
                **{name: name[0] in flags for name in ("lock", "mirror", "rise", "colorize", "quiz")},
            )
        )
    return pages


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document["name"])
def test_both_ways_as_the_package_does(document: dict[str, Any]) -> None:
    pages = fumen.decode(document["text"])
    assert pages == pages_of(document)
    assert fumen.encode(pages) == document.get("again", document["text"])


def test_there_is_enough_to_compare_with() -> None:
    pages = [page for document in DOCUMENTS for page in pages_of(document)]
    poses = {(page.operation.piece, page.operation.rotation) for page in pages if page.operation}
    assert len(poses) == 7 * 4
    assert len(pages) > 1000
    clearing = [page for page in pages if page.lock and fumen.after(page).count("_") > page.field.count("_")]
    assert len(clearing) > 10
    for flag in ("mirror", "rise", "quiz"):
        assert sum(getattr(page, flag) for page in pages) > 10


def test_cells_of_every_piece() -> None:
    compared = 0
    for document in DOCUMENTS:
        for page, item in zip(pages_of(document), document["pages"], strict=True):
            if "cells" in item:
                cells = [tuple(map(int, cell.split(","))) for cell in item["cells"].split()]
                assert page.operation is not None
                assert page.operation.cells == sorted(cells)
                compared += 1
    assert compared > 600


def small_documents() -> list[str]:
    return [document["text"] for document in DOCUMENTS if len(document["text"]) < 200]


def refused_or_read(text: str) -> str | None:
    """The reason of a refusal; None if the text is a document, which then can be written and read again."""
    try:
        pages = fumen.decode(text)
    except BadPuzzle as refusal:
        return str(refusal)
    if all(y < fumen.HEIGHT for page in pages if page.operation for _, y in page.operation.cells):
        again = fumen.decode(fumen.encode(pages))
        assert [page.field for page in again] == [page.field for page in pages]
    return None


def test_every_cut_is_refused_or_read() -> None:
    """A cut is noticed unless it falls between two pages whose fields differ."""
    noticed = total = 0
    for text in small_documents():
        for end in range(len(text)):
            reason = refused_or_read(text[:end])
            total += 1
            noticed += reason is not None
            assert reason is None or "cut short" in reason or "no fumen link" in reason
    assert noticed > 0.9 * total


def test_every_change_is_refused_or_read() -> None:
    rng = random.Random(7)
    alphabet = fumen.DIGITS + "?&@%#vmd \n\t-_é\u3000\ud800"
    reasons = set()
    for text in small_documents():
        for _ in range(40):
            changed = list(text)
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(changed))
                changed[at : at + rng.randint(0, 2)] = rng.choices(alphabet, k=rng.randint(0, 2))
            reason = refused_or_read("".join(changed))
            assert "\n" not in (reason or "")
            reasons.add(reason and " ".join(word for word in reason.split() if word.isalpha()))
    assert len(reasons) > 8


GOOD = "v115@vhAAgWBAUAAAA"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("v114@vhAAgH", "fumen version 114 is unknown: choose from 115, 110"),
        ("v116@vhAAgH", "fumen version 116 is unknown: choose from 115, 110"),
        ("https://fumen.zui.jp/?v200@vhAAgH", "fumen version 200 is unknown: choose from 115, 110"),
        ("v115@", "fumen cut short after character 5: the field of page 1 is not complete"),
        ("v115@v", "fumen cut short after character 6: the field of page 1 is not complete"),
        ("v115@vhA", "fumen cut short after character 8: the action of page 1 is not complete"),
        ("v115@vhBAgH", "fumen cut short after character 11: page 2 is missing"),
        (GOOD[:-1], "fumen cut short after character 17: the comment of page 1 is not complete"),
        ("v115", "fumen cut short after character 4: the version is not complete"),
        ("v115@vhA!AgH", "'!' at character 9 is no part of a fumen"),
        ("v115@vhAAgH and more", "' ' at character 12 is no part of a fumen"),
        ("see v115@vhAAgH", "there is text before the fumen link: 'see '"),
        ("v115@kfvhAAgH", "broken fumen at character 9: more cells than there are in the field of page 1"),
        ("v115@AAAAgH", "broken fumen at character 7: an unknown kind of cell in the field of page 1"),
        ("v115@vhA///", "broken fumen at character 11: an unknown action of page 1"),
        ("v115@vhARAA", "broken fumen at character 11: I outside the field of page 1"),
        ("fumen", "no fumen link: it has to begin like v115@, or be the address of one"),
        ("", "no fumen link: it has to begin like v115@, or be the address of one"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        fumen.decode(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("prefix", ["", "?", "https://fumen.zui.jp/?", "harddrop.com/fumen/?", "http://a.b/#?d="])
@pytest.mark.parametrize("letter", "vmdD")
def test_addresses(prefix: str, letter: str) -> None:
    expected = fumen.decode(GOOD)
    assert fumen.decode(f" {prefix}{letter}{GOOD[1:]}\n") == expected
    assert fumen.decode(f"{prefix}{letter}{GOOD[1:]}&lang=en") == expected
    assert fumen.decode(f"{prefix}{letter}{GOOD[1:]}".replace("@", "%40").replace("?", "%3F")) == expected


def test_text_that_looks_like_a_link() -> None:
    for text in (GOOD, "d110@", "https://fumen.zui.jp/?v115@x", "v999@", "see v115@vhAAgH", "v115"):
        assert fumen.looks_like_link(text)
    for text in ("", "tspin tsd SJ", "X...XXXXXX", "david115@example.org", "@", "hello"):
        assert not fumen.looks_like_link(text)
