"""A match on the sandbox's page, in two tabs, with the real bot: what a newcomer does first, pressed and typed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from playwright.async_api import Browser, Locator, expect
from playwright.async_api import Error as PlaywrightError

from bot.app import Postwalker
from bot.keeping import opened
from bot.sandbox.pointing import point_discord_at
from bot.sandbox.server import Sandbox
from engine.core.match import Match
from engine.players.sensible import SensiblePlayer
from engine.registry import game
from tests.sandbox.test_page import CHROMIUM, PHONE, Tab, browser, open_tab  # noqa: F401  (browser is a fixture)

SEED = (1).to_bytes(32, "big")
TURNS = 8
expect.set_options(timeout=30_000)  # a busy machine is no fault

pytestmark = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="no chromium here to drive the page with")


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    )
    async with Sandbox() as running:
        point_discord_at(running.api, running.gateway_url)
        yield running


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Postwalker]:
    """The bot, with a seed that makes a match the same every time."""
    async with opened(f"sqlite:///{tmp_path}/page.db") as keeper:
        running = Postwalker(keeper, ready_timeout=0.05)
        running.service.new_seed = lambda: SEED
        task = asyncio.create_task(running.start("sandbox"))
        yield running
        await running.close()
        await task


def script() -> tuple[list[tuple[int, str]], list[Any]]:
    """The answers of a short match in which both Planeswalkers run at each other with a card face down, and the events.

    Played in the engine first: the page has to come to the same.
    """
    entry = game("arena")
    armies = [build.army for build in entry.builds()[:2]]
    match = Match.begin(entry.rules, entry.setup(entry.battlefields(2)[0][0], armies, {}), SEED)
    answers, events = [], list(match.events)
    while match.asked and not _enough(events):
        seat = match.asked[0].seat
        key = _next(match, seat)
        answers.append((seat, key))
        events += match.answer(seat, key)
    return answers, events


def _enough(events: list[Any]) -> bool:
    turns = sum(event.kind == "turn" for event in events)
    return turns > TURNS and any(event.kind == "revealed" for event in events)


def _next(match: Match[Any], seat: int) -> str:
    """Face-down cards first, then run at the enemy's Planeswalker and attack."""
    state, field = match.state, entry_field(match)
    keys = [option.key for option in match.asked[0].options]
    leaders = {figure.owner: figure for figure in state.figures if state.seats[figure.owner].planeswalker == figure.card}
    me, foe = leaders[seat], leaders[1 - seat]

    def near(key: str) -> int:
        from engine.arena.hexes import parse

        return field.steps(parse(key.split(":")[2]), foe.at)

    hidden = [key for key in keys if key in ("cast:silverstrike", "cast:jaces_scrutiny")]
    attack = [key for key in keys if key == f"attack:{me.id}:{foe.id}"]
    moves = sorted((key for key in keys if re.fullmatch(rf"move:{me.id}:\w+", key)), key=lambda key: (near(key), key))
    if hidden:
        return hidden[0]
    if attack:
        return attack[0]
    if moves and near(moves[0]) < field.steps(me.at, foe.at):
        return moves[0]
    for wanted in (f"card:{me.card}", f"army:{me.card}", "say:defender", "end:turn"):
        if wanted in keys:
            return wanted
    return keys[0]


def entry_field(match: Match[Any]) -> Any:
    from engine.arena.battlefield import load

    return load(match.state.battlefield)


