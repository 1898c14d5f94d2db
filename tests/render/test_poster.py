"""Posters: everything is on them, nothing is cut off, and they show what was played."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot import languages
from engine.core.events import Event
from engine.core.text import NOTHING, Text, speaking, words
from engine.retrospect import Chart, KeyMoment, Line, Retrospect
from render import chart, kinds, poster, poster_words, text, theme, tokens
from render.poster_demo import looked_back

SAMPLES = {sample.name: sample for sample in kinds.samples()}
BOTH = ("converge-on-the-cryptoliths", "summoner-wars")
PLAIN, LARGE = theme.Look(), theme.Look("light", large=True)


def match(name: str) -> Retrospect:
    sample = SAMPLES[name]
    return looked_back(sample.view, sample.start, sample.events)


def picture(shown: Retrospect) -> Image.Image:
    return Image.open(io.BytesIO(poster.draw_poster(shown))).convert("RGB")


@pytest.mark.parametrize("look", [PLAIN, LARGE])
@pytest.mark.parametrize("tag", ["en", "de"])
@pytest.mark.parametrize("name", [*BOTH, "moorlands", "free-for-all"])
def test_nothing_is_cut_off(name: str, tag: str, look: theme.Look, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    fitted = text.fitted

    def noticed(words: str, room: int, size: int, bold: bool = False) -> str:
        found = fitted(words, room, size, bold)
        cut.extend([words] if found != words else [])
        return found

    sample = match(name)
    with speaking(languages.known(tag)), theme.using(look):
        for artist in poster.ARTISTS.values():  # boards are not what is looked at
            monkeypatch.setattr(artist, "whole", lambda board, width: Image.new("RGB", (width, 500)))
            monkeypatch.setattr(artist, "part", lambda moment, width, height: Image.new("RGB", (width, height)))
        monkeypatch.setattr(text, "fitted", noticed)
        text.wrapped.cache_clear()
        drawn = poster.painted(sample)
    assert drawn.width == poster.WIDTH
    assert not cut


@pytest.mark.parametrize("name", BOTH)
def test_the_end_is_on_it_and_each_moment_as_it_was_then(name: str) -> None:
    """A piece that stands elsewhere, at the end or at a key moment, makes another picture; and only there."""
    whole = match(name)
    before = SAMPLES[name].start
    first, second = whole.moments
    for other in (replace(whole, board=before), replace(whole, moments=(first, replace(second, board=before, events=())))):
        one, two = poster.painted(whole), poster.painted(other)
        assert one.size == two.size
        box = ImageChops.difference(one, two).getbbox()
        assert box is not None
        assert box[3] - box[1] < one.height / 2


def test_who_has_won_stands_on_top_and_a_draw_shows_everybody() -> None:
    whole = match("converge-on-the-cryptoliths")
    told = poster_words.lines(whole)
    assert told[0].startswith("Nahiri, the Lithomancer won. The match is over")
    one = poster.painted(whole)
    other = poster.painted(replace(whole, winners=(1,)))
    assert ImageChops.difference(one, other).getbbox() is not None
    draw = replace(whole, winners=(), sides=tuple(replace(side, place=1) for side in whole.sides))
    assert poster_words.lines(draw)[0].startswith("A draw. ")
    assert picture(draw).width == poster.WIDTH


@pytest.mark.parametrize("name", BOTH)
def test_its_words_tell_the_same(name: str) -> None:
    whole = match(name)
    told = "\n".join(poster_words.lines(whole))
    for moment in whole.moments:
        assert f"Turn {moment.turn}: " in told
        assert all(str(text)[1:] in told for text in moment.told)
    for side in whole.sides:
        assert f"{side.name}: {sum(rank.standing for rank in side.ranks)} left, " in told
        assert f"{side.hits} hits with {side.dice} dice, {side.expected:.1f} expected" in told
    assert "123 dice" in told


def test_what_there_is_no_room_for_in_words_are_the_further_sentences_of_moments() -> None:
    whole = match("moorlands")
    first, second = whole.moments
    many = tuple(words("{who} is destroyed", who=f"Figure {n}") for n in range(3))
    whole = replace(whole, moments=(replace(first, told=many), replace(second, told=many[:2])))
    told = poster_words.alt_text(whole)
    assert told == "\n".join(poster_words.lines(whole))
    short = poster_words.alt_text(whole, len(told) - 1)
    assert "Figure 2" not in short
    assert short.count("Figure 1") == 2
    assert short.splitlines()[-1] == told.splitlines()[-1]
    assert len(poster_words.alt_text(whole, 100)) <= 100


def test_the_longest_matches_stay_within_what_can_be_posted() -> None:
    """Sentences without end, forty turns, five moments: it grows by what it shows and no further."""
    whole = match("moorlands")
    long = words("{who} takes 3 damage", who="a figure of a very long name " * 20)
    moments = tuple(replace(whole.moments[0], turn=8 * n + 1, told=(long, long, long)) for n in range(5))
    line = tuple(float(n % 17) for n in range(41))
    charts = tuple(replace(each, lines=tuple(replace(one, values=line) for one in each.lines)) for each in whole.charts)
    ranks = whole.sides[0].ranks
    sides = tuple(replace(side, ranks=(*side.ranks, *ranks, *ranks)) for side in whole.sides)
    data = poster.draw_poster(replace(whole, moments=moments, charts=charts, sides=sides, turns=40))
    assert len(data) < 700_000
    with Image.open(io.BytesIO(data)) as drawn:
        assert drawn.height < 4000
    with theme.using(LARGE):
        assert poster.painted(replace(whole, moments=moments)).height < 7000


def test_a_match_with_one_turn_and_nothing_in_it_has_a_poster() -> None:
    whole = match("duel")
    bare = replace(whole, charts=(Chart(Text("Points"), (Line((0,), (0.0,)),)),), moments=(), numbers=(), turns=0)
    sides = tuple(replace(side, dice=0, hits=0, expected=0.0, ranks=(), best="", feat=NOTHING) for side in whole.sides)
    assert picture(replace(bare, sides=sides, winners=())).width == poster.WIDTH
    assert poster_words.lines(replace(bare, sides=sides))[-1] == "Jace Beleren, Mindmage: 0 left, 0 lost."


# ---- key moments ------------------------------------------------------------------------------------------------------
def test_a_moments_picture_shows_where_it_weighed_most_however_far_away_the_rest_was() -> None:
    sample = SAMPLES["converge-on-the-cryptoliths"]
    figures = sample.view.figures
    standing = next(figure for figure in figures if figure.at)
    far = max((figure for figure in figures if figure.at), key=lambda each: abs(ord(each.at[0]) - ord(standing.at[0])))
    events = (Event("destroyed", words("gone"), 0, data={"figure": far.id, "at": far.at}),)
    moment = KeyMoment(3, 0, (), (standing.at,), events, sample.view)
    moved = [replace(each, at=None, zone="graveyard") if each.id == standing.id else each for each in figures]
    without = replace(moment, board=replace(sample.view, figures=tuple(moved)))
    artist = poster.ARTISTS["ArenaView"]
    assert artist.part(moment, 384, 232).tobytes() != artist.part(without, 384, 232).tobytes()
    assert artist.part(moment, 384, 232).size == artist.part(moment, 1000, 300).resize((384, 232)).size


# ---- charts -----------------------------------------------------------------------------------------------------------
def test_lines_that_end_together_keep_their_letters_apart() -> None:
    styles = theme.others()
    level = Chart(Text("Points"), tuple(Line((seat,), (3.0, 7.0, 7.0)) for seat in range(4)))
    drawn = chart.draw(level, styles, [], 460, 220)
    for style in styles:
        assert found(drawn, tokens.letter(style, 30)), f"{style.letter} is covered"


def test_marks_of_neighbouring_turns_are_drawn_beside_one_another() -> None:
    rising = Chart(Text("Points"), (Line((0,), tuple(map(float, range(40)))),))
    marks = [chart.Mark(n, turn) for n, turn in enumerate((17, 18, 19, 20, 39), 1)]
    drawn = chart.draw(rising, theme.others(), marks, 460, 220)
    for mark in marks:
        assert found(drawn, chart.disc(mark.number, chart.PRINT + chart.DISC)), f"{mark.number} is covered"


@pytest.mark.parametrize("wanted", [[5.0], [1.0, 1.0, 1.0], [99.0, 98.0, 0.0], [50.0, 51.0, 52.0, 100.0, 100.0]])
def test_what_lies_too_close_is_moved_no_further_than_needed(wanted: list[float]) -> None:
    apart = chart.apart(wanted, 10, 0, 100)
    assert all(abs(one - other) >= 10 for n, one in enumerate(apart) for other in apart[:n])
    assert all(0 <= each <= 100 for each in apart)
    assert sorted(range(len(wanted)), key=lambda n: (wanted[n], n)) == sorted(range(len(apart)), key=lambda n: apart[n])
    assert chart.apart([0.0, 50.0, 100.0], 10, 0, 100) == [0.0, 50.0, 100.0]


def found(drawn: Image.Image, sprite: Image.Image) -> bool:
    """Whether the picture shows the sprite somewhere, whole: all of its pixels that are not transparent."""
    solid: list[tuple[int, int, Any]] = [
        (x, y, sprite.getpixel((x, y))[:3])  # type: ignore[index]
        for x in range(sprite.width) for y in range(sprite.height) if sprite.getpixel((x, y))[3] == 255  # type: ignore[index]
    ]  # fmt: skip
    probe = solid[:: max(1, len(solid) // 12)]
    pixels = drawn.load()
    assert pixels is not None
    for left in range(drawn.width - sprite.width + 1):
        for top in range(drawn.height - sprite.height + 1):
            if all(pixels[left + x, top + y] == ink for x, y, ink in probe) and all(
                pixels[left + x, top + y] == ink for x, y, ink in solid
            ):
                return True
    return False
