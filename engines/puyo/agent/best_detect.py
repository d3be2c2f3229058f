"""The chains that a board has in it: what one to three more puyos of a colour on one column would set off.

On a board where nothing pops, puyos of one colour dropped on a column complete a group if they touch enough of that
colour: three with one of them, two with two, one with three. All columns are looked at together, with shifted
planes. What they touch goes, and they go with it: the chain is that of the board without those groups. Hard puyos
do not come up in games. Compare with tests/engines/puyo/naive_best.py, which drops
puyos and plays.
"""

from __future__ import annotations

from engines.kernels.jit import kernel
from engines.kernels.lanes import splat_8, to_next, to_previous
from engines.puyo.rules.planes import SIGHT_LANE, Word, beside, touched
from engines.puyo.solve.threats import columns_hit, completing


@kernel
def columns_for(own: Word, on: Word) -> tuple[int, int, int]:
    """The columns on which one, two and three puyos of a colour complete a group, but no fewer: six bits each.

    `own` are the colour's cells in sight, in groups of three at most; `on` are the lowest free cells in sight.
    """
    sight = splat_8(SIGHT_LANE)
    one = columns_hit(completing(own) & on)
    below, left, right = own << 1, to_next(own), to_previous(own)
    left_up, right_up = left >> 1, right >> 1
    some_of_three, two_of_three = below | left | right, below & left | below & right | left & right
    two_of_five = two_of_three | left_up & right_up | some_of_three & (left_up | right_up)
    joined = own & beside(own)
    joined_sides = to_next(joined) | to_previous(joined)
    near_joined = joined << 1 | joined_sides | joined_sides >> 1
    room_2 = on & sight >> 1
    two = columns_hit((two_of_five | near_joined) & room_2) & ~one
    room_3 = on & sight >> 2
    any_of_seven = some_of_three | left_up | right_up | left >> 2 | right >> 2
    three = columns_hit(any_of_seven & room_3) & ~(one | two)
    return one, two, three


@kernel
def gone_with(p0: Word, p1: Word, p2: Word, own: Word, dropped: Word) -> Word:
    """The cells of the board that go with dropped puyos of a colour: its groups that they touch, and garbage."""
    group = own & beside(dropped)
    group |= own & beside(group)
    group |= own & beside(group)
    garbage, _ = touched(p0, p1, p2, group | dropped)
    return group | garbage


@kernel
def dropped_cells(on: Word, column: Word, count: int) -> Word:
    """The cells that so many puyos on a column take."""
    cells = on & column
    if count >= 2:
        cells |= cells << 1
    if count >= 3:
        cells |= cells << 1
    return cells
