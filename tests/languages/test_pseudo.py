"""A match in a language that nobody speaks: what is still English was never given to translators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot import languages
from bot.commands import asking
from bot.games import all_games
from bot.guilds import Guild
from bot.keeping import Keeper
from bot.panels import armies, choices, lobby, private, prompt
from bot.panels.armies import Bench
from bot.panels.lobby import Draft
from bot.panels.post import Buttons, Post, Select
from bot.pictures import board_alt, board_words, place_words
from bot.records import Amend, Say, Whisper
from bot.service import Service
from engine.arena import battlefield
from engine.arena.cards import cards
from engine.arena.view import SpellView
from engine.core.events import Event
from engine.core.match import Match
from engine.core.text import ENGLISH
from engine.players.sensible import SensiblePlayer
from render import board, hand
from render import text as writing
from render.army import draw_army
from render.cards import draw_army_card, draw_spell
from tests.bot.conftest import ALICE, BOB
from tests.bot.discord_bench import Clock
from tests.bot.test_service import queued
from tests.languages import pseudo


def names() -> frozenset[str]:
    """Words of proper names: they are the same in every language."""
    found: list[str] = []
    for game in all_games().values():
        found += [game.title, *(build.name for build in game.builds())]
        for id, name in game.card_names():
            card: Any = game.card(id)
            found += [name, getattr(card, "faction", ""), getattr(card, "ability", "")]
            found += [ability.name for ability in getattr(card, "abilities", ())]
    for field in battlefield.shipped():
        found.append(battlefield.load(field).name)
    for face in cards().armies.values():
        found += [face.figure, face.short, *face.types]
    return frozenset(word for name in found for word in re.findall(r"[A-Za-z]+", name))


def strings(post: Post) -> Iterator[str]:
    """Everything that is to be read in a message."""
    yield post.text
    for row in post.rows:
        if isinstance(row, Buttons):
            yield from (button.label for button in row.buttons)
        if isinstance(row, Select):
            yield row.placeholder
            for choice in row.choices:
                yield from (choice.label, choice.description)


class Reader:
    """Reads posts and remembers what was plain English in them, with where it stood."""

    def __init__(self) -> None:
        self.names = names()
        self.plain: dict[str, str] = {}
        self.read = 0

    def see(self, what: Post | str | list[Post]) -> None:
        for post in what if isinstance(what, list) else [what]:
            for text in strings(post) if isinstance(post, Post) else (post,):
                self.read += 1
                for word in pseudo.plain_words(text, self.names):
                    self.plain.setdefault(word, text[:200])


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    made = pseudo.language("de")
    monkeypatch.setattr(languages, "known", lambda tag: made if tag == "de" else ENGLISH)


@pytest.mark.parametrize(
    ("game", "field", "players", "answers"),
    [
        ("arena", "converge-on-the-cryptoliths", 2, 300), ("arena", "core-duel", 2, 40), ("arena", "ambush", 3, 40),
        ("arena", "core-free-for-all", 3, 30), ("arena", "skirmish-in-the-moorlands", 4, 50),
        *((name, game.battlefields(2)[0][0], 2, 60) for name, game in all_games().items() if name != "arena"),
    ],
)  # fmt: skip
async def test_a_match_says_nothing_that_was_not_translated(
    keeper: Keeper, clock: Clock, spoken: None, game: str, field: str, players: int, answers: int
) -> None:
    service, reader = Service(keeper, all_games(), clock, new_seed=lambda: b"\x05" * 32), Reader()
    people = (ALICE, BOB, 303, 404)[:players]
    await keeper.save_guild(1, Guild(language="de"))
    with languages.speaking("de"):
        draft = Draft(game, field, rivals=people[1:], players=players)
        match = (await service.beginning.create(draft, people[0], 1, 10, 1)).id
        for user in people[1:]:
            await service.beginning.join(match, user)
        for user in people:
            await service.beginning.ready(match, user)
    for n in range(answers):
        look = await service.look(match, None)
        if look.seen.outcome is not None:
            break
        seat = look.seen.asked[0]
        since = (await service.look(match, people[seat])).asked_since
        assert since is not None
        if n % 12 == 0:
            with languages.speaking("de"):
                await private_panels(service, match, people[seat], reader)
        await service.move_for(match, seat, since, "")
    for errand in await queued(keeper):
        if isinstance(errand, (Say, Whisper, Amend)):
            reader.see(errand.post)
    with languages.speaking("de"):
        look = await service.look(match, None)
        reader.see(prompt.status(look.facts, look.seen))
        reader.see(board_words(look.seen))
        reader.see(board_alt(look.seen))
        for region in all_games()[game].regions(look.seen.board):
            reader.see(place_words(look.seen, region))
    service.close()
    assert reader.read > 100
    assert not reader.plain


async def private_panels(service: Service, match: int, user: int, reader: Reader) -> None:
    """All that a player can open at this moment."""
    look = await service.look(match, user)
    facts, view = look.facts, look.seen
    reader.see(choices.cockpit(facts, view, ["told"[:0]], ""))
    for verb in choices.verbs(view):
        reader.see(choices.of_verb(facts, view, verb))
        for subject in choices.grouped(view, verb):
            reader.see(choices.of_subject(facts, view, verb, subject))
    for option in view.options[::7]:
        reader.see(choices.preview(facts, view, option, stop_asking=True))
    for refused in view.refused:
        reader.see(f"{asking.refused_name(refused)} {refused.why.text}")
    reader.see(private.hand(facts, view))
    reader.see([private.more(facts, view), private.resign(facts)])
    reader.see(prompt.status(facts, view))
    reader.see(board_words(view))


def test_the_army_builder_and_every_card_say_nothing_that_was_not_translated(spoken: None) -> None:
    reader = Reader()
    with languages.speaking("de"):
        for game in all_games().values():
            for id, _ in game.card_names():
                reader.see(asking.card_posts(game, game.card(id)))
            benches = [Bench(0, game, armies.tidy(build.army), saved=("1",)) for build in game.builds()]
            benches.append(Bench(0, game, dict(armies.NOTHING)))
            for bench in benches:
                reader.see([armies.overview(bench), armies.start_page(bench), armies.shown(bench, "1")])
                if bench.leader:
                    reader.see([armies.cards_page(bench, 0), armies.spells_page(bench, 0)])
            reader.see("\n".join(armies.listed(game, [("1", benches[0].army, {})])))
            for players in game.players:
                for field, _ in game.battlefields(players):
                    draft = Draft(game.name, field, players=players)
                    reader.see(lobby.new_match(draft, [game]))
                    reader.see(lobby.match_options(draft, game))
    assert reader.read > 1000
    assert not reader.plain


@pytest.fixture
def drawn(spoken: None, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """Reads what is written into pictures, as it is about to be drawn: whole, not cut."""
    reader, write = Reader(), writing.write

    def seen_write(draw: object, at: object, words: str, *rest: object, **options: object) -> float:
        reader.see(words)
        return write(draw, at, words, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "write", seen_write)
    monkeypatch.setattr(writing, "fitted", lambda words, *rest, **options: words)
    return reader


@pytest.mark.parametrize("field", ["converge-on-the-cryptoliths", "ambush"])
def test_the_board_shows_no_words_that_were_not_translated(drawn: Reader, field: str) -> None:
    game, player = all_games()["arena"], SensiblePlayer()
    players = next(n for n in game.players if field in dict(game.battlefields(n)))
    armies = [build.army for build in game.builds()[:players]]
    match = Match.begin(game.rules, game.setup(field, armies, {}), b"\x05" * 32)
    events: list[Event] = []
    for _ in range(40):
        seat = match.asked[0].seat
        events += match.answer(seat, player.choose(match.offer(seat)))
    with languages.speaking("de"):
        view = match.view(seat).board
        board.draw_board(view, events=[event for event in events[-8:] if event.known_to(seat)], width=800)
        hand.draw_hand(view.seats[seat], view)
        for card in view.cards:
            draw_army_card(card, view.seats[card.seat].side)
    assert drawn.read > 50
    assert not drawn.plain


def test_card_faces_show_no_words_that_were_not_translated(drawn: Reader) -> None:
    game = all_games()["arena"]
    with languages.speaking("de"):
        draw_army(game.army_view(game.builds()[0].army))
        for id, _ in game.card_names():
            card = game.card(id)
            draw_spell(card) if isinstance(card, SpellView) else draw_army_card(card)
    assert drawn.read > 1000
    assert not drawn.plain


def test_the_measure_itself(spoken: None) -> None:
    """It must see what was forgotten, between what was not."""
    from engine.core.text import say, words

    with languages.speaking("de"):
        good = say("{figure} moves {path}", figure="Jace", path="F5 → F7")
        assert pseudo.plain_words(good, names()) == set()
        assert pseudo.plain_words(f"{good} gladly", names()) == {"gladly"}
        nested = say("{some} and {last}", some=words("{figure} moves {path}", figure="Jace", path="a way"), last="Nissa")
        assert pseudo.plain_words(nested, names()) == {"way"}
