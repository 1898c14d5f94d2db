"""What a card does for a living, as a mark in one colour, in a box from -1 to 1 (y downwards); and which card does what."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

from render.pen import Pen


def blades(pen: Pen) -> None:
    """Two crossed swords."""
    for side in (-1, 1):
        pen.shape((side * 0.92, -0.96), (side * 0.86, -0.62), (side * -0.3, 0.56), (side * -0.52, 0.34), (side * 0.6, -0.88))
        pen.stroke((side * -0.76, 0.26), (side * -0.2, 0.8), width=0.17)
        pen.stroke((side * -0.5, 0.56), (side * -0.82, 0.88), width=0.2)


def shield(pen: Pen) -> None:
    pen.shape((-0.78, -0.8), (0, -0.98), (0.78, -0.8), (0.74, 0.1), (0.46, 0.6), (0, 0.98), (-0.46, 0.6), (-0.74, 0.1))
    pen.shape((-0.5, -0.58), (0, -0.7), (0, 0.66), (-0.28, 0.42), (-0.48, 0.02), cut=True)


def axe(pen: Pen) -> None:
    """An axe with two heads."""
    pen.stroke((0, -0.86), (0, 0.92), width=0.2)
    for side in (-1, 1):
        pen.shape((side * 0.16, -0.5), (side * 0.5, -0.92), (side * 0.94, -0.7), (side * 1.0, -0.2), (side * 0.84, 0.28),
                  (side * 0.44, 0.36), (side * 0.16, 0.0))  # fmt: skip


def hammer(pen: Pen) -> None:
    pen.shape((-0.72, -0.9), (0.72, -0.9), (0.86, -0.56), (0.72, -0.22), (-0.72, -0.22), (-0.86, -0.56))
    pen.stroke((0, -0.3), (0, 0.88), width=0.24)
    pen.stroke((-0.18, 0.9), (0.18, 0.9), width=0.16)


def spear(pen: Pen) -> None:
    pen.stroke((-0.86, 0.86), (0.46, -0.46), width=0.17)
    pen.shape((0.98, -0.98), (0.78, -0.2), (0.44, -0.2), (0.2, -0.44), (0.2, -0.78))
    pen.stroke((-0.02, -0.36), (0.36, 0.02), width=0.13)


def bow(pen: Pen) -> None:
    """A drawn bow with its arrow."""
    pen.ring((-0.3, 0.3), 1.04, -140, 50, 0.19)
    pen.stroke((-1.0, -0.42), (0.42, 1.0), width=0.09)
    pen.stroke((-0.78, 0.78), (0.72, -0.72), width=0.14)
    pen.shape((0.98, -0.98), (0.84, -0.4), (0.4, -0.84))


def crosshair(pen: Pen) -> None:
    """What looks along a barrel."""
    pen.ring((0, 0), 0.68, 0, 360, 0.17)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.stroke((0.36 * dx, 0.36 * dy), (0.98 * dx, 0.98 * dy), width=0.15)
    pen.disc((0, 0), 0.13)


def dagger(pen: Pen) -> None:
    pen.shape((0, 1.0), (0.24, 0.6), (0.2, -0.26), (-0.2, -0.26), (-0.24, 0.6))
    pen.stroke((0, -0.16), (0, 0.7), width=0.07, cut=True)
    pen.stroke((-0.54, -0.32), (0.54, -0.32), width=0.2)
    pen.stroke((0, -0.4), (0, -0.78), width=0.2)
    pen.disc((0, -0.86), 0.15)


def staff(pen: Pen) -> None:
    """A staff with a star."""
    pen.stroke((-0.76, 0.92), (0.16, -0.16), width=0.18)
    points = []
    for n in range(8):
        radius, angle = (0.62 if n % 2 == 0 else 0.22), math.radians(45 * n - 90)
        points.append((0.38 + radius * math.cos(angle), -0.38 + radius * math.sin(angle)))
    pen.shape(*points)
    pen.disc((-0.5, -0.5), 0.11)
    pen.disc((0.56, 0.5), 0.11)


def paw(pen: Pen) -> None:
    """A beast's paw."""
    pen.shape((0, -0.06), (0.38, 0.14), (0.62, 0.56), (0.42, 0.88), (0, 0.76), (-0.42, 0.88), (-0.62, 0.56), (-0.38, 0.14))
    for x, y in ((-0.76, -0.06), (-0.3, -0.56), (0.3, -0.56), (0.76, -0.06)):
        pen.disc((x, y), 0.2, 0.27)


