"""What the events of the last turn leave to be shown on the battlefield."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.events import Event
from engine.core.text import Text
from engine.summoner_wars import board
from engine.summoner_wars.board import Space
from engine.summoner_wars.cards import Face, cards
from engine.summoner_wars.view import PieceView, WarView
from render.summoner_wars.callings import calling


class Actor(NamedTuple):
    """A card that took part; it may have left the battlefield since. ``mark``: that of its medallion."""

    name: str
    mark: str
    faction: str
    kind: str
    seat: int


class Throw(NamedTuple):
    """Dice: who threw them at whom, from where and to where, what a die had to show, what came of it.

    ``target`` is None for the dice of an ability and for an event that was played; ``words`` then say what it was."""

    actor: Actor | None
    target: Actor | None
    start: Space | None
    end: Space | None
    faces: tuple[int, ...]
    needed: int
    wounds: int
    fell: bool
    words: str = ""


class Happened(NamedTuple):
    """Everything by spaces. ``walks``: (from, to); ``arrived``: who came into play, and Walls put up; ``fallen``: who was
    destroyed there; ``hurt`` and ``healed``: how many wounds in all."""

    walks: tuple[tuple[Space, Space], ...] = ()
    throws: tuple[Throw, ...] = ()
    arrived: tuple[Space, ...] = ()
    fallen: tuple[tuple[Space, Actor | None], ...] = ()
    hurt: tuple[tuple[Space, int], ...] = ()
    healed: tuple[tuple[Space, int], ...] = ()


def gather(view: WarView, events: Sequence[Event]) -> Happened:
    """Sort the events the viewer may know of. Those without a mark of their own, and those that lack what a mark needs,
    are left out: words tell them."""
    return _Reader(view, [event for event in events if event.known_to(view.viewer)]).found()


class _Reader:
    def __init__(self, view: WarView, events: list[Event]) -> None:
        self.view, self.events = view, events
        self.actors = {piece.card: self._standing(piece) for piece in view.pieces}
        for event in events:
            face, card = cards().faces.get(str(event.data.get("face"))), event.data.get("card")
            if face is not None and isinstance(card, int) and card not in self.actors and face.type != "event":
                self.actors[card] = self._gone(face, event)

    @staticmethod
    def _standing(piece: PieceView) -> Actor:
        face = piece.face
        mark = calling(face.face, face.kind, face.range == "bow")
        return Actor(str(Text(face.name)), mark, face.faction, face.kind, piece.seat)

    def _gone(self, face: Face, event: Event) -> Actor:
        """Whose card it was is known by its faction; of two armies of one faction, the other than who destroyed it."""
        faction = cards().factions[face.faction].name
        owners = [seat for seat, mine in enumerate(self.view.seats) if mine.faction == faction]
        acted = event.seat if event.seat in (0, 1) else 0
        seat = owners[0] if len(owners) == 1 else (acted if event.kind == "summoned" else 1 - acted)
        return Actor(str(Text(face.name)), calling(face.id, face.type, face.range == "bow"), faction, face.type, seat)

    def found(self) -> Happened:
        walks: dict[int, list[Space]] = {}
        arrived: list[Space] = []
        fallen: dict[Space, Actor | None] = {}
        hurt: dict[Space, int] = {}
        healed: dict[Space, int] = {}
        throws = []
        now = {piece.card: board.parse(piece.at) for piece in self.view.pieces}
        where = self._before(dict(now))
        for n, event in enumerate(self.events):
            data = event.data
            card, at, to = data.get("card", -1), _space(data.get("at")), _space(data.get("to"))
            match event.kind:
                case "moved" | "placed" if at and to:
                    _walked(walks, card, at, to)
                    where[card] = to
                case "swapped":
                    one, other = (where.get(each) for each in data.get("cards", (-1, -1)))
                    if one and other:
                        for each, start, end in zip(data["cards"], (one, other), (other, one)):
                            _walked(walks, each, start, end)
                            where[each] = end
                case "summoned" | "walled" if to:
                    arrived.append(to)
                    where[card] = to
                case "destroyed" if at:
                    fallen[at] = self.actors.get(card)
                case "wounded" if at:
                    there = now.get(card, at)
                    hurt[there] = hurt.get(there, 0) + int(data.get("wounds", 0))
                case "healed" if card in now:
                    healed[now[card]] = healed.get(now[card], 0) + int(data.get("wounds", 0))
                case "attack" | "rolled" | "rolls" if data.get("faces") or event.kind == "attack":
                    throws.append(self._throw(event, self.events[n + 1 :], where))
                case "event" if event.seat is not None and (face := cards().faces.get(str(data.get("face")))) is not None:
                    name, faction = str(Text(face.name)), cards().factions[face.faction].name
                    played = Actor(name, calling(face.id, face.type, False), faction, face.type, event.seat)
                    throws.append(Throw(played, None, None, None, (), 0, 0, False, name))
        ways = tuple((way[0], way[-1]) for way in walks.values() if way[0] != way[-1])
        return Happened(ways, tuple(throws), tuple(dict.fromkeys(arrived)), tuple(fallen.items()),
                        tuple(hurt.items()), tuple(healed.items()))  # fmt: skip

    def _before(self, where: dict[int, Space]) -> dict[int, Space]:
        """Where everybody stood when it all began: what happened, taken back from the end."""
        for event in reversed(self.events):
            card, at = event.data.get("card"), _space(event.data.get("at"))
            if at and isinstance(card, int):
                where[card] = at
            elif event.kind == "swapped":
                one, other = event.data.get("cards", (-1, -1))
                where[one], where[other] = where.get(other, (0, 0)), where.get(one, (0, 0))
        return where

    def _throw(self, event: Event, later: Sequence[Event], where: dict[int, Space]) -> Throw:
        data = event.data
        card, target, faces = data.get("card", -1), data.get("target", -1), tuple(map(int, data.get("faces") or ()))
        needed = data.get("needed") or 0
        needed = min(needed) if isinstance(needed, (list, tuple)) else int(needed)
        if event.kind != "attack":
            about = str(Text(data["ability"])) if data.get("ability") else str(event.text)
            return Throw(self.actors.get(card), None, None, None, faces, needed, 0, False, about)
        wounds, fell = 0, False
        for each in later:
            if each.kind == "attack":
                break
            about = each.data.get("card") == target
            wounds += int(each.data.get("wounds", 0)) if about and each.kind == "wounded" else 0
            fell = fell or (about and each.kind == "destroyed")
        return Throw(self.actors.get(card), self.actors.get(target), where.get(card), where.get(target), faces, needed,
                     wounds, fell)  # fmt: skip


def action_focus(view: WarView, events: Sequence[Event]) -> frozenset[str]:
    """The spaces worth a closer look: where something happened. Empty if nothing did."""
    done = gather(view, events)
    spaces = {space for walk in done.walks for space in walk} | set(done.arrived)
    spaces |= {space for throw in done.throws for space in (throw.start, throw.end) if space is not None}
    spaces |= {space for space, _ in (*done.fallen, *done.hurt, *done.healed)}
    return frozenset(board.name(space).upper() for space in spaces)


def _space(name: object) -> Space | None:
    try:
        return board.parse(name) if isinstance(name, str) else None
    except ValueError:
        return None


def _walked(walks: dict[int, list[Space]], card: int, start: Space, end: Space) -> None:
    """A way that is walked in parts is one."""
    way = walks.setdefault(card, [start])
    if way[-1] != start:
        way[:] = [start]
    way.append(end)
