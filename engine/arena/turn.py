"""On Your Turn: the five actions in their order (AR-TURN-01 to AR-TURN-06)."""

from __future__ import annotations

from engine.arena import casting, glyphs, summoning
from engine.arena.attack import attack, attacks, may_attack, target_of
from engine.arena.effects import Activated, Dawn, Source, abilities, sources
from engine.arena.game import Game, Over
from engine.arena.hidden import spring
from engine.arena.movement import end_move, moves, walk, way_of
from engine.arena.options import Attack, Cast, Choose, End, Move, Summon, Use
from engine.arena.position import Position, Still
from engine.arena.setup import set_up
from engine.arena.state import Arena, ArmyCard, Figure, Phase, Struck, Turn
from engine.arena.victory import at_turn_end
from engine.core.options import Option
from engine.core.refusal import Refusal, refuse
from engine.core.rules import ANCHOR, Rule
from engine.core.table import Table
from engine.core.text import Text, listed, words

ENDED = words("the turn before has ended")


def play(table: Table[Arena]) -> Rule[None]:
    """The whole match, from wherever the state stands."""
    game = Game(table)
    phases = {
        "setup": set_up, "start": start, "draw": draw, "before": before_moving, "acting": acting, "extra": extra_action,
        "after": after_attacks, "cleanup": clean_up,
    }  # fmt: skip
    try:
        while table.state.outcome is None:
            yield ANCHOR
            if table.state.turn.waiting and table.state.turn.extra is None:
                begin_extra(game)
            else:
                yield from phases[table.state.turn.phase](game)
    except Over as over:
        game.finish(over.outcome)
        table.close_undo(words("the match is over"))


# ---- Action 1: draw a spell card --------------------------------------------------------------------------------------
def start(game: Game) -> Rule[None]:
    """Start of the turn: healing glyphs, then what waits for this moment (A44)."""
    turn = game.state.turn
    seat = turn.seat
    game.tell("turn", words("Turn {n}: {side}", n=turn.number, side=game.side_name(seat)), seat=seat, turn=turn.number)
    turn.phase = "draw"
    if game.state.seats[seat].out:
        turn.phase = "cleanup"
        return
    lasting = game.state.lasting
    lasting[:] = [effect for effect in lasting if not (effect.until == "own start" and effect.seat == seat)]
    for effect in lasting:
        effect.begun = effect.begun or (effect.until == "own end" and effect.seat == seat)
    glyphs.healing(game, seat)
    yield from spring(game, "own_turn_start", Dawn(seat))
    for me in sources(game, "own_turn_start"):
        if me.controller == seat:
            yield from me.effect.own_turn_start(game, me)


def draw(game: Game) -> Rule[None]:
    """Who goes first in a two-player game draws no card on that turn (AR-START-10); among more than two it does
    (AR-MULTI-08, AR-TEAM-05)."""
    turn = game.state.turn
    if turn.number > 1 or len(game.state.seats) > 2:
        yield from game.draw(turn.seat)
    turn.phase = "before"


# ---- Action 2: choose an army card; spells; summoning -----------------------------------------------------------------
def choice_refusal(pos: Position, card: ArmyCard) -> Refusal | None:
    """Why the army card cannot be chosen in Action 2 (AR-CHOOSE-01, A33)."""
    turn = pos.state.turn
    if turn.chosen is not None:
        chosen = pos.card_label(pos.state.cards[turn.chosen])
        return refuse("AR-CHOOSE-01", "{card} has been chosen for this turn", card=chosen)
    if card.controller != turn.seat:
        return refuse("AR-CHOOSE-01", "{card} is not yours", card=pos.card_label(card))
    if not pos.on_board(card):
        return refuse("AR-CHOOSE-01", "{card} has no figure on the battlefield", card=pos.card_label(card))
    for me in sources(pos, "forbids_choice"):
        barred = me.effect.forbids_choice(pos, me, card)
        if barred:
            return barred
    return None


def before_moving(game: Game) -> Rule[None]:
    """Spells may be played before Action 3, in any order with choosing the card and summoning (AR-SPELL-04)."""
    turn, now = game.state.turn, Still(game.state)
    options: list[Option] = [*casting.casts(now, turn.seat)]
    if turn.chosen is None:
        options += [Choose(card.id) for card in now.state.cards if choice_refusal(now, card) is None]
        question = words("Cast spells, or choose the army card to use this turn.")
        if not any(isinstance(option, Choose) for option in options):
            # A hand that may still hold something is asked whatever it holds: passing would speak of it.
            if not options and (casting.silence(now, turn.seat) or not game.state.seats[turn.seat].hand):
                game.tell("passed", words("Nothing can be done: the turn passes"))
                turn.phase = "cleanup"
                return
            options.append(End("turn"))
            question = words("You have no figure to use: cast spells or end your turn.")
    else:
        card = game.state.cards[turn.chosen]
        options += [*_uses(now), *summoning.summons(now, turn.seat), *moves(now), *attacks(now)]
        options += [End("attacks"), End("turn")]
        question = words("{card}: cast, move, attack or end your turn.", card=game.face(card).name)
    yield from carry_out(game, (yield from game.table.choose_always(turn.seat, question, options)))


