"""The views of the warehouse: SQL for the questions people ask, with a comment for every column."""

from __future__ import annotations

from dataclasses import dataclass

from warehouse.schema import TABLES
from warehouse.vocabulary import AMBIGUOUS, EVERYONE, IMPOSSIBLE, UNFINISHED, UNIQUE


@dataclass(frozen=True)
class View:
    name: str
    comment: str
    columns: dict[str, str]  # name -> comment, in order
    sql: str


def _of(table: str, *names: str) -> dict[str, str]:
    return {name: TABLES[table].column(name).comment for name in names}


PUZZLE = View(
    "puzzle",
    "One wide row per proved puzzle: its verdict, headline features, themes, latest predictions and releases.",
    {
        **_of("verdict", "puzzle_id", "game", "variant", "length", "verdict", "count", "other_count", "nodes"),
        **_of("verdict", "searched_to"),
        "interest": "latest predicted interest for everyone, 1 to 5",
        "interest_low": "lower end of its 80 % interval",
        "interest_high": "upper end of its 80 % interval",
        "difficulty": "latest predicted difficulty for everyone, 1 to 5",
        "difficulty_low": "lower end of its 80 % interval",
        "difficulty_high": "upper end of its 80 % interval",
        "provenance": "where the ratings behind the interest come from: simulated, survey or players",
        **_of("prediction", "difficulty_provenance"),
        "hill": "how well its difficulty suits everyone, 0 to 1: 1 at the top of the papers' hill",
        **_of("prediction", "surprise_share", "people_ratings", "trust"),
        "reason": "why it is predicted so: a sentence for players",
        "headline": "the headline features by name; the feature table has all of them",
        "themes": "names of its themes, told by its first solution, in the order of theme_definition",
        "releases": "names of the releases it was in, oldest first; empty if never released",
        "collections": "names of the imported collections that have it; empty if none does",
        "batch": "night or collection in which it was first proved; imported ones come last",
        "night": "the same as a date; null for collections",
        "puzzle": "the puzzle as one line of JSON",
        "solution": "its first solution as JSON; null if there is none",
    },
    f"""
    with first_proof as (
        select * from verdict
        qualify row_number() over (
            partition by puzzle_id order by batch in (select name from collection), night nulls first, batch) = 1
    ), latest_prediction as (
        select * from prediction where audience = '{EVERYONE}'
        qualify row_number() over (partition by puzzle_id order by night desc nulls last, batch desc) = 1
    ), headline_name as (
        select distinct game, name from feature_definition where headline
    ), headline_value as (
        select batch, game, puzzle_id, entry.key as name, entry.value as value
        from (select batch, game, puzzle_id, unnest(map_entries(features)) as entry from feature)
    ), headline_map as (
        select batch, puzzle_id, map_from_entries(list((name, value) order by name)) as headline
        from headline_value semi join headline_name using (game, name)
        group by batch, puzzle_id
    ), labelled as (
        select t.batch, t.puzzle_id, list(t.theme order by d.position) as themes
        from theme t join theme_definition d on d.batch = t.batch and d.game = t.game and d.name = t.theme
        group by t.batch, t.puzzle_id
    ), released as (
        select puzzle_id, list(release order by release) as releases from release_entry group by puzzle_id
    ), collected as (
        select puzzle_id, list(name order by name) as collections from collection group by puzzle_id
    )
    select v.puzzle_id, v.game, v.variant, v.length, v.verdict, v.count, v.other_count, v.nodes,
           v.searched_to,
           p.interest, p.interest_low, p.interest_high,
           p.difficulty, p.difficulty_low, p.difficulty_high, p.provenance, p.difficulty_provenance,
           p.hill, p.surprise_share, p.people_ratings, p.trust, p.reason,
           h.headline, coalesce(l.themes, []) as themes, coalesce(r.releases, []) as releases,
           coalesce(c.collections, []) as collections, v.batch, v.night, v.puzzle, s.solution
    from first_proof v
    left join latest_prediction p using (puzzle_id)
    left join headline_map h on h.batch = v.batch and h.puzzle_id = v.puzzle_id
    left join labelled l on l.batch = v.batch and l.puzzle_id = v.puzzle_id
    left join released r on r.puzzle_id = v.puzzle_id
    left join collected c on c.puzzle_id = v.puzzle_id
    left join solution s on s.batch = v.batch and s.puzzle_id = v.puzzle_id and s.number = 1
    """,
)

