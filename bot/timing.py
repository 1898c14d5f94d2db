"""How long somebody has, and what falls due for it. Plain functions on a match's record; the caller keeps it.

Time runs for a seat from :func:`give` to :func:`take`, except while the match is paused or the person is away. What falls
due follows from the record alone (:func:`wanted`): :func:`retimes` compares it with the moment before a change, so whoever
changes a record need not think of reminders.
"""

from __future__ import annotations

from bot.pace import DAY, HOUR, Night, Pace, after, night, pace, ran, whole
from bot.records import FORMER, KINDS, MOST_REMINDERS, Due, MatchRecord, Person, Retime, SeatRecord

LEAST = 1.0 * HOUR  # that somebody has at least when their time goes on after it stood still, or after an outage
OVERS = 3  # posts about a deadline that has passed, where the table agreed to reminders only
PINGS = 6  # reminders for one turn of one person, whatever happens in it
NUDGES = (1.0 * HOUR, 6.0 * HOUR)  # after an eighth of the time, within this, a turn that was begun counts as forgotten
NUDGE_UNLIMITED = 12.0 * HOUR

Times = list[tuple[float | None, tuple[Due, ...]]]  # of each seat: the deadline, and what was to fall due


# ---- time that runs ----------------------------------------------------------------------------------------------------
def give(record: MatchRecord, seat: int, now: float) -> None:
    """The seat is asked: its time begins to run (or stands still from the start, where it has to)."""
    each, agreed = record.seats[seat], pace(record.pace)
    each.pings = each.overs = 0
    each.acted_at = each.heard = 0.0
    each.quiet_turn = False
    seconds = float(max(_on_clock(each, agreed), agreed.least) if agreed.clock else agreed.seconds)
    each.given, each.spent, each.handed = seconds, 0.0, now
    each.deadline = each.frozen = None
    if seconds:
        _run(record, each, now, seconds)
    update(record, now)


def take(record: MatchRecord, seat: int, now: float) -> None:
    """The seat is asked no more: its time stops, and of a clock for the whole match some comes back. Nothing happens if it
    does not run."""
    each, agreed = record.seats[seat], pace(record.pace)
    if each.deadline is None and each.frozen is None:
        return
    if agreed.clock:
        each.clock = min(float(agreed.seconds), left(record, seat, now) + agreed.back)
    each.deadline = each.frozen = None
    each.given = each.spent = 0.0
    each.quiet_turn = False


def left(record: MatchRecord, seat: int, now: float) -> float:
    """Seconds that the seat has for what it is asked now; 0 if none is left, or nothing runs."""
    each = record.seats[seat]
    if each.frozen is not None:
        return each.frozen
    return max(0.0, ran(now, each.deadline, _night(record, each))) if each.deadline is not None else 0.0


def freeze(record: MatchRecord, now: float) -> None:
    """Nobody's time runs any more: nothing falls due until :func:`thaw`. May be repeated. Whoever pauses a match sets
    ``record.paused`` as well, for as long as that is set, time given to somebody stands still from the start."""
    for seat, each in enumerate(record.seats):
        if each.deadline is not None:
            each.frozen = left(record, seat, now)
            each.deadline = None


def thaw(record: MatchRecord, now: float) -> None:
    """Everybody's time goes on with what was left of it, but at least :data:`LEAST`; that of somebody who is away still
    stands still. Set ``record.paused`` to None as well, in the same change."""
    for each in record.seats:
        if each.frozen is not None and each.person.away_until <= now:
            _run(record, each, now, max(each.frozen, min(LEAST, each.given)))
        elif each.deadline is None and each.frozen is None:
            each.handed = now


def fresh_turn(record: MatchRecord, seat: int, now: float) -> None:
    """For somebody else on this seat: a whole clock, and a whole turn if the seat is asked; no earlier reminder counts.
    Their own quiet hours, and whether they are away, count from the next change on."""
    each = record.seats[seat]
    asked = each.asked_since is not None
    each.person, each.clock, each.remind_at, each.reach = Person(), -1.0, None, ""
    each.acted = each.acted and not asked
    if asked:
        give(record, seat, now)


def extend(record: MatchRecord, seat: int, now: float, deadline: float) -> None:
    """The seat's time runs out then, later or sooner than it would have (also where it had no limit). Reminders follow.
    Nothing happens if it is not asked."""
    each = record.seats[seat]
    if each.asked_since is None:
        return
    seconds = max(0.0, ran(now, deadline, _night(record, each)))
    each.given = max(each.given, seconds)
    each.overs, each.over_at = 0, 0.0
    each.frozen = None
    _run(record, each, now, seconds, whole(deadline))
    update(record, now)


def again(record: MatchRecord, seat: int, now: float) -> None:
    """What was agreed for the end of the time has been done, and still the seat is asked: then it has its time anew, for
    nothing may wait without end."""
    each = record.seats[seat]
    if record.stage == "playing" and each.asked_since is not None and each.deadline is not None and each.deadline <= now:
        give(record, seat, now)


def acts(record: MatchRecord, seat: int, now: float) -> None:
    """The seat has answered and is asked on."""
    record.seats[seat].acted_at = now


