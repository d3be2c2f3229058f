"""Endgame tables by retrograde analysis, a word at a time: which positions are won within 1, 3, 5, ... plies.

Positions with the same pieces are an `Ending`. Of each ending there are two arrays of words, for the attacker to
move (won within so many plies) and for the defender to move (lost whatever it replies); the 36 bits of a word are
the squares of one of the attacker's reds, so that a few shifts and masks do the work of 36 positions. Rounds of
two plies alternate between the two arrays until nothing changes. All endings that captures lead to advance
together, so a capture is looked up in the ending it leads to like any other move.

Compare with the search of the tests, which takes one position at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, prod
from typing import NamedTuple

import numpy as np

from engines.bits import lowest, popcount
from engines.geister.ranks import CLASSES, Foe, Own, foe_number, foe_of, mirrored, own_of
from engines.geister.rules import ATTACKER_EXITS, DEFENDER_EXITS, SQUARES, STEPS, beside
from engines.jit import kernel

LOST, WON = -1, -2  # in place of the ending that a capture leads to
PURPLE, BLUE, RED = range(3)


class Material(NamedTuple):
    """How many pieces of each kind there are; purples only while a blue and a red are among them."""

    own_blue: int
    own_red: int
    hidden_blue: int
    hidden_red: int
    blue: int
    red: int

    @property
    def purple(self) -> int:
        """How many purples there are."""
        return self.hidden_blue + self.hidden_red

    @property
    def words(self) -> int:
        """How many words each array of this ending has."""
        kinds = (self.own_red - 1, self.purple, self.blue, self.red)
        return int(CLASSES[self.own_blue]) * prod(comb(SQUARES, count) for count in kinds)

    @property
    def slots(self) -> int:
        """How many slots a table of values has."""
        return self.words * SQUARES

    @property
    def positions(self) -> int:
        """How many placements there are, mirror images counted apart."""
        count, left = 1, SQUARES
        for pieces in (self.own_blue, self.own_red, self.purple, self.blue, self.red):
            count *= comb(left, pieces)
            left -= pieces
        return count


def settled_material(material: Material) -> Material:
    """The same with purple only where there is doubt."""
    B, R, hidden_blue, hidden_red, b, r = material
    if hidden_blue and hidden_red:
        return material
    return Material(B, R, 0, 0, b + hidden_blue, r + hidden_red)


def without_foe(material: Material, kind: int) -> Material | int:
    """The material after the attacker takes a piece of that kind, LOST or WON."""
    if kind == BLUE:
        if material.hidden_blue + material.blue == 1:
            return WON
        return material._replace(blue=material.blue - 1)
    if material.hidden_red + material.red == 1:
        return LOST
    if kind == RED:
        return material._replace(red=material.red - 1)
    return settled_material(material._replace(hidden_red=material.hidden_red - 1))


def smaller(material: Material) -> list[Material]:
    """What captures lead to, in one step."""
    there = (material.purple, material.blue, material.red)
    taken = [without_foe(material, kind) for kind in (PURPLE, BLUE, RED) if there[kind]]
    after = [found for found in taken if isinstance(found, Material)]
    if material.own_blue > 1:
        after.append(material._replace(own_blue=material.own_blue - 1))
    if material.own_red > 1:
        after.append(material._replace(own_red=material.own_red - 1))
    return after


def family(material: Material) -> list[Material]:
    """This material and all that captures lead to, the smallest first."""
    found, open_ends = {material}, [material]
    while open_ends:
        new = set(smaller(open_ends.pop())) - found
        found |= new
        open_ends += new
    return sorted(found, key=lambda each: (sum(each), each))


class Ending(NamedTuple):
    """One material for the kernels: how its sides are numbered and where in the arrays its words are.

    A word is at `offset` + number of the defender's side * numbers of the attacker's + number of that. `taking` has
    the offset of what the attacker's capture of a purple, blue or red leads to, LOST or WON; `losing` the offset and
    the numbers of the attacker's side after the defender's capture of a blue or a red. `settles` says
    that the other purples are blue once one is taken.
    """

    own: Own
    foe: Foe
    offset: int
    taking: np.ndarray
    losing: np.ndarray
    settles: bool


@kernel
def foe_at(foe: Foe, number: int) -> tuple[int, int, int]:
    """The purples, blues and reds of the defender's side with this number."""
    number, red = divmod(number, len(foe.red))
    purple, blue = divmod(number, len(foe.blue))
    return foe.purple[purple], foe.blue[blue], foe.red[red]


@kernel
def _overlap(purple: int, blue: int, red: int) -> bool:
    return purple & blue != 0 or (purple | blue) & red != 0


