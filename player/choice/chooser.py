"""Which puzzle a player gets next, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo
from random import Random

import numpy as np

from assets.core.settings import Settings
from engines import registry
from engines.rating.response import START, Belief, Try, chances
from player.choice import reasons
from player.choice.case import Case
from player.choice.ledger import Attempt, Ledger, Log, Past
from player.choice.making import Maker, made_of, stocked_of
from player.choice.patterns import Boxes
from player.choice.pickers import PICKERS
from player.choice.scale import Scale, prior_of, shown
from player.choice.wishes import EASES, RUN_OVER, BadWish, NothingLeft, Offer, Wish
from player.stock.puzzles import Stocked
from player.stock.stock import Stock
from player.stock.view import View
from warehouse.players.events import Others
from warehouse.players.people import UnknownPlayer

WITHDRAWN = ("This puzzle was withdrawn.", "この問題は取り下げられました。")


def utc_now() -> datetime:
    return datetime.now(UTC)


class Chooser:
    """Thread safe."""

    def __init__(
        self,
        stock: Stock,
        log: Log,
        settings: Settings | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.stock, self.log, self.now = stock, log, now
        self.settings = settings or Settings.load()
        self.ledger = Ledger(log, self.heard)
        self.lock = self.ledger.lock
        self.scales: dict[str, Scale] = {}
        self.boxes: dict[tuple[str, str], Boxes] = {}
        self.made: dict[str, Stocked] = {}
        self.maker = Maker(self.settings, self.is_known)

    # What the service asks.

    def next(self, player: str, wish: Wish) -> Offer:
        """The next puzzle of a player. `BadWish` says what cannot be, `NothingLeft` that nothing fits."""
        view = self.stock.view()
        wish = complete(wish, view)
        with self.lock:
            self.ledger.refresh()
            case = self.case(player, wish, view)
            check_run(case)
            offer = self.picked(case) if wish.puzzle_id is not None else PICKERS[wish.mode.picks](case)
        if offer.puzzle.made and offer.puzzle.puzzle_id not in self.made:
            self.log.keep_puzzle(made_of(offer.puzzle, player))
            self.made[offer.puzzle.puzzle_id] = offer.puzzle
        return offer

    def puzzle(self, puzzle_id: str, withdrawn: bool = False) -> Stocked | None:
        """A puzzle of any release or made on the spot. None: there is none, or it was withdrawn and those do not
        count."""
        if found := self.stock.puzzle(puzzle_id, withdrawn):
            return found
        if self.stock.is_withdrawn(puzzle_id) and not withdrawn:
            return None
        if puzzle_id not in self.made and (made := self.log.made(puzzle_id)):
            self.made[puzzle_id] = stocked_of(made)
        return self.made.get(puzzle_id)

    def standing(self, player: str, game: str, group: str | None = None) -> tuple[float, float]:
        """Rating and deviation of a player, today's tries included."""
        with self.lock:
            self.ledger.refresh()
            return shown(self.skill(player, game, group or self.group(player)))

    def others(self, puzzle_id: str, player: str | None = None) -> Others | None:
        """How people did at a puzzle, those apart from one player; None while there are too few of them."""
        with self.lock:
            self.ledger.refresh()
            return self.ledger.others(puzzle_id, player)

    def going(self) -> list[Attempt]:
        """All attempts that are not over."""
        with self.lock:
            self.ledger.refresh()
            return self.ledger.going()

    def past(self, player: str) -> Past:
        """All that a player has done so far."""
        with self.lock:
            self.ledger.refresh()
            return self.ledger.past(player)

    def forget(self, player: str) -> None:
        """Drop all that is known of a player. Call it after the log has forgotten them."""
        with self.lock:
            self.ledger.forget(player)
            for scale in self.scales.values():
                scale.forget(player)
            for key in [key for key in self.boxes if key[0] == player]:
                del self.boxes[key]

    def close(self) -> None:
        self.maker.close()

    # What the parts need of each other.

    def today(self, zone: tzinfo | None = None) -> date:
        return self.day(self.now(), zone)

    def day(self, moment: datetime, zone: tzinfo | None = None) -> date:
        """The day that a moment is on, where a player is or else by the settings."""
        return moment.astimezone(zone or self.settings.zone).date()

    def is_known(self, puzzle_id: str) -> bool:
        """Whether a puzzle is in some release, or withdrawn."""
        return self.stock.puzzle(puzzle_id) is not None or self.stock.is_withdrawn(puzzle_id)

    def group(self, player: str) -> str | None:
        """What a player said of themself when they last played; for who has not played, what they say now."""
        if attempts := self.ledger.past(player).attempts:
            return next((one.group for one in reversed(attempts) if one.group), None)
        try:
            return self.log.profile(player).group
        except UnknownPlayer:
            return None

    def case(self, player: str, wish: Wish, view: View) -> Case:
        past, group = self.ledger.past(player), self.group(player)
        game = wish.game or ""
        return Case(
            player,
            wish,
            view,
            past,
            self.boxes_of(player, game, past, view),
            sum(one.counts for one in past.results if one.game == game),
            group,
            self.today(),
            Random(f"{player}/{wish.mode.name}/{len(past.attempts)}"),
            lambda puzzles: self.chance(player, group, puzzles),
            lambda puzzles: self.hardness(puzzles, group)[0],
            lambda puzzle: self.met(player, puzzle, group),
            self.puzzle,
            self.day,
            self.maker,
        )

    def picked(self, case: Case) -> Offer:
        """The puzzle that the player named."""
        wish = case.wish
        if wish.mode.kind == "run":
            raise BadWish(
                f"nobody can choose the puzzles of the mode {wish.mode.name}", "このモードの問題は選べません。"
            )
        found = self.puzzle(str(wish.puzzle_id))
        if found is None and self.stock.is_withdrawn(str(wish.puzzle_id)):
            raise NothingLeft(WITHDRAWN)
        if found is None or wish.game not in (None, found.game):
            raise BadWish(f"there is no puzzle {wish.puzzle_id!r} here", "その問題はここにありません。")
        return Offer(found, reasons.PICKED, expected=float(case.chances([found])[0]))

    def boxes_of(self, player: str, game: str, past: Past, view: View) -> Boxes:
        """The open patterns of a player, with all that has happened since they were last asked for."""
        boxes = self.boxes.setdefault((player, game), Boxes())
        for attempt in past.results[boxes.read :]:
            if attempt.game == game and (found := self.puzzle(attempt.puzzle_id)):
                boxes.take(attempt, found, view.themes(game))
        boxes.read = len(past.results)
        return boxes

    def chance(self, player: str, group: str | None, puzzles: Sequence[Stocked]) -> np.ndarray:
        """The chance that a player solves each of some puzzles."""
        found = np.empty(len(puzzles))
        for game in dict.fromkeys(one.game for one in puzzles):
            mine = [place for place, one in enumerate(puzzles) if one.game == game]
            level, variance = self.hardness([puzzles[place] for place in mine], group)
            found[mine] = chances(self.skill(player, game, group), level, variance)
        return found

    def skill(self, player: str, game: str, group: str | None) -> Belief:
        """How skilled a player is today."""
        return self.scale(game).player(player, self.today().toordinal(), START.get(group, START[None]))

    def hardness(self, puzzles: Sequence[Stocked], group: str | None) -> tuple[np.ndarray, np.ndarray]:
        """Difficulty of some puzzles of one game, and its variance; while they have no tries, as it is predicted for
        the player's group."""
        if not puzzles:
            return np.empty(0), np.empty(0)
        moved = self.scale(puzzles[0].game).puzzles
        known = [moved.get(one.puzzle_id) or prior_of(one, group) for one in puzzles]
        return np.array([one.level for one in known]), np.array([one.variance for one in known])

    def met(self, player: str, puzzle: Stocked, group: str | None) -> float:
        """How hard a puzzle was when a player tried it, or else is."""
        before = self.scale(puzzle.game).met.get(player, {}).get(puzzle.puzzle_id)
        return float(self.hardness([puzzle], group)[0][0]) if before is None else before

    def scale(self, game: str) -> Scale:
        """The scale of a game up to the last result that was heard."""
        if game not in self.scales:
            self.scales[game] = Scale(lambda name: prior_of(self.puzzle(name, withdrawn=True)))
        return self.scales[game]

    def heard(self, attempt: Attempt) -> None:
        """One more result that ratings rest on."""
        solved, day = attempt.at_once, self.day(attempt.latest).toordinal()
        seconds = attempt.seconds if solved else None
        one = Try(day, attempt.player, attempt.puzzle_id, solved, seconds, attempt.limit)
        self.scale(attempt.game).take(one, START.get(attempt.group, START[None]))