def horseshoe(pen: Pen) -> None:
    """What rides."""
    pen.ring((0, -0.16), 0.8, 140, 400, 0.34)
    for side in (-1, 1):
        pen.stroke((side * 0.5, 0.34), (side * 0.4, 0.84), width=0.3)
    for angle in (170, 225, 270, 315, 370):
        a = math.radians(angle)
        pen.disc((0.64 * math.cos(a), -0.16 + 0.64 * math.sin(a)), 0.08, cut=True)


def drake(pen: Pen) -> None:
    """A dragon's head with its horns, in profile."""
    pen.shape((-0.94, -0.92), (-0.36, -0.56), (-0.06, -0.94), (0.12, -0.5), (0.5, -0.28), (0.98, 0.0), (0.9, 0.26),
              (0.36, 0.24), (0.74, 0.46), (0.42, 0.56), (0.02, 0.36), (-0.06, 0.96), (-0.9, 0.96), (-0.62, 0.24),
              (-0.6, -0.36))  # fmt: skip
    pen.shape((0.0, -0.24), (0.26, -0.14), (0.02, -0.04), cut=True)


def flame(pen: Pen) -> None:
    pen.shape((0.06, -1), (0.3, -0.42), (0.52, -0.62), (0.78, 0.16), (0.56, 0.76), (0, 0.98), (-0.56, 0.76), (-0.78, 0.2),
              (-0.46, -0.34), (-0.24, -0.06))  # fmt: skip
    pen.shape((0.04, -0.06), (0.3, 0.4), (0.14, 0.76), (-0.16, 0.76), (-0.3, 0.42), cut=True)


def bird(pen: Pen) -> None:
    """A bird of prey that dives."""
    pen.shape((-1.0, -0.72), (-0.34, -0.5), (0.06, -0.12), (0.42, -0.98), (0.72, -0.5), (0.5, 0.1), (0.84, 0.44),
              (0.98, 0.94), (0.56, 0.74), (0.14, 0.56), (-0.5, 0.64), (-0.24, 0.32), (-0.6, -0.1))  # fmt: skip
    pen.disc((0.58, 0.46), 0.08, cut=True)


def wings(pen: Pen) -> None:
    """Two wings under a ring of light."""
    pen.ring((0, -0.72), 0.28, 0, 360, 0.12)
    for side in (-1, 1):
        pen.shape((side * 0.08, -0.16), (side * 0.56, -0.54), (side * 1.0, -0.44), (side * 0.94, -0.04), (side * 0.7, 0.04),
                  (side * 0.72, 0.34), (side * 0.46, 0.36), (side * 0.44, 0.66), (side * 0.22, 0.62),
                  (side * 0.08, 0.94))  # fmt: skip


def skull(pen: Pen) -> None:
    pen.shape((-0.72, -0.5), (-0.36, -0.94), (0.36, -0.94), (0.72, -0.5), (0.72, 0.1), (0.42, 0.4), (0.4, 0.92),
              (-0.4, 0.92), (-0.42, 0.4), (-0.72, 0.1))  # fmt: skip
    for side in (-1, 1):
        pen.disc((side * 0.32, -0.18), 0.21, cut=True)
        pen.stroke((side * 0.14, 0.66), (side * 0.14, 0.9), width=0.09, cut=True)
    pen.shape((0, 0.12), (0.12, 0.4), (-0.12, 0.4), cut=True)


def ghost(pen: Pen) -> None:
    pen.shape((-0.6, 0.92), (-0.6, -0.4), (-0.36, -0.86), (0, -0.98), (0.36, -0.86), (0.6, -0.4), (0.6, 0.92), (0.3, 0.62),
              (0, 0.92), (-0.3, 0.62))  # fmt: skip
    for side in (-1, 1):
        pen.disc((side * 0.24, -0.32), 0.13, 0.19, cut=True)
    pen.disc((0, 0.14), 0.13, 0.2, cut=True)


