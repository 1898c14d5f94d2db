"""``/board`` and its buttons: the whole board or a part of it, how far somebody gets, what somebody sees, before and after
the last turn; as a picture or in words. Each sees what they may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands
from msgspec.structs import replace

from bot.commands import viewing
from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.panels import time, views
from bot.panels.ids import Press
from bot.panels.post import Picture
from bot.panels.prompt import asked_words
from bot.panels.views import Wanted
from bot.pictures import board_words, place_words
from bot.service import Look
from bot.showing import Here
from engine.core.looks import Region
from engine.core.text import say, words
from engine.core.views import View
from render import looked


class ViewsDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {"board": self.board, "words": self.words, "view": self.view, "viewat": self.view_at}

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        viewing.register(tree, self)

    async def board(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.show(interaction, press.match, Wanted())

    async def words(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.show(interaction, press.match, Wanted(text=True))

    async def view(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.show(interaction, press.match, Wanted.read(press.arg))

    async def view_at(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """The argument: which list it was, then what was shown."""
        wanted = Wanted.read(press.arg.partition(".")[2])
        await self.show(interaction, press.match, replace(wanted, region=picked[0] if picked else "", start=""))

    async def show(self, interaction: Here, match: int, wanted: Wanted) -> None:
        """Show what is wanted. ``wanted.region`` may be as somebody wrote it. Raises Sorry."""
        look = await self.service.look(match, interaction.user.id)
        game = self.service.games[look.seen.game]
        at = self._found(look, wanted.region) if wanted.region else None
        wanted = replace(wanted, region=at.id if at else "")
        if wanted.show in ("before", "after"):
            await self._turn(interaction, match, wanted, at)
            return
        if wanted.show and at is not None:
            start = self._found(look, wanted.start) if wanted.start else None
            wanted = replace(wanted, start=start.id if start else "")
            asking = self.service.asking
            about = await asking.reach(look, at) if wanted.show == "reach" else await asking.sight(look, at, start)
            look = replace(look, about=about)
        regions = game.regions(look.seen.board)
        over = look.seen.outcome is not None
        if wanted.text:
            chapter = await self.service.history.chapter(match, interaction.user.id)
            span = chapter.chronicle.since_last_turn()
            changes = chapter.chronicle.lines(span.first, span.last)
            lines = looked.told(look.about) if look.about is not None else _words(look.seen, changes, at)
            await self.showing.show(interaction, views.told(look.facts, wanted, regions, lines, over=over), look)
            return
        drawn = Picture("board", look.facts.id, look.seen.seat, near=at.spaces if at and look.about is None else ())
        post = views.picture(look.facts, wanted, regions, _lines(look, wanted, at), drawn, over=over)
        await self.showing.show(interaction, post, look)

    def _found(self, look: Look, written: str) -> Region:
        """What somebody means. Raises Sorry."""
        found = self.service.games[look.seen.game].region(look.seen.board, written)
        if found is None:
            raise Sorry(words(
                "I do not know where “{at}” is. Write a figure's name, a space, or a part of the board: `north`, `left`, "
                "`middle`.", at=written[:50],
            ))  # fmt: skip
        return found

    async def _turn(self, interaction: Here, match: int, wanted: Wanted, at: Region | None) -> None:
        """The board before or after the last turn, as the asker may know it."""
        chapter = await self.service.history.chapter(match, interaction.user.id)
        look, chronicle = chapter.look, chapter.chronicle
        if not chronicle.length:
            raise Sorry(words("Nothing has happened yet that could be shown."))
        span = chronicle.last_turn()
        over = look.seen.outcome is not None
        regions = self.service.games[look.seen.game].regions(look.seen.board)
        if wanted.show == "before":
            lines = [say("**Before {span}**", span=span.name)]
            until = span.first - 1
        else:
            lines = [say("**After {span}**", span=span.name)]
            lines += [f"• {line}" for line in chronicle.lines(span.first, span.last)]
            until = span.last
        if wanted.text:
            moment = await self.service.history.moment(match, look.seat, until)
            lines += ["", *_words(moment.view, [], at)]
            await self.showing.show(interaction, views.told(look.facts, wanted, regions, lines, over=over), look)
            return
        drawn = Picture("moment", look.facts.id, look.seat, since=span.first - 1, until=until, near=at.spaces if at else ())
        await self.showing.show(interaction, views.picture(look.facts, wanted, regions, lines, drawn, over=over), look)


def _lines(look: Look, wanted: Wanted, at: Region | None) -> list[str]:
    """What stands over the picture."""
    if look.about is not None:
        return [f"**{looked.headline(look.about)}**"]
    if wanted.show == "reach":
        return [say("Whose reach? Pick somebody below.")]
    if wanted.show == "sight":
        return [say("Who looks round? Pick somebody below, or write a space: `/board at:F7 show:sight`.")]
    return [f"**{at.name}**"] if at is not None else [board_line(look)]


def board_line(look: Look) -> str:
    """Who is waited for, or how it ended."""
    seen = look.seen
    if seen.outcome is not None:
        return say("The match is over: {reason}", reason=seen.outcome.reason)
    text = say("Waiting for {players}.", players=asked_words(look.facts, seen))
    limit = time.limit(look.facts, seen.asked)
    return text + (" " + say("Time: {limit}.", limit=limit) if limit else "")


def _words(view: View, changes: Sequence[str], at: Region | None) -> list[str]:
    """The board, or that part of it, in words. A heading stays with the line below it, wherever a message ends."""
    lines: list[str] = []
    for line in (board_words(view, changes) if at is None else place_words(view, at)).splitlines():
        if lines and lines[-1].rpartition("\n")[2].startswith("#"):
            lines[-1] += f"\n{line}"
        elif lines and not lines[-1]:
            lines[-1] = f"\n{line}"
        else:
            lines.append(line)
    return lines
