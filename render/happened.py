"""What the events of the last turn leave to be shown on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.arena.view import ArenaView
from engine.core.events import Event


class Walk(NamedTuple):
    figure: int
    path: tuple[str, ...]


class Throw(NamedTuple):
    """An attack: who, from where, at what, the faces thrown, the damage."""

    attacker: int
    defender: int | None
    cryptolith: str | None
    start: str
    end: str
    attack: tuple[str, ...]
    defence: tuple[str, ...]
    damage: int


class Happened(NamedTuple):
    walks: tuple[Walk, ...]
    throws: tuple[Throw, ...]
    summoned: tuple[tuple[int, str], ...]
    destroyed: tuple[tuple[int, str], ...]
    hurt: tuple[tuple[str, int], ...]  # damage without dice: (space, amount)


def gather(view: ArenaView, events: Sequence[Event]) -> Happened:
    """Sort the events the viewer may know of; other kinds leave no mark."""
    walks: list[Walk] = []
    throws: list[Throw] = []
    summoned: list[tuple[int, str]] = []
    destroyed: list[tuple[int, str]] = []
    hurt: list[tuple[str, int]] = []
    for event in events:
        if not event.known_to(view.viewer):
            continue
        data: dict[str, Any] = event.data
        if event.kind == "moved" and len(data["path"]) > 1:
            walks.append(Walk(data["figure"], tuple(data["path"])))
        elif event.kind == "attack":
            throws.append(Throw(
                data["attacker"], data.get("defender"), data.get("cryptolith"), data["origin"], data["at"],
                tuple(data["attack"]), tuple(data["defence"]), data["damage"],
            ))  # fmt: skip
        elif event.kind == "summoned":
            summoned += zip(data["figures"], data["at"])
        elif event.kind == "destroyed":
            destroyed.append((data["figure"], data["at"]))
        elif event.kind == "damage" and not any(throw.end == data["at"] for throw in throws):
            hurt.append((data["at"], data["amount"]))
    return Happened(tuple(walks), tuple(throws), tuple(summoned), tuple(destroyed), tuple(hurt))


def action_focus(view: ArenaView, events: Iterable[Event] = ()) -> frozenset[str]:
    """The spaces worth a closer look: where something happened, else where the chosen card's figures stand.

    Empty when there is nothing to point at.
    """
    done = gather(view, list(events))
    spaces = {space for walk in done.walks for space in (walk.path[0], walk.path[-1])}
    spaces |= {space for throw in done.throws for space in (throw.start, throw.end)}
    spaces |= {at for _, at in (*done.summoned, *done.destroyed)} | {at for at, _ in done.hurt}
    if not spaces and view.chosen is not None:
        spaces = {figure.at for figure in view.figures_of(view.chosen) if figure.at}
    return frozenset(spaces)
