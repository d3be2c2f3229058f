"""The one decorator through which every kernel of this project is compiled.

`@kernel` compiles with numba, releases the GIL, and caches the machine code. numba
decides whether its cache is stale from the *calling* function's file alone, so a
change to an inlined helper in another file would go unnoticed. The cache folder is
therefore named after the text of all engine sources: any edit starts a fresh one.

Set NUMBA_DISABLE_JIT=1 to step through kernels in a debugger.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
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


def _cache_folder() -> str:
    version = source_version()
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
