"""``/board`` and its buttons: closer, reach and sight, before and after the turn, in words; each sees what they may know."""

from __future__ import annotations

from typing import Any

import pytest

from bot.panels import views
from bot.panels.post import Buttons, Post, fit
from bot.panels.views import Wanted
from bot.pictures import Painter
from engine.core.looks import Region
from engine.core.text import Text, words
from tests.bot.conftest import ALICE, begun
from tests.bot.discord_bench import Bench, buttons, labels, selects
from tests.bot.test_memory import finished
from tests.bot.test_presses import playing


@pytest.mark.parametrize("wanted", [Wanted(), Wanted("reach", "12"), Wanted("after", "northwest", True), Wanted(text=True)])
def test_buttons_carry_what_is_wanted(wanted: Wanted) -> None:
    assert Wanted.read(wanted.carried()) == wanted


def test_what_a_button_of_another_version_carries_shows_the_board() -> None:
    assert Wanted.read("") == Wanted.read("nonsense") == Wanted()


async def test_what_is_on_offer_follows_what_is_looked_at(service: Any) -> None:
    facts = (await service.look(await begun(service), ALICE)).facts
    regions = [Region(str(n), words("Figure {n}", n=n), ("A1",), str(n), ("A1",)) for n in range(60)]
    regions += [Region("north", Text("the north"), ("A1", "B1"))]

    def offered(wanted: Wanted, *, over: bool = False) -> list[str]:
        rows = views.rows(facts, wanted, regions, over=over)
        fit(Post("", tuple(rows)))
        return [button.label for row in rows if isinstance(row, Buttons) for button in row.buttons]

    assert offered(Wanted()) == ["Before the turn", "After the turn", "In words"]
    assert offered(Wanted(region="3")) == ["Whole board", "Reach", "Sight", "Before the turn", "After the turn", "In words"]
    assert "Reach" not in offered(Wanted(region="F7"))
    assert "Sight" in offered(Wanted(region="F7"))
    assert "Sight" not in offered(Wanted(region="north"))
    assert "As a picture" in offered(Wanted(region="3", text=True))
    assert not {"Reach", "Sight"} & set(offered(Wanted(region="3"), over=True))


async def test_the_board_leads_to_reach_and_sight_and_back(tiny: Bench) -> None:
    thread = await playing(tiny)
    panel = (await tiny.click("alice", thread.history()[-1], "Board")).response
    assert "Waiting for" in panel.content
    await tiny.choose("alice", panel, ["1"])
    assert panel.content == "**Piece 1**"
    await tiny.click("alice", panel, "Reach")
    assert panel.content.startswith("**How far Your piece on P")
    await tiny.click("alice", panel, "Sight")
    assert "sees (range 9)" in panel.content
    await tiny.click("alice", panel, "In words")
    assert "In sight: The other piece on P" in panel.content
    assert "As a picture" in labels(panel)
    await tiny.click("alice", panel, "Whole board")
    await tiny.click("alice", panel, "As a picture")
    assert "Waiting for" in panel.content


async def test_what_can_be_pressed_can_be_typed(tiny: Bench) -> None:
    thread = await playing(tiny)
    assert await tiny.typed("alice", "board", "at", "piece 1", thread) == ["1"]
    reach = await tiny.slash("alice", "board", thread, at="Piece 1", show="reach", text=True)
    assert reach.ephemeral
    assert "One space, not risky" in reach.response.content
    for place, said in (("nowhere", "I do not know where “nowhere” is"), ("0" * 60, "I do not know where")):
        assert said in (await tiny.slash("alice", "board", thread, at=place)).response.content
    asked = (await tiny.slash("alice", "board", thread, show="reach")).response
    assert "Whose reach?" in asked.content
    await tiny.choose("alice", asked, ["0"])
    assert asked.content.startswith("**How far"), "what was asked stays asked"


async def test_before_and_after_the_last_turn(tiny: Bench) -> None:
    thread = await playing(tiny)
    await tiny.slash("alice", "move", thread, figure="Your piece", to="P5")
    after = (await tiny.slash("alice", "board", thread, show="after")).response
    assert "steps to 5" in after.content
    assert after.content.startswith("**After ")
    before = (await tiny.click("alice", after, "Before the turn")).response or after
    assert "steps to 5" not in before.content
    assert "**Before " in before.content


