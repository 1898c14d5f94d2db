"""Names of every script: in the right order, whole, and never as empty boxes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from render import glyphs, scripts, text


def isolated(name):
    """As whoever writes a name into a sentence may mark it."""
    return f"\u2068{name}\u2069"


def shown(words):
    """The characters from left to right as they are drawn."""
    return "".join(run for _, run in text.pieces(words))


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("Nahiri · turn 3", "Nahiri · turn 3"),
        ("אבי", "יבא"),
        ("אבי כהן", "ןהכ יבא"),
        ("אבי 12 כהן", "ןהכ 12 יבא"),
        ("אבי: 3 hits", "יבא: 3 hits"),  # what follows a name stays behind it
        ("5 × אבי", "5 × יבא"),
        (f"{isolated('אבי (2)')} against {isolated('Bo')}", "(2) יבא against Bo"),
        (f"{isolated('אבי')}, {isolated('דוי')}", "יבא, יוד"),  # a list of names keeps its order
        ("\u202eevil\u202c twin", "evil twin"),  # no name turns ours round
        ("a\u2069b\u2067", "ab"),
    ],
)
def test_words_from_the_right_stand_in_their_order(written, line):
    assert shown(written) == line


def test_arabic_letters_are_joined():
    assert shown("محمد") == "\ufeaa\ufee4\ufea4\ufee3"  # dal final, meem medial, hah medial, meem initial
    assert shown("دار") == "\ufead\ufe8d\ufea9"  # none of these joins the next
    assert shown("لا") == "\ufefb"  # lam and alef are one
    assert shown("بلا") == "\ufefc\ufe91"
    assert shown("گل") == "\ufede\ufb94"  # Persian


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("🔥Dragon🔥", "🔥Dragon🔥"),
        ("👨\u200d👩\u200d👧 family", "👨 family"),
        ("🧙🏿\u200d♂\ufe0fWizard", "🧙Wizard"),
        ("❤\ufe0f 1\ufe0f⃣", "❤ 1"),
        ("🇩🇪", "DE"),
        ("𝓐𝓵𝓮𝔁", "Alex"),
        ("Z̸̧̛a̵l̷go", "Zalgo"),
        ("Nguyê\u0303n", "Nguyễn"),
        ("สมชาย", scripts.UNKNOWN),
        ("x\ue000\ue001y", f"x{scripts.UNKNOWN}y"),
        ("a\tb\nc\x00d", "a b c d"),
        ("田中さくら 김민수", "田中さくら 김민수"),
    ],
)
def test_signs_that_are_made_of_several_become_one_that_can_be_drawn(written, line):
    assert shown(written) == line


@pytest.mark.parametrize("bold", [False, True])
def test_every_character_that_is_drawn_is_in_the_font_that_draws_it(bold):
    every = "Aé你カ한😀🀄ЖΩאب✔▲𝓐" + "".join(map(chr, (*range(0x20, 0x2FF), *range(0x1F300, 0x1F6FF))))
    for file, run in text.pieces(every, bold):
        assert {ord(each) for each in run} <= glyphs.characters(file), file


def test_what_is_drawn_as_it_is_written_can_be_drawn():
    easy = [chr(code) for code in range(0x20, 0x3000) if text._EASY.fullmatch(chr(code))]
    assert len(easy) > 700
    for bold in (False, True):
        assert {glyphs.font_for(each, bold) for each in easy} == {glyphs.BOLD if bold else glyphs.PLAIN}
    assert scripts.visual(scripts.clean("".join(easy), lambda _: True)) == "".join(easy)


def _ink(words, anchor="lm", size=24, at=(150, 40)):
    picture = Image.new("L", (600, 80), 0)
    wide = text.write(ImageDraw.Draw(picture), at, words, size, 255, anchor=anchor)
    return picture.getbbox(), wide


@pytest.mark.parametrize("words", ["田中", "🔥🔥", "Mixed 田中 🔥 end", "ab 한 cd"])
def test_words_of_several_fonts_lie_where_their_anchor_says(words):
    (left, top, right, bottom), wide = _ink(words)
    assert left >= 149
    assert abs(right - (150 + wide)) <= 6
    assert 20 < (top + bottom) / 2 < 60
    (left, _, right, _), wide = _ink(words, "mm")
    assert abs((left + right) / 2 - 150) <= 4
    (_, _, right, _), _ = _ink(words, "rm")
    assert right <= 151


def test_mixed_words_are_cut_and_wrapped_to_their_room():
    long = "王小明 meets 🔥Dragon🔥 and אבי כהן on the bridge"
    cut = text.fitted(long, 150, 16)
    assert cut.endswith("…")
    assert text.width(cut, 16) <= 150
    assert all(text.width(line, 16) <= 150 for line in text.wrapped(long, 150, 16))
