"""The tools of a server's host for a match that has gone astray. Everything done with them is told to the table, with who
did it and why, and stands in the match's log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from bot import consent, pausing, play, timing
from bot.errors import Sorry
from bot.panels import lobby
from bot.panels import table as panels
from bot.panels.facts import HOUR, when, who
from bot.panels.post import Post
from bot.play import Played
from bot.records import Amend, CloseThread, Entry, Errand, MatchRecord, OpenThread, Say
from bot.rewinding import Line, Lost
from engine.core.match import Match
from engine.core.text import NOTHING, Text, counted, words

if TYPE_CHECKING:
    from bot.service import Service

MOST_HOURS = 60 * 24  # that a deadline can be put off by


class Umpire:
    """Every method raises Sorry in words, with nothing changed. Whether ``user`` may use it is for the caller to see to;
    ``why``: their reason, in their own words."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def rewind(self, match: int, user: int, why: str, *, turn: int | None = None, step: int | None = None) -> Text:
        """Back to where that ``turn`` began, or to after so many answers (``step``)."""
        def find(record: MatchRecord, line: Line) -> int:
            self._playing(record)
            keep = step if turn is None else line.start_of(turn)
            if keep is None:
                raise Sorry(words("There has been no such turn. Write the number of a turn, or of a step (`/host notes`)."))
            if not 0 <= keep < record.answers:
                raise Sorry(words("There is nothing to take back there: the match has {n} answers.", n=record.answers))
            return keep

        try:
            ready = await self.service.rewinding.ready(match, find)
        except Lost as lost:
            raise Sorry(words("The match cannot be put back: {why}. Nothing has changed.", why=lost.why)) from None
        told: list[Text] = []

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            try:
                played = self.service.rewinding.back(record, ready)
            except Lost as lost:
                raise Sorry(words("The match cannot be put back: {why}. Nothing has changed.", why=lost.why)) from None
            keep = ready.keep
            gone = counted(played.undone, "{n} answer is taken back.", "{n} answers are taken back.")
            where = words("The match is back where turn {n} began.", n=turn or 0)
            if turn is None:
                where = words("The match is back after step {n}.", n=keep)
            text = panels.by_host(user, words("{where} {gone} {chance}", where=where, gone=gone, chance=panels.CHANCE), why)
            told[:] = [text]
            consent.note(record, "rewind", user, self._now, text, played.undone, keep=keep)
            return msgspec.structs.replace(played, notice=text)

        await self.service.play(match, None, 0, work, by=user)
        return told[0] if told else words("Nothing was taken back.")

    async def replace(
        self, match: int, user: int, why: str, old: int, new: int | None, interaction: int = 0
    ) -> Text:
        """Somebody else takes the seat of ``old``: that person, the bot (its own number), or whoever wants to (None)."""
        record = await self.service.record(match)
        seat = record.seat_of(old)
        if seat is None:
            raise Sorry(words("{who} has no seat in this match.", who=who(old)))
        if new is None:

            def change(record: MatchRecord) -> list[Errand]:
                self._playing(record)
                if record.seat_of(old) != seat:
                    raise Sorry(words("{who} has no seat in this match.", who=who(old)))
                record.seats[seat].leaving = "host"
                text = panels.by_host(user, words("The seat of {who} is on offer.", who=who(old)), why)
                consent.note(record, "replace", user, self._now, text)
                return [Say(Post(str(text))), self.service.replacing.offered(record, seat)]

            await self.service.change(match, change)
            return words("The seat is on offer in the match's thread.")

        def check(record: MatchRecord) -> None:
            if record.seat_of(old) != seat:
                raise Sorry(words("{who} has no seat in this match.", who=who(old)))
            if new != self.service.builtin_user and record.seat_of(new) is not None:
                raise Sorry(words("{who} has a seat in this match already.", who=who(new)))
            if new == old:
                raise Sorry(words("{who} sits there already.", who=who(new)))

        text = panels.by_host(user, words("{old} is replaced.", old=who(old)), why)
        await self.service.replacing.sit_down(match, seat, new, interaction, check, notice=text)
        return words("{new} has the seat of {old} now.", new=who(new), old=who(old))

    async def deadline(self, match: int, user: int, why: str, hours: float, player: int | None = None) -> Text:
        """The time of those who are asked (or of that ``player``) ends so many hours from now."""
        if not 0 < hours <= MOST_HOURS:
            raise Sorry(words("Write how many hours from now, up to {n}.", n=MOST_HOURS))
        told: list[Text] = []

        def change(record: MatchRecord) -> list[Errand]:
            self._playing(record)
            if record.paused is not None:
                raise Sorry(words("The match is paused: no time runs. `/host resume` lets it go on."))
            at = self._now + hours * HOUR
            people_asked = [each.asked_since is not None and not self._builtin(each.user) for each in record.seats]
            asked = [n for n, is_asked in enumerate(people_asked) if is_asked]
            if player is not None:
                asked = [n for n in asked if record.seats[n].user == player]
            if not asked:
                raise Sorry(words("Nobody of those is asked anything just now."))
            for seat in asked:
                timing.extend(record, seat, self._now, at)
            people = tuple(record.seats[seat].user for seat in asked)
            names = " ".join(map(who, people))
            text = panels.by_host(user, words("New deadline for {people}: {at}.", people=names, at=when(at)), why)
            told[:] = [text]
            consent.note(record, "deadline", user, self._now, text)
            return [Say(Post(str(text), pings=people))]

        await self.service.change(match, change)
        return told[0]

    async def pause(self, match: int, user: int, why: str) -> Text:
        def do(record: MatchRecord) -> Text:
            if record.paused is not None:
                raise Sorry(words("The match is paused already."))
            pausing.pause(record, self._now, user, "host")
            return words("The match is paused. {what}", what=panels.PAUSED)

        return await self._do(match, user, why, "pause", do)

    async def resume(self, match: int, user: int, why: str) -> Text:
        def do(record: MatchRecord) -> Text:
            if record.paused is None:
                raise Sorry(words("The match is not paused."))
            pausing.resume(record, self._now)
            return words("The match goes on: time runs again.")

        return await self._do(match, user, why, "resume", do, ring=True)

    async def _do(
        self, match: int, user: int, why: str, kind: str, do: Callable[[MatchRecord], Text], *, ring: bool = False
    ) -> Text:
        """Change the record, tell the table, and bring the turn's post up to date."""
        told: list[Text] = []

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            text = panels.by_host(user, do(record), why)
            told[:] = [text]
            proposal = record.proposal
            off[:] = [proposal.what] if proposal is not None and proposal.kind in ("pause", "resume") else []
            if off:
                record.proposal = None
            consent.note(record, kind, user, self._now, text)
            return msgspec.structs.replace(play.still(game), notice=NOTHING if ring else text)

        off: list[Text] = []

        def also(record: MatchRecord, game: Match[Any]) -> list[Errand]:
            errands: list[Errand] = [Amend(panels.closed(what, words("The host has decided.")), "proposal") for what in off]
            if ring:
                asked = tuple(each.user for each in record.seats if each.asked_since is not None)
                errands.append(Say(panels.goes_on(told[0], asked)))
            return errands

        await self.service.play(match, None, 0, work, also=also)
        return told[0]

    async def cancel(self, match: int, user: int, why: str) -> Text:
        """Call a match off, whatever stage it is in. It counts for nothing; the seed of one that had begun is shown."""
        told: list[Text] = []

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage in ("over", "cancelled"):
                raise Sorry(words("The match is over already."))
            stage = record.stage
            record.stage, record.paused = "cancelled", None
            text = panels.by_host(user, words("Match {n} is called off. It counts for nothing.", n=record.id), why)
            told[:] = [text]
            consent.note(record, "cancel", user, self._now, text)
            facts = self.service.facts(record)
            errands: list[Errand] = []
            if record.proposal is not None:
                errands.append(Amend(panels.closed(record.proposal.what, words("The match is over.")), "proposal"))
                record.proposal = None
            if stage in ("open", "armies"):
                errands.append(Amend(lobby.invitation(facts), "invitation"))
            if stage == "armies":
                errands.append(Amend(lobby.armies(facts), "armies"))
            for seat in record.seats:
                seat.asked_since, seat.deadline, seat.leaving = None, None, ""
            people = tuple(each.user for each in record.seats if each.user and not self._builtin(each.user))
            errands.append(Say(panels.called_off(text, record.seed, record.digest, people), "ending"))
            return [*errands, CloseThread()]

        await self.service.change(match, change)
        return told[0]

    async def move(self, match: int, user: int, why: str, channel: int) -> Text:
        """The match goes on in that channel, in a thread of its own."""

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage in ("over", "cancelled"):
                raise Sorry(words("The match is over already."))
            if record.channel == channel and record.thread and not record.unreachable:
                raise Sorry(words("The match is played in that channel already."))
            record.channel, record.thread, record.unreachable = channel, 0, False
            text = panels.by_host(user, words("The match goes on in <#{channel}>.", channel=str(channel)), why)
            consent.note(record, "move", user, self._now, text)
            facts = self.service.facts(record)
            people = tuple(each.user for each in record.seats if each.user and not self._builtin(each.user))
            first = lobby.invitation(facts) if record.stage == "open" else panels.moved_here(facts, text)
            errands: list[Errand] = [Say(first, "invitation")]
            if record.stage == "open":
                return errands
            errands.append(OpenThread(f"Match {record.id}: {facts.title}"))
            if record.stage == "armies":
                return [*errands, Say(lobby.armies(facts), "armies")]
            return [*errands, Say(Post(str(text), pings=people))]

        record = await self.service.change(match, change)
        if record.stage == "playing":
            await self.service.play(match, None, 0, lambda record, game: play.still(game, before=()))
        return words("Match {n} goes on in <#{channel}>.", n=match, channel=str(channel))

    async def notes(self, match: int) -> tuple[MatchRecord, list[Entry]]:
        record = await self.service.record(match)
        return record, record.table

    # ---- helpers ----
    @property
    def _now(self) -> float:
        return self.service.clock()

    def _builtin(self, user: int) -> bool:
        return bool(user) and user == self.service.builtin_user

    def _playing(self, record: MatchRecord) -> None:
        if record.stage != "playing":
            raise Sorry(words("That is for matches that are being played."))
