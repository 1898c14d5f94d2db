"""Panels are plain functions: within Discord's limits whatever the texts, and public ones made of public things alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from discord import app_commands

from bot import discord_form
from bot.app import Postwalker
from bot.chronicle import Chronicle, Filter
from bot.errors import Sorry
from bot.games import all_games
from bot.keeping import Keeper
from bot.panels import armies, choices, lobby, memory, private, prompt
from bot.panels.facts import POLICIES, Facts, SeatFacts
from bot.panels.ids import Press, means, short
from bot.panels.post import (
    BUTTONS,
    LABEL,
    OPTION,
    OPTIONS,
    PLACEHOLDER,
    ROWS,
    TEXT,
    Button,
    Buttons,
    Choice,
    Post,
    Select,
    cut_lines,
    fit,
    pages,
)
from bot.play import Answered
from engine.core.events import Event
from engine.core.refusal import refuse
from engine.core.state import Outcome
from engine.core.text import Text, words
from engine.core.views import OptionView, RefusedView, View
from tests.bot.tiny_game import Board, Card, SeatBoard, TinyGame

LONG = "A very long name indeed " * 60
BIG = 10**18  # people's numbers have 18 or 19 digits


def facts(**changes: Any) -> Facts:
    seats = (SeatFacts(0, BIG + 1, True, LONG), SeatFacts(1, BIG + 2, True, LONG))
    made = Facts(10**9, 10**6, "playing", LONG, LONG, BIG + 1, seats, LONG, "remind", 1.8e9, "f" * 64)
    return msgspec.structs.replace(made, **changes)


def option(n: int, verb: str, subject: str = "") -> OptionView:
    return OptionView(
        f"{verb}:{subject}:{n}:" + "k" * 80, verb, words(LONG + str(n)), words(LONG), subject, words(LONG), words(LONG),
        words(LONG) if n % 2 else Text(""), float(n),
    )  # fmt: skip


def view(count: int, subjects: int, *, seat: int | None = 0) -> View:
    options = [option(n, "choose") for n in range(count)]
    for verb in ("cast", "move", "attack", "summon", "ability", "end"):
        options += [option(n, verb, f"subject {n % subjects}" * 3) for n in range(count)]
    why = refuse("T-1", LONG)
    refused = [RefusedView("move", f"subject {n}" * 3, words(LONG), words(LONG), why) for n in range(30)]
    hand = tuple(Card(f"card {n}", LONG, LONG) for n in range(40))
    seats = (SeatBoard(LONG, hand, 10**6), SeatBoard(LONG, None, 10**6))
    return View("tiny", seat, (0, 1), words(LONG), tuple(options), tuple(refused), True, Text(""), None, Board(99, seats))


def told_at_length() -> Chronicle:
    """A long match, with long lines."""
    answered = [
        Answered(n % 2, "x", [Event("turn", words(LONG), n % 2, data={"turn": n}), Event("moved", words(LONG), n % 2)])
        for n in range(1, 120)
    ]
    return Chronicle(TinyGame(), [], answered, 0, True)


def within_limits(posts: Post | list[Post]) -> None:
    """As Discord would judge them, and as discord.py builds them."""
    for post in [posts] if isinstance(posts, Post) else posts:
        sent = fit(post)
        assert 0 < len(sent.text) <= TEXT
        assert len(sent.rows) <= ROWS
        for row in sent.rows:
            if isinstance(row, Buttons):
                assert 0 < len(row.buttons) <= BUTTONS
                assert all(0 < len(button.label) <= LABEL and len(button.id) <= 100 for button in row.buttons)
            else:
                assert len(row.id) <= 100
                assert len(row.placeholder) <= PLACEHOLDER
                assert row.kind != "choices" or 0 < len(row.choices) <= OPTIONS
                assert all(0 < len(choice.label) <= OPTION and len(choice.value) <= 100 for choice in row.choices)
                assert all(len(choice.description) <= OPTION for choice in row.choices)


@pytest.mark.field(97)
@pytest.mark.parametrize("count", [1, 5, 10, 11, 25, 26, 50, 51, 133])
@pytest.mark.parametrize("subjects", [1, 2, 20, 26])
async def test_private_panels_with_the_longest_texts(count: int, subjects: int) -> None:
    seen, about = view(count, subjects), facts()
    within_limits(choices.cockpit(about, seen, [LONG] * 40, LONG))
    for verb in ("cast", "move", "attack", "summon", "ability", "end"):
        within_limits(choices.of_verb(about, seen, verb))
        for subject in choices.grouped(seen, verb):
            for page in range(3):
                post = choices.of_subject(about, seen, verb, subject, page)
                if choices.grouped(seen, verb)[subject][page * 50 : page * 50 + 1]:
                    within_limits(post)
    for each in seen.options[:: max(1, count // 3)]:
        within_limits(choices.preview(about, seen, each, stop_asking=True))
    within_limits(private.hand(about, seen, LONG))
    story = told_at_length()
    within_limits([memory.log(about, seen, story, Filter(text=LONG), page) for page in (None, 0, 3, 10**6)])
    for drawn in (True, False):
        within_limits(memory.replay(about, story, story.whole(), drawn=drawn))
    within_limits(memory.shown(about, BIG, story.whole()))
    within_limits([memory.stepper(about, story, step, seen) for step in (0, 1, 60, 10**6)])
    within_limits([private.more(about, seen), private.resign(about)])
    sent = discord_form.for_sending(choices.cockpit(about, seen), [])
    assert sent["view"].to_components()


@pytest.mark.field(97)
@pytest.mark.parametrize("count", [1, 10, 26, 51, 133])
def test_every_option_can_be_reached_by_thumb(count: int) -> None:
    """Whatever the number of options: each stands on some page that the panel leads to."""
    seen, about = view(count, 3), facts()
    shown = [button.id for row in choices.cockpit(about, seen).rows if isinstance(row, Buttons) for button in row.buttons]
    for verb in ("cast", "move", "attack", "summon", "ability"):
        assert any(f":verb:{verb}" in id for id in shown)
    for verb in ("choose", "end"):
        keys = [option.key for option in seen.options if option.verb == verb]
        directly = all(any(means(id.split(":", 4)[4], key) for id in shown) for key in keys)
        assert directly or any(f":verb:{verb}" in id for id in shown)
    for verb in ("move", "choose"):
        reached: set[str] = set()
        subjects = choices.grouped(seen, verb)
        assert len(subjects) == (1 if verb == "choose" else min(3, count))
        for subject in subjects:
            for page in range(4):
                for row in choices.of_subject(about, seen, verb, subject, page).rows:
                    if isinstance(row, Select):
                        reached |= {choice.value for choice in row.choices}
                    else:
                        reached |= {button.id.split(":", 4)[4] for button in row.buttons}
        for each in seen.options:
            if each.verb == verb:
                assert any(means(carried, each.key) for carried in reached)


@pytest.mark.field(97)
def test_public_posts_with_the_longest_texts() -> None:
    about, seen = facts(), view(5, 2, seat=None)
    over = msgspec.structs.replace(seen, outcome=Outcome((1, 2), words(LONG)))
    within_limits(prompt.prompt(about, seen, [LONG] * 80, [LONG] * 80, True, "note"))
    within_limits(prompt.prompt(about, seen, ["short"] * 300, [], False))
    four = tuple(SeatFacts(n, BIG + n, True, LONG, True, n % 2, LONG, LONG) for n in range(4))
    for opening in (about, facts(seats=four, agreed=(LONG,) * 4)):
        post = prompt.opening(opening, seen, [LONG] * 30)
        within_limits(post)
        assert about.digest in post.text, "the promise about chance is never cut away"
    within_limits(prompt.ending(about, over, [LONG] * 30, [LONG], "0" * 64))
    for stage in ("open", "armies", "playing", "over", "cancelled"):
        within_limits([lobby.invitation(facts(stage=stage)), lobby.armies(facts(stage=stage))])


@pytest.mark.parametrize("game", [*all_games().values(), TinyGame()], ids=lambda game: game.name)
def test_the_lobby_of_every_game(game: Any) -> None:
    about = facts(stage="armies")
    for players in game.players:
        fields = game.battlefields(players)
        assert fields, players
        for field, _ in fields:
            draft = lobby.Draft(game.name, field, rivals=(BIG + 5,) * (players - 1), players=players)
            within_limits(lobby.new_match(draft, [game], LONG))
            within_limits(lobby.match_options(draft, game))
            shown = {choice.label for row in lobby.new_match(draft, [game]).rows[:1] for choice in row.choices}  # type: ignore[union-attr]
            assert shown == {name for _, name in fields}, "only battlefields for that number are offered"
            assert len(game.places(field, players)) == players
    saved = tuple(LONG[:40] + str(n) for n in range(25))
    for build in game.builds():
        assert game.check_army(build.army) == []
    for match in (0, 10**9):
        every = [build.army for build in game.builds()] + [armies.NOTHING]
        every += [armies.with_leader(game, armies.NOTHING, leader.id) for leader in game.leaders()]
        for army in every:
            bench = armies.Bench(match, game, armies.tidy(army), {"points": 10**6}, saved)
            within_limits([armies.army_choice(about, 0, bench), armies.overview(bench, LONG), armies.start_page(bench)])
            within_limits([armies.shown(bench, LONG)])
            if bench.leader:
                for page in (0, 1, 10**6):
                    within_limits([armies.cards_page(bench, page), armies.spells_page(bench, page)])


def test_a_huge_army_still_fits_into_the_panels() -> None:
    game = all_games()["arena"]
    army = armies.tidy(game.builds()[1].army)
    commons = [offer.id for offer in game.army_choices(army["planeswalker"])]
    bench = armies.Bench(1, game, army | {"cards": commons * 40, "spells": army["spells"] * 9}, {})
    within_limits([armies.overview(bench), armies.cards_page(bench, 0), armies.spells_page(bench, 0)])
    within_limits([Post(text) for text in pages(armies.exported(LONG[:40], game.army_text(bench.army)))])


def test_every_army_card_and_every_spell_that_matches_can_be_reached_by_thumb() -> None:
    game = all_games()["arena"]
    for leader in game.leaders():
        bench = armies.Bench(0, game, armies.with_leader(game, armies.NOTHING, leader.id))
        cards, spells = set(), set()
        for page in range(3):
            for post, found in ((armies.cards_page(bench, page), cards), (armies.spells_page(bench, page), spells)):
                found |= {choice.value for row in post.rows if isinstance(row, Select) for choice in row.choices}
        assert cards == {offer.id for offer in game.army_choices(leader.id)}
        assert spells == {offer.id for offer in game.deck_choices(leader.id)}


@pytest.mark.parametrize("policy", list(POLICIES))
@pytest.mark.parametrize("rivals", [(), (BIG,), (BIG, BIG + 1, BIG + 2)])
@pytest.mark.parametrize("pace", ["weekly", "clock", "29d23h59m night", "29d23h59m+6d23h59m night"])
def test_a_draft_survives_its_way_through_an_id(policy: Any, rivals: tuple[int, ...], pace: str) -> None:
    games = list(all_games().values())
    for players, field in ((2, "converge-on-the-cryptoliths"), (3, "ambush"), (4, "skirmish-in-the-moorlands")):
        draft = lobby.Draft("arena", field, pace, policy, rivals[: players - 1], players, (10, 6, 1, 1))
        assert lobby.Draft.read(draft.text(), games) == draft
        for action in ("n_policy", "n_players", "n_options"):
            assert len(Press(0, 0, action, draft.text()).id("ps")) <= 100
        assert len(Press(0, 0, "n_opt", "3~" + draft.text()).id("ps")) <= 100


def test_a_draft_of_a_battlefield_that_is_gone_says_so() -> None:
    games = list(all_games().values())
    for text in (lobby.Draft("arena", "nowhere").text(), lobby.Draft("arena", "ambush").text(), "", "a~b~c~d~e", "x" * 80):
        with pytest.raises(Sorry, match="start again"):
            lobby.Draft.read(text, games)


def test_options_are_as_in_the_rulebook_until_they_are_changed() -> None:
    game = all_games()["arena"]
    draft = lobby.Draft("arena", "core-duel")
    assert draft.agreed(game) == {option.id: option.default for option in game.options()}
    other = draft.with_options(game, {"points": 1000, "countered_counts_as_played": 0, "deck_points": 7})
    assert other.agreed(game) == draft.agreed(game) | {"points": 1000, "countered_counts_as_played": 0}
    assert "armies of 1000 points" in lobby.new_match(other, [game]).text


@pytest.mark.field(97)
def test_invitations_of_four_with_the_longest_texts() -> None:
    for stage in ("open", "armies", "playing", "cancelled"):
        for joined in (False, True):
            seats = tuple(SeatFacts(n, BIG + n, False, LONG, joined, n % 2, "a side" * 9, "a place" * 9) for n in range(4))
            about = facts(stage=stage, seats=seats, agreed=("x" * 60,) * 4)
            within_limits([lobby.invitation(about), lobby.armies(about)])
            said = [(BIG + n, "y" * 1500) for n in range(30)]
            within_limits([*private.talk(about, said), private.told_by_mate(about, BIG, "y" * 1500, "<#1>")])


@pytest.mark.field(95)
async def test_counts_of_commands_and_their_options(keeper: Keeper) -> None:
    """A 26th subcommand, option or choice would keep every command from being registered."""
    bot = Postwalker(keeper, background=False)
    commands = bot.tree.get_commands()
    assert len(commands) <= 100
    for command in bot.tree.walk_commands():
        assert 1 <= len(command.name) <= 32
        assert 1 <= len(command.description) <= 100
        if isinstance(command, app_commands.Group):
            assert len(command.commands) <= 25
        else:
            assert len(command.parameters) <= 25
            assert all(1 <= len(str(parameter.description)) <= 100 for parameter in command.parameters)
            assert all(str(parameter.description) != "…" for parameter in command.parameters), command.qualified_name


def test_too_much_is_a_fault_and_not_cut_away_silently() -> None:
    button = Button("pw:1:1:play:", "Play")
    for rows in (
        (Buttons((button, button)),),
        (Buttons(tuple(Button(f"pw:1:1:opt:{n}", "x") for n in range(6))),),
        tuple(Buttons((Button(f"pw:1:1:opt:{n}", "x"),)) for n in range(6)),
        (Select("ps:1:1:pick:", "x", tuple(Choice(str(n), "x") for n in range(26))),),
        (Select("ps:1:1:pick:", "x", (Choice("1", "x"), Choice("1", "y"))),),
    ):
        with pytest.raises(ValueError):
            fit(Post("x", rows))
    with pytest.raises(ValueError):
        Press(1, 1, "opt", "k" * 100).id()


def test_long_keys_are_carried_as_digests() -> None:
    key = "move:" + "x" * 100
    assert len(short(key)) < 60
    assert means(short(key), key)
    assert not means(short(key), key + "y")
    assert short("move:3:F6") == "move:3:F6"


def test_the_latest_lines_are_kept() -> None:
    lines = [f"line {n}" for n in range(100)]
    kept = cut_lines(lines, 200)
    assert kept[-1] == "line 99"
    assert "/log" in kept[0]
    assert sum(len(line) + 1 for line in kept) <= 200


def test_pages_lose_nothing() -> None:
    lines = ["x" * (n % 90) for n in range(300)] + ["y" * 5000]
    texts = pages(lines, 500)
    assert all(len(text) <= 500 for text in texts)
    assert "".join(texts).replace("\n", "") == "".join(lines)
