"""Servers, their members, roles and channels: what a bot may ask about them."""

from __future__ import annotations

from bot.sandbox.basics import ApiError
from bot.sandbox.rest import Answer, Call, Routes

routes = Routes()


@routes.add("GET", "/guilds/{guild}")
async def get_guild(call: Call) -> Answer:
    whole = call.world.guild_json(call.world.guild(call.ids["guild"]))
    return {k: v for k, v in whole.items() if k not in ("channels", "threads", "members", "presences", "voice_states")}


@routes.add("GET", "/users/@me/guilds")
async def my_guilds(call: Call) -> Answer:
    return [
        {"id": g.id, "name": g.name, "icon": None, "owner": False, "features": []} for g in call.world.guilds.values()
    ]


@routes.add("GET", "/guilds/{guild}/channels")
async def channels(call: Call) -> Answer:
    return list(call.world.guild_json(call.world.guild(call.ids["guild"]))["channels"])


@routes.add("GET", "/guilds/{guild}/roles")
async def roles(call: Call) -> Answer:
    return call.world.guild(call.ids["guild"]).roles


@routes.add("GET", "/guilds/{guild}/members")
async def members(call: Call) -> Answer:
    guild = call.world.guild(call.ids["guild"])
    after = int(call.query.get("after", 0))
    ids = sorted((i for i in guild.members if int(i) > after), key=int)
    return [call.world.member_json(guild, i) for i in ids[: int(call.query.get("limit", 1))]]


@routes.add("GET", "/guilds/{guild}/members/search")
async def search_members(call: Call) -> Answer:
    guild = call.world.guild(call.ids["guild"])
    begins = call.query.get("query", "").lower()
    ids = [i for i in guild.members if call.world.users[i].name.lower().startswith(begins)]
    return [call.world.member_json(guild, i) for i in ids[: int(call.query.get("limit", 1))]]


@routes.add("GET", "/guilds/{guild}/members/{user}")
async def member(call: Call) -> Answer:
    guild = call.world.guild(call.ids["guild"])
    user_id = call.world.bot_id if call.ids["user"] == "@me" else call.ids["user"]
    if user_id not in guild.members:
        raise ApiError(404, 10007, "Unknown Member")
    return call.world.member_json(guild, user_id)
