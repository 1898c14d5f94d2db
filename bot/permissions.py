"""What the bot must be allowed to do on a server, what will not work where it is not, and where that is put right."""

from __future__ import annotations

import discord

from engine.core.text import Text, words

# flag -> (its name in Discord's settings, what will not work without it)
NEEDED = {
    "view_channel": (words("View Channels"), words("the bot cannot see the channel, so no match can be played in it")),
    "send_messages": (words("Send Messages"), words("invitations to matches cannot be posted")),
    "send_messages_in_threads": (
        words("Send Messages in Threads"), words("turns cannot be posted in a match's thread"),
    ),
    "create_public_threads": (
        words("Create Public Threads"), words("a match gets no thread of its own and is played in the channel"),
    ),
    "manage_threads": (
        words("Manage Threads"), words("threads of finished matches stay open, and locked ones cannot be written in"),
    ),
    "embed_links": (words("Embed Links"), words("posts lose their layout")),
    "attach_files": (words("Attach Files"), words("there are no pictures of the board")),
    "read_message_history": (
        words("Read Message History"), words("the bot cannot find its earlier posts to bring them up to date"),
    ),
}  # fmt: skip
TO_LIST = ("view_channel", "send_messages", "read_message_history")  # for a channel that has a list alone
TO_START = ("view_channel", "send_messages")  # without these a match cannot even be announced


def missing_permissions(
    permissions: discord.Permissions, flags: tuple[str, ...] = tuple(NEEDED)
) -> list[tuple[Text, Text]]:
    """``(name in Discord's settings, what will not work)`` of each needed permission that is not granted."""
    if permissions.administrator:
        return []
    return [NEEDED[flag] for flag in flags if not getattr(permissions, flag)]


def needed_permissions() -> discord.Permissions:
    """All that the bot needs, and nothing else."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def invite_link(application_id: int) -> str:
    """The address under which a server's owner adds the bot with exactly the permissions it needs."""
    return discord.utils.oauth_url(
        application_id, permissions=needed_permissions(), scopes=("bot", "applications.commands")
    )
