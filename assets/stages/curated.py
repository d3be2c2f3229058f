"""Choosing the curated puzzles of a variant: of worth, different from each other, some from each group and third.

What a puzzle is worth (engines/rating/worth.py) is made of parts that a reader can see, until people have rated: how
well its difficulty suits the audience, and how surprising its answer is. Once people's ratings count for half,
puzzles must be interesting enough as well. They are put into groups, if the rule says by what. Each group is cut in
thirds by difficulty: its easiest, middle and hardest tonight, whatever their levels (`levels`) are. The thirds take
turns, and each gives a few puzzles for the audience that it suits (engines/rating/variety.py makes the choice).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from assets.core.parts import clauses
from assets.core.settings import BadSettings, Rule
from assets.learning.registry import AUDIENCE
from assets.stages.available import METHOD, Available
from assets.stages.unrated import Unrated
from engines.rating.variety import Pick, Slot, Space, choose
from engines.registry import engine, game_of_variant
from warehouse.vocabulary import THIRDS

Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Third:
    """A third of a group by difficulty: its members, as places among what is available, and whom they suit."""

    group: str
    third: str
    audience: str
    members: list[int]
    among: int  # how many the whole group has, interesting or not

    @property
    def name(self) -> str:
        return f"{self.group}, {self.third} third"


def curated(
    there: Available, variant: str, rule: Rule, unrated: Unrated, suits: Mapping[str, str]
) -> tuple[list[Row], list[Row]]:
    """What a variant adds to its curated set, and what its groups were to give. `suits`: whom a third suits."""
    mine, known = there.of_variant(variant), there.standing(variant)
    places = [*mine, *known]
    space, kinds = there.space(places, len(mine)), there.kinds(places)
    eligible = interesting(there, variant, mine, rule, unrated)
    audiences = {third: suits[third] if suits[third] in there.interest else AUDIENCE for third in THIRDS}
    worth = {audience: there.worth(audience, rule) for audience in set(audiences.values())}
    cut = thirds(there, variant, mine, eligible, rule, audiences)
    slots = [Slot(np.searchsorted(mine, third.members), worth[third.audience][third.members]) for third in cut]
    standing = list(range(len(mine), len(places)))
    picks = choose(space, kinds, slots, rule.per_group, standing, (rule.variety, rule.spread), rule.price)
    taken = {places[pick.member] for pick in picks}
    rows = [
        {
            "variant": variant,
            "place": places[pick.member],
            "category": variant,
            "group_name": cut[pick.slot].name,
            "third": cut[pick.slot].third,
            "audience": cut[pick.slot].audience,
            **reasons(there, cut[pick.slot], places[pick.member], pick, taken, worth[cut[pick.slot].audience]),
        }
        for pick in picks
    ]
    return rows, quotas(there, variant, cut, slots, picks, space, rule, variant in unrated.variants)


def interesting(there: Available, variant: str, mine: Sequence[int], rule: Rule, unrated: Unrated) -> list[int]:
    """The puzzles that are interesting enough for everyone; where nobody rated, those that are like such ones. All of
    them until people have rated enough."""
    if not there.by_people:
        return list(mine)
    if variant in unrated.variants and unrated.filter is not None:
        passes = unrated.filter.passes(there.table[np.ix_(list(mine), unrated.columns)])
        return [place for place, good in zip(mine, passes, strict=True) if good]
    return [place for place in mine if there.interest[AUDIENCE][place] >= rule.least_interest]


def thirds(
    there: Available,
    variant: str,
    mine: Sequence[int],
    eligible: Sequence[int],
    rule: Rule,
    audiences: Mapping[str, str],
) -> list[Third]:
    """The groups of a variant, each cut in three by difficulty, those as well of which there is nothing tonight."""
    known = engine(game_of_variant(variant)).trait_values if rule.by else {}
    values = [
        sorted({*known.get(name, ()), *(trait(there, variant, place, name) for place in mine)}) for name in rule.by
    ]
    groups: dict[str, list[int]] = {group_name(variant, rule, kinds): [] for kinds in product(*values)}
    for place in mine:
        groups[group_name(variant, rule, [trait(there, variant, place, name) for name in rule.by])].append(place)
    allowed = set(eligible)
    found = []
    for name, members in sorted(groups.items()):
        good = sorted(allowed & set(members), key=lambda place: (there.difficulty[AUDIENCE][place], there.ids[place]))
        cuts = [round(len(good) * part / len(THIRDS)) for part in range(len(THIRDS) + 1)]
        for number, third in enumerate(THIRDS):
            part = sorted(good[cuts[number] : cuts[number + 1]])
            found.append(Third(name, third, audiences[third], part, len(members)))
    return found


def trait(there: Available, variant: str, place: int, name: str) -> str:
    """What a puzzle is in one respect."""
    traits = there.traits[place]
    if name not in traits:
        known = ", ".join(sorted(traits)) or "none"
        raise BadSettings(f"selection: {variant} cannot be grouped by {name!r}: its traits are {known}")
    return traits[name]


def group_name(variant: str, rule: Rule, kinds: Sequence[str]) -> str:
    """The group in words: "chain-2x3, reverse, 31 or more puyos, 3 colours"."""
    words = engine(game_of_variant(variant)).trait_words
    said = [
        kind if name == METHOD else f"{amount(kind)} {words.get(name, name)}"
        for name, kind in zip(rule.by, kinds, strict=True)
    ]
    return ", ".join([variant, *said])


def amount(kind: str) -> str:
    """What a trait is, in words where it is one end of a scale."""
    sign, _, number = kind.partition(" ")
    return {"<=": f"up to {number}", ">=": f"{number} or more"}.get(sign, kind)


def titled(group: str) -> str:
    """A group as people call it: the title of its variant, then its traits."""
    variant, *traits = group.split(", ")
    return ", ".join([engine(game_of_variant(variant)).variant_words[variant].title, *traits])


def reasons(there: Available, third: Third, place: int, pick: Pick, taken: set[int], worth: np.ndarray) -> Row:
    """The rank of a puzzle that was chosen, what it is worth and why, and what it beat: the best left behind, if that
    is worth more."""
    order = sorted(third.members, key=lambda other: (-worth[other], there.ids[other]))
    rank = order.index(place) + 1
    beaten = next((other for other in order[: rank - 1] if other not in taken), None)
    where = f"in the {third.third} third of “{titled(third.group)}”"
    place_said = f"Number {rank} of {len(order)} {where}" if len(order) > 1 else f"The only puzzle {where}"
    why = f"{place_said}: {worth_said(there, third.audience, place)}."
    if beaten is not None:
        why += f" Preferred to {there.ids[beaten]} because it differs more from the others."
    return {
        "rank": rank,
        "among": len(order),
        "distance": None if np.isnan(pick.distance) else pick.distance,
        "beat": there.ids[beaten] if beaten is not None else None,
        "worth": float(worth[place]),
        "why": why,
    }


def worth_said(there: Available, audience: str, place: int) -> str:
    """What a puzzle is worth to an audience, in words: its parts, and what people's ratings say as far as they go."""
    share = there.surprise[place]
    row = {"difficulty": there.difficulty[AUDIENCE][place], "audience": audience}
    said = clauses(row | {"surprise_share": None if np.isnan(share) else share})[0]
    if not there.trust:
        return said
    predicted = (
        f"{there.interest[audience][place]:.2f} for interest, predicted from {there.provenance[audience]} ratings"
    )
    return f"{predicted}, which count for {there.trust:.0%}; {said}"


