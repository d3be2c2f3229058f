"""Draws that depend on names alone: who and what, never when, in which order or in which batch.

A name is hashed (BLAKE2b) to a 64-bit key; keys are mixed as in a counter-based generator (the
finaliser of SplitMix64), so that thousands of draws are a few array operations. What is drawn for a
name today is drawn for it on every other day and machine, whatever else is drawn beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np

Keys = np.ndarray  # of uint64

STEP = 0x9E3779B97F4A7C15
MASK = 2**64 - 1


def key(*parts: object) -> np.uint64:
    """The key of a name given in parts; ('a', 'bc') and ('ab', 'c') are different names."""
    text = "\x1f".join(str(part) for part in parts)
    return np.uint64(int.from_bytes(hashlib.blake2b(bytes(text, "utf-8"), digest_size=8).digest(), "little"))


def keys(names: Iterable[str], *prefix: object) -> Keys:
    """One key for each name, all under the same prefix."""
    return np.array([key(*prefix, name) for name in names], dtype=np.uint64)


def pairs(left: Keys, right: Keys) -> Keys:
    """One key for each pair, as a table of `left` by `right`."""
    return mix(left[:, None] ^ mix(right)[None, :])


def mix(values: Keys) -> Keys:
    """Scatter 64-bit integers: neighbours in, unrelated numbers out."""
    out = values ^ (values >> np.uint64(30))
    out = out * np.uint64(0xBF58476D1CE4E5B9)
    out = out ^ (out >> np.uint64(27))
    out = out * np.uint64(0x94D049BB133111EB)
    return out ^ (out >> np.uint64(31))


def uniform(source: Keys, stream: int) -> np.ndarray:
    """A number strictly between 0 and 1 for each key; another one for each stream."""
    offset = np.uint64((2 * stream + 1) * STEP & MASK)
    bits = mix(mix(source + offset) + np.uint64(STEP)) >> np.uint64(11)
    return (bits.astype(np.float64) + 0.5) * 2.0**-53


def normal(source: Keys, stream: int) -> np.ndarray:
    """A standard normal number for each key (Box and Muller); another one for each stream."""
    radius = np.sqrt(-2.0 * np.log(uniform(source, 2 * stream)))
    return radius * np.cos(2.0 * np.pi * uniform(source, 2 * stream + 1))
