"""Which stages an edit makes anew: one file of each room is edited in a copy of the sources."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent

import pytest

from assets.core.settings import Settings
from assets.core.sources import BY_NAME, FOLDERS, NO_CALLERS, ROOT, Sources, sources_of, version_of
from assets.core.stage import Press, recipe_of
from assets.graph.assets import NIGHT_STAGES
from assets.release.gallery import chunks, drawings
from assets.stages import models, standings
from assets.stages.models import fitted_by
from engines.tspin.people.presets import PRESETS
from warehouse.schema import TABLES

STAGES = (*NIGHT_STAGES, models.STAGE, standings.STAGE)
GAMES = ("tspin", "puyo", "geister")
DRAWINGS = "drawings"  # no stage, but kept by the same means: what the gallery draws of puzzles
STARTS = {stage.name: stage.modules for stage in STAGES} | {DRAWINGS: (drawings.__name__, chunks.__name__)}

NOTHING = ""
ALL = " ".join(stage.name for stage in STAGES)
EVERYTHING = f"{ALL} {DRAWINGS}"
OF_ENGINES = EVERYTHING.replace("standings ", "").replace("players ", "")  # what asks an engine for anything
OF_PUZZLES = OF_ENGINES.replace("ratings ", "")  # what has puzzles in hand; ratings come from features alone
FITS = "models questions selection drift"  # these make the founding panel with all its stages, if it is not there

# For each room what an edit to one of its files makes anew, in the games that are named. All else stays.
ENGINES: tuple[tuple[str, str, str], ...] = (
    # the file, in engines/<game>/   of the games     makes anew
    ("rules/puzzle.py", "tspin puyo geister", OF_PUZZLES),
    ("rules/explained.py", "tspin puyo geister", NOTHING),
    ("solve/solver.py", "puyo", f"games candidates verdicts features judgements {FITS}"),
    # A variant's title says its category, which the solver tells.
    ("solve/solver.py", "geister", f"games candidates verdicts features predictions judgements {FITS}"),
    ("solve/perft.py", "tspin puyo", NOTHING),
    ("make/generate.py", "tspin puyo geister", f"candidates {FITS}"),
    ("make/variants.py", "tspin puyo geister", f"games candidates verdicts features predictions {FITS}"),
    ("measure/features.py", "tspin puyo geister", f"features {FITS}"),
    ("measure/themes.py", "tspin puyo geister", f"features {FITS}"),
    ("measure/traits.py", "tspin puyo geister", "selection"),
    ("measure/evenness.py", "puyo", NOTHING),
    ("people/law.py", "tspin puyo geister", f"ratings {FITS}"),
    ("people/surveys.py", "tspin puyo geister", NOTHING),
    ("people/presets.py", "tspin", FITS),
    ("forms/text.py", "tspin puyo geister", f"games candidates verdicts features judgements {FITS} {DRAWINGS}"),
    ("forms/simulate.py", "puyo", NOTHING),
    ("show/captions.py", "puyo geister", DRAWINGS),
    ("show/frames.py", "tspin puyo geister", DRAWINGS),
    ("show/terminal.py", "tspin puyo geister", NOTHING),
    ("japanese/translation.py", "tspin puyo geister", "predictions selection"),
    ("agent/judge.py", "tspin puyo geister", "judgements"),
    ("agent/met.py", "tspin puyo geister", f"games candidates {FITS}"),
    ("agent/tune.py", "tspin puyo", NOTHING),
    ("engine.py", "tspin puyo geister", NOTHING),  # its members count each for itself: see below
    ("__init__.py", "tspin puyo geister", OF_ENGINES),
)
# The same for what the games share.
SHARED: tuple[tuple[str, str], ...] = (
    ("engines/contract.py", EVERYTHING),
    ("engines/registry.py", EVERYTHING),
    ("engines/judging.py", "judgements"),
    ("engines/engine.py", EVERYTHING),
    ("engines/identity.py", f"games candidates {FITS}"),
    ("engines/kernels/jit.py", f"games candidates verdicts features judgements {FITS} {DRAWINGS}"),
    ("engines/shared/labels.py", f"features {FITS}"),
    ("engines/shared/opinions.py", "judgements"),
    ("engines/people/law.py", f"ratings {FITS}"),
    ("engines/people/survey.py", NOTHING),
    ("engines/rating/truth.py", f"ratings {FITS}"),
    ("engines/rating/glicko.py", f"ratings standings {FITS}"),
    ("engines/rating/models.py", f"predictions {FITS}"),
    ("engines/rating/reasons.py", "predictions"),
    ("engines/rating/asking.py", "questions"),
    ("engines/rating/variety.py", "selection"),
    ("assets/core/stage.py", ALL),
    ("assets/core/titles.py", "selection"),
    ("assets/core/kernels.py", NOTHING),
    ("assets/core/settings.toml", NOTHING),  # what is read of it counts by value
    ("assets/agents/versions.py", f"games candidates {FITS}"),
    ("assets/agents/comparison.py", NOTHING),
    ("assets/learning/registry.py", f"predictions {FITS}"),
    ("assets/learning/training.py", FITS),
    ("assets/stages/games.py", f"games candidates {FITS}"),
    ("assets/stages/candidates.py", f"candidates {FITS}"),
    ("assets/stages/verdicts.py", f"verdicts features {FITS}"),
    ("assets/stages/predictions.py", "predictions"),
    ("assets/stages/curated.py", "selection"),
    ("assets/stages/players.py", "players"),
    ("assets/stages/drift.py", "drift"),
    ("assets/pictures/plots.py", NOTHING),
    ("assets/release/publish.py", NOTHING),
    ("assets/release/gallery/pages/night.py", NOTHING),
    ("assets/release/gallery/chunks.py", DRAWINGS),
    ("assets/intake/survey.py", NOTHING),
    ("assets/graph/assets.py", NOTHING),
    ("warehouse/lake.py", ALL),
    ("warehouse/schema.py", NOTHING),  # the columns of a stage's own tables count by value
    ("warehouse/players/past.py", "players"),
    ("warehouse/views.py", NOTHING),
    ("warehouse/vocabulary.py", EVERYTHING),
    ("warehouse/withdrawals.py", "selection"),
    ("quality/suites.py", ALL),  # a suite decides which rows come in; they are not told apart by table
    ("quality/checks.py", ALL),
    ("quality/drift.py", "drift"),
    ("quality/referee/puyo.py", NOTHING),
)
NAMERS = {"engines/engine.py", *(f"engines/{game}/engine.py" for game in GAMES)}  # of modules, by `when_used`
CASES = [(f"engines/{game}/{file}", game, anew) for file, games, anew in ENGINES for game in games.split()]
CASES += [(file, "puyo", anew) for file, anew in SHARED]


@dataclass(frozen=True)
class Copy:
    """A copy of the sources, with what is made of it before any edit."""

    sources: Sources
    before: dict[str, dict[str, str]]

    def versions(self, game: str) -> dict[str, str]:
        return versions(self.sources, game)

    def anew(self, file: str, game: str, text: str) -> set[str]:
        """What has another version once a file says something else."""
        path = self.sources.root / file
        there = path.read_text()
        others = {known: source for known, source in self.sources.known.items() if known != path}
        assert text != there
        path.write_text(text)
        try:
            now = versions(Sources(self.sources.root, others), game)
        finally:
            path.write_text(there)
        return {name for name, version in now.items() if version != self.before[game][name]}

    def text(self, file: str) -> str:
        return (self.sources.root / file).read_text()


def versions(sources: Sources, game: str) -> dict[str, str]:
    package = sources.root / "engines" / game / "__init__.py"
    starts = {name: [sources.module(module) for module in modules] for name, modules in STARTS.items()}
    return {name: version_of([path for path in paths if path], package, sources) for name, paths in starts.items()}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    root = tmp_path_factory.mktemp("copy")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    sources = Sources(root)
    return Copy(sources, {game: versions(sources, game) for game in GAMES})


@pytest.mark.parametrize(("file", "game", "anew"), CASES, ids=[file for file, _, _ in CASES])
def test_an_edit_makes_anew_what_it_decides_and_nothing_else(copy: Copy, file: str, game: str, anew: str) -> None:
    addition = "\n" if file.endswith((".json", ".toml")) else "\nEDITED = True\n"
    assert copy.anew(file, game, copy.text(file) + addition) == set(anew.split())


def test_every_room_is_in_the_table() -> None:
    rooms = {path.parent.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    edited = {file.rpartition("/")[0] for file, _, _ in CASES}
    assert rooms - edited == {"engines", "assets", "warehouse", "quality", "engines/puyo/agent/dqn"} - edited


def test_an_edit_to_one_game_leaves_the_others_alone(copy: Copy) -> None:
    file = "engines/puyo/solve/solver.py"
    assert copy.anew(file, "tspin", copy.text(file) + "\nEDITED = True\n") == set()


def test_a_trained_network_counts_as_a_source(copy: Copy) -> None:
    file = "engines/puyo/agent/dqn/trained.json"
    anew = copy.anew(file, "puyo", copy.text(file) + "\n")
    assert {"games", "candidates", "models"} <= anew
    assert not anew & {"verdicts", "features", "ratings", "predictions", "judgements", DRAWINGS}


@pytest.mark.parametrize(
    ("old", "new", "anew"),
    [
        ("solve = staticmethod(solve)", "solve = staticmethod(measure)", f"verdicts features {FITS}"),
        ("import solve\n", "import solve_plainly as solve\n", f"verdicts features {FITS}"),
        ("return generate(self.variants[variant],", "return generate(VARIANTS[variant],", f"candidates {FITS}"),
        ("canonical = staticmethod(canonical)", "canonical = staticmethod(decode)", f"games candidates {FITS}"),
        ("traits = staticmethod(traits)", "traits = staticmethod(mix)", "selection"),
        ("law = LAW", "law = None", f"ratings {FITS}"),
        ('"engines.tspin.agent.judge", "judge"', '"engines.tspin.agent.judge", "other"', "judgements"),
        ("frames = staticmethod(frames)", "frames = staticmethod(draw)", DRAWINGS),
        ("show = staticmethod(show)", "show = staticmethod(draw)", NOTHING),
    ],
)
def test_the_parts_of_an_engine_count_each_for_itself(copy: Copy, old: str, new: str, anew: str) -> None:
    text = copy.text("engines/tspin/engine.py")
    assert old in text
    assert copy.anew("engines/tspin/engine.py", "tspin", text.replace(old, new)) == set(anew.split())


def test_stages_ask_engines_by_names_that_stand_in_their_sources(copy: Copy) -> None:
    """Nothing that a stage is made of asks for a part or for a module whose name is computed."""
    sources = copy.sources
    starts = [path for modules in STARTS.values() for module in modules if (path := sources.module(module))]
    files: set[Path] = set()
    for game in GAMES:
        package = sources.root / "engines" / game / "__init__.py"
        found, _ = sources_of(starts, package, sources)
        files |= {package.parent / "engine.py", *(path for path in found if path.suffix == ".py")}
    asking = {sources.relative(path) for path in files if any(computed(path))}
    assert {file for file in asking if not file.startswith(NO_CALLERS)} == {
        "engines/rating/correction.py",  # fields of its own records
        "engines/rating/raters.py",
    }


def computed(path: Path) -> Iterator[ast.AST]:
    """Calls that reach for what no source names."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            told = any(isinstance(argument, ast.Constant) for argument in node.args)
            by_name = (*BY_NAME, "when_used")
            if name in ("import_module", "__import__", "eval", "exec") or (name in by_name and not told):
                yield node


