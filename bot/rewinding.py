"""Going back in a match: its position is built anew from the seed and the answers that remain.

Chance is counted, not remembered (:mod:`engine.core.chance`): the same answers lead to the same dice, so that going back and
doing the same again changes nothing; and whoever does something else meets the dice of that match in their order. What has
been seen stays seen. The log holds the line that is played in the end, so the match can be checked as any other; what was
taken back is kept beside it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bot import games as shelf
from bot import play
from bot.chronicle import Chronicle
from bot.errors import Stale
from bot.games import Game
from bot.play import Answered, Played
from bot.records import NOTES, MatchRecord
from bot.since import notes_of
from engine import record as files
from engine.core.match import Match, Stored
from engine.core.orders import is_order
from engine.core.text import Text, words
from engine.walk import Strayed

if TYPE_CHECKING:
    from bot.service import Service

log = logging.getLogger(__name__)


class Lost(Exception):
    """The position cannot be built anew. ``why`` says so to players."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


class Line(msgspec.Struct, frozen=True):
    """The answers of a match as they were when somebody looked, and where the match stood."""

    answered: list[Answered]
    stood: Stored | None
    game: Game

    def before_last(self, seat: int) -> int | None:
        """How many answers remain if the seat's last one goes, and all that came after it. None: it has given none."""
        given = [n for n, each in enumerate(self.answered) if each.seat == seat and counts(each)]
        return given[-1] if given else None

    def turns(self) -> Chronicle:
        return Chronicle(self.game, [], self.answered, None, True)

    def start_of(self, turn: int) -> int | None:
        """After how many answers that turn begins; None: it has not begun, or turns are not counted."""
        return self.turns().begun.get(turn)

    def last_turn_of(self, seat: int) -> tuple[int, int] | None:
        """After how many answers the last turn began in which the seat gave an answer, and its number (0: turns are not
        counted there; then only the last answer goes). None: it has given no answer."""
        last = self.before_last(seat)
        if last is None:
            return None
        turns = self.turns()
        turn = turns.turn_at(last)
        return (turns.begun[turn], turn) if turn else (last, 0)


class Ready(msgspec.Struct, frozen=True):
    """A match as it was after ``keep`` answers of that line."""

    line: Line
    keep: int
    stored: Stored


class Rewinding:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def line(self, match: int) -> Line:
        record = await self.service.record(match)
        return Line(await self.service.keeper.answered(match), record.stored, self.service.game(record))

    async def ready(self, match: int, find: Callable[[MatchRecord, Line], int]) -> Ready:
        """Build the position anew to which ``find`` says how many answers lead (it may raise Sorry). Nothing is changed yet.
        Raises Lost, or Stale if the match has moved on meanwhile."""
        record = await self.service.record(match)
        line = await self.line(match)
        if record.answers != len(line.answered):
            if (await self.service.record(match)).version == record.version:
                raise Lost(words("its log is not whole: it is from an early release of the bot"))
            raise Stale(words("The match has moved on meanwhile. Nothing has been taken back."))
        keep = find(record, line)

        def work() -> Stored:
            return self.service.history.walk_of(record, line.answered).stored(keep)

        try:
            return Ready(line, keep, await self.service.history.aside(work))
        except Strayed as strayed:
            log.error("match %d cannot be put back to answer %d: %s", match, keep, strayed)
            raise Lost(strayed.why) from None

    def back(self, record: MatchRecord, ready: Ready) -> Played:
        """Bring a record back to where the match is ready to go on, before anything is committed. Standing orders given
        since still hold. Raises Stale if the match has moved on; Lost, and the record is as it was."""
        line, keep = ready.line, ready.keep
        if record.answers != len(line.answered) or record.stored != line.stood:
            raise Stale(words("The match has moved on meanwhile. Nothing has been taken back."))
        dropped = line.answered[keep:]
        orders = [Answered(each.seat, each.key, []) for each in dropped if is_order(each.key)]
        try:
            match = Match.load(self.service.game(record).rules, bytes.fromhex(record.seed), ready.stored)
            for order in orders:
                match.answer(order.seat, order.key)
        except Exception as error:  # whatever is wrong with the log or the rules: nothing may change
            log.exception("match %d cannot be put back to answer %d", record.id, keep)
            raise Lost(words("the log cannot be followed")) from error
        if match.lost_answers:
            raise Lost(words("its answers do not lead there any more"))
        self._retell(record, line.answered[:keep])
        record.proposal = None
        played = play.still(match, before=(), builtin=self.service.builtin_seats(record))
        answered = (*orders, *played.answered)
        return msgspec.structs.replace(played, answered=answered, undone=len(dropped), match=match)

    def _retell(self, record: MatchRecord, kept: list[Answered]) -> None:
        """What everybody is told of, and what was thrown, as it was then."""
        game = self.service.game(record)
        record.fallen = {}
        for each in kept:
            shelf.count_luck(game, each.events, record.fallen)
        turns = Chronicle(game, [], kept, None, True).begun
        turn = max(turns.values(), default=0)
        for seat, sits in enumerate(record.seats):
            own = [n for n, each in enumerate(kept[:turn], 1) if each.seat == seat and counts(each)]
            first = own[-1] if own else 0
            told = [note for n, each in enumerate(kept[first:], first + 1) for note in notes_of(each, seat, n)]
            sits.since, sits.asked_since, sits.acted = told[-NOTES:], None, False


def counts(each: Answered) -> bool:
    """Whether it is an answer to something that was asked."""
    return not is_order(each.key) and each.key != files.RESIGN
