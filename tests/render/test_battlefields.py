"""Everything the battlefields have, and the tables of two to four that play on them."""

from __future__ import annotations

import dataclasses
import io
from collections import Counter
from contextlib import contextmanager
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.arena import battlefield
from engine.arena.battlefield import Exit, Wall
from engine.arena.hexes import parse
from engine.core.events import Event
from engine.core.text import Text, words
from render import board, demo, goals, marks, ruins, scenes, terrain, theme, tokens
from render.cache import LAYERS
from render.geometry import Box, Grid, grid_for
from render.scene import Scene, styles

LIMIT = 300 * 1024
EVERY = scenes.everywhere()


def picture(view, **kw):
    return board.drawn(view, **kw)[0]


def differ(one, other):
    if one.size != other.size:
        return True
    return ImageChops.difference(one, other).getbbox() is not None


def replaced(view, *, figures=None, seats=None, **changes):
    for name, several in (("figures", figures), ("seats", seats)):
        if several:
            all_of_them = list(getattr(view, name))
            for index, change in several.items():
                all_of_them[index] = msgspec.structs.replace(all_of_them[index], **change)
            changes[name] = tuple(all_of_them)
    return msgspec.structs.replace(view, **changes)


@contextmanager
def laid(id, **changes):
    """A shipped battlefield with something changed."""
    with battlefield.lay(dataclasses.replace(battlefield.load(id), _near={}, _steps={}, **changes)) as field:
        yield field


def layer(id, width=60.0, **changes):
    with laid(id, **changes) as field:
        grid = Grid(field, width)
        return terrain.ground(grid), grid


def around(grid, at, hexes=1.2):
    x, y = grid.centre(parse(at))
    reach = hexes * grid.width
    return round(x - reach), round(y - reach), round(x + reach), round(y + reach)


# ---- whole pictures ---------------------------------------------------------------------------------------------------
def test_there_is_a_position_for_every_battlefield():
    shown = {view.battlefield for view, _ in EVERY.values()} | {demo.BATTLEFIELD}
    assert shown == set(battlefield.shipped())


@pytest.mark.parametrize("which", EVERY)
def test_every_battlefield_fits_and_stays_legible(which):
    view, events = EVERY[which]
    data = board.draw_board(view, events=events)
    drawn = Image.open(io.BytesIO(data))
    assert drawn.size[0] in (1400, 1600)
    assert drawn.size[1] <= 2 * drawn.size[0]
    assert len(data) < LIMIT
    _, grid = board.drawn(view, events=events)
    assert grid.width >= 60
    assert grid.label >= 9
    assert data == board.draw_board(view, events=events)


@pytest.mark.parametrize("which", EVERY)
def test_a_phone_gets_a_closer_look(which):
    view, events = EVERY[which]
    focus = board.action_focus(view, events) or [figure.at for figure in view.figures if figure.at][:1]
    data = board.draw_board(view, events=events, focus=focus)
    assert Image.open(io.BytesIO(data)).size[0] == 800
    _, grid = board.drawn(view, events=events, focus=focus)
    assert grid.label / 2 >= 7.5


@pytest.mark.parametrize("id", battlefield.shipped())
def test_nothing_of_the_map_is_cut_off(id):
    """The outermost pixels of the layer are table."""
    field = battlefield.load(id)
    drawn = terrain.ground(grid_for(field, 60))
    width, height = drawn.size
    for edge in ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)):
        assert drawn.crop(edge).getcolors(1) == [((edge[2] - edge[0]) * (edge[3] - edge[1]), theme.TABLE)]


