"""The parameters of training, without the training itself: `tuner` trains."""

from __future__ import annotations

from engines.agents import Tuner
from engines.contract import Parameter
from engines.puyo.agent.roster import AGENTS, DQN, STAND_IN

REWARDS = ("raw", "root", "log")  # how points become rewards; `world` knows them by their places
OPPONENTS = tuple(name for name, agent in AGENTS.items() if agent.group == STAND_IN)
ALONE = "nobody"  # in the place of an opponent, for games alone
PARAMETERS = (
    Parameter("rounds", "rounds of training, each followed by games that show how good the network is "
              "(Puyo agent paper: 100)", 100, 1, 1_000_000),
    Parameter("steps", "steps of the optimiser in a round (Puyo agent paper: 50,000)", 1_000, 1, 10_000_000),
    Parameter("rate", "learning rate, of Adam (Puyo agent paper: 0.3)", 0.0005, 0.0, 1.0),
    Parameter("discount", "what a reward one move later is worth", 0.99, 0.0, 1.0),
    Parameter("memory", "moves that are remembered", 100_000, 100, 10_000_000),
    Parameter("warm_up", "moves that are remembered before the first step", 5_000, 1, 10_000_000),
    Parameter("batch", "moves that a step learns from", 64, 1, 10_000),
    Parameter("games", "games that are played side by side, one move each a step", 16, 1, 10_000),
    Parameter("follow", "steps after which the target network is brought up to date", 250, 1, 10_000_000),
    Parameter("epsilon", "share of moves at random in the end", 0.05, 0.0, 1.0),
    Parameter("explore", "steps until then, from all at random", 4_000, 0, 10_000_000),
    Parameter("reward", "points, in thousands, as 003 has them, their root, or their logarithm", "log",
              choices=REWARDS),
    Parameter("against", "learn in matches against this agent, the reward being less what its points are worth "
              "(Puyo agent paper, 4.2), or alone", ALONE, choices=(ALONE, *OPPONENTS)),
    Parameter("penalty", "what a lost game costs (Puyo agent paper: nothing)", 1.0, 0.0, 100.0),
    Parameter("double", "the trained network chooses the placement that the target network values", True),
    Parameter("trial", "games played after a round", 10, 1, 10_000),
    Parameter("pairs", "pairs after which such a game ends, alone", 100, 1, 10_000),
)  # fmt: skip
TUNER = Tuner(DQN, "DQN", "Puyo agent paper, 4.1 and 4.2", DQN, PARAMETERS, needs="dqn")
