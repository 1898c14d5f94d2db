"""Discord's limits that its OpenAPI document misses or states too loosely, as one check per kind of request.

Every check raises `ApiError` (mostly 400 / 50035 with the faulty field's path) as Discord would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bot.sandbox.basics import ApiError, Json, invalid, listed
from bot.sandbox.world import COMPONENTS_V2

MAX_FILE_BYTES = 10 << 20
MAX_FILES = 10
BUTTON, ROW = 2, 1
SELECTS = frozenset((3, 5, 6, 7, 8))
LABEL, TEXT_INPUT, TEXT_DISPLAY = 18, 4, 10
V2_ONLY = frozenset((9, 10, 11, 12, 13, 14, 17))

_EMBED_TEXT = {"title": 256, "description": 4096}


def _length(path: str, value: object, most: int, least: int = 0) -> None:
    size = len(str(value or ""))
    if size > most or size < least:
        raise invalid(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def _count(path: str, items: list[object], most: int, least: int = 0) -> None:
    if not least <= len(items) <= most:
        raise invalid(path, "BASE_TYPE_BAD_LENGTH", f"Must have between {least} and {most} items.")


def check_message(body: Json, files: Mapping[str, tuple[str, bytes]], flags: int) -> None:
    """Content, embeds, components, files and mentions of a message to be created or edited."""
    _length("content", body.get("content"), 2000)
    _length("nonce", body.get("nonce"), 25)
    _embeds(listed(body.get("embeds")))
    if len(files) > MAX_FILES or len(listed(body.get("attachments"))) > MAX_FILES:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")
    if any(len(data) > MAX_FILE_BYTES for _, data in files.values()):
        raise ApiError(413, 40005, "Request entity too large")
    for i, attachment in enumerate(listed(body.get("attachments"))):
        _length(f"attachments.{i}.description", attachment.get("description"), 1024)
    mentions = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in listed(mentions.get("parse")) and mentions.get(kind):
            raise invalid(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f"parse and {kind} are mutually exclusive",
            )
        _count(f"allowed_mentions.{kind}", listed(mentions.get(kind)), 100)
    _components(listed(body.get("components")), v2=bool(flags & COMPONENTS_V2))
    if flags & COMPONENTS_V2 and (body.get("content") or body.get("embeds")):
        raise invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Not with components V2.")


def _embeds(embeds: list[Json]) -> None:
    _count("embeds", list(embeds), 10)
    total = 0
    for i, embed in enumerate(embeds):
        texts = [(name, embed.get(name), most) for name, most in _EMBED_TEXT.items()]
        texts.append(("footer.text", (embed.get("footer") or {}).get("text"), 2048))
        texts.append(("author.name", (embed.get("author") or {}).get("name"), 256))
        fields = listed(embed.get("fields"))
        _count(f"embeds.{i}.fields", fields, 25)
        for j, field in enumerate(fields):
            _length(f"embeds.{i}.fields.{j}.name", field.get("name"), 256, 1)
            _length(f"embeds.{i}.fields.{j}.value", field.get("value"), 1024, 1)
            total += len(field["name"]) + len(field["value"])
        for name, value, most in texts:
            _length(f"embeds.{i}.{name}", value, most)
            total += len(str(value or ""))
    if total > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its dotted path, containers before what they hold."""
    for i, component in enumerate(components):
        here = f"{path}.{i}"
        yield here, component
        yield from walk(listed(component.get("components")), f"{here}.components")
        for slot in ("accessory", "component"):
            if isinstance(component.get(slot), dict):
                yield from walk([component[slot]], f"{here}.{slot}")


def _components(components: list[Json], *, v2: bool) -> None:
    everything = list(walk(components))
    if v2:
        if len(everything) > 40:
            raise invalid("components", "COMPONENT_MAX_COUNT", "Must be 40 or fewer components in all.")
        if sum(len(str(c.get("content") or "")) for _, c in everything if c["type"] == TEXT_DISPLAY) > 4000:
            raise invalid(
                "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Text must be 4000 or fewer in all."
            )
    else:
        _count("components", list(components), 5)
        for path, component in everything:
            if component["type"] in V2_ONLY:
                raise invalid(path, "BASE_TYPE_CHOICES", "Needs the components V2 flag.")
    seen: set[str] = set()
    for path, component in everything:
        if component["type"] == ROW:
            _row(path, listed(component.get("components")))
        elif component["type"] == BUTTON:
            _button(path, component)
        elif component["type"] in SELECTS:
            _select(path, component)
        if "custom_id" in component:
            _length(f"{path}.custom_id", component["custom_id"], 100, 1)
            if component["custom_id"] in seen:
                raise invalid(
                    f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
                )
            seen.add(component["custom_id"])


