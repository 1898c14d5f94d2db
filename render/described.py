"""The board in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.arena.battlefield import load
from engine.arena.hexes import name
from engine.arena.view import ArenaView, ArmyCardView, CryptolithView, FigureView, SeatView
from engine.core.events import Event
from engine.core.text import Text, counted, listed, say, words
from render.goals import seat_name

ALT_LIMIT = 1024  # of an attachment's description
WAYS = {"E": "east", "NE": "north-east", "NW": "north-west", "W": "west", "SW": "south-west", "SE": "south-east"}
TERRAIN = {"s": "sand", "g": "grass", "w": "water", "r": "road", "x": "weirded"}


def alt_text(view: ArenaView, events: Sequence[Event] = ()) -> str:
    """At most 1024 characters: the turn, who stands where, the cryptoliths, then what happened as far as it fits."""
    parts = [_turn(view), *(f"{line}." for line in view.progress)]
    parts += [f"{_side(view, seat.seat)}: {_figures_short(view, seat.seat)}." for seat in view.seats]
    if view.cryptoliths:
        parts.append(say("Cryptoliths: {stones}.", stones=", ".join(map(_stone, view.cryptoliths))))
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
            say("{side}, {planeswalker}{mates}: hand {hand}, library {library}, graveyard {graveyard}{gone}",
                side=_side(view, seat.seat), planeswalker=seat.planeswalker, mates=_mates(view, seat), hand=seat.hand_size,
                library=seat.library_size, graveyard=len(seat.graveyard), gone=_gone(view, seat)),
        ]
        for card in view.cards:
            if card.seat == seat.seat:
                lines += [f"- {line}" for line in _card(view, card)]
    if view.cryptoliths:
        lines += ["", say("Cryptoliths:"), *(f"- {_stone(stone)}" for stone in view.cryptoliths)]
    if view.glyphs:
        lines += ["", say("Glyphs:")]
        lines += [say("- {glyph} at {at}: {text}", glyph=glyph.name, at=glyph.at, text=glyph.text) for glyph in view.glyphs]
    return "\n".join([*lines, "", *_signs(view), *_terrain(view)])


def _mates(view: ArenaView, seat: SeatView) -> str:
    mates = [other.planeswalker for other in view.seats if other.team == seat.team and other.seat != seat.seat]
    return say(", with {mates}", mates=listed(mates)) if mates else ""


def _gone(view: ArenaView, seat: SeatView) -> str:
    """How many figures have been destroyed or have left, and whether the player has."""
    zones = [figure.zone for figure in view.figures if figure.seat == seat.seat]
    lost, left = zones.count("graveyard") + zones.count("removed"), zones.count("exited")
    found = str(counted(lost, ", {n} figure destroyed", ", {n} figures destroyed")) if lost else ""
    found += str(counted(left, ", {n} figure left by an exit", ", {n} figures left by an exit")) if left else ""
    return found + (say(", has given up") if seat.out else "")


def _signs(view: ArenaView) -> list[str]:
    """Starts, exits, scoring spaces and ruins."""
    field, players = load(view.battlefield), len(view.seats)
    lines = [say("Start of {side}: {spaces}", side=Text(side.name), spaces=", ".join(map(name, side.starts)))
             for side in (field.sides(players) if field.fits(players) else ())]  # fmt: skip
    if field.exits:
        ways = (say("{at} to the {way}", at=name(way_out.at), way=words(WAYS[way_out.arrow])) for way_out in field.exits)
        lines.append(say("Exits: {exits}", exits=", ".join(ways)))
    if field.scoring:
        lines.append(say("Spaces that score: {spaces}", spaces=", ".join(map(name, field.scoring))))
    if field.walls:
        walls = ("-".join(map(name, sorted(wall.between))) + f" {wall.height}" for wall in field.walls)
        lines.append(say("Walls between, with heights: {walls}", walls=", ".join(walls)))
    if field.pillars:
        ruins = (f"{name(at)} {height}" for at, height in field.pillars.items())
        lines.append(say("Ruins on: {spaces}", spaces=", ".join(ruins)))
    return [*lines, ""] if lines else []


def night_words(view: ArenaView) -> str:
    """What night means here."""
    return say("Night: shots reach {n} spaces", n=load(view.battlefield).rules.range_cap)


def _turn(view: ArenaView) -> str:
    if view.phase == "over":
        return say("The match is over after turn {turn} of {turns}.", turn=view.turn, turns=view.turns)
    form = "Turn {turn} of {turns}, {side} is on turn."
    return say(form, turn=view.turn, turns=view.turns, side=_side(view, view.active))


ZONES = {"play": "in play", "reserve": "in reserve", "graveyard": "destroyed", "exited": "has left"}


def counter_words(kind: str, count: int) -> Text:
    match kind:
        case "power":
            return counted(count, "{n} Power +1 counter", "{n} Power +1 counters")
        case "toughness":
            return counted(count, "{n} Toughness +1 counter", "{n} Toughness +1 counters")
        case "charge":
            return counted(count, "{n} Charge counter", "{n} Charge counters")
    return words("{n} × {kind}", n=count, kind=kind)


def _side(view: ArenaView, seat: int) -> str:
    return seat_name(view, seat)


def _where(figure: FigureView) -> str:
    at = say("{at} and {rear}", at=figure.at or "", rear=figure.rear) if figure.rear else figure.at or ""
    at = say("{at} level {n}", at=at, n=figure.level) if figure.level else at
    return say("{at} on top of the cryptolith", at=at) if figure.on_cryptolith else at


def _figures_short(view: ArenaView, seat: int) -> str:
    on_board = [figure for figure in view.figures if figure.seat == seat and figure.zone == "board"]
    form = "{figure} {at}, life {left}/{life}"
    figures = [say(form, figure=figure.label, at=_where(figure), left=figure.life - figure.damage, life=figure.life)
               for figure in on_board]  # fmt: skip
    waiting = sum(card.seat == seat and card.zone == "reserve" for card in view.cards)
    if waiting:
        figures.append(str(counted(waiting, "{n} card in reserve", "{n} cards in reserve")))
    return "; ".join(figures) or say("nobody on the board")


def _stone(stone: CryptolithView) -> str:
    if not stone.standing:
        return say("{name} at {at} destroyed", name=Text(stone.name), at=stone.at)
    left = stone.life - stone.damage
    return say("{name} at {at} {left} of {life} left", name=Text(stone.name), at=stone.at, left=left, life=stone.life)


def _card(view: ArenaView, card: ArmyCardView) -> list[str]:
    notes = [str(counter_words(kind, count)) for kind, count in sorted(card.counters.items()) if count]
    notes += [attached.spell.name for attached in card.attached if attached.spell and not attached.face_down]
    if down := sum(attached.face_down for attached in card.attached):
        notes.append(str(counted(down, "{n} face-down card", "{n} face-down cards")))
    if card.id == view.chosen:
        notes.append(say("chosen this turn"))
    form = "{card} ({zone}; power {power}, toughness {toughness}, move {move}, range {range}, height {height})"
    line = say(form, card=card.label, zone=words(ZONES[card.zone]), power=card.power, toughness=card.toughness,
               move=card.move, range=card.range, height=card.height)  # fmt: skip
    lines = [line + (": " + ", ".join(notes) if notes else "")]
    for figure in view.figures_of(card.id):
        if figure.zone != "board":
            continue
        notes = [say("life {left} of {life}", left=figure.life - figure.damage, life=figure.life)]
        notes += [say("flying")] if figure.flying else []
        notes += [say("has moved")] if figure.moved else []
        notes += [say("has attacked")] if figure.attacked else []
        if figure.engaged_with:
            enemies = ", ".join(str(view.figure(other).label) for other in figure.engaged_with)
            notes.append(say("engaged with {enemies}", enemies=enemies))
        lines.append(say("  {figure} at {at}: {notes}", figure=figure.label, at=_where(figure), notes=", ".join(notes)))
    return lines


def _terrain(view: ArenaView) -> list[str]:
    """One line a row; neighbours of one kind and level are taken together."""
    field = load(view.battlefield)
    rows: dict[int, list[int]] = {}
    for column, row in sorted(field.spaces):
        rows.setdefault(row, []).append(column)
    lines = [say("Terrain, with levels:")]
    for row, columns in sorted(rows.items()):
        runs = []
        kinds = [(field.spaces[c, row].terrain, field.level((c, row)), c - n) for n, c in enumerate(columns)]
        for (letter, level, _), group in groupby(zip(columns, kinds), key=lambda pair: pair[1]):
            spaces = [column for column, _ in group]
            first, last = name((spaces[0], row)), name((spaces[-1], row))
            runs.append(f"{first}{'' if first == last else '-' + last} {say(TERRAIN[letter])} {level}")
        lines.append("; ".join(runs))
    return lines
