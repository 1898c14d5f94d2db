"""Setting up: armies on the table, rolls, roles, places, opening hands (AR-START, AR-S1-03 to AR-S1-11)."""

from __future__ import annotations

import msgspec

from engine.arena import army as armies
from engine.arena.army import Army
from engine.arena.battlefield import load
from engine.arena.cards import cards
from engine.arena.converge import ATTACKER, DEFENDER
from engine.arena.game import Game
from engine.arena.options import Say
from engine.arena.position import spot
from engine.arena.state import Arena, ArmyCard, Cryptolith, Figure, Glyph, Seat, Turn
from engine.core.refusal import BadSetup, Refusal, refuse
from engine.core.rules import Rule
from engine.core.text import words

OPENING_HAND = 3  # AR-START-09


class Setup(msgspec.Struct, frozen=True):
    """What a match is begun with: a battlefield and each seat's army."""

    battlefield: str
    armies: tuple[Army, ...]
    options: dict[str, bool] = {}


def first_state(setup: Setup) -> Arena:
    """The table before the first roll. Raises BadSetup, naming every fault of every army."""
    try:
        field = load(setup.battlefield)
    except KeyError:
        form = "there is no battlefield {id}"
        raise BadSetup([refuse("AR-PREP-02", form, id=setup.battlefield)]) from None
    players = len(setup.armies)
    if not field.fits(players):
        form = "{name} is not for {n} players"
        raise BadSetup([refuse("AR-FIELD-01", form, name=field.name, n=players)])
    found: list[Refusal] = []
    for seat, army in enumerate(setup.armies):
        for fault in armies.faults(army):
            found.append(refuse(fault.rule, "player {n}: {fault}", n=seat + 1, fault=fault.text))
    if found:
        raise BadSetup(found)
    state = Arena(battlefield=setup.battlefield, options=dict(setup.options))
    for seat, army in enumerate(setup.armies):
        first = len(state.cards)
        for id in (army.planeswalker, *army.cards):
            _add_card(state, seat, id)
        state.seats.append(Seat("", first, [], sorted(army.spells)))
    state.cryptoliths = [Cryptolith(cryptolith.name, cryptolith.at) for cryptolith in field.cryptoliths]
    state.glyphs = [Glyph("H" if glyph.key == "H" else "R", glyph.at) for glyph in field.glyphs]
    state.turn = Turn(0, 0, "setup")
    return state


def _add_card(state: Arena, seat: int, face: str) -> None:
    card = ArmyCard(len(state.cards), face, seat, seat)
    state.cards.append(card)
    earlier = sum(figure.owner == seat and state.cards[figure.card].face == face for figure in state.figures)
    for n in range(cards().armies[face].figures):
        state.figures.append(Figure(len(state.figures), card.id, earlier + n + 1, seat))


def set_up(game: Game) -> Rule[None]:
    """Roll for roles, place the Planeswalkers, shuffle, deal; the defender goes first (AR-S1-09)."""
    state = game.state
    high = yield from _roll_off(game)
    question = words("You rolled higher: will you attack or defend?")
    say = yield from game.table.choose(high, question, [Say(DEFENDER), Say(ATTACKER)])
    chosen = say.word
    other = ATTACKER if chosen == DEFENDER else DEFENDER
    for n, seat in enumerate(state.seats):
        seat.side = chosen if n == high else other
    first = next(n for n, seat in enumerate(state.seats) if seat.side == DEFENDER)
    for n in (first, 1 - first):
        side = state.seats[n].side
        start = game.field.side(len(state.seats), side).starts[0]
        figure = game.figures_of(state.cards[state.seats[n].planeswalker])[0]
        figure.zone, figure.at = "board", start
        state.cards[figure.card].zone = "play"
        text = words("{figure} is the {side} and starts on {at}", figure=game.label(figure), side=side, at=spot(start))
        game.tell("placed", text, seat=n, figure=figure.id, at=spot(start))
    for n, seat in enumerate(state.seats):
        seat.library = game.table.shuffle(f"library {n}", seat.library)
        seat.hand = [seat.library.pop() for _ in range(OPENING_HAND)]
        text = words("Your opening hand: {spells}", spells=", ".join(game.spell(spell).name for spell in seat.hand))
        game.reveal("drawn", text, seat=n, to=[n], spells=list(seat.hand))
    state.turn = Turn(1, first, "start")


def _roll_off(game: Game) -> Rule[int]:
    """Each player rolls the 20-sided die; ties are rolled again (AR-START-01, A40)."""
    while True:
        rolls = [game.d20() for _ in game.state.seats]
        for seat, roll in enumerate(rolls):
            name = game.face(game.state.cards[game.state.seats[seat].planeswalker]).figure
            game.tell("d20", words("{name} rolls {roll}", name=name, roll=roll), seat=seat, roll=roll)
        if rolls.count(max(rolls)) == 1:
            return rolls.index(max(rolls))
        yield from ()
