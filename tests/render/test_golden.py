"""Pictures look as they did when somebody last looked at them (``python -m render golden`` writes them anew)."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image

from render import golden, kinds, theme
from tests.render import likeness

CHOSEN = {name: (look, item) for name, look, item in golden.chosen()}
ANEW = "if that is meant: python -m render golden, and look at what it wrote"


@pytest.mark.parametrize("name", CHOSEN)
def test_it_looks_as_it_did(name: str) -> None:
    file = golden.FOLDER / f"{name}.webp"
    assert file.exists(), f"{file.name} is missing; {ANEW}"
    now = golden.drawn(*CHOSEN[name])
    with Image.open(file) as then:
        assert now.size == then.size, f"{name} was {then.size}, and is {now.size}; {ANEW}"
        found = likeness.unlike(now, then)
        assert found <= likeness.MOST, f"{name} is another one ({found:.0f}) within {likeness.where(now, then)}; {ANEW}"


def test_every_kind_is_kept_and_nothing_else() -> None:
    assert {item.kind for _, item in CHOSEN.values()} == {*kinds.KINDS, "card", "army"}
    assert {file.stem for file in golden.FOLDER.iterdir()} == set(CHOSEN), ANEW
    assert sum(file.stat().st_size for file in golden.FOLDER.iterdir()) < 1_000_000


def board(**changes: str) -> Image.Image:
    sample = next(sample for sample in kinds.samples() if sample.name == "own-cryptoliths")
    figures = list(sample.view.figures)
    for id, at in changes.items():
        figures[int(id[1:])] = msgspec.structs.replace(figures[int(id[1:])], at=at)
    view = msgspec.structs.replace(sample.view, figures=tuple(figures))
    return golden.drawn(theme.PLAIN, kinds.Item("board", "", str, sample.board(view)))


def test_a_token_that_moved_is_noticed_and_other_edges_are_not() -> None:
    before, same = board(), CHOSEN["own-cryptoliths-board"]
    assert likeness.unlike(before, golden.drawn(*same)) == 0
    for changes in ({"_3": "L9"}, {"_4": "M4"}, {"_12": "F8"}):
        assert likeness.unlike(before, board(**changes)) > 1.4 * likeness.MOST
    softer = before.resize((before.width * 2, before.height * 2), Image.Resampling.BICUBIC)
    for smoothing in (Image.Resampling.LANCZOS, Image.Resampling.BILINEAR, Image.Resampling.HAMMING):
        assert likeness.unlike(before, softer.resize(before.size, smoothing)) < 0.6 * likeness.MOST
    shifted = softer.transform(softer.size, Image.Transform.AFFINE, (1, 0, 0.5, 0, 1, 0.5), Image.Resampling.BILINEAR)
    assert likeness.unlike(before, shifted.resize(before.size, Image.Resampling.BOX)) < likeness.MOST
