"""Every check passes good tables, and catches deliberately bad ones by the id of what is bad."""

from __future__ import annotations

import copy
import datetime
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from quality import checks, hasten
from quality.checks import CannotCheck, CheckResult, check_names, run_suite
from quality.suites import required, suite
from quality.vocabulary import EARLIER
from warehouse.schema import TABLES

Row = dict[str, Any]

NIGHT = datetime.date(2026, 11, 15)
NAN, INFINITY = float("nan"), float("inf")
BEFORE = datetime.date(2026, 11, 14)
BATCH = {"batch": "2026-11-15", "night": NIGHT, "game": "tspin"}
UNIQUE, AMBIGUOUS, IMPOSSIBLE, UNFINISHED, STRANGER, HANDMADE = (digit * 16 for digit in "abcdef")
PUZZLES = {UNIQUE: ("unique", 1), AMBIGUOUS: ("ambiguous", 40), IMPOSSIBLE: ("impossible", 0)}
PUZZLES[UNFINISHED] = ("unfinished", 3)
LISTED = {UNFINISHED: 2, IMPOSSIBLE: None}  # two that stand for three; a verdict older than that column
GROUP = {"kind": "curated", "category": "tsd-2", "group_name": "tsd-2, easy"}
VERSIONS = {body: hashlib.sha256(body.encode()).hexdigest()[:12] for body in ("[1.5]", "[2.5]")}
TUNED = {"tuner": "genetic", "seed": 3, "settings": "{}", "measures": [("attack", 400.0)]}
MODELS = {"interest_model": "tspin-interest-everyone-1a", "difficulty_model": "tspin-difficulty-everyone-2b"}


# One good instance of every table.


def puzzle(number: int, game: str = "tspin") -> str:
    return json.dumps({"game": game, "queue": "SJ" * (number + 1)})


def candidate(number: int, puzzle_id: str) -> Row:
    made = {"variant": "tsd-2", "seed": 7, "number": number, "method": "reverse", "engine": "tspin 1"}
    from_play = {"method": "play", "met_in": "best 3, move 57"} if puzzle_id == AMBIGUOUS else {"met_in": None}
    return {**BATCH, **made, **from_play, "puzzle_id": puzzle_id, "puzzle": puzzle(number)}


def played_game(number: int, against: str | None, weights: str | None) -> Row:
    who = {"agent": "best", "against": against, "seed": 7, "number": number}
    record = {**who, "against": against or "", "parameters": {}, "moves": ["S4", "J0"], "measures": {"attack": 4.0}}
    made = {"weights": weights, "engine": "tspin 1", "moves": 2, "measures": [("attack", 4.0)]}
    return {**BATCH, **who, **made, "record": json.dumps(record)}


def agent_weights(name: str, body: str, **tuned: Any) -> Row:
    how = {"tuner": None, "seed": None, "settings": None, "measures": None, **tuned}
    return {**BATCH, "name": name, "version": VERSIONS[body], **how, "body": body}


def collection(line: int, puzzle_id: str) -> Row:
    said = {"source": None, "maker": "Ann", "title": None, "level": "3 stars", "file_sha256": "0f" * 32}
    whose = {"name": "handmade-1", "game": "tspin", "variant": "tsd-6", "puzzle_id": puzzle_id}
    return {**whose, "line": line, **said, "puzzle": puzzle(0)}


def verdict(number: int, puzzle_id: str) -> Row:
    said, count = PUZZLES[puzzle_id]
    proof = {"length": 2, "verdict": said, "count": count, "listed": LISTED.get(puzzle_id, count)}
    work = {"other_count": None, "nodes": 1234, "searched_to": 9 if said == "unfinished" else None}
    return {**BATCH, "variant": "tsd-2", "puzzle_id": puzzle_id, "puzzle": puzzle(number), **proof, **work}


def solution(puzzle_id: str, number: int) -> Row:
    return {**BATCH, "puzzle_id": puzzle_id, "number": number, "solution": '[{"piece":"S","cells":[]}]'}


def feature_definition(position: int, name: str) -> Row:
    said = {"description": f"how much {name}", "source": "ours", "headline": position == 0}
    words = {"more": f"much {name}", "less": f"little {name}", "harder": 1} if position else {"harder": 0}
    return {**BATCH, "position": position, "name": name, **said, "more": None, "less": None, **words}


def feature(puzzle_id: str) -> Row:
    return {**BATCH, "puzzle_id": puzzle_id, "features": [("holes", 3.0), ("height", 0.5)]}


def theme_definition(position: int, name: str) -> Row:
    said = {"title": name.capitalize(), "description": f"when it is {name}"}
    return {**BATCH, "position": position, "name": name, **said}


def theme(puzzle_id: str, name: str) -> Row:
    return {**BATCH, "puzzle_id": puzzle_id, "theme": name}


def rating(rater_id: str, puzzle_id: str, provenance: str) -> Row:
    who = {"survey": "first", "rater_id": rater_id, "rater_group": "regular"}
    said = {"interest": 4.0, "difficulty": 1.0, "scale_low": 1.0, "scale_high": 5.0, "provenance": provenance}
    more = {"asked": None, "go_on": None, "useful": None, "comment": None, "survey_import": None, "line": None}
    return {**BATCH, **who, "puzzle_id": puzzle_id, **said, **more}


def survey_rating(rater_id: str, puzzle_id: str, line: int) -> Row:
    """One question only, and more than was needed on the others; nothing known of the rater."""
    of_survey = {"batch": "survey-first", "night": None, "survey_import": 1, "line": line, "rater_group": None}
    said = {"interest": None, "asked": "after", "go_on": 5.0, "useful": 1.0, "comment": "'=) nice"}
    return {**rating(rater_id, puzzle_id, "survey"), **of_survey, **said}


def survey(number: int, set_aside: dict[str, int]) -> Row:
    terms = {"survey": "first", "number": number, "raters": "first", "scale_low": -2.0, "scale_high": 2.0}
    file = {"file": "first.csv", "file_sha256": "0f" * 32, "rows": 10}
    came = {"added": 6 - sum(set_aside.values()), "replaced": 1, "unchanged": 3}
    return {**terms, **file, **came, "set_aside": list(set_aside.items()), "provenance": "survey"}


def attempt(player_id: str, puzzle_id: str, provenance: str, seconds: float | None) -> Row:
    who = {"player_id": player_id, "player_group": "regular", "puzzle_id": puzzle_id, "number": 1, "mode": "survey"}
    went = {"solved": seconds is not None, "seconds": seconds, "seconds_limit": 90.0, "hints": 0}
    return {**BATCH, **who, **went, "provenance": provenance}


TRACK = {"deviation": 120.0, "volatility": 0.06, "attempts": 15, "solved_share": 0.8, "median_seconds": 12.5}


def puzzle_standing(puzzle_id: str) -> Row:
    whose = {"game": "tspin", "provenance": "simulated", "puzzle_id": puzzle_id}
    both = {"predicted_difficulty": 3.0, "difficulty": 3.4, "difficulty_deviation": 0.4, "prediction_weight": 0.2}
    return {**whose, "objective_difficulty": 1650.0, **TRACK, "last_night": NIGHT, **both}


def player_standing(player_id: str, provenance: str) -> Row:
    whose = {"game": "tspin", "provenance": provenance, "player_id": player_id, "player_group": None}
    return {**whose, "skill": 1850.0, **TRACK, "last_night": None}


def model(model_id: str, target: str) -> Row:
    what = {"model_id": model_id, "game": "tspin", "audience": "everyone", "target": target}
    fit = {"generation": 0, "fitted_on": None}
    data = {"provenance": "simulated", "items": 40, "ratings": 200, "data_digest": "00ff", "settings": "{}"}
    score = {"mae": 0.4, "baseline_mae": 0.6, "rank_correlation": 0.5, "interval": 0.7}
    kept = {"importances": [("holes", 0.75), ("height", 0.25)], "parent": None, "promoted": True}
    return {**what, **fit, **data, **score, **kept, "reason": "the first", "body": "tree"}


def model_score(subject: str, metric: str, value: float) -> Row:
    whose = {"model_id": MODEL_ID, "game": "tspin", "protocol": "nested"}
    return {**whose, "subject": subject, "metric": metric, "value": value}


def model_item(puzzle_id: str) -> Row:
    said = {"fold": 2, "observed": 5.1, "variance": 0.04, "held_out": 3.4}
    return {"model_id": MODEL_ID, "game": "tspin", "puzzle_id": puzzle_id, **said}


def promotion(number: int, what: str) -> Row:
    whose = {"model_id": MODEL_ID, "audience": "everyone", "target": "interest", "from_night": NIGHT}
    return {"game": "tspin", "number": number, "what": what, **whose, "generation": 3, "why": "it looked wrong"}


def learning_curve(over: str, count: int, rank_correlation: float | None) -> Row:
    errors = {"mae": 0.4, "mean_mae": 0.6, "rank_correlation": rank_correlation}
    return {"model_id": MODEL_ID, "game": "tspin", "over": over, "count": count, **errors}


RESTING = {"provenance": "simulated", "difficulty_provenance": "measured"}
PARTS = {"hill": 0.7, "surprise_share": None, "trust": 0.0}


def prediction(puzzle_id: str) -> Row:
    interest = {"interest": 3.5, "interest_low": 2.5, "interest_high": 4.5}
    difficulty = {"difficulty": 1.5, "difficulty_low": 1.0, "difficulty_high": 2.5}
    whose = {**BATCH, "puzzle_id": puzzle_id, "audience": "everyone"}
    why = {"interest_reasons": [("predicted_difficulty", 0.3), ("holes", -0.1)], "difficulty_reasons": []}
    told = {**why, "reason": "Harder than most because of many holes; about as interesting as most."}
    if puzzle_id == UNIQUE:  # a game may have no Japanese words
        told["reason_ja"] = "穴の多さのため、多くの問題より難しい。面白さは多くの問題と同じくらい。"
    return {**whose, **interest, **difficulty, **MODELS, **RESTING, **PARTS, "people_ratings": 0, **told}


