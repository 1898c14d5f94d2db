"""How colours look to people who see fewer of them, and how far apart two of them are then."""

from __future__ import annotations

from collections.abc import Sequence

Colour = tuple[int, int, int]
Linear = tuple[float, ...]

# Machado, Oliveira and Fernandes 2009, a cone that is missing altogether; for linear light.
EYES: dict[str, Sequence[Sequence[float]]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: Colour) -> Linear:
    return tuple(c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)


def seen(colour: Colour, eyes: str) -> Linear:
    """The colour as those eyes see it, as linear light within 0 to 1."""
    light = linear(colour)
    return tuple(max(0.0, min(1.0, sum(a * b for a, b in zip(row, light)))) for row in EYES[eyes])


def lab(light: Linear) -> Linear:
    """CIE L*a*b* of linear light."""
    r, g, b = light
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Colour, other: Colour, eyes: str = "all colours") -> float:
    """The distance of two colours in L*a*b*: 2 can just be told apart side by side, 100 is black and white."""
    pairs = zip(lab(seen(one, eyes)), lab(seen(other, eyes)))
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)
