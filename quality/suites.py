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
    ids_say_whose,
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
    of_their_session,
    one_id_each,
    parts_as_stated,
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
    simulated_is_not_trusted,
    simulated_raters_tried,
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
    BATCH_FORM,
    COLLECTION_FORM,
    COLUMNS,
    EARLIER,
    INTERVAL_ENDS,
    LONGEST,
    NO_FORMULA,
    PUZZLE_ID_FORM,
    REACH,
    REASONS,
    SCALE_WIDTH,
    SHA256_FORM,
    SURVEY_FORM,
    THEME_FORM,
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
from warehouse.vocabulary import (
    AUDIENCES,
    CHOSEN_KINDS,
    DECISIONS,
    DRIFTING,
    LEVELS,
    METRICS,
    MOMENTS,
    PROVENANCES,
    QUESTIONS,
    RATER_GROUPS,
    RESTS_ON,
    SCALE,
    SET_KINDS,
    SURVEYED,
    TARGETS,
    THIRDS,
    VERDICTS,
)

# What holds for every table, from its schema.

KEY_CHECK = {"verdict": "no puzzle twice"}
"""Mirror images share an id, so this key says that no puzzle is there twice, mirror images included."""


def declared(table: Table) -> list[Check]:
    return [
        same("columns are as declared", "declared", "found", ("declared", "found"), COLUMNS),
        same("types are as declared", "declared_type", "found_type", ("column", "found_type"), COLUMNS),
        never_missing("no required value is missing", [column.name for column in table.columns if not column.null]),
        unique(KEY_CHECK.get(table.name, "key is unique"), table.key),
    ]


def of_a_batch() -> list[Check]:
    return [
        matches("batch is a night or a collection", "batch", BATCH_FORM),
        holds("night agrees with batch", night_agrees, "batch", "night"),
    ]


def of_a_puzzle() -> list[Check]:
    return [matches("puzzle id is 16 hex digits", "puzzle_id", PUZZLE_ID_FORM)]


# What holds for one table only.

CANDIDATE = (
    some_rows(),
    never_blank("names are not blank", ["game", "variant", "method", "engine"]),
    within("number is at least 0", ["number"], 0),
    holds("puzzle belongs to its game", names_its_game, "game", "puzzle"),
    holds("a puzzle has one id", one_id_each, "puzzle"),
    never_blank("optional texts are not blank", ["met_in"]),
    holds("only puzzles from play say where they were met", play_says_where, "method", "met_in"),
)

PLAYED_GAME = (
    never_blank("names are not blank", ["game", "agent", "against", "weights", "engine"]),
    within("counts are not negative", ["number", "moves"], 0),
    holds("record agrees with its row", record_agrees, "agent", "number", "moves"),
    holds("measures are finite numbers", measures_are_finite),
    holds("weights are in agent_weights", weights_are_known, "weights", needs=("agent_weights",)),
)

AGENT_WEIGHTS = (
    never_blank("names are not blank", ["game", "name", "tuner"]),
    json_text("settings are JSON", "settings"),
    holds("version is the hash of the body", version_is_the_bodys, "version"),
    holds("tuned weights say how they were made", tuned_say_how, "tuner", "seed"),
    holds("measures are finite numbers", measures_are_finite),
)

COLLECTION = (
    some_rows(),
    never_blank("names are not blank", ["name", "game", "variant"]),
    never_blank("optional texts are not blank", ["source", "maker", "title", "level"]),
    matches("name is a collection name", "name", COLLECTION_FORM),
    within("line is at least 1", ["line"], 1),
    unique("no line twice", ["name", "line"]),
    matches("digest is 64 hex digits", "file_sha256", SHA256_FORM),
    holds("puzzle belongs to its game", names_its_game, "game", "puzzle"),
)

