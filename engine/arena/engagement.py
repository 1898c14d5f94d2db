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
from engine.core.orders import Order
from engine.core.rules import Rule
from engine.core.text import words

LEAVING = Order(
    "leaving",
    words("Leaving attacks"),
    words("when an enemy figure leaves an engagement with one of yours"),
    (
        ("always", words("always attack it")),
        ("planeswalkers", words("attack it only if it is a Planeswalker")),
        ("never", words("let it go")),
    ),
)


def _takes(game: Game, enemy: Figure, mover: Figure) -> bool:
    """Whether the attack that may be taken (AR-ENG-04) is taken."""
    ordered = game.table.ordered(game.controller(enemy), LEAVING)
    return ordered == "always" or (ordered == "planeswalkers" and game.face_of(mover).kind == "planeswalker")


def leaving_attacks(game: Game, mover: Figure, left: list[Figure]) -> Rule[None]:
    """Each enemy whose engagement the step breaks attacks with its bare die; no defence (AR-ENG-05, AR-ENG-06).

    Rolled before the figure reaches the new space (A11). Nobody off turn is waited for: it is taken unless the enemy's
    standing order says otherwise (A12).
    """
    for enemy in left:
        if mover.zone != "board":
            return
        parting = Parting(mover, enemy)
        yield from spring(game, "leaves_engagement", parting)
        if parting.settled or mover.zone != "board" or not _takes(game, enemy, mover):
            continue
        dice = numbers.leaving_dice(game, enemy, mover)
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
