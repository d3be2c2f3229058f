"""How the next puzzle is picked: a function for each way that `player.modes` names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from assets.core.titles import category_title, game_title
from player.choice import reasons
from player.choice.case import NOTHING, Case
from player.choice.training import pattern
from player.choice.wishes import MISSES, NO_SUCH_SET, RUN_OVER, BadWish, NothingLeft, Offer
from player.modes import Picks
from player.stock.puzzles import Stocked
from warehouse.vocabulary import LEVELS

ALL_DONE = ("You have solved everything here.", "ここの問題はすべて解きました。")
NO_MISSES = ("There is nothing that you missed.", "間違えた問題はありません。")
TOP = ("You have solved the hardest puzzle that there is.", "いちばん難しい問題まで解きました。")
ALL_ASKED = ("You have answered all that the models ask for now.", "今の質問にはすべて答えました。")

SAME_FOR_ALL = (
    "a test has puzzles of every kind and level: leave out category, theme, level and moves",
    "テストにはすべての種類と難易度の問題が出ます。種類・テーマ・難易度・手数は選べません。",
)

FIRST, SLOPE, HARDEST = 0.95, 0.04, 0.05  # chances in a rising run: of its first puzzle, less for each one, the least
STEPS = 25  # of a rising run from its first puzzle to the hardest there is, if every step is as large as it may be
NEXT = 4  # the next of a rising run is drawn by lot from so many


def in_order(case: Case) -> Offer:
    """A problem of a set by its number, or the next one that the player has not solved."""
    name, puzzles = chosen_set(case)
    if not puzzles:
        raise NothingLeft(NOTHING)
    wanted = case.wish.position
    if wanted is None:
        found = next_unsolved(case, puzzles)
        name, puzzles = (name, puzzles) if name else home_of(case, found)
        position, total = puzzles.index(found) + 1, len(puzzles)
        why = reasons.unsolved(position, total)
    else:
        position, total = wanted, len(puzzles)
        if not 1 <= position <= total:
            raise BadWish(
                f"there are problems 1 to {total} here, and no number {position}",
                f"問題は1番から{total}番までです。{position}番はありません。",
            )
        found, why = puzzles[position - 1], reasons.in_order(position, total)
    return Offer(found, why, name, position, total, float(case.chances([found])[0]))


def home_of(case: Case, puzzle: Stocked) -> tuple[str, list[Stocked]]:
    """The set that a puzzle is in, of those of the mode."""
    shelves = case.view.of_kinds(case.wish.mode.sets)
    return next((one.name, list(one.puzzles)) for one in shelves if puzzle in one.puzzles)


def chosen_set(case: Case) -> tuple[str | None, list[Stocked]]:
    """The set that is asked for; without a name, all of the mode's sets that the wish fits, one after another."""
    wish = case.wish
    if wish.set_name is not None:
        return wish.set_name, named_set(case, wish.set_name)
    if wish.game is not None:
        case.check()
    shelves = case.view.of_kinds(wish.mode.sets)
    found = [
        one for shelf in shelves for one in shelf.puzzles if wish.game in (None, one.game) and case.fits_wish(one)
    ]
    return None, list({one.puzzle_id: one for one in found}.values())


def named_set(case: Case, name: str) -> list[Stocked]:
    """The puzzles of a set that the mode may use: one of the newest release, or that of a night."""
    shelf = case.view.sets.get(name)
    if shelf is not None:
        if shelf.kind not in case.wish.mode.sets:
            raise BadWish(f"the set {name} is not for the mode {case.wish.mode.name}", NO_SUCH_SET)
        return list(shelf.puzzles)
    ids = case.view.nightly_set(name)
    if ids is None or name.partition("-")[0] not in case.wish.mode.sets:
        raise BadWish(f"there is no set {name!r} for the mode {case.wish.mode.name}", NO_SUCH_SET)
    return [found for one in ids if (found := case.puzzle(one))]


def next_unsolved(case: Case, puzzles: Sequence[Stocked]) -> Stocked:
    """The first unsolved problem after the one that was begun last; from the start again at the end."""
    seen, solved = case.past.last_seen, case.past.solved
    latest = max(range(len(puzzles)), key=lambda place: seen.get(puzzles[place].puzzle_id, -1))
    start = latest + 1 if puzzles[latest].puzzle_id in seen else 0
    for place in (*range(start, len(puzzles)), *range(start)):
        if puzzles[place].puzzle_id not in solved:
            return puzzles[place]
    raise NothingLeft(ALL_DONE)


def by_lot(case: Case) -> Offer:
    """One by lot that the player has not seen; where the mode fits the player, one of those that fit best."""
    if case.wish.set_name == MISSES:
        return missed(case)
    if case.wish.ease == "teach":
        return asked(case)
    puzzles = pool_or_set(case)
    if case.wish.mode.fits is None or case.wish.ease == "surprise":
        found = case.lot.choice(case.varied(case.unseen(puzzles)))
        return case.offer(found, why_by_lot(case))
    found, chance = case.fitting(puzzles, case.rest() if case.wish.set_name is None else ())
    return Offer(found, why_fitting(case, found, chance), expected=chance)


def pool_or_set(case: Case) -> list[Stocked]:
    if case.wish.set_name is None:
        return case.pool()
    found = [one for one in named_set(case, case.wish.set_name) if one.game == case.game and case.fits_wish(one)]
    if not found:
        raise NothingLeft(NOTHING)
    return found


def why_by_lot(case: Case) -> tuple[str, str]:
    if case.wish.ease == "surprise":
        return reasons.SURPRISE
    category = case.wish.category
    return reasons.by_lot(category_title(case.game, category) if category else game_title(case.game))


