"""Opening the warehouse to ask it things: read-only, and with no way out of it."""

from __future__ import annotations

import duckdb

from warehouse.home import Home


class NoWarehouse(RuntimeError):
    """There is no warehouse that can be opened; the message says why."""


def connect(home: Home) -> duckdb.DuckDBPyConnection:
    """A connection to the warehouse as it is now; later swaps do not change what it sees."""
    if not home.warehouse.exists():
        raise NoWarehouse(f"there is no warehouse at {home.warehouse} yet: `tsume nightly` makes it")
    try:
        return duckdb.connect(
            str(home.warehouse),
            read_only=True,
            config={"enable_external_access": "false", "lock_configuration": "true"},
        )
    except duckdb.Error as error:
        first_line = str(error).splitlines()[0]
        raise NoWarehouse(f"cannot open {home.warehouse}: {first_line} (`tsume nightly` builds it again)") from None