def selection(puzzle_id: str) -> Row:
    place = {"variant": "tsd-2", "audience": "everyone", **GROUP, "rank": 1, "among": 2}
    found = {"level": "easy", "third": "middle", "interest": 3.5, "difficulty": 1.5, "audience_interest": 3.5}
    why = {"why": "first of one easy tsd-2", "provenance": "simulated"}
    worth = {**PARTS, "worth": 1.2}
    return {**BATCH, "puzzle_id": puzzle_id, **place, **found, **why, **worth, "distance": 0.4, "beat": None}


def judgement(step: int, rank: int) -> Row:
    told = {"rank": rank, "among": 34, "margin": 0.0 if rank == 1 else 1.5, "preferred": None if rank == 1 else "3N"}
    return {**BATCH, "puzzle_id": UNIQUE, "judge": "greedy", "step": step, **told, "nodes": 1200}


def quota() -> Row:
    counts = {"wanted": 2, "chosen": 1, "among": 3, "eligible": 2, "shortfall": "one was taken"}
    means = {"interest": 3.5, "top_interest": 3.6, "distance": 0.4, "top_distance": 0.2}
    return {**BATCH, **GROUP, "third": "middle", **counts, **means, "provenance": "simulated"}


def question(rank: int, puzzle_id: str, anchor: bool) -> Row:
    place = {"audience": "everyone", "rank": rank, "puzzle_id": puzzle_id, "anchor": anchor}
    return {**BATCH, **place, "gain": 0.01, "why": "unlike the rest", "provenance": "simulated"}


def drift(what: str, name: str, psi_limit: float | None) -> Row:
    whose = {**BATCH, "what": what, "name": name, "reference": "founding", "provenance": "simulated"}
    seen = {"reference_count": 40, "count": 120, "reference_mean": 1.0, "mean": 1.5}
    return {**whose, **seen, "psi": 0.2, "psi_limit": psi_limit, "shift": -0.2, "shift_limit": 0.3, "drifted": False}


def check_result(check_name: str, failed_ids: list[str]) -> Row:
    what = {"table_name": "verdict", "check_name": check_name, "passed": not failed_ids}
    seen = {"rows_checked": 4, "failures": len(failed_ids), "failed_ids": failed_ids, "detail": None}
    return {**BATCH, **what, **seen, "digest": "00ff"}


def release(name: str, revision: int) -> Row:
    what = {"release": name, "night": NIGHT, "revision": revision, "puzzles": 1, "provenance": "simulated"}
    return {**what, "digest": "0f" * 32, "manifest": '{"puzzles": 1}'}


def release_entry(position: int, puzzle_id: str) -> Row:
    night = BATCH["night"]
    place = {"release": "2026-11-15", "night": night, "position": position, "game": "tspin", "variant": "tsd-2"}
    why = {"level": "easy", "third": "middle", "interest": 3.5, "difficulty": 1.5, "why": "first of one tsd-2"}
    return {**place, "puzzle_id": puzzle_id, **why, "puzzle": puzzle(0), "solution": "[]"}


def release_set(position: int, puzzle_id: str) -> Row:
    place = {"release": "2026-11-15", "set_name": "curated-tsd-2", "kind": "curated", "position": position}
    return {**place, "puzzle_id": puzzle_id, "since": NIGHT, "why": "first of one easy tsd-2"}


def withdrawal(puzzle_id: str) -> Row:
    return {"puzzle_id": puzzle_id, "game": "tspin", "why": "has two answers", "withdrawn_on": NIGHT}


def lineage(table_name: str) -> Row:
    what = {"asset": "tspin/verdicts", "table_name": table_name, "partition": "night=2026-11-15/game=tspin"}
    how = {"run_id": "r1", "code_version": "c1", "inputs": ["candidate"], "rows": 4, "digest": "00ff"}
    return {**what, **how, "written_at": datetime.datetime(2026, 11, 15, 3, 0)}


class World:
    """Rows of all tables, to be spoiled; `reshape` does what rows cannot say to a finished table."""

    def __init__(self) -> None:
        self.rows = copy.deepcopy(good_rows())
        self.reshape: dict[str, Callable[[pa.Table], pa.Table]] = {}

    def arrow(self, name: str) -> pa.Table:
        schema = TABLES["selection" if name == EARLIER else name].arrow
        table = pa.Table.from_pylist(self.rows[name], schema=schema)
        return self.reshape.get(name, lambda table: table)(table)

    def check(self, name: str) -> list[CheckResult]:
        return run_suite(name, self.arrow(name), {other: self.arrow(other) for other in required(name)})

    def failing(self, name: str) -> dict[str, CheckResult]:
        return {result.check: result for result in self.check(name) if not result.passed}


def good_rows() -> dict[str, list[Row]]:
    found = {UNIQUE: 1, AMBIGUOUS: 32, UNFINISHED: 2}
    earlier = {**selection(STRANGER), "batch": "2026-11-14", "night": BEFORE}
    return {
        "candidate": [candidate(number, puzzle_id) for number, puzzle_id in enumerate(PUZZLES)],
        "played_game": [played_game(0, None, VERSIONS["[1.5]"]), played_game(1, "rules", None)],
        "agent_weights": [
            agent_weights("thirty-one", "[1.5]"),
            {**agent_weights("thirty-one", "[2.5]", **TUNED), "batch": "so-far", "night": None},
        ],
        "collection": [collection(1, HANDMADE), collection(7, STRANGER)],
        "verdict": [verdict(number, puzzle_id) for number, puzzle_id in enumerate(PUZZLES)],
        "solution": [solution(puzzle_id, n + 1) for puzzle_id in found for n in range(found[puzzle_id])],
        "feature_definition": [feature_definition(0, "holes"), feature_definition(1, "height")],
        "feature": [feature(puzzle_id) for puzzle_id in PUZZLES],
        "theme_definition": [theme_definition(0, "flat"), theme_definition(1, "at-the-wall")],
        "theme": [theme(UNIQUE, "flat"), theme(AMBIGUOUS, "at-the-wall"), theme(AMBIGUOUS, "flat")],
        "rating": [rating("sim-1", UNIQUE, "simulated"), survey_rating("first/ann", AMBIGUOUS, 7)],
        "survey": [survey(1, {"no rater": 2, "out of scale": 1}), survey(2, {})],
        "attempt": [
            attempt("sim-1", UNIQUE, "simulated", 12.5),
            attempt("player/ann", AMBIGUOUS, "players", None),
            attempt("player/ann", UNFINISHED, "players", 90.0),
        ],
        "puzzle_standing": [puzzle_standing(UNIQUE), puzzle_standing(AMBIGUOUS)],
        "player_standing": [player_standing("sim-1", "simulated"), player_standing("player/ann", "players")],
        "model": [model(model_id, name.split("_")[0]) for name, model_id in MODELS.items()],
        "model_score": [model_score("model", "MAE", 0.4), model_score("length", "rank correlation", -0.2)],
        "model_item": [model_item(UNIQUE), model_item(AMBIGUOUS)],
        "promotion": [promotion(1, "promote"), promotion(2, "rollback")],
        "learning_curve": [learning_curve("raters", 1, 0.3), learning_curve("items", 1, None)],
        "prediction": [prediction(puzzle_id) for puzzle_id in PUZZLES],
        "selection": [selection(UNIQUE)],
        "judgement": [judgement(1, 1), judgement(2, 7)],
        "quota": [quota()],
        EARLIER: [earlier],
        "question": [question(1, STRANGER, True), question(2, UNIQUE, False)],
        "drift": [drift("mix", "variants", None), drift("feature", "holes", 0.25), drift("model", "m-1", 0.25)],
        "check_result": [check_result("has rows", []), check_result("no puzzle twice", [UNIQUE])],
        "release": [release("2026-11-15", 1), release("2026-11-15-r2", 2)],
        "release_entry": [release_entry(1, UNIQUE), release_entry(2, AMBIGUOUS)],
        "release_set": [release_set(1, UNIQUE), release_set(2, AMBIGUOUS)],
        "withdrawal": [withdrawal(UNIQUE), withdrawal(AMBIGUOUS)],
        "lineage": [lineage("verdict"), lineage("solution")],
    }


# Ways to spoil a table.

Change = Callable[[World, str], None]


def put(row: int, /, table: str | None = None, **values: Any) -> Change:
    return lambda world, name: world.rows[table or name][row].update(values)


def again(row: int, /, table: str | None = None, **values: Any) -> Change:
    """The same row once more, at the end, with other values."""

    def change(world: World, name: str) -> None:
        rows = world.rows[table or name]
        rows.append({**rows[row], **values})

    return change


def said_by(audience: str, *difficulty: float) -> Change:
    """Predictions for one more audience, of every puzzle."""
    return all_of(*[again(row, audience=audience, difficulty=value) for row, value in enumerate(difficulty)])


def drop(row: int, /, table: str | None = None) -> Change:
    return lambda world, name: world.rows[table or name].__delitem__(row)


def none_left(*tables: str) -> Change:
    """No rows in these tables, or in the one that is checked."""
    return lambda world, name: world.rows.update({table: [] for table in tables or (name,)})


def reshape(function: Callable[[pa.Table], pa.Table]) -> Change:
    return lambda world, name: world.reshape.update({name: function})


def all_of(*changes: Change) -> Change:
    def change(world: World, name: str) -> None:
        for each in changes:
            each(world, name)

    return change


def extra_column(table: pa.Table) -> pa.Table:
    return table.append_column("extra", pa.nulls(table.num_rows, pa.string()))


