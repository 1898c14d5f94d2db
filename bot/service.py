"""Everything that can be done to a match, without Discord. One accepted move is one transaction; nothing is said before.

People are Discord's numbers. Callers get :class:`Look`, :class:`Receipt` and posts: made of views, never of a state.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from bot import games as shelf
from bot import play
from bot.errors import NotYours, Sorry, Stale
from bot.games import Game
from bot.keeping import AlreadyDone, Conflict, Keeper
from bot.panels import choices, lobby, private, prompt
from bot.panels.facts import Facts, pace, when, who
from bot.panels.ids import means
from bot.panels.post import Post
from bot.play import Played
from bot.records import (
    KINDS,
    NOTES,
    Amend,
    CloseThread,
    Due,
    Errand,
    MatchRecord,
    Note,
    OpenThread,
    PlaceRecord,
    Retime,
    Said,
    Say,
    SeatRecord,
    Whisper,
)
from engine import record as files
from engine.core import chance
from engine.core.events import Event
from engine.core.match import Match
from engine.core.refusal import BadSetup
from engine.core.views import View

T = TypeVar("T")

VIEWS = 256  # views kept, newest first: autocomplete asks for the same one again and again
EDITABLE = 3600.0  # seconds after which Discord makes edits of a message expensive: then a new post is sent
TRIES = 4  # how often a change is tried again because somebody else's came first
OPEN_MATCHES = 20  # that one person may have waiting for players
LONGEST_WORD = 1500  # characters of what one tells one's team mates at a time
TALK = 30  # so many of these are kept for each match


class Look(msgspec.Struct, frozen=True):
    """A match through somebody's eyes. ``seat`` None: a spectator. ``view`` None: not begun."""

    facts: Facts
    seat: int | None
    view: View | None
    asked_since: int | None = None

    @property
    def seen(self) -> View:
        """The view. Raises Sorry before the match has begun."""
        if self.view is None:
            raise Sorry(prompt.status(self.facts, None))
        return self.view


class Receipt(msgspec.Struct, frozen=True):
    """What an answer did: ``told`` in words, as its giver may know it, and how the match looks to them now."""

    look: Look
    told: list[str]
    notice: str = ""


