"""What the engine says of its games without playing one: their options and measures, the forms that they can be
written in, and the tuners."""

from __future__ import annotations

from engines.agents import Measure, Tuner
from engines.contract import Parameter
from engines.puyo.agent.dqn import catalogue as dqn
from engines.puyo.agent.roster import WEIGHTS

FORMS = ("link",)  # pon2's studio holds a queue of any length, with its placements

ALONE = (
    Parameter("moves", "pairs that are placed before the chain is fired", 32, 1, 200),
    Parameter("blocked", "filled columns block the way past them", False),
    Parameter("loss", "column 3 filled up to row 12 after a move loses", True),
    Parameter("tries", "how often an agent that is stuck may begin again", 100, 0, 10_000),
)
MATCH = (
    Parameter("fire_at", "points from which a chain is fired at once, in a match", 2100, 1, 1_000_000),
    Parameter("pair_time", "how long a pair takes, in a match", 2, 1, 100),
    Parameter("rival_time", "how long a pair of the opponent takes, in a match", 2, 1, 100),
    Parameter("round_time", "how long a round of a chain takes, in a match", 4, 0, 100),
)
PARAMETERS = (*ALONE, *MATCH)

MEASURES = (
    Measure("chains", "chains", "rounds of the chain that is fired at the end; in a match, of the longest", 2),
    Measure("score", "score", "points of that chain; in a match, of all chains", 0),
    Measure(
        "ready",
        "moves to 2,100",
        "moves until some pair could have fired 2,100 points; one more than all if never",
        2,
    ),
    Measure("hand", "moves to 2,100 in hand", "the same with the pair in hand", 2),
    Measure("puyos", "puyos", "puyos on the board as it is fired, the last pair included", 1),
    Measure("nodes", "nodes a move", "boards looked at for a move", 0),
    Measure("equal", "equal", "of those, how many were as good as the best, in the mean", 1),
    Measure("restarts", "restarts", "how often the agent was stuck and began again", 2),
    Measure("won", "won", "matches won; half of one that nobody lost and both scored the same in", 2),
    Measure("conceded", "other's score", "points of all of the other's chains in a match", 0),
    Measure("placed", "pairs placed", "pairs placed in a match", 1),
)

COVARIANCE = (
    Parameter("start", "begin with the agents' weights, or with those by hand", "own", choices=("own", "hand")),
    Parameter("population", "sets of weights drawn in a generation", 14, 4, 10_000),
    Parameter("generations", "generations in all", 30, 1, 100_000),
    Parameter("games", "games that each plays in a generation", 32, 1, 10_000),
    Parameter("step", "first steps, as a share of each weight", 0.15, 0.001, 10),
    Parameter("width", "boards kept in a layer", 24, 1, 100_000),
    Parameter("futures", "futures that are imagined", 6, 1, 10_000),
    Parameter("depth", "moves that are searched", 8, 1, 100),
)
TUNERS: dict[str, Tuner] = {
    tuner.name: tuner
    for tuner in (
        Tuner("covariance", "Covariance matrix adaptation (CMA-ES)", "ours", WEIGHTS, COVARIANCE),
        dqn.TUNER,
    )
}
