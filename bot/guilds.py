"""What the host of a server has settled for it, and what follows from that."""

from __future__ import annotations

import asyncio
import zoneinfo
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import msgspec

from bot.errors import Sorry
from engine.core.text import words

if TYPE_CHECKING:
    from bot.keeping import Keeper

MOST_CHANNELS = 25  # that a list of Discord's can have picked
MOST_OPEN = (1, 2, 3, 5, 8, 12, 20, 50, 200)  # choices for how many matches one person may have under way
KEPT = (0, 30, 90, 180, 365, 730)  # choices for after how many days a finished match is forgotten; 0: never


class Guild(msgspec.Struct, frozen=True):
    """A server's settings. Channels and roles are Discord's numbers, 0: none chosen."""

    language: str = "en"
    channels: tuple[int, ...] = ()  # where matches may be started; none: everywhere
    start_role: int = 0  # who may start matches, beside hosts; none: everybody
    host_role: int = 0  # who may use the host's tools, beside those who may manage the server
    pace: str = ""  # what is picked already in the panel of a new match; empty: the first
    policy: str = ""
    most_matches: int = 20  # that one person may have under way here
    open_channel: int = 0  # where the list of matches that wait for players stands
    day_channel: int = 0  # where the match of the day is posted
    day_hour: int = 18
    zone: str = "UTC"  # the server's time zone (IANA)
    keep_days: int = 0  # finished matches are forgotten after so many days; 0: never
    theme: str = "dark"  # of pictures in public, and of those shown to people who have settled none
    large: bool = False  # print in them


DEFAULTS = Guild()  # of a server whose host has settled nothing


class Guilds:
    """Changes settings, and asks them. Everything raises Sorry in words."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._changing = asyncio.Lock()

    async def change(self, guild: int, change: Callable[[Guild], Guild]) -> Guild:
        """Keep what ``change`` makes of the settings. Two hosts at once lose nothing: one waits for the other."""
        async with self._changing:
            settings = change(await self.keeper.guild(guild))
            await self.keeper.save_guild(guild, settings)
        return settings

    async def may_start(self, guild: int, channel: int, parent: int = 0) -> None:
        """Raises Sorry where no match may be started. ``parent``: the channel of the thread that ``channel`` is."""
        allowed = (await self.keeper.guild(guild)).channels
        if not allowed or channel in allowed:
            return
        there = ", ".join(f"<#{each}>" for each in allowed)
        if parent in allowed:
            raise Sorry(words("Start matches in the channel itself, not in a thread: {channels}.", channels=f"<#{parent}>"))
        raise Sorry(words("Matches are started in {channels} on this server. Please go there.", channels=there))

    async def may_be_a_starter(self, guild: int, roles: Collection[int], manages: bool) -> None:
        """Raises Sorry for somebody with those roles if this server lets others start matches. ``manages``: they may manage
        the server."""
        settings = await self.keeper.guild(guild)
        if not settings.start_role or manages or {settings.start_role, settings.host_role} & {*roles}:
            return
        role = f"<@&{settings.start_role}>"
        raise Sorry(
            words("On this server matches are started by {role}. You can join any that is open: `/match open`.", role=role)
        )


def known_zone(written: str) -> str:
    """The time zone that is meant, by its IANA name. Raises Sorry with what to write."""
    wanted = written.strip().replace(" ", "_").casefold()
    zones = zoneinfo.available_timezones()
    for zone in zones:
        if zone.casefold() == wanted:
            return zone
    cities = sorted(zone for zone in zones if wanted and zone.casefold().rpartition("/")[2] == wanted)
    if cities:
        return cities[0]
    raise Sorry(
        words(
            "“{written}” is no time zone that is known here. Write one like Europe/Berlin, America/New_York or Asia/Tokyo.",
            written=written[:60],
        )
    )
