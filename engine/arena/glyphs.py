"""Glyphs: Recall, used once and gone; Healing, for as long as a figure stands on it (AR-GLYPH-01 to AR-GLYPH-10)."""

from __future__ import annotations

from engine.arena.game import Game
from engine.arena.life import heal
from engine.arena.position import spot
from engine.arena.state import Figure
from engine.core.rules import Rule
from engine.core.text import Text, words

NAMES = {"R": "Glyph of Recall", "H": "Glyph of Healing", "?": "Glyph, symbol side up"}


def title(key: str) -> Text:
    return words(NAMES[key])


def text(key: str) -> Text:
    """What the glyph does, in our words."""
    if key == "?":
        return words("Whoever moves here stops and turns it over; what it does then happens at once.")
    if key == "R":
        return words("Whoever moves here takes a spell of their choice back from their graveyard; the glyph is then gone.")
    return words("A figure standing here loses one damage marker at the start of its controller's turn.")


def enter(game: Game, figure: Figure) -> Rule[None]:
    """A figure has moved onto the space, a double-space figure with its leading side: a glyph that lies symbol side up is
    turned over and stays so (AR-GLYPH-03); a temporary one acts at once and is removed (AR-GLYPH-04, AR-GLYPH-07, A68).
    Only movement does this, not summoning or placing (A26)."""
    glyph = game.glyph_at(game.space(figure))
    if glyph is None:
        return
    if not glyph.face_up:
        glyph.face_up = True
        turned = words("The glyph on {at} is turned over: {glyph}", at=spot(glyph.at), glyph=title(glyph.key))
        game.reveal("glyph", turned, at=spot(glyph.at), key=glyph.key)
    if glyph.key != "R":
        return
    seat = game.controller(figure)
    owner = game.state.seats[seat]
    game.state.glyphs.remove(glyph)
    if not owner.graveyard:
        game.tell("glyph", words("The Glyph of Recall finds no spell in the graveyard and is gone"), at=spot(glyph.at))
        return
    question = words("Glyph of Recall: which spell returns to your hand?")
    spell = yield from game.choose_spell(seat, question, sorted(set(owner.graveyard)))
    assert spell is not None
    owner.graveyard.remove(spell)
    owner.hand.append(spell)
    form = "The Glyph of Recall returns {spell} to the hand and is gone"
    game.tell("glyph", words(form, spell=game.spell(spell).name), at=spot(glyph.at), spell=spell)


def healing(game: Game, seat: int) -> None:
    """At the start of a turn, for every figure of that player on a Glyph of Healing (AR-GLYPH-10, A44)."""
    for glyph in game.state.glyphs:
        figure = game.figure_at(glyph.at)
        if glyph.key == "H" and glyph.face_up and figure and game.controller(figure) == seat:
            heal(game, figure, 1)
