"""What the bot must be allowed to do on a server, and what will not work where it is not."""

from __future__ import annotations

import discord

# flag -> (its name in Discord's settings, what will not work without it)
NEEDED = {
    "view_channel": ("View Channels", "the bot cannot see the channel, so no match can be played in it"),
    "send_messages": ("Send Messages", "invitations to matches cannot be posted"),
    "send_messages_in_threads": ("Send Messages in Threads", "turns cannot be posted in a match's thread"),
    "create_public_threads": ("Create Public Threads", "a match gets no thread of its own and cannot start"),
    "manage_threads": ("Manage Threads", "threads of finished matches stay open, and locked ones cannot be written in"),
    "embed_links": ("Embed Links", "posts lose their layout"),
    "attach_files": ("Attach Files", "there are no pictures of the board"),
    "read_message_history": ("Read Message History", "the bot cannot find its earlier posts to bring them up to date"),
}


def missing_permissions(permissions: discord.Permissions) -> list[tuple[str, str]]:
    """``(name in Discord's settings, what will not work)`` of each needed permission that is not granted."""
    if permissions.administrator:
        return []
    return [told for flag, told in NEEDED.items() if not getattr(permissions, flag)]


def needed_permissions() -> discord.Permissions:
    """All that the bot needs, and nothing else."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def invite_link(application_id: int) -> str:
    """The address under which a server's owner adds the bot with exactly the permissions it needs."""
    return discord.utils.oauth_url(
        application_id, permissions=needed_permissions(), scopes=("bot", "applications.commands")
    )