RELEASE_ITEM = View(
    "release_item",
    "One row per puzzle of each release, in its order, with the reason it was chosen.",
    {
        **_of("release_entry", "release"),
        **_of("release", "night"),
        "newest": "is this the newest revision of its night's release",
        **_of("release_entry", "position", "game", "variant", "puzzle_id", "level", "audience"),
        **_of("release_entry", "interest", "difficulty"),
        "provenance": "where the ratings behind interest come from; simulated if those of any of its puzzles are",
        **_of("release_entry", "difficulty_provenance", "why", "puzzle", "solution"),
    },
    """
    select e.release, r.night, r.revision = max(r.revision) over (partition by r.night) as newest,
           e.position, e.game, e.variant, e.puzzle_id, e.level, e.audience, e.interest, e.difficulty,
           r.provenance, e.difficulty_provenance, e.why, e.puzzle, e.solution
    from release_entry e join release r using (release)
    """,
)

SET_ITEM = View(
    "set_item",
    "One row per puzzle of each set of each release, in the set's order, with the puzzle and why it is in the set.",
    {
        **_of("release_set", "release"),
        **_of("release", "night"),
        "newest": "is this the newest release of all",
        **_of("release_set", "set_name", "kind", "position"),
        **_of("release_entry", "game", "variant", "puzzle_id", "level", "audience", "interest", "difficulty"),
        **_of("release_entry", "provenance", "difficulty_provenance", "added"),
        **_of("release_set", "since", "why"),
        **_of("release_entry", "puzzle", "solution"),
    },
    """
    select s.release, r.night, (r.night, r.revision) = max((r.night, r.revision)) over () as newest,
           s.set_name, s.kind, s.position, e.game, e.variant, e.puzzle_id, e.level, e.audience, e.interest,
           e.difficulty, e.provenance, e.difficulty_provenance, e.added, s.since, s.why, e.puzzle, e.solution
    from release_set s join release r using (release)
    join release_entry e on e.release = s.release and e.puzzle_id = s.puzzle_id
    """,
)

COLLECTION_ITEM = View(
    "collection_item",
    "One row per puzzle of each imported collection, in the file's order: what its maker says, and what we found.",
    {
        "collection": "name of the collection",
        **_of("collection", "line", "game"),
        **_of("verdict", "variant"),
        **_of("collection", "puzzle_id", "title", "maker", "source", "level"),
        **_of("verdict", "length", "verdict", "count"),
        **_of("prediction", "interest", "interest_low", "interest_high"),
        **_of("prediction", "difficulty", "difficulty_low", "difficulty_high"),
        "provenance": "where the ratings behind the interest come from; null if there is no model of its game",
        **_of("prediction", "difficulty_provenance"),
        "releases": "names of our releases with the same puzzle, oldest first; they are older than the import",
        **_of("collection", "puzzle"),
        "solution": "its first solution as JSON; null if there is none",
    },
    f"""
    with released as (
        select puzzle_id, list(release order by release) as releases from release_entry group by puzzle_id
    )
    select c.name as collection, c.line, c.game, v.variant, c.puzzle_id, c.title, c.maker, c.source, c.level,
           v.length, v.verdict, v.count,
           p.interest, p.interest_low, p.interest_high,
           p.difficulty, p.difficulty_low, p.difficulty_high, p.provenance, p.difficulty_provenance,
           coalesce(r.releases, []) as releases, c.puzzle, s.solution
    from collection c
    join verdict v on v.batch = c.name and v.puzzle_id = c.puzzle_id
    left join prediction p on p.batch = c.name and p.puzzle_id = c.puzzle_id and p.audience = '{EVERYONE}'
    left join released r on r.puzzle_id = c.puzzle_id
    left join solution s on s.batch = c.name and s.puzzle_id = c.puzzle_id and s.number = 1
    order by c.name, c.line
    """,
)

PUZZLE_IN_PLAY = View(
    "puzzle_in_play",
    "One row per puzzle that was tried and provenance of the tries: how hard it is in play, and how hard it feels.",
    {
        **_of("puzzle_standing", "puzzle_id", "game"),
        **_of("verdict", "variant", "length", "verdict"),
        **_of("puzzle_standing", "objective_difficulty"),
        "low": "lower end of the interval that is meant to hold 95 %: two deviations below",
        "high": "upper end of it",
        **_of("puzzle_standing", "attempts", "solved_share", "median_seconds", "last_night"),
        "felt_difficulty": "mean difficulty that raters of the same provenance gave, 1 to 5; null if none did",
        "raters": "number of ratings behind felt_difficulty",
        "predicted_difficulty": "latest predicted difficulty for everyone, 1 to 5",
        **_of("puzzle_standing", "difficulty", "difficulty_deviation", "prediction_weight"),
        **_of("puzzle_standing", "provenance"),
    },
    """
    with felt as (
        select game, provenance, puzzle_id, avg(difficulty) as felt_difficulty, count(*) as raters
        from rating where difficulty is not null group by all
    )
    select s.puzzle_id, s.game, p.variant, p.length, p.verdict, s.objective_difficulty,
           s.objective_difficulty - 2 * s.deviation as low, s.objective_difficulty + 2 * s.deviation as high,
           s.attempts, s.solved_share, s.median_seconds, s.last_night,
           f.felt_difficulty, coalesce(f.raters, 0) as raters,
           p.difficulty as predicted_difficulty, s.difficulty, s.difficulty_deviation, s.prediction_weight,
           s.provenance
    from puzzle_standing s
    left join puzzle p on p.puzzle_id = s.puzzle_id
    left join felt f on f.game = s.game and f.provenance = s.provenance and f.puzzle_id = s.puzzle_id
    """,
)

