"""What the table is asked and told beside the rules: proposals, seats on offer, pauses, the host's doings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.panels.facts import Facts, named, when, who
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Post, buttons, cut
from bot.records import Entry, MatchRecord
from engine.core.text import Text, say, words

PAUSED = words(
    "Nobody's time runs, and nobody is reminded. Whoever is asked may play on; time runs again when everybody agrees to "
    "`/match resume`, or when the host says so."
)
CHANCE = words(
    "Chance stays as it is: whoever does the same again meets the same dice, and whoever does something else meets the dice "
    "of this match in the same order. What has been seen stays seen."
)


def proposal(
    facts: Facts, number: int, asks: Text, waiting: Sequence[int], until: float, *, ring: bool, note: Text | None = None
) -> Post:
    """``asks``: what is proposed; ``waiting``: the people who are still to agree; ``note``: what it would mean."""
    lines = [f"**{asks}**", *([str(note)] if note else [])]
    lines.append(say("Needed: {people}. The proposal lapses {when}.", people=named(list(waiting)), when=when(until)))
    row = [
        Button(Press(facts.id, facts.version, "agree", str(number)).id(), say("Agree"), "success"),
        Button(Press(facts.id, facts.version, "disagree", str(number)).id(), say("Decline")),
    ]
    return Post(cut("\n".join(lines), TEXT), tuple(buttons(row)), (), tuple(waiting) if ring else ())


def closed(asks: Text | str, how: Text) -> Post:
    """A proposal that has been settled: no button is left."""
    return Post(cut(f"~~{asks}~~\n{how}", TEXT))


def failed(host: int, told: Text) -> Post:
    """What the table agreed on cannot be done; the match's host is told."""
    return Post(cut(say("⚠️ {told} {host}, please look at the bot's log.", told=told, host=who(host)), TEXT), pings=(host,))


def goes_on(told: Text, asked: tuple[int, ...]) -> Post:
    """A match that was paused goes on; those who are asked are rung."""
    return Post(cut(say("▶️ {told} Asked: {people}.", told=told, people=named(list(asked))), TEXT), pings=asked)


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


def stuck(host: int, text: Text) -> Post:
    """A match that a new release cannot load: whoever runs the bot has to look."""
    told = say("⚠️ {text} {host}, please tell whoever runs this bot: the earlier release can play it on.", text=text,
               host=who(host))  # fmt: skip
    return Post(told, pings=(host,))


def by_host(user: int, text: Text, why: str) -> Text:
    """What the host has done, with their reason."""
    if why:
        return words("{host} (host): {text} Reason: {why}", host=who(user), text=text, why=cut(why, 300))
    return words("{host} (host): {text}", host=who(user), text=text)


def called_off(told: Text, seed: str, digest: str, people: tuple[int, ...]) -> Post:
    """A match ends without an outcome. What chance would have brought can be looked up, as after any match."""
    lines = [str(told)]
    if seed:
        lines.append(say("Seed: `{seed}`. Digest posted at the start: `{digest}`.", seed=seed, digest=digest))
    return Post(cut("\n".join(lines), TEXT), pings=people)


def moved_here(facts: Facts, told: Text) -> Post:
    """What stands in the channel in which a match goes on; its thread hangs on it."""
    title = say("**Match {n}: {title}** goes on here: {people}", n=facts.id, title=facts.title, people=named(facts.players))
    return Post(cut(f"{title}\n{told}", TEXT))


def table_lines(table: Sequence[Entry]) -> list[str]:
    """What happened beside the rules, the oldest first."""
    return [f"<t:{int(entry.at)}:f> · {say('step {n}', n=entry.answer)} · {entry.text}" for entry in table]


def status_line(facts: Facts, record: MatchRecord) -> str:
    """A match in the list of a server's host: who is waited for, and what is wrong."""
    place = f"<#{record.thread or record.channel}>"
    parts = [f"**{facts.id}** {facts.title} ({named(facts.players)}) {place}"]
    asked = [each for each in record.seats if each.asked_since is not None]
    if record.stage == "open":
        parts.append(say("waits for players"))
    elif record.stage == "armies":
        parts.append(say("armies are being chosen"))
    elif asked:
        parts.append(say("waits for {people}", people=named([each.user for each in asked])))
        until = [each.deadline for each in asked if each.deadline is not None]
        if until:
            parts.append(when(min(until)))
    if record.paused is not None:
        parts.append("⏸️ " + say("paused since {at}", at=f"<t:{int(record.paused.at)}:R>"))
    if record.unreachable:
        parts.append("📪 " + say("its channel is gone or closed to me: `/host move` gives it another"))
    parts += ["🪑 " + say("the seat of {who} is on offer", who=who(each.user)) for each in record.seats if each.leaving]
    return " · ".join(parts)


def unreachable(facts: Facts) -> Post:
    """For the hosts of a match whose channel is gone."""
    return Post(say(
        "📪 I cannot write in the channel of match {n} ({title}: {people}) any more: it was deleted or is closed. The "
        "match goes on by direct message to whoever is asked. A host of the server can give it another channel with "
        "`/host move`; where I lack permissions `/setup` shows which.", n=facts.id, title=facts.title,
        people=named(facts.players),
    ))  # fmt: skip
