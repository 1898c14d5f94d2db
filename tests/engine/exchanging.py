"""Pairs of matches that differ only in what somebody may not know, played side by side.

A game is played once. Somewhere in it secrets are exchanged (cards that a viewer has not seen, in a hand, in a pile or face
down), and both games go on with the same answers for a while: to everybody who has no means of knowing what was exchanged
they must look the same to the last byte. What the secrets of a game are, its :class:`Secrets` tell.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from engine.core.events import Event
from engine.core.match import Answer, Match, Stored
from engine.core.refusal import Refused
from engine.registry import game
from tests.engine.playing import begin, pick

WINDOW = 8  # answers for which two games are compared
LOOK = 2  # views are compared every so many of them; events and options always
THOROUGH = 5  # and every so many with all the words of the seat that is asked


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


@dataclass
class Exchange:
    """``names``: which cards of ``seat`` (None: other things than cards) take whose place."""

    seat: int | None
    names: dict[str, str]
    face_down: set[str]  # of them, those that lie face down or are laid so
    blind: list[int | None]  # who cannot know of it


class Secrets(Protocol):
    """What is hidden in a game."""

    game: str

    def exchange(
        self, state: Any, told: list[Event], answers: list[Answer], seat: int, viewer: int | None, chooser: random.Random
    ) -> Exchange | None:
        """Exchange what ``viewer`` does not know of ``seat``'s, in the state as it stands. ``told`` and ``answers`` go on to
        the end of the comparison. None if there is too little to exchange."""
        ...

    def liars(self, state: Any) -> list[int]:
        """Seats with something face down in play, an entry for each: they are looked at more often."""
        ...

    def translated(self, answer: Answer, swap: Exchange) -> Answer:
        """The same answer with the other card."""
        ...

    def came_to_light(self, one: Match[Any], other: Match[Any], answer: Answer, swap: Exchange) -> bool:
        """From this answer on the games may differ: an exchanged card was shown."""
        ...

    def reasons(self, match: Match[Any], seat: int) -> bytes:
        """Why the seat cannot do what it might try: its own cards and everybody else's."""
        ...


def play(game: str, n: int, players: int, field: str, most: int) -> Game:
    """Game ``n`` of that table, up to so many answers. Every two recommended armies meet in turn."""
    match, chooser = begin(n, name=game, field=field, players=players), random.Random(n)
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


def looked(match: Match[Any], n: int) -> bytes:
    """What is answered to whoever asks about reach and sight, of one of those who stand there."""
    board = match.look(None).board
    regions = game(match.rules.name).regions(board)
    subjects = [region.subject for region in regions if region.subject]
    found: list[Any] = [regions]
    for ask in (match.reach, match.sight):
        try:
            found.append(ask(subjects[n % len(subjects)]) if subjects else None)
        except Refused as refused:
            found.append(refused.refusal)
    return msgspec.json.encode(found)


def offered(match: Match[Any], seat: int | None) -> list[str]:
    ask = None if seat is None else match.ask_for(seat)
    return [option.key for option in ask.options] if ask else []


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


def compare(secrets: Secrets, played: Game, at: int, chooser: random.Random) -> Compared | None:
    """Exchange something before answer ``at`` and play both games on. Raises AssertionError at the first difference that
    somebody sees who must not. None if there was nothing to exchange."""
    window = played.plies[at : at + WINDOW]
    events = [*played.opening, *(event for ply in played.plies[: at + WINDOW] for event in ply.told)]
    before = played.plies[at].before
    answers = [*before.answers, *((ply.seat, ply.key) for ply in window)]
    rules, seed = played.match.rules, played.match._seed
    state = msgspec.msgpack.decode(before.anchor, type=type(played.match.state))
    seats = range(len(state.seats))
    lying = secrets.liars(state)
    seat = chooser.choice(lying) if lying and chooser.random() < 0.6 else chooser.choice(seats)
    swap = secrets.exchange(state, events, answers, seat, chooser.choice([None, *seats]), chooser)
    if swap is None:
        return None
    # Both start at the anchor before the answer, the second one with the secrets exchanged.
    one, other = Match(rules, seed, before.anchor), Match(rules, seed, msgspec.msgpack.encode(state))
    result = Compared(1, 0, swap.seat is None, swap.seat is not None and swap.seat in swap.blind, frozenset(swap.face_down))
    for n, (who, key) in enumerate(answers, 1):
        one.answer(who, key)
        try:
            other.answer(*secrets.translated((who, key), swap))
        except Refused:
            assert who == swap.seat, f"{key} is not on offer to seat {who} any more"
            break
        if secrets.came_to_light(one, other, (who, key), swap):
            break
        for each in swap.blind:
            assert told(one.events, each) == told(other.events, each), f"{each} hears of {swap} after {key}"
        if asked_otherwise(one, other, swap):  # of its own turn; what the others see is the same all the same
            for each in swap.blind:
                assert shown(one, each) == shown(other, each), f"{each} sees {swap} after {key}"
            break
        if one.outcome or other.outcome:
            assert bool(one.outcome) == bool(other.outcome)
            break
        if n >= len(before.answers):
            look(secrets, one, other, swap, n)
            result.looks += len(swap.blind)
    return result


def asked_otherwise(one: Match[Any], other: Match[Any], swap: Exchange) -> bool:
    """Within its turn the seat itself, holding other cards, is asked something else or not at all."""
    asks = [match.asked[0] if match.asked else None for match in (one, other)]
    return (
        all(ask is not None and ask.seat == swap.seat for ask in asks) and asks[0].question.form != asks[1].question.form  # type: ignore[union-attr]
    )


def look(secrets: Secrets, one: Match[Any], other: Match[Any], swap: Exchange, n: int) -> None:
    """Everybody who cannot know looks at both games. Words of the seat that is asked take their time: every few answers."""
    asked = one.asked[0].seat if one.asked else None
    if swap.blind and n % THOROUGH == 0:
        assert looked(one, n) == looked(other, n), f"{swap} changes how far somebody gets or sees"
    for seat in swap.blind:
        assert offered(one, seat) == offered(other, seat), f"{seat} is offered something else: {swap}"
        if n % (THOROUGH if seat == asked else LOOK) == 0:
            assert shown(one, seat) == shown(other, seat), f"{seat} sees {swap}"
        if seat is not None and seat == asked and n % THOROUGH == 0:
            assert secrets.reasons(one, seat) == secrets.reasons(other, seat), f"{seat} is refused otherwise: {swap}"


def pairs(secrets: Secrets, players: int, field: str, share: int, wanted: int, most: int = 100) -> Compared:
    """So many pairs on that table; a few from each game."""
    found, n = Compared(), share
    while found.pairs < wanted:
        chooser, played = random.Random(n), play(secrets.game, n, players, field, most)
        compared = (compare(secrets, played, chooser.randrange(2, len(played.plies)), chooser) for _ in range(24))
        for result in compared:
            if result is not None:
                found.add(result)
                if found.pairs % 12 == 0:
                    break
        n += 7
    return found
