"""A message before it becomes Discord's: plain data that can be queued, compared in tests, and kept within the limits.

``fit`` is the only place that knows Discord's limits for messages; everything sent goes through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from engine.core.text import say

TEXT = 2000
LABEL = 80
OPTION = 100  # label, value and description of a select's option
PLACEHOLDER = 150
OPTIONS = 25
ROWS = 5
BUTTONS = 5
ALT = 1024
CUT = "…"

Style = Literal["primary", "secondary", "success", "danger"]
Kind = Literal["choices", "people", "channels", "roles"]


class Button(msgspec.Struct, frozen=True, tag="button"):
    id: str
    label: str
    style: Style = "secondary"
    emoji: str = ""
    disabled: bool = False


class Choice(msgspec.Struct, frozen=True):
    value: str
    label: str
    description: str = ""
    chosen: bool = False


class Select(msgspec.Struct, frozen=True, tag="select"):
    """One row: a list to pick from. ``kind``: of what; people, (text) channels and roles are Discord's own lists, of which
    those of ``picked`` (Discord's numbers) are picked already."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    kind: Kind = "choices"
    picked: tuple[int, ...] = ()


class Buttons(msgspec.Struct, frozen=True, tag="row"):
    buttons: tuple[Button, ...]


Row = Buttons | Select


class Picture(msgspec.Struct, frozen=True):
    """What to draw when the message is sent. ``seat``: through whose eyes (None: everybody's).

    ``kind`` board, hand, card or army; ``match`` 0 for a card or an army; ``subject`` marks what that subject can reach;
    ``card`` an id. ``since``: what happened after that many answers is drawn as well (-1: nothing). ``of``: whose hand
    (None: that of ``seat``). ``army`` of the ``game``, held against ``options``.
    ``near``: the spaces to look at more closely (none: the whole board).
    ``moment``: the board after ``until`` answers, with what happened after ``since``; ``replay``: that span, animated;
    ``poster``: of a finished match.
    """

    kind: Literal["board", "hand", "card", "army", "moment", "replay", "poster"]
    match: int = 0
    seat: int | None = None
    verb: str = ""
    subject: str = ""
    card: str = ""
    since: int = -1
    until: int = -1
    of: int | None = None
    near: tuple[str, ...] = ()
    game: str = ""
    army: dict[str, Any] = {}
    options: dict[str, int] = {}


class Post(msgspec.Struct, frozen=True):
    """A message. ``pings``: the people a mention in the text may ring; nobody else's phone does."""

    text: str
    rows: tuple[Row, ...] = ()
    pictures: tuple[Picture, ...] = ()
    pings: tuple[int, ...] = ()


def cut(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + CUT


def cut_lines(lines: Sequence[str], limit: int) -> list[str]:
    """As many of the last lines as fit into ``limit`` characters, with a hint in place of the earlier ones."""
    more = say("… (all of it: `/log`)")
    if sum(len(line) + 1 for line in lines) <= limit:
        return list(lines)
    kept: list[str] = []
    room = limit - len(more) - 1
    for line in reversed(lines):
        if len(line) + 1 > room:
            if not kept and room > 20:
                kept.append(cut(line, room - 1))
            break
        kept.append(line)
        room -= len(line) + 1
    return [more, *reversed(kept)]


def pages(lines: Sequence[str], limit: int = TEXT) -> list[str]:
    """The lines in as few texts as possible, each within ``limit``; a line that is longer is broken."""
    texts: list[str] = []
    text = ""
    for line in lines:
        parts = [line[n : n + limit] for n in range(0, len(line), limit)] or [""]
        for part in parts:
            if text and len(text) + 1 + len(part) > limit:
                texts.append(text)
                text = part
            else:
                text = f"{text}\n{part}" if text else part
    return [*texts, text] if text or not texts else texts


def buttons(found: Sequence[Button]) -> list[Row]:
    """Rows of five."""
    return [Buttons(tuple(found[n : n + BUTTONS])) for n in range(0, len(found), BUTTONS)]


def fit(post: Post) -> Post:
    """The post within Discord's limits. Texts are cut; too many rows, buttons or choices are a fault of the panel and
    raise ValueError, for what is left out there could not be reached by anybody."""
    if len(post.rows) > ROWS:
        raise ValueError(f"{len(post.rows)} rows of components")
    seen: set[str] = set()
    return msgspec.structs.replace(
        post, text=cut(post.text, TEXT), rows=tuple(_fit_row(row, seen) for row in post.rows), pings=post.pings[:100]
    )


def _fit_row(row: Row, seen: set[str]) -> Row:
    parts: Sequence[Button | Select] = row.buttons if isinstance(row, Buttons) else (row,)
    for part in parts:
        if part.id in seen:
            raise ValueError(f"two components with the id {part.id}")
        if not 0 < len(part.id) <= 100:
            raise ValueError(f"an id of {len(part.id)} characters")
        seen.add(part.id)
    if isinstance(row, Buttons):
        if not 0 < len(row.buttons) <= BUTTONS:
            raise ValueError(f"{len(row.buttons)} buttons in a row")
        return Buttons(
            tuple(msgspec.structs.replace(button, label=cut(button.label, LABEL) or "?") for button in row.buttons)
        )
    if row.kind == "choices" and not 0 < len(row.choices) <= OPTIONS:
        raise ValueError(f"{len(row.choices)} choices in a select")
    if len(row.picked) > row.most:
        raise ValueError(f"{len(row.picked)} of {row.most} are picked already")
    if len({choice.value for choice in row.choices}) != len(row.choices):
        raise ValueError(f"two choices with one value in {row.id}")
    choices = tuple(
        Choice(choice.value, cut(choice.label, OPTION) or "?", cut(choice.description, OPTION), choice.chosen)
        for choice in row.choices
    )
    return msgspec.structs.replace(row, placeholder=cut(row.placeholder, PLACEHOLDER), choices=choices)
