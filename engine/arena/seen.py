"""Making views: what one seat, or a spectator, may see of a state. The only place where secrets are left out."""

from __future__ import annotations

from collections.abc import Callable

from engine.arena import casting, converge, glyphs, numbers, victory
from engine.arena.battlefield import CRYPTOLITH_HEIGHT
from engine.arena.cards import ArmyFace, Spell
from engine.arena.effects import effect_name
from engine.arena.position import CRYPTOLITH_LIFE, Position, spot
from engine.arena.state import ArmyCard, Enchantment, Figure
from engine.arena.summoning import SUMMONS
from engine.arena.view import (
    AbilityView,
    ArenaView,
    ArmyCardView,
    AttachedView,
    CryptolithView,
    FigureView,
    GlyphView,
    SeatView,
    SpellView,
)
from engine.core.refusal import Refusal
from engine.core.text import NOTHING, Text, listed, words


def see(pos: Position, viewer: int | None, everything: bool = False) -> ArenaView:
    """The whole board for that viewer (None: a spectator). After the end everything lies open."""
    state, turn = pos.state, pos.state.turn
    over = state.outcome is not None
    everything = everything or over
    return ArenaView(
        battlefield=state.battlefield,
        battlefield_name=pos.field.name,
        viewer=viewer,
        turn=turn.number,
        turns=pos.field.turns(len(state.seats)),
        active=turn.seat,
        phase="over" if over else "setup" if turn.phase == "start" and not turn.number else turn.phase,
        chosen=turn.chosen,
        spells_left=max(0, casting.SPELLS + turn.more_spells - turn.spells),
        summons_left=max(0, SUMMONS - len(turn.summoned)),
        seats=tuple(_seat(pos, seat, viewer, everything) for seat in range(len(state.seats))),
        cards=tuple(_card(pos, card, viewer, everything) for card in state.cards),
        figures=tuple(_figure(pos, figure) for figure in state.figures),
        cryptoliths=tuple(
            CryptolithView(
                cryptolith.name, spot(cryptolith.at), cryptolith.damage, CRYPTOLITH_LIFE, cryptolith.standing,
                pos.field.level(cryptolith.at) + CRYPTOLITH_HEIGHT,
            )
            for cryptolith in state.cryptoliths
        ),
        glyphs=tuple(
            GlyphView(key, spot(glyph.at), glyphs.title(key), glyphs.text(key))
            for glyph in state.glyphs
            for key in (glyph.key if glyph.face_up else "?",)
        ),
        night=bool(pos.field.rules.range_cap),
        weirded=converge.weirded_words(pos),
        goal=victory.goal(pos),
        progress=victory.progress(pos),
        extra=Text(turn.extra.source) if turn.extra else NOTHING,
    )  # fmt: skip


def _seat(pos: Position, seat: int, viewer: int | None, everything: bool) -> SeatView:
    owner = pos.state.seats[seat]
    open_hand = everything or _with(pos, viewer, seat)
    hand = tuple(_held(pos, seat, card, viewer) for card in sorted(owner.hand)) if open_hand else None
    return SeatView(
        seat=seat,
        side=owner.side,
        name=pos.side_name(seat),
        team=owner.team,
        number=owner.number,
        out=owner.out,
        exited=victory.exited(pos, seat),
        lost=owner.lost,
        planeswalker=pos.face(pos.state.cards[owner.planeswalker]).name,
        hand=hand,
        hand_size=len(owner.hand),
        library_size=len(owner.library),
        graveyard=tuple(spell_view(pos.spell(spell)) for spell in owner.graveyard),
        score=victory.score(pos, seat),
    )


def _with(pos: Position, viewer: int | None, seat: int) -> bool:
    """Whether the viewer is that seat or a team mate, who may look at its cards (AR-TEAM-08)."""
    return viewer is not None and pos.team(viewer) == pos.team(seat)


def _held(pos: Position, seat: int, card: str, viewer: int | None) -> SpellView:
    spell = pos.spell(casting.spell_id(card))
    if viewer != seat or pos.state.turn.seat != seat:
        return spell_view(spell)
    why_not = casting.refusal(pos, seat, card)
    return spell_view(spell, playable=why_not is None, why_not=why_not)


def spell_view(spell: Spell, *, playable: bool = False, why_not: Refusal | None = None) -> SpellView:
    return SpellView(
        spell.id, spell.name, spell.colour, spell.type, spell.attaches_to, spell.cost, spell.timing, spell.text,
        spell.duration, _source(spell.source), playable, why_not,
    )  # fmt: skip


def _source(sources: dict[str, str]) -> str:
    """The weakest source among a card's numbers: one designed number makes the card "designed"."""
    ranking = ("rulebook", "published", "host", "designed")
    return max(sources.values(), key=ranking.index) if sources else "designed"


def _attached(pos: Position, enchantment: Enchantment, viewer: int | None, everything: bool) -> AttachedView:
    known = not enchantment.hidden or everything or _with(pos, viewer, enchantment.controller)
    spell = spell_view(pos.spell(enchantment.spell)) if known else None
    # Of a card that was taken from another's library the owner would tell which one lies there: all know what was taken.
    owner = enchantment.owner if known else enchantment.controller
    return AttachedView(spell, enchantment.hidden, owner, enchantment.controller)


