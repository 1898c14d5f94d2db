"""A position in mid-match, or at the start, on each battlefield that comes with the game: for samples and tests.

Figures stand where a table below puts them; nothing here plays by the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.arena.battlefield import CRYPTOLITH_HEIGHT, load
from engine.arena.cards import cards
from engine.arena.hexes import name, parse
from engine.arena.seen import face_view
from engine.arena.view import ArenaView, ArmyCardView, AttachedView, CryptolithView, FigureView, GlyphView, SeatView
from engine.core.events import Event
from engine.core.text import NOTHING, Text, words
from render import demo


class Army(NamedTuple):
    """A seat and its cards, a line each: face, then where its figures are, with commas between. A place is a coordinate,
    "lead/rear" for a double-space figure, "x" for destroyed, ">" for left by an exit; "F7-2" has two damage. Figures
    without a place wait in the reserve."""

    side: str
    team: int
    number: int
    cards: str
    exited: int = 0
    lost: int = 0
    score: int = 0

    def places(self) -> dict[str, list[str]]:
        lines = [line.split() for line in self.cards.strip().splitlines()]
        return {face: where[0].split(",") if where else [] for face, *where in lines}


Happening = tuple[str, str, dict[str, Any]]
"""Kind, words, data; a figure is named "seat:face:n"."""


def moved(figure: str, path: str) -> Happening:
    return "moved", "A figure moves", {"figure": figure, "path": path.split()}


def attack(attacker: str, target: str, ways: str, dice: str, damage: int) -> Happening:
    """``target`` is a figure or a cryptolith's name, ``ways`` "F7-F8", ``dice`` faces by first letter, "ssb-hb"."""
    origin, at = ways.split("-")
    faces = {"s": "sword", "h": "shield", "b": "blank"}
    thrown = [[faces[letter] for letter in part] for part in dice.split("-")]
    stone = target if ":" not in target else None
    data = {"attacker": attacker, "defender": None if stone else target, "cryptolith": stone, "origin": origin, "at": at,
            "attack": thrown[0], "defence": thrown[1], "damage": damage}  # fmt: skip
    return "attack", f"A figure attacks for {damage} damage", data


def roll(number: int, text: str) -> Happening:
    return "d20", text, {"roll": number}


class Scene(NamedTuple):
    battlefield: str
    turn: int
    active: int
    chosen: str  # a face of the active seat
    armies: Sequence[Army]
    events: Sequence[Happening] = ()
    damage: Mapping[str, int] = {}  # of cryptoliths
    glyphs: Sequence[str] = ()  # keys where they differ from the map's


def view(scene: Scene, viewer: int | None = None) -> ArenaView:
    """The position as a spectator sees it, or a seat."""
    field = load(scene.battlefield)
    builder = _Builder(scene)
    stones = tuple(
        CryptolithView(stone.name, name(stone.at), damage, 3, damage < 3, field.level(stone.at) + CRYPTOLITH_HEIGHT)
        for stone in field.cryptoliths
        for damage in (scene.damage.get(stone.name, 0),)
    )
    keys = scene.glyphs or [glyph.key for glyph in field.glyphs]
    sizes = Counter(army.team for army in scene.armies)
    return ArenaView(
        battlefield=field.id, battlefield_name=field.name, viewer=viewer, turn=scene.turn,
        turns=field.turns(len(scene.armies)), active=scene.active, phase="acting" if scene.turn else "setup",
        chosen=builder.find(scene.active, scene.chosen), spells_left=1, summons_left=2,
        seats=tuple(_seat(seat, army, sizes[army.team] > 1) for seat, army in enumerate(scene.armies)),
        cards=tuple(builder.cards), figures=tuple(builder.figures), cryptoliths=stones,
        glyphs=tuple(
            GlyphView(key, name(glyph.at), Text("Glyph"), NOTHING) for key, glyph in zip(keys, field.glyphs) if key
        ),
        night=bool(field.rules.range_cap), goal=words(GOALS[field.goal]),
    )  # fmt: skip