PREDICTION_OR_TRIES = View(
    "prediction_or_tries",
    "One row per game, provenance and number of tries a puzzle: how much of what is known of the difficulty of such "
    "puzzles is still the prediction, and whether tries outweigh it.",
    {
        **_of("puzzle_standing", "game"),
        "tries": "first tries of each of these puzzles, and so the number of people who tried each",
        "puzzles": "puzzles with a prediction and so many tries",
        "prediction_weight": "how much of what is known of their difficulty is the prediction, on average",
        "outweighed": "share of them whose tries outweigh the prediction: its weight is below 0.5",
        "moved": "by how many steps tries have moved their difficulty, on average",
        "people": "people who tried any puzzle of the game, whatever the number of tries",
        **_of("puzzle_standing", "provenance"),
    },
    """
    with people as (select game, provenance, count(*) as people from player_standing group by all)
    select s.game, s.attempts as tries, count(*) as puzzles, avg(s.prediction_weight) as prediction_weight,
           avg((s.prediction_weight < 0.5)::int) as outweighed,
           avg(abs(s.difficulty - s.predicted_difficulty)) as moved, any_value(p.people) as people, s.provenance
    from puzzle_standing s join people p using (game, provenance)
    where s.prediction_weight is not null
    group by s.game, s.provenance, s.attempts order by s.game, s.provenance, s.attempts
    """,
)

RATING_ITEM = View(
    "rating_item",
    "One row per rating, on the rater's own scale and on ours, and where it comes from.",
    {
        **_of("rating", "provenance", "survey", "game", "puzzle_id", "rater_id", "rater_group"),
        "interest_said": "interest on the scale that the rater saw",
        "difficulty_said": "difficulty on the scale that the rater saw",
        **_of("rating", "scale_low", "scale_high", "interest", "difficulty", "go_on", "useful", "asked", "comment"),
        **_of("survey", "file", "file_sha256"),
        **_of("rating", "line", "batch"),
    },
    """
    select r.provenance, r.survey, r.game, r.puzzle_id, r.rater_id, r.rater_group,
           round(r.scale_low + (r.scale_high - r.scale_low) * (r.interest - 1) / 4, 9) as interest_said,
           round(r.scale_low + (r.scale_high - r.scale_low) * (r.difficulty - 1) / 4, 9) as difficulty_said,
           r.scale_low, r.scale_high, r.interest, r.difficulty, r.go_on, r.useful, r.asked, r.comment,
           s.file, s.file_sha256, r.line, r.batch
    from rating r left join survey s on s.survey = r.survey and s.number = r.survey_import
    """,
)

SURVEY_SUMMARY = View(
    "survey_summary",
    "One row per survey of people: its ratings, raters, puzzles, means and files.",
    {
        **_of("survey", "survey"),
        "ratings": "ratings that it has",
        "raters": "people who rated",
        "puzzles": "puzzles that they rated",
        "games": "games of those puzzles",
        "interest": "mean interest, 1 to 5",
        "difficulty": "mean difficulty, 1 to 5",
        **_of("survey", "scale_low", "scale_high"),
        "files": "files that brought ratings",
        **_of("survey", "provenance"),
    },
    """
    with file as (
        select survey, provenance, any_value(scale_low) as scale_low, any_value(scale_high) as scale_high,
               count(*) as files
        from survey group by all
    )
    select f.survey, count(*) as ratings, count(distinct r.rater_id) as raters,
           count(distinct r.puzzle_id) as puzzles, list(distinct r.game order by r.game) as games,
           avg(r.interest) as interest, avg(r.difficulty) as difficulty,
           f.scale_low, f.scale_high, f.files, f.provenance
    from file f join rating r on r.survey = f.survey and r.provenance = f.provenance
    group by f.survey, f.scale_low, f.scale_high, f.files, f.provenance
    order by f.survey
    """,
)

