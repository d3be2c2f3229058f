"""The sentence of `reasons` in Japanese: the same points, in the features' Japanese words.

    回り道の多さと惜しい手の多さのため、多くの問題より難しい。同じ理由で、多くの問題より面白い。

The words are noun phrases that go before 「のため」 (`Japanese.features` of the contract). A feature without Japanese
words is quoted in English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.rating.models import DIFFICULTY
from engines.rating.reasons import ALL, Ground, Points, leading

Words = Mapping[str, tuple[str, str]]  # what is said of more and of less of a feature, by its name

NOTHING = "難しさも面白さも多くの問題と同じくらいで、特に目立つ点はない。"
NOTHING_SHORT = "難しさも面白さも多くの問題と同じくらい"
NOT_SAID = "面白さはまだ評価されていない。"
FEW_SAID = "面白さの評価はまだ少ない。"
SHORT = {
    "difficulty": {1: "多くの問題より難しく", 0: "難しさは多くの問題と同じくらいで", -1: "多くの問題より易しく"},
    "interest": {1: "面白さは多くの問題を上回る", -1: "面白さは多くの問題に及ばない"},
}
THAT = "こと"
MANY_SMALL = "小さな理由が重なり"
COMPARED = {
    "difficulty": {1: "多くの問題より難しい", 0: "難しさは多くの問題と同じくらい", -1: "多くの問題より易しい"},
    "interest": {1: "多くの問題より面白い", 0: "面白さは多くの問題と同じくらい", -1: "多くの問題ほど面白くない"},
}
CONTESTED = {
    "difficulty": "{more}難しい一方、{less}易しく",
    "interest": "{more}面白い一方、{less}面白みが薄く",
}
# What a puzzle's difficulty does to its interest: whether it adds to it, and whether it is no easier than usual.
OF_DIFFICULTY = {
    (True, True): "ちょうどよい難しさ",
    (True, False): "難しすぎないこと",
    (False, True): "楽しむには難しすぎること",
    (False, False): "易しすぎて意外さがないこと",
}


def sentence(difficulty: Points, interest: Points | None, words: Words, heard: bool = False) -> str:
    """What to tell a player about a puzzle; `heard`: whether some people have said how interesting puzzles are."""
    if interest is None:
        return f"{clause(difficulty, words)}。{FEW_SAID if heard else NOT_SAID}"
    if not any((said.way or said.grounds) for said in (difficulty, interest)):
        return NOTHING
    return f"{clause(difficulty, words)}。{clause(interest, words)}。"


def short(difficulty: Points, interest: Points | None, words: Words) -> str:
    """The short sentence of `reasons`, which tells nothing of the answer."""
    if interest is None:
        return f"{_led(difficulty, words)}{COMPARED['difficulty'][difficulty.way]}。"
    if not interest.way:
        compared = COMPARED["difficulty"][difficulty.way] if difficulty.way else NOTHING_SHORT
        return f"{_led(difficulty, words)}{compared}。"
    hard, fun = SHORT["difficulty"][difficulty.way], SHORT["interest"][interest.way]
    first = _led(difficulty, words)
    return f"{first}{hard}、{'' if first else _led(interest, words)}{fun}。"


def _led(said: Points, words: Words) -> str:
    first = leading(said)
    return f"{because(first, words)}、" if first else ""


def clause(said: Points, words: Words) -> str:
    """What is said of one target, without the full stop."""
    compared = COMPARED[said.target][said.way]
    if not said.way:
        return "、".join([*_contest(said, words), compared])
    reasons = [because(said.grounds, words)] if said.grounds else []
    if said.again:
        same = "同じ理由で" if said.again == ALL else "一部は同じ理由で"
        reasons.append(f"また{same}" if reasons else same)
    against = [f"{listed(said.others, words)}を差し引いても"] if said.others else []
    return "、".join([*against, *(reasons or [MANY_SMALL]), compared])


def _contest(said: Points, words: Words) -> list[str]:
    """What makes a level puzzle more, and what makes it less."""
    if said.again:
        return ["同じ理由で"]
    if not said.grounds:
        return []
    more, less = because(said.grounds, words), because(said.others, words)
    return [CONTESTED[said.target].format(more=more, less=less)]


def because(grounds: Sequence[Ground], words: Words) -> str:
    """The reasons for something: 「Aのため」; a single 「…すること」 becomes 「…するため」."""
    said = listed(grounds, words)
    return f"{said.removesuffix(THAT)}ため" if len(grounds) == 1 and said.endswith(THAT) else f"{said}のため"


def listed(grounds: Sequence[Ground], words: Words) -> str:
    """Reasons as people list them: 「AとB」, 「A、B、C」."""
    phrases = [phrase(ground, words) for ground in grounds]
    return ("と" if len(phrases) == 2 else "、").join(phrases)


def phrase(ground: Ground, words: Words) -> str:
    """A reason in Japanese, or its English words as a quotation."""
    if ground.feature == DIFFICULTY:
        return OF_DIFFICULTY[ground.contribution > 0.0, ground.more]
    more, less = words.get(ground.feature, ("", ""))
    return (more if ground.more else less) or f"「{ground.words}」"
