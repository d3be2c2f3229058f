"""The whole game and the rules of thumb in plain Python on letters: the slow twin of the agents' modules.

A board has a letter for each square where a piece stands, `cells["e5"] == "b"`: `B R` the first side's, `b r` the
second's. What a side sees has the letters of a puzzle, see `naive`.
"""

from __future__ import annotations

from tests.engines.geister.naive import EXIT, Move, State, neighbors

OWN = ("BR", "br")
EXITS = (("a6", "f6"), ("a1", "f1"))
WON = 10_000.0


def moves(cells: dict[str, str], side: int) -> set[Move]:
    """Every move of a side."""
    found = set()
    for square, letter in cells.items():
        if letter in OWN[side]:
            found |= {(square, end) for end in neighbors(square) if cells.get(end, ".") not in OWN[side]}
            if letter in "Bb" and square in EXITS[side]:
                found.add((square, EXIT))
    return found


def move(cells: dict[str, str], side: int, step: Move) -> tuple[dict[str, str], str, int | None]:
    """The board after a move, the letter that it took, and who has won."""
    start, end = step
    after = dict(cells)
    piece = after.pop(start)
    if end == EXIT:
        return after, "", side
    taken = after.get(end, "")
    after[end] = piece
    blue, red = OWN[1 - side]
    if taken == blue and blue not in after.values():
        return after, taken, side
    if taken == red and red not in after.values():
        return after, taken, 1 - side
    return after, taken, None


def steps(square: str, corner: str) -> int:
    return abs(ord(square[0]) - ord(corner[0])) + abs(int(square[1]) - int(corner[1]))


def to_exit(square: str) -> int:
    return min(steps(square, corner) for corner in EXITS[0])


def weigh(state: State, step: Move, chances: dict[str, float], weights: list[float]) -> float:
    """What a move of the attacker is worth."""
    start, end = step
    if end == EXIT:
        return 2 * WON
    taken, lost_blue, lost_red = weights[0:4], weights[8:12], weights[12:16]
    guarded, nearest, each_blue, each_red, unguarded = weights[16:21]
    letters = list(state.cells.values())
    found = 0.0
    if state.cells.get(end, ".") in "ubr":
        blues, reds = letters.count("b") + state.hidden_blue, letters.count("r") + state.hidden_red
        found += chances[end] * taken[blues - 1] - (1 - chances[end]) * weights[4 + reds - 1]
    cells = dict(state.cells)
    cells[end] = cells.pop(start)
    runs = "ub" if state.hidden_blue or "u" not in letters else "b"
    hostile = {square for square, letter in cells.items() if letter in "ubr"}
    runners = {square for square, letter in cells.items() if letter in runs}
    own = {square for square, letter in cells.items() if letter in "BR"}
    blues = [square for square in own if cells[square] == "B"]
    reds = [square for square in own if cells[square] == "R"]
    reached = {square for square in own if hostile & set(neighbors(square))}
    leaves_next = any(square in EXITS[0] and square not in reached for square in blues)
    for square in reached:
        if square in reds:
            found += lost_red[len(reds) - 1]
        elif not leaves_next:
            found -= lost_blue[len(blues) - 1] * (guarded if own & set(neighbors(square)) else 1.0)
    found -= each_blue * sum(map(to_exit, blues)) + each_red * sum(map(to_exit, reds))
    found -= nearest * min(map(to_exit, blues))
    found += 900.0 if leaves_next else 0.0
    for corner in EXITS[1]:
        if corner in runners:
            found -= WON * chances[corner]
        if corner not in hostile:
            guard = min(steps(square, corner) for square in own)
            faster = [square for square in runners if steps(square, corner) < guard]
            found -= max((chances[square] * unguarded / steps(square, corner) for square in faster), default=0.0)
    return found
