"""Everything that can be done to a match, without Discord. One accepted move is one transaction; nothing is said before.

People are Discord's numbers. Callers get :class:`Look`, :class:`Receipt` and posts: made of views, never of a state.
This module looks, plays and changes; what it does it for lies beside it, each in a class of its own that the service
holds: :mod:`bot.beginning`, :mod:`bot.turns`, :mod:`bot.history`, :mod:`bot.conferring`.
"""

from __future__ import annotations

import asyncio
import contextvars
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from bot import languages, play, results, since, timing
from bot.asking import Asking
from bot.beginning import Beginning
from bot.clocks import Clocks
from bot.conferring import Conferring
from bot.errors import NotYours, Sorry, Stale
from bot.fairness import Fairness
from bot.games import Game
from bot.gathering import Gathering
from bot.guilds import Guilds
from bot.history import History
from bot.hosting.privacy import Privacy
from bot.keeping import Alarm, AlreadyDone, Conflict, Keeper
from bot.leagues import Leagues
from bot.looks import Looks
from bot.orders import TIMEOUT, Orders
from bot.panels import community, prompt
from bot.panels.facts import Facts, who
from bot.play import Answered, Played
from bot.posters import Posters
from bot.ratings import RATER
from bot.reaching import Reaching
from bot.records import Due, Errand, MatchRecord, Retime, Say, SeatRecord
from bot.replacing import Replacing
from bot.rewinding import Rewinding
from bot.table import Table
from bot.turns import Turns
from bot.umpire import Umpire
from bot.upgrading import LOST, Upgrades
from engine.core import chance
from engine.core.looks import Reach, Sight
from engine.core.match import Match
from engine.core.text import Text, say, words
from engine.core.views import View
from storage.community import Rater, Result

T = TypeVar("T")

NO_UNDO = words("nothing is taken back alone")
LANGUAGES = 5000  # people whose choice is remembered
VIEWS = 256  # views kept, newest first: autocomplete asks for the same one again and again
TRIES = 4  # how often a change is tried again because somebody else's came first


class Look(msgspec.Struct, frozen=True):
    """A match through somebody's eyes. ``seat`` None: a spectator. ``view`` None: not begun. ``unseen``: what happened since
    their last turn, in lines, if it is theirs again and they have not begun it. ``about``: what was asked about the
    position, to be shown on the board."""

    facts: Facts
    seat: int | None
    view: View | None
    asked_since: int | None = None
    unseen: tuple[str, ...] = ()
    about: Reach | Sight | None = None

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