# ---- Actions 3 and 4: move, then attack -------------------------------------------------------------------------------
def acting(game: Game) -> Rule[None]:
    turn, now = game.state.turn, Still(game.state)
    assert turn.chosen is not None
    card = game.state.cards[turn.chosen]
    # Ending the attacks is always on offer, whatever the hand holds: its absence would speak of the hand.
    options = [*_uses(now), *moves(now), *attacks(now), End("attacks"), End("turn")]
    question = words("{card}: move, attack or end your turn.", card=game.face(card).name)
    yield from carry_out(game, (yield from game.table.choose_always(turn.seat, question, options)))


def begin_extra(game: Game) -> None:
    """The next extra action begins: its figures may act, and nobody else."""
    turn = game.state.turn
    turn.extra = turn.waiting.pop(0)
    turn.resume, turn.phase = turn.phase, "extra"
    _set_aside(game)
    names = listed([game.label(game.state.figures[id]) for id in turn.extra.figures])
    form = "{source}: {figures} obeys {side} for now" if turn.extra.borrowed is not None else "{source}: {figures} may act"
    text = words(form, source=turn.extra.source, figures=names, side=game.side_name(turn.seat))
    game.tell("extra", text, figures=list(turn.extra.figures), source=turn.extra.source)


def _set_aside(game: Game) -> None:
    """An action is over: who moved in it is remembered, and the next one starts afresh."""
    turn = game.state.turn
    turn.moved += [moving.figure for moving in turn.moves if moving.spent]
    turn.moves, turn.attacks = [], []


def extra_action(game: Game) -> Rule[None]:
    """An Action 3 and an Action 4 of their own, for figures that a card lets act again."""
    turn = game.state.turn
    extra = turn.extra
    assert extra is not None
    now = Still(game.state)
    options: list[Option] = [*moves(now), *attacks(now)]
    if options:
        question = words("{source}: move or attack with these figures, or go on.", source=extra.source)
        option = yield from game.table.choose_always(turn.seat, question, [*options, End("extra")])
        if not isinstance(option, End):
            yield from carry_out(game, option)
            return
    yield from end_move(game)
    end_extra(game)


def end_extra(game: Game) -> None:
    """Borrowed figures go back to whoever commands them, and the turn to where it was."""
    turn = game.state.turn
    extra = turn.extra
    assert extra is not None
    _set_aside(game)
    turn.extra, turn.phase = None, turn.resume
    back = [game.state.figures[id] for id in extra.figures if extra.borrowed is not None]
    for figure in back:
        if figure.zone == "board":
            form, side = "{figure} obeys {side} again", game.side_name(game.controller(figure))
            game.tell("control", words(form, figure=game.label(figure), side=side), figure=figure.id)


def stop_fighting(game: Game, then: Phase) -> Rule[None]:
    """Action 4 of the chosen card is over: what waits for this moment, then the extra actions it was to be followed by."""
    turn = game.state.turn
    yield from end_move(game)
    turn.fought, turn.phase = list(turn.attacks), then
    _set_aside(game)
    for me in sources(game, "fighting_over"):
        if me.controller == turn.seat:
            yield from me.effect.fighting_over(game, me)
    turn.waiting += turn.later
    turn.later = []


def after_attacks(game: Game) -> Rule[None]:
    """Spells and activated abilities after Action 4."""
    turn = game.state.turn
    options: list[Option] = [*casting.casts(game, turn.seat), *_uses(game), End("turn")]
    question = words("Cast spells or end your turn.")
    yield from carry_out(game, (yield from game.table.choose_always(turn.seat, question, options)))


def carry_out(game: Game, option: Option) -> Rule[None]:
    """Do what the player on turn chose."""
    turn = game.state.turn
    match option:
        case Cast(spell):
            yield from casting.cast(game, spell)
        case Choose(card):
            turn.chosen = card
            text = words("{card} is chosen", card=game.card_label(game.state.cards[card]))
            game.tell("chosen", text, card=card)
            for me in sources(game, "chosen"):
                if me.controller == turn.seat:
                    yield from me.effect.chosen(game, me, game.state.cards[card])
        case Use(card, ability):
            yield from _use(game, card, ability)
        case Summon(card):
            yield from summoning.summon(game, game.state.cards[card])
        case Move(figure):
            way = way_of(game, option)
            assert way is not None
            _act(turn)
            yield from walk(game, game.state.figures[figure], way)
        case Attack(figure):
            target = target_of(game, option)
            yield from end_move(game)
            _act(turn)
            turn.attacks.append(figure)
            attacker = game.state.figures[figure]
            defender = target if isinstance(target, Figure) else None
            beside = defender is not None and game.adjacent(attacker, defender)
            turn.struck.append(Struck(figure, defender.id if defender else None, beside))
            yield from attack(game, attacker, target)
        case End(what):
            then: Phase = "after" if what == "attacks" else "cleanup"
            if turn.chosen is not None and turn.phase in ("before", "acting"):
                yield from stop_fighting(game, then)
            else:
                turn.phase = then
        case _:
            raise AssertionError(option)