def golem(pen: Pen) -> None:
    """A body of blocks."""
    pen.shape((-0.3, -0.96), (0.3, -0.96), (0.3, -0.5), (-0.3, -0.5))
    pen.shape((-0.58, -0.42), (0.58, -0.42), (0.48, 0.32), (-0.48, 0.32))
    for side in (-1, 1):
        pen.shape((side * 0.66, -0.42), (side * 0.98, -0.3), (side * 0.96, 0.44), (side * 0.64, 0.44))
        pen.shape((side * 0.08, 0.4), (side * 0.48, 0.4), (side * 0.54, 0.96), (side * 0.08, 0.96))
        pen.disc((side * 0.13, -0.74), 0.07, cut=True)


def gear(pen: Pen) -> None:
    for n in range(8):
        angle = math.radians(45 * n)
        pen.stroke((0.4 * math.cos(angle), 0.4 * math.sin(angle)), (0.86 * math.cos(angle), 0.86 * math.sin(angle)),
                   width=0.26)  # fmt: skip
    pen.disc((0, 0), 0.68)
    pen.disc((0, 0), 0.3, cut=True)


def engine(pen: Pen) -> None:
    """A great crossbow on wheels."""
    pen.ring((0, 0.36), 0.98, 215, 325, 0.18)
    pen.stroke((-0.78, -0.2), (0, 0.34), (0.78, -0.2), width=0.09)
    pen.stroke((0, 0.5), (0, -0.7), width=0.18)
    pen.shape((0, -1), (0.24, -0.58), (-0.24, -0.58))
    for x in (-0.48, 0.48):
        pen.disc((x, 0.7), 0.28)
        pen.disc((x, 0.7), 0.1, cut=True)
    pen.stroke((-0.5, 0.5), (0.5, 0.5), width=0.15)


def eye(pen: Pen) -> None:
    pen.shape((-1, 0), (-0.5, -0.48), (0, -0.62), (0.5, -0.48), (1, 0), (0.5, 0.48), (0, 0.62), (-0.5, 0.48))
    pen.disc((0, 0), 0.4, cut=True)
    pen.disc((0, 0), 0.22)


def chalice(pen: Pen) -> None:
    """What heals."""
    pen.shape((-0.62, -0.92), (0.62, -0.92), (0.5, -0.2), (0.14, 0.14), (-0.14, 0.14), (-0.5, -0.2))
    pen.stroke((0, 0.1), (0, 0.76), width=0.18)
    pen.stroke((-0.42, 0.86), (0.42, 0.86), width=0.2)
    pen.stroke((0, -0.78), (0, -0.24), width=0.13, cut=True)
    pen.stroke((-0.24, -0.56), (0.24, -0.56), width=0.13, cut=True)


def rat(pen: Pen) -> None:
    """Vermin, with its tail."""
    pen.disc((-0.04, 0.32), 0.58, 0.44)
    pen.shape((0.2, 0.0), (0.98, 0.42), (0.5, 0.66), (0.1, 0.6))
    pen.disc((0.3, -0.1), 0.25)
    pen.ring((-0.5, -0.18), 0.5, 90, 300, 0.13)
    pen.disc((0.58, 0.3), 0.08, cut=True)
    for x in (-0.3, 0.26):
        pen.stroke((x, 0.66), (x + 0.1, 0.92), width=0.15)


def hand(pen: Pen) -> None:
    """A hand with claws."""
    pen.shape((-0.5, 0.96), (-0.56, 0.1), (0.46, 0.06), (0.4, 0.96))
    for x, y in ((-0.44, -0.7), (-0.12, -0.98), (0.2, -0.9), (0.48, -0.54)):
        pen.stroke((x * 0.9, 0.2), (x, y + 0.26), width=0.21)
        pen.shape((x - 0.12, y + 0.28), (x, y), (x + 0.12, y + 0.28))
    pen.stroke((0.4, 0.6), (0.84, 0.1), width=0.24)