def quotas(
    there: Available,
    variant: str,
    cut: Sequence[Third],
    slots: Sequence[Slot],
    picks: Sequence[Pick],
    space: Space,
    rule: Rule,
    filtered: bool,
) -> list[Row]:
    """What each third was to give and gave, beside what plain top-by-worth would have given."""
    top = [slot.best(rule.per_group) for slot in slots]
    apart = neighbours(space, [pick.member for pick in picks])
    top_apart = neighbours(space, [member for members in top for member in members])
    found = []
    for number, (third, slot) in enumerate(zip(cut, slots, strict=True)):
        own = [pick.member for pick in picks if pick.slot == number]
        worth = dict(zip(slot.members.tolist(), slot.worth.tolist(), strict=True))
        told = there.interest[third.audience][third.members] if there.trust else np.full(len(third.members), np.nan)
        interest = dict(zip(slot.members.tolist(), told.tolist(), strict=True))
        found.append(
            {
                "category": variant,
                "group_name": third.name,
                "third": third.third,
                "wanted": rule.per_group,
                "chosen": len(own),
                "among": third.among,
                "eligible": len(third.members),
                "shortfall": short(third, rule, len(own), filtered, there.by_people),
                "worth": mean([worth[member] for member in own]),
                "top_worth": mean([worth[member] for member in top[number]]),
                "interest": mean([interest[member] for member in own]),
                "top_interest": mean([interest[member] for member in top[number]]),
                "distance": mean([apart[member] for member in own]),
                "top_distance": mean([top_apart[member] for member in top[number]]),
                "provenance": there.provenance[third.audience],
            }
        )
    return found


def neighbours(space: Space, members: Sequence[int]) -> dict[int, float]:
    """How far each member is from the nearest other one."""
    return dict(zip(members, space.apart(members).tolist(), strict=True))


def mean(values: Sequence[float]) -> float | None:
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else None


def short(third: Third, rule: Rule, chosen: int, filtered: bool, by_people: bool) -> str | None:
    """Why a third gives fewer than it should."""
    if chosen >= rule.per_group:
        return None
    if not third.among:
        return f"no {third.group} puzzle with one solution was made"
    if not by_people:
        there_are = f"there is only {third.among}" if third.among == 1 else f"there are only {third.among}"
        return f"{there_are} of {third.group} in all: {len(third.members)} in this third"
    demand = "the features of interesting ones" if filtered else f"an interest of {rule.least_interest:g} or more"
    if third.among == 1:
        lacks = f"has not {demand}" if filtered else f"is not interesting enough ({rule.least_interest:g} is needed)"
        return f"the only {third.group} puzzle {lacks}, or is in another third"
    return f"too few of {third.among} {third.group} puzzles have {demand}: {len(third.members)} in this third"
