"""The rules that Great Expectations has no words for: each says of every row whether it holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from quality.vocabulary import (
    EARLIER,
    JAPANESE_SENTENCE_FORM,
    LEANS_ON,
    NIGHT_FORM,
    REASONS,
    SENTENCE_FORM,
    Rule,
    Tables,
)
from warehouse.lake import SURVEY_BATCH
from warehouse.vocabulary import (
    AUDIENCES,
    BY_PLAYERS,
    EVERYONE,
    KEPT_IDS,
    KEPT_SOLUTIONS,
    LEVELS,
    PLAYER_ID,
    QUESTIONS,
    SIMULATED,
    SIMULATED_ID,
    SURVEYED,
    TARGETS,
    UNIQUE,
)

TERMS = ("raters", "scale_low", "scale_high")

# Rules about the rows of one table.


def night_agrees(tables: Tables) -> Any:
    rows = tables.frame()
    is_night = rows["batch"].str.match(NIGHT_FORM).fillna(False).astype(bool)
    return np.where(is_night, rows["night"] == rows["batch"], rows["night"].isna())


def names_its_game(tables: Tables) -> Any:
    rows = tables.frame()
    return [_game(text) == game for text, game in zip(rows["puzzle"], rows["game"], strict=True)]


def _game(text: Any) -> Any:
    puzzle = _json(text)
    return puzzle.get("game", False) if isinstance(puzzle, dict) else False


def _json(text: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return None


def one_id_each(tables: Tables) -> Any:
    rows = tables.frame()
    return rows.groupby("puzzle", dropna=False)["puzzle_id"].transform("nunique") <= 1


def count_agrees(tables: Tables) -> Any:
    """Of the verdicts that say something about the count: unfinished ones only know a lower bound."""
    rows = tables.frame()
    count, verdict = rows["count"], rows["verdict"]
    expected = {"unique": count == 1, "ambiguous": count >= 2, "impossible": count == 0}
    return np.select([verdict == name for name in expected], list(expected.values()), default=True)


def listed_agrees(tables: Tables) -> Any:
    """None is listed where none is counted, else at least one, and no more than are counted."""
    rows = tables.frame()
    count, listed = rows["count"], rows["listed"]
    return listed.isna() | ((listed <= count) & (listed >= (count > 0)))


def unique_has_length(tables: Tables) -> Any:
    """A proved answer tells how many moves it takes."""
    rows = tables.frame()
    return (rows["verdict"] != UNIQUE) | rows["length"].notna()


def numbered_from_1(tables: Tables) -> Any:
    rows = tables.frame()
    number = rows.groupby(["batch", "puzzle_id"], dropna=False)["number"]
    return (number.transform("min") == 1) & (number.transform("max") == number.transform("nunique"))


def listed_from_0(tables: Tables) -> Any:
    rows = tables.frame()
    position = rows.groupby(["batch", "game"], dropna=False)["position"]
    return (position.transform("min") == 0) & (position.transform("max") == position.transform("nunique") - 1)


def ids_say_whose(who: str) -> Rule:
    """The ids of simulated people, and only theirs, begin with "sim-", those of the page's players with "player/"."""

    def rule(tables: Tables) -> Any:
        rows = tables.frame()
        starts = {SIMULATED: SIMULATED_ID, BY_PLAYERS: PLAYER_ID}
        return np.logical_and.reduce(
            [rows[who].str.startswith(start) == (rows["provenance"] == whose) for whose, start in starts.items()]
        )

    return rule


def of_their_session(tables: Tables) -> Any:
    """What players said in a night is of that night's session."""
    rows = tables.frame()
    return (rows["provenance"] == BY_PLAYERS) == (rows["survey"] == BY_PLAYERS + "-" + rows["batch"])


def timed_if_solved(tables: Tables) -> Any:
    rows = tables.frame()
    return (rows["solved"] == True) == rows["seconds"].notna()  # noqa: E712 (an object column if some are missing)


def median_if_solved(tables: Tables) -> Any:
    rows = tables.frame()
    return (rows["solved_share"] > 0) == rows["median_seconds"].notna()


