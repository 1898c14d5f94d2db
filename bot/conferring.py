"""Between team mates: words that go by direct message and can be read again by the team alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import languages
from bot.errors import NotYours, Sorry
from bot.panels import private
from bot.panels.facts import Facts
from bot.records import Errand, MatchRecord, Said, Whisper
from engine.core.text import words

if TYPE_CHECKING:
    from bot.service import Service

LONGEST_WORD = 1500  # characters of what one tells one's team mates at a time
TALK = 30  # so many of these are kept for each match


class Conferring:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def confer(self, match: int, user: int, text: str) -> list[int]:
        """Tell one's team mates something: by direct message, and to be read again by them alone. Returns who they are."""
        text = text.strip()
        if not text:
            raise Sorry(words("Nothing was written."))
        if len(text) > LONGEST_WORD:
            raise Sorry(words("That is too long: {n} characters, where {most} fit.", n=len(text), most=LONGEST_WORD))
        told: list[int] = []

        def change(record: MatchRecord) -> list[Errand]:
            team = self._team(record, user)
            told[:] = [other for other in self._mates(record, user) if other != self.service.builtin_user]
            if not told:
                raise Sorry(words("Your team mate is the built-in player, who does not read."))
            record.talk = [*record.talk, Said(team, user, text)][-TALK:]
            where = f"<#{record.thread or record.channel}>"
            found: list[Errand] = []
            for other in told:
                seat = record.seat_of(other)
                theirs = record.seats[seat].language if seat is not None else ""
                with languages.speaking(theirs or record.language):
                    post = private.told_by_mate(self.service.facts(record), user, text, where)
                found.append(Whisper(other, post))
            return found

        await self.service.change(match, change)
        return told

    async def conferred(self, match: int, user: int) -> tuple[Facts, list[tuple[int, str]]]:
        """What was said in one's team: by whom, and the words."""
        record = await self.service.record(match)
        team = self._team(record, user)
        return self.service.facts(record), [(said.user, said.text) for said in record.talk if said.team == team]

    def _team(self, record: MatchRecord, user: int) -> int:
        """The user's team. Raises Sorry for whoever has nobody to confer with."""
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours(words("You are not one of the players of this match; only team mates can confer."))
        if not record.mates(seat):
            raise Sorry(words("You play for yourself in this match: there is no team mate to confer with."))
        if record.stage in ("over", "cancelled"):
            raise Sorry(words("The match is over; talk in its thread."))
        if not self._mates(record, user):
            raise Sorry(words("Your team mate's seat is still open."))
        return record.place(seat).team

    def _mates(self, record: MatchRecord, user: int) -> list[int]:
        seat = record.seat_of(user)
        found = [record.seats[n] for n in record.mates(seat)] if seat is not None else []
        accepted = self.service.beginning.has_accepted
        return [each.user for each in found if each.user and (record.stage != "open" or accepted(record, each))]
