"""A finished picture as bytes.

Finding 256 colours costs more than drawing the board, so it is done once for each layer, on a sheet that holds
the layer and everything that is ever drawn over it; a picture is then only fitted to that palette.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import local

from PIL import Image

from render import symbols, theme, tokens
from render.cache import Layers, drawn_by
from render.theme import Colour, SeatStyle

COMPRESSION = 5  # level 6 takes a third longer for 3 % fewer bytes
_PALETTES = Layers(100_000)
_KEPT = 8  # half a megabyte each
_OWN = local()


def png(picture: Image.Image, palette: Image.Image) -> bytes:
    """PNG with ``palette`` (:func:`palette_for`), no dithering: the same picture gives the same bytes."""
    small = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


def plain() -> Image.Image:
    """The palette of pictures without a board: hands and cards."""
    return palette_for(f"plain-{theme.used().theme}-{drawn_by()}")


def palette_for(
    key: str, sample: Callable[[], Image.Image] | None = None, place: Path | None = None, styles: Sequence[SeatStyle] = ()
) -> Image.Image:
    """The 256 colours for pictures over the layer that ``sample`` draws with tokens of these styles, both known by ``key``;
    without a layer: for panels and cards.

    Kept beside the layers as a picture of 16 x 16 pixels.
    """
    return palette_of(key, lambda: _sheet(sample and sample(), styles or theme.all_styles()), place)


def palette_of(
    key: str, sheet: Callable[[], Image.Image], place: Path | None = None, exact: Sequence[Colour] = ()
) -> Image.Image:
    """The 256 colours of a sheet that is drawn only if the palette ``key`` is not known yet; ``exact`` are among them."""
    colours = _PALETTES.get(f"{key}-palette", (16, 16), lambda: _choose(sheet(), exact), place)
    return _palette(colours.tobytes())


def _palette(colours: bytes) -> Image.Image:
    """The palette as Pillow wants it. It remembers which of its colours is nearest to which, so it is kept: but for its own
    thread, since it writes that down while it works."""
    kept: OrderedDict[bytes, Image.Image] | None = getattr(_OWN, "palettes", None)
    if kept is None:
        kept = _OWN.palettes = OrderedDict()
    if colours not in kept:
        palette = Image.new("P", (1, 1))
        palette.putpalette(colours)
        kept[colours] = palette
        if len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(colours)
    return kept[colours]


def _choose(sheet: Image.Image, exact: Sequence[Colour]) -> Image.Image:
    found = sheet.quantize(256 - len(exact), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = [channel for colour in exact for channel in colour] + (found.getpalette() or [])[: 768 - 3 * len(exact)]
    flat += [0] * (768 - len(flat))
    return Image.frombytes("RGB", (16, 16), bytes(flat[:768]))


def _ramps() -> list[tuple[Colour, Colour]]:
    pairs = [(ground, ink) for _, ink, ground in theme.text_pairs()]
    pairs += [(style.trail, theme.DARK) for style in theme.all_styles()]
    for letter, top in theme.TOPS.items():
        left, right = (theme.shade(theme.earth(letter), factor) for factor in theme.WALLS)
        pairs += [(left, theme.shade(left, 0.8)), (right, theme.shade(right, 0.8))]
        pairs += [(theme.mix(top, tint, 0.34), tint) for tint in (theme.SAFE, theme.RISK)]
        pairs += [(theme.lit(top, 4), theme.MAP_INK), (theme.shade(top, 0.84), theme.PLATE)]
        pairs += [(theme.shade(theme.lit(top, -1), 0.7), theme.lit(top, 1))]
    pairs += 4 * [(theme.EXIT, theme.EXIT), (theme.SCORING, theme.SCORING)]  # small on the map, and not to be mistaken
    pairs += [(theme.EXIT, theme.EXIT_RIM), (theme.SCORING, theme.EMBLEM), (theme.shade(theme.RUIN, 0.42), theme.RUIN)]
    pairs += [(theme.shade(theme.RUIN, 0.62), theme.shade(theme.RUIN, 1.16)), (theme.BACK, theme.BACK_LINE)]
    pairs += [(theme.TABLE, theme.PANEL), (theme.GOLD, theme.DARK), (theme.STONE_DARK, theme.STONE_LIGHT)]
    return pairs


def _sheet(sample: Image.Image | None, styles: Sequence[SeatStyle]) -> Image.Image:
    """A picture in which every colour in use has its share."""
    width = 480
    ramps = _ramps()
    looks = [
        tokens.Look(
            style, "jace_beleren", "planeswalker", "2", 4, 2, "K10", 2, (tuple(theme.MAGIC) * 2)[n % 6 : n % 6 + 2],
            (("power", 1),), chosen=n == 0, moved=True, attacked=True,
        )
        for n, style in enumerate(styles)
    ]  # fmt: skip
    rows = [(ground, looks[n : n + 6]) for n in range(0, len(looks), 6) for ground in (theme.TOPS["s"], theme.TOPS["x"])]
    below = Image.new("RGB", (width, 4 * len(ramps) + 130 * len(rows)), theme.PANEL)
    for n, (start, end) in enumerate(ramps):
        for x in range(0, width, 32):
            share = x / (width - 32)
            below.paste(theme.mix(start, end, share), (x, 4 * n, x + 32, 4 * n + 4))
    top = 4 * len(ramps)
    for row, (ground, part) in enumerate(rows):
        y = top + 130 * row
        below.paste(ground, (0, y, width, y + 130))
        for n, look in enumerate(part):
            sprite = tokens.token(look, 50)
            below.paste(sprite, (n * 80, y), sprite)
        for n, letter in enumerate(theme.MAGIC):
            mark = symbols.mark(letter, 40, theme.EMBLEM)
            below.paste(mark, (n * 44, y + 84), mark)
        for n, face in enumerate(("sword", "shield", "blank")):
            for counts in (True, False):
                die = symbols.die(face, 40, counts)
                below.paste(die, (280 + n * 44 + 20 * counts, y + 84), die)
    if sample is None:
        return below
    small = sample.resize((width, round(width * sample.height / sample.width)), Image.Resampling.NEAREST)
    sheet = Image.new("RGB", (width, small.height + below.height))
    sheet.paste(small, (0, 0))
    sheet.paste(below, (0, small.height))
    return sheet
