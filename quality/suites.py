"""What must hold for each table, one line a check.

The words are those of quality/vocabulary.py, the rules are in quality/rules.py, and quality/checks.py
runs it all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pandas as pd
import pyarrow as pa

from quality.played import (
    measures_are_finite,
    play_says_where,
    preferred_agrees,
    record_agrees,
    tuned_say_how,
    version_is_the_bodys,
    weights_are_known,
)
from quality.rules import (
    anchors_come_first,
    audience_interest_as_stated,
    brought_something,
    chosen_for_one_night,
    chosen_is_ours,
    chosen_is_predicted,
    chosen_is_unique,
    count_agrees,
    counted_in_selection,
    drifted_agrees,
    failures_among_rows,
    features_are_defined,
    features_are_finite,
    few_ids,
    harder_with_less_skill,
    importances_are_shares,
    imports_are_numbered_from_1,
    japanese_is_a_sentence,
    levels_are_apart,
    listed_agrees,
    listed_from_0,
    median_if_solved,
    member_is_released,
    names_its_game,
    new_is_unique,
    night_agrees,
    no_answer_is_nan,
    no_feature_twice,
    numbered_from_1,
    of_batch_in,
    one_id_each,
    passed_agrees,
    predicted_for_all,
    prediction_as_stated,
    puzzle_in,
    reason_is_a_sentence,
    reasons_are_defined,
    reasons_are_finite,
    release_names_its_night,
    rows_are_accounted_for,
    settings_are_an_object,
    shortfall_says_why,
    simulated_raters_tried,
    simulated_say_so,
    solutions_agree,
    some_feature,
    some_rating_is_given,
    survey_keeps_its_terms,
    survey_says_where_from,
    themes_are_defined,
    timed_if_solved,
    tried_can_be_solved,
    unique_has_length,
    verdict_known_in_rows,
)
from quality.vocabulary import (
    AUDIENCES,
    BATCH_FORM,
    CHOSEN_KINDS,
    COLLECTION_FORM,
    COLUMNS,
    DECISIONS,
    DRIFTING,
    EARLIER,
    INTERVAL_ENDS,
    LEVELS,
    LONGEST,
    METRICS,
    MOMENTS,
    NO_FORMULA,
    PROVENANCES,
    PUZZLE_ID_FORM,
    QUESTIONS,
    RATER_GROUPS,
    REACH,
    REASONS,
    SCALE,
    SCALE_WIDTH,
    SET_KINDS,
    SHA256_FORM,
    SURVEY_FORM,
    TARGETS,
    THEME_FORM,
    THIRDS,
    VERDICTS,
    WIDEST,
    Check,
    above,
    holds,
    json_text,
    matches,
    never_blank,
    never_missing,
    one_of,
    ordered,
    same,
    some_rows,
    unique,
    within,
)
from warehouse.schema import TABLES, Table

# What holds for every table, from its schema.

KEY_CHECK = {"verdict": "no puzzle twice"}
"""Mirror images share an id, so this key says that no puzzle is there twice, mirror images included."""


def declared(table: Table) -> list[Check]:
    return [
        same("columns as declared", "declared", "found", ("declared", "found"), COLUMNS),
        same("types as declared", "declared_type", "found_type", ("column", "found_type"), COLUMNS),
        never_missing("nothing is missing", [column.name for column in table.columns if not column.null]),
        unique(KEY_CHECK.get(table.name, "key is unique"), table.key),
    ]


def of_a_batch() -> list[Check]:
    return [
        matches("batch is a night or a collection", "batch", BATCH_FORM),
        holds("night agrees with batch", night_agrees, "batch", "night"),
    ]


def of_a_puzzle() -> list[Check]:
    return [matches("puzzle id has its form", "puzzle_id", PUZZLE_ID_FORM)]


# What holds for one table only.

CANDIDATE = (
    some_rows(),
    never_blank("names are given", ["game", "variant", "method", "engine"]),
    within("number is from 0", ["number"], 0),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
    holds("a puzzle has one id", one_id_each, "puzzle"),
    never_blank("what is said is said", ["met_in"]),
    holds("only what is from play was met in a game", play_says_where, "method", "met_in"),
)

PLAYED_GAME = (
    never_blank("names are given", ["game", "player", "against", "weights", "engine"]),
    within("counts are not negative", ["number", "moves"], 0),
    holds("record is of this game", record_agrees, "player", "number", "moves"),
    holds("measures are finite numbers", measures_are_finite),
    holds("weights are known", weights_are_known, "weights", needs=("player_weights",)),
)

PLAYER_WEIGHTS = (
    never_blank("names are given", ["game", "name", "tuner"]),
    json_text("settings are JSON", "settings"),
    holds("version is the body's", version_is_the_bodys, "version"),
    holds("what was tuned says how", tuned_say_how, "tuner", "seed"),
    holds("measures are finite numbers", measures_are_finite),
)

COLLECTION = (
    some_rows(),
    never_blank("names are given", ["name", "game", "variant"]),
    never_blank("what is said is said", ["source", "maker", "title", "level"]),
    matches("name is a collection's", "name", COLLECTION_FORM),
    within("line is from 1", ["line"], 1),
    unique("no line twice", ["name", "line"]),
    matches("digest has its form", "file_sha256", SHA256_FORM),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
)

VERDICT = (
    some_rows(),
    never_blank("names are given", ["game", "variant"]),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
    holds("a puzzle has one id", one_id_each, "puzzle"),
    one_of("verdict is one of four", "verdict", VERDICTS),
    holds("count agrees with verdict", count_agrees, "verdict", "count"),
    holds("listed agrees with count", listed_agrees, "count", "listed"),
    within("counts are not negative", ["count", "other_count", "nodes", "searched_to"], 0),
    within("takes a move or more", ["length"], 1),
    holds("unique puzzle has a length", unique_has_length, "verdict", "length"),
)

SOLUTION = (
    json_text("solution is JSON", "solution"),
    holds("solutions are numbered from 1", numbered_from_1, "number"),
    holds("solved puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("solutions agree with verdict", solutions_agree, "listed", needs=("verdict",), over="verdict"),
)

FEATURE_DEFINITION = (
    some_rows(),
    never_blank("names are given", ["game", "name", "description", "source"]),
    holds("features are listed from 0", listed_from_0, "position"),
    unique("no position twice", ["batch", "game", "position"]),
    never_blank("words are words", ["more", "less"]),
    within("harder is a direction", ["harder"], -1, 1),
)

FEATURE = (
    some_rows(),
    never_blank("names are given", ["game"]),
    holds("some feature is measured", some_feature),
    holds("features are finite numbers", features_are_finite),
    holds("no feature twice", no_feature_twice),
    holds("every feature is defined", features_are_defined, "game", needs=("feature_definition",)),
    holds("measured puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("every puzzle has features", verdict_known_in_rows, "variant", needs=("verdict",), over="verdict"),
)

THEME_DEFINITION = (
    never_blank("names are given", ["game", "title", "description"]),
    matches("theme has its form", "name", THEME_FORM),
    holds("themes are listed from 0", listed_from_0, "position"),
    unique("no position twice", ["batch", "game", "position"]),
)

THEME = (
    never_blank("names are given", ["game"]),
    holds("theme is in the list", themes_are_defined, "theme", needs=("theme_definition",)),
    holds("labelled puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
)

RATING = (
    some_rows(),
    never_blank("names are given", ["game", "survey", "rater_id"]),
    holds("some rating is given", some_rating_is_given, *TARGETS),
    holds("no answer is NaN", no_answer_is_nan, *QUESTIONS),
    within("ratings are within 1 to 5", QUESTIONS, *SCALE),
    ordered("scale has a low and a high end", ("scale_low", "scale_high"), or_equal=False),
    one_of("rater group is one of three", "rater_group", RATER_GROUPS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    one_of("asked before or after", "asked", MOMENTS),
    matches("rater is no formula", "rater_id", NO_FORMULA),
    matches("comment is no formula", "comment", NO_FORMULA),
    within("line is from 1", ["line", "survey_import"], 1),
    holds("simulated raters say so", simulated_say_so("rater_id"), "rater_id", "provenance"),
    holds("survey says where from", survey_says_where_from, "batch", "survey", "survey_import", "line"),
    holds("rated puzzle is known", puzzle_in("verdict"), needs=("verdict",)),
)

SURVEY = (
    some_rows(),
    never_blank("names are given", ["file"]),
    matches("names are surveys'", "survey", SURVEY_FORM),
    matches("raters are a survey's", "raters", SURVEY_FORM),
    holds("imports are numbered from 1", imports_are_numbered_from_1, "number"),
    holds("survey keeps its terms", survey_keeps_its_terms, "raters", "scale_low", "scale_high"),
    ordered("scale has a low and a high end", ("scale_low", "scale_high"), or_equal=False),
    matches("digest has its form", "file_sha256", SHA256_FORM),
    within("rows are counted", ["rows", "added", "replaced", "unchanged"], 0),
    holds("brought something", brought_something, "added", "replaced"),
    holds("every row is accounted for", rows_are_accounted_for, "rows", "added", "replaced", "unchanged"),
    one_of("provenance is survey", "provenance", PROVENANCES[1:2]),
)

ATTEMPT = (
    never_blank("names are given", ["game", "player_id", "mode"]),
    one_of("player group is one of three", "player_group", RATER_GROUPS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("simulated players say so", simulated_say_so("player_id"), "player_id", "provenance"),
    within("number is from 1", ["number"], 1),
    within("counts are not negative", ["hints", "seconds"], 0),
    above("there was some time", "seconds_limit", 0, LONGEST),
    holds("solved tries have a time", timed_if_solved, "solved", "seconds"),
    ordered("solved within the limit", ("seconds", "seconds_limit")),
    holds("tried puzzle can be solved", tried_can_be_solved, needs=("verdict",)),
    holds(
        "simulated raters have tried", simulated_raters_tried, "rater_id", needs=("rating", "verdict"), over="rating"
    ),
)


def of_standings(number: str) -> tuple[Check, ...]:
    return (
        one_of("provenance is one of three", "provenance", PROVENANCES),
        within("number is within reach", [number], *REACH),
        above("deviation is more than nothing", "deviation", 0, WIDEST),
        above("volatility is more than nothing", "volatility", 0, 1),
        within("tries are counted", ["attempts"], 1),
        within("share is within 0 to 1", ["solved_share"], 0, 1),
        within("times are not negative", ["median_seconds"], 0),
        holds("solved ones have a time", median_if_solved, "solved_share", "median_seconds"),
    )


PUZZLE_STANDING = (never_blank("names are given", ["game"]), *of_standings("objective_difficulty"))

PLAYER_STANDING = (
    never_blank("names are given", ["game", "player_id"]),
    one_of("player group is one of three", "player_group", RATER_GROUPS),
    holds("simulated players say so", simulated_say_so("player_id"), "player_id", "provenance"),
    *of_standings("skill"),
)

MODEL = (
    some_rows(),
    never_blank("names are given", ["model_id", "game", "audience", "data_digest", "reason", "body"]),
    one_of("target is interest or difficulty", "target", TARGETS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    within("generation is from 0", ["generation"], 0),
    within("fitted on something", ["items", "ratings"], 1),
    within("errors are within the scale", ["mae", "baseline_mae"], 0, SCALE_WIDTH),
    above("interval is wider than nothing", "interval", 0, SCALE_WIDTH),
    within("correlation is within -1 to 1", ["rank_correlation"], -1, 1),
    holds("settings are a JSON object", settings_are_an_object, "settings"),
    holds("importances are shares", importances_are_shares),
)

MODEL_SCORE = (
    never_blank("names are given", ["model_id", "game", "protocol", "subject"]),
    one_of("metric is one of five", "metric", METRICS),
    within("scores are within reach", ["value"], -1, 200),
)

LEARNING_CURVE = (
    never_blank("names are given", ["model_id", "game"]),
    one_of("over raters or items", "over", ("raters", "items")),
    within("learned from something", ["count"], 1),
    within("errors are within the scale", ["mae", "mean_mae"], 0, SCALE_WIDTH),
    within("correlation is within -1 to 1", ["rank_correlation"], -1, 1),
)

MODEL_ITEM = (
    some_rows(),
    never_blank("names are given", ["model_id", "game"]),
    within("fold is from 0", ["fold"], 0),
    within("predictions are within 1 to 5", ["held_out"], *SCALE),
    within("variance is not negative", ["variance"], 0),
)

PROMOTION = (
    never_blank("names are given", ["model_id", "game", "audience", "why"]),
    one_of("a decision is one of two", "what", DECISIONS),
    one_of("target is interest or difficulty", "target", TARGETS),
    within("number is from 1", ["number"], 1),
    within("generation is from 0", ["generation"], 0),
)

PREDICTION = (
    some_rows(),
    never_blank("names are given", ["game", "audience", "interest_model", "difficulty_model"]),
    within("intervals are within 1 to 5", INTERVAL_ENDS, *SCALE),
    ordered(
        "interval holds the prediction",
        *[(f"{target}_low", target) for target in TARGETS],
        *[(target, f"{target}_high") for target in TARGETS],
    ),
    holds("no group finds it harder than one of less skill", harder_with_less_skill, "audience", "difficulty"),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    never_missing("reasons are given", [*REASONS, "reason"]),
    holds("reason is a sentence", reason_is_a_sentence, "reason"),
    holds("Japanese reason is a sentence", japanese_is_a_sentence, "reason_ja"),
    holds("reasons are finite numbers", reasons_are_finite),
    holds("reasons are features", reasons_are_defined, "game", needs=("feature_definition",)),
    holds("predicted puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("every puzzle has a prediction", predicted_for_all, "variant", needs=("verdict",), over="verdict"),
)

SELECTION = (
    never_blank("names are given", ["game", "variant", "audience", "category", "group_name", "why"]),
    never_missing("group is given", ["kind", "category", "group_name", "among"]),
    one_of("kind is one of four", "kind", CHOSEN_KINDS),
    one_of("level is one of three", "level", LEVELS),
    one_of("third is one of three", "third", THIRDS),
    holds("no level overlaps another", levels_are_apart, "level", "difficulty"),
    within("rank is from 1", ["rank"], 1),
    unique("no rank twice", ["night", "game", "kind", "category", "group_name", "rank"]),
    ordered("rank is among them", ("rank", "among")),
    within("predictions are within 1 to 5", [*TARGETS, "audience_interest"], *SCALE),
    within("distance is a share", ["distance"], 0, 1),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("chosen puzzle is proved unique", chosen_is_unique, needs=("verdict",)),
    holds("chosen puzzle has a prediction", chosen_is_predicted, "audience", needs=("prediction",)),
    holds("prediction is as stated", prediction_as_stated, *TARGETS, needs=("prediction",)),
    holds("interest of its audience is as stated", audience_interest_as_stated, needs=("prediction",)),
    holds("no puzzle for two nights", chosen_for_one_night, "night", needs=(EARLIER,)),
    holds("no puzzle of an imported collection", chosen_is_ours, needs=("collection",)),
)

JUDGEMENT = (
    never_blank("names are given", ["game", "judge", "preferred"]),
    within("counts are from 1", ["step", "rank", "among", "nodes"], 1),
    within("margin is not negative", ["margin"], 0),
    ordered("rank is among the choices", ("rank", "among")),
    holds("who agrees prefers nothing", preferred_agrees, "rank", "preferred"),
    holds("judged puzzle is chosen", of_batch_in("selection"), needs=("selection",)),
)

QUOTA = (
    never_blank("names are given", ["game", "category", "group_name"]),
    one_of("kind is one of four", "kind", CHOSEN_KINDS),
    one_of("third is one of three", "third", THIRDS),
    within("puzzles are counted", ["wanted", "chosen", "among", "eligible"], 0),
    ordered("no more than there are", ("chosen", "wanted"), ("chosen", "eligible"), ("eligible", "among")),
    holds("a shortfall says why", shortfall_says_why, "wanted", "chosen", "shortfall"),
    holds("chosen are in the selection", counted_in_selection, "chosen", needs=("selection",)),
    within("interest is within 1 to 5", ["interest", "top_interest"], *SCALE),
    within("distances are shares", ["distance", "top_distance"], 0, 1),
    one_of("provenance is one of three", "provenance", PROVENANCES),
)

QUESTION = (
    never_blank("names are given", ["game", "why"]),
    one_of("audience is one of four", "audience", AUDIENCES),
    within("rank is from 1", ["rank"], 1),
    unique("no rank twice", ["batch", "game", "audience", "rank"]),
    within("gain is a share", ["gain"], 0, 1),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("anchors come first", anchors_come_first, "audience", "rank", "anchor"),
    holds("new puzzle is proved unique", new_is_unique, "anchor", needs=("verdict",)),
)

DRIFT = (
    some_rows(),
    never_blank("names are given", ["game", "name", "reference"]),
    one_of("kind is one of four", "what", DRIFTING),
    within("puzzles are counted", ["reference_count", "count"], 0),
    within("indices are not negative", ["psi", "psi_limit", "shift_limit"], 0),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("drifted agrees with the limits", drifted_agrees, "psi", "psi_limit", "shift", "shift_limit", "drifted"),
)

CHECK_RESULT = (
    never_blank("names are given", ["game", "table_name", "check_name", "digest"]),
    holds("failures are among the rows", failures_among_rows, "failures", "rows_checked"),
    holds("passed agrees with failures", passed_agrees, "passed", "failures"),
    holds("at most 20 ids", few_ids),
)

RELEASE = (
    holds("release is named after its night", release_names_its_night, "release", "night", "revision"),
    within("revision is from 1", ["revision"], 1),
    within("puzzles are counted", ["puzzles"], 0),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    matches("digest has its form", "digest", SHA256_FORM),
    json_text("manifest is JSON", "manifest"),
)

RELEASE_ENTRY = (
    never_blank("names are given", ["release", "game", "variant", "why"]),
    within("position is from 1", ["position"], 1),
    unique("no position twice", ["release", "position"]),
    one_of("level is one of three", "level", LEVELS),
    one_of("third is one of three", "third", THIRDS),
    within("predictions are within 1 to 5", TARGETS, *SCALE),
    holds("puzzle is of its game", names_its_game, "game", "puzzle"),
    json_text("solution is JSON", "solution"),
)

RELEASE_SET = (
    never_blank("names are given", ["release", "set_name", "why"]),
    one_of("kind is one of six", "kind", SET_KINDS),
    within("position is from 1", ["position"], 1),
    unique("no position twice", ["release", "set_name", "position"]),
    holds("puzzle is in the release", member_is_released, "release", needs=("release_entry",)),
)

WITHDRAWAL = (never_blank("a reason is given", ["why"]),)

LINEAGE = (
    never_blank("names are given", ["asset", "table_name", "partition", "run_id", "code_version"]),
    within("rows are counted", ["rows"], 0),
)

SPECIFIC: dict[str, tuple[Check, ...]] = {
    "played_game": PLAYED_GAME,
    "player_weights": PLAYER_WEIGHTS,
    "candidate": CANDIDATE,
    "collection": COLLECTION,
    "verdict": VERDICT,
    "solution": SOLUTION,
    "feature_definition": FEATURE_DEFINITION,
    "feature": FEATURE,
    "theme_definition": THEME_DEFINITION,
    "theme": THEME,
    "rating": RATING,
    "attempt": ATTEMPT,
    "puzzle_standing": PUZZLE_STANDING,
    "player_standing": PLAYER_STANDING,
    "survey": SURVEY,
    "model": MODEL,
    "model_score": MODEL_SCORE,
    "learning_curve": LEARNING_CURVE,
    "model_item": MODEL_ITEM,
    "promotion": PROMOTION,
    "prediction": PREDICTION,
    "selection": SELECTION,
    "judgement": JUDGEMENT,
    "quota": QUOTA,
    "question": QUESTION,
    "drift": DRIFT,
    "check_result": CHECK_RESULT,
    "release": RELEASE,
    "release_entry": RELEASE_ENTRY,
    "release_set": RELEASE_SET,
    "withdrawal": WITHDRAWAL,
    "lineage": LINEAGE,
}


@cache
def suite(table_name: str) -> tuple[Check, ...]:
    if table_name not in TABLES:
        raise ValueError(f"no such table: {table_name!r} (known: {', '.join(TABLES)})")
    table = TABLES[table_name]
    names = {column.name for column in table.columns}
    general = declared(table)
    general += of_a_batch() if {"batch", "night"} <= names else []
    general += of_a_puzzle() if "puzzle_id" in names else []
    return (*general, *SPECIFIC.get(table_name, ()))


def columns_frame(table: Table, data: pa.Table) -> pd.DataFrame:
    """One row for each place in the list of columns: what is declared there, and what was found."""
    width = max(len(table.columns), data.num_columns)
    found_types = dict(zip(data.column_names, map(str, data.schema.types), strict=True))
    return pd.DataFrame([_place(table, data.column_names, found_types, place) for place in range(width)])


def _place(table: Table, found: list[str], found_types: Mapping[str, str], place: int) -> dict[str, str]:
    name = table.columns[place].name if place < len(table.columns) else ""
    wanted = str(table.arrow.field(name).type) if name in found_types else ""
    return {
        "column": name or found[place],
        "declared": name,
        "found": found[place] if place < len(found) else "",
        "declared_type": wanted,
        "found_type": found_types.get(name, "") if name else "",
    }


def required(table_name: str) -> tuple[str, ...]:
    """The related tables that the suite of a table needs."""
    return tuple(dict.fromkeys(name for check in suite(table_name) for name in check.needs))
