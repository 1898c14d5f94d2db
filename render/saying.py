"""Words for those who do not see the picture: kept within Discord's limits without cutting a word or a number, and laid out
for a screen reader. For every game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.events import Event
from engine.core.text import Text, capital, counted, listed, say

ALT_LIMIT = 1024  # characters of an attachment's description
LINE_LIMIT = 1900  # of one line: a message takes 2000, and a line is broken only if it is longer
CUT = "…"


def within(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` characters, cut after a whole word."""
    if len(text) <= limit:
        return text
    whole, space, _ = text[:limit].rpartition(" ")
    return (whole if space else text[: limit - 1])[: limit - 1].rstrip(" ,;:") + CUT


def sentence(words: str) -> str:
    """With a capital letter and a full stop, unless it ends with one of its own."""
    said = capital(words.strip())
    return said if not said or said[-1] in ".!?…" else f"{said}."


def told(changes: Sequence[Event | str], viewer: int | None) -> list[str]:
    """What happened, each as a sentence: of events those that the viewer may know; lines as they are."""
    lines = [each if isinstance(each, str) else str(each.text) if each.known_to(viewer) else "" for each in changes]
    return [sentence(line) for line in lines if line]


def alt(head: Sequence[str], changes: Sequence[str], positions: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """A picture in at most ``limit`` characters: ``head``, then of ``changes`` the latest that find room beside the rest, or
    in a fifth of the text, then of ``positions`` (the most important first) as many as fit. It ends with where the rest is
    told.
    Nothing is cut inside: what does not fit as a whole is left out and counted.
    """
    close = say("In words: `/board text:true`.")
    room = limit - len(close) - 50  # the counts of what is left out
    text = ""
    for part in head:
        if len(text) + len(part) + 1 <= room // 2:
            text = f"{text} {part}".strip()
    if not text and head:
        text = within(head[0], room // 2)
    share = max(limit // 5, room - len(text) - sum(len(each) + 1 for each in positions))
    latest: list[str] = []
    used = 0
    for line in reversed(changes):
        if used + len(line) + 1 > min(share, room - len(text) - 20):
            break
        latest.insert(0, line)
        used += len(line) + 1
    if latest:
        text += " " + say("Last: {changes}", changes=" ".join(latest))
    kept = 0
    for position in positions:
        if len(text) + len(position) + 1 > room:
            break  # and nothing after it, for parts of a list are read with those before them
        text += " " + position
        kept += 1
    if kept < len(positions):
        text += " " + str(counted(len(positions) - kept, "{n} more is left out.", "{n} more are left out."))
    return f"{text} {close}".strip()


def one_by_one(title: str, items: Sequence[str]) -> list[str]:
    """``title: a, b, c.`` in parts, of which any number can be left out from the end."""
    last = len(items) - 1
    return [(f"{title}: " if not n else "") + item + ("." if n == last else ",") for n, item in enumerate(items)]


def the_others(far: Sequence[Text], named: int = 4) -> str:
    """Those who cannot strike within a turn, nearest first: the nearest are named."""
    more = len(far) - named
    some: list[str | int | Text] = list(far[:named])
    some += [counted(more, "one more further away", "{n} more further away")] if more > 0 else []
    return say("Not within one turn, as far as lies open: {figures}.", figures=listed(some))


def heading(words: str, deep: int = 2) -> str:
    """A heading that a screen reader finds. ``deep`` 1 is the largest; Discord knows three."""
    return f"{'#' * deep} {words}"


def bullets(lines: Sequence[str]) -> list[str]:
    """Lines of a list, each with a capital letter, none longer than a message."""
    return [f"- {within(capital(line), LINE_LIMIT)}" for line in lines]


def changed(changes: Sequence[Event | str], viewer: int | None) -> list[str]:
    """A section of what changed since the viewer's last turn; nothing if nothing did."""
    lines = told(changes, viewer)
    title = say("What has just happened") if viewer is None else say("What has happened since your last turn")
    return ["", heading(title), *bullets(lines)] if lines else []