class Service:
    """``clock`` gives seconds since the epoch. ``changed`` is called after each commit, for delivery and deadlines."""

    def __init__(
        self,
        keeper: Keeper,
        games: Mapping[str, Game],
        clock: Callable[[], float],
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(chance.SEED_BYTES),
    ) -> None:
        self.keeper = keeper
        self.games = games
        self.clock = clock
        self.new_seed = new_seed
        self.builtin_user = 0  # the bot's own account: whoever invites it plays against the built-in player
        self.changed: Callable[[], None] = lambda: None
        self._locks: dict[int, asyncio.Lock] = {}
        self._waiting: dict[int, int] = {}
        self._views: OrderedDict[tuple[int, int, int | None], View] = OrderedDict()
        self._engine = ThreadPoolExecutor(1, thread_name_prefix="engine")  # the loop stays free to acknowledge

    def close(self) -> None:
        self._engine.shutdown(wait=True)

    async def _think(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._engine, work)

    # ---- looking ----
    def game(self, record: MatchRecord) -> Game:
        try:
            return self.games[record.game]
        except KeyError:
            raise Sorry(f"This bot does not know the game “{record.game}” any more.") from None

    def facts(self, record: MatchRecord) -> Facts:
        game = self.game(record)
        field = dict(game.battlefields(len(record.seats))).get(record.battlefield, record.battlefield)
        begun = record.stage in ("playing", "over")
        armies = [str(game.army_summary(seat.army, record.options)) if begun and seat.army else "" for seat in record.seats]
        agreed = [option.said(record.options[option.id]) for option in game.options() if option.id in record.options]
        return record.facts(game.title, field, armies, agreed)

    async def record(self, match: int) -> MatchRecord:
        found = await self.keeper.match(match)
        if found is None:
            raise Sorry(f"There is no match {match}. `/match status` lists yours.")
        return found

    async def look(self, match: int, user: int | None) -> Look:
        """The match as that user may know it (None, or somebody who does not play: as a spectator)."""
        return await self._look(await self.record(match), user)

    async def _look(self, record: MatchRecord, user: int | None) -> Look:
        seat = record.seat_of(user) if user else None
        view = await self.view(record, seat) if record.stored is not None else None
        since = record.seats[seat].asked_since if seat is not None else None
        return Look(self.facts(record), seat, view, since)

    async def view(self, record: MatchRecord, seat: int | None) -> View:
        key = (record.id, record.version, seat)
        if key in self._views:
            self._views.move_to_end(key)
            return self._views[key]
        view = await self._think(lambda: self._load(record).view(seat))
        self._keep_view(key, view)
        return view

    def _keep_view(self, key: tuple[int, int, int | None], view: View) -> None:
        self._views[key] = view
        while len(self._views) > VIEWS:
            self._views.popitem(last=False)

    def _load(self, record: MatchRecord) -> Match[Any]:
        assert record.stored is not None
        return play.load(self.game(record), bytes.fromhex(record.seed), record.stored)

    async def matches_of(self, user: int) -> list[Facts]:
        """Matches that are not over, newest first."""
        return [self.facts(record) for record in await self.keeper.matches_of(user)]

    async def match_in(self, channel: int) -> int | None:
        """The match whose thread that is, or the only one played in the channel itself."""
        return await self.keeper.match_in(channel)

    # ---- before the first turn ----
    async def create(
        self, draft: lobby.Draft, host: int, guild: int, channel: int, interaction: int, order: Sequence[int] = ()
    ) -> Facts:
        """A new match with its invitation. The same interaction creates one match, however often it arrives. ``order``: who
        sits where, if that is known."""
        game = self.games.get(draft.game)
        if game is None or draft.players not in game.players:
            raise Sorry("That game is not on offer any more. Please start again: `/match new`.")
        try:
            places = game.places(draft.battlefield, draft.players)
        except KeyError:
            raise Sorry("That battlefield is not on offer any more. Please start again: `/match new`.") from None
        if not guild:
            raise Sorry("Start matches in a channel of your server: there is nobody to join here.")
        if host in draft.rivals:
            raise Sorry("You cannot play against yourself.")
        people = [rival for rival in draft.rivals if rival != self.builtin_user]
        if len(draft.rivals) >= draft.players or len(set(people)) < len(people):
            raise Sorry(f"This is a match for {draft.players}: you can invite {draft.players - 1} others.")
        if len(await self.keeper.open_matches(host)) >= OPEN_MATCHES:
            raise Sorry(f"You have {OPEN_MATCHES} matches waiting for players. Call one off first: `/match leave`.")
        seats = [SeatRecord(user) for user in order or (host, *draft.rivals)]
        seats += [SeatRecord() for _ in range(draft.players - len(seats))]
        record = MatchRecord(
            id=0, version=1, stage="open", guild=guild, channel=channel, thread=0, host=host, game=game.name,
            battlefield=draft.battlefield, pace=pace(draft.pace).id, policy=draft.policy, seats=seats,
            created=self.clock(), options=draft.agreed(game),
            places=[PlaceRecord(place.team, str(place.side), str(place.name)) for place in places],
        )  # fmt: skip
        for seat in seats:
            seat.acted = self._is_builtin(seat)
        self._pick_armies(record, game)

        def invite(made: MatchRecord) -> list[Errand]:
            return [Say(lobby.invitation(self.facts(made)), "invitation")]

        record, fresh = await self.keeper.create(record, interaction, invite)
        if fresh and self._seated(record):
            record = await self._change(record.id, self._to_armies)
        self.changed()
        return self.facts(record)

    def _pick_armies(self, record: MatchRecord, game: Game) -> None:
        """Different recommended armies for everybody, as far as there are enough."""
        builds = game.builds()
        for n, seat in enumerate(record.seats):
            if not seat.army and builds:
                seat.army = dict(builds[n % len(builds)].army)

    def _seated(self, record: MatchRecord) -> bool:
        """Whether nobody has to accept any more."""
        return all(seat.user and self._has_accepted(record, seat) for seat in record.seats)

    def _needs_no_asking(self, record: MatchRecord, seat: SeatRecord) -> bool:
        return bool(seat.user) and seat.user in (record.host, self.builtin_user)

    async def join(self, match: int, user: int, team: int | None = None) -> Facts:
        """Take the seat one is invited to, or an open one; of that ``team`` if one is named, and another one as long as the
        match waits for players. Whoever has a seat already keeps it otherwise."""

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage == "cancelled":
                raise Sorry("This match was called off.")
            seat = record.seat_of(user)
            accepted = seat is not None and (user == record.host or record.seats[seat].acted)
            if record.stage != "open":
                raise Sorry(
                    "This match has begun without you; all seats are taken."
                    if seat is None
                    else "You have a seat in this match already."
                )
            if seat is not None and accepted and team in (None, record.place(seat).team):
                raise Sorry("You have a seat in this match already.")
            seat = self._take_seat(record, seat, team)
            record.seats[seat].user = user
            record.seats[seat].acted = True  # accepted
            if self._seated(record):
                return self._to_armies(record)
            return [Amend(lobby.invitation(self.facts(record)), "invitation")]

        return self.facts(await self._change(match, change))

    async def fill(self, match: int, user: int) -> Facts:
        """The built-in player takes every open seat; the match's host may ask for that."""

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage != "open":
                raise Sorry("No seat is open any more.")
            if user != record.host:
                raise NotYours(f"Only {who(record.host)}, who started this match, can let the bot play.")
            for seat in record.seats:
                if not seat.user:
                    seat.user, seat.acted = self.builtin_user, True
            if self._seated(record):
                return self._to_armies(record)
            return [Amend(lobby.invitation(self.facts(record)), "invitation")]

        return self.facts(await self._change(match, change))

    def _take_seat(self, record: MatchRecord, seat: int | None, team: int | None) -> int:
        """The seat to sit down on: of that team (None: any). ``seat``: the one that is one's own already. Seats kept for
        people who have not answered yet may move to the other team; nobody who has a seat is moved."""
        seats = record.seats
        free = [n for n, each in enumerate(seats) if not each.user]
        if team is None:
            if seat is None and not free:
                raise Sorry("All seats are taken or kept for those who are invited.")
            return seat if seat is not None else free[0]
        wanted = [n for n in range(len(seats)) if record.place(n).team == team]
        wanted.sort(key=lambda n: record.place(n).name)
        if seat in wanted:
            assert seat is not None
            return seat
        other = next((n for n in wanted if n in free), None)
        kept = [n for n in wanted if seats[n].user and not self._has_accepted(record, seats[n])]
        if other is None and kept and (seat is not None or free):
            other = kept[0]
        if other is None:
            if seat is None and not free:
                raise Sorry("All seats are taken or kept for those who are invited.")
            sides = {record.place(n).side for n in free if record.place(n).side}
            there = f" There is room with {' and '.join(sorted(sides))}." if sides else ""
            raise Sorry(f"Team {record.place(wanted[0]).side} is full." + there if wanted else "There is no such team.")
        away = seat if seat is not None else free[0] if seats[other].user else other
        seats[other], seats[away] = seats[away], seats[other]
        return other

    def _has_accepted(self, record: MatchRecord, seat: SeatRecord) -> bool:
        return seat.acted or self._needs_no_asking(record, seat)

    def _to_armies(self, record: MatchRecord) -> list[Errand]:
        record.stage = "armies"
        for seat in record.seats:
            seat.acted = False
            seat.ready = self._is_builtin(seat)
        facts = self.facts(record)
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
                raise NotYours("You are not invited to this match, so there is nothing to decline.")
            if record.stage not in ("open", "armies"):
                raise Sorry("The match has begun. To give up: `/match resign`.")
            if user == record.host:
                raise Sorry("You started this match. To call it off press **Call off**, or `/match leave`.")
            record.seats[seat] = SeatRecord(army=record.seats[seat].army)
            errands: list[Errand] = []
            if record.stage == "armies":
                record.stage = "open"
                for each in record.seats:
                    each.acted = bool(each.user)  # those who stay need not accept again
                text = f"{who(user)} has left, so a seat is open again: see the invitation above this thread."
                errands.append(Say(Post(text)))
            return [*errands, Amend(lobby.invitation(self.facts(record)), "invitation")]

        return self.facts(await self._change(match, change))

    async def leave(self, match: int, user: int) -> str:
        """Leave, or call off one's own match. Returns what that meant, in words."""
        record = await self.record(match)
        if record.host == user:
            await self.cancel(match, user)
            return f"Match {match} is called off."
        await self.decline(match, user)
        return f"You have left match {match}."

    async def cancel(self, match: int, user: int) -> Facts:
        def change(record: MatchRecord) -> list[Errand]:
            if record.stage == "cancelled":
                raise Sorry("This match was called off already.")
            if record.stage not in ("open", "armies"):
                raise Sorry("The match has begun. To give up: `/match resign`.")
            if user != record.host:
                raise NotYours(f"Only {who(record.host)}, who started this match, can call it off.")
            in_thread = record.stage == "armies"
            record.stage = "cancelled"
            errands: list[Errand] = [Amend(lobby.invitation(self.facts(record)), "invitation")]
            if in_thread:
                errands.append(Amend(lobby.armies(self.facts(record)), "armies"))
                errands += [Say(Post(f"{who(user)} has called the match off.")), CloseThread()]
            return errands

        return self.facts(await self._change(match, change))

    async def army(self, match: int, user: int) -> tuple[MatchRecord, int]:
        """The match in which the user may still choose an army, and their seat."""
        record = await self.record(match)
        seat = self._own_seat(record, user)
        self._may_choose(record)
        return record, seat

    def _may_choose(self, record: MatchRecord) -> None:
        if record.stage == "cancelled":
            raise Sorry("This match was called off.")
        if record.stage not in ("open", "armies"):
            raise Sorry("The match has begun with the armies that were chosen.")

    def _own_seat(self, record: MatchRecord, user: int) -> int:
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours("You have no seat in this match.")
        return seat

    async def change_army(
        self, match: int, user: int, edit: Callable[[Game, dict[str, Any]], dict[str, Any]]
    ) -> MatchRecord:
        """Make one's army what ``edit`` makes of it; it need not be legal until one is ready."""

        def change(record: MatchRecord) -> list[Errand]:
            seat = self._own_seat(record, user)
            self._may_choose(record)
            army = edit(self.game(record), dict(record.seats[seat].army))
            if army == record.seats[seat].army:
                return []
            record.seats[seat].army = army
            if not record.seats[seat].ready:
                return []
            record.seats[seat].ready = False
            return [Amend(lobby.armies(self.facts(record)), "armies")]

        return await self._change(match, change)

    async def ready(self, match: int, user: int) -> Facts:
        """One's army stands. When it was the last, the match begins."""
        seed = self.new_seed()

        def change(record: MatchRecord) -> list[Errand]:
            seat = self._own_seat(record, user)
            if record.stage == "open":
                raise Sorry("The match begins when all seats are taken. Your army is kept until then.")
            if record.stage != "armies":
                raise Sorry("The match has begun already.")
            faults = self.game(record).check_army(record.seats[seat].army, record.options)
            if faults:
                raise Sorry("This army cannot be played yet:\n" + "\n".join(f"• {fault}" for fault in faults[:15]))
            record.seats[seat].ready = True
            if not all(each.ready for each in record.seats):
                return [Amend(lobby.armies(self.facts(record)), "armies")]
            return self._begin(record, seed)

        return self.facts(await self._change(match, change))

    def _begin(self, record: MatchRecord, seed: bytes) -> list[Errand]:
        """The first snapshot, the opening post, everybody's hand, the first prompt."""
        game = self.game(record)
        try:
            setup = game.setup(record.battlefield, [seat.army for seat in record.seats], record.options)
            match = Match.begin(game.rules, setup, seed)
        except BadSetup as bad:
            raise Sorry("The match cannot begin:\n" + "\n".join(f"• {reason}" for reason in bad.reasons[:15])) from None
        opening = list(match.events)
        record.stage, record.seed, record.digest = "playing", seed.hex(), chance.commitment(seed)
        record.opening = msgspec.json.encode(opening)
        played = play.begin_builtin(match, self._builtin_seats(record))
        facts = self.facts(record)
        errands: list[Errand] = [
            Amend(lobby.armies(facts), "armies"),
            Say(prompt.opening(facts, match.view(None), play.lines(opening, None))),
        ]
        errands += self._after(record, match, played, actor=None)
        for seat, each in enumerate(record.seats):
            if each.user != self.builtin_user and seat not in played.after and not played.over:
                errands += self._hand_by_dm(record, match, seat, "The match has begun.")
        return errands

    def _builtin_seats(self, record: MatchRecord) -> list[int]:
        return [n for n, seat in enumerate(record.seats) if self._is_builtin(seat)]

    def _is_builtin(self, seat: SeatRecord) -> bool:
        return bool(self.builtin_user) and seat.user == self.builtin_user

    # ---- playing ----
    async def act(self, match: int, user: int, keys: Sequence[str], interaction: int, version: int | None = None) -> Receipt:
        """Give answers in order, all or none. ``version``: the match's when the panel was made (None: typed now).

        The interaction's id makes it happen once. Raises Sorry (with the rule) or Stale; nothing has changed then.
        """

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            seat = self._own_seat(record, user)
            since = record.seats[seat].asked_since
            if version is not None and (since is None or version < since):
                raise Stale("That was for an earlier moment of the match.")
            return play.answer(game, seat, keys, self._builtin_seats(record))

        return await self._play(match, user, interaction, work)

    async def undo(self, match: int, user: int, interaction: int) -> Receipt:
        def work(record: MatchRecord, game: Match[Any]) -> Played:
            return play.undo(game, self._own_seat(record, user))

        return await self._play(match, user, interaction, work)

    async def resign(self, match: int, user: int, interaction: int, notice: str = "") -> Receipt:
        def work(record: MatchRecord, game: Match[Any]) -> Played:
            return play.resign(self.game(record), game, self._own_seat(record, user), self._builtin_seats(record))

        return await self._play(match, user, interaction, work, notice or f"{who(user)} has given up.")

    async def move_for(self, match: int, seat: int, version: int, notice: str) -> None:
        """A built-in player moves for somebody whose time has run out. Nothing happens if they have moved meanwhile."""

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            if record.seats[seat].asked_since != version:
                raise Stale("They have moved.")
            return play.answer_for(game, seat, self._builtin_seats(record))

        await self._play(match, None, 0, work, notice)

    async def lose_for(self, match: int, seat: int, version: int, notice: str) -> None:
        """Somebody whose time has run out loses. Nothing happens if they have moved meanwhile."""

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            if record.seats[seat].asked_since != version:
                raise Stale("They have moved.")
            return play.resign(self.game(record), game, seat, self._builtin_seats(record))

        await self._play(match, None, 0, work, notice)

    async def extend(self, match: int, seat: int, version: int, deadline: float, notice: str) -> None:
        """More time for a seat, said once. Nothing happens if they have moved meanwhile."""

        def change(record: MatchRecord) -> list[Errand]:
            if record.stage != "playing" or record.seats[seat].asked_since != version:
                raise Stale("They have moved.")
            record.seats[seat].deadline = deadline
            return [Say(Post(f"{notice} New time: until {when(deadline)}."))]

        await self._change(match, change)

    async def _play(
        self,
        match: int,
        user: int | None,
        interaction: int,
        work: Callable[[MatchRecord, Match[Any]], Played],
        notice: str = "",
    ) -> Receipt:
        """Load, answer, commit with everything there is to say; try again if another change came first."""
        async with self._turn_of(match):
            for _ in range(TRIES):
                record = await self.record(match)
                if interaction and await self.keeper.seen(interaction):
                    return await self._again(match, user)
                if record.stage == "over":
                    raise Sorry("The match is over.")
                if record.stage != "playing":
                    raise Sorry(prompt.status(self.facts(record), None))
                actor = record.seat_of(user) if user else None

                expected, before = record.version, _times(record)

                def think(record: MatchRecord = record, actor: int | None = actor) -> tuple[Played, list[Errand], View]:
                    game = self._load(record)
                    played = work(record, game)
                    errands = self._after(record, game, played, actor, notice)
                    return played, errands, game.view(actor)

                played, errands, view = await self._think(think)
                retimes = self._retimes(record, before)
                try:
                    await self.keeper.save(record, expected, errands, retimes, played.answered, interaction, played.undone)
                except Conflict:
                    continue
                except AlreadyDone:
                    return await self._again(match, user)
                self._keep_view((record.id, record.version, actor), view)
                self.changed()
                told = [line for each in played.answered for line in play.lines(each.events, actor)]
                if played.undone:
                    told = ["Taken back."]
                since = record.seats[actor].asked_since if actor is not None else None
                return Receipt(Look(self.facts(record), actor, view, since), told, self._lost_words(record))
        raise Sorry("The match is very busy just now. Nothing has changed; please try again.")

    def _lost_words(self, record: MatchRecord) -> str:
        return ""

    async def _again(self, match: int, user: int | None) -> Receipt:
        """Discord has sent the same interaction twice."""
        return Receipt(await self.look(match, user), [], "That has been done already.")

    def _after(
        self, record: MatchRecord, match: Match[Any], played: Played, actor: int | None, notice: str = ""
    ) -> list[Errand]:
        """Bring the record up to date with what was played, and say what there is to say. Changes ``record`` only."""
        now = self.clock()
        record.version += 1
        record.stored = played.stored
        record.answers -= played.undone
        for seat, each in enumerate(record.seats):
            each.since = [note for note in each.since if note.answer <= record.answers]
            if seat != actor:
                each.since = [*each.since, *_notes(played, seat, record.answers)][-NOTES:]
        record.so_far = [note for note in record.so_far if note.answer <= record.answers]
        so_far = _notes(played, None, record.answers)
        for answered in played.answered:
            shelf.count_dice(answered.events, record.thrown)
        record.answers += len(played.answered)
        handed = [seat for seat in played.after if seat not in played.before or self._left_between(played, seat)]
        for seat, each in enumerate(record.seats):
            if seat not in played.after:
                if each.asked_since is not None or seat in played.before:
                    each.since = []
                each.asked_since, each.deadline, each.acted = None, None, False
            elif seat in handed:
                each.asked_since, each.acted = record.version, False
                each.deadline = self._deadline(record, now)
            elif seat == actor:
                each.asked_since, each.acted = record.version, True
        if played.over:
            record.stage = "over"
            return self._ending(record, match, [note.text for note in so_far], notice)
        facts = self.facts(record)
        view = match.view(None)
        if handed:
            return self._hand_off(record, match, view, facts, handed, notice, now)
        record.so_far = [*record.so_far, *so_far][-NOTES:]
        post = self._prompt_post(record, facts, view, list(played.after), ring=False, notice=notice)
        if now - record.prompt_at < EDITABLE and not notice:
            return [Amend(post, "prompt")]
        record.prompt_at = now
        return [Say(post, "prompt")]

    def _left_between(self, played: Played, seat: int) -> bool:
        """Whether a seat that is asked before and after was somebody else's to wait for in between."""
        gave = [each.seat for each in played.answered]
        return len(set(gave)) > 1 and gave[-1] != seat

    def _hand_off(
        self,
        record: MatchRecord,
        match: Match[Any],
        view: View,
        facts: Facts,
        handed: list[int],
        notice: str,
        now: float,
    ) -> list[Errand]:
        """The one public post of a hand-off, and each asked person's hand by DM."""
        record.so_far = []
        record.prompt_at = now
        post = self._prompt_post(record, facts, view, handed, ring=True, notice=notice)
        errands: list[Errand] = [Say(post, "prompt")]
        for seat in handed:
            errands += self._hand_by_dm(record, match, seat, "It is your turn.")
        return errands

    def _prompt_post(
        self, record: MatchRecord, facts: Facts, view: View, seats: list[int], *, ring: bool, notice: str
    ) -> Post:
        notes: list[Note] = []
        for seat in seats:
            notes += [note for note in record.seats[seat].since if not note.secret and note not in notes]
        told = [note.answer for note in (*notes, *record.so_far)]
        since, so_far = [note.text for note in notes], [note.text for note in record.so_far]
        return prompt.prompt(facts, view, since, so_far, ring, notice, min(told) - 1 if told else -1)

    def _hand_by_dm(self, record: MatchRecord, match: Match[Any], seat: int, why: str) -> list[Errand]:
        """A person's hand, in their own messages. The thread rings; this does not."""
        user = record.seats[seat].user
        if user == self.builtin_user:
            return []
        facts, view = self.facts(record), match.view(seat)
        where = f"<#{record.thread or record.channel}>"
        told = [note.text for note in record.seats[seat].since if note.secret]
        intro = f"**{why}** Match {record.id}, {where}" + "".join(f"\n• {line}" for line in told[-10:])
        return [Whisper(user, post, ring=False) for post in private.hand(facts, view, intro)]

    def _deadline(self, record: MatchRecord, now: float) -> float | None:
        seconds = pace(record.pace).seconds
        return now + seconds if seconds else None

    def _retimes(self, record: MatchRecord, before: list[tuple[float | None, bool]]) -> list[Retime]:
        """What changes among the due things. ``before``: each seat's deadline and whether it had acted. Reminders end when
        somebody has begun to move; the deadline stays until their turn is over."""
        seconds = pace(record.pace).seconds
        found: list[Retime] = []
        for seat, each in enumerate(record.seats):
            deadline = each.deadline if record.stage == "playing" and not self._is_builtin(each) else None
            was, had_acted = before[seat] if seat < len(before) else (None, False)
            if deadline == was:
                if each.acted and not had_acted:
                    found.append(Retime(seat, ("half", "late")))
                continue
            add: list[Due] = []
            if deadline is not None:
                add.append(Due(record.id, seat, "deadline", deadline))
                if not each.acted:
                    add.append(Due(record.id, seat, "half", deadline - seconds * 0.5))
                    add.append(Due(record.id, seat, "late", deadline - seconds * 0.2))
            found.append(Retime(seat, KINDS, tuple(add)))
        return found

    def _ending(self, record: MatchRecord, match: Match[Any], lines: list[str], notice: str) -> list[Errand]:
        facts, view = self.facts(record), match.view(None)
        lines = ([notice] if notice else []) + lines
        post = prompt.ending(facts, view, lines, shelf.luck(view, record.thrown), record.seed)
        return [Say(post, "ending"), CloseThread()]

    # ---- the rest ----
    def meant(self, look: Look, verb: str, subject: str, line: str) -> list[str]:
        """The keys that a typed target, destination or path means. Raises Sorry."""
        line = line.strip()
        if not line:
            raise Sorry("Nothing was written.")
        groups = choices.grouped(look.seen, verb)
        whole = next((each for each in groups if means(subject, each)), subject)
        options = [option for option in look.seen.options if option.verb == verb and option.subject == whole]
        wanted = line.casefold()
        for option in options:
            names = (str(option.label).casefold(), str(option.whole).casefold())
            if means(line, option.key) or wanted in names:
                return [option.key]
        partly = [option for option in options if wanted in str(option.label).casefold()]
        if len(partly) == 1:
            return [partly[0].key]
        game = self.games[look.seen.game]
        try:
            keys = game.walk_keys(look.seen, whole, line) if verb == "move" else []
        except ValueError as error:
            raise Sorry(f"“{line}” is not understood: {error}.") from None
        if keys:
            return keys
        refused = [each for each in look.seen.refused if each.verb == verb and wanted in str(each.label).casefold()]
        if refused:
            raise Sorry("\n".join(f"✗ {each.label}: {each.why}" for each in refused[:8]))
        raise Sorry(f"“{line}” is not among what you can do now. `/why` tells why something is not possible.")

    async def why(self, match: int, user: int, key: str) -> str:
        record = await self.record(match)
        seat = self._own_seat(record, user)
        if record.stored is None:
            raise Sorry(prompt.status(self.facts(record), None))

        def think() -> str:
            loaded = self._load(record)
            return str(loaded.why(seat, play.full_key(loaded, seat, key)))

        return await self._think(think)

    async def history(self, match: int, user: int | None) -> tuple[Look, list[str]]:
        """Everything that happened, in words, as far as the user may know it; after the end, everything."""
        record = await self.record(match)
        look = await self._look(record, user)
        everything = record.stage == "over"
        told: list[str] = []
        opening = msgspec.json.decode(record.opening, type=list[Event]) if record.opening else []
        for events in [opening, *[each.events for each in await self.keeper.answered(match)]]:
            for event in events:
                if event.text and (everything or event.known_to(look.seat)):
                    told.append(f"**{event.text}**" if event.kind == "turn" else f"• {event.text}")
        return look, told

    async def export(self, match: int, user: int) -> tuple[str, bytes, str]:
        """A file's name, content and words: all of a finished match, of a running one what the user may know."""
        record = await self.record(match)
        if record.stored is None:
            raise Sorry(prompt.status(self.facts(record), None))
        if record.stage != "over":
            look, told = await self.history(match, user)
            data = msgspec.json.encode({"match": match, "view": look.seen, "log": told})
            words = "What you may know of the match so far. The whole record, with the seed, is there when it is over."
            return f"match-{match}-so-far.json", msgspec.json.format(data, indent=1), words
        opening = msgspec.json.decode(record.opening, type=list[Event])
        answered = [files.Answered(each.seat, each.key, each.events) for each in await self.keeper.answered(match)]
        loaded = self._load(record)
        armies = msgspec.to_builtins([seat.army for seat in record.seats])
        whole = files.Record(
            files.FORMAT, record.game, loaded.rules.version, record.battlefield, armies, record.options, record.seed,
            record.digest, opening, answered, loaded.fingerprint,
        )  # fmt: skip
        words = f"The whole match. To check every die and shuffle: `python -m engine verify match-{match}.json`."
        return f"match-{match}.json", files.encode(whole), words

    async def rematch(self, match: int, user: int, interaction: int) -> Facts:
        """The same again, everybody where they sat, with the one who asks as its host."""
        record = await self.record(match)
        self._own_seat(record, user)
        order = [seat.user for seat in record.seats]
        rivals = tuple(other for other in order if other != user)
        draft = lobby.Draft(record.game, record.battlefield, record.pace, record.policy, rivals, len(order))
        draft = draft.with_options(self.game(record), record.options)
        return await self.create(draft, user, record.guild, record.channel, interaction, order)

    # ---- between team mates ----
    async def confer(self, match: int, user: int, text: str) -> list[int]:
        """Tell one's team mates something: by direct message, and to be read again by them alone. Returns who they are."""
        text = text.strip()
        if not text:
            raise Sorry("Nothing was written.")
        if len(text) > LONGEST_WORD:
            raise Sorry(f"That is too long: {len(text)} characters, where {LONGEST_WORD} fit.")
        told: list[int] = []

        def change(record: MatchRecord) -> list[Errand]:
            team = self._team(record, user)
            told[:] = [other for other in self._mates(record, user) if other != self.builtin_user]
            if not told:
                raise Sorry("Your team mate is the built-in player, who does not read.")
            record.talk = [*record.talk, Said(team, user, text)][-TALK:]
            where = f"<#{record.thread or record.channel}>"
            post = private.told_by_mate(self.facts(record), user, text, where)
            return [Whisper(other, post) for other in told]

        await self._change(match, change)
        return told

    async def conferred(self, match: int, user: int) -> tuple[Facts, list[tuple[int, str]]]:
        """What was said in one's team: by whom, and the words."""
        record = await self.record(match)
        team = self._team(record, user)
        return self.facts(record), [(said.user, said.text) for said in record.talk if said.team == team]

    def _team(self, record: MatchRecord, user: int) -> int:
        """The user's team. Raises Sorry for whoever has nobody to confer with."""
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours("You are not one of the players of this match; only team mates can confer.")
        if not record.mates(seat):
            raise Sorry("You play for yourself in this match: there is no team mate to confer with.")
        if record.stage in ("over", "cancelled"):
            raise Sorry("The match is over; talk in its thread.")
        if not self._mates(record, user):
            raise Sorry("Your team mate's seat is still open.")
        return record.place(seat).team

    def _mates(self, record: MatchRecord, user: int) -> list[int]:
        seat = record.seat_of(user)
        found = [record.seats[n] for n in record.mates(seat)] if seat is not None else []
        return [each.user for each in found if each.user and (record.stage != "open" or self._has_accepted(record, each))]

    async def stopped_asking(self, user: int) -> bool:
        return (await self.keeper.player(user)).stop_asking

    async def stop_asking(self, user: int) -> None:
        settings = await self.keeper.player(user)
        await self.keeper.save_player(user, msgspec.structs.replace(settings, stop_asking=True))

    # ---- inside ----
    async def _change(self, match: int, change: Callable[[MatchRecord], list[Errand]]) -> MatchRecord:
        """Change a match outside the rules: one transaction, again if another change came first."""
        async with self._turn_of(match):
            for _ in range(TRIES):
                record = await self.record(match)
                expected, before = record.version, _times(record)

                def work(record: MatchRecord = record) -> list[Errand]:
                    return change(record)

                errands = await self._think(work)
                if record.version == expected:
                    record.version += 1
                try:
                    await self.keeper.save(record, expected, errands, self._retimes(record, before))
                except Conflict:
                    continue
                self.changed()
                return record
        raise Sorry("The match is very busy just now. Nothing has changed; please try again.")

    def _turn_of(self, match: int) -> _Turn:
        return _Turn(self, match)


class _Turn:
    """One at a time for each match; the lock goes when nobody waits for it."""

    def __init__(self, service: Service, match: int) -> None:
        self.service, self.match = service, match

    async def __aenter__(self) -> None:
        waiting = self.service._waiting
        waiting[self.match] = waiting.get(self.match, 0) + 1
        await self.service._locks.setdefault(self.match, asyncio.Lock()).acquire()

    async def __aexit__(self, *error: object) -> None:
        self.service._locks[self.match].release()
        self.service._waiting[self.match] -= 1
        if not self.service._waiting[self.match]:
            del self.service._waiting[self.match], self.service._locks[self.match]


def _times(record: MatchRecord) -> list[tuple[float | None, bool]]:
    return [(seat.deadline, seat.acted) for seat in record.seats]


def _notes(played: Played, seat: int | None, answers: int) -> list[Note]:
    """What the answers told, as that seat (None: everybody) may know it; ``answers``: how many there were before."""
    return [
        Note(str(event.text), n, not event.known_to(None))
        for n, each in enumerate(played.answered, answers + 1)
        for event in each.events
        if event.text and event.known_to(seat)
    ]
