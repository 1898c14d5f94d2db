"""The log with its filters, replays, and a match step by step: as far as the reader may know."""

from __future__ import annotations

from bot import games
from bot.chronicle import Chronicle, Entry, Filter, Span
from bot.panels.facts import Facts, who
from bot.panels.ids import LONGEST, Press
from bot.panels.post import OPTIONS, TEXT, Button, Buttons, Choice, Picture, Post, Row, Select, cut, cut_lines, pages
from engine.core.text import say
from engine.core.views import View

ANYBODY, ANYTHING = "-", "-"
WORDS = 1200  # characters of what happened under a moment
HANDS = 600  # and of what everybody held


# ---- the log ----------------------------------------------------------------------------------------------------------
def log_lines(chronicle: Chronicle, wanted: Filter) -> list[str]:
    """What is found, line by line, under headings of turns. What others may not know, or might not then, is marked."""
    lines: list[str] = []
    turn = 0
    for entry in chronicle.found(wanted):
        if entry.kind == "turn":
            turn = entry.turn
            lines.append(f"**{entry.text}**")
            continue
        if entry.turn != turn and not wanted.bare:
            turn = entry.turn
            lines.append("**" + say("Turn {n}", n=turn) + "**")
        lines.append(_line(entry))
    return lines


def _line(entry: Entry) -> str:
    if entry.kind == games.BESIDE:
        return f"• ⚙️ {entry.text} (<t:{int(entry.at)}:f>)"
    return f"• 🔒 {entry.text}" if entry.secret else f"• {entry.text}"


def filtered(view: View, wanted: Filter) -> str:
    """What is looked for, in words; empty if it is everything."""
    parts = []
    if wanted.seat is not None:
        parts.append(games.seat_name(view, wanted.seat))
    if wanted.kind:
        parts.append(str(games.TOLD[wanted.kind]))
    if wanted.first or wanted.last:
        first, last = wanted.first, wanted.last
        if first == last:
            parts.append(say("turn {n}", n=first))
        elif last:
            parts.append(say("turns {first} to {last}", first=first or 1, last=last))
        else:
            parts.append(say("from turn {n} on", n=first))
    if wanted.text:
        parts.append(f"“{cut(wanted.text, 40)}”")
    return " · ".join(parts)


def log(facts: Facts, view: View, chronicle: Chronicle, wanted: Filter, page: int | None = None) -> Post:
    """The log, in pages; the newest page first. Its lists and buttons carry what is looked for."""
    lines = log_lines(chronicle, wanted)
    what = filtered(view, wanted)
    texts = pages(lines or [say("Nothing of that kind has happened.") if what else say("Nothing has happened yet.")],
                  TEXT - 160)  # fmt: skip
    last = len(texts) - 1
    page = last if page is None else max(0, min(page, last))
    title = "**" + say("What happened") + "**" + (f" · {what}" if what else "")
    text = f"{title} ({say('page {n} of {all}', n=page + 1, all=last + 1)})\n{texts[page]}"
    rows: list[Row] = [_kinds(facts, wanted), _seats(facts, view, wanted)]
    turning = [
        _to_page(facts, wanted, "⏮", 0, page == 0, "first"),
        _to_page(facts, wanted, "◀", page - 1, page == 0, "back"),
        _to_page(facts, wanted, "▶", page + 1, page == last, "on"),
        _to_page(facts, wanted, "⏭", last, page == last, "last"),
    ]
    if last:
        rows.append(Buttons(tuple(turning)))
    tools = [Button(_id(facts, "logfind", wanted.carried(50)), say("Turns or words…"), emoji="🔎")]
    if not wanted.bare:
        tools.append(Button(_id(facts, "log", ""), say("Everything")))
    tools.append(Button(_id(facts, "replay", "since"), say("Replay"), emoji="🎬"))
    if facts.stage == "over":
        tools.append(Button(_id(facts, "step", "0"), say("Step by step"), emoji="👣"))
    rows.append(Buttons(tuple(tools)))
    return Post(cut(text, TEXT), tuple(rows))


def _to_page(facts: Facts, wanted: Filter, mark: str, page: int, off: bool, name: str) -> Button:
    """``name`` keeps ids apart where two buttons lead to one page."""
    head = f"{page}.{name}~"
    return Button(_id(facts, "log", head + wanted.carried(_room(facts, "log") - len(head))), mark, disabled=off)


def _kinds(facts: Facts, wanted: Filter) -> Select:
    choices = [Choice(ANYTHING, say("everything"), chosen=not wanted.kind)]
    choices += [Choice(kind, str(label), chosen=kind == wanted.kind) for kind, label in games.TOLD.items()]
    carried = wanted.carried(_room(facts, "logkind"))
    return Select(Press(facts.id, facts.version, "logkind", carried).id("ps"), say("What to show"), tuple(choices))


