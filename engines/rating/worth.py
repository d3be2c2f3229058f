"""What a puzzle is worth to those whom it is chosen for: parts that a reader can see, until people's word counts.

Before people have rated there are two parts, from 0 to 1: the *hill* (`engines.people.hill`), and the *surprise
share*, the share of puzzles of its length whose answer is more expected. Where few are of its length, those of the
nearest lengths stand in, less what the length itself does to surprise. Once people have rated, the interest that
their model predicts takes over: the more puzzles they rated, the more it counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FEWEST = 30  # puzzles that one is compared with: those of its length and, where these are too few, of the nearest
USUAL = 0.5  # the share of a puzzle whose surprise was not measured


@dataclass(frozen=True, eq=False)
class Reference:
    """The puzzles that others are compared with: how long they are, and how surprising, less what twice the length
    adds on the whole (`slope`)."""

    lengths: np.ndarray
    surprise: np.ndarray
    slope: float = 0.0

    @classmethod
    def of(cls, lengths: np.ndarray, surprise: np.ndarray) -> Reference:
        known = np.isfinite(lengths) & np.isfinite(surprise)
        lengths, surprise = lengths[known], surprise[known]
        doublings = doubled(lengths)
        off = doublings - doublings.mean() if len(doublings) else doublings
        slope = float(off @ surprise / (off @ off)) if off.any() else 0.0
        return cls(lengths, surprise - slope * doublings, slope)

    def peers(self, length: float) -> np.ndarray:
        """How surprising the puzzles of a length are, in order."""
        off = np.abs(self.lengths - length)
        if not len(off):
            return off
        reach = max(0.0, float(np.sort(off)[min(FEWEST, len(off)) - 1]))
        return np.sort(self.surprise[off <= reach])

    def share(self, lengths: np.ndarray, surprise: np.ndarray) -> np.ndarray:
        """The share of the puzzles of the same length that are less surprising, 0 to 1; equals count by half. NaN
        where nothing is known."""
        surprise = surprise - self.slope * doubled(lengths)
        found = np.full(len(surprise), np.nan)
        for length in np.unique(lengths[np.isfinite(lengths)]):
            peers = self.peers(float(length))
            mine = np.flatnonzero((lengths == length) & np.isfinite(surprise))
            if len(peers) and len(mine):
                ends = [np.searchsorted(peers, surprise[mine], side) for side in ("left", "right")]
                found[mine] = (ends[0] + ends[1]) / (2.0 * len(peers))
        return found


def doubled(lengths: np.ndarray) -> np.ndarray:
    """How often something is twice as long as a single move."""
    return np.asarray(np.log2(np.maximum(lengths, 1.0)))


@dataclass(frozen=True)
class Weights:
    """What a part at its best is worth beside one at its least, in steps of interest."""

    hill: float
    surprise: float

    def worth(self, hill: np.ndarray, share: np.ndarray, interest: np.ndarray, trust: float) -> np.ndarray:
        """What puzzles are worth: by the parts, and by the interest as far as people's word is trusted."""
        known = self.hill * hill + self.surprise * np.nan_to_num(share, nan=USUAL)
        return np.asarray((1.0 - trust) * known + trust * interest if trust else known)
