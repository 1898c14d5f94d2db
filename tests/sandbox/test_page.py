"""The page in a real browser: one tab for each of two players."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.sandbox.server import Sandbox
from tests.sandbox.sample import SampleBot

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
PHONE = {"width": 390, "height": 780}

pytestmark = [
    pytest.mark.usefixtures("bot"),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="no chromium here to drive the page with"),
]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        await running.close()


class Tab:
    """One player's tab; ``outside`` lists requests that left this computer, ``broken`` errors of the page's code."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.outside: list[str] = []
        self.broken: list[str] = []
        self.received: list[str] = []
        page.on(
            "request",
            lambda r: None if re.match(r"(https?|ws)://127\.0\.0\.1:|data:", r.url) else self.outside.append(r.url),
        )
        page.on("pageerror", lambda e: self.broken.append(str(e)))
        page.on("websocket", lambda w: w.on("framereceived", lambda data: self.received.append(str(data))))


async def open_tab(browser: Browser, sandbox: Sandbox, handle: str, size: dict[str, int] | None = None) -> Tab:
    context = await browser.new_context(viewport=size or {"width": 1200, "height": 800})  # type: ignore[arg-type]
    tab = Tab(await context.new_page())
    await tab.page.goto(f"{sandbox.url}/")
    await expect(tab.page.locator(f"#player-{handle}")).to_be_visible()
    await tab.page.goto(f"{sandbox.url}/?as={handle}")
    await expect(tab.page.locator("#bot-state")).to_have_text("Bot online")
    return tab


async def start_match(page: Page) -> None:
    await page.locator("#composer").fill("/match n")
    await page.get_by_role("option", name="/match new").click()
    await page.locator("#option-game").fill("summ")
    await page.get_by_role("option", name="Summoner Wars").click()
    await page.get_by_label("Add option rival").click()
    await page.get_by_role("option", name="Player 2").click()
    await page.locator("#send").click()
    await expect(page.locator(".embed-title")).to_have_text("A match of summoner wars")


async def test_two_players_in_two_tabs(browser: Browser, sandbox: Sandbox) -> None:
    first = await open_tab(browser, sandbox, "player-1")
    second = await open_tab(browser, sandbox, "player-2", PHONE)
    one, two = first.page, second.page
    await start_match(one)

    # the other tab hears of it, and is meant by it
    await expect(two.locator(".message.mentions-me")).to_contain_text("Against @Player 2")
    picture = two.get_by_role("button", name="Enlarge: A small board")
    await picture.click()
    await expect(two.locator("#lightbox img")).to_be_visible()
    await two.locator("#lightbox img").click()
    await expect(two.locator("#lightbox")).to_be_hidden()

    # a private reply is shown to the one who asked, and never reaches the other tab
    await two.get_by_role("button", name="My hand").click()
    await expect(two.locator(".message.private")).to_contain_text("Secret of Player 2")
    await expect(two.locator(".message.private")).to_contain_text("Only you can see this")

    # a select with several values, and a form
    await one.locator('[data-custom-id="squads"]').click()
    await one.get_by_role("option", name="Geists").click()
    await one.get_by_role("option", name="Golems").click()
    await one.get_by_role("button", name="Done").click()
    await expect(one.locator(".message .text").first).to_contain_text("Picked geists, golems")
    await one.locator('[data-custom-id="form"]').click()
    await one.locator("#form input").fill("hold the hill")
    await one.locator("#form .select").click()
    await one.get_by_role("option", name="Bold").click()
    await one.locator("#form-submit").click()
    await expect(one.locator(".message.private")).to_contain_text("Noted: hold the hill (Bold)")
    await one.get_by_label("Dismiss message").click()
    await expect(one.locator(".message.private")).to_have_count(0)

    assert any("Secret of Player 2" in frame for frame in second.received)
    assert not any("Secret of Player 2" in frame for frame in first.received)
    assert not any("hold the hill" in frame for frame in second.received)
    for tab in (first, second):
        assert (tab.outside, tab.broken) == ([], [])
    assert await two.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_a_player_whose_discord_speaks_another_language(browser: Browser, sandbox: Sandbox) -> None:
    page = (await open_tab(browser, sandbox, "player-1")).page
    await start_match(page)
    await page.locator("#settings").click()
    await page.locator("#locale").select_option("de")
    await expect(page.locator("#notice")).to_contain_text("answers in that language")
    await page.get_by_role("button", name="My hand").click()
    await expect(page.locator(".message.private")).to_contain_text("Geheimnis von Player 1")
    await page.reload()
    await expect(page.locator("#bot-state")).to_have_text("Bot online")
    await expect(page.locator("#locale")).to_have_value("de")


