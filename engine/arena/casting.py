"""Playing spell cards ("Action 1: Draw a Spell Card", AR-SPELL-02 to AR-SPELL-22).

A card in hand is written as its id; one taken from another player's library as ``id@seat``, since it goes to its owner's
graveyard and may be played whatever its colour.
"""

from __future__ import annotations

from engine.arena.attached import attach
from engine.arena.cards import Spell
from engine.arena.effects import Aim, Aura, Played, Sorcery, effect_of, sources
from engine.arena.game import Game
from engine.arena.hidden import spring
from engine.arena.options import Cast
from engine.arena.position import Position
from engine.arena.state import ArmyCard, Enchantment
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import Text, listed, words

SPELLS = 3  # in one's own turn (AR-SPELL-02)
HAND_LIMIT = 7  # at the end of one's turn (AR-SPELL-16)


def spell_id(card: str) -> str:
    return card.partition("@")[0]


def owner_of(card: str, holder: int) -> int:
    owner = card.partition("@")[2]
    return int(owner) if owner else holder


def silence(pos: Position, seat: int) -> Refusal | None:
    """Why ``seat`` plays no spells at all: its Planeswalker is destroyed. One that left by an exit is not (A54)."""
    if pos.planeswalker(seat) is None and pos.state.cards[pos.state.seats[seat].planeswalker].zone != "exited":
        return refuse("AR-SPELL-20", "your Planeswalker is not on the battlefield, so you cannot play spells")
    return None


def refusal(pos: Position, seat: int, card: str) -> Refusal | None:
    """Why the card in ``seat``'s hand cannot be played now."""
    turn, spell = pos.state.turn, pos.spell(spell_id(card))
    if turn.seat != seat:
        return refuse("AR-SPELL-03", "spells are played on one's own turn only")
    silenced = silence(pos, seat)
    if silenced:
        return silenced
    if turn.spells >= SPELLS + turn.more_spells:
        return refuse("AR-SPELL-02", "{n} spells have been played this turn", n=turn.spells)
    if turn.phase in ("acting", "extra"):
        form = "spells are played before moving and attacking, or after: finish your attacks first"
        return refuse("AR-SPELL-04", form)
    if turn.phase == "after" and spell.timing == "before Action 3":
        return refuse("AR-SPELL-04", "{spell} is played before moving and attacking", spell=spell.name)
    if turn.phase == "before" and spell.timing == "after Action 4":
        return refuse("AR-SPELL-04", "{spell} is played after attacking", spell=spell.name)
    colours = pos.face(pos.state.cards[pos.state.seats[seat].planeswalker]).colours
    if spell.colour not in colours and owner_of(card, seat) == seat:
        return refuse("AR-CARD-07", "{spell} is not of your Planeswalker's colours", spell=spell.name)
    effect = effect_of(spell.id, spell.name)
    if isinstance(effect, Sorcery):
        return effect.refusal(pos, seat)
    if not hosts(pos, seat, spell):
        return _no_host(pos, seat, spell)
    return None


def casts(pos: Position, seat: int) -> list[Cast]:
    """Every spell in hand that can be played now."""
    hand = sorted(set(pos.state.seats[seat].hand))
    return [Cast(card) for card in hand if refusal(pos, seat, card) is None]


# -- enchantments
def host_refusal(pos: Position, seat: int, spell: Spell, card: ArmyCard) -> Refusal | None:
    """Why ``seat`` cannot play the enchantment on that army card."""
    found, effect = kind_refusal(pos, seat, spell, card), effect_of(spell.id, spell.name)
    return found or (effect.refusal(pos, seat, card) if isinstance(effect, Aura) else None)


def kind_refusal(pos: Position, seat: int, spell: Spell, card: ArmyCard) -> Refusal | None:
    """Why the army card is not of the kind that the enchantment goes on, for ``seat`` (AR-SPELL-08 to AR-SPELL-13,
    AC-SPELL-03). Where it lies, and what is seen of it, does not matter."""
    whose, _, kind = spell.attaches_to.partition(" ")
    label = pos.card_label(card)
    if card.zone != "play":
        return refuse("AC-SPELL-03", "{card} is not in play", card=label)
    if whose == "own" and card.controller != seat:
        rule = "AR-SPELL-12" if spell.type == "hidden" else "AR-SPELL-09"
        return refuse(rule, "{spell} goes on your own army cards only", spell=spell.name)
    if whose == "enemy" and pos.team(card.controller) == pos.team(seat):
        return refuse("AR-SPELL-09", "{spell} goes on an opponent's army card", spell=spell.name)
    face = pos.face(card)
    if "unique" in kind and not face.unique:
        return refuse("AR-SPELL-10", "{card} is not unique", card=label)
    if "army card" not in kind and face.kind not in kind:
        rule = "AR-SPELL-13" if spell.type == "hidden" else "AR-SPELL-09"
        return refuse(rule, "{spell} goes on {kind}, and {card} is a {is_}", spell=spell.name, card=label,
                      kind=Text(spell.attaches_to), is_=Text(face.kind))  # fmt: skip
    return None


