"""Setting up: two factions, their cards as the reference cards show them, who goes first (SW-SET-01 to SW-SET-16)."""

from __future__ import annotations

import msgspec

from engine.core.refusal import BadSetup
from engine.core.rules import Rule
from engine.core.text import words
from engine.summoner_wars import board, decks
from engine.summoner_wars.cards import cards
from engine.summoner_wars.decks import Deck
from engine.summoner_wars.game import Game
from engine.summoner_wars.options import First
from engine.summoner_wars.state import Card, Piece, Seat, Turn, War


class Setup(msgspec.Struct, frozen=True):
    """A deck for each seat, and what was agreed."""

    decks: tuple[Deck, ...]
    options: dict[str, int] = {}


def first_state(setup: Setup) -> War:
    """The battlefield before the first roll. Raises BadSetup, naming every fault."""
    faults = [fault for deck in setup.decks for fault in decks.faults(deck, setup.options)]
    if faults:
        raise BadSetup(faults)
    state = War(turn=Turn())
    for seat, deck in enumerate(setup.decks):
        faction = cards().factions[decks.faction_of(deck)]
        left = [*decks.all_cards(deck)]
        for space, face in faction.setup.items():
            left.remove(face)
            state.field.append(Piece(len(state.cards), board.seen_by(seat, board.parse(space)), seat))
            state.cards.append(Card(face, seat))
        pile = []
        for face in sorted(left):
            pile.append(len(state.cards))
            state.cards.append(Card(face, seat))
        state.seats.append(Seat(deck.summoner, [], pile))
    return state


def roll_for_first(game: Game) -> Rule[None]:
    """Shuffle; each player rolls a die, again if they are equal; the higher chooses who begins (SW-SET-09 to SW-SET-12)."""
    state, table = game.state, game.table
    if not state.rolls:
        for seat, mine in enumerate(state.seats):
            mine.draw = table.shuffle(f"draw pile {seat}", mine.draw)
        while len(set(state.rolls)) < 2:
            state.rolls = game.roll(len(state.seats))
            told = words("{a} rolls {x}, {b} rolls {y}", a=game.side_name(0), x=state.rolls[0], b=game.side_name(1),
                         y=state.rolls[1])  # fmt: skip
            game.tell("rolls", told, faces=list(state.rolls))
    high = 0 if state.rolls[0] > state.rolls[1] else 1
    picked = yield from table.choose(high, words("Who takes the first turn?"), [First(high), First(1 - high)])
    state.first = picked.seat
    game.tell("first", words("{side} takes the first turn", side=game.side_name(picked.seat)), seat=high)
    state.turn = Turn(seat=picked.seat, number=1, phase="start")