VERDICT = (
    some_rows(),
    never_blank("names are not blank", ["game", "variant"]),
    holds("puzzle belongs to its game", names_its_game, "game", "puzzle"),
    holds("a puzzle has one id", one_id_each, "puzzle"),
    one_of("verdict is one of four", "verdict", VERDICTS),
    holds("count agrees with verdict", count_agrees, "verdict", "count"),
    holds("a counted solution is listed", listed_agrees, "count", "listed"),
    within("counts are not negative", ["count", "other_count", "nodes", "searched_to"], 0),
    within("length is at least 1", ["length"], 1),
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
    never_blank("names are not blank", ["game", "name", "description", "source"]),
    holds("features are listed from 0", listed_from_0, "position"),
    unique("no position twice", ["batch", "game", "position"]),
    never_blank("optional texts are not blank", ["more", "less"]),
    within("harder is -1, 0 or 1", ["harder"], -1, 1),
)

FEATURE = (
    some_rows(),
    never_blank("names are not blank", ["game"]),
    holds("at least one feature is measured", some_feature),
    holds("features are finite numbers", features_are_finite),
    holds("no feature twice", no_feature_twice),
    holds("every feature is defined", features_are_defined, "game", needs=("feature_definition",)),
    holds("measured puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("every puzzle has features", verdict_known_in_rows, "variant", needs=("verdict",), over="verdict"),
)

THEME_DEFINITION = (
    never_blank("names are not blank", ["game", "title", "description"]),
    matches("theme name is words joined by hyphens", "name", THEME_FORM),
    holds("themes are listed from 0", listed_from_0, "position"),
    unique("no position twice", ["batch", "game", "position"]),
)

THEME = (
    never_blank("names are not blank", ["game"]),
    holds("theme is in the list", themes_are_defined, "theme", needs=("theme_definition",)),
    holds("puzzle with a theme has a verdict", of_batch_in("verdict"), needs=("verdict",)),
)

RATING = (
    some_rows(),
    never_blank("names are not blank", ["game", "survey", "rater_id"]),
    holds("interest or difficulty is given", some_rating_is_given, *TARGETS),
    holds("no answer is NaN", no_answer_is_nan, *QUESTIONS),
    within("ratings are within 1 to 5", QUESTIONS, *SCALE),
    ordered("scale has a low and a high end", ("scale_low", "scale_high"), or_equal=False),
    one_of("rater group is one of three", "rater_group", RATER_GROUPS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    one_of("asked is before or after", "asked", MOMENTS),
    matches("rater id is not a formula", "rater_id", NO_FORMULA),
    matches("comment is not a formula", "comment", NO_FORMULA),
    within("line is at least 1", ["line", "survey_import"], 1),
    holds("ids say who is simulated and who plays", ids_say_whose("rater_id"), "rater_id", "provenance"),
    holds("only ratings by players name their night as survey", of_their_session, "batch", "survey", "provenance"),
    holds(
        "only ratings of a survey name an import and a line",
        survey_says_where_from,
        "batch",
        "survey",
        "survey_import",
        "line",
    ),
    holds("rated puzzle is known", puzzle_in("verdict"), needs=("verdict",)),
)

SURVEY = (
    some_rows(),
    never_blank("names are not blank", ["file"]),
    matches("survey is a survey name", "survey", SURVEY_FORM),
    matches("raters is the name of a survey", "raters", SURVEY_FORM),
    holds("imports are numbered from 1", imports_are_numbered_from_1, "number"),
    holds("a survey keeps its scale and its raters", survey_keeps_its_terms, "raters", "scale_low", "scale_high"),
    ordered("scale has a low and a high end", ("scale_low", "scale_high"), or_equal=False),
    matches("digest is 64 hex digits", "file_sha256", SHA256_FORM),
    within("row counts are not negative", ["rows", "added", "replaced", "unchanged"], 0),
    holds("import added or replaced a rating", brought_something, "added", "replaced"),
    holds("every row is accounted for", rows_are_accounted_for, "rows", "added", "replaced", "unchanged"),
    one_of("provenance is survey", "provenance", (SURVEYED,)),
)

ATTEMPT = (
    never_blank("names are not blank", ["game", "player_id", "mode"]),
    one_of("player group is one of three", "player_group", RATER_GROUPS),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("ids say who is simulated and who plays", ids_say_whose("player_id"), "player_id", "provenance"),
    within("number is at least 1", ["number"], 1),
    within("tries are at least 1", ["tries"], 1),
    within("counts are not negative", ["hints", "seconds"], 0),
    above("time limit is above 0", "seconds_limit", 0, LONGEST),
    holds("solved tries, and only they, have a time", timed_if_solved, "solved", "seconds"),
    ordered("solved within the limit", ("seconds", "seconds_limit")),
    holds("tried puzzle can be solved", tried_can_be_solved, needs=("verdict",)),
    holds(
        "simulated raters have tried", simulated_raters_tried, "rater_id", needs=("rating", "verdict"), over="rating"
    ),
)


def of_standings(number: str) -> tuple[Check, ...]:
    return (
        one_of("provenance is one of three", "provenance", PROVENANCES),
        within("standing is within -3000 to 6000", [number], *REACH),
        above("deviation is above 0", "deviation", 0, WIDEST),
        above("volatility is above 0", "volatility", 0, 1),
        within("attempts are at least 1", ["attempts"], 1),
        within("solved share is within 0 to 1", ["solved_share"], 0, 1),
        within("times are not negative", ["median_seconds"], 0),
        holds("median time is given if any try was solved", median_if_solved, "solved_share", "median_seconds"),
    )


PUZZLE_STANDING = (
    never_blank("names are not blank", ["game"]),
    *of_standings("objective_difficulty"),
    within("predictions are within 1 to 5", ["predicted_difficulty"], *SCALE),
    within("difficulty is within -10 to 20", ["difficulty"], -10, 20),
    within("shares are within 0 to 1", ["prediction_weight"], 0, 1),
    within("deviations are not negative", ["difficulty_deviation"], 0),
)

PLAYER_STANDING = (
    never_blank("names are not blank", ["game", "player_id"]),
    one_of("player group is one of three", "player_group", RATER_GROUPS),
    holds("ids say who is simulated and who plays", ids_say_whose("player_id"), "player_id", "provenance"),
    *of_standings("skill"),
)

MODEL = (
    some_rows(),
    never_blank("names are not blank", ["model_id", "game", "audience", "data_digest", "reason", "body"]),
    one_of("target is interest or difficulty", "target", TARGETS),
    one_of("it is measured, or ratings of a provenance taught it", "provenance", RESTS_ON),
    within("generation is at least 0", ["generation"], 0),
    within("fitted on at least one puzzle and rating", ["items", "ratings"], 1),
    within("errors are within the scale", ["mae", "baseline_mae"], 0, SCALE_WIDTH),
    above("interval is above 0", "interval", 0, SCALE_WIDTH),
    within("correlation is within -1 to 1", ["rank_correlation"], -1, 1),
    holds("settings are a JSON object", settings_are_an_object, "settings"),
    holds("importances are shares", importances_are_shares),
)

MODEL_SCORE = (
    never_blank("names are not blank", ["model_id", "game", "protocol", "subject"]),
    one_of("metric is one of five", "metric", METRICS),
    within("scores are within -1 to 200", ["value"], -1, 200),
)

LEARNING_CURVE = (
    never_blank("names are not blank", ["model_id", "game"]),
    one_of("the curve is over raters or items", "over", ("raters", "items")),
    within("count is at least 1", ["count"], 1),
    within("errors are within the scale", ["mae", "mean_mae"], 0, SCALE_WIDTH),
    within("correlation is within -1 to 1", ["rank_correlation"], -1, 1),
)

MODEL_ITEM = (
    some_rows(),
    never_blank("names are not blank", ["model_id", "game"]),
    within("fold is at least 0", ["fold"], 0),
    within("predictions are within 1 to 5", ["held_out"], *SCALE),
    within("variance is not negative", ["variance"], 0),
)

PROMOTION = (
    never_blank("names are not blank", ["model_id", "game", "audience", "why"]),
    one_of("decision is promote or rollback", "what", DECISIONS),
    one_of("target is interest or difficulty", "target", TARGETS),
    within("number is at least 1", ["number"], 1),
    within("generation is at least 0", ["generation"], 0),
)

PREDICTION = (
    some_rows(),
    never_blank("names are not blank", ["game", "audience", "interest_model", "difficulty_model"]),
    within("intervals are within 1 to 5", INTERVAL_ENDS, *SCALE),
    ordered(
        "interval holds the prediction",
        *[(f"{target}_low", target) for target in TARGETS],
        *[(target, f"{target}_high") for target in TARGETS],
    ),
    holds(
        "no group finds a puzzle harder than a less skilled group", harder_with_less_skill, "audience", "difficulty"
    ),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    one_of("difficulty is measured or rated", "difficulty_provenance", RESTS_ON),
    never_missing("reasons are given", [*REASONS, "reason"]),
    holds("reason is a sentence", reason_is_a_sentence, "reason"),
    holds("Japanese reason is a sentence", japanese_is_a_sentence, "reason_ja"),
    holds("reasons are finite numbers", reasons_are_finite),
    holds("reasons are features", reasons_are_defined, "game", needs=("feature_definition",)),
    within("parts of the worth are within 0 to 1", ["hill", "surprise_share", "trust"], 0, 1),
    within("ratings by people are not negative", ["people_ratings"], 0),
    holds("simulated ratings are not trusted", simulated_is_not_trusted, "provenance", "trust"),
    holds("predicted puzzle has a verdict", of_batch_in("verdict"), needs=("verdict",)),
    holds("every puzzle has a prediction", predicted_for_all, "variant", needs=("verdict",), over="verdict"),
)

SELECTION = (
    never_blank("names are not blank", ["game", "variant", "audience", "category", "group_name", "why"]),
    never_missing("group is given", ["kind", "category", "group_name", "among"]),
    one_of("kind is one of four", "kind", CHOSEN_KINDS),
    one_of("level is one of three", "level", LEVELS),
    one_of("third is one of three", "third", THIRDS),
    holds("no level overlaps another", levels_are_apart, "level", "difficulty"),
    within("rank is at least 1", ["rank"], 1),
    unique("no rank twice", ["night", "game", "kind", "category", "group_name", "rank"]),
    ordered("rank is at most among", ("rank", "among")),
    within("predictions are within 1 to 5", [*TARGETS, "audience_interest"], *SCALE),
    within("parts of the worth are within 0 to 1", ["hill", "surprise_share", "trust", "distance"], 0, 1),
    holds("parts of the worth are as predicted", parts_as_stated, needs=("prediction",)),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("chosen puzzle is proved unique", chosen_is_unique, needs=("verdict",)),
    holds("chosen puzzle has a prediction", chosen_is_predicted, "audience", needs=("prediction",)),
    holds("interest and difficulty are as predicted", prediction_as_stated, *TARGETS, needs=("prediction",)),
    holds("audience interest is as predicted", audience_interest_as_stated, needs=("prediction",)),
    holds("no puzzle is chosen for two nights", chosen_for_one_night, "night", needs=(EARLIER,)),
    holds("no puzzle is in an imported collection", chosen_is_ours, needs=("collection",)),
)

JUDGEMENT = (
    never_blank("names are not blank", ["game", "judge", "preferred"]),
    within("counts are at least 1", ["step", "rank", "among", "nodes"], 1),
    within("margin is not negative", ["margin"], 0),
    ordered("rank is at most among", ("rank", "among")),
    holds("preferred move is given unless the rank is 1", preferred_agrees, "rank", "preferred"),
    holds("judged puzzle is chosen", of_batch_in("selection"), needs=("selection",)),
)

QUOTA = (
    never_blank("names are not blank", ["game", "category", "group_name"]),
    one_of("kind is one of four", "kind", CHOSEN_KINDS),
    one_of("third is one of three", "third", THIRDS),
    within("puzzle counts are not negative", ["wanted", "chosen", "among", "eligible"], 0),
    ordered(
        "chosen is at most wanted and eligible, eligible at most among",
        ("chosen", "wanted"),
        ("chosen", "eligible"),
        ("eligible", "among"),
    ),
    holds("shortfall is explained", shortfall_says_why, "wanted", "chosen", "shortfall"),
    holds("chosen count agrees with the selection", counted_in_selection, "chosen", needs=("selection",)),
    within("interest is within 1 to 5", ["interest", "top_interest"], *SCALE),
    within("distances are within 0 to 1", ["distance", "top_distance"], 0, 1),
    one_of("provenance is one of three", "provenance", PROVENANCES),
)

QUESTION = (
    never_blank("names are not blank", ["game", "why"]),
    one_of("audience is one of four", "audience", AUDIENCES),
    within("rank is at least 1", ["rank"], 1),
    unique("no rank twice", ["batch", "game", "audience", "rank"]),
    within("gain is within 0 to 1", ["gain"], 0, 1),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds("anchors come first", anchors_come_first, "audience", "rank", "anchor"),
    holds("new puzzle is proved unique", new_is_unique, "anchor", needs=("verdict",)),
)

DRIFT = (
    some_rows(),
    never_blank("names are not blank", ["game", "name", "reference"]),
    one_of("kind is one of four", "what", DRIFTING),
    within("puzzle counts are not negative", ["reference_count", "count"], 0),
    within("psi and the limits are not negative", ["psi", "psi_limit", "shift_limit"], 0),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    holds(
        "drifted is true beyond a limit, else false",
        drifted_agrees,
        "psi",
        "psi_limit",
        "shift",
        "shift_limit",
        "drifted",
    ),
)

CHECK_RESULT = (
    never_blank("names are not blank", ["game", "table_name", "check_name", "digest"]),
    holds("failures are among the rows", failures_among_rows, "failures", "rows_checked"),
    holds("passed agrees with failures", passed_agrees, "passed", "failures"),
    holds("at most 20 failed ids are kept", few_ids),
)

RELEASE = (
    holds("release is named after its night", release_names_its_night, "release", "night", "revision"),
    within("revision is at least 1", ["revision"], 1),
    within("puzzle counts are not negative", ["puzzles"], 0),
    one_of("provenance is one of three", "provenance", PROVENANCES),
    matches("digest is 64 hex digits", "digest", SHA256_FORM),
    json_text("manifest is JSON", "manifest"),
)

RELEASE_ENTRY = (
    never_blank("names are not blank", ["release", "game", "variant", "why"]),
    within("position is at least 1", ["position"], 1),
    unique("no position twice", ["release", "position"]),
    one_of("level is one of three", "level", LEVELS),
    one_of("third is one of three", "third", THIRDS),
    within("predictions are within 1 to 5", TARGETS, *SCALE),
    within("parts of the worth are within 0 to 1", ["hill", "surprise_share", "trust", "distance"], 0, 1),
    holds("puzzle belongs to its game", names_its_game, "game", "puzzle"),
    json_text("solution is JSON", "solution"),
)

RELEASE_SET = (
    never_blank("names are not blank", ["release", "set_name", "why"]),
    one_of("kind is one of six", "kind", SET_KINDS),
    within("position is at least 1", ["position"], 1),
    unique("no position twice", ["release", "set_name", "position"]),
    holds("puzzle is in the release", member_is_released, "release", needs=("release_entry",)),
)

WITHDRAWAL = (never_blank("reason is not blank", ["why"]),)

LINEAGE = (
    never_blank("names are not blank", ["asset", "table_name", "partition", "run_id", "code_version"]),
    within("row counts are not negative", ["rows"], 0),
)

SPECIFIC: dict[str, tuple[Check, ...]] = {
    "played_game": PLAYED_GAME,
    "agent_weights": AGENT_WEIGHTS,
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
