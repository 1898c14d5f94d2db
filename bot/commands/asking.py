"""Looking things up: any card, and why something cannot be done; and a person's own settings."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands

from bot import games, languages
from bot.commands.playing import matching
from bot.errors import Sorry
from bot.games import Game
from bot.panels.post import TEXT, Picture, Post, cut, pages
from bot.panels.private import card_line
from bot.showing import Here
from engine.core.text import Text, say, words
from engine.core.views import RefusedView, View

if TYPE_CHECKING:
    from bot.desks.looking import LookingDesk

HELP = words("""**How to play**
• `/match new` starts a match; whoever is invited presses **Join**, both press **Ready**.
• When it is your turn, press **Play** under the newest post of the match's thread (or `/play`): only you see the \
answer, and everything you may do has a button there.
• The same can be typed: `/choose`, `/cast`, `/summon`, `/move`, `/attack`, `/ability`, `/end`, `/undo`.
• `/hand` shows your cards (and your team mate's) to you alone, `/log` what happened, `/card` any card, `/why` what \
forbids something. `/confer` talks to your team mate alone.
• `/board` shows the board, or a part of it (`at:`): how far a figure gets, what it sees and what is in the way, the board \
before the last turn; with `text:True` in words.
• `/army build` builds an army and its deck and keeps it under a name; `/army list` shows those you have.
• `/away` stops your clock in all your matches while you are away, `/remind` asks for a reminder; `/settings` has your \
quiet hours, your time zone, when reminders come, and how pictures look (colours, large print).""")
HELP_TABLE = words("""• With everybody's consent: `/takeback` takes decisions back, `/match pause` stops all clocks. \
`/match replace` offers your seat to others; `/verify` and `/fairness` check the dice.""")
HELP_HOSTS = words("""**For hosts**
• `/setup` says what I may not do here and where to put it right, and has this server's settings: where matches may be \
started, language, pace, limits, how pictures look, how long matches are kept. `/host` has the tools for a match \
that got stuck.
• On the machine I run on: `python -m bot doctor` looks everything over, `python -m bot backup` copies all matches.""")
WHICH = "Which match (not needed in its thread)"


FIELDS = {
    "life": "life: {value}",
    "move": "move: {value}",
    "range": "range: {value}",
    "power": "power: {value}",
    "toughness": "toughness: {value}",
    "height": "height: {value}",
    "timing": "timing: {value}",
    "duration": "duration: {value}",
    "attaches_to": "goes on: {value}",
}


def card_words(card: Any) -> str:
    """A card in words, whatever its kind: its own fields, those that say something."""
    lines = [card_line(card)]
    for field, form in FIELDS.items():
        value = getattr(card, field, None)
        if value not in (None, "", 0, ()):
            lines.append(say(form, value=Text(value) if isinstance(value, str) else value))
    for ability in getattr(card, "abilities", ()):
        lines.append(f"**{ability.name}** ({Text(ability.kind)}): {Text(ability.text)}")
    source = getattr(card, "source", "")
    if source:
        named = ", ".join(str(Text(each)) for each in source.split(", "))
        lines.append(say("*Numbers and text: {source}*", source=named))
    return "\n".join(lines)


def card_posts(game: Game, card: Any) -> list[Post]:
    """A card as a drawn face and in words; a card with two sides shows both."""
    id = str(getattr(card, "face", "") or card.id)
    lines, pictures = card_words(card).splitlines(), [Picture("card", card=id)]
    back: Any = game.other_side(id)
    if back is not None:
        lines += ["", say("*Its other side:*"), *card_words(back).splitlines()]
        pictures.append(Picture("card", card=str(getattr(back, "face", "") or back.id)))
    posts = [Post(text) for text in pages(lines)]
    posts[0] = msgspec.structs.replace(posts[0], pictures=tuple(pictures))
    return posts


def refused_name(refused: RefusedView) -> str:
    label, subject = str(refused.label), str(refused.subject_label)
    verb = games.verb_word(refused.verb)
    return f"{verb}: {subject}: {label}" if subject and subject != label else f"{verb}: {label}"


def register(tree: app_commands.CommandTree[Any], desk: LookingDesk) -> None:
    service, showing, which = desk.service, desk.showing, desk.which

    @tree.command(name="help", description="How to play here")
    async def help_(interaction: discord.Interaction[Any]) -> None:
        async def work() -> None:
            may_host = interaction.guild_id is not None and interaction.permissions.manage_guild
            text = f"{HELP}\n{HELP_TABLE}"
            text += f"\n\n{HELP_HOSTS}" if may_host else ""
            await interaction.response.send_message(cut(text, TEXT), ephemeral=True)

        await showing.answer(interaction, work, deferred=False)

    @tree.command(name="card", description="Look at any card")
    @app_commands.describe(name="The card")
    async def card(interaction: discord.Interaction[Any], name: str) -> None:
        async def work() -> None:
            for game in service.games.values():
                found: Any = game.card(name)
                if found is None:
                    hits = [id for id, title in game.card_names() if name.casefold() in title.casefold()]
                    found = game.card(hits[0]) if len(hits) == 1 else None
                if found is not None:
                    await showing.show(interaction, card_posts(game, found))
                    return
            names = {title.casefold(): title for game in service.games.values() for _, title in game.card_names()}
            near = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=0.5)
            if near:
                form = "There is no card “{name}”. Did you mean “{near}”?"
                raise Sorry(words(form, name=cut(name, 100), near=names[near[0]]))
            form = "There is no card “{name}”. Pick one from the list that appears as you type."
            raise Sorry(words(form, name=cut(name, 100)))

        await showing.answer(interaction, work)

    @card.autocomplete("name")
    async def names(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return matching([(name, id) for game in service.games.values() for id, name in game.card_names()], typed)

    async def seen(interaction: Here) -> View | None:
        match = await which.quietly(interaction)
        return (await service.look(match, interaction.user.id)).view if match is not None else None

    @tree.command(name="why", description="Why something cannot be done now, with the rule")
    @app_commands.describe(
        about="What you miss in the lists", figure="Or: which figure", space="… and where it should go: F7", match=WHICH
    )
    async def why(
        interaction: discord.Interaction[Any],
        about: str | None = None,
        figure: str | None = None,
        space: str | None = None,
        match: str | None = None,
    ) -> None:
        async def work() -> None:
            number = await which.match(interaction, match)
            look = await service.look(number, interaction.user.id)
            if look.seat is None:
                raise Sorry(words("You are not one of the players of this match."))
            if figure and space:
                try:
                    keys = service.games[look.seen.game].walk_keys(look.seen, figure, space)
                except ValueError as error:
                    raise Sorry(
                        words("“{space}” is not understood: {error}.", space=cut(space, 50), error=str(error))
                    ) from None
                told = [await service.why(number, interaction.user.id, key) for key in keys[:5]]
                lines = [f"**{space}**", *told]
            else:
                wanted = (about or "").casefold()
                hits = [each for each in look.seen.refused if wanted in refused_name(each).casefold()]
                lines = [f"✗ {refused_name(each)}: {each.why}" for each in hits]
                if not lines:
                    lines = [say("Nothing of that kind is refused just now. For moves write `figure` and `space`.")]
                lines += [str(change) for change in _changes(look.seen, wanted)]
            await showing.show(interaction, [Post(text) for text in pages(lines)])

        await showing.answer(interaction, work)

    @why.autocomplete("about")
    async def about(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        view = await seen(interaction)
        return matching([(refused_name(each), refused_name(each)[:100]) for each in view.refused] if view else [], typed)

    @why.autocomplete("figure")
    async def figure(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        view = await seen(interaction)
        found: dict[str, str] = {}
        if view is not None:
            named = [(each.verb, each.subject, each.subject_label) for each in view.options]
            named += [(each.verb, each.subject, each.subject_label) for each in view.refused]
            found = {subject: str(label) for verb, subject, label in named if verb == "move" and subject}
        return matching([(name, id) for id, name in found.items()], typed)

    why.autocomplete("match")(which.autocomplete)

    settings = app_commands.Group(name="settings", description="Your own settings, for all your matches")

    @settings.command(name="language", description="The language in which I answer you and write to you")
    @app_commands.describe(language="Which language")
    @app_commands.choices(
        language=[
            app_commands.Choice(name="that of my Discord", value="discord"),
            *(app_commands.Choice(name=name, value=tag) for tag, name in languages.NAMES.items()),
        ]
    )
    async def language_(interaction: discord.Interaction[Any], language: str) -> None:
        async def work() -> None:
            await service.set_language(interaction.user.id, language if language in languages.NAMES else "")
            tag = await service.language(interaction.user.id, str(interaction.locale))
            with languages.speaking(tag):
                form = "I speak {language} to you from now on. In public I speak the language of the server."
                await showing.show(interaction, Post(say(form, language=languages.NAMES[tag])))

        await showing.answer(interaction, work)

    @settings.command(name="endturn", description="Whether ending a turn asks again when something is left undone")
    @app_commands.describe(ask="Ask again?")
    async def endturn(interaction: discord.Interaction[Any], ask: bool) -> None:
        async def work() -> None:
            await service.keeper.change_player(
                interaction.user.id, lambda player: msgspec.structs.replace(player, stop_asking=not ask)
            )
            await showing.show(interaction, Post(say("I shall ask.") if ask else say("I shall not ask.")))

        await showing.answer(interaction, work)

    @settings.command(name="dms", description="Try again to send you direct messages")
    async def dms(interaction: discord.Interaction[Any]) -> None:
        async def work() -> None:
            await service.keeper.change_player(
                interaction.user.id, lambda player: msgspec.structs.replace(player, closed_at=None)
            )
            await showing.show(interaction, Post(say("I shall try with your next turn.")))

        await showing.answer(interaction, work)

    tree.add_command(settings)


def _changes(view: View, wanted: str) -> list[str]:
    """Sums of numbers on the board that are not as printed, for what is asked about."""
    lines = []
    for card in getattr(view.board, "cards", ()):
        if wanted and wanted in card.name.casefold():
            lines += [f"{getattr(card, 'label', card.name)}: {change}" for change in getattr(card, "changes", ())]
    return lines
