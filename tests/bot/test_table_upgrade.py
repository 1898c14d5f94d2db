"""Rules that change while matches are under way: the table is told once; what is not possible any more is asked again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.errors import Sorry
from bot.keeping import Keeper
from bot.records import Say, Whisper
from bot.service import Service
from engine.core.options import Option
from engine.core.table import Table
from tests.bot.conftest import ALICE, BOB, begun
from tests.bot.discord_bench import Clock
from tests.bot.test_service import queued
from tests.bot.tiny_game import Step, Tiny, TinyGame, TinyRules


class EvenTable:
    """Offers what the rules offer, but steps to even places only."""

    def __init__(self, table: Table[Tiny]) -> None:
        self._table = table

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def choose_always(self, seat: int, question: Any, options: Sequence[Option]) -> Any:
        kept = [option for option in options if not (isinstance(option, Step) and option.to % 2)]
        return self._table.choose_always(seat, question, kept)


class EvenRules(TinyRules):
    """The tests' game in its next version."""

    version = 2

    def play(self, table: Any) -> Any:
        return super().play(EvenTable(table))  # type: ignore[arg-type]


class EvenGame(TinyGame):
    def __init__(self) -> None:
        super().__init__()
        self._rules = EvenRules()


@pytest.fixture
def newer(keeper: Keeper, clock: Clock) -> Iterator[Service]:
    """The bot after an upgrade."""
    made = Service(keeper, {"tiny": EvenGame()}, clock, new_seed=lambda: b"\x07" * 32)
    yield made
    made.close()


def said(errands: list[object]) -> list[str]:
    return [each.post.text for each in errands if isinstance(each, Say)]


@pytest.mark.field(65, 66)
async def test_an_answer_that_is_not_possible_any_more_is_asked_again(
    service: Service, newer: Service, keeper: Keeper
) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 10)  # the die keeps this for good
    points = (await service.look(match, None)).seen.board.seats[0].score  # type: ignore[attr-defined]
    await service.act(match, ALICE, ["move:0:4"], 11)
    await service.act(match, ALICE, ["move:0:5"], 12)
    before = await service.record(match)
    await queued(keeper)
    assert await newer.upgrades.all() == 1
    record = await newer.record(match)
    assert record.answers == before.answers - 2, "the two steps since the die are gone, whole"
    assert record.seats[0].asked_since == record.version
    seen = (await newer.look(match, ALICE)).seen
    assert seen.asked == (0,)
    assert seen.board.seats[0].score == points  # type: ignore[attr-defined]
    errands = await queued(keeper)
    told = said(errands)
    assert sum("The rules are new" in text for text in told) == 1
    assert "One may step to even places only." in told[0]
    assert "goes back" in told[0]
    assert f"<@{ALICE}>" in told[0]
    assert [each.post.pings for each in errands if isinstance(each, Say) and each.slot == "prompt"] == [(ALICE,)]
    assert [each.user for each in errands if isinstance(each, Whisper)] == [ALICE]
    assert [row.key for row in await keeper.store.undone(match)] == ["move:0:5", "move:0:4"]
    assert len(await keeper.answered(match)) == record.answers, "the log is what was kept"
    entry = record.table[-1]
    assert (entry.kind, entry.undone, entry.answer) == ("upgrade", 2, record.answers)
    # Play goes on under the new rules, and nobody hears of them again.
    await newer.act(match, ALICE, ["move:0:6"], 13)
    with pytest.raises(Sorry):
        await newer.act(match, ALICE, ["move:0:7"], 14)
    assert await newer.upgrades.all() == 0
    await newer.act(match, ALICE, ["end:turn"], 15)
    assert not any("The rules are new" in text for text in said(await queued(keeper)))


@pytest.mark.field(65)
async def test_a_change_that_touches_nothing_is_told_and_nothing_is_lost(
    service: Service, newer: Service, keeper: Keeper
) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:4"], 11)
    before = await service.record(match)
    await queued(keeper)
    assert await newer.upgrades.all() == 1
    record = await newer.record(match)
    assert record.answers == before.answers
    assert record.seats[0].deadline == before.seats[0].deadline, "nobody's time begins anew"
    told = said(await queued(keeper))
    assert "The rules are new" in told[0]
    assert "goes back" not in told[0]


@pytest.mark.field(65)
async def test_who_moves_first_after_an_upgrade_is_told_instead_of_moved(service: Service, newer: Service) -> None:
    """Where the start's round has not come to a match yet, the first answer finds it out."""
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:4"], 11)
    await service.act(match, ALICE, ["move:0:5"], 12)
    receipt = await newer.act(match, ALICE, ["end:turn"], 13)
    assert "rules have changed" in receipt.notice
    assert receipt.look.seen.asked == (0,), "the turn was not ended: it is another one now"
    assert receipt.told == []
    receipt = await newer.act(match, ALICE, ["end:turn"], 14)
    assert receipt.notice == ""
    assert receipt.look.seen.asked == (1,)


async def test_an_answer_and_a_harmless_change_go_together(service: Service, newer: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:4"], 11)
    await queued(keeper)
    receipt = await newer.act(match, ALICE, ["end:turn"], 12)
    assert receipt.notice == ""
    told = said(await queued(keeper))
    assert "The rules are new" in told[0]
    assert "**Turn 2**" in told[1]


async def test_a_round_over_all_matches_happens_only_with_new_rules(
    service: Service, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(service)
    assert await service.upgrades.all() == 0
    looked: list[int] = []
    monkeypatch.setattr(service.upgrades, "one", looked.append)
    assert await service.upgrades.all() == 0
    assert looked == []


async def test_a_match_that_cannot_be_loaded_holds_up_no_other(
    service: Service, newer: Service, keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    first = await begun(service)
    facts = await service.beginning.rematch(first, BOB, 90)
    await service.beginning.join(facts.id, ALICE)
    await service.beginning.ready(facts.id, ALICE)
    await service.beginning.ready(facts.id, BOB)
    await service.change(first, _break)
    assert await newer.upgrades.all() == 1
    assert f"match {first} cannot be brought" in caplog.text
    told = [each for each in await queued(keeper) if isinstance(each, Say) and "cannot be loaded" in each.post.text]
    assert [each.post.pings for each in told] == [(ALICE,)], "its host is told"
    assert (await newer.record(facts.id)).table[-1].kind == "upgrade"


def _break(record: Any) -> list[Any]:
    record.stored = type(record.stored)(record.stored.rules, record.stored.version, b"\xc1", record.stored.answers)
    return []


async def test_a_takeback_over_an_upgrade_is_refused_where_the_rules_lead_elsewhere(
    service: Service, newer: Service
) -> None:
    """Anchors carry a match over an upgrade; going back beyond it would need the earlier rules."""
    match = await begun(service)
    await service.act(match, ALICE, ["move:0:5", "end:turn"], 11)
    before = await service.record(match)
    await newer.table.take_back(match, ALICE, whole_turn=False)
    number = (await newer.record(match)).proposals
    told = await newer.table.agree(match, BOB, number, 12)
    assert "rules have changed since" in str(told)
    after = await newer.record(match)
    assert (after.answers, after.stored.anchor if after.stored else None) == (
        before.answers, before.stored.anchor if before.stored else None,
    )  # fmt: skip
