"""How unlike two pictures are, to somebody who looks for what has changed and not at edges."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageFilter

BLOCK = 5  # pixels of a side: a token is three of them wide
MOST = 48.0  # of 255: what a small file of the same may differ by anywhere; a token that moved makes twice as much


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The greatest difference of any block, 0 to 255; 255 if they are not of one size."""
    if one.size != other.size:
        return 255
    change = ImageChops.difference(*(each.convert("RGB").filter(ImageFilter.BoxBlur(1)) for each in (one, other)))
    return float(max(max(change.reduce(BLOCK).tobytes()), 0))


def where(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box in which they differ by more than two drawings of the same."""
    change = ImageChops.difference(*(each.convert("RGB").filter(ImageFilter.BoxBlur(1)) for each in (one, other)))
    box = change.reduce(BLOCK).point([255 if value > MOST else 0 for value in range(256)] * 3).getbbox()
    return (box[0] * BLOCK, box[1] * BLOCK, box[2] * BLOCK, box[3] * BLOCK) if box else None
