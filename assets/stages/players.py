"""hear: what players did and said on the page where they solve, from their log into the lake.

A night hears every event that no other night has heard, whatever the clock said when it happened; which ones these
are stands in the footers of its partitions (`heard.py`). Made again, a night takes its own events again and those
that are new, so nothing is lost or counted twice. Nights take turns. An attempt belongs to the night that hears its
end.

Only what the lake can speak of comes in: puzzles that have a verdict here. Those that were made on the spot for one
player stay in the log.

The rows lie beside those of the simulated raters, in a partition of their own (`lake.PLAYED`). When a player was
forgotten, the next night takes their rows out of all earlier partitions, and only then writes its own. A log that
cannot be reached stops no night: what is there stays, a warning is given, and a later night hears what was missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

import pyarrow as pa
import pyarrow.compute as pc

from assets.core import progress
from assets.core.stage import ChecksFailed, Facts, Press, Stage, Work, empty, install
from assets.stages import heard, player_rows
from assets.stages.heard import Heard, Spans
from warehouse.digest import content_digest
from warehouse.lake import PLAYED, DamagedFile, Origin, Partition
from warehouse.players.appending import secret
from warehouse.players.events import Result
from warehouse.players.log import LogUnavailable, PlayerLog, is_there
from warehouse.shelf import lakes

Tables = dict[str, pa.Table]
ROWS = {"rating": player_rows.ratings, "attempt": player_rows.attempts}


@dataclass(frozen=True)
class News:
    """What a night makes its rows of."""

    heard: Heard
    log: str = ""  # which one it is from; none could be read if empty
    results: Mapping[str, list[Result]] = field(default_factory=dict)  # by table
    carried: Tables = field(default_factory=dict)  # rows of logs that are not open: nobody can make them again
    gone: Mapping[str, int] = field(default_factory=dict)  # hashes of those who were forgotten
    known: pa.Table | None = None  # the verdicts of the puzzles


def facts(press: Press, game: str, batch: str) -> Facts:
    news = read(press, game, batch)
    results = chain.from_iterable(news.results.values())
    ids = {each.puzzle_id for each in results} | puzzles_of(news.carried.values())
    known = verdicts(press, game, ids)
    values = news.heard.values() | {"puzzles": content_digest(known.sort_by("puzzle_id"))}
    return Facts(values, related={"verdict": known}, extra=replace(news, known=known))


def read(press: Press, game: str, batch: str) -> News:
    """What there is for this night: from the log, or else what the night has already."""
    own = heard.of_night(press.lake, batch, game)
    if is_there(press.home):
        try:
            with PlayerLog.open(press.home, read_only=True) as log:
                return news_of(log, press, game, batch, own)
        except LogUnavailable as error:
            progress.current().warn(f"{error}; what players do is heard by a later night")
    return News(own, carried=carried(press, game, batch, own, None))


def news_of(log: PlayerLog, press: Press, game: str, batch: str, own: Heard) -> News:
    name, until, gone = log.identity(), log.last_number(), log.tombstones()
    others = [heard.of_night(press.lake, other, game) for other in heard.nights(press.lake, game) if other != batch]
    spans: dict[str, Mapping[str, Spans]] = {}
    results: dict[str, list[Result]] = {}
    for table in heard.TABLES:
        taken = chain.from_iterable(other.of(table).get(name, ()) for other in others)
        mine = heard.joined([*own.of(table).get(name, ()), *heard.left(until, taken)])
        spans[table] = {**own.of(table), **({name: mine} if mine else {})}
        results[table] = [result for low, high in mine for result in log.results(game, low - 1, high)]
    forgotten = {**own.forgotten, **({name: max(gone.values())} if gone else {})}
    return News(Heard(spans, forgotten), name, results, carried(press, game, batch, own, name), gone)


def carried(press: Press, game: str, batch: str, own: Heard, log: str | None) -> Tables:
    """The rows that the night has, if some are of another log than the one that is open."""
    found: Tables = {}
    for table in heard.TABLES:
        if set(own.of(table)) - {log}:
            try:
                found[table] = press.lake.read(Partition(table, batch, game, PLAYED))
            except (DamagedFile, LookupError):
                continue
    return found


def verdicts(press: Press, game: str, ids: Iterable[str]) -> pa.Table:
    """What is known of some puzzles, in any batch: enough for the checks."""
    wanted, found = pa.array(sorted(ids), pa.string()), [empty("verdict").select(["puzzle_id", "count"])]
    for lake in lakes(press.home) if len(wanted) else ():
        for part in lake.partitions("verdict", game):
            both = [lake.read_column(part, name) for name in ("puzzle_id", "count")]
            found.append(pa.table(both, schema=found[0].schema).filter(pc.is_in(both[0], wanted)))
    return pa.concat_tables(found)


def puzzles_of(tables: Iterable[pa.Table]) -> set[str]:
    return {name for table in tables for name in table.column("puzzle_id").to_pylist()}


def make(work: Work) -> Tables:
    news: News = work.extra
    forget(work, news)
    return {table: rows_of(work, table, news) for table in heard.TABLES}


def rows_of(work: Work, table: str, news: News) -> pa.Table:
    rows = ROWS[table](news.results.get(table, []), work.game, work.batch)
    if table in news.carried:
        before = player_rows.without(table, news.carried[table], news.gone, secret)
        rows = player_rows.merged(table, before, rows)
    return in_the_lake(table, rows, news.known)


def in_the_lake(table: str, rows: pa.Table, known: pa.Table | None) -> pa.Table:
    """Rows about puzzles that have a verdict; tries, about those that can be solved."""
    assert known is not None
    proved = known if table == "rating" else known.filter(pc.greater(known.column("count"), 0))
    return player_rows.about(rows, proved.column("puzzle_id").to_pylist())


def forget(work: Work, news: News) -> None:
    """Take the rows of those who were forgotten out of all other nights, if somebody was since the last night."""
    lake, game = work.press.lake, work.game
    before = (heard.of_night(lake, night, game).forgotten.get(news.log, 0) for night in heard.nights(lake, game))
    if max(news.gone.values(), default=0) <= max(before, default=0):
        return
    for table in heard.TABLES:
        for part in list(lake.partitions(table, game)):
            if part.shard == PLAYED and part.batch != work.batch:
                forget_in(work, table, part, news.gone)


def forget_in(work: Work, table: str, part: Partition, gone: Mapping[str, int]) -> None:
    """Write one partition again without the rows of some players, if it has any. What it has heard stays heard."""
    try:
        rows, stamp = work.press.lake.read_with_stamp(part)
    except DamagedFile:
        return  # it is made again from the log, which has forgotten them
    kept = player_rows.without(table, rows, gone, secret)
    if kept.num_rows == rows.num_rows:
        return
    related = {"verdict": verdicts(work.press, work.game, puzzles_of([kept]))}
    kept = in_the_lake(table, kept, related["verdict"])
    others = {name: empty(name) for name in heard.TABLES if name != table}
    origin = Origin(stamp.asset, work.press.run_id, stamp.code_version, stamp.inputs, stamp.recipe)
    made = install(work.press, part.game, part.batch, {table: kept}, {**others, **related}, origin, shard=PLAYED)
    if made.failed:
        raise ChecksFailed("players", part.game, part.batch, made)


def note(tables: Mapping[str, pa.Table]) -> str:
    attempts, ratings = tables["attempt"], tables["rating"]
    ids = {*attempts.column("player_id").to_pylist(), *ratings.column("rater_id").to_pylist()}
    if not ids:
        return "nothing new from players"
    counts = (attempts.num_rows, "attempt"), (ratings.num_rows, "rating"), (len(ids), "player")
    told = [f"{count:,} {word}{'' if count == 1 else 's'}" for count, word in counts]
    return f"{told[0]} and {told[1]} by {told[2]}"


STAGE = Stage(
    name="players",
    verb="hear",
    description="What people did and said on the page where they solve, from the log of players: their attempts that "
    "are over, and their last word on each puzzle. A night hears all that no other night has heard.",
    after=("verdicts",),
    reads=(),
    writes=("attempt", "rating"),
    kinds=frozenset({"sql", "parquet"}),
    make=make,
    note=note,
    facts=facts,
    turn="players",
    shard=PLAYED,
)
