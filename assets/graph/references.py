"""Links that the Dagster UI shows: to the code of an asset, and to what came of a night."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg

from assets.core.sources import ROOT
from assets.core.stage import Press
from warehouse.releases import last_release, release_name

SOURCE_URL = "TSUME_SOURCE_URL"  # where this checkout is on the web: https://github.com/OWNER/tsume/blob/main


def code_references(*functions: Callable[..., Any]) -> dict[str, Any]:
    """Where the code of an asset is: on the web if that is known, else in this machine's files."""
    with warnings.catch_warnings():  # Dagster calls them beta, to everybody who starts a command
        warnings.simplefilter("ignore", dg.BetaWarning)
        references = [reference(function) for function in functions]
        return {"dagster/code_references": dg.CodeReferencesMetadataValue(code_references=references)}


def reference(function: Callable[..., Any]) -> dg.LocalFileCodeReference | dg.UrlCodeReference:
    code = function.__code__
    path, line = Path(code.co_filename), code.co_firstlineno
    label = f"{function.__module__}.{function.__qualname__}"
    base = os.environ.get(SOURCE_URL, "").rstrip("/")
    if base and path.is_relative_to(ROOT):
        return dg.UrlCodeReference(url=f"{base}/{path.relative_to(ROOT).as_posix()}#L{line}", label=label)
    return dg.LocalFileCodeReference(file_path=str(path), line_number=line, label=label)


def newest_release(press: Press, night: str) -> str:
    """The name of the folder that a night's release is in: the newest revision, or the first if there is none yet."""
    made = last_release(press.home, night)
    return made.name if made else release_name(night, 1)


def night_page(press: Press, release: str) -> dg.MetadataValue:
    """The page that says how a night went, in a release: on the web if the settings say where, else the file."""
    base = press.settings.release["base_url"].rstrip("/")
    if base:
        return dg.MetadataValue.url(f"{base}/{release}/night.html")
    return dg.MetadataValue.path(str(press.home.releases / release / "night.html"))
