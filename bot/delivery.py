"""Saying what was committed: in order for each match and each person, once, whatever happens in between.

Errands wait in the database. A try is noted before it is made; Discord's nonce keeps a repeated try from becoming a second
message, and after a crash the last messages are looked through as well, for a nonce is remembered only for minutes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
import discord
import msgspec

from bot import discord_form, languages, logs
from bot.errors import Sorry
from bot.hosting import metrics
from bot.keeping import Keeper, Row, Spot
from bot.panels.facts import who
from bot.panels.post import Picture, Post, fit
from bot.pictures import Drawn, Painter
from bot.records import Amend, CloseThread, MatchRecord, OpenThread, Say, Whisper
from bot.service import Service
from engine.core.events import Event
from engine.core.text import say, words
from render import theme

log = logging.getLogger(__name__)

AT_ONCE = 8  # lanes served at the same time
LONGEST_WAIT = 600.0  # seconds between two tries
APART = 2.0  # seconds between two edits of a message: what comes in between is sent as one
SKEW = 30.0  # seconds that Discord's clock may differ from ours
IDLE = 30.0  # seconds after which the database is looked at without being told
DMS_CLOSED = {50007, 50278, 40003}
GONE = {10003, 10008, 50001, 50013, 50083}  # channel, message; no access, no permission; archived
CANNOT_THREAD = {
    160006: words("there are too many open threads on this server"),
    50013: words("I may not open threads here"),
    50001: words("I may not open threads here"),
    50024: words("there are no threads in this kind of channel"),
    10008: words("my post was deleted"),
}
DELETED = 10003  # a channel or thread that is no more
NO_MEMBER = {10007, 10013}  # not on the server; no such user
LOOK_AGAIN = 86400.0  # seconds after which it is asked again whether somebody is still on the server
LOOKED_FOR = 20_000  # people of whom that is remembered
CLOSED_FOR = 7 * 86400.0  # seconds for which closed DMs are remembered


class Delivery:
    """Runs errands until stopped. ``client`` sends; ``clock`` gives seconds since the epoch."""

    def __init__(
        self, client: discord.Client, keeper: Keeper, service: Service, painter: Painter, clock: Callable[[], float]
    ) -> None:
        self.client = client
        self.keeper = keeper
        self.service = service
        self.painter = painter
        self.clock = clock
        self._wake = asyncio.Event()
        self._stopping = False
        self._looked: OrderedDict[tuple[int, int], float] = OrderedDict()  # server, person: when they were last looked for

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        """End :meth:`run` after the errands under way: a task that is cancelled could leave a transaction open."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            try:
                busy = await self.pass_once()
                following = await self.keeper.next_try()
            except Exception:
                log.exception("delivery failed; trying again soon")
                busy, following = False, self.clock() + 5.0
            if busy or self._stopping:
                continue
            # What waits behind another errand of its lane may look due: then the lane's first says when.
            wait = IDLE if following is None else max(1.0, min(IDLE, following - self.clock()))
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                pass

    async def pass_once(self) -> bool:
        """Run the first errand of every lane that is due. Whether there was any."""
        rows = await self.keeper.waiting()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(row: Row) -> None:
            async with gate:
                with logs.about(match=row.match):
                    await self.run_errand(row)

        await asyncio.gather(*(one(row) for row in rows))
        return bool(rows)

    async def drain(self) -> None:
        """Run everything that is due now."""
        while await self.pass_once():
            pass

    async def run_errand(self, row: Row) -> None:
        """One try; whatever goes wrong is noted and tried again later, or dropped if it can never work."""
        try:
            if not isinstance(row.errand, Amend) and not await self.keeper.begun(row):
                return  # another process is at it
            match row.errand:
                case Say():
                    await self._say(row, row.errand.post)
                case Amend():
                    await self._amend(row, row.errand)
                case OpenThread():
                    await self._open_thread(row, row.errand)
                case CloseThread():
                    await self._close_thread(row)
                case Whisper():
                    await self._whisper(row, row.errand)
            metrics.DELIVERIES.labels(type(row.errand).__name__).inc()
        except discord.HTTPException as error:
            metrics.failed(error)
            if 400 <= error.status < 500 and error.status != 429:
                log.error("errand %d of match %d cannot be run: %s", row.id, row.match, error)
                await self.keeper.dropped(row, str(error))
            else:
                await self._later(row, error)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            metrics.failed(error)
            await self._later(row, error)
        except Exception as error:
            log.exception("errand %d of match %d", row.id, row.match)
            metrics.failed(error)
            await self._later(row, error)

    async def _later(self, row: Row, error: Exception) -> None:
        wait = min(LONGEST_WAIT, 2.0 ** min(row.tries + 1, 12))
        log.warning("errand %d of match %d failed (%s), again in %.0f s", row.id, row.match, error, wait)
        await self.keeper.later(row, self.clock() + wait, str(error)[:500])

    # -- each kind
    async def _say(self, row: Row, post: Post, *, quiet: bool = False) -> None:
        record = await self.keeper.match(row.match) if row.match else None
        if quiet:
            post = msgspec.structs.replace(post, pings=())
        elsewhere = row.errand.channel if isinstance(row.errand, (Say, Amend)) else 0
        if elsewhere:
            # Where it cannot stand nobody misses it: that drops it, as anything that Discord refuses for good.
            message = await self._send(row, self.client.get_partial_messageable(elsewhere), post, record)
            await self.keeper.done(row, Spot(elsewhere, message, self.clock()))
            return
        assert record is not None
        places = [place for place in (record.thread, record.channel) if place]
        if isinstance(row.errand, (Say, Amend)) and row.errand.slot == "invitation":
            places = [record.channel]
        deleted: list[int] = []
        for place in dict.fromkeys(places):
            try:
                message = await self._send(row, self.client.get_partial_messageable(place), post, record)
            except discord.HTTPException as error:
                if error.code not in GONE and error.status not in (403, 404):
                    raise
                log.warning("match %d: channel %d cannot be written in: %s", row.match, place, error)
                deleted += [place] if error.code == DELETED else []
                continue
            await self.keeper.done(row, Spot(place, message, self.clock()))
            if record.unreachable:
                await self.service.reaching.found(row.match, place)
            if record.thread in deleted:
                await self.service.reaching.thread_gone(row.match, record.thread)
            await self._look_for(post.pings, record)
            return
        await self._instead(row, post, record)

    async def _instead(self, row: Row, post: Post, record: MatchRecord) -> None:
        """Nowhere to post: those who are meant get it as a direct message, with the same buttons; else all who play."""
        guild = self.client.get_guild(record.guild)
        await self.service.reaching.lost(row.match, (guild.owner_id or 0) if guild is not None else 0)
        if isinstance(row.errand, Amend) or (getattr(row.errand, "slot", "") == "prompt" and not post.pings):
            await self.keeper.dropped(row, "nowhere to post, and nobody waits for it")
            return
        players = [seat.user for seat in record.seats if seat.user and seat.user != self.service.builtin_user]
        told = False
        for user in dict.fromkeys(post.pings or players):
            with languages.speaking(record.language):
                form = "I cannot write in the match's channel any more, so this comes to you."
                post_here = Post(f"{say(form)}\n{post.text}", post.rows, post.pictures)
            try:
                channel = await self.client.create_dm(discord.Object(user))
                await self._send(row, channel, post_here, record, suffix=str(user)[-6:], reader=user)
                told = True
            except discord.HTTPException as error:
                if not 400 <= error.status < 500 or error.status == 429:
                    raise
                log.warning("match %d: %d cannot be reached either: %s", row.match, user, error)
        if told:
            await self.keeper.done(row, None)
        else:
            await self.keeper.dropped(row, "nobody can be reached")

    async def _amend(self, row: Row, errand: Amend) -> None:
        spot = await self.keeper.spot(row.match, errand.slot)
        record = await self.keeper.match(row.match) if row.match else None
        if spot is None or errand.channel not in (0, spot.channel):
            await self._say(row, errand.post, quiet=True)
            return
        if self.clock() - spot.sent < APART:
            await self.keeper.later(row, spot.sent + APART, "")
            return
        if not await self.keeper.begun(row):
            return
        message = self.client.get_partial_messageable(spot.channel).get_partial_message(spot.message)
        try:
            await message.edit(**discord_form.for_editing(errand.post, await self._drawn(errand.post, record)))
        except discord.HTTPException as error:
            if error.code not in GONE and error.code != 30046:
                raise
            await self._say(row, errand.post, quiet=True)
            return
        await self.keeper.done(row, msgspec.structs.replace(spot, sent=self.clock()))

    async def _open_thread(self, row: Row, errand: OpenThread) -> None:
        record = await self.keeper.match(row.match)
        spot = await self.keeper.spot(row.match, "invitation")
        assert record is not None
        if record.thread:
            await self.keeper.done(row, None)
            return
        why = CANNOT_THREAD[10008]
        if spot is not None:
            try:
                # A message has one thread at most, with the message's number: a repeated try finds it there.
                thread = await self.client.http.start_thread_with_message(
                    spot.channel, spot.message, name=errand.name[:100], auto_archive_duration=10080
                )
                await self.keeper.thread_opened(row, int(thread["id"]))
                return
            except discord.HTTPException as error:
                if error.code == 160004:
                    await self.keeper.thread_opened(row, spot.message)
                    return
                if error.code not in CANNOT_THREAD and error.status not in (403, 404):
                    raise
                why = CANNOT_THREAD.get(error.code, CANNOT_THREAD[50013])
        with languages.speaking(record.language):
            form = "No thread can be opened ({why}), so match {match} is played in this channel."
            text = say(form, why=why, match=row.match)
        await self._say(row, Post(text))

    async def _close_thread(self, row: Row) -> None:
        record = await self.keeper.match(row.match)
        assert record is not None
        if record.thread:
            try:
                await self.client.http.edit_channel(record.thread, archived=True, reason=say("the match is over"))
            except discord.HTTPException as error:
                if not 400 <= error.status < 500 or error.status == 429:
                    raise
        await self.keeper.done(row, None)

    async def _whisper(self, row: Row, errand: Whisper) -> None:
        record = await self.keeper.match(row.match)
        player = await self.keeper.player(errand.user)
        assert record is not None
        shown = [picture.seat for picture in errand.post.pictures if picture.match == record.id]
        if any(seat is not None and seat != record.seat_of(errand.user) for seat in shown):
            await self.keeper.dropped(row, "somebody else has that seat now")
            return
        if player.closed_at is not None and self.clock() - player.closed_at < CLOSED_FOR:
            if not await self._has_left(row, errand.user, record):
                await self.keeper.dropped(row, "direct messages are closed")
            return
        try:
            channel = await self.client.create_dm(discord.Object(errand.user))
            message = await self._send(row, channel, errand.post, record, silent=not errand.ring, reader=errand.user)
        except discord.HTTPException as error:
            if error.code not in DMS_CLOSED and error.status != 403:
                raise
            metrics.failed(error)
            if await self._has_left(row, errand.user, record):
                return
            with languages.speaking(player.language or record.language):
                text = say(
                    "{player}, your direct messages are closed to me. That is fine: **My hand** and `/hand` show your "
                    "cards to you alone, right here, and `/confer` what your team mates say.",
                    player=who(errand.user),
                )
            now = self.clock()
            await self.keeper.change_player(errand.user, lambda player: msgspec.structs.replace(player, closed_at=now))
            told = Say(Post(text, pings=(errand.user,)))
            await self.keeper.instead(row, told, "direct messages are closed")
            return
        await self.keeper.done(row, Spot(channel.id, message, self.clock()))

    async def _has_left(self, row: Row, user: int, record: MatchRecord) -> bool:
        """Whether a player whose message did not arrive is not on the server any more; the errand is dropped then."""
        if not await self._is_gone(user, record):
            return False
        await self.keeper.dropped(row, "has left the server")
        return True

    async def _look_for(self, users: Sequence[int], record: MatchRecord) -> None:
        """Whether those who were just asked are still on the server, once a day: the list of its members is not ours to
        see, and whoever shares another server with the bot still gets its messages."""
        now = self.clock()
        for user in users:
            key = (record.guild, user)
            if now - self._looked.get(key, -LOOK_AGAIN) < LOOK_AGAIN:
                continue
            self._looked[key] = now
            self._looked.move_to_end(key)
            while len(self._looked) > LOOKED_FOR:
                self._looked.popitem(last=False)
            try:
                await self._is_gone(user, record)
            except Exception as error:  # the post is made; another one finds out
                log.warning("match %d: whether %d is still there is not known: %s", record.id, user, error)

    async def _is_gone(self, user: int, record: MatchRecord) -> bool:
        """Whether a player is not on the server any more: then the match pauses, and the seat is offered."""
        if record.stage != "playing" or record.seat_of(user) is None or user == self.service.builtin_user:
            return False
        try:
            await self.client.http.get_member(record.guild, user)
        except discord.HTTPException as error:
            if error.code not in NO_MEMBER:
                return False
            await self.service.replacing.gone(record.id, user)
            return True
        return False

    # -- sending
    async def _send(
        self, row: Row, channel: Any, post: Post, record: MatchRecord | None, *, silent: bool = False, suffix: str = "",
        reader: int = 0,
    ) -> int:  # fmt: skip
        """Send once. ``reader``: who alone sees it, 0: it is public. Returns the message's number."""
        if row.tries:
            found = await self._sent_before(row, channel, post)
            if found:
                return found
        arguments = discord_form.for_sending(post, await self._drawn(post, record, reader))
        nonce = f"pw-{self.keeper.instance}-{row.id}{suffix}"[:25]
        try:
            message = await channel.send(nonce=nonce, silent=silent, **arguments)
        except discord.HTTPException as error:
            if error.code != 50083:
                raise
            await self.client.http.edit_channel(channel.id, archived=False, reason=say("the match goes on"))
            message = await channel.send(nonce=nonce, silent=silent, **arguments)
        return int(message.id)

    async def _sent_before(self, row: Row, channel: Any, post: Post) -> int | None:
        """Whether an earlier try arrived, although nobody was left to note it."""
        me = self.client.user
        text = fit(post).text
        found: list[int] = []
        try:
            async for message in channel.history(limit=25):
                fresh = message.created_at.timestamp() >= row.made - SKEW
                if fresh and me is not None and message.author.id == me.id and message.content == text:
                    found.append(int(message.id))
        except discord.HTTPException:
            log.info("errand %d: the channel's history cannot be read", row.id)
        others = await self.keeper.sent_as(row, found)  # that happened to say the same a moment ago
        return next((message for message in found if message not in others), None)

    async def _drawn(self, post: Post, record: MatchRecord | None, reader: int = 0) -> list[Drawn]:
        """The post's pictures, in the language and the look of its ``reader`` (0: of the server)."""
        if not post.pictures or record is None or record.stored is None:
            return []
        if reader:
            language = (await self.keeper.player(reader)).language or record.language
            look = await self.service.looks.private(reader, record.guild)
        else:
            language, look = record.language, await self.service.looks.public(record.guild)
        with languages.speaking(language), theme.using(look):
            found = [await self._picture(picture, record) for picture in post.pictures]
        return [drawn for drawn in found if drawn is not None]

    async def _picture(self, picture: Picture, record: MatchRecord) -> Drawn | None:
        view = await self.service.view(record, picture.seat)
        if picture.kind == "board":
            return await self.painter.board(picture, view, await self._happened(picture, record))
        if picture.kind in ("moment", "replay", "poster"):
            return await self._seen_again(picture)
        return await self.painter.hand(view, picture.of)

    async def _seen_again(self, picture: Picture) -> Drawn | None:
        try:
            return await self.service.history.picture(picture, self.painter)
        except Sorry as sorry:
            log.warning("match %d cannot be shown again: %s", picture.match, sorry)
            return None

    async def _happened(self, picture: Picture, record: MatchRecord) -> list[Event]:
        """What the picture is to show of what happened, as far as those it is for may know it."""
        if picture.since < 0:
            return []
        answered = (await self.keeper.answered(record.id))[picture.since :]
        return [event for each in answered for event in each.events if event.known_to(picture.seat)]
