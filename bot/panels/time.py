"""Time in words: how long somebody has and what comes then, reminders, being away, a person's own settings."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from bot import hours
from bot.pace import DAY, length
from bot.panels.facts import Facts, Policy, named, when, who
from bot.panels.ids import Press
from bot.panels.post import Button, Choice, Post, Select, buttons
from bot.records import MOST_REMINDERS, Reach
from engine.core.text import Text, counted, listed, say, words

THEN: dict[Policy, Text] = {
    "remind": words("{until}; after that they are reminded, and the match waits"),
    "auto": words("{until}, then the bot makes a simple move for them"),
    "forfeit": words("{until}, then they lose the match"),
}
THEN_YOU: dict[Policy, Text] = {
    "remind": words("{until}; after that the match waits for you"),
    "auto": words("{until}, then the bot makes a simple move for you"),
    "forfeit": words("{until}, then you lose the match"),
}
REACHES: dict[Reach, Text] = {
    "": words("the first privately, later ones in the match's thread"),
    "dm": words("all by direct message"),
    "thread": words("all in the match's thread"),
}
# One for each time zone that many people live in; any other can be written.
ZONES = (
    "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "America/New_York", "America/Chicago",
    "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu",
    "America/Halifax", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Africa/Lagos", "Africa/Johannesburg",
    "Asia/Dubai", "Asia/Kolkata", "Asia/Jakarta", "Asia/Shanghai", "Asia/Tokyo", "Australia/Perth", "Australia/Adelaide",
    "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip


# ---- in public ---------------------------------------------------------------------------------------------------------
def limit(facts: Facts, asked: Sequence[int]) -> str:
    """How long those who are asked have, and what comes then; empty where there is no limit."""
    if facts.paused:
        return say("paused: nobody's time runs")
    seats = [facts.seats[seat] for seat in asked]
    parts: list[Text] = []
    for at in sorted({seat.until for seat in seats if seat.until is not None}):
        until = words("until {when}", when=when(at))
        there = [seat.user for seat in seats if seat.until == at]
        parts.append(words("{who} {until}", who=named(there), until=until) if len(there) < len(seats) else until)
    found = str(_then(THEN, facts.policy, listed(parts))) if parts else ""
    still = [say("{who} is away until {when}, so their time stands still", who=who(seat.user), when=when(seat.away))
             for seat in seats if seat.away is not None]  # fmt: skip
    return " · ".join(part for part in (found, *still) if part)


def clocks(facts: Facts) -> str:
    """What is left on the clocks that do not run just now; empty where there are none."""
    still = [words("{who} {time}", who=who(seat.user), time=length(seat.clock))
             for seat in facts.seats if seat.user and seat.clock is not None]  # fmt: skip
    return say("On the clock: {clocks}.", clocks=listed(still)) if still else ""


def yours(facts: Facts, seat: int) -> str:
    """The same for the one who sits there; empty where there is no limit."""
    if facts.paused:
        return say("paused: nobody's time runs")
    each = facts.seats[seat]
    if each.away is not None:
        return say("you are away until {when}, so your time stands still", when=when(each.away))
    if each.until is None:
        return ""
    return str(_then(THEN_YOU, facts.policy, words("until {when}", when=when(each.until))))


def _then(forms: Mapping[Policy, Text], policy: Policy, until: Text | str) -> Text:
    return Text(forms[policy].form, {"until": until})


def away(user: int, until: float, *, stands: bool) -> Post:
    """One line for a table. ``stands``: there is a time that stands still meanwhile."""
    if stands:
        return Post(
            say("🧳 {who} is away until {when}. Their time stands still until then.", who=who(user), when=when(until))
        )
    return Post(say("🧳 {who} is away until {when}.", who=who(user), when=when(until)))


def back(user: int, deadline: float | None, *, ring: bool = False) -> Post:
    """``ring``: they are told that it is their turn."""
    text = say("{who} is back.", who=who(user))
    if deadline is not None:
        text = say("{who} is back; their time runs again, until {when}.", who=who(user), when=when(deadline))
    return Post(text, pings=(user,) if ring else ())


def hurry(
    match: int, version: int, users: Sequence[int], deadline: float | None, policy: Policy, acted: bool, asked: bool
) -> Post:
    """A reminder in the thread, before the time runs out. ``acted``: they have begun their turn; ``asked``: they have asked
    for it."""
    whose = named(list(users))
    text = say("{who}, it is your turn.", who=whose)
    if acted:
        text = say("{who}, your turn is begun but not ended (`/end`).", who=whose)
    if deadline is not None:
        text += " " + _time_left(deadline, policy)
    if asked:
        text = say("As you asked:") + " " + text
    return Post(text, tuple(buttons(reminded(match, version))), pings=tuple(users))


def overdue(match: int, version: int, moved: Sequence[int], idle: Sequence[int], last: bool, hush: bool = True) -> Post:
    """The deadline has passed, and the table has agreed that the match waits. ``moved`` have begun their turn, ``idle`` have
    not; ``last``: nobody is reminded again."""
    lines = []
    if idle:
        one, many = (
            "Time is up: {who} has not moved yet. The match waits, as agreed.",
            "Time is up: {who} have not moved yet. The match waits, as agreed.",
        )
        lines.append(str(counted(len(idle), one, many, who=named(list(idle)))))
    if moved:
        one, many = (
            "Time is up: {who} has begun the turn, but not ended it (`/end`). The match waits, as agreed.",
            "Time is up: {who} have begun the turn, but not ended it (`/end`). The match waits, as agreed.",
        )
        lines.append(str(counted(len(moved), one, many, who=named(list(moved)))))
    if last:
        lines.append(say("I shall not ask again."))
    row = reminded(match, version) if hush and not last else reminded(match, version)[:1]
    return Post("\n".join(lines), tuple(buttons(row)), pings=(*idle, *moved))


def outage(users: Sequence[tuple[int, float]]) -> Post:
    """Those whose time ran out while the bot was not there, each with when it runs out now."""
    whose = named([user for user, _ in users])
    one, many = (
        "The bot was away for a while; {who} gets the time that was lost back.",
        "The bot was away for a while; {who} get the time that was lost back.",
    )
    lines = [str(counted(len(users), one, many, who=whose))]
    for at in sorted({at for _, at in users}):
        there = [user for user, until in users if until == at]
        lines.append(say("New time for {who}: until {when}.", who=named(there), when=when(at)))
    return Post("\n".join(lines))


def _time_left(deadline: float, policy: Policy) -> str:
    return say("You have time {until}.", until=_then(THEN_YOU, policy, words("until {when}", when=when(deadline))))


# ---- for one person ----------------------------------------------------------------------------------------------------
def reminded(match: int, version: int) -> list[Button]:
    """The buttons of every reminder."""
    return [
        Button(Press(match, version, "play").id(), say("Play"), "primary", "▶️"),
        Button(Press(match, version, "hush").id(), say("Not again this turn"), emoji="🔕"),
    ]


def turn(match: int, version: int, where: str, deadline: float | None, policy: Policy, acted: bool) -> Post:
    """A reminder by direct message."""
    begun = say("It is your turn in match {n} ({where}).", n=match, where=where)
    if acted:
        begun = say("You have begun your turn in match {n} ({where}), but not ended it (`/end`).", n=match, where=where)
    if deadline is not None:
        begun += " " + _time_left(deadline, policy)
    return Post(begun, tuple(buttons(reminded(match, version))))


def asked_for(match: int, version: int, where: str, deadline: float | None, policy: Policy, acted: bool) -> Post:
    """A reminder that somebody asked for."""
    post = turn(match, version, where, deadline, policy, acted)
    return Post(say("As you asked:") + " " + post.text, post.rows)


def nudge(match: int, version: int, where: str, deadline: float | None, policy: Policy) -> Post:
    """A turn that was begun lies unended, and nobody else is asked anything."""
    text = say(
        "You have moved in match {n} ({where}), but not ended your turn: `/end`, or **Play** and then **End turn**. The "
        "others wait until you do.",
        n=match, where=where,
    )  # fmt: skip
    if deadline is not None:
        text += " " + _time_left(deadline, policy)
    return Post(text, tuple(buttons(reminded(match, version))))


def requests(match: int, version: int, deadline: float | None, at: float | None, where: Reach, hushed: bool) -> Post:
    """What somebody can settle about the reminders of one match."""
    lines = [say("**Reminders of match {n}**", n=match)]
    if deadline is not None:
        lines.append(say("Your time runs until {when}.", when=when(deadline)))
    if at is not None:
        lines.append(say("You have asked for a reminder {when}.", when=when(at)))
    lines.append(say("They come: {where}.", where=REACHES[where]))
    if hushed:
        lines.append(say("No more of them for this turn."))
    lines.append(say("`/settings reminders` says when they come, in all your matches; `/settings quiet` when none does."))
    row = [
        Button(Press(match, version, "remind", str(seconds)).id(), say("In {time}", time=length(seconds)))
        for seconds in (3600, 3 * 3600, 12 * 3600, 24 * 3600)
    ]
    other = []
    if at is not None:
        other.append(Button(Press(match, version, "remind", "0").id(), say("Not any more")))
    if not hushed:
        other.append(Button(Press(match, version, "hush").id(), say("Not again this turn"), emoji="🔕"))
    return Post("\n".join(lines), (*buttons(row), *buttons(other)))


def ask_zone(now: float) -> Post:
    """Which time zone somebody lives in."""
    lines = [say("**Which time zone are you in?** Pick the place whose clock shows the same as yours."),
             say("For any other place: `/settings zone`, which knows all of them.")]  # fmt: skip
    choices = tuple(
        Choice(zone, say("{time} in {place}", time=clock_time(now, zone), place=place(zone)), zone)
        for zone in sorted(ZONES, key=lambda zone: _ahead(now, zone))
    )
    return Post("\n".join(lines), (Select(Press(0, 0, "zone").id("ps"), say("Time zone"), choices),))


def quiet_words(quiet: tuple[int, int] | None, zone: str) -> str:
    if quiet is None:
        return say("No quiet hours: a reminder may come at any time.")
    return say(
        "No reminder comes from {start}:00 to {end}:00 ({zone}). What falls into those hours comes at their end.",
        start=quiet[0], end=quiet[1], zone=place(zone) if zone else "UTC",
    )  # fmt: skip


def reminders_words(reminders: Sequence[float], reach: Reach) -> str:
    if not reminders:
        return say("No reminders before your time runs out.")
    marks = [words("{n} %", n=round(fraction * 100)) for fraction in sorted(reminders, reverse=True)]
    return say("You are reminded when {marks} of your time are left; {where}.", marks=listed(marks), where=REACHES[reach])


def away_panel(until: float | None, left: float) -> Post:
    """Being away from all one's matches. ``until``: they are; ``left``: seconds of absence left after that."""
    if until is None:
        lines = [
            say("You are not away. While you are, your time stands still in all your matches, nothing reminds you, and your "
                "tables know until when."),
            say("You have {left} of absence left, {most} at a time.", left=length(left), most=length(14 * DAY)),
        ]  # fmt: skip
        row = [
            Button(Press(0, 0, "away", str(days)).id(), str(counted(days, "Away for {n} day", "Away for {n} days")))
            for days in (1, 3, 7, 14)
        ]
        return Post("\n".join(lines), tuple(buttons(row)))
    lines = [say("You are away until {when}. Your tables know, your time stands still there, and nothing reminds you.",
                 when=when(until)),
             say("After that you have {left} of absence left.", left=length(left))]  # fmt: skip
    return Post("\n".join(lines), tuple(buttons([Button(Press(0, 0, "away", "0").id(), say("I am back"), "success")])))


