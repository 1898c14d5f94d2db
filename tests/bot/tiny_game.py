"""A game of our own, for tests alone: hidden cards, several seats asked at once, a nested question, a long list.

It proves that the bot knows nothing of any particular game. All bid in secret, then take turns: play a card from hand (and
say at which side, left rolls a die, right stays secret), step to one of sixty places, or end the turn. Six points win.
Four play in two teams, who see each other's hands; whoever gives up is left out while others play on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from engine.core.events import Event
from engine.core.looks import Aimed, Reach, Reached, Region, Sight
from engine.core.match import Match
from engine.core.options import Ask, Option
from engine.core.orders import Order
from engine.core.refusal import BadSetup, Refusal, Refused, refuse
from engine.core.rules import ANCHOR, Rule, Rules
from engine.core.state import Outcome, State
from engine.core.table import Table
from engine.core.text import Text, words
from engine.core.views import OptionView, RefusedView, View, Weighed
from engine.registry import Build, Choice, Die, Face, Luck, MatchOption, Place, Terms, Throw, Verb

GOAL = 6
PLACES = 60


class Tiny(State):
    hands: list[list[str]] = []
    points: list[int] = []
    at: list[int] = []
    turn: int = 0
    seat: int = 0
    bids: list[str] = []
    teams: list[int] = []
    out: list[int] = []


GREETING = Order(
    "greeting",
    words("Greetings"),
    words("when somebody steps to where your piece stands"),
    (("none", words("say nothing")), ("wave", words("wave"))),
)


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
    team: int = 0


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
    teams: tuple[int, ...] = ()


class TinyRules:
    name = "tiny"
    version = 1
    state_type = Tiny

    def set_up(self, setup: TinySetup) -> Tiny:
        if any(not hand for hand in setup.hands):
            raise BadSetup([refuse("T-1", "everybody needs cards")])
        count = len(setup.hands)
        teams = list(setup.teams or range(count))
        return Tiny(hands=[sorted(hand) for hand in setup.hands], points=[0] * count, at=[0] * count, teams=teams)

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
                    for other, at in enumerate(state.at):
                        if other != seat and at == to and table.ordered(other, GREETING) == "wave":
                            table.tell(Event("greeted", words("Seat {n} waves", n=other + 1), other))
                case Done():
                    state.seat = following(state, seat)
                    state.turn += 1
                    table.tell(Event("turn", words("Turn {n}", n=state.turn), state.seat, data={"turn": state.turn}))
                    table.close_undo(words("the turn before has ended"))

    def _play(self, table: Table[Tiny], seat: int, card: str) -> Rule[None]:
        state = table.state
        question = words("{card}: left or right?", card=card)
        side = yield from table.choose(seat, question, [Side("left"), Side("right")])
        state.hands[seat].remove(card)
        table.tell(Event("played", words("Seat {n} plays a card face down", n=seat + 1), seat))
        table.tell(Event("own", words("Your {card} lies on the {side}", card=card, side=side.side), seat, (seat,)))
        if side.side == "left":
            thrown = table.die("points", 6)
            state.points[seat] += thrown
            told = words("Seat {n} has {p} points", n=seat + 1, p=state.points[seat])
            table.tell(Event("points", told, seat, data={"thrown": thrown}))
        if state.points[seat] >= GOAL:
            places = tuple(1 if n == seat else 2 for n in range(len(state.hands)))
            state.outcome = Outcome(places, words("Seat {n} has {p} points", n=seat + 1, p=state.points[seat]))
            table.tell(Event("over", state.outcome.reason))

    def board(self, state: Tiny, seat: int | None, everything: bool = False) -> Board:
        def of(n: int) -> SeatBoard:
            mine = seat is not None and state.teams[n] == state.teams[seat]
            shown = mine or everything or state.outcome is not None
            hand = tuple(Card(card, card.title()) for card in state.hands[n]) if shown else None
            return SeatBoard(f"Player {n + 1}", hand, state.points[n], state.teams[n])

        return Board(state.turn, tuple(of(n) for n in range(len(state.hands))))

    def describe(self, state: Tiny, ask: Ask) -> list[OptionView]:
        return [self._one(option) for option in ask.options]

    def weigh(self, state: Tiny, ask: Ask) -> list[Weighed]:
        return [Weighed(option.key, option.verb, option.weight) for option in self.describe(state, ask)]

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

    def orders(self, state: Tiny | None = None, seat: int | None = None) -> tuple[Order, ...]:
        return (GREETING,)

    def why(self, state: Tiny, seat: int, key: str) -> Refusal:
        if key.startswith("move:"):
            return refuse("T-2", "the piece stands there already")
        return refuse("", "there is no such choice now")

    def reach(self, state: Tiny, subject: str) -> Reach:
        seat = self._piece(state, subject)
        where = state.at[seat]
        return Reach(subject, words("Your piece"), (f"P{where}",), "now", (Reached(f"P{where + 1}", 1),))

    def sight(self, state: Tiny, subject: str, at: str = "") -> Sight:
        seat = self._piece(state, subject)
        where, other = f"P{state.at[seat]}", f"P{state.at[1 - seat]}"
        aimed = Aimed(str(1 - seat), words("The other piece"), (other,), 1, "clear", (where, other))
        return Sight(subject, words("Your piece"), (where,), 9, (aimed,), (), ())

    def _piece(self, state: Tiny, subject: str) -> int:
        if subject not in ("0", "1"):
            raise Refused(refuse("T-3", "there is no such piece"))
        return int(subject)


def following(state: Tiny, seat: int) -> int:
    """Whose turn comes after the seat's."""
    others = [(seat + n) % len(state.hands) for n in range(1, len(state.hands) + 1)]
    return next(n for n in others if n not in state.out)


