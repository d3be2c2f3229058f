"""Rating puzzles: how interesting and how hard each will feel, and why."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import click

from orchestration.commands.common import BAD_INPUT, FAILED, SETTLE, Problem, read_lines
from warehouse.vocabulary import EVERYONE, TARGETS


@click.command(short_help="Rate puzzles: interest, difficulty, and why.")
@click.argument("file", required=False)
@click.option(
    "--audience",
    default=EVERYONE,
    show_default=True,
    metavar="WHO",
    help="For whom: everyone, beginner, regular, advanced, or one person's rater id.",
)
@SETTLE
def rate(file: str | None, audience: str, settle: bool) -> None:
    """Say how interesting and how hard the puzzles in FILE (or standard input) will feel, and why.

    \b
    tsume generate tsd-2 --count 5 --unique | tsume rate
    {..., "interest": {"value": 3.1, "low": 2.5, "high": 3.7}, "difficulty": {...},
     "reasons": ["Harder than most because of ...", ...], "contributions": {...},
     "audience": "everyone", "model": "tspin-interest-everyone-...", "models": {...},
     "ratings": "simulated", "difficulty_from": "measured",
     "hill": 0.83, "surprise_share": 0.8, "people_ratings": 0, "trust": 0.0}

    Puzzles are JSON objects, links and boards, solved or not: each is proved and measured here.
    Prints each as a JSON object on one line, with its own fields and these: the verdict; values
    from 1 to 5 with 80 % intervals (wider if the proof has not ended); a sentence for players, then
    its reasons one by one; how much the main features add, on the scale of 1 to 5; the audience; the
    models; and what they rest on. "ratings"
    are those behind the interest (simulated, survey or players): if they are simulated, nobody has
    rated it, and the sentences are silent about it. "difficulty_from" may be "measured" as well: on
    the puzzle and its answer, without ratings. "hill" says how well the difficulty suits the
    audience, and "surprise_share" of how many puzzles of its length the answer is more expected,
    from 0 to 1; "trust" is how far people's ratings count beside them. Fields interest and
    difficulty of the input are kept as "interest_given" and "difficulty_given". An audience without
    models of its own gets the numbers for everyone, and "audience" says so. Text that is no puzzle
    prints {"line": n, "error": ...}; the exit status is then 2. A puzzle of a game without a model
    prints an error too; the exit status is then 1.
    """
    from assets.core.stage import Press
    from orchestration import lines
    from warehouse.lake import DamagedFile

    desk = Desk(Press.from_environment(run_id="rate"), audience)
    refused = False
    for chunk in lines.chunks(read_lines(file, lines.puzzles(settle))):
        try:
            found = desk.rate(chunk)
        except DamagedFile as error:
            raise Problem(str(error), FAILED) from None
        for line in chunk:
            if line.error:
                lines.refuse(line)
                refused = True
            else:
                lines.put(found[line.number])
        sys.stdout.flush()
    if refused or desk.lacking:
        sys.exit(BAD_INPUT if refused else FAILED)


@dataclass
class Desk:
    """Who rates what: the models of each game are fetched when first needed, and what they lack is said once."""

    press: Any
    audience: str
    judges: dict[str, Any] = field(default_factory=dict)
    lacking: dict[str, str] = field(default_factory=dict)  # games without a model, and what to do

    def rate(self, chunk: list[Any]) -> dict[int, Any]:
        """What to print for each puzzle, by line number; those of one game are rated together."""
        found: dict[int, Any] = {}
        for game in dict.fromkeys(line.engine.name for line in chunk if line.engine):
            found |= self.of_game(game, [line for line in chunk if line.engine and line.engine.name == game])
        return found

    def of_game(self, game: str, mine: list[Any]) -> dict[int, Any]:
        from assets.intake.rate import rate

        self.fetch(game)
        if game in self.lacking:
            return {line.number: {"line": line.number, "error": self.lacking[game]} for line in mine}
        rated = rate(self.press, self.judges[game], [line.puzzle for line in mine])
        return {line.number: kept(line.fields) | record for line, record in zip(mine, rated, strict=True)}

    def fetch(self, game: str) -> None:
        """See who rates a game."""
        from assets.intake.rate import NoModel, judges

        if game in self.judges or game in self.lacking:
            return
        try:
            self.judges[game] = judges(self.press, game, self.audience)
        except NoModel as error:
            self.lacking[game] = str(error)
            warn(str(error))
            return
        if self.judges[game].audience != self.audience:
            whom = self.judges[game].audience
            warn(f"there is no model of {game} for {self.audience} yet: these numbers are for {whom}")


def kept(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a line, with what it gives itself for interest and difficulty under names of their own. An object
    is what was predicted before; what a line has under these names already stays."""
    given = {name: fields[name] for name in TARGETS if name in fields}
    return {f"{name}_given": value for name, value in given.items() if not isinstance(value, dict)} | fields


def warn(message: str) -> None:
    print(f"tsume: {message}", file=sys.stderr)