MODEL_CARD = View(
    "model_card",
    "One row per model, without its body: data, error beside the baseline, and whether it is in use.",
    {
        **_of("model", "model_id", "game", "audience", "target", "generation"),
        "in_use": "was it promoted last: `tsume rate` uses it now, nights from the day after its fit or decision on",
        **_of("model", "fitted_on", "provenance", "items", "ratings", "real_ratings"),
        **_of("model", "mae", "baseline_mae", "above_mae"),
        "improvement": "share of the baseline's error that the model removes",
        **_of("model", "rank_correlation", "interval"),
        "top_features": "its five weightiest features, weightiest first",
        **_of("model", "parent", "promoted", "reason", "settings"),
    },
    """
    with change as (
        select game, audience, target, model_id, 'promote' as what, generation, 0 as number,
               coalesce(fitted_on + 1, date '0001-01-01') as day
        from model where promoted
        union all
        select game, audience, target, model_id, what, generation, number, from_night from promotion
    ), placed as (
        select *, row_number() over (
            partition by game, audience, target order by day, generation, number, model_id) as place
        from change
    ), standing as (
        select game, audience, target, model_id, arg_max(what, place) as last_change,
               count(*) filter (what = 'promote') - count(*) filter (what = 'rollback') as times,
               list(place order by place) filter (what = 'promote') as places
        from placed group by all
    ), champion as (
        select model_id from standing where times > 0
        qualify row_number() over (
            partition by game, audience, target
            order by case when last_change = 'promote' then places[-1] else places[times] end desc) = 1
    ), weight as (
        select model_id, entry.key as name, entry.value as share
        from (select model_id, unnest(map_entries(importances)) as entry from model)
        where entry.value > 0
    ), top as (
        select model_id, list(name order by share desc, name)[1:5] as top_features
        from weight group by model_id
    )
    select m.model_id, m.game, m.audience, m.target, m.generation, c.model_id is not null as in_use,
           m.fitted_on, m.provenance, m.items, m.ratings, m.real_ratings, m.mae, m.baseline_mae, m.above_mae,
           1 - m.mae / nullif(m.baseline_mae, 0) as improvement,
           m.rank_correlation, m.interval, coalesce(t.top_features, []) as top_features,
           m.parent, m.promoted, m.reason, m.settings
    from model m left join champion c using (model_id) left join top t using (model_id)
    """,
)

NEXT_QUESTION = View(
    "next_question",
    "What to ask each audience next, in order: the newest night's list of each game, with the puzzles.",
    {
        **_of("question", "game", "audience", "rank", "anchor", "puzzle_id"),
        "variant": "family of the puzzle",
        **_of("question", "gain", "why", "provenance", "night"),
        "puzzle": "the puzzle as one line of JSON",
    },
    """
    with newest as (
        select * from question qualify rank() over (partition by game order by night desc) = 1
    ), proved as (
        select * from verdict qualify row_number() over (partition by puzzle_id order by night desc nulls last) = 1
    )
    select q.game, q.audience, q.rank, q.anchor, q.puzzle_id, v.variant, q.gain, q.why, q.provenance, q.night,
           v.puzzle
    from newest q left join proved v using (puzzle_id)
    """,
)

