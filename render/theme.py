"""The look of pictures: the colours of the theme that is drawn in, the shapes of seats, and the arithmetic that keeps them
readable.

``theme.INK`` and the like are those of the look in use where it is read: dark, unless :func:`using` says otherwise. So none
of them may be a default argument or a module's constant, and a sprite that is kept for the next picture is kept by
:func:`kept`, which keeps looks apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from engine.arena.battlefield import Battlefield
from render.palettes import PALETTES, Colour, Palette, Tint

__all__ = ["PALETTES", "Colour", "Palette", "Tint"]

if TYPE_CHECKING:  # what __getattr__ finds in the palette in use
    TABLE: Colour
    PANEL: Colour
    PANEL_LINE: Colour
    INK: Colour
    DIM: Colour
    CHOSEN: Colour
    GOOD: Colour
    BAD: Colour
    LIFE: Colour
    WOUND: Colour
    LATER: Colour
    GONE: Colour
    GONE_INK: Colour
    DARK: Colour
    EMBLEM: Colour
    GOLD: Colour
    PLATE: Colour
    PLATE_INK: Colour
    PIP: Colour
    PIP_LOST: Colour
    SAFE: Colour
    RISK: Colour
    STONE: Colour
    STONE_DARK: Colour
    STONE_LIGHT: Colour
    RUIN: Colour
    EXIT: Colour
    EXIT_RIM: Colour
    SCORING: Colour
    MAP_INK: Colour
    TOPS: dict[str, Colour]
    CARD: Colour
    CARD_LINE: Colour
    CARD_INK: Colour
    CARD_DIM: Colour
    BACK: Colour
    BACK_LINE: Colour
    BACK_INK: Colour
    YES: Colour
    NO: Colour
    MAGIC: dict[str, Colour]
    GROUND: tuple[Colour, Colour]
    CENTRE: Colour
    WENT: Colour
    STRUCK: Colour
    ICE: Colour
    BRICK: Colour
    BRICK_LINE: Colour
    SEATS: tuple[Tint, Tint, Tint, Tint]
    COLOURS: dict[str, Tint]

_P = ParamSpec("_P")
_R = TypeVar("_R")

LARGE = 1.35  # how much larger words and signs are in large print


class Look(NamedTuple):
    """``theme``: a name in ``PALETTES``; ``large``: large print."""

    theme: str = "dark"
    large: bool = False


PLAIN = Look()

_used: ContextVar[Look] = ContextVar("look", default=PLAIN)


@contextmanager
def using(look: Look) -> Iterator[None]:
    """Within it pictures are drawn in that look."""
    token = _used.set(look)
    try:
        yield
    finally:
        _used.reset(token)


def use(look: Look) -> None:
    """Draw in that look from here on: for as long as the task runs."""
    _used.set(look)


def used() -> Look:
    """The look in use here; to be handed on to a thread, which does not inherit it."""
    return _used.get()


def palette() -> Palette:
    """The colours of the look in use; those of the dark theme where its name is not known (any more)."""
    return PALETTES.get(_used.get().theme) or PALETTES["dark"]


def magnified() -> float:
    """How much larger than usual words and signs are: 1 or ``LARGE``."""
    return LARGE if _used.get().large else 1.0


def __getattr__(name: str) -> Any:
    try:
        return getattr(palette(), name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def kept(most: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """``lru_cache`` for what is drawn: it keeps the results of each look apart."""

    def decorate(draw: Callable[_P, _R]) -> Callable[_P, _R]:
        @lru_cache(maxsize=most)
        def found(look: Look, *args: _P.args, **kwargs: _P.kwargs) -> _R:
            return draw(*args, **kwargs)

        @wraps(draw)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            return found(_used.get(), *args, **kwargs)  # type: ignore[arg-type]

        return call

    return decorate


class SeatStyle(NamedTuple):
    """How a seat's things look: a colour, a token shape and a letter, so that no difference rests on colour alone."""

    shape: str
    letter: str
    fill: Colour
    deep: Colour
    ink: Colour
    text: Colour  # on TABLE and PANEL
    trail: Colour  # over the map: light in every theme, outlined in dark


SHAPES = ("circle", "shield", "diamond", "hexagon")
"""Token shapes of the seats, in the order of the table."""


@kept(16)
def sides() -> dict[str, SeatStyle]:
    """The styles of attacker and defender."""
    attacker, defender, *_ = palette().SEATS
    return {"attacker": _style("circle", "A", attacker), "defender": _style("shield", "D", defender)}


@kept(16)
def others() -> tuple[SeatStyle, ...]:
    """Seats without a side: before roles and starts are settled."""
    return tuple(_style(shape, str(n + 1), tint) for n, (shape, tint) in enumerate(zip(SHAPES, palette().SEATS)))


def _style(shape: str, letter: str, tint: Tint) -> SeatStyle:
    return SeatStyle(shape, letter, tint.first, tint.second, _ink(tint.first), tint.words, tint.trail or tint.words)