@pytest.mark.field(1, 4)
async def test_a_look_back_tells_nobody_more_than_they_may_know(tiny: Bench) -> None:
    thread = await playing(tiny)
    await tiny.slash("alice", "cast", thread, card="ant")
    await tiny.slash("alice", "choose", thread, option="right")
    own, others = [
        (await tiny.slash(who, "board", thread, show="after", text=True)).response.content for who in ("alice", "bob")
    ]
    assert "ant" in own.split()
    assert "ant" not in others.split()


async def test_after_the_end_nobody_is_asked_how_far_they_get(tiny: Bench) -> None:
    thread = await finished(tiny)
    panel = (await tiny.slash("eve", "board", thread, at="1")).response
    assert not {"Reach", "Sight"} & set(labels(panel))
    assert "Poster" in labels(panel)
    assert "nobody moves any more" in (await tiny.slash("eve", "board", thread, at="1", show="reach")).response.content


async def test_figures_of_a_real_board_are_looked_at(arena: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the painter is given what was asked, for the viewer's own eyes."""
    asked: list[tuple[Any, Any, Any]] = []

    async def board(self: Painter, picture: Any, view: Any, events: Any = (), about: Any = None, **_: Any) -> None:
        asked.append((picture.near, view.seat, about))

    monkeypatch.setattr(type(arena.bot.painter), "board", board)
    thread = await arena.begun()
    figures = [value for value in await arena.typed("alice", "board", "at", "", thread) if value.isdigit()]
    if not figures:  # armies begin in the reserve
        assert "north" in await arena.typed("alice", "board", "at", "nor", thread)
        figures = ["middle"]
    panel = (await arena.slash("alice", "board", thread, at=figures[0])).response
    near, seat, about = asked[-1]
    assert near
    assert seat in (0, 1)
    assert about is None
    assert len(selects(panel)) >= 1
    assert (await arena.slash("eve", "board", thread, at="f7", show="sight")).response.content.startswith("**What somebody")
    assert asked[-1][1] is None
    assert asked[-1][2].range is None
    assert all(len(button.custom_id) <= 100 for button in buttons(panel))


async def test_sight_as_if_somebody_stood_elsewhere(arena: Bench) -> None:
    thread = await arena.begun()
    look = await started(arena)
    figure = next(each for each in look.seen.board.figures if each.at)
    taken = {each.at for each in look.seen.board.figures}
    free = next(at for at in ("H6", "G6", "H7", "K7") if at not in taken)
    options = {"at": str(figure.id), "show": "sight", "from": free.lower()}
    panel = (await arena.slash("alice", "board", thread, **options)).response
    assert f"would see from {free} (range" in panel.content
    await arena.click("alice", panel, "In words")
    assert f"would see from {free} (range" in panel.content, "the buttons keep the space"
    refused = (await arena.slash("alice", "board", thread, **{**options, "from": figure.at})).response
    assert "(range" in refused.content, "that is where it stands"
    assert (
        "I do not know where" in (await arena.slash("alice", "board", thread, **{**options, "from": "Z9"})).response.content
    )


async def test_choosing_a_move_shows_how_far_the_figure_gets(arena: Bench) -> None:
    await arena.begun()
    asking, look = arena.bot.service.asking, await started(arena)
    moves: dict[str, set[str]] = {}
    for option in look.seen.options:
        if option.verb == "move":
            moves.setdefault(option.subject, set()).add(str(option.label).split(" ")[0])
    assert moves
    for subject, ends in moves.items():
        reach = await asking.offered(look, "move", subject)
        assert reach is not None
        assert {each.at for each in reach.spaces} == ends
    assert await asking.offered(look, "attack", next(iter(moves))) is None
    assert await asking.offered(look, "move", "no such") is None


async def started(arena: Bench) -> Any:
    """Play until somebody may move a figure; the match through their eyes."""
    service = arena.bot.service
    for n in range(60):
        record = await service.record(1)
        asked = (await service.look(1, None)).seen.asked[0]
        user = record.seats[asked].user
        look = await service.look(1, user)
        if any(option.verb == "move" for option in look.seen.options):
            return look
        option = next((each for each in look.seen.options if each.verb != "end"), look.seen.options[0])
        await service.act(1, user, [option.key], 1000 + n)
    raise AssertionError("nobody may move")
