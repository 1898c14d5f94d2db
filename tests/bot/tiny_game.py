"""A game of our own, for tests alone: hidden cards, several seats asked at once, a nested question, a long list.

It proves that the bot knows nothing of any particular game. Both bid in secret, then take turns: play a card from hand (and
say at which side, left rolls a die, right stays secret), step to one of sixty places, or end the turn. Six points win.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from engine.core.events import Event
from engine.core.match import Match
from engine.core.options import Ask, Option
from engine.core.refusal import BadSetup, Refusal, refuse
from engine.core.rules import ANCHOR, Rule, Rules
from engine.core.state import Outcome, State
from engine.core.table import Table
from engine.core.text import Text, words
from engine.core.views import OptionView, RefusedView, View
from engine.registry import Build, Choice

GOAL = 6
PLACES = 60


class Tiny(State):
    hands: list[list[str]] = []
    points: list[int] = []
    at: list[int] = []
    turn: int = 0
    seat: int = 0
    bids: list[str] = []


class Bid(Option, frozen=True, tag="bid"):
    what: str


class Play(Option, frozen=True, tag="cast"):
    verb: ClassVar[str] = "cast"
    card: str


class Side(Option, frozen=True, tag="side"):
    side: str


class Step(Option, frozen=True, tag="move"):
    verb: ClassVar[str] = "move"
    piece: int
    to: int


class Done(Option, frozen=True, tag="end"):
    verb: ClassVar[str] = "end"
    what: str = "turn"


class SeatBoard(msgspec.Struct, frozen=True):
    name: str
    hand: tuple[Card, ...] | None
    score: int


class Card(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str = "Plays."
    cost: int = 1


class Board(msgspec.Struct, frozen=True):
    turn: int
    seats: tuple[SeatBoard, ...]


class TinySetup(msgspec.Struct, frozen=True):
    hands: tuple[tuple[str, ...], ...]


class TinyRules:
    name = "tiny"
    version = 1
    state_type = Tiny

    def set_up(self, setup: TinySetup) -> Tiny:
        if any(not hand for hand in setup.hands):
            raise BadSetup([refuse("T-1", "everybody needs cards")])
        count = len(setup.hands)
        return Tiny(hands=[sorted(hand) for hand in setup.hands], points=[0] * count, at=[0] * count)

    def play(self, table: Table[Tiny]) -> Rule[None]:
        state = table.state
        if not state.bids:
            asks = [Ask(seat, words("Bid high or low?"), (Bid("high"), Bid("low"))) for seat in range(len(state.hands))]
            got = yield from table.choose_together(asks)
            state.bids = [got[seat].what for seat in range(len(state.hands))]  # type: ignore[attr-defined]
            table.reveal(Event("bids", words("The bids: {bids}", bids=", ".join(state.bids))))
            state.turn = 1
        while state.outcome is None:
            yield ANCHOR
            seat = state.seat
            options: list[Option] = [Play(card) for card in state.hands[seat]]
            options += [Step(seat, to) for to in range(PLACES) if to != state.at[seat]]
            options.append(Done())
            option = yield from table.choose_always(seat, words("Play a card, step or end your turn."), options)
            match option:
                case Play(card):
                    yield from self._play(table, seat, card)
                case Step(_, to):
                    state.at[seat] = to
                    table.tell(Event("moved", words("Seat {n} steps to {to}", n=seat + 1, to=to), seat))
                case Done():
                    state.seat = (seat + 1) % len(state.hands)
                    state.turn += 1
                    table.tell(Event("turn", words("Turn {n}", n=state.turn), state.seat))
                    table.close_undo(words("the turn before has ended"))

    def _play(self, table: Table[Tiny], seat: int, card: str) -> Rule[None]:
        state = table.state
        question = words("{card}: left or right?", card=card)
        side = yield from table.choose(seat, question, [Side("left"), Side("right")])
        state.hands[seat].remove(card)
        table.tell(Event("played", words("Seat {n} plays a card face down", n=seat + 1), seat))
        table.tell(Event("own", words("Your {card} lies on the {side}", card=card, side=side.side), seat, (seat,)))
        if side.side == "left":
            state.points[seat] += table.die("points", 6)
            table.tell(Event("points", words("Seat {n} has {p} points", n=seat + 1, p=state.points[seat]), seat))
        if state.points[seat] >= GOAL:
            places = tuple(1 if n == seat else 2 for n in range(len(state.hands)))
            state.outcome = Outcome(places, words("Seat {n} has {p} points", n=seat + 1, p=state.points[seat]))
            table.tell(Event("over", state.outcome.reason))

    def board(self, state: Tiny, seat: int | None) -> Board:
        def of(n: int) -> SeatBoard:
            shown = n == seat or state.outcome is not None
            hand = tuple(Card(card, card.title()) for card in state.hands[n]) if shown else None
            return SeatBoard(f"Player {n + 1}", hand, state.points[n])

        return Board(state.turn, tuple(of(n) for n in range(len(state.hands))))

    def describe(self, state: Tiny, ask: Ask) -> list[OptionView]:
        return [self._one(option) for option in ask.options]

    def _one(self, option: Option) -> OptionView:
        match option:
            case Play(card):
                return OptionView(option.key, "cast", words(card.title()), words("Play " + card), card, words(card.title()))
            case Step(piece, to):
                warning = words("Swamp: {n}.", n=to) if to == 13 else Text("")
                return OptionView(
                    option.key, "move", words(f"P{to}"), words(f"Piece {piece} to P{to}"), str(piece), words("Your piece"),
                    words("{n} spaces", n=to), warning, float(-to),
                )  # fmt: skip
            case Done():
                warning = words("You have not played a card.")
                return OptionView(option.key, "end", words("End turn"), words("End turn"), "turn", words("End turn"),
                                  warning=warning)  # fmt: skip
        word = str(msgspec.structs.astuple(option)[0])
        return OptionView(option.key, "choose", words(word), words(word))

    def refused(self, state: Tiny, ask: Ask) -> list[RefusedView]:
        if not any(isinstance(option, Done) for option in ask.options):
            return []
        where = state.at[ask.seat]
        why = refuse("T-2", "the piece stands there already")
        return [RefusedView("move", str(ask.seat), words("Your piece"), words(f"P{where}"), why)]

    def why(self, state: Tiny, seat: int, key: str) -> Refusal:
        if key.startswith("move:"):
            return refuse("T-2", "the piece stands there already")
        return refuse("", "there is no such choice now")


class TinyGame:
    """Implements :class:`engine.registry.Game`."""

    name = "tiny"
    title = "Tiny"
    players: tuple[int, ...] = (2,)

    def __init__(self, hands: tuple[tuple[str, ...], ...] = (("ant", "bee", "cat"), ("dog", "elk", "fox"))) -> None:
        self.hands = hands
        self._rules = TinyRules()

    @property
    def rules(self) -> Rules[Any]:
        return self._rules

    def battlefields(self, players: int) -> list[tuple[str, str]]:
        return [("table", "The table")]

    def builds(self) -> list[Build]:
        return [Build(f"b{n}", f"Build {n}", "a few cards", {"planeswalker": "", "cards": hand, "spells": []})
                for n, hand in enumerate(self.hands)]  # fmt: skip

    def leaders(self) -> list[Choice]:
        return [Choice("leader", "Leader", words("leads"), 0)]

    def army_choices(self, leader: str) -> list[Choice]:
        return [Choice("zebu", "Zebu", words("slow"), 10, 2)]

    def deck_choices(self, leader: str) -> list[Choice]:
        return [Choice(f"card{n}", f"Card {n}", words("a card"), 1) for n in range(40)]

    def check_army(self, army: dict[str, Any]) -> list[Refusal]:
        return [] if army.get("cards") else [refuse("T-1", "choose at least one card")]

    def army_summary(self, army: dict[str, Any]) -> Text:
        return words("{n} cards", n=len(army.get("cards", ())))

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, bool]) -> TinySetup:
        return TinySetup(tuple(tuple(army["cards"]) for army in armies))

    def card_names(self) -> list[tuple[str, str]]:
        return [("ant", "Ant"), ("bee", "Bee")]

    def card(self, name: str) -> msgspec.Struct | None:
        return Card(name, name.title()) if name in ("ant", "bee") else None

    def resigned(self, match: Match[Any], seat: int) -> None:
        count = len(match.state.hands)
        places = tuple(2 if n == seat else 1 for n in range(count))
        match.end(Outcome(places, words("Seat {n} gives up", n=seat + 1)))

    def walk_keys(self, view: View, subject: str, path: str) -> list[str]:
        steps = path.upper().split()
        if not all(step.startswith("P") and step[1:].isdigit() for step in steps):
            raise ValueError(f"{path} is no place")
        return [f"move:{subject}:{step[1:]}" for step in steps]