def hushed(match: int, version: int, deadline: float | None) -> Post:
    """They want no more reminders for this turn."""
    text = say("I shall not remind you again of this turn.")
    if deadline is not None:
        text += " " + say("Your time runs until {when}.", when=when(deadline))
    return Post(text, tuple(buttons(reminded(match, version)[:1])))


def place(zone: str) -> str:
    """A zone's name for people."""
    return zone.replace("_", " ")


def clock_time(now: float, zone: str) -> str:
    return datetime.datetime.fromtimestamp(now, hours.zone(zone)).strftime("%H:%M")


def _ahead(now: float, zone: str) -> float:
    offset = datetime.datetime.fromtimestamp(now, hours.zone(zone)).utcoffset()
    return offset.total_seconds() if offset else 0.0


def percentages(text: str) -> tuple[float, ...] | None:
    """Fractions of the time left from what somebody wrote: ``50 20``; ``none``. None if it is not understood."""
    plain = text.replace("%", " ").replace(",", " ").replace(";", " ").split()
    if [each.casefold() for each in plain] in (["none"], ["0"], ["keine"]):
        return ()
    if not 1 <= len(plain) <= MOST_REMINDERS or not all(each.isdigit() and 1 <= int(each) <= 95 for each in plain):
        return None
    return tuple(sorted({int(each) / 100 for each in plain}, reverse=True))
