"""Answering an interaction: acknowledged first, then worked on, then shown, privately; and the one place for errors."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import aiohttp
import discord

from bot import discord_form, languages, logs
from bot.errors import Sorry
from bot.hosting import metrics
from bot.panels.post import Post, fit
from bot.pictures import Drawn, Painter
from bot.service import Look, Service
from engine.core.text import say, words
from render import theme

log = logging.getLogger(__name__)

Here = discord.Interaction[Any]

# Codes that mean: the person, or Discord, has given up on this interaction. Nothing is wrong with the match.
TOO_LATE = {10062, 10015, 50027, 40060}
PATIENCE = 0.25  # seconds that work waits for others to be acknowledged
RESTARTING = words("The bot is just restarting. Nothing has changed; please try again in a moment.")


def is_private(interaction: Here) -> bool:
    """Whether the message that was pressed is for one person only: an ephemeral one, or one in a DM."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


async def acknowledge(interaction: Here) -> None:
    """Within Discord's three seconds, before anything else. A private panel is going to be edited in place; everything
    else is answered privately."""
    if interaction.type is discord.InteractionType.component and is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


class Showing:
    """Shows posts as the answer to an interaction."""

    def __init__(self, service: Service, painter: Painter) -> None:
        self.service = service
        self.painter = painter
        self.closing = False
        self._unheard = 0  # interactions that are being acknowledged
        self._heard = asyncio.Event()
        self._heard.set()
        self._running: set[asyncio.Task[Any]] = set()

    async def settled(self, longest: float) -> None:
        """Wait until all answers under way are given, at most so many seconds."""
        others = self._running - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=longest)

    async def answer(self, interaction: Here, work: Callable[[], Awaitable[None]], *, deferred: bool = True) -> None:
        """Acknowledge, do the work, and turn whatever goes wrong on the way into a private sentence."""
        language = languages.language_of(str(interaction.locale))
        watch, result = metrics.Watch(), "done"
        with self._counted(), logs.about(user=interaction.user.id, interaction=interaction.id, match=_match(interaction)):
            try:
                if self.closing:
                    raise Sorry(RESTARTING)
                if deferred:
                    await self._acknowledge(interaction)
                    watch.acknowledged()
                    await self._let_others_be_heard()
                language = await self.service.language(interaction.user.id, str(interaction.locale))
                with languages.speaking(language):
                    await work()
            except Exception as error:
                with languages.speaking(language):
                    result = await self._failed(interaction, error)
        watch.ended(interaction.type.name, result)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """A shutdown waits for this answer."""
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    async def _acknowledge(self, interaction: Here) -> None:
        self._unheard += 1
        self._heard.clear()
        try:
            await acknowledge(interaction)
        finally:
            self._unheard -= 1
            if not self._unheard:
                self._heard.set()

    async def _let_others_be_heard(self) -> None:
        """Many people may press at the same moment, and each has three seconds: work begins when all have been heard."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._heard.wait()

    async def _failed(self, interaction: Here, error: Exception) -> str:
        """What became of it, for the figures."""
        if isinstance(error, Sorry):
            await self._say(interaction, str(error))
            return "refused"
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            log.warning("an answer came too late (%s): %s", error.code, _what(interaction))
            return "late"
        await self._apologise(interaction, error)
        return "failed"

    async def _apologise(self, interaction: Here, error: Exception) -> None:
        reference = secrets.token_hex(3)
        what = _what(interaction)
        log.error("reference %s: %s", reference, what, exc_info=error, extra={"reference": reference})
        await self._say(
            interaction,
            say(
                "Sorry, something went wrong in the bot. The match is as it was before. If you tell your host, give them "
                "the reference `{reference}`.",
                reference=reference,
            ),
        )

    async def _say(self, interaction: Here, text: str) -> None:
        """Words instead of what was asked for: never over a panel that is still good."""
        text = fit(Post(text)).text
        try:
            if not interaction.response.is_done():
                await interaction.response.send_message(text, ephemeral=True)
            elif interaction.type is discord.InteractionType.component and is_private(interaction):
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.edit_original_response(content=text, view=None, attachments=[])
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("%s could not be told: %s", _what(interaction), error)

    async def show(self, interaction: Here, posts: Post | Sequence[Post], look: Look | None = None) -> None:
        """The first post takes the place of the acknowledgement (or of the private panel); the rest follow it."""
        listed = [posts] if isinstance(posts, Post) else list(posts)
        first = discord_form.for_editing(listed[0], await self._drawn_for(interaction, listed[0], look))
        await interaction.edit_original_response(**first)
        for post in listed[1:]:
            sending = discord_form.for_sending(post, await self._drawn_for(interaction, post, look))
            await interaction.followup.send(ephemeral=True, **sending)

    async def file(self, interaction: Here, text: str, name: str, data: bytes) -> None:
        drawn = [Drawn(name, data, name)]
        await interaction.edit_original_response(**discord_form.for_editing(Post(text), drawn))

    async def _drawn_for(self, interaction: Here, post: Post, look: Look | None) -> list[Drawn]:
        """The post's pictures as its only reader likes them."""
        if not post.pictures:
            return []
        guild = interaction.guild_id or (await self.service.home_of(post.pictures[0].match))
        with theme.using(await self.service.looks.private(interaction.user.id, guild)):
            return await self.drawn(post, look)

    async def drawn(self, post: Post, look: Look | None) -> list[Drawn]:
        """The post's pictures; fewer where one fails."""
        found: list[Drawn] = []
        for picture in post.pictures:
            drawn = None
            if picture.kind == "card":
                for game in self.service.games.values():
                    card = game.card(picture.card)
                    if card is not None:
                        drawn = await self.painter.card(card)
            elif picture.kind == "army":
                game = self.service.games[picture.game]
                words = str(game.army_summary(picture.army, picture.options))
                drawn = await self.painter.army(game.army_view(picture.army, picture.options), words)
            elif look is not None and look.view is not None:
                assert picture.seat == look.view.seat, "a picture through other eyes than its message's"
                if picture.kind == "board":
                    about = look.about or await self.service.asking.offered(look, picture.verb, picture.subject)
                    drawn = await self.painter.board(picture, look.view, about=about, unseen=look.unseen)
                elif picture.kind in ("moment", "replay", "poster"):
                    drawn = await self.service.history.picture(picture, self.painter)
                else:
                    drawn = await self.painter.hand(look.view, picture.of)
            if drawn is not None:
                found.append(drawn)
        return found


def _match(interaction: Here) -> int:
    """The match that the pressed thing belongs to; 0: none, or it is not known yet."""
    match = str(discord_form.data_of(interaction).get("custom_id", "")).split(":")[1:2]
    return int(match[0]) if match and match[0].isdigit() else 0


def _what(interaction: Here) -> str:
    """An interaction for the log: who did what where, without what they wrote or chose."""
    data = discord_form.data_of(interaction)
    what = data.get("name") or ":".join(str(data.get("custom_id", "")).split(":")[:4])
    return f"{interaction.type.name} {what} by {interaction.user.id} in {interaction.channel_id}"
