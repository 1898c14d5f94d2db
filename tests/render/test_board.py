"""The board picture: the same view gives the same bytes, within the limits, and shows what the view holds."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.arena.hexes import name, parse
from engine.core.events import Event
from engine.core.text import words
from render import board, demo, marks, theme
from render.geometry import Grid
from render.scene import TOKEN

LIMIT = 300 * 1024


def drawn(view=None, **kw):
    return board.drawn(view or demo.position(), **kw)[0]


def difference(one, other):
    """The box in which two pictures differ, None if nowhere."""
    return ImageChops.difference(one, other).getbbox()


def with_figure(view, id, **changes):
    figures = list(view.figures)
    figures[id] = msgspec.structs.replace(figures[id], **changes)
    return msgspec.structs.replace(view, figures=tuple(figures))


def with_card(view, id, **changes):
    cards = list(view.cards)
    cards[id] = msgspec.structs.replace(cards[id], **changes)
    return msgspec.structs.replace(view, cards=tuple(cards))


def test_equal_views_give_equal_bytes():
    first = board.draw_board(demo.position(), events=demo.EVENTS, reach=demo.REACH)
    assert board.draw_board(demo.position(), events=demo.EVENTS, reach=demo.REACH) == first


def test_a_second_process_gives_the_same_bytes(tmp_path):
    code = (
        "import hashlib; from render import board, demo;"
        "print(hashlib.sha256(board.draw_board(demo.position(), events=demo.EVENTS)).hexdigest())"
    )
    root = Path(__file__).resolve().parents[2]
    hashes = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=root, env={"POSTWALKER_CACHE": str(tmp_path), "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("arguments", "width"),
    [
        ({"events": demo.EVENTS}, 1400),
        ({"reach": demo.REACH}, 1400),
        ({"events": demo.EVENTS, "focus": ["K7", "H4"]}, 800),
        ({"width": 1000}, 1000),
        ({"focus": ["A3"], "width": 400}, 400),
        ({"focus": ["A3", "S11"]}, 800),
    ],
)
def test_pictures_have_the_width_asked_for_and_stay_small(arguments, width):
    data = board.draw_board(demo.position(), **arguments)
    picture = Image.open(io.BytesIO(data))
    assert picture.size[0] == width
    assert picture.size[1] <= 2 * width
    assert picture.mode == "P"
    assert len(data) < LIMIT


def test_a_space_that_is_not_on_the_map_is_no_focus():
    assert board.draw_board(demo.position(), focus=["A1"]) == board.draw_board(demo.position())


@pytest.mark.field(1, 11)
def test_what_the_viewer_may_not_see_is_not_in_the_picture():
    """Views carry no secrets; what an owner may look at in addition stays out of the board all the same."""
    known = demo.HAND[3]
    owner = demo.position(viewer=1, hidden=known)
    other = demo.position(viewer=1, hidden=demo.HAND[2])
    spectator = demo.position()
    bytes_of = {board.draw_board(view, events=demo.EVENTS) for view in (owner, other, spectator)}
    assert len(bytes_of) == 1
    for text in (board.alt_text(owner, demo.EVENTS), board.describe_board(owner)):
        assert known.name not in text


@pytest.mark.field(1, 11)
def test_events_for_another_seat_leave_no_mark():
    secret = Event("damage", words("The hidden card is Uncaged Fury"), 1, (1,), {"figure": 0, "amount": 3, "at": "N9"})
    view = demo.position(viewer=0)
    assert board.draw_board(view, events=[secret]) == board.draw_board(view)
    assert board.alt_text(view, [secret]) == board.alt_text(view)
    assert board.action_focus(view, [secret]) == board.action_focus(view)
    assert board.draw_board(demo.position(viewer=1), events=[secret]) != board.draw_board(view)


@pytest.mark.parametrize(
    "change",
    [
        lambda view: with_figure(view, 1, damage=1),
        lambda view: with_figure(view, 1, at="O5", level=2),
        lambda view: with_figure(view, 3, moved=True),
        lambda view: with_figure(view, 3, attacked=True),
        lambda view: with_figure(view, 3, flying=True),
        lambda view: with_card(view, 1, counters={"power": 2}),
        lambda view: with_card(view, 1, counters={"toughness": 1}),
        lambda view: with_card(view, 0, attached=view.cards[0].attached * 2),
        lambda view: with_card(view, 1, attached=()),
        lambda view: msgspec.structs.replace(view, chosen=2),
        lambda view: msgspec.structs.replace(view, turn=15, active=1),
        lambda view: msgspec.structs.replace(view, night=False),
        lambda view: msgspec.structs.replace(view, weirded=words("Weirded ground: attacker +1")),
        lambda view: msgspec.structs.replace(view, glyphs=view.glyphs[:1]),
        lambda view: msgspec.structs.replace(view, seats=(view.seats[0], msgspec.structs.replace(view.seats[1], side=""))),
    ],
)  # fmt: skip
def test_what_changes_on_the_board_changes_the_picture(change):
    view = demo.position()
    assert difference(drawn(view), drawn(change(view))) is not None


@pytest.mark.rule("AR-CRYPT-03")
def test_a_cryptoliths_damage_and_end_show_where_it_stands():
    view = demo.position()
    pictures = []
    for damage, standing in ((0, True), (1, True), (2, True), (3, False)):
        north = msgspec.structs.replace(view.cryptoliths[0], damage=damage, standing=standing)
        changed = msgspec.structs.replace(view, cryptoliths=(north, *view.cryptoliths[1:]))
        _, down = _grid()
        picture = drawn(changed)
        pictures.append(picture.crop((0, down, picture.width, picture.height)))
    left, top, right, bottom = _around("I3", 2)
    box = left, max(0, top - down), right, bottom - down
    seen = {picture.crop(box).tobytes() for picture in pictures}
    assert len(seen) == 4
    outside = [difference(pictures[0], picture) for picture in pictures[1:]]
    for left, top, right, bottom in outside:
        assert box[0] <= left <= right <= box[2]
        assert box[1] <= top <= bottom <= box[3]


def _grid() -> tuple[Grid, int]:
    """The grid of the full picture and how far down the board begins."""
    _, grid = board.drawn(demo.position())
    return grid, 10 + 74 + 10 + 40 + 10


def _around(at: str, hexes: float) -> tuple[int, int, int, int]:
    grid, down = _grid()
    x, y = grid.centre(parse(at))
    reach = hexes * grid.width
    return round(x - reach), round(max(0, y + down - reach)), round(x + reach), round(y + down + reach)


@pytest.mark.parametrize("danger", ["safe", "risk"])
def test_reach_tints_its_spaces_and_no_others(danger):
    plain, tinted = drawn(), drawn(reach={"O9": danger})
    left, top, right, bottom = difference(plain, tinted)
    grid, down = _grid()
    x, y = grid.centre(parse("O9"))
    assert x - grid.half - 1 <= left <= right <= x + grid.half + 1
    assert y + down - grid.radius - 1 <= top <= bottom <= y + down + grid.radius + 1


@pytest.mark.field(117)
def test_safe_and_risky_spaces_differ_without_colour(monkeypatch):
    """Painted with one colour, the hatching still tells them apart."""
    monkeypatch.setattr(theme, "SAFE", theme.RISK)
    safe, risk = (drawn(reach={"O9": how}).crop(_around("O9", 0.4)).convert("L") for how in ("safe", "risk"))
    changes = ImageChops.difference(safe, risk).histogram()
    assert sum(changes[12:]) > 0.15 * safe.size[0] * safe.size[1]


def test_hexes_in_front_hide_the_tint_of_the_ground_behind():
    """J9 lies behind J10, four levels higher: the tint must not cover J10's surface."""
    grid, _ = _grid()
    mask, (left, top) = marks.visible(grid, parse("J9"))
    x, y = grid.centre(parse("J10"))
    assert mask.getpixel((round(x - left), round(y - top))) == 0
    assert mask.getbbox() is not None


