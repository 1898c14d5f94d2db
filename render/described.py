"""The board in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.arena.battlefield import load
from engine.arena.hexes import name
from engine.arena.view import ArenaView, ArmyCardView, CryptolithView, FigureView, SeatView
from engine.core.events import Event
from render.goals import seat_name

ALT_LIMIT = 1024  # of an attachment's description
WAYS = {"E": "east", "NE": "north-east", "NW": "north-west", "W": "west", "SW": "south-west", "SE": "south-east"}
TERRAIN = {"s": "sand", "g": "grass", "w": "water", "r": "road", "x": "weirded"}


def alt_text(view: ArenaView, events: Sequence[Event] = ()) -> str:
    """At most 1024 characters: the turn, who stands where, the cryptoliths, then what happened as far as it fits."""
    parts = [_turn(view), *(f"{line}." for line in view.progress)]
    parts += [f"{_side(view, seat.seat)}: {_figures_short(view, seat.seat)}." for seat in view.seats]
    if view.cryptoliths:
        parts.append("Cryptoliths: " + ", ".join(map(_stone, view.cryptoliths)) + ".")
    if view.weirded:
        parts.append(f"{view.weirded}.")
    parts += [f"{event.text}." for event in events if event.text and event.known_to(view.viewer)]
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > ALT_LIMIT:
            return text if len(text) > ALT_LIMIT * 2 // 3 else longer[: ALT_LIMIT - 1].rstrip() + "…"
        text = longer
    return text


def describe_board(view: ArenaView) -> str:
    """Everything on the board as lines of text: seats, cards, figures, cryptoliths, glyphs, terrain row by row."""
    lines = [view.battlefield_name, _turn(view), *(f"{line}." for line in (view.goal, *view.progress) if line)]
    if view.night:
        lines.append(f"{night_words(view)}.")
    if view.weirded:
        lines.append(f"{view.weirded}.")
    for seat in view.seats:
        lines += [
            "",
            f"{_side(view, seat.seat)}, {seat.planeswalker}{_mates(view, seat)}: hand {seat.hand_size}, "
            f"library {seat.library_size}, graveyard {len(seat.graveyard)}{_gone(view, seat)}",
        ]
        for card in view.cards:
            if card.seat == seat.seat:
                lines += [f"- {line}" for line in _card(view, card)]
    if view.cryptoliths:
        lines += ["", "Cryptoliths:", *(f"- {_stone(stone)}" for stone in view.cryptoliths)]
    if view.glyphs:
        lines += ["", "Glyphs:", *(f"- {glyph.name} at {glyph.at}: {glyph.text}" for glyph in view.glyphs)]
    return "\n".join([*lines, "", *_signs(view), *_terrain(view)])


def _mates(view: ArenaView, seat: SeatView) -> str:
    mates = [other.planeswalker for other in view.seats if other.team == seat.team and other.seat != seat.seat]
    return f", with {' and '.join(mates)}" if mates else ""


def _gone(view: ArenaView, seat: SeatView) -> str:
    """How many figures have been destroyed or have left, and whether the player has."""
    zones = [figure.zone for figure in view.figures if figure.seat == seat.seat]
    counts = ((zones.count("graveyard") + zones.count("removed"), "destroyed"), (zones.count("exited"), "left by an exit"))
    words = "".join(f", {n} figure{'s' * (n > 1)} {what}" for n, what in counts if n)
    return words + (", has given up" if seat.out else "")


def _signs(view: ArenaView) -> list[str]:
    """Starts, exits, scoring spaces and ruins."""
    field, players = load(view.battlefield), len(view.seats)
    lines = [f"Start of {side.name}: {', '.join(map(name, side.starts))}"
             for side in (field.sides(players) if field.fits(players) else ())]  # fmt: skip
    if field.exits:
        lines.append("Exits: " + ", ".join(f"{name(way_out.at)} to the {WAYS[way_out.arrow]}" for way_out in field.exits))
    if field.scoring:
        lines.append("Spaces that score: " + ", ".join(map(name, field.scoring)))
    if field.walls:
        walls = ("-".join(map(name, sorted(wall.between))) + f" {wall.height}" for wall in field.walls)
        lines.append("Walls between, with heights: " + ", ".join(walls))
    if field.pillars:
        lines.append("Ruins on: " + ", ".join(f"{name(at)} {height}" for at, height in field.pillars.items()))
    return [*lines, ""] if lines else []


def night_words(view: ArenaView) -> str:
    """What night means here."""
    return f"Night: shots reach {load(view.battlefield).rules.range_cap} spaces"


def _turn(view: ArenaView) -> str:
    if view.phase == "over":
        return f"The match is over after turn {view.turn} of {view.turns}."
    return f"Turn {view.turn} of {view.turns}, {_side(view, view.active)} is on turn."


def _side(view: ArenaView, seat: int) -> str:
    return seat_name(view, seat)


def _where(figure: FigureView) -> str:
    level = f" level {figure.level}" if figure.level else ""
    top = " on top of the cryptolith" if figure.on_cryptolith else ""
    rear = f" and {figure.rear}" if figure.rear else ""
    return f"{figure.at}{rear}{level}{top}"


def _figures_short(view: ArenaView, seat: int) -> str:
    on_board = [figure for figure in view.figures if figure.seat == seat and figure.zone == "board"]
    figures = [f"{figure.label} {_where(figure)}, life {figure.life - figure.damage}/{figure.life}" for figure in on_board]
    waiting = sum(card.seat == seat and card.zone == "reserve" for card in view.cards)
    if waiting:
        figures.append(f"{waiting} card{'s' * (waiting > 1)} in reserve")
    return "; ".join(figures) or "nobody on the board"


def _stone(stone: CryptolithView) -> str:
    if not stone.standing:
        return f"{stone.name} at {stone.at} destroyed"
    return f"{stone.name} at {stone.at} {stone.life - stone.damage} of {stone.life} left"


def _card(view: ArenaView, card: ArmyCardView) -> list[str]:
    notes = [f"{count} {kind} counter{'s' * (count > 1)}" for kind, count in sorted(card.counters.items()) if count]
    notes += [attached.spell.name for attached in card.attached if attached.spell and not attached.face_down]
    if down := sum(attached.face_down for attached in card.attached):
        notes.append(f"{down} face-down card{'s' * (down > 1)}")
    if card.id == view.chosen:
        notes.append("chosen this turn")
    zone = {"play": "in play", "reserve": "in reserve", "graveyard": "destroyed", "exited": "has left"}[card.zone]
    numbers = f"power {card.power}, toughness {card.toughness}, move {card.move}, range {card.range}, height {card.height}"
    lines = [f"{card.name} ({zone}; {numbers})" + (": " + ", ".join(notes) if notes else "")]
    for figure in view.figures_of(card.id):
        if figure.zone != "board":
            continue
        notes = [f"life {figure.life - figure.damage} of {figure.life}"]
        notes += [word for word, yes in (("flying", figure.flying), ("has moved", figure.moved),
                                         ("has attacked", figure.attacked)) if yes]  # fmt: skip
        if figure.engaged_with:
            notes.append("engaged with " + ", ".join(view.figure(other).label for other in figure.engaged_with))
        lines.append(f"  {figure.label} at {_where(figure)}: " + ", ".join(notes))
    return lines


def _terrain(view: ArenaView) -> list[str]:
    """One line a row; neighbours of one kind and level are taken together."""
    field = load(view.battlefield)
    rows: dict[int, list[int]] = {}
    for column, row in sorted(field.spaces):
        rows.setdefault(row, []).append(column)
    lines = ["Terrain, with levels:"]
    for row, columns in sorted(rows.items()):
        runs = []
        kinds = [(field.spaces[c, row].terrain, field.level((c, row)), c - n) for n, c in enumerate(columns)]
        for (letter, level, _), group in groupby(zip(columns, kinds), key=lambda pair: pair[1]):
            spaces = [column for column, _ in group]
            first, last = name((spaces[0], row)), name((spaces[-1], row))
            runs.append(f"{first}{'' if first == last else '-' + last} {TERRAIN[letter]} {level}")
        lines.append("; ".join(runs))
    return lines