def some_rating_is_given(tables: Tables) -> Any:
    return tables.frame()[list(TARGETS)].notna().any(axis=1)


def no_answer_is_nan(tables: Tables) -> Any:
    """What was not said is null: a NaN would be counted as something said."""
    rows = tables.arrow()
    wrong = [pc.is_nan(rows[name]).fill_null(False).to_numpy() for name in QUESTIONS]
    return ~np.logical_or.reduce(wrong)


def survey_says_where_from(tables: Tables) -> Any:
    """What comes from a survey's file has that survey's batch, an import and a line; nothing else does."""
    rows = tables.frame()
    of_survey = rows["batch"] == SURVEY_BATCH + rows["survey"]
    traced = rows["survey_import"].notna() & rows["line"].notna()
    untraced = rows["survey_import"].isna() & rows["line"].isna()
    other = untraced & ~rows["batch"].str.startswith(SURVEY_BATCH)
    return np.where(rows["provenance"] == SURVEYED, of_survey & traced, other)


def imports_are_numbered_from_1(tables: Tables) -> Any:
    number = tables.frame().groupby("survey", dropna=False)["number"]
    return (number.transform("min") == 1) & (number.transform("max") == number.transform("nunique"))


def survey_keeps_its_terms(tables: Tables) -> Any:
    """All imports of a survey have one scale and one set of raters."""
    rows = tables.frame()
    kept = [rows.groupby("survey", dropna=False)[name].transform("nunique") == 1 for name in TERMS]
    return np.logical_and.reduce(kept)


def brought_something(tables: Tables) -> Any:
    rows = tables.frame()
    return rows["added"] + rows["replaced"] >= 1


def rows_are_accounted_for(tables: Tables) -> Any:
    """Every row of the file was added, took a place, was there already or was set aside."""
    rows, found = tables.frame(), entries(tables.arrow(), "set_aside")
    aside = np.bincount(found.row, weights=found.value, minlength=found.rows)
    proper = found.without(~(found.value >= 1))
    return proper & (rows["added"] + rows["replaced"] + rows["unchanged"] + aside == rows["rows"])


def settings_are_an_object(tables: Tables) -> Any:
    return [isinstance(_json(text), dict) for text in tables.frame()["settings"]]


def passed_agrees(tables: Tables) -> Any:
    """Rows that broke a check mean that it did not pass; a check can fail without any (no rows at all)."""
    rows = tables.frame()
    return ~((rows["passed"] == True) & (rows["failures"] > 0))  # noqa: E712 (an object column if some are missing)


def failures_among_rows(tables: Tables) -> Any:
    rows = tables.frame()
    return (rows["failures"] >= 0) & (rows["failures"] <= rows["rows_checked"])


def few_ids(tables: Tables) -> Any:
    return pc.list_value_length(tables.arrow()["failed_ids"]).fill_null(0).to_numpy() <= KEPT_IDS


def release_names_its_night(tables: Tables) -> Any:
    rows = tables.frame()
    suffix = np.where(rows["revision"] == 1, "", "-r" + rows["revision"].astype(str))
    return rows["release"] == rows["night"] + suffix


# Rules about maps.


@dataclass(frozen=True)
class Entries:
    """All entries of a map column, one after the other."""

    row: np.ndarray
    name: pa.Array
    value: np.ndarray
    rows: int

    def without(self, wrong: np.ndarray) -> np.ndarray:
        """For each row: has it none of the wrong entries?"""
        good = np.ones(self.rows, dtype=bool)
        good[self.row[wrong]] = False
        return good


def entries(table: pa.Table, column: str) -> Entries:
    # A map is first cast to the list of pairs that it is: the kernels for lists abort on a map.
    maps = table[column].cast(pa.list_(pa.struct([("key", pa.string()), ("value", pa.float64())])))
    pairs = _whole(pc.list_flatten(maps))
    row = _whole(pc.list_parent_indices(maps)).to_numpy(zero_copy_only=False)
    value = pc.struct_field(pairs, "value").to_numpy(zero_copy_only=False).astype(float)
    return Entries(row, pc.struct_field(pairs, "key"), value, table.num_rows)