def update(record: MatchRecord, now: float) -> None:
    """Time stands still, or goes on, where somebody has gone away or come back, or the match is paused or resumed."""
    for seat, each in enumerate(record.seats):
        still = record.paused is not None or each.person.away_until > now
        if still and each.deadline is not None:
            each.frozen = left(record, seat, now)
            each.deadline = None
        elif not still and each.frozen is not None:
            _run(record, each, now, max(each.frozen, min(LEAST, each.given)))


def learn(record: MatchRecord, seat: int, person: Person, now: float) -> None:
    """What counts of somebody's settings now. Reminders that would have been due by now are not made up for."""
    each = record.seats[seat]
    if each.person == person:
        return
    if each.person.reminders != person.reminders or (_night(record, each) and each.person.quiet != person.quiet):
        each.heard = now
    each.person = person


def _run(record: MatchRecord, each: SeatRecord, now: float, seconds: float, deadline: float | None = None) -> None:
    each.frozen = None
    each.handed, each.spent = now, each.given - seconds
    each.deadline = whole(after(now, seconds, _night(record, each))) if deadline is None else deadline


def _on_clock(each: SeatRecord, agreed: Pace) -> float:
    return each.clock if each.clock >= 0 else float(agreed.seconds)


def night_of(record: MatchRecord, seat: int) -> Night | None:
    """The hours in which the seat's time stands still every day, if the match has such a pace."""
    return _night(record, record.seats[seat])


def _night(record: MatchRecord, each: SeatRecord) -> Night | None:
    return night(each.person.quiet, each.person.zone) if pace(record.pace).night else None


# ---- what falls due ----------------------------------------------------------------------------------------------------
def times(record: MatchRecord) -> Times:
    """What :func:`retimes` has to know of the moment before a change."""
    return [(each.deadline, wanted(record, seat)) for seat, each in enumerate(record.seats)]


def retimes(record: MatchRecord, before: Times, builtin_user: int) -> list[Retime]:
    """What changes among the due things, compared with :func:`times` before the change."""
    found: list[Retime] = []
    for seat, each in enumerate(record.seats):
        nobody = builtin_user and each.user == builtin_user
        deadline, due = (None, ()) if nobody else (each.deadline, wanted(record, seat))
        old_deadline, old = before[seat] if seat < len(before) else (None, ())
        add = tuple(one for one in due if one not in old)
        gone = {one.kind for one in old if one not in due}
        if deadline != old_deadline or (old and not due):
            gone |= set(KINDS)  # with what a sweep has put off or added since
            add += tuple(one for one in due if one in old and one.kind in KINDS)
        elif any(kind.startswith("r") for kind in gone):
            gone |= set(FORMER)
        if gone or add:
            found.append(Retime(seat, tuple(sorted(gone)), add))
    return found


def wanted(record: MatchRecord, seat: int) -> tuple[Due, ...]:
    """All that is to fall due for a seat, as things stand; also what has been dealt with since things stand so."""
    each = record.seats[seat]
    if record.stage != "playing" or not each.user:
        return ()
    found: list[tuple[str, float]] = []
    if each.remind_at is not None:
        found.append(("ask", each.remind_at))
    if each.asked_since is None:
        pass
    elif each.frozen is not None:
        if record.paused is None and each.person.away_until:
            found.append(("back", each.person.away_until))
    else:
        if each.deadline is not None:
            found.append(("deadline", each.deadline))
            if 0 < each.overs < OVERS and not each.quiet_turn:
                found.append((f"over{each.overs}", each.over_at))
        if not each.quiet_turn and record.paused is None:
            found += _reminders(record, each)
            alone = sum(other.asked_since is not None for other in record.seats) == 1
            if each.acted_at and each.unended_told != each.acted_at and alone:
                found.append(("unended", unended_at(each)))
    return tuple(Due(record.id, seat, kind, at) for kind, at in found)


def unended_at(each: SeatRecord) -> float:
    """When a turn that was begun counts as forgotten: so long after the latest answer, or since its time goes on."""
    wait = max(NUDGES[0], min(NUDGES[1], each.given / 8)) if each.given else NUDGE_UNLIMITED
    return max(each.acted_at, each.handed) + wait


def next_over(record: MatchRecord, seat: int, now: float) -> None:
    """A post about the deadline that has passed is being made; the next one is a turn's time away."""
    each = record.seats[seat]
    each.overs += 1
    each.over_at = now + max(DAY, each.given)


def _reminders(record: MatchRecord, each: SeatRecord) -> list[tuple[str, float]]:
    """Those at fractions of the time left. Whoever has begun to move hears only the last one, and only where more than
    reminders follows."""
    if each.deadline is None:
        return []
    given, handed, spent = each.given, each.handed, each.spent
    if not given:  # from a release that knew but one kind of time
        given, spent = float(pace(record.pace).seconds), 0.0
        handed = each.deadline - given
    fractions = sorted(each.person.reminders, reverse=True)[:MOST_REMINDERS]
    dark = _night(record, each)
    found = []
    for n, fraction in enumerate(fractions, 1):
        seconds = given * (1 - fraction) - spent
        at = after(handed, seconds, dark) if seconds > 0 else handed
        last = n == len(fractions)
        if each.acted and not (last and record.policy != "remind"):
            continue
        if given < HOUR and not last:
            continue
        if max(handed, each.heard) < at < each.deadline:
            found.append((f"r{n}", at))
    return found