def _seats(facts: Facts, view: View, wanted: Filter) -> Select:
    choices = [Choice(ANYBODY, say("everybody's doings"), chosen=wanted.seat is None)]
    choices += [Choice(str(seat.seat), games.seat_name(view, seat.seat), chosen=seat.seat == wanted.seat)
                for seat in facts.seats]  # fmt: skip
    carried = wanted.carried(_room(facts, "logseat"))
    return Select(Press(facts.id, facts.version, "logseat", carried).id("ps"), say("Whose doings"), tuple(choices))


# ---- replays ----------------------------------------------------------------------------------------------------------
def span_carried(span: Span) -> str:
    return f"{span.first}-{span.last}"


def film(facts: Facts, seat: int | None, span: Span) -> Picture:
    """The replay of a span through the eyes of a seat (None: a spectator's)."""
    return Picture("replay", facts.id, seat, since=span.first - 1, until=span.last)


def replay(facts: Facts, chronicle: Chronicle, span: Span, *, drawn: bool = True) -> Post:
    """A span as an animated picture, or in words where there is none; and the way to other spans."""
    whose = say("as everybody may know it now") if chronicle.everything else (
        say("as you may know it") if chronicle.seat is not None else say("as the table sees it"))  # fmt: skip
    lines = [f"🎬 **{say('Replay')}**: {span.name}, {whose}."]
    pictures: tuple[Picture, ...] = ()
    if drawn:
        pictures = (film(facts, chronicle.seat, span),)
    else:
        told = [f"• {line}" for line in chronicle.lines(span.first, span.last)]
        lines += cut_lines(told or [say("Nothing happened in it.")], WORDS)
    return Post("\n".join(lines), tuple(replay_rows(facts, chronicle, span, drawn)), pictures)


def replay_rows(facts: Facts, chronicle: Chronicle, span: Span, drawn: bool) -> list[Row]:
    spans = [
        Button(_id(facts, "replay", "since"), say("Since my last turn") if chronicle.seat is not None else say("Last turn")),
        Button(_id(facts, "replay", "turn"), say("Last turn")),
        Button(_id(facts, "replay", "whole"), say("Whole match")),
        Button(_id(facts, "rturns"), say("Turns…")),
    ]
    if chronicle.seat is None:
        del spans[0]
    rows: list[Row] = [Buttons(tuple(spans))]
    tools = [Button(_id(facts, "log", ""), say("What happened"), emoji="📜")]
    if facts.stage == "over":
        tools.append(Button(_id(facts, "step", "0"), say("Step by step"), emoji="👣"))
        tools.append(poster_button(facts))
        if drawn:
            tools.append(Button(_id(facts, "rshow", span_carried(span)), say("Show it to everybody"), emoji="📣"))
    rows.append(Buttons(tuple(tools)))
    return rows


def shown(facts: Facts, user: int, span: Span) -> Post:
    """The replay of a finished match for everybody: all secrets lie open."""
    text = f"🎬 {say('{who} shows the match again: {span}.', who=who(user), span=span.name)}"
    row = Buttons(
        (
            Button(_id(facts, "replay", "whole"), say("Whole match"), emoji="🎬"),
            Button(_id(facts, "step", "0"), say("Step by step"), emoji="👣"),
        )
    )
    return Post(text, (row,), (film(facts, None, span),))


# ---- the poster -------------------------------------------------------------------------------------------------------
def poster_button(facts: Facts) -> Button:
    return Button(_id(facts, "poster"), say("Poster"), emoji="🏅")


def poster(facts: Facts, view: View) -> Post:
    """The whole of a finished match on one picture. ``view``: the reader's, at its end."""
    assert view.outcome is not None
    row = Buttons(
        (
            Button(_id(facts, "replay", "whole"), say("Replay"), emoji="🎬"),
            Button(_id(facts, "step", "0"), say("Step by step"), emoji="👣"),
            Button(_id(facts, "log", ""), say("What happened"), emoji="📜"),
        )
    )
    text = f"🏅 **{say('Poster')}**: {view.outcome.reason}"
    return Post(cut(text, TEXT), (row,), (Picture("poster", facts.id, view.seat),))


