"""Pairs of matches that differ only in what somebody may not know, played side by side.

A game is played once. Somewhere in it secrets are exchanged (cards that a viewer has not seen, lying in a hand, in a library
or face down; glyphs that lie symbol side up), and both games go on with the same answers for a while: to everybody who has
no means of knowing what was exchanged they must look the same to the last byte.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import msgspec

from engine import selfplay
from engine.arena.cards import Spell, cards
from engine.arena.effects import abilities
from engine.arena.position import Position, spot
from engine.arena.state import Arena
from engine.core.events import Event
from engine.core.match import Answer, Match, Stored
from engine.core.refusal import Refused
from engine.registry import game
from tests.engine.arena.playing import begin, pick

TABLES = selfplay.tables(game("arena"))  # numbers of players, battlefields
WINDOW = 8  # answers for which two games are compared
LOOK = 2  # views are compared every so many of them; events and options always
THOROUGH = 5  # and every so many with all the words of the seat that is asked
PRIVATE = frozenset({"drawn", "fetched"})  # what is told of those to others than the seat and its team is a leak


@dataclass
class Ply:
    """An answer: the match before it, who gave it, what it told."""

    before: Stored
    seat: int
    key: str
    told: list[Event]


@dataclass
class Game:
    match: Match[Any]  # as it stands after the last ply
    opening: list[Event]
    plies: list[Ply]


def play(n: int, players: int, field: str, most: int) -> Game:
    """Game ``n`` of that table, up to so many answers. Every two recommended armies meet in turn."""
    match, chooser = begin(n, field=field, players=players), random.Random(n)
    played = Game(match, list(match.events), [])
    while match.asked and len(played.plies) < most:
        ask, before = match.asked[0], match.stored
        key = pick(chooser, ask.options)
        played.plies.append(Ply(before, ask.seat, key, list(match.answer(ask.seat, key))))
    return played


# ---- what leaves the engine -------------------------------------------------------------------------------------------
def shown(match: Match[Any], seat: int | None) -> bytes:
    """All that the seat (None: a spectator) sees now."""
    return msgspec.json.encode(match.view(seat))


def told(events: list[Event], seat: int | None) -> bytes:
    return msgspec.json.encode([event for event in events if event.known_to(seat)])


def reasons(match: Match[Any], seat: int) -> bytes:
    """Why the seat cannot do what it might try: its own cards and everybody else's."""
    pos = Position(match.state)
    keys = [f"cast:{spell}" for spell in list(cards().spells)[::8]]
    for card in match.state.cards:
        keys += [f"card:{card.id}", f"summon:{card.id}", *(f"use:{card.id}:{me.name}" for me in abilities(pos, card))]
    keys += [f"attack:{a.id}:{b.id}" for a in pos.board[:2] for b in pos.board[-4:]]
    return msgspec.json.encode([match.why(seat, key) for key in keys])


def offered(match: Match[Any], seat: int | None) -> list[str]:
    ask = None if seat is None else match.ask_for(seat)
    return [option.key for option in ask.options] if ask else []


# ---- who knows what ---------------------------------------------------------------------------------------------------
def spells_in(event: Event) -> list[str]:
    found = [event.data["spell"]] if "spell" in event.data else list(event.data.get("spells", []))
    return [card.partition("@")[0] for card in found]


def known(events: list[Event], viewer: int | None, pos: Position) -> set[str]:
    """Spells that were named to the viewer, wherever they are now."""
    found: set[str] = set()
    for event in events:
        with_it = viewer is not None and event.seat is not None and pos.team(viewer) == pos.team(event.seat)
        private = event.kind in PRIVATE or _laid(event)
        if event.known_to(viewer) and (with_it or not private):
            found.update(spells_in(event))
    return found


def _laid(event: Event) -> bool:
    """A hidden enchantment is played; the table hears that a card is laid face down."""
    return event.kind == "cast" and any(cards().spells[spell].type == "hidden" for spell in spells_in(event))


@dataclass
class Exchange:
    """``names``: which spells of ``seat`` (None: no spells, but glyphs) take whose place."""

    seat: int | None
    names: dict[str, str]
    face_down: set[str]  # of them, those that lie face down or are laid so
    blind: list[int | None]  # who cannot know of it


