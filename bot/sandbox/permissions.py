"""Discord's permission bits, and what a member may do in a channel."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag

from bot.sandbox.basics import Json


class Perm(IntFlag):
    """The permission bits that the sandbox enforces."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW = 1 << 10
    SEND = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED = 1 << 14
    ATTACH = 1 << 15
    HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    PUBLIC_THREADS = 1 << 35
    PRIVATE_THREADS = 1 << 36
    SEND_IN_THREADS = 1 << 38
    PIN = 1 << 51


ALL = (1 << 53) - 1

MEMBER = (
    Perm.VIEW
    | Perm.SEND
    | Perm.EMBED
    | Perm.ATTACH
    | Perm.HISTORY
    | Perm.ADD_REACTIONS
    | Perm.USE_COMMANDS
    | Perm.PUBLIC_THREADS
    | Perm.SEND_IN_THREADS
)
"""What everyone in a server may do unless a test says otherwise."""

BOT = MEMBER | Perm.PRIVATE_THREADS | Perm.MANAGE_THREADS | Perm.MANAGE_MESSAGES | Perm.PIN | Perm.EXTERNAL_EMOJIS
"""What the bot's own role grants: the invitation a careful host would use."""


def in_guild(member_roles: Iterable[str], roles: Iterable[Json], guild_id: str, *, owner: bool) -> int:
    """The bits a member has before channels are looked at."""
    if owner:
        return ALL
    held = {*member_roles, guild_id}
    bits = 0
    for role in roles:
        if role["id"] in held:
            bits |= int(role["permissions"])
    return ALL if bits & Perm.ADMINISTRATOR else bits


def in_channel(base: int, overwrites: Iterable[Json], member_roles: Iterable[str], user_id: str, guild_id: str) -> int:
    """``base`` after a channel's overwrites: everyone, then roles together, then the member."""
    if base & Perm.ADMINISTRATOR:
        return ALL
    rows = {row["id"]: row for row in overwrites}
    bits = base
    if row := rows.get(guild_id):
        bits = bits & ~int(row["deny"]) | int(row["allow"])
    deny = allow = 0
    for role_id in member_roles:
        if row := rows.get(role_id):
            deny |= int(row["deny"])
            allow |= int(row["allow"])
    bits = bits & ~deny | allow
    if row := rows.get(user_id):
        bits = bits & ~int(row["deny"]) | int(row["allow"])
    return bits if bits & Perm.VIEW else 0