# ---- what stands on the map -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("id", "part", "at"),
    [
        ("core-duel", {"walls": (Wall(frozenset({(5, 7), (6, 6)}), 6),)}, "F8"),
        ("core-duel", {"walls": (Wall(frozenset({(5, 7), (6, 7)}), 3),)}, "F8"),
        ("core-duel", {"walls": (), "pillars": {(5, 7): 6}}, "F8"),
        ("core-duel", {"walls": (), "scoring": ((5, 7),)}, "F8"),
        ("ambush", {"exits": (Exit((24, 6), "E"),)}, "Y7"),
    ],
)
def test_ruins_exits_and_scoring_spaces_are_drawn_where_they_are(id, part, at):
    bare, _ = layer(id, **({"walls": ()} | ({"exits": (Exit((0, 4), "W"), Exit((24, 2), "E"))} if "exits" in part else {})))
    full, grid = layer(
        id, **(part | ({"exits": (*part["exits"], Exit((0, 4), "W"), Exit((24, 2), "E"))} if "exits" in part else {}))
    )
    left, top, right, bottom = ImageChops.difference(bare, full).getbbox()
    box = around(grid, at)
    assert box[0] <= left < right <= box[2]
    assert box[1] <= top < bottom <= box[3]
    assert (right - left) * (bottom - top) > 200


def test_higher_walls_are_higher_and_say_so():
    low, _ = layer("core-duel", walls=(Wall(frozenset({(5, 7), (6, 6)}), 3),))
    high, _ = layer("core-duel", walls=(Wall(frozenset({(5, 7), (6, 6)}), 6),))
    bare, _ = layer("core-duel", walls=())
    tops = [ImageChops.difference(bare, drawn).getbbox()[1] for drawn in (low, high)]
    assert tops[1] < tops[0]


def test_each_run_of_walls_tells_its_height_once():
    found = Counter(run[0].height for run in ruins.runs(battlefield.load("core-duel")))
    assert found == {6: 2, 3: 2}
    assert {len(run) for run in ruins.runs(battlefield.load("core-duel"))} == {1, 4}


def test_a_tint_leaves_out_the_wall_before_it():
    with laid("core-duel", walls=(Wall(frozenset({(5, 7), (6, 8)}), 6),)) as field:
        walled = marks.visible(Grid(field, 60), parse("F8"))[0]
    with laid("core-duel", walls=()) as field:
        free = marks.visible(Grid(field, 60), parse("F8"))[0]
    assert sum(free.histogram()[128:]) - sum(walled.histogram()[128:]) > 100


@pytest.mark.parametrize(
    "change", [{"walls": ()}, {"exits": (Exit((0, 4), "W"),)}, {"scoring": ((5, 7),)}, {"pillars": {(5, 7): 2}}]
)
def test_layers_of_maps_that_differ_are_kept_apart(change):
    with laid("core-duel", **change) as field:
        changed = terrain.key(Grid(field, 60))
    assert changed != terrain.key(Grid(battlefield.load("core-duel"), 60))


@pytest.mark.field(117)
def test_a_glyph_lies_either_side_up():
    faces = {tokens.glyph(key, 40).tobytes() for key in "HR?"}
    assert len(faces) == 3
    view, _ = EVERY["duel"]
    turned = replaced(view, glyphs=(msgspec.structs.replace(view.glyphs[0], key="R"), *view.glyphs[1:]))
    assert differ(picture(view), picture(turned))


# ---- starts -----------------------------------------------------------------------------------------------------------
def start_box(view, at):
    drawn, grid = board.drawn(view)
    x, y = grid.centre(parse(at))
    down = drawn.height - grid.size[1]
    whole = Scene(view, grid, board.Box(0, 0, *grid.size), board.Happened()).draw({})
    assert down > 0
    half = round(grid.half)
    return whole.crop((round(x) - half, round(y) - half, round(x) + half, round(y) + half))


def test_starts_are_subtle_in_play_and_strong_while_the_sides_set_up():
    view, _ = EVERY["duel"]
    plain = picture(view)
    assert plain.size[0] == 1400
    play, setup = start_box(view, "S4"), start_box(replaced(view, phase="setup"), "S4")
    with laid("core-duel", play=(dataclasses.replace(battlefield.load("core-duel").play[0], sides=()),)):
        bare = start_box(view, "S4")

    def changed(one):
        return sum(ImageChops.difference(bare, one).convert("L").histogram()[12:])

    assert 0 < changed(play) < changed(setup)


