"""Compiled kernels follow their sources."""

from __future__ import annotations

import shutil
from pathlib import Path

import numba
import pytest

from engines.kernels import jit


def test_an_empty_cache_has_nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled from other sources is no use either."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert jit.nothing_compiled()
    for version, nothing in (
        ("0123456789ab", True),
        (jit.kernel_version(jit.HERE / "puyo" / "rules" / "chain.py"), False),
    ):
        (tmp_path / f"chain-{version}").mkdir()
        (tmp_path / f"chain-{version}" / "chain.nbi").touch()
        assert jit.nothing_compiled() is nothing


def test_the_cache_follows_what_kernels_can_see_and_nothing_else(tmp_path: Path) -> None:
    sources = {
        "fast.py": "from engines.game.rules import (\n    ROWS,\n)\n@kernel\ndef f(): ...\n",
        "game/__init__.py": "from engines.game.draw import draw\n",
        "game/rules.py": "import engines.shared\nfrom engines.game import board\nROWS = 2\n",
        "game/board.py": "",
        "game/draw.py": "from engines.game.rules import ROWS\n",
        "shared.py": "",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    seen = {path.relative_to(tmp_path).as_posix() for path in jit.seen_from(tmp_path / "fast.py", tmp_path)}
    assert seen == {"fast.py", "game/rules.py", "game/board.py", "shared.py"}


def test_only_what_sees_a_change_is_compiled_anew(tmp_path: Path) -> None:
    """Each file with kernels has a version of its own, the same wherever the sources lie."""
    shutil.copytree(jit.HERE, tmp_path / "engines", ignore=shutil.ignore_patterns("__pycache__"))
    root = tmp_path / "engines"
    files = [path.relative_to(jit.HERE) for path in sorted(jit.HERE.rglob("*.py")) if jit.has_kernels(path)]

    def versions() -> dict[str, str]:
        jit.kernel_version.cache_clear()
        return {str(name): jit.kernel_version(root / name, root) for name in files}

    before = versions()
    assert before == {str(name): jit.kernel_version(jit.HERE / name) for name in files}
    for name, anew in (
        ("tspin/show/draw.py", []),
        ("rating/reasons.py", []),
        ("puyo/rules/board.py", ["puyo"]),
        ("tspin/rules/pieces.py", ["tspin"]),
        ("kernels/bits.py", ["geister", "puyo", "tspin"]),
        ("kernels/bits_llvm.py", ["geister", "kernels", "puyo", "tspin"]),
    ):
        (root / name).write_text((root / name).read_text() + "# changed\n")
        now = versions()
        assert sorted({file.split("/")[0] for file in now if now[file] != before[file]}) == anew
        before = now
