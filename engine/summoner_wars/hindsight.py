"""Looking back at a match of Summoner Wars: what changed it, how far each side was, what became of the decks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.events import Event
from engine.core.hindsight import Blow, Rank, Standing, Strike
from engine.core.text import Text, counted, words
from engine.summoner_wars.cards import cards
from engine.summoner_wars.view import WarView

DESTROYED = {"summoner": 14.0, "champion": 5.0, "common": 1.0, "wall": 2.0}
WOUND = {"summoner": 2.0, "champion": 0.6, "common": 0.1, "wall": 0.2}  # each
OTHERS = {"event": 1.0, "conscripted": 1.5, "stole": 1.0, "returned": 1.0, "gave up": 14.0}
ENTERS = {"champion": 1.5, "common": 0.2, "wall": 0.5}
KINDS = ("summoner", "champion", "common", "wall")


class WarHindsight:
    """Implements :class:`engine.core.hindsight.Hindsight`. ``boards``: as it stood after each turn, the last one at the
    end; ``events``: all that happened."""

    def __init__(self, boards: Sequence[WarView], events: Sequence[Event]) -> None:
        self.boards, self.last = boards, boards[-1]
        self._faces: dict[int, str] = {}
        self._owners: dict[int, int] = {}
        self._lost: set[int] = set()
        for board in boards:
            for piece in board.pieces:
                self._came(piece.card, piece.face.id, piece.owner)
        for event in events:
            card = event.data.get("card")
            if not isinstance(card, int):
                continue
            if event.kind in ("summoned", "walled") and event.seat is not None:
                self._came(card, str(event.data["face"]), event.seat)
                self._lost.discard(card)
            elif event.kind in ("destroyed", "discarded") and "at" in event.data:
                self._lost.add(card)

    def _came(self, card: int, face: str, owner: int) -> None:
        self._faces[card] = face
        self._owners.setdefault(card, owner)

    def name(self, seat: int) -> Text:
        own = self.last.seats[seat]
        if sum(other.name == own.name for other in self.last.seats) == 1:
            return Text(own.name)
        return words("{summoner}, {n}", summoner=own.name, n=seat + 1)

    def blow(self, event: Event) -> Blow | None:
        data = event.data
        card = data.get("card")
        face = cards().faces.get(str(data.get("face") or self._faces.get(card, "") if isinstance(card, int) else ""))
        at = tuple(str(data[key]) for key in ("at", "to") if key in data)
        if face is not None and event.kind == "destroyed":
            return Blow(DESTROYED.get(face.type, 0.5), at)
        if face is not None and event.kind == "wounded":
            return Blow(WOUND.get(face.type, 0.1) * int(data.get("wounds", 1)), at)
        if face is not None and event.kind in ("summoned", "walled"):
            return Blow(ENTERS.get(face.type, 0.2), at)
        return Blow(OTHERS[event.kind], at) if event.kind in OTHERS else None

    def strike(self, event: Event) -> Strike | None:
        face = self._faces.get(event.data.get("card", -1))
        if event.kind != "attack" or event.seat is None or face is None:
            return None
        return Strike(event.seat, face, int(event.data.get("hits", 0)))

    def feat(self, name: Text, harm: int, attacks: int) -> Text:
        one, many = "{name}: {harm} hits in one attack", "{name}: {harm} hits in {n} attacks"
        return counted(attacks, one, many, name=name, harm=harm)

    def standings(self, board: WarView) -> tuple[Standing, ...]:
        life, force = words("Life of the Summoners"), words("Life of all units on the battlefield")
        found = []
        for what, kinds in ((life, ("summoner",)), (force, ("summoner", "champion", "common"))):
            for seat in range(len(board.seats)):
                left = sum(
                    max(0, piece.life - piece.wounds)
                    for piece in board.pieces
                    if piece.owner == seat and piece.face.kind in kinds
                )
                found.append(Standing(what, (seat,), left))
        return tuple(found)

    def ranks(self, seat: int) -> tuple[Rank, ...]:
        """What has been on the battlefield."""
        there = {piece.card for piece in self.last.pieces}
        found: dict[str, Rank] = {}
        faces = cards().faces
        own = [(card, faces[face]) for card, face in self._faces.items() if self._owners[card] == seat and face in faces]
        for card, face in sorted(own, key=lambda each: (KINDS.index(each[1].type), -(each[1].cost or 0), each[1].name)):
            before = found.get(face.id, Rank(Text(face.name), face.type, face.id))
            lost = card in self._lost and card not in there
            found[face.id] = Rank(
                before.name, before.kind, before.face, before.standing + (card in there), before.lost + lost,
                before.away + (card not in there and not lost),
            )  # fmt: skip
        return tuple(found.values())