def whip(pen: Pen) -> None:
    """What drives others on."""
    pen.stroke((-0.8, 0.9), (-0.42, 0.24), width=0.28)
    pen.ring((0.02, -0.14), 0.56, 140, 380, 0.15)
    pen.ring((0.3, 0.14), 0.42, 30, 120, 0.13)
    pen.stroke((0.2, 0.54), (0.86, 0.86), width=0.1)


def scroll(pen: Pen) -> None:
    """An event."""
    pen.shape((-0.56, -0.7), (0.56, -0.7), (0.56, 0.7), (-0.56, 0.7))
    for y in (-0.76, 0.76):
        pen.stroke((-0.72, y), (0.72, y), width=0.3)
    for y, far in ((-0.34, 0.34), (0, 0.34), (0.34, 0.1)):
        pen.stroke((-0.34, y), (far, y), width=0.1, cut=True)


def wall(pen: Pen) -> None:
    """Three rows of stones."""
    for n, y in enumerate((-0.84, -0.24, 0.36)):
        cuts = (-0.94, 0.0, 0.94) if n % 2 == 0 else (-0.94, -0.44, 0.44, 0.94)
        for left, right in pairwise(cuts):
            pen.shape((left + 0.05, y), (right - 0.05, y), (right - 0.05, y + 0.48), (left + 0.05, y + 0.48))


MARKS: dict[str, Callable[[Pen], None]] = {
    mark.__name__: mark
    for mark in (
        blades, shield, axe, hammer, spear, bow, crosshair, dagger, staff, paw, horseshoe, drake, flame, bird, wings, skull,
        ghost, golem, gear, engine, eye, chalice, rat, hand, whip, scroll, wall,
    )
}  # fmt: skip

_OF = {
    "blades": """cave_goblins_fighter tundra_orcs_fighter phoenix_elves_warrior swordsman sword_grounder fencer scrapper
                 blade_master maelena melek ragnor saella rath kalon_lightbringer leah_goodwin the_admiral krag""",
    "shield": "defender guardian guardsman guardian_knight jungle_guard stonecloak thwarter baldar tordok coleen_brighton",
    "axe": "berserker smasher blagog krung grungor halvor gruggar rukar urick",
    "hammer": "gror",
    "spear": "spearman spear_grounder rygos laleya",
    "bow": """slinger climber phoenix_elves_archer jungle_elves_archer skeletal_archer stalwart_archer bow_grounder ranger
              hunter kadara makeinda_ru shikwa kaeseeall bragg raechel_loveguard""",
    "crosshair": "gunner sniper scam",
    "dagger": "thief slasher rogue dagger violet naan_nashi duggle xaserbane",
    "staff": """shaman apprentice_mage rune_mage time_mage thorkur kyra etch mundol magos sairook kuldrid taliya malidala
                jacob_eldwyn scagg blarf""",
    "paw": "lioness gorilla elephant bounder kogar grubs bodgan the_eater khexhu hulgorad",
    "horseshoe": "beast_rider charger lioneer cavalry_knight miti_mumway",
    "drake": "fire_drake hydrake",
    "flame": "fire_beast holleas",
    "bird": "hawk owl_familiar rahlee",
    "wings": "angel archangel",
    "skull": "reaper zombie_warrior cultist reaver dragos elut_bal skhull malevolence",
    "ghost": "phantom anica",
    "golem": "stone_golem",
    "gear": "engineer",
    "engine": "ballista",
    "eye": "scout the_seer sin_sin",
    "chalice": "priest",
    "rat": "vermin khan_queso",
    "hand": "demon_hand reeker",
    "whip": "mook",
}
CALLINGS: dict[str, str] = {face: mark for mark, faces in _OF.items() for face in faces.split()}
"""The mark of each unit's card, by its id. A Summoner carries the crest of its faction."""


def calling(face: str, kind: str, bow: bool) -> str:
    """The name of a card's mark; ``crest`` for a Summoner."""
    fixed = {"summoner": "crest", "event": "scroll", "wall": "wall"}
    return fixed.get(kind) or CALLINGS.get(face) or ("bow" if bow else "blades")
