"""How the people who rate Geister puzzles differ from each other, fitted to the published surveys."""

from __future__ import annotations

from engines.people.crowd import Crowd

CROWD = Crowd(severity=0.53, generosity=0.43, luck=0.66, slip=0.25, mood=0.94, trouble=0.50, liking=0.60)
