"""A busy position in the middle of a match, from plain data: for the bench, the sample pictures and the tests."""

from __future__ import annotations

from typing import Literal

from engine.arena.battlefield import load
from engine.arena.hexes import parse
from engine.arena.view import (
    AbilityView,
    ArenaView,
    ArmyCardView,
    AttachedView,
    CryptolithView,
    FigureView,
    GlyphView,
    SeatView,
    SpellView,
)
from engine.core.events import Event
from engine.core.refusal import refuse
from engine.core.text import Text, words

BATTLEFIELD = "converge-on-the-cryptoliths"
Zone = Literal["play", "reserve", "graveyard"]


def spell(
    id: str, name: str, colour: str, kind: str, text: str, *, cost: int = 15, playable: bool = False, why_not: str = ""
) -> SpellView:
    timing = {
        "sorcery": "before Action 3",
        "aura": "before Action 3 or after Action 4",
        "hidden": "when an attack is declared",
    }
    return SpellView(
        id=id,
        name=name,
        colour=colour,
        kind=kind,
        attaches_to="" if kind == "sorcery" else "own army card",
        cost=cost,
        timing=timing[kind],
        text=text,
        duration="this turn" if kind == "sorcery" else "while attached",
        source="designed",
        playable=playable,
        why_not=refuse("AR-SPELL-05", why_not) if why_not else None,
    )


HAND = (
    spell(
        "skillful_lunge",
        "Skillful Lunge",
        "W",
        "sorcery",
        "An own figure has +2 power for its first attack this turn and reaches two spaces if its range is 1.",
        cost=10,
        playable=True,
    ),
    spell(
        "fiery_temper",
        "Fiery Temper",
        "R",
        "sorcery",
        "Deal 2 damage to an enemy figure within 4 clear sight spaces of your Planeswalker.",
        cost=25,
        why_not="no enemy figure is within 4 clear sight spaces of Nahiri",
    ),
    spell(
        "true_faith_censer",
        "Censer of Faith",
        "W",
        "aura",
        "Figures on this card have +1 toughness; Humans among them also have +1 power.",
        cost=20,
        playable=True,
    ),
    spell(
        "uncaged_fury",
        "Uncaged Fury",
        "R",
        "hidden",
        "The attacking figure rolls two more attack dice and, if it destroys its target, may move two spaces at once.",
        cost=15,
        why_not="both spells of this turn have been cast",
    ),
)

_STATS: dict[str, tuple[str, str, Literal["planeswalker", "hero", "squad"], str, int, int, int, int, int, int, int]] = {
    # face: name, figure, kind, colours, figures, life, move, range, power, toughness, height
    "nahiri_lithomancer": ("Nahiri, the Lithomancer", "Nahiri", "planeswalker", "WR", 1, 6, 5, 5, 4, 4, 4),
    "bloodline_nobles": ("Bloodline Nobles", "Noble", "squad", "R", 3, 2, 6, 1, 3, 3, 4),
    "avacynian_inquisitors": ("Avacynian Inquisitors", "Inquisitor", "squad", "W", 3, 2, 5, 1, 3, 4, 4),
    "hollowfield_effigy": ("Hollowfield Effigy", "Effigy", "hero", "C", 1, 4, 4, 1, 4, 4, 5),
    "jace_beleren": ("Jace Beleren", "Jace", "planeswalker", "U", 1, 6, 5, 6, 4, 4, 4),
    "lantern_geists": ("Lantern Geists", "Geist", "squad", "U", 3, 3, 6, 1, 2, 3, 4),
    "necro_alchemist": ("Necro-Alchemist", "Alchemist", "hero", "U", 1, 4, 5, 5, 3, 3, 4),
    "kessig_rangers": ("Kessig Rangers", "Ranger", "squad", "G", 3, 2, 5, 5, 3, 3, 4),
}


