"""The phases of a turn, in their order, each with its words and its sign."""

from __future__ import annotations

from PIL import Image

from engine.core.text import say, words
from engine.summoner_wars.view import WarView
from render import symbols, theme
from render.pen import Pen
from render.sprite import Sprite
from render.summoner_wars.callings import MARKS
from render.theme import Colour

PHASES = {
    "setup": words("Before the first turn"), "summon": words("Summon Phase"), "events": words("Event Phase"),
    "movement": words("Movement Phase"), "attack": words("Attack Phase"), "magic": words("Build Magic Phase"),
    "over": words("The match is over"),
}  # fmt: skip
TRACK = ("summon", "events", "movement", "attack", "magic")


def phase_words(view: WarView) -> str:
    """The phase, with how much of it is left."""
    if view.phase == "movement":
        return say("{phase}: {n} left", phase=PHASES["movement"], n=view.moves_left)
    if view.phase == "attack":
        return say("{phase}: {n} left", phase=PHASES["attack"], n=view.attacks_left)
    return str(PHASES[view.phase])


@theme.kept(64)
def sign(phase: str, size: int, ink: Colour, ground: Colour) -> Image.Image:
    """``size`` pixels; ``ground`` is what it will lie on."""
    sprite = Sprite(2.1, 2.1, size / 2.1, (1.05, 1.05))
    pen = Pen(sprite, (0, 0), 0.92, ink, ground)
    if phase == "summon":
        pen.ring((0, 0), 0.94, 0, 360, 0.17)
        pen.stroke((-0.46, 0), (0.46, 0), width=0.22)
        pen.stroke((0, -0.46), (0, 0.46), width=0.22)
    elif phase == "movement":
        symbols.boot(sprite, (0, 0), 1, ink)
    elif phase == "magic":
        pen.shape((0, -1), (0.74, 0), (0, 1), (-0.74, 0))
        pen.shape((0, -0.5), (0.34, 0), (0, 0.5), (-0.34, 0), cut=True)
    else:
        MARKS["scroll" if phase == "events" else "blades"](pen)
    return sprite.done()


@theme.kept(16)
def gem(size: int) -> Image.Image:
    """A Magic Point, ``size`` pixels."""
    sprite = Sprite(2.1, 2.1, size / 2.1, (1.05, 1.05))
    blue = theme.MAGIC["U"]
    sprite.polygon([(0, -1), (0.76, 0), (0, 1), (-0.76, 0)], blue, theme.EMBLEM, 0.12)
    sprite.polygon([(0, -0.7), (0.5, 0), (0, 0)], theme.mix(blue, theme.EMBLEM, 0.55))
    sprite.polygon([(0, -0.7), (-0.5, 0), (0, 0)], theme.mix(blue, theme.EMBLEM, 0.3))
    return sprite.done()
