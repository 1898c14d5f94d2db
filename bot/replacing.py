"""Somebody else takes over a seat of a match under way: of a player who asks out, has left the server, or is silent.

Whoever takes over gets everything of the seat: a whole turn's time, the hand by direct message, what team mates said. The
one who sat there has no access to the hand from that moment on. The bot may take a seat as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from bot import consent, pausing, play, timing
from bot.errors import NotYours, Sorry
from bot.panels import table as panels
from bot.panels.facts import DAY, who
from bot.play import Played
from bot.records import Amend, Errand, Gone, MatchRecord, Say, SeatRecord
from engine.core.match import Match
from engine.core.text import Text, words

if TYPE_CHECKING:
    from bot.service import Service

SILENT = 3 * DAY  # seconds past the deadline after which the others may have somebody replaced
SILENT_UNLIMITED = 14 * DAY  # since the turn was posted, where there is no deadline

NOT_OFFERED = words("That seat is not free any more.")


class Replacing:
    def __init__(self, service: Service) -> None:
        self.service = service

    # ---- offering a seat ----
    async def ask_out(self, match: int, user: int) -> Text:
        """Offer one's own seat to whoever wants it; one plays on until somebody takes over. Raises Sorry."""

        def change(record: MatchRecord) -> list[Errand]:
            seat = self._own(record, user)
            if record.seats[seat].leaving:
                raise Sorry(words("Your seat is on offer already. Until somebody takes over you can play on, or press "
                                  "**Take over** yourself to stay."))  # fmt: skip
            record.seats[seat].leaving = "asked"
            consent.note(record, "leaving", user, self._now, words("{who} would like to be replaced.", who=who(user)))
            return [self.offered(record, seat)]

        await self.service.change(match, change)
        return words("Your seat is on offer in the match's thread. Until somebody takes over you can play on.")

    def may_be_replaced(self, record: MatchRecord, seat: int, now: float) -> None:
        """Whether the others may agree on it without asking. Raises Sorry."""
        each = record.seats[seat]
        if self.service.is_builtin(each):
            raise Sorry(words("The bot has that seat; it does not leave."))
        if each.leaving:
            raise Sorry(words("That seat is on offer already."))
        silent = each.deadline is not None and now > each.deadline + SILENT
        if each.deadline is None and record.paused is None and each.asked_since is not None and record.prompt_at:
            silent = silent or (each.frozen is None and now > record.prompt_at + SILENT_UNLIMITED)
        if not silent:
            raise Sorry(words(
                "{who} has not been silent for long enough: the others may agree on that {days} days after the deadline. "
                "The server's host may do it at any time.", who=who(each.user), days=int(SILENT // DAY),
            ))  # fmt: skip

    def offered(self, record: MatchRecord, seat: int) -> Say:
        """The post with which a seat is offered."""
        user = record.seats[seat].user
        why = {
            "asked": words("{who} would like to be replaced.", who=who(user)),
            "agreed": words("{who} has not moved for long, and everybody else agrees to a replacement.", who=who(user)),
            "gone": words("{who} is not on this server any more.", who=who(user)),
            "host": words("The host offers the seat of {who}.", who=who(user)),
        }[record.seats[seat].leaving or "host"]
        text = words(
            "{why} Who would like to take over the seat in match {n}? Whoever does gets a whole turn's time, the hand by "
            "direct message, and everything else of the seat.", why=why, n=record.id,
        )  # fmt: skip
        return Say(panels.offer(self.service.facts(record), seat, text), f"offer{seat}")

    async def gone(self, match: int, user: int) -> bool:
        """Somebody has left the server: the match pauses, and the seat is offered. Whether that was news."""
        news: list[bool] = []

        def change(record: MatchRecord) -> list[Errand]:
            seat = record.seat_of(user)
            news.clear()
            if seat is None or record.stage != "playing" or record.seats[seat].leaving == "gone":
                raise Sorry(NOT_OFFERED)
            news.append(True)
            record.seats[seat].leaving = "gone"
            pausing.pause(record, self._now, 0, "gone")
            told = words("{who} is not on this server any more, so the match is paused.", who=who(user))
            consent.note(record, "gone", 0, self._now, told)
            return [self.offered(record, seat)]

        try:
            await self.service.change(match, change)
        except Sorry:
            return False
        return bool(news)

    # ---- taking it over ----
    async def take_over(self, match: int, user: int, seat: int, interaction: int, spoken: str = "") -> Text:
        """Sit down on a seat that is offered; whoever sits there stays. ``spoken``: the newcomer's language.
        Raises Sorry."""
        record = await self.service.record(match)
        if record.seat_of(user) == seat:
            return await self._stay(match, user)

        def check(record: MatchRecord) -> None:
            if not (0 <= seat < len(record.seats)) or not record.seats[seat].leaving:
                raise Sorry(NOT_OFFERED)
            if record.seat_of(user) is not None:
                raise Sorry(words("You have a seat in this match already."))

        await self.service.gathering.may_sit(user, record.guild)
        await self.sit_down(match, seat, user, interaction, check, spoken=spoken)
        return words("The seat is yours. Your hand comes by direct message, and `/hand` shows it here.")

    async def let_bot(self, match: int, user: int, seat: int, interaction: int) -> Text:
        """The built-in player takes a seat that is offered. Raises Sorry or NotYours."""

        def check(record: MatchRecord) -> None:
            if not (0 <= seat < len(record.seats)) or not record.seats[seat].leaving:
                raise Sorry(NOT_OFFERED)
            if record.seat_of(user) is None:
                raise NotYours(words("Only the players of this match can let the bot play."))

        await self.sit_down(match, seat, self.service.builtin_user, interaction, check)
        return words("The bot plays that seat from now on.")

    async def sit_down(
        self, match: int, seat: int, user: int, interaction: int, check: Callable[[MatchRecord], None],
        *, notice: Text | None = None, spoken: str = "",
    ) -> None:  # fmt: skip
        """Put somebody on a seat, once ``check`` (which raises Sorry) finds nothing against it."""
        told: list[Text] = []
        off: list[Text] = []
        offers: list[bool] = []
        builtin = bool(user) and user == self.service.builtin_user

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            self._playing(record)
            check(record)
            offers[:] = [True] if record.seats[seat].leaving else []
            others = [each for n, each in enumerate(record.seats) if n != seat and not self.service.is_builtin(each)]
            if builtin and not others:
                raise Sorry(words("Nobody would be left to play against the bot."))
            off[:] = [record.proposal.what] if record.proposal is not None else []
            old = self._seat(record, seat, user, spoken)
            text = words("{new} has taken over the seat of {old}.", new=who(user), old=who(old))
            if not builtin:
                text = words("{text} The time for the turn begins anew.", text=text)
            told[:] = [text]
            consent.note(record, "replaced", user, self._now, text)
            before = [ask.seat for ask in game.asked if ask.seat != seat]
            played = play.still(game, before=before, builtin=self.service.builtin_seats(record))
            return msgspec.structs.replace(played, notice=words("{a} {b}", a=notice, b=text) if notice else text)

        def also(record: MatchRecord, game: Match[Any]) -> list[Errand]:
            errands: list[Errand] = [Amend(panels.closed(what, told[0]), "proposal") for what in off]
            if offers:
                errands.append(Amend(panels.offer_closed(told[0]), f"offer{seat}"))
            if record.stage == "playing" and not builtin and record.seats[seat].asked_since is None:
                errands += self.service.turns.hand_by_dm(record, game, seat, words("You have taken over a seat."))
            return errands

        await self.service.play(match, None, interaction, work, also=also)

    def _seat(self, record: MatchRecord, seat: int, user: int, spoken: str) -> int:
        """Who sat there, once the other one sits there."""
        each = record.seats[seat]
        old = each.user
        late = each.deadline is not None and self._now > each.deadline
        abandoned = each.leaving in ("agreed", "gone") or (each.leaving != "asked" and late)
        record.gone = [*record.gone, Gone(seat, old, abandoned)]
        record.seats[seat] = SeatRecord(user=user, ready=True, army=each.army, since=each.since, language=spoken)
        timing.fresh_turn(record, seat, self._now)
        record.proposal = None
        if record.host == old:
            people = [other.user for other in record.seats if other.user and not self.service.is_builtin(other)]
            record.host = next((other for other in people if other != user), people[0] if people else old)
        if record.paused is not None and record.paused.why == "gone" and all(s.leaving != "gone" for s in record.seats):
            pausing.resume(record, self._now)
        return old

    async def _stay(self, match: int, user: int) -> Text:
        def change(record: MatchRecord) -> list[Errand]:
            seat = self._own(record, user)
            if not record.seats[seat].leaving:
                raise Sorry(NOT_OFFERED)
            record.seats[seat].leaving = ""
            if record.paused is not None and record.paused.why == "gone" and all(s.leaving != "gone" for s in record.seats):
                pausing.resume(record, self._now)
            text = words("{who} stays.", who=who(user))
            consent.note(record, "stays", user, self._now, text)
            return [Amend(panels.offer_closed(text), f"offer{seat}")]

        await self.service.change(match, change)
        return words("You stay. The offer is off.")

    # ---- helpers ----
    @property
    def _now(self) -> float:
        return self.service.clock()

    def _own(self, record: MatchRecord, user: int) -> int:
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours(words("You have no seat in this match."))
        self._playing(record)
        return seat

    def _playing(self, record: MatchRecord) -> None:
        if record.stage != "playing":
            raise Sorry(words("That is for matches that are being played."))


