"""What lies on army cards: counters, enchantments, and whom an enchantment makes the card obey."""

from __future__ import annotations

from engine.arena.effects import effect_of
from engine.arena.game import Game
from engine.arena.state import ArmyCard, Enchantment, Figure
from engine.core.text import words


def add_counter(game: Game, card: ArmyCard, kind: str) -> None:
    """Put a counter on an army card (AR-TERM-06, AR-TERM-07)."""
    card.counters[kind] = card.counters.get(kind, 0) + 1
    title = words({"power": "Power +1", "toughness": "Toughness +1", "charge": "Charge"}[kind])
    form = "{card} gets a {kind} counter"
    game.tell("counter", words(form, card=game.card_label(card), kind=title), card=card.id, counter=kind)


def attach(game: Game, card: ArmyCard, enchantment: Enchantment) -> None:
    """Lay an enchantment under those that lie there (AR-SPELL-15)."""
    card.attached.append(enchantment)
    settle_control(game, card)


def detach(game: Game, card: ArmyCard, enchantment: Enchantment) -> None:
    """Put an enchantment that leaves an army card into its owner's graveyard."""
    card.attached.remove(enchantment)
    game.bury(enchantment.owner, enchantment.spell)
    settle_control(game, card)


def settle_control(game: Game, card: ArmyCard) -> None:
    """Whose the card is now: the last one who controls it by an enchantment, else its owner."""
    before = card.controller
    holders = [one.controller for one in card.attached if not one.hidden and effect_of(one.spell, "").controls]
    card.controller = holders[-1] if holders else card.owner
    if card.controller != before:
        form = "{card} is now {side}'s to command"
        text = words(form, card=game.card_label(card), side=game.side_name(card.controller))
        game.tell("control", text, card=card.id, seat=card.controller)


def strip(game: Game, card: ArmyCard) -> None:
    """The card is as at the beginning (A73): nothing attached, no counters, nothing that lasts. A face-down enchantment is
    shown as it goes to the graveyard."""
    for enchantment in card.attached:
        game.bury(enchantment.owner, enchantment.spell)
        name = game.spell(enchantment.spell).name
        if enchantment.hidden:
            form = "The face-down card on {card} was {spell}; it goes to the graveyard"
            game.reveal("lost", words(form, card=game.card_label(card), spell=name), spell=enchantment.spell)
        else:
            game.tell("lost", words("{spell} goes to the graveyard", spell=name), spell=enchantment.spell)
    card.attached.clear()
    card.counters.clear()
    _forget(game, [card.id], [figure.id for figure in game.figures_of(card)])


def forget(game: Game, figure: Figure) -> None:
    """A figure that is off the battlefield comes back, if at all, without anything that lasted on it (A73)."""
    figure.types = []
    _forget(game, [], [figure.id])


def _forget(game: Game, cards: list[int], figures: list[int]) -> None:
    for lasting in list(game.state.lasting):
        had = bool(lasting.cards or lasting.figures)
        lasting.cards = [id for id in lasting.cards if id not in cards]
        lasting.figures = [id for id in lasting.figures if id not in figures]
        if had and not (lasting.cards or lasting.figures):
            game.state.lasting.remove(lasting)