def exchange(state: Arena, events: list[Event], seat: int, viewer: int | None, chooser: random.Random) -> Exchange | None:
    """Exchange what ``viewer`` does not know of ``seat``'s spells, where the state stands; ``events`` go on to the end of
    the comparison. None if there is too little to exchange."""
    pos, owner = Position(state), state.seats[seat]
    mate = viewer is not None and pos.team(viewer) == pos.team(seat)
    lying = [one for card in state.cards for one in card.attached if one.hidden and one.controller == one.owner == seat]
    laid = {one.spell for one in lying}
    laid |= {name for event in events if _laid(event) and event.seat == seat for name in spells_in(event)}
    places = [*owner.library] if mate else [*owner.hand, *owner.library, *(one.spell for one in lying)]
    secret = {card for card in places if "@" not in card} - known(events, viewer, pos)
    groups: dict[str, list[str]] = {}
    for spell in sorted(secret):
        groups.setdefault(_place(cards().spells[spell], spell in laid, chooser), []).append(spell)
    names: dict[str, str] = {}
    for group in groups.values():
        if len(group) > 1:
            names.update(zip(group, [*group[1:], group[0]]))
    if not names:
        return None
    for zone in (owner.hand, owner.library):
        zone[:] = [names.get(card, card) for card in zone]
    for one in lying:
        one.spell = names.get(one.spell, one.spell)
    blind = [
        one for one in (None, *range(len(state.seats)))
        if not known(events, one, pos) & set(names)
        and (one is None or pos.team(one) != pos.team(seat) or (mate and set(names) <= set(places)))
    ]  # fmt: skip
    return Exchange(seat, names, laid & set(names), blind)


def _place(spell: Spell, face_down: bool, chooser: random.Random) -> str:
    """Spells of the same place are exchanged: what lies face down with what may lie there, or not, for short."""
    return "face down" if face_down or (spell.type == "hidden" and chooser.random() < 0.7) else "any"


def exchange_glyphs(state: Arena, events: list[Event]) -> Exchange | None:
    """Turn round the order of the glyphs that lie symbol side up until the end of the comparison."""
    turned = {event.data["at"] for event in events if event.kind == "glyph"}
    pool = [glyph for glyph in state.glyphs if not glyph.face_up and spot(glyph.at) not in turned]
    keys = [glyph.key for glyph in pool]
    if len(set(keys)) < 2:
        return None
    for glyph, key in zip(pool, [*keys[1:], keys[0]]):
        glyph.key = key
    return Exchange(None, {}, set(), [None, *range(len(state.seats))])


# ---- side by side -----------------------------------------------------------------------------------------------------
@dataclass
class Compared:
    """``looks`` how often somebody was compared. Of the ``pairs``, in ``glyphs`` glyphs were exchanged, in ``libraries`` the
    order of a library, which is hidden from its own player too; ``face_down`` are spells that lay face down meanwhile."""

    pairs: int = 0
    looks: int = 0
    glyphs: int = 0
    libraries: int = 0
    face_down: frozenset[str] = frozenset()

    def add(self, other: Compared) -> None:
        self.pairs, self.looks = self.pairs + other.pairs, self.looks + other.looks
        self.glyphs, self.libraries = self.glyphs + other.glyphs, self.libraries + other.libraries
        self.face_down |= other.face_down


