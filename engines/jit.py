"""The one decorator through which every kernel of this project is compiled.

`@kernel` compiles with numba, releases the GIL, and caches the machine code. numba
decides whether its cache is stale from the *calling* function's file alone, so a
change to an inlined helper in another file would go unnoticed. The cache has therefore a folder
for every file with kernels, named after the text of all sources that these can see, which is the
file and all that it imports: an edit there compiles its kernels anew, an edit to a drawing does not.

Set NUMBA_DISABLE_JIT=1 to step through kernels in a debugger.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import UserProvidedCacheLocator

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


def seen_from(source: Path, root: Path = HERE) -> list[Path]:
    """A file and all files of the engines that it imports, directly or not."""
    found, waiting = {source}, [source]
    while waiting:
        new = set(imported(waiting.pop().read_text(), root)) - found
        found |= new
        waiting += sorted(new)
    return sorted(found)


@cache
def kernel_version(source: Path, root: Path = HERE) -> str:
    """Twelve hex digits that change whenever something does that the kernels of a file can see."""
    digest = hashlib.sha256()
    for path in seen_from(source, root):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


class ByContent(UserProvidedCacheLocator):
    """Where numba keeps the machine code of a file's kernels: in a folder named after what they can see, so that
    whatever has the same sources, wherever it lies, may share it."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(Path(numba.config.CACHE_DIR, f"{Path(file).stem}-{kernel_version(Path(file))}"))


def _cache_folder() -> str:
    for folder in (HERE / "__pycache__" / "numba", Path(tempfile.gettempdir()) / f"tsume-numba-{os.getuid()}"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.ByContent"
if not numba.config.CACHE_DIR:
    numba.config.CACHE_DIR = _cache_folder()


def nothing_compiled() -> bool:
    """Whether nothing of the cache can be used, so that the first use of every kernel will take its time."""
    if numba.config.DISABLE_JIT:
        return False
    folders = [path for path in Path(numba.config.CACHE_DIR or HERE).glob("*-*") if any(path.glob("*.nbi"))]
    current = {f"{path.stem}-{kernel_version(path)}" for path in sorted(HERE.rglob("*.py")) if has_kernels(path)}
    return not any(folder.name in current for folder in folders)


def has_kernels(source: Path) -> bool:
    return re.search(r"^\s*@(kernel|intrinsic)$", source.read_text(), re.M) is not None


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
