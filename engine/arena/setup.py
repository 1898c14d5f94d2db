"""Setting up: armies on the table, rolls, roles, places, opening hands (AR-START, AR-S1-03 to AR-S1-11)."""

from __future__ import annotations

import msgspec

from engine.arena import army as armies
from engine.arena.agreed import OPTIONS
from engine.arena.army import Army
from engine.arena.battlefield import load
from engine.arena.cards import cards
from engine.arena.game import Game
from engine.arena.options import Say
from engine.arena.position import spot
from engine.arena.state import Arena, ArmyCard, Cryptolith, Figure, Glyph, Seat, Turn
from engine.arena.victory import team_name
from engine.core.refusal import BadSetup, refuse
from engine.core.rules import Rule
from engine.core.text import Text, listed, words

OPENING_HAND = 3  # AR-START-09


class Setup(msgspec.Struct, frozen=True):
    """What a match is begun with: a battlefield, each seat's army, and ``options`` of :mod:`engine.arena.agreed`."""

    battlefield: str
    armies: tuple[Army, ...]
    options: dict[str, int] = {}


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
    agreed = {**OPTIONS, **setup.options}
    found = [refuse("", "there is no match option {name}", name=name) for name in setup.options if name not in OPTIONS]
    for seat, army in enumerate(setup.armies):
        for fault in armies.faults(army, agreed["points"], agreed["deck_points"]):
            found.append(refuse(fault.rule, "player {n}: {fault}", n=seat + 1, fault=fault.text))
    if found:
        raise BadSetup(found)
    state = Arena(battlefield=setup.battlefield, options=dict(setup.options))
    for seat, (army, place) in enumerate(zip(setup.armies, field.seating(players))):
        first = len(state.cards)
        for id in (army.planeswalker, *army.cards):
            _add_card(state, seat, id)
        state.seats.append(Seat(place.side, first, [], sorted(army.spells), team=place.team, number=place.number))
    state.cryptoliths = [Cryptolith(cryptolith.name, cryptolith.at) for cryptolith in field.cryptoliths]
    pool = iter(field.glyph_pool)
    for glyph in field.glyphs:
        key = glyph.key if glyph.face_up else next(pool)
        state.glyphs.append(Glyph("H" if key == "H" else "R", glyph.at, glyph.face_up))
    state.turn = Turn(0, 0, "setup")
    return state


def _add_card(state: Arena, seat: int, face: str) -> None:
    card = ArmyCard(len(state.cards), face, seat, seat)
    state.cards.append(card)
    earlier = sum(figure.owner == seat and state.cards[figure.card].face == face for figure in state.figures)
    for n in range(cards().armies[face].figures):
        state.figures.append(Figure(len(state.figures), card.id, earlier + n + 1, seat))


def set_up(game: Game) -> Rule[None]:
    """Settle who goes first, place the Planeswalkers in that order, shuffle, deal."""
    state = game.state
    first = yield from _first(game)
    for at_table in (first, *game.after(first)):
        if not state.seats[at_table].out:
            yield from _place(game, at_table)
    face_down = [glyph for glyph in state.glyphs if not glyph.face_up]
    for glyph, key in zip(face_down, game.table.shuffle("glyphs", [glyph.key for glyph in face_down])):
        glyph.key = key
    for n, seat in enumerate(state.seats):
        seat.library = game.table.shuffle(f"library {n}", seat.library)
        seat.hand = [seat.library.pop() for _ in range(OPENING_HAND)]
        text = words("Your opening hand: {spells}", spells=listed([game.spell(spell).name for spell in seat.hand]))
        game.reveal("drawn", text, seat=n, to=[n], spells=list(seat.hand))
    state.turn = Turn(1, first, "start")


def _first(game: Game) -> Rule[int]:
    """Who places first and goes first: whom the scenario names, or a roll of the 20-sided die says.

    Of two players the high roller chooses (AR-START-02), or picks a role where the scenario has roles (AR-S1-08); of more
    the high roller goes first (AR-MULTI-03); of teams the leftmost player of the high-rolling one (AR-TEAM-04).
    """
    state, players = game.state, len(game.state.seats)
    named = game.field.first(players)
    if state.seats[0].side:  # sides were taken when the players sat down
        team = yield from _roll_off(game, {seat.team for seat in state.seats}) if named == "roll" else _team_of(game, named)
        return next(n for n, seat in enumerate(state.seats) if seat.team == team and seat.number == 1)
    high = yield from _roll_off(game, {seat.team for seat in state.seats})
    if named == "roll":
        if players > 2:
            return high
        say = yield from game.table.choose(
            high, words("You rolled higher: who goes first?"), [Say("first"), Say("second")]
        )
        return high if say.word == "first" else 1 - high
    names = [side.name for side in game.field.sides(players)]
    question = words("You rolled higher: will you attack or defend?")
    options = [Say(named), *(Say(name) for name in names if name != named)]
    chosen = (yield from game.table.choose(high, question, options)).word
    for n, seat in enumerate(state.seats):
        seat.side = chosen if n == high else next(name for name in names if name != chosen)
    return next(n for n, seat in enumerate(state.seats) if seat.side == named)


def _team_of(game: Game, side: str) -> Rule[int]:
    return next(seat.team for seat in game.state.seats if seat.side == side)
    yield


def _roll_off(game: Game, teams: set[int]) -> Rule[int]:
    """One roll of the 20-sided die for each team, a player alone included; those who tie for the highest roll again
    (AR-START-01, AR-MULTI-01, AR-MULTI-02, AR-TEAM-02, A40). Returns the team."""
    contenders = sorted(teams)
    while len(contenders) > 1:
        rolls = {team: game.d20() for team in contenders}
        for team, roll in rolls.items():
            seats = [n for n, seat in enumerate(game.state.seats) if seat.team == team]
            name = Text(game.face(game.state.cards[game.state.seats[seats[0]].planeswalker]).figure)
            if len(seats) > 1:
                name = team_name(game, team)
            game.tell("d20", words("{name} rolls {roll}", name=name, roll=roll), seat=seats[0], roll=roll)
        contenders = [team for team, roll in rolls.items() if roll == max(rolls.values())]
    return contenders[0]
    yield


def _place(game: Game, seat: int) -> Rule[None]:
    """The Planeswalker goes into a starting zone of its side, or into one that no opponent is in (AR-START-03,
    AR-START-04, AR-MULTI-07); team mates share theirs (AR-TEAM-03)."""
    own = game.state.seats[seat]
    sides = game.field.sides(len(game.state.seats))
    taken = {other.side for other in game.state.seats if other.team != own.team}
    open_to = [side for side in sides if (side.name == own.side if own.side else side.name not in taken)]
    spaces = [start for side in open_to for start in side.starts if game.is_empty(start)]
    figure = game.figures_of(game.state.cards[own.planeswalker])[0]
    question = words("Where does {figure} start?", figure=game.label(figure))
    start = yield from game.choose_space(seat, question, spaces)
    own.side = next(side.name for side in open_to if start in side.starts)
    figure.zone, figure.at = "board", start
    game.state.cards[figure.card].zone = "play"
    form = "{figure} is the {side} and starts on {at}" if game.field.goal == "cryptoliths" else "{figure} starts on {at}"
    text = words(form, figure=game.label(figure), side=Text(own.side), at=spot(start))
    game.tell("placed", text, seat=seat, figure=figure.id, at=spot(start))
