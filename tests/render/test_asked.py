"""Pictures of what somebody asked about a position: what is marked is what was answered, and nothing else."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.arena.hexes import parse
from engine.core.looks import Aimed, Reach, Reached, Risk, Sight
from engine.core.text import Text, words
from engine.summoner_wars import board as spaces
from render import board, captions, demo, looked, marks, questions, sights, theme
from render.looked import About
from render.studios import studio_of
from render.summoner_wars import demo as war
from render.summoner_wars.board import laid
from render.summoner_wars.happened import gather

FREE = ("O9", "O10", "P9", "P10")  # spaces of the sample that nobody stands on
ME = Reach("0", Text("Nahiri"), ("N9",), "now", ())


def reach(*found: Reached) -> Reach:
    return msgspec.structs.replace(ME, spaces=found)


def painted(about: About, focus: Iterable[str] = (*FREE, "N9")) -> tuple[Image.Image, Any]:
    """The board without the panel below it, and its grid."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(captions, "under", lambda picture, about: picture)
        return board.drawn(demo.position(), about=about, focus=list(focus))


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    return box


def differs(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


def test_a_space_that_is_reached_is_marked_where_it_lies_and_nothing_else() -> None:
    none, grid = painted(reach())
    boxes = {at: changed(none, painted(reach(Reached(at, 3)))[0]) for at in FREE}
    for at, (left, top, right, bottom) in boxes.items():
        assert right - left <= grid.width + 2, at
        assert bottom - top <= 2 * grid.radius + 2, at
    (x, y), (p, q) = (grid.centre(parse(at)) for at in ("O9", "P10"))
    one, other = boxes["O9"], boxes["P10"]
    assert (other[0] + other[2] - one[0] - one[2]) / 2 == pytest.approx(p - x, abs=3)
    assert other[1] - one[1] == pytest.approx(q - y, abs=3)


@pytest.mark.field(117)
def test_cost_and_risk_show_on_the_space_without_colour() -> None:
    answers = (
        Reached("O9", 3),
        Reached("O9", 4),
        Reached("O9", 3, (Risk("fall", Text("a fall")),)),
        Reached("O9", 3, (Risk("leaving", Text("a leaving attack")),)),
        Reached("O9", 3, (Risk("water", Text("water"), 1, False),)),
    )
    pictures = [painted(reach(answer))[0].convert("L") for answer in answers]
    for one, other in itertools.combinations(pictures, 2):
        assert sum(ImageChops.difference(one, other).histogram()[60:]) > 60


def test_the_picture_shows_the_part_that_was_asked_about() -> None:
    near, _ = board.drawn(demo.position(), about=reach(Reached("O9", 1)))
    far = reach(Reached("O9", 1), Reached("C3", 9))
    assert near.width == board.FOCUS_WIDTH
    assert looked.focus(far) == {"N9", "O9", "C3"}
    assert board.drawn(demo.position(), about=far)[1].width < board.drawn(demo.position(), about=ME)[1].width


def sight(*targets: Aimed, seen: tuple[str, ...] = (), hidden: tuple[str, ...] = ()) -> Sight:
    return Sight("0", Text("Nahiri"), ("N9",), 5, targets, seen, hidden)


def aim(how: Any, **more: Any) -> Aimed:
    return Aimed("9", Text("Geist"), ("K7",), 3, how, ("N9", "K7"), **more)


def test_lines_tell_how_a_target_is_seen_and_where_they_end() -> None:
    """Each way differs without colour; what blocks is marked on the board and named below."""
    answers = [aim("clear"), aim("barred", why=words("it is engaged")), aim("far"),
               aim("blocked", blocked=("L8",), what=words("the ground at {at}", at="L8")),
               aim("blocked", blocked=("M8",), what=words("the ground at {at}", at="M8"))]  # fmt: skip
    boards = set()
    for answer in answers:
        picture, _ = painted(sight(answer), ["K7", "N9", "L8"])
        boards.add(picture.convert("L").tobytes())
    assert len(boards) == len(answers)
    told = "\n".join(looked.told(sight(*answers)))
    for part in ("In sight: Geist on K7 (3 spaces)", "it is engaged", "behind the ground at L8", "Too far away"):
        assert part in told


@pytest.mark.field(117)
def test_spaces_out_of_sight_differ_without_colour_from_those_in_sight() -> None:
    pictures = [painted(answer)[0].convert("L") for answer in (sight(seen=("O9",)), sight(hidden=("O9",)), sight())]
    seen, hidden, plain = pictures
    left, top, right, bottom = changed(seen, hidden)
    strong = sum(ImageChops.difference(seen, hidden).histogram()[24:])
    assert strong > 0.5 * (right - left) * (bottom - top)
    assert differs(seen, plain)


def test_a_target_of_its_own_side_gets_no_line_but_is_named() -> None:
    mate = msgspec.structs.replace(aim("clear"), foe=False)
    one, other = (painted(sight(*some), ["K7", "N9"])[0] for some in ((), (mate,)))
    assert not differs(one, other)
    assert "Of its own side in sight: Geist on K7" in "\n".join(looked.told(sight(mate)))


def test_what_was_asked_is_told_with_all_numbers() -> None:
    found = reach(
        Reached("O9", 1), Reached("P9", 2, (Risk("fall", words("a fall")),), 0.5, quick=1), Reached("P10", 2)
    )  # fmt: skip
    told = looked.told(found)
    assert told[0] == "How far Nahiri on N9 gets now"
    assert "3 spaces, 1 of them risky" in told
    assert "for one space of the move: O9" in told
    assert any(line.endswith("P9 (a fall, 50 % unhurt, one by a riskier way), P10") for line in told)
    assert looked.told(msgspec.structs.replace(ME, note=words("it is frozen")))[1:] == ["it is frozen", "It gets nowhere."]


def test_panels_grow_with_what_there_is_to_say_and_keep_the_picture() -> None:
    picture = Image.new("RGB", (800, 300), (9, 9, 9))
    short, long = captions.under(picture, ME), captions.under(picture, reach(Reached("O9", 1, (Risk("fall", Text("")),))))
    assert short.height < long.height
    for each in (short, long):
        assert each.width == 800
        assert not differs(each.crop((0, 0, 800, 300)), picture)
    with theme.using(theme.Look(large=True)):
        assert captions.under(picture, ME).height > short.height


def test_signs_differ_from_one_another() -> None:
    drawn = [sights.sign(kind, 40, (255, 255, 255)).getchannel("A").tobytes() for kind in sights.SIGNS]
    assert len(set(drawn)) == len(sights.SIGNS)
    assert sights.pill("3", (), 30, (0, 0, 0)).size < sights.pill("13", ("fall",), 30, (0, 0, 0)).size


def test_tints_stay_on_their_space() -> None:
    picture, grid = board.drawn(demo.position())[0], board.drawn(demo.position())[1]
    for draw in (marks.seen, marks.unseen):
        tinted = picture.copy()
        draw(tinted, (0, 0), grid, parse("O9"))
        box = ImageChops.difference(picture, tinted).getbbox()
        assert box is not None
        x, y = grid.centre(parse("O9"))
        assert x - grid.half - 2 <= box[0] < box[2] <= x + grid.half + 2
        assert y - grid.radius - 2 <= box[1] < box[3] <= y + grid.radius + 2


# ---- Summoner Wars
def war_board(about: About | None) -> Image.Image:
    view = war.position(None)
    studio = studio_of(view)
    assert studio is not None
    every = [spaces.name(space) for space in spaces.SPACES]
    data = studio.board(view, events=(), reach=None, focus=every, width=None, about=about)
    return Image.open(io.BytesIO(data)).convert("RGB")


def war_changes(one: Image.Image, other: Image.Image) -> set[str]:
    view = war.position(None)
    every = [spaces.name(space) for space in spaces.SPACES]
    mat = laid(view, gather(view, ()), focus=every).mat
    found = set()
    for space in spaces.SPACES:
        box = tuple(round(n) for n in mat.space(space).inner(12))
        if differs(one.crop(box), other.crop(box)):  # type: ignore[arg-type]
            found.add(spaces.name(space).upper())
    return found


def test_reach_of_a_unit_is_marked_with_its_steps() -> None:
    view = war.position(None)
    held = {piece.at.upper() for piece in view.pieces}
    free = [name for space in spaces.SPACES if (name := spaces.name(space).upper()) not in held][:3]
    unit = next(piece for piece in view.pieces if piece.face.kind != "wall")
    me = Reach(str(unit.card), unit.label, (unit.at.upper(),), "now", ())
    one, two = (msgspec.structs.replace(me, spaces=tuple(Reached(at, cost) for at in free)) for cost in (1, 2))
    assert war_changes(war_board(me), war_board(one)) == set(free)
    assert war_changes(war_board(one), war_board(two)) == set(free)


def test_lines_of_an_attack_and_what_is_between() -> None:
    view = war.position(None)
    about = questions.sight(view, {})
    assert about is not None
    ways = {each.how: each for each in about.targets if each.foe}
    assert {"clear", "blocked"} <= set(ways)
    nothing = war_board(msgspec.structs.replace(about, targets=(), spaces=(), hidden=()))
    tinted = war_changes(nothing, war_board(msgspec.structs.replace(about, targets=())))
    held = {piece.at.upper() for piece in view.pieces}
    assert {*about.spaces, *about.hidden} - held <= tinted <= {*about.spaces, *about.hidden}
    for each in ways.values():
        lines = war_changes(nothing, war_board(msgspec.structs.replace(about, targets=(each,), spaces=(), hidden=())))
        assert bool(lines & {*each.at, *each.blocked}) == (each.how != "far")
