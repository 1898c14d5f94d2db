"""A Discord of our own on this computer: the bot can be tried and tested with no token and no network.

`Sandbox` is the server, `Person` what people do in it, `point_discord_at` makes discord.py use it.
``python -m bot.sandbox`` starts it together with the bot.
"""