class Table:
    """Gathers cards and figures into a view."""

    def __init__(self) -> None:
        self.field = load(BATTLEFIELD)
        self.stones = {
            "north": CryptolithView("north", "I3", 1, 3, True, 13),
            "keep": CryptolithView("keep", "L6", 0, 3, True, 12),
            "south": CryptolithView("south", "M12", 3, 3, False, 10),
        }
        self.cards: list[ArmyCardView] = []
        self.figures: list[FigureView] = []

    def card(
        self,
        seat: int,
        face: str,
        places: list[tuple[str, int]],
        *,
        zone: Zone = "play",
        attached: tuple[AttachedView, ...] = (),
        counters: dict[str, int] | None = None,
        moved: tuple[int, ...] = (),
        attacked: tuple[int, ...] = (),
        flying: bool = False,
    ) -> int:
        """``places`` are (coordinate or "", damage) for each figure; returns the first figure's id."""
        name, figure, kind, colours, count, life, move, range, power, toughness, height = _STATS[face]
        first, card = len(self.figures), len(self.cards)
        tops = {stone.at: stone.top for stone in self.stones.values() if stone.standing}
        for n in (*(i for i in (0, 1, 2) if i < count),):
            at, damage = places[n] if n < len(places) else ("", 0)
            where: Literal["reserve", "board", "graveyard"]
            where = "board" if at else "reserve" if zone == "reserve" else "graveyard"
            number = str(n + 1) if count > 1 else ""
            self.figures.append(
                FigureView(
                    id=first + n,
                    card=card,
                    seat=seat,
                    label=Text(f"{figure} {number}".strip()),
                    short=(figure[:2] if count == 1 else figure[0]) + number,
                    zone=where,
                    at=at or None,
                    rear=None,
                    level=(tops[at] if at in tops else self.field.level(parse(at))) if at else 0,
                    on_cryptolith=at in tops,
                    life=life,
                    damage=damage,
                    height=height,
                    flying=flying and bool(at),
                    moved=n in moved,
                    attacked=n in attacked,
                    engaged_with=(),
                )
            )
        self.cards.append(
            ArmyCardView(
                id=card,
                face=face,
                name=name,
                kind=kind,
                unique=kind != "squad",
                colours=colours,
                seat=seat,
                owner=seat,
                zone=zone,
                cost=80 + 20 * card,
                ppf=25,
                life=life,
                move=move,
                range=range,
                power=power,
                toughness=toughness,
                height=height,
                size="medium",
                types=(figure,),
                abilities=(
                    AbilityView(
                        "Steady",
                        "static",
                        "Figures on this card have +1 toughness while on a higher level than their attacker.",
                    ),
                ),
                attached=attached,
                counters=counters or {},
                figures=tuple(f.id for f in self.figures[first:]),
                source="designed",
                label=Text(name),
            )
        )
        return first


def seat(
    seat: int, side: str, planeswalker: str, hand: tuple[SpellView, ...] | None, hand_size: int, library: int,
    graveyard: tuple[SpellView, ...], score: int, *, team: int | None = None, number: int = 1, mates: bool = False,
    exited: int = 0, lost: int = 0,
) -> SeatView:  # fmt: skip
    """A seat; ``mates``: it has team mates."""
    return SeatView(
        seat=seat, side=side, name=Text(f"{side} {number}" if mates else side), team=seat if team is None else team,
        number=number, out=False, exited=exited, lost=lost, planeswalker=planeswalker, hand=hand, hand_size=hand_size,
        library_size=library, graveyard=graveyard, score=score,
    )  # fmt: skip


