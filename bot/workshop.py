"""Armies outside and inside matches: the bench on which one is built, and those that are kept under names.

A bench is that of a match (the army one will play there) or, with match 0, the person's own.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

from bot.errors import Sorry
from bot.games import Game
from bot.keeping import Kept
from bot.panels.armies import MOST_SAVED, Bench, tidy
from bot.service import Service
from engine.core.text import say, words

LONGEST_NAME = 40  # characters of an army's name

Army = dict[str, Any]


class Workshop:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.keeper = service.keeper

    def game(self, name: str = "") -> Game:
        """The game of that name or title; the first on the shelf if none is named. Raises Sorry."""
        games, wanted = self.service.games, name.strip().casefold()
        titled = next((game for game in games.values() if wanted and wanted in game.title.casefold()), None)
        found = games.get(name) or titled if name else next(iter(games.values()), None)
        if found is None:
            raise Sorry(words("This bot does not know the game “{name}”.", name=name))
        return found

    # -- the bench
    async def bench(self, match: int, game: str, user: int) -> Bench:
        """Raises Sorry where the user has no army to choose in that match."""
        if match:
            record, seat = await self.service.beginning.army(match, user)
            its = self.service.game(record)
            names = await self._names(its, user)
            mine = record.seats[seat]
            return Bench(match, its, tidy(mine.army), record.options, names, mine.ready)
        its = self.game(game)
        kept = await self.keeper.armies(user, its.name)
        mine_alone = kept.get("", Kept())
        return Bench(0, its, tidy(mine_alone.army), mine_alone.options, tuple(name for name in kept if name))

    async def _names(self, game: Game, user: int) -> tuple[str, ...]:
        return tuple(name for name in await self.keeper.armies(user, game.name) if name)

    async def change(self, match: int, game: str, user: int, edit: Callable[[Game, Army], Army]) -> Bench:
        """Do something to the army on the bench."""
        if match:
            await self.service.beginning.change_army(match, user, edit)
        else:
            its = self.game(game)
            await self.keeper.change_army(
                user, its.name, "", lambda kept: Kept(tidy(edit(its, tidy(kept.army))), kept.options), MOST_SAVED
            )
        return await self.bench(match, game, user)

    async def agree(self, game: str, user: int, option: str, value: int) -> Bench:
        """Hold the army on one's own bench against another limit."""
        its = self.game(game)
        found = next((each for each in its.options() if each.id == option), None)
        if found is None or value not in dict(found.values):
            raise Sorry(words("That is not on offer any more."))
        await self.keeper.change_army(
            user, its.name, "", lambda kept: Kept(kept.army, {**kept.options, option: value}), MOST_SAVED
        )
        return await self.bench(0, game, user)

    # -- under names
    async def kept(self, game: Game, user: int) -> dict[str, Kept]:
        """The armies with a name."""
        return {name: kept for name, kept in (await self.keeper.armies(user, game.name)).items() if name}

    async def named(self, game: Game, user: int, name: str) -> tuple[str, Kept]:
        """The army that is meant: a saved one, else a recommended one; its name and what it is. Raises Sorry, with the
        nearest name."""
        wanted = name.strip().casefold()
        saved = await self.kept(game, user)
        known: dict[str, tuple[str, Kept]] = {}
        for build in game.builds():
            for each in (build.id, build.name):
                known[each.casefold()] = (build.name, Kept(tidy(build.army)))
        known |= {each.casefold(): (each, kept) for each, kept in saved.items()}
        if name in saved:
            return name, saved[name]
        if wanted in known:
            return known[wanted]
        near = difflib.get_close_matches(wanted, known, n=1, cutoff=0.5)
        hint = (
            say(" Did you mean “{known}”?", known=known[near[0]][0]) if near else say(" `/army list` shows what there is.")
        )
        raise Sorry(words("There is no army “{name}”.{hint}", name=_shown(name), hint=hint))

    async def take(self, match: int, game: str, user: int, name: str) -> Bench:
        """Put the army of that name on the bench."""
        its = (await self.bench(match, game, user)).game
        _, kept = await self.named(its, user, name)
        if not match and kept.options:
            await self.keeper.change_army(user, its.name, "", lambda old: Kept(old.army, kept.options), MOST_SAVED)
        return await self.change(match, its.name, user, lambda _, __: tidy(kept.army))

    async def save(self, match: int, game: str, user: int, name: str) -> tuple[Bench, str]:
        """Keep the army on the bench under a name; one that is kept under it already is replaced. The name as it is kept."""
        bench = await self.bench(match, game, user)
        if not bench.leader:
            raise Sorry(words("There is nothing on the bench yet: `/army build`."))
        name = self._tidied(bench.game, name)
        saved = await self.kept(bench.game, user)
        name = next((each for each in saved if each.casefold() == name.casefold()), name)
        made = await self.keeper.change_army(
            user, bench.game.name, name, lambda _: Kept(tidy(bench.army), dict(bench.options)), MOST_SAVED
        )
        if made is None:
            raise Sorry(
                words(
                    "You have {most} saved armies, as many as there is room for. `/army delete` makes room.",
                    most=MOST_SAVED,
                )
            )
        return await self.bench(match, game, user), name

    async def rename(self, game: Game, user: int, name: str, new: str) -> tuple[str, str]:
        """The old name and the new one, as they are kept."""
        old, new = await self._own(game, user, name), self._tidied(game, new)
        if old.casefold() != new.casefold() and new.casefold() in {each.casefold() for each in await self.kept(game, user)}:
            raise Sorry(words("You have an army “{new}” already.", new=new))
        became = await self.keeper.rename_army(user, game.name, old, new) if old != new else "done"
        if became == "taken":
            raise Sorry(words("You have an army “{new}” already.", new=new))
        if became == "missing":
            raise Sorry(words("There is no army “{old}” any more.", old=old))
        return old, new

    async def drop(self, game: Game, user: int, name: str) -> str:
        """The name under which it was kept."""
        own = await self._own(game, user, name)
        if not await self.keeper.drop_army(user, game.name, own):
            raise Sorry(words("There is no army “{own}” any more.", own=own))
        return own

    async def _own(self, game: Game, user: int, name: str) -> str:
        """The saved army that is meant. Raises Sorry."""
        found, _ = await self.named(game, user, name)
        if found not in await self.kept(game, user):
            raise Sorry(
                words(
                    "“{found}” is a recommended army; it stays as it is. You can save a copy under a name of your own.",
                    found=found,
                )
            )
        return found

    def _tidied(self, game: Game, name: str) -> str:
        """A name as it can be kept. Raises Sorry."""
        name = " ".join(name.replace("`", "").split())
        if not name:
            raise Sorry(words("The army needs a name."))
        if len(name) > LONGEST_NAME:
            raise Sorry(
                words(
                    "That name is too long: {n} characters, where {most} fit.",
                    n=len(name),
                    most=LONGEST_NAME,
                )
            )
        taken = {each.casefold() for build in game.builds() for each in (build.id, build.name)}
        if name.casefold() in taken:
            raise Sorry(words("“{name}” is the name of a recommended army. Please choose another.", name=name))
        return name

    async def write(self, match: int, game: str, user: int, text: str) -> Bench:
        """Put an army that was written down on the bench. Raises Sorry with whatever was not understood."""
        its = (await self.bench(match, game, user)).game
        try:
            army = tidy(its.army_from_text(text))
        except ValueError as error:
            raise Sorry(words("Nothing has changed.\n{error}", error=str(error))) from None
        return await self.change(match, its.name, user, lambda _, __: army)


def _shown(name: str) -> str:
    return name if len(name) <= 60 else name[:59] + "…"
