"""Leaving an engagement (AR-ENG-03 to AR-ENG-12).

Engagement itself is adjacency to an enemy, looked at anew whenever it matters (A10): see
:meth:`Position.engaged <engine.arena.position.Position.engaged>`.
"""

from __future__ import annotations

from engine.arena import numbers
from engine.arena.effects import Cause, Parting
from engine.arena.game import MARKS, Game
from engine.arena.hidden import spring
from engine.arena.life import deal
from engine.arena.position import spot
from engine.arena.state import Figure
from engine.core.rules import Rule
from engine.core.text import words


def leaving_attacks(game: Game, mover: Figure, left: list[Figure]) -> Rule[None]:
    """Each enemy whose engagement the step breaks attacks with its bare die; no defence (AR-ENG-05, AR-ENG-06).

    Rolled before the figure reaches the new space (A11); always taken, since nobody off turn is waited for (A12).
    """
    for enemy in left:
        if mover.zone != "board":
            return
        parting = Parting(mover, enemy)
        yield from spring(game, "leaves_engagement", parting)
        dice = 0 if parting.settled or mover.zone != "board" else numbers.leaving_dice(game, enemy, mover)
        if not dice:
            continue
        faces = game.combat_dice(dice)
        hits = faces.count("sword")
        game.tell(
            "leaving",
            words("{figure} leaves {enemy}: {dice}", figure=game.label(mover), enemy=game.label(enemy),
                  dice="".join(MARKS[face] for face in faces)),
            seat=game.controller(enemy), attacker=enemy.id, figure=mover.id, faces=faces, at=spot(game.space(mover)),
        )  # fmt: skip
        yield from deal(game, mover, hits, Cause("leaving", game.controller(enemy), enemy))