@kept(256)
def seat_style(seat: int, side: str, colour: str = "", number: int = 0) -> SeatStyle:
    """The style of a seat: its shape by its place at the table, its colour by its side, so that a team shares a colour.

    ``colour`` is that of the side on the map (default: the side's name if that is a colour); ``number`` counts team
    mates from 1, 0 for a player alone. Attacker and defender have styles of their own.
    """
    colour = colour or side
    if side in sides() and not number:
        return sides()[side]
    colours = palette().COLOURS
    if colour not in colours:
        return others()[seat % len(SHAPES)]
    first, second, words, trail = colours[colour]
    fill = second if number > 1 else first
    letter = (side or colour)[:1].upper() + (str(number) if number else "")
    return SeatStyle(SHAPES[seat % len(SHAPES)], letter, fill, _deep(fill), _ink(fill), words, trail or words)


@kept(64)
def styles_on(field: Battlefield) -> tuple[SeatStyle, ...]:
    """Every look that seats may have on a battlefield, whatever their shapes."""
    those = {(side.name, side.colour, side.seats) for play in field.play for side in play.sides}
    found = [seat_style(0, name, colour, number) for name, colour, seats in sorted(those)
             for number in (range(1, seats + 1) if seats > 1 else (0,))]  # fmt: skip
    return tuple(dict.fromkeys((*found, *others())))


def _ink(fill: Colour) -> Colour:
    """What is drawn on a fill: light or dark, whichever stands out more."""
    return max((palette().EMBLEM, palette().DARK), key=lambda ink: contrast(ink, fill))


def rim(fill: Colour) -> Colour:
    """The edge of a fill on a panel: lighter or darker than it, whichever stands out there."""
    now = palette()
    return max((mix(fill, now.EMBLEM, 0.55), mix(fill, now.DARK, 0.55)), key=lambda edge: contrast(edge, now.PANEL))


def _deep(fill: Colour) -> Colour:
    """A darker kind of the colour that light letters can be read on."""
    factor, emblem = 0.62, palette().EMBLEM
    while contrast(emblem, shade(fill, factor)) < 5:
        factor -= 0.04
    return shade(fill, factor)


WALLS = (0.66, 0.5)  # how bright the left and the right front wall are


def earth(letter: str) -> Colour:
    """What the walls under a terrain are made of, before they are shaded."""
    return mix(palette().TOPS[letter], (112, 88, 66), 0.5 if letter in "sg" else 0.35)


def lit(colour: Colour, level: int) -> Colour:
    """A surface colour, lighter with every level."""
    factor = 1 + 0.045 * max(-1, min(level, 6))
    return shade(colour, factor)


def shade(colour: Colour, factor: float) -> Colour:
    """``colour`` times ``factor``, kept within 0 to 255."""
    r, g, b = (max(0, min(255, round(channel * factor))) for channel in colour)
    return r, g, b


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """``share`` (0 to 1) of ``other`` in ``one``."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other))
    return r, g, b


def _linear(channel: float) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    r, g, b = (_linear(channel) for channel in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def all_styles() -> list[SeatStyle]:
    """Every style a seat may have, whatever its shape."""
    named = [seat_style(0, colour, number=number) for colour in palette().COLOURS for number in (1, 2)]
    return list(dict.fromkeys((*sides().values(), *others(), *named)))


def standing_out(ground: Colour) -> Colour:
    """The ink for words on the map, where a tint or a shadow may lie on it."""
    dark, light = palette().DARK, palette().EMBLEM
    return max((dark, light), key=lambda ink: contrast(ink, ground))


def text_pairs() -> list[tuple[str, Colour, Colour]]:
    """Every (where, ink, ground) the pictures write with. Each is to reach 4.5:1."""
    now = palette()
    pairs = [
        ("header", now.INK, now.PANEL), ("header, quiet", now.DIM, now.PANEL), ("table", now.INK, now.TABLE),
        ("table, quiet", now.DIM, now.TABLE), ("plate on a token", now.PLATE_INK, now.PLATE),
        ("chosen", now.CHOSEN, now.PANEL), ("card text", now.CARD_INK, now.CARD), ("card, quiet", now.CARD_DIM, now.CARD),
        ("card back", now.BACK_INK, now.BACK), ("playable", now.YES, now.CARD), ("not playable", now.NO, now.CARD),
        ("good news", now.GOOD, now.PANEL), ("bad news", now.BAD, now.PANEL), ("gold badge", now.DARK, now.GOLD),
        ("fault", now.BAD, now.TABLE), ("wound", now.EMBLEM, now.NO),
    ]  # fmt: skip
    for letter, top in now.TOPS.items():
        pairs += [(f"terrain {letter} at {level}", now.MAP_INK, lit(top, level)) for level in (-1, 0, 4)]
    for style in all_styles():
        pairs += [
            (f"emblem of {style.letter}", style.ink, style.fill),
            (f"letter of {style.letter}", now.EMBLEM, style.deep),
            (f"name of {style.letter}", style.text, now.PANEL),
        ]
    return pairs
