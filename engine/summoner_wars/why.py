"""Why something is not on offer: what people look for in the lists and do not find, each with the rule."""

from __future__ import annotations

from engine.core.options import Ask
from engine.core.refusal import Refusal, refuse
from engine.core.text import Text, words
from engine.core.views import RefusedView
from engine.summoner_wars import attack, board, events, movement, summoning
from engine.summoner_wars.position import Position

PHASES = {
    "summon": words("the Summon Phase"), "events": words("the Event Phase"), "movement": words("the Movement Phase"),
    "attack": words("the Attack Phase"), "magic": words("the Build Magic Phase"),
}  # fmt: skip
HAPPENS_IN = {"summon": "summon", "event": "events", "wall": "events", "move": "movement", "attack": "attack",
              "use": "attack", "magic": "magic"}  # fmt: skip


def refused(pos: Position, ask: Ask) -> list[RefusedView]:
    """What the seat may look for now."""
    seat, turn = ask.seat, pos.state.turn
    found: list[RefusedView] = []
    hand = pos.state.seats[seat].hand
    if turn.phase == "summon":
        for card in hand:
            why = summoning.summon_refusal(pos, seat, card) if pos.face(card).unit else None
            if why:
                found.append(_refused("summon", str(card), Text(pos.face(card).name), why))
    elif turn.phase == "events":
        for card in hand:
            why = events.event_refusal(pos, seat, card) if not pos.face(card).unit else None
            if why:
                found.append(_refused("event", str(card), Text(pos.face(card).name), why))
    elif turn.phase == "movement":
        for piece in pos.units(seat):
            why = movement.move_refusal(pos, piece)
            if why is None and not movement.ways(pos, piece):
                why = refuse("SW-MOVE-06", "every way is blocked")
            if why:
                found.append(_refused("move", str(piece.card), pos.label(piece), why))
    elif turn.phase == "attack":
        for piece in pos.units(seat):
            why = attack.attack_refusal(pos, piece)
            if why is None and not pos.targets(piece):
                bow = pos.face(piece).range == "bow"
                why = refuse("SW-RNG-03" if bow else "SW-RNG-01", "nothing stands where it can attack")
            if why:
                found.append(_refused("attack", str(piece.card), pos.label(piece), why))
    return found


def _refused(verb: str, subject: str, label: Text, why: Refusal) -> RefusedView:
    return RefusedView(verb, subject, label, label, why)


def why(pos: Position, seat: int, key: str) -> Refusal:
    """Why the option of that key is not on offer to the seat."""
    tag, *rest = key.split(":")
    turn = pos.state.turn
    if turn.seat != seat:
        return refuse("SW-TURN-08", "it is the other player's turn")
    phase = HAPPENS_IN.get(tag)
    if phase is not None and phase != turn.phase:
        now = PHASES.get(turn.phase, words("another phase"))
        rule = "SW-EVT-03" if phase == "events" else "SW-TURN-01"
        return refuse(rule, "that is for {phase}, and it is {now}", phase=PHASES[phase], now=now)
    try:
        return _why(pos, seat, tag, rest)
    except (ValueError, IndexError, AssertionError):
        return refuse("", "there is nothing of that kind")


def _why(pos: Position, seat: int, tag: str, rest: list[str]) -> Refusal:
    match tag:
        case "summon":
            card, space = int(rest[0]), board.parse(rest[1])
            if card not in pos.state.seats[seat].hand:
                return refuse("SW-SUM-01", "you do not hold that card")
            return summoning.summon_refusal(pos, seat, card) or _occupied(pos, space) or refuse(
                "SW-SUM-07", "{space} is not beside a wall of yours", space=board.name(space).upper()
            )  # fmt: skip
        case "wall":
            space = board.parse(rest[1])
            return _occupied(pos, space) or refuse("SW-WALL-06", "walls are put up on your own side of the battlefield")
        case "event":
            card = int(rest[0])
            if card not in pos.state.seats[seat].hand:
                return refuse("SW-EVPH-01", "you do not hold that card")
            return events.event_refusal(pos, seat, card) or refuse("", "it is played without more words")
        case "move":
            piece, space = pos.here(int(rest[0])), board.parse(rest[1])
            blocked = refuse("SW-MOVE-06", "cards are in the way")
            if board.distance(piece.at, space) > movement.steps_of(pos, piece):
                blocked = refuse("SW-MOVE-02", "it goes {n} spaces at most", n=movement.steps_of(pos, piece))
            return movement.move_refusal(pos, piece) or _occupied(pos, space) or blocked
        case "attack":
            piece, target = pos.here(int(rest[0])), pos.here(int(rest[1]))
            return attack.attack_refusal(pos, piece) or _out_of_reach(pos, piece.at, target.at, pos.reach(piece))
        case "magic":
            return refuse("SW-MAG-01", "you do not hold that card")
    return refuse("", "there is nothing of that kind")


def _occupied(pos: Position, space: board.Space) -> Refusal | None:
    there = pos.at(space)
    if there is None:
        return None
    return refuse("SW-MOVE-07", "{card} stands on {space}", card=pos.label(there), space=board.name(space).upper())


def _out_of_reach(pos: Position, a: board.Space, b: board.Space, reach: int) -> Refusal:
    if a == b:
        return refuse("SW-ATK-10", "no unit attacks itself")
    if board.between(a, b) is None:
        return refuse("SW-RNG-02" if reach == 1 else "SW-RNG-04", "attacks go straight on, never diagonally")
    if board.distance(a, b) > reach:
        return refuse("SW-RNG-01" if reach == 1 else "SW-RNG-03", "its attacks reach {n} spaces", n=reach)
    return refuse("SW-RNG-05", "a card stands between")
