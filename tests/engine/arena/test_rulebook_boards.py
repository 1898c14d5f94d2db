"""Battlefields as they are built: boards and their faces, and what all scenarios have in common."""

from __future__ import annotations

from importlib import resources

import pytest

from engine.arena.battlefield import TERRAIN, load
from engine.arena.mapfile import MapFault, from_toml

SOI = ["converge-on-the-cryptoliths", "skirmish-in-the-moorlands", "ambush"]
CORE = ["core-duel", "core-team-battle", "core-free-for-all"]


def text(id: str) -> str:
    return resources.files("engine.arena").joinpath("battlefields", f"{id}.toml").read_text("utf-8")


@pytest.mark.rule("AR-NEW-16", "AR-COMP-04", "AR-FIELD-02")
@pytest.mark.parametrize("id", SOI)
def test_the_face_of_every_board_is_laid_down_hex_by_hex(id: str) -> None:
    """Which side of a board lies up is told by what it shows: each hex of each board has its ground, and no hex is without
    a board. A battlefield that leaves either open is refused."""
    field = load(id)
    assert sorted(board for board, _ in field.boards) == ["1", "2", "3", "4"]
    laid = [space for _, hexes in field.boards for space in hexes]
    assert len(laid) == len(set(laid))
    assert set(laid) == set(field.spaces)
    assert {field.terrain(space) for space in laid} <= set(TERRAIN) - {"g"}  # no grass in this box
    found = next(line for line in text(id).splitlines() if '{ name = "4", hexes' in line)
    with pytest.raises(MapFault, match="boards: no board has"):
        from_toml(text(id).replace(found, ""), f"{id}.toml")


@pytest.mark.rule("AR-NEW-16", "AR-FIELD-02")
@pytest.mark.parametrize("id", SOI)
def test_a_fifth_board_is_not_in_the_box(id: str) -> None:
    line = next(line for line in text(id).splitlines() if '{ name = "4", hexes' in line)
    block = line.split('"')[3]
    corner = block.partition(":")[0]
    fifth = line.replace('"4"', '"5"').replace(block, f"{corner}:{corner}")
    with pytest.raises(MapFault, match="boards"):
        from_toml(text(id).replace(line, f"{line}\n{fifth}"), f"{id}.toml")


@pytest.mark.rule("AR-PREP-03", "AR-S1-25", "AR-S2-24", "AR-S3-22", "AR-TEND-01")
def test_the_turn_tracks_of_all_scenarios() -> None:
    tracks = {(id, play.players): play.turns for id in (*SOI, *CORE) for play in load(id).play}
    assert tracks == {
        ("converge-on-the-cryptoliths", 2): 30, ("skirmish-in-the-moorlands", 4): 60, ("ambush", 3): 39,
        ("core-duel", 2): 30, ("core-team-battle", 4): 60, ("core-free-for-all", 3): 36, ("core-free-for-all", 4): 48,
    }  # fmt: skip
