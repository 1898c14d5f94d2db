"""The board as somebody wants to see it: closer, with what was asked about it, before or after the last turn, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from bot.panels import memory
from bot.panels.facts import Facts
from bot.panels.ids import Press
from bot.panels.post import OPTIONS, TEXT, Button, Choice, Picture, Post, Row, Select, Style, buttons, cut_lines, pages
from engine.core.looks import Region
from engine.core.text import Text, say, words

Show = Literal["", "reach", "sight", "before", "after"]
SHOWN: dict[Show, Text] = {
    "reach": words("Reach"), "sight": words("Sight"), "before": words("Before the turn"), "after": words("After the turn"),
}  # fmt: skip
LISTS = 2  # of figures to pick from: further ones can be written with `/board at:`


class Wanted(msgspec.Struct, frozen=True):
    """``show``: what is asked about the board; ``region``: the id of an :class:`engine.core.looks.Region` to look at, empty
    for the whole board; ``text``: in words instead of a picture; ``start``: of sight, as if from that space."""

    show: Show = ""
    region: str = ""
    text: bool = False
    start: str = ""

    def carried(self) -> str:
        """As an id carries it."""
        return f"{self.show}.{self.region}.{'t' if self.text else ''}.{self.start}"

    @classmethod
    def read(cls, carried: str) -> Wanted:
        """What an id carried; whatever is not understood means the whole board."""
        show, region, text, start = [*carried.split("."), "", "", "", ""][:4]
        return cls(next((each for each in get_args(Show) if each == show), ""), region, text == "t", start)


def picture(
    facts: Facts, wanted: Wanted, regions: Sequence[Region], lines: Sequence[str], drawn: Picture, *, over: bool
) -> Post:
    """A picture with a few words above it. ``over``: nobody moves or looks round any more."""
    text = "\n".join(cut_lines(lines, TEXT))
    return Post(text, tuple(rows(facts, wanted, regions, over=over)), (drawn,))


def told(facts: Facts, wanted: Wanted, regions: Sequence[Region], lines: Sequence[str], *, over: bool) -> list[Post]:
    """The same in words alone; the buttons come with the last post."""
    posts = [Post(text) for text in pages(lines)]
    return [*posts[:-1], Post(posts[-1].text, tuple(rows(facts, wanted, regions, over=over)))]


def rows(facts: Facts, wanted: Wanted, regions: Sequence[Region], *, over: bool) -> list[Row]:
    """Lists of what can be looked at more closely, then what can be asked about it."""

    def press(action: str, arg: str) -> Press:
        return Press(facts.id, facts.version, action, arg)

    figures = [each for each in regions if each.subject]
    parts = [each for each in regions if not each.subject]
    lists: list[Row] = []
    chunks = [figures[n : n + OPTIONS] for n in range(0, len(figures), OPTIONS)][:LISTS]
    for n, chunk in enumerate(chunks):
        lists.append(Select(press("viewat", f"{n}.{wanted.carried()}").id("ps"), say("Look at somebody…"),
                            tuple(_choice(each, wanted) for each in chunk)))  # fmt: skip
    if parts:
        lists.append(Select(press("viewat", f"p.{wanted.carried()}").id("ps"), say("Look at a part of the board…"),
                            tuple(_choice(each, wanted) for each in parts[:OPTIONS])))  # fmt: skip
    at = next((each for each in regions if each.id == wanted.region), None)
    somebody = at is not None and bool(at.subject)
    anywhere = bool(wanted.region) and (at is None or somebody)  # a figure or a single space
    shows: list[Show] = []
    if not over:
        shows += ["reach"] if somebody else []
        shows += ["sight"] if anywhere else []
    shows += ["before", "after"]
    found = []
    if wanted.region or wanted.show:
        found.append(Button(press("view", Wanted(text=wanted.text).carried()).id(), say("Whole board")))
    for show in shows:
        here = wanted.show == show
        asked = msgspec.structs.replace(wanted, show="" if here and wanted.region else show)
        style: Style = "primary" if here else "secondary"
        stays = here and not wanted.region
        found.append(Button(press("view", asked.carried()).id(), str(SHOWN[show]), style, disabled=stays))
    other = msgspec.structs.replace(wanted, text=not wanted.text)
    found.append(Button(press("view", other.carried()).id(), say("As a picture") if wanted.text else say("In words")))
    if over:
        found.append(memory.poster_button(facts))
    return [*lists, *buttons(found)]


def _choice(region: Region, wanted: Wanted) -> Choice:
    return Choice(region.id, str(region.name), chosen=region.id == wanted.region)
