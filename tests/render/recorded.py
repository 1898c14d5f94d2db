"""What was written into a picture and put on it, so that a test can look whether it can be read there.

While :func:`recording` lasts, every word that is drawn is known to the picture it was drawn on, and follows it when that is
pasted into another one; so is every piece (a token, a card on the battlefield). A look of its own keeps sprites and layers
of other tests, which know nothing of their words, away.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageDraw

from render import encode, terrain, text, theme, tokens
from render.summoner_wars import pieces

_numbers = count()


class Word(NamedTuple):
    """``mask``: where its strokes are, from ``(left, top)`` on; ``on``: the "ground", which pieces may cover, or a "piece",
    which another one may stand before, or nothing of the board."""

    text: str
    left: int
    top: int
    mask: Image.Image
    ink: theme.Colour
    on: str = ""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Of its strokes: right and bottom excluded."""
        left, top, right, bottom = self.mask.getbbox() or (0, 0, 0, 0)
        return self.left + left, self.top + top, self.left + right, self.top + bottom

    def moved(self, by: tuple[int, int], on: str = "") -> Word:
        return self._replace(left=self.left + by[0], top=self.top + by[1], on=on or self.on)


class Piece(NamedTuple):
    """What stands on the board: ``draw`` draws it by its look."""

    look: Any
    draw: Callable[[Any], Image.Image]
    left: int
    top: int

    def moved(self, by: tuple[int, int]) -> Piece:
        return self._replace(left=self.left + by[0], top=self.top + by[1])


class Recording:
    """The pictures that were finished, in order."""

    def __init__(self) -> None:
        self.finished: list[Image.Image] = []

    def last(self, data: bytes) -> tuple[Image.Image, list[Word]]:
        """The last picture as its file shows it, and what was written into it."""
        shown = Image.open(io.BytesIO(data)).convert("RGB")
        assert self.finished[-1].size == shown.size
        return shown, list(words_on(self.finished[-1]))

    def pieces(self) -> list[Piece]:
        """What stands on the last picture."""
        return list(pieces_on(self.finished[-1]))


def words_on(picture: Image.Image) -> list[Word]:
    return picture.__dict__.setdefault("words", [])


def pieces_on(picture: Image.Image) -> list[Piece]:
    return picture.__dict__.setdefault("pieces", [])


def _known(draw: Callable[..., Image.Image], on: str) -> Callable[..., Image.Image]:
    """The same, whose pictures know what they are."""

    def drawn(look: Any, *size: Any) -> Image.Image:
        picture = draw(look, *size).copy()
        source = draw(look, *size)
        words_on(picture).extend(word.moved((0, 0), on) for word in words_on(source))
        if on == "piece":
            pieces_on(picture).append(Piece(look, lambda other: draw(other, *size), 0, 0))
        return picture

    return drawn


def _whole(piece: Piece, picture: Image.Image) -> bool:
    width, height = piece.draw(piece.look).size
    return min(piece.left, piece.top, picture.width - piece.left - width, picture.height - piece.top - height) >= 0


def _inside(word: Word, picture: Image.Image) -> bool:
    left, top, right, bottom = word.box
    return left >= 0 and top >= 0 and right <= picture.width and bottom <= picture.height


@contextmanager
def recording(look: theme.Look = theme.PLAIN) -> Iterator[Recording]:
    """Within it pictures are drawn in that look, and their words are kept."""
    found, saying = Recording(), [""]
    bitmap, paste, crop = ImageDraw.ImageDraw.bitmap, Image.Image.paste, Image.Image.crop
    lay = terrain.ground
    compose = Image.Image.alpha_composite
    write, png = text.write, encode.png

    def written(draw: Any, at: Any, words: str, *args: Any, **kwargs: Any) -> float:
        saying[0] = words
        return write(draw, at, words, *args, **kwargs)

    def stamped(draw: Any, xy: Any, mask: Image.Image, fill: Any = None) -> None:
        bitmap(draw, xy, mask, fill)
        if mask.getbbox():
            words_on(draw._image).append(Word(saying[0], round(xy[0]), round(xy[1]), mask, fill))

    def pasted(picture: Image.Image, im: Any, box: Any = None, mask: Any = None) -> None:
        paste(picture, im, box, mask)
        if isinstance(im, Image.Image):
            follow(picture, im, (box[0], box[1]) if box else (0, 0))

    def composed(picture: Image.Image, im: Image.Image, dest: Any = (0, 0), source: Any = (0, 0)) -> None:
        compose(picture, im, dest, source)
        follow(picture, im, dest)

    def follow(picture: Image.Image, im: Image.Image, corner: tuple[int, int]) -> None:
        at_the_edge = "part" in im.__dict__  # where a part of the battlefield ends, words may end too
        words = [word for word in words_on(im) if _inside(word, im) or not at_the_edge]
        words_on(picture).extend(word.moved(corner) for word in words)
        standing = [piece for piece in pieces_on(im) if _whole(piece, im) or not at_the_edge]
        pieces_on(picture).extend(piece.moved(corner) for piece in standing)

    def cropped(picture: Image.Image, box: Any = None) -> Image.Image:
        part = crop(picture, box)
        if words_on(picture) and box:
            part.__dict__["part"] = True
            words_on(part).extend(word.moved((-box[0], -box[1]), "ground") for word in words_on(picture))
        return part

    def ground(*asked: Any) -> Image.Image:
        part = lay(*asked)
        part.__dict__["part"] = True
        words = {(word.text, word.left, word.top): word for word in words_on(part)}  # on a seam: on both
        words_on(part)[:] = [word.moved((0, 0), "ground") for word in words.values()]
        return part

    def finished(picture: Image.Image, palette: Image.Image) -> bytes:
        found.finished.append(picture)
        return png(picture, palette)

    with pytest.MonkeyPatch.context() as patch:
        own = f"{look.theme}, read back {next(_numbers)}"
        patch.setitem(theme.PALETTES, own, theme.PALETTES[look.theme])
        patch.setattr(ImageDraw.ImageDraw, "bitmap", stamped)
        patch.setattr(Image.Image, "paste", pasted)
        patch.setattr(Image.Image, "crop", cropped)
        patch.setattr(terrain, "ground", ground)
        patch.setattr(Image.Image, "alpha_composite", composed)
        patch.setattr(tokens, "token", _known(tokens.token, "piece"))
        patch.setattr(tokens, "glyph", _known(tokens.glyph, "ground"))
        patch.setattr(pieces, "lying", _known(pieces.lying, "piece"))
        patch.setattr(text, "write", written)
        patch.setattr(encode, "png", finished)
        with theme.using(look._replace(theme=own)):
            yield found


