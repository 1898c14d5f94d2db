"""What one person reads alone: their hand, the log as they may know it, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot import games
from bot.panels.facts import Facts, who
from bot.panels.ids import Press, short
from bot.panels.post import TEXT, Button, Picture, Post, buttons, cut, pages
from engine.core.text import Text, counted, say
from engine.core.views import View


def hand(facts: Facts, view: View, intro: str = "") -> list[Post]:
    """The hand in words under its picture, with a button for each card that can be played now and the reason for each
    that cannot; then what team mates hold. Long hands take several posts; pictures and buttons come with the last."""
    assert view.seat is not None
    cards = games.hand_of(view)
    lines = [intro] if intro else []
    lines.append(say("**Your hand** ({n})", n=len(cards)) if cards else say("**Your hand is empty.**"))
    playable = {option.subject: option for option in view.options if option.verb in ("cast", "play")}
    found: list[Button] = []
    for card in cards:
        lines.append(card_line(card))
        why_not = getattr(card, "why_not", None)
        option = playable.get(str(card.id))
        if option is not None:
            id = Press(facts.id, facts.version, "opt", short(option.key)).id()
            if all(button.id != id for button in found):
                found.append(Button(id, say("Cast {name}", name=card.name), "primary"))
        elif why_not is not None:
            lines.append(say("   ✗ not now: {why_not}", why_not=why_not))
    lines += _face_down(view, view.seat)
    pictures = [Picture("hand", facts.id, view.seat)] if cards else []
    mates = [] if view.outcome is not None else games.mates(view)
    for mate in mates:
        held = games.hand_of(view, mate)
        lines.append(
            say(
                "**Your team mate {player} ({seat}) holds** ({n})",
                player=who(facts.user(mate)),
                seat=games.seat_name(view, mate),
                n=len(held),
            )
        )
        lines += [card_line(card) for card in held]
        lines += _face_down(view, mate)
        pictures.append(Picture("hand", facts.id, view.seat, of=mate))
    found = [*found[:15], Button(Press(facts.id, facts.version, "play").id(), say("Play"), emoji="▶️")]
    if mates:
        found.append(confer_button(facts))
    texts = pages([cut(line, TEXT) for line in lines])
    posts = [Post(text) for text in texts[:-1]]
    return [*posts, Post(texts[-1], tuple(buttons(found)), tuple(pictures))]


def _face_down(view: View, seat: int) -> list[str]:
    return [say("• face down on {on}: **{name}**", on=on, name=name) for name, on in games.face_down_of(view, seat)]


def confer_button(facts: Facts) -> Button:
    return Button(Press(facts.id, 0, "confer").id(), say("Confer…"), emoji="💬")


def talk(facts: Facts, said: Sequence[tuple[int, str]]) -> list[Post]:
    """What team mates told each other, the newest last."""
    lines = [say("**Said in your team**"), *(f"{who(user)}: {text}" for user, text in said)]
    if not said:
        lines.append(say("Nothing yet."))
    posts = [Post(text) for text in pages(lines)][-3:]
    return [*posts[:-1], Post(posts[-1].text, tuple(buttons([confer_button(facts)])))]


def told_by_mate(facts: Facts, user: int, text: str, where: str) -> Post:
    """A team mate's words, as a direct message."""
    form = "**{player}, to your team alone** (match {match}, {where}):\n{text}"
    told = say(form, player=who(user), match=facts.id, where=where, text=text)
    return Post(told, tuple(buttons([confer_button(facts)])))


def card_line(card: Any) -> str:
    """One card in words: name, kind, cost, effect."""
    kind = str(getattr(card, "kind", ""))
    bits = [str(Text(kind))] if kind else []
    cost = getattr(card, "cost", None)
    if cost is not None:
        bits.append(str(counted(cost, "{n} point", "{n} points")))
    told = getattr(card, "text", "") or ""
    text = str(told if isinstance(told, Text) else Text(told))
    return f"• **{card.name}**" + (f" ({', '.join(bits)})" if bits else "") + (f": {text}" if text else "")


def more(facts: Facts, view: View) -> Post:
    """What is needed seldom."""
    lines = [
        say("**More**"),
        say(
            "`/why` tells why something cannot be done, `/card` shows any card, `/board` draws the board or tells it in "
            "words."
        ),
    ]
    if view.seat is not None and view.outcome is None:
        form = "With the others' consent: `/takeback`, `/match pause`. To leave without giving up: `/match replace`."
        lines.append(say(form))
    row = [
        Button(Press(facts.id, facts.version, "words").id(), say("Board in words")),
        Button(Press(facts.id, facts.version, "replay", "since").id(), say("Replay"), emoji="🎬"),
    ]
    if view.outcome is None and games.mates(view):
        lines.append(say("`/confer` tells your team mate something, and shows what was said."))
        row.append(confer_button(facts))
    if view.seat is not None and view.outcome is None:
        row.append(Button(Press(facts.id, facts.version, "orders").id(), say("Standing orders")))
        row.append(Button(Press(facts.id, facts.version, "export").id(), say("Export")))
        row.append(Button(Press(facts.id, facts.version, "resign").id(), say("Give up…"), "danger"))
    return Post("\n".join(lines), tuple(buttons(row)))


def resign(facts: Facts) -> Post:
    text = say("**Give up?** The match ends, and the others win. This cannot be taken back.")
    row = [
        Button(Press(facts.id, facts.version, "resign", "yes").id(), say("Give up"), "danger"),
        Button(Press(facts.id, facts.version, "play", "back").id(), say("Back")),
    ]
    return Post(text, tuple(buttons(row)))
