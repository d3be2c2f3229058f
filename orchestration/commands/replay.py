"""Games that were played, to be seen again: as a page, or as a link for another tool."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import click

from orchestration.commands.agent import check_target, with_agents, write
from orchestration.commands.common import BAD_INPUT, FAILED, Problem


@click.command(short_help="Write a page to watch played games on.")
@click.argument("file", required=False, type=click.Path(dir_okay=False))
@click.option("--night", metavar="DATE", help="Games of that night. Default: the newest night that has some.")
@click.option("--game", metavar="NAME", help="Only of this game.")
@click.option("--number", type=click.IntRange(min=0), help="Only the game of that number.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The page to write.")
@click.option("--form", metavar="NAME", help="Write no page; print a link or text for another tool, one line a game.")
def replay(
    file: str | None, night: str | None, game: str | None, number: int | None, out: Path | None, form: str | None
) -> None:
    """Write a page to watch games on: those in FILE (`tsume agent --save`), or those of a night.

    \b
    tsume replay --out games.html                 the newest night's games
    tsume replay games.jsonl --out games.html
    tsume replay --game tspin --form fumen        ... as links that open in the fumen editor
    """
    if (out is None) == (form is None):
        raise Problem("name the output: --out PAGE, or --form NAME for links", BAD_INPUT)
    if file and night:
        raise Problem("--night and a file do not go together", BAD_INPUT)
    if game is not None:
        with_agents(game)
    check_target(out)
    records = from_file(file) if file else from_lake(night, game)
    chosen = [
        (name, played)
        for name, played in records
        if (game is None or name == game) and (number is None or played.number == number)
    ]
    if not chosen:
        raise Problem("there are no such games", FAILED)
    if out:
        from assets.release.gallery.pages.watch import standalone

        write(out, standalone(chosen))
        click.echo(f"{len(chosen)} game{'s' if len(chosen) != 1 else ''}: {out}", err=True)
        return
    names = list(dict.fromkeys(name for name, _ in chosen))
    forms = {name: list(with_agents(name).game_forms) for name in names}
    if not any(form in known for known in forms.values()):
        there = "; ".join(f"{name}: {', '.join(known) or 'none'}" for name, known in forms.items())
        raise Problem(f"unknown form {form!r} of these games: choose from {there}", BAD_INPUT)
    for name, played in chosen:
        if form in forms[name]:
            click.echo(with_agents(name).write_game(played, form))


def from_file(file: str) -> list[tuple[str, Any]]:
    from assets.release.gallery.pages.watch import told
    from engines.agents import Played

    found = []
    try:
        text = Path(file).read_text()
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}", BAD_INPUT) from None
    except UnicodeDecodeError:
        raise Problem(f"{file} is not text", BAD_INPUT) from None
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            game = Played.from_json(record)
            table = with_agents(record["game"])
            known = game.agent in table.agents and game.against in ("", *table.agents)
            known = known and all(map(math.isfinite, game.measures.values()))
            if known:
                told([(record["game"], game)])  # all that can be shown of it
        except Exception:  # a line may say anything, and so may whoever is asked to show it
            known = False
        if not known:
            raise Problem(f"{file}, line {place}: not a game that was played", BAD_INPUT)
        found.append((record["game"], game))
    if not found:
        raise Problem(f"{file}: there are no games in it", BAD_INPUT)
    return found


def from_lake(night: str | None, game: str | None) -> list[tuple[str, Any]]:
    """The games of a night, or of the newest night that has some; those of one game if it is named."""
    from engines.agents import Played
    from warehouse.home import Home
    from warehouse.lake import NIGHT, Lake

    lake = Lake(Home.from_environment().lake)
    parts = list(lake.partitions("played_game", game))
    nights = sorted({part.batch for part in parts if NIGHT.fullmatch(part.batch)}, reverse=True)
    if night is not None and night not in nights:
        raise Problem(f"no games were played in the night {night!r}", BAD_INPUT)
    for batch in [night] if night else nights:
        rows = [row for part in parts if part.batch == batch for row in lake.read(part).to_pylist()]
        if rows:
            return [(row["game"], Played.from_json(json.loads(row["record"]))) for row in rows]
    raise Problem(
        "no games have been played yet: `tsume nightly` plays some, and `tsume agent --save` keeps others in a file",
        FAILED,
    )
