"""What the network sees and says in plain Python: the slow twin of `agent.dqn`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

COLORS = "rgby"


def names_of(pairs: Sequence[str]) -> dict[str, int]:
    """The plane of each colour."""
    order = list(dict.fromkeys("".join(pairs)))
    return {color: plane for plane, color in enumerate(order + sorted(set(COLORS) - set(order), key=COLORS.index))}


def look(columns: Sequence[str], pairs: Sequence[str]) -> list[float]:
    """A board as columns from the bottom and three pairs, as inputs."""
    names = names_of(pairs)
    planes = [[[0.0] * 6 for _ in range(13)] for _ in range(5)]
    for x, column in enumerate(columns):
        for y, mark in enumerate(column):
            if mark in names:
                planes[names[mark]][y][x] = 1.0
            planes[4][y][x] = 1.0
    flat = [cell for plane in planes for row in plane for cell in row]
    return flat + [float(names[half] == name) for pair in pairs for half in pair for name in range(4)]


def convolved(planes: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Filters over planes, cell by cell."""
    reach = weight.shape[-1] // 2
    out = np.zeros((len(weight), 13, 6))
    for number in range(len(weight)):
        for y in range(13):
            for x in range(6):
                total = float(bias[number])
                for dy in range(-reach, reach + 1):
                    for dx in range(-reach, reach + 1):
                        if 0 <= y + dy < 13 and 0 <= x + dx < 6:
                            column = planes[:, y + dy, x + dx]
                            total += float((weight[number, :, dy + reach, dx + reach] * column).sum())
                out[number, y, x] = max(total, 0.0)
    return out


def values(weights: dict[str, np.ndarray], inputs: np.ndarray) -> np.ndarray:
    """The value of each placement."""
    planes = inputs[:390].reshape(5, 13, 6)
    for layer in ("conv1", "conv2", "squeeze"):
        planes = convolved(planes, weights[f"{layer}.weight"], weights[f"{layer}.bias"])
    both = np.concatenate([planes.reshape(-1), inputs[390:]])
    hidden = np.maximum(weights["hidden.weight"] @ both + weights["hidden.bias"], 0)
    return weights["value.weight"] @ hidden + weights["value.bias"]
