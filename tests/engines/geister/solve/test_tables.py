"""Endgame tables: known counts, and every value against plain play with letters on a board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

import numpy as np
import pytest

from engines.contract import BadPuzzle
from engines.geister.rules.material import Material, family, material_of, settled_material
from engines.geister.rules.moves import Position
from engines.geister.rules.puzzle import Puzzle, mirror, position_of, puzzle_from
from engines.geister.rules.ranks import CLASSES, classes_of, mirrored, rank_of, sets_of
from engines.geister.solve.retrograde import build
from engines.geister.solve.tables import (
    LISTED,
    MOST_SLOTS,
    has_table,
    lookup,
    lookup_all,
    position_at,
    positions_of_length,
    slot_of,
    table,
    values_of,
)

HIDDEN = Material(1, 1, 1, 1, 0, 0)
SHOWN = Material(1, 1, 0, 0, 1, 1)
# Positions and wins by length; the paper's own two tables (8.1).
HIDDEN_WINS = {1: 39270, 3: 59520, 5: 53868, 7: 26714, 9: 9152, 11: 2096, 13: 888, 15: 402, 17: 76, 19: 6}
SHOWN_WINS = {
    1: 326172, 3: 108976, 5: 116218, 7: 81202, 9: 47500, 11: 25108, 13: 20748, 15: 18488, 17: 14436, 19: 10440,
    21: 6082, 23: 3322, 25: 2078, 27: 1264, 29: 684, 31: 302, 33: 150, 35: 50, 37: 12,
}  # fmt: skip

State = tuple[str, int]  # 36 letters from a1 on, and how many hidden pieces are blue
WON, LOST = ("won", 0), ("lost", 0)


def beside(square: int) -> list[int]:
    """The squares one step away."""
    x, y = square % 6, square // 6
    steps = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [6 * b + a for a, b in steps if 0 <= a < 6 and 0 <= b < 6]


def moved(squares: str, start: int, end: int) -> str:
    """The board after a piece went from a square to another, whatever was there."""
    letters = list(squares)
    letters[start], letters[end] = ".", letters[start]
    return "".join(letters)


def taken(squares: str, hidden_blue: int, piece: str, then: str) -> State:
    """What becomes of the game when the attacker takes a piece."""
    hidden_red = squares.count("u") - hidden_blue
    if piece == "b":
        return WON if squares.count("b") + hidden_blue == 1 else (then, hidden_blue)
    if squares.count("r") + hidden_red == 1:
        return LOST
    if piece == "u" and hidden_red == 1:
        return then.replace("u", "b"), 0
    return then, hidden_blue


def attacks(state: State) -> Iterator[State]:
    """What each move of the attacker leads to."""
    squares, hidden_blue = state
    for start, piece in enumerate(squares):
        if piece not in "BR":
            continue
        if piece == "B" and start in (30, 35):
            yield WON
        for end in beside(start):
            if squares[end] in "ubr":
                yield taken(squares, hidden_blue, squares[end], moved(squares, start, end))
            elif squares[end] == ".":
                yield moved(squares, start, end), hidden_blue


def defences(state: State) -> Iterator[State]:
    """What each move of the defender leads to."""
    squares, hidden_blue = state
    for start, piece in enumerate(squares):
        if piece not in "ubr":
            continue
        if piece in "ub" and start in (0, 5):
            yield LOST
        for end in beside(start):
            if squares[end] in "BR" and squares.count(squares[end]) == 1:
                yield LOST if squares[end] == "B" else WON
            elif squares[end] in ".BR":
                yield moved(squares, start, end), hidden_blue


@cache
def wins(state: State, plies: int) -> bool:
    """Whether the attacker, to move, wins by force within so many plies."""
    if state in (WON, LOST) or plies < 1:
        return state == WON
    return any(
        after == WON or (plies > 2 and after != LOST and all(wins(then, plies - 2) for then in defences(after)))
        for after in attacks(state)
    )


def state_of(position: Position) -> State:
    """The same with letters."""
    puzzle = puzzle_from(position)
    return puzzle.squares, puzzle.hidden_blue


def position_from(state: State) -> Position:
    return position_of(Puzzle(*state))


def random_position(material: Material, random: Random) -> Position:
    """Any position of some material."""
    B, R, u, b, r = (material.own_blue, material.own_red, material.purple, material.blue, material.red)
    squares = list("B" * B + "R" * R + "u" * u + "b" * b + "r" * r + "." * (36 - B - R - u - b - r))
    random.shuffle(squares)
    return position_from(("".join(squares), material.hidden_blue))


def samples(values: np.ndarray, seed: int, each: int) -> list[int]:
    """Some slots of every length."""
    chance = np.random.default_rng(seed)
    slots = [np.flatnonzero(values == code) for code in range(1, int(values.max()) + 1)]
    return [int(slot) for found in slots if len(found) for slot in chance.choice(found, each)]


def test_sets_are_numbered_in_order() -> None:
    for count in range(5):
        sets = sets_of(count)
        assert len(set(sets.tolist())) == len(sets)
        assert all(int(squares).bit_count() == count for squares in sets[::97])
        assert [rank_of(int(squares)) for squares in sets[::97]] == list(range(len(sets)))[::97]
        assert len(set((classes_of(count) >> 1).tolist())) == CLASSES[count]


def test_mirrored_squares() -> None:
    for square in range(36):
        assert mirrored(1 << square) == 1 << (square // 6 * 6 + 5 - square % 6)
    assert mirrored(0b000011_000101) == 0b110000_101000


@pytest.mark.parametrize(
    ("shown", "positions", "wins_by_length"), [("", 706860, HIDDEN_WINS), ("1b1r", 1413720, SHOWN_WINS)]
)
def test_tables_of_the_paper(shown: str, positions: int, wins_by_length: dict[int, int]) -> None:
    told: list[str] = []
    endgame = table("1b1r", "1b1r", shown, told.append)
    assert endgame.positions == positions
    assert endgame.by_length == wins_by_length
    assert told[1] == f"won in 3 plies: {wins_by_length[3]:,}"
    hardest = list(endgame.hardest(8))
    assert [plies for plies, _ in hardest] == sorted((plies for plies, _ in hardest), reverse=True)
    assert hardest[0][0] == max(wins_by_length)
    assert len({puzzle for _, puzzle in hardest}) == 8
    assert all(lookup(position_of(puzzle)) == plies for plies, puzzle in hardest)
    more = list(endgame.hardest(LISTED + 200))  # more than the build remembered
    assert more[:8] == hardest
    assert len({puzzle for _, puzzle in more}) == LISTED + 200
    assert list(endgame.hardest(0)) == []


def test_all_wins_can_be_listed() -> None:
    listed = build(HIDDEN, examples=sum(HIDDEN_WINS.values())).longest
    assert {plies: 2 * len(set(slots.tolist())) for plies, slots in listed} == HIDDEN_WINS
    assert [plies for plies, _ in islice(table("1b1r", "1b1r").hardest(2**31 - 1), 4)] == [19, 19, 19, 17]


@pytest.mark.parametrize(
    ("attacker", "defender", "positions", "won", "longest"),
    [
        ("1b1r", "2b1r", 7539840, 1525456, 19),
        ("1b1r", "1b2r", 7539840, 1786118, 23),
        ("2b1r", "1b1r", 11309760, 5138138, 23),
        ("1b2r", "1b1r", 11309760, 2868864, 21),
        ("1b1r", "2b2r", 58433760, 11131938, 19),
    ],
)
def test_known_counts(attacker: str, defender: str, positions: int, won: int, longest: int) -> None:
    endgame = table(attacker, defender)
    assert (endgame.positions, endgame.wins, endgame.longest) == (positions, won, longest)


@pytest.mark.parametrize("material", [HIDDEN, SHOWN])
def test_values_against_plain_search(material: Material) -> None:
    values = values_of(material)
    for slot in samples(values, 1, 6):
        plies = 2 * int(values[slot]) - 1
        state = state_of(position_at(material, slot))
        if plies <= 9:
            assert wins(state, plies), state
        assert not wins(state, min(plies, 9) - 2), state
    random = Random(2)
    for _ in range(40):
        position = random_position(material, random)
        assert (0 < lookup(position) <= 7) == wins(state_of(position), 7), position


# Captures of every kind on both sides, pieces of a kind in pairs, purples that become blue.
@pytest.mark.parametrize(
    "material",
    [
        HIDDEN,
        SHOWN,
        Material(2, 1, 1, 1, 0, 0),
        Material(1, 2, 1, 1, 0, 0),
        Material(1, 1, 1, 2, 0, 0),
        Material(1, 1, 1, 1, 0, 1),
        Material(1, 1, 1, 1, 1, 0),
    ],
)
def test_every_value_follows_from_its_moves(material: Material) -> None:
    tables = build(material, keep=True).values

    def value(state: State) -> float:
        """The plies that a position with the attacker to move is won in."""
        position = position_from(state)
        kind = material_of(position)
        found = int(tables[kind][slot_of(position, classes_of(kind.own_blue))])
        return 2 * found - 1 if found else float("inf")

    def reply(state: State) -> float:
        """The same with the defender to move."""
        ends = {WON: 0.0, LOST: float("inf")}
        return 1 + max(ends[then] if then in ends else value(then) for then in defences(state))

    def best(state: State) -> float:
        ends = {WON: 0.0, LOST: float("inf")}
        return 1 + min(ends[then] if then in ends else reply(then) for then in attacks(state))

    random = Random(3)
    lost = [random_position(material, random) for _ in range(30)]
    for position in [position_at(material, slot) for slot in samples(tables[material], 3, 4)] + lost:
        assert value(state_of(position)) == best(state_of(position)), position


@pytest.mark.parametrize("material", [HIDDEN, SHOWN])
def test_lookup_gives_what_is_in_the_slot(material: Material) -> None:
    values = values_of(material)
    slots = samples(values, 4, 20)
    positions = [position_at(material, slot) for slot in slots]
    assert [slot_of(position, classes_of(1)) for position in positions] == slots
    plies = [2 * int(values[slot]) - 1 for slot in slots]
    assert [lookup(position) for position in positions] == plies
    assert lookup_all(np.array(positions)).tolist() == plies
    assert all(has_table(position) and material_of(position) == material for position in positions)
    longest = max(plies)
    assert set(positions_of_length(material, longest).tolist()) == set(
        np.flatnonzero(values == values.max()).tolist()
    )


def test_many_lookups_of_mixed_material() -> None:
    random = Random(5)
    positions = [random_position(random.choice((HIDDEN, SHOWN)), random) for _ in range(200)]
    assert lookup_all(np.array(positions)).tolist() == [lookup(position) for position in positions]
    assert lookup_all(np.zeros((0, 6), dtype=np.int64)).tolist() == []


def test_mirror_images_have_the_same_value() -> None:
    random = Random(6)
    for material in (HIDDEN, SHOWN):
        for _ in range(100):
            position = random_position(material, random)
            assert lookup(position_of(mirror(puzzle_from(position)))) == lookup(position)


def test_hidden_pieces_without_doubt_are_taken_as_shown() -> None:
    assert settled_material(Material(1, 1, 2, 0, 0, 1)) == Material(1, 1, 0, 0, 2, 1)
    shown = position_at(SHOWN, int(positions_of_length(SHOWN, 15)[0]))
    assert lookup(shown._replace(purple=shown.blue, blue=0, hidden_blue=1)) == 15
    assert lookup(shown._replace(purple=shown.red, red=0, hidden_blue=0)) == 15
    assert table("1b1r", "1b1r", "1b0r").by_length == SHOWN_WINS


def test_a_value_does_not_depend_on_what_else_is_built() -> None:
    larger = Material(1, 1, 1, 2, 0, 0)
    assert HIDDEN in family(larger)
    assert np.array_equal(build(larger, keep=True).values[HIDDEN], values_of(HIDDEN))


def test_no_table_for_many_pieces() -> None:
    position = random_position(Material(2, 2, 2, 2, 0, 0), Random(7))
    assert not has_table(position)
    assert material_of(position).slots > MOST_SLOTS
    with pytest.raises(ValueError, match="no table"):
        lookup(position)


@pytest.mark.parametrize(
    ("attacker", "defender", "shown", "reason"),
    [
        ("1b", "1b1r", "", "attacker '1b': must be like 1b1r"),
        ("1b1r", "1r1b", "", "defender '1r1b': must be like 1b1r"),
        ("9" * 5000 + "b1r", "1b1r", "", "attacker '999"),  # more digits than Python turns into a number
        ("0b1r", "1b1r", "", "attacker '0b1r': needs at least one blue and one red"),
        ("1b1r", "2b0r", "", "defender '2b0r': needs at least one blue and one red"),
        ("1b5r", "1b1r", "", "attacker '1b5r': at most 4 of a colour"),
        ("1b1r", "1b1r", "1b2r", "shown '1b2r': the defender has only 1b1r"),
        ("4b4r", "4b4r", "", "the table of 4b4r v 4b4r is too large"),
    ],
)
def test_bad_material(attacker: str, defender: str, shown: str, reason: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        table(attacker, defender, shown)
    assert str(refused.value).startswith(reason)
    assert "\n" not in str(refused.value)
