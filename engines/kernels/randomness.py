"""Random numbers that depend on nothing but their key: splitmix64.

A candidate's numbers are a function of (variant, seed, number of the candidate), so it
makes no difference which worker draws them, or in which order. Compare with NumPy's
`Philox`, which does the same at ten times the cost for a few dozen numbers.
"""

from __future__ import annotations

import hashlib

import numpy as np

from engines.kernels.jit import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S11, S27, S30, S31, S32 = (np.uint64(n) for n in (11, 27, 30, 31, 32))
FRACTION = 2.0**-53


def stream_key(name: str, seed: int) -> np.uint64:
    """The key of a named stream: stable between machines and runs, unlike `hash`."""
    digest = hashlib.sha256(f"{name}\0{seed}".encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "little"))


@kernel
def mix(word: np.uint64) -> np.uint64:
    """The output function of splitmix64: every bit in changes half of the bits out."""
    word = (word ^ (word >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@kernel
def start(state: np.ndarray, key: np.uint64, number: int) -> None:
    """Put `state` (one uint64) at the beginning of candidate `number`'s own stream."""
    state[0] = mix(key + mix(np.uint64(number) * GOLDEN + GOLDEN))


@kernel
def draw(state: np.ndarray) -> np.uint64:
    """Sixty-four random bits."""
    state[0] = state[0] + GOLDEN
    return mix(state[0])


@kernel
def below(state: np.ndarray, n: int) -> int:
    """One of 0 .. n-1, evenly (to within n / 2^32)."""
    return int(np.int64(((draw(state) >> S32) * np.uint64(n)) >> S32))


@kernel
def fraction(state: np.ndarray) -> float:
    """A number in [0, 1)."""
    return float(np.int64(draw(state) >> S11)) * FRACTION
