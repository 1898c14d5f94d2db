"""What a card does for a living: which card bears which mark."""

from __future__ import annotations

from collections.abc import Callable

from render.pen import Pen
from render.summoner_wars import beings, weapons

MARKS: dict[str, Callable[[Pen], None]] = {
    mark.__name__: mark
    for mark in (
        weapons.blades, weapons.shield, weapons.axe, weapons.hammer, weapons.spear, weapons.bow,
        weapons.crosshair, weapons.dagger, weapons.staff, weapons.engine, weapons.whip, weapons.sling,
        weapons.hook, weapons.pistol, weapons.scythe, weapons.rapier, weapons.sabres, weapons.arrows,
        weapons.helmet, beings.paw, beings.horseshoe, beings.drake, beings.flame, beings.bird, beings.wings,
        beings.skull, beings.ghost, beings.golem, beings.gear, beings.eye, beings.chalice, beings.rat,
        beings.hand, beings.scroll, beings.wall, beings.mask, beings.candle, beings.claws, beings.tusks,
        beings.fist, beings.rune, beings.hourglass,
    )
}  # fmt: skip

_OF = {
    "blades": """cave_goblins_fighter tundra_orcs_fighter phoenix_elves_warrior swordsman sword_grounder scrapper
                 maelena melek ragnor rath kalon_lightbringer leah_goodwin the_admiral krag""",
    "shield": "defender guardian guardian_knight jungle_guard stonecloak thwarter baldar coleen_brighton",
    "axe": "berserker smasher blagog krung grungor halvor gruggar rukar urick",
    "hammer": "gror",
    "spear": "spearman spear_grounder rygos laleya",
    "bow": """phoenix_elves_archer jungle_elves_archer skeletal_archer stalwart_archer bow_grounder ranger kadara
              shikwa kaeseeall bragg raechel_loveguard""",
    "crosshair": "sniper",
    "dagger": "slasher rogue dagger naan_nashi xaserbane",
    "staff": "shaman apprentice_mage thorkur kyra magos sairook kuldrid taliya malidala jacob_eldwyn scagg blarf",
    "paw": "lioness bounder bodgan the_eater khexhu hulgorad",
    "horseshoe": "beast_rider charger lioneer cavalry_knight miti_mumway",
    "drake": "fire_drake hydrake",
    "flame": "fire_beast holleas",
    "bird": "hawk owl_familiar rahlee",
    "wings": "angel archangel",
    "skull": "zombie_warrior dragos malevolence",
    "ghost": "phantom anica",
    "golem": "stone_golem",
    "gear": "engineer",
    "engine": "ballista",
    "eye": "scout the_seer sin_sin",
    "chalice": "priest",
    "rat": "vermin khan_queso",
    "hand": "demon_hand reeker",
    "sling": "slinger",
    "hook": "climber",
    "pistol": "scam gunner",
    "mask": "duggle thief",
    "scythe": "skhull reaper",
    "candle": "cultist",
    "claws": "elut_bal grubs reaver",
    "helmet": "tordok guardsman",
    "tusks": "elephant",
    "fist": "kogar gorilla",
    "rune": "etch rune_mage",
    "hourglass": "mundol time_mage",
    "rapier": "saella violet fencer",
    "sabres": "blade_master",
    "arrows": "makeinda_ru hunter",
    "whip": "mook",
}
CALLINGS: dict[str, str] = {face: mark for mark, faces in _OF.items() for face in faces.split()}
"""The mark of each unit's card, by its id. A Summoner carries the crest of its faction."""


def calling(face: str, kind: str, bow: bool) -> str:
    """The name of a card's mark; ``crest`` for a Summoner."""
    fixed = {"summoner": "crest", "event": "scroll", "wall": "wall"}
    return fixed.get(kind) or CALLINGS.get(face) or ("bow" if bow else "blades")