def test_no_module_of_a_game_reaches_for_an_engine() -> None:
    """The parts of an engine are followed by their imports alone."""
    for game in GAMES:
        for path in (ROOT / "engines" / game).rglob("*.py"):
            if path.name not in ("__init__.py", "engine.py"):
                text = path.read_text()
                assert "engines.registry" not in text, path
                assert f"engines.{game}.engine" not in text, path


TINY = {
    "stage.py": """
        from typing import TYPE_CHECKING
        from helper import helped
        if TYPE_CHECKING:
            from types_only import Never
        import json
        def make(maker):
            return maker.solve(), maker.twice, getattr(maker, "told", None), helped(maker), maker.later()
        class Asking:
            def ask(self):
                return self.engine.asked(), self.unread(), json.unread(), f"{self}".unread()
    """,
    "helper.py": "def helped(maker):\n    return maker.by_helper()\n",
    "types_only.py": "Never = int\n",
    "base.py": """
        from typing import Generic, TypeVar
        from based import default
        P = TypeVar("P")
        class Base(Generic[P]):
            def solve(self):
                return self.inner() + default()
            def unused(self):
                return 1
    """,
    "based.py": "def default():\n    return 1\n",
    "shared.py": "def shared(maker):\n    return maker.by_shared()\nwhen_used = print\n",
    "game/__init__.py": "from game.engine import ENGINE\n",
    "game/engine.py": """
        from functools import cache
        from base import Base
        from game.asked import asked
        from game.captions import captions
        from game.parts import inner as first, told_text, by_helper
        from game.born import given_at_birth
        from game.puzzle import Puzzle
        from shared import shared, when_used
        LIMIT = 3
        LIMIT = LIMIT + 1
        TABLE = {}
        TABLE["one"] = first
        class Tiny(Base[Puzzle]):
            told = told_text
            captions = captions()
            asked = staticmethod(asked)
            later = when_used("game.later", "later")
            idle = len(told_text)
            @cache
            def inner(self):
                return first() + len(TABLE) + LIMIT
            def by_helper(self):
                from game.lazy import lazy
                return shared(self), lazy, by_helper
            def by_shared(self):
                return 3
            def unread(self):
                return 4
            twice = 1
            twice = twice + 1
        ENGINE = Tiny(given_at_birth)
    """,
    "game/parts.py": "from game.deep import deep\ninner = by_helper = deep\ntold_text = 'told.json'\n",
    "game/deep/__init__.py": "deep = 1\n",
    "game/told.json": "{}\n",
    "game/lazy.py": "lazy = 1\n",
    "game/later.py": "later = 1\n",
    "game/asked.py": "asked = 1\n",
    "game/born.py": "given_at_birth = 1\n",
    "game/captions.py": "captions = 1\n",
    "game/puzzle.py": "class Puzzle:\n    asked = 1\n",
}