NEEDED = {
    "game": "ゲームを選んでください。",
    "category": "問題の種類を選んでください。",
    "set": "問題集を選んでください。",
}


def complete(wish: Wish, view: View) -> Wish:
    """The wish with the game that its set is of. `BadWish` if what the mode needs is missing or unknown."""
    if wish.game is None and wish.set_name is not None and wish.set_name in view.sets:
        games = {one.game for one in view.sets[wish.set_name].puzzles}
        wish = replace(wish, game=games.pop() if len(games) == 1 else None)
    if wish.game is not None and wish.game not in registry.GAMES:
        raise BadWish(
            f"there is no game {wish.game!r}: choose from {', '.join(registry.GAMES)}", "そのゲームはありません。"
        )
    given = {"game": wish.game, "category": wish.category, "set": wish.set_name}
    for name in wish.mode.needs:
        if given[name] is None and wish.puzzle_id is None:
            raise BadWish(f"the mode {wish.mode.name} needs a {name}", NEEDED[name])
    if wish.ease not in (None, *EASES):
        raise BadWish(f"there is no {wish.ease!r}: choose from {', '.join(EASES)}", "その選び方はありません。")
    return wish


def check_run(case: Case) -> None:
    """`BadWish` if the run has ended."""
    mode, run = case.wish.mode, case.run
    too_long = mode.length is not None and len(run) >= mode.length
    if too_long or (mode.ends_at_miss and any(one.how is not None and not one.solved for one in run)):
        raise BadWish(*RUN_OVER)