NIGHTLY_SUMMARY = View(
    "nightly_summary",
    "One row per night and game: how many were generated, proved, rated, chosen, released and checked.",
    {
        "night": "the night",
        "game": "the game",
        "candidates": "candidates generated",
        "puzzles": "different puzzles among them",
        "unique_puzzles": "puzzles with exactly one solution",
        "ambiguous_puzzles": "puzzles with several",
        "impossible_puzzles": "puzzles with none",
        "unfinished_puzzles": "puzzles whose proof gave up at its limit",
        "ratings": "ratings that came in that night",
        "attempts": "tries that night",
        "predicted": "puzzles with predictions",
        "provenance": "where the ratings behind the interest come from: simulated, survey or players",
        **_of("prediction", "difficulty_provenance"),
        "chosen": "puzzles chosen",
        "released": "puzzles in the night's last release, those that its sets carry on included",
        "checks_passed": "quality checks that held",
        "checks_failed": "quality checks that did not",
    },
    f"""
    with made as (select night, game, count(*) as n from candidate where night is not null group by all),
    proved as (
        select night, game, count(*) as n,
               count(*) filter (verdict = '{UNIQUE}') as unique_puzzles,
               count(*) filter (verdict = '{AMBIGUOUS}') as ambiguous_puzzles,
               count(*) filter (verdict = '{IMPOSSIBLE}') as impossible_puzzles,
               count(*) filter (verdict = '{UNFINISHED}') as unfinished_puzzles
        from verdict where night is not null group by all
    ), rated as (select night, game, count(*) as n from rating where night is not null group by all),
    tried as (select night, game, count(*) as n from attempt where night is not null group by all),
    predicted as (
        select night, game, count(distinct puzzle_id) as n, any_value(provenance) as provenance,
               any_value(difficulty_provenance) as difficulty_provenance
        from prediction where night is not null group by all
    ), chosen as (select night, game, count(*) as n from selection group by all),
    last_release as (
        select * from release qualify row_number() over (partition by night order by revision desc) = 1
    ), released as (
        select r.night, e.game, count(*) as n
        from release_entry e join last_release r using (release) group by all
    ), checked as (
        select night, game, count(*) filter (passed) as passed, count(*) filter (not passed) as failed
        from check_result where night is not null group by all
    )
    select made.night, made.game, made.n as candidates, coalesce(proved.n, 0) as puzzles,
           coalesce(unique_puzzles, 0) as unique_puzzles,
           coalesce(ambiguous_puzzles, 0) as ambiguous_puzzles,
           coalesce(impossible_puzzles, 0) as impossible_puzzles,
           coalesce(unfinished_puzzles, 0) as unfinished_puzzles,
           coalesce(rated.n, 0) as ratings, coalesce(tried.n, 0) as attempts,
           coalesce(predicted.n, 0) as predicted, predicted.provenance, predicted.difficulty_provenance,
           coalesce(chosen.n, 0) as chosen, coalesce(released.n, 0) as released,
           coalesce(checked.passed, 0) as checks_passed, coalesce(checked.failed, 0) as checks_failed
    from made
    left join proved using (night, game) left join rated using (night, game)
    left join tried using (night, game)
    left join predicted using (night, game) left join chosen using (night, game)
    left join released using (night, game) left join checked using (night, game)
    order by made.night, made.game
    """,
)

STAGE_TIME = View(
    "stage_time",
    "How long each stage took when its partition was made, the newest first; the stages of several games share the "
    "workers, so their seconds overlap.",
    {
        "night": "night of the partition; null for collections and for what is made of all nights",
        "batch": "the same as text, or the name of the collection",
        "game": "game",
        "stage": "stage, e.g. 'verdicts'",
        **_of("lineage", "seconds"),
        "rows": "rows that it wrote, all its tables together",
        "finished_at": "when the last of its tables was written (UTC)",
        **_of("lineage", "run_id"),
    },
    """
    select try_cast(split_part(split_part(partition, '/', 1), '=', 2) as date) as night,
        split_part(split_part(partition, '/', 1), '=', 2) as batch, split_part(asset, '/', 1) as game,
        split_part(asset, '/', 2) as stage, max(seconds) as seconds, sum(rows)::bigint as rows,
        max(written_at) as finished_at, max_by(run_id, written_at) as run_id
    from lineage where seconds is not null and table_name <> 'check_result' group by all
    order by finished_at desc
    """,
)

FEATURE_VALUE = View(
    "feature_value",
    "The feature table unfolded: one row per puzzle and feature.",
    {
        **_of("feature", "batch", "game", "puzzle_id"),
        "name": "the feature",
        "value": "its value",
    },
    """
    select batch, game, puzzle_id, entry.key as name, entry.value as value
    from (select batch, game, puzzle_id, unnest(map_entries(features)) as entry from feature)
    """,
)

VIEWS: tuple[View, ...] = (
    PUZZLE,
    RELEASE_ITEM,
    SET_ITEM,
    COLLECTION_ITEM,
    RATING_ITEM,
    SURVEY_SUMMARY,
    STAGE_TIME,
    PUZZLE_IN_PLAY,
    PREDICTION_OR_TRIES,
    MODEL_CARD,
    NEXT_QUESTION,
    NIGHTLY_SUMMARY,
    FEATURE_VALUE,
)


def feature_view(game: str, definitions: list[tuple[str, str]]) -> View:
    """A wide view of one game's features: a column each, from (name, description) pairs."""
    picked = ",\n           ".join(f"features['{name}'] as \"{name}\"" for name, _ in definitions)
    return View(
        f"{game}_feature",
        f"Features of the {game} puzzles, a column each.",
        {**_of("feature", "batch", "night", "puzzle_id"), **dict(definitions)},
        f"select batch, night, puzzle_id,\n           {picked}\n    from feature where game = '{game}'",
    )
