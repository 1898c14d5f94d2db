"""A person's panel for how pictures look to them."""

from __future__ import annotations

from bot.looks import PRINTS, THEMES, look_words
from bot.panels.ids import Press
from bot.panels.post import Choice, Picture, Post, Select
from engine.core.text import say
from render.theme import Look


def panel(theme: str, large: bool | None, look: Look, sample: str = "") -> Post:
    """``theme`` and ``large``: the person's wishes (empty, None: none); ``look``: what comes of them; ``sample``: the id of
    a card that shows it."""
    lines = [
        say("**Pictures** that I show you alone: {look}. What you pick is kept at once.", look=look_words(look)),
        say("Pictures in public look as the server's host has settled (`/setup`)."),
    ]
    usual = say("as the server has it")
    themes = [Choice("server", usual, chosen=not theme)]
    themes += [Choice(key, str(name), chosen=key == theme) for key, name in THEMES.items()]
    wanted = "" if large is None else "large" if large else "usual"
    prints = [Choice("server", usual, chosen=not wanted)]
    prints += [Choice(key, str(name), chosen=key == wanted) for key, name in PRINTS.items()]
    rows = (
        Select(Press(0, 0, "look_theme").id("ps"), say("Colours"), tuple(themes)),
        Select(Press(0, 0, "look_print").id("ps"), say("Print"), tuple(prints)),
    )
    return Post("\n".join(lines), rows, (Picture("card", card=sample),) if sample else ())