class Changed(msgspec.Struct, frozen=True):
    """What a change outside the rules comes to: what is to be said, and the log's new end. The record counts them too."""

    errands: list[Errand]
    answered: tuple[Answered, ...] = ()
    undone: int = 0


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
        # What is done when something falls due that is not about time to move: by the kind of the due thing.
        self.dues: dict[str, Callable[[Due, MatchRecord], Awaitable[None]]] = {}
        self.alarms: dict[str, Callable[[Alarm], Awaitable[None]]] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._waiting: dict[int, int] = {}
        self._views: OrderedDict[tuple[int, int, int | None], View] = OrderedDict()
        self._languages: OrderedDict[int, str] = OrderedDict()
        self._engine = ThreadPoolExecutor(1, thread_name_prefix="engine")  # the loop stays free to acknowledge
        self.beginning = Beginning(self)
        self.gathering = Gathering(self)
        self.leagues = Leagues(self)
        self.turns = Turns(self)
        self.clocks = Clocks(self)
        self.history = History(self)
        self.asking = Asking(self)
        self.posters = Posters(self)
        self.guilds = Guilds(keeper)
        self.looks = Looks(keeper)
        self.privacy = Privacy(self)
        self.conferring = Conferring(self)
        self.orders = Orders(self)
        self.table = Table(self)
        self.replacing = Replacing(self)
        self.rewinding = Rewinding(self)
        self.umpire = Umpire(self)
        self.fairness = Fairness(self)
        self.reaching = Reaching(self)
        self.upgrades = Upgrades(self)

    def close(self) -> None:
        self.history.close()
        self._engine.shutdown(wait=True)

    async def think(self, work: Callable[[], T]) -> T:
        """Work for the rules, in their thread; what is spoken here is spoken there."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._engine, context.run, work)

    def game(self, record: MatchRecord) -> Game:
        try:
            return self.games[record.game]
        except KeyError:
            raise Sorry(words("This bot does not know the game “{game}” any more.", game=record.game)) from None

    def facts(self, record: MatchRecord) -> Facts:
        game = self.game(record)
        field = dict(game.battlefields(len(record.seats))).get(record.battlefield, record.battlefield)
        begun = record.stage in ("playing", "over")
        armies = [str(game.army_summary(seat.army, record.options)) if begun and seat.army else "" for seat in record.seats]
        agreed = [str(option.said(record.options[option.id])) for option in game.options() if option.id in record.options]
        agreed += [] if record.undo else [str(NO_UNDO)]
        return record.facts(game.title, field, armies, agreed)

    async def record(self, match: int) -> MatchRecord:
        found = await self.keeper.match(match)
        if found is None:
            raise Sorry(words("There is no match {match}. `/match status` lists yours.", match=match))
        return found

    async def look(self, match: int, user: int | None) -> Look:
        """The match as that user may know it (None, or somebody who does not play: as a spectator)."""
        return await self.look_at(await self.record(match), user)

    async def look_at(self, record: MatchRecord, user: int | None) -> Look:
        seat = record.seat_of(user) if user else None
        view = await self.view(record, seat) if record.stored is not None else None
        if seat is None:
            return Look(self.facts(record), None, view)
        own = record.seats[seat]
        unseen = since.lines(own.since) if own.asked_since is not None and not own.acted else []
        return Look(self.facts(record), seat, view, own.asked_since, tuple(unseen))

    async def view(self, record: MatchRecord, seat: int | None) -> View:
        key = (record.id, record.version, seat)
        if key in self._views:
            self._views.move_to_end(key)
            return self._views[key]
        view = await self.think(lambda: self.load(record).view(seat))
        self._keep_view(key, view)
        return view

    def _keep_view(self, key: tuple[int, int, int | None], view: View) -> None:
        self._views[key] = view
        while len(self._views) > VIEWS:
            self._views.popitem(last=False)

    def load(self, record: MatchRecord) -> Match[Any]:
        assert record.stored is not None
        return play.load(self.game(record), bytes.fromhex(record.seed), record.stored)

    async def matches_of(self, user: int) -> list[Facts]:
        """Matches that are not over, newest first."""
        return [self.facts(record) for record in await self.keeper.matches_of(user)]

    async def match_in(self, channel: int) -> int | None:
        """The match whose thread that is, or the only one played in the channel itself."""
        return await self.keeper.match_in(channel)

    def own_seat(self, record: MatchRecord, user: int) -> int:
        seat = record.seat_of(user)
        if seat is None:
            raise NotYours(words("You have no seat in this match."))
        return seat

    def builtin_seats(self, record: MatchRecord) -> list[int]:
        return [n for n, seat in enumerate(record.seats) if self.is_builtin(seat)]

    def is_builtin(self, seat: SeatRecord) -> bool:
        return bool(self.builtin_user) and seat.user == self.builtin_user

    async def act(self, match: int, user: int, keys: Sequence[str], interaction: int, version: int | None = None) -> Receipt:
        """Give answers in order, all or none. ``version``: the match's when the panel was made (None: typed now).

        The interaction's id makes it happen once. Raises Sorry (with the rule) or Stale; nothing has changed then.
        """

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            seat = self.own_seat(record, user)
            since = record.seats[seat].asked_since
            if version is not None and (since is None or version < since):
                raise Stale(words("That was for an earlier moment of the match."))
            return play.answer(game, seat, keys, self.builtin_seats(record))

        return await self.play(match, user, interaction, work)

    async def undo(self, match: int, user: int, interaction: int) -> Receipt:
        def work(record: MatchRecord, game: Match[Any]) -> Played:
            if not record.undo:
                raise Sorry(words("At this table nobody takes anything back alone, as agreed. `/takeback` asks the others."))
            return play.undo(game, self.own_seat(record, user))

        return await self.play(match, user, interaction, work)

    async def resign(self, match: int, user: int, interaction: int, notice: str = "") -> Receipt:
        def work(record: MatchRecord, game: Match[Any]) -> Played:
            return play.resign(self.game(record), game, self.own_seat(record, user), self.builtin_seats(record))

        told = notice or words("{player} has given up.", player=who(user))
        return await self.play(match, user, interaction, work, how="resigned", notice=told)

    async def move_for(self, match: int, seat: int, version: int, notice: str | Text, due: Due | None = None) -> None:
        """A built-in player moves for somebody whose time has run out. Nothing happens if they have moved meanwhile, or if
        somebody else has dealt with what was ``due``."""

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            self._still_due(record, seat, version, due)
            at_once = record.seats[seat].orders.get(TIMEOUT.id) == "end"
            return play.answer_for(game, seat, self.builtin_seats(record), at_once=at_once)

        await self.play(match, None, 0, work, notice, due=due)

    async def lose_for(self, match: int, seat: int, version: int, notice: str | Text, due: Due | None = None) -> None:
        """Somebody whose time has run out loses. Nothing happens if they have moved meanwhile, or if somebody else has
        dealt with what was ``due``."""

        def work(record: MatchRecord, game: Match[Any]) -> Played:
            self._still_due(record, seat, version, due)
            return play.resign(self.game(record), game, seat, self.builtin_seats(record))

        await self.play(match, None, 0, work, notice, "time", due=due)

    def _still_due(self, record: MatchRecord, seat: int, version: int, due: Due | None) -> None:
        each = record.seats[seat]
        if each.asked_since != version:
            raise Stale(words("They have moved."))
        if due is not None and (each.deadline is None or each.deadline > self.clock()):
            raise Stale(words("Their time does not run out now."))

    async def play(
        self,
        match: int,
        user: int | None,
        interaction: int,
        work: Callable[[MatchRecord, Match[Any]], Played],
        notice: str | Text = "",
        how: str = "played",
        also: Callable[[MatchRecord, Match[Any]], list[Errand]] = lambda record, game: [],
        by: int = 0,
        due: Due | None = None,
    ) -> Receipt:
        """Load, answer, commit with everything there is to say; try again if another change came first. ``how``: what ends
        the match if this does (played, resigned, time); ``also``: what is said after all else; ``by``: who takes answers
        back, if not the ``user``; ``due``: what this deals with, and nobody else."""
        async with self._turn_of(match):
            for _ in range(TRIES):
                record = await self.record(match)
                if interaction and await self.keeper.seen(interaction):
                    return await self._again(match, user)
                if record.stage == "over":
                    raise Sorry(words("The match is over."))
                if record.stage != "playing":
                    raise Sorry(prompt.status(self.facts(record), None))
                actor = record.seat_of(user) if user else None

                expected, before = record.version, timing.times(record)
                await self.clocks.prepare(record)
                if actor is not None:
                    record.seats[actor].language = languages.language()

                def think(record: MatchRecord = record, actor: int | None = actor) -> tuple[Played, list[Errand], View]:
                    game = self.load(record)
                    told = self.upgrades.told(record, game)
                    played = self.upgrades.back(record, game) if game.lost_answers else work(record, game)
                    game = played.match or game
                    with languages.speaking(record.language):
                        errands = [*told, *self.turns.after(record, game, played, actor, str(notice or played.notice))]
                        errands += also(record, game) if not played.lost else []
                    if due is not None:
                        timing.again(record, due.seat, self.clock())
                    return played, errands, game.view(actor)

                played, errands, view = await self.think(think)
                retimes = timing.retimes(record, before, self.builtin_user)
                try:
                    ending = None
                    if played.over:
                        ending, errands = await self._ending(record, played.answered, how, errands)
                    await self.keeper.save(
                        record, expected, errands, retimes, played.answered, interaction, played.undone, ending=ending,
                        undone_by=0 if played.lost else by or user or 0, claims=due,
                    )  # fmt: skip
                except Conflict:
                    continue
                except AlreadyDone:
                    return await self._again(match, user)
                self._keep_view((record.id, record.version, actor), view)
                self.changed()
                told = [line for each in played.answered for line in play.lines(each.events, actor)]
                if played.undone:
                    told = [] if played.lost else [say("Taken back.")]
                since = record.seats[actor].asked_since if actor is not None else None
                lost = str(LOST) if played.lost else ""
                return Receipt(Look(self.facts(record), actor, view, since), told, lost)
        raise Sorry(words("The match is very busy just now. Nothing has changed; please try again."))

    async def _ending(
        self, record: MatchRecord, answered: Sequence[Answered], how: str, errands: list[Errand]
    ) -> tuple[tuple[Result, Rater], list[Errand]]:
        """What became of the match, for the ratings; and the errands, with the ratings in the last post."""
        moved = await self.keeper.people.seats_moved(record.id)
        moved |= {each.seat for each in answered if each.key != "resign"}

        def work() -> Result:
            view = self.load(record).view(None)
            return results.of(record, self.game(record), view, moved=moved, how=how, builtin=self.builtin_user,
                              now=self.clock())  # fmt: skip

        result = await self.think(work)
        have = await self.keeper.people.ratings_of([part.user for part in result.parts], record.game, record.guild)
        before = {part.user: have.get(part.user, RATER.start) for part in result.parts}
        with languages.speaking(record.language):
            line = community.rated(result, before, RATER.rate(result, before))
        told = [
            msgspec.structs.replace(each, post=community.with_line(each.post, line))
            if isinstance(each, Say) and each.slot == "ending" else each
            for each in errands
        ]  # fmt: skip
        return (result, RATER), told

    async def _again(self, match: int, user: int | None) -> Receipt:
        """Discord has sent the same interaction twice."""
        return Receipt(await self.look(match, user), [], say("That has been done already."))

    async def why(self, match: int, user: int, key: str) -> str:
        record = await self.record(match)
        seat = self.own_seat(record, user)
        if record.stored is None:
            raise Sorry(prompt.status(self.facts(record), None))

        def think() -> str:
            loaded = self.load(record)
            return str(loaded.why(seat, play.full_key(loaded, seat, key)))

        return await self.think(think)

    # ---- people ----
    async def language(self, user: int, locale: str) -> str:
        """The language in which that person is spoken to; ``locale``: that of their Discord."""
        if user not in self._languages or not self.keeper.store.shards.whole:  # another process may have changed it
            self._languages[user] = (await self.keeper.player(user)).language
            while len(self._languages) > LANGUAGES:
                self._languages.popitem(last=False)
        return self._languages[user] or languages.language_of(locale)

    async def set_language(self, user: int, language: str) -> None:
        """Empty: that of their Discord."""
        await self.keeper.change_player(user, lambda player: msgspec.structs.replace(player, language=language))
        self._languages[user] = language

    def forget_person(self, user: int) -> None:
        """Nothing of them stays in memory either."""
        self._languages.pop(user, None)
        self._views.clear()

    async def home_of(self, match: int) -> int:
        """The server that a match is played on; 0: there is no such match."""
        record = await self.keeper.match(match) if match else None
        return record.guild if record is not None else 0

    async def stopped_asking(self, user: int) -> bool:
        return (await self.keeper.player(user)).stop_asking

    async def stop_asking(self, user: int) -> None:
        await self.keeper.change_player(user, lambda player: msgspec.structs.replace(player, stop_asking=True))

    async def change(
        self, match: int, change: Callable[[MatchRecord], list[Errand] | Changed], dues: Sequence[Due] = ()
    ) -> MatchRecord:
        """Change a match outside the rules: one transaction, again if another change came first. ``dues``: what this deals
        with; raises AlreadyDone if somebody else has dealt with the first of them."""
        async with self._turn_of(match):
            for _ in range(TRIES):
                record = await self.record(match)
                expected, before, was = record.version, timing.times(record), record.stage
                sat = [seat.user for seat in record.seats]
                await self.clocks.prepare(record)

                def work(record: MatchRecord = record) -> Changed:
                    with languages.speaking(record.language):
                        done = change(record)
                    return done if isinstance(done, Changed) else Changed(done)

                done = await self.think(work)
                if record.version == expected:
                    record.version += 1
                if sat != [seat.user for seat in record.seats]:
                    await self.clocks.prepare(record)
                retimes = [Retime(due.seat, (due.kind,)) for due in dues[1:]]
                retimes += timing.retimes(record, before, self.builtin_user)
                try:
                    ending, errands = None, done.errands
                    if was == "playing" and record.stage == "over":
                        ending, errands = await self._ending(record, done.answered, "played", errands)
                    await self.keeper.save(
                        record, expected, errands, retimes, done.answered, undone=done.undone,
                        claims=dues[0] if dues else None, ending=ending,
                    )  # fmt: skip
                except Conflict:
                    continue
                if "open" in (was, record.stage):
                    await self.gathering.touched(record)
                self.changed()
                return record
        raise Sorry(words("The match is very busy just now. Nothing has changed; please try again."))

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

