"""Imports only go up the table in docs/architecture.md: each folder may import what is listed here."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What one file alone may import, within a function: an optional extra, which the rest does without.
EXTRAS: dict[str, str] = {"torch": "engines/puyo/agent/dqn/learn.py"}

ALLOWED: dict[str, set[str]] = {
    "engines": {"numpy", "numba", "llvmlite", "lightgbm"},
    "warehouse": {"duckdb", "pyarrow", "sqlalchemy"},
    "quality": {"warehouse", "great_expectations", "numba", "numpy", "pandas", "pyarrow"},
    "assets": {"engines", "warehouse", "quality", "dagster", "matplotlib", "numpy", "pyarrow"},
    "player": {
        "engines",
        "warehouse",
        "assets",
        "fastapi",
        "numpy",
        "pyarrow",
        "pydantic",
        "pydantic_core",
        "starlette",
        "uvicorn",
    },
    "orchestration": {
        "engines",
        "warehouse",
        "quality",
        "assets",
        "player",
        "click",
        "dagster",
        "duckdb",
        "rich",
        "sqlalchemy",
    },
    "benchmarks": {"engines", "warehouse", "assets", "numba", "numpy"},
}


def imported(path: Path) -> set[str]:
    """Top-level names that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add((node.module or "").split(".")[0])
    return found - set(sys.stdlib_module_names)


@pytest.mark.parametrize("folder", ALLOWED)
def test_folder_imports_only_what_it_may(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files, f"{folder}/ is empty"
    for path in files:
        extras = {name for name, only in EXTRAS.items() if path == ROOT / only}
        strangers = imported(path) - ALLOWED[folder] - {folder} - extras
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)}"


def test_the_table_of_folders_says_the_same() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    rows = re.findall(r"^\| `(\w+)/` \|[^|]*\| ([^|]+) \|$", page, re.MULTILINE)
    written = {folder: set(re.sub(r" \([^)]*\)", "", names).split(", ")) for folder, names in rows}
    assert written == ALLOWED
    assert list(written) == list(ALLOWED)


def test_folders_import_only_from_those_above_them() -> None:
    above: set[str] = set()
    for folder, names in ALLOWED.items():
        assert names & set(ALLOWED) <= above, folder
        above.add(folder)


# What the player page takes from `assets/`: what shows, and what is set. Nothing of the stages.
SHOWN = (
    "assets.core.settings",
    "assets.core.titles",
    "assets.pictures.words",
    "assets.release.gallery.pages.rules",
    "assets.release.gallery.shell",
)
HEAVY = ("dagster", "great_expectations", "matplotlib", "pandas")  # what it must do without, to start in seconds
# Rooms of `player/` that know no HTTP.
PLAIN_ROOMS = ("attempts", "choice", "stock", "modes.py", "pages.py", "words.py", "workers.py", "warm.py")


def test_the_player_page_takes_from_assets_only_what_shows() -> None:
    for path in sorted((ROOT / "player").rglob("*.py")):
        found = {name for name in modules_imported(path) if name.startswith("assets.")}
        strangers = {name for name in found if not name.startswith(SHOWN)}
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)}"


def test_the_player_page_starts_without_what_only_a_night_needs() -> None:
    code = f"import sys, player.app, player.serve, player.warm; print([n for n in {HEAVY} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("room", PLAIN_ROOMS)
def test_what_is_played_knows_no_http(room: str) -> None:
    there = ROOT / "player" / room
    for path in sorted(there.rglob("*.py")) if there.is_dir() else [there]:
        web = imported(path) & {"fastapi", "starlette", "uvicorn"}
        inside = {name for name in modules_imported(path) if name.startswith(("player.api", "player.guard"))}
        assert not web | inside, f"{path.relative_to(ROOT)} imports {sorted(web | inside)}"


