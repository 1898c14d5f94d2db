"""Looking back at a match of the Arena: what changed it, how far each side was, what became of the armies."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arena.battlefield import load
from engine.arena.position import CRYPTOLITH_LIFE
from engine.arena.victory import ESCAPE
from engine.arena.view import ArenaView, ArmyCardView
from engine.core.events import Event
from engine.core.hindsight import Blow, Rank, Standing, Strike
from engine.core.text import Text, counted, words

ALIVE = ("reserve", "board", "exited")
DESTROYED = {"planeswalker": 12.0, "hero": 4.0, "squad": 1.0}  # a figure
HURT = {"planeswalker": 2.0, "hero": 0.6, "squad": 0.1}  # a point of damage
UNIQUE = 1.5  # times as much, where there is only one of it
OTHERS = {
    "card destroyed": 1.0, "revealed": 1.5, "countered": 1.5, "control": 3.0, "transformed": 1.0, "returned": 1.5,
    "unsummoned": 1.5, "gave up": 12.0, "exited": 2.5,
}  # fmt: skip
STONE, STONE_HURT = 8.0, 2.0  # a cryptolith destroyed; a point of damage on it
ON_FIELD = words("Points on the battlefield")


class ArenaHindsight:
    """Implements :class:`engine.core.hindsight.Hindsight`. ``last``: the board at the end."""

    def __init__(self, last: ArenaView) -> None:
        self.last = last
        self.goal = load(last.battlefield).goal

    def name(self, seat: int) -> Text:
        own = self.last.seats[seat]
        if sum(other.planeswalker == own.planeswalker for other in self.last.seats) == 1:
            return Text(own.planeswalker)
        place = own.name or words("seat {n}", n=seat + 1)
        return words("{planeswalker}, {place}", planeswalker=own.planeswalker, place=place)

    def blow(self, event: Event) -> Blow | None:
        data, card = event.data, self._card(event)
        at = self._spaces(event)
        if event.kind == "cryptolith":
            won_by = 1.0 if self.goal == "cryptoliths" else 0.5
            return Blow(won_by * (STONE if data.get("destroyed") else STONE_HURT), at)
        if event.kind in ("destroyed", "damage") and card is not None:
            times = UNIQUE if card.unique and card.kind != "planeswalker" else 1.0
            amount = int(data.get("amount", 1)) if event.kind == "damage" else 1
            return Blow((DESTROYED if event.kind == "destroyed" else HURT)[card.kind] * times * amount, at)
        if event.kind == "control" and "card" not in data:  # figures that were borrowed for a moment
            return None
        return Blow(OTHERS[event.kind], at) if event.kind in OTHERS else None

    def strike(self, event: Event) -> Strike | None:
        attacker = event.data.get("attacker")
        if event.kind != "attack" or event.seat is None or not isinstance(attacker, int):
            return None
        card = self.last.cards[self.last.figures[attacker].card]
        return Strike(event.seat, card.face, int(event.data.get("damage", 0)))

    def feat(self, name: Text, harm: int, attacks: int) -> Text:
        one, many = "{name}: {harm} damage in one attack", "{name}: {harm} damage in {n} attacks"
        return counted(attacks, one, many, name=Text(name.form.split(",")[0]), harm=harm)

    def _card(self, event: Event) -> ArmyCardView | None:
        figure, card = event.data.get("figure"), event.data.get("card")
        if isinstance(figure, int) and 0 <= figure < len(self.last.figures):
            card = self.last.figures[figure].card
        return self.last.cards[card] if isinstance(card, int) and 0 <= card < len(self.last.cards) else None

    def _spaces(self, event: Event) -> tuple[str, ...]:
        at = event.data.get("at")
        return (at,) if isinstance(at, str) else tuple(map(str, at)) if isinstance(at, (list, tuple)) else ()

    # -- how far
    def standings(self, board: ArenaView) -> tuple[Standing, ...]:
        goal = self._towards(board)
        if self.goal in ("score", "army"):
            return goal
        return (*goal, *(Standing(ON_FIELD, seats, self._points(board, seats)) for seats in self._teams()))

    def _towards(self, board: ArenaView) -> tuple[Standing, ...]:
        """What wins here."""
        teams = self._teams()
        if self.goal == "cryptoliths":
            damage = sum(stone.damage if stone.standing else stone.life for stone in board.cryptoliths)
            attackers = tuple(seat.seat for seat in board.seats if seat.side == "attacker")
            most = CRYPTOLITH_LIFE * len(board.cryptoliths)
            return (Standing(words("Damage on the cryptoliths"), attackers, damage, most),)
        if self.goal == "escape":
            first = load(board.battlefield).first(len(board.seats))
            fleeing = tuple(seat.seat for seat in board.seats if seat.side != first)
            ambush = tuple(seat.seat for seat in board.seats if seat.side == first)
            away = sum(board.seats[seat].exited for seat in fleeing)
            lost = sum(board.seats[seat].lost for seat in fleeing)
            what = words("Points over the exits, and points destroyed")
            return Standing(what, fleeing, away, ESCAPE), Standing(what, ambush, lost, ESCAPE)
        if self.goal == "planeswalkers":
            what = words("Life of the Planeswalkers")
            return tuple(Standing(what, seats, self._life(board, seats)) for seats in teams)
        what = words("Points on purple spaces") if self.goal == "ground" else ON_FIELD
        return tuple(Standing(what, seats, sum(board.seats[seat].score for seat in seats)) for seats in teams)

    def _teams(self) -> list[tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for seat in self.last.seats:
            found.setdefault(seat.team, []).append(seat.seat)
        return [tuple(seats) for seats in found.values()]

    def _points(self, board: ArenaView, seats: Sequence[int]) -> int:
        """As scoring counts them, wherever the figures stand."""
        owned = {card.id: card.ppf or card.cost for card in board.cards if card.owner in seats}
        return sum(owned.get(figure.card, 0) for figure in board.figures if figure.zone == "board")

    def _life(self, board: ArenaView, seats: Sequence[int]) -> int:
        leaders = {card.id for card in board.cards if card.kind == "planeswalker" and card.owner in seats}
        return sum(
            max(0, figure.life - figure.damage)
            for figure in board.figures
            if figure.card in leaders and figure.zone in ALIVE
        )

    # -- armies
    def ranks(self, seat: int) -> tuple[Rank, ...]:
        found: dict[str, Rank] = {}
        own = [card for card in self.last.cards if card.owner == seat]
        order = {"planeswalker": 0, "hero": 1, "squad": 2}
        for card in sorted(own, key=lambda card: (order[card.kind], -card.cost)):
            zones = [self.last.figures[id].zone for id in card.figures]
            before = found.get(card.face, Rank(Text(card.name), card.kind, card.face))
            found[card.face] = Rank(
                before.name, before.kind, before.face, before.standing + zones.count("board"),
                before.lost + zones.count("graveyard") + zones.count("removed"), before.away + zones.count("exited"),
                before.waiting + zones.count("reserve"),
            )  # fmt: skip
        return tuple(found.values())
