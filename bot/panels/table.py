"""What the table is asked and told beside the rules: proposals, seats on offer, pauses, the host's doings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.panels.facts import Facts, named, when, who
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Post, buttons, cut
from engine.core.text import Text, say, words

PAUSED = words(
    "Nobody's time runs, and nobody is reminded. Whoever is asked may play on; time runs again when everybody agrees to "
    "`/match resume`, or when the host says so."
)
CHANCE = words(
    "Chance stays as it is: whoever does the same again meets the same dice, and whoever does something else meets the dice "
    "of this match in the same order. What has been seen stays seen."
)


def proposal(facts: Facts, number: int, asks: Text, waiting: Sequence[int], until: float, *, ring: bool) -> Post:
    """``asks``: what is proposed; ``waiting``: the people who are still to agree."""
    lines = [f"**{asks}**"]
    lines.append(say("Needed: {people}. The proposal lapses {when}.", people=named(list(waiting)), when=when(until)))
    row = [
        Button(Press(facts.id, facts.version, "agree", str(number)).id(), say("Agree"), "success"),
        Button(Press(facts.id, facts.version, "disagree", str(number)).id(), say("Decline")),
    ]
    return Post(cut("\n".join(lines), TEXT), tuple(buttons(row)), (), tuple(waiting) if ring else ())


def closed(asks: Text | str, how: Text) -> Post:
    """A proposal that has been settled: no button is left."""
    return Post(cut(f"~~{asks}~~\n{how}", TEXT))


def offer(facts: Facts, seat: int, text: Text) -> Post:
    """A seat that somebody else may take over."""
    row = [
        Button(Press(facts.id, facts.version, "takeover", str(seat)).id(), say("Take over"), "success"),
        Button(Press(facts.id, facts.version, "takebot", str(seat)).id(), say("Let the bot play"), emoji="🤖"),
    ]
    return Post(cut(str(text), TEXT), tuple(buttons(row)))


def offer_closed(text: Text) -> Post:
    return Post(cut(str(text), TEXT))


def upgraded(lines: Sequence[Text]) -> Post:
    return Post(cut("\n".join(f"📜 {line}" if n == 0 else f"• {line}" for n, line in enumerate(lines)), TEXT))


def by_host(user: int, text: Text, why: str) -> Text:
    """What the host has done, with their reason."""
    if why:
        return words("{host} (host): {text} Reason: {why}", host=who(user), text=text, why=cut(why, 300))
    return words("{host} (host): {text}", host=who(user), text=text)
