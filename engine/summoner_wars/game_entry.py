"""Summoner Wars' entry in the registry of games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import registry
from engine.core.events import Event
from engine.core.looks import Region
from engine.core.match import Match
from engine.core.refusal import Refusal
from engine.core.table import Table
from engine.core.text import NOTHING, Text, counted, listed, say, words
from engine.summoner_wars import board, decks, decktext, looking, seen
from engine.summoner_wars.cards import Face, cards
from engine.summoner_wars.decks import Deck
from engine.summoner_wars.game import Game, Over
from engine.summoner_wars.hindsight import WarHindsight
from engine.summoner_wars.rules import RULES, WarRules
from engine.summoner_wars.setup import Setup
from engine.summoner_wars.state import War
from engine.summoner_wars.view import CardView, DeckView, WarView

FIELD = "battlefield"
DIE = registry.Die("d6", words("six-sided die"), tuple(registry.Face(str(n), words("{n}", n=n)) for n in range(1, 7)))
OPTIONS = (
    registry.MatchOption(
        "custom", words("Decks"), words("whether players may build their own"), 1,
        ((1, words("decks of one's own are allowed")), (0, words("the starter decks only"))),
    ),
)  # fmt: skip

VERBS = (
    registry.Verb("summon", words("Summon"), words("Summon whom your army or hand holds"), "card", words("Whom to summon"),
                  "space", words("Where")),
    registry.Verb("event", words("Event"), words("Play an event or put up a wall"), "card", words("The card"), "space",
                  words("Where, for a wall")),
    registry.Verb("ability", words("Ability"), words("Use an ability"), "ability", words("Which ability")),
    registry.Verb("move", words("Move"), words("Move somebody"), "figure", words("Whom to move"), "to",
                  words("Where to, or a whole path: F5 F6 G6")),
    registry.Verb("attack", words("Attack"), words("Attack"), "figure", words("Who attacks"), "target", words("Whom")),
    registry.Verb("magic", words("Magic"), words("Put a card of your hand on your Magic Pile; only you see this"), "card",
                  words("The card")),
)  # fmt: skip
TERMS = registry.Terms(
    words("Summoner"), words("Champions and commons"), NOTHING,
    words("Choose a Summoner first: the faction follows."), "Summoner: ...\nUnits: ...; ...",
)  # fmt: skip
KINDS = {
    "moves": frozenset({"moved", "placed", "swapped"}),
    "attacks": frozenset({"attack", "riposte", "blast"}),
    "spells": frozenset({"event", "walled", "frozen", "thawed", "gained"}),
    "abilities": frozenset({"rolled", "conscripted", "fed", "covered", "prevented", "returned", "destiny", "looked"}),
    "summons": frozenset({"summoned"}),
    "damage": frozenset({"wounded", "healed"}),
    "deaths": frozenset({"destroyed", "discarded", "gave up"}),
    "cards": frozenset({"drew", "draws", "built", "builds", "paid", "stole", "fetched", "fetches", "gave"}),
    "aside": frozenset({"turn", "drew", "draws", "paid"}),
}


class WarGame:
    """Implements :class:`engine.registry.Game`."""

    name = "summoner_wars"
    title = "Summoner Wars, first edition"
    players: tuple[int, ...] = (2,)

    @property
    def rules(self) -> WarRules:
        return RULES

    def changes(self) -> Mapping[int, Text]:
        return {1: words("the first version of the rules")}

    # ---- chance
    def dice(self) -> tuple[registry.Die, ...]:
        return (DIE,)

    def thrown(self, event: Event) -> list[registry.Throw]:
        faces = event.data.get("faces")
        if not isinstance(faces, (list, tuple)) or not faces:
            return []
        seat = event.seat if event.kind in ("attack", "rolled") else None
        return [registry.Throw(DIE.id, seat, tuple(str(face) for face in faces))]

    def luck(self, event: Event) -> registry.Luck | None:
        faces = event.data.get("faces")
        if event.kind != "attack" or event.seat is None or not faces:
            return None
        return registry.Luck(event.seat, len(faces), int(event.data["hits"]), float(event.data["expected"]))

    def hindsight(self, boards: Sequence[Any], events: Sequence[Event]) -> WarHindsight:
        return WarHindsight(boards, events)

    def kinds(self) -> Mapping[str, frozenset[str]]:
        return KINDS

    def verbs(self) -> tuple[registry.Verb, ...]:
        return VERBS

    def terms(self) -> registry.Terms:
        return TERMS

    def price(self, cost: int) -> Text:
        return counted(cost, "{n} Magic Point", "{n} Magic Points")

    def deck(self, army: dict[str, Any]) -> list[str]:
        """What is drawn from: the cards of the set-up lie on the battlefield already."""
        deck = self._deck(army)
        left = decks.all_cards(deck)
        for face in cards().factions[decks.faction_of(deck)].setup.values():
            left.remove(face)
        return left

    def status(self) -> Text:
        return words("the numbers are as printed; each starter deck says which of its parts are our own")

    def drew(self, event: Event) -> tuple[int, tuple[str, ...]] | None:
        if event.kind != "draws" or event.seat is None:
            return None
        return event.seat, (str(event.data.get("face", "")),)

    # ---- the table
    def battlefields(self, players: int) -> list[tuple[str, str]]:
        return [(FIELD, say("the battlefield"))] if players in self.players else []

    def places(self, battlefield: str, players: int) -> list[registry.Place]:
        if battlefield != FIELD or players not in self.players:
            raise KeyError(battlefield)
        return [registry.Place(seat) for seat in range(players)]

    def options(self) -> list[registry.MatchOption]:
        return list(OPTIONS)

    # ---- decks
    def builds(self) -> list[registry.Build]:
        found = []
        for leader in decks.summoners():
            faction = cards().factions[leader.faction]
            line = words("{summoner}'s starter deck: {status}", summoner=leader.name, status=Text(faction.status))
            found.append(registry.Build(faction.id, faction.name, line, self._plain(decks.starter(leader.id))))
        return found

    def leaders(self) -> list[registry.Choice]:
        return [self._choice(face) for face in decks.summoners()]

    def army_choices(self, leader: str) -> list[registry.Choice]:
        return [self._choice(face) for face in decks.choices(leader)]

    def deck_choices(self, leader: str) -> list[registry.Choice]:
        return []  # events and walls come with the Summoner

    def _choice(self, face: Face) -> registry.Choice:
        line = words("{faction} {kind}: attack {attack}, life {life}, {range}; {ability}",
                     faction=Text(cards().factions[face.faction].name), kind=Text(face.type), attack=face.attack,
                     life=face.life, range=Text(face.range), ability=Text(face.ability))  # fmt: skip
        return registry.Choice(face.id, face.name, line, face.cost, decks.most_of(face))

    def check_army(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> list[Refusal]:
        return decks.faults(self._deck(army), options)

    def army_summary(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> Text:
        deck = self._deck(army)
        leader = cards().faces.get(deck.summoner)
        if leader is None:
            return words("no Summoner yet")
        champions = [cards().faces[id].name for id in deck.cards if cards().faces[id].type == "champion"]
        return words("{summoner} ({faction}) with {champions} and {commons}", summoner=leader.name,
                     faction=Text(cards().factions[leader.faction].name), champions=listed(champions, "no champions"),
                     commons=counted(len(deck.cards) - len(champions), "{n} common", "{n} commons"))  # fmt: skip

    def army_text(self, army: dict[str, Any]) -> str:
        return decktext.written(self._deck(army))

    def army_from_text(self, text: str) -> dict[str, Any]:
        return self._plain(decktext.read(text))

    def chance_army(self, pick: random.Random) -> dict[str, Any]:
        return self._plain(decks.by_chance(pick))

    def army_view(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> DeckView | None:
        deck = self._deck(army)
        if deck.summoner not in cards().faces:
            return None
        counts = {id: deck.cards.count(id) for id in deck.cards if id in cards().faces}
        events = decks.events_of(deck.summoner)
        return DeckView(
            summoner=seen.card_view(cards().faces[deck.summoner]),
            units=tuple((seen.card_view(cards().faces[id]), n) for id, n in counts.items()),
            events=tuple((seen.card_view(cards().faces[id]), events.count(id)) for id in dict.fromkeys(events)),
            faults=tuple(decks.faults(deck, options)),
        )

    def _deck(self, army: dict[str, Any]) -> Deck:
        return Deck(str(army.get("planeswalker") or ""), tuple(army.get("cards", ())))

    def _plain(self, deck: Deck) -> dict[str, Any]:
        return {"planeswalker": deck.summoner, "cards": list(deck.cards), "spells": []}

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, int]) -> Setup:
        return Setup(tuple(self._deck(army) for army in armies), options)

    # ---- cards
    def card_names(self) -> list[tuple[str, str]]:
        """Cards of one name in several factions are told apart by it."""
        names = [face.name for face in cards().faces.values()]
        return [
            (face.id, face.name if names.count(face.name) == 1 else f"{face.name} ({cards().factions[face.faction].name})")
            for face in cards().faces.values()
        ]

    def hidden_cards(self) -> list[str]:
        return []

    def played(self, event: Event) -> tuple[str, bool] | None:
        return (str(event.data["face"]), False) if event.kind in ("event", "walled", "summoned") else None

    def in_play(self, match: Match[War]) -> set[str]:
        return {match.state.cards[piece.card].face for piece in match.state.field}

    def card(self, name: str) -> CardView | None:
        wanted = next((id for id, title in self.card_names() if title.casefold() == name.casefold()), name)
        face = cards().named(wanted)
        return seen.card_view(face) if face else None

    def other_side(self, card: str) -> None:
        return None

    def use_host_files(self, cards: Path | None, maps: Path | None) -> list[str]:
        return []  # a host's folders hold rows and maps of other games

    # ---- a match
    def resigned(self, match: Match[Any], seat: int) -> None:
        match.amend(lambda table: concede(table, seat))

    def walk_keys(self, view: Any, subject: str, path: str) -> list[str]:
        """``move:<card>:<space>`` for where a typed path ends. Raises ValueError for what is no space."""
        spaces = path.replace(",", " ").replace("→", " ").replace("-", " ").split()
        return [f"move:{subject}:{board.name(board.parse(space))}" for space in spaces[-1:]]

    def regions(self, board: WarView) -> list[Region]:
        return looking.regions([(str(piece.card), piece.label, piece.at) for piece in board.pieces])

    def region(self, board: WarView, written: str) -> Region | None:
        return looking.region([(str(piece.card), piece.label, piece.at) for piece in board.pieces], written)


def concede(table: Table[War], seat: int) -> None:
    """The player gives up: the other's is the last Summoner."""
    game = Game(table)
    game.tell("gave up", words("{side} gives up", side=game.side_name(seat)), seat=seat)
    game.state.seats[seat].out = True
    try:
        game.end_if_decided()
    except Over as over:
        table.state.outcome = over.outcome
        game.tell("over", over.outcome.reason, places=list(over.outcome.places))
    table.close_undo(words("{side} has given up", side=game.side_name(seat)))


WAR = WarGame()