@pytest.mark.parametrize(
    ("file", "old", "new", "anew"),
    [
        ("helper.py", "helped(maker):", "helped(maker) :", True),
        ("types_only.py", "int", "str", False),
        ("based.py", "1", "2", True),  # what an inherited member needs
        ("base.py", "default()", "default() + 1", True),
        ("game/engine.py", "first() + len(TABLE)", "first()", True),  # what an inherited member calls
        ("game/engine.py", "LIMIT = 3", "LIMIT = 4", True),
        ("game/engine.py", "LIMIT + 1", "LIMIT + 2", True),  # what is defined twice counts twice
        ("game/engine.py", "twice = 1", "twice = 2", True),
        ("game/engine.py", "twice + 1", "twice + 2", True),
        ("game/born.py", "1", "2", True),  # what the engine is made with
        ("game/engine.py", "@cache", "@staticmethod", True),
        ("game/engine.py", "inner as first", "by_helper as first", True),  # the same file by another name
        ("game/engine.py", 'TABLE["one"] = first', 'TABLE["two"] = first', True),  # done when it is imported
        ("game/engine.py", "return 3", "return 33", True),  # read by a module that a part brought in
        ("game/engine.py", "return 4", "return 44", False),
        ("game/engine.py", "idle = len(told_text)", "idle = 5", False),
        ("game/parts.py", "told.json", "untold.json", True),
        ("game/told.json", "{}", "[]", True),
        ("game/deep/__init__.py", "1", "2", True),
        ("game/lazy.py", "1", "2", True),
        ("game/later.py", "1", "2", True),  # imported when it is used
        ("game/asked.py", "1", "2", True),  # asked of an engine that an object has
        ("game/captions.py", "1", "2", False),
        ("game/puzzle.py", "1", "2", False),  # names a type only
    ],
)
def test_nothing_that_decides_is_missed(tmp_path: Path, file: str, old: str, new: str, anew: bool) -> None:
    write_tiny(tmp_path)
    before = version_of_tiny(tmp_path)
    assert version_of_tiny(tmp_path) == before
    replace_in(tmp_path / file, old, new)
    assert (version_of_tiny(tmp_path) != before) == anew


