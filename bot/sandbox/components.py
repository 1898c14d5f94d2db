"""Finding buttons, selects and inputs in messages and modals, and what a person's use of them sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.sandbox.basics import Json, listed
from bot.sandbox.limits import BUTTON, SELECTS, TEXT_INPUT, walk
from bot.sandbox.world import Guild, Message, World

USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23


class CannotDo(Exception):
    """Something Discord's own app would not let a person do (a disabled button, an unknown command, ...)."""


def labelled(component: Json) -> str:
    """What a person reads on a button or select: label, placeholder or emoji."""
    emoji = (component.get("emoji") or {}).get("name") or ""
    return str(component.get("label") or component.get("placeholder") or emoji)


def of_message(message: Message) -> list[Json]:
    """Every component of a message, in reading order."""
    return [component for _, component in walk(listed(message.data.get("components")))]


def _find(message: Message, which: str, kinds: frozenset[int]) -> Json:
    usable = [c for c in of_message(message) if c["type"] in kinds and "custom_id" in c]
    for matches in (lambda c: c["custom_id"] == which, lambda c: labelled(c) == which):
        found = [c for c in usable if matches(c)]
        if len(found) > 1:
            raise CannotDo(f"{which!r} is there {len(found)} times; use the custom id")
        if found:
            if found[0].get("disabled"):
                raise CannotDo(f"{which!r} is disabled")
            return found[0]
    raise CannotDo(f"{which!r} is not there, only {[labelled(c) for c in usable]}")


def press(message: Message, which: str) -> Json:
    """Interaction data for pressing the button with this custom id or label."""
    button = _find(message, which, frozenset((BUTTON,)))
    return {"component_type": BUTTON, "custom_id": button["custom_id"], "id": button["id"]}


def choose(world: World, guild: Guild | None, message: Message, which: str, values: Sequence[str]) -> Json:
    """Interaction data for choosing in a select; values of a string select may be given by their labels."""
    select = _find(message, which, SELECTS)
    chosen = _values(select, values)
    out: Json = {
        "component_type": select["type"],
        "custom_id": select["custom_id"],
        "id": select["id"],
        "values": chosen,
    }
    if select["type"] != 3:
        out["resolved"] = resolved(world, guild, select["type"], chosen)
    return out


def _values(select: Json, values: Sequence[str]) -> list[str]:
    chosen = list(values)
    if select["type"] == 3:
        by_label = {o["label"]: o["value"] for o in select["options"]}
        offered = set(by_label.values())
        chosen = [v if v in offered else by_label.get(v, v) for v in values]
        if wrong := [v for v in chosen if v not in offered]:
            raise CannotDo(f"{wrong} not offered, only {list(by_label)}")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(chosen) <= most or len(set(chosen)) != len(chosen):
        raise CannotDo(f"between {least} and {most} different values are needed")
    return chosen


def resolved(world: World, guild: Guild | None, kind: int, ids: Sequence[str]) -> Json:
    """The objects behind chosen ids, as interactions carry them."""
    out: Json = {}
    for id in ids:
        if id in world.users and kind in (USER_SELECT, MENTIONABLE_SELECT):
            out.setdefault("users", {})[id] = world.users[id].json()
            if guild and id in guild.members:
                out.setdefault("members", {})[id] = world.member_json(guild, id, with_user=False)
        elif kind in (ROLE_SELECT, MENTIONABLE_SELECT) and guild:
            role = next((r for r in guild.roles if r["id"] == id), None)
            if role is None:
                raise CannotDo(f"no such role: {id}")
            out.setdefault("roles", {})[id] = role
        elif kind == CHANNEL_SELECT and id in world.channels:
            channel = world.channels[id]
            bits = str(world.permissions_in(world.bot_id, channel))
            out.setdefault("channels", {})[id] = world.channel_json(channel) | {"permissions": bits}
        else:
            raise CannotDo(f"nothing with the id {id} can be chosen here")
    return out


def fill(world: World, guild: Guild | None, modal: Json, values: Mapping[str, Any]) -> Json:
    """Interaction data for sending a modal; ``values`` by custom id or label, the rest keeps what it shows."""
    used: set[str] = set()
    merged: Json = {}

    def filled(part: Json, label: str) -> Json:
        key = next((k for k in (part["custom_id"], label) if k in values), None)
        if key is not None:
            used.add(key)
        return _filled(part, label or part["custom_id"], values[key] if key is not None else None)

    def visit(part: Json) -> Json:
        out: Json = {"type": part["type"], "id": part.get("id", 1)}
        if part["type"] == 1:
            out["components"] = [filled(inner, inner.get("label") or "") for inner in part["components"]]
        elif part["type"] == 18:
            out["component"] = inner = filled(part["component"], part["label"])
            if inner["type"] in SELECTS - {3}:
                for name, found in resolved(world, guild, inner["type"], inner["values"]).items():
                    merged.setdefault(name, {}).update(found)
        else:
            out["content"] = part.get("content") or ""
        return out

    parts = [visit(part) for part in modal["components"]]
    if unused := set(values) - used:
        raise CannotDo(f"the modal has no input {sorted(unused)}")
    return {"custom_id": modal["custom_id"], "components": parts} | ({"resolved": merged} if merged else {})


def _filled(part: Json, label: str, value: Any) -> Json:
    kind = part["type"]
    out: Json = {"type": kind, "custom_id": part["custom_id"], "id": part.get("id", 1)}
    if kind == TEXT_INPUT:
        text = str(part.get("value") or "") if value is None else str(value)
        least = part.get("min_length") or (1 if part.get("required", True) else 0)
        if (text and len(text) < least) or (not text and part.get("required", True)):
            raise CannotDo(f"{label!r} needs at least {least} characters")
        if len(text) > (part.get("max_length") or 4000):
            raise CannotDo(f"{label!r} takes at most {part.get('max_length') or 4000} characters")
        return out | {"value": text}
    if kind == CHECKBOX:
        return out | {"value": bool(part.get("default")) if value is None else bool(value)}
    defaults = [o["value"] for o in listed(part.get("options")) if o.get("default")]
    chosen = defaults if value is None else [value] if isinstance(value, str) else list(value)
    if part.get("required", True) and not chosen:
        raise CannotDo(f"{label!r} needs a choice")
    if kind == RADIO:
        return out | {"value": chosen[0] if chosen else None}
    if chosen and kind in SELECTS:
        chosen = _values(part, chosen)
    return out | {"values": chosen}
