"""The 256 colours that pictures of Summoner Wars are made of: found once, on a sheet of everything that is drawn."""

from __future__ import annotations

from PIL import Image

from render import encode, marks, symbols, theme
from render.cache import drawn_by
from render.summoner_wars import field, looks, pieces
from render.summoner_wars.lettering import Look
from render.summoner_wars.phases import gem
from render.theme import Colour

_WIDE = 640


@theme.kept(8)
def palette() -> Image.Image:
    """For boards, cards and decks in the look in use. Callers must not change it."""
    look = theme.used()
    return encode.palette_of(f"war-{look.theme}-{look.large}-{drawn_by()}", _sheet, exact=_exact())


def _exact() -> list[Colour]:
    """What covers large areas, or tells by its colour."""
    found = [
        theme.TABLE, theme.PANEL, theme.INK, theme.DIM, theme.DARK, theme.EMBLEM, theme.GOLD, theme.PLATE, theme.PIP_LOST,
        theme.BRICK, theme.CARD, theme.CARD_INK, theme.LATER, theme.CENTRE, theme.BACK, *theme.GROUND, theme.WENT,
        theme.STRUCK, theme.ICE, theme.YES, theme.NO,
    ]  # fmt: skip
    for style in theme.others()[:2]:
        found += [style.fill, style.deep, style.text]
    for faction in looks.FACTIONS:
        found += [looks.paper(faction), looks.head(faction), looks.colour(faction)]
    found += [theme.mix(theme.GROUND[0], tint, 0.59) for tint in (theme.SAFE, theme.RISK)]
    return list(dict.fromkeys(found))


def _ramps() -> list[tuple[Colour, Colour]]:
    """From what words are written on to their ink, and what lies beside one another."""
    pairs = [
        (theme.PANEL, theme.INK), (theme.TABLE, theme.INK), (theme.PANEL, theme.DIM), (theme.TABLE, theme.DIM),
        (theme.PLATE, theme.PLATE_INK), (theme.PANEL, theme.BAD), (theme.PANEL, theme.GOLD), (theme.LATER, theme.DIM),
        (theme.GOLD, theme.DARK), (theme.BACK, theme.BACK_INK), (theme.NO, theme.EMBLEM), (theme.TABLE, theme.BAD),
        (theme.PLATE, theme.PIP_LOST), (theme.BRICK, theme.BRICK_LINE), (theme.BRICK, theme.EMBLEM),
        (theme.PANEL, theme.LIFE), (theme.PANEL, theme.WOUND), (theme.DARK, theme.ICE),
    ]  # fmt: skip
    for ground in theme.GROUND:
        pairs += [(ground, ink) for ink in (theme.EMBLEM, theme.CENTRE, theme.WENT, theme.SAFE, theme.RISK, theme.DARK)]
    for colour in (theme.WENT, theme.STRUCK, theme.SAFE, theme.RISK):
        pairs.append((theme.DARK, colour))
    for style in theme.others():
        pairs += [(style.deep, theme.EMBLEM), (style.fill, style.ink), (theme.PANEL, style.text), (theme.DARK, style.fill)]
    for faction in looks.FACTIONS:
        paper = looks.paper(faction)
        pairs += [(paper, theme.CARD_INK), (paper, theme.CARD_DIM), (looks.head(faction), theme.CARD_INK)]
        pairs += [(paper, theme.mix(paper, looks.colour(faction), 0.3))]
    return pairs


def _sheet() -> Image.Image:
    """A picture in which every colour in use has its share."""
    ramps = _ramps()
    cards = [_card(faction, n) for n, faction in enumerate(looks.FACTIONS)]
    across = _WIDE // 160
    rows = -(-len(cards) // across)
    sheet = Image.new("RGB", (_WIDE, 5 * len(ramps) + 128 * rows + 60), theme.PANEL)
    for n, (start, end) in enumerate(ramps):
        for x in range(0, _WIDE, 32):
            sheet.paste(theme.mix(start, end, x / (_WIDE - 32)), (x, 5 * n, x + 32, 5 * n + 5))
    top = 5 * len(ramps)
    for n, card in enumerate(cards):
        x, y = n % across * 160, top + n // across * 128
        sheet.paste(theme.GROUND[n % 2], (x, y, x + 160, y + 128))
        sheet.paste(card, (x + 4, y + 4))
        if n % 3 == 0:
            rim = field.rim(1.0, (theme.STRUCK, theme.WENT)[n % 2])
            sheet.paste(rim, (x, y), rim)
    x, y = 0, top + 128 * rows
    signs = [symbols.d6(5, 44, counts) for counts in (True, False)] + [gem(44), marks.burst(2, 46), field.healed(1, 46)]
    signs += [looks.medallion(style, "blades", "Cloaks", "common", 50, gone)
              for gone in (False, True) for style in theme.others()]  # fmt: skip
    for sign in signs:
        sheet.paste(sign, (x, y), sign)
        x += 48
    return sheet


def _card(faction: str, n: int) -> Image.Image:
    look = Look(
        theme.others()[n % 2], "Name", "", ("summoner", "champion", "common", "wall")[n % 4], "blades", faction, 3,
        (0, 1, -1)[n % 3], n % 2 == 1, 6, 2, ("Freeze",) if n % 3 == 1 else (), n % 2 == 1, n % 2, None, True, True,
    )  # fmt: skip
    return pieces.lying(look, 1.0, theme.GROUND[n % 2])