def write_tiny(root: Path) -> None:
    for name, text in TINY.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip())


def version_of_tiny(root: Path) -> str:
    return version_of([root / "stage.py"], root / "game" / "__init__.py", Sources(root))


def replace_in(path: Path, old: str, new: str) -> None:
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_a_class_that_is_changed_from_outside_counts_whole(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    replace_in(tmp_path / "game/engine.py", "ENGINE =", "Tiny.solve = by_helper\nENGINE =")
    before = version_of_tiny(tmp_path)
    replace_in(tmp_path / "game/captions.py", "1", "2")
    assert version_of_tiny(tmp_path) != before


@pytest.mark.parametrize("line", ["from . import helper", "from helper import *"])
def test_an_import_that_cannot_be_followed_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "stage.py"
    path.write_text(line)
    with pytest.raises(ValueError, match=r"cannot follow .*: name the module"):
        Sources(tmp_path).closure([path])


def test_a_base_that_cannot_be_followed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text("import base\nclass Tiny(base.Base):\n    pass\nENGINE = Tiny()\n")
    with pytest.raises(ValueError, match=r"cannot follow the base 'base\.Base' of Tiny"):
        Sources(tmp_path).engine(path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class Tiny:\n    if True:\n        solve = 1\nENGINE = Tiny()\n", "in Tiny: only define members"),
        ("class Tiny:\n    TABLE['one'] = 1\nENGINE = Tiny()\n", "in Tiny: only define members"),
        ("class Tiny:\n    pass\nclass Tiny:\n    solve = 1\nENGINE = Tiny()\n", "Tiny: it is defined twice"),
        ("class Tiny:\n    pass\nENGINE = [Tiny()][0]\n", "ENGINE: make it once"),
    ],
)
def test_a_class_that_cannot_be_followed_is_refused(tmp_path: Path, text: str, line: str) -> None:
    path = tmp_path / "engine.py"
    path.write_text(text)
    with pytest.raises(ValueError, match=f"cannot follow .*{line}"):
        Sources(tmp_path).engine(path)


