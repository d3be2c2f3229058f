"""Editions for tests, made by the engines directly: puzzles generated and solved, predictions made up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from assets.core.levels import level_of
from assets.core.settings import Settings
from assets.release import sets
from assets.release.edition import Account, Edition
from assets.release.publish import category_of, in_order
from engines.identity import puzzle_id, puzzle_text
from engines.registry import engine
from quality.referee import Review

NIGHT = "2026-11-15"
THIRDS = ("easiest", "middle", "hardest")
GIVEN = (
    ("puyo", "chain-2x3", '{"game":"puyo","goal":{"kind":"chain","n":3,"exact":true,"color":"all"},'
     '"queue":["bp","bp"],"board":["....pp","....op","..p.po","..bbpp"]}', '"5N4S"'),
    ("puyo", "clear-2", '{"game":"puyo","goal":{"clear":"all"},"queue":["pg","bg"],'
     '"board":[".ob...",".po...",".ggb..",".ppb.."]}', '"1N21"'),
    ("geister", "escape-5", '{"game":"geister","board":"u.u..R/.....B/..u.../...RuB/....../......",'
     '"hidden":{"blue":2,"red":2},"plies":5}',
     '{"plies":5,"first_moves":["f6-e6"],"line":["f6-e6","e3-e2","f5-f6","e2-e1","f6-exit"]}'),
    ("geister", "wall-7", '{"game":"geister","board":"..B.../u...../u..u../u...../u...../R.....",'
     '"hidden":{"blue":2,"red":3},"plies":7}',
     '{"plies":7,"first_moves":["c6-d6"],"line":["c6-d6","a2-b2","d6-e6","b2-b1","e6-f6","b1-c1","f6-exit"]}'),
)  # fmt: skip
RESTING = {"provenance": "simulated", "difficulty_provenance": "measured"}
MORE = (
    ("practice", "puyo", "chain-2x3", '{"game":"puyo","goal":{"kind":"chain","n":3,"exact":true,"color":"all"},'
     '"queue":["py","yp"],"board":[".p..p.",".p.yy.","yp.ppy"]}', '"433S"'),
    ("flash", "puyo", "chain-2x3", '{"game":"puyo","goal":{"kind":"chain","n":3,"exact":true,"color":"all"},'
     '"queue":["pp","pg"],"board":[".pp.g.","ggp.p.","ppggp."]}', '"566N"'),
    ("practice", "puyo", "clear-2", '{"game":"puyo","goal":{"clear":"all"},"queue":["bb","br"],'
     '"board":["g.....","rr....","gb....","gr....","goo..."]}', '"3N32"'),
    ("flash", "puyo", "clear-2", '{"game":"puyo","goal":{"clear":"all"},"queue":["bb","rb"],'
     '"board":["...y..","...r..","...b..","...r..","...r..","...yyy"]}', '"5N5S"'),
    ("survey", "puyo", "clear-2", '{"game":"puyo","goal":{"clear":"all"},"queue":["br","bp"],'
     '"board":[".r....",".p....","op....","rb....","opbr.."]}', '"3N43"'),
    ("practice", "geister", "escape-5", '{"game":"geister","board":".B..../.B..../....../..u..u/BR..../u..R..",'
     '"hidden":{"blue":1,"red":2},"plies":5}',
     '{"plies":5,"first_moves":["a2-a1"],"line":["a2-a1","c3-c2","b6-a6","c2-c1","a6-exit"]}'),
    ("flash", "geister", "escape-5", '{"game":"geister","board":"RB..../....../..u.../....../.uB..R/.Ru.B.",'
     '"hidden":{"blue":2,"red":1},"plies":5}',
     '{"plies":5,"first_moves":["a6-a5"],"line":["a6-a5","c1-b1","b6-a6","b1-a1","a6-exit"]}'),
    ("practice", "geister", "wall-7", '{"game":"geister","board":"....../u...../u.B..B/u...../u.u.../uRB...",'
     '"hidden":{"blue":3,"red":3},"plies":7}',
     '{"plies":7,"first_moves":["b1-a1"],"line":["b1-a1","a2-b2","f4-f5","b2-b1","f5-f6","b1-c1","f6-exit"]}'),
    ("flash", "geister", "wall-7", '{"game":"geister","board":"..B.../.u..../u...../....../...uB./R.u...",'
     '"hidden":{"blue":2,"red":2},"plies":7}',
     '{"plies":7,"first_moves":["c6-d6"],"line":["c6-d6","c1-b1","d6-e6","b1-c1","e6-f6","c1-b1","f6-exit"]}'),
    ("survey", "geister", "wall-7", '{"game":"geister","board":"...uuR/....../.u...B/.....B/...uB./......",'
     '"hidden":{"blue":1,"red":3},"plies":7}',
     '{"plies":7,"first_moves":["f6-e6"],"line":["f6-e6","d2-d1","f4-f5","d1-c1","f5-f6","c1-b1","f6-exit"]}'),
)  # fmt: skip
KINDS = ("curated", "flash", "practice", "curated", "survey")


def items(
    game: str, variant: str, count: int, night: str = NIGHT, provenance: str = "simulated", seed: int = 7
) -> list[dict[str, Any]]:
    """Puzzles with answers as a release has them, easy to hard."""
    maker = engine(game)
    found: dict[str, Any] = {}
    for start in range(0, 100 * count, count):
        made = maker.generate(variant, seed, count, start)
        for puzzle, verdict in zip(made, maker.solve(made, stop_at=2), strict=True):
            if verdict.verdict == "unique":
                found.setdefault(puzzle_id(maker, puzzle), (puzzle, verdict))
        if len(found) >= count:
            break
    chosen = list(found.items())[:count]
    return [
        item_of(game, variant, night, provenance, number / max(1, len(chosen) - 1))
        | {"puzzle_id": identity, "puzzle": puzzle_text(maker, puzzle), "solution": json.dumps(verdict.solutions[0])}
        | {"themes": " ".join(maker.labels([puzzle], [verdict])[0]), "length": maker.length(puzzle, verdict)}
        | {"kind": KINDS[number % len(KINDS)], "rank": number + 1}
        for number, (identity, (puzzle, verdict)) in enumerate(chosen)
    ]


def given_items(
    night: str = NIGHT, provenance: str = "simulated", of_all_kinds: bool = False
) -> list[dict[str, Any]]:
    """Puzzles whose answers are known, of games whose kernels take long to compile. They are curated; `of_all_kinds`
    there are more, for every other way to play."""
    made = []
    given = [("curated", *one) for one in GIVEN] + (list(MORE) if of_all_kinds else [])
    for number, (kind, game, variant, text, answer) in enumerate(given):
        puzzle = engine(game).decode(json.loads(text))
        made.append(
            item_of(game, variant, night, provenance, number / (len(given) - 1))
            | {"puzzle_id": puzzle_id(engine(game), puzzle), "puzzle": text, "solution": answer, "themes": ""}
            | {"length": engine(game).variants[variant].moves, "kind": kind, "rank": number + 1}
        )
    return made


def item_of(game: str, variant: str, night: str, provenance: str, hard: float) -> dict[str, Any]:
    """What is said of a puzzle, `hard` being from 0 to 1."""
    difficulty, interest = 1.5 + 3 * hard, 4.2 - 2 * (hard - 0.6) ** 2
    category = category_of(game, variant)
    return {
        "game": game,
        "variant": variant,
        "category": category,
        "set_category": variant,
        "level": level_of(difficulty, (2.5, 3.5)),
        "third": THIRDS[min(2, int(hard * 3))],
        "audience": "everyone",
        "interest": interest,
        "interest_low": interest - 0.6,
        "interest_high": interest + 0.5,
        "difficulty": difficulty,
        "difficulty_low": difficulty - 0.7,
        "difficulty_high": difficulty + 0.4,
        "provenance": provenance,
        "difficulty_provenance": "measured" if provenance == "simulated" else provenance,
        "difficulty_model": f"{game}-difficulty-everyone-0a",
        "hill": 1.0 - abs(hard - 0.6),
        "surprise_share": hard,
        "distance": 0.42,
        "people_ratings": 0 if provenance == "simulated" else 900,
        "trust": 0.0 if provenance == "simulated" else 0.9,
        "worth": 2.0 - (hard - 0.6) ** 2,
        "added": date.fromisoformat(night),
        "reason": "Harder than most, because of <many> near misses.",
        "reason_ja": "惜しい手が多いため、多くの問題より難しめです。",
        "reason_short": "Harder than most because of <few> gaps.",
        "reason_short_ja": "隙間が少ないため、多くの問題より難しい。",
        "why": f"<one> of {provenance}",
        "why_ja": "<一> つ",
    }


def settings_with(size: int) -> Settings:
    """Settings with six puzzles for tonight and so many in standing sets."""
    found = Settings.load()
    selection = {**found.selection, "variants": {}}
    return replace(found, selection=selection, sets={"tonight": 6, "curated": size, "pool": size})


def pool_category(item: Mapping[str, Any]) -> dict[str, Any]:
    """Curated ones are by variant, pools by category."""
    name = item["variant"] if item["kind"] == "curated" else item["category"]
    return dict(item) | {"set_category": name}


def edition(*groups: Sequence[Mapping[str, Any]], night: str = NIGHT, name: str | None = None) -> Edition:
    """An edition of some groups of items, all of them tonight's, with its sets and an account of the night."""
    added = [pool_category(item) for group in groups for item in group]
    rows = sets.assemble(night, added, [], settings_with(500))
    listed = in_order(added)
    return Edition(name or night, night, listed, rows, account=account([item["game"] for item in listed], night))


