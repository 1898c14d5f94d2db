"""The games on offer, as the bot needs them. What the bot assumes about a game beyond its registry entry is here alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine import registry
from engine.core.events import Event
from engine.core.text import Text, say, words
from engine.core.views import View
from engine.registry import Build, Choice, Game, Verb

__all__ = ["Build", "Choice", "Game", "all_games", "headline", "seat_name", "turn_of"]

# For every game: answering a question, and ending something. The other verbs are the games' own.
CHOOSE, END = words("Choose"), words("End")


def all_games() -> Mapping[str, Game]:
    return registry.games()


def use_host_files(cards: Path | None, maps: Path | None) -> list[str]:
    """Take in the host's card rows and battlefields, for every game. Everything wrong with them, in words."""
    return [fault for game in all_games().values() for fault in game.use_host_files(cards, maps)]


@cache
def verbs() -> dict[str, Verb]:
    """What people do in any of the games, in the order of the buttons. Two games that share a verb share its command: it
    has an object if either gives it one."""
    found: dict[str, Verb] = {}
    for game in all_games().values():
        for verb in game.verbs():
            before = found.get(verb.id)
            if before is None or (verb.object and not before.object):
                found[verb.id] = verb
    return found


def verb_word(verb: str) -> str:
    if verb in ("choose", "end"):
        return str(CHOOSE if verb == "choose" else END)
    return str(verbs()[verb].word) if verb in verbs() else verb.replace("_", " ").capitalize()


def verb_order(verb: str) -> tuple[int, str]:
    """Questions first, ending last; what no game has announced stands before that."""
    order = ["choose", *verbs()]
    return (len(order) + 1 if verb == "end" else order.index(verb) if verb in order else len(order), verb)


def turn_of(view: View) -> int:
    """The number of the turn being played; 0 before the first, and in games that do not count turns."""
    turn = getattr(view.board, "turn", 0)
    return turn if isinstance(turn, int) else 0


def headline(view: View) -> str:
    """``Turn 7 of 30``; empty in games that do not count turns."""
    turn, last = turn_of(view), getattr(view.board, "turns", 0)
    if not turn:
        return ""
    return say("Turn {turn} of {turns}", turn=turn, turns=last) if last else say("Turn {turn}", turn=turn)


def seat_name(view: View, seat: int) -> str:
    """Whom the seat plays ("Nahiri"), as far as the game's board says; else ``seat 2``."""
    seats: Any = getattr(view.board, "seats", ())
    if seat < len(seats):
        for field in ("planeswalker", "name", "side"):
            name = str(getattr(seats[seat], field, ""))
            if name:
                alike = sum(str(getattr(other, field, "")) == name for other in seats)
                place = str(getattr(seats[seat], "name", "") or seat + 1)
                return f"{name}, {place}" if alike > 1 and place != name else name
    return say("seat {n}", n=seat + 1)


def mates(view: View) -> list[int]:
    """The seats of the viewer's team mates."""
    seats: Any = getattr(view.board, "seats", ())
    if view.seat is None or view.seat >= len(seats):
        return []
    team = getattr(seats[view.seat], "team", None)
    others = [n for n in range(len(seats)) if n != view.seat]
    return [n for n in others if team is not None and getattr(seats[n], "team", None) == team]


def goal(view: View) -> str:
    """What wins, in a sentence; empty in games that do not say."""
    return str(getattr(view.board, "goal", "") or "")


def progress(view: View) -> list[str]:
    """How far each side has come towards it."""
    return [str(line) for line in getattr(view.board, "progress", ())]


def standing(view: View) -> str:
    """A line about who is how far: towards the goal where the game has one, else in points; empty without either."""
    lines = progress(view)
    if lines:
        return say("So far: {lines}", lines="; ".join(lines))
    points = scores(view)
    return points_line(view) if any(points) else ""


def points_line(view: View) -> str:
    points = ", ".join(f"{seat_name(view, n)} {score}" for n, score in enumerate(scores(view)))
    return say("Points: {points}", points=points)


