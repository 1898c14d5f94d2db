"""Two matches that differ only in what a seat may not know look the same to that seat and to spectators, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from engine.core.events import Event
from engine.core.match import Match
from engine.core.table import Table
from tests.engine.arena.playing import begin, plies

GAMES = 200
SHARES = 10


def shown(match: Match, events: list[Event], seat: int | None) -> bytes:
    """Everything that leaves the engine for that seat after an answer."""
    told = [event for event in events if event.known_to(seat)]
    return msgspec.json.encode((match.view(seat), told))


@contextmanager
def relabelled(seat: int, names: dict[str, str]) -> Iterator[None]:
    """Shuffles deal ``seat`` other cards under the same order."""
    original = Table.shuffle

    def shuffle(self: Table, stream: str, items: list[str]) -> list[str]:
        shuffled = original(self, stream, items)
        return [names.get(card, card) for card in shuffled] if stream == f"library {seat}" else shuffled

    Table.shuffle = shuffle  # type: ignore[method-assign]
    try:
        yield
    finally:
        Table.shuffle = original  # type: ignore[method-assign]


def unseen(match: Match, told: list[Event], seat: int) -> list[str]:
    """Cards of ``seat`` that nobody else has seen or named in the whole game, and that it never played."""
    known = {spell for event in told for spell in _spells(event) if event.to != (seat,)}
    owner = match.state.seats[seat]
    face_down = {enchantment.spell for card in match.state.cards for enchantment in card.attached}
    return sorted({card for card in (*owner.hand, *owner.library) if "@" not in card} - known - face_down)


def _spells(event: Event) -> list[str]:
    return [event.data["spell"]] if "spell" in event.data else list(event.data.get("spells", []))


def compare(n: int) -> int:
    """Plays game ``n`` twice and returns how many cards were exchanged.

    Late in a game hardly a card is unknown any more, so games are compared up to turns 3 to 12.
    """
    match = begin(n)
    told: list[Event] = list(match.events)
    seat = n % 2
    answers, views = [], [(shown(match, match.events, 1 - seat), shown(match, match.events, None))]
    for answer in plies(match, random.Random(n)):
        if match.state.turn.number > 3 + n % 10:
            break
        answers.append(answer)
        told += match.events
        if not match.outcome:
            views.append((shown(match, match.events, 1 - seat), shown(match, match.events, None)))
    hidden = unseen(match, told, seat)
    if len(hidden) < 2:
        return 0
    names = dict(zip(hidden, [*hidden[1:], hidden[0]]))
    with relabelled(seat, names):
        again = begin(n)
        assert shown(again, again.events, 1 - seat) == views[0][0]
        for (who, key), (other, spectator) in zip(answers, views[1:]):
            again.answer(who, key)
            if again.outcome:
                break
            assert shown(again, again.events, 1 - seat) == other, key
            assert shown(again, again.events, None) == spectator, key
    assert again.state.seats[seat] != match.state.seats[seat], "the hidden cards did differ"
    return len(hidden)


@pytest.mark.field(1, 4, 12, 14, 108)
@pytest.mark.rule("AR-START-11", "AR-SPELL-11")
@pytest.mark.parametrize("share", range(SHARES))
def test_two_runs_that_differ_in_hidden_cards_look_the_same(share: int) -> None:
    """200 pairs of games in which at least two cards were exchanged."""
    pairs = 0
    for n in range(share, 10 * GAMES, SHARES):
        pairs += compare(n) > 1
        if pairs == GAMES // SHARES:
            break
    assert pairs == GAMES // SHARES


@pytest.mark.field(3, 9)
@pytest.mark.rule("AR-SPELL-11")
def test_a_face_down_card_could_be_any_other() -> None:
    """Exchange the identity of every face-down card with another hidden enchantment: the table sees no difference."""
    checked = 0
    for n in range(5):
        match = begin(n)
        for _ in plies(match, random.Random(n)):
            for card in match.state.cards:
                for enchantment in card.attached:
                    if not enchantment.hidden or match.outcome:
                        continue
                    other = 1 - enchantment.controller
                    before = shown(match, [], other), shown(match, [], None)
                    own = shown(match, [], enchantment.controller)
                    kept, enchantment.spell = enchantment.spell, "silverstrike"
                    if kept == "silverstrike":
                        enchantment.spell = "stone_will"
                    assert (shown(match, [], other), shown(match, [], None)) == before
                    assert shown(match, [], enchantment.controller) != own
                    enchantment.spell = kept
                    checked += 1
    assert checked > 20
