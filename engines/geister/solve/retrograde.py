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
from typing import NamedTuple

import numpy as np

from engines.geister.rules.material import (
    BLUE,
    LOST,
    PURPLE,
    RED,
    WON,
    Material,
    after_taking,
    family,
    losing,
    taking,
)
from engines.geister.rules.moves import ALL, ATTACKER_EXITS, DEFENDER_EXITS, SQUARES, STEPS, beside
from engines.geister.rules.ranks import MOST, Foe, Own, foe_number, foe_of, mirrored, own_of, own_size
from engines.kernels.bits import lowest, popcount
from engines.kernels.jit import kernel

MOST_ROUNDS = 255  # that a byte can tell
BLOCK_BITS = 4  # no two blocks of 18 words or more begin in the same 16


class Ending(NamedTuple):
    """One material for the kernels: how its sides are numbered and where in the arrays its words are.

    A word is at `offset` + number of the defender's side * numbers of the attacker's + number of that. `taking` has
    the offset of what the attacker's capture of a purple, blue or red leads to, LOST or WON; `losing` the offset and
    the numbers of the attacker's side after the defender's capture of a blue or a red. `settles` says
    that the other purples are blue once one is taken.

    The words of one number of the defender's side are a block. What is new in a round is stamped with the number of
    the round at the start of its block, so that the next can leave out blocks where nothing can have changed.
    """

    own: Own
    foe: Foe
    offset: int
    taking: np.ndarray
    losing: np.ndarray
    settles: bool


class Words(NamedTuple):
    """A set of positions: the words of all endings, and when each block was last changed."""

    words: np.ndarray
    stamps: np.ndarray


def no_positions(count: int) -> Words:
    """The empty set in so many words."""
    return Words(np.zeros(count, dtype=np.int64), np.zeros((count >> BLOCK_BITS) + 1, dtype=np.uint8))


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
def _after_loss(ending: Ending, side: int, square: int, then: int, won: np.ndarray) -> int:
    """For which squares of the last red the attacker still wins after another piece of its, on a square, is lost."""
    own, here = ending.own, 1 << square
    entry = own.without[side, popcount((own.blue[side] | own.red[side]) & (here - 1))]
    kind = 1 if own.red[side] & here else 0
    offset, size = ending.losing[kind, 0], ending.losing[kind, 1]
    if entry & 1:
        return mirrored(won[offset + _mirror_number(ending.foe, then) * size + (entry >> 1)])
    return won[offset + then * size + (entry >> 1)]


@kernel
def _after_last_red(ending: Ending, side: int, then: int, won: np.ndarray) -> int:
    """1 if the attacker, which has other reds, still wins after the one that is the bit of a word is lost, else 0."""
    own = ending.own
    entry = own.without[side, own.without.shape[1] - 1]
    word = won[ending.losing[1, 0] + then * ending.losing[1, 1] + (entry >> 1)]
    return (word >> lowest(own.red[side])) & 1


@kernel
def _defend_block(
    ending: Ending, number: int, ends: np.ndarray, numbers: np.ndarray, won: np.ndarray, lost: np.ndarray
) -> bool:
    """`defend_round` for one number of the defender's side, these being its moves."""
    blue, red, room, size = ending.own.blue, ending.own.red, ending.own.room, len(ending.own.blue)
    purple, blue_foe, red_foe = foe_at(ending.foe, number)
    foes = purple | blue_foe | red_foe
    offset, start = ending.offset, ending.offset + number * size
    reach = 0
    for end in ends:
        reach |= 1 << end
    changed = False
    for side in range(size):
        standing = blue[side] | red[side]
        if standing & foes or (blue[side] & reach and not blue[side] & (blue[side] - 1)):
            continue
        had, good = lost[start + side], room[side] & ~foes
        if had == good:
            continue
        for move in range(len(ends)):
            end, then = ends[move], numbers[move]
            if standing >> end & 1:
                good &= _after_loss(ending, side, end, then, won)
            else:  # onto an empty square, or the bit's: that takes the last red if there is no other
                taken = _after_last_red(ending, side, then, won) if red[side] else 1
                good &= won[offset + then * size + side] | taken << end
            if good == had:
                break
        if good != had:
            lost[start + side] = good
            changed = True
    return changed


@kernel
def _any_stamped(stamps: np.ndarray, offset: int, size: int, numbers: np.ndarray, stamp: int) -> bool:
    """Whether the block of any of these numbers has this stamp."""
    any_stamped = False
    for number in numbers:
        any_stamped |= stamps[(offset + number * size) >> BLOCK_BITS] == stamp
    return any_stamped