@kernel
def _foe_moves(purple: int, blue: int, red: int, ends: np.ndarray, numbers: np.ndarray) -> int:
    """The defender's moves: the squares moved to, and the number of its side then; how many there are."""
    all_foes = purple | blue | red
    pieces, count = all_foes, 0
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        steps = STEPS[lowest(piece)] & ~all_foes
        while steps:
            step = steps & -steps
            steps ^= step
            ends[count] = lowest(step)
            change = piece | step
            if purple & piece:
                numbers[count] = foe_number(purple ^ change, blue, red)
            elif blue & piece:
                numbers[count] = foe_number(purple, blue ^ change, red)
            else:
                numbers[count] = foe_number(purple, blue, red ^ change)
            count += 1
    return count


@kernel
def _mirror_number(foe: Foe, number: int) -> int:
    """The number of the mirror image of the defender's side."""
    purple, blue, red = foe_at(foe, number)
    return foe_number(mirrored(purple), mirrored(blue), mirrored(red))


@kernel
def _after_loss(ending: Ending, own: int, square: int, foe_then: int, won: np.ndarray) -> int:
    """For which squares of the last red the attacker still wins after another piece of its, on a square, is lost."""
    here = 1 << square
    entry = ending.own.without[own, popcount((ending.own.blue[own] | ending.own.red[own]) & (here - 1))]
    kind = 1 if ending.own.red[own] & here else 0
    offset, size = ending.losing[kind, 0], ending.losing[kind, 1]
    if entry & 1:
        return mirrored(won[offset + _mirror_number(ending.foe, foe_then) * size + (entry >> 1)])
    return won[offset + foe_then * size + (entry >> 1)]


@kernel
def _word_piece_lost(ending: Ending, own: int, foe_then: int, won: np.ndarray) -> int:
    """1 if the attacker still wins after the red that is the bit of the word was taken, else 0."""
    red = ending.own.red[own]
    if not red:
        return 1  # it was the last
    offset, size = ending.losing[1, 0], ending.losing[1, 1]
    entry = ending.own.without[own, ending.own.without.shape[1] - 1]
    return (won[offset + foe_then * size + (entry >> 1)] >> lowest(red)) & 1


@kernel
def defend_round(ending: Ending, won: np.ndarray, lost: np.ndarray) -> bool:
    """Add to `lost` what the defender, to move, has lost: every reply is in `won`. Whether anything is new."""
    own, size = ending.own, len(ending.own.blue)
    ends, numbers = np.empty(SQUARES, dtype=np.int64), np.empty(SQUARES, dtype=np.int64)
    changed = False
    for number in range(len(ending.foe.purple) * len(ending.foe.blue) * len(ending.foe.red)):
        purple, blue, red = foe_at(ending.foe, number)
        if _overlap(purple, blue, red) or (purple | blue) & DEFENDER_EXITS:
            continue
        foes = purple | blue | red
        count = _foe_moves(purple, blue, red, ends, numbers)
        start = ending.offset + number * size
        for side in range(size):
            standing = own.blue[side] | own.red[side]
            if standing & foes:
                continue
            good = own.room[side] & ~foes
            if lost[start + side] == good:
                continue
            for move in range(count):
                end, then = ends[move], numbers[move]
                if not standing >> end & 1:
                    word = won[ending.offset + then * size + side]
                    good &= word | (_word_piece_lost(ending, side, then, won) << end)
                elif own.blue[side] == 1 << end:
                    good = 0
                else:
                    good &= _after_loss(ending, side, end, then, won)
                if not good:
                    break
            if good != lost[start + side]:
                lost[start + side] = good
                changed = True
    return changed


@kernel
def _fill_captures(ending: Ending, number: int, plain: np.ndarray, flipped: np.ndarray) -> None:
    """For each piece of the defender where the words are after its capture, and those of the mirror image."""
    size = len(ending.own.blue)
    purple, blue, red = foe_at(ending.foe, number)
    pieces = purple | blue | red
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        kind = PURPLE if purple & piece else BLUE if blue & piece else RED
        u, b, r, offset = purple & ~piece, blue & ~piece, red & ~piece, ending.taking[kind]
        if kind == PURPLE and ending.settles:
            u, b = 0, b | u
        square = lowest(piece)
        plain[square] = flipped[square] = offset
        if offset >= 0:
            plain[square] += foe_number(u, b, r) * size
            flipped[square] += foe_number(mirrored(u), mirrored(b), mirrored(r)) * size


@kernel
def _winning(ending: Ending, side: int, foes: int, plain: np.ndarray, flipped: np.ndarray, lost: np.ndarray) -> int:
    """For which squares of the last red some move leads into `lost`; squares it cannot be on may be among them."""
    word = beside(lost[plain[SQUARES] + side])
    pieces = foes
    while pieces:  # what that red may take
        square = lowest(pieces)
        pieces &= pieces - 1
        start = plain[square]
        if start == WON or (start >= 0 and lost[start + side] >> square & 1):
            word |= STEPS[square]
    for move in range(ending.own.first[side], ending.own.first[side + 1]):
        end, entry = ending.own.ends[move], ending.own.numbers[move]
        place = end if foes >> end & 1 else SQUARES
        start = flipped[place] if entry & 1 else plain[place]
        if start >= 0:
            then = lost[start + (entry >> 1)]
            word |= mirrored(then) if entry & 1 else then
        elif start == WON:
            return -1
    return word