def _whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def features_are_finite(tables: Tables) -> Any:
    found = entries(tables.arrow(), "features")
    return found.without(~np.isfinite(found.value))


def some_feature(tables: Tables) -> Any:
    found = entries(tables.arrow(), "features")
    return np.bincount(found.row, minlength=found.rows) > 0


def no_feature_twice(tables: Tables) -> Any:
    found = entries(tables.arrow(), "features")
    named = pd.DataFrame({"row": found.row, "name": _codes(found.name)})
    return found.without(named.duplicated().to_numpy())


def _codes(names: pa.Array) -> np.ndarray:
    return names.dictionary_encode().indices.to_numpy(zero_copy_only=False)


def importances_are_shares(tables: Tables) -> Any:
    found = entries(tables.arrow(), "importances")
    total = np.bincount(found.row, weights=found.value, minlength=found.rows)
    proper = found.without(~(np.isfinite(found.value) & (found.value >= 0)))
    return proper & (np.isclose(total, 1, atol=1e-6) | (total == 0))


def reason_is_a_sentence(tables: Tables) -> Any:
    return tables.frame()["reason"].str.match(SENTENCE_FORM).fillna(False).astype(bool)


def japanese_is_a_sentence(tables: Tables) -> Any:
    """Where it is there."""
    told = tables.frame()["reason_ja"]
    return told.isna() | told.astype("string").str.fullmatch(JAPANESE_SENTENCE_FORM).fillna(False).astype(bool)


def reasons_are_finite(tables: Tables) -> Any:
    found = [entries(tables.arrow(), column) for column in REASONS]
    return np.logical_and.reduce([each.without(~np.isfinite(each.value)) for each in found])


# Rules that need a related table.


def features_are_defined(tables: Tables) -> Any:
    return _defined(tables, entries(tables.arrow(), "features"))


def reasons_are_defined(tables: Tables) -> Any:
    """They are features of the game, or the difficulty on which interest leans."""
    found = [entries(tables.arrow(), column) for column in REASONS]
    return np.logical_and.reduce([_defined(tables, each, (LEANS_ON,)) for each in found])


def _defined(tables: Tables, found: Entries, others: tuple[str, ...] = ()) -> np.ndarray:
    """For each row: are all entries of a map named after features of its game, or after others that may be?"""
    known = pc.is_in(found.name, pa.array(others, pa.string())).to_numpy(zero_copy_only=False)
    game = tables.frame()["game"].to_numpy()[found.row]
    for each, names in tables.frame("feature_definition").groupby("game")["name"]:
        named = pc.is_in(found.name, pa.array(names, pa.string())).to_numpy(zero_copy_only=False)
        known = known | ((game == each) & named)
    return found.without(~known)


def themes_are_defined(tables: Tables) -> Any:
    rows = tables.frame().rename(columns={"theme": "name"})
    return _known(rows, tables.frame("theme_definition"), ["batch", "game", "name"])


def of_batch_in(other: str) -> Rule:
    """Its puzzle is in the other table, in the same batch."""
    return lambda tables: _known(tables.frame(), tables.frame(other), ["batch", "puzzle_id"])


def verdict_known_in_rows(tables: Tables) -> Any:
    return _known(tables.frame("verdict"), tables.frame(), ["batch", "puzzle_id"])


def puzzle_in(other: str) -> Rule:
    """Its puzzle is in the other table, in whichever batch."""
    return lambda tables: tables.frame()["puzzle_id"].isin(tables.frame(other)["puzzle_id"])


def tried_can_be_solved(tables: Tables) -> Any:
    """A solution of it is known, in whichever batch."""
    verdict = tables.frame("verdict")
    return tables.frame()["puzzle_id"].isin(verdict.loc[verdict["count"] > 0, "puzzle_id"])