def scores(view: View) -> list[int]:
    """Points per seat; empty in games without points."""
    seats: Any = getattr(view.board, "seats", ())
    found = [getattr(seat, "score", None) for seat in seats]
    return [score for score in found if isinstance(score, int)] if None not in found else []


def hand_of(view: View, seat: int | None = None) -> tuple[Any, ...]:
    """The cards that the viewer, or the ``seat``, holds, as far as the viewer may look: structs with at least ``id`` and
    ``name``."""
    seats: Any = getattr(view.board, "seats", ())
    seat = view.seat if seat is None else seat
    if seat is None or seat >= len(seats):
        return ()
    return tuple(getattr(seats[seat], "hand", None) or ())


def face_down_of(view: View, seat: int) -> list[tuple[str, str]]:
    """What lies face down for the seat and the viewer may look at: names of the card and of what it lies on."""
    return [
        (str(attached.spell.name), str(getattr(card, "label", card.name)))
        for card in getattr(view.board, "cards", ())
        for attached in card.attached
        if attached.face_down and attached.controller == seat and attached.spell is not None
    ]


def count_luck(game: Game, events: Sequence[Event], fallen: dict[int, tuple[int, int, float]]) -> None:
    """Add the attack dice among the events to ``fallen``: seat -> dice, hits, how many hits were to be expected."""
    for event in events:
        luck = game.luck(event)
        if luck is not None:
            dice, hits, expected = fallen.get(luck.seat, (0, 0, 0.0))
            fallen[luck.seat] = (dice + luck.dice, hits + luck.hits, expected + luck.expected)


def luck(view: View, fallen: Mapping[int, tuple[int, int, float]]) -> list[str]:
    """How everybody's dice fell against what was to be expected, a line a seat; nothing for games without such dice."""
    return [
        say("{seat}'s attack dice: {hits} hits in {dice}, where {expected} were to be expected",
            seat=seat_name(view, seat), hits=hits, dice=dice, expected=f"{expected:.1f}")
        for seat, (dice, hits, expected) in sorted(fallen.items())
        if dice
    ]  # fmt: skip


# ---- what happened, sorted --------------------------------------------------------------------------------------------
BESIDE = "table"  # the kind of what happened beside the rules
# What people look for in the log. Which kinds of events that is, each game says; the rest is found by words.
TOLD: Mapping[str, Text] = {
    "moves": words("moves"),
    "attacks": words("attacks"),
    "spells": words("spells and events"),
    "abilities": words("abilities"),
    "summons": words("summons"),
    "damage": words("damage and healing"),
    "deaths": words("losses"),
    "cards": words("cards drawn and discarded"),
    "dice": words("dice"),
    BESIDE: words("agreements and the host's tools"),
}


def sorts(game: Game, event: Event) -> frozenset[str]:
    """Under which of :data:`TOLD` people find the event."""
    found = {sort for sort, kinds in game.kinds().items() if event.kind in kinds}
    return frozenset(found | {"dice"} if rolled(event) else found)


def is_aside(game: Game, kind: str) -> bool:
    """Whether such an event needs no picture of its own: it is told with what comes next."""
    return kind in game.kinds().get("aside", ())


def rolled(event: Event) -> bool:
    """Whether the event shows dice."""
    return any(event.data.get(key) not in (None, (), []) for key in ("attack", "faces", "face", "roll"))


def told_to(event: Event, seat: int | None, names: Sequence[str]) -> Text:
    """What the event says; with the name of whoever it was said to alone, where somebody else reads it after the end."""
    if event.known_to(seat) or not event.to or event.to[0] >= len(names):
        return event.text
    return words("{seat}: {text}", seat=names[event.to[0]], text=event.text)


def turn_begun(event: Event) -> int | None:
    """The number of the turn that the event begins; None if it begins none."""
    number = event.data.get("turn")
    return number if event.kind == "turn" and isinstance(number, int) else None
