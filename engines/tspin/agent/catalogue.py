"""What the engine says of its games without playing one: their options and measures, the forms that they can be
written in, and the tuners."""

from __future__ import annotations

from engines.agents import Measure, Tuner
from engines.contract import Parameter
from engines.tspin.agent.features import NAMES
from engines.tspin.agent.roster import BEST_WEIGHTS, WEIGHTS

FORMS = ("fumen",)

PARAMETERS = (
    Parameter("inputs", "inputs after which a game ends", 5000, 1, 1_000_000),
    Parameter("count_drops", "soft and hard drops are inputs too, not shifts, turns and holds alone", True),
    Parameter("back_to_back", "one line more for a T-spin or four lines after another such clear", False),
    Parameter("combos", "more lines for clears in a row", False),
    Parameter("perfect_clears", "ten lines more for a clear that leaves the board empty", False),
)

MEASURES = (
    Measure("attack", "attack", "lines sent in all inputs of the game"),
    Measure("tspin_efficiency", "T-spin %", "of all T pieces placed, the share that cleared lines by a T-spin"),
    Measure("attack_no_drops", "attack, free drops", "attack for as many inputs if drops are none"),
    Measure("pieces", "pieces", "pieces placed", 0),
    Measure("inputs_a_piece", "inputs", "inputs a piece", 2),
    Measure("nodes", "nodes", "positions evaluated a move", 0),
    Measure("tss", "TSS", "T-spin Singles"),
    Measure("tsd", "TSD", "T-spin Doubles"),
    Measure("tst", "TST", "T-spin Triples"),
    Measure("quads", "quads", "four lines at once"),
    Measure("holes", "holes", "covered empty cells after a move, the mean", 2),
    Measure("height", "height", "height of the stack after a move, the mean"),
    Measure("blocked", "blocked", "1 if the game ended because a piece could not spawn", 2),
)

GENETIC_PARAMETERS = (
    Parameter("population", "individuals of a generation", 32, 2, 10_000),
    Parameter("generations", "generations in all", 40, 1, 100_000),
    Parameter("games", "games that each individual plays in a generation (T-spin agent paper: 100)", 6, 1, 10_000),
    Parameter("inputs", "inputs of such a game (T-spin agent paper: 5000)", 1000, 1, 1_000_000),
    Parameter("survivors", "individuals that live on", 6, 1, 10_000),
    Parameter("mutation", "chance that a weight is changed", 0.15),
    Parameter("start", "begin around the weights made by hand, or anywhere", "hand", choices=("hand", "random")),
)
ALL = "all"
SWEEP_PARAMETERS = (
    Parameter("weight", "the weight that is moved", ALL, choices=(ALL, *NAMES)),
    Parameter("steps", "values on either side", 2, 1, 100),
    Parameter("reach", "the furthest value, as a share of the weight (of 40 at the least)", 1.0, 0.01, 100),
    Parameter("games", "games for each value (T-spin agent paper: 100)", 8, 2, 10_000),
    Parameter("inputs", "inputs of such a game (T-spin agent paper: 5000)", 2000, 1, 1_000_000),
    Parameter("worth", "lines sent that a percent of efficiency counts for", 0.0, 0, 1000),
)
COVARIANCE_PARAMETERS = (
    Parameter("population", "candidates of a generation", 16, 4, 10_000),
    Parameter("generations", "generations in all", 60, 1, 100_000),
    Parameter("games", "games that each candidate plays in a generation", 2, 1, 10_000),
    Parameter("inputs", "inputs of such a game", 1500, 1, 1_000_000),
    Parameter("width", "width of the beam in these games", 56, 1, 10_000),
    Parameter("efficiency", "percent of T pieces in T-spins below which a candidate is marked down", 94.0, 0, 100),
    Parameter("step", "first steps, as a share of each weight", 0.12, 0.001, 10),
)
RETURNS_PARAMETERS = (
    Parameter("start", "begin with the engine's weights, or with plain ones", "own", choices=("own", "plain")),
    Parameter("rounds", "rounds of playing and fitting", 12, 1, 10_000),
    Parameter("games", "games of a round", 120, 1, 100_000),
    Parameter("moves", "moves of such a game", 1000, 50, 100_000),
    Parameter("width", "width of the beam in all games", 64, 1, 10_000),
    Parameter("horizon", "placements after a board that count for it", 28, 1, 1000),
    Parameter("kept", "rounds that a fit is to, the last ones", 4, 1, 1000),
    Parameter("pace", "how far the weights go to what fits, from the second round on", 0.5, 0.01, 1.0),
    Parameter("loss", "lines that the end of a game costs", 25.0, 0, 1000),
    Parameter("ridge", "how much weights are held back, in boards", 300.0, 0.0, 1_000_000),
    Parameter("trial", "games of 5,000 inputs that show what weights are worth", 12, 1, 10_000),
    Parameter("efficiency", "percent of T pieces in T-spins below which weights are marked down", 95.0, 0, 100),
)
TUNERS = {
    "genetic": Tuner("genetic", "Genetic algorithm", "T-spin agent paper, 3.5", WEIGHTS, GENETIC_PARAMETERS),
    "sweep": Tuner(
        "sweep", "Each weight on its own", "T-spin agent paper, 3.5 and figure 7", WEIGHTS, SWEEP_PARAMETERS
    ),
    "covariance": Tuner(
        "covariance", "Covariance matrix adaptation (CMA-ES)", "ours", BEST_WEIGHTS, COVARIANCE_PARAMETERS
    ),
    "returns": Tuner(
        "returns", "Least squares: boards are worth what came after them", "ours", BEST_WEIGHTS, RETURNS_PARAMETERS
    ),
}