def _card(pos: Position, card: ArmyCard, viewer: int | None, everything: bool) -> ArmyCardView:
    return face_view(
        pos.face(card),
        id=card.id,
        seat=card.controller,
        owner=card.owner,
        zone=card.zone,
        label=pos.card_label(card),
        attached=tuple(_attached(pos, enchantment, viewer, everything) for enchantment in card.attached),
        counters=dict(card.counters),
        figures=tuple(figure.id for figure in pos.figures_of(card)),
        changes=_changes(pos, card),
    )


def face_view(
    face: ArmyFace, *, id: int = 0, seat: int = 0, owner: int = 0, zone: str = "reserve",
    label: Text = NOTHING, attached: tuple[AttachedView, ...] = (), counters: dict[str, int] | None = None,
    figures: tuple[int, ...] = (), changes: tuple[Text, ...] = (),
) -> ArmyCardView:  # fmt: skip
    """An army card as printed, with what lies on it."""
    return ArmyCardView(
        id=id, face=face.id, name=face.name, label=label or Text(face.name), kind=face.kind,
        unique=face.unique, colours=face.colours, seat=seat, owner=owner, zone=zone,  # type: ignore[arg-type]
        cost=face.cost, ppf=face.ppf, life=face.life, move=face.move, range=face.range,
        power=face.power, toughness=face.toughness, height=face.height, size=face.size, types=face.types,
        abilities=tuple(AbilityView(ability.name, ability.kind, ability.text) for ability in face.abilities),
        attached=attached, counters=counters or {}, figures=figures, source=_source(face.source), changes=changes,
    )  # fmt: skip


NUMBERS: tuple[tuple[str, str, Callable[[Position, Figure], numbers.Sum]], ...] = (
    ("Power: {sum}", "{figure}, power: {sum}", numbers.power),
    ("Toughness: {sum}", "{figure}, toughness: {sum}", numbers.toughness),
    ("Move: {sum}", "{figure}, move: {sum}", numbers.move),
    ("Range: {sum}", "{figure}, range: {sum}", numbers.range_of),
)

UNTIL = {  # what lasts for the card, and for some figures only
    "turn": ("{effect} until this turn is over", "{effect} on {figures} until this turn is over"),
    "own start": (
        "{effect} until the next turn of {side} begins", "{effect} on {figures} until the next turn of {side} begins",
    ),
    "own end": (
        "{effect} until the next turn of {side} is over", "{effect} on {figures} until the next turn of {side} is over",
    ),
}


def _changes(pos: Position, card: ArmyCard) -> tuple[Text, ...]:
    """What alters the card now: a sum for each number that is not as printed, for single figures where they differ, then
    what lasts for a while, and who cannot attack."""
    figures = pos.on_board(card)
    lines = []
    for of_all, of_one, number in NUMBERS if figures else ():
        sums = [(figure, number(pos, figure)) for figure in figures]
        alike = len({str(total.words) for _, total in sums}) == 1
        for figure, total in sums[:1] if alike else sums:
            if len(total.lines) > 1 or total.total != total.lines[0][1]:
                lines.append(words(of_all if alike else of_one, figure=pos.label(figure), sum=total.words))
    for lasting in pos.state.lasting:
        some = [pos.label(figure) for figure in figures if figure.id in lasting.figures]
        if some or card.id in lasting.cards:
            form, name = UNTIL[lasting.until][bool(some)], effect_name(pos, lasting.effect)
            lines.append(words(form, effect=name, figures=listed(some), side=pos.side_name(lasting.seat)))
    held = [pos.label(figure) for figure in figures if figure.id in pos.state.turn.no_attack]
    if held:
        lines.append(words("{figures} cannot attack until this turn is over", figures=listed(held)))
    return tuple(lines)


def _figure(pos: Position, figure: Figure) -> FigureView:
    face = pos.face_of(figure)
    on_board = figure.zone == "board" and figure.at is not None
    number = str(figure.number) if face.figures > 1 else ""
    return FigureView(
        id=figure.id,
        card=figure.card,
        seat=pos.controller(figure),
        label=pos.label(figure),
        short=face.short + number,
        zone=figure.zone,
        at=spot(figure.at) if on_board and figure.at else None,
        rear=spot(figure.rear) if on_board and figure.rear else None,
        level=pos.level(figure.at) if on_board and figure.at else 0,
        on_cryptolith=bool(on_board and figure.at and pos.cryptolith_at(figure.at)),
        life=face.life,
        damage=figure.damage,
        height=face.height,
        flying=on_board and numbers.flies(pos, figure),
        moved=pos.has_moved(figure),
        attacked=figure.id in (*pos.state.turn.attacks, *pos.state.turn.fought),
        engaged_with=tuple(other.id for other in pos.engaged(figure)) if on_board else (),
        power=numbers.power(pos, figure).total if on_board else None,
        toughness=numbers.toughness(pos, figure).total if on_board else None,
        move=numbers.move(pos, figure).total if on_board else None,
        range=numbers.range_of(pos, figure).total if on_board else None,
    )