@kernel
def defend_round(ending: Ending, won: Words, lost: Words, stamp: int, losses_changed: bool) -> bool:
    """Add to `lost` what the defender, to move, has lost: every reply is in `won`. Whether anything is new.

    `losses_changed` says whether the endings that the defender's captures lead to changed in this round.
    """
    foe, size = ending.foe, len(ending.own.blue)
    ends, numbers = np.empty(4 * MOST, dtype=np.int64), np.empty(4 * MOST, dtype=np.int64)
    changed = False
    for number in range(len(foe.purple) * len(foe.blue) * len(foe.red)):
        purple, blue, red = foe_at(foe, number)
        if _overlap(purple, blue, red) or (purple | blue) & DEFENDER_EXITS:
            continue
        count = _foe_moves(purple, blue, red, ends, numbers)
        if not losses_changed and not _any_stamped(won.stamps, ending.offset, size, numbers[:count], stamp):
            continue
        if _defend_block(ending, number, ends[:count], numbers[:count], won.words, lost.words):
            lost.stamps[(ending.offset + number * size) >> BLOCK_BITS] = stamp
            changed = True
    return changed


@kernel
def _stamped(stamps: np.ndarray, places: int, plain: np.ndarray, flipped: np.ndarray, stamp: int) -> bool:
    """Whether one of the blocks that moves to these places lead to has this stamp."""
    while places:
        place = lowest(places)
        places &= places - 1
        start, image = plain[place], flipped[place]
        if start >= 0 and (stamps[start >> BLOCK_BITS] == stamp or stamps[image >> BLOCK_BITS] == stamp):
            return True
    return False


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
def _last_red_moves(foes: int, plain: np.ndarray, lost: np.ndarray, words: np.ndarray) -> None:
    """For each of the attacker's sides, from where a move of its last red leads into `lost`."""
    start = plain[SQUARES]
    for side in range(len(words)):
        words[side] = beside(lost[start + side])
    while foes:
        square = lowest(foes)
        foes &= foes - 1
        start, near = plain[square], STEPS[square]
        if start == WON:
            words |= near
        elif start >= 0:
            for side in range(len(words)):
                words[side] |= near & -(lost[start + side] >> square & 1)


@kernel
def _attack_block(
    own: Own, foes: int, plain: np.ndarray, flipped: np.ndarray, won: np.ndarray, lost: np.ndarray, words: np.ndarray
) -> bool:
    """`attack_round` for one number of the defender's side; `words` gets what is new, and is it anything?"""
    blue, red, room, first, ends, numbers = own.blue, own.red, own.room, own.first, own.ends, own.numbers
    _last_red_moves(foes, plain, lost, words)
    here, changed = plain[SQUARES], False
    for side in range(len(words)):
        fresh = room[side] & ~foes & ~won[here + side]
        if not fresh or (blue[side] | red[side]) & foes:
            words[side] = 0
            continue
        word = ALL if blue[side] & ATTACKER_EXITS else words[side]
        for move in range(first[side], first[side + 1]):
            if not fresh & ~word:
                break
            end, entry = ends[move], numbers[move]
            place = end if foes >> end & 1 else SQUARES
            start = flipped[place] if entry & 1 else plain[place]
            if start >= 0:
                then = lost[start + (entry >> 1)]
                word |= mirrored(then) if entry & 1 else then
            elif start == WON:
                word = ALL
        words[side] = fresh & word
        if fresh & word:
            won[here + side] |= fresh & word
            changed = True
    return changed


@kernel
def _note(own: Own, number: int, words: np.ndarray, code: int, values: np.ndarray, examples: np.ndarray) -> int:
    """Enter what is new of one number of the defender's side; how many slots went into `examples`."""
    listed = 0
    for side in range(len(words)):
        word, red = words[side], own.red[side]
        if red:
            word &= (red & -red) - 1  # each position once: its lowest red is the bit
        while word and (len(values) or listed < len(examples)):
            slot = (number * len(words) + side) * SQUARES + lowest(word)
            word &= word - 1
            if len(values):
                values[slot] = code
            if listed < len(examples):
                examples[listed] = slot
                listed += 1
    return listed