# ---- step by step -----------------------------------------------------------------------------------------------------
def stepper(facts: Facts, chronicle: Chronicle, number: int, view: View) -> Post:
    """One step of a match: the board after it, what happened, and the ways from here. Its ids carry the step alone.
    ``view``: at that step."""
    last = len(chronicle.steps)
    number = max(0, min(number, last))
    n, before = chronicle.step(number), chronicle.step(number - 1) if number else -1
    turn = chronicle.turn_at(n)
    where = [say("Turn {n} of {all}", n=turn, all=chronicle.turns)] if turn else []
    where.append(say("step {n} of {all}", n=number, all=last) if number else say("the beginning"))
    told = [f"• {line}" for line in chronicle.lines(before + 1, n)]
    lines = [f"👣 **{' · '.join(where)}**", *cut_lines(told, WORDS), *cut_lines(hands(view), HANDS)]
    moves = [
        ("⏮", 0, number == 0, "first"), ("◀", number - 1, number == 0, "back"), ("▶", number + 1, number == last, "on"),
        ("⏭", last, number == last, "last"),
    ]  # fmt: skip
    rows: list[Row] = [Buttons(tuple(Button(_id(facts, "step", f"{to}.{name}"), mark, disabled=off)
                                     for mark, to, off, name in moves))]  # fmt: skip
    turns = turns_nearby(chronicle, turn)
    if len(turns) > 1:
        choices = tuple(Choice(str(each), say("Turn {n}", n=each), chosen=each == turn) for each in turns)
        rows.append(Select(Press(facts.id, facts.version, "stepturn").id("ps"), say("To a turn"), choices))
    tools = [Button(_id(facts, "log", ""), say("What happened"), emoji="📜")]
    if turn:
        tools.insert(0, Button(_id(facts, "replay", f"t{turn}"), say("Replay this turn"), emoji="🎬"))
        if len(turns) < chronicle.turns:
            tools.insert(0, Button(_id(facts, "stepto"), say("To turn…")))
    rows.append(Buttons(tuple(tools)))
    picture = Picture("moment", facts.id, chronicle.seat, since=max(0, before), until=n)
    return Post("\n".join(lines), tuple(rows), (picture,))


def hands(view: View) -> list[str]:
    """What everybody holds, as far as the view says."""
    lines = []
    seats = getattr(view.board, "seats", ())
    for seat in range(len(seats)):
        names = [str(card.name) for card in games.hand_of(view, seat)]
        down = [say("{card} (face down)", card=card) for card, _ in games.face_down_of(view, seat)]
        if names or down:
            lines.append(f"🎴 {games.seat_name(view, seat)}: {', '.join([*names, *down])}")
    return lines


def turns_nearby(chronicle: Chronicle, turn: int, most: int = OPTIONS) -> list[int]:
    """The turns to choose from: all, or the neighbours of the present one with steps of several beyond."""
    turns = sorted(chronicle.begun)
    if len(turns) <= most:
        return turns
    near = [each for each in turns if abs(each - turn) <= 4]
    rest = [each for each in turns if each not in near]
    every = -(-len(rest) // (most - len(near) - 1))
    return sorted({*near, *rest[::every], turns[-1]})[:most]


# ---- from a file ------------------------------------------------------------------------------------------------------
def brought_in(facts: Facts, view: View, user: int, summary: object) -> Post:
    """A finished match that somebody has brought in from its file."""
    outcome = view.outcome
    assert outcome is not None
    sides = [games.seat_name(view, seat.seat) for seat in facts.seats]
    winners = [games.seat_name(view, seat) for seat in outcome.winners]
    lines = [
        f"📼 **{cut(facts.title, 200)}**, {cut(facts.battlefield, 200)}: {', '.join(sides)}",
        say("A finished match, brought in from its file by {who} and checked: {what}.", who=who(user), what=str(summary)),
        ("🏆 " + say("Won by {names}.", names=", ".join(winners)) if winners else "🤝 " + say("It was a draw."))
        + f" {outcome.reason}",
        say("Digest posted at its start: `{digest}`. It counts for no rating.", digest=facts.digest),
    ]
    row = [
        Button(_id(facts, "step", "0"), say("Step by step"), emoji="👣"),
        Button(_id(facts, "replay", "whole"), say("Replay"), emoji="🎬"),
        Button(_id(facts, "log", ""), say("What happened"), emoji="📜"),
        Button(_id(facts, "export"), say("Export")),
    ]
    return Post(cut("\n".join(lines), TEXT), (Buttons(tuple(row)),), (Picture("poster", facts.id),))


def _id(facts: Facts, action: str, arg: str = "") -> str:
    return Press(facts.id, facts.version, action, arg).id()


def _room(facts: Facts, action: str) -> int:
    """How long an argument may be in an id with that action."""
    return LONGEST - len(Press(facts.id, facts.version, action).id("ps"))

