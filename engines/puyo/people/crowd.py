"""How the people who rate Nazo Puyo differ from each other, fitted to the published surveys."""

from __future__ import annotations

from engines.people.crowd import Crowd

CROWD = Crowd(severity=0.52, generosity=0.46, luck=0.70, slip=0.25, mood=0.45, trouble=0.45, liking=0.36)
