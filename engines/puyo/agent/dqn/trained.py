"""The network that comes with the engine: `trained.json`, the text that training ends with (`net.json_of`).

tsume tune puyo --tuner dqn --seed 1 --set rounds=12
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from engines.contract import Json

FILE = Path(__file__).with_name("trained.json")


@cache
def network() -> Json:
    """The network as it was trained."""
    found: Json = json.loads(FILE.read_text())
    return found
