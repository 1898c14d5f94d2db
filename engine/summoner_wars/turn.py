"""A turn: Draw, Summon, Play Event Cards, Movement, Attack, Build Magic (SW-TURN-01 to SW-TURN-09)."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.options import Option
from engine.core.rules import ANCHOR, Rule
from engine.core.table import Table
from engine.core.text import Text, counted, words
from engine.summoner_wars import attack, board, events, movement, summoning
from engine.summoner_wars.effects import ABILITIES, Source, sources
from engine.summoner_wars.freezing import Pay, pay_off, payments
from engine.summoner_wars.game import HAND, Game, Over
from engine.summoner_wars.options import Attack, Build, End, Move, PlayEvent, PlayWall, Summon, Use
from engine.summoner_wars.setup import roll_for_first
from engine.summoner_wars.state import Phase, Turn, War

ENDED = words("the turn before has ended")


def play(table: Table[War]) -> Rule[None]:
    """The whole match, from wherever the state stands."""
    game = Game(table)
    phases = {
        "setup": roll_for_first, "start": start, "draw": draw, "summon": summon, "events": play_events,
        "movement": move, "moved": after_movement, "attack": attack_phase, "attacked": after_attacks, "magic": build_magic,
        "end": end,
    }  # fmt: skip
    try:
        while table.state.outcome is None:
            yield ANCHOR
            yield from phases[table.state.turn.phase](game)
    except Over as over:
        table.state.outcome = over.outcome
        game.tell("over", over.outcome.reason, places=list(over.outcome.places))
        table.close_undo(words("the match is over"))


def _moments(game: Game, hook: str) -> Rule[bool]:
    """Each unit of the player on turn has its say once; a say may ask, so the state remembers who has had it. Returns
    whether all have."""
    for me in list(sources(game, hook)):
        mark = f"{hook} {me.piece.card if me.piece else me.lasting.effect if me.lasting else ''}"
        if me.seat == game.turn.seat and mark not in game.turn.asked:
            game.turn.asked.append(mark)
            yield from getattr(me.effect, hook)(game, me)
            return False
    return True


# ---- 1. draw
def start(game: Game) -> Rule[None]:
    """The start of the turn: before the Draw Phase."""
    turn = game.turn
    if not turn.asked:
        turn.asked.append("start")
        side = game.side_name(turn.seat)
        game.tell("turn", words("Turn {n}: {side}", n=turn.number, side=side), seat=turn.seat, turn=turn.number)
    if (yield from _moments(game, "turn_starts")):
        lasting = game.state.lasting
        lasting[:] = [each for each in lasting if not (each.until == "own start" and each.seat == turn.seat)]
        turn.phase = "draw"


def draw(game: Game) -> Rule[None]:
    """Up to five cards; the very first turn has none (SW-DRAW-01, SW-SET-13)."""
    turn = game.turn
    if turn.number > 1:
        sizes = [me.effect.hand_size(game, me) for me in sources(game, "hand_size") if me.seat == turn.seat]
        game.draw_up_to(turn.seat, max([HAND, *sizes]))
    turn.phase = "summon"
    yield from ()


# ---- 2. summon
def summon(game: Game) -> Rule[None]:
    turn = game.turn
    found = summoning.summons(game, turn.seat)
    if not found:
        turn.phase = "events"
        return
    question = words("Summon Phase: whom do you summon?")
    options: list[Option] = [*found, *payments(game, turn.seat), End("summon")]
    picked = yield from game.table.choose_always(turn.seat, question, options)
    match picked:
        case Summon(card, space):
            yield from summoning.summon(game, turn.seat, card, board.parse(space))
        case Pay():
            pay_off(game, turn.seat, picked)
        case End():
            turn.phase = "events"


# ---- 3. play event cards
def play_events(game: Game) -> Rule[None]:
    """Any number, one after the other, each resolved at once (SW-EVPH-02 to SW-EVPH-05)."""
    turn = game.turn
    found: list[Option] = [*events.playable(game, turn.seat)]
    if turn.summoning:  # an event lets one summon in this phase
        found += summoning.summons(game, turn.seat)
    for me in sources(game, "event_uses"):
        if me.seat == turn.seat:
            found += me.effect.event_uses(game, me)
    if not found:
        turn.phase = "movement"
        return
    question = words("Event Phase: what do you play?")
    options: list[Option] = [*found, *payments(game, turn.seat), End("events")]
    picked = yield from game.table.choose_always(turn.seat, question, options)
    if not isinstance(picked, Pay | End):
        turn.evident = "events"
    match picked:
        case PlayWall(card, space):
            events.play_wall(game, turn.seat, card, board.parse(space))
        case PlayEvent(card):
            yield from events.play(game, turn.seat, card)
        case Use():
            yield from _use(game, picked)
        case Summon(card, space):
            yield from summoning.summon(game, turn.seat, card, board.parse(space))
        case Pay():
            pay_off(game, turn.seat, picked)
        case End():
            turn.phase = "movement"


# ---- 4. movement
def move(game: Game) -> Rule[None]:
    turn = game.turn
    found = movement.moves(game)
    if not found:
        turn.phase = "moved"
        return
    question = counted(
        movement.moves_left(game), "Movement Phase: {n} unit may still move.", "Movement Phase: {n} units may still move."
    )
    options: list[Option] = [*found, *payments(game, turn.seat), End("movement")]
    picked = yield from game.table.choose_always(turn.seat, question, options)
    if not isinstance(picked, Pay | End):
        turn.evident = "movement"
    match picked:
        case Move(card, space):
            yield from movement.move(game, game.here(card), board.parse(space))
        case Use(card, _):
            turn.moves += 1
            turn.phased.append(card)
            yield from _use(game, picked)
        case Pay():
            pay_off(game, turn.seat, picked)
        case End():
            turn.phase = "moved"


def after_movement(game: Game) -> Rule[None]:
    """What moves or happens right after the Movement Phase."""
    if (yield from _moments(game, "movement_ends")):
        game.turn.phase = "attack"


# ---- 5. attack
def attack_phase(game: Game) -> Rule[None]:
    turn = game.turn
    found = attack.attacks(game)
    if not found:
        turn.phase = "attacked"
        return
    left = max(0, attack.ATTACKS + turn.more_attacks - turn.attacks)
    question = counted(left, "Attack Phase: {n} unit may still attack.", "Attack Phase: {n} units may still attack.")
    options: list[Option] = [*found, *payments(game, turn.seat), End("attack")]
    picked = yield from game.table.choose_always(turn.seat, question, options)
    match picked:
        case Attack(card, target):
            attacker = game.here(card)
            attack.begin(game, attacker)
            yield from attack.attack(game, attacker, game.here(target))
        case Use(card, name):
            if not ABILITIES[name].free:
                attack.begin(game, game.here(card))
            yield from _use(game, picked)
        case Pay():
            pay_off(game, turn.seat, picked)
        case End():
            turn.phase = "attacked"


def _use(game: Game, use: Use) -> Rule[None]:
    piece = game.here(use.card)
    effect = game.effect_of(piece, use.ability)
    assert effect is not None
    yield from effect.use(game, Source(effect, piece.controller, piece), use)


def after_attacks(game: Game) -> Rule[None]:
    if (yield from _moments(game, "attacks_end")):
        game.turn.phase = "magic"


# ---- 6. build magic
def build_magic(game: Game) -> Rule[None]:
    """Any number of cards from the hand, face down, the last named on top (SW-MAG-01, SA13)."""
    turn = game.turn
    mine = game.state.seats[turn.seat]
    if not mine.hand:
        turn.phase = "end"
        return
    question = words("Build Magic Phase: which cards do you put on your Magic Pile?")
    options: list[Option] = [*(Build(card) for card in mine.hand), *payments(game, turn.seat), End("turn")]
    picked = yield from game.table.choose_always(turn.seat, question, options)
    match picked:
        case Build(card):
            mine.hand.remove(card)
            mine.magic.append(card)
            side = game.side_name(turn.seat)
            game.tell("built", words("{side} puts a card on the Magic Pile", side=side), seat=turn.seat)
            text = words("You put {card} on your Magic Pile", card=Text(game.face(card).name))
            game.table.tell(Event("builds", text, turn.seat, (turn.seat,), {"card": card}))
        case Pay():
            pay_off(game, turn.seat, picked)
        case End():
            turn.phase = "end"


def end(game: Game) -> Rule[None]:
    """The end of the turn: after Build Magic."""
    if not (yield from _moments(game, "turn_ends")):
        return
    state = game.state
    state.lasting[:] = [each for each in state.lasting if each.until != "turn"]
    for borrowed in state.borrowed:
        piece = game.piece(borrowed.card)
        if piece is not None:
            piece.controller = borrowed.owner
            game.tell("returned", words("{card} obeys its own side again", card=game.label(piece)), card=piece.card)
    state.borrowed[:] = []
    following: Phase = "start"
    state.turn = Turn(seat=game.other(game.turn.seat), number=game.turn.number + 1, phase=following)
    game.table.close_undo(ENDED)
