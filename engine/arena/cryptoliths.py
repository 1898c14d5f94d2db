"""Cryptoliths as targets: damage, destruction, and what happens to whoever stands on top (AR-CRYPT-06 to AR-CRYPT-12)."""

from __future__ import annotations

from engine.arena.battlefield import CRYPTOLITH_HEIGHT
from engine.arena.game import Game, Over
from engine.arena.position import CRYPTOLITH_LIFE, spot
from engine.arena.state import Cryptolith
from engine.arena.victory import attacker_wins
from engine.core.rules import Rule
from engine.core.text import Text, words


def damage_cryptolith(game: Game, cryptolith: Cryptolith, amount: int) -> Rule[None]:
    """Only attacks damage a cryptolith (A20)."""
    if not amount:
        return
    cryptolith.damage = min(CRYPTOLITH_LIFE, cryptolith.damage + amount)
    gone = cryptolith.damage >= CRYPTOLITH_LIFE
    form = "The {name} cryptolith is destroyed!" if gone else "The {name} cryptolith has {damage} of 3 damage"
    text = words(form, name=Text(cryptolith.name), damage=cryptolith.damage)
    game.tell("cryptolith", text, name=cryptolith.name, at=spot(cryptolith.at), damage=cryptolith.damage, destroyed=gone)
    if gone:
        yield from _collapse(game, cryptolith)


def _collapse(game: Game, cryptolith: Cryptolith) -> Rule[None]:
    """Whoever stood on top is put on the space beneath and checked for falling damage; no leaving attacks (A13)."""
    from engine.arena.movement import fall
    from engine.arena.steps import Walker

    rider = game.figure_at(cryptolith.at)
    never_falls = rider is not None and Walker(game, rider).never_falls
    cryptolith.standing = False
    if not game.standing and game.field.goal == "cryptoliths":
        raise Over(attacker_wins(game))
    if rider is not None and game.face_of(rider).height <= CRYPTOLITH_HEIGHT and not never_falls:
        yield from fall(game, rider)