def test_the_starts_are_those_of_so_many_players():
    three, four = EVERY["three"][0], EVERY["free-for-all"][0]
    for view, own, other in ((three, "T11", "Q18"), (four, "Q18", "T11")):
        setup = replaced(view, phase="setup")
        play = replaced(view, phase="over")
        assert differ(start_box(setup, own), start_box(play, own))
        assert not differ(start_box(setup, other), start_box(play, other))


# ---- figures over two spaces ------------------------------------------------------------------------------------------
def ruiner(view):
    return next(figure for figure in view.figures if figure.rear)


def test_a_double_space_figure_covers_both_spaces_and_shows_its_leading_side():
    view, _ = EVERY["duel"]
    figure = ruiner(view)
    turned = replaced(view, figures={figure.id: {"at": figure.rear, "rear": figure.at}})
    small = replaced(view, figures={figure.id: {"rear": None}})
    gone = replaced(view, figures={figure.id: {"at": None, "rear": None, "zone": "graveyard"}})
    rears = [start_box(each, figure.rear) for each in (view, turned, small)]
    fronts = [start_box(each, figure.at) for each in (view, turned, gone)]
    for several in (rears, fronts):
        assert all(differ(one, other) for one, other in combinations(several, 2))


@pytest.mark.parametrize("rear", ["J9", "H9", "H8", "I8", "H10", "I10"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_double_space_token_points_any_way_in_every_shape(rear, seat):
    view, _ = EVERY["duel"]
    figure = ruiner(view)
    for shape in theme.SHAPES:
        look = tokens.Look(styles(view)[seat]._replace(shape=shape), "eldrazi_ruiner", "hero", "", 8, 3, "I9")
        (x0, y0), (x1, y1) = (grid_for(battlefield.load("core-duel"), 60).ground(parse(at)) for at in ("I9", rear))
        sprite, anchor = tokens.double(look, 42, ((x1 - x0) / 42, (y1 - y0) / 42), rear)
        for x, y in ((0, 0), (x1 - x0, y1 - y0), ((x1 - x0) / 2, (y1 - y0) / 2)):
            at = round(anchor[0] * sprite.width + x), round(anchor[1] * sprite.height + y)
            assert sprite.getpixel(at)[3] == 255
        left, top, right, bottom = sprite.getbbox()
        assert (left, top) >= (0, 0)
        assert right <= sprite.width
        assert bottom <= sprite.height
    assert figure.rear == "H9"


# ---- seats, teams, goals ----------------------------------------------------------------------------------------------
@pytest.mark.field(117)
@pytest.mark.parametrize("which", EVERY)
def test_seats_at_every_table_differ_in_shape_letter_and_colour(which):
    found = styles(EVERY[which][0])
    for what in ("shape", "letter", "fill"):
        assert len({getattr(style, what) for style in found}) == len(found), what


def test_sides_with_one_initial_are_numbered():
    view, _ = EVERY["duel"]
    play = battlefield.load("core-duel").play[0]
    sides = tuple(dataclasses.replace(side, name=name) for side, name in zip(play.sides, ("ravens", "rooks")))
    named = replaced(view, seats={0: {"side": "ravens"}, 1: {"side": "rooks"}})
    with laid("core-duel", play=(dataclasses.replace(play, sides=sides),)):
        assert [style.letter for style in styles(named)] == ["1", "2"]


def test_team_mates_stand_together_and_share_a_colour():
    view, _ = EVERY["moorlands"]
    assert goals.teams(view) == [(0, 2), (3, 1)]
    assert board._tables(view) == [(0, 2), (3, 1)]
    found = styles(view)
    assert [style.letter for style in found] == ["O1", "Y2", "O2", "Y1"]
    assert found[0].text == found[2].text != found[1].text == found[3].text
    assert goals.team_name(view, (0, 2)) == "Orange team"
    assert board._tables(EVERY["free-for-all"][0]) == [(0, 2), (1, 3)]
    assert board._tables(EVERY["three"][0]) == [(0,), (1,), (2,)]
    assert board._tables(EVERY["ambush"][0]) == [(0,), (2, 1)]


def test_the_goal_and_what_has_been_reached_are_told():
    ambush, moorlands, ground = (EVERY[which][0] for which in ("ambush", "moorlands", "free-for-all"))
    assert [(m.seats, m.value, m.of) for m in goals.measures(ambush)] == [((2, 1), 268, 500), ((0,), 223, 501)]
    assert [(m.seats, m.value) for m in goals.measures(moorlands)] == [((0, 2), 720), ((3, 1), 560)]
    assert [(m.words, m.value) for m in goals.measures(ground)] == [("on purple spaces", n) for n in (30, 31, 58, 79)]
    assert [(m.value, m.of) for m in goals.measures(demo.position())] == [(1, 3), (0, 3), (3, 3)]


@pytest.mark.parametrize("focus", [None, ["V6"]])
@pytest.mark.parametrize(
    "change",
    [
        {"seats": {1: {"exited": 300}}},
        {"seats": {2: {"lost": 300}}},
        {"seats": {0: {"team": 1}}},
        {"seats": {1: {"hand_size": 2}}},
        {"figures": {4: {"zone": "exited", "at": None}}},
        {"figures": {7: {"zone": "graveyard", "at": None}}},
    ],
)
def test_panels_show_what_has_left_and_what_counts(change, focus):
    view, _ = EVERY["ambush"]
    one, other = (picture(each, focus=focus) for each in (view, replaced(view, **change)))
    head, foot = (140, 240) if focus else (144, 400)
    heads = [each.crop((0, 0, each.width, head)) for each in (one, other)]
    feet = [each.crop((0, each.height - foot, each.width, each.height)) for each in (one, other)]
    assert differ(*heads) or differ(*feet)


def test_one_who_has_given_up_is_shown_so():
    view, _ = EVERY["free-for-all"]
    assert differ(picture(view), picture(replaced(view, seats={2: {"out": True}})))


def test_a_card_is_not_called_its_own_seats_card():
    """Where an army card lies twice on the table its name says whose it is; in its own panel that goes without saying."""
    view, _ = EVERY["duel"]
    named = replaced(view, cards=tuple(
        msgspec.structs.replace(card, label=Text(f"{view.seats[card.seat].name}'s {card.name}")) for card in view.cards
    ))  # fmt: skip
    one, other = (picture(replaced(each, chosen=None)) for each in (view, named))
    assert not differ(one, other)
    stolen = replaced(
        named, cards=(msgspec.structs.replace(named.cards[0], owner=1, label=Text("yellow's Gideon")), *named.cards[1:])
    )
    assert differ(picture(replaced(stolen, chosen=None)), one)


@pytest.mark.parametrize("zone", ["play", "reserve", "graveyard", "exited"])
def test_a_card_is_shown_wherever_it_is(zone):
    view, events = EVERY["ambush"]
    card = msgspec.structs.replace(view.cards[5], zone=zone)
    moved = replaced(view, cards=(*view.cards[:5], card, *view.cards[6:]))
    assert board.draw_board(moved, events=events)
    assert card.name in board.describe_board(moved)


def test_the_goal_is_written_out_in_the_whole_picture():
    view, _ = EVERY["duel"]
    assert differ(picture(view), picture(replaced(view, goal=words("Something else wins"))))


# ---- events -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("which", EVERY)
def test_odd_events_leave_no_mark_and_break_nothing(which):
    view, events = EVERY[which]
    assert board.draw_board(view, events=scenes.surprise(events)) == board.draw_board(view, events=events)


@pytest.mark.parametrize(
    "event",
    [
        Event("exited", words("leaves"), 1, None, {"figure": 11, "at": "Y7"}),
        Event("transformed", words("turns over"), 0, None, {"card": 0, "figures": [0], "at": ["S7"]}),
        Event("leaving", words("strikes"), 0, None, {"attacker": 1, "figure": 7, "faces": ["sword"], "at": "U4"}),
        Event("glyph", words("a glyph"), 0, None, {"figure": 0, "at": "M7"}),
        Event("d20", words("rolls 12"), 0, None, {"roll": 12}),
    ],
)
def test_what_happened_is_marked(event):
    view, _ = EVERY["ambush"]
    assert differ(picture(view), picture(view, events=[event]))
    if at := event.data.get("at"):
        assert ({at} if isinstance(at, str) else set(at)) <= board.action_focus(view, [event])


# ---- words ------------------------------------------------------------------------------------------------------------
@pytest.mark.field(118)
@pytest.mark.parametrize(
    ("which", "parts"),
    [
        ("duel", ("Walls between, with heights: F8-G7 6", "F9-F10 3", "Start of red: B11, B10, C11", "Red) at I9 and H9")),
        ("ambush", ("Exits: Y3 to the east", "3 figures left by an exit", "with Chandra Nalaar", "1 figure destroyed")),
        ("free-for-all", ("Spaces that score: K11, O11", "most points of figures on purple spaces")),
        ("moorlands", ("Orange 1", "Yellow 2, Arlinn Kord", "Start of orange: B4, B13")),
    ],
)
def test_the_text_board_tells_what_the_picture_shows(which, parts):
    text = board.describe_board(EVERY[which][0])
    for part in parts:
        assert part in text, part


def test_the_description_names_both_spaces_of_a_double_space_figure():
    assert "I9 and H9" in board.alt_text(EVERY["duel"][0])


# ---- tiles ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("id", battlefield.shipped())
def test_tiles_make_up_the_layer_without_a_seam(id):
    """What is drawn in parts is what is drawn at once, but for a few pixels by a few shades."""
    grid = grid_for(battlefield.load(id), 87.31)
    assert len(terrain.tiles(grid.size)) > 2
    parts, whole = terrain.ground(grid), terrain.draw(grid, Box(0, 0, *grid.size))
    counts = ImageChops.difference(parts, whole).convert("L").histogram()
    assert sum(counts[1:]) < parts.width * parts.height / 1000
    assert sum(counts[64:]) == 0


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_tiles_cover_every_pixel_once(width, height):
    found = terrain.tiles((width, height))
    assert sum((tile.right - tile.left) * (tile.bottom - tile.top) for tile in found) == width * height
    assert all(0 <= tile.left < tile.right <= width and 0 <= tile.top < tile.bottom <= height for tile in found)
    assert all(max(tile.size) <= terrain.TILE + 2 for tile in found)


@given(st.tuples(st.integers(-300, 2000), st.integers(-300, 1200)), st.tuples(st.integers(1, 900), st.integers(1, 900)))
@settings(max_examples=20)
def test_a_part_is_what_lies_there_and_the_table_beyond(corner, size):
    grid = grid_for(battlefield.load("core-duel"), 87.31)
    box = Box(*corner, corner[0] + size[0], corner[1] + size[1])
    wider = Image.new("RGB", (4000, 4000), theme.TABLE)
    wider.paste(terrain.ground(grid), (1000, 1000))
    expected = wider.crop([edge + 1000 for edge in box])
    assert terrain.ground(grid, box).tobytes() == expected.tobytes()


@pytest.mark.field(99)
def test_only_what_shows_is_drawn(monkeypatch, tmp_path):
    """Of a layer that is enlarged until seven hexes fill the picture, a corner is drawn."""
    drawn = []
    original = terrain.draw
    monkeypatch.setattr(terrain, "draw", lambda grid, tile: drawn.append(tile) or original(grid, tile))
    LAYERS.forget()
    grid = grid_for(battlefield.load("twin-duel"), 114.28)
    terrain.ground(grid, Box(0, 0, 700, 500), tmp_path)
    assert drawn == [Box(0, 0, 788, 786)]
