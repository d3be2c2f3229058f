"""The settings: defaults that hold, copies that overlay them, mistakes refused by name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from assets.settings import DEFAULTS, NUMBERS, BadSettings, Settings


def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Settings:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    monkeypatch.setenv("TSUME_SETTINGS", str(path))
    return Settings.load()


def test_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TSUME_SETTINGS", raising=False)
    settings = Settings.load()
    assert settings.games == ["tspin"]
    assert settings.variants("tspin") == {"tsd-1": 2000, "tsd-2": 2000}
    written = tomllib.loads(DEFAULTS.read_text())
    numbers = {f"{name}.{key}" for name, section in written.items() if isinstance(section, dict) for key in section}
    assert {name for name in numbers if not name.startswith("nightly.")} == set(NUMBERS), "unchecked settings"


def test_a_copy_overlays_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(tmp_path, monkeypatch, "seed = 5\n[nightly]\ntsd-1 = 7\n[selection]\nper_group = 2\n")
    assert settings.seed == 5
    assert settings.nightly == {"tsd-1": 7}, "[nightly] replaces the whole list"
    assert settings.selection == {"per_group": 2, "least_interest": 2.5}
    monkeypatch.setenv("TSUME_TIMEZONE", "Asia/Tokyo")
    assert Settings.load().zone.key == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = 'x'", "seed must be a whole number"),
        ("seed = -1", "seed must be a whole number from 0"),
        ("seed = true", "seed must be"),
        ("seed = 1.5", "seed must be"),
        ("timezone = 7", "timezone 7"),
        ("timezone = 'Mars/Olympus'", "Mars/Olympus"),
        ("workers = -2", "workers must be"),
        ("[nightly]", "names no variant"),
        ("[nightly]\nfoo-1 = 3", "unknown variant 'foo-1'"),
        ("[nightly]\ntsd-1 = 0", "nightly.tsd-1 must be a whole number from 1"),
        ("[nightly]\ntsd-1 = 2.5", "nightly.tsd-1 must be"),
        ("[nightly]\ntsd-1 = 'many'", "nightly.tsd-1 must be"),
        ("[survey]\nraters = 0", "survey.raters must be a whole number from 1"),
        ("[selection]\nleast_interest = 9", "selection.least_interest must be a number from 1 to 5"),
        ("[selection]\nleast_interest = nan", "selection.least_interest must be"),
        ("[selection]\nper_groups = 9", "unknown setting 'per_groups'"),
        ("nightly = 3", "nightly must be a section"),
        ("[seed]\nx = 1", "seed must not be a section"),
        ("colour = 'red'", "unknown setting 'colour'"),
        ("seed = = 3", "mine.toml"),
    ],
)  # fmt: skip
def test_mistakes_are_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str) -> None:
    with pytest.raises(BadSettings) as refused:
        load(tmp_path, monkeypatch, text)
    assert words in str(refused.value)
    assert "mine.toml" in str(refused.value)
