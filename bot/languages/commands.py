"""Commands in other languages: what Discord shows while somebody types one. Names stay English, so that people can tell each
other what to type; descriptions and fixed choices are translated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot import languages
from engine.core import text

TRANSLATED = (Where.command_description, Where.group_description, Where.parameter_description, Where.choice_name)
ON_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
LONGEST = 100  # characters of a description or a choice, in any language


class Translator(app_commands.Translator):
    """Gives Discord the descriptions in every language there is, when the commands are registered."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        tag = languages.language_of(str(locale))
        if tag == languages.ENGLISH or context.location not in TRANSLATED:
            return None
        return languages.known(tag).forms.get(string.message)


class Tree(app_commands.CommandTree[Any]):
    """Commands whose suggestions, made while somebody types, are in that person's language. What commands answer is put
    into words by :class:`bot.showing.Showing`."""

    def __init__(self, client: discord.Client, language: Callable[[int, str], Awaitable[str]]) -> None:
        """``language``: which a person reads, by Discord's number and the locale of their Discord."""
        super().__init__(
            client,  # for servers, and for a person's conversation with the bot itself
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        )
        self._language = language

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        if interaction.type is discord.InteractionType.autocomplete:
            text.speak(languages.known(await self._language(interaction.user.id, str(interaction.locale))))
        return True