def simulated_raters_tried(tables: Tables) -> Any:
    """Over ratings: a simulated rater has tried what it rates, if it can be solved."""
    ratings, verdict = tables.frame("rating"), tables.frame("verdict")
    tries = tables.frame().rename(columns={"player_id": "rater_id"})
    open_to = ratings["puzzle_id"].isin(verdict.loc[verdict["count"] > 0, "puzzle_id"])
    tried = _known(ratings, tries[tries["number"] == 1], ["batch", "rater_id", "puzzle_id"])
    return tried | (ratings["provenance"] != SIMULATED) | ~open_to


def _known(rows: pd.DataFrame, others: pd.DataFrame, key: list[str]) -> Any:
    return pd.MultiIndex.from_frame(rows[key]).isin(pd.MultiIndex.from_frame(others[key]))


def solutions_agree(tables: Tables) -> Any:
    """Over verdicts: there are as many different solutions as were listed, up to how many are kept."""
    found = _different(tables, "number")
    return found == _listed(tables.frame("verdict")).clip(upper=KEPT_SOLUTIONS).to_numpy()


def _listed(verdicts: pd.DataFrame) -> Any:
    """How many solutions the solver listed; verdicts older than that column listed all that they counted."""
    return verdicts["listed"].fillna(verdicts["count"])


def predicted_for_all(tables: Tables) -> Any:
    """Over verdicts: there is a prediction for every audience that the game has predictions for."""
    audiences = tables.frame().groupby("game")["audience"].nunique()
    wanted = tables.frame("verdict")["game"].map(audiences).fillna(1)
    return _different(tables, "audience") >= wanted.to_numpy()


def _different(tables: Tables, column: str) -> np.ndarray:
    """For each verdict: how many different values its rows have in this column."""
    key = ["batch", "puzzle_id"]
    number = tables.frame().groupby(key)[column].nunique()
    return number.reindex(pd.MultiIndex.from_frame(tables.frame("verdict")[key]), fill_value=0).to_numpy()


def chosen_is_unique(tables: Tables) -> Any:
    verdict = tables.frame("verdict")
    return tables.frame()["puzzle_id"].isin(verdict.loc[verdict["verdict"] == UNIQUE, "puzzle_id"])


def chosen_is_predicted(tables: Tables) -> Any:
    """For its audience, and for everyone."""
    rows, predicted, key = tables.frame(), tables.frame("prediction"), ["puzzle_id", "audience"]
    return np.logical_and(_known(rows, predicted, key), _known(rows.assign(audience=EVERYONE), predicted, key))


def prediction_as_stated(tables: Tables) -> Any:
    """What is stated is everyone's; of those that have one (another check is that all have)."""
    rows = tables.frame()[["puzzle_id", *TARGETS]].assign(audience=EVERYONE)
    return _as_predicted(rows, tables.frame("prediction"), TARGETS) | ~chosen_is_predicted(tables)


def audience_interest_as_stated(tables: Tables) -> Any:
    """The interest that a puzzle was ranked by is that of its audience."""
    rows = tables.frame()[["puzzle_id", "audience"]].assign(interest=tables.frame()["audience_interest"])
    return _as_predicted(rows, tables.frame("prediction"), ["interest"]) | ~chosen_is_predicted(tables)


def parts_as_stated(tables: Tables) -> Any:
    """The parts of a puzzle's worth are those of its audience."""
    names = ["hill", "surprise_share", "trust"]
    rows = tables.frame()[["puzzle_id", "audience", *names]]
    return _as_predicted(rows, tables.frame("prediction"), names) | ~chosen_is_predicted(tables)


def simulated_is_not_trusted(tables: Tables) -> Any:
    """As long as simulated raters are behind an interest, it decides nothing."""
    rows = tables.frame()
    return (rows["provenance"] != SIMULATED) | ~(rows["trust"] > 0)


