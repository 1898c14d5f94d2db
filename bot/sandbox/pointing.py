"""Point an unmodified discord.py at another address than Discord's."""

from __future__ import annotations

import discord
import yarl


def point_discord_at(api: str, gateway: str) -> None:
    """Send all of discord.py's traffic to a sandbox; call it before a client starts.

    ``api``: e.g. ``http://127.0.0.1:8300/api/v10``; ``gateway``: e.g. ``ws://127.0.0.1:8300/gw``. Only loopback
    addresses are accepted (ValueError), so that a wrong setting can never hand a token to a stranger.
    """
    for url in (yarl.URL(api), yarl.URL(gateway)):
        if url.host not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError(f"The sandbox must be on this computer (127.0.0.1), not at {url.host}.")
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
