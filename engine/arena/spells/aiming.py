"""What many spells ask for: figures in sight of one's Planeswalker, one of them as target."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from engine.arena.effects import Aim, Fight, Meeting, Played, Sorcery, Source
from engine.arena.game import Game
from engine.arena.position import Position
from engine.arena.sightlines import in_clear_sight
from engine.arena.state import ArmyCard, Figure
from engine.core.refusal import Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words


def near_planeswalker(pos: Position, seat: int, spaces: int, figures: Sequence[Figure]) -> list[Figure]:
    """Those of ``figures`` within that many clear sight spaces of the seat's Planeswalker."""
    planeswalker = pos.planeswalker(seat)
    return in_clear_sight(pos, planeswalker, figures, spaces) if planeswalker else []


def enemy_creatures(pos: Position, seat: int) -> list[Figure]:
    return [figure for figure in pos.enemies(seat) if pos.is_creature(figure)]


def own_creatures(pos: Position, seat: int) -> list[Figure]:
    return [figure for figure in pos.own(seat) if pos.is_creature(figure)]


def seen_from_planeswalker(pos: Position, seat: int, card: ArmyCard, spaces: int) -> Refusal | None:
    """For enchantments and spells that need a figure of the card near the Planeswalker."""
    if near_planeswalker(pos, seat, spaces, pos.on_board(card)):
        return None
    form = "{card} has no figure within {n} clear sight spaces of your Planeswalker"
    return refuse("AR-TERM-04", form, card=pos.card_label(card), n=spaces)


def none_near(what: str, spaces: int) -> Refusal:
    """``what``: a form, as "an enemy figure"."""
    form = "needs {what} within {n} clear sight spaces of your Planeswalker"
    return refuse("AR-CARD-04", form, what=words(what), n=spaces)


def becomes_engaged(pos: Position, me: Source, meeting: Meeting) -> bool:
    """Whether an enemy figure has become engaged, by its own move, with a figure on the enchantment's card."""
    if meeting.mover.zone != "board" or pos.team(pos.controller(meeting.mover)) == pos.team(me.controller):
        return False
    return any(me.on(figure) for figure in meeting.met)


def attacked_by_enemy(pos: Position, me: Source, fight: Fight) -> bool:
    """Whether an enemy figure attacks, or has attacked, a figure on the enchantment's card."""
    if fight.over or fight.defender is None or not me.on(fight.defender):
        return False
    return pos.team(pos.controller(fight.attacker)) != pos.team(me.controller)


def targeted_by_opponent(pos: Position, me: Source, played: Played) -> bool:
    """Whether an opponent's spell is aimed at the enchantment's army card or a figure on it."""
    if played.countered or pos.team(played.seat) == pos.team(me.controller):
        return False
    return me.card in played.aim.cards or any(me.on(figure) for figure in played.aim.figures)


def aim_at_one(game: Game, seat: int, spell: str, figures: Sequence[Figure]) -> Rule[Aim]:
    question = words("{spell}: at which figure?", spell=spell)
    figure = yield from game.choose_figure(seat, question, figures)
    assert figure is not None
    return Aim(figures=[figure])


class AtOne(Sorcery):
    """A sorcery at one figure: a card says whom it may be aimed at, and what it needs where there is nobody."""

    def targets(self, pos: Position, seat: int) -> list[Figure]:
        raise NotImplementedError

    def nobody(self) -> Refusal:
        raise NotImplementedError

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self.targets(pos, seat) else self.nobody()

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        return (yield from aim_at_one(game, seat, self.name, self.targets(game, seat)))


def aim_at_card(game: Game, seat: int, spell: str, refusal: Callable[[ArmyCard], Refusal | None]) -> Rule[Aim]:
    cards = [card for card in game.state.cards if refusal(card) is None]
    card = yield from game.choose_card(seat, words("{spell}: which army card?", spell=spell), cards)
    return Aim(cards=[card])


def enemy_card_refusal(pos: Position, seat: int, card: ArmyCard, spaces: int, kinds: Collection[str]) -> Refusal | None:
    """Why the card is not an enemy's, of one of those kinds and near the seat's Planeswalker."""
    if card.zone != "play" or pos.team(card.controller) == pos.team(seat):
        return refuse("AR-CARD-04", "{card} is not an enemy army card in play", card=pos.card_label(card))
    if pos.face(card).kind not in kinds:
        return refuse("AR-CARD-04", "{card} is no squad or hero", card=pos.card_label(card))
    return seen_from_planeswalker(pos, seat, card, spaces)


class AtEnemyCard(Sorcery):
    """A sorcery at one enemy army card that has a figure near the Planeswalker."""

    spaces: ClassVar[int] = 6
    kinds: ClassVar[tuple[str, ...]] = ("squad", "hero", "planeswalker")
    wanted: ClassVar[str] = "an enemy figure"

    def cards(self, pos: Position, seat: int) -> list[ArmyCard]:
        cards = pos.state.cards
        return [card for card in cards if enemy_card_refusal(pos, seat, card, self.spaces, self.kinds) is None]

    def refusal(self, pos: Position, seat: int) -> Refusal | None:
        return None if self.cards(pos, seat) else none_near(self.wanted, self.spaces)

    def aim(self, game: Game, seat: int, card: str) -> Rule[Aim]:
        question = words("{spell}: which army card?", spell=self.name)
        return Aim(cards=[(yield from game.choose_card(seat, question, self.cards(game, seat)))])