def events(scene: Scene) -> list[Event]:
    """What happened in the last turn."""
    builder = _Builder(scene)
    found = []
    for kind, text, data in scene.events:
        ids = {key: builder.figure(value) if key in ("figure", "attacker", "defender") and value else value
               for key, value in data.items()}  # fmt: skip
        ids |= {"figures": [builder.figure(value) for value in data["figures"]]} if "figures" in data else {}
        found.append(Event(kind, words(text), scene.active, None, ids))
    return found


def _seat(seat: int, army: Army, mates: bool) -> SeatView:
    first = next(iter(army.places()))
    return demo.seat(seat, army.side, cards().armies[first].name, None, 4, 6, demo.HAND[: seat % 3], army.score,
                     team=army.team, mates=mates, number=army.number, exited=army.exited, lost=army.lost)  # fmt: skip


class _Builder:
    """Numbers cards and figures in the order of the table."""

    def __init__(self, scene: Scene) -> None:
        self.field = load(scene.battlefield)
        self.cards: list[ArmyCardView] = []
        self.figures: list[FigureView] = []
        for seat, army in enumerate(scene.armies):
            for face, places in army.places().items():
                self._card(seat, face, places)

    def find(self, seat: int, face: str) -> int | None:
        return next((card.id for card in self.cards if card.seat == seat and card.face == face), None)

    def figure(self, which: str) -> int:
        """The id of "seat:face:n", n from 1."""
        seat, face, number = which.split(":")
        return [figure.id for figure in self.figures
                if figure.seat == int(seat) and self.cards[figure.card].face == face][int(number) - 1]  # fmt: skip

    def _card(self, seat: int, id: str, places: list[str]) -> None:
        face, card = cards().armies[id], len(self.cards)
        mine = []
        for n in range(face.figures):
            place, _, damage = places[n].partition("-") if n < len(places) else ("", "", "")
            at, _, rear = place.partition("/")
            on_board = at not in ("", "x", ">")
            number = str(n + 1) if face.figures > 1 else ""
            zone: Any = "board" if on_board else {"x": "graveyard", ">": "exited"}.get(at, "reserve")
            mine.append(
                FigureView(
                    id=len(self.figures) + n,
                    card=card,
                    seat=seat,
                    label=Text(f"{face.figure} {number}".strip()),
                    short=face.short + number,
                    zone=zone,
                    at=at if on_board else None,
                    rear=rear or None,
                    level=self.field.level(parse(at)) if on_board else 0,
                    on_cryptolith=False,
                    life=face.life,
                    damage=int(damage or 0),
                    height=face.height,
                    flying=False,
                    moved=False,
                    attacked=False,
                    engaged_with=(),
                )
            )
        zones = {figure.zone for figure in mine}
        where = next(there for here, there in WHERE if here in zones)
        self.figures += mine
        attached = (AttachedView(None, True, seat, seat),) if face.kind == "planeswalker" else ()
        view = face_view(face, id=card, seat=seat, owner=seat, zone=where, attached=attached,
                         figures=tuple(figure.id for figure in mine))  # fmt: skip
        self.cards.append(view)


WHERE = (("board", "play"), ("reserve", "reserve"), ("exited", "exited"), ("graveyard", "graveyard"))
"""Zone of a figure -> zone of its card; the first that holds."""

GOALS = {
    "cryptoliths": "The attacker wins by destroying all three cryptoliths, the defender if one stands after turn 30",
    "planeswalkers": "The last side with a Planeswalker wins; after the last turn the higher score",
    "army": "The first side to destroy all figures of one opposing army wins; after turn 60 the higher score",
    "escape": "500 points over the exits win for those who flee; 501 points destroyed, or turn 39, for the ambush",
    "ground": "After the last turn the most points of figures on purple spaces win",
    "score": "After the last turn the most points of figures on the battlefield win",
}

