"""Line of sight and clear sight between what stands in a position (AR-ATK-13 to AR-ATK-18, AR-TERM-04)."""

from __future__ import annotations

from engine.arena import sight
from engine.arena.hexes import Hex
from engine.arena.position import CRYPTOLITH_HEIGHT, Position
from engine.arena.state import Cryptolith, Figure
