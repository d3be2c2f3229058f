"""What may be told of a puzzle, and when: hints on the way, its answer and what is known of it at the end.

No key in here begins with "solution" or "answer" but in what is told when an attempt is over.
"""

from __future__ import annotations

from typing import Any

from assets.core.titles import Words, theme_words, variant_title
from engines.hands import Situation, as_json
from engines.registry import engine
from player.attempts.refusals import NotAllowed
from player.modes import Mode
from player.stock.puzzles import Stocked

THEMES_HINT: Words = ("It is about: ", "テーマ：")
FIRST_MOVE: Words = ("The first move: ", "初手：")


def goal_of(game: str, variant: str) -> Words:
    """What is to be reached, in words."""
    return variant_title(game, variant)


def themes_of(stocked: Stocked) -> list[dict[str, Any]]:
    """The themes of a puzzle by their titles."""
    known = theme_words(stocked.game)
    return [{"name": name, "title": known[name][0]} for name in stocked.themes if name in known]


def hints_of(stocked: Stocked) -> list[dict[str, Any]]:
    """The hints, from the one that tells least: the themes, then the first move unless it is the whole answer."""
    found: list[dict[str, Any]] = []
    if themes := themes_of(stocked):
        titles = (", ".join(theme["title"][0] for theme in themes), "、".join(theme["title"][1] for theme in themes))
        found.append({"words": joined(THEMES_HINT, titles), "move": None})
    steps = steps_of(stocked)
    if len(steps) > 2:
        move = steps[1].moves[0]
        found.append({"words": joined(FIRST_MOVE, in_words(steps[1], move)), "move": move})
    return [{"number": number, "of": len(found), **hint} for number, hint in enumerate(found, 1)]


def in_words(after: Situation, move: Any) -> Words:
    """The first thing that is said of a move; the move as it is written if nothing is."""
    first = next((moment for moment in after.moments if moment.said), None)
    return (str(move), str(move)) if first is None else (first.said, first.said_ja or first.said)


def joined(before: Words, after: Words) -> Words:
    return before[0] + after[0], before[1] + after[1]


def moves_of(stocked: Stocked) -> list[Any]:
    """The moves of a puzzle's solution, those of the other side included, whatever form the game writes it in."""
    return list(situation(stocked, stocked.solution).moves)


def situation(stocked: Stocked, moves: Any) -> Situation:
    game = engine(stocked.game)
    return game.situation(game.decode(dict(stocked.puzzle)), moves)


def steps_of(stocked: Stocked) -> list[Situation]:
    """The positions from the problem to the goal, one for each move of the player.

    Where the engine answers for the other side, a prefix of the line may come back longer than it was. One that came
    back with another answer than the line's is passed over: the line itself has the answer next."""
    line = moves_of(stocked)
    found = [situation(stocked, [])]
    for length in range(1, len(line) + 1):
        step = situation(stocked, line[:length])
        played = list(step.moves)
        if len(played) > len(found[-1].moves) and played == line[: len(played)]:
            found.append(step)
    return found


def told(step: Situation) -> dict[str, Any]:
    return {"moves": list(step.moves), "moments": as_json(step)["moments"]}


def solved_by(stocked: Stocked) -> dict[str, Any]:
    """The answer, move by move, with places elsewhere that show it."""
    steps = [told(step) for step in steps_of(stocked)]
    return {
        "moves": steps[-1]["moves"],
        "moments": [moment for step in steps for moment in step["moments"]],
        "steps": steps,
        "links": links_of(stocked, True),
    }


def links_of(stocked: Stocked, with_solution: bool) -> list[tuple[str, str]]:
    """Title and address of the places where the puzzle can be opened."""
    game = engine(stocked.game)
    return game.links(game.decode(dict(stocked.puzzle)), stocked.solution if with_solution else None)


def check_may_tell(mode: Mode, over: bool) -> None:
    """`NotAllowed` unless a mode tells the answer by now."""
    if mode.reveals == "never":
        raise NotAllowed(f"this mode ({mode.name}) never tells the answer", "このモードでは答えを表示しません。")
    if not over:
        raise NotAllowed("the answer is told when the attempt is over", "答えは挑戦が終わってから表示します。")


def page_of(stocked: Stocked) -> str | None:
    """The puzzle's page in the gallery of its release; none for what was made on the spot."""
    if stocked.made or not stocked.release:
        return None
    return f"/releases/{stocked.release}/puzzle.html#{stocked.puzzle_id}"