SCENES: dict[str, Scene] = {
    "duel": Scene(
        "core-duel",
        9,
        0,
        "rhox_veterans",
        [
            Army("red", 0, 1, """
                gideon_jura_combat_mage D9-1
                rhox_veterans F8,G7-1,F10
                kor_hookmasters F9,E8,C11
                kor_aeronaut_captain
                eldrazi_ruiner I9/H9
                """, score=455),
            Army("yellow", 1, 1, """
                jace_beleren_mindmage Q6-2
                leyline_phantoms O7,N8,J8-2
                illusionary_projections K7,x,x
                merfolk_roilmage P6
                """, score=390),
        ],
        [
            moved("0:rhox_veterans:1", "D9 E9 E8 F8"),
            attack("0:eldrazi_ruiner:1", "1:leyline_phantoms:3", "I9-J8", "sssbh-hb", 2),
            ("destroyed", "A Projection is destroyed", {"figure": "1:illusionary_projections:2", "at": "J9"}),
        ],
        glyphs=("?", "H"),
    ),
    "duel-start": Scene(
        "core-duel",
        0,
        1,
        "",
        [
            Army("red", 0, 1, "gideon_jura_combat_mage B11\nrhox_veterans\nkor_hookmasters"),
            Army("yellow", 1, 1, "jace_beleren_mindmage\nleyline_phantoms"),
        ],
    ),
    "twin-duel": Scene(
        "twin-duel",
        12,
        1,
        "elf_rangers",
        [
            Army("red", 0, 1, """
                gideon_jura_combat_mage D9
                rhox_veterans F8,G7-1,F10
                kor_hookmasters C11
                """, score=435),
            Army("yellow", 1, 2, """
                nissa_revane_animist Q20-1
                elf_rangers O21,N22,P21
                pummelroot_elementals
                """, score=399),
            Army("yellow", 1, 1, """
                jace_beleren_mindmage Q6-2
                leyline_phantoms O7,N8,J8-2
                """, score=433),
            Army("red", 0, 2, """
                chandra_nalaar_pyromancer D24
                blazing_firecats G21,F22,x
                """, score=431),
        ],
        [moved("1:elf_rangers:1", "Q21 P21 O21")],
        glyphs=("?", "?", "?", "?"),
    ),
    "moorlands": Scene(
        "skirmish-in-the-moorlands",
        23,
        1,
        "kessig_ravagers",
        [
            Army("orange", 0, 1, """
                nahiri_lithomancer G7-1
                bloodline_nobles I8,J8-1,H8
                mad_prophet H9-2
                """, score=300),
            Army("yellow", 1, 2, """
                arlinn_kord_wolf M4
                kessig_ravagers K3-1,J3
                hollowfield_effigy L4-3
                """, score=215),
            Army("orange", 0, 2, """
                sorin_eternal_thirst F13
                skirsdag_cultists I14,x,I15
                avacyn_bloodied_wings K14-2
                """, score=420),
            Army("yellow", 1, 1, """
                jace_beleren P9-3
                lantern_geists N9,M10-2,L9
                necro_alchemist
                """, score=345),
        ],
        [
            roll(4, "Ravager 2 steps into the bog at I4: sinks in, its move ends"),
            roll(17, "Ravager 1 passes the bog at J4"),
            ("transformed", "Kessig Rangers turn over", {"figures": ["1:kessig_ravagers:1"], "at": ["K3"]}),
            attack("1:kessig_ravagers:1", "north", "K3-L3", "sss-bh", 2),
        ],
        {"north": 2, "middle": 0, "south": 3},
    ),
    "ambush": Scene(
        "ambush",
        20,
        0,
        "restless_zombies",
        [
            Army("ambusher", 0, 1, """
                liliana_vess_necromancer S7-2
                restless_zombies V6,V7,V3
                blighted_reavers W4-1,U9,x
                ob_nixilis_demon_of_spite T5-4
                """, score=500),
            Army("reinforcements", 1, 2, """
                nissa_revane_animist X7-3
                elf_rangers >,Y10,x
                pummelroot_elementals V4-1,U4,U8
                eldrazi_ruiner N10/M10-2
                """, exited=233, lost=90),
            Army("reinforcements", 1, 1, """
                chandra_nalaar_pyromancer R10-1
                flamewing_phoenixes >,>,>
                blazing_firecats T9,S9,x
                goblin_javelineers
                """, exited=35, lost=133),
        ],
        [
            ("exited", "Elf 1 leaves by the exit Y7", {"figure": "1:elf_rangers:1", "at": "Y7"}),
            moved("0:restless_zombies:1", "S5 S6 T6 U6 V6"),
        ],
    ),
    "team-battle": Scene(
        "core-team-battle",
        31,
        2,
        "eldrazi_ruiner",
        [
            Army("red", 0, 1, """
                gideon_jura_combat_mage G6-1
                kor_hookmasters H7,H8,I6
                rhox_veterans G9-2,F8,x
                kor_aeronaut_captain
                path_wardens E5,F6
                """, score=580),
            Army("yellow", 1, 2, """
                chandra_nalaar_pyromancer Q7-2
                blazing_firecats P7,O8-1,N8
                flamewing_phoenixes x,x,x
                goblin_javelineers R9,S9,Q9
                """, score=465),
            Army("red", 0, 2, """
                nissa_revane_animist F12
                elf_rangers J12,K12,I11-1
                pummelroot_elementals J10,J9,x
                eldrazi_ruiner K8/J8-3
                """, score=610),
            Army("yellow", 1, 1, """
                liliana_vess_necromancer R12-5
                restless_zombies M12,N12,x
                blighted_reavers L8,M8-2,L7
                malakir_bloodchasers
                """, score=400),
        ],
        [
            moved("2:eldrazi_ruiner:1", "I9 J8 K8"),
            attack("2:eldrazi_ruiner:1", "3:blighted_reavers:3", "K8-L7", "sb-hhb", 0),
            ("glyph", "A glyph is turned up", {"at": "L13"}),
        ],
        glyphs=("R", "H", "?", ""),
    ),
    "free-for-all": Scene(
        "core-free-for-all",
        25,
        3,
        "elf_rangers",
        [
            Army("red", 0, 1, """
                gideon_jura_combat_mage N8
                rhox_veterans M7,L8-1,N9
                kor_hookmasters O9,x,x
                kor_aeronaut_captain P7
                """, score=30),
            Army("yellow", 1, 1, """
                jace_beleren_mindmage I8-1
                leyline_phantoms I7,J9,H9
                illusionary_projections
                merfolk_roilmage F6
                """, score=31),
            Army("orange", 2, 1, """
                liliana_vess_necromancer H14-3
                restless_zombies I15,J14,x
                blighted_reavers G11,H12-1,I13
                """, score=58),
            Army("blue", 3, 1, """
                nissa_revane_animist N14
                elf_rangers M15,K11,L12-1
                pummelroot_elementals O13,O11-2,x
                path_wardens N17,O16
                """, score=79),
        ],
        [
            moved("3:elf_rangers:2", "M13 L12 K11"),
            attack("3:elf_rangers:2", "1:leyline_phantoms:2", "K11-J9", "ss-hb", 1),
        ],
    ),
    "three": Scene(
        "core-free-for-all",
        4,
        0,
        "gideon_jura_combat_mage",
        [
            Army("red", 0, 1, "gideon_jura_combat_mage S11\nrhox_veterans R13,Q12,R12\nkor_hookmasters"),
            Army("yellow", 1, 1, "jace_beleren_mindmage F3\nleyline_phantoms G4,H4,F4"),
            Army("orange", 2, 1, "liliana_vess_necromancer F19\nrestless_zombies G18,H18,G19\nblighted_reavers"),
        ],
        [roll(14, "Red rolls 14"), roll(9, "Yellow rolls 9"), roll(3, "Orange rolls 3")],
    ),
}  # fmt: skip
"""A name -> a position; every battlefield but the first, which has :mod:`render.demo`."""


def surprise(events: Sequence[Event]) -> list[Event]:
    """The same events with what future rules may say: unknown kinds, missing and odd values."""
    odd: list[dict[str, Any]] = [{}, {"figure": 99, "at": "ZZ99"}, {"figure": "0", "at": 7}, {"at": None, "path": ["?"]}]
    kinds = {event.kind for event in events} | {"exited", "transformed", "d20", "glyph", "counter", "damage", "new"}
    return [*events, *(Event(kind, words("?"), data=data) for kind in sorted(kinds) for data in odd)]


def everywhere() -> dict[str, tuple[ArenaView, list[Event]]]:
    """Name -> view and events of each position here."""
    return {which: (view(scene), events(scene)) for which, scene in SCENES.items()}


def started(position: ArenaView) -> ArenaView:
    """The same while the sides set up."""
    return msgspec.structs.replace(position, phase="setup", turn=0, chosen=None)
