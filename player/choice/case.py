"""What a picker knows of the moment: the wish, the puzzles, the player's past, and how well puzzles fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

import numpy as np

from player.choice.ledger import Attempt, Past
from player.choice.making import Maker
from player.choice.patterns import Boxes
from player.choice.wishes import BadWish, NothingLeft, Offer, Wish
from player.stock.puzzles import Stocked
from player.stock.view import View
from warehouse.vocabulary import LEVELS

AMONG = 8  # the next puzzle is drawn by lot from so many that fit best
RUNNING = 2  # puzzles of one kind one after another are enough
BEGINNINGS, GENTLE = 3, 0.85  # a player's first puzzles of a game are chosen to be solved as often as this
EASIER, HARDER = 0.15, 0.2  # what the wish for it adds to the share, or takes off
LEAST, MOST = 0.1, 0.95
FAR, CLOSE = 0.15, 0.05  # from the target: a share that does not fit well; from the best: one that fits as well
NOTHING = ("There is nothing here that fits this wish.", "条件に合う問題がありません。")


@dataclass(frozen=True)
class Case:
    """One question of one player."""

    player: str
    wish: Wish
    view: View
    past: Past
    boxes: Boxes
    tries: int  # of the player in this game, as far as ratings rest on them
    group: str | None
    today: date
    lot: Random  # follows from the player, the mode and how many attempts there were
    chances: Callable[[Sequence[Stocked]], np.ndarray]
    hardness: Callable[[Sequence[Stocked]], np.ndarray]  # in steps of difficulty
    met: Callable[[Stocked], float]  # how hard it was when the player tried it
    puzzle: Callable[[str], Stocked | None]  # of any release, or made on the spot
    day: Callable[[datetime], date]  # that a moment is on
    maker: Maker

    @property
    def game(self) -> str:
        """The game, where the mode needs one."""
        if self.wish.game is None:
            raise BadWish(f"the mode {self.wish.mode.name} needs a game", "ゲームを選んでください。")
        return self.wish.game

    @property
    def run(self) -> list[Attempt]:
        """The attempts of the run so far that count."""
        return self.past.run(self.wish.run)

    @property
    def target(self) -> float:
        """The share of such puzzles that the player should solve."""
        fits = self.wish.mode.fits or 0.5
        if self.tries < BEGINNINGS:
            fits = max(fits, GENTLE)
        if self.wish.ease == "easier":
            fits += EASIER
        elif self.wish.ease == "harder":
            fits -= HARDER
        return min(max(fits, LEAST), MOST)

    def pool(self) -> list[Stocked]:
        """The puzzles that the mode and the wish allow; `NothingLeft` if there are none."""
        wish = self.wish
        self.check()
        found = [one for one in self.view.pool(self.game, wish.mode.sets) if self.fits_wish(one)]
        found = found or self.rest()  # pools are drawn by lot: what is asked for may be elsewhere in the release
        if not found:
            raise NothingLeft(NOTHING)
        return found

    def fits_wish(self, puzzle: Stocked) -> bool:
        wish = self.wish
        return (
            wish.category in (None, puzzle.category)
            and wish.level in (None, puzzle.level)
            and wish.moves in (None, puzzle.moves_needed)
            and (wish.theme is None or wish.theme in puzzle.themes)
        )

    def check(self) -> None:
        """Refuse what no release of this game has."""
        wish = self.wish
        if wish.level not in (None, *LEVELS):
            raise BadWish(
                f"there is no level {wish.level!r}: choose from {', '.join(LEVELS)}", "その難易度はありません。"
            )
        if wish.category is not None and wish.category not in self.view.categories(self.game):
            raise BadWish(f"there is no category {wish.category!r} of {self.game}", "その種類の問題はありません。")
        if wish.theme is not None and wish.theme not in self.view.themes(self.game):
            raise BadWish(f"there is no theme {wish.theme!r} of {self.game}", "そのテーマはありません。")

    def unseen(self, puzzles: Sequence[Stocked]) -> list[Stocked]:
        """Those that the player has not seen. If there are none: the half that was seen longest ago."""
        seen = self.past.last_seen
        fresh = [one for one in puzzles if one.puzzle_id not in seen]
        if fresh or not puzzles:
            return fresh
        oldest = sorted(puzzles, key=lambda one: seen[one.puzzle_id])
        return oldest[: (len(oldest) + 1) // 2]

    def varied(self, puzzles: Sequence[Stocked]) -> list[Stocked]:
        """Without the variant, then without the themes, that the last two puzzles had in common; as far as any are
        left."""
        last = [self.puzzle(one.puzzle_id) for one in self.past.attempts[-RUNNING:]]
        known = [one for one in last if one is not None and one.game == self.game]
        found = list(puzzles)
        if len(known) < RUNNING:
            return found
        variants = {one.variant for one in known}
        if len(variants) == 1:
            found = [one for one in found if one.variant not in variants] or found
        themes = set.intersection(*(set(one.themes) for one in known))
        return [one for one in found if themes.isdisjoint(one.themes)] or found

    def fitting(self, puzzles: Sequence[Stocked], others: Sequence[Stocked] = ()) -> tuple[Stocked, float]:
        """One by lot of those whose chance of being solved is about the nearest to the target, and that chance.

        Variety comes first, and these puzzles before the others; unless nothing fits well that way."""
        best: tuple[float, list[Stocked], np.ndarray] | None = None
        for mine in self.ways(puzzles, others):
            off = np.abs(self.chances(mine) - self.target)
            if best is None or off.min() < best[0]:
                best = float(off.min()), mine, off
            if best[0] <= FAR:
                break
        assert best is not None
        least, mine, off = best
        near = [place for place in np.argsort(off, kind="stable")[:AMONG].tolist() if off[place] <= least + CLOSE]
        found = mine[self.lot.choice(near)]
        return found, float(self.chances([found])[0])

    def ways(self, puzzles: Sequence[Stocked], others: Sequence[Stocked]) -> Iterator[list[Stocked]]:
        """What may be chosen from, the narrowest first."""
        unseen = self.unseen(puzzles)
        yield self.varied(unseen)
        yield unseen
        if others:
            unseen = self.unseen(list({one.puzzle_id: one for one in (*puzzles, *others)}.values()))
            yield self.varied(unseen)
            yield unseen

    def rest(self) -> list[Stocked]:
        """All puzzles of the game that the wish allows, whatever sets they are in."""
        return [one for one in self.view.by_game.get(self.game, ()) if self.fits_wish(one)]

    def offer(self, puzzle: Stocked, why: tuple[str, str], position: int | None = None) -> Offer:
        """An offer of the run or of no set at all."""
        chance = float(self.chances([puzzle])[0])
        return Offer(puzzle, why, None, position, self.wish.mode.length if position else None, chance)
