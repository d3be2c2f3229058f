"""Models: which there are, how good they are, which are in use, and changing that."""

from __future__ import annotations

from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, FORMATS, Problem, with_progress, writable_home
from warehouse.vocabulary import MEASURED, SIMULATED, TARGETS

WHY = click.option("--why", required=True, metavar="TEXT", help="The reason, for whoever asks later.")
TARGET = click.option("--target", type=click.Choice(TARGETS), help="Of one target only.")
COLUMNS = (
    "model_id", "in_use", "game", "target", "audience", "generation", "fitted_on", "provenance", "items", "ratings",
    "mae", "baseline_mae", "above_mae", "rank_correlation", "promoted", "real_ratings", "from_night",
)  # fmt: skip
SHOWN = (
    "game", "target", "audience", "generation", "fitted_on", "provenance", "items", "ratings", "real_ratings",
    "data_digest", "mae", "baseline_mae", "above", "above_mae", "rank_correlation", "interval", "parent",
    "promoted", "reason", "settings",
)  # fmt: skip
WEIGHTIEST = 10


@click.group(short_help="Manage the models of interest and difficulty.")
def models() -> None:
    """The models that say how interesting and how hard a puzzle will feel, for everyone, a skill group or a person.

    \b
    tsume models list
    tsume models show tspin-interest-everyone-0123abcd
    tsume models rollback tspin --why "hard puzzles came out as easy"

    Models are never changed or deleted. A refresh promotes a model only if it beats the one in use.
    A promotion or rollback by hand counts from the next night that has not been rated.
    """


@models.command("list", short_help="List the models.")
@click.argument("game", required=False)
@click.option("--audience", metavar="WHO", help="Only this audience: everyone, beginner, ..., or a rater's id.")
@TARGET
@click.option(
    "--all", "everything", is_flag=True, help="Also list models that are not in use, and those of single people."
)
@click.option("--format", "form", type=FORMATS, default="table", show_default=True)
def list_models(game: str | None, audience: str | None, target: str | None, everything: bool, form: str) -> None:
    """List the models in use for everyone and the skill groups, of all games or of GAME, with their held-out errors.

    "in_use" marks the model that was promoted last. `tsume rate` uses it at once; nights use it
    from "from_night" on: the day after its fit, or the day that was decided by hand. If
    "from_night" is empty, it was in use from the start. "real_ratings" counts the "ratings" that
    people gave; the others are simulated. Errors are mean absolute errors, in steps of the scale
    from 1 to 5: of the model, of predicting the mean (baseline), and of the wider audience's model
    (above).
    """
    from orchestration.tables import print_rows
    from warehouse.vocabulary import EVERYONE, RATER_GROUPS

    rows = []
    for registry in registries(game):
        used = in_use(registry)
        for row in registry.models:
            wanted = audience in (None, row["audience"]) and target in (None, row["target"])
            usual = row["model_id"] in used and (audience or row["audience"] in (EVERYONE, *RATER_GROUPS))
            if wanted and (everything or usual):
                told = {**row, "in_use": row["model_id"] in used, "from_night": used.get(row["model_id"])}
                rows.append([told[name] for name in COLUMNS])
    print_rows(list(COLUMNS), [[rounded(value) for value in row] for row in rows], form)


@models.command(short_help="Show one model.")
@click.argument("model_id")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def show(model_id: str, form: str) -> None:
    """Show what a model was fitted on, how good it is beside what it has to beat, and which features it uses most."""
    import json

    from assets.core.stage import Press
    from assets.learning.registry import rows_of
    from orchestration.tables import plain, print_rows

    registry, model = known(model_id)
    press = Press.from_environment()
    scores, curve = (rows_of(press, table, model) for table in ("model_score", "learning_curve"))
    champion = registry.champion(model["target"], model["audience"])
    weightiest = sorted(model["importances"], key=lambda pair: -pair[1])[:WEIGHTIEST]
    facts = {"model_id": model_id, "in_use": champion == model, **{name: model[name] for name in SHOWN}}
    facts |= {"from_night": in_use(registry).get(model_id), "rests_on": rests_on(press, model)}
    if form == "json":
        facts |= {"importances": dict(model["importances"]), "scores": bare(scores), "learning_curve": bare(curve)}
        facts["settings"] = json.loads(model["settings"])
        print(
            json.dumps(
                {name: value if isinstance(value, dict | list) else plain(value) for name, value in facts.items()}
            )
        )
        return
    for name, value in facts.items():
        click.echo(f"{name + ':':<18}{'-' if value is None else rounded(value)}")
    click.echo("goes by:          " + ", ".join(f"{name} {share:.0%}" for name, share in weightiest))
    for title, rows in (("scores", scores), ("learning curve", curve)):
        if rows:
            whose = SIMULATED if model["provenance"] == MEASURED else model["provenance"]  # what it is held against
            click.echo(f"\n{title} ({whose} ratings)")
            names = [name for name in rows[0] if name not in ("model_id", "game")]
            print_rows(names, [[rounded(row[name]) for name in names] for row in rows], "table")


@models.command(short_help="Take a model into use.")
@click.argument("model_id")
@WHY
def promote(model_id: str, why: str) -> None:
    """Take a model into use from the next night on, even if the refresh rejected it."""
    from assets.learning import registry

    game = known(model_id)[1]["game"]
    done = decide(game, why, lambda press, today: [registry.promote(press, game, model_id, why, today)])
    click.echo(f"{model_id}: in use from the night of {done[0]['from_night']}", err=True)


