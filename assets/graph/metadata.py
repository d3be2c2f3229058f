"""What the Dagster UI shows of an asset: counts, digests, tables and, where there is something to see, pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import dagster as dg
import numpy as np

from assets.core.stage import Outcome, Press, Stage
from assets.graph.references import newest_release, night_page
from assets.learning.registry import AUDIENCE
from assets.pictures import model_card, pictures, plots
from assets.release import publish as release
from assets.stages import selection
from assets.stages.verdicts import proved, verdict_counts
from engines.registry import engine
from warehouse.lake import SO_FAR, Partition
from warehouse.vocabulary import CURATED, RESTS_ON, SIMULATED, TARGETS, VERDICTS, difficulty_from, interest_from

SHEET = 12  # puzzles on a picture
SURPRISES = 10  # answers that are listed because they surprise most
Metadata = dict[str, Any]


def markdown_table(header: list[str], rows: list[Any]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def metadata(stage: Stage, press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    """What the UI shows of one partition: counts, digests and, where there is something to see, a picture."""
    main = outcome.tables[stage.writes[0]]
    shown: Metadata = {
        "dagster/row_count" if night == SO_FAR else "dagster/partition_row_count": main.num_rows,
        "note": stage.note(outcome.tables),
        "kept": outcome.kept,
        "seconds": outcome.seconds if outcome.seconds is not None else "not known",
        "digest": ", ".join(f"{table} {stamp.digest}" for table, stamp in outcome.stamps.items()),
    }
    if night != SO_FAR:
        shown["page of the night"] = night_page(press, newest_release(press, night))
    picture = PICTURES.get(stage.name)
    return shown | (picture(press, game, night, outcome) if picture else {})


def games_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    """What came of the games of each agent, in the mean."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in outcome.tables["played_game"].to_pylist():
        found.setdefault(row["agent"] + (f" v {row['against']}" if row["against"] else ""), []).append(row)
    told = engine(game).measures
    rows = [
        [name, len(games), *(mean_of(games, measure.name, measure.digits) for measure in told)]
        for name, games in found.items()
    ]
    titles = [measure.title for measure in told]
    return {"agents": markdown(markdown_table(["agent", "games", *titles], rows))} if rows else {}


def mean_of(games: list[dict[str, Any]], measure: str, digits: int) -> str:
    values = [dict(row["measures"])[measure] for row in games if measure in dict(row["measures"])]
    return f"{np.mean(values):,.{digits}f}" if values else ""


def judgements_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    """How often each judge would have played the answer, and the answers that surprise most."""
    rows = outcome.tables["judgement"].to_pylist()
    judges: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        judges.setdefault(row["judge"], []).append(row)
    told = [
        (
            name,
            len(mine),
            f"{np.mean([row['rank'] == 1 for row in mine]):.0%}",
            f"{np.mean([row['rank'] for row in mine]):.1f}",
        )
        for name, mine in judges.items()
    ]
    most = sorted(rows, key=lambda row: (-row["rank"], row["puzzle_id"]))[:SURPRISES]
    listed = [(r["puzzle_id"], r["judge"], r["step"], f"{r['rank']} of {r['among']}", r["preferred"]) for r in most]
    return {
        "judges": markdown(markdown_table(["judge", "moves", "its own choice", "mean rank"], told)),
        "most surprising": markdown(markdown_table(["puzzle", "judge", "move", "rank", "would rather"], listed)),
    }


def candidates_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    rows = outcome.tables["candidate"].to_pylist()
    kinds = len({row["variant"] for row in rows})
    return {"some of them": markdown(sheet_of(game, pictures.mixed(rows, max(SHEET, kinds)), "candidates"))}


def verdicts_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    verdicts, solutions = outcome.tables["verdict"], outcome.tables["solution"]
    by_variant: dict[str, Counter[str]] = {}
    for row in verdicts.to_pylist():
        by_variant.setdefault(row["variant"], Counter())[row["verdict"]] += 1
    shown: Metadata = {
        **{f"{name} puzzles": count for name, count in verdict_counts(verdicts).items()},
        "verdicts": markdown(pictures.shares(by_variant, VERDICTS, "verdicts by variant")),
    }
    found = proved(verdicts, solutions)
    decoded = [engine(game).decode(text) for text in verdicts.column("puzzle").to_pylist()]
    even = engine(game).evenness(decoded, found)
    return shown | ({"evenness": markdown(evenness_tables(even))} if even else {})


def evenness_tables(even: Mapping[str, Mapping[str, Mapping[str, int]]]) -> str:
    """A table for everything that was counted, a row for each group of variants."""
    parts = []
    for name, groups in even.items():
        values = list(dict.fromkeys(value for counts in groups.values() for value in counts))
        rows = [[group, *(counts.get(value, "") for value in values)] for group, counts in groups.items()]
        parts.append(markdown_table([name, *values], rows))
    return "\n\n".join(parts)


def features_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    """How common each theme is."""
    found = Counter(outcome.tables["theme"].column("theme").to_pylist())
    total = max(1, outcome.tables["feature"].num_rows)
    rows = [
        (row["title"], found[row["name"]], f"{found[row['name']] / total:.0%}", row["description"])
        for row in outcome.tables["theme_definition"].to_pylist()
    ]
    return {"themes": markdown(markdown_table(["theme", "puzzles", "share", "when"], rows))} if rows else {}


