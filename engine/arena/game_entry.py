"""The Arena's entry in the registry of games."""

from __future__ import annotations

from typing import Any

import msgspec

from engine import registry
from engine.arena import army as armies
from engine.arena import battlefield, converge, hexes, seen, victory
from engine.arena.army import Army
from engine.arena.cards import COLOURS, ArmyFace, cards
from engine.arena.position import Position
from engine.arena.rules import RULES, ArenaRules
from engine.arena.setup import Setup
from engine.core.match import Match
from engine.core.refusal import Refusal
from engine.core.text import Text, words


class ArenaGame:
    """Implements :class:`engine.registry.Game`."""

    name = "arena"
    title = "Arena of the Planeswalkers"
    players: tuple[int, ...] = (2,)

    @property
    def rules(self) -> ArenaRules:
        return RULES

    def battlefields(self, players: int) -> list[tuple[str, str]]:
        fields = [battlefield.load(id) for id in battlefield.shipped()]
        return [(field.id, field.name) for field in fields if field.fits(players) and _playable(field, players)]

    def builds(self) -> list[registry.Build]:
        return [
            registry.Build(build.id, build.name, build.line, msgspec.to_builtins(build.army))
            for build in armies.RECOMMENDED
        ]

    def leaders(self) -> list[registry.Choice]:
        return [self._choice(face) for face in armies.planeswalkers()]

    def army_choices(self, leader: str) -> list[registry.Choice]:
        return [self._choice(face) for face in armies.army_choices(cards().armies[leader])]

    def deck_choices(self, leader: str) -> list[registry.Choice]:
        return [
            registry.Choice(spell.id, spell.name, words("{colour} {kind}", colour=COLOURS[spell.colour], kind=spell.type),
                            spell.cost)
            for spell in armies.spell_choices(cards().armies[leader])
        ]  # fmt: skip

    def _choice(self, face: ArmyFace) -> registry.Choice:
        line = words(
            "{kind}: life {life}, move {move}, range {range}, power {power}, toughness {toughness}",
            kind=face.kind if face.figures == 1 else f"{face.kind} of {face.figures}", life=face.life, move=face.move,
            range=face.range, power=face.power, toughness=face.toughness,
        )  # fmt: skip
        copies = 1 if face.unique else max(1, armies.ARMY_LIMIT // max(1, face.cost))
        return registry.Choice(face.id, face.name, line, face.cost, copies)

    def check_army(self, army: dict[str, Any]) -> list[Refusal]:
        return armies.faults(self._army(army))

    def army_summary(self, army: dict[str, Any]) -> Text:
        """Names, points and what is left."""
        chosen, catalogue = self._army(army), cards()
        faces = [catalogue.armies[id] for id in (chosen.planeswalker, *chosen.cards) if id in catalogue.armies]
        deck = [catalogue.spells[id] for id in chosen.spells if id in catalogue.spells]
        leader = catalogue.armies.get(chosen.planeswalker)
        return words(
            "{cards}: {cost} of {limit} points; deck of {n} of {size} cards: {deck} of {deck_limit} points",
            cards=", ".join(face.name for face in faces) or "no Planeswalker yet", cost=sum(face.cost for face in faces),
            limit=armies.ARMY_LIMIT, n=len(deck), size=armies.DECK_SIZE, deck=sum(spell.cost for spell in deck),
            deck_limit=armies.deck_limit(leader) if leader else armies.DECK_LIMIT,
        )  # fmt: skip

    def _army(self, army: dict[str, Any]) -> Army:
        return msgspec.convert(army, Army)

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, bool]) -> Setup:
        return Setup(battlefield, tuple(self._army(army) for army in armies), options)

    def card_names(self) -> list[tuple[str, str]]:
        return [(card.id, card.name) for card in cards().all]

    def card(self, name: str) -> msgspec.Struct | None:
        card = cards().named(name)
        if card is None:
            return None
        return seen.face_view(card) if isinstance(card, ArmyFace) else seen.spell_view(card)

    def resigned(self, match: Match[Any], seat: int) -> None:
        match.end(victory.resigned(Position(match.state), seat))

    def walk_keys(self, view: Any, subject: str, path: str) -> list[str]:
        """``move:<figure>:<space>`` for every space of a typed path. Raises ValueError for what is no coordinate."""
        spaces = path.replace(",", " ").replace("→", " ").replace("-", " ").split()
        return [f"move:{subject}:{hexes.name(hexes.parse(space))}" for space in spaces]


def _playable(field: battlefield.Battlefield, players: int) -> bool:
    """Whether its scenario is one the rules know: an attacker against a defender who goes first, glyphs face up."""
    if any(glyph.key == "?" for glyph in field.glyphs):
        return False
    names = {side.name for side in field.sides(players)}
    return names == {converge.ATTACKER, converge.DEFENDER} and field.first(players) == converge.DEFENDER


ARENA = ArenaGame()