def test_a_move_draws_an_arrow_from_start_to_end():
    moved = Event("moved", words("moves"), 0, None, {"figure": 3, "path": ["O12", "N12", "M11", "L10"], "how": ["walk"] * 3})
    plain, arrow = drawn(), drawn(events=[moved])
    changed = ImageChops.difference(plain, arrow).convert("L")
    grid, down = _grid()
    for at in ("N12", "M11"):
        x, y = grid.centre(parse(at))
        assert changed.crop((round(x) - 4, round(y + down) - 4, round(x) + 4, round(y + down) + 4)).getbbox() is not None
    left, top, right, bottom = changed.getbbox()
    lower_right, upper_left = grid.centre(parse("O12")), grid.centre(parse("L10"))
    assert right <= lower_right[0] + grid.width
    assert left >= upper_left[0] - grid.width
    assert top >= upper_left[1] + down - grid.width
    assert bottom <= lower_right[1] + down + grid.width


def test_an_attack_adds_a_strip_with_its_dice():
    attack = demo.EVENTS[3]
    plain, fought = drawn(), drawn(events=[attack])
    assert fought.height > plain.height
    data = {**attack.data, "attack": ["sword", "sword", "sword", "shield"]}
    other = drawn(events=[msgspec.structs.replace(attack, data=data)])
    left, top, right, bottom = difference(fought, other)
    assert bottom - top <= 40  # nothing but faces of dice differ
    assert right - left <= 140


