"""What a match was: told in words, seen again moment by moment, kept as a file and brought in from one.

Whoever looks sees what they could know at the time; after the end everybody sees everything.
"""

from __future__ import annotations

import asyncio
import contextvars
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

import msgspec

from bot import games, languages
from bot.chronicle import Chronicle, Filter, Span
from bot.errors import Sorry
from bot.panels import memory, prompt
from bot.panels.post import Picture
from bot.pictures import Drawn, Painter
from bot.play import Answered
from bot.records import Errand, MatchRecord, PlaceRecord, Say, SeatRecord
from engine import record as files
from engine.core.events import Event
from engine.core.text import NOTHING, Text, say, words
from engine.core.views import View
from engine.walk import Moment, Strayed, Walk

if TYPE_CHECKING:
    from bot.service import Look, Service

T = TypeVar("T")

WALKS = 8  # matches whose rests are kept, so that stepping does not begin anew each time
LARGEST = 4_000_000  # bytes of a file that is brought in
MOST_ANSWERS = 6000  # in such a file: more than any game needs
BROUGHT_IN = 25  # matches that one person may have brought in


class Chapter(msgspec.Struct, frozen=True):
    """The log of a match as somebody may know it. ``everything``: the match is over."""

    look: Look
    chronicle: Chronicle
    everything: bool


