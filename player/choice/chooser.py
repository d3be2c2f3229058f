"""Which puzzle a player gets next, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo
from random import Random

import numpy as np

from assets.core.settings import Settings
from engines import registry
from engines.rating.glicko import CENTRE, UNKNOWN
from player.choice import reasons
from player.choice.case import Case
from player.choice.ledger import Attempt, Ledger, Log, Past
from player.choice.making import Maker, made_of, stocked_of
from player.choice.patterns import Boxes
from player.choice.pickers import PICKERS
from player.choice.scale import Known, Scale, chances, prior_of, result_of, with_lake
from player.choice.wishes import EASES, RUN_OVER, BadWish, NothingLeft, Offer, Wish
from player.stock.lake import LakeStanding, puzzle_standings
from player.stock.puzzles import Stocked
from player.stock.stock import Stock
from player.stock.view import View
from warehouse.home import Home
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
        home: Home,
        settings: Settings | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.stock, self.log, self.home, self.now = stock, log, home, now
        self.settings = settings or Settings.load()
        self.ledger = Ledger(log, self.heard)
        self.lock = self.ledger.lock
        self.scales: dict[str, Scale] = {}
        self.boxes: dict[tuple[str, str], Boxes] = {}
        self.hard: dict[tuple[str, str | None], tuple[object, dict[str, tuple[float, float]]]] = {}
        self.standings: dict[str, dict[str, LakeStanding]] = {}
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
            known = self.scale(game).player(player, group or self.group(player))
            return known.rating, known.deviation

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
            rating, deviation = self.hardness([puzzles[place] for place in mine], group)
            scale = self.scale(game)
            found[mine] = chances(scale.player(player, group), rating, deviation, scale.solution_score(player))
        return found

    def hardness(self, puzzles: Sequence[Stocked], group: str | None) -> tuple[np.ndarray, np.ndarray]:
        """Ratings and deviations of some puzzles of one game."""
        if not puzzles:
            return np.empty(0), np.empty(0)
        said = self.hard_of(puzzles[0].game, group)
        for one in puzzles:
            if one.puzzle_id not in said:
                said[one.puzzle_id] = self.known(one, group)
        found = np.array([said[one.puzzle_id] for one in puzzles])
        return found[:, 0], found[:, 1]

    def known(self, puzzle: Stocked, group: str | None) -> tuple[float, float]:
        """Rating and deviation of a puzzle; while it has no tries, as they are predicted for the player's group."""
        found = self.scale(puzzle.game).puzzles.get(puzzle.puzzle_id) or self.start(puzzle, group)
        return found.rating, found.deviation

    def hard_of(self, game: str, group: str | None) -> dict[str, tuple[float, float]]:
        """What `known` has said since puzzles moved last."""
        version = self.scale(game).changes, self.stock.view().release
        if self.hard.get((game, group), (None, {}))[0] != version:
            self.hard[game, group] = version, {}
        return self.hard[game, group][1]

    def start(self, puzzle: Stocked, group: str | None = None) -> Known:
        """Where a puzzle stands before the tries that the lake does not have."""
        found = self.lake(puzzle.game).get(puzzle.puzzle_id)
        return with_lake(prior_of(puzzle), found) if found else prior_of(puzzle, group)

    def lake(self, game: str) -> dict[str, LakeStanding]:
        """The standings of the lake as they were when they were first needed; the log adds what came after."""
        if game not in self.standings:
            self.standings[game] = puzzle_standings(self.home, game)
        return self.standings[game]

    def scale(self, game: str) -> Scale:
        """The scale of a game, all days before today being over."""
        scale = self.scale_so_far(game)
        scale.begin(self.today().toordinal())
        return scale

    def scale_so_far(self, game: str) -> Scale:
        """The scale of a game up to the last result that was heard."""
        if game not in self.scales:
            self.scales[game] = Scale(self.prior, lambda name: self.counted_until(game, name))
        return self.scales[game]

    def prior(self, puzzle_id: str) -> Known:
        found = self.puzzle(puzzle_id)
        return self.start(found) if found else Known(CENTRE, UNKNOWN)

    def counted_until(self, game: str, puzzle_id: str) -> int:
        """Up to which day the lake has the tries of a puzzle."""
        found = self.lake(game).get(puzzle_id)
        return found.until.toordinal() if found and found.until else 0

    def heard(self, attempt: Attempt) -> None:
        """One more result that ratings rest on."""
        seconds = attempt.seconds if attempt.at_once else None
        result = result_of(attempt.player, attempt.puzzle_id, attempt.at_once, seconds, attempt.limit)
        scale, day = self.scale_so_far(attempt.game), self.day(attempt.began).toordinal()
        scale.take(plausible(day, scale.day, self.today().toordinal()), result, attempt.group)


def plausible(day: int, before: int, today: int) -> int:
    """The day of a result. What is later than today was written by a clock that was wrong: it is of the day before it
    in the log."""
    return day if day <= today else min(before or today, today)


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