def position(*, viewer: int | None = None, hidden: SpellView | None = None) -> ArenaView:
    """Turn 14: both sides on the field, one cryptolith fallen. ``hidden``: what lies face down on Jace, if known."""
    table = Table()
    down = AttachedView(hidden, True, 1, 1)
    aura = spell("ghostly_wings", "Ghostly Wings", "U", "aura", "Figures on this card have Flying and +1 toughness.")
    red = spell("senseless_rage", "Senseless Rage", "R", "aura", "Figures on this card have +2 power.")
    table.card(0, "nahiri_lithomancer", [("N9", 2)], attached=(AttachedView(None, True, 0, 0),))
    table.card(
        0,
        "bloodline_nobles",
        [("K7", 0), ("K8", 1), ("L10", 0)],
        attached=(AttachedView(red, False, 0, 0),),
        counters={"power": 1},
        moved=(0, 1),
        attacked=(0,),
    )
    table.card(0, "avacynian_inquisitors", [("M5", 0), ("L4", 1), ("L6", 0)], counters={"toughness": 2})
    table.card(0, "hollowfield_effigy", [], zone="reserve")
    table.card(1, "jace_beleren", [("H4", 1)], attached=(down, AttachedView(None, True, 1, 1)))
    table.card(
        1, "lantern_geists", [("J6", 1), ("J7", 0), ("I9", 2)], attached=(AttachedView(aura, False, 1, 1),), flying=True
    )
    table.card(1, "necro_alchemist", [("F9", 1)])
    table.card(1, "kessig_rangers", [("", 0)], zone="graveyard")
    seats = (
        seat(0, "attacker", "Nahiri, the Lithomancer", HAND if viewer == 0 else None, 4, 5, (HAND[0], HAND[1]), 4),
        seat(1, "defender", "Jace Beleren", None, 3, 6, (HAND[2],), 6),
    )
    return ArenaView(
        battlefield=BATTLEFIELD,
        battlefield_name="Converge on the Cryptoliths",
        viewer=viewer,
        turn=14,
        turns=30,
        active=0,
        phase="acting",
        chosen=1,
        spells_left=1,
        summons_left=2,
        seats=seats,
        cards=tuple(table.cards),
        figures=tuple(table.figures),
        cryptoliths=tuple(table.stones.values()),
        glyphs=(
            GlyphView("H", "J8", Text("Glyph of Healing"), Text("Remove a damage marker.")),
            GlyphView("R", "O10", Text("Glyph of Recall"), Text("Return a spell to your hand.")),
        ),
        night=True,
        weirded=words("Weirded ground: no effect now"),
        goal=words("The attacker wins by destroying all three cryptoliths, the defender if one stands after turn 30"),
    )


EVENTS: tuple[Event, ...] = (
    Event(
        "moved",
        words("Noble 1 moves N8 to K7"),
        0,
        None,
        {"figure": 1, "path": ["N8", "M9", "L8", "K7"], "how": ["walk"] * 3},
    ),
    Event(
        "moved",
        words("Noble 2 moves O8 to K8"),
        0,
        None,
        {"figure": 2, "path": ["N10", "M10", "L9", "K8"], "how": ["walk"] * 3},
    ),
    Event("summoned", words("Noble 3 arrives at L10"), 0, None, {"card": 1, "figures": [3], "at": ["L10"]}),
    Event(
        "attack",
        words("Noble 1 attacks Geist 1 for 1 damage"),
        0,
        None,
        {
            "attacker": 1,
            "defender": 9,
            "cryptolith": None,
            "origin": "K7",
            "at": "J6",
            "attack": ["sword", "blank", "sword", "shield"],
            "defence": ["shield", "blank", "sword"],
            "damage": 1,
        },
    ),
    Event(
        "attack",
        words("Inquisitor 2 attacks the cryptolith"),
        0,
        None,
        {
            "attacker": 4,
            "defender": None,
            "cryptolith": "north",
            "origin": "M5",
            "at": "I3",
            "attack": ["sword", "shield", "blank"],
            "defence": ["shield", "shield"],
            "damage": 0,
        },
    ),
    Event("destroyed", words("A Ranger is destroyed at H9"), 0, None, {"figure": 13, "at": "H9"}),
)

REACH = dict.fromkeys(("M9", "M10", "L8", "N10", "M8", "O9", "L11", "M11", "N8", "O10", "L9", "M7", "N7"), "safe") | {
    "J8": "risk",
    "K9": "risk",
    "J9": "risk",
    "K6": "risk",
    "L7": "risk",
}
