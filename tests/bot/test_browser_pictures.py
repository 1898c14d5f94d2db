"""Pictures on the sandbox's page, on a phone: in the look that was chosen, whole, and beside a page in light colours."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.app import Postwalker
from bot.sandbox.server import Sandbox
from tests.bot.test_browser import Player, bot, sandbox  # noqa: F401  (fixtures)
from tests.sandbox.test_page import CHROMIUM, PHONE, browser, open_tab  # noqa: F401  (browser is a fixture)

pytestmark = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="no chromium here to drive the page with")


async def test_a_look_is_picked_on_a_phone_and_its_sample_is_whole(
    browser: Browser, sandbox: Sandbox, bot: Postwalker, tmp_path: Path  # noqa: F811
) -> None:  # fmt: skip
    player = Player(await open_tab(browser, sandbox, "player-1", PHONE))
    page = player.page
    await page.emulate_media(color_scheme="light")
    await page.locator("#composer").fill("/settings pic")
    await page.get_by_role("option", name="/settings pictures").click()
    await page.locator("#send").click()
    await expect(player.panel).to_contain_text("dark; usual print")
    await player.panel.locator('[data-custom-id^="ps:"]').first.click()
    await player.press(page.locator('#select-popup [data-value="light"]').first)
    await expect(player.panel).to_contain_text("light; usual print")
    picture = player.panel.locator("img").last
    await expect(picture).to_be_visible()
    box = await picture.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["width"] > PHONE["width"] * 0.6
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    corner = await picture.evaluate(
        "async (shown) => { await shown.decode(); const sheet = document.createElement('canvas');"
        " const brush = sheet.getContext('2d'); brush.drawImage(shown, 0, 0);"
        " return [...brush.getImageData(2, 2, 1, 1).data]; }"
    )
    assert min(corner[:3]) > 190, "the sample is in the light theme"
    await page.screenshot(path=tmp_path / "phone.png")
    assert (tmp_path / "phone.png").stat().st_size > 10_000
