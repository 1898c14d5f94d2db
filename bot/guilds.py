"""What the host of a server has settled for it."""

from __future__ import annotations

import msgspec


class Guild(msgspec.Struct, frozen=True):
    """A server's settings. Channels and roles are Discord's numbers, 0: none chosen."""

    language: str = "en"
    channels: tuple[int, ...] = ()  # where matches may be started; none: everywhere
    host_role: int = 0  # who may use the host's tools, beside those who may manage the server
    pace: str = ""  # what is picked already in the panel of a new match; empty: the first
    policy: str = ""
    most_matches: int = 20  # that one person may have under way here
    open_channel: int = 0  # where the list of matches that wait for players stands
    day_channel: int = 0  # where the match of the day is posted
    day_hour: int = 18
    zone: str = "UTC"  # the server's time zone (IANA)
    keep_days: int = 0  # finished matches are forgotten after so many days; 0: never