def _as_predicted(rows: pd.DataFrame, predicted: pd.DataFrame, names: Sequence[str]) -> np.ndarray:
    """Whether rows of puzzles and audiences say what is predicted for them."""
    key = ["puzzle_id", "audience"]
    both = rows.merge(predicted.drop_duplicates(key), on=key, how="left", suffixes=("", "_predicted"))
    return np.logical_and.reduce(
        [
            np.isclose(both[name].astype(float), both[f"{name}_predicted"].astype(float), 0, 1e-9, equal_nan=True)
            for name in names
        ]
    )


def levels_are_apart(tables: Tables) -> Any:
    """No puzzle is harder than one of its game with a harder level."""
    rows = tables.frame()
    level = rows["level"].map({name: place for place, name in enumerate(LEVELS)})
    apart = pd.Series(True, index=rows.index)
    for place in range(1, len(LEVELS)):
        low, high = rows["difficulty"].where(level < place), rows["difficulty"].where(level >= place)
        hardest = low.groupby(rows["game"]).transform("max")
        easiest = high.groupby(rows["game"]).transform("min")
        apart &= ~((low > easiest) | (high < hardest))
    return apart.to_numpy()


def harder_with_less_skill(tables: Tables) -> Any:
    """What is hard for advanced players is at least as hard for regulars and beginners; everyone is between."""
    rows = tables.frame()
    said = rows.pivot_table("difficulty", ["batch", "game", "puzzle_id"], "audience", aggfunc="mean")
    said = said.reindex(columns=AUDIENCES)
    everyone, beginner, regular, advanced = (said[name] for name in AUDIENCES)
    pairs = [(beginner, regular), (regular, advanced), (beginner, advanced)]
    pairs += [(beginner, everyone), (everyone, advanced)]
    wrong = [more < less - 1e-9 for more, less in pairs]  # what is not there is not wrong
    bad = said.index[np.logical_or.reduce(wrong)]
    return ~pd.MultiIndex.from_frame(rows[["batch", "game", "puzzle_id"]]).isin(bad)


def chosen_is_ours(tables: Tables) -> Any:
    """No imported collection has the puzzle."""
    return ~tables.frame()["puzzle_id"].isin(tables.frame("collection")["puzzle_id"])


def chosen_for_one_night(tables: Tables) -> Any:
    rows = tables.frame()
    chosen = pd.concat([frame[["puzzle_id", "night"]] for frame in (rows, tables.frame(EARLIER))])
    nights = chosen.drop_duplicates().groupby("puzzle_id").size()
    return rows["puzzle_id"].map(nights).to_numpy() == 1


def shortfall_says_why(tables: Tables) -> Any:
    """A reason where there are too few, and only there."""
    rows = tables.frame()
    return (rows["chosen"] < rows["wanted"]) == rows["shortfall"].fillna("").str.strip().ne("")


def counted_in_selection(tables: Tables) -> Any:
    """As many were chosen of each group as the quota says."""
    key = ["batch", "game", "kind", "category", "group_name"]
    rows, counted = tables.frame()[key], tables.frame("selection").groupby(key).size().rename("found").reset_index()
    return (
        rows.merge(counted, on=key, how="left")["found"].fillna(0).to_numpy() == tables.frame()["chosen"].to_numpy()
    )


def member_is_released(tables: Tables) -> Any:
    return _known(tables.frame(), tables.frame("release_entry"), ["release", "puzzle_id"])


def anchors_come_first(tables: Tables) -> Any:
    """What all are asked stands before what only this list asks."""
    rows = tables.frame()
    anchors = rows["anchor"].astype(bool).groupby([rows["batch"], rows["game"], rows["audience"]]).transform("sum")
    return rows["anchor"] == (rows["rank"] <= anchors)


def new_is_unique(tables: Tables) -> Any:
    """An anchor may be of another batch, whose verdicts are not at hand."""
    return tables.frame()["anchor"] | chosen_is_unique(tables)


def drifted_agrees(tables: Tables) -> Any:
    """What has drifted is beyond a limit; models may err less than they promised."""
    rows = tables.frame()
    shift = np.where(rows["what"] == "model", rows["shift"], rows["shift"].abs())
    return rows["drifted"] == ((rows["psi"] > rows["psi_limit"]) | (shift > rows["shift_limit"]))
