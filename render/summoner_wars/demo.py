"""A busy battlefield in the middle of a match, from plain data: for the gallery, the bench and the tests.

Cards stand where a table puts them; nothing here plays by the rules.
"""

from __future__ import annotations

import msgspec

from engine.core.events import Event
from engine.core.text import Text, words
from engine.registry import game
from engine.summoner_wars.view import CardView, DeckView, PieceView, WarSeat, WarView

SIDES = ("tundra_orcs", "phoenix_elves")
FIELD = """
0 grognack b2 2
0 krung c4 4
0 shaman a3
0 shaman d2 1
0 smasher c5 1
0 tundra_orcs_fighter b5
0 tundra_orcs_fighter e4
0 tundra_orcs_wall c2 3
0 ice_wall e3
1 prince_elien d7 1
1 fire_drake d5 3
1 guardian e6
1 phoenix_elves_archer b7
1 phoenix_elves_archer f6
1 phoenix_elves_warrior a5
1 phoenix_elves_wall d8
1 phoenix_elves_wall b6 5
"""
"""Seat, card, space, wounds."""
HANDS = (
    ("smasher", "freeze", "tundra_orcs_fighter", "tundra_orcs_reinforcements", "blagog"),
    ("burn", "guardian", "phoenix_elves_hero", "maelena"),
)


def card(face: str) -> CardView:
    found = game("summoner_wars").card(face)
    assert isinstance(found, CardView)
    return found


def deck(seat: int) -> DeckView:
    """The starter deck of a seat."""
    entry = game("summoner_wars")
    found = entry.army_view(next(build.army for build in entry.builds() if build.id == SIDES[seat]))
    assert isinstance(found, DeckView)
    return found


def position(viewer: int | None = None) -> WarView:
    """Turn 9, in the attack phase of the first seat."""
    return WarView(
        viewer=viewer, turn=9, active=0, phase="attack", seats=tuple(_seat(seat, viewer) for seat in (0, 1)),
        pieces=tuple(_pieces()), lasting=(words("{event}, by {side}", event=Text("Ice Wall"), side=Text("Grognack")),),
        goal=words("Destroy the enemy Summoner"), progress=(), moves_left=0, attacks_left=1,
    )  # fmt: skip


def started(viewer: int | None = None) -> WarView:
    """Before the first turn: Summoners and Walls on their own halves."""
    first = tuple(piece for piece in _pieces() if piece.face.kind in ("summoner", "wall"))
    whole = tuple(msgspec.structs.replace(piece, wounds=0) for piece in first)
    return msgspec.structs.replace(position(viewer), turn=0, phase="setup", pieces=whole, lasting=())


def _seat(seat: int, viewer: int | None) -> WarSeat:
    shown = deck(seat)
    held = tuple(msgspec.structs.replace(card(face), id=str(60 + n)) for n, face in enumerate(HANDS[seat]))
    return WarSeat(
        name=shown.summoner.name, faction=shown.summoner.faction, hand=held if viewer == seat else None,
        hand_count=len(held), draw_count=14 - 2 * seat, magic_count=3 + seat,
        discard=tuple(each for each, _ in shown.events[:2]), team=seat,
    )  # fmt: skip


def _pieces() -> list[PieceView]:
    found = []
    for number, line in enumerate(FIELD.strip().splitlines()):
        seat, id, at, *wounds = line.split()
        face = card(id)
        printed = face.attack or 0
        found.append(PieceView(
            card=number, face=face, label=Text(face.name), at=at, seat=int(seat), owner=int(seat),
            attack=printed + (id == "smasher"), printed=printed, life=face.life or 1, wounds=int(wounds[0]) if wounds else 0,
            under=2 if id == "krung" else 0, on=(card("freeze").name,) if at == "f6" else (), moved=at in ("c5", "b5"),
            attacked=id == "smasher",
        ))  # fmt: skip
    return found


def _number(at: str) -> int:
    return next(piece.card for piece in _pieces() if piece.at == at)


def events() -> tuple[Event, ...]:
    """What happened in the turn: a walk, a summoning, an attack with its dice, a card destroyed."""
    smasher, drake, fighter = _number("c5"), _number("d5"), _number("e4")
    return (
        Event("summoned", words("A Fighter is summoned to E4"), 0, None, {"card": fighter, "to": "e4", "face": "x"}),
        Event("moved", words("The Smasher moves C3 to C5"), 0, None, {"card": smasher, "at": "c3", "to": "c5"}),
        Event(
            "attack", words("The Smasher attacks the Fire Drake: 2 hits"), 0, None,
            {"card": smasher, "target": drake, "faces": [5, 2, 3], "needed": [3], "hits": 2, "expected": 2.0},
        ),
        Event("wounded", words("The Fire Drake has two wounds more"), 0, None, {"card": drake, "at": "d5", "wounds": 2}),
        Event("destroyed", words("A Warrior is destroyed at C6"), 0, None, {"card": 40, "at": "c6"}),
    )  # fmt: skip


REACH = ("a4", "b4", "b3", "c3", "d4", "d3")
"""Spaces within reach of the Fighter on B5."""
