"""The one decorator through which every kernel of this project is compiled.

`@kernel` compiles with numba, releases the GIL, and caches the machine code. numba
decides whether its cache is stale from the *calling* function's file alone, so a
change to an inlined helper in another file would go unnoticed. The cache folder is
therefore named after the text of every source that a kernel can see, which is the files with
kernels and all that they import: an edit there starts a fresh one, an edit to a drawing does not.

Set NUMBA_DISABLE_JIT=1 to step through kernels in a debugger.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

HERE = Path(__file__).resolve().parent


def source_version(folder: Path = HERE) -> str:
    """Twelve hex digits that change whenever a Python file under `folder` does."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


IMPORT = re.compile(r"^ *(?:from (engines[\w.]*) import (\([^)]*\)|.*)|import (engines[\w.]*))", re.M)


def imported(source: str, root: Path = HERE) -> Iterator[Path]:
    """The files of the engines that a source imports by name."""
    for package, names, module in IMPORT.findall(source):
        base = root.joinpath(*(package or module).split(".")[1:])
        modules = [base / f"{name}.py" for name in re.findall(r"\w+", names)]
        files = [path for path in modules if path.is_file()] or [base.with_suffix(".py"), base / "__init__.py"]
        yield from (path for path in files if path.is_file())


def kernel_sources(root: Path = HERE) -> list[Path]:
    """The files with kernels in them, and all files of the engines that they import, directly or not."""
    texts = {path: path.read_text() for path in sorted(root.rglob("*.py"))}
    found = {path for path, text in texts.items() if re.search(r"^\s*@(kernel|intrinsic)$", text, re.M)}
    waiting = sorted(found)
    while waiting:
        new = set(imported(texts[waiting.pop()], root)) - found
        found |= new
        waiting += sorted(new)
    return sorted(found)


def kernel_version(root: Path = HERE) -> str:
    """Twelve hex digits that change whenever a source that a kernel can see does."""
    digest = hashlib.sha256()
    for path in kernel_sources(root):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _cache_folder() -> str:
    version = kernel_version()
    for base in (HERE / "__pycache__", Path(tempfile.gettempdir()) / f"tsume-numba-{os.getuid()}"):
        folder = base / f"numba-{version}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


if not numba.config.CACHE_DIR:
    numba.config.CACHE_DIR = _cache_folder()


def nothing_compiled() -> bool:
    """Whether the cache is empty, so that the first use of every kernel will take its time."""
    return not numba.config.DISABLE_JIT and not any(Path(numba.config.CACHE_DIR or HERE).rglob("*.nbi"))


R = TypeVar("R")


def kernel(function: Callable[..., R]) -> Callable[..., R]:
    """Compile `function` to machine code: no GIL, no Python objects, cached on disk.

    numba checks the types of arguments when it compiles; to mypy any number will do, because
    numpy's integers are not Python's.
    """
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    if not numba.config.DISABLE_JIT:
        compiled.get_call_template = _for_any_value(compiled.get_call_template)
    return cast(Callable[..., R], compiled)


def _for_any_value(get_call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel once for an argument's type, not once more for every constant that some caller writes."""

    def wrapped(args: Any, kws: Any) -> Any:
        return get_call_template(
            tuple(map(numba.types.unliteral, args)), {name: numba.types.unliteral(kind) for name, kind in kws.items()}
        )

    return wrapped