@kernel
def attack_round(
    ending: Ending, won: Words, lost: Words, stamp: int, takes_changed: bool, values: np.ndarray, examples: np.ndarray
) -> tuple[int, int]:
    """Add to `won` what the attacker, to move, wins at once or by a move into `lost`.

    How many positions are new, and how many of their slots went into `examples`. `values`, a byte a slot if it is
    not empty, gets `stamp` for them. A slot is the number of a word in this ending * 36 + the lowest red's square.
    `takes_changed` says whether the endings that the attacker's captures lead to changed in the round before.
    """
    own, foe, size = ending.own, ending.foe, len(ending.own.blue)
    plain, flipped = np.empty(SQUARES + 1, dtype=np.int64), np.empty(SQUARES + 1, dtype=np.int64)
    words = np.empty(size, dtype=np.int64)
    found = listed = 0
    for number in range(len(foe.purple) * len(foe.blue) * len(foe.red)):
        purple, blue, red = foe_at(foe, number)
        if _overlap(purple, blue, red):
            continue
        plain[SQUARES] = ending.offset + number * size
        flipped[SQUARES] = ending.offset + _mirror_number(foe, number) * size
        foes = purple | blue | red
        changed = stamp == 1 or _stamped(lost.stamps, 1 << SQUARES, plain, flipped, stamp - 1)
        if not changed and not takes_changed:
            continue
        _fill_captures(ending, number, plain, flipped)
        if not changed and not _stamped(lost.stamps, foes, plain, flipped, stamp - 1):
            continue
        if _attack_block(own, foes, plain, flipped, won.words, lost.words, words):
            won.stamps[plain[SQUARES] >> BLOCK_BITS] = stamp
            for side in range(size):
                found += popcount(words[side]) * own.images[side]
            listed += _note(own, number, words, stamp, values, examples[listed:])
    return found, listed


class Built(NamedTuple):
    """What a build found of its largest material; `values` of every material of the family, if they were kept."""

    wins: dict[int, int]  # how many positions are won in exactly so many plies
    longest: list[tuple[int, np.ndarray]]  # the plies and slots of some of the longest wins, the longest first
    values: dict[Material, np.ndarray]


def endings_of(materials: Sequence[Material]) -> list[Ending]:
    """The endings of a family for the kernels, their words one after the other."""
    offsets, end = {}, 0
    for material in materials:
        offsets[material] = end
        end += material.words
    return [_ending(material, offsets) for material in materials]


def _ending(material: Material, offsets: dict[Material, int]) -> Ending:
    B, R, *_ = material
    there = (material.purple, material.blue, material.red)
    taken = [after_taking(material, kind) if there[kind] else LOST for kind in (PURPLE, BLUE, RED)]
    lost = (material._replace(own_blue=B - 1), material._replace(own_red=R - 1))
    return Ending(
        own_of(B, R),
        foe_of(*there),
        offsets[material],
        np.array([offsets[after] if isinstance(after, Material) else after for after in taken], dtype=np.int64),
        np.array([(offsets.get(after, LOST), own_size(*after[:2])) for after in lost], dtype=np.int64),
        material.hidden_red == 1,
    )


def _first(listed: list[tuple[int, np.ndarray]], count: int) -> list[tuple[int, np.ndarray]]:
    """As much of a list as there are so many slots in."""
    ends = np.cumsum([len(slots) for _, slots in listed])
    return listed[: int(np.searchsorted(ends, count)) + 1]


def build(
    material: Material,
    keep: bool = False,
    examples: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Built:
    """Every win of a material, and the slots of so many examples, the longest first.

    With `keep` the tables are kept. `progress` is told, after each round, the plies and how many wins take as many.
    """
    materials = family(material)
    endings = endings_of(materials)
    words = sum(each.words for each in materials)
    won, lost = no_positions(words), no_positions(words)
    values = {each: np.zeros(each.slots if keep else 0, dtype=np.uint8) for each in materials}
    wins: dict[int, int] = {}
    listed: list[tuple[int, np.ndarray]] = []
    lately = set(materials)  # where something changed in the half round before
    stamp = 0
    while lately:
        stamp += 1
        if stamp > MOST_ROUNDS:
            raise OverflowError("a win is too long for a byte")
        changed = set()
        for each, ending in zip(materials, endings, strict=True):
            takes = not lately.isdisjoint(taking(each))
            if not takes and each not in lately:
                continue
            slots = np.empty(examples if each == material else 0, dtype=np.int64)
            found, count = attack_round(ending, won, lost, stamp, takes, values[each], slots)
            if found:
                changed.add(each)
            if each == material and found:
                wins[2 * stamp - 1] = int(found) // material.own_red  # each was found once for each red
                listed = _first([(2 * stamp - 1, slots[:count].copy()), *listed], examples)
        if progress is not None:
            progress(2 * stamp - 1, wins.get(2 * stamp - 1, 0))
        lately = set()
        for each, ending in zip(materials, endings, strict=True):
            losses = not changed.isdisjoint(losing(each))
            if (losses or each in changed) and defend_round(ending, won, lost, stamp, losses):
                lately.add(each)
    return Built(wins, listed, values if keep else {})
