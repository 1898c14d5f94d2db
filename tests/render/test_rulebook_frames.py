"""What the rulebook says of the looks of cards."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.arena import seen
from engine.arena.cards import cards
from render import cards as faces
from render import theme


@pytest.mark.rule("AR-NEW-06", "AR-CARD-10")
@pytest.mark.parametrize("id", [face.id for face in cards().armies.values() if face.kind == "planeswalker"])
def test_a_gold_border_marks_a_planeswalker_of_several_colours(id: str) -> None:
    face = cards().armies[id]
    picture = Image.open(BytesIO(faces.draw_army_card(seen.face_view(face)))).convert("RGB")
    width, height = picture.size
    edge = {picture.getpixel((12 + 2, y)) for y in range(height // 2, height - 14)}
    edge |= {picture.getpixel((x, height - 12 - 3)) for x in range(12, width - 12)}
    gold = [sum(abs(a - b) for a, b in zip(pixel, theme.GOLD)) < 30 for pixel in edge]  # type: ignore[arg-type]
    assert all(gold) if len(face.colours) > 1 else not any(gold)
