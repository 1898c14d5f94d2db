"""What lies face down, in a hand or in a library looks like any other card to whoever may not know it. Whole games that
differ in secrets are compared in :mod:`tests.engine.test_secrecy`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine import selfplay
from engine.arena.army import RECOMMENDED
from engine.arena.cards import cards
from engine.arena.casting import kind_refusal
from engine.arena.hexes import parse
from engine.arena.options import Cast, Choose
from engine.arena.position import Position
from engine.arena.state import Arena, ArmyCard, Enchantment
from engine.core.events import Event
from engine.core.match import Match
from engine.registry import game
from tests.engine.arena.board import Board
from tests.engine.arena.exchanging import SECRETS, spells_in
from tests.engine.exchanging import offered, play, shown, told
from tests.engine.playing import begin, plies

Lay = Callable[..., Board]

TABLES = selfplay.tables(game("arena"))  # numbers of players, battlefields
HIDDEN = sorted(spell.id for spell in cards().spells.values() if spell.type == "hidden")
TEAMS = [(players, field) for players, field in TABLES if players == 4 and field != "core-free-for-all"]


# ---- face down --------------------------------------------------------------------------------------------------------
def others_turn(players: int, field: str) -> tuple[Match[Any], int, ArmyCard, ArmyCard]:
    """A match where somebody is asked what to do on its turn and can cast, and an opponent (the number told) has its
    Planeswalker and a squad in play."""
    for n in range(100):
        match = play("arena", n, players, field, 40 + n).match
        state = match.state
        if not match.asked or match.stored.answers or state.turn.phase != "before":
            continue
        ask, pos = match.asked[0], Position(state)
        if not any(isinstance(option, Cast) for option in ask.options):
            continue
        for seat in pos.opponents(ask.seat):
            kinds = {pos.face(card).kind: card for card in pos.cards_of(seat) if pos.on_board(card)}
            if {"planeswalker", "squad"} <= set(kinds):
                return match, seat, kinds["planeswalker"], kinds["squad"]
    raise AssertionError("no such game")


def lay_down(match: Match[Any], seat: int, card: int, spell: str) -> Match[Any]:
    """The match as it is, with a card of ``seat`` face down on that army card."""
    state: Arena = msgspec.msgpack.decode(match.stored.anchor, type=Arena)
    state.cards[card].attached.append(Enchantment(spell, seat, seat, True, state.stamp + 1))
    return Match(match.rules, match._seed, msgspec.msgpack.encode(state))


@pytest.mark.field(3, 9)
@pytest.mark.rule("AR-SPELL-11")
@pytest.mark.parametrize(("players", "field"), TABLES)
def test_whatever_lies_face_down_the_others_may_do_the_same(players: int, field: str) -> None:
    """Each hidden enchantment in turn lies on an opponent's army card: what a player sees, may do, is refused, what its
    spells may be aimed at and whom its figures may attack is the same until one is turned over. Its own player and team
    mates see which it is."""
    match, seat, *hosts = others_turn(players, field)
    ask, pos = match.asked[0], Position(match.state)
    tries = [option.key for option in ask.options if isinstance(option, Cast)][:3]
    tries += [option.key for option in ask.options if isinstance(option, Choose)][:1]
    tried: set[str] = set()
    for card in hosts:
        spells = [spell for spell in HIDDEN if kind_refusal(pos, seat, cards().spells[spell], card) is None]
        seen: dict[str, list[Any]] = {}
        for spell in spells:
            laid = lay_down(match, seat, card.id, spell)
            looks: list[Any] = [offered(laid, ask.seat), SECRETS.reasons(laid, ask.seat)]
            looks += [shown(laid, each) for each in (None, *pos.opponents(seat))]
            assert seen.setdefault("", looks) == looks, spell
            for each in (seat, *pos.allies(seat)):
                lying = laid.view(each).board.cards[card.id].attached[-1]
                assert lying.face_down
                assert lying.spell.id == spell
            for key in tries:
                laid = lay_down(match, seat, card.id, spell)
                events = laid.answer(ask.seat, key)
                if any(event.kind == "revealed" for event in events):
                    continue  # its moment has come
                looks = [offered(laid, ask.seat), told(events, ask.seat), told(events, None)]
                if laid.state.turn.chosen is not None:
                    looks += [shown(laid, ask.seat), SECRETS.reasons(laid, ask.seat)]
                assert seen.setdefault(key, looks) == looks, (spell, key)
        tried.update(spells)
    assert tried == set(HIDDEN)


def test_the_recommended_decks_hold_every_hidden_enchantment() -> None:
    """So that games between them try them all."""
    assert {spell for build in RECOMMENDED for spell in build.army.spells} >= set(HIDDEN)


def glance(board: Board, seat: int | None) -> bytes:
    """What the seat sees, but for the name that each test board has of its own."""
    return shown(board.match, seat).replace(board.field.id.encode(), b"")


@pytest.mark.rule("AR-SPELL-11")
def test_a_stolen_card_lies_face_down_like_any_other(lay: Lay) -> None:
    """All know which card Jace took from whose library, but not whether it is the one that lies there."""
    looks = []
    for spell, owner in (("stone_will", 1), ("jaces_scrutiny", 0)):
        board = lay()
        jace = board.put("jace_beleren", "A1")
        board.put("nahiri_lithomancer", "C1", seat=1)
        board.attach(spell, jace)
        board.state.cards[jace.card].attached[0].owner = owner
        board.start(jace)
        looks.append([glance(board, 1), glance(board, None)])
    assert looks[0] == looks[1]


@pytest.mark.field(4)
def test_nobody_asks_about_the_abilities_of_others(lay: Lay) -> None:
    """Whether Chandra holds a red card decides whether she may use Super Heated; that is no opponent's business."""
    answers = []
    for spell in ("dual_shot", "catalog"):
        board = lay()
        jace = board.put("jace_beleren", "A1")
        chandra = board.put("chandra_nalaar_pyromancer", "C1", seat=1)
        board.hand(1, spell)
        board.start(jace)
        answers.append(board.why(f"use:{chandra.card}:Super Heated"))
    assert answers[0] == answers[1] == ("AR-CHOOSE-02", "Chandra Nalaar, Pyromancer is not yours")


