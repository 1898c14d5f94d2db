"""Using the life number: damage, destruction, graveyards (AR-LIFE-01 to AR-LIFE-07), unsummoning."""

from __future__ import annotations

from engine.arena.ambush import exits, leave
from engine.arena.attached import detach, forget, strip
from engine.arena.effects import Cause, Death, Harm, effect_of, sources
from engine.arena.game import Game
from engine.arena.hexes import Hex
from engine.arena.hidden import spring
from engine.arena.position import Position, Stand, spot, stand_of
from engine.arena.state import ArmyCard, Figure
from engine.core.rules import Rule
from engine.core.text import counted, words


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
    pool(game, figure)
    if harm.amount >= game.life_left(figure):
        yield from spring(game, "would_be_destroyed", harm)
    if harm.amount <= 0 or figure.zone != "board":
        return 0
    figure.damage += harm.amount
    if cause.fight is not None:
        cause.fight.damage = harm.amount
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


def pool(game: Game, figure: Figure) -> None:
    """Where the table counts the damage of a unique squad on its card (AC-ATK-06, A35), the markers lie with whichever
    figure is hit."""
    face = game.face_of(figure)
    if face.kind == "squad" and face.unique and game.agreed("pooled_squad_damage"):
        for other in game.on_board(game.card_of(figure)):
            if other is not figure:
                figure.damage, other.damage = figure.damage + other.damage, 0


def healable(pos: Position, figure: Figure) -> bool:
    """Whether the figure has a damage marker that may be removed."""
    return figure.damage > 0 and not any(
        me.effect.forbids_healing(pos, me, figure) for me in sources(pos, "forbids_healing")
    )


def heal(game: Game, figure: Figure, amount: int) -> int:
    """Remove up to ``amount`` damage markers. Returns how many were removed."""
    if not healable(game, figure):
        return 0
    removed = min(amount, figure.damage)
    if removed and figure.zone == "board":
        figure.damage -= removed
        game.tell(
            "healed",
            counted(removed, "{figure} loses a damage marker", "{figure} loses {n} damage markers",
                    figure=game.label(figure)),
            figure=figure.id, amount=removed, at=spot(game.space(figure)),
        )  # fmt: skip
    return removed


def destroy(game: Game, figure: Figure, cause: Cause) -> Rule[None]:
    """The figure goes to its owner's figure graveyard (AR-LIFE-03), or out of the game; the card follows with its last
    figure (AR-LIFE-04)."""
    if figure.zone != "board":
        return
    at, card, label = game.stand(figure), game.card_of(figure), game.label(figure)
    controller = card.controller
    figure.zone = "removed" if cause.banish else "graveyard"
    figure.damage = 0
    game.state.seats[figure.owner].lost += game.points(figure)
    left = words("{figure} is destroyed and leaves the game" if cause.banish else "{figure} is destroyed", figure=label)
    game.tell("destroyed", left, figure=figure.id, at=spot(at[0]), cause=cause.kind)
    watching = sources(game, "destroyed")
    death = Death(figure, at, cause)
    if cause.kind in ("attack", "leaving"):
        yield from spring(game, "destroyed_by_attack", death)
    yield from spring(game, "destroyed", death)
    if not game.on_board(card):
        yield from spring(game, "card_dies", death)
    if not game.on_board(card) and card.zone == "play":
        if cause.fight is not None:  # what waits on this card for the damage must act before it leaves with the card
            game.end_if_decided()
            yield from spring(game, "damaged_by_attack", cause.fight)
        bury_card(game, card)
    for me in watching:  # they may ask who controlled it
        yield from me.effect.destroyed(game, me, figure, cause)
    if card.zone == "graveyard":
        card.controller = card.owner
    if figure not in game.board:  # nothing has brought it back meanwhile
        figure.at = figure.rear = None
        forget(game, figure)
    if figure.card == game.state.seats[controller].planeswalker:
        let_go(game, controller)
    game.end_if_decided()


