"""Where numba keeps the machine code of kernels; numba itself asks for it, by the name that `jit` gives it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import config
from numba.core.caching import UserProvidedCacheLocator

from engines.kernels.jit import kernel_version


class ByContent(UserProvidedCacheLocator):
    """Where numba keeps the machine code of a file's kernels: in a folder named after what they can see, so that
    whatever has the same sources, wherever it lies, may share it."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(Path(config.CACHE_DIR, f"{Path(file).stem}-{kernel_version(Path(file))}"))