def _row(path: str, inside: list[Json]) -> None:
    _count(f"{path}.components", list(inside), 5, 1)
    if any(c["type"] in SELECTS for c in inside) and len(inside) > 1:
        raise invalid(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills its row.")


def _button(path: str, button: Json) -> None:
    _length(f"{path}.label", button.get("label"), 80)
    style = button.get("style")
    if style != 6 and not button.get("label") and not button.get("emoji"):
        raise invalid(path, "BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji.")
    if style in (1, 2, 3, 4) and "custom_id" not in button:
        raise invalid(f"{path}.custom_id", "BASE_TYPE_REQUIRED", "This field is required")
    if style == 5 and not button.get("url"):
        raise invalid(f"{path}.url", "BASE_TYPE_REQUIRED", "This field is required")


def _select(path: str, select: Json) -> None:
    _length(f"{path}.placeholder", select.get("placeholder"), 150)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not 0 <= least <= 25 or not 1 <= most <= 25 or least > most:
        raise invalid(
            f"{path}.max_values", "BASE_TYPE_BAD_RANGE", "min_values and max_values must be 0-25 and in order."
        )
    if select["type"] != 3:
        return
    options = listed(select.get("options"))
    _count(f"{path}.options", options, 25, 1)
    if most > len(options):
        raise invalid(f"{path}.max_values", "COMPONENT_SELECT_MAX_VALUES", "More values than options.")
    for i, option in enumerate(options):
        _length(f"{path}.options.{i}.label", option.get("label"), 100, 1)
        _length(f"{path}.options.{i}.value", option.get("value"), 100, 1)
        _length(f"{path}.options.{i}.description", option.get("description"), 100)
    if len({o["value"] for o in options}) != len(options):
        raise invalid(
            f"{path}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
        )
    if sum(bool(o.get("default")) for o in options) > most:
        raise invalid(f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values.")


def check_modal(modal: Json) -> None:
    """Title, custom id and inputs of a modal."""
    _length("data.title", modal.get("title"), 45, 1)
    _length("data.custom_id", modal.get("custom_id"), 100, 1)
    parts = listed(modal.get("components"))
    _count("data.components", parts, 5, 1)
    seen: set[str] = set()
    for path, part in walk(parts, "data.components"):
        if part["type"] == LABEL:
            _length(f"{path}.label", part.get("label"), 45, 1)
            _length(f"{path}.description", part.get("description"), 100)
        elif part["type"] == TEXT_INPUT:
            _length(f"{path}.label", part.get("label"), 45)
            _length(f"{path}.placeholder", part.get("placeholder"), 100)
            _length(f"{path}.value", part.get("value"), min(4000, part.get("max_length") or 4000))
        elif part["type"] in SELECTS:
            _select(path, part)
        if "custom_id" in part:
            _length(f"{path}.custom_id", part["custom_id"], 100, 1)
            if part["custom_id"] in seen:
                raise invalid(
                    f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
                )
            seen.add(part["custom_id"])


def check_choices(choices: list[Json], path: str = "data.choices") -> None:
    """Choices of an option, fixed or from an autocomplete."""
    _count(path, list(choices), 25)
    for i, choice in enumerate(choices):
        _length(f"{path}.{i}.name", choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            _length(f"{path}.{i}.value", choice["value"], 100, 1)


def check_commands(commands: list[Json]) -> None:
    """A whole set of commands as sent by PUT."""
    for kind, most in ((1, 100), (2, 15), (3, 15)):
        if sum(1 for c in commands if c.get("type", 1) == kind) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")
    names = [(c.get("type", 1), c.get("name")) for c in commands]
    if len(set(names)) != len(names):
        raise invalid("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    for i, command in enumerate(commands):
        check_command(command, str(i))


def check_command(command: Json, path: str) -> None:
    """One command with everything in it; 8,000 characters of names, descriptions and values in all."""
    if command.get("type", 1) != 1:
        _length(f"{path}.name", command.get("name"), 32, 1)
        return
    if _described(command, path) > 8000:
        raise invalid(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _described(item: Json, path: str) -> int:
    name, description = str(item.get("name") or ""), str(item.get("description") or "")
    if not re.fullmatch(r"[-_'\w]{1,32}", name) or name != name.lower():
        raise invalid(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    _length(f"{path}.description", description, 100, 1)
    options, choices = listed(item.get("options")), listed(item.get("choices"))
    _count(f"{path}.options", options, 25)
    check_choices(choices, f"{path}.choices")
    if choices and item.get("autocomplete"):
        raise invalid(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Not both choices and autocomplete.")
    if len({o.get("name") for o in options}) != len(options):
        raise invalid(f"{path}.options", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
    required = [bool(o.get("required")) for o in options]
    if required != sorted(required, reverse=True):
        raise invalid(
            f"{path}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must come first"
        )
    size = len(name) + len(description) + sum(len(c["name"]) + len(str(c["value"])) for c in choices)
    return size + sum(_described(o, f"{path}.options.{i}") for i, o in enumerate(options))
