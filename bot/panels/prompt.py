"""The public post of a turn: made from what spectators may know, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from bot import games
from bot.panels import time
from bot.panels.facts import Facts, named, placed, who
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Picture, Post, buttons, cut, cut_lines
from engine.core.text import listed, say
from engine.core.views import View


def asked_words(facts: Facts, view: View) -> str:
    """``@seat-2 (Nahiri)``, for everybody who is asked."""
    return str(listed([f"{who(facts.user(seat))} ({games.seat_name(view, seat)})" for seat in view.asked]))


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
    head.append(time.limit(facts, view.asked))
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
        lines += [say("*Since your last turn:*"), *before]
    if now:
        lines += [say("*This turn so far:*"), *now]
    pings = tuple(facts.user(seat) for seat in view.asked) if ring else ()
    picture = Picture("board", facts.id, since=drawn_since)
    return Post("\n".join([*lines, *tail]), tuple(buttons(public_buttons(facts))), (picture,), pings)


def public_buttons(facts: Facts) -> list[Button]:
    """The same for every turn and every position: not even a button says what somebody holds."""
    return [
        Button(Press(facts.id, facts.version, "play").id(), say("Play"), "primary", "▶️"),
        Button(Press(facts.id, facts.version, "hand").id(), say("My hand"), emoji="🎴"),
        Button(Press(facts.id, facts.version, "board").id(), say("Board"), emoji="🗺️"),
        Button(Press(facts.id, facts.version, "log").id(), say("What happened"), emoji="📜"),
        Button(Press(facts.id, facts.version, "more").id(), say("More…")),
    ]


def opening(facts: Facts, view: View, told: Sequence[str]) -> Post:
    """How the match begins: the promise about chance, the rolls, who is who."""
    form = "**{title}** on {field}: {players}"
    lines = [say(form, title=cut(facts.title, 200), field=cut(facts.battlefield, 200), players=named(facts.players))]
    for seat in facts.seats:
        form = "{player}, {place}, plays {army}" if seat.place else "{player} plays {army}"
        lines.append(say(form, player=who(seat.user), place=cut(str(seat.place), 40), army=cut(seat.army, 200)))
    if facts.agreed:
        lines.append(cut(say("Agreed: {terms}.", terms=", ".join(facts.agreed)), 300))
    if games.goal(view):
        lines.append(cut(f"🎯 {games.goal(view)}.", 200))
    promise = say(
        "Every die and shuffle follows from a seed that was fixed just now. Its digest: `{digest}` (the seed "
        "itself is posted at the end, so that anybody can check).",
        digest=facts.digest,
    )
    room = TEXT - sum(len(line) + 1 for line in (*lines, promise))
    lines += cut_lines([f"• {line}" for line in told], room)
    return Post("\n".join([*lines, promise]), (), (Picture("board", facts.id),))


def ending(facts: Facts, view: View, told: Sequence[str], luck: Sequence[str], seed: str) -> Post:
    """Why it ended, points, luck, and how to check the chance."""
    outcome = view.outcome
    assert outcome is not None
    winners = [facts.user(seat) for seat in outcome.winners if seat < len(facts.seats)]
    won = say("🏆 **{players} won**", players=named(winners)) if winners else say("🤝 **The match is a draw**")
    lines = [won, str(outcome.reason)]
    if games.scores(view):
        lines.append(games.points_line(view))
    lines += luck
    if told:
        lines += [say("*At the last:*"), *cut_lines([f"• {line}" for line in told], 700)]
    lines.append(
        say(
            "Seed: `{seed}`\nDigest posted at the start: `{digest}`\nTo check every die and shuffle: `/verify`; or "
            "**Export** and, on a computer of your own, `python -m engine verify FILE`.",
            seed=seed,
            digest=facts.digest,
        )
    )
    row = [
        Button(Press(facts.id, facts.version, "rematch").id(), say("Rematch"), "success"),
        Button(Press(facts.id, facts.version, "export").id(), say("Export")),
        Button(Press(facts.id, facts.version, "replay", "whole").id(), say("Replay"), emoji="🎬"),
        Button(Press(facts.id, facts.version, "board").id(), say("Board"), emoji="🗺️"),
        Button(Press(facts.id, facts.version, "log").id(), say("What happened"), emoji="📜"),
        Button(Press(facts.id, facts.version, "verify").id(), say("Check the chance"), emoji="🎲"),
        Button(Press(facts.id, facts.version, "fairness").id(), say("How the dice fell")),
    ]
    return Post(cut("\n".join(lines), TEXT), tuple(buttons(row)), (Picture("poster", facts.id),), tuple(facts.players))


def status(facts: Facts, view: View | None) -> str:
    """A few lines about where the match stands, for anybody."""
    lines = [say("**Match {match}: {title}** on {field}", match=facts.id, title=facts.title, field=facts.battlefield)]
    lines.append(say("Players: {players}. Pace: {pace}.", players=placed(facts) or named(facts.players), pace=facts.pace))
    if facts.agreed:
        lines.append(say("Agreed: {terms}.", terms=", ".join(facts.agreed)))
    if view is None:
        done = [seat.joined if facts.stage == "open" else seat.ready for seat in facts.seats]
        waiting = [seat.user for seat in facts.seats if seat.user and not done[seat.seat]]
        free = sum(1 for seat in facts.seats if not seat.user)
        match facts.stage:
            case "open":
                form = "Open seats: {free}. Waiting for {players}." if waiting else "Open seats: {free}."
                lines.append(say(form, free=free, players=named(waiting)))
            case "armies":
                lines.append(say("Choosing armies; waiting for {players}.", players=named(waiting)))
            case "cancelled":
                lines.append(say("It was called off."))
    elif facts.stage == "cancelled":
        lines.append(say("It was called off."))
    elif view.outcome is not None:
        lines.append(say("Over: {reason}", reason=view.outcome.reason))
    else:
        where = games.headline(view)
        form = "{turn}: waiting for {players}." if where else "Waiting for {players}."
        lines.append(say(form, turn=where, players=asked_words(facts, view)))
        lines += [line for line in (games.goal(view), games.standing(view)) if line]
        limit = time.limit(facts, view.asked)
        if limit:
            lines.append(say("Time: {limit}.", limit=limit))
        lines.append(time.clocks(facts))
    return "\n".join(line for line in lines if line)
