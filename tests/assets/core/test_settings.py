"""The settings: defaults that hold, copies that overlay them, mistakes refused by name."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from assets.core.compute import Compute
from assets.core.settings import DEFAULTS, NUMBERS, BadSettings, Settings
from assets.core.stage import Press
from assets.stages import candidates
from engines.registry import GAMES, engine
from warehouse.home import Home
from warehouse.lake import FOUNDING

ADDRESS = "release.base_url"  # the one setting that is text


def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Settings:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    monkeypatch.setenv("TSUME_SETTINGS", str(path))
    return Settings.load()


def test_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TSUME_SETTINGS", raising=False)
    settings = Settings.load()
    assert settings.games == list(GAMES)
    for game in GAMES:
        assert set(settings.variants(game)) == set(engine(game).variants), "every variant, every night"
    written = tomllib.loads(DEFAULTS.read_text())
    numbers = {
        f"{name}.{key}"
        for name, section in written.items()
        if isinstance(section, dict)
        for key, value in section.items()
        if not isinstance(value, dict)
    }
    assert {name for name in numbers if not name.startswith("nightly.")} == {*NUMBERS, ADDRESS}, "unchecked settings"


def test_patterns_shape_the_candidates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[generation."tsd-*"]\nnoise = [0, 0.5]\nrows_below = 2\n[generation.tsd-2]\nrows_below = [1, 4]\n'
    settings = load(tmp_path, monkeypatch, text)
    assert settings.parameters("tsd-1") == {"noise": (0, 0.5), "rows_below": (2, 2)}
    assert settings.parameters("tsd-2") == {"noise": (0, 0.5), "rows_below": (1, 4)}
    assert settings.parameters("quad-1") == {}


def test_patterns_say_how_to_choose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[sets]\ncurated = 20\n[selection]\nper_group = 4\n[selection.variants."tsd-*"]\nvariety = 0\nsize = 9\n'
    text += '[selection.variants.tsd-2]\nby = ["method", "column"]\nsize = 7\n'
    settings = load(tmp_path, monkeypatch, text)
    one, two, other = (settings.rule(variant) for variant in ("tsd-1", "tsd-2", "quad-1"))
    assert (one.per_group, one.variety, one.size, one.by) == (4, 0, 9, ())
    assert (two.per_group, two.variety, two.size, two.by) == (4, 0, 7, ("method", "column"))
    assert (other.variety, other.size) == (settings.selection["variety"], 20)


def test_the_papers_rules_are_the_defaults() -> None:
    settings = Settings.load()
    assert {settings.rule(name).least_interest for name in settings.variants("tspin")} == {3.4}, (
        "T-spin thesis, 7.2.1"
    )
    assert settings.rule("tsd-3").size == 50, "T-spin thesis, 7.2.1"
    assert settings.rule("chain-2x3").by == ("method", "puyos", "colors"), "Nazo Puyo paper, 4.4"
    assert settings.rule("chain-2x3").size == 2 * 4 * 3 * 3, "Nazo Puyo paper, 4.4"
    assert settings.sets["pool"] == 500, "T-spin thesis, 7.2.2"


def test_a_copy_overlays_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(tmp_path, monkeypatch, "seed = 5\n[nightly]\ntsd-1 = 7\n[selection]\nper_group = 2\n")
    assert settings.seed == 5
    assert settings.nightly == {"tsd-1": 7}, "[nightly] replaces the whole list"
    assert (settings.selection["per_group"], settings.selection["least_interest"]) == (2, 2.0)
    monkeypatch.setenv("TSUME_TIMEZONE", "Asia/Tokyo")
    assert Settings.load().zone.key == "Asia/Tokyo"


def test_a_scale_multiplies_the_candidates_of_nights_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(tmp_path, monkeypatch, "[nightly]\ntsd-1 = 40\ntsd-2 = 3\n")
    made = {}
    for scale in (0.01, 0.5, 1.0, 2.5):
        press = Press(Home(tmp_path), replace(settings, scale=scale), Compute(1))
        made[scale] = candidates.counts(press, "tspin", "2026-11-15")
        assert candidates.counts(press, "tspin", FOUNDING) == {"tsd-1": 20, "tsd-2": 3}
        assert dict(candidates.facts(press, "tspin", "2026-11-15").values)["tsd-1"] == made[scale]["tsd-1"]
    assert made == {
        0.01: {"tsd-1": 1, "tsd-2": 1},
        0.5: {"tsd-1": 20, "tsd-2": 2},
        1.0: {"tsd-1": 40, "tsd-2": 3},
        2.5: {"tsd-1": 100, "tsd-2": 8},
    }


def test_a_scale_is_no_setting_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSettings, match="unknown setting 'scale'"):
        load(tmp_path, monkeypatch, "scale = 2.0\n")


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
        ("[selection]\nvariety = -1", "selection.variety must be a number from 0"),
        ("[selection]\nflash = 2.5", "selection.flash must be a whole number"),
        ("[selection]\naudiences = 3", "audiences must be a section"),
        ("[selection.audiences]\neasy = 'robots'", "audiences.easy: unknown audience 'robots': choose from everyone"),
        ("[selection.audiences]\neasily = 'beginner'", "unknown setting 'easily'"),
        ("[selection.levels]\nchess = [2, 3]", "selection.levels: there is no game 'chess'"),
        ("[selection.levels]\ntspin = [2]", "selection.levels: tspin must be two numbers, not [2]"),
        ("[selection.levels]\ntspin = 2.5", "selection.levels: tspin must be two numbers, not 2.5"),
        ("[selection.levels]\ntspin = [0, 3]", "selection.levels: tspin must be a number from 1.0 to 5.0, not 0"),
        ("[selection.levels]\n'*' = [3, 3]", "selection.levels: *: easy must end below medium, not [3, 3]"),
        ("[selection.variants.foo]\nper_group = 1", "selection.variants: no variant is called 'foo'"),
        ("[selection.variants]\ntsd-1 = 3", "selection.variants.tsd-1 must be a section"),
        ("[selection.variants.tsd-1]\nper_group = 0", "selection.variants.tsd-1: per_group must be a whole number"),
        ("[selection.variants.tsd-1]\nsize = 0.5", "selection.variants.tsd-1: size must be a whole number"),
        ("[selection.variants.tsd-1]\nflash = 1", "selection.variants.tsd-1: unknown setting 'flash'"),
        ("[selection.variants.tsd-1]\nby = 'column'", "selection.variants.tsd-1: by must be a list of traits"),
        ("[selection.variants.tsd-1]\nby = ['colors']", "unknown trait 'colors': choose from method, pieces, first"),
        ("[sets]\ncurated = 0", "sets.curated must be a whole number from 1"),
        ("nightly = 3", "nightly must be a section"),
        ("[generation.foo]\nnoise = 1", "no variant is called 'foo'"),
        ("[generation]\ntsd-1 = 3", "generation.tsd-1 must be a section"),
        ("[generation.tsd-1]\nnose = 1", "unknown parameter 'nose'"),
        ("[generation.tsd-1]\nnoise = 1.5", "noise must be a number from 0 to 1"),
        ("[generation.tsd-1]\nnoise = [0.3, 0.1]", "noise must be a range from low to high"),
        ("[generation.tsd-1]\nnoise = [0.3]", "noise must be a number or a range"),
        ("[generation.tsd-1]\nrows_below = 1.5", "rows_below must be a whole number"),
        ("[generation.tsd-1]\nminimise = 1", "minimise must be true or false"),
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


def test_levels_are_cut_by_game_and_copies_name_only_what_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text("[selection.levels]\npuyo = [2, 4.5]\ntspin = [1.5, 2]\n")
    defaults = Settings.load()
    monkeypatch.setenv("TSUME_SETTINGS", str(copy))
    found = Settings.load()
    assert [found.level("puyo", value) for value in (1.0, 2.0, 2.001, 4.5, 4.6)] == [
        *("easy", "easy", "medium", "medium", "hard")
    ]
    assert (found.cuts("tspin"), found.cuts("geister")) == ((1.5, 2.0), defaults.cuts("geister"))
    assert defaults.cuts("chess") == (2.33, 3.67), "a game without cuts of its own: thirds of the scale"
