"""Bits of words against plain Python."""

from __future__ import annotations

import random

import numba
import pytest
from llvmlite import binding

from engines.kernels.bits import can_gather, gather, height, lowest, popcount, scatter
from engines.kernels.jit import kernel


@kernel
def counted(word: int) -> tuple[int, int, int]:
    return popcount(word), lowest(word), height(word)


@kernel
def gathered(word: int, mask: int) -> int:
    return gather(word, mask)


@kernel
def scattered(word: int, mask: int) -> int:
    return scatter(word, mask)


def words(seed: int, count: int) -> list[int]:
    """Words of 63 bits, few of them set or many."""
    chance = random.Random(seed)
    return [chance.getrandbits(63) & chance.choice((-1, chance.getrandbits(63))) for _ in range(count)] + [
        1,
        2**63 - 1,
    ]


def test_counting() -> None:
    for word in filter(None, words(1, 200)):
        text = f"{word:b}"
        assert counted(word) == (text.count("1"), len(text) - len(text.rstrip("0")), len(text))


@pytest.mark.skipif(not can_gather(), reason="this processor does not gather bits")
def test_gathering_and_scattering() -> None:
    for word, mask in zip(words(2, 200), words(3, 200), strict=True):
        places = [i for i in range(63) if mask >> i & 1]
        assert gathered(word, mask) == sum((word >> i & 1) << n for n, i in enumerate(places))
        assert scattered(word, mask) == sum((word >> n & 1) << i for n, i in enumerate(places))


@pytest.mark.parametrize(
    ("name", "features", "can"),
    [
        ("haswell", "+avx2,+bmi,+bmi2", True),
        ("generic", "", False),
        ("haswell", "+bmi,-bmi2", False),
        ("znver2", "+bmi2", False),
        ("znver3", "+bmi2", True),
    ],
)
def test_the_processor_that_is_compiled_for_decides(
    monkeypatch: pytest.MonkeyPatch, name: str, features: str, can: bool
) -> None:
    monkeypatch.setattr(numba.config, "CPU_NAME", name)
    monkeypatch.setattr(numba.config, "CPU_FEATURES", features)
    assert can_gather() == can


@pytest.mark.parametrize("host", [{"bmi2": True}, {"bmi2": False}, {}])
def test_else_the_one_at_hand_decides(monkeypatch: pytest.MonkeyPatch, host: dict[str, bool]) -> None:
    monkeypatch.setattr(numba.config, "CPU_NAME", None)
    monkeypatch.setattr(numba.config, "CPU_FEATURES", None)
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "skylake")
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: host)
    assert can_gather() == host.get("bmi2", False)
