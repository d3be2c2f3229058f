"""Which stages an edit makes anew: `decides` says it of every file, and some of each room are edited in a copy."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent

import pytest

from assets.core import sources
from assets.core.settings import Settings
from assets.core.sources import (
    BY_NAME,
    BY_TABLE,
    BY_VALUE,
    FOLDERS,
    NO_CALLERS,
    NO_ROWS,
    ROOT,
    Sources,
    said,
    sources_of,
    version_of,
)
from assets.core.stage import Press, recipe_of
from assets.graph.assets import NIGHT_STAGES
from assets.release.gallery import chunks, drawings
from assets.stages import models, standings
from assets.stages.models import fitted_by
from engines.tspin.people.presets import PRESETS
from tests.assets.core.decides import DECIDES, DRAWINGS
from warehouse.schema import TABLES

STAGES = (*NIGHT_STAGES, models.STAGE, standings.STAGE)
WRITES = {stage.name: stage.writes for stage in STAGES}
GAMES = ("tspin", "puyo", "geister")
STARTS = {stage.name: stage.modules for stage in STAGES} | {DRAWINGS: (drawings.__name__, chunks.__name__)}
NOTHING = ""
NAMERS = {"engines/engine.py", *(f"engines/{game}/engine.py" for game in GAMES)}  # of modules, by `when_used`
BY_PARTS = tuple(f"engines/{game}/engine.py" for game in GAMES)  # their members count each for itself

# Some that make nothing anew: what is left out or counts by its parts, and files beside others that decide something.
IDLE = (
    *BY_PARTS,
    *sorted(BY_VALUE),
    *BY_TABLE,
    *NO_ROWS,
    "engines/puyo/agent/tokens.py",
    "engines/tspin/show/terminal.py",
    "engines/tspin/solve/perft.py",
    "engines/geister/people/surveys.py",
    "assets/agents/comparison.py",
    "assets/release/publish.py",
    "assets/graph/assets.py",
)


def named() -> dict[str, set[str]]:
    """The table file by file."""
    found: dict[str, set[str]] = {}
    for stages, folders in DECIDES.items():
        for folder, modules in folders.items():
            for module in modules.split():
                file = f"{folder}/{module}" if "." in module else f"{folder}/{module}.py"
                assert file not in found, f"{file} is there twice"
                found[file] = set(stages.split())
    return found


def edited() -> Iterator[tuple[str, str]]:
    """One file of each folder that decides something, and some that decide nothing."""
    last = {file.rpartition("/")[0]: (file, " ".join(sorted(stages))) for file, stages in named().items()}
    yield from last.values()
    yield from ((file, NOTHING) for file in IDLE)


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
        scopes = {known: scope for known, scope in self.sources.scopes.items() if known != path}
        assert text != there
        path.write_text(text)
        try:
            now = versions(replace(self.sources, known=others, engines={}, scopes=scopes), game)
        finally:
            path.write_text(there)
        return {name for name, version in now.items() if version != self.before[game][name]}

    def text(self, file: str) -> str:
        return (self.sources.root / file).read_text()


def versions(sources: Sources, game: str) -> dict[str, str]:
    package = sources.root / "engines" / game / "__init__.py"
    starts = {name: [sources.module(module) for module in modules] for name, modules in STARTS.items()}
    return {
        name: version_of([path for path in paths if path], package, sources, WRITES.get(name, ()))
        for name, paths in starts.items()
    }


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    root = tmp_path_factory.mktemp("copy")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    sources = Sources(root)
    return Copy(sources, {game: versions(sources, game) for game in GAMES})


def of_games(file: str) -> tuple[str, ...]:
    """The games that a file may decide something of."""
    parts = file.split("/")
    return (parts[1],) if parts[0] == "engines" and parts[1] in GAMES else GAMES


@pytest.mark.parametrize(("file", "anew"), list(edited()))
def test_an_edit_makes_anew_what_it_decides_and_nothing_else(copy: Copy, file: str, anew: str) -> None:
    addition = "\nEDITED = True\n" if file.endswith(".py") else "\n"
    text = copy.text(file) + addition
    assert set().union(*(copy.anew(file, game, text) for game in of_games(file))) == set(anew.split())


def test_a_file_decides_something_only_if_the_table_names_it(copy: Copy) -> None:
    """Every file of every room."""
    sources = copy.sources
    found: dict[str, set[str]] = {}
    for game in GAMES:
        package = sources.root / "engines" / game / "__init__.py"
        for stage, modules in STARTS.items():
            files, _ = sources_of([path for name in modules if (path := sources.module(name))], package, sources)
            for file in map(sources.relative, files):
                found.setdefault(file, set()).add(stage)
    assert found == named()


def test_words_for_people_make_nothing_anew(copy: Copy) -> None:
    """Comments, docstrings and line breaks, even in the file that everything rests on."""
    for file, old, new in (
        ("assets/core/stage.py", '# "verdicts"', "# another name"),
        ("assets/core/stage.py", "What a stage is", "What a step is"),
        ("assets/core/stage.py", "def no_facts(press: Press, game", "def no_facts(\n    press: Press, game"),
        ("engines/puyo/engine.py", "How a candidate is made", "By what means a candidate is made"),
        ("quality/rules.py", "each says of every row", "each tells of every row"),
    ):
        text = copy.text(file)
        assert old in text
        assert copy.anew(file, "puyo", text.replace(old, new, 1)) == set()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a = 1  # why\n", "# what\na = 1\n", True),
        ('def f():\n    """Why."""\n    return 1\n', "def f():\n\n    return 1\n", True),
        ('"""Why."""\na = 1\n', "a = 1\n", True),
        ("a = f(\n    1\n)\n", "a = f(1)\n", True),
        ("if a:\n  b\n  c\n", "if a:\n    b\n    c\n", True),
        ("if a:\n    b\n    c\n", "if a:\n    b\nc\n", False),
        ('a = """Why."""\n', 'a = """What."""\n', False),
        ('a = f"{b}  # c"\n', 'a = f"{b}"\n', False),
        ('a = f"{b} {c!r:>{d}}"\n', 'a = f"{b} {c!s:>{d}}"\n', False),
        ('a = "# 1"\n', 'a = "# 2"\n', False),
        ('f("Why.")\n', 'f("What.")\n', False),
    ],
)
def test_what_a_source_says(one: str, other: str, same: bool) -> None:
    assert (said(one) == said(other)) == same


def test_what_a_source_says_is_the_same_in_every_python() -> None:
    text = 'def f(a):  # why\n    """Why."""\n    return f"{a!r:>{3}}{{" + rf"d{a}"\n'
    head = ["def", "f", "(", "a", ")", ":", "\n", "\t", "return"]
    assert said(text).split(" ") == [*head, 'f"{a!r:>{3}}{{"', "+", 'rf"d{a}"', "\n", "\b"]


def test_a_suite_counts_for_its_own_table(copy: Copy) -> None:
    suites, rules = copy.text("quality/suites.py"), copy.text("quality/rules.py")
    for file, old, new, table in (
        (
            "quality/suites.py",
            '"predictions are within 1 to 5", [*TARGETS, "audience_interest"]',
            '"x", TARGETS',
            "selection",
        ),
        (
            "quality/rules.py",
            "def chosen_is_ours(tables: Tables)",
            "def chosen_is_ours(tables: Tables, more: int = 0)",
            "selection",
        ),
        ("quality/suites.py", '"verdict": VERDICT,', '"verdict": SOLUTION,', "verdict"),
        (
            "quality/played.py",
            "def record_agrees(tables: Tables)",
            "def record_agrees(tables: Tables, more: int = 0)",
            "played_game",
        ),
    ):
        text = {"quality/suites.py": suites, "quality/rules.py": rules}.get(file) or copy.text(file)
        assert old in text
        writing = {stage for stage, tables in WRITES.items() if table in tables}
        assert copy.anew(file, "puyo", text.replace(old, new, 1)) == writing
    old = 'never_missing("no required value is missing"'  # of every table
    assert copy.anew("quality/suites.py", "puyo", suites.replace(old, f'{old[:-1]} x"')) == set(WRITES)


def test_versions_of_libraries_count_where_they_are_used(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    for library, stages in (
        ("lightgbm", "predictions questions selection drift models"),
        ("numba", f"games candidates verdicts features questions selection judgements models {DRAWINGS}"),
        ("pyarrow", NOTHING),
    ):
        monkeypatch.setattr("assets.core.sources.version", lambda name, asked=library: f"{name == asked}")
        told = copy.versions("puyo")
        monkeypatch.setattr("assets.core.sources.version", lambda name: f"{False}")
        before = copy.versions("puyo")
        anew = {name for name in told if told[name] != before[name]}
        assert anew == set(stages.split()), library


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
        ("solve = staticmethod(solve)", "solve = staticmethod(measure)", "verdicts features models"),
        ("import solve\n", "import solve_plainly as solve\n", "verdicts features models"),
        ("return generate(self.variants[variant],", "return generate(VARIANTS[variant],", "candidates models"),
        ("canonical = staticmethod(canonical)", "canonical = staticmethod(decode)", "games candidates models"),
        ("traits = staticmethod(traits)", "traits = staticmethod(mix)", "selection"),
        ("law = LAW", "law = None", "ratings models"),
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
        ("helper.py", "helped(maker):", "helped(maker, more=0):", True),
        ("helper.py", "helped(maker):", "helped(maker) :  # why", False),
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


def test_what_was_found_is_kept_until_a_source_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = (("assets.stages.games",), "engines.puyo", ("played_game",))
    kept, version = sources.kept_versions.__wrapped__, sources.stage_version.__wrapped__
    monkeypatch.setattr(sources, "KEPT", file := tmp_path / "new" / "versions.json")
    monkeypatch.setattr(sources, "kept_versions", kept)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    first = version(*asked)
    monkeypatch.setattr(sources, "version_of", lambda *_: "found anew")
    assert version(*asked) == first
    assert version(asked[0], "tests.smallest") == "found anew"
    assert list(kept(file, sources.state()).values()) == [first], "only of games whose edits are noticed"
    with monkeypatch.context() as edited:
        edited.setattr(sources, "digest_of_sources", lambda: "edited since this process began")
        assert version(*asked) == first
        edited.setattr(sources, "first_state", sources.state)
        assert version(*asked) == "found anew"
    file.write_text("{")
    assert version(*asked) == "found anew"


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
