"""The one decorator through which every kernel of this project is compiled.

`@kernel` compiles with numba, releases the GIL, and caches the machine code. numba
decides whether its cache is stale from the *calling* function's file alone, so a
change to an inlined helper in another file would go unnoticed. The cache has therefore a folder
for every file with kernels, named after the text of all sources that these can see, which is the
file and all that it imports: an edit there compiles its kernels anew, an edit to a drawing does not.

numba itself takes a second to import. It is imported when the first kernel is called: whoever draws a puzzle or lists
what there is does without it.

Set NUMBA_DISABLE_JIT=1 to step through kernels in a debugger.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, update_wrapper
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

HERE = Path(__file__).resolve().parent.parent  # engines/


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


def _cache_folder() -> str:
    for folder in (HERE / "__pycache__" / "numba", Path(tempfile.gettempdir()) / f"tsume-numba-{os.getuid()}"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


def _prepare() -> None:
    """Say where machine code is kept, before numba reads it: the referee's rules go there too, whoever is first."""
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = "engines.kernels.jit_cache.ByContent"
    if not os.environ.get("NUMBA_CACHE_DIR"):
        os.environ["NUMBA_CACHE_DIR"] = _cache_folder()
    if "numba" in sys.modules:
        from numba import config

        config.reload_config()


_prepare()


def plain() -> bool:
    """Whether kernels are left as they are, for a debugger."""
    from numba import config

    return bool(config.DISABLE_JIT)


def nothing_compiled() -> bool:
    """Whether nothing of the cache can be used, so that the first use of every kernel will take its time."""
    from numba import config

    if plain():
        return False
    folders = [path for path in Path(config.CACHE_DIR or HERE).glob("*-*") if any(path.glob("*.nbi"))]
    current = {f"{path.stem}-{kernel_version(path)}" for path in sorted(HERE.rglob("*.py")) if has_kernels(path)}
    return not any(folder.name in current for folder in folders)


def has_kernels(source: Path) -> bool:
    return re.search(r"^\s*@(kernel|intrinsic)$", source.read_text(), re.M) is not None


R = TypeVar("R")
_MAKING = RLock()  # threads may need the same kernel at once


class Later:
    """A kernel, or what kernels call, that is made when it is first used.

    Before a kernel is there, everything that its text names is made and takes its place under that name: numba
    never sees what is still to come.
    """

    def __init__(self, make: Callable[[], Any], function: FunctionType | None = None) -> None:
        self._make, self._function = make, function
        self._begun: Any = None
        self._made: Any = None
        if function is not None:
            update_wrapper(self, function)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return (self._made or self.made())(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("_begun", "_made"):
            raise AttributeError(name)
        return getattr(self.made(), name)

    def __reduce__(self) -> str:
        return str(self.__qualname__)

    def made(self) -> Any:
        """The thing itself. A kernel that names itself, in recursion, gets what has been begun."""
        with _MAKING:
            if self._begun is None:
                self._begun = self._make()
                if isinstance(self._begun, Later):
                    self._begun = self._begun.made()
                if self._function is not None:
                    _make_what_it_names(self._function)
                self._made = self._begun
            return self._begun


def _make_what_it_names(function: FunctionType) -> None:
    """Put what is there into the place of what was to come, for all that a function's text names."""
    around = function.__globals__
    for name in _names(function.__code__):
        if isinstance(around.get(name), Later):
            around[name] = around[name].made()
    for cell in function.__closure__ or ():
        if isinstance(cell.cell_contents, Later):
            cell.cell_contents = cell.cell_contents.made()


def _names(code: CodeType) -> set[str]:
    """The global names in a function and in those within it."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)


def later(make: Callable[[], Any]) -> Any:
    """What `make` gives, for kernels to call: made when the first of them needs it."""
    return Later(make)


def kernel(function: Callable[..., R]) -> Callable[..., R]:
    """Compile `function` to machine code: no GIL, no Python objects, cached on disk.

    numba checks the types of arguments when it compiles; to mypy any number will do, because
    numpy's integers are not Python's.
    """
    text = cast(FunctionType, function)
    return cast(Callable[..., R], Later(lambda: _compiled(text), text))


def _compiled(function: FunctionType) -> Any:
    if plain():
        return function

    from engines.kernels.inner import EntryKernel

    return EntryKernel(function)
