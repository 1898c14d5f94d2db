"""Whether chance was honest: what is computed, and what is told of a running and of a finished match."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from sqlalchemy import text

from bot import likelihood
from bot.fairness import _cards, _dice, _places
from bot.keeping import Keeper
from bot.service import Service
from engine.core import chance
from engine.core.events import Event
from engine.core.text import NOTHING
from engine.registry import Throw, game
from tests.bot.conftest import ALICE, BOB, begun
from tests.bot.discord_bench import Bench, labels
from tests.bot.test_presses import playing


# ---- the arithmetic ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("square", "free", "share"),
    [(3.841459, 1, 0.05), (11.0705, 5, 0.05), (30.1435, 19, 0.05), (5.0, 5, 0.4158802), (80.0, 20, 3.9e-9)],
)
def test_the_chi_square_distribution(square: float, free: int, share: float) -> None:
    assert likelihood.chi_square(square, free) == pytest.approx(share, rel=0.02)


def test_few_dice_are_counted_exactly() -> None:
    """Four dice with three swords, two shields and a blank: every outcome is looked at by hand."""
    faces = ["sword"] * 3 + ["shield"] * 2 + ["blank"]
    seen = Counter(
        tuple(Counter(dice)[face] for face in ("sword", "shield", "blank")) for dice in itertools.product(faces, repeat=4)
    )
    for outcome, times in seen.items():
        expected = sum(n for n in seen.values() if n <= times) / 6**4
        assert likelihood.of_faces(outcome, (3, 2, 1)) == pytest.approx(expected)


def test_sums_are_counted_exactly() -> None:
    sums = Counter(sum(dice) for dice in itertools.product(range(1, 7), repeat=3))
    for total, far in ((3, 7.5), (10, 0.5), (17, 6.5)):
        expected = sum(n for reached, n in sums.items() if abs(reached - 10.5) >= far) / 6**3
        assert likelihood.of_total(total, 3, range(1, 7)) == pytest.approx(expected)


def test_hands_are_counted_exactly() -> None:
    deck = [1, 1, 2, 3, 5, 8, 8]
    hands = [sum(hand) for hand in itertools.combinations(deck, 3)]
    middle = 3 * sum(deck) / 7
    for total in (4, 12, 21):
        expected = sum(abs(hand - middle) >= abs(total - middle) - 1e-9 for hand in hands) / len(hands)
        assert likelihood.of_hand(total, 3, deck) == pytest.approx(expected)
    assert likelihood.of_hand(28, 7, deck) == 1.0, "the whole deck is no surprise"


@pytest.mark.field(102)
def test_honest_dice_are_seldom_called_odd() -> None:
    """Shares are spread evenly over honest dice: about one in twenty below 0.05, whichever way they are computed."""
    for n, thrown in ((0, 24), (1, 600)):
        found = []
        for match in range(200):
            seed = (n * 1000 + match).to_bytes(32, "big")
            dice = Counter(chance.below(chance.value(seed, "combat die", k), 6) for k in range(thrown))
            counts = (dice[0] + dice[1] + dice[2], dice[3] + dice[4], dice[5])
            found.append(likelihood.of_faces(counts, (3, 2, 1)))
        odd = sum(share < 0.05 for share in found)
        assert 2 <= odd <= 22, f"{odd} of 200 matches with {thrown} dice"
    assert likelihood.of_faces((24, 0, 0), (3, 2, 1)) < 1e-5, "and loaded ones are"
    assert likelihood.of_faces((600, 0, 0), (3, 2, 1)) < 1e-5


@pytest.mark.field(102)
def test_the_opening_hands_of_ten_thousand_matches() -> None:
    """Shuffles deal every card equally often, and no two matches alike."""
    deck = list(range(12))
    dealt: Counter[int] = Counter()
    orders = set()
    for match in range(10_000):
        seed = match.to_bytes(32, "big")
        order = chance.order([chance.value(seed, "library 0", n) for n in range(11)], deck)
        dealt.update(order[:4])
        orders.add(tuple(order))
    expected = 10_000 * 4 / 12
    square = sum((dealt[card] - expected) ** 2 / expected for card in deck)
    assert likelihood.chi_square(square, 11) > 0.001
    assert len(orders) > 9_990


def test_an_unshuffled_deck_shows_through() -> None:
    assert likelihood.of_order(range(12))[0] == pytest.approx(1.0)
    assert likelihood.of_order(range(12))[1] < 0.01
    mixed = list(range(12))
    random.Random(5).shuffle(mixed)
    assert likelihood.of_order(mixed)[1] > 0.05
    assert likelihood.of_order([3, 1]) == (0.0, 1.0)
    assert likelihood.of_order([2.0, 2.0, 2.0, 2.0, 2.0]) == (0.0, 1.0), "equal cards show nothing"


def test_equal_cards_make_no_order_look_odd() -> None:
    deck = ["a"] * 6 + ["b"] * 6 + ["c"] * 6
    odd = 0
    for match in range(400):
        seed = match.to_bytes(32, "big")
        order = chance.order([chance.value(seed, "library 0", n) for n in range(17)], deck)
        odd += likelihood.of_order(_places(deck, order))[1] < 0.05
    assert 6 <= odd <= 40


# ---- the Arena's dice and cards ---------------------------------------------------------------------------------------
def test_the_dice_of_the_arena() -> None:
    arena = game("arena")
    attack = Event("attack", NOTHING, 0, data={"attack": ["sword", "blank"], "defence": ["shield"]})
    assert arena.thrown(attack) == [
        Throw("combat", 0, ("sword", "blank")), Throw("combat", 0, ("shield",), against=True),
    ]  # fmt: skip
    assert arena.thrown(Event("leaving", NOTHING, 1, data={"faces": ["sword"]})) == [Throw("combat", 1, ("sword",))]
    assert arena.thrown(Event("fall", data={"face": "blank"})) == [Throw("combat", None, ("blank",))]
    assert arena.thrown(Event("d20", data={"roll": 17})) == [Throw("d20", None, ("17",))]
    assert arena.thrown(Event("turn", data={"turn": 3})) == []
    events = [attack] * 10 + [Event("d20", data={"roll": roll}) for roll in (3, 20, 11)]
    lines = "\n".join(_dice(arena, events, ["Nahiri", "Jace"]))
    assert "Combat dice, Nahiri: 20 dice: swords 10 (expected 10.0), shields 0 (expected 6.7), blanks 10" in lines
    assert "Rare" in lines
    assert "defending against Nahiri" in lines
    assert "3 dice: 11.3 on average, where 10.5 is to be expected" in lines


def test_the_cards_of_the_arena() -> None:
    arena = game("arena")
    deck = [id for id, _ in arena.card_names() if getattr(arena.card(id), "cost", None)][:8]
    drew = [Event("drawn", NOTHING, 0, (0,), {"spells": deck[:4]}), Event("drawn", NOTHING, 0, (0,), {"spells": [deck[4]]})]
    lines = "\n".join(_cards(arena, drew, [deck, []], ["Nahiri", "Jace"]))
    assert "Nahiri has drawn 5 of 8 cards" in lines
    assert "The first 4 cost" in lines
    assert "+1.00" in lines, "they came in the order of the list"


# ---- what is told -----------------------------------------------------------------------------------------------------
@pytest.mark.field(106)
async def test_dice_are_counted_for_each_seat(service: Service) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 10)
    lines = "\n".join(await service.fairness.told(match))
    assert "The die for points, Player 1 (<@101>): 1 die" in lines
    assert "Cards are told of when the match is over" in lines
    assert not any(card in lines for card in ("ant", "bee", "cat,")), "nothing of anybody's hand"
    await service.resign(match, BOB, 11)
    assert "No cards have been drawn" in "\n".join(await service.fairness.told(match)), "there are none in this game"


@pytest.mark.field(105)
async def test_a_running_match_shows_its_digest_alone(service: Service) -> None:
    match = await begun(service)
    record = await service.record(match)
    lines = "\n".join(await service.fairness.verified(match))
    assert record.digest in lines
    assert record.seed not in lines
    await service.resign(match, BOB, 11)
    lines = "\n".join(await service.fairness.verified(match))
    assert record.seed in lines
    assert chance.commitment(bytes.fromhex(record.seed)) in lines


@pytest.mark.field(105)
async def test_a_log_that_was_tampered_with_does_not_check_out(service: Service, keeper: Keeper) -> None:
    match = await begun(service)
    await service.act(match, ALICE, ["cast:ant", "side:left"], 10)
    await service.resign(match, BOB, 11)
    assert "checks out" in (await service.fairness.verified(match))[0]
    async with keeper.store.database.write() as tx:
        await tx.execute(text("update answers set key = 'side:right' where key = 'side:left'"))
    told = (await service.fairness.verified(match))[0]
    assert "could not be played again" in told
    assert "answer 4" in told


async def test_by_the_buttons_of_the_last_post(tiny: Bench) -> None:
    thread = await playing(tiny)
    resign = await tiny.slash("bob", "match resign", thread)
    await tiny.click("bob", resign.response, "Give up")
    last = thread.history()[-1]
    assert "Check the chance" in labels(last)
    checked = await tiny.click("eve", last, "Check the chance")
    assert "checks out" in checked.response.content
    assert checked.ephemeral
    assert "Dice of match 1" in (await tiny.click("eve", last, "How the dice fell")).response.content
    assert "checks out" in (await tiny.slash("alice", "verify", thread)).response.content
    assert "No dice" in (await tiny.slash("alice", "fairness", thread)).response.content