def why_fitting(case: Case, puzzle: Stocked, chance: float) -> tuple[str, str]:
    """How well it fits, and the latest miss with one of its themes."""
    for attempt in reversed(case.past.results[-50:]):
        if attempt.missed and attempt.game == puzzle.game:
            other = case.puzzle(attempt.puzzle_id)
            if other and not set(other.themes).isdisjoint(puzzle.themes):
                return reasons.fits(chance, case.tries > 0, case.day(attempt.began), case.today)
    return reasons.fits(chance, case.tries > 0, None, case.today)


def missed(case: Case) -> Offer:
    """The misses again, that of longest ago first."""
    left = case.past.misses(case.game)
    for place, attempt in enumerate(left, 1):
        found = case.puzzle(attempt.puzzle_id)
        if found is not None and case.fits_wish(found):
            why = reasons.missed(case.day(attempt.began), case.today)
            return Offer(found, why, MISSES, place, len(left), float(case.chances([found])[0]))
    raise NothingLeft(NO_MISSES)


def rising(case: Case) -> Offer:
    """Harder than the last one of the run, and harder the longer it goes on; at the top, the hardest left."""
    number, had = len(case.run), {one.puzzle_id for one in case.past.runs.get(case.wish.run or "", ())}
    puzzles = [one for one in case.pool() if one.puzzle_id not in had]
    if not puzzles:
        raise NothingLeft(TOP)
    hardness = case.hardness(puzzles)
    last = case.puzzle(case.run[-1].puzzle_id) if case.run else None
    floor = case.met(last) if last else None
    harder = [puzzles[place] for place in np.flatnonzero(hardness > (-np.inf if floor is None else floor))]
    if not harder:
        left = [puzzles[place] for place in np.argsort(-hardness, kind="stable")[:NEXT]]
        found = case.lot.choice(left)
        chance = float(case.chances([found])[0])
        return Offer(found, reasons.at_the_top(number + 1, chance), None, number + 1, None, chance)
    left = gentle(case, case.unseen(harder), floor)
    chances = case.chances(left)
    target = max(HARDEST, FIRST - SLOPE * number)
    near = np.argsort(np.abs(chances - target), kind="stable")[:NEXT]
    place = int(case.lot.choice(near.tolist()))
    chance = float(chances[place])
    return Offer(left[place], reasons.rising(number + 1, chance), None, number + 1, None, chance)


def gentle(case: Case, harder: list[Stocked], floor: float | None) -> list[Stocked]:
    """Of harder puzzles those that a rising run may go on with. Quick solutions lift the player's skill, and with it
    what the run aims at: so a step is no larger than an even way to the hardest one would have."""
    if floor is None:
        return harder
    hardness = case.hardness(harder)
    step = (float(hardness.max()) - floor) / max(1, STEPS - len(case.run))
    small = np.flatnonzero(hardness <= floor + step)
    return [harder[place] for place in (small if len(small) else np.argsort(hardness, kind="stable")[:NEXT])]


def asked(case: Case) -> Offer:
    """What the models want rated and the player has not seen, in an order of the player's own."""
    case.check()
    audience = case.group or "everyone"
    wanted = [one for one in case.view.asked(case.game, audience) if case.fits_wish(one)]
    left = [one for one in wanted if one.puzzle_id not in case.past.last_seen]
    if not left:
        raise NothingLeft(ALL_ASKED if len(wanted) == len(case.view.asked(case.game, audience)) else NOTHING)
    found = min(left, key=lambda one: draw(case.player, "asked", one.puzzle_id))
    length = case.wish.mode.length
    number = len(case.run) + 1 if length else None
    return case.offer(found, reasons.TEACHING, number)


def draw(*words: str) -> bytes:
    """A lot that follows from some words: the order of a puzzle is the same whatever else is there."""
    return hashlib.sha256("/".join(words).encode()).digest()


def test(case: Case) -> Offer:
    """The next of the player's own test: so many puzzles of each level, rising. It is the same when taken again."""
    if any((case.wish.category, case.wish.theme, case.wish.level, case.wish.moves)):
        raise BadWish(*SAME_FOR_ALL)
    puzzles = test_of(case)
    done = {attempt.puzzle_id for attempt in case.run}
    position = len(case.run) + 1
    for found in puzzles:
        if found.puzzle_id not in done:
            why = reasons.in_order(position, len(puzzles))
            return Offer(found, why, None, position, len(puzzles), float(case.chances([found])[0]))
    raise BadWish(*RUN_OVER)


def test_of(case: Case) -> list[Stocked]:
    """What the player met in earlier tests of this game; what is missing of each level is drawn by lot, from what the
    player has not seen if there is enough."""
    mode = case.wish.mode
    length = mode.length or len(LEVELS)
    ids = dict.fromkeys(one.puzzle_id for one in case.past.attempts if (one.mode, one.game) == (mode.name, case.game))
    known = [found for one in ids if (found := case.puzzle(one))]
    rest = [one for one in case.pool() if one.puzzle_id not in ids]
    seen, whose = case.past.last_seen, (case.player, case.game, mode.name)
    rest.sort(key=lambda one: (one.puzzle_id in seen, draw(*whose, one.puzzle_id)))
    chosen: list[Stocked] = []
    for number, level in enumerate(LEVELS):
        wanted = length // len(LEVELS) + (number < length % len(LEVELS))
        mine = [one for one in (*known, *rest) if one.level == level][:wanted]
        chosen += sorted(mine, key=lambda one: (one.difficulty or 0.0, one.puzzle_id))
    return chosen


PICKERS: Mapping[Picks, Callable[[Case], Offer]] = {
    "in order": in_order,
    "by lot": by_lot,
    "rising": rising,
    "pattern": pattern,
    "asked": asked,
    "test": test,
}
