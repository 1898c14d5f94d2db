"""Going back in a match: its position is built anew from the seed and the answers that remain.

Chance is counted, not remembered (:mod:`engine.core.chance`): the same answers lead to the same dice, so that going back and
doing the same again changes nothing; and whoever does something else meets the dice of that match in their order. What has
been seen stays seen. The log holds the line that is played in the end, so the match can be checked as any other; what was
taken back is kept beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot import games as shelf
from bot.games import Game
from bot.play import Answered, Played
from bot.records import NOTES, MatchRecord
from bot.turns import notes_of
from engine import record as files
from engine.core.events import Event
from engine.core.match import Match
from engine.core.orders import is_order
from engine.core.text import Text, words
from engine.walk import Strayed, Walk


class Lost(Exception):
    """The position cannot be built anew. ``why`` says so to players."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


def file_of(record: MatchRecord, version: int, answered: Sequence[Answered], fingerprint: str = "") -> files.Record:
    """The match as a file holds it. ``version``: of the rules; ``fingerprint``: of its end."""
    opening = msgspec.json.decode(record.opening, type=list[Event]) if record.opening else []
    armies = msgspec.to_builtins([seat.army for seat in record.seats])
    given = [files.Answered(each.seat, each.key, each.events) for each in answered]
    return files.Record(
        files.FORMAT, record.game, version, record.battlefield, armies, record.options, record.seed, record.digest, opening,
        given, fingerprint,
    )  # fmt: skip


def before_last(answered: Sequence[Answered], seat: int) -> int | None:
    """How many answers remain if the seat's last one goes, and all that came after it. None: it has given none."""
    given = [n for n, each in enumerate(answered) if each.seat == seat and _counts(each)]
    return given[-1] if given else None


def _counts(each: Answered) -> bool:
    """Whether it is an answer to something that was asked."""
    return not is_order(each.key) and each.key != files.RESIGN


class Back:
    """A match's way back: ``answered`` are all its answers so far."""

    def __init__(self, record: MatchRecord, game: Game, answered: Sequence[Answered]) -> None:
        self.record = record
        self.game = game
        self.answered = list(answered)
        version = record.stored.version if record.stored is not None else game.rules.version
        self._walk = Walk(file_of(record, version, self.answered), game)

    def turn_at(self, n: int) -> int:
        """The number of the turn that is played after ``n`` answers. Raises Lost."""
        try:
            (moment,) = self._walk.moments([n], None)
        except Strayed as strayed:
            raise Lost(strayed.why) from None
        return shelf.turn_of(moment.view)

    def start_of(self, turn: int) -> int | None:
        """After how many answers that turn begins; None: it has not begun, or turns are not counted. Raises Lost."""
        low, high = 0, len(self.answered)
        if turn < 1 or self.turn_at(high) < turn:
            return None
        while low < high:  # turns are counted upwards
            middle = (low + high) // 2
            if self.turn_at(middle) >= turn:
                high = middle
            else:
                low = middle + 1
        return low

    def last_turn_of(self, seat: int) -> tuple[int, int] | None:
        """After how many answers the last turn began in which the seat gave an answer, and that turn's number; None if
        there is none. Raises Lost."""
        last = before_last(self.answered, seat)
        if last is None:
            return None
        turn = self.turn_at(last)
        start = self.start_of(turn)
        return (start, turn) if start is not None and start <= last else (last, turn)

    def to(self, keep: int) -> Played:
        """The match after its first ``keep`` answers, and what that makes of the record, which is brought up to it. Standing
        orders that were given since still hold. Raises Lost, and the record is as it was."""
        try:
            stored = self._walk.stored(keep)
            match = Match.load(self.game.rules, bytes.fromhex(self.record.seed), stored)
            dropped = self.answered[keep:]
            orders = [Answered(each.seat, each.key, []) for each in dropped if is_order(each.key)]
            for order in orders:
                match.answer(order.seat, order.key)
        except Strayed as strayed:
            raise Lost(strayed.why) from None
        except Exception as error:  # whatever is wrong with the log or the rules: nothing may change
            raise Lost(words("the log cannot be followed: {why}", why=f"{type(error).__name__}: {error}")) from error
        if match.lost_answers:
            raise Lost(words("its answers do not lead there any more"))
        self._retell(self.answered[:keep])
        after = tuple(ask.seat for ask in match.asked)
        return Played(match.stored, tuple(orders), (), after, match.outcome is not None, undone=len(dropped), match=match)

    def _retell(self, kept: list[Answered]) -> None:
        """What everybody is told of, and what was thrown, as it was then."""
        record = self.record
        record.thrown = {}
        for each in kept:
            shelf.count_dice(each.events, record.thrown)
        turns = [n for n, each in enumerate(kept, 1) if any(event.kind == "turn" for event in each.events)]
        turn = turns[-1] if turns else 0
        for seat, sits in enumerate(record.seats):
            own = [n for n, each in enumerate(kept[:turn], 1) if each.seat == seat and _counts(each)]
            first = own[-1] if own else 0
            told = [note for n, each in enumerate(kept[first:], first + 1) for note in notes_of(each, seat, n)]
            sits.since, sits.asked_since, sits.acted = told[-NOTES:], None, False
