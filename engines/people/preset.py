"""The LightGBM settings that a paper prints."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """The LightGBM settings of a paper. All use gradient boosted trees for regression; `rounds` is None where a paper
    does not say how many. `reads` are the paper's own features; empty where they are not ours to compute. They were
    tuned on the data that the errors are of (T-spin thesis, footnote 3)."""

    name: str
    learning_rate: float
    rounds: int | None
    leaves: int
    feature_fraction: float
    min_data: int
    source: str
    min_hessian: float = 1.0
    reads: tuple[str, ...] = ()

    def parameters(self) -> dict[str, str | int | float]:
        """The same under LightGBM's names, rounds left out."""
        return {
            "boosting": "gbdt",
            "objective": "regression",
            "metric": "rmse",
            "learning_rate": self.learning_rate,
            "num_leaves": self.leaves,
            "feature_fraction": self.feature_fraction,
            "min_data_in_leaf": self.min_data,
            "min_sum_hessian_in_leaf": self.min_hessian,
        }
