"""The public post of a turn: made from what spectators may know, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from bot import games
from bot.panels.facts import Facts, named, placed, when, who
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Picture, Post, buttons, cut, cut_lines
from engine.core.views import View


def asked_words(facts: Facts, view: View) -> str:
    """``@seat-2 (Nahiri)``, for everybody who is asked."""
    return " and ".join(f"{who(facts.user(seat))} ({games.seat_name(view, seat)})" for seat in view.asked)


def prompt(
    facts: Facts,
    view: View,
    since: Sequence[str],
    so_far: Sequence[str],
    ring: bool,
    notice: str = "",
    drawn_since: int = -1,
) -> Post:
    """``view``: a spectator's. ``since``: what happened that those asked have not seen; ``so_far``: what they have done
    since. ``ring``: whether their phones ring. ``drawn_since``: after how many answers the picture's arrows begin."""
    assert view.seat is None
    head = [f"**{games.headline(view)}**" if games.headline(view) else "", asked_words(facts, view)]
    if facts.until is not None:
        head.append(f"until {when(facts.until)}")
    lines = [" · ".join(part for part in head if part)]
    if notice:
        lines.append(f"*{notice}*")
    tail: list[str] = []
    if games.standing(view):
        tail.append(games.standing(view))
    room = TEXT - sum(len(line) + 1 for line in (*lines, *tail)) - 60
    now = cut_lines([f"• {line}" for line in so_far], room // 2 if since else room)
    before = cut_lines([f"• {line}" for line in since], room - sum(len(line) + 1 for line in now))
    if before:
        lines += ["*Since your last turn:*", *before]
    if now:
        lines += ["*This turn so far:*", *now]
    pings = tuple(facts.user(seat) for seat in view.asked) if ring else ()
    picture = Picture("board", facts.id, since=drawn_since)
    return Post("\n".join([*lines, *tail]), tuple(buttons(public_buttons(facts))), (picture,), pings)


def public_buttons(facts: Facts) -> list[Button]:
    """The same for every turn and every position: not even a button says what somebody holds."""
    return [
        Button(Press(facts.id, facts.version, "play").id(), "Play", "primary", "▶️"),
        Button(Press(facts.id, facts.version, "hand").id(), "My hand", emoji="🎴"),
        Button(Press(facts.id, facts.version, "board").id(), "Board", emoji="🗺️"),
        Button(Press(facts.id, facts.version, "log").id(), "What happened", emoji="📜"),
        Button(Press(facts.id, facts.version, "more").id(), "More…"),
    ]


def opening(facts: Facts, view: View, told: Sequence[str]) -> Post:
    """How the match begins: the promise about chance, the rolls, who is who."""
    lines = [f"**{cut(facts.title, 200)}** on {cut(facts.battlefield, 200)}: {named(facts.players)}"]
    for seat in facts.seats:
        place = f", {cut(seat.place, 40)}," if seat.place else ""
        lines.append(f"{who(seat.user)}{place} plays {cut(seat.army, 200)}")
    if facts.agreed:
        lines.append(cut(f"Agreed: {', '.join(facts.agreed)}.", 300))
    if games.goal(view):
        lines.append(cut(f"🎯 {games.goal(view)}.", 200))
    promise = (
        f"Every die and shuffle follows from a seed that was fixed just now. Its digest: `{facts.digest}` (the seed "
        "itself is posted at the end, so that anybody can check)."
    )
    room = TEXT - sum(len(line) + 1 for line in (*lines, promise))
    lines += cut_lines([f"• {line}" for line in told], room)
    return Post("\n".join([*lines, promise]), (), (Picture("board", facts.id),))


def ending(facts: Facts, view: View, told: Sequence[str], luck: Sequence[str], seed: str) -> Post:
    """Why it ended, points, luck, and how to check the chance."""
    outcome = view.outcome
    assert outcome is not None
    winners = [facts.user(seat) for seat in outcome.winners if seat < len(facts.seats)]
    lines = [f"🏆 **{named(winners)} won**" if winners else "🤝 **The match is a draw**", str(outcome.reason)]
    points = games.scores(view)
    if points:
        lines.append("Points: " + ", ".join(f"{games.seat_name(view, n)} {score}" for n, score in enumerate(points)))
    lines += luck
    if told:
        lines += ["*At the last:*", *cut_lines([f"• {line}" for line in told], 700)]
    lines.append(
        f"Seed: `{seed}`\nDigest posted at the start: `{facts.digest}`\nTo check every die and shuffle: **Export**, then "
        "`python -m engine verify FILE`."
    )
    row = [
        Button(Press(facts.id, facts.version, "rematch").id(), "Rematch", "success"),
        Button(Press(facts.id, facts.version, "export").id(), "Export"),
        Button(Press(facts.id, facts.version, "board").id(), "Board", emoji="🗺️"),
        Button(Press(facts.id, facts.version, "log").id(), "What happened", emoji="📜"),
    ]
    return Post(cut("\n".join(lines), TEXT), tuple(buttons(row)), (Picture("board", facts.id),), tuple(facts.players))


def status(facts: Facts, view: View | None) -> str:
    """A few lines about where the match stands, for anybody."""
    lines = [f"**Match {facts.id}: {facts.title}** on {facts.battlefield}"]
    lines.append(f"Players: {placed(facts) or named(facts.players)}. Pace: {facts.pace}.")
    if facts.agreed:
        lines.append(f"Agreed: {', '.join(facts.agreed)}.")
    if view is None:
        done = [seat.joined if facts.stage == "open" else seat.ready for seat in facts.seats]
        waiting = [seat.user for seat in facts.seats if seat.user and not done[seat.seat]]
        free = sum(1 for seat in facts.seats if not seat.user)
        lines.append(
            {
                "open": f"Open seats: {free}. Waiting for {named(waiting)}." if waiting else f"Open seats: {free}.",
                "armies": f"Choosing armies; waiting for {named(waiting)}.",
                "cancelled": "It was called off.",
            }.get(facts.stage, "")
        )
    elif view.outcome is not None:
        lines.append(f"Over: {view.outcome.reason}")
    else:
        where = games.headline(view)
        lines.append(f"{where + ': ' if where else ''}waiting for {asked_words(facts, view)}.")
        lines += [line for line in (games.goal(view), games.standing(view)) if line]
        if facts.until is not None:
            lines.append(f"Time until {when(facts.until)}.")
    return "\n".join(line for line in lines if line)
