"""The parts of a puzzle's worth in words, in English and Japanese: whom it suits, how surprising its answer is, how
far it differs from the others of its set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from assets.core.titles import GROUPS, Words
from engines.people.hill import FOOT, hill, suits, top
from warehouse.vocabulary import EVERYONE

FITS: Words = ("Fits best", "向いている人")
SURPRISE: Words = ("Surprise", "意外さ")
VARIETY: Words = ("Variety", "違い")
OFF: Mapping[int, Words] = {
    0: ("{group}", "{group}向き"),
    1: ("harder than most {group} enjoy", "{group}にも難しすぎる"),
    -1: ("easier than most {group} enjoy", "{group}にも易しすぎる"),
}
WELL = 0.8  # height on the hill from which on a puzzle suits people well
PEOPLE: Words = ("most people", "多くの人")
TENTHS = 10
UNLIKE, ALIKE = 0.6, 0.35  # distances from which on, and below which, a puzzle is said to be


def parts(row: Mapping[str, Any]) -> list[tuple[Words, Words]]:
    """What there is to say of a puzzle: for each part what it is called and what is said of it."""
    found = [(FITS, fits(row["difficulty"]))]
    if row.get("surprise_share") is not None:
        found.append((SURPRISE, surprise(row["surprise_share"])))
    if row.get("distance") is not None:
        found.append((VARIETY, variety(row["distance"])))
    return found


def fits(difficulty: float) -> Words:
    """Whom a puzzle of some difficulty suits best."""
    group, off = suits(difficulty)
    english, japanese = OFF[off]
    return english.format(group=GROUPS[group][0]), japanese.format(group=GROUPS[group][1])


def surprise(share: float) -> Words:
    """How surprising an answer is beside those of the same length."""
    less = round(TENTHS * share)
    if less == TENTHS // 2:
        return "the answer is about as expected as others of its length", "解の意外さは同じ長さの問題と同じくらい"
    more = less > TENTHS // 2
    count = less if more else TENTHS - less
    how = ("less", "意外") if more else ("more", "予想しやすい")
    said = (
        ("nearly all puzzles", "ほぼすべての問題")
        if count == TENTHS
        else (f"{count} in 10 puzzles", f"10問中{count}問")
    )
    return (
        f"the answer is {how[0]} expected than that of {said[0]} of its length",
        f"同じ長さの{said[1]}より解が{how[1]}",
    )


def variety(distance: float) -> Words:
    """How far a puzzle is from the nearest one that its set had."""
    number = f"{distance:.2f}"
    if distance >= UNLIKE:
        return f"unlike any other in its set ({number} of 1)", f"問題集の他のどの問題とも違う（1のうち{number}）"
    if distance < ALIKE:
        return f"much like another one in its set ({number} of 1)", f"問題集によく似た問題がある（1のうち{number}）"
    return f"differs from the others in its set ({number} of 1)", f"問題集の他の問題と違う（1のうち{number}）"


def suited(difficulty: float, audience: str) -> Words:
    """How a puzzle of some difficulty suits those whom it was chosen for."""
    height = float(hill(np.array(difficulty), audience))
    group, group_ja = PEOPLE if audience == EVERYONE else GROUPS.get(audience, (audience, audience))
    if height >= FOOT:
        well, well_ja = (" well", "よく") if height >= WELL else ("", "")
        return f"it suits {group}{well}", f"{group_ja}に{well_ja}合う"
    hard, hard_ja = ("hard", "難しめ") if difficulty > top(audience) else ("easy", "易しめ")
    return f"it is {hard} for {group}", f"{group_ja}には{hard_ja}"


def clauses(row: Mapping[str, Any]) -> Words:
    """What a puzzle is worth to its audience, to go on a sentence: how it suits them, and how surprising it is."""
    found = [suited(row["difficulty"], row["audience"])]
    if row["surprise_share"] is not None:
        found.append(surprise(row["surprise_share"]))
    return "; ".join(said for said, _ in found), "、".join(said for _, said in found)
