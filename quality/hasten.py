"""Halves the time that Great Expectations takes, by what it need not do twice or at all.

Small tables take it long, because for each expectation it builds the same description of it dozens of times. None of
this changes what it says. This is the only module that reaches into parts of the library which are not public; its
version is pinned, and a test compares what it says with and without.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

replaced: list[tuple[Any, str, Any]] = []  # what the library had: where, under what name

_described: dict[int, tuple[Any, Any]] | None = None


@contextmanager
def remembered() -> Iterator[None]:
    """Meanwhile what an expectation says of itself is put together once: nobody changes one while it is validated."""
    global _described
    _described = {}
    try:
        yield
    finally:
        _described = None


def hasten() -> None:
    """Change the library, once it is loaded."""
    from great_expectations import util
    from great_expectations.core import id_dict
    from great_expectations.execution_engine import pandas_execution_engine
    from great_expectations.expectations import expectation

    describe, convert = expectation.Expectation.configuration.fget, util.convert_to_json_serializable

    def configuration(self: Any) -> Any:
        if _described is None:
            return describe(self)
        if id(self) not in _described:
            _described[id(self)] = self, describe(self)  # itself too, so that no other gets its id
        return _described[id(self)][1]

    def converted(data: Any) -> Any:
        return None if data is None else convert(data)  # it would try all other types first

    replace(expectation.Expectation, "configuration", property(configuration))
    replace(expectation, "camel_to_snake", cache(expectation.camel_to_snake))
    for module in (util, id_dict):
        replace(module, "convert_to_json_serializable", converted)
    replace(pandas_execution_engine, "hash_pandas_dataframe", lambda frame: "")  # a fingerprint that nobody reads


def replace(owner: Any, name: str, made: Any) -> None:
    replaced.append((owner, name, getattr(owner, name)))
    setattr(owner, name, made)
