"""The referee of the smallest game: its rules once more, in other words."""

from __future__ import annotations

from typing import Any

from quality.referee import Foul, Meter

POSITIONS_PER_SECOND = 1_000_000


def replay(puzzle: dict[str, Any], solution: Any) -> None:
    first, second = solution
    if first == second or int(puzzle["digits"][first]) + int(puzzle["digits"][second]) != puzzle["total"]:
        raise Foul(f"places {first} and {second} do not add up to {puzzle['total']}")


def count(puzzle: dict[str, Any], stop_at: int = 2, meter: Meter | None = None) -> int:
    digits = [int(digit) for digit in puzzle["digits"]]
    found = 0
    (meter or Meter()).add(len(digits) * (len(digits) - 1) // 2)
    for first in range(len(digits)):
        for second in range(first):
            found += digits[first] + digits[second] == puzzle["total"]
    return found


def cost(puzzle: dict[str, Any]) -> int:
    return len(puzzle["digits"]) ** 2