def _act(turn: Turn) -> None:
    if turn.phase == "before":
        turn.phase = "acting"


# ---- activated abilities ----------------------------------------------------------------------------------------------
def ability_refusal(pos: Position, card: ArmyCard, me: Source) -> Refusal | None:
    """Why the activated ability cannot be used now (AR-CHOOSE-02; cards' notes, "activated")."""
    turn, effect = pos.state.turn, me.effect
    if not isinstance(effect, Activated):
        return refuse("AR-CARD-19", "{ability} is not an activated ability", ability=me.name)
    if card.controller != turn.seat:
        return refuse("AR-CHOOSE-02", "{card} is not yours", card=pos.card_label(card))
    if turn.chosen != card.id and not effect.without_choice:
        return refuse("AR-CHOOSE-02", "{ability} needs {card} to be the army card chosen this turn", ability=me.name,
                      card=pos.card_label(card))  # fmt: skip
    if me.name in card.used:
        return refuse("AR-CARD-19", "{ability} has been used this turn", ability=me.name)
    if me.name in card.spent:
        return refuse("AR-CARD-19", "{ability} has been used in this game", ability=me.name)
    if effect.instead_of_attack:
        if turn.phase not in ("before", "acting"):
            return refuse("AR-TURN-05", "{ability} takes the place of an attack: attacking is over", ability=me.name)
        ready = [figure for figure in pos.on_board(card) if may_attack(pos, figure) is None]
        if not ready:
            return refuse("AR-TURN-05", "{ability} takes the place of an attack, and there is none left", ability=me.name)
    elif turn.phase not in ("before", "after"):
        return refuse("AR-TURN-01", "{ability} is used before moving or after attacking", ability=me.name)
    elif effect.window != "both" and turn.phase != effect.window:
        form = "{ability} is used after attacking" if effect.window == "after" else "{ability} is used before moving"
        return refuse("AR-TURN-01", form, ability=me.name)
    return effect.refusal(pos, me)


def _uses(pos: Position) -> list[Use]:
    turn = pos.state.turn
    if turn.chosen is None:
        return []
    return [
        Use(card.id, me.name)
        for card in pos.cards_of(turn.seat)
        for me in abilities(pos, card)
        if isinstance(me.effect, Activated) and ability_refusal(pos, card, me) is None
    ]


def _use(game: Game, card_id: int, ability: str) -> Rule[None]:
    card = game.state.cards[card_id]
    me = next(me for me in abilities(game, card) if me.name == ability)
    assert isinstance(me.effect, Activated)
    if me.effect.instead_of_attack:
        yield from end_move(game)
        game.state.turn.phase = "acting"
        ready = [figure for figure in game.on_board(card) if may_attack(game, figure) is None]
        game.state.turn.attacks.append(ready[0].id)
    printed = next(one for one in game.face(card).abilities if one.name == ability)
    (card.spent if printed.once_per_game else card.used).append(ability)
    game.tell("ability", words("{card} uses {ability}", card=game.card_label(card), ability=ability), card=card.id)
    yield from me.effect.use(game, me)


# ---- Action 5: move the turn marker -----------------------------------------------------------------------------------
def clean_up(game: Game) -> Rule[None]:
    """Hand limit, what ends with the turn, the marker, victory (A65)."""
    turn = game.state.turn
    seat = turn.seat
    hand = game.state.seats[seat].hand
    while len(hand) > casting.HAND_LIMIT and not game.state.seats[seat].out:
        question: Text = words("You hold {n} cards: discard down to {limit}.", n=len(hand), limit=casting.HAND_LIMIT)
        spell = yield from game.choose_spell(seat, question, sorted(set(hand)))
        assert spell is not None
        casting.discard(game, seat, spell)
    for me in sources(game, "turn_end"):
        yield from me.effect.turn_end(game, me, seat)
    lasting = game.state.lasting
    lasting[:] = [
        effect for effect in lasting
        if effect.until != "turn" and not (effect.until == "own end" and effect.seat == seat and effect.begun)
    ]  # fmt: skip
    for card in game.state.cards:
        card.used.clear()
    game.end_if_decided()
    outcome = at_turn_end(game)
    if outcome:
        raise Over(outcome)
    following = (seat + 1) % len(game.state.seats)
    game.state.turn = Turn(turn.number + 1, following, "start")
    game.table.close_undo(ENDED)
