"""Posts as discord.py's messages, and presses back from them.

Components are stateless: what they mean stands in their ids, so nothing is kept in memory for a message, and a press
works after any restart.
"""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

import discord
from discord import ui

from bot.panels.ids import PATTERN, Press
from bot.panels.post import Button, Buttons, Post, Select, fit
from bot.pictures import Drawn

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

# ``picked``: what was chosen in a select; empty for buttons.
OnPress = Callable[["discord.Interaction[Any]", Press, list[str]], Awaitable[None]]


class _Pressed:
    """What all kinds share. ``on_press`` is set once by the app."""

    on_press: ClassVar[OnPress | None] = None


async def _hand_on(interaction: discord.Interaction[Any], press: Press, picked: list[str]) -> None:
    assert _Pressed.on_press is not None, "no app is listening"
    await _Pressed.on_press(interaction, press, picked)


def listen(on_press: OnPress) -> None:
    """From now on presses go there."""
    _Pressed.on_press = staticmethod(on_press)


class PressedButton(ui.DynamicItem[ui.Button[Any]], template=rf"pw:{PATTERN}"):
    def __init__(self, item: ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PressedButton:
        assert isinstance(item, ui.Button)
        return cls(item, read_press(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _hand_on(interaction, self.press, [])


class PressedSelect(ui.DynamicItem[ui.Select[Any]], template=rf"ps:{PATTERN}"):
    def __init__(self, item: ui.Select[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PressedSelect:
        assert isinstance(item, ui.Select)
        return cls(item, read_press(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _hand_on(interaction, self.press, picked_in(interaction))


class PressedPeople(ui.DynamicItem[ui.UserSelect[Any]], template=rf"pu:{PATTERN}"):
    def __init__(self, item: ui.UserSelect[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PressedPeople:
        assert isinstance(item, ui.UserSelect)
        return cls(item, read_press(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _hand_on(interaction, self.press, picked_in(interaction))


class PressedChannels(ui.DynamicItem[ui.ChannelSelect[Any]], template=rf"pc:{PATTERN}"):
    def __init__(self, item: ui.ChannelSelect[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PressedChannels:
        assert isinstance(item, ui.ChannelSelect)
        return cls(item, read_press(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _hand_on(interaction, self.press, picked_in(interaction))


class PressedRoles(ui.DynamicItem[ui.RoleSelect[Any]], template=rf"pr:{PATTERN}"):
    def __init__(self, item: ui.RoleSelect[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PressedRoles:
        assert isinstance(item, ui.RoleSelect)
        return cls(item, read_press(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _hand_on(interaction, self.press, picked_in(interaction))


ITEMS = (PressedButton, PressedSelect, PressedPeople, PressedChannels, PressedRoles)


def data_of(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """What came with the interaction, as Discord sent it."""
    data: Any = interaction.data
    return dict(data) if data else {}


def picked_in(interaction: discord.Interaction[Any]) -> list[str]:
    """What was chosen in a select."""
    return [str(value) for value in data_of(interaction).get("values", [])]


def read_press(match: re.Match[str]) -> Press:
    return Press(int(match["match"]), int(match["version"]), match["action"], match["arg"])


def read_id(custom_id: str, prefix: str) -> Press | None:
    """The press of an id with that prefix; None if it is not one of ours."""
    match = re.fullmatch(f"{prefix}:{PATTERN}", custom_id)
    return read_press(match) if match else None


def components(post: Post) -> ui.View | None:
    """discord.py's view for the post's rows; None if there are none."""
    if not post.rows:
        return None
    view = ui.View(timeout=None)
    for n, row in enumerate(post.rows):
        if isinstance(row, Buttons):
            for button in row.buttons:
                view.add_item(_button(button, n))
        else:
            view.add_item(_select(row, n))
    return view


def _button(button: Button, row: int) -> ui.Item[Any]:
    press = read_id(button.id, "pw")
    assert press is not None, button.id
    item: ui.Button[Any] = ui.Button(
        custom_id=button.id,
        label=button.label,
        style=STYLES[button.style],
        emoji=button.emoji or None,
        disabled=button.disabled,
        row=row,
    )
    return PressedButton(item, press)


def _select(select: Select, row: int) -> ui.Item[Any]:
    shared: Any = {
        "custom_id": select.id, "placeholder": select.placeholder, "min_values": select.least, "max_values": select.most,
        "row": row,
    }  # fmt: skip
    if select.kind == "people":
        users = [discord.SelectDefaultValue(id=id, type=discord.SelectDefaultValueType.user) for id in select.picked]
        return PressedPeople(ui.UserSelect(default_values=users, **shared), _press(select, "pu"))
    if select.kind == "channels":
        text = [discord.ChannelType.text, discord.ChannelType.news]
        channels = [discord.SelectDefaultValue(id=id, type=discord.SelectDefaultValueType.channel) for id in select.picked]
        return PressedChannels(
            ui.ChannelSelect(channel_types=text, default_values=channels, **shared), _press(select, "pc")
        )
    if select.kind == "roles":
        roles = [discord.SelectDefaultValue(id=id, type=discord.SelectDefaultValueType.role) for id in select.picked]
        return PressedRoles(ui.RoleSelect(default_values=roles, **shared), _press(select, "pr"))
    options = [
        discord.SelectOption(
            label=choice.label, value=choice.value, description=choice.description or None, default=choice.chosen
        )
        for choice in select.choices
    ]
    return PressedSelect(ui.Select(options=options, **shared), _press(select, "ps"))


def _press(select: Select, prefix: str) -> Press:
    press = read_id(select.id, prefix)
    assert press is not None, select.id
    return press


def mentions(post: Post) -> discord.AllowedMentions:
    """Only those the post means to ring, whatever its text mentions (below zero: somebody whose data were deleted)."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(id) for id in post.pings if id > 0]
    )


def files(drawn: Sequence[Drawn]) -> list[discord.File]:
    return [discord.File(io.BytesIO(each.data), each.name, description=each.alt) for each in drawn]


def for_sending(post: Post, drawn: Sequence[Drawn]) -> dict[str, Any]:
    """Arguments of ``send``."""
    post = fit(post)
    found: dict[str, Any] = {"content": post.text, "allowed_mentions": mentions(post), "files": files(drawn)}
    view = components(post)
    if view is not None:
        found["view"] = view
    return found


def for_editing(post: Post, drawn: Sequence[Drawn]) -> dict[str, Any]:
    """Arguments of ``edit`` and ``edit_original_response``: what was there before goes away."""
    post = fit(post)
    return {
        "content": post.text,
        "allowed_mentions": mentions(post),
        "attachments": files(drawn),
        "view": components(post),
    }


class Form(ui.Modal):
    """A form with one line, or one field of several ``lines``. It is answered through its id like everything else, not
    through this object. ``longest``: characters; ``value``: what stands there already."""

    def __init__(
        self, press: Press, title: str, label: str, example: str, *, longest: int = 200, lines: bool = False, value: str = ""
    ) -> None:
        super().__init__(title=title[:45], custom_id=press.id("pm"), timeout=None)
        self.add_item(
            ui.Label(
                text=label[:45],
                component=ui.TextInput(
                    style=discord.TextStyle.paragraph if lines else discord.TextStyle.short,
                    placeholder=example[:100],
                    default=value[:longest] or None,
                    max_length=longest,
                    custom_id="line",
                    required=True,
                ),
            )
        )
        self.stop()  # discord.py keeps no modal that has stopped; on_interaction reads the id


def typed_line(interaction: discord.Interaction[Any]) -> str:
    """What was written into a :class:`Form`."""
    for part in data_of(interaction).get("components", ()):
        for each in (part.get("component"), *part.get("components", ())):
            if each and each.get("custom_id") == "line":
                return str(each.get("value", ""))
    return ""
