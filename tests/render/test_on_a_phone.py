"""Pictures as a phone shows them: 400 pixels wide. Every piece's letter and life can still be told from all others.

What is shown is compared with what it would look like if the letter or the life were another one: it must look most like the
truth, and clearly so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from PIL import Image, ImageChops

from render import kinds
from tests.render import recorded

PHONE = 400  # pixels
SAMPLES = {sample.name: sample for sample in kinds.samples()}


def unlike(shown: Image.Image, piece: recorded.Piece, others: Iterable[Any]) -> list[float]:
    """How unlike the picture is to one with each of the looks instead, 0 to 255: only where these differ, at a phone's
    size."""
    scale = PHONE / shown.width
    size = piece.draw(piece.look).size
    box = piece.left - 8, piece.top - 8, piece.left + size[0] + 8, piece.top + size[1] + 8
    around = shown.crop(box)
    small = max(1, round(around.width * scale)), max(1, round(around.height * scale))
    seen = around.resize(small, Image.Resampling.BOX).convert("L")
    would = []
    for look in others:
        instead, sprite = around.copy(), piece.draw(look)
        instead.paste(sprite, (8, 8), sprite if sprite.mode == "RGBA" else None)
        would.append(instead.resize(small, Image.Resampling.BOX).convert("L"))
    least, most = would[0], would[0]
    for picture in would[1:]:
        least, most = ImageChops.darker(least, picture), ImageChops.lighter(most, picture)
    matters = ImageChops.subtract(most, least).tobytes()
    weight = sum(matters) or 1
    return [
        sum(share * part for share, part in zip(matters, ImageChops.difference(seen, picture).tobytes())) / weight
        for picture in would
    ]


def letters(pieces: list[recorded.Piece]) -> list[str]:
    return sorted({piece.look.style.letter for piece in pieces})


def with_letter(look: Any, letter: str) -> Any:
    return look._replace(style=look.style._replace(letter=letter))


def with_life(look: Any, lost: int) -> Any:
    return look._replace(**{"damage" if hasattr(look, "damage") else "wounds": lost})


def misread(shown: Image.Image, pieces: list[recorded.Piece]) -> list[str]:
    wrong = []
    for piece in pieces:
        true = piece.look
        lost = true.damage if hasattr(true, "damage") else true.wounds
        others = [("letter", with_letter(true, letter)) for letter in letters(pieces) if letter != true.style.letter]
        others += [("life", with_life(true, n)) for n in range(true.life + 1) if n != lost]
        for what, other in others:
            right, instead = unlike(shown, piece, [true, other])
            if instead < right + MARGIN:
                wrong.append(f"{what} of {true.style.letter}{getattr(true, 'plate', true)} at {piece.left}, {piece.top}: "
                             f"{right:.0f} unlike the truth, {instead:.0f} unlike another")  # fmt: skip
    return wrong


MARGIN = 12


@pytest.mark.field(118)
@pytest.mark.parametrize(("name", "kind"), [
    ("own-cryptoliths", "board"), ("own-cryptoliths", "closer"), ("own-summoner-wars", "board"),
    ("own-summoner-wars", "closer"), ("three", "board"),
])  # fmt: skip
def test_letters_and_lives_can_be_read(name: str, kind: str) -> None:
    draw = kinds.KINDS[kind](SAMPLES[name])
    if draw is None:
        return
    with recorded.recording() as found:
        shown, _ = found.last(draw())
        pieces = found.pieces()
        assert len(pieces) > 3
        assert not misread(shown, pieces)