@kernel
def attack_round(
    ending: Ending, won: np.ndarray, lost: np.ndarray, code: int, values: np.ndarray, examples: np.ndarray
) -> tuple[int, int]:
    """Add to `won` what the attacker, to move, wins at once or by a move into `lost`.

    How many positions are new, and how many of their slots went into `examples`. `values`, a byte a slot if it is
    not empty, gets `code` for them. A slot is the number of a word in this ending * 36 + the lowest red's square.
    """
    own, size = ending.own, len(ending.own.blue)
    plain, flipped = np.empty(SQUARES + 1, dtype=np.int64), np.empty(SQUARES + 1, dtype=np.int64)
    found = listed = 0
    for number in range(len(ending.foe.purple) * len(ending.foe.blue) * len(ending.foe.red)):
        purple, blue, red = foe_at(ending.foe, number)
        if _overlap(purple, blue, red):
            continue
        foes = purple | blue | red
        start = ending.offset + number * size
        plain[SQUARES] = start
        flipped[SQUARES] = ending.offset + _mirror_number(ending.foe, number) * size
        _fill_captures(ending, number, plain, flipped)
        for side in range(size):
            if (own.blue[side] | own.red[side]) & foes:
                continue
            room = own.room[side] & ~foes
            had = won[start + side]
            if had == room:
                continue
            if own.blue[side] & ATTACKER_EXITS:
                fresh = room ^ had
            else:
                fresh = _winning(ending, side, foes, plain, flipped, lost) & room & ~had
            if not fresh:
                continue
            won[start + side] = had | fresh
            found += popcount(fresh) * own.images[side]
            if own.red[side]:
                fresh &= (own.red[side] & -own.red[side]) - 1  # each position once: its lowest red is the bit
            while fresh and (len(values) or listed < len(examples)):
                slot = (number * size + side) * SQUARES + lowest(fresh)
                fresh &= fresh - 1
                if listed < len(examples):
                    examples[listed] = slot
                    listed += 1
                if len(values):
                    values[slot] = code
    return found, listed


class Solved(NamedTuple):
    """What a build found of its largest material; `values` of every material of the family, if they were kept."""

    wins: dict[int, int]  # how many positions are won in exactly so many plies
    longest: list[tuple[int, int]]  # plies and slot of some of the longest wins, the longest first
    values: dict[Material, np.ndarray]


def endings_of(materials: Sequence[Material]) -> list[Ending]:
    """The endings of a family for the kernels, their words one after the other."""
    offsets, end = {}, 0
    for material in materials:
        offsets[material] = end
        end += material.words
    return [_ending(material, offsets) for material in materials]


def _ending(material: Material, offsets: dict[Material, int]) -> Ending:
    there = (material.purple, material.blue, material.red)
    taken = [without_foe(material, kind) if there[kind] else LOST for kind in (PURPLE, BLUE, RED)]
    taking = [offsets[after] if isinstance(after, Material) else after for after in taken]
    losing = [(LOST, 0), (LOST, 0)]
    if material.own_blue > 1:
        after = material._replace(own_blue=material.own_blue - 1)
        losing[0] = offsets[after], len(own_of(*after[:2]).blue)
    if material.own_red > 1:
        after = material._replace(own_red=material.own_red - 1)
        losing[1] = offsets[after], len(own_of(*after[:2]).blue)
    return Ending(
        own_of(material.own_blue, material.own_red),
        foe_of(*there),
        offsets[material],
        np.array(taking, dtype=np.int64),
        np.array(losing, dtype=np.int64),
        material.hidden_red == 1,
    )


def solve(
    material: Material,
    keep: bool = False,
    examples: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Solved:
    """Every win of a material. `progress` is told, after each round, the plies and how many wins of that length."""
    materials = family(material)
    endings = endings_of(materials)
    words = sum(each.words for each in materials)
    won, lost = np.zeros(words, dtype=np.int64), np.zeros(words, dtype=np.int64)
    values = {each: np.zeros(each.slots if keep else 0, dtype=np.uint8) for each in materials}
    wins: dict[int, int] = {}
    listed: list[tuple[int, int]] = []
    plies, fresh = 1, True
    while fresh:
        fresh = False
        for each, ending in zip(materials, endings, strict=True):
            slots = np.empty(examples if each == material else 0, dtype=np.int64)
            found, count = attack_round(ending, won, lost, (plies + 1) // 2, values[each], slots)
            fresh |= found > 0
            if each == material and found:
                wins[plies] = found // material.own_red
                listed = [(plies, int(slot)) for slot in slots[:count]] + listed
                del listed[examples:]
        if progress is not None:
            progress(plies, wins.get(plies, 0))
        for ending in endings:
            defend_round(ending, won, lost)
        plies += 2
    return Solved(wins, listed, values if keep else {})