def retyped(column: str, kind: pa.DataType) -> Change:
    return reshape(
        lambda table: table.set_column(table.schema.get_field_index(column), column, table[column].cast(kind))
    )


# Bad examples: for each check, ways to break it and the ids that it must report.

Bad = tuple[Change, tuple[str, ...]]
WRONG_COLUMN: Bad = (reshape(extra_column), ("extra",))
BAD_BATCH: Bad = (put(0, batch="Night 1", night=None), (UNIQUE,))
BAD_ID = {"puzzle_id": "XYZ"}
MODEL_ID = MODELS["interest_model"]
RESULT_ID = "2026-11-15/tspin/verdict/has rows"
DEFINITION_ID = "2026-11-15/tspin/holes"
THEME_ID = "2026-11-15/tspin/flat"
QUOTA_ID = "2026-11-15/tspin/curated/tsd-2/tsd-2, easy"
LINEAGE_ID = "verdict/night=2026-11-15/game=tspin"

MIX_ID, HOLES_ID = "2026-11-15/tspin/mix/variants", "2026-11-15/tspin/feature/holes"
SIM_ID, ANN_ID = "tspin/simulated/sim-1", "tspin/players/player/ann"
OF_A_NIGHT: list[Bad] = [(all_of(put(0, night=BEFORE), put(1, night=None)), (UNIQUE, AMBIGUOUS))]

GAME_ID, OTHER_GAME_ID = "2026-11-15/tspin/best/0", "2026-11-15/tspin/best/1"
WEIGHTS_ID = f"2026-11-15/tspin/thirty-one/{VERSIONS['[1.5]']}"
TUNED_ID = f"so-far/tspin/thirty-one/{VERSIONS['[2.5]']}"

