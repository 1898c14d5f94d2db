"""Using the life number: damage, destruction, graveyards (AR-LIFE-01 to AR-LIFE-07), unsummoning."""

from __future__ import annotations

from engine.arena.effects import Cause, Harm, sources
from engine.arena.game import Game
from engine.arena.hidden import spring
from engine.arena.position import spot
from engine.arena.state import ArmyCard, Figure
from engine.core.rules import Rule
from engine.core.text import words


def deal(game: Game, figure: Figure, amount: int, cause: Cause) -> Rule[int]:
    """Deal damage to a figure. Returns what it was dealt after everything that adds to it or prevents it.

    All damage is targeted damage (AR-TERM-10). Overkill is ignored (A72): the figure is destroyed when the markers reach
    its life (AR-LIFE-01).
    """
    if figure.zone != "board" or amount <= 0:
        return 0
    harm = Harm(figure, amount, cause)
    for me in sources(game, "more_damage"):
        harm.amount += me.effect.more_damage(game, me, harm)
    for me in sources(game, "spares"):
        most = me.effect.spares(game, me, harm)
        if most is not None and most < harm.amount:
            harm.amount = most
            game.tell("spared", words("{card} holds the damage to {amount}", card=me.name, amount=most))
    if harm.amount >= game.life_left(figure):
        yield from spring(game, "would_be_destroyed", harm)
    if harm.amount <= 0 or figure.zone != "board":
        return 0
    figure.damage += harm.amount
    game.tell(
        "damage",
        words("{figure} takes {amount} damage ({left} life left)", figure=game.label(figure), amount=harm.amount,
              left=max(0, game.life_left(figure))),
        figure=figure.id, amount=harm.amount, at=spot(game.space(figure)), cause=cause.kind,
    )  # fmt: skip
    dealt = harm.amount
    if game.life_left(figure) <= 0:
        yield from destroy(game, figure, cause)
    return dealt


def heal(game: Game, figure: Figure, amount: int) -> int:
    """Remove up to ``amount`` damage markers. Returns how many were removed."""
    removed = min(amount, figure.damage)
    if removed and figure.zone == "board":
        figure.damage -= removed
        game.tell(
            "healed",
            words("{figure} loses {n} damage marker(s)", figure=game.label(figure), n=removed),
            figure=figure.id, amount=removed, at=spot(game.space(figure)),
        )  # fmt: skip
    return removed


def destroy(game: Game, figure: Figure, cause: Cause) -> Rule[None]:
    """The figure goes to its owner's figure graveyard (AR-LIFE-03), or out of the game; the card follows with its last
    figure (AR-LIFE-04)."""
    if figure.zone != "board":
        return
    at = game.space(figure)
    label = game.label(figure)
    figure.zone = "removed" if cause.banish else "graveyard"
    figure.damage = 0
    left = words("{figure} is destroyed and leaves the game" if cause.banish else "{figure} is destroyed", figure=label)
    game.tell("destroyed", left, figure=figure.id, at=spot(at), cause=cause.kind)
    watching = sources(game, "destroyed")
    card = game.card_of(figure)
    if not game.on_board(card):
        bury_card(game, card)
    for me in watching:
        yield from me.effect.destroyed(game, me, figure, cause)
    figure.at = None


def bury_card(game: Game, card: ArmyCard) -> None:
    """The army card goes to its owner's graveyard and each enchantment on it to its own owner's (AR-LIFE-05)."""
    card.zone = "graveyard"
    strip(game, card)
    game.tell("card destroyed", words("No figure of {card} is left", card=game.card_label(card)), card=card.id)


def strip(game: Game, card: ArmyCard) -> None:
    """Take enchantments and counters off a card. A face-down enchantment is shown as it goes to the graveyard."""
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


def unsummon(game: Game, card: ArmyCard) -> None:
    """Every figure of the card still on the battlefield returns to its owner's reserve, undamaged; destroyed figures stay
    in the graveyard. Not movement (A13)."""
    spaces = []
    for figure in game.on_board(card):
        spaces.append(spot(game.space(figure)))
        figure.zone, figure.at, figure.damage, figure.types = "reserve", None, 0, []
    card.zone = "reserve"
    card.controller = card.owner
    game.tell("unsummoned", words("{card} returns to the reserve", card=game.card_label(card)), card=card.id, at=spaces)
    strip(game, card)


def place(game: Game, figure: Figure, at: tuple[int, int], *, life: int | None = None) -> None:
    """Put a figure on a space, from wherever it was; its card is in play (again). Not movement."""
    if figure.zone != "board":
        figure.damage = 0 if life is None else max(0, game.face_of(figure).life - life)
    figure.zone, figure.at = "board", at
    game.card_of(figure).zone = "play"