def carried(before: Edition) -> list[dict[str, Any]]:
    """The puzzles of an edition as the next night finds them."""
    members: dict[str, list[Any]] = {}
    for row in before.sets:
        members.setdefault(row["puzzle_id"], []).append(row)
    return [dict(item) | {"memberships": members.get(item["puzzle_id"], [])} for item in before.items]


def next_edition(before: Edition, *groups: Sequence[Mapping[str, Any]], size: int = 500) -> Edition:
    """The night after: what its sets carry on, and what it adds."""
    night = (date.fromisoformat(before.night) + timedelta(1)).isoformat()
    added = [pool_category(item) | {"added": date.fromisoformat(night)} for group in groups for item in group]
    rows = sets.assemble(night, added, carried(before), settings_with(size))
    kept = {row["puzzle_id"] for row in rows}
    listed = in_order([item for item in [*added, *carried(before)] if item["puzzle_id"] in kept])
    return Edition(night, night, listed, rows, account=account([item["game"] for item in listed], night))


def account(games: Sequence[str], night: str) -> Account:
    """How a night went, made up."""
    names = list(dict.fromkeys(games))
    counts = {"generated": 900, "different": 880, "unique": 300, "ambiguous": 400, "impossible": 180, "unfinished": 0}
    return Account(
        [{"game": game, **counts, "rated": 300, **RESTING, "added": games.count(game)} for game in names],
        [quota(game, third, short) for game in names for third, short in zip(THIRDS, (0, 0, 2), strict=True)],
        {game: {"candidate": 9, "verdict": 12} for game in names},
        {game: Review(games.count(game), games.count(game) - 1, 5000, []) for game in names},
    )


def quota(game: str, third: str, short: int) -> dict[str, Any]:
    said = f"only {8 - short} of {8 - short} are interesting enough" if short else None
    return {
        "game": game, "kind": "curated", "category": game, "group_name": f"{game}, {third} third", "third": third,
        "wanted": 8, "chosen": 8 - short, "among": 40, "eligible": 8 - short, "shortfall": said, "worth": 1.5,
        "top_worth": 1.6, "distance": 0.42, "top_distance": 0.3, "provenance": "simulated",
    }  # fmt: skip
