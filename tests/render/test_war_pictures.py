"""Cards, battlefields and dice of Summoner Wars: recognisable, legible, nothing cut off, nothing over one another."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from bot import languages
from engine.core.events import Event
from engine.core.refusal import refuse
from engine.core.text import ENGLISH, Text, speaking, words
from engine.registry import game
from engine.summoner_wars import board as spaces
from engine.summoner_wars.cards import cards
from engine.summoner_wars.view import CardView, PieceView, WarSeat, WarView
from render import replay, theme
from render.summoner_wars import board, faces, looks, pieces
from render.summoner_wars.callings import CALLINGS, MARKS, calling
from render.summoner_wars.crests import CRESTS
from render.summoner_wars.happened import action_focus, gather
from tests.render.written import Words, reading

LOOKS = [theme.Look(name, large) for name in theme.PALETTES for large in (False, True)]
NEW = (1, 2, 3)  # a ground that nothing has been kept for
GERMAN = languages.known("de")


def face(id: str) -> CardView:
    found = game("summoner_wars").card(id)
    assert isinstance(found, CardView)
    return found


def piece(card: int, id: str, at: str, seat: int = 0, **changes: Any) -> PieceView:
    shown = face(id)
    attack = shown.attack or 0
    made = PieceView(card, shown, Text(shown.name), at, seat, seat, attack, attack, shown.life or 1, 0)
    return msgspec.structs.replace(made, **changes)


def seat(number: int, summoner: str) -> WarSeat:
    shown = face(summoner)
    hand = tuple(face(id) for id in ("freeze", "smasher")) if number == 0 else None
    return WarSeat(shown.name, shown.faction, hand, 4, 12, 3, (), number)


def view(*stand: PieceView, summoners: tuple[str, str] = ("grognack", "prince_elien"), **changes: Any) -> WarView:
    seats = tuple(seat(number, id) for number, id in enumerate(summoners))
    made = WarView(0, 5, 0, "attack", seats, stand, (), words("Destroy the enemy Summoner"), (), 1, 2)
    return msgspec.structs.replace(made, **changes)


STANDING = (
    piece(1, "grognack", "b2", wounds=2), piece(2, "krung", "c4", under=2), piece(3, "smasher", "c5", attack=3, moved=True),
    piece(4, "tundra_orcs_wall", "c2", wounds=3), piece(11, "prince_elien", "d7", 1), piece(12, "fire_drake", "d5", 1),
    piece(13, "phoenix_elves_archer", "f6", 1, on=("Freeze",)), piece(14, "guardian", "e6", 0, owner=1),
)  # fmt: skip


def attack(card: int, target: int, *dice: int, needed: int = 3) -> Event:
    data = {"card": card, "target": target, "faces": list(dice), "needed": [needed]}
    return Event("attack", words("an attack"), 0, None, data)


def event(kind: str, **data: Any) -> Event:
    return Event(kind, words("it happens"), 0, None, data)


TURN = (
    event("summoned", card=2, to="c4", face="krung"), event("moved", card=3, at="c3", to="c4"),
    event("moved", card=3, at="c4", to="c5"), attack(3, 12, 5, 2, 3), event("wounded", card=12, at="d5", wounds=2),
    attack(1, 77, 6, 6, needed=2), event("wounded", card=77, at="b3", wounds=2),
    event("destroyed", card=77, at="b3", face="phoenix_elves_warrior"), event("healed", card=11, wounds=1),
)  # fmt: skip


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


# ---- recognised
def test_every_unit_has_a_calling_and_every_faction_a_crest_and_a_colour() -> None:
    units = {id for id, each in cards().faces.items() if each.unit and each.type != "summoner"}
    assert set(CALLINGS) == units
    assert {faction.name for faction in cards().factions.values()} == set(CRESTS) == set(looks.FACTIONS)
    assert set(CALLINGS.values()) <= set(MARKS)


def medallion(mark: str, faction: str) -> Image.Image:
    flat = Image.new("RGB", (24, 24), theme.PANEL)
    sprite = looks.medallion(looks.style(0), mark, faction, "common", 24)
    flat.paste(sprite, (0, 0), sprite)
    return flat.convert("L")


def test_marks_and_crests_differ_at_the_size_a_phone_shows_them() -> None:
    drawn = {mark: medallion(mark, "") for mark in MARKS} | {name: medallion("crest", name) for name in CRESTS}
    for (one, first), (other, second) in itertools.combinations(drawn.items(), 2):
        assert ImageStat.Stat(ImageChops.difference(first, second)).mean[0] > 5, (one, other)


def test_two_commons_of_a_faction_share_no_mark() -> None:
    """Champions of one calling are told apart by their names; commons stand side by side in numbers."""
    for faction in cards().factions:
        commons = [each for each in cards().of(faction) if each.type == "common"]
        marks = [calling(each.id, each.type, each.range == "bow") for each in commons]
        assert len(set(marks)) == len(marks), faction


# ---- read
@pytest.fixture
def written() -> Iterator[list[Words]]:
    """Everything that is written while pictures are drawn."""
    with reading() as found:
        yield found


def check(written: list[Words]) -> None:
    """Nothing is cut, beyond its picture, or over something else."""
    for each in written:
        assert not each.cut, each.words
        assert each.inside, each.words
    for one, other in itertools.combinations(written, 2):
        assert not one.overlaps(other), (one.words, other.words)


@pytest.mark.parametrize("look", [theme.Look(), theme.Look(large=True)], ids=["usual", "large"])
def test_the_words_of_every_card_fit_on_the_battlefield(look: theme.Look, written: list[Words]) -> None:
    fighting = [id for id, each in cards().faces.items() if each.type != "event"]
    with theme.using(look):
        for number, id in enumerate(fighting):
            on = ("Freeze",) if face(id).kind != "wall" else ()
            shown = piece(number, id, "a1", number % 2, owner=number // 2 % 2, under=number % 3, on=on)
            pieces.lying(pieces.look_of(shown), 1.0, NEW)
            check(written)
            assert {str(shown.life), *shown.face.name.split()} <= set(" ".join(each.words for each in written).split())
            written.clear()


@pytest.mark.parametrize("language", [ENGLISH, GERMAN], ids=["english", "german"])
@pytest.mark.parametrize("look", [theme.Look(), theme.Look(large=True)], ids=["usual", "large"])
def test_nothing_round_the_battlefield_is_cut_or_over_something_else(
    look: theme.Look, language: Any, written: list[Words]
) -> None:
    leaders = [faction.summoner for faction in cards().factions.values()]
    bound = Text("Guardian (E6), Guardian (F6), Smasher (C5), Krung (C4), Archer (A1)")
    lasting = (
        words("{event}, by {side}: {cards}", event=Text("Magical Stasis"), side=Text("Prince Elien"), cards=bound),
    ) * 2
    phases = ("setup", "summon", "events", "movement", "attack", "magic", "over")
    with theme.using(look), speaking(language):
        for number, phase in enumerate(phases):
            leader = (leaders[number % len(leaders)], leaders[(number + 5) % len(leaders)])
            stand = (piece(1, leader[0], "b2"), piece(11, leader[1], "d7", 1), *STANDING[1:4])
            board.painted(
                view(*stand, summoners=leader, phase=phase, lasting=lasting[: number % 3]), events=TURN[: number + 2]
            )
            page = max((each.on for each in written), key=lambda on: on.size[0] * on.size[1])
            check([each for each in written if each.on is page])
            written.clear()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{look.large}")
def test_words_stand_out_from_what_they_are_written_on(look: theme.Look) -> None:
    with theme.using(look):
        for faction in looks.FACTIONS:
            for ground in (looks.paper(faction), looks.head(faction)):
                assert theme.contrast(theme.CARD_INK, ground) >= 4.5, faction
            for ink in (theme.YES, theme.NO):
                assert theme.contrast(ink, looks.paper(faction)) >= 4.5, faction
        for style in theme.others()[:2]:
            assert theme.contrast(theme.EMBLEM, style.deep) >= 4.5
        for ground in (theme.GOLD, theme.ICE):
            assert theme.contrast(theme.DARK, ground) >= 4.5
        assert theme.contrast(theme.mix(theme.PIP_LOST, theme.EMBLEM, 0.5), theme.PLATE) >= 4.5


def test_life_and_letter_can_be_told_at_the_size_of_a_phone() -> None:
    """Each number of life left, and each seat's letter, differs clearly from every other at 400 pixels."""
    crops: dict[str, list[Image.Image]] = {}
    for number in (0, 1):
        walls = tuple(piece(left, "tundra_orcs_wall", f"{'abc'[left % 3]}{1 + left // 3}", number, wounds=9 - left)
                      for left in range(1, 10))  # fmt: skip
        shown = view(*walls)
        small, lay = opened(board.draw_board(shown)), board.laid(shown, gather(shown, ())).mat
        small = small.resize((400, round(small.height * 0.4)), Image.Resampling.LANCZOS).convert("L")
        for left, wall in enumerate(walls, 1):
            box = lay.space(spaces.parse(wall.at))
            x, y = round(box.left * 0.4), round(box.bottom * 0.4)
            crops.setdefault(f"life {left}", []).append(small.crop((x + 4, y - 14, x + 16, y - 2)))
            crops.setdefault(f"seat {number}", []).append(small.crop((x + 4, y - 32, x + 18, y - 16)))
    for kind in ("life", "seat"):
        known = {name: shown for name, shown in crops.items() if name.startswith(kind)}
        for (one, first), (other, second) in itertools.combinations(known.items(), 2):
            between = ImageStat.Stat(ImageChops.difference(first[0], second[-1])).rms[0]
            within = ImageStat.Stat(ImageChops.difference(first[0], first[-1])).rms[0]
            assert between > 12 + within, (one, other)


