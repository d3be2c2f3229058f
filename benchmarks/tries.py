"""After how many tries of how many people do tries outweigh the prediction? `python -m benchmarks.tries`.

Simulated people try puzzles by the law of `engines.rating.attempting`; the difficulty of a puzzle is predicted with a
known error. After so many first tries a puzzle, each method is asked how likely other people solve each puzzle
(log loss of tries that it has not seen), and how hard the puzzles are (error in steps, after the best shift, and rank
correlation). Every survey has people and puzzles of its own. Simulated: people may be less regular than that. So
there are surveys in which they are (`--irregular`): each person and each puzzle takes more or less time than the law
says, all of them take longer, and as on most of the page there is no limit.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.people.groups import GROUPS
from engines.rating import attempting, chance, response
from engines.rating.contest import EVEN, LIMIT, STEP, UNSURE, Attempts, scores, standings
from engines.rating.glicko import CENTRE, UNKNOWN, newcomers
from engines.rating.metrics import rank_correlation
from engines.rating.raters import Rater, population
from engines.rating.response import START, Belief, Response, Try, chances, person, predicted
from engines.registry import GAMES, engine

SURVEYS = 8
PUZZLES, PEOPLE, OTHERS = 120, 120, 40
COUNTS = (0, 1, 3, 5, 10, 20, 40)  # first tries a puzzle
CROWDS = (5, 10, 20, 40, PEOPLE)  # people who make them
ERROR = 0.7  # of a prediction, in steps: ranks puzzles as well as features do where people have rated
SPREAD = 0.8  # of difficulty among puzzles
SKILL, SKILL_SPREAD = attempting.REACH + 0.5 * attempting.GAIN, 0.46  # of people, on the scale of difficulty
SLOWER, OWN_TEMPO, PUZZLE_TEMPO = 2.0, 0.4, 0.4  # of irregular people: times, and log seconds
LOW, HIGH = 0.01, 0.99
ROUNDS, CLOSE_ENOUGH, LONGEST_STEP = 30, 1e-4, 0.5

Figures = tuple[float, ...]
WHAT = ("log loss of others' tries, bits", "error of difficulty, steps", "rank correlation")
WEIGHT = "weight of the prediction"


@dataclass(frozen=True, eq=False)
class Survey:
    """What is known beforehand, what was tried, and what is asked."""

    difficulty: np.ndarray
    predicted: np.ndarray
    tries: attempting.Tries  # of those who teach
    asked: attempting.Tries  # of the others
    groups: tuple[np.ndarray, np.ndarray]  # of both: numbers of groups
    limit: float | None  # seconds


@dataclass(frozen=True, eq=False)
class Said:
    """Chances of the tries that are asked for, how hard puzzles are believed to be, and how much of that is the
    prediction."""

    chance: np.ndarray
    difficulty: np.ndarray
    weight: float = np.nan


Method = Callable[[Survey, np.ndarray], Said]


def survey(number: int, irregular: bool = False) -> Survey:
    """Puzzles around the middle of the scale, tried by two groups of people."""
    ids = [f"{number}-{place}" for place in range(PUZZLES)]
    keys = chance.keys(ids, "tries")
    difficulty = 3.0 + SPREAD * chance.normal(keys, 0)
    people = population(engine(next(iter(GAMES))), number, PEOPLE + OTHERS)
    own = chance.keys([one.rater_id for one in people], "tempo", number)
    group = np.array([GROUPS.index(one.group) for one in people])
    slower, limit = np.ones((len(people), PUZZLES)), None if irregular else LIMIT
    if irregular:
        tempo = OWN_TEMPO * chance.normal(own, 0)[:, None] + PUZZLE_TEMPO * chance.normal(keys, 3)
        slower = SLOWER * np.exp(tempo)
    first, rest = slice(PEOPLE), slice(PEOPLE, None)
    teach, ask = (tried(people[some], ids, difficulty, number, slower[some], limit) for some in (first, rest))
    wrong = difficulty + ERROR * chance.normal(keys, 2)
    return Survey(difficulty, wrong, teach, ask, (group[first], group[rest]), limit)


def tried(
    people: Sequence[Rater],
    ids: Sequence[str],
    difficulty: np.ndarray,
    number: int,
    slower: np.ndarray,
    limit: float | None,
) -> attempting.Tries:
    """Tries of people who take so many times as long as the law says."""
    tries = attempting.attempt(people, ids, difficulty, "tries", number, np.inf)
    seconds = tries.seconds * slower.ravel()
    solved = tries.solved & (seconds <= (limit or np.inf))
    return attempting.Tries(tries.rater, tries.item, solved, np.where(solved, seconds, np.nan))


def taken(found: Survey, count: int, number: int, people: int = PEOPLE) -> np.ndarray:
    """Rows of so many tries of each puzzle by the first so many people, in an order by lot; fewer are among more."""
    keys = chance.keys(map(str, range(len(found.tries))), "taken", number)
    order = np.argsort(keys, kind="stable")
    order = order[found.tries.rater[order] < people]
    rank = np.empty(len(order), dtype=np.int64)
    for puzzle in range(PUZZLES):
        mine = found.tries.item[order] == puzzle
        rank[mine] = np.arange(mine.sum())
    return np.asarray(order[rank < count])


def limits(found: Survey) -> np.ndarray:
    """The limit of each try; NaN without any."""
    return np.full(len(found.tries), np.nan if found.limit is None else found.limit)


def told(found: Survey, level: np.ndarray, variance: np.ndarray, weight: float = np.nan) -> Said:
    """What a method says that knows nobody of those who are asked, but how skilled people are."""
    likely = chances(Belief(SKILL, SKILL_SPREAD**2), level, variance)
    return Said(likely[found.asked.item], level, weight)


def prediction(found: Survey, rows: np.ndarray) -> Said:
    """The prediction alone, whatever was tried."""
    return told(found, found.predicted, np.full(len(found.predicted), ERROR**2))


def share(found: Survey, rows: np.ndarray) -> Said:
    """The share of tries that succeeded, a half of the mean added, without any prediction."""
    tries = found.tries
    count = np.bincount(tries.item[rows], minlength=len(found.predicted))
    solved = np.bincount(tries.item[rows], tries.solved[rows], len(found.predicted))
    mean = solved.sum() / max(count.sum(), 1) if len(rows) else 0.5
    said = (solved + mean) / (count + 1.0)
    return Said(said[found.asked.item], -said)


def at_once(found: Survey, rows: np.ndarray, timed: bool) -> Said:
    """The most probable skills, difficulties and tempos after all tries together, by Newton's steps on all of them at
    once, and how sure it is by the curvature there (Laplace's approximation). Knows the spreads of the simulation."""
    tries, many = found.tries, len(found.predicted)
    who, what, solved = tries.rater[rows], tries.item[rows], tries.solved[rows]
    blocks = np.cumsum([0, PEOPLE, PEOPLE, many, many, 1])
    mean = np.concatenate([np.full(PEOPLE, SKILL), np.zeros(PEOPLE), found.predicted, np.zeros(many + 1)])
    spreads = (SKILL_SPREAD, response.PLAYER_TEMPO, ERROR, response.PUZZLE_TEMPO, response.GAME_TEMPO)
    known = np.repeat(np.array(spreads) ** -2.0, np.diff(blocks))
    right = np.flatnonzero(solved) if timed else np.empty(0, dtype=np.int64)
    slow, each = np.zeros((len(right), len(mean))), np.arange(len(right))
    for place, factor in ((who, -response.FASTER), (blocks[2] + what, response.FASTER)):
        slow[each, place[right]] = factor
    for place in (blocks[1] + who, blocks[3] + what, np.full(len(rows), blocks[4])):
        slow[each, place[right]] = 1.0
    timed_bend = slow.T @ slow / response.SPREAD**2
    log_seconds = np.log(tries.seconds[rows][right] / response.EVEN)
    at = mean.copy()
    for _ in range(ROUNDS):
        expected = 1.0 / (1.0 + np.exp(-response.STEEP * (at[who] - at[blocks[2] + what])))
        slope = (log_seconds - slow @ at) @ slow / response.SPREAD**2 - known * (at - mean)
        bend = timed_bend + np.diag(known)
        for place, sign in ((who, 1.0), (blocks[2] + what, -1.0)):
            slope += sign * response.STEEP * np.bincount(place, solved - expected, len(mean))
            for other, turn in ((who, 1.0), (blocks[2] + what, -1.0)):
                curve = sign * turn * response.STEEP**2 * expected * (1.0 - expected)
                bend += np.bincount(place * len(mean) + other, curve, len(mean) ** 2).reshape(bend.shape)
        step = np.clip(np.linalg.solve(bend, slope), -LONGEST_STEP, LONGEST_STEP)
        at = at + step
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    puzzles = slice(blocks[2], blocks[3])
    variance = np.diag(np.linalg.inv(bend))[puzzles]
    return told(found, at[puzzles], variance, float(np.mean(variance / ERROR**2)))


def without_time(found: Survey, rows: np.ndarray) -> Said:
    """Item response from outcomes alone, all tries at once."""
    return at_once(found, rows, timed=False)


def with_time(found: Survey, rows: np.ndarray) -> Said:
    """Item response with times, all tries at once."""
    return at_once(found, rows, timed=True)


def graded(found: Survey, rows: np.ndarray) -> Said:
    """Item response, live, of what tries score by the rule of Maths Garden: one outcome for success and time."""
    steep, even = 1.3, EVEN - SKILL  # log odds of the score, a step; where they are even
    tries, score = found.tries, scores(found.tries.solved, found.tries.seconds, limits(found))
    players = [Belief(SKILL, SKILL_SPREAD**2)] * PEOPLE
    puzzles = [Belief(level, ERROR**2) for level in found.predicted.tolist()]
    for row in rows.tolist():
        who, what = int(tries.rater[row]), int(tries.item[row])
        variance = players[who].variance + puzzles[what].variance
        slope = steep / np.sqrt(1.0 + np.pi * steep**2 * variance / 8.0)
        expected = 1.0 / (1.0 + np.exp(-slope * (players[who].level + even - puzzles[what].level)))
        by = float(slope * (score[row] - expected)), float(slope**2 * expected * (1.0 - expected))
        players[who], puzzles[what] = players[who].told(1.0, 0.0, *by), puzzles[what].told(-1.0, 0.0, *by)
    level, variances = (np.array([getattr(one, name) for one in puzzles]) for name in ("level", "variance"))
    solution = score[rows][tries.solved[rows]].mean() if tries.solved[rows].any() else 0.85
    narrow = steep / np.sqrt(1.0 + np.pi * steep**2 * (variances + SKILL_SPREAD**2) / 8.0)
    likely = 1.0 / (1.0 + np.exp(-narrow * (SKILL + even - level))) / solution
    return Said(likely[found.asked.item], level)


def live(found: Survey, rows: np.ndarray) -> Said:
    """Item response with times, try by try; knows as much as the other methods."""
    state = after(found, rows, person(SKILL, SKILL_SPREAD), ERROR)
    level, variance = puzzles_of(found, state)
    return told(found, level, variance, float(np.mean(variance / ERROR**2)))


def on_page(found: Survey, rows: np.ndarray) -> Said:
    """The same as the player page has it, of people who said nothing of themselves."""
    state = after(found, rows, START[None], response.UNSURE)
    level, variance = puzzles_of(found, state)
    likely = chances(START[None], level, variance)
    return Said(likely[found.asked.item], level, float(np.mean(variance / response.UNSURE**2)))


def on_page_in_groups(found: Survey, rows: np.ndarray) -> Said:
    """The same where everybody, those who are asked too, said which group they are of."""
    state = after(found, rows, None, response.UNSURE)
    level, variance = puzzles_of(found, state)
    likely = np.stack([chances(START[group], level, variance) for group in GROUPS])
    chance = likely[found.groups[1][found.asked.rater], found.asked.item]
    return Said(chance, level, float(np.mean(variance / response.UNSURE**2)))


def after(found: Survey, rows: np.ndarray, start: Belief | None, error: float) -> Response:
    """What is believed after one try after another; without a start, of people who begin where their group does."""
    tries = found.tries
    state = Response(lambda name: predicted(float(found.predicted[int(name)]), error))
    for row in rows.tolist():
        who, solved = int(tries.rater[row]), bool(tries.solved[row])
        seconds = float(tries.seconds[row]) if solved else None
        one = Try(0, str(who), str(tries.item[row]), solved, seconds, found.limit)
        state.take(one, start or START[GROUPS[found.groups[0][who]]])
    return state


def puzzles_of(found: Survey, state: Response) -> tuple[np.ndarray, np.ndarray]:
    """Levels and variances of all puzzles."""
    beliefs = [state.puzzle(str(number)) for number in range(len(found.predicted))]
    return np.array([one.level for one in beliefs]), np.array([one.variance for one in beliefs])


def by_glicko(found: Survey, rows: np.ndarray) -> Said:
    """Glicko-2 with the prediction as prior; all tries of one day."""
    return glicko(found, rows, CENTRE + STEP * (found.predicted - EVEN), UNSURE)


def glicko_alone(found: Survey, rows: np.ndarray) -> Said:
    """Glicko-2 without a prediction, as the standings of the lake have it."""
    return glicko(found, rows, np.full(len(found.predicted), CENTRE), UNKNOWN)


def glicko(found: Survey, rows: np.ndarray, rating: np.ndarray, deviation: float) -> Said:
    tries, many = found.tries, len(found.predicted)
    start = CENTRE + STEP * (SKILL - EVEN)
    attempts = Attempts(
        np.zeros(len(rows), dtype=np.int64), tries.rater[rows], tries.item[rows], np.ones(len(rows), dtype=np.int64),
        tries.solved[rows], tries.seconds[rows], limits(found)[rows], np.zeros(len(rows), dtype=np.int64),
    )  # fmt: skip
    _, puzzles = standings(attempts, newcomers(PEOPLE, start, UNKNOWN), newcomers(many, rating, deviation))
    return told(found, (puzzles.rating - CENTRE) / STEP + EVEN, (puzzles.deviation / STEP) ** 2)


METHODS: Mapping[str, Method] = {
    "prediction alone": prediction,
    "share solved alone": share,
    "Glicko-2 alone": glicko_alone,
    "Glicko-2": by_glicko,
    "item response, no time, at once": without_time,
    "item response of scores, live": graded,
    "item response, at once": with_time,
    "item response, live": live,
    "the page, nobody said a group": on_page,
    "the page, all said their group": on_page_in_groups,
}


def judged(found: Survey, said: Said) -> Figures:
    """Log loss of others' tries in bits, error of the difficulty, rank correlation; weight of the prediction."""
    likely = np.clip(said.chance, LOW, HIGH)
    loss = -np.mean(np.log2(np.where(found.asked.solved, likely, 1.0 - likely)))
    off = said.difficulty - found.difficulty
    error = float(np.abs(off - np.median(off)).mean())
    return float(loss), error, rank_correlation(said.difficulty, found.difficulty), said.weight


def table(
    surveys: int, methods: Mapping[str, Method] = METHODS, irregular: bool = False
) -> dict[str, dict[int, Figures]]:
    """Means over surveys, by method and number of tries a puzzle."""
    results: dict[str, dict[int, list[Figures]]] = {name: {} for name in methods}
    for number in range(surveys):
        found = survey(number, irregular)
        for count in COUNTS:
            rows = taken(found, count, number)
            for name, method in methods.items():
                if count or "alone" not in name or method is prediction:
                    results[name].setdefault(count, []).append(judged(found, method(found, rows)))
    return {name: {count: averaged(rows) for count, rows in by_count.items()} for name, by_count in results.items()}


def by_people(
    surveys: int, method: Method = on_page, counts: Sequence[int] = COUNTS
) -> dict[int, dict[int, Figures]]:
    """Means over surveys, by number of people and of tries a puzzle: nobody tries a puzzle twice."""
    results: dict[int, dict[int, list[Figures]]] = {people: {} for people in CROWDS}
    for number in range(surveys):
        found = survey(number)
        for people in CROWDS:
            for count in counts:
                if count <= people:
                    rows = taken(found, count, number, people)
                    results[people].setdefault(count, []).append(judged(found, method(found, rows)))
    return {people: {count: averaged(rows) for count, rows in cells.items()} for people, cells in results.items()}


def averaged(rows: Sequence[Figures]) -> Figures:
    return tuple(np.mean(rows, axis=0).tolist())


def outweighs(found: Mapping[str, Mapping[int, Figures]]) -> int | None:
    """The fewest tries a puzzle after which tries alone rank puzzles better than the prediction alone."""
    mark = found["prediction alone"][0][2]
    return next((count for count in COUNTS[1:] if found["share solved alone"][count][2] > mark), None)


def half(found: Mapping[int, Figures]) -> int | None:
    """The fewest tries a puzzle after which the prediction weighs less than a half."""
    return next((count for count, figures in found.items() if figures[3] < 0.5), None)


def show(title: str, rows: Mapping[str, Mapping[int, Figures]], place: int) -> None:
    print(f"\n{title:36}" + "".join(f"{count:>8}" for count in COUNTS))
    for name, cells in rows.items():
        print(
            f"{name:36}" + "".join(f"{cells[count][place]:8.3f}" if count in cells else " " * 8 for count in COUNTS)
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tries", description=__doc__.splitlines()[0])
    parser.add_argument("--surveys", type=int, default=SURVEYS)
    parser.add_argument("--irregular", action="store_true", help="people and puzzles with tempos of their own")
    given = parser.parse_args(arguments)
    found = table(given.surveys, irregular=given.irregular)
    print("by first tries a puzzle (simulated)")
    for place, what in enumerate(WHAT):
        show(what, found, place)
    show(WEIGHT, {name: cells for name, cells in found.items() if 0 in cells and not np.isnan(cells[0][3])}, 3)
    print(f"\ntries alone outweigh the prediction from {outweighs(found)} first tries a puzzle on (simulated)")
    if not given.irregular:
        crowds = by_people(given.surveys)
        print("\nthe page, by first tries a puzzle and by the people who made all of them (simulated)")
        for place, what in enumerate((*WHAT, WEIGHT)):
            show(what, {f"{people} people": cells for people, cells in crowds.items()}, place)
        for people, cells in crowds.items():
            print(f"{people} people: the prediction weighs less than a half from {half(cells)} tries a puzzle on")


if __name__ == "__main__":
    main()
