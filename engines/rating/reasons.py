"""Why a puzzle is predicted to be as interesting and as hard as it is: as data, and as a sentence for players.

The data are the weightiest contributions of features to a prediction (`weightiest`). The sentence (`sentences`) names
a few reasons in the words of the features (`Feature.more`, `Feature.less`). Features that share their words count as
one reason, by their sum: a sentence does not say the same thing twice, nor a thing and its contrary.

Words are only used where they are true: a value near the usual one is neither many nor few, however much a model
makes of it, and what was not measured is neither. So a model may have reasons that no sentence can name.

What there is to say (`points`) is found once for all languages; `reasons_ja` says it in Japanese.

Most reasons tell of the answer: "a quiet first move". The short sentence (`short`) is for people who have not solved
the puzzle yet. It names one reason at most, of those that are measured on what is given (`Feature.given`).

While simulated raters are behind the interest of puzzles, nothing is told of it but whether people have said any: its
contributions and points are None then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engines.contract import Feature
from engines.rating.models import DIFFICULTY, Contributions

MOST_KEPT = 6  # contributions of a prediction that are kept as data
LEAST_KEPT = 0.02  # steps of the scale, below which they are not
MOST_FOR, MOST_AGAINST = 3, 1  # reasons in a sentence
LEAST_SAID = 0.04  # steps of the scale that a reason in a sentence adds at least
LEAST_SHARE = 0.2  # of the weightiest reason
UNUSUAL = 0.25  # standard deviations from the mean from which on something is many or few
LEVEL = 0.15  # steps of the scale from the base within which a puzzle is like most
NOTHING_SHORT = "About as hard and as interesting as most."
NOTHING = "About as hard and as interesting as most: nothing stands out."
NOT_SAID = "How interesting it is, nobody has said yet."
FEW_SAID = "How interesting it is, too few people have said yet."

# What more, about the same, and less of the target is called.
COMPARED = {
    "difficulty": ("harder", "about as hard", "easier"),
    "interest": ("more interesting", "about as interesting", "less interesting"),
}


@dataclass(frozen=True)
class Weight:
    """A feature of a puzzle and what it adds to a prediction; `value` is NaN if it was not measured."""

    feature: str
    value: float
    usual: float
    contribution: float


class Ground(NamedTuple):
    """One reason in words; a clause ("it is ...") goes after "because", other words after "because of".

    For other languages it also has the name of a feature with these words, and whether there is more of it."""

    words: str
    contribution: float
    clause: bool = False
    feature: str = ""
    more: bool = True


@dataclass(frozen=True)
class Points:
    """What is to be said of one target of one puzzle, in whichever language: how it compares with most puzzles (`way`
    is 1, 0 or -1), the reasons for it and those against. Of a level one these are what makes it more and less.

    `again` is what goes without naming: SOME or ALL of the reasons that were named for the target before."""

    target: str
    way: int
    grounds: Sequence[Ground]
    others: Sequence[Ground]
    again: str = ""


SOME, ALL = "some", "all"


def weightiest(found: Contributions, most: int = MOST_KEPT, least: float = LEAST_KEPT) -> list[list[Weight]]:
    """The few features that weigh most in each prediction, weightiest first; none that adds next to nothing."""
    places = np.argsort(-np.abs(found.added), axis=1, kind="stable")[:, :most]
    usual = np.broadcast_to(found.usual, found.value.shape)
    return [
        [
            Weight(
                found.names[place],
                float(found.value[row, place]),
                float(usual[row, place]),
                float(found.added[row, place]),
            )
            for place in order
            if abs(found.added[row, place]) >= least
        ]
        for row, order in enumerate(places.tolist())
    ]


def sentences(features: Sequence[Feature], difficulty: Contributions, interest: Contributions | None) -> list[str]:
    """What to tell a player about each puzzle."""
    return [joined(*pair) for pair in points(features, difficulty, interest)]


def points(
    features: Sequence[Feature], difficulty: Contributions, interest: Contributions | None, cuts: Sequence[float] = ()
) -> Iterator[tuple[Points, Points | None]]:
    """What there is to say of each puzzle's difficulty and of its interest. `cuts` are the difficulties where levels
    end: an easy puzzle is then easier than most, a hard one harder."""
    hard_ones = _told("difficulty", features, difficulty, cuts)
    if interest is None:
        return ((hard.points(), None) for hard in hard_ones)
    pairs = zip(hard_ones, _told("interest", features, interest), strict=True)
    return ((hard.points(), fun.points(hard)) for hard, fun in pairs)


def open_points(
    features: Sequence[Feature], difficulty: Contributions, interest: Contributions | None, cuts: Sequence[float] = ()
) -> Iterator[tuple[Points, Points | None]]:
    """The same, but for reasons that tell of the answer."""
    return points([feature for feature in features if feature.given], difficulty, interest, cuts)


def short(difficulty: Points, interest: Points | None) -> str:
    """One short sentence: how a puzzle compares with most, and one reason for the more telling of the two."""
    more, alike, less = COMPARED["difficulty"]
    said = f"{alike} as most" if not difficulty.way else f"{more if difficulty.way > 0 else less} than most"
    first = leading(difficulty)
    said += f" {because(first)}" if first else ""
    if interest is None:
        return _sentence(said)
    if not interest.way:
        return NOTHING_SHORT if not difficulty.way else _sentence(said)
    more, _, less = COMPARED["interest"]
    reason = "" if first else because(leading(interest))
    return _sentence(f"{said}, {joint(difficulty, interest)} {more if interest.way > 0 else less} {reason}".rstrip())


def leading(said: Points) -> Sequence[Ground]:
    """The weightiest reason for what is said, if there is one to name."""
    return said.grounds[:1] if said.way else []


def joint(difficulty: Points, interest: Points) -> str:
    """What goes between the two parts: most like what is harder, as far as it goes."""
    return "and" if difficulty.way == interest.way else "but"


def statements(
    features: Sequence[Feature], difficulty: Contributions, interest: Contributions | None
) -> list[list[str]]:
    """The reasons of each puzzle, one short sentence each: those for its difficulty, then those for its interest."""
    parts = [_told("difficulty", features, difficulty)]
    if interest is not None:
        parts.append(_told("interest", features, interest))
    return [[line for told in each for line in told.statements()] for each in zip(*parts, strict=True)]


@dataclass(frozen=True)
class Told:
    """What is told of one target of one puzzle: whether it is more than most (1), like most (0) or less (-1), and the
    reasons for and against."""

    target: str
    way: int
    grounds: tuple[Ground, ...]  # weightiest first

    @property
    def level(self) -> bool:
        return self.way == 0

    def side(self, up: bool, most: int) -> list[Ground]:
        """The weightiest reasons for more of the target, or for less."""
        return [ground for ground in self.grounds if (ground.contribution > 0.0) == up][:most]

    def named(self) -> list[list[Ground]]:
        """The reasons that the sentence names: those for what it says, then those against."""
        if not self.level:
            return [self.side(self.way > 0, MOST_FOR), self.side(self.way < 0, MOST_AGAINST)]
        both = [self.side(True, 1), self.side(False, 1)]
        return both if all(both) else [[], []]

    def points(self, before: Told | None = None) -> Points:
        """What is to be said of this target. What was named before it is not named again."""
        told, others = self.named()
        if self.level:
            same = before is not None and told and before.level and before.named_words() == self.named_words()
            return Points(self.target, 0, told, others, ALL if same else "")
        known = [[], []] if before is None or before.level else before.named_words()
        fresh = [ground for ground in told if ground.words not in known[0]]
        again = "" if len(fresh) == len(told) else ALL if len(told) - len(fresh) == len(known[0]) else SOME
        against = [ground for ground in others if ground.words not in known[1]]
        return Points(self.target, self.way, fresh, against, again)

    def named_words(self) -> list[list[str]]:
        return [[ground.words for ground in side] for side in self.named()]

    def statements(self) -> list[str]:
        more, _, less = COMPARED[self.target]
        most = MOST_FOR + MOST_AGAINST
        return [
            _sentence(f"{more if ground.contribution > 0.0 else less} {because([ground])}")
            for ground in self.grounds[:most]
        ]


def joined(difficulty: Points, interest: Points | None, heard: bool = False) -> str:
    """One sentence of both parts; `heard`: whether some people have said how interesting puzzles are."""
    if interest is None:
        return f"{_sentence(clause(difficulty))} {FEW_SAID if heard else NOT_SAID}"
    parts = [clause(difficulty), clause(interest)]
    if parts == ["about as hard as most", "about as interesting as most"]:
        return NOTHING
    return _sentence("; ".join(parts))


def clause(said: Points) -> str:
    """The part of the sentence about one target."""
    more, alike, less = COMPARED[said.target]
    if not said.way:
        if said.again:
            return f"{alike} as most for the same reasons"
        contest = f": {more} {because(said.grounds)}, but {less} {because(said.others)}" if said.grounds else ""
        return f"{alike} as most{contest}"
    reasons = _because(said.grounds)
    if said.again:
        reasons.append(f"for {'' if said.again == ALL else 'some of '}the same reasons")
    because_of = _in_turn(reasons) or "for many small reasons"
    return f"{more if said.way > 0 else less} than most {because_of}{though(said.others)}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def because(grounds: Sequence[Ground]) -> str:
    """The reasons for something: "because it is a, and because of b, c and d"."""
    return _in_turn(_because(grounds))


def _because(grounds: Sequence[Ground]) -> list[str]:
    nouns, clauses = _kinds(grounds)
    return [f"because {words}" for words in clauses] + ([f"because of {listed(nouns)}"] if nouns else [])


def _in_turn(parts: Sequence[str]) -> str:
    """Clauses one after the other: "a, b, and c"."""
    return ", and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def though(grounds: Sequence[Ground]) -> str:
    """The reasons against it: ", despite a" or ", although it is b"."""
    nouns, clauses = _kinds(grounds)
    parts = [f", although {words}" for words in clauses]
    parts += [f", despite {listed(nouns)}"] if nouns else []
    return "".join(parts)


def _kinds(grounds: Sequence[Ground]) -> tuple[list[str], list[str]]:
    nouns = [ground.words for ground in grounds if not ground.clause]
    return nouns, [ground.words for ground in grounds if ground.clause]


def listed(words: Sequence[str]) -> str:
    """A list as people write it: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def wording(feature: Feature) -> tuple[str, str]:
    """What is said of more and of less of a feature; one without words is quoted by its description."""
    return (
        feature.more or f'a high figure for "{feature.description}"',
        feature.less or f'a low figure for "{feature.description}"',
    )