def ratings_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    rows = outcome.tables["rating"].to_pylist()
    spread = {target: dict(sorted(Counter(f"{row[target]:.0f}" for row in rows).items())) for target in TARGETS}
    return {"provenance": SIMULATED, "answers": markdown(pictures.bars(spread, "simulated ratings"))}


def standings_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    rows = (outcome.tables[table].to_pylist() for table in ("puzzle_standing", "player_standing"))
    return {f"{whose} tries": markdown(picture) for whose, picture in pictures.scales(*rows).items()}


def predictions_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    rows = outcome.tables["prediction"].to_pylist()
    known = with_puzzles(press, game, night, rows)
    return {
        **rests_on(rows),
        "interest against difficulty": markdown(pictures.interest_against_difficulty(rows, set())),
        "most surprising": markdown(sheet_of(game, best(known), "most surprising")),
    }


def selection_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    """Tonight's best, what each group gave, and what being different cost and brought."""
    rows, quotas = (outcome.tables[table].to_pylist() for table in ("selection", "quota"))
    known = with_puzzles(press, game, night, rows)
    best_ones = best([row for row in known if row["kind"] == CURATED])
    header = ["set", "group", "chosen", "wanted", "why not"]
    told = [(row["kind"], row["group_name"], row["chosen"], row["wanted"], row["shortfall"] or "") for row in quotas]
    return {
        **rests_on(known),
        "short of their quota": sum(row["shortfall"] is not None for row in quotas),
        "groups": markdown(markdown_table(header, told)),
        "variety": markdown(markdown_table(["", "chosen", "by worth alone"], selection.variety(quotas))),
        "tonight's best": markdown(sheet_of(game, best_ones, "tonight's best")),
    }


def questions_picture(press: Press, game: str, night: str, outcome: Outcome) -> Metadata:
    """The first dozen of what everybody is asked that is new tonight, and how much each list would teach."""
    rows = outcome.tables["question"].to_pylist()
    lists: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        lists.setdefault(row["audience"], []).append(row)
    said = [
        (audience, len(found), sum(row["anchor"] for row in found), f"{sum(row['gain'] for row in found):.1%}")
        for audience, found in lists.items()
    ]
    new = [row for row in lists.get(AUDIENCE, []) if not row["anchor"]][:SHEET]
    return {
        "provenance": ", ".join(sorted({row["provenance"] for row in rows})),
        "lists": markdown(markdown_table(["audience", "questions", "anchors", "of what is uncertain"], said)),
        "asked first": markdown(sheet_of(game, with_puzzles(press, game, night, new), "asked first")),
    }


PICTURES: dict[str, Callable[[Press, str, str, Outcome], Metadata]] = {
    "games": games_picture,
    "judgements": judgements_picture,
    "candidates": candidates_picture,
    "verdicts": verdicts_picture,
    "features": features_picture,
    "ratings": ratings_picture,
    "standings": standings_picture,
    "predictions": predictions_picture,
    "selection": selection_picture,
    "questions": questions_picture,
}


def markdown(text: str) -> dg.MetadataValue:
    return dg.MetadataValue.md(text)


def with_puzzles(press: Press, game: str, night: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same rows with their puzzles, and with what their difficulty rests on."""
    known: dict[str, dict[str, Any]] = {}
    for table, names in (("verdict", ["puzzle", "variant"]), ("prediction", ["difficulty_provenance"])):
        found = press.lake.read_or_none(Partition(table, night, game))
        for row in [] if found is None else found.select(["puzzle_id", *names]).to_pylist():
            known.setdefault(row["puzzle_id"], {}).update(row)
    return [known[row["puzzle_id"]] | row for row in rows]


def rests_on(rows: list[dict[str, Any]]) -> Metadata:
    """What the interest and the difficulty of puzzles rest on."""
    whose = {"interest from": map(interest_from, rows), "difficulty from": map(difficulty_from, rows)}
    return {what: ", ".join(sorted(set(found), key=RESTS_ON.index)) or "none" for what, found in whose.items()}


def best(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A dozen of those of most worth, of as many variants as there are; where that is not known, of those whose
    answers surprise most."""

    def order(row: dict[str, Any]) -> tuple[float, str]:
        return -(row.get("worth") or row.get("surprise_share") or 0.0), row["puzzle_id"]

    return pictures.mixed(sorted(rows, key=order), SHEET)


def sheet_of(game: str, rows: list[dict[str, Any]], alt: str) -> str:
    return plots.svg_markdown(pictures.sheet(game, rows), alt)


def models_metadata(press: Press, game: str) -> Metadata:
    found = model_card.card(press, game)
    return {
        "dagster/row_count": found.models,
        "provenance": found.provenance,
        "people with models": found.people,
        **{
            title: markdown(markdown_table(list(sheet.header), list(sheet.rows)))
            for title, sheet in found.tables.items()
        },
        **{title: markdown(plot.markdown) for title, plot in found.plots.items()},
    }


def release_metadata(press: Press, night: str, published: release.Published) -> Metadata:
    chosen = {
        game: with_puzzles(press, game, night, press.lake.read(Partition("selection", night, game)).to_pylist())
        for game in press.settings.games
    }
    sheets = {f"tonight, {game}": markdown(sheet_of(game, best(rows), "tonight")) for game, rows in chosen.items()}
    return {
        "dagster/partition_row_count": published.puzzles,
        "release": published.name,
        **rests_on([row for rows in chosen.values() for row in rows]),
        "new": published.new,
        "gallery": dg.MetadataValue.path(str(published.path / "index.html")),
        "page of the night": night_page(press, published.name),
        **sheets,
    }
