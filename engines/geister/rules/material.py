"""What pieces there are: numbers of each kind, what captures make of them, and how people write them."""

from __future__ import annotations

import re
from math import comb, prod
from typing import NamedTuple

from engines.contract import BadPuzzle
from engines.geister.rules.moves import MOST_OF_A_COLOR, SQUARES, Position, settled
from engines.geister.rules.ranks import own_size

LOST, WON = -1, -2  # what a capture leads to where it ends the game
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
        foes = prod(comb(SQUARES, count) for count in (self.purple, self.blue, self.red))
        return own_size(self.own_blue, self.own_red) * foes

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


def after_taking(material: Material, kind: int) -> Material | int:
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


def taking(material: Material) -> list[Material]:
    """What the attacker's captures lead to, the end of the game apart."""
    there = (material.purple, material.blue, material.red)
    after = [after_taking(material, kind) for kind in (PURPLE, BLUE, RED) if there[kind]]
    return [found for found in after if isinstance(found, Material)]


def losing(material: Material) -> list[Material]:
    """What the defender's captures lead to, the end of the game apart."""
    fewer_blue, fewer_red = material.own_blue - 1, material.own_red - 1
    after = [material._replace(own_blue=fewer_blue)] if fewer_blue else []
    return [*after, material._replace(own_red=fewer_red)] if fewer_red else after


def family(material: Material) -> list[Material]:
    """This material and all that captures lead to, the smallest first."""
    found, open_ends = {material}, [material]
    while open_ends:
        after = open_ends.pop()
        new = {*taking(after), *losing(after)} - found
        found |= new
        open_ends += new
    return sorted(found, key=lambda each: (sum(each), each))


def material_of(position: Position) -> Material:
    """How many pieces of each kind a position has."""
    B, R, u, b, r, hidden_blue = (int(field) for field in settled(position))
    hidden_red = u.bit_count() - hidden_blue if u else 0
    return Material(B.bit_count(), R.bit_count(), hidden_blue if u else 0, hidden_red, b.bit_count(), r.bit_count())


def read_material(attacker: str, defender: str, shown: str) -> tuple[Material, str]:
    """The material that three texts tell, and in plain form what is shown."""
    own_blue, own_red = _counts("attacker", attacker)
    blue, red = _counts("defender", defender)
    if not own_blue or not own_red:
        raise BadPuzzle(f"attacker {attacker!r}: needs at least one blue and one red")
    if not blue or not red:
        raise BadPuzzle(f"defender {defender!r}: needs at least one blue and one red")
    shown_blue, shown_red = _counts("shown", shown) if shown else (0, 0)
    if shown_blue > blue or shown_red > red:
        raise BadPuzzle(f"shown {shown!r}: the defender has only {defender}")
    material = Material(own_blue, own_red, blue - shown_blue, red - shown_red, shown_blue, shown_red)
    return settled_material(material), f"{shown_blue}b{shown_red}r" if shown_blue or shown_red else ""


def _counts(whose: str, text: str) -> tuple[int, int]:
    """The blues and reds of `2b1r`."""
    match = re.fullmatch(r"([0-9]{1,3})b([0-9]{1,3})r", text.strip())
    if match is None:
        raise BadPuzzle(f"{whose} {text!r}: must be like 1b1r, numbers of blue and red pieces")
    blue, red = int(match[1]), int(match[2])
    if max(blue, red) > MOST_OF_A_COLOR:
        raise BadPuzzle(f"{whose} {text!r}: at most {MOST_OF_A_COLOR} of a colour")
    return blue, red