def _told(
    target: str, features: Sequence[Feature], found: Contributions, cuts: Sequence[float] = ()
) -> Iterator[Told]:
    """What is to be told of a target, a puzzle each."""
    families = _families(found.names, {feature.name: wording(feature) for feature in features})
    more_or_less = _more_or_less(found)
    named = np.where(more_or_less != 0, found.added, 0.0)
    total = np.zeros((len(named), len(families)))
    state = np.zeros((len(named), len(families)), dtype=np.int64)
    for place, members in enumerate(families.values()):
        total[:, place] = named[:, members].sum(axis=1)
        heaviest = np.argmax(named[:, members] * np.sign(total[:, [place]]), axis=1)
        state[:, place] = more_or_less[np.arange(len(named)), np.array(members)[heaviest]]
    order = np.argsort(-np.abs(total), axis=1, kind="stable")
    words = [(more, less, found.names[members[0]]) for (more, less), members in families.items()]
    for way, weights, more, places in zip(_ways(found, cuts), total, state > 0, order, strict=True):
        yield Told(target, way, tuple(_grounds(words, weights.tolist(), more.tolist(), places.tolist())))


def _ways(found: Contributions, cuts: Sequence[float]) -> list[int]:
    """How each puzzle compares with most: by how far it is from the base or, if there are two cuts of the scale, by
    which of the three parts it is in."""
    off = found.added.sum(axis=1)
    if cuts:
        low, high = cuts
        ways = 0 + (found.base + off > low) + (found.base + off > high) - 1
    else:
        ways = np.where(np.abs(off) < LEVEL, 0, np.sign(off))
    return [int(way) for way in ways]