class Player:
    """One player's tab, with the presses that give an answer."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.page = tab, tab.page

    async def enter_thread(self) -> None:
        thread = self.page.locator('[id^="channel-"][data-name^="Match 1"]')
        if not await thread.is_visible():
            await self.page.locator("#open-channels").click()
        await thread.click()

    @property
    def panel(self) -> Locator:
        """The newest private reply."""
        return self.page.locator("#messages .message.private").last

    async def press(self, button: Locator) -> None:
        """Press, and wait until the panel has answered."""
        private = self.page.locator("#messages .message.private")
        before = [await private.count(), await private.last.inner_html() if await private.count() else ""]
        await button.dispatch_event("click")
        last, still = before, 0
        for _ in range(600):
            await self.page.wait_for_timeout(50)
            now = [await private.count(), await private.last.inner_html() if await private.count() else ""]
            still = still + 1 if now == last else 0
            last = now
            if now != before and "thinking" not in now[1] and still >= 6:  # it has come to rest
                return
        raise AssertionError("the bot did not answer the press")

    async def play(self) -> None:
        await self.press(self.page.locator('[data-custom-id*=":play:"]').last)

    async def give(self, key: str, verb: str, subject: str) -> None:
        """Give an answer by presses alone: through the lists and sub-panels to the option, and past its warning."""
        if not await self.panel.locator("[data-custom-id]").count():
            await self.play()
        for _ in range(16):
            option = self.panel.locator(f'[data-custom-id$=":opt:{key}"]')
            if await option.count():
                await self.press(option.first)
            elif not await self._picked(key):
                await self._deeper(verb, subject)
                continue
            go = self.panel.locator(f'[data-custom-id$=":go:{key}"]')
            if await go.count():
                await self.press(go.first)
            return
        raise AssertionError(f"no way to {key} was found")

    async def _picked(self, key: str) -> bool:
        lists = self.panel.locator('[data-custom-id^="ps:"]')
        for n in range(await lists.count()):
            try:
                await lists.nth(n).dispatch_event("click", timeout=3_000)
            except PlaywrightError:  # the panel has changed meanwhile: look at it again
                return False
            entry = self.page.locator(f'#select-popup [data-value="{key}"]')
            if await entry.count():
                await self.press(entry.first)
                return True
            await self.page.keyboard.press("Escape")
        return False

    async def _deeper(self, verb: str, subject: str) -> None:
        for wanted in (
            f'[data-custom-id*=":sub:{verb}~{subject}"]',
            f'[data-custom-id*=":verb:{verb}"]',
            '[data-custom-id*=":play:"]',
        ):
            button = self.panel.locator(wanted)
            if await button.count():
                await self.press(button.first)
                return
        await self.play()


async def two_tabs(browser: Browser, sandbox: Sandbox, battlefield: str = "") -> tuple[Player, Player]:  # noqa: F811
    """Two players whose match, on that battlefield if one is named, has begun; both are in its thread."""
    one = Player(await open_tab(browser, sandbox, "player-1"))
    two = Player(await open_tab(browser, sandbox, "player-2", PHONE))
    # a command typed, a button pressed by the other
    await one.page.locator("#composer").fill("/match n")
    await one.page.get_by_role("option", name="/match new").click()
    await one.page.locator("#send").click()
    await expect(one.page.get_by_role("button", name="Create")).to_be_visible()
    if battlefield:
        await one.panel.locator('[data-custom-id^="ps:"]').first.click()
        await one.press(one.page.locator(f'#select-popup [data-value^="{battlefield}"]').first)
    await one.page.get_by_role("button", name="Create").click()
    await two.page.get_by_role("button", name="Join").click()
    for player in (one, two):
        await expect(player.page.locator('[data-name^="Match 1"]')).to_have_count(1)
        await player.enter_thread()
    for player in (one, two):
        await player.page.get_by_role("button", name="Ready").last.click()
    await expect(one.page.locator("#messages")).to_contain_text("Its digest:")
    await expect(one.page.locator('[data-custom-id*=":play:"]').last).to_be_visible()
    return one, two


@pytest.mark.field(15, 18, 67)
async def test_a_match_in_two_tabs(browser: Browser, sandbox: Sandbox, bot: Postwalker) -> None:  # noqa: F811
    answers, events = script()
    turned_over = next(event for event in events if event.kind == "revealed")
    one, two = await two_tabs(browser, sandbox)
    players = {0: one, 1: two}

    # four turns each and more, by presses; what happens is what the engine said would happen
    entry = game("arena")
    armies = [build.army for build in entry.builds()[:2]]
    match = Match.begin(entry.rules, entry.setup(entry.battlefields(2)[0][0], armies, {}), SEED)
    last = None
    for seat, key in answers:
        option = next(each for each in match.view(seat).options if each.key == key)
        if seat != last:
            await expect(players[seat].page.locator('[data-custom-id*=":play:"]').last).to_be_visible()
            await players[seat].play()
            last = seat
        await players[seat].give(key, option.verb, option.subject)
        match.answer(seat, key)
    look = await bot.service.look(1, None)
    assert msgspec.json.encode(look.seen.board) == msgspec.json.encode(match.view(None).board)

    # the face-down card was turned over for all to see
    for player in (one, two):
        await expect(player.page.locator("#messages")).to_contain_text(str(turned_over.text))

    # a hand came as a direct message, and never reached the other tab in any form
    hands = [match.view(seat).board.seats[seat].hand for seat in (0, 1)]  # type: ignore[attr-defined]
    public = {spell for event in events if event.to is None for spell in [event.data.get("spell")]}
    for seat, player in players.items():
        frames = " ".join(player.tab.received)
        assert all(card.name in frames for card in hands[seat]), "one's own hand is there"
        secret = [card.name for card in hands[1 - seat] if card.id not in public]
        assert secret
        assert not [name for name in secret if name in frames]
    assert one.tab.outside == two.tab.outside == []
    assert one.tab.broken == two.tab.broken == []


WAR_SEED = (103).to_bytes(32, "big")
PRESSED = 16  # the last answers of the match are pressed; those before come from elsewhere


async def test_a_match_of_summoner_wars_to_its_end(browser: Browser, sandbox: Sandbox, bot: Postwalker) -> None:  # noqa: F811
    """One attacks, the other lets it happen; the last turns are played on the page."""
    bot.service.new_seed = lambda: WAR_SEED
    entry, sensible = game("summoner_wars"), SensiblePlayer()
    armies = [build.army for build in entry.builds()[:2]]
    match = Match.begin(entry.rules, entry.setup("battlefield", armies, {}), WAR_SEED)
    script = []
    while match.asked:
        seat = match.asked[0].seat
        ends = [option.key for option in match.asked[0].options if option.verb == "end"]
        key = ends[0] if seat == 1 and ends else sensible.choose(match.offer(seat))
        script.append((seat, key))
        match.answer(seat, key)
    one, two = await two_tabs(browser, sandbox, "summoner_wars")
    players = {0: one, 1: two}
    match = Match.begin(entry.rules, entry.setup("battlefield", armies, {}), WAR_SEED)
    for n, (seat, key) in enumerate(script):
        if n < len(script) - PRESSED:
            user = (await bot.service.look(1, None)).facts.user(seat)
            await bot.service.act(1, user, [key], 1000 + n)
        else:
            option = next(each for each in match.view(seat).options if each.key == key)
            await players[seat].play()
            await players[seat].give(key, option.verb, option.subject)
        match.answer(seat, key)
    assert match.outcome is not None
    for player in (one, two):
        await expect(player.page.locator("#messages")).to_contain_text("won")
        await expect(player.page.locator("#messages")).to_contain_text(WAR_SEED.hex())
    assert one.tab.outside == two.tab.outside == []
    assert one.tab.broken == two.tab.broken == []