# ---- tops of libraries ------------------------------------------------------------------------------------------------
@pytest.mark.field(4, 14)
def test_only_who_looks_at_the_top_of_a_library_knows_it(lay: Lay) -> None:
    """Pluck the Thought: a wrong guess shows the top card to Jace, not to its owner and nobody else."""
    looks = []
    for top in ("stone_will", "silverstrike"):
        board = lay(teams={"orange": 1, "green": 1, "blue": 1})
        jace = board.put("jace_beleren", "A1")
        nahiri = board.put("nahiri_lithomancer", "C1", seat=1)
        board.put("sorin_eternal_thirst", "E1", seat=2)
        board.library(1, "dual_shot", top)
        board.library(2, "barter_in_blood")
        board.start(jace)
        events = board.do(f"use:{jace.card}:Pluck the Thought", f"army:{nahiri.card}", "spell:rolling_temblor")
        looks.append([told(events, seat) + glance(board, seat) for seat in (1, 2, None)])
        assert top in told(events, 0).decode()
    assert looks[0] == looks[1]


@pytest.mark.field(4, 14)
@pytest.mark.rule("AR-TEAM-08")
@pytest.mark.parametrize("answer", ["leave it", "to the bottom"])
def test_focused_thoughts_tells_the_team_and_nobody_else(lay: Lay, answer: str) -> None:
    looks = []
    for top in ("catalog", "unsummon"):
        board = lay(teams={"orange": 2, "yellow": 2})
        jace = board.put("jace_beleren_mindmage", "A1")
        board.library(0, "just_the_wind", top)
        board.start(jace)
        mate, *others = [*board.pos.allies(0), *board.pos.opponents(0), None]
        events = board.do(f"use:{jace.card}:Focused Thoughts")
        between = [glance(board, each) for each in others]
        assert top not in glance(board, mate).decode(), "told once, by an event; the order of libraries is in no view"
        events = [*events, *board.do(f"say:{answer}")]
        looks.append([*between, *(told(events, each) + glance(board, each) for each in others)])
        assert all(top in told(events, each).decode() for each in (0, mate))
    assert looks[0] == looks[1]


@pytest.mark.field(4, 14)
@pytest.mark.rule("AR-TEAM-08")
def test_behold_the_beyond_shows_the_library_to_its_player_only(lay: Lay) -> None:
    """The others hear how many cards are taken; team mates which; nobody in which order the rest lies."""
    looks = []
    for one, other in (("ever_after", "corpse_lunge"), ("corpse_lunge", "ever_after")):
        board = lay(teams={"orange": 2, "yellow": 2})
        sorin = board.put("sorin_eternal_thirst", "A1")
        board.hand(0, "behold_the_beyond")
        board.library(0, "tenacity", one, other, "angels_mercy")
        board.start(sorin)
        mate, *others = [*board.pos.allies(0), *board.pos.opponents(0), None]
        seen: list[bytes] = []
        events: list[Event] = []
        for key in ("cast:behold_the_beyond", f"spell:{one}", "say:enough"):
            events += board.do(key)
            seen += [glance(board, each) for each in others]
        looks.append([*seen, *(told(events, each) for each in others)])
        assert one in told(events, mate).decode()
        assert other not in told(events, mate).decode()
        assert [spell.id for spell in board.match.view(mate).board.seats[0].hand] == [one]
    assert looks[0] == looks[1]