def _families(names: Sequence[str], words: Mapping[str, tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
    """Columns by their words; those that share them go together. The difficulty's words depend on what it does."""
    found: dict[tuple[str, str], list[int]] = {}
    for place, name in enumerate(names):
        own = (DIFFICULTY, DIFFICULTY) if name == DIFFICULTY else words.get(name)
        if own is not None:
            found.setdefault(own, []).append(place)
    return found


def _more_or_less(found: Contributions) -> np.ndarray:
    """1 where a puzzle has more of a feature than usual, -1 where it has less, 0 where it is as usual or unknown.

    The difficulty is spoken of wherever it is: people may like it as it usually is.
    """
    off = (found.value - found.usual) / found.spread
    state = (off >= UNUSUAL).astype(np.int64) - (off <= -UNUSUAL)
    if DIFFICULTY in found.names:
        place = found.names.index(DIFFICULTY)
        state[:, place] = np.where(off[:, place] <= -UNUSUAL, -1, 1)
    return state


def _grounds(
    words: Sequence[tuple[str, str, str]], total: Sequence[float], more: Sequence[bool], order: Sequence[int]
) -> list[Ground]:
    """The reasons of one puzzle, weightiest first, without those that weigh little; of each family the words for
    more and less, and the name of a feature that has them."""
    least = max(LEAST_SAID, LEAST_SHARE * abs(total[order[0]])) if order else 0.0
    found = []
    for place in order:
        added, up = total[place], more[place]
        if abs(added) < least:
            break
        much, little, name = words[place]
        if name == DIFFICULTY:
            found.append(Ground(of_difficulty(added, up), added, True, name, up))
        else:
            found.append(Ground(much if up else little, added, False, name, up))
    return found


def of_difficulty(added: float, harder: bool) -> str:
    """What a puzzle's difficulty does to its interest; `harder` unless it is easier than usual."""
    if added > 0.0:
        return "it is about as hard as people like" if harder else "it is no harder than people enjoy"
    return "it is harder than most people enjoy" if harder else "it is too easy to surprise"