@pytest.mark.parametrize("name", EXTRAS)
def test_an_extra_is_imported_within_functions_only(name: str) -> None:
    path = ROOT / EXTRAS[name]
    assert name in imported(path)
    at_once = {
        alias.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert name not in at_once


# The rooms of `assets/`, and of every game in `engines/`. A module imports its own room and those before it.
ASSETS_ROOMS = ("core", "agents", "learning", "stages", "pictures", "release", "intake", "graph")
GAME_ROOMS = ("rules", "solve", "make", "measure", "people", "forms", "japanese", "show", "agent", "engine")
# What stands beside the games in `engines/`, each with what it may import of it.
BESIDE_GAMES: dict[str, set[str]] = {
    "people": set(),
    "contract": set(),
    "kernels": set(),
    "agents": {"contract"},
    "judging": {"contract"},
    "hands": {"agents", "contract"},
    "engine": {"contract", "people", "agents", "judging", "hands"},
    "shared": {"contract", "kernels", "judging"},
    "rating": {"contract", "people"},
    "identity": {"engine"},
    "registry": {"contract", "engine"},
}
OPEN_TO_GAMES = {"contract", "engine", "people", "kernels", "agents", "hands", "judging", "shared"}
GAMES_HERE = sorted(path.parent.name for path in (ROOT / "engines").glob("*/engine.py"))


def modules_imported(path: Path) -> set[str]:
    """Modules of this project that a file imports, wherever in it, in full: `assets.core.stage`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def rooms_imported(path: Path, package: str) -> set[str]:
    """The rooms of a package that a file imports."""
    start = f"{package}."
    return {name.removeprefix(start).split(".")[0] for name in modules_imported(path) if name.startswith(start)}


def room_of(path: Path, folder: Path) -> str:
    return path.relative_to(folder).parts[0].removesuffix(".py")


def in_order(folder: Path, package: str, rooms: tuple[str, ...]) -> None:
    for path in sorted(folder.rglob("*.py")):
        room = room_of(path, folder)
        if room == "__init__":
            continue
        assert room in rooms, f"{path.relative_to(ROOT)} is in no room"
        early = set(rooms[: rooms.index(room) + 1])
        late = rooms_imported(path, package) - early
        assert not late, f"{path.relative_to(ROOT)} imports {sorted(late)}, which come after {room}"


def test_rooms_of_assets_are_in_order() -> None:
    in_order(ROOT / "assets", "assets", ASSETS_ROOMS)


@pytest.mark.parametrize("game", GAMES_HERE)
def test_rooms_of_a_game_are_in_order(game: str) -> None:
    folder = ROOT / "engines" / game
    in_order(folder, f"engines.{game}", GAME_ROOMS)
    assert {room_of(path, folder) for path in folder.rglob("*.py")} == {*GAME_ROOMS, "__init__"}
    for path in sorted(folder.rglob("*.py")):
        strangers = rooms_imported(path, "engines") - OPEN_TO_GAMES - {game}
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)} of engines"


def test_what_stands_beside_the_games_is_in_order() -> None:
    folder = ROOT / "engines"
    for path in sorted(folder.rglob("*.py")):
        room = room_of(path, folder)
        if room in GAMES_HERE or room == "__init__":
            continue
        assert room in BESIDE_GAMES, f"{path.relative_to(ROOT)} is in no room"
        strangers = rooms_imported(path, "engines") - BESIDE_GAMES[room] - {room}
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)} of engines"


def test_a_forbidden_import_is_noticed(tmp_path: Path) -> None:
    """Each kind of import, at the top and within a function."""
    path = tmp_path / "solve" / "search.py"
    path.parent.mkdir()
    for line in (
        "from engines.tspin.show.draw import draw",
        "from engines.tspin.show import draw",
        "from engines.tspin import show",
        "import engines.tspin.show.draw",
        "def f():\n    from engines.tspin.show import draw",
    ):
        path.write_text(line)
        assert rooms_imported(path, "engines.tspin") == {"show"}


def test_no_game_is_known_outside_its_own_folders() -> None:
    """A new game is an engine, a referee and one line in the registry; nothing else learns its name."""
    from engines.registry import GAMES

    for folder in ("warehouse", "quality", "assets", "player", "orchestration"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.parent.name == "referee" and path.stem in GAMES:
                continue
            names = {
                node.value
                for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not names & set(GAMES), f"{path.relative_to(ROOT)} knows a game by name"


def names_of_games(path: Path) -> set[str]:
    """Texts in a file that are the name of a game, or begin with it and a dash: `tspin-2-expert`."""
    texts = {
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in texts if text.split("-")[0] in GAMES_HERE}


def test_what_stands_beside_the_games_knows_none_by_name() -> None:
    for path in sorted((ROOT / "engines").rglob("*.py")):
        room = room_of(path, ROOT / "engines")
        if room not in {*GAMES_HERE, "registry"}:
            assert not names_of_games(path), f"{path.relative_to(ROOT)} knows {sorted(names_of_games(path))}"


def test_a_name_of_a_game_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "law.py"
    path.write_text('A, B, C = "puyo", "tspin-2-expert", "a crowd of puyos"')
    assert names_of_games(path) == {"puyo", "tspin-2-expert"}


def test_the_referee_shares_no_code_with_the_engines() -> None:
    for path in (ROOT / "quality" / "referee").glob("*.py"):
        assert "engines" not in imported(path)
