"""The network as it plays: a small convolutional one, its forward pass in NumPy, its weights as text.

Two layers of 3 x 3 filters over the board, one that makes their outputs fewer, then all of these and the pairs into a
layer of 64, and a value for each of the 22 placements. Weights are kept as half precision in base 64. Compare with
`learn`, which has the same network in PyTorch.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from math import prod

import numpy as np

from engines.contract import BadParameter, Json
from engines.puyo.agent.dqn.see import BOARD_INPUTS, CELLS, CHANNELS, PAIR_INPUTS
from engines.puyo.rules.board import ROWS, WIDTH
from engines.puyo.rules.place import ALL_PLACEMENTS

FILTERS, SQUEEZED, HIDDEN = 16, 8, 64
Weights = dict[str, np.ndarray]
SHAPES: dict[str, tuple[int, ...]] = {
    "conv1.weight": (FILTERS, CHANNELS, 3, 3),
    "conv1.bias": (FILTERS,),
    "conv2.weight": (FILTERS, FILTERS, 3, 3),
    "conv2.bias": (FILTERS,),
    "squeeze.weight": (SQUEEZED, FILTERS, 1, 1),
    "squeeze.bias": (SQUEEZED,),
    "hidden.weight": (HIDDEN, SQUEEZED * CELLS + PAIR_INPUTS),
    "hidden.bias": (HIDDEN,),
    "value.weight": (ALL_PLACEMENTS, HIDDEN),
    "value.bias": (ALL_PLACEMENTS,),
}
SIZE = sum(map(prod, SHAPES.values()))
FORM = "dqn 5-16-16-8-64-22, float16"


def json_of(weights: Mapping[str, np.ndarray]) -> Json:
    """Weights as text."""
    flat = np.concatenate([np.asarray(weights[name]).reshape(-1) for name in SHAPES])
    return {"form": FORM, "data": base64.b64encode(flat.astype("<f2").tobytes()).decode()}


def weights_from(record: Json) -> Weights:
    """Weights out of their text."""
    if record.get("form") != FORM:
        raise BadParameter(f"weights of form {record.get('form')!r}, not {FORM!r}")
    flat = np.frombuffer(base64.b64decode(record["data"]), dtype="<f2").astype(np.float32)
    if len(flat) != SIZE:
        raise BadParameter(f"{len(flat):,} weights, not {SIZE:,}")
    found, at = {}, 0
    for name, shape in SHAPES.items():
        found[name] = flat[at : at + prod(shape)].reshape(shape)
        at += prod(shape)
    return found


def convolved(planes: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Filters of 3 x 3 over planes (batch, channel, row, column), nothing beyond the edges; what is below 0 is 0."""
    around = np.pad(planes, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(around, (3, 3), axis=(2, 3))
    patches = windows.transpose(0, 2, 3, 1, 4, 5).reshape(len(planes), CELLS, -1)
    out = patches @ weight.reshape(len(weight), -1).T + bias
    return np.maximum(out, 0).transpose(0, 2, 1).reshape(len(planes), len(weight), ROWS, WIDTH)


def values(weights: Weights, inputs: np.ndarray) -> np.ndarray:
    """The value of each placement, for each row of inputs."""
    planes = inputs[:, :BOARD_INPUTS].reshape(-1, CHANNELS, ROWS, WIDTH)
    planes = convolved(planes, weights["conv1.weight"], weights["conv1.bias"])
    planes = convolved(planes, weights["conv2.weight"], weights["conv2.bias"])
    flat = planes.reshape(len(planes), FILTERS, CELLS)
    few = weights["squeeze.weight"].reshape(SQUEEZED, FILTERS) @ flat + weights["squeeze.bias"][:, None]
    few = np.maximum(few, 0).reshape(len(planes), -1)
    both = np.concatenate([few, inputs[:, BOARD_INPUTS:]], axis=1)
    hidden = np.maximum(both @ weights["hidden.weight"].T + weights["hidden.bias"], 0)
    return np.asarray(hidden @ weights["value.weight"].T + weights["value.bias"])