class TinyGame:
    """Implements :class:`engine.registry.Game`."""

    name = "tiny"
    title = "Tiny"
    players: tuple[int, ...] = (2, 4)

    def __init__(self, hands: tuple[tuple[str, ...], ...] = (("ant", "bee", "cat"), ("dog", "elk", "fox"))) -> None:
        self.hands = hands
        self._rules = TinyRules()

    @property
    def rules(self) -> Rules[Any]:
        return self._rules

    def changes(self) -> Mapping[int, Text]:
        return {2: words("One may step to even places only.")}

    def dice(self) -> tuple[Die, ...]:
        return (Die("points", words("The die for points"), tuple(Face(str(n), Text(str(n))) for n in range(1, 7))),)

    def thrown(self, event: Event) -> list[Throw]:
        return [Throw("points", event.seat, (str(event.data["thrown"]),))] if "thrown" in event.data else []

    def luck(self, event: Event) -> Luck | None:
        return None

    def hindsight(self, boards: Sequence[Any], events: Sequence[Event]) -> None:
        return None

    def kinds(self) -> Mapping[str, frozenset[str]]:
        return {"moves": frozenset({"moved"}), "spells": frozenset({"played", "own"}), "aside": frozenset({"turn"})}

    def verbs(self) -> tuple[Verb, ...]:
        return (
            Verb("cast", words("Cast"), words("Cast a spell from your hand; only you see this"), "card", words("The card")),
            Verb("move", words("Move"), words("Move somebody"), "figure", words("Whom to move"), "to",
                 words("Where to, or a whole path: F5 F6 G6")),
        )  # fmt: skip

    def terms(self) -> Terms:
        return Terms(words("Planeswalker"), words("Squads and heroes"), words("Spells"),
                     words("Choose a Planeswalker first: army and deck follow its colours."), "Cards: ...")  # fmt: skip

    def price(self, cost: int) -> Text:
        return words("{n} points", n=cost)

    def deck(self, army: dict[str, Any]) -> list[str]:
        return list(army["cards"])

    def status(self) -> Text:
        return words("")

    def drew(self, event: Event) -> tuple[int, tuple[str, ...]] | None:
        return None

    def battlefields(self, players: int) -> list[tuple[str, str]]:
        return {2: [("table", "The table")], 4: [("court", "The court")]}.get(players, [])

    def places(self, battlefield: str, players: int) -> list[Place]:
        if battlefield not in dict(self.battlefields(players)):
            raise KeyError(battlefield)
        if players == 2:
            return [Place(0), Place(1)]
        return [Place(team, words(side), words(f"{side} {n}"))
                for team, side, n in ((0, "red", 1), (1, "blue", 2), (1, "blue", 1), (0, "red", 2))]  # fmt: skip

    def options(self) -> list[MatchOption]:
        values = ((1, words("hands of one card")), (2, words("hands of two cards")))
        return [MatchOption("least", words("Least cards"), words("how many cards a hand has at least"), 1, values)]

    def builds(self) -> list[Build]:
        return [Build(f"b{n}", f"Build {n}", words("a few cards"), {"planeswalker": "", "cards": hand, "spells": []})
                for n, hand in enumerate(self.hands)]  # fmt: skip

    def leaders(self) -> list[Choice]:
        return [Choice("leader", "Leader", words("leads"), 0)]

    def army_choices(self, leader: str) -> list[Choice]:
        return [Choice("zebu", "Zebu", words("slow"), 10, 2)]

    def deck_choices(self, leader: str) -> list[Choice]:
        return [Choice(f"card{n}", f"Card {n}", words("a card"), 1) for n in range(40)]

    def check_army(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> list[Refusal]:
        least = options.get("least", 1)
        if len(army.get("cards", ())) >= least:
            return []
        return [refuse("T-1", "choose at least one card" if least == 1 else "choose at least two cards")]

    def army_summary(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> Text:
        return words("{n} cards", n=len(army.get("cards", ())))

    def army_text(self, army: dict[str, Any]) -> str:
        return "Cards: " + "; ".join(army.get("cards", ()))

    def army_from_text(self, text: str) -> dict[str, Any]:
        label, _, names = text.partition(":")
        if label.strip().lower() != "cards":
            raise ValueError("Write one line: “Cards: …”.")
        cards = [name.strip().lower() for name in names.split(";") if name.strip()]
        return {"planeswalker": "leader", "cards": cards, "spells": []}

    def army_view(self, army: dict[str, Any], options: Mapping[str, int] = {}) -> msgspec.Struct | None:
        return None

    def chance_army(self, pick: random.Random) -> dict[str, Any]:
        return {"planeswalker": "", "cards": list(pick.choice(self.hands)), "spells": []}

    def hidden_cards(self) -> list[str]:
        return []

    def played(self, event: Event) -> tuple[str, bool] | None:
        return None

    def in_play(self, match: Match[Any]) -> set[str]:
        return set()

    def other_side(self, card: str) -> msgspec.Struct | None:
        return Card("bee", "Bee") if card == "ant" else None

    def use_host_files(self, cards: Path | None, maps: Path | None) -> list[str]:
        return []

    def setup(self, battlefield: str, armies: list[dict[str, Any]], options: dict[str, int]) -> TinySetup:
        teams = tuple(place.team for place in self.places(battlefield, len(armies)))
        return TinySetup(tuple(tuple(army["cards"]) for army in armies), teams)

    def card_names(self) -> list[tuple[str, str]]:
        return [("ant", "Ant"), ("bee", "Bee")]

    def card(self, name: str) -> msgspec.Struct | None:
        return Card(name, name.title()) if name in ("ant", "bee") else None

    def resigned(self, match: Match[Any], seat: int) -> None:
        def leave(table: Table[Tiny]) -> None:
            state = table.state
            state.out.append(seat)
            table.tell(Event("gave up", words("Seat {n} gives up", n=seat + 1), seat))
            left = {state.teams[n] for n in range(len(state.hands)) if n not in state.out}
            if len(left) == 1:
                places = tuple(1 if team in left else 2 for team in state.teams)
                state.outcome = Outcome(places, words("Seat {n} gives up", n=seat + 1))
            elif state.seat == seat:
                state.seat = following(state, seat)

        match.amend(leave)

    def walk_keys(self, view: View, subject: str, path: str) -> list[str]:
        steps = path.upper().split()
        if not all(step.startswith("P") and step[1:].isdigit() for step in steps):
            raise ValueError(f"{path} is no place")
        return [f"move:{subject}:{step[1:]}" for step in steps]

    def regions(self, board: Board) -> list[Region]:
        return [Region(str(n), words("Piece {n}", n=n), (), str(n)) for n in range(len(board.seats))]

    def region(self, board: Board, written: str) -> Region | None:
        return next((each for each in self.regions(board) if written in (each.id, str(each.name))), None)