# ---- teams ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("AR-TEAM-08")
@pytest.mark.parametrize(("players", "field"), TEAMS)
def test_team_mates_see_what_the_team_shares_and_nobody_else_does(players: int, field: str) -> None:
    """Hands, face-down cards and drawn cards are open within the team and closed to the others; glyphs that lie symbol side
    up to all."""
    drawn = face_down = 0
    for n in (3, 11):
        match = begin(n, field=field, players=players)
        for count, _ in enumerate(plies(match, random.Random(n))):
            if match.outcome or count > 90:
                break
            drawn += check_drawn(match, players)
            if count % 9 == 0:
                face_down += sum(check_open(match, viewer) for viewer in (None, *range(players)))
    assert drawn > 10
    assert face_down > 10


def within(match: Match[Any], viewer: int | None, seat: int) -> bool:
    return viewer is not None and match.state.seats[viewer].team == match.state.seats[seat].team


def check_drawn(match: Match[Any], players: int) -> int:
    """Of each card drawn or laid face down the team alone is told which it is. Returns how many there were."""
    draws = [
        event for event in match.events
        if event.kind == "drawn" or (event.kind == "cast" and set(spells_in(event)) <= set(HIDDEN))
    ]  # fmt: skip
    for event in draws:
        same = [one for one in match.events if one.kind == event.kind and one.data == event.data]
        for viewer in (None, *range(players)):
            assert event.seat is not None
            assert any(one.known_to(viewer) for one in same) == within(match, viewer, event.seat)
    return len(draws)


def check_open(match: Match[Any], viewer: int | None) -> int:
    """What the viewer's board shows of cards and glyphs. Returns how many cards lie face down."""
    board, pos, lying = match.view(viewer).board, Position(match.state), 0
    for glyph in board.glyphs:
        there = pos.glyph_at(parse(glyph.at))
        assert there is not None
        assert glyph.key == (there.key if there.face_up else "?")
    for seat, owner in enumerate(match.state.seats):
        shown_hand = board.seats[seat].hand
        held = sorted(card.partition("@")[0] for card in owner.hand)
        assert (shown_hand is not None) == within(match, viewer, seat)
        assert shown_hand is None or sorted(spell.id for spell in shown_hand) == held
    for card in match.state.cards:
        for enchantment, view in zip(card.attached, board.cards[card.id].attached):
            known = not enchantment.hidden or within(match, viewer, enchantment.controller)
            assert (view.spell is not None) == known
            lying += enchantment.hidden
    return lying


@pytest.mark.rule("AR-TEAM-08", "AR-GLYPH-03")
@pytest.mark.parametrize(("players", "field"), TEAMS)
def test_nobody_is_told_the_order_of_a_library_or_a_glyph_symbol_side_up(players: int, field: str) -> None:
    """Turn every library round and exchange all glyphs that lie symbol side up, when nothing has been drawn or turned over
    since: no seat sees a difference."""
    matches = (play("arena", 5, players, field, count).match for count in range(50, 150))
    match = next(match for match in matches if not match.stored.answers)
    state: Arena = msgspec.msgpack.decode(match.stored.anchor, type=Arena)
    for owner in state.seats:
        owner.library.reverse()
    for glyph in state.glyphs:
        if not glyph.face_up:
            glyph.key = "R" if glyph.key == "H" else "H"
    other = Match(match.rules, match._seed, msgspec.msgpack.encode(state), match.stored.answers)
    assert not other.lost_answers
    assert other.fingerprint != match.fingerprint
    for viewer in (None, *range(players)):
        assert shown(match, viewer) == shown(other, viewer)


@pytest.mark.parametrize(("players", "field"), TABLES)
def test_whoever_is_not_asked_hears_one_and_the_same_reason(players: int, field: str) -> None:
    """An off-turn player may try anything: the answer says nothing of cards."""
    match = play("arena", 2, players, field, 30).match
    asked = match.asked[0]
    for seat in range(players):
        if seat == asked.seat:
            continue
        keys = [option.key for option in asked.options] + [f"cast:{spell}" for spell in cards().spells]
        assert len({str(match.why(seat, key)) for key in keys}) == 1
        view = match.view(seat)
        assert not view.options
        assert not view.refused
        assert not str(view.question)
