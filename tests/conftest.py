"""Shared by all tests: a root of their own, and the smallest game in place of the real ones."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from assets.core.stage import Press

pytest_plugins = ["tests.postgres"]

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as engines/__init__.py says; pandas may be here before it
os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "1")

PICK_SETTINGS = """
[nightly]
pick-5 = 60
pick-8 = 60
[survey]
raters = 5
per_variant = 6
founding_per_variant = 20
[selection]
per_group = 3
least_interest = 1.0
flash = 2
practice = 2
survey = 2
[selection.variants]
[models]
refresh_after_ratings = 50
[play]
most = 5
[play.games."pick/near"]
count = 2
parameters = { rows = 12 }
[play.games."pick/first"]
count = 1
against = "last"
"""


SMALL_SETTINGS = """
[nightly]
tsd-1 = 120
tsd-2 = 120
[survey]
raters = 6
per_variant = 6
founding_per_variant = 20
[selection]
per_group = 3
least_interest = 1.0
flash = 2
practice = 2
survey = 2
[play]
most = 4
[play.games."tspin/beam"]
count = 1
parameters = { inputs = 300 }
"""
HANDMADE = """# level: easy
tspin tsd S
X...XXXXXX
XX.XXXXXXX
# maker: Bob
tspin quad OOOO
X...XXXXXX
XX.XXXXXXX
"""
SURVEYED = """puzzle;rater;interest;difficulty;comment
"tspin tsd S
X...XXXXXX
XX.XXXXXXX";A;-1;-3;
"tspin tsd S
X...XXXXXX
XX.XXXXXXX";B;1;-2,5;-too easy
"tspin quad OOOO
X...XXXXXX
XX.XXXXXXX";A;;3;
"""
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run")  # fmt: skip
TSUME = [sys.executable, "-m", "orchestration.cli"]
ROOT = Path(__file__).resolve().parent.parent
NIGHT = "2026-11-15"


def small_environment(folder: Path) -> dict[str, str]:
    """The environment of a press with its root and small settings in a folder."""
    settings = folder / "settings.toml"
    if not settings.exists():
        settings.write_text(SMALL_SETTINGS)
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("TSUME_", "DAGSTER_"))}
    return inherited | {"TSUME_HOME": str(folder / "home"), "TSUME_SETTINGS": str(settings)}


def founded_environment(folder: Path, night: Path) -> dict[str, str]:
    """The same, with the founding panel and models of a root where a small night was made: nobody fits them again."""
    environment = small_environment(folder)
    for found in (night / "lake").glob("*/collection=founding"):
        shutil.copytree(found, Path(environment["TSUME_HOME"]) / found.relative_to(night))
    return environment


def tsume(
    *arguments: str, env: dict[str, str] | None = None, stdin: str | bytes | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command as a user would."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*TSUME, *arguments], input=data, capture_output=True, env=env, cwd=ROOT, timeout=540)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def one_line(done: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
    """It failed with one clear line, and with no traceback."""
    assert done.returncode == status, done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("tsume: ")
    for word in words:
        assert word in lines[0]


class Shared:
    """A place that all test processes have in common: what one of them has made, the others use."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def once(self, name: str, make: Callable[[Path], object]) -> Path:
        """The folder that `make` fills when it is first asked for. Tests must not change it."""
        folder, made = self.root / name, self.root / f"{name}.made"
        with open(self.root / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                made.touch()
        return folder


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    base = tmp_path_factory.getbasetemp()
    return Shared(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


def make_small_press(folder: Path) -> None:
    environment = small_environment(folder)
    made = tsume("nightly", "--night", NIGHT, env=environment)
    assert made.returncode == 0, made.stderr
    assert "gallery" in made.stdout
    taken = tsume(
        "collection", "import", "-", "--name", "handmade", "--maker", "Ann", env=environment, stdin=HANDMADE
    )
    assert taken.returncode == 0, taken.stderr
    heard = tsume("ratings", "import", "-", "--name", "lab-1", "--scale", "-3..3", env=environment, stdin=SURVEYED)
    assert heard.returncode == 0, heard.stderr


@pytest.fixture(scope="session")
def small_press(shared: Shared) -> dict[str, str]:
    """The environment in which one small night of the real games, a collection and a survey were made."""
    return small_environment(shared.once("small", make_small_press))


@pytest.fixture(scope="session")
def small_night(small_press: dict[str, str]) -> Path:
    """The root in which that night was made; tests must not change it."""
    return Path(small_press["TSUME_HOME"])


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser. Its driver has the event loop of this process to itself, so no other module may have one open."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty root."""
    root = tmp_path / "home"
    monkeypatch.setenv("TSUME_HOME", str(root))
    monkeypatch.setenv("DAGSTER_HOME", str(root / "dagster"))
    return root


@pytest.fixture
def smallest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The press set up with the smallest game alone: fast, and no real game's name is needed anywhere."""
    import engines.registry as registry
    import quality.referee
    import tests.smallest.referee

    monkeypatch.setattr(registry, "GAMES", {"pick": "tests.smallest"})
    monkeypatch.setitem(sys.modules, "quality.referee.pick", tests.smallest.referee)
    monkeypatch.setattr(quality.referee, "pick", tests.smallest.referee, raising=False)
    settings = tmp_path / "settings.toml"
    settings.write_text(PICK_SETTINGS)
    monkeypatch.setenv("TSUME_SETTINGS", str(settings))
    monkeypatch.setenv("TSUME_WORKERS", "1")
    registry.engine.cache_clear()
    yield
    registry.engine.cache_clear()


@pytest.fixture
def founded(home: Path, smallest: None, shared: Shared) -> Path:
    """A root of the smallest game with its founding models and their plots, which not every test has to make."""

    def found(folder: Path) -> None:
        from assets.core.stage import Press
        from assets.pictures import model_card
        from assets.stages import models
        from warehouse.home import Home

        there = replace(Press.from_environment(), home=Home(folder))
        there.home.prepare()
        models.make_founding(there, "pick")
        model_card.card(there, "pick")  # every night shows these plots, which take seconds to draw

    shutil.copytree(shared.once("founded", found), home)
    return home


@pytest.fixture
def press(founded: Path) -> Press:
    """A press of the smallest game with its founding models."""
    from assets.core.stage import Press

    return Press.from_environment()


def make_night(home: Path, night: str = NIGHT, scale: float = 1.0) -> Path:
    """Run a night as the command does; its release folder."""
    from assets.core.settings import Settings
    from orchestration.instance import prepare
    from orchestration.night import run_night
    from warehouse.home import Home

    here = Home(home)
    prepare(here)
    run_night(here, replace(Settings.load(), scale=scale), night)
    return here.releases / night


@pytest.fixture
def made(founded: Path, shared: Shared) -> Path:
    """A root in which one night of the smallest game was made as the command does, so that not every test has to."""

    def night(folder: Path) -> None:
        make_night(founded)
        shutil.copytree(founded, folder, symlinks=True, dirs_exist_ok=True)

    there = shared.once("night", night)
    shutil.rmtree(founded)
    shutil.copytree(there, founded, symlinks=True)
    return founded


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suites that pass everything, at once: for tests of what happens around them."""
    from quality.checks import CheckResult

    monkeypatch.setattr(
        "assets.core.stage.run_suite",
        lambda table, data, related: [CheckResult(table, "is trusted", True, data.num_rows, 0, (), None)],
    )


def small_release(press: Press, night: str = NIGHT) -> Path:
    """Make a night of the smallest game without Dagster around it; its release folder."""
    from assets.core.stage import run_stage
    from assets.graph.assets import NIGHT_STAGES
    from assets.release import publish as release

    for stage in NIGHT_STAGES:
        run_stage(stage, press, "pick", night)
    return release.publish_release(press, night).path


@pytest.fixture
def folder(press: Press, trusting: None, shared: Shared) -> Path:
    """The release of one night of the smallest game."""
    from warehouse.home import Home

    def make(folder: Path) -> None:
        shutil.copytree(press.home.root, folder, dirs_exist_ok=True)
        small_release(replace(press, home=Home(folder)))

    shutil.copytree(shared.once("first", make), press.home.root, symlinks=True, dirs_exist_ok=True)
    return press.home.releases / NIGHT


Here = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Here:
    """Runs `tsume` in this process, which has its libraries already: for what it does before any work begins."""
    from orchestration import cli

    def run(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        capfd.readouterr()
        with monkeypatch.context() as there:
            for name, value in (env or {}).items():
                there.setenv(name, value)
            there.setattr(sys, "argv", ["tsume", *arguments])
            try:
                cli.main()
                status = 0
            except SystemExit as ended:
                status = int(ended.code or 0)
        return subprocess.CompletedProcess(arguments, status, *capfd.readouterr())

    return run


@pytest.fixture
def command(press: Press, here: Here) -> Any:
    """Runs `tsume` in this process: status, standard output as lines, standard error as lines."""

    def run(*arguments: str) -> tuple[int, list[str], list[str]]:
        done = here(*arguments)
        return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()

    return run


@pytest.fixture
def ids(press: Press) -> list[str]:
    """Ids of the puzzles that this press knows."""
    from warehouse.survey import proved_puzzles

    return sorted(proved_puzzles(press.home).column("puzzle_id").to_pylist())


LONG_WAITS = ("test_ui", "test_variants", "test_kill", "test_at_once", "test_cli", "test_night", "test_definitions")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files that wait a lot come first, so that two workers end together; browser tests skip with a
    notice where there is no chromium."""
    weight = {name: place for place, name in enumerate(LONG_WAITS)}
    items.sort(key=lambda item: weight.get(item.path.stem, len(weight)))
    if shutil.which("chromium"):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="no chromium here; .ci/run installs it"))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where TSUME_NO_SKIPS is set, a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("TSUME_NO_SKIPS") and skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests skipped although TSUME_NO_SKIPS is set", red=True)
        session.exitstatus = 1
