"""What Dagster loads."""

from orchestration.assembly import build
from orchestration.instance import prepare
from warehouse.home import Home

prepare(Home.from_environment())
defs = build()