def test_many_dice_leave_the_result_readable():
    """The widest throw and a short one end in the same words, pixel for pixel."""
    few = demo.EVENTS[3]
    data = {**few.data, "attack": ["sword"] * 11, "defence": ["blank"] * 9}
    for focus, wide in ((None, 130), (["K7"], 140)):
        ends = []
        for event in (few, msgspec.structs.replace(few, data=data)):
            picture = drawn(events=[event], focus=focus)
            below = 0.5 if focus else 0.7
            band = picture.crop((picture.width - wide, round(picture.height * below), picture.width, picture.height))
            ends.append(band.tobytes())
        assert ends[0] == ends[1]


def test_the_focus_shows_the_action_larger():
    view = demo.position()
    spaces = board.action_focus(view, demo.EVENTS)
    assert {"K7", "N8", "J6", "M5", "I3", "L10", "H9"} <= spaces
    _, whole = board.drawn(view, events=demo.EVENTS)
    _, closer = board.drawn(view, events=demo.EVENTS, focus=["K7", "J6"])
    assert closer.width / board.FOCUS_WIDTH > 2 * whole.width / board.FULL_WIDTH


@pytest.mark.field(118)
def test_words_on_a_phone_are_at_least_eight_pixels_high_in_the_focused_picture():
    """400 pixels of screen show 800 of the picture; coordinates and plates are the smallest words on the board."""
    for spaces in (["K7", "J6"], list(board.action_focus(demo.position(), demo.EVENTS))):
        _, grid = board.drawn(demo.position(), focus=spaces)
        plate = 0.235 * TOKEN * grid.width
        assert min(grid.label, plate) / 2 >= 7.5


def test_every_coordinate_is_written_where_it_can_be_seen():
    """On the bare map no hex in front covers a coordinate: not its middle, nor the lower parts of its halves."""
    grid, _ = _grid()
    for space in grid.field.spaces:
        mask, (left, top) = marks.visible(grid, space)
        x, y = grid.centre(space)
        middle, line = x + grid.label_shift(space) - left, round(y - 0.56 * grid.radius + 0.05 * grid.width - top)
        for aside in (-0.09, 0, 0.09):
            assert mask.getpixel((round(middle + aside * grid.width), line)) > 128, name(space)