class History:
    def __init__(self, service: Service) -> None:
        self.service = service
        self._walks: OrderedDict[int, Walk] = OrderedDict()
        self._walking = ThreadPoolExecutor(1, thread_name_prefix="walking")  # moves do not wait behind a long walk

    def close(self) -> None:
        self._walking.shutdown(wait=True, cancel_futures=True)

    async def aside(self, work: Callable[[], T]) -> T:
        """Long work for the rules, in a thread of its own."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._walking, context.run, work)

    # -- in words
    async def chapter(self, match: int, user: int | None) -> Chapter:
        """What happened, as far as the user may know it; after the end, everything."""
        record = await self.service.record(match)
        look = await self.service.look_at(record, user)
        if record.stored is None:
            raise Sorry(prompt.status(look.facts, None))
        answered = await self.service.keeper.answered(match)
        return self._chapter(record, answered, look)

    def _chapter(self, record: MatchRecord, answered: list[Answered], look: Look) -> Chapter:
        everything = record.stage == "over"
        game = self.service.game(record)
        names = _names(look.view, record)
        chronicle = Chronicle(game, _opening(record), answered, look.seat, everything, record.table, names)
        return Chapter(look, chronicle, everything)

    async def history(self, match: int, user: int | None) -> tuple[Look, list[str]]:
        """All of it, line by line."""
        chapter = await self.chapter(match, user)
        return chapter.look, memory.log_lines(chapter.chronicle, Filter())

    # -- moments
    async def moment(self, match: int, seat: int | None, n: int) -> Moment:
        """The match after ``n`` answers, as it is shown. Raises Sorry where today's rules do not lead there any more."""
        record = await self.service.record(match)
        answered = await self.service.keeper.answered(match)
        chronicle = Chronicle(self.service.game(record), _opening(record), answered, seat, record.stage == "over")
        (moment,) = await self._moments(record, answered, chronicle, [n], max(0, n - 1), lambda moment: moment)
        return moment

    async def picture(self, picture: Picture, painter: Painter) -> Drawn | None:
        """The picture of a moment, a replay or a poster, through the eyes of its seat; of a finished match with all secrets
        laid open. None where it cannot be drawn. Raises Sorry where today's rules do not lead there any more."""
        if picture.kind == "poster":
            return await self.service.posters.drawn(picture.match, painter)
        record = await self.service.record(picture.match)
        answered = await self.service.keeper.answered(picture.match)
        game, over = self.service.game(record), record.stage == "over"
        names = _names(await self.service.view(record, picture.seat), record)
        chronicle = Chronicle(game, _opening(record), answered, picture.seat, over, record.table, names)
        span = Span(picture.since + 1, picture.until, NOTHING)
        if picture.kind == "moment":
            (moment,) = await self._moments(record, answered, chronicle, [span.last], span.first - 1, lambda moment: moment)
            return await painter.board(picture, moment.view, moment.events)
        frames = await self._moments(record, answered, chronicle, chronicle.shown(span), span.first - 1, painter.frame)
        told = " ".join(f"{line}." for line in chronicle.lines(span.first, span.last))
        return await painter.replay([frame for frame in frames if frame is not None], told)

    async def _moments(
        self, record: MatchRecord, answered: list[Answered], chronicle: Chronicle, wanted: Sequence[int], since: int,
        keep: Callable[[Moment], T],
    ) -> list[T]:  # fmt: skip
        """What ``keep`` makes of each moment: at once, for views are large."""

        def work() -> list[T]:
            walk = self.walk_of(record, answered)
            found = walk.moments(wanted, chronicle.seat, everything=chronicle.everything, since=since)
            return [keep(moment) for moment in found]

        try:
            return await self.aside(work)
        except Strayed as strayed:
            why = words("That cannot be shown any more: {why}. What happened is in `/log`.", why=strayed.why)
            raise Sorry(why) from None

    def walk_of(self, record: MatchRecord, answered: list[Answered]) -> Walk:
        """For work that is done :meth:`aside`."""
        whole = self.file_of(record, answered, "")
        walk = self._walks.get(record.id)
        if walk is None or walk.record.seed != record.seed:
            walk = Walk(whole, self.service.game(record))
        else:
            walk.follow(whole)
        self._walks[record.id] = walk
        self._walks.move_to_end(record.id)
        while len(self._walks) > WALKS:
            self._walks.popitem(last=False)
        return walk

    def file_of(self, record: MatchRecord, answered: list[Answered], fingerprint: str) -> files.Record:
        """The match as a file holds it; ``fingerprint``: of its end."""
        assert record.stored is not None
        given = [files.Answered(each.seat, each.key, each.events) for each in answered]
        armies = msgspec.to_builtins([seat.army for seat in record.seats])
        return files.Record(
            files.FORMAT, record.game, record.stored.version, record.battlefield, armies, record.options, record.seed,
            record.digest, _opening(record), given, fingerprint,
            [files.Beside(entry.kind, entry.answer, entry.at, _nameless(record, entry.text)) for entry in record.table],
        )  # fmt: skip

    # -- as a file
    async def export(self, match: int, user: int) -> tuple[str, bytes, str]:
        """A file's name, content and words: all of a finished match, of a running one what the user may know."""
        record = await self.service.record(match)
        if record.stored is None:
            raise Sorry(prompt.status(self.service.facts(record), None))
        if record.stage != "over":
            look, told = await self.history(match, user)
            data = msgspec.json.encode({"match": match, "view": look.seen, "log": told})
            text = say("What you may know of the match so far. The whole record, with the seed, is there when it is over.")
            return f"match-{match}-so-far.json", msgspec.json.format(data, indent=1), text
        answered = await self.service.keeper.answered(match)
        fingerprint = await self.aside(lambda: self.service.load(record).fingerprint)
        text = say(
            "The whole match. To check every die and shuffle: `{check}`. `/match import` takes it in again, here or "
            "elsewhere.",
            check=f"python -m engine verify match-{match}.json",
        )
        return f"match-{match}.json", files.encode(self.file_of(record, answered, fingerprint)), text

    async def bring_in(self, data: bytes, user: int, guild: int, channel: int, interaction: int) -> int:
        """Keep a finished match from its file, once checked, to be looked at: nobody's, and not rated. Returns its number.

        Raises Sorry with what is wrong with the file."""
        if len(data) > LARGEST:
            raise Sorry(say("That file is too large to be a match: {n} bytes.", n=len(data)))
        kept = await self.service.keeper.brought_in(user)
        if kept >= BROUGHT_IN:
            raise Sorry(say("You have brought in {n} matches already, and that is as many as are kept.", n=kept))
        record, answered = await self.aside(lambda: self._checked(data))
        record.host, record.guild, record.channel = user, guild, channel
        record.created = self.service.clock()
        record.language = (await self.service.keeper.guild(guild)).language
        record.stage = "cancelled"  # until its answers are kept too
        made, fresh = await self.service.keeper.create(record, interaction, lambda _: [])
        if not fresh and made.stage == "over":
            return made.id
        expected = made.version
        made.stage, made.version = "over", expected + 1
        view = await self.service.view(made, None)
        with languages.speaking(made.language):
            told = Chronicle(self.service.game(made), _opening(made), answered, None, True).summary()
            post = memory.brought_in(self.service.facts(made), view, user, told)
        errands: list[Errand] = [Say(post, "ending")]
        await self.service.keeper.save(made, expected, errands, (), answered)
        self.service.changed()
        return made.id

    def _checked(self, data: bytes) -> tuple[MatchRecord, list[Answered]]:
        """The match of a file, played again from its seed: what it tells is told anew, not taken from the file."""
        try:
            whole = files.genuine(data)
            if len(whole.answers) > MOST_ANSWERS:
                raise files.Mismatch(say("it has {n} answers", n=len(whole.answers)))
            entry = self.service.games.get(whole.game)
            if entry is None:
                raise files.Mismatch(say("no such game: {game}", game=whole.game[:40]))
            match, opening, told = files.retold(whole, entry)
        except files.Mismatch as mismatch:
            raise Sorry(say("This file cannot be taken in: {why}.", why=str(mismatch).rstrip(".")[:900])) from None
        if match.outcome is None:
            raise Sorry(say("The match in this file is not finished. Only finished matches can be taken in."))
        places = entry.places(whole.battlefield, len(whole.armies))
        record = MatchRecord(
            id=0, version=1, stage="over", guild=0, channel=0, thread=0, host=0, game=whole.game,
            battlefield=whole.battlefield, pace="free", policy="remind",
            seats=[SeatRecord(army=army, ready=True) for army in whole.armies], created=0.0, options=dict(whole.options),
            places=[PlaceRecord(place.team, place.side, place.name) for place in places],
            seed=whole.seed, digest=whole.digest, stored=match.stored, opening=msgspec.json.encode(opening),
            answers=len(told), imported=True,
        )  # fmt: skip
        return record, [Answered(each.seat, each.key, each.events) for each in told]


def _nameless(record: MatchRecord, text: Text) -> Text:
    """The text with seats in place of people: files leave the server."""

    def seat(found: re.Match[str]) -> str:
        number = record.seat_of(int(found[1]))
        return "somebody" if number is None else f"seat {number + 1}"

    parts = {
        name: _nameless(record, part) if isinstance(part, Text) else re.sub(r"<@(\d+)>", seat, part) if isinstance(part, str)
        else part for name, part in text.parts.items()
    }  # fmt: skip
    return Text(text.form, parts)


def _opening(record: MatchRecord) -> list[Event]:
    return msgspec.json.decode(record.opening, type=list[Event]) if record.opening else []


def _names(view: View | None, record: MatchRecord) -> list[str]:
    return [games.seat_name(view, seat) for seat in range(len(record.seats))] if view is not None else []
