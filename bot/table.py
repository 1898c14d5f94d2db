"""What a table does beside the rules, with everybody's consent: pausing, going on, taking back, replacing somebody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from bot import consent, pausing, play
from bot.errors import NotYours, Sorry, Stale
from bot.panels import lobby
from bot.panels import table as panels
from bot.panels.facts import who
from bot.panels.post import Post
from bot.play import Played
from bot.records import Amend, Errand, MatchRecord, Proposal, Say
from bot.rewinding import Line, Lost, Ready
from engine.core.match import Match
from engine.core.text import NOTHING, Text, counted, words

if TYPE_CHECKING:
    from bot.service import Service

NOT_PLAYED = words("That is for matches that are being played.")
AGREED = words("Everybody has agreed.")


class _AllAgreed(Exception):
    """Raised inside a change, which then does not happen: the proposal is carried out instead."""


class _Done:
    """What came of carrying a proposal out."""

    what: Text = NOTHING
    told: Text = NOTHING
    kind: str = ""
    failed: bool = False
    posted: bool = False


class Table:
    def __init__(self, service: Service) -> None:
        self.service = service

    # ---- putting proposals ----
    async def pause(self, match: int, user: int, interaction: int = 0) -> Text:
        """Put to the table that the match be paused. Returns what came of it, in words. Raises Sorry."""

        def make(record: MatchRecord, seat: int) -> Proposal:
            if record.paused is not None:
                raise Sorry(words("The match is paused already. `/match resume` asks the others to go on."))
            what = words("{who} would like to pause match {n}.", who=who(user), n=record.id)
            return consent.put(record, "pause", seat, self._now, what=what)

        return await self._put(match, user, make, interaction)

    async def resume(self, match: int, user: int, interaction: int = 0) -> Text:
        """Put to the table that a paused match go on."""

        def make(record: MatchRecord, seat: int) -> Proposal:
            if record.paused is None:
                raise Sorry(words("The match is not paused."))
            gone = [each.user for each in record.seats if each.leaving == "gone"]
            if gone:
                raise Sorry(words("{who} has left the server: somebody has to take the seat over first.", who=who(gone[0])))
            what = words("{who} would like to go on with match {n}.", who=who(user), n=record.id)
            return consent.put(record, "resume", seat, self._now, what=what)

        return await self._put(match, user, make, interaction)

    async def take_back(self, match: int, user: int, interaction: int = 0, *, whole_turn: bool) -> Text:
        """Put to the table that everything since one's last decision be taken back; ``whole_turn``: since one's last turn
        began. Raises Sorry."""
        line = await self.service.rewinding.line(match)

        def make(record: MatchRecord, seat: int) -> Proposal:
            if record.answers != len(line.answered):
                raise Stale(words("The match has moved on meanwhile. Please ask again."))
            keep, where = _target(line, seat, user, whole_turn)
            what = words(
                "{who} would like to take back everything since {where} ({count}).", who=who(user), where=where,
                count=counted(len(line.answered) - keep, "{n} answer", "{n} answers"),
            )  # fmt: skip
            return consent.put(record, "takeback", seat, self._now, keep=keep, what=what)

        return await self._put(match, user, make, interaction)

    async def replace(self, match: int, user: int, other: int, interaction: int = 0) -> Text:
        """Put to the table that somebody be replaced who has been silent for long. Raises Sorry."""

        def make(record: MatchRecord, seat: int) -> Proposal:
            about = record.seat_of(other)
            if about is None:
                raise Sorry(words("{who} has no seat in this match.", who=who(other)))
            self.service.replacing.may_be_replaced(record, about, self._now)
            what = words("{who} would like somebody else to take over the seat of {other}.", who=who(user), other=who(other))
            return consent.put(record, "replace", seat, self._now, seat=about, what=what)

        return await self._put(match, user, make, interaction)

    async def undo(self, match: int, user: int, interaction: int = 0, *, allowed: bool) -> Text:
        """Whether one may take one's own answers back: before the first turn the match's host settles it, then the table.
        Raises Sorry or NotYours."""
        record = await self.service.record(match)
        if record.stage not in ("open", "armies"):

            def make(record: MatchRecord, seat: int) -> Proposal:
                if record.undo == allowed:
                    raise Sorry(words("That is how it is already."))
                what = words("{who} would like that nobody takes anything back alone any more.", who=who(user))
                if allowed:
                    what = words("{who} would like that one may take one's own steps back.", who=who(user))
                return consent.put(record, "undo", seat, self._now, keep=int(allowed), what=what)

            return await self._put(match, user, make, interaction)

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage not in ("open", "armies"):
                raise Stale(consent.CLOSED)
            if user != record.host:
                raise NotYours(words("Before the match begins {who} settles that, who started it.", who=who(record.host)))
            record.undo = allowed
            return [Amend(lobby.invitation(self.service.facts(record)), "invitation")]

        await self.service.change(match, change)
        return words("Agreed for match {n}: one may take one's own steps back.", n=match) if allowed else words(
            "Agreed for match {n}: nobody takes anything back alone.", n=match
        )

    async def _put(
        self, match: int, user: int, make: Callable[[MatchRecord, int], Proposal], interaction: int
    ) -> Text:
        def change(record: MatchRecord) -> list[Errand]:
            seat = self._player(record, user)
            old = consent.current(record, self._now)
            proposal = make(record, seat)
            waiting = consent.waiting(record, proposal, self.service.builtin_seats(record))
            if not waiting:
                raise _AllAgreed
            closing = [Amend(panels.closed(old.what, words("Another proposal took its place.")), "proposal")] if old else []
            return [*closing, Say(self._post(record, ring=True), "proposal")]

        try:
            await self.service.change(match, change)
        except _AllAgreed:  # nobody else has to be asked
            return await self._carry_out(match, user, make, interaction)
        return words("The table is asked. It happens when everybody has agreed.")

    def _post(self, record: MatchRecord, *, ring: bool = False) -> Post:
        proposal = record.proposal
        assert proposal is not None
        waiting = consent.waiting(record, proposal, self.service.builtin_seats(record))
        users = [record.seats[seat].user for seat in waiting]
        notes = {"pause": panels.PAUSED, "takeback": panels.CHANCE}
        return panels.proposal(
            self.service.facts(record), proposal.number, proposal.what, users, proposal.until, ring=ring,
            note=notes.get(proposal.kind),
        )  # fmt: skip

    # ---- answering them ----
    async def agree(self, match: int, user: int, number: int, interaction: int) -> Text:
        """Agree to the proposal; when everybody has, it is carried out. Raises Sorry, Stale or NotYours."""

        def change(record: MatchRecord) -> list[Errand]:
            seat = record.seat_of(user)
            if consent.agree(record, number, seat, self._now, self.service.builtin_seats(record)):
                raise _AllAgreed
            return [Amend(self._post(record), "proposal")]

        try:
            await self.service.change(match, change)
        except _AllAgreed:
            pass
        else:
            return words("You have agreed; others are still asked.")

        def last(record: MatchRecord, seat: int) -> Proposal:
            if not consent.agree(record, number, seat, self._now, self.service.builtin_seats(record)):
                raise Stale(consent.CLOSED)
            assert record.proposal is not None
            return record.proposal

        return await self._carry_out(match, user, last, interaction)

    async def decline(self, match: int, user: int, number: int) -> Text:
        """Decline the proposal, or withdraw one's own. Raises Sorry, Stale or NotYours."""

        def change(record: MatchRecord) -> list[Errand]:
            seat = record.seat_of(user)
            proposal = consent.decline(record, number, seat, self._now, self.service.builtin_seats(record))
            own = seat == proposal.by
            how = words("{who} has withdrawn it.", who=who(user)) if own else words("{who} has declined.", who=who(user))
            consent.note(record, "declined", user, self._now, words("{what} {how}", what=proposal.what, how=how))
            return [Amend(panels.closed(proposal.what, how), "proposal")]

        await self.service.change(match, change)
        return words("The proposal is off.")

    async def _carry_out(
        self, match: int, user: int, agreed: Callable[[MatchRecord, int], Proposal], interaction: int
    ) -> Text:
        """Do what the proposal says, provided that it stands: ``agreed`` returns it, or raises Sorry."""
        done = _Done()
        record = await self.service.record(match)
        proposal = agreed(record, self._player(record, user))
        ready: Ready | Lost | None = None
        if proposal.kind == "takeback":
            try:
                ready = await self.service.rewinding.ready(match, lambda record, line: proposal.keep)
            except Lost as lost:
                ready = lost

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            seat, before = self._player(record, user), record.proposals
            proposal = agreed(record, seat)
            done.what, done.kind, done.failed = proposal.what, proposal.kind, False
            done.posted = record.proposals == before  # it stands in the thread
            record.proposal = None
            proposer = record.seats[proposal.by].user
            played = play.still(game)
            if proposal.kind == "takeback":
                try:
                    if not isinstance(ready, Ready):
                        raise ready or Stale(consent.CLOSED)
                    played = self.service.rewinding.back(record, ready)
                except Lost as lost:
                    done.failed = True
                    done.told = words("It could not be taken back: {why}. Nothing has changed.", why=lost.why)
                    return played
                gone = counted(played.undone, "{n} answer", "{n} answers")
                done.told = words("Taken back, as everybody agreed ({count}).", count=gone)
            elif proposal.kind == "pause":
                pausing.pause(record, self._now, proposer, "consent")
                done.told = words("The match is paused, as everybody agreed. {what}", what=panels.PAUSED)
            elif proposal.kind == "resume":
                pausing.resume(record, self._now)
                done.told = words("The match goes on, as everybody agreed: time runs again.")
            elif proposal.kind == "undo":
                record.undo = bool(proposal.keep)
                done.told = words("From now on nobody takes anything back alone, as everybody agreed.")
                if record.undo:
                    done.told = words("From now on one may take one's own steps back, as everybody agreed.")
            else:
                record.seats[proposal.seat].leaving = "agreed"
                other = record.seats[proposal.seat].user
                done.told = words("Somebody may take over the seat of {who}, as everybody else agreed.", who=who(other))
            keep = proposal.keep if proposal.kind == "takeback" else -1
            consent.note(record, proposal.kind, proposer, self._now, done.told, played.undone, keep=keep)
            return msgspec.structs.replace(played, notice=done.told if proposal.kind != "resume" else NOTHING)

        def also(record: MatchRecord, game: Match[Any]) -> list[Errand]:
            errands: list[Errand] = []
            if done.posted:
                errands.append(Amend(panels.closed(done.what, done.told if done.failed else AGREED), "proposal"))
            if done.failed:
                errands.append(Say(panels.failed(record.host, done.told)))
            elif done.kind == "resume":
                asked = tuple(each.user for each in record.seats if each.asked_since is not None)
                errands.append(Say(panels.goes_on(done.told, asked)))
            elif done.kind == "replace":
                errands += [
                    self.service.replacing.offered(record, n)
                    for n, each in enumerate(record.seats) if each.leaving == "agreed"
                ]  # fmt: skip
            return errands

        await self.service.play(match, None, interaction, work, also=also, by=user)
        return done.told or words("Nothing has changed. `/match status` shows where the match stands.")

    # ---- what happens meanwhile ----
    def moved(self, record: MatchRecord, played: Played) -> list[Errand]:
        """A proposal that the match has left behind is withdrawn."""
        proposal = record.proposal
        if proposal is None or not (played.over or (proposal.kind == "takeback" and (played.answered or played.undone))):
            return []
        record.proposal = None
        why = words("The match is over.") if played.over else words("The match has moved on, so this is off.")
        return [Amend(panels.closed(proposal.what, why), "proposal")]

    # ---- helpers ----
    @property
    def _now(self) -> float:
        return self.service.clock()

    def _player(self, record: MatchRecord, user: int) -> int:
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours(words("You have no seat in this match."))
        if record.stage != "playing":
            raise Sorry(NOT_PLAYED)
        return seat


def _target(line: Line, seat: int, user: int, whole_turn: bool) -> tuple[int, Text]:
    """How many answers would remain, and since when the others go. Raises Sorry."""
    keep, turn = line.before_last(seat), 0
    found = line.last_turn_of(seat) if whole_turn else None
    if found is not None:
        keep, turn = found
    if keep is None:
        raise Sorry(words("You have decided nothing yet that could be taken back."))
    return keep, words("turn {n} began", n=turn) if turn else words("the last decision of {who}", who=who(user))
