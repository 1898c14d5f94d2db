"""What typing a slash command sends: finding the command, checking its options as Discord's app does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.sandbox.basics import Json, listed
from bot.sandbox.components import CannotDo, resolved
from bot.sandbox.permissions import Perm
from bot.sandbox.talk import Talk
from bot.sandbox.world import Channel, World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = 3, 4, 5, 6, 7, 8, 9, 10, 11
_SELECT_KIND = {USER: 5, ROLE: 6, MENTIONABLE: 7, CHANNEL: 8}


def offered(world: World, channel: Channel, user_id: str) -> list[Json]:
    """The slash commands a person finds in a channel: usable there, and not hidden from them by permissions."""
    bits = world.permissions_in(user_id, channel)
    if not bits & Perm.USE_COMMANDS:
        return []
    found = [c for c in world.commands_in(channel) if c["type"] == 1]
    if channel.guild_id is None:
        return found
    need = [(c, int(c["default_member_permissions"] or 0)) for c in found]
    return [c for c, wanted in need if bits & wanted == wanted]


def leaves(commands: list[Json]) -> list[tuple[str, Json]]:
    """Every runnable command with its full name, e.g. ``("match new", {...})``."""
    out: list[tuple[str, Json]] = []

    def visit(name: str, node: Json) -> None:
        inner = [o for o in listed(node.get("options")) if o["type"] in (SUBCOMMAND, GROUP)]
        if not inner:
            out.append((name, node))
        for option in inner:
            visit(f"{name} {option['name']}", option)

    for command in commands:
        visit(command["name"], command)
    return out


def data_for(
    talk: Talk, channel: Channel, user_id: str, full_name: str, options: Mapping[str, Any], focused: str | None = None
) -> Json:
    """Interaction data for a command. Users and channels may be given as objects with an id, files as (name, bytes).

    With ``focused`` it is an autocomplete request: nothing is required and the focused value is what was typed so far.
    Raises `CannotDo` for whatever Discord's app would refuse.
    """
    world = talk.world
    commands = offered(world, channel, user_id)
    leaf = dict(leaves(commands)).get(full_name)
    if leaf is None:
        raise CannotDo(f"/{full_name} is not offered here, only {[name for name, _ in leaves(commands)]}")
    root = next(c for c in commands if c["name"] == full_name.split(" ")[0])
    known = {o["name"]: o for o in listed(leaf.get("options"))}
    if wrong := set(options) - set(known):
        raise CannotDo(f"/{full_name} has no option {sorted(wrong)}, only {sorted(known)}")
    missing = [n for n, o in known.items() if o.get("required") and options.get(n) is None]
    if missing and focused is None:
        raise CannotDo(f"/{full_name} needs {missing}")
    guild = world.guilds.get(channel.guild_id or "")
    objects: Json = {}
    given: list[Json] = []
    for name, raw in options.items():
        if raw is None:
            continue
        kind = known[name]["type"]
        if name == focused:
            given.append({"name": name, "type": kind, "value": raw, "focused": True})
            continue
        value = _value(talk, known[name], raw, objects)
        if kind in _SELECT_KIND:
            for group, found in resolved(world, guild, _SELECT_KIND[kind], [value]).items():
                objects.setdefault(group, {}).update(found)
        given.append({"name": name, "type": kind, "value": value})
    tree = given
    steps = full_name.split(" ")[1:]
    for depth, step in enumerate(reversed(steps)):
        tree = [{"name": step, "type": GROUP if depth else SUBCOMMAND, "options": tree}]
    out: Json = {"id": root["id"], "name": root["name"], "type": 1, "options": tree}
    if "guild_id" in root:
        out["guild_id"] = root["guild_id"]
    return out | ({"resolved": objects} if objects else {})


def _value(talk: Talk, option: Json, raw: Any, objects: Json) -> Any:
    kind, name = option["type"], option["name"]
    choices = {c["name"]: c["value"] for c in listed(option.get("choices"))}
    if kind == FILE:
        attachment = talk.upload(*raw)
        objects.setdefault("attachments", {})[attachment["id"]] = attachment
        return attachment["id"]
    if kind in _SELECT_KIND:
        return str(getattr(raw, "id", raw))
    if kind == BOOLEAN:
        return raw is True or str(raw).lower() == "true"
    try:
        value: Any = int(raw) if kind == INTEGER else float(raw) if kind == NUMBER else str(raw)
    except ValueError:
        value = choices.get(raw)
    if choices and value not in choices.values():
        value = choices.get(str(raw))
    if value is None:
        raise CannotDo(f"{name}: {raw!r} is not one of {list(choices) or 'the numbers'}")
    size = len(value) if kind == STRING else value
    least, most = (
        option.get("min_length" if kind == STRING else "min_value"),
        option.get("max_length" if kind == STRING else "max_value"),
    )
    if (least is not None and size < least) or (most is not None and size > most):
        raise CannotDo(f"{name}: must be between {least} and {most}")
    return value
