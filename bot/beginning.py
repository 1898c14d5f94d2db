"""Before the first turn: making a match, sitting down, choosing an army, getting ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from bot import languages, play
from bot.errors import NotYours, Sorry
from bot.games import Game
from bot.panels import lobby, prompt
from bot.panels.facts import Facts, pace, who
from bot.panels.post import Post
from bot.records import Amend, CloseThread, Errand, MatchRecord, OpenThread, PlaceRecord, Say, SeatRecord
from engine.core import chance
from engine.core.match import Match
from engine.core.refusal import BadSetup, Refusal
from engine.core.text import Part, Text, listed, say, words

if TYPE_CHECKING:
    from bot.service import Changed, Service


class Beginning:
    """A match up to its first question. Everything raises Sorry in words, with nothing changed."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def create(
        self, draft: lobby.Draft, host: int, guild: int, channel: int, interaction: int, order: Sequence[int] = (),
        pairing: tuple[int, int, int] | None = None,
    ) -> Facts:
        """A new match with its invitation. The same interaction creates one match, however often it arrives. ``order``: who
        sits where, if that is known. ``pairing``: it is that one's of a league (its number, round and number in the round),
        whose members need not accept; raises Conflict if that has a match."""
        game = self.service.games.get(draft.game)
        if game is None or draft.players not in game.players:
            raise Sorry(words("That game is not on offer any more. Please start again: `/match new`."))
        try:
            places = game.places(draft.battlefield, draft.players)
        except KeyError:
            raise Sorry(words("That battlefield is not on offer any more. Please start again: `/match new`.")) from None
        if not guild:
            raise Sorry(words("Start matches in a channel of your server: there is nobody to join here."))
        if host in draft.rivals:
            raise Sorry(words("You cannot play against yourself."))
        people = [rival for rival in draft.rivals if rival != self.service.builtin_user]
        if len(draft.rivals) >= draft.players or len(set(people)) < len(people):
            form = "This is a match for {players}: you can invite {n} others."
            raise Sorry(words(form, players=draft.players, n=draft.players - 1))
        if pairing is None:
            await self.service.gathering.may_begin(host, guild)
        language = (await self.service.keeper.guild(guild)).language
        seats = [SeatRecord(user) for user in order or (host, *draft.rivals)]
        seats += [SeatRecord() for _ in range(draft.players - len(seats))]
        record = MatchRecord(
            id=0, version=1, stage="open", guild=guild, channel=channel, thread=0, host=host, game=game.name,
            battlefield=draft.battlefield, pace=pace(draft.pace).id, policy=draft.policy, seats=seats,
            created=self.service.clock(), options=draft.agreed(game), language=language,
            places=[PlaceRecord(place.team, place.side, place.name) for place in places],
            league=pairing[0] if pairing else 0,
        )  # fmt: skip
        for seat in seats:
            seat.acted = pairing is not None or self.service.is_builtin(seat)
        self._pick_armies(record, game)
        seated = self._seated(record)
        if seated:  # at once: nobody is left to accept
            self._to_armies(record)

        def invite(made: MatchRecord) -> list[Errand]:
            with languages.speaking(made.language):
                first = Say(lobby.invitation(self.service.facts(made)), "invitation")
                return [first, *self._to_armies(made)[1:]] if seated else [first]

        due = [] if seated else self.service.gathering.reminders(record)
        if pairing is not None:
            due = self.service.leagues.reminders(record)
        record, _ = await self.service.keeper.create(record, interaction, invite, pairing, due)
        await self.service.gathering.touched(record)
        self.service.changed()
        return self.service.facts(record)

    def _pick_armies(self, record: MatchRecord, game: Game) -> None:
        """Different recommended armies for everybody, as far as there are enough."""
        builds = game.builds()
        for n, seat in enumerate(record.seats):
            if not seat.army and builds:
                seat.army = dict(builds[n % len(builds)].army)

    def _seated(self, record: MatchRecord) -> bool:
        """Whether nobody has to accept any more."""
        return all(seat.user and self.has_accepted(record, seat) for seat in record.seats)

    def _needs_no_asking(self, record: MatchRecord, seat: SeatRecord) -> bool:
        return bool(seat.user) and seat.user in (record.host, self.service.builtin_user)

    async def join(self, match: int, user: int, team: int | None = None) -> Facts:
        """Take the seat one is invited to, or an open one; of that ``team`` if one is named, and another one as long as the
        match waits for players. Whoever has a seat already keeps it otherwise."""
        spoken = languages.language()
        found = await self.service.record(match)
        if found.stage == "open" and not self.service.gathering.sits(found, user):
            await self.service.gathering.may_sit(user, found.guild)

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage == "cancelled":
                raise Sorry(words("This match was called off."))
            seat = record.seat_of(user)
            accepted = seat is not None and (user == record.host or record.seats[seat].acted)
            if record.stage != "open":
                raise Sorry(
                    words("This match has begun without you; all seats are taken.")
                    if seat is None
                    else words("You have a seat in this match already.")
                )
            if seat is not None and accepted and team in (None, record.place(seat).team):
                raise Sorry(words("You have a seat in this match already."))
            seat = self._take_seat(record, seat, team)
            record.seats[seat].user = user
            record.seats[seat].language = spoken
            record.seats[seat].acted = True  # accepted
            if self._seated(record):
                return self._to_armies(record)
            return [Amend(lobby.invitation(self.service.facts(record)), "invitation")]

        return self.service.facts(await self.service.change(match, change))

    async def fill(self, match: int, user: int) -> Facts:
        """The built-in player takes every open seat; the match's host may ask for that."""

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage != "open":
                raise Sorry(words("No seat is open any more."))
            if user != record.host:
                form = "Only {player}, who started this match, can let the bot play."
                raise NotYours(words(form, player=who(record.host)))
            for seat in record.seats:
                if not seat.user:
                    seat.user, seat.acted = self.service.builtin_user, True
            if self._seated(record):
                return self._to_armies(record)
            return [Amend(lobby.invitation(self.service.facts(record)), "invitation")]

        return self.service.facts(await self.service.change(match, change))

    def _take_seat(self, record: MatchRecord, seat: int | None, team: int | None) -> int:
        """The seat to sit down on: of that team (None: any). ``seat``: the one that is one's own already. Seats kept for
        people who have not answered yet may move to the other team; nobody who has a seat is moved."""
        seats = record.seats
        free = [n for n, each in enumerate(seats) if not each.user]
        if team is None:
            if seat is None and not free:
                raise Sorry(words("All seats are taken or kept for those who are invited."))
            return seat if seat is not None else free[0]
        wanted = [n for n in range(len(seats)) if record.place(n).team == team]
        wanted.sort(key=lambda n: str(record.place(n).name))
        if seat in wanted:
            assert seat is not None
            return seat
        other = next((n for n in wanted if n in free), None)
        kept = [n for n in wanted if seats[n].user and not self.has_accepted(record, seats[n])]
        if other is None and kept and (seat is not None or free):
            other = kept[0]
        if other is None:
            if seat is None and not free:
                raise Sorry(words("All seats are taken or kept for those who are invited."))
            if not wanted:
                raise Sorry(words("There is no such team."))
            sides = {str(record.place(n).side): record.place(n).side for n in free if record.place(n).side}
            form = "Team {side} is full. There is room with {others}." if sides else "Team {side} is full."
            raise Sorry(words(form, side=record.place(wanted[0]).side, others=listed(list(sides.values()))))
        away = seat if seat is not None else free[0] if seats[other].user else other
        seats[other], seats[away] = seats[away], seats[other]
        return other

    def has_accepted(self, record: MatchRecord, seat: SeatRecord) -> bool:
        return seat.acted or self._needs_no_asking(record, seat)

    def _to_armies(self, record: MatchRecord) -> list[Errand]:
        record.stage = "armies"
        for seat in record.seats:
            seat.acted = False
            seat.ready = self.service.is_builtin(seat)
        facts = self.service.facts(record)
        return [
            Amend(lobby.invitation(facts), "invitation"),
            OpenThread(f"Match {record.id}: {facts.title}"),
            Say(lobby.armies(facts), "armies"),
        ]

    async def decline(self, match: int, user: int) -> Facts:
        """Turn an invitation down, or give a seat up before the first turn: it is open to others then."""

        def change(record: MatchRecord) -> list[Errand]:
            seat = record.seat_of(user)
            if seat is None:
                raise NotYours(words("You are not invited to this match, so there is nothing to decline."))
            if record.stage not in ("open", "armies"):
                raise Sorry(words("The match has begun. To give up: `/match resign`."))
            if user == record.host:
                raise Sorry(words("You started this match. To call it off press **Call off**, or `/match leave`."))
            if record.league:
                raise Sorry(words("This match belongs to a league. To leave the whole league: `/league leave`."))
            record.seats[seat] = SeatRecord(army=record.seats[seat].army)
            errands: list[Errand] = []
            if record.stage == "armies":
                record.stage = "open"
                for each in record.seats:
                    each.acted = bool(each.user)  # those who stay need not accept again
                form = "{player} has left, so a seat is open again: see the invitation above this thread."
                errands.append(Say(Post(say(form, player=who(user)))))
            return [*errands, Amend(lobby.invitation(self.service.facts(record)), "invitation")]

        return self.service.facts(await self.service.change(match, change))

    async def leave(self, match: int, user: int) -> str:
        """Leave, or call off one's own match. Returns what that meant, in words."""
        record = await self.service.record(match)
        if record.host == user:
            await self.cancel(match, user)
            return say("Match {match} is called off.", match=match)
        await self.decline(match, user)
        return say("You have left match {match}.", match=match)

    async def cancel(self, match: int, user: int) -> Facts:
        def change(record: MatchRecord) -> list[Errand]:
            if record.stage == "cancelled":
                raise Sorry(words("This match was called off already."))
            if record.stage not in ("open", "armies"):
                raise Sorry(words("The match has begun. To give up: `/match resign`."))
            if user != record.host:
                raise NotYours(words("Only {player}, who started this match, can call it off.", player=who(record.host)))
            in_thread = record.stage == "armies"
            record.stage = "cancelled"
            errands: list[Errand] = [Amend(lobby.invitation(self.service.facts(record)), "invitation")]
            if in_thread:
                errands.append(Amend(lobby.armies(self.service.facts(record)), "armies"))
                errands += [Say(Post(say("{player} has called the match off.", player=who(user)))), CloseThread()]
            return errands

        return self.service.facts(await self.service.change(match, change))

    async def army(self, match: int, user: int) -> tuple[MatchRecord, int]:
        """The match in which the user may still choose an army, and their seat."""
        record = await self.service.record(match)
        seat = self.service.own_seat(record, user)
        self._may_choose(record)
        return record, seat

    def _may_choose(self, record: MatchRecord) -> None:
        if record.stage == "cancelled":
            raise Sorry(words("This match was called off."))
        if record.stage not in ("open", "armies"):
            raise Sorry(words("The match has begun with the armies that were chosen."))

    async def change_army(
        self, match: int, user: int, edit: Callable[[Game, dict[str, Any]], dict[str, Any]]
    ) -> MatchRecord:
        """Make one's army what ``edit`` makes of it; it need not be legal until one is ready."""

        def change(record: MatchRecord) -> list[Errand]:
            seat = self.service.own_seat(record, user)
            self._may_choose(record)
            army = edit(self.service.game(record), dict(record.seats[seat].army))
            if army == record.seats[seat].army:
                return []
            record.seats[seat].army = army
            if not record.seats[seat].ready:
                return []
            record.seats[seat].ready = False
            return [Amend(lobby.armies(self.service.facts(record)), "armies")]

        return await self.service.change(match, change)

    async def ready(self, match: int, user: int) -> Facts:
        """One's army stands. When it was the last, the match begins."""
        seed, spoken = self.service.new_seed(), languages.language()

        def change(record: MatchRecord) -> list[Errand] | Changed:
            seat = self.service.own_seat(record, user)
            if record.stage == "open":
                raise Sorry(words("The match begins when all seats are taken. Your army is kept until then."))
            if record.stage != "armies":
                raise Sorry(words("The match has begun already."))
            faults = self.service.game(record).check_army(record.seats[seat].army, record.options)
            if faults:
                raise Sorry(words("This army cannot be played yet:\n{faults}", faults=_lines(faults)))
            record.seats[seat].ready = True
            record.seats[seat].language = spoken
            if not all(each.ready for each in record.seats):
                return [Amend(lobby.armies(self.service.facts(record)), "armies")]
            return self._begin(record, seed)

        return self.service.facts(await self.service.change(match, change))

    def _begin(self, record: MatchRecord, seed: bytes) -> Changed:
        """The first snapshot, the opening post, everybody's hand, the first prompt; what the bot answers at once."""
        from bot.service import Changed

        game = self.service.game(record)
        try:
            setup = game.setup(record.battlefield, [seat.army for seat in record.seats], record.options)
            match = Match.begin(game.rules, setup, seed)
        except BadSetup as bad:
            raise Sorry(words("The match cannot begin:\n{faults}", faults=_lines(bad.reasons))) from None
        opening = list(match.events)
        record.stage, record.seed, record.digest = "playing", seed.hex(), chance.commitment(seed)
        record.opening = msgspec.json.encode(opening)
        played = play.begin_builtin(match, self.service.builtin_seats(record))
        facts = self.service.facts(record)
        errands: list[Errand] = [
            Amend(lobby.armies(facts), "armies"),
            Say(prompt.opening(facts, match.view(None), play.lines(opening, None))),
        ]
        errands += self.service.turns.after(record, match, played, actor=None)
        for seat, each in enumerate(record.seats):
            if each.user != self.service.builtin_user and seat not in played.after and not played.over:
                errands += self.service.turns.hand_by_dm(record, match, seat, words("The match has begun."))
        return Changed(errands, played.answered)

    async def rematch(self, match: int, user: int, interaction: int) -> Facts:
        """The same again, everybody where they sat, with the one who asks as its host."""
        record = await self.service.record(match)
        self.service.own_seat(record, user)
        order = [seat.user for seat in record.seats]
        if min(order) < 0:
            raise Sorry(words("Somebody who played in this match has had their data deleted. Start anew: `/match new`."))
        rivals = tuple(other for other in order if other != user)
        draft = lobby.Draft(record.game, record.battlefield, record.pace, record.policy, rivals, len(order))
        draft = draft.with_options(self.service.game(record), record.options)
        return await self.create(draft, user, record.guild, record.channel, interaction, order)


def _lines(faults: Sequence[Refusal]) -> Text:
    """One line a fault, fifteen at most."""
    parts: dict[str, Part] = {}
    for n, fault in enumerate(faults[:15]):
        parts |= {f"text{n}": fault.text, f"rule{n}": f" ({fault.rule})" if fault.rule else ""}
    return Text("\n".join(f"• {{text{n}}}{{rule{n}}}" for n in range(len(parts) // 2)), parts)
