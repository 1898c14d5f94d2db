"""The Arena's entry in the registry of games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import registry
from engine.arena import army as armies
from engine.arena import armychance, armytext, battlefield, hexes, looking, seen
from engine.arena.army import Army, ArmyView
from engine.arena.cards import COLOURS, ArmyFace, CardFault, cards, use_overlay
from engine.arena.concede import concede
from engine.arena.game import COMBAT_DIE
from engine.arena.hindsight import ArenaHindsight
from engine.arena.odds import SWORD
from engine.arena.rules import RULES, ArenaRules
from engine.arena.setup import Setup
from engine.arena.view import ArenaView
from engine.core.events import Event
from engine.core.looks import Region
from engine.core.match import Match
from engine.core.refusal import Refusal
from engine.core.text import Text, counted, listed, words

OPTIONS = (
    registry.MatchOption(
        "points", words("Army points"), words("what an army may cost, its Planeswalker included"), armies.ARMY_LIMIT,
        tuple((n, words("armies of {n} points", n=n)) for n in (400, 500, 600, 700, 750, 800, 900, 1000, 1250, 1500, 2000)),
    ),
    registry.MatchOption(
        "deck_points", words("Deck points"), words("what the twelve spells may cost"), armies.DECK_LIMIT,
        tuple((n, words("decks of {n} points", n=n)) for n in (150, 175, 200, 225, 250, 275, 300)),
    ),
    registry.MatchOption(
        "countered_counts_as_played", words("Countered spells"),
        words("whether a countered spell counts towards the spells of the turn"), 1,
        ((1, words("a countered spell counts as played")), (0, words("a countered spell does not count as played"))),
    ),
    registry.MatchOption(
        "pooled_squad_damage", words("Unique squads"),
        words("whether damage is kept for each figure of a unique squad, or for all together"), 0,
        ((0, words("damage lies on each figure of a squad")), (1, words("damage on unique squads is pooled"))),
    ),
)  # fmt: skip

VERBS = (
    registry.Verb("cast", words("Cast"), words("Cast a spell from your hand; only you see this"), "card", words("The card")),
    registry.Verb("summon", words("Summon"), words("Summon whom your army or hand holds"), "card", words("Whom to summon")),
    registry.Verb("ability", words("Ability"), words("Use an ability"), "ability", words("Which ability")),
    registry.Verb("move", words("Move"), words("Move somebody"), "figure", words("Whom to move"), "to",
                  words("Where to, or a whole path: F5 F6 G6")),
    registry.Verb("attack", words("Attack"), words("Attack"), "figure", words("Who attacks"), "target", words("Whom")),
)  # fmt: skip
TERMS = registry.Terms(
    words("Planeswalker"), words("Squads and heroes"), words("Spells"),
    words("Choose a Planeswalker first: army and deck follow its colours."),
    "Planeswalker: ...\nCards: ...; ...\nSpells: ...; ...",
)  # fmt: skip
KINDS = {
    "moves": frozenset({"moved", "placed", "exchanged", "exited", "fall", "halted", "held", "turned"}),
    "attacks": frozenset({"attack", "leaving", "assault", "lunge", "bite"}),
    "spells": frozenset({"cast", "cast face down", "revealed", "countered", "lost", "played", "own", "aura moved", "named",
                         "guess", "more spells"}),
    "abilities": frozenset({"ability", "counter", "transformed", "control", "extra", "glyph"}),
    "summons": frozenset({"summoned", "unsummoned", "returned"}),
    "damage": frozenset({"damage", "healed"}),
    "deaths": frozenset({"destroyed", "card destroyed", "gave up"}),
    "cards": frozenset({"drawn", "draw", "discard", "to library", "library", "fetch", "fetched", "peeked"}),
    "aside": frozenset({"turn", "chosen", "draw", "drawn", "passed", "halted", "more spells", "own"}),
}  # fmt: skip


class ArenaGame:
    """Implements :class:`engine.registry.Game`."""

    name = "arena"
    title = "Arena of the Planeswalkers"
    players: tuple[int, ...] = (2, 3, 4)

    @property
    def rules(self) -> ArenaRules:
        return RULES

    def changes(self) -> Mapping[int, Text]:
        return CHANGES

    def dice(self) -> tuple[registry.Die, ...]:
        return DICE

    def thrown(self, event: Event) -> list[registry.Throw]:
        data, seat = event.data, event.seat
        found = []
        combat = data.get("attack", data.get("faces", [data["face"]] if "face" in data else []))
        if isinstance(combat, (list, tuple)) and combat and all(face in COMBAT_DIE for face in combat):
            found.append(registry.Throw("combat", seat, tuple(combat)))
        if event.kind == "attack" and data.get("defence"):
            found.append(registry.Throw("combat", seat, tuple(data["defence"]), against=True))
        if event.kind == "d20" and isinstance(data.get("roll"), int):
            found.append(registry.Throw("d20", None, (str(data["roll"]),)))
        return found

    def luck(self, event: Event) -> registry.Luck | None:
        faces = event.data.get("attack")
        if event.kind != "attack" or event.seat is None or not isinstance(faces, (list, tuple)):
            return None
        return registry.Luck(event.seat, len(faces), list(faces).count("sword"), len(faces) * SWORD)

    def hindsight(self, boards: Sequence[Any], events: Sequence[Event]) -> ArenaHindsight:
        return ArenaHindsight(boards[-1])

    def kinds(self) -> Mapping[str, frozenset[str]]:
        return KINDS

    def verbs(self) -> tuple[registry.Verb, ...]:
        return VERBS

    def terms(self) -> registry.Terms:
        return TERMS

    def price(self, cost: int) -> Text:
        return counted(cost, "{n} point", "{n} points")

    def deck(self, army: dict[str, Any]) -> list[str]:
        return list(self._army(army).spells)

    def status(self) -> Text:
        return words("numbers marked “designed” on a card are our own, where the printed ones are not known")

    def drew(self, event: Event) -> tuple[int, tuple[str, ...]] | None:
        if event.kind != "drawn" or event.seat is None:
            return None
        return event.seat, tuple(event.data.get("spells", ()))

    def battlefields(self, players: int) -> list[tuple[str, str]]:
        fields = [battlefield.load(id) for id in battlefield.shipped()]
        return [(field.id, field.name) for field in fields if field.fits(players)]

    def places(self, battlefield: str, players: int) -> list[registry.Place]:
        field = _battlefield(battlefield, players)
        seating = field.seating(players)
        return [
            registry.Place(
                place.team,
                Text(place.side),
                words("{side} {n}", side=Text(place.side), n=place.number)
                if place.side and sum(other.team == place.team for other in seating) > 1
                else Text(place.side),
            )
            for place in seating
        ]

    def options(self) -> list[registry.MatchOption]:
        return list(OPTIONS)

    def builds(self) -> list[registry.Build]:
        """Those that are legal: a host's own costs may have made some too dear."""
        return [
            registry.Build(build.id, build.name, Text(build.line), msgspec.to_builtins(build.army))
            for build in armies.RECOMMENDED
            if not armies.faults(build.army)
        ]

    def leaders(self) -> list[registry.Choice]:
        return [self._choice(face) for face in armies.planeswalkers()]

    def army_choices(self, leader: str) -> list[registry.Choice]:
        return [self._choice(face) for face in armies.army_choices(cards().armies[leader])]

    def deck_choices(self, leader: str) -> list[registry.Choice]:
        return [
            registry.Choice(
                spell.id, spell.name,
                words("{colour} {kind}", colour=Text(COLOURS[spell.colour]), kind=Text(spell.type)), spell.cost,
            )
            for spell in armies.spell_choices(cards().armies[leader])
        ]  # fmt: skip

    def _choice(self, face: ArmyFace) -> registry.Choice:
        line = words(
            "{kind}: life {life}, move {move}, range {range}, power {power}, toughness {toughness}",
            kind=Text(face.kind) if face.figures == 1 else words("squad of {n}", n=face.figures),
            life=face.life, move=face.move, range=face.range, power=face.power, toughness=face.toughness,
        )  # fmt: skip
        copies = 1 if face.unique else armytext.MOST
        return registry.Choice(face.id, face.name, line, face.cost, copies)

    def check_army(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> list[Refusal]:
        return armies.faults(self._army(army), *_limits(options))

    def army_summary(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> Text:
        """Names, points and what is left."""
        view = self.army_view(army, options)
        faces = [(view.planeswalker, 1), *view.cards] if view.planeswalker else view.cards
        return words(
            "{cards}: {cost} of {limit} points; deck of {n} of {size} cards: {deck} of {deck_limit} points",
            cards=listed([face.name + (f" ×{n}" if n > 1 else "") for face, n in faces], "no Planeswalker yet"),
            cost=view.cost, limit=view.limit, n=len(view.spells), size=armies.DECK_SIZE, deck=view.deck_cost,
            deck_limit=view.deck_limit,
        )  # fmt: skip

    def army_text(self, army: dict[str, Any]) -> str:
        return armytext.written(self._army(army))

    def army_from_text(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(armytext.read(text))
        return found

    def chance_army(self, pick: random.Random) -> dict[str, Any]:
        return armychance.by_chance(self, pick)

    def army_view(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> ArmyView:
        chosen, catalogue = self._army(army), cards()
        limit, agreed = _limits(options)
        leader = catalogue.armies.get(chosen.planeswalker)
        faces = {id: catalogue.armies[id] for id in chosen.cards if id in catalogue.armies}
        deck = [catalogue.spells[id] for id in chosen.spells if id in catalogue.spells]
        return ArmyView(
            planeswalker=seen.face_view(leader) if leader else None,
            cards=tuple((seen.face_view(face), chosen.cards.count(id)) for id, face in faces.items()),
            spells=tuple(seen.spell_view(spell) for spell in deck),
            cost=(leader.cost if leader else 0) + sum(face.cost * chosen.cards.count(id) for id, face in faces.items()),
            limit=limit,
            deck_cost=sum(spell.cost for spell in deck),
            deck_limit=armies.deck_limit(leader, agreed) if leader else agreed,
            faults=tuple(armies.faults(chosen, limit, agreed)),
        )

    def _army(self, army: dict[str, Any]) -> Army:
        return msgspec.convert(army, Army)

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, int]) -> Setup:
        return Setup(battlefield, tuple(self._army(army) for army in armies), options)

    def card_names(self) -> list[tuple[str, str]]:
        return [(card.id, card.name) for card in cards().all]

    def hidden_cards(self) -> list[str]:
        return [spell.id for spell in cards().spells.values() if spell.type == "hidden"]

    def played(self, event: Event) -> tuple[str, bool] | None:
        if event.kind not in ("cast", "revealed") or "spell" not in event.data:
            return None
        return str(event.data["spell"]), event.kind == "revealed"

    def in_play(self, match: Match[Any]) -> set[str]:
        return {card.face for card in match.state.cards if card.zone == "play"}

    def card(self, name: str) -> msgspec.Struct | None:
        card = cards().named(name)
        if card is None:
            return None
        return seen.face_view(card) if isinstance(card, ArmyFace) else seen.spell_view(card)

    def other_side(self, card: str) -> msgspec.Struct | None:
        face = cards().armies.get(card)
        other = cards().armies.get(face.other_side) if face else None
        return seen.face_view(other) if other else None

    def use_host_files(self, cards: Path | None, maps: Path | None) -> list[str]:
        faults = battlefield.use_folder(maps)
        try:
            use_overlay(cards)
        except CardFault as fault:
            faults += fault.faults
        return faults

    def resigned(self, match: Match[Any], seat: int) -> None:
        match.amend(lambda table: concede(table, seat))

    def walk_keys(self, view: Any, subject: str, path: str) -> list[str]:
        """``move:<figure>:<space>`` for every space of a typed path. Raises ValueError for what is no coordinate."""
        spaces = path.replace(",", " ").replace("→", " ").replace("-", " ").split()
        return [f"move:{subject}:{hexes.name(hexes.parse(space))}" for space in spaces]

    def regions(self, board: ArenaView) -> list[Region]:
        return looking.regions(board.battlefield, _standing(board))

    def region(self, board: ArenaView, written: str) -> Region | None:
        return looking.region(board.battlefield, _standing(board), written)


def _standing(board: ArenaView) -> list[tuple[str, Text, tuple[str, ...]]]:
    """Figures on the battlefield: number, name, spaces."""
    return [
        (str(figure.id), figure.label, tuple(at for at in (figure.at, figure.rear) if at))
        for figure in board.figures if figure.zone == "board" and figure.at
    ]  # fmt: skip


def _battlefield(id: str, players: int) -> battlefield.Battlefield:
    """Raises KeyError where there is no such battlefield for so many."""
    field = battlefield.load(id)
    if not field.fits(players):
        raise KeyError(id)
    return field


def _limits(options: Mapping[str, int]) -> tuple[int, int]:
    """What army and deck may cost."""
    return options.get("points", armies.ARMY_LIMIT), options.get("deck_points", armies.DECK_LIMIT)


DICE = (
    registry.Die("combat", words("Combat dice"), (
        registry.Face("sword", words("swords"), COMBAT_DIE.count("sword")),
        registry.Face("shield", words("shields"), COMBAT_DIE.count("shield")),
        registry.Face("blank", words("blanks"), COMBAT_DIE.count("blank")),
    )),
    registry.Die("d20", words("The 20-sided die"), tuple(registry.Face(str(n), Text(str(n))) for n in range(1, 21))),
)  # fmt: skip

CHANGES = {
    2: words(
        "Extra actions have no limits but those that the cards set; and in a match of several, whoever gives up leaves it "
        "while the others play on."
    ),
}

ARENA = ArenaGame()