def compare(played: Game, at: int, chooser: random.Random) -> Compared | None:
    """Exchange something before answer ``at`` and play both games on. Raises AssertionError at the first difference that
    somebody sees who must not. None if there was nothing to exchange."""
    window = played.plies[at : at + WINDOW]
    events = [*played.opening, *(event for ply in played.plies[: at + WINDOW] for event in ply.told)]
    # What a player picks from its library, it and its team know, even if the last card is not picked yet.
    before = played.plies[at].before
    answers = [*before.answers, *((ply.seat, ply.key) for ply in window)]
    picks = [(who, key.partition(":")[2]) for who, key in answers if key.startswith("spell:")]
    events += [Event("picked", seat=who, to=_team(played, who), data={"spell": spell}) for who, spell in picks]
    rules, seed = played.match.rules, played.match._seed
    state: Arena = msgspec.msgpack.decode(before.anchor, type=Arena)
    seats = range(len(state.seats))
    laid = [one.controller for card in state.cards for one in card.attached if one.hidden]
    seat = chooser.choice(laid) if laid and chooser.random() < 0.6 else chooser.choice(seats)
    viewer = chooser.choice([None, *seats])
    swap = exchange_glyphs(state, events) if chooser.random() < 0.25 else None
    swap = swap or exchange(state, events, seat, viewer, chooser)
    if swap is None:
        return None
    # Both start at the anchor before the answer, the second one with the secrets exchanged.
    one, other = Match(rules, seed, before.anchor), Match(rules, seed, msgspec.msgpack.encode(state))
    result = Compared(1, 0, swap.seat is None, swap.seat is not None and swap.seat in swap.blind, frozenset(swap.face_down))
    for n, (who, key) in enumerate(answers, 1):
        one.answer(who, key)
        try:
            other.answer(*_translated((who, key), swap))
        except Refused:
            assert who == swap.seat, f"{key} is not on offer to seat {who} any more"
            break
        if _came_to_light(other.events, swap) or _does_otherwise(one, other, swap):
            break
        for each in swap.blind:
            assert told(one.events, each) == told(other.events, each), f"{each} hears of {swap} after {key}"
        if one.outcome or other.outcome:
            assert bool(one.outcome) == bool(other.outcome)
            break
        if n >= len(before.answers):
            look(one, other, swap, n)
            result.looks += len(swap.blind)
    return result


def _team(played: Game, seat: int) -> tuple[int, ...]:
    pos = Position(played.match.state)
    return (seat, *pos.allies(seat))


def look(one: Match[Any], other: Match[Any], swap: Exchange, n: int) -> None:
    """Everybody who cannot know looks at both games. Words of the seat that is asked take their time: every few answers."""
    asked = one.asked[0].seat if one.asked else None
    for seat in swap.blind:
        assert offered(one, seat) == offered(other, seat), f"{seat} is offered something else: {swap}"
        if n % (THOROUGH if seat == asked else LOOK) == 0:
            assert shown(one, seat) == shown(other, seat), f"{seat} sees {swap}"
        if seat is not None and seat == asked and n % THOROUGH == 0:
            assert reasons(one, seat) == reasons(other, seat), f"{seat} is refused otherwise: {swap}"


def _translated(answer: Answer, swap: Exchange) -> Answer:
    """The same answer with the other card."""
    seat, key = answer
    tag, _, spell = key.partition(":")
    return (seat, f"{tag}:{swap.names.get(spell, spell)}") if seat == swap.seat and tag in ("cast", "spell") else answer


def _came_to_light(events: list[Event], swap: Exchange) -> bool:
    """An exchanged face-down card was turned over where the other did not have its moment."""
    return any(event.kind == "revealed" and event.data["spell"] in swap.names for event in events)


def _does_otherwise(one: Match[Any], other: Match[Any], swap: Exchange) -> bool:
    """Within its turn the seat itself, holding other cards, is asked something else or not at all, or the only army card
    that a card can be laid on is another one."""
    laid = [[event.data for event in match.events if event.kind == "cast face down"] for match in (one, other)]
    asks = [match.asked[0] if match.asked else None for match in (one, other)]
    return laid[0] != laid[1] or (
        all(ask is not None and ask.seat == swap.seat for ask in asks)
        and asks[0].question.form != asks[1].question.form  # type: ignore[union-attr]
    )


def pairs(players: int, field: str, share: int, wanted: int, most: int = 100) -> Compared:
    """So many pairs on that table; a few from each game."""
    found, n = Compared(), share
    while found.pairs < wanted:
        chooser, played = random.Random(n), play(n, players, field, most)
        compared = (compare(played, chooser.randrange(2, len(played.plies)), chooser) for _ in range(24))
        for result in compared:
            if result is not None:
                found.add(result)
                if found.pairs % 12 == 0:
                    break
        n += 7
    return found