def test_a_card_covers_its_rounded_shape_alone() -> None:
    for id in ("smasher", "tundra_orcs_wall"):
        picture = pieces.lying(pieces.look_of(piece(3, id, "c5")), 1.0, NEW)
        wide, high = picture.size
        assert {picture.getpixel(at) for at in ((0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1))} == {NEW}
        assert NEW not in {picture.getpixel((x, high // 2)) for x in range(4, wide - 4)}


def test_a_changed_attack_is_told_by_a_sign_too(written: list[Words]) -> None:
    for attack, sign in ((4, "▲"), (2, ""), (1, "▼")):
        written.clear()
        pieces.lying(pieces.look_of(piece(3, "smasher", "c5", attack=attack)), 1.0, NEW)
        assert [each.words for each in written if each.words in "▲▼"] == [sign] * bool(sign)


# ---- what happened
def test_a_turn_leaves_its_ways_dice_wounds_and_losses() -> None:
    done = gather(view(*STANDING), TURN)
    assert done.walks == ((spaces.parse("c3"), spaces.parse("c5")),)
    assert done.arrived == (spaces.parse("c4"),)
    first, second = done.throws
    assert (first.actor.name, first.target.name) == ("Smasher", "Fire Drake")  # type: ignore[union-attr]
    assert (first.start, first.end) == (spaces.parse("c5"), spaces.parse("d5"))
    assert (first.faces, first.needed, first.wounds, first.fell) == ((5, 2, 3), 3, 2, False)
    assert second.target is not None
    assert (second.target.name, second.target.seat) == ("Warrior", 1)
    assert (second.end, second.wounds, second.fell) == (spaces.parse("b3"), 2, True)
    assert done.fallen == ((spaces.parse("b3"), second.target),)
    assert dict(done.hurt) == {spaces.parse("d5"): 2, spaces.parse("b3"): 2}
    assert done.healed == ((spaces.parse("d7"), 1),)


def test_an_attack_starts_where_its_card_stood_then() -> None:
    """It moves on afterwards, as some may."""
    after = event("moved", card=3, at="b5", to="c5")
    (throw,) = gather(view(*STANDING), [attack(3, 12, 4), after]).throws
    assert throw.start == spaces.parse("b5")
    swap = event("swapped", cards=[3, 12])
    done = gather(view(*STANDING), [attack(3, 12, 4), swap])
    assert (done.throws[0].start, done.throws[0].end) == (spaces.parse("d5"), spaces.parse("c5"))
    assert set(done.walks) == {(spaces.parse("d5"), spaces.parse("c5")), (spaces.parse("c5"), spaces.parse("d5"))}


def test_events_that_lack_what_a_mark_needs_leave_none() -> None:
    odd = [event("moved", card=3), event("attack"), event("wounded", card=12), event("destroyed")]
    odd.append(event("moved", card=3, at="x9", to=""))
    done = gather(view(*STANDING), odd)
    assert done._replace(throws=()) == gather(view(*STANDING), ())
    assert opened(board.draw_board(view(*STANDING), events=odd)).width == 1000


# ---- parts and sizes
def test_a_part_shows_its_spaces_and_no_others() -> None:
    here, gone = view(*STANDING), view(*STANDING[1:])
    part = board.draw_board(here, focus=["D5"])
    lay = board.laid(here, gather(here, ()), focus=["D5"]).mat
    shown = {spaces.name(space) for space in spaces.SPACES if lay.shows(space)}
    assert {"c4", "c5", "c6", "d4", "d5", "d6", "e4", "e5", "e6"} == shown
    assert opened(part).width == 800
    far = tuple(msgspec.structs.replace(each, attack=9) if each.at == "f6" else each for each in STANDING)
    assert board.draw_board(view(*far), focus=["D5"]) == part
    near = tuple(msgspec.structs.replace(each, wounds=3) if each.at == "d5" else each for each in STANDING)
    assert board.draw_board(view(*near), focus=["D5"]) != part
    assert board.draw_board(here, focus=["A1", "F8"]) != board.draw_board(gone, focus=["A1", "F8"])


@pytest.mark.parametrize("width", [360, 400, 720, 1000])
def test_a_picture_is_as_wide_as_it_is_asked_for(width: int) -> None:
    assert opened(board.draw_board(view(*STANDING), events=TURN, width=width)).width == width


def test_looks_do_not_mix() -> None:
    """The same view in the same look gives the same bytes, whatever was drawn between."""
    shown = view(*STANDING)
    before = {}
    some = (theme.Look(), theme.Look("light"), theme.Look(large=True))
    for look in some:
        with theme.using(look):
            before[look] = board.draw_board(shown, events=TURN), faces.draw_hand(shown.seats[0], shown)
    assert len({data for pair in before.values() for data in pair}) == 2 * len(some)
    for look in reversed(some):
        with theme.using(look):
            assert (board.draw_board(shown, events=TURN), faces.draw_hand(shown.seats[0], shown)) == before[look]


def test_the_hand_of_another_is_backs_and_their_number() -> None:
    shown = view(*STANDING)
    four = faces.draw_hand(shown.seats[1], shown)
    other = msgspec.structs.replace(shown.seats[1], hand_count=3)
    assert faces.draw_hand(other, shown) != four
    assert faces.draw_hand(msgspec.structs.replace(shown.seats[1], magic_count=9), shown) == four


def test_frames_of_a_replay_are_of_one_size_whatever_is_thrown_or_lasts() -> None:
    lasting = (words("Ice Wall, by {who}", who=Text("Grognack")),)
    steps = [(view(*STANDING), ()), (view(*STANDING), TURN), (view(*STANDING, lasting=lasting), ())]
    frames = [replay.frame(shown, events, ["A line of words."]) for shown, events in steps]
    film = Image.open(io.BytesIO(replay.animate([frame for frame in frames if frame], width=400)))
    assert film.n_frames == 3  # type: ignore[attr-defined]


def test_a_closer_look_is_where_something_happened() -> None:
    assert action_focus(view(*STANDING), TURN) == {"C3", "C4", "C5", "D5", "B2", "B3", "D7"}
    assert action_focus(view(*STANDING), [event("drew", count=2)]) == frozenset()


def test_events_that_are_played_and_dice_of_abilities_are_shown() -> None:
    played = [event("event", card=60, face="freeze"), event("rolled", card=3, ability="Fury", faces=[5], needed=5)]
    one, other = gather(view(*STANDING), played).throws
    assert (one.words, one.faces, one.actor.kind) == ("Freeze", (), "event")  # type: ignore[union-attr]
    assert (other.words, other.faces, other.needed) == ("Fury", (5,), 5)
    shown = board.laid(view(*STANDING), gather(view(*STANDING), played))
    assert len(shown.throws) == 2
    assert opened(board.draw_board(view(*STANDING), events=played)).height == shown.size[1]


def saying(written: list[Words], footer: str) -> set[str]:
    """The names of the cards that say so."""
    there = [each.on for each in written if footer in each.words]
    names = {"Smasher", "Freeze", "Wall", "Krung"}
    return {each.words for each in written if each.words in names and any(each.on is one for one in there)}


def test_a_hand_says_what_can_be_used_in_this_phase(written: list[Words]) -> None:
    """Units while one summons, the rest while one plays events, nothing at other times; never another's."""
    dear = msgspec.structs.replace(face("krung"), why_not=refuse("SW-SUM-03", "it costs too much"))
    said: dict[str, tuple[set[str], set[str]]] = {}
    for phase, active in (("summon", 0), ("events", 0), ("attack", 0), ("summon", 1)):
        shown = view(*STANDING, phase=phase, active=active)
        own = msgspec.structs.replace(shown.seats[0], hand=(face("smasher"), face("freeze"), face("tundra_orcs_wall"), dear))
        shown = msgspec.structs.replace(shown, seats=(own, shown.seats[1]))
        written.clear()
        faces.draw_hand(own, shown)

        said[f"{phase} {active}"] = (saying(written, "Can be played now"), saying(written, "it costs too much"))
    assert [ready for ready, _ in said.values()] == [{"Smasher"}, {"Freeze", "Wall"}, set(), set()]
    assert all(refused == {"Krung"} for _, refused in said.values())


def test_the_words_of_every_card_in_hand_fit(written: list[Words]) -> None:
    """In large print, which is the tighter one."""
    with theme.using(theme.Look(large=True)):
        for id in cards().faces:
            picture = faces.card_face(face(id), 385)
            check(written)
            assert all(each.box[3] < picture.height for each in written)
            written.clear()


def test_gold_is_round_whoever_is_on_turn_and_in_the_end_round_the_last_summoner() -> None:
    def golden(shown: WarView) -> list[int]:
        """The seats whose line has a golden edge."""
        lay, picture = board.laid(shown, gather(shown, ())), board.painted(shown)
        lines = {lay.mat.bottom: lay.lower, 1 - lay.mat.bottom: lay.upper}
        edges = {seat: picture.getpixel((500, round(box.top) + 1)) for seat, box in lines.items()}
        return [seat for seat, edge in edges.items() if edge == theme.GOLD]

    assert golden(view(*STANDING)) == [0]
    assert golden(view(*STANDING, active=1)) == [1]
    assert golden(view(*STANDING, phase="setup", turn=0)) == []
    assert golden(view(*STANDING, phase="over")) == [], "somebody has given up"
    assert golden(view(*STANDING[1:], phase="over")) == [1]
