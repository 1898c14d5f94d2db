"""People and their matches: what waits for players, invitations, ratings, statistics, the leaderboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot import standings
from bot.commands.playing import matching
from bot.desks.desk import Action, Desk
from bot.errors import Sorry
from bot.games import Game
from bot.pace import PACES, pace
from bot.panels import community
from bot.panels.community import ANY, LINES
from bot.panels.facts import named
from bot.panels.ids import Press
from bot.panels.post import Post
from bot.ratings import LEAST_GAMES
from bot.showing import Here
from engine.core.text import say, words
from storage.community import EVERYWHERE

WHICH = "Which match (not needed in its thread)"
GAME = "Which game (not needed where there is one)"
GAINS = 5  # changes of a rating that are listed
OLD = words("This list is from an older version of the bot. Please write the command again.")


class CommunityDesk(Desk):
    def actions(self) -> Mapping[str, Action]:
        return {
            "om_page": self.open_page, "om_game": self.open_game, "om_pace": self.open_pace,
            "lb_page": self.board_page, "lb_game": self.board_game,
        }  # fmt: skip

    # -- matches that wait for players; their components carry ``game~pace~page``
    async def open_page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        game, pace, page = _parts(press.arg, 3)
        if not page.isdigit():
            raise Sorry(OLD)
        await self.show_open(interaction, game, pace, int(page))

    async def open_game(self, interaction: Here, press: Press, picked: list[str]) -> None:
        _, pace = _parts(press.arg, 2)
        await self.show_open(interaction, picked[0] if picked else ANY, pace, 0)

    async def open_pace(self, interaction: Here, press: Press, picked: list[str]) -> None:
        game, _ = _parts(press.arg, 2)
        await self.show_open(interaction, game, picked[0] if picked else ANY, 0)

    async def show_open(self, interaction: Here, game: str, wanted: str, page: int) -> None:
        waiting = await self.service.gathering.open_matches(_guild(interaction))
        occurring = {record.pace for record in waiting} | ({wanted} - {ANY})
        paces = [(id, str(pace(id).name)) for id in sorted(occurring)]
        fitting = [each for each in waiting if game in (ANY, each.game) and wanted in (ANY, each.pace)]
        found = [self.service.facts(record) for record in fitting]
        games = list(self.service.games.values())
        await self.showing.show(interaction, community.open_matches(found, games, paces, game, wanted, page))

    # -- the leaderboard
    async def board_page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        game, page = _parts(press.arg, 2)
        if not page.isdigit():
            raise Sorry(OLD)
        await self.show_board(interaction, game, int(page))

    async def board_game(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.show_board(interaction, picked[0] if picked else "", 0)

    async def show_board(self, interaction: Here, written: str, page: int) -> None:
        game, guild = self.game(written), _guild(interaction)
        people = self.service.keeper.people
        found, count = await people.leaderboard(game.name, guild, LEAST_GAMES, LINES, max(0, page) * LINES)
        games = list(self.service.games.values())
        await self.showing.show(interaction, community.leaderboard(game, games, found, count, page))

    # -- one person, or two
    async def show_rating(self, interaction: Here, user: int) -> None:
        """On this server. How somebody fares elsewhere is shown to themselves alone."""
        people, guild = self.service.keeper.people, interaction.guild_id or 0
        own = user == interaction.user.id
        found = [
            (game, await people.rating(user, game.name, guild) if guild else None,
             await people.rating(user, game.name, EVERYWHERE) if own else None)
            for game in self.service.games.values()
        ]  # fmt: skip
        parts = [each.of(user) for each in await people.results_of(user, guild=guild)] if guild else []
        gains = [part.gain for part in parts if part is not None and part.gain is not None]
        await self.showing.show(interaction, community.ratings(user, found, gains[-GAINS:]))

    async def show_stats(self, interaction: Here, user: int) -> None:
        """On this server; in direct messages over all of them."""
        guild = interaction.guild_id or 0
        results = await self.service.keeper.people.results_of(user, guild=guild)
        post = community.statistics(user, standings.stats(user, results), self.service.games, here=bool(guild))
        await self.showing.show(interaction, post)

    async def show_versus(self, interaction: Here, first: int, second: int) -> None:
        if first == second:
            raise Sorry(words("Name two people."))
        results = await self.service.keeper.people.results_of(first, guild=interaction.guild_id or 0)
        await self.showing.show(interaction, community.head_to_head(first, second, standings.versus(first, second, results)))

    def game(self, written: str | None) -> Game:
        """The game that is meant: by its id or title; nothing written: the first. Raises Sorry."""
        games = list(self.service.games.values())
        wanted = (written or "").strip().casefold()
        if not wanted:
            return games[0]
        for game in games:
            if wanted in (game.name.casefold(), str(game.title).casefold()):
                return game
        titles = ", ".join(str(game.title) for game in games)
        raise Sorry(
            words("There is no game “{game}” here. Choose one of: {games}.", game=(written or "")[:60], games=titles)
        )

    async def game_names(self, interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
        return matching([(str(game.title), game.name) for game in self.service.games.values()], typed)

    async def pace_names(self, interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
        return matching([(str(each.name), each.id) for each in PACES], typed)

    # -- commands
    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        match = tree.get_command("match")
        assert isinstance(match, app_commands.Group), "matches have their commands first"
        self._matches(match)
        self._people(tree)

    def _matches(self, match: app_commands.Group) -> None:
        @match.command(name="open", description="Matches on this server that wait for players")
        @app_commands.describe(game="Only this game", pace="Only this pace")
        async def open_(interaction: discord.Interaction[Any], game: str | None = None, pace: str | None = None) -> None:
            async def work() -> None:
                wanted = self.game(game).name if game else ANY
                await self.show_open(interaction, wanted, _pace(pace), 0)

            await self.showing.answer(interaction, work)

        @match.command(name="invite", description="Keep open seats of a match for people")
        @app_commands.describe(person="Whom to invite", second="… and", third="… and", match=WHICH)
        async def invite(
            interaction: discord.Interaction[Any],
            person: discord.Member | discord.User,
            second: discord.Member | discord.User | None = None,
            third: discord.Member | discord.User | None = None,
            match: str | None = None,
        ) -> None:
            async def work() -> None:
                people = [each for each in (person, second, third) if each is not None]
                if any(each.bot for each in people):
                    raise Sorry(words("Bots are not invited; **Fill with bots** on the invitation lets me take the seats."))
                number = await self.which.match(interaction, match)
                await self.service.gathering.invite(number, interaction.user.id, [each.id for each in people])
                told = say("{people} are invited to match {n}.", people=named([each.id for each in people]), n=number)
                if len(people) == 1:
                    told = say("{people} is invited to match {n}.", people=named([person.id]), n=number)
                await self.showing.show(interaction, Post(told))

            await self.showing.answer(interaction, work)

        @match.command(name="rematch", description="The same again: the same people, battlefield and pace")
        @app_commands.describe(match=WHICH)
        async def rematch(interaction: discord.Interaction[Any], match: str | None = None) -> None:
            async def work() -> None:
                number = await self.which.match(interaction, match)
                facts = await self.service.beginning.rematch(number, interaction.user.id, interaction.id)
                await self.showing.show(interaction, Post(say("Match {match} is posted in the channel.", match=facts.id)))

            await self.showing.answer(interaction, work)

        open_.autocomplete("game")(self.game_names)
        open_.autocomplete("pace")(self.pace_names)
        invite.autocomplete("match")(self.which.autocomplete)

    def _people(self, tree: app_commands.CommandTree[Any]) -> None:
        @tree.command(name="rating", description="How strong somebody plays, and what the numbers mean")
        @app_commands.describe(player="Who (nobody: you)")
        async def rating(interaction: discord.Interaction[Any], player: discord.Member | discord.User | None = None) -> None:
            async def work() -> None:
                await self.show_rating(interaction, (player or interaction.user).id)

            await self.showing.answer(interaction, work)

        @tree.command(name="leaderboard", description="Who is how strong on this server")
        @app_commands.describe(game=GAME)
        async def leaderboard(interaction: discord.Interaction[Any], game: str | None = None) -> None:
            async def work() -> None:
                await self.show_board(interaction, game or "", 0)

            await self.showing.answer(interaction, work)

        stats = app_commands.Group(name="stats", description="What finished matches come to")

        @stats.command(name="player", description="Somebody's matches: won and lost, by army and battlefield, time, streaks")
        @app_commands.describe(player="Who (nobody: you)")
        async def player_(
            interaction: discord.Interaction[Any], player: discord.Member | discord.User | None = None
        ) -> None:
            async def work() -> None:
                await self.show_stats(interaction, (player or interaction.user).id)

            await self.showing.answer(interaction, work)

        @stats.command(name="versus", description="How two people have fared against each other")
        @app_commands.describe(opponent="Against whom", player="Who (nobody: you)")
        async def versus(
            interaction: discord.Interaction[Any],
            opponent: discord.Member | discord.User,
            player: discord.Member | discord.User | None = None,
        ) -> None:
            async def work() -> None:
                await self.show_versus(interaction, (player or interaction.user).id, opponent.id)

            await self.showing.answer(interaction, work)

        leaderboard.autocomplete("game")(self.game_names)
        tree.add_command(stats)


def _guild(interaction: Here) -> int:
    """The server. Raises Sorry in direct messages."""
    if interaction.guild_id is None:
        raise Sorry(words("Write this in a channel of your server."))
    return interaction.guild_id


def _pace(written: str | None) -> str:
    return pace(written).id if written else ANY


def _parts(arg: str, count: int) -> list[str]:
    parts = arg.split("~")
    if len(parts) != count:
        raise Sorry(OLD)
    return parts