def faults(shown: Image.Image, words: list[Word], *, crossed: bool = False) -> list[str]:
    """What cannot be read in a picture: words over its edge, over one another, covered, or too like their ground.
    ``crossed``: lines run over the board, and may hide what stands there."""
    wrong = []
    standing = [word for word in words if word.on != "ground" and not (crossed and word.on)]
    for n, word in enumerate(standing):
        left, top, right, bottom = word.box
        if left < 0 or top < 0 or right > shown.width or bottom > shown.height:
            wrong.append(f"{word.text!r} is cut off at {word.box}")
            continue
        for other in standing[n + 1 :]:
            if not (word.on and other.on) and meet(word, other):
                wrong.append(f"{word.text!r} and {other.text!r} meet at {word.box}")
        if (share := seen(shown, word)) < (0.5 if word.on or crossed else 0.75):
            wrong.append(f"of {word.text!r} at {word.box} {share:.0%} can be seen")
        elif (found := contrast(shown, word)) < (3 if crossed or not any(map(str.isalnum, word.text)) else 4.5):
            wrong.append(f"{word.text!r} at {word.box} has a contrast of {found:.1f}")
    return wrong


def meet(word: Word, other: Word) -> bool:
    """Strokes of one touch those of the other."""
    (a, b, c, d), (e, f, g, h) = word.box, other.box
    left, top, right, bottom = max(a, e), max(b, f), min(c, g), min(d, h)
    if left >= right or top >= bottom:
        return False
    one, two = (
        each.mask.crop((left - each.left, top - each.top, right - each.left, bottom - each.top)).point(_solid).getbbox()
        for each in (word, other)
    )
    return bool(one and two) and _both(word, other, (left, top, right, bottom))


def _both(word: Word, other: Word, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    parts = [
        each.mask.crop((left - each.left, top - each.top, right - each.left, bottom - each.top)) for each in (word, other)
    ]
    return any(min(one, two) > 100 for one, two in zip(parts[0].tobytes(), parts[1].tobytes()))


_solid = [255 if value > 100 else 0 for value in range(256)]


def _pixels(shown: Image.Image, word: Word) -> list[tuple[int, theme.Colour]]:
    """Every pixel round its strokes: how much of a stroke it is (0 to 255), and its colour as shown."""
    left, top, right, bottom = word.box
    box = max(0, left - 1), max(0, top - 1), min(shown.width, right + 1), min(shown.height, bottom + 1)
    strokes = Image.new("L", (box[2] - box[0], box[3] - box[1]), 0)
    strokes.paste(word.mask, (word.left - box[0], word.top - box[1]))
    part = shown.crop(box)
    flat = part.tobytes()
    return list(zip(strokes.tobytes(), zip(flat[::3], flat[1::3], flat[2::3])))


def seen(shown: Image.Image, word: Word) -> float:
    """The share of its strong strokes that have its colour."""
    pixels = _pixels(shown, word)
    strong = sorted(value for value, _ in pixels)[-max(3, len(pixels) // 12)]
    strokes = [colour for value, colour in pixels if value >= max(120, min(strong, 235))]
    near = [colour for colour in strokes if sum(abs(a - b) for a, b in zip(colour, word.ink)) < 150]
    return len(near) / len(strokes) if strokes else 0


def contrast(shown: Image.Image, word: Word) -> float:
    """Of its ink with what lies between and round its strokes, as shown."""
    ground = sorted((colour for value, colour in _pixels(shown, word) if value < 8), key=theme.luminance)
    return theme.contrast(word.ink, ground[len(ground) // 2]) if ground else 21