def test_data_and_modules_are_named_where_they_are_followed(copy: Copy) -> None:
    """Every data file of an engine counts somewhere, and only an engine names modules that are imported on use."""
    for path in sorted((copy.sources.root / "engines").rglob("*")):
        relative = copy.sources.relative(path)
        if path.suffix == ".py":
            assert "when_used(" not in path.read_text() or relative in NAMERS, relative
        elif path.is_file():
            game = relative.split("/")[1]
            assert copy.anew(relative, game if game in GAMES else "puyo", path.read_text() + "\n"), relative


def test_columns_and_keys_of_a_stages_own_tables_count(monkeypatch: pytest.MonkeyPatch) -> None:
    stages = {stage.name: stage for stage in STAGES}
    before = {name: stage.code_version("puyo") for name, stage in stages.items()}
    table = TABLES["verdict"]
    for changed in (replace(table, columns=table.columns[:-1]), replace(table, key=table.key[:-1])):
        monkeypatch.setitem(TABLES, "verdict", changed)
        anew = {name for name, stage in stages.items() if stage.code_version("puyo") != before[name]}
        reading = {name for name, stage in stages.items() if "verdict" in (*stage.reads, *stage.writes)}
        assert anew == reading
        assert "candidates" not in anew


def test_founding_models_are_kept_by_the_same_sources_and_by_what_fits_them(
    smallest: None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press.from_environment()

    def recipe(settings: Settings) -> str:
        return recipe_of(models.STAGE, "pick", "founding", {}, fitted_by(replace(press, settings=settings), "pick"))

    before = recipe(press.settings)
    fewer = replace(press.settings, models=press.settings.models | {"people": 1})
    later = replace(press.settings, models=press.settings.models | {"refresh_after_ratings": 1})
    assert recipe(fewer) != before
    assert recipe(later) == before
    with monkeypatch.context() as changed:  # settings of another game's paper
        changed.setattr("assets.stages.models.presets_for", lambda _: {"interest": PRESETS["interest"]})
        assert recipe(press.settings) != before
    monkeypatch.setattr("assets.core.stage.stage_version", lambda *_: "edited")
    assert recipe(press.settings) != before
