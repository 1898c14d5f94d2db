"""Hidden enchantments: waiting face down, turned over when their moment comes (AR-SPELL-11 to AR-SPELL-19).

Triggering is automatic and cannot be forgotten (A29). Topmost first; after each one the next one's condition is looked at
again; a trigger inside a trigger is resolved first. They work after their owner's Planeswalker is gone (AR-SPELL-22).
"""

from __future__ import annotations

from engine.arena.attached import detach
from engine.arena.effects import Hidden, Moment, Source, hidden
from engine.arena.game import Game
from engine.core.rules import Rule
from engine.core.text import words


def spring(game: Game, hook: str, moment: Moment) -> Rule[bool]:
    """Turn over, one after the other, every face-down enchantment whose moment this is. Returns whether any was."""
    sprung = False
    while (me := _next(game, hook, moment)) is not None:  # one that is turned over is hidden no longer
        sprung = True
        yield from turn_over(game, me, moment)
    return sprung


def _next(game: Game, hook: str, moment: Moment) -> Source | None:
    for me in hidden(game, hook):
        if isinstance(me.effect, Hidden) and me.effect.answers(game, me, moment):
            return me
    return None


def turn_over(game: Game, me: Source, moment: Moment) -> Rule[None]:
    card, enchantment = me.card, me.enchantment
    assert card is not None
    assert enchantment is not None
    assert isinstance(me.effect, Hidden)
    spell = game.spell(enchantment.spell)
    enchantment.hidden = False
    game.reveal(
        "revealed",
        words("The face-down card on {card} is turned over: {spell}!", card=game.card_label(card), spell=spell.name),
        seat=me.controller, spell=spell.id, card=card.id,
    )  # fmt: skip
    yield from me.effect.effect(game, me, moment)
    if enchantment in card.attached:  # it is still there unless the card itself left play meanwhile
        detach(game, card, enchantment)