@models.command(short_help="Go back to the models before.")
@click.argument("game")
@click.option("--audience", metavar="WHO", help="Only this audience: everyone, beginner, ..., or a rater's id.")
@TARGET
@WHY
def rollback(game: str, audience: str | None, target: str | None, why: str) -> None:
    """Take the models of GAME that came into use last out of use. Those before them are used again."""
    from assets.learning import registry

    registries(game)
    done = decide(game, why, lambda press, today: registry.rollback(press, game, why, today, audience, target))
    for row in done:
        click.echo(f"{row['model_id']}: out of use from the night of {row['from_night']}", err=True)


@models.command(short_help="Fit models anew.")
@click.argument("game", required=False)
def refresh(game: str | None) -> None:
    """Fit models on all ratings so far, as the schedule does every week, and say which are promoted, and why.

    `tsume rate` uses promoted models at once, nights from tomorrow on. The models of single people
    are only counted; `tsume models list --all` lists them.
    """
    games = [registry.game for registry in registries(game)]
    for line in with_progress("models", lambda press: refreshed(press, games)):
        click.echo(line)


def refreshed(press: Any, games: list[str]) -> list[str]:
    """Refresh the models of some games; what became of each."""
    from assets.core.stage import ChecksFailed
    from assets.intake.collection import answer
    from assets.stages import models as fitting

    failed, told = [], []
    for game in games:
        try:
            today = today_of(press)
            told += outcomes(press, game, fitting.refresh(press, game, today).tables["model"].to_pylist(), today)
        except ChecksFailed as error:  # the other games have done nothing wrong
            failed.append(error)
    answer(press)
    if failed:
        raise failed[0]
    return told


def outcomes(press: Any, game: str, rows: list[dict[str, Any]], today: Any) -> list[str]:
    """What a refresh promoted or kept, and why: a line a model, one for all single people's."""
    from warehouse.vocabulary import EVERYONE, RATER_GROUPS

    newest = max((row["generation"] for row in rows), default=0)
    fresh = [row for row in rows if row["generation"] == newest and row["fitted_on"] == today]
    if not fresh:
        return [f"{game}: nothing new to learn from, the models in use stay"]
    usual = [row for row in fresh if row["audience"] in (EVERYONE, *RATER_GROUPS)]
    lines = [
        f"{game} {row['target']} for {row['audience']}: {what_became(row)} ({rests_on(press, row)})" for row in usual
    ]
    if people := [row for row in fresh if row not in usual]:
        taken = sum(row["promoted"] for row in people)
        lines.append(f"{game} for single people: {taken} promoted, {len(people) - taken} not promoted")
    return lines


def what_became(row: dict[str, Any]) -> str:
    """Which model is in use now, and why."""
    if row["promoted"]:
        return f"{row['model_id']} {row['reason']}"
    return f"{row['parent'] or 'none of its own'} is kept; the new one was {row['reason']}"


def rests_on(press: Any, row: dict[str, Any]) -> str:
    """Whose ratings a model rests on, and how many more of people's are needed until they count alone."""
    from assets.learning.training import mixture, people_lacking

    lacking = people_lacking(row, press.settings.models["enough_real_ratings"])
    return mixture(row) + (f"; {lacking}" if lacking else "")


def in_use(registry: Any) -> dict[str, Any]:
    """The models in use by id, with the night they count from; None is from the start."""
    from datetime import date

    found = {}
    for who, what in registry.kinds():
        if pile := registry.piled(what, who):
            moment, row = pile[-1]
            found[row["model_id"]] = None if moment[0] == date.min else moment[0]
    return found


def decide(game: str, why: str, decision: Any) -> Any:
    """Decide something, and let the warehouse know."""
    from assets.intake.collection import answer
    from assets.learning.registry import BadDecision

    if not why.strip():
        raise Problem("--why needs a reason", BAD_INPUT)
    writable_home()

    def work(press: Any) -> Any:
        done = decision(press, today_of(press))
        answer(press)
        return done

    try:
        return with_progress("models", work)
    except BadDecision as error:
        raise Problem(str(error), BAD_INPUT) from None


def today_of(press: Any) -> Any:
    from datetime import datetime

    return datetime.now(press.settings.zone).date()


def registries(game: str | None) -> list[Any]:
    """The registries of all games, or of one."""
    from assets.core.stage import Press
    from assets.learning.registry import Registry
    from engines.registry import GAMES
    from warehouse.lake import DamagedFile

    press = Press.from_environment()
    if game is not None and game not in GAMES:
        raise Problem(f"unknown game {game!r}: choose from {', '.join(GAMES)}", BAD_INPUT)
    try:
        return [Registry.of(press, name) for name in ([game] if game else press.settings.games)]
    except DamagedFile as error:
        raise Problem(str(error), FAILED) from None


def known(model_id: str) -> tuple[Any, Any]:
    """A model that somebody named, with its registry."""
    from assets.core.stage import Press
    from engines.registry import GAMES

    Press.from_environment()  # a root that cannot be one is told first
    for game in GAMES:
        if model_id.startswith(f"{game}-"):
            registry = registries(game)[0]
            if model_id in registry.by_id:
                return registry, registry.by_id[model_id]
    raise Problem(f"no model is called {model_id!r}: see `tsume models list --all`", BAD_INPUT)


def bare(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without what they all share."""
    return [{name: value for name, value in row.items() if name not in ("model_id", "game")} for row in rows]


def rounded(value: Any) -> Any:
    return round(value, 3) if isinstance(value, float) else value