def bury_card(game: Game, card: ArmyCard) -> None:
    """The army card goes to its owner's graveyard and each enchantment on it to its own owner's (AR-LIFE-05)."""
    card.zone = "graveyard"
    strip(game, card)
    game.tell("card destroyed", words("No figure of {card} is left", card=game.card_label(card)), card=card.id)


def let_go(game: Game, seat: int) -> None:
    """The seat's Planeswalker is gone, and with it what it held by enchantments that need one."""
    for card in game.state.cards:
        for enchantment in list(card.attached):
            if not enchantment.hidden and enchantment.controller == seat and effect_of(enchantment.spell, "").controls:
                detach(game, card, enchantment)


def transform(game: Game, card: ArmyCard) -> Rule[None]:
    """Turn the army card over and replace every figure of it on the battlefield (AR-NEW-09 to AR-NEW-13).

    Damage, counters and enchantments stay; it is neither movement nor leaving an engagement. A figure whose markers reach
    the other side's life is destroyed at once (A37).
    """
    before = game.card_label(card)
    card.face = game.face(card).other_side
    at = [spot(game.space(figure)) for figure in game.on_board(card)]
    text = words("{before} transforms: {after}", before=before, after=game.card_label(card))
    game.tell("transformed", text, card=card.id, figures=[figure.id for figure in game.on_board(card)], at=at)
    for figure in game.on_board(card):
        if game.life_left(figure) <= 0:
            yield from destroy(game, figure, Cause("ability", card.controller, figure, "Transform"))


def exchange(game: Game, a: Figure, b: Figure) -> None:
    """Two figures change places. Not movement (A13)."""
    a.at, b.at, a.rear, b.rear = b.at, a.at, b.rear, a.rear
    text = words("{a} and {b} change places", a=game.label(a), b=game.label(b))
    game.tell("exchanged", text, figures=[a.id, b.id], at=[spot(game.space(a)), spot(game.space(b))])


def unsummon(game: Game, card: ArmyCard) -> None:
    """Every figure of the card still on the battlefield returns to its owner's reserve, undamaged; destroyed figures stay
    in the graveyard. Not movement (A13)."""
    spaces = []
    for figure in game.on_board(card):
        spaces.append(spot(game.space(figure)))
        figure.zone, figure.at, figure.rear, figure.damage, figure.types = "reserve", None, None, 0, []
    card.zone = "reserve"
    card.controller = card.owner
    turn_to_front(game, card)
    game.tell("unsummoned", words("{card} returns to the reserve", card=game.card_label(card)), card=card.id, at=spaces)
    strip(game, card)


def place(game: Game, figure: Figure, at: Hex | Stand, *, life: int | None = None) -> None:
    """Put a figure on a space or, if it is a double-space figure, on two, from wherever it was; its card is in play
    (again). Not movement. On an exit it is gone at once (AR-S3-18). Where it may be put: :mod:`engine.arena.placing`."""
    card = game.card_of(figure)
    if card.zone != "play":
        turn_to_front(game, card)
        card.zone, card.controller = "play", card.owner
    if figure.zone != "board":
        figure.damage = 0 if life is None else max(0, game.face_of(figure).life - life)
        figure.types = []
    figure.zone = "board"
    set_down(figure, stand_of(at))
    if not exits(game).isdisjoint(stand_of(at)):
        leave(game, figure)


def bring_back(
    game: Game, figure: Figure, stand: Stand, form: str = "{figure} returns on {at}", *, life: int | None = None
) -> None:
    """Place a figure, and tell it in those words (``figure``, ``at``)."""
    place(game, figure, stand, life=life)
    at = spot(stand[0])
    game.tell("returned", words(form, figure=game.label(figure), at=at), figure=figure.id, at=at)


def turn_to_front(game: Game, card: ArmyCard) -> None:
    """Only the side with a cost can come onto the battlefield (AR-NEW-14, A69)."""
    face = game.face(card)
    if not face.cost and face.other_side:
        card.face = face.other_side


def set_down(figure: Figure, stand: Stand) -> None:
    """Write down where the figure stands."""
    figure.at, figure.rear = stand[0], stand[1] if len(stand) == 2 else None
