"""A small bot on unmodified discord.py that uses one of everything the real one uses."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

Here = discord.Interaction["SampleBot"]


def picture(size: tuple[int, int] = (64, 40), colour: str = "teal") -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description="A small board")


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="My hand", custom_id="hand", style=discord.ButtonStyle.primary)
    async def hand(self, interaction: Here, button: discord.ui.Button[Panel]) -> None:
        secret = "Geheimnis von" if interaction.locale is discord.Locale.german else "Secret of"
        await interaction.response.send_message(f"{secret} {interaction.user.display_name}", ephemeral=True)

    @discord.ui.button(label="Redraw", custom_id="redraw")
    async def redraw(self, interaction: Here, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Redrawn", attachments=[picture(colour="maroon")])

    @discord.ui.button(label="Form", custom_id="form", style=discord.ButtonStyle.success)
    async def form(self, interaction: Here, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: Here, button: discord.ui.Button[Panel]) -> None: ...

    @discord.ui.select(
        placeholder="Pick squads",
        custom_id="squads",
        max_values=2,
        options=[
            discord.SelectOption(label=n, value=n.lower(), description=f"{n} squad")
            for n in ("Geists", "Nobles", "Golems")
        ],
    )
    async def squads(self, interaction: Here, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.edit_message(content="Picked " + ", ".join(select.values))


class Form(discord.ui.Modal, title="Note"):
    note: discord.ui.Label[Form] = discord.ui.Label(text="Your note", component=discord.ui.TextInput(max_length=50))
    mood: discord.ui.Label[Form] = discord.ui.Label(
        text="Mood",
        component=discord.ui.Select(options=[discord.SelectOption(label="Calm"), discord.SelectOption(label="Bold")]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        note, mood = self.note.component, self.mood.component
        assert isinstance(note, discord.ui.TextInput)
        assert isinstance(mood, discord.ui.Select)
        await interaction.response.send_message(f"Noted: {note.value} ({mood.values[0]})", ephemeral=True)


class Match(app_commands.Group):
    """Matches."""

    def __init__(self) -> None:
        super().__init__(name="match", description="Matches")

    @app_commands.command(name="new", description="Start a match")
    @app_commands.describe(game="Which game", rounds="How many rounds", rival="Against whom")
    async def new(
        self,
        interaction: Here,
        game: str,
        rounds: app_commands.Range[int, 1, 30] = 5,
        rival: discord.Member | None = None,
    ) -> None:
        await interaction.response.defer(thinking=True)
        embed = discord.Embed(title=f"A match of {game}", description=f"{rounds} rounds").set_image(
            url="attachment://board.png"
        )
        against = rival.mention if rival else "anybody"
        await interaction.followup.send(f"Against {against}", embed=embed, file=picture(), view=Panel())

    @new.autocomplete("game")
    async def games(self, interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
        names = [f"Arena {n}" for n in range(40)] + ["Magic", "Summoner Wars"]
        return [app_commands.Choice(name=n, value=n.lower()) for n in names if typed.lower() in n.lower()][:25]

    @app_commands.command(name="thread", description="Open a private thread")
    async def thread(self, interaction: Here) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.defer(ephemeral=True)
        thread = await interaction.channel.create_thread(name="Match 1", auto_archive_duration=10080)
        await thread.add_user(interaction.user)
        await thread.send("The match begins", view=Panel())
        await interaction.followup.send(f"Opened {thread.mention}")


class SampleBot(commands.Bot):
    """``seen`` collects what happened; ``errors`` what discord.py raised in commands."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        super().__init__("!", intents=intents, guild_ready_timeout=0.05)
        self.seen: list[str] = []
        self.errors: asyncio.Queue[BaseException] = asyncio.Queue()
        self.up = asyncio.Event()
        self.tree.on_error = self.failed  # type: ignore[method-assign]

    async def failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        self.errors.put_nowait(getattr(error, "original", error))

    async def setup_hook(self) -> None:
        self.tree.add_command(Match())
        self.tree.add_command(ping)
        self.tree.add_command(slow)
        self.tree.add_command(whisper)
        self.tree.add_command(say)
        self.tree.add_command(twice)
        self.add_view(Panel())
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.up.set()

    async def on_resumed(self) -> None:
        self.seen.append("resumed")


@app_commands.command(description="Answer at once")
async def ping(interaction: Here) -> None:
    await interaction.response.send_message("pong")


@app_commands.command(description="Answer too late")
async def slow(interaction: Here) -> None:
    await interaction.client.wait_for("too_late", timeout=10)
    await interaction.response.send_message("sorry")


@app_commands.command(description="Answer twice")
async def twice(interaction: Here) -> None:
    await interaction.response.send_message("once")
    await interaction.client.http.request(
        discord.http.Route("POST", "/interactions/{i}/{t}/callback", i=interaction.id, t=interaction.token),
        json={"type": 4, "data": {"content": "again"}},
    )


@app_commands.command(description="Write a DM")
async def whisper(interaction: Here, text: str) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        await interaction.user.send(text, view=Panel())
    except discord.Forbidden as error:
        await interaction.followup.send(f"Closed: {error.code}")
        return
    await interaction.followup.send("Written")


@app_commands.command(description="Say something in this channel with the bot's token")
async def say(interaction: Here, text: str, file: bool = False) -> None:
    await interaction.response.defer(ephemeral=True)
    assert isinstance(interaction.channel, discord.TextChannel | discord.Thread)
    try:
        await (interaction.channel.send(text, file=picture()) if file else interaction.channel.send(text))
    except discord.HTTPException as error:
        await interaction.followup.send(f"Refused: {error.status} {error.code}")
        return
    await interaction.followup.send("Said")