def hosts(pos: Position, seat: int, spell: Spell) -> list[ArmyCard]:
    """Army cards the enchantment may be attached to."""
    return [card for card in pos.state.cards if host_refusal(pos, seat, spell, card) is None]


def _no_host(pos: Position, seat: int, spell: Spell) -> Refusal:
    in_play = [card for card in pos.state.cards if card.zone == "play"]
    refusals = [host_refusal(pos, seat, spell, card) for card in in_play]
    kinds = {found.rule for found in refusals if found}
    if len(refusals) == 1 or len(kinds) == 1:
        found = next((one for one in refusals if one), None)
        if found:
            return found
    telling = [one for one in refusals if one and one.rule not in ("AR-SPELL-09", "AR-SPELL-12", "AR-SPELL-13")]
    if telling:
        return telling[0]
    form = "{spell} goes on {kind}, and there is none in play"
    return refuse("AR-SPELL-09", form, spell=spell.name, kind=Text(spell.attaches_to))


# -- playing
def cast(game: Game, card: str) -> Rule[None]:
    """Play a card from the hand of the player on turn: choose, announce, let it be countered, carry it out."""
    seat = game.state.turn.seat
    spell = game.spell(spell_id(card))
    effect = effect_of(spell.id, spell.name)
    if isinstance(effect, Sorcery):
        aim = yield from effect.aim(game, seat, card)
    else:
        question = words("Which army card does {spell} go on?", spell=spell.name)
        aim = Aim(cards=[(yield from game.choose_card(seat, question, hosts(game, seat, spell)))])
    owner = owner_of(card, seat)
    game.state.seats[seat].hand.remove(card)
    game.state.turn.spells += 1
    _announce(game, seat, spell, aim)
    played = Played(spell.id, seat, aim, owner)
    yield from spring(game, "spell_played", played)
    if not played.countered:
        yield from spring(game, "spell_targets", played)
    if played.countered:
        # A countered spell has no effect and goes to its owner's graveyard (AC-SPELL-08, AC-SPELL-09); it has been
        # played all the same (AC-SPELL-07), unless the table agreed otherwise (A31).
        game.tell("countered", words("{spell} is countered", spell=spell.name), spell=spell.id)
        if not game.agreed("countered_counts_as_played"):
            game.state.turn.spells -= 1
        game.bury(owner, spell.id)
    elif isinstance(effect, Sorcery):
        yield from effect.effect(game, seat, aim)
        game.bury(owner, spell.id)
    else:
        _attach(game, seat, owner, spell, aim.cards[0])
    if spell.type == "sorcery":
        yield from _after_sorcery(game, played)


def _after_sorcery(game: Game, played: Played) -> Rule[None]:
    """What acts whenever its controller plays a sorcery. A countered one has been played as well, unless the table
    agreed otherwise (A31)."""
    if played.countered and not game.agreed("countered_counts_as_played"):
        return
    for me in sources(game, "sorcery_played"):
        if me.controller == played.seat:
            yield from me.effect.sorcery_played(game, me, played)


def _announce(game: Game, seat: int, spell: Spell, aim: Aim) -> None:
    side = game.side_name(seat)
    if spell.type == "hidden":
        on = game.card_label(aim.cards[0])
        game.tell("cast face down", words("A card is laid face down on {card}", card=on), seat=seat, card=aim.cards[0].id)
        game.tell(
            "cast", words("Laid face down on {card}: {spell}", card=on, spell=spell.name),
            seat=seat, to=[seat], spell=spell.id, card=aim.cards[0].id,
        )  # fmt: skip
        return
    text = words("{spell} is played", spell=spell.name, side=side)
    if spell.type == "aura":
        text = words("{spell} is put on {card}", spell=spell.name, card=game.card_label(aim.cards[0]))
    elif aim.figures or aim.cards:
        targets = [game.label(figure) for figure in aim.figures] or [game.card_label(card) for card in aim.cards]
        text = words("{spell} is played at {targets}", spell=spell.name, targets=listed(targets))
    game.tell("cast", text, seat=seat, spell=spell.id, figures=[figure.id for figure in aim.figures])


def _attach(game: Game, seat: int, owner: int, spell: Spell, card: ArmyCard) -> None:
    """Enchantments lie on the army card in the order they were played: later ones beneath (AR-SPELL-15)."""
    if card.zone != "play":
        game.bury(owner, spell.id)
        return
    attach(game, card, Enchantment(spell.id, owner, seat, spell.type == "hidden", game.next_stamp()))


def discard(game: Game, seat: int, card: str) -> None:
    """Put a card from hand into its owner's graveyard, for all to see."""
    game.state.seats[seat].hand.remove(card)
    spell = game.spell(spell_id(card))
    game.bury(owner_of(card, seat), spell.id)
    game.reveal("discard", words("{spell} is discarded", spell=spell.name), seat=seat, spell=spell.id)


def discard_at_random(game: Game, seat: int) -> None:
    """Discard one card at random, if there is any in hand."""
    hand = game.state.seats[seat].hand
    if hand:
        discard(game, seat, hand[game.table.die(f"discard {seat}", len(hand)) - 1])