BAD: dict[str, dict[str, list[Bad]]] = {
    "played_game": {
        "types are as declared": [(retyped("moves", pa.int64()), ("moves",))],
        "no required value is missing": [(put(0, engine=None), (GAME_ID,))],
        "key is unique": [(again(0), (GAME_ID,))],
        "batch is a night or a collection": [
            (all_of(put(0, batch="Night 1", night=None, weights=None)), ("Night 1/tspin/best/0",))
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (GAME_ID,))],
        "names are not blank": [(put(0, engine=" "), (GAME_ID,))],
        "counts are not negative": [(put(0, **played_game(-1, None, None)), ("2026-11-15/tspin/best/-1",))],
        "record agrees with its row": [
            (all_of(put(0, seed=8), put(1, against="best")), (GAME_ID, OTHER_GAME_ID)),
            (all_of(put(0, moves=3), put(1, record="{")), (GAME_ID, OTHER_GAME_ID)),
            (put(0, record='{"agent":"best"}'), (GAME_ID,)),
        ],
        "measures are finite numbers": [(put(0, measures=[("attack", NAN)]), (GAME_ID,))],
        "weights are in agent_weights": [
            (put(0, weights=VERSIONS["[2.5]"]), (GAME_ID,)),
            (drop(0, "agent_weights"), (GAME_ID,)),
        ],
    },
    "judgement": {
        "types are as declared": [(retyped("rank", pa.int64()), ("rank",))],
        "no required value is missing": [(put(0, among=None), (UNIQUE,))],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [
            (all_of(BAD_BATCH[0], put(0, "selection", batch="Night 1"), drop(1)), (UNIQUE,)),
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (UNIQUE,))],
        "puzzle id is 16 hex digits": [
            (all_of(put(0, **BAD_ID), put(1, **BAD_ID), put(0, "selection", **BAD_ID)), ("XYZ",)),
        ],
        "names are not blank": [(put(0, judge=" "), (UNIQUE,))],
        "counts are at least 1": [(put(0, step=0), (UNIQUE,)), (put(1, nodes=0), (UNIQUE,))],
        "margin is not negative": [(put(1, margin=-0.5), (UNIQUE,))],
        "rank is at most among": [(put(1, rank=35), (UNIQUE,))],
        "preferred move is given unless the rank is 1": [
            (put(0, preferred="3N"), (UNIQUE,)),
            (put(1, preferred=None), (UNIQUE,)),
        ],
        "judged puzzle is chosen": [(put(0, puzzle_id=STRANGER), (STRANGER,)), (none_left("selection"), (UNIQUE,))],
    },
    "agent_weights": {
        "types are as declared": [(retyped("seed", pa.int32()), ("seed",))],
        "no required value is missing": [(put(0, body=None), (WEIGHTS_ID,))],
        "key is unique": [(again(0), (WEIGHTS_ID,))],
        "batch is a night or a collection": [
            (put(0, batch="Night 1", night=None), (WEIGHTS_ID.replace("2026-11-15", "Night 1"),))
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (WEIGHTS_ID,))],
        "names are not blank": [(put(1, tuner=""), (TUNED_ID,))],
        "settings are JSON": [(put(1, settings="{"), (TUNED_ID,))],
        "version is the hash of the body": [(put(0, body="[1.25]"), (WEIGHTS_ID,)), (put(1, body="{"), (TUNED_ID,))],
        "tuned weights say how they were made": [
            (put(0, tuner="genetic"), (WEIGHTS_ID,)),
            (put(1, seed=None), (TUNED_ID,)),
        ],
        "measures are finite numbers": [(put(1, measures=[("attack", INFINITY)]), (TUNED_ID,))],
    },
    "candidate": {
        "types are as declared": [(retyped("seed", pa.int32()), ("seed",))],
        "no required value is missing": [(put(0, method=None), (UNIQUE,))],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [BAD_BATCH],
        "night agrees with batch": [*OF_A_NIGHT, (put(0, batch="founding"), (UNIQUE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",)), (put(0, puzzle_id="a" * 17), ("a" * 17,))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(1, engine=""), (AMBIGUOUS,)), (put(1, variant=" "), (AMBIGUOUS,))],
        "number is at least 0": [(put(1, number=-1), (AMBIGUOUS,))],
        "puzzle belongs to its game": [
            (all_of(put(0, puzzle="{"), put(1, puzzle="[1]")), (UNIQUE, AMBIGUOUS)),
            (all_of(put(0, puzzle='{"queue":"SJ"}'), put(1, puzzle=puzzle(1, "puyo"))), (UNIQUE, AMBIGUOUS)),
        ],
        "a puzzle has one id": [(put(1, puzzle=puzzle(0)), (UNIQUE, AMBIGUOUS))],
        "optional texts are not blank": [(put(1, met_in=" "), (AMBIGUOUS,))],
        "only puzzles from play say where they were met": [
            (all_of(put(0, method="play"), put(1, method="reverse")), (UNIQUE, AMBIGUOUS)),
        ],
    },
    "verdict": {
        "types are as declared": [(retyped("count", pa.int64()), ("count",))],
        "no required value is missing": [(put(2, nodes=None), (IMPOSSIBLE,))],
        "no puzzle twice": [(again(0), (UNIQUE,)), (again(1, puzzle=puzzle(9)), (AMBIGUOUS,))],
        "batch is a night or a collection": [BAD_BATCH],
        "night agrees with batch": OF_A_NIGHT,
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(1, variant=""), (AMBIGUOUS,))],
        "puzzle belongs to its game": [(put(1, puzzle=puzzle(1, "puyo")), (AMBIGUOUS,))],
        "a puzzle has one id": [(put(1, puzzle=puzzle(0)), (UNIQUE, AMBIGUOUS))],
        "verdict is one of four": [(put(3, verdict="perhaps"), (UNFINISHED,))],
        "count agrees with verdict": [
            (
                all_of(put(0, count=0, listed=0), put(1, count=1, listed=1), put(2, count=1)),
                (UNIQUE, AMBIGUOUS, IMPOSSIBLE),
            ),
            (all_of(put(0, count=2), put(2, verdict="unique")), (UNIQUE, IMPOSSIBLE)),
        ],
        "counts are not negative": [
            (all_of(put(0, nodes=-1), put(1, other_count=-1)), (UNIQUE, AMBIGUOUS)),
            (all_of(put(2, searched_to=-1), put(3, count=-1, listed=None)), (IMPOSSIBLE, UNFINISHED)),
        ],
        "a counted solution is listed": [
            (all_of(put(0, listed=0), put(1, listed=41), put(2, listed=1)), (UNIQUE, AMBIGUOUS, IMPOSSIBLE)),
            (all_of(put(1, listed=-1), put(3, listed=4)), (AMBIGUOUS, UNFINISHED)),
            (put(2, listed=-1), (IMPOSSIBLE,)),
        ],
        "length is at least 1": [(put(3, length=0), (UNFINISHED,))],
        "unique puzzle has a length": [(all_of(put(0, length=None), put(2, length=None)), (UNIQUE,))],
    },
    "solution": {
        "types are as declared": [(retyped("number", pa.int64()), ("number",))],
        "no required value is missing": [(put(0, solution=None), (UNIQUE,))],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [
            (all_of(BAD_BATCH[0], put(0, "verdict", batch="Night 1")), (UNIQUE,)),
        ],
        "night agrees with batch": OF_A_NIGHT,
        "puzzle id is 16 hex digits": [(all_of(put(0, **BAD_ID), put(0, "verdict", **BAD_ID)), ("XYZ",))],
        "solution is JSON": [(put(0, solution="4N56"), (UNIQUE,))],
        "solutions are numbered from 1": [
            (all_of(put(0, number=0), put(-1, number=3)), (UNIQUE, UNFINISHED)),
            (put(0, number=2), (UNIQUE,)),
        ],
        "solved puzzle has a verdict": [(again(0, puzzle_id=STRANGER), (STRANGER,))],
        "solutions agree with verdict": [
            (drop(0), (UNIQUE,)),
            (again(0, puzzle_id=IMPOSSIBLE), (IMPOSSIBLE,)),
            (again(0, number=2), (UNIQUE,)),
            (again(1, number=33), (AMBIGUOUS,)),
            (put(3, "verdict", listed=3), (UNFINISHED,)),
            (put(0, "verdict", listed=0), (UNIQUE,)),
            (none_left(), (UNIQUE, AMBIGUOUS, UNFINISHED)),
        ],
    },
    "feature_definition": {
        "types are as declared": [(retyped("position", pa.int64()), ("position",))],
        "no required value is missing": [(put(0, description=None), (DEFINITION_ID,))],
        "key is unique": [(again(0, position=2), (DEFINITION_ID,))],
        "batch is a night or a collection": [
            (all_of(put(0, batch="Night 1", night=None), drop(1)), ("Night 1/tspin/holes",)),
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (DEFINITION_ID,))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, source=""), (DEFINITION_ID,))],
        "features are listed from 0": [
            (all_of(put(0, position=1), put(1, position=2)), (DEFINITION_ID, "2026-11-15/tspin/height")),
            (put(1, position=2), (DEFINITION_ID, "2026-11-15/tspin/height")),
        ],
        "no position twice": [(again(0, name="depth"), (DEFINITION_ID, "2026-11-15/tspin/depth"))],
        "optional texts are not blank": [
            (put(0, more=" "), (DEFINITION_ID,)),
            (put(0, less=""), (DEFINITION_ID,)),
        ],
        "harder is -1, 0 or 1": [(put(0, harder=2), (DEFINITION_ID,)), (put(0, harder=-2), (DEFINITION_ID,))],
    },
    "feature": {
        "types are as declared": [(retyped("features", pa.map_(pa.string(), pa.float32())), ("features",))],
        "no required value is missing": [(put(0, features=None), (UNIQUE,))],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [
            (all_of(BAD_BATCH[0], put(0, "verdict", batch="Night 1")), (UNIQUE,)),
        ],
        "night agrees with batch": OF_A_NIGHT,
        "puzzle id is 16 hex digits": [(all_of(put(0, **BAD_ID), put(0, "verdict", **BAD_ID)), ("XYZ",))],
        "has rows": [(none_left("feature", "verdict"), ())],
        "names are not blank": [
            (
                all_of(
                    put(0, game=""),
                    again(0, "feature_definition", game=""),
                    again(1, "feature_definition", game=""),
                ),
                (UNIQUE,),
            ),
        ],
        "at least one feature is measured": [(put(1, features=[]), (AMBIGUOUS,))],
        "features are finite numbers": [
            (put(1, features=[("holes", 1.0), ("height", INFINITY)]), (AMBIGUOUS,)),
            (put(1, features=[("holes", NAN)]), (AMBIGUOUS,)),
            (put(1, features=[("holes", None)]), (AMBIGUOUS,)),
        ],
        "no feature twice": [(put(1, features=[("holes", 1.0), ("holes", 1.0)]), (AMBIGUOUS,))],
        "every feature is defined": [
            (put(1, features=[("holes", 1.0), ("luck", 1.0)]), (AMBIGUOUS,)),
            (put(1, game="puyo"), (AMBIGUOUS,)),
            (none_left("feature_definition"), tuple(PUZZLES)),
        ],
        "measured puzzle has a verdict": [(again(1, puzzle_id=STRANGER), (STRANGER,))],
        "every puzzle has features": [(drop(1), (AMBIGUOUS,))],
    },
    "theme_definition": {
        "types are as declared": [(retyped("position", pa.int64()), ("position",))],
        "no required value is missing": [(put(0, title=None), (THEME_ID,))],
        "key is unique": [(again(0, position=2), (THEME_ID,))],
        "batch is a night or a collection": [
            (all_of(put(0, batch="Night 1", night=None), drop(1)), ("Night 1/tspin/flat",)),
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (THEME_ID,))],
        "names are not blank": [(put(0, description=" "), (THEME_ID,))],
        "theme name is words joined by hyphens": [
            (put(0, name="Flat ground"), ("2026-11-15/tspin/Flat ground",)),
            (put(0, name=""), ("2026-11-15/tspin/",)),
        ],
        "themes are listed from 0": [
            (all_of(put(0, position=1), put(1, position=2)), (THEME_ID, "2026-11-15/tspin/at-the-wall")),
        ],
        "no position twice": [(again(0, name="rough"), (THEME_ID, "2026-11-15/tspin/rough"))],
    },
    "theme": {
        "types are as declared": [(retyped("theme", pa.large_string()), ("theme",))],
        "no required value is missing": [(put(0, theme=None), (UNIQUE,))],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [
            (
                all_of(
                    BAD_BATCH[0],
                    put(0, "verdict", batch="Night 1"),
                    again(0, "theme_definition", batch="Night 1"),
                ),
                (UNIQUE,),
            ),
        ],
        "night agrees with batch": OF_A_NIGHT,
        "puzzle id is 16 hex digits": [(all_of(put(0, **BAD_ID), put(0, "verdict", **BAD_ID)), ("XYZ",))],
        "names are not blank": [(all_of(put(0, game=""), again(0, "theme_definition", game="")), (UNIQUE,))],
        "theme is in the list": [
            (put(0, theme="pretty"), (UNIQUE,)),
            (put(1, game="puyo"), (AMBIGUOUS,)),
            (none_left("theme_definition"), (UNIQUE, AMBIGUOUS)),
        ],
        "puzzle with a theme has a verdict": [(again(0, puzzle_id=STRANGER), (STRANGER,))],
    },
    "rating": {
        "types are as declared": [(retyped("interest", pa.float32()), ("interest",))],
        "no required value is missing": [
            (all_of(put(0, scale_low=None), put(1, rater_id=None)), (UNIQUE, AMBIGUOUS))
        ],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [BAD_BATCH],
        "night agrees with batch": [(all_of(put(0, night=BEFORE), put(1, night=BEFORE)), (UNIQUE, AMBIGUOUS))],
        "puzzle id is 16 hex digits": [(all_of(put(0, **BAD_ID), put(0, "verdict", **BAD_ID)), ("XYZ",))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, survey=""), (UNIQUE,)), (put(1, rater_id=" "), (AMBIGUOUS,))],
        "interest or difficulty is given": [
            (all_of(put(0, interest=None, difficulty=None), put(1, difficulty=None)), (UNIQUE, AMBIGUOUS)),
        ],
        "no answer is NaN": [(all_of(put(0, interest=NAN), put(1, useful=NAN)), (UNIQUE, AMBIGUOUS))],
        "ratings are within 1 to 5": [
            (all_of(put(0, interest=5.5), put(1, difficulty=0.0)), (UNIQUE, AMBIGUOUS)),
            (all_of(put(0, go_on=0.5), put(1, useful=7.0)), (UNIQUE, AMBIGUOUS)),
        ],
        "asked is before or after": [(put(1, asked="meanwhile"), (AMBIGUOUS,))],
        "rater id is not a formula": [
            (put(1, rater_id="=1+2"), (AMBIGUOUS,)),
            (put(1, rater_id="@ann"), (AMBIGUOUS,)),
        ],
        "comment is not a formula": [
            (put(1, comment=f"{sign}1"), (AMBIGUOUS,)) for sign in ("=", "+", "-", "@", "\t", "\r", "\uff1d")
        ],
        "line is at least 1": [(put(1, line=0), (AMBIGUOUS,)), (put(1, survey_import=0), (AMBIGUOUS,))],
        "only ratings of a survey name an import and a line": [
            (all_of(put(0, line=3), put(1, line=None)), (UNIQUE, AMBIGUOUS)),
            (put(1, survey_import=None), (AMBIGUOUS,)),
            (put(1, batch="survey-other"), (AMBIGUOUS,)),
            (put(0, batch="survey-first", night=None), (UNIQUE,)),
        ],
        "scale has a low and a high end": [
            (all_of(put(0, scale_high=1.0), put(1, scale_low=6.0)), (UNIQUE, AMBIGUOUS)),
        ],
        "rater group is one of three": [(put(1, rater_group="everyone"), (AMBIGUOUS,))],
        "provenance is one of three": [(put(0, provenance="guessed", rater_id="bob"), (UNIQUE,))],
        "ids say who is simulated and who plays": [
            (all_of(put(0, rater_id="bob"), put(1, rater_id="sim-2")), (UNIQUE, AMBIGUOUS)),
            (put(1, rater_id="player/7"), (AMBIGUOUS,)),
            (put(0, provenance="players", survey="players-2026-11-15"), (UNIQUE,)),
        ],
        "only ratings by players name their night as survey": [
            (put(0, survey="players-2026-11-15"), (UNIQUE,)),
            (put(0, provenance="players", rater_id="player/7"), (UNIQUE,)),
        ],
        "rated puzzle is known": [(put(1, puzzle_id=STRANGER), (STRANGER,))],
    },
    "survey": {
        "types are as declared": [(retyped("rows", pa.int32()), ("rows",))],
        "no required value is missing": [(put(0, file_sha256=None), ("first/1",))],
        "key is unique": [(again(1), ("first/2",))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, file=" "), ("first/1",))],
        "survey is a survey name": [
            (all_of(put(0, survey=name), drop(1)), (f"{name}/1",)) for name in ("sim-1", "First", "2026-11-15", "")
        ],
        "raters is the name of a survey": [(all_of(put(0, raters="sim"), drop(1)), ("first/1",))],
        "imports are numbered from 1": [(drop(0), ("first/2",)), (put(1, number=3), ("first/1", "first/3"))],
        "a survey keeps its scale and its raters": [
            (put(1, scale_high=3.0), ("first/1", "first/2")),
            (put(1, raters="other"), ("first/1", "first/2")),
        ],
        "scale has a low and a high end": [
            (all_of(put(0, scale_low=2.0), put(1, scale_low=2.0)), ("first/1", "first/2")),
        ],
        "digest is 64 hex digits": [(put(0, file_sha256="0f"), ("first/1",))],
        "row counts are not negative": [(put(0, unchanged=-1, rows=6), ("first/1",))],
        "import added or replaced a rating": [(put(1, added=0, replaced=0, unchanged=10), ("first/2",))],
        "every row is accounted for": [
            (all_of(put(0, rows=9), put(1, unchanged=4)), ("first/1", "first/2")),
            (put(1, set_aside=[("no rater", 0)]), ("first/2",)),
        ],
        "provenance is survey": [(put(0, provenance="simulated"), ("first/1",))],
    },
    "model": {
        "types are as declared": [(retyped("items", pa.int64()), ("items",))],
        "no required value is missing": [(put(0, reason=None), (MODEL_ID,)), (put(0, mae=NAN), (MODEL_ID,))],
        "key is unique": [(again(0), (MODEL_ID,))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, audience=""), (MODEL_ID,)), (put(0, model_id=""), ("",))],
        "target is interest or difficulty": [(put(0, target="beauty"), (MODEL_ID,))],
        "it is measured, or ratings of a provenance taught it": [(put(0, provenance="guessed"), (MODEL_ID,))],
        "generation is at least 0": [(put(0, generation=-1), (MODEL_ID,))],
        "fitted on at least one puzzle and rating": [
            (put(0, items=0), (MODEL_ID,)),
            (put(0, ratings=0), (MODEL_ID,)),
        ],
        "errors are within the scale": [
            (all_of(put(0, mae=-0.1), put(1, mae=INFINITY)), tuple(MODELS.values())),
            (put(0, baseline_mae=4.1), (MODEL_ID,)),
        ],
        "interval is above 0": [
            (all_of(put(0, interval=0.0), put(1, interval=INFINITY)), tuple(MODELS.values())),
        ],
        "correlation is within -1 to 1": [(put(0, rank_correlation=1.1), (MODEL_ID,))],
        "settings are a JSON object": [
            (all_of(put(0, settings="depth 3"), put(1, settings="3")), tuple(MODELS.values())),
        ],
        "importances are shares": [
            (put(0, importances=[("holes", 0.7)]), (MODEL_ID,)),
            (
                all_of(
                    put(0, importances=[("holes", 1.5), ("height", -0.5)]),
                    put(1, importances=[("holes", 1.0), ("height", NAN)]),
                ),
                tuple(MODELS.values()),
            ),
        ],
    },
    "model_score": {
        "types are as declared": [(retyped("value", pa.float32()), ("value",))],
        "no required value is missing": [(put(0, value=NAN), (f"{MODEL_ID}/nested/model/MAE",))],
        "key is unique": [(again(0, value=0.5), (f"{MODEL_ID}/nested/model/MAE",))],
        "names are not blank": [
            (put(0, subject=""), (f"{MODEL_ID}/nested//MAE",)),
            (put(0, protocol=""), (f"{MODEL_ID}//model/MAE",)),
        ],
        "metric is one of five": [(put(0, metric="luck"), (f"{MODEL_ID}/nested/model/luck",))],
        "scores are within -1 to 200": [
            (put(0, value=INFINITY), (f"{MODEL_ID}/nested/model/MAE",)),
            (put(0, value=-1.5), (f"{MODEL_ID}/nested/model/MAE",)),
        ],
    },
    "model_item": {
        "types are as declared": [(retyped("fold", pa.int64()), ("fold",))],
        "no required value is missing": [(put(0, observed=NAN), (UNIQUE,))],
        "key is unique": [(again(0, fold=1), (UNIQUE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, game=""), (UNIQUE,))],
        "fold is at least 0": [(put(0, fold=-1), (UNIQUE,))],
        "predictions are within 1 to 5": [(put(0, held_out=5.2), (UNIQUE,))],
        "variance is not negative": [(put(0, variance=-0.1), (UNIQUE,))],
    },
    "promotion": {
        "types are as declared": [(retyped("number", pa.int64()), ("number",))],
        "no required value is missing": [(put(0, from_night=None), ("tspin/1",))],
        "key is unique": [(again(0, what="rollback"), ("tspin/1",))],
        "names are not blank": [(put(0, why=" "), ("tspin/1",))],
        "decision is promote or rollback": [(put(0, what="demote"), ("tspin/1",))],
        "target is interest or difficulty": [(put(0, target="fun"), ("tspin/1",))],
        "number is at least 1": [(put(0, number=0), ("tspin/0",))],
        "generation is at least 0": [(put(0, generation=-1), ("tspin/1",))],
    },
    "learning_curve": {
        "types are as declared": [(retyped("count", pa.int64()), ("count",))],
        "no required value is missing": [(put(0, mae=NAN), (f"{MODEL_ID}/raters/1",))],
        "key is unique": [(again(0, mae=0.5), (f"{MODEL_ID}/raters/1",))],
        "names are not blank": [(put(0, game=""), (f"{MODEL_ID}/raters/1",))],
        "the curve is over raters or items": [(put(0, over="games"), (f"{MODEL_ID}/games/1",))],
        "count is at least 1": [(put(0, count=0), (f"{MODEL_ID}/raters/0",))],
        "errors are within the scale": [
            (put(0, mae=4.1), (f"{MODEL_ID}/raters/1",)),
            (put(0, mean_mae=-0.1), (f"{MODEL_ID}/raters/1",)),
        ],
        "correlation is within -1 to 1": [(put(0, rank_correlation=1.1), (f"{MODEL_ID}/raters/1",))],
    },
    "prediction": {
        "types are as declared": [(retyped("difficulty", pa.float32()), ("difficulty",))],
        "no group finds a puzzle harder than a less skilled group": [
            (said_by("advanced", 1.6, 1.5, 1.5, 1.4), (UNIQUE,)),
            (said_by("beginner", 1.5, 1.4, 1.6, 1.6), (AMBIGUOUS,)),
            (
                all_of(
                    said_by("beginner", 1.6, 1.6, 1.6, 1.5),
                    said_by("regular", 1.7, 1.3, 1.5, 1.5),
                    said_by("advanced", 1.4, 1.4, 1.5, 1.5),
                ),
                (UNIQUE, AMBIGUOUS),
            ),
        ],
        "no required value is missing": [
            (
                all_of(put(0, interest_model=None), put(1, interest=None), put(2, difficulty_high=NAN)),
                (UNIQUE, AMBIGUOUS, IMPOSSIBLE),
            ),
        ],
        "key is unique": [(again(0), (UNIQUE,))],
        "batch is a night or a collection": [
            (all_of(BAD_BATCH[0], put(0, "verdict", batch="Night 1")), (UNIQUE,)),
        ],
        "night agrees with batch": OF_A_NIGHT,
        "puzzle id is 16 hex digits": [(all_of(put(0, **BAD_ID), put(0, "verdict", **BAD_ID)), ("XYZ",))],
        "has rows": [(none_left("prediction", "verdict"), ())],
        "names are not blank": [(put(1, interest_model=""), (AMBIGUOUS,))],
        "intervals are within 1 to 5": [
            (put(0, interest=7.0, interest_high=7.0), (UNIQUE,)),
            (all_of(put(0, interest_high=5.1), put(1, difficulty_low=0.9)), (UNIQUE, AMBIGUOUS)),
        ],
        "interval holds the prediction": [
            (all_of(put(0, interest_low=3.6), put(1, interest_high=3.4)), (UNIQUE, AMBIGUOUS)),
            (all_of(put(0, difficulty_low=1.6), put(1, difficulty_high=1.4)), (UNIQUE, AMBIGUOUS)),
        ],
        "provenance is one of three": [
            (put(1, provenance="guessed"), (AMBIGUOUS,)),
            (put(0, provenance="measured"), (UNIQUE,)),
        ],
        "difficulty is measured or rated": [(put(1, difficulty_provenance="guessed"), (AMBIGUOUS,))],
        "reasons are given": [
            (all_of(put(0, interest_reasons=None), put(1, difficulty_reasons=None)), (UNIQUE, AMBIGUOUS)),
        ],
        "reason is a sentence": [
            (put(0, reason=" "), (UNIQUE,)),
            (put(0, reason="Harder than most"), (UNIQUE,)),
            (put(0, reason="harder than most."), (UNIQUE,)),
            (put(0, reason="Harder\nthan most."), (UNIQUE,)),
        ],
        "Japanese reason is a sentence": [
            (put(0, reason_ja=""), (UNIQUE,)),
            (put(1, reason_ja="穴の多さのため、多くの問題より難しい"), (AMBIGUOUS,)),
            (put(0, reason_ja="穴の多さのため、\n多くの問題より難しい。"), (UNIQUE,)),
            (put(0, reason_ja="。"), (UNIQUE,)),
        ],
        "reasons are finite numbers": [
            (put(1, interest_reasons=[("holes", NAN)]), (AMBIGUOUS,)),
            (put(1, difficulty_reasons=[("holes", 0.1), ("height", INFINITY)]), (AMBIGUOUS,)),
        ],
        "reasons are features": [
            (put(1, interest_reasons=[("luck", 0.2)]), (AMBIGUOUS,)),
            (put(1, difficulty_reasons=[("holes", 0.1), ("luck", 0.2)]), (AMBIGUOUS,)),
            (put(0, "feature_definition", game="puyo"), tuple(PUZZLES)),
        ],
        "parts of the worth are within 0 to 1": [
            (all_of(put(0, hill=1.1), put(1, surprise_share=-0.1)), (UNIQUE, AMBIGUOUS)),
        ],
        "ratings by people are not negative": [(put(0, people_ratings=-1), (UNIQUE,))],
        "simulated ratings are not trusted": [(put(0, trust=0.1), (UNIQUE,))],
        "predicted puzzle has a verdict": [(again(1, puzzle_id=STRANGER), (STRANGER,))],
        "every puzzle has a prediction": [
            (drop(1), (AMBIGUOUS,)),
            (again(0, audience="beginner"), (AMBIGUOUS, IMPOSSIBLE, UNFINISHED)),
        ],
    },
    "attempt": {
        "types are as declared": [(retyped("seconds", pa.float32()), ("seconds",))],
        "no required value is missing": [(put(1, hints=None), (AMBIGUOUS,)), (put(0, mode=None), (UNIQUE,))],
        "key is unique": [(again(1), (AMBIGUOUS,))],
        "batch is a night or a collection": [(put(1, batch="Night 1", night=None), (AMBIGUOUS,))],
        "night agrees with batch": OF_A_NIGHT,
        "puzzle id is 16 hex digits": [(all_of(put(1, **BAD_ID), put(1, "verdict", **BAD_ID)), ("XYZ",))],
        "names are not blank": [
            (put(1, player_id=" ", provenance="survey"), (AMBIGUOUS,)),
            (put(0, mode=""), (UNIQUE,)),
        ],
        "player group is one of three": [(put(0, player_group="genius"), (UNIQUE,))],
        "provenance is one of three": [(put(1, provenance="guessed", player_id="ann"), (AMBIGUOUS,))],
        "ids say who is simulated and who plays": [
            (put(0, provenance="players"), (UNIQUE,)),
            (put(1, player_id="ann"), (AMBIGUOUS,)),
            (put(1, provenance="simulated"), (AMBIGUOUS,)),
        ],
        "number is at least 1": [(put(1, number=0), (AMBIGUOUS,))],
        "tries are at least 1": [(put(0, tries=0), (UNIQUE,))],
        "counts are not negative": [
            (all_of(put(0, hints=-1), put(2, seconds=-0.1)), (UNIQUE, UNFINISHED)),
        ],
        "time limit is above 0": [
            (all_of(put(1, seconds_limit=0.0), put(2, seconds_limit=1e9)), (AMBIGUOUS, UNFINISHED))
        ],
        "solved tries, and only they, have a time": [
            (all_of(put(0, seconds=None), put(1, seconds=3.0)), (UNIQUE, AMBIGUOUS)),
            (put(0, solved=False), (UNIQUE,)),
        ],
        "solved within the limit": [(put(2, seconds=90.5), (UNFINISHED,)), (put(0, seconds_limit=10.0), (UNIQUE,))],
        "tried puzzle can be solved": [
            (put(1, puzzle_id=IMPOSSIBLE), (IMPOSSIBLE,)),
            (put(1, puzzle_id=STRANGER), (STRANGER,)),
        ],
        "simulated raters have tried": [
            (drop(0), (UNIQUE,)),
            (put(0, number=2), (UNIQUE,)),
            (put(0, player_id="sim-2"), (UNIQUE,)),
        ],
    },
    "puzzle_standing": {
        "types are as declared": [(retyped("attempts", pa.int64()), ("attempts",))],
        "no required value is missing": [
            (all_of(put(0, objective_difficulty=NAN), put(1, deviation=None)), (UNIQUE, AMBIGUOUS)),
        ],
        "key is unique": [(again(0), (UNIQUE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "names are not blank": [(put(0, game=""), (UNIQUE,))],
        "provenance is one of three": [(put(1, provenance="guessed"), (AMBIGUOUS,))],
        "standing is within -3000 to 6000": [
            (
                all_of(put(0, objective_difficulty=INFINITY), put(1, objective_difficulty=-4000.0)),
                (UNIQUE, AMBIGUOUS),
            ),
        ],
        "deviation is above 0": [(all_of(put(0, deviation=0.0), put(1, deviation=501.0)), (UNIQUE, AMBIGUOUS))],
        "volatility is above 0": [(all_of(put(0, volatility=0.0), put(1, volatility=2.0)), (UNIQUE, AMBIGUOUS))],
        "attempts are at least 1": [(put(0, attempts=0), (UNIQUE,))],
        "solved share is within 0 to 1": [(put(0, solved_share=1.1), (UNIQUE,))],
        "times are not negative": [(put(0, median_seconds=-1.0), (UNIQUE,))],
        "median time is given if any try was solved": [
            (all_of(put(0, median_seconds=None), put(1, solved_share=0.0)), (UNIQUE, AMBIGUOUS)),
        ],
        "predictions are within 1 to 5": [(put(0, predicted_difficulty=5.1), (UNIQUE,))],
        "difficulty is within -10 to 20": [(put(1, difficulty=21.0), (AMBIGUOUS,))],
        "shares are within 0 to 1": [(put(0, prediction_weight=1.1), (UNIQUE,))],
        "deviations are not negative": [(put(0, difficulty_deviation=-0.1), (UNIQUE,))],
    },
    "player_standing": {
        "types are as declared": [(retyped("attempts", pa.int64()), ("attempts",))],
        "no required value is missing": [(put(0, skill=NAN), (SIM_ID,))],
        "key is unique": [(again(0), (SIM_ID,))],
        "names are not blank": [(put(1, player_id="", provenance="survey"), ("tspin/survey/",))],
        "player group is one of three": [(put(0, player_group="genius"), (SIM_ID,))],
        "provenance is one of three": [(put(1, provenance="guessed", player_id="ann"), ("tspin/guessed/ann",))],
        "ids say who is simulated and who plays": [(put(1, provenance="simulated"), ("tspin/simulated/player/ann",))],
        "standing is within -3000 to 6000": [(put(1, skill=6001.0), (ANN_ID,))],
        "deviation is above 0": [(put(1, deviation=-1.0), (ANN_ID,))],
        "volatility is above 0": [(put(1, volatility=-0.06), (ANN_ID,))],
        "attempts are at least 1": [(put(1, attempts=0), (ANN_ID,))],
        "solved share is within 0 to 1": [(put(1, solved_share=-0.1, median_seconds=None), (ANN_ID,))],
        "times are not negative": [(put(1, median_seconds=-1.0), (ANN_ID,))],
        "median time is given if any try was solved": [(put(1, solved_share=0.0), (ANN_ID,))],
    },
    "selection": {
        "types are as declared": [(retyped("rank", pa.int64()), ("rank",))],
        "no required value is missing": [(put(0, why=None), (UNIQUE,))],
        "key is unique": [(again(0, rank=2), (UNIQUE,))],
        "batch is a night or a collection": [(put(0, batch="Night 1"), (UNIQUE,))],
        "night agrees with batch": [(put(0, night=BEFORE), (UNIQUE,)), (put(0, batch="founding"), (UNIQUE,))],
        "puzzle id is 16 hex digits": [
            (all_of(*[put(0, name, **BAD_ID) for name in ("selection", "verdict", "prediction")]), ("XYZ",)),
        ],
        "names are not blank": [(put(0, why=""), (UNIQUE,))],
        "group is given": [(put(0, among=None), (UNIQUE,))],
        "kind is one of four": [(put(0, kind="tonight"), (UNIQUE,))],
        "level is one of three": [(put(0, level="fiendish"), (UNIQUE,))],
        "third is one of three": [(put(0, third="easy"), (UNIQUE,))],
        "no level overlaps another": [
            (
                all_of(
                    again(0, puzzle_id=AMBIGUOUS, rank=2, level="medium", difficulty=1.4),
                    put(1, "verdict", verdict="unique"),
                    put(1, "prediction", difficulty=1.4),
                ),
                (UNIQUE, AMBIGUOUS),
            ),
        ],
        "rank is at least 1": [(put(0, rank=0), (UNIQUE,))],
        "rank is at most among": [(put(0, rank=3), (UNIQUE,))],
        "parts of the worth are within 0 to 1": [
            (put(0, distance=1.1), (UNIQUE,)),
            (all_of(put(0, hill=1.1), put(0, "prediction", hill=1.1)), (UNIQUE,)),
        ],
        "parts of the worth are as predicted": [
            (put(0, hill=0.6), (UNIQUE,)),
            (put(0, surprise_share=0.6), (UNIQUE,)),
            (put(0, trust=0.1), (UNIQUE,)),
        ],
        "provenance is one of three": [(put(0, provenance="guessed"), (UNIQUE,))],
        "no rank twice": [
            (all_of(again(0, puzzle_id=AMBIGUOUS), put(1, "verdict", verdict="unique")), (UNIQUE, AMBIGUOUS)),
        ],
        "predictions are within 1 to 5": [
            (all_of(put(0, interest=5.1, audience_interest=5.1), put(0, "prediction", interest=5.1)), (UNIQUE,)),
            (all_of(put(0, difficulty=0.9), put(0, "prediction", difficulty=0.9)), (UNIQUE,)),
        ],
        "chosen puzzle is proved unique": [
            (put(0, puzzle_id=AMBIGUOUS), (AMBIGUOUS,)),
            (put(0, puzzle_id=IMPOSSIBLE), (IMPOSSIBLE,)),
            (put(0, puzzle_id=UNFINISHED), (UNFINISHED,)),
            (drop(0, "verdict"), (UNIQUE,)),
        ],
        "chosen puzzle has a prediction": [
            (drop(0, "prediction"), (UNIQUE,)),
            (put(0, audience="beginner"), (UNIQUE,)),
            (put(0, "prediction", audience="beginner"), (UNIQUE,)),
        ],
        "audience interest is as predicted": [
            (put(0, audience_interest=3.4), (UNIQUE,)),
            (
                all_of(put(0, audience="beginner"), again(0, "prediction", audience="beginner", interest=3.0)),
                (UNIQUE,),
            ),
        ],
        "interest and difficulty are as predicted": [
            (put(0, interest=3.4), (UNIQUE,)),
            (put(0, difficulty=1.4), (UNIQUE,)),
        ],
        "no puzzle is chosen for two nights": [(put(0, EARLIER, puzzle_id=UNIQUE), (UNIQUE,))],
        "no puzzle is in an imported collection": [(put(1, "collection", puzzle_id=UNIQUE), (UNIQUE,))],
    },
    "quota": {
        "types are as declared": [(retyped("chosen", pa.int64()), ("chosen",))],
        "no required value is missing": [(put(0, provenance=None), (QUOTA_ID,))],
        "key is unique": [(again(0), (QUOTA_ID,))],
        "batch is a night or a collection": [
            (
                all_of(*[put(0, name, batch="Night 1") for name in ("quota", "selection")]),
                (QUOTA_ID.replace(NIGHT.isoformat(), "Night 1"),),
            )
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (QUOTA_ID,))],
        "names are not blank": [
            (all_of(*[put(0, name, game="") for name in ("quota", "selection")]), (QUOTA_ID.replace("tspin", "", 1),))
        ],
        "kind is one of four": [
            (
                all_of(*[put(0, name, kind="day") for name in ("quota", "selection")]),
                (QUOTA_ID.replace("curated", "day"),),
            )
        ],
        "third is one of three": [(put(0, third="easy"), (QUOTA_ID,))],
        "puzzle counts are not negative": [(put(0, wanted=-1, chosen=-1, eligible=-1, shortfall=None), (QUOTA_ID,))],
        "chosen is at most wanted and eligible, eligible at most among": [
            (put(0, eligible=4), (QUOTA_ID,)),
            (put(0, eligible=0), (QUOTA_ID,)),
        ],
        "shortfall is explained": [(put(0, shortfall=" "), (QUOTA_ID,)), (put(0, wanted=1), (QUOTA_ID,))],
        "chosen count agrees with the selection": [(drop(0, "selection"), (QUOTA_ID,))],
        "interest is within 1 to 5": [(put(0, top_interest=5.1), (QUOTA_ID,))],
        "distances are within 0 to 1": [(put(0, distance=-0.1), (QUOTA_ID,))],
        "provenance is one of three": [(put(0, provenance="guessed"), (QUOTA_ID,))],
    },
    "question": {
        "types are as declared": [(retyped("rank", pa.int64()), ("rank",))],
        "no required value is missing": [(put(0, why=None), (STRANGER,))],
        "key is unique": [(again(1, rank=3), (UNIQUE,))],
        "batch is a night or a collection": [(put(0, batch="Night 1"), (STRANGER,))],
        "night agrees with batch": [(put(1, night=BEFORE), (UNIQUE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "names are not blank": [(put(0, why=""), (STRANGER,))],
        "audience is one of four": [
            (all_of(put(0, audience="robots"), put(1, audience="robots")), (STRANGER, UNIQUE))
        ],
        "rank is at least 1": [(put(0, rank=0), (STRANGER,))],
        "no rank twice": [
            (all_of(again(1, puzzle_id=AMBIGUOUS), put(1, "verdict", verdict="unique")), (UNIQUE, AMBIGUOUS)),
        ],
        "gain is within 0 to 1": [(put(0, gain=-0.1), (STRANGER,)), (put(1, gain=1.1), (UNIQUE,))],
        "provenance is one of three": [(put(0, provenance="guessed"), (STRANGER,))],
        "anchors come first": [(all_of(put(0, rank=2), put(1, rank=1)), (STRANGER, UNIQUE))],
        "new puzzle is proved unique": [(put(1, puzzle_id=AMBIGUOUS), (AMBIGUOUS,)), (drop(0, "verdict"), (UNIQUE,))],
    },
    "drift": {
        "types are as declared": [(retyped("count", pa.int64()), ("count",))],
        "no required value is missing": [(put(0, reference=None), (MIX_ID,))],
        "key is unique": [(again(0), (MIX_ID,))],
        "batch is a night or a collection": [(put(0, batch="Night 1"), ("Night 1/tspin/mix/variants",))],
        "night agrees with batch": [(put(0, night=BEFORE), (MIX_ID,))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, reference=""), (MIX_ID,))],
        "kind is one of four": [(put(0, what="weather"), ("2026-11-15/tspin/weather/variants",))],
        "puzzle counts are not negative": [(put(0, count=-1), (MIX_ID,))],
        "psi and the limits are not negative": [(put(0, psi=-0.1), (MIX_ID,))],
        "provenance is one of three": [(put(0, provenance="guessed"), (MIX_ID,))],
        "drifted is true beyond a limit, else false": [
            (put(1, psi=0.3), (HOLES_ID,)),
            (put(1, shift=-0.4), (HOLES_ID,)),
            (put(1, drifted=True), (HOLES_ID,)),
            (put(2, shift=-0.4, drifted=True), ("2026-11-15/tspin/model/m-1",)),
        ],
    },
    "collection": {
        "types are as declared": [(retyped("line", pa.int64()), ("line",))],
        "no required value is missing": [(put(0, file_sha256=None), (HANDMADE,))],
        "key is unique": [(again(0, line=9), (HANDMADE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "has rows": [(none_left(), ())],
        "names are not blank": [(put(0, variant=" "), (HANDMADE,))],
        "optional texts are not blank": [(put(0, maker=""), (HANDMADE,)), (put(1, level=" "), (STRANGER,))],
        "name is a collection name": [
            (put(0, name=name), (HANDMADE,))
            for name in ("founding", "so-far", "2026-11-15", "Mine", "a_b", "-a", "2026-1", "survey-a")
        ],
        "line is at least 1": [(put(0, line=0), (HANDMADE,))],
        "no line twice": [(put(1, line=1), (HANDMADE, STRANGER))],
        "digest is 64 hex digits": [(put(0, file_sha256="0f"), (HANDMADE,))],
        "puzzle belongs to its game": [(put(0, puzzle=puzzle(0, "puyo")), (HANDMADE,))],
    },
    "check_result": {
        "types are as declared": [(retyped("failures", pa.int32()), ("failures",))],
        "no required value is missing": [
            (put(0, digest=None), (RESULT_ID,)),
            (put(0, failed_ids=None), (RESULT_ID,)),
        ],
        "key is unique": [(again(0), (RESULT_ID,))],
        "batch is a night or a collection": [
            (put(0, batch="Night 1", night=None), ("Night 1/tspin/verdict/has rows",)),
        ],
        "night agrees with batch": [(put(0, night=BEFORE), (RESULT_ID,))],
        "names are not blank": [(put(0, digest=""), (RESULT_ID,))],
        "failures are among the rows": [
            (put(0, passed=False, failures=5), (RESULT_ID,)),
            (put(0, failures=-1), (RESULT_ID,)),
        ],
        "passed agrees with failures": [(put(0, failures=1), (RESULT_ID,))],
        "at most 20 failed ids are kept": [(put(0, failed_ids=[UNIQUE] * 21), (RESULT_ID,))],
    },
    "release": {
        "types are as declared": [(retyped("puzzles", pa.int64()), ("puzzles",))],
        "no required value is missing": [(put(0, digest=None), ("2026-11-15",))],
        "key is unique": [(again(0), ("2026-11-15",))],
        "release is named after its night": [
            (put(0, night=BEFORE), ("2026-11-15",)),
            (put(1, revision=3), ("2026-11-15-r2",)),
        ],
        "revision is at least 1": [(put(1, revision=0, release="2026-11-15-r0"), ("2026-11-15-r0",))],
        "puzzle counts are not negative": [(put(0, puzzles=-1), ("2026-11-15",))],
        "provenance is one of three": [(put(0, provenance="guessed"), ("2026-11-15",))],
        "digest is 64 hex digits": [(put(0, digest="0f"), ("2026-11-15",))],
        "manifest is JSON": [(put(0, manifest="{"), ("2026-11-15",))],
    },
    "release_entry": {
        "types are as declared": [(retyped("position", pa.int64()), ("position",))],
        "no required value is missing": [(put(0, why=None), (UNIQUE,))],
        "key is unique": [(again(0, position=3), (UNIQUE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "names are not blank": [(put(0, release=""), (UNIQUE,))],
        "position is at least 1": [(put(0, position=0), (UNIQUE,))],
        "no position twice": [(put(1, position=1), (UNIQUE, AMBIGUOUS))],
        "level is one of three": [(put(0, level="fiendish"), (UNIQUE,))],
        "third is one of three": [(put(0, third="easy"), (UNIQUE,))],
        "predictions are within 1 to 5": [(put(0, interest=5.1), (UNIQUE,))],
        "parts of the worth are within 0 to 1": [(put(0, distance=-0.1), (UNIQUE,))],
        "puzzle belongs to its game": [(put(0, puzzle=puzzle(0, "puyo")), (UNIQUE,))],
        "solution is JSON": [(put(0, solution="4N56"), (UNIQUE,))],
    },
    "release_set": {
        "types are as declared": [(retyped("position", pa.int64()), ("position",))],
        "no required value is missing": [(put(0, why=None), (UNIQUE,))],
        "key is unique": [(again(0, position=3), (UNIQUE,))],
        "puzzle id is 16 hex digits": [
            (all_of(*[put(0, name, **BAD_ID) for name in ("release_set", "release_entry")]), ("XYZ",))
        ],
        "names are not blank": [(put(0, why=" "), (UNIQUE,))],
        "kind is one of six": [(put(0, kind="weekly"), (UNIQUE,))],
        "position is at least 1": [(put(0, position=0), (UNIQUE,))],
        "no position twice": [(put(1, position=1), (UNIQUE, AMBIGUOUS))],
        "puzzle is in the release": [
            (put(0, release="2026-11-14"), (UNIQUE,)),
            (drop(0, "release_entry"), (UNIQUE,)),
        ],
    },
    "withdrawal": {
        "types are as declared": [(retyped("withdrawn_on", pa.string()), ("withdrawn_on",))],
        "no required value is missing": [(put(0, withdrawn_on=None), (UNIQUE,))],
        "key is unique": [(again(0), (UNIQUE,))],
        "puzzle id is 16 hex digits": [(put(0, **BAD_ID), ("XYZ",))],
        "reason is not blank": [(put(0, why=" "), (UNIQUE,))],
    },
    "lineage": {
        "types are as declared": [(retyped("rows", pa.int32()), ("rows",))],
        "no required value is missing": [(put(0, run_id=None), (LINEAGE_ID,))],
        "key is unique": [(again(0), (LINEAGE_ID,))],
        "names are not blank": [(put(0, run_id=""), (LINEAGE_ID,))],
        "row counts are not negative": [(put(0, rows=-1), (LINEAGE_ID,))],
    },
}

ALSO = {
    ("agent_weights", "no required value is missing"): {"version is the hash of the body"},
    ("feature", "no required value is missing"): {"at least one feature is measured"},
    ("theme", "no required value is missing"): {"theme is in the list"},
    ("selection", "batch is a night or a collection"): {"night agrees with batch"},
    ("quota", "batch is a night or a collection"): {"night agrees with batch"},
    ("quota", "puzzle counts are not negative"): {"chosen count agrees with the selection"},
    ("question", "batch is a night or a collection"): {"night agrees with batch"},
    ("drift", "batch is a night or a collection"): {"night agrees with batch"},
}
"""What else the bad example of a check cannot but break."""

EVERY_CHECK = [(table, check) for table in TABLES for check in check_names(table)]


def examples(table: str, check: str) -> list[Bad]:
    return [WRONG_COLUMN] if check == "columns are as declared" else BAD[table].get(check, [])


@pytest.mark.parametrize("table", TABLES)
def test_good_tables_pass(table: str) -> None:
    results = World().check(table)
    assert [result.check for result in results] == check_names(table)
    assert [result for result in results if not result.passed] == []
    assert all((result.failures, result.failed_ids, result.detail) == (0, (), None) for result in results)


@pytest.mark.parametrize(("table", "check"), EVERY_CHECK)
def test_bad_tables_are_caught(table: str, check: str) -> None:
    assert examples(table, check), "a check without a bad example"
    for spoil, ids in examples(table, check):
        world = World()
        spoil(world, table)
        failing = world.failing(table)
        assert set(failing) == {check} | ALSO.get((table, check), set())
        assert failing[check].failed_ids == ids
        assert failing[check].failures >= len(ids)
        assert failing[check].detail


def test_every_bad_example_is_of_a_check() -> None:
    assert {(table, check) for table in BAD for check in BAD[table]} <= set(EVERY_CHECK)


@pytest.mark.parametrize("table", TABLES)
def test_names_are_unique(table: str) -> None:
    assert len(set(check_names(table))) == len(check_names(table))


def test_collections_have_no_night() -> None:
    world = World()
    for rows in world.rows.values():
        for row in rows:
            row.update(batch="founding", night=None)
    for table in ("verdict", "solution", "feature", "prediction"):
        assert world.failing(table) == {}


@pytest.mark.parametrize("table", TABLES)
def test_no_rows_break_no_other_check(table: str) -> None:
    world = World()
    none_left(*world.rows)(world, table)
    may_be_empty = {
        "played_game",
        "agent_weights",
        "judgement",
        "solution",
        "theme_definition",
        "theme",
        "attempt",
        "puzzle_standing",
        "player_standing",
        "model_score",
        "learning_curve",
        "promotion",
        "selection",
        "quota",
        "question",
        "check_result",
        "release",
        "release_entry",
        "release_set",
        "withdrawal",
        "lineage",
    }
    assert set(world.failing(table)) == (set() if table in may_be_empty else {"has rows"})


@pytest.mark.parametrize("table", [table for table in TABLES if required(table)])
def test_cannot_pass_without_the_related_table(table: str) -> None:
    failing = {result.check: result for result in run_suite(table, World().arrow(table)) if not result.passed}
    assert set(failing) == {check.name for check in suite(table) if check.needs}
    for check in suite(table):
        if check.needs:
            assert failing[check.name].detail == f"needs the table {', '.join(check.needs)}"


def test_a_column_that_is_not_there_fails_what_is_said_of_it() -> None:
    world = World()
    reshape(lambda table: table.drop_columns("verdict"))(world, "verdict")
    failing = world.failing("verdict")
    said_of_it = {"no required value is missing", "verdict is one of four", "count agrees with verdict"}
    said_of_it.add("unique puzzle has a length")
    assert set(failing) == {"columns are as declared"} | said_of_it
    assert "verdict" in str(failing["verdict is one of four"].detail)
    assert failing["count agrees with verdict"].detail == "KeyError: 'verdict'"


def test_a_solution_is_json_of_any_form() -> None:
    """A list for one game, a string for another."""
    world = World()
    put(0, solution='"4N56"')(world, "solution")
    put(0, solution='"4N56"')(world, "release_entry")
    assert world.failing("solution") == world.failing("release_entry") == {}


def test_columns_in_another_order_are_named() -> None:
    world = World()
    reshape(lambda table: table.select([*table.column_names[:-2], "searched_to", "nodes"]))(world, "verdict")
    (result,) = world.failing("verdict").values()
    assert (result.check, result.failed_ids) == ("columns are as declared", ("nodes", "searched_to"))


@pytest.mark.parametrize("raised", [True, False])
def test_an_exception_in_the_library_is_not_a_pass(monkeypatch: pytest.MonkeyPatch, raised: bool) -> None:
    def breaks(*_: Any) -> list[Any]:
        if raised:
            raise RuntimeError("out of order")
        return []

    monkeypatch.setattr(checks, "_great_expectations", breaks)
    results = World().check("verdict")
    assert {result.passed for result in results} == {False}
    why = "RuntimeError: out of order" if raised else "gave no result"
    assert {result.detail for result in results} == {why}


def test_the_hastened_library_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of something good and something bad, for every kind of expectation."""
    of_kind = {expect.kind: (table, check) for table in TABLES for check in suite(table) for expect in check.expects}
    worlds = [("verdict", World())]
    for table, check in of_kind.values():
        spoil, _ = examples(table, check.name)[0]
        spoil(world := World(), table)
        worlds.append((table, world))
    hastened = [world.check(table) for table, world in worlds]
    assert hasten.replaced
    for owner, name, honest in hasten.replaced:
        monkeypatch.setattr(owner, name, honest)
    assert [world.check(table) for table, world in worlds] == hastened


@pytest.mark.parametrize("where", ["_batch_definition", "_great_expectations"])
@pytest.mark.parametrize("error", [ImportError("failed to map segment from shared object"), MemoryError()])
def test_a_library_that_cannot_be_loaded_is_no_fault_of_the_data(
    monkeypatch: pytest.MonkeyPatch, where: str, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(checks, where, fail)
    with pytest.raises(CannotCheck, match=rf"^Great Expectations could not .*: {type(error).__name__}"):
        World().check("verdict")


def test_memory_that_runs_out_inside_the_library_is_no_fault_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_exception", lambda info: "MemoryError: Unable to allocate 2 GiB")
    with pytest.raises(CannotCheck, match="Unable to allocate"):
        World().check("verdict")


def test_exception_info_of_either_form_is_an_error() -> None:
    record = {"raised_exception": True, "exception_message": "out of order", "exception_traceback": "..."}
    fine = {"raised_exception": False, "exception_message": None, "exception_traceback": None}
    assert checks._exception(record) == checks._exception({"a metric": record}) == "out of order"
    assert checks._exception(fine) is None


def test_a_rule_that_does_not_judge_every_row_fails() -> None:
    with pytest.raises(ValueError, match="judged 1 rows of 2"):
        checks._answers([True], 2)
    assert list(checks._answers([True, None, False, NAN], 4)) == [True, False, False, False]


def test_the_first_20_ids_are_kept() -> None:
    world = World()
    world.rows["candidate"] = [{**candidate(n, f"{n:016x}"), "method": ""} for n in range(30)]
    result = world.failing("candidate")["names are not blank"]
    assert (result.rows, result.failures, len(result.failed_ids)) == (30, 30, 20)
    assert result.failed_ids[0] == "0" * 16


def test_a_row_without_an_id_is_named_by_its_number() -> None:
    world = World()
    put(2, puzzle_id=None)(world, "verdict")
    assert world.failing("verdict")["no required value is missing"].failed_ids == ("row 2",)


def test_tables_in_several_chunks_or_sliced_are_read_whole() -> None:
    world = World()
    put(3, features=[("luck", 1.0)])(world, "feature")
    reshape(lambda table: pa.concat_tables([table.slice(0, 1), table.slice(1)]))(world, "feature")
    assert world.failing("feature")["every feature is defined"].failed_ids == (UNFINISHED,)
    reshape(lambda table: table.slice(1))(world, "feature")
    assert world.failing("feature")["every feature is defined"].failed_ids == (UNFINISHED,)


def test_the_detail_says_what_was_seen() -> None:
    world = World()
    put(0, count=2)(world, "verdict")
    put(1, nodes=None)(world, "verdict")
    failing = world.failing("verdict")
    assert failing["count agrees with verdict"].detail == "verdict unique, count 2"
    assert failing["no required value is missing"].detail == "nodes is missing"


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no such table: 'puzzles'"):
        run_suite("puzzles", World().arrow("verdict"))


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    world = World()
    put(0, count=2)(world, "verdict")
    world.check("verdict")
    assert capfd.readouterr() == ("", "")


def test_names_do_not_load_the_library() -> None:
    ask = "import sys; from quality.checks import check_names; check_names('verdict'); "
    program = ask + "print('great_expectations' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
