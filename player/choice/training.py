"""The next puzzle of training: a fresh one of a pattern that was missed, from the stock or made on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from player.choice import reasons
from player.choice.case import Case
from player.choice.making import Order, seed_for
from player.choice.patterns import Box
from player.choice.wishes import Offer
from player.stock.puzzles import Stocked

AHEAD = 2  # with fewer unseen puzzles of a pattern than this, some are made
SOON = 3  # patterns that are next


def pattern(case: Case) -> Offer:
    """Of the open pattern that has rested longest. Where nothing of it is ready, or nothing was missed, one that
    fits."""
    puzzles = case.pool()
    boxes = [box for box in case.boxes.in_turn() if fits_wish(case, box)]
    if not boxes:
        found, chance = case.fitting(puzzles)
        why = reasons.fits(chance, case.tries > 0, None, case.today)
        return Offer(found, reasons.joined(reasons.NO_MISSES, why), expected=chance)
    stock = case.view.by_game.get(case.game, ())
    for box in boxes[:SOON]:
        order_ahead(case, box, stock)
    for box in boxes:
        if new := fresh(case, box, stock):
            why = reasons.pattern(case.day(box.missed), case.today, box.left, box.pattern.theme is not None, new.made)
            return case.offer(new, why)
    theme = boxes[0].pattern.theme
    found, chance = case.fitting([one for one in unseen(case, puzzles) if theme in one.themes] or puzzles)
    why = reasons.fits(chance, case.tries > 0, None, case.today)
    return Offer(found, reasons.joined(reasons.NOT_READY, why), expected=chance)


def fits_wish(case: Case, box: Box) -> bool:
    return case.wish.theme in (None, box.pattern.theme) and case.wish.level in (None, box.pattern.level)


def unseen(case: Case, puzzles: Sequence[Stocked]) -> list[Stocked]:
    return [one for one in puzzles if one.puzzle_id not in case.past.last_seen]


def of_pattern(case: Case, box: Box, puzzles: Sequence[Stocked]) -> list[Stocked]:
    return [one for one in unseen(case, puzzles) if box.pattern.fits(one)]


def order_ahead(case: Case, box: Box, puzzles: Sequence[Stocked]) -> None:
    """Have some made before the stock has no more: of the variant that was missed, or else of another with the
    pattern."""
    if len(of_pattern(case, box, puzzles)) < AHEAD:
        seed = seed_for(case.player, len(case.past.attempts))
        others = (one.variant for one in puzzles if box.pattern.fits(one))
        variant = next(filter(case.maker.can_make, (box.variant, *others)), box.variant)
        case.maker.order(Order(box.pattern, variant, seed, box.like))


def fresh(case: Case, box: Box, puzzles: Sequence[Stocked]) -> Stocked | None:
    """A puzzle of the pattern that the player has not seen: from the stock, or else made."""
    if left := of_pattern(case, box, puzzles):
        return case.fitting(left)[0]
    return case.maker.take(box.pattern, case.past.last_seen)
