"""Every table of the lake and the warehouse: columns, types, keys and what each one means.

This is the single place where a table is described. The lake writes Parquet by it, the
warehouse creates its tables and comments from it, the quality suites check types and keys
against it, and docs/warehouse.md is generated from it.

A *batch* is what a partition holds: one night ('2026-11-15'), or a named collection of
puzzles that belongs to no night: 'founding', the panel that the first models are fitted on,
and whatever collections were imported; or a survey of people ('survey-lab-1'), which has ratings only.
`night` repeats it as a date and is null for all that is no night.
What is made from all nights there are, such as standings, has the batch 'so-far' in the lake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pyarrow as pa

ARROW: dict[str, pa.DataType] = {
    "VARCHAR": pa.string(),
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us"),
    "VARCHAR[]": pa.list_(pa.string()),
    "MAP(VARCHAR, BIGINT)": pa.map_(pa.string(), pa.int64()),
    "MAP(VARCHAR, DOUBLE)": pa.map_(pa.string(), pa.float64()),
}


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    comment: str
    null: bool = False

    @property
    def arrow(self) -> pa.Field:
        return pa.field(self.name, ARROW[self.type], nullable=self.null)


@dataclass(frozen=True)
class Table:
    name: str
    comment: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def arrow(self) -> pa.Schema:
        return pa.schema([column.arrow for column in self.columns])

    def column(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)


BATCH = Column("batch", "VARCHAR", "the night ('2026-11-15') or collection ('founding') that the row was made in")
NIGHT = Column("night", "DATE", "the night, as a date; null for collections", null=True)
GAME = Column("game", "VARCHAR", "game the puzzle belongs to, e.g. 'tspin'")
VARIANT = Column("variant", "VARCHAR", "family of the puzzle, e.g. 'tsd-2'")
PUZZLE_ID = Column("puzzle_id", "VARCHAR", "16 hex digits, a hash of the canonical form: mirror images share an id")
PUZZLE = Column("puzzle", "VARCHAR", "the puzzle as one line of JSON, as given to the solver")
AUDIENCE = Column("audience", "VARCHAR", "for whom: 'everyone', or a group of raters")
PROVENANCE = Column(
    "provenance", "VARCHAR", "where the ratings behind this row come from: simulated, survey or players"
)
PLAYER_ID = Column(
    "player_id", "VARCHAR", "who tried; simulated ones begin with 'sim-', players of the page with 'player/'"
)
PLAYER_GROUP = Column(
    "player_group", "VARCHAR", "skill group of the player: beginner, regular or advanced; null if unknown", null=True
)
DIFFICULTY_PROVENANCE = Column(
    "difficulty_provenance",
    "VARCHAR",
    "what the difficulty rests on: measured (by the yardstick of its game, no ratings), simulated, survey or players",
)
HILL = Column(
    "hill",
    "DOUBLE",
    "how well its difficulty suits its audience, 0 to 1: 1 at the top of the papers' hill (docs/ratings.md)",
    null=True,
)
SURPRISE_SHARE = Column(
    "surprise_share",
    "DOUBLE",
    "share of puzzles of its length whose answer is more expected, 0 to 1, by the feature that its game names; null "
    "if that was not measured",
    null=True,
)
PEOPLE_RATINGS = Column(
    "people_ratings",
    "BIGINT",
    "ratings of interest by people that models of its game had learned from by then; 0: nobody has rated",
    null=True,
)
TRUST = Column(
    "trust",
    "DOUBLE",
    "how far people's ratings decide what it is worth, 0 to 1; 0 while simulated raters are behind the interest",
    null=True,
)
WORTH = Column(
    "worth",
    "DOUBLE",
    "what the choice goes by, in steps of interest: hill and surprise share by their weights in the settings, and as "
    "far as trust goes the interest predicted for its audience",
    null=True,
)
STANDING_PROVENANCE = Column(
    "provenance", "VARCHAR", "whose tries it rests on: simulated, survey or players; each has a scale of its own"
)
TRACK = (
    Column(
        "deviation",
        "DOUBLE",
        "Glicko-2 deviation: the true value is meant to lie within two of them in 95 % of cases",
    ),
    Column("volatility", "DOUBLE", "Glicko-2 volatility: how erratic the results were, 0.06 at first"),
    Column("attempts", "INTEGER", "first tries without hints; no others count"),
    Column("solved_share", "DOUBLE", "share of them that were solved, at the first try"),
    Column("median_seconds", "DOUBLE", "median time of the solved ones; null if none was solved", null=True),
    Column("last_night", "DATE", "day of the last of them; null if all were before the first night", null=True),
)

CANDIDATE = Table(
    "candidate",
    "What the generators made, before any proof. The same puzzle may be there more than once.",
    ("batch", "game", "variant", "number"),
    (
        BATCH,
        NIGHT,
        GAME,
        VARIANT,
        Column(
            "seed",
            "BIGINT",
            "seed of this variant tonight, for `tsume generate VARIANT --seed`; from play: the game's seed",
        ),
        Column("number", "INTEGER", "which candidate of that variant tonight, from 0; those from play come last"),
        Column("method", "VARCHAR", "how it was made, e.g. 'reverse'; 'play' if it was met in a played game"),
        Column("met_in", "VARCHAR", "where it was met, e.g. 'best 3, move 57'; null if it was generated", null=True),
        Column("engine", "VARCHAR", "engine and version that made it, e.g. 'tspin 1'"),
        PUZZLE_ID,
        PUZZLE,
    ),
)

PLAYED_GAME = Table(
    "played_game",
    "The games that agents played, every move of them. `tsume replay` shows them.",
    ("batch", "game", "agent", "number"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("agent", "VARCHAR", "the agent that played, e.g. 'best'; `tsume agent GAME --list` describes them"),
        Column("against", "VARCHAR", "the agent that it played against, in games of two", null=True),
        Column("seed", "BIGINT", "seed of this agent's games: `tsume agent GAME --agent --seed` repeats them"),
        Column("number", "INTEGER", "which game of that seed, from 0"),
        Column("weights", "VARCHAR", "version of the weights that it played by: agent_weights.version", null=True),
        Column("engine", "VARCHAR", "engine and version that played it, e.g. 'tspin 1'"),
        Column("moves", "INTEGER", "moves that were played"),
        Column("measures", "MAP(VARCHAR, DOUBLE)", "results of the game by name, e.g. 'attack'"),
        Column("record", "VARCHAR", "the game as one line of JSON, every move in the game's own form"),
    ),
)

AGENT_WEIGHTS = Table(
    "agent_weights",
    "Weights and networks of agents: those that each night's agents played by and, in the batch 'so-far', those that "
    "were tuned here.",
    ("batch", "game", "name", "version"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("name", "VARCHAR", "name of the weights, as agents refer to them"),
        Column("version", "VARCHAR", "12 hex digits, a hash of the body: equal weights have equal versions"),
        Column("tuner", "VARCHAR", "the tuner that made them; null if they are a night's", null=True),
        Column("seed", "BIGINT", "seed of the tuner", null=True),
        Column("settings", "VARCHAR", "settings of the tuner, as JSON", null=True),
        Column(
            "measures", "MAP(VARCHAR, DOUBLE)", "how good they were when they were made: results by name", null=True
        ),
        Column("body", "VARCHAR", "the weights as JSON"),
    ),
)

COLLECTION = Table(
    "collection",
    "Puzzles that other people made, by the collection they were imported with. Never part of a release.",
    ("name", "puzzle_id"),
    (
        Column("name", "VARCHAR", "name of the collection, and batch of its puzzles in the other tables"),
        GAME,
        Column("variant", "VARCHAR", "family, as far as the puzzle itself tells; the one in `verdict` is final"),
        PUZZLE_ID,
        Column("line", "INTEGER", "line of the file where the puzzle begins, from 1"),
        Column(
            "source",
            "VARCHAR",
            "where it was published, according to the file or to the person who imported it",
            null=True,
        ),
        Column("maker", "VARCHAR", "who made it", null=True),
        Column("title", "VARCHAR", "what its maker calls it", null=True),
        Column("level", "VARCHAR", "its difficulty in its maker's own words", null=True),
        Column("file_sha256", "VARCHAR", "SHA-256 of the file that was imported"),
        PUZZLE,
    ),
)

VERDICT = Table(
    "verdict",
    "The solver's exhaustive verdict: one row for each different puzzle of a batch.",
    ("batch", "puzzle_id"),
    (
        BATCH,
        NIGHT,
        GAME,
        VARIANT,
        PUZZLE_ID,
        PUZZLE,
        Column("length", "INTEGER", "moves that have to be found; null if unknown", null=True),
        Column("verdict", "VARCHAR", "unique, ambiguous, impossible or unfinished"),
        Column("count", "INTEGER", "number of solutions (a lower bound when unfinished)"),
        Column(
            "listed",
            "INTEGER",
            "solutions that the solver listed; one may stand for several counted ones; null in older files: count",
            null=True,
        ),
        Column("other_count", "INTEGER", "solutions under the game's other rule set, if it has one", null=True),
        Column("nodes", "BIGINT", "positions that the proof looked at"),
        Column(
            "searched_to",
            "INTEGER",
            "how far an unfinished search got, in the game's own measure; null if unknown",
            null=True,
        ),
    ),
)

SOLUTION = Table(
    "solution",
    "The solutions that the solver listed, in its order; at most the first 32 of a puzzle are kept.",
    ("batch", "puzzle_id", "number"),
    (
        BATCH,
        NIGHT,
        GAME,
        PUZZLE_ID,
        Column("number", "INTEGER", "which solution, from 1"),
        Column("solution", "VARCHAR", "the solution as JSON, in the game's own form"),
    ),
)

FEATURE_DEFINITION = Table(
    "feature_definition",
    "What each feature measures and where its definition comes from.",
    ("batch", "game", "name"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("position", "INTEGER", "its place in the engine's list, from 0"),
        Column("name", "VARCHAR", "the feature's name: its key in feature.features"),
        Column("description", "VARCHAR", "what it measures"),
        Column("source", "VARCHAR", "section of the paper that defines it, or 'ours'"),
        Column("headline", "BOOLEAN", "is it one of the few that the puzzle view shows"),
        Column("more", "VARCHAR", "words for more of it than usual, after 'because of'; null: none", null=True),
        Column("less", "VARCHAR", "words for less of it than usual; null: none", null=True),
        Column("harder", "INTEGER", "1 if papers agree that more of it is harder, -1 if easier, else 0", null=True),
        Column(
            "given",
            "BOOLEAN",
            "may it be told before the answer: it gives away neither the answer nor a theme",
            null=True,
        ),
    ),
)

FEATURE = Table(
    "feature",
    "What was measured on each puzzle, whatever its verdict. Wide views such as tspin_feature unfold it.",
    ("batch", "puzzle_id"),
    (
        BATCH,
        NIGHT,
        GAME,
        PUZZLE_ID,
        Column("features", "MAP(VARCHAR, DOUBLE)", "value of each feature by name; absent where undefined"),
    ),
)

THEME_DEFINITION = Table(
    "theme_definition",
    "The closed list of themes that a game's puzzles can have.",
    ("batch", "game", "name"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("position", "INTEGER", "its place in the engine's list, from 0"),
        Column("name", "VARCHAR", "the theme's name, as in theme.theme, e.g. 'needs-a-tuck'"),
        Column("title", "VARCHAR", "its name for players, e.g. 'Needs a tuck'"),
        Column("description", "VARCHAR", "when a puzzle has it"),
    ),
)

THEME = Table(
    "theme",
    "What each puzzle is about, in players' words, judged by its first solution: one row per puzzle and theme.",
    ("batch", "puzzle_id", "theme"),
    (
        BATCH,
        NIGHT,
        GAME,
        PUZZLE_ID,
        Column("theme", "VARCHAR", "a theme that the puzzle has; theme_definition explains it"),
    ),
)

RATING = Table(
    "rating",
    "One rater's opinion of one puzzle, on the scale 1 to 5, whatever scale the survey used.",
    ("survey", "rater_id", "puzzle_id"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column(
            "survey",
            "VARCHAR",
            "the survey the rating was given in; players-2026-11-15: what players said until that night",
        ),
        Column(
            "rater_id",
            "VARCHAR",
            "who rated: sim-... is simulated, lab-1/A is the person whom survey lab-1 calls A, player/... plays on"
            " the page",
        ),
        Column(
            "rater_group",
            "VARCHAR",
            "skill group of the rater: beginner, regular or advanced; null: unknown",
            null=True,
        ),
        PUZZLE_ID,
        Column("interest", "DOUBLE", "was it surprising, was it satisfying; 1 to 5; null: no answer", null=True),
        Column(
            "difficulty",
            "DOUBLE",
            "how hard was it: how long did you struggle to find the answer; 1 to 5; null: no answer",
            null=True,
        ),
        Column("scale_low", "DOUBLE", "lowest value of the scale the rater saw"),
        Column("scale_high", "DOUBLE", "highest value of the scale the rater saw"),
        PROVENANCE,
        Column(
            "asked",
            "VARCHAR",
            "was the question asked before or after the answer was shown; null: unknown",
            null=True,
        ),
        Column("go_on", "DOUBLE", "would you go on with puzzles like these; 1 to 5; null: not asked", null=True),
        Column("useful", "DOUBLE", "how useful did it feel; 1 to 5; null: not asked", null=True),
        Column(
            "comment",
            "VARCHAR",
            "the rater's own words, with a ' in front if a spreadsheet would run them",
            null=True,
        ),
        Column("survey_import", "INTEGER", "the import that brought it: survey.number; null: no file", null=True),
        Column("line", "INTEGER", "its line in that file, from 1 (in Parquet, its row); null: no file", null=True),
    ),
)

SURVEY = Table(
    "survey",
    "The files of surveys: a row for each import that brought something new.",
    ("survey", "number"),
    (
        Column("survey", "VARCHAR", "name of the survey, as in rating.survey"),
        Column("number", "INTEGER", "which import of the survey, from 1"),
        Column(
            "raters", "VARCHAR", "the survey that the raters belong to, usually itself: their ids begin with its name"
        ),
        Column("scale_low", "DOUBLE", "lowest value of the survey's scale"),
        Column("scale_high", "DOUBLE", "highest value of the survey's scale"),
        Column("file", "VARCHAR", "name of the file, without its folder; - for standard input"),
        Column("file_sha256", "VARCHAR", "SHA-256 of the file"),
        Column("rows", "BIGINT", "rows of the file"),
        Column("added", "BIGINT", "ratings that were new"),
        Column("replaced", "BIGINT", "ratings that replaced earlier ones (option --replace)"),
        Column("unchanged", "BIGINT", "ratings that were there already"),
        Column("set_aside", "MAP(VARCHAR, BIGINT)", "rows that were set aside, by the first fault of each"),
        PROVENANCE,
    ),
)

ATTEMPT = Table(
    "attempt",
    "One attempt of one player at one puzzle: was it solved, how fast, and at which try.",
    ("batch", "player_id", "puzzle_id", "number"),
    (
        BATCH,
        NIGHT,
        GAME,
        PLAYER_ID,
        PLAYER_GROUP,
        PUZZLE_ID,
        Column("number", "INTEGER", "which attempt of this player at this puzzle, from 1; standings use the first"),
        Column("mode", "VARCHAR", "how it was played: a mode of the page, such as 'practice'; 'survey' if simulated"),
        Column("solved", "BOOLEAN", "was a solution found, at whatever try"),
        Column("seconds", "DOUBLE", "seconds to the first solution; null if there was none", null=True),
        Column("seconds_limit", "DOUBLE", "time limit in seconds; null: no limit", null=True),
        Column("hints", "INTEGER", "hints that were taken; standings leave out attempts with hints"),
        Column(
            "tries",
            "INTEGER",
            "how many answers were judged, the right one included; null if none was, or if nobody counted."
            " Standings count a puzzle as unsolved if more than one was",
            null=True,
        ),
        Column("provenance", "VARCHAR", "who tried: simulated, survey or players"),
    ),
)

PUZZLE_STANDING = Table(
    "puzzle_standing",
    "How hard each puzzle is in play, as of now. A first try counts as a game between player and puzzle (Glicko-2).",
    ("game", "provenance", "puzzle_id"),
    (
        GAME,
        STANDING_PROVENANCE,
        PUZZLE_ID,
        Column(
            "objective_difficulty",
            "DOUBLE",
            "Glicko-2 rating, 1500 at first, on the scale of player_standing.skill; 400 points are odds of 10 to 1",
        ),
        *TRACK,
        Column(
            "predicted_difficulty",
            "DOUBLE",
            "latest predicted difficulty for everyone, 1 to 5; null: nothing was predicted",
            null=True,
        ),
        Column(
            "difficulty",
            "DOUBLE",
            "difficulty by the prediction and these tries together, in steps, as the player page reckons it (item "
            "response); tries may take it beyond 1 to 5. Null: nothing was predicted",
            null=True,
        ),
        Column("difficulty_deviation", "DOUBLE", "how far off that may be: standard deviation, in steps", null=True),
        Column(
            "prediction_weight",
            "DOUBLE",
            "how much of what is known of the difficulty is the prediction: 1 before any try, below 0.5 where tries "
            "outweigh it. Each try is by another player",
            null=True,
        ),
    ),
)

PLAYER_STANDING = Table(
    "player_standing",
    "How skilled each player is, as of now, on one scale with the puzzles.",
    ("game", "provenance", "player_id"),
    (
        GAME,
        STANDING_PROVENANCE,
        PLAYER_ID,
        PLAYER_GROUP,
        Column(
            "skill",
            "DOUBLE",
            "Glicko-2 rating: against a puzzle of the same objective difficulty half a point is expected",
        ),
        *TRACK,
    ),
)

MODEL = Table(
    "model",
    "Every fitted model: what it was fitted on, its errors on held-out puzzles, whether it was promoted.",
    ("model_id",),
    (
        Column("model_id", "VARCHAR", "game, target, audience, and the first digits of a hash of its content"),
        GAME,
        AUDIENCE,
        Column("target", "VARCHAR", "what it predicts: interest or difficulty"),
        Column("generation", "INTEGER", "0 for the founding model, one more for every refresh after it"),
        Column(
            "fitted_on",
            "DATE",
            "day of the fit: only later nights use it; null: all nights may",
            null=True,
        ),
        Column(
            "provenance",
            "VARCHAR",
            "what it rests on: the ratings' provenance (simulated, survey or players), or measured for a difficulty "
            "by the yardstick of its game that no rating has taught",
        ),
        Column("items", "INTEGER", "puzzles it was fitted on"),
        Column("ratings", "INTEGER", "ratings it was fitted on"),
        Column(
            "real_ratings", "INTEGER", "how many of them people gave; null: an earlier version wrote it", null=True
        ),
        Column("known_ratings", "INTEGER", "all ratings of its game at the time, used or not", null=True),
        Column("people_ratings", "INTEGER", "how many of those people gave; null: not counted then", null=True),
        Column("data_digest", "VARCHAR", "hash of the rows it was fitted on"),
        Column("settings", "VARCHAR", "hyper-parameters, as JSON"),
        Column("mae", "DOUBLE", "mean absolute error on held-out puzzles (cross-validation)"),
        Column("baseline_mae", "DOUBLE", "mean absolute error of predicting the mean of the training puzzles"),
        Column(
            "rank_correlation",
            "DOUBLE",
            "Spearman correlation of held-out predictions and ratings",
            null=True,
        ),
        Column(
            "interval",
            "DOUBLE",
            "half width of the 80 % interval, from held-out residuals; of difficulty that is measured, a guess",
        ),
        Column("importances", "MAP(VARCHAR, DOUBLE)", "each feature's share of the contributions to predictions"),
        Column(
            "above", "VARCHAR", "model of the wider audience that it corrects; null if it is everyone's", null=True
        ),
        Column("above_mae", "DOUBLE", "mean absolute error of that model on the same held-out puzzles", null=True),
        Column("parent", "VARCHAR", "the model that was in use when this one was fitted", null=True),
        Column("promoted", "BOOLEAN", "was it taken into use"),
        Column("reason", "VARCHAR", "why it was or was not promoted"),
        Column("body", "VARCHAR", "the model itself, as JSON; earlier versions wrote LightGBM's text"),
    ),
)

MODEL_SCORE = Table(
    "model_score",
    "How well each model predicts, by several protocols, beside baselines and the best score possible.",
    ("model_id", "protocol", "subject", "metric"),
    (
        Column("model_id", "VARCHAR", "the model, or the model that the baseline is compared with"),
        GAME,
        Column(
            "protocol",
            "VARCHAR",
            "what was held out: nested (puzzles), 'nested, families apart' (variants); '3-fold, plain means' etc."
            " are the papers' protocol",
        ),
        Column(
            "subject",
            "VARCHAR",
            "who predicts: model; mean, length (number of moves); one, best, worst rater against the others; floor (a"
            " perfect prediction, since ratings have errors); chance; preset and its name (a paper's settings)",
        ),
        Column("metric", "VARCHAR", "MAE, RMSE, SMAPE (per cent), rank correlation or top-10 hit rate"),
        Column("value", "DOUBLE", "the score; errors are in steps of the scale from 1 to 5"),
    ),
)

LEARNING_CURVE = Table(
    "learning_curve",
    "How good each model would be with fewer raters or fewer rated puzzles, on held-out puzzles.",
    ("model_id", "over", "count"),
    (
        Column("model_id", "VARCHAR", "the model"),
        GAME,
        Column("over", "VARCHAR", "what was reduced: raters or items"),
        Column("count", "INTEGER", "how many it learned from; the largest is the model itself"),
        Column("mae", "DOUBLE", "mean absolute error against what all raters said"),
        Column("mean_mae", "DOUBLE", "mean absolute error of predicting the mean of what was learned from"),
        Column("rank_correlation", "DOUBLE", "Spearman correlation with what all raters said", null=True),
    ),
)

MODEL_ITEM = Table(
    "model_item",
    "Cross-validation: what each model says of the puzzles that it was fitted on, by a fit without them.",
    ("model_id", "puzzle_id"),
    (
        Column("model_id", "VARCHAR", "the model"),
        GAME,
        PUZZLE_ID,
        Column("fold", "INTEGER", "the part of the puzzles that was held out together, from 0"),
        Column(
            "observed",
            "DOUBLE",
            "the audience's mean without the raters' own habits; for a person's model, the person's rating",
        ),
        Column("variance", "DOUBLE", "variance of its error, from the noise of its raters"),
        Column("held_out", "DOUBLE", "prediction of the model fitted without its fold"),
    ),
)

PROMOTION = Table(
    "promotion",
    "Decisions by hand on which model is in use. Decisions of a refresh are in model.promoted.",
    ("game", "number"),
    (
        GAME,
        Column("number", "INTEGER", "which decision of the game, from 1"),
        Column("what", "VARCHAR", "promote: use this model from then on; rollback: use the one before it again"),
        Column("model_id", "VARCHAR", "the model that is taken into or out of use"),
        AUDIENCE,
        Column("target", "VARCHAR", "what the model predicts: interest or difficulty"),
        Column("from_night", "DATE", "the first night that it counts for"),
        Column("generation", "INTEGER", "newest generation of models at that time; later ones overrule the decision"),
        Column("why", "VARCHAR", "the reason, as it was given"),
    ),
)

PREDICTION = Table(
    "prediction",
    "Predicted interest and difficulty of each puzzle for each audience, with 80 % intervals.",
    ("batch", "puzzle_id", "audience"),
    (
        BATCH,
        NIGHT,
        GAME,
        PUZZLE_ID,
        AUDIENCE,
        Column("interest", "DOUBLE", "predicted mean interest, 1 to 5"),
        Column("interest_low", "DOUBLE", "lower end of the 80 % interval"),
        Column("interest_high", "DOUBLE", "upper end of the 80 % interval"),
        Column("difficulty", "DOUBLE", "predicted mean difficulty, 1 to 5"),
        Column("difficulty_low", "DOUBLE", "lower end of the 80 % interval"),
        Column("difficulty_high", "DOUBLE", "upper end of the 80 % interval"),
        Column("interest_model", "VARCHAR", "model_id of the interest model"),
        Column("difficulty_model", "VARCHAR", "model_id of the difficulty model"),
        replace(PROVENANCE, comment="where the ratings behind the interest come from: simulated, survey or players"),
        DIFFICULTY_PROVENANCE,
        HILL,
        SURPRISE_SHARE,
        PEOPLE_RATINGS,
        TRUST,
        Column(
            "interest_reasons",
            "MAP(VARCHAR, DOUBLE)",
            "the features that weigh most and what each adds to the interest, in steps of the scale; "
            "'predicted_difficulty' is what the difficulty adds",
            null=True,
        ),
        Column("difficulty_reasons", "MAP(VARCHAR, DOUBLE)", "the same for the difficulty", null=True),
        Column("reason", "VARCHAR", "a sentence for players: how it compares with most puzzles, and why", null=True),
        Column("reason_ja", "VARCHAR", "the same in Japanese; null where a game has no Japanese words", null=True),
        Column("reason_short", "VARCHAR", "one short sentence that tells nothing of the answer", null=True),
        Column("reason_short_ja", "VARCHAR", "the short sentence in Japanese", null=True),
    ),
)

KIND = Column(
    "kind",
    "VARCHAR",
    "kind of set: curated (the best of a family), flash or practice (drawn by lot), survey (to be rated)",
)
LEVEL = Column(
    "level", "VARCHAR", "easy, medium or hard: the difficulty predicted for everyone, by the fixed cuts of its game"
)
THIRD = Column(
    "third",
    "VARCHAR",
    "third of its group that it was chosen from, by the difficulty predicted for everyone that night: easiest, "
    "middle or hardest; null if it was not chosen by thirds",
    null=True,
)

SELECTION = Table(
    "selection",
    "The puzzles that a night adds, what for and why. A puzzle is added once and never chosen again.",
    ("night", "puzzle_id"),
    (
        BATCH,
        Column("night", "DATE", "the night the puzzle was chosen for"),
        GAME,
        VARIANT,
        PUZZLE_ID,
        replace(KIND, null=True),
        Column(
            "category",
            "VARCHAR",
            "which set of that kind: the variant of curated ones, the category of pools",
            null=True,
        ),
        Column(
            "group_name",
            "VARCHAR",
            "the puzzles that it was chosen among, e.g. 'chain-2x3, reverse, 3 colours, hardest third'",
            null=True,
        ),
        LEVEL,
        THIRD,
        Column("audience", "VARCHAR", "for whom it was chosen: 'everyone', or a group of raters"),
        Column(
            "rank",
            "INTEGER",
            "its place in its group by worth, from 1; in a pool, the order of the draw; in the survey"
            " set, that of the questions",
        ),
        Column("among", "INTEGER", "how many puzzles it was chosen among", null=True),
        Column("interest", "DOUBLE", "interest predicted for everyone, 1 to 5"),
        Column("difficulty", "DOUBLE", "difficulty predicted for everyone, 1 to 5"),
        Column(
            "audience_interest",
            "DOUBLE",
            "interest predicted for its audience, 1 to 5; it counts as far as trust goes",
            null=True,
        ),
        HILL,
        SURPRISE_SHARE,
        TRUST,
        WORTH,
        Column(
            "distance",
            "DOUBLE",
            "distance from the nearest puzzle chosen before it in its set, 0 to 1; null if there was none",
            null=True,
        ),
        Column("beat", "VARCHAR", "puzzle_id of a puzzle of more worth that was left behind for it", null=True),
        Column("why", "VARCHAR", "a sentence: its group, its rank and what it beat"),
        PROVENANCE,
    ),
)

JUDGEMENT = Table(
    "judgement",
    "What agents think of each move of the answers that a night chose: a row for each puzzle, judge and move.",
    ("batch", "puzzle_id", "judge", "step"),
    (
        BATCH,
        NIGHT,
        GAME,
        PUZZLE_ID,
        Column("judge", "VARCHAR", "the agent that judges, e.g. 'greedy'; docs/agents.md lists them, weakest first"),
        Column("step", "INTEGER", "which move of the answer, from 1"),
        Column("rank", "INTEGER", "place of the answer's move among all moves; 1: the judge would play it"),
        Column("among", "INTEGER", "how many moves there were"),
        Column("margin", "DOUBLE", "how much better it likes its own move, in standard deviations over all moves"),
        Column(
            "preferred", "VARCHAR", "the move that it would play; null if it is the move of the answer", null=True
        ),
        Column(
            "nodes",
            "BIGINT",
            "positions that its search needs to find the whole answer, the same at every step; null if it never does",
            null=True,
        ),
    ),
)

QUOTA = Table(
    "quota",
    "How many puzzles a night wanted from each group, how many it got, and how varied they are.",
    ("batch", "game", "kind", "category", "group_name"),
    (
        BATCH,
        NIGHT,
        GAME,
        KIND,
        Column("category", "VARCHAR", "which set of that kind: the variant of curated ones, the category of pools"),
        Column("group_name", "VARCHAR", "the puzzles that were chosen among, e.g. 'tsd-2, hardest third'"),
        replace(THIRD, comment="third by everyone's predicted difficulty: easiest, middle or hardest; null: all"),
        Column("wanted", "INTEGER", "how many the night wanted"),
        Column("chosen", "INTEGER", "how many it got"),
        Column(
            "among",
            "INTEGER",
            "new puzzles with one solution in the whole group, all thirds included",
        ),
        Column(
            "eligible",
            "INTEGER",
            "how many of them are in this third and, once people have rated, interesting enough",
        ),
        Column("shortfall", "VARCHAR", "why fewer than wanted, as a sentence; null: as many as wanted", null=True),
        Column("worth", "DOUBLE", "mean worth of the chosen ones", null=True),
        Column("top_worth", "DOUBLE", "the same if those of most worth had been chosen, however alike", null=True),
        Column(
            "interest",
            "DOUBLE",
            "mean interest of the chosen ones, predicted for their audience; null while nobody has rated",
            null=True,
        ),
        Column("top_interest", "DOUBLE", "the same if those of most worth had been chosen", null=True),
        Column(
            "distance",
            "DOUBLE",
            "mean distance of the chosen ones to their nearest neighbour in the night's part of the set, 0 to 1",
            null=True,
        ),
        Column("top_distance", "DOUBLE", "the same if those of most worth had been chosen", null=True),
        PROVENANCE,
    ),
)

QUESTION = Table(
    "question",
    "Puzzles to ask people about next, what teaches the models most first; a list for each night and audience.",
    ("batch", "audience", "puzzle_id"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("audience", "VARCHAR", "whom to ask: everyone, beginner, regular or advanced"),
        Column("rank", "INTEGER", "place in the list of its game and audience, from 1"),
        PUZZLE_ID,
        Column(
            "anchor",
            "BOOLEAN",
            "is everybody asked about it, so that raters can be compared; it may be of an earlier batch",
        ),
        Column("gain", "DOUBLE", "share of the uncertainty about the night's puzzles that a rating would remove"),
        Column("why", "VARCHAR", "why it is asked, as a sentence"),
        PROVENANCE,
    ),
)

DRIFT = Table(
    "drift",
    "How far each night is from what the models in use were fitted on: features, ratings, models' errors.",
    ("batch", "game", "what", "name"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("what", "VARCHAR", "what is compared: mix (of variants), feature, rating or model"),
        Column("name", "VARCHAR", "name of the feature, 'interest mean', or the model's id"),
        Column("reference", "VARCHAR", "what tonight is compared with, e.g. 'founding' or 'founding, 3 nights'"),
        Column("reference_count", "INTEGER", "puzzles of the reference, of variants that are there tonight too"),
        Column("count", "INTEGER", "puzzles of tonight, of variants that are in the reference too"),
        Column("reference_mean", "DOUBLE", "mean of the reference, its variants weighed as tonight's", null=True),
        Column("mean", "DOUBLE", "mean of tonight", null=True),
        Column("psi", "DOUBLE", "population stability index, variants weighed as tonight's", null=True),
        Column("psi_limit", "DOUBLE", "its limit; null: none", null=True),
        Column(
            "shift",
            "DOUBLE",
            "difference of the means within variants, in standard deviations; for models, of errors, in steps",
            null=True,
        ),
        Column("shift_limit", "DOUBLE", "its limit, up or down; for models, up only", null=True),
        Column("drifted", "BOOLEAN", "is psi or shift beyond its limit"),
        PROVENANCE,
    ),
)

RELEASE = Table(
    "release",
    "The published releases, read back from their folders.",
    ("release",),
    (
        Column("release", "VARCHAR", "name of the release folder: the night, with -r2, -r3 if made again"),
        Column("night", "DATE", "the night it was made for"),
        Column("revision", "INTEGER", "1 for the first release of a night"),
        Column("puzzles", "INTEGER", "number of puzzles in it"),
        PROVENANCE,
        Column("digest", "VARCHAR", "SHA-256 of its SHA256SUMS file"),
        Column("manifest", "VARCHAR", "its manifest.json"),
    ),
)

RELEASE_ENTRY = Table(
    "release_entry",
    "The puzzles of each release in its order: those that the night added, and those that its sets carry on.",
    ("release", "puzzle_id"),
    (
        Column("release", "VARCHAR", "name of the release folder"),
        Column("night", "DATE", "the night that the release was made for"),
        Column(
            "position",
            "INTEGER",
            "place in the release, from 1: by game and variant, easy to hard within each",
        ),
        PUZZLE_ID,
        GAME,
        VARIANT,
        Column("category", "VARCHAR", "the category that it is practised in, with other variants", null=True),
        Column("length", "INTEGER", "moves to be found", null=True),
        LEVEL,
        THIRD,
        Column("audience", "VARCHAR", "for whom it was chosen: 'everyone', or a group of raters", null=True),
        Column("interest", "DOUBLE", "interest predicted for everyone, 1 to 5"),
        Column("interest_low", "DOUBLE", "lower end of the 80 % interval", null=True),
        Column("interest_high", "DOUBLE", "upper end of the 80 % interval", null=True),
        Column(
            "difficulty",
            "DOUBLE",
            "difficulty predicted for everyone, 1 to 5, by the models of the release's night; earlier versions left "
            "it as it was when the puzzle was added",
        ),
        Column("difficulty_low", "DOUBLE", "lower end of the 80 % interval", null=True),
        Column("difficulty_high", "DOUBLE", "upper end of the 80 % interval", null=True),
        Column(
            "provenance",
            "VARCHAR",
            "where the ratings behind the interest come from: simulated, survey or players",
            null=True,
        ),
        replace(DIFFICULTY_PROVENANCE, null=True),
        Column(
            "difficulty_model",
            "VARCHAR",
            "the model whose scale the difficulty is on: in one set the same for all puzzles of a game",
            null=True,
        ),
        HILL,
        SURPRISE_SHARE,
        Column(
            "distance",
            "DOUBLE",
            "variety: distance from the nearest puzzle that its set had when it was chosen, 0 to 1; null if variety "
            "did not count",
            null=True,
        ),
        PEOPLE_RATINGS,
        TRUST,
        WORTH,
        Column("added", "DATE", "the night that added it; null in releases that do not say", null=True),
        Column(
            "themes",
            "VARCHAR[]",
            "names of its themes, which may give the answer away; in CSV one text, with a space between two",
            null=True,
        ),
        Column("reason", "VARCHAR", "a sentence for players: how it compares with most puzzles, and why", null=True),
        Column("reason_ja", "VARCHAR", "the same in Japanese; null where a game has no Japanese words", null=True),
        Column("reason_short", "VARCHAR", "one short sentence that tells nothing of the answer", null=True),
        Column("reason_short_ja", "VARCHAR", "the short sentence in Japanese", null=True),
        Column("why", "VARCHAR", "why it was chosen"),
        Column("why_ja", "VARCHAR", "the same in Japanese", null=True),
        Column("method", "VARCHAR", "how it was made, e.g. 'reverse'; 'play' if it was met in a game", null=True),
        Column("met_in", "VARCHAR", "where it was met, e.g. 'best 3, move 57'; null if it was generated", null=True),
        Column("surprise", "VARCHAR", "which move of the answer surprises agents; null if none", null=True),
        Column("surprise_ja", "VARCHAR", "the same in Japanese", null=True),
        PUZZLE,
        Column(
            "solution",
            "VARCHAR",
            "its only solution as JSON in its game's own form, which README.md of a release describes",
        ),
    ),
)

RELEASE_SET = Table(
    "release_set",
    "The sets of each release: their puzzles, in order, since when and why.",
    ("release", "set_name", "puzzle_id"),
    (
        Column("release", "VARCHAR", "name of the release folder"),
        Column("set_name", "VARCHAR", "name of the set, e.g. 'tonight' or 'curated-tsd-2'"),
        Column(
            "kind", "VARCHAR", "kind of set: tonight, day (puzzle of the day), curated, flash, practice or survey"
        ),
        Column("position", "INTEGER", "place in the set, from 1"),
        PUZZLE_ID,
        Column("since", "DATE", "the night since which it is in the set"),
        Column("why", "VARCHAR", "why it is in the set"),
    ),
)

WITHDRAWAL = Table(
    "withdrawal",
    "Withdrawn puzzles. Releases that have them stay as they are; later ones do not have them.",
    ("puzzle_id",),
    (
        PUZZLE_ID,
        Column("game", "VARCHAR", "game the puzzle belongs to; null if unknown", null=True),
        Column("why", "VARCHAR", "the reason, as it was given"),
        Column("withdrawn_on", "DATE", "the day it was withdrawn"),
    ),
)

CHECK_RESULT = Table(
    "check_result",
    "What each check said of each table and batch when it was last made.",
    ("batch", "game", "table_name", "check_name"),
    (
        BATCH,
        NIGHT,
        GAME,
        Column("table_name", "VARCHAR", "table that was checked; rating-players is the part of rating by players"),
        Column("check_name", "VARCHAR", "what must hold, e.g. 'count agrees with verdict'"),
        Column("passed", "BOOLEAN", "did it hold"),
        Column("rows_checked", "BIGINT", "rows it looked at"),
        Column("failures", "BIGINT", "rows that broke it"),
        Column("failed_ids", "VARCHAR[]", "keys of the first 20 rows that broke it"),
        Column("detail", "VARCHAR", "what was seen instead", null=True),
        Column("digest", "VARCHAR", "content hash of the table that was checked"),
    ),
)

LINEAGE = Table(
    "lineage",
    "How each partition of each table was made, read from the footers of the Parquet files.",
    ("table_name", "partition"),
    (
        Column("asset", "VARCHAR", "asset that wrote it, e.g. 'tspin/verdicts'"),
        Column("table_name", "VARCHAR", "table it belongs to"),
        Column("partition", "VARCHAR", "folder and file below the table, e.g. 'night=2026-11-15/game=tspin'"),
        Column("run_id", "VARCHAR", "Dagster run that wrote it"),
        Column("code_version", "VARCHAR", "hash of the sources that made it"),
        Column("inputs", "VARCHAR[]", "table, partition and content hash of what it was made from"),
        Column("rows", "BIGINT", "rows in it"),
        Column(
            "seconds",
            "DOUBLE",
            "seconds that the stage took, from its inputs to its checked rows; null if unknown",
            null=True,
        ),
        Column("digest", "VARCHAR", "content hash: equal rows give equal digests, whenever written"),
        Column("written_at", "TIMESTAMP", "when it was written (UTC)"),
    ),
)

LAKE_TABLES: tuple[Table, ...] = (
    PLAYED_GAME,
    AGENT_WEIGHTS,
    CANDIDATE,
    COLLECTION,
    VERDICT,
    SOLUTION,
    FEATURE_DEFINITION,
    FEATURE,
    THEME_DEFINITION,
    THEME,
    RATING,
    SURVEY,
    ATTEMPT,
    PUZZLE_STANDING,
    PLAYER_STANDING,
    MODEL,
    MODEL_SCORE,
    LEARNING_CURVE,
    MODEL_ITEM,
    PROMOTION,
    PREDICTION,
    SELECTION,
    JUDGEMENT,
    QUOTA,
    QUESTION,
    DRIFT,
    CHECK_RESULT,
)
DERIVED_TABLES: tuple[Table, ...] = (RELEASE, RELEASE_ENTRY, RELEASE_SET, WITHDRAWAL, LINEAGE)
TABLES: dict[str, Table] = {table.name: table for table in LAKE_TABLES + DERIVED_TABLES}
