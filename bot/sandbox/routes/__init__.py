"""Discord's REST routes, by the part of Discord they belong to."""

from bot.sandbox.routes import application, channels, guilds, interactions

TABLES = [application.routes, channels.routes, guilds.routes, interactions.routes]
"""Every route the sandbox answers."""

__all__ = ["TABLES"]