async def test_dms_threads_badges_and_closing_dms(browser: Browser, sandbox: Sandbox) -> None:
    tab = await open_tab(browser, sandbox, "player-1", PHONE)
    page, ann = tab.page, sandbox.person("Player 1")
    await ann.slash(sandbox.general, "whisper", text="Your **hand**: `Bolt`")
    await ann.slash(sandbox.general, "match thread")
    await expect(page.locator("#elsewhere")).to_be_visible()
    await page.locator("#open-channels").click()
    thread = page.locator('.channel[data-name="Match 1"]')
    await expect(thread.locator(".badge")).to_have_text("1")
    await page.locator(f"#channel-{ann.dm.id}").click()
    await expect(page.locator(".message .text strong")).to_have_text("hand")
    await expect(page.locator(".message .text code")).to_have_text("Bolt")
    await page.locator("#open-channels").click()
    await expect(page.locator(f"#channel-{ann.dm.id} .badge")).to_have_count(0)
    await thread.click()
    await expect(page.locator("#messages")).to_contain_text("The match begins")
    await page.locator("#open-channels").click()
    await page.locator("#settings").click()
    await page.locator("#dms-closed").check()
    await expect(page.locator("#notice")).to_contain_text("can no longer write")
    assert (await ann.slash(sandbox.general, "whisper", text="again")).text == "Closed: 50007"


async def test_no_answer_is_said_and_the_page_stays_at_the_bottom(browser: Browser, sandbox: Sandbox) -> None:
    tab = await open_tab(browser, sandbox, "player-1")
    page = tab.page
    for n in range(60):
        sandbox.person("Player 2").write(sandbox.general, f"line {n}")
    await expect(page.get_by_text("line 59", exact=True)).to_be_in_viewport()
    sandbox.desk.answer_seconds = 0.3
    await page.locator("#composer").fill("/slow")
    await page.get_by_role("option", name="/slow").click()
    await page.locator("#send").click()
    failed = page.locator(".message.local .failed")
    await expect(failed).to_have_text("The application did not respond")
    await expect(failed).to_be_in_viewport()
    # reading older messages is not disturbed by new ones
    await page.locator("#scroll").evaluate("e => { e.scrollTop = 0; }")
    await expect(page.locator("#to-bottom")).to_be_visible()
    sandbox.person("Player 2").write(sandbox.general, "one more")
    await expect(page.get_by_text("one more", exact=True)).to_be_attached()
    await expect(page.get_by_text("one more", exact=True)).not_to_be_in_viewport()
    await page.locator("#to-bottom").click()
    await expect(page.get_by_text("one more", exact=True)).to_be_in_viewport()
    assert (tab.outside, tab.broken) == ([], [])


async def test_words_from_the_wire_are_never_html(browser: Browser, sandbox: Sandbox, bot: SampleBot) -> None:
    tab = await open_tab(browser, sandbox, "player-1")
    sandbox.person("Player 2").write(
        sandbox.general, "<img src=x onerror=alert(1)> **<b>bold</b>** [x](javascript:alert(1))"
    )
    text = tab.page.locator(".message .text").first
    await expect(text).to_contain_text("<img src=x onerror=alert(1)> <b>bold</b> [x](javascript:alert(1))")
    assert await text.locator("img, b, a").count() == 0


async def test_a_tall_picture_is_as_wide_as_the_screen_and_is_scrolled(browser: Browser, sandbox: Sandbox) -> None:
    """A poster as high as the screen could not be read."""
    page = (await open_tab(browser, sandbox, "player-1", PHONE)).page
    show = """async ([width, height]) => {
      const paper = Object.assign(document.createElement("canvas"), { width, height });
      const { picture } = await import("/page/messages.js");
      picture(paper.toDataURL(), "", width, height).click();
    }"""
    for size, wide, scrolls in (([1000, 2600], True, True), ([1000, 2000], False, False)):
        await page.evaluate(show, size)
        shown, box = page.locator("#lightbox img"), page.locator("#lightbox")
        await expect(shown).to_have_js_property("complete", True)
        await expect(box).to_have_class(re.compile("tall") if wide else re.compile("^$"))
        bounds = await shown.bounding_box()
        assert bounds is not None
        assert (bounds["width"] > 0.9 * PHONE["width"]) == wide
        assert await box.evaluate("box => box.scrollHeight > box.clientHeight + 10") == scrolls
        await shown.click()
        await expect(box).to_be_hidden()


async def test_a_command_may_be_written_out_with_its_options(browser: Browser, sandbox: Sandbox) -> None:
    """As people copy it from a page: the form opens, filled in; what is to be chosen is chosen by its name."""
    tab = await open_tab(browser, sandbox, "player-1")
    page = tab.page
    await page.locator("#composer").fill("/match new rounds:7 game:Summoner Wars rival:Player 2")
    await expect(page.locator("#option-rounds")).to_have_value("7")
    await expect(page.locator("#option-game")).to_have_value("Summoner Wars")
    await page.locator("#send").click()
    await expect(page.locator("#messages")).to_contain_text("A match of Summoner Wars")
    await expect(page.locator("#messages")).to_contain_text("7 rounds")
    await expect(page.locator("#messages")).to_contain_text("Against @Player 2")
    await page.locator("#composer").fill("/match neverending rounds:7")
    await expect(page.locator("#picker")).to_contain_text("No command like that")
    await page.locator("#composer").fill("")
    await page.locator("#composer").press_sequentially("/say text:")
    await expect(page.locator("#option-text")).to_be_focused()
    assert tab.outside == tab.broken == []
