"""The host's panel: what the bot may do on the server and what to do about the rest, and the server's settings in pages.

Whatever is picked is kept at once. The panel holds nothing itself: its components' ids say what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.guilds import KEPT, MOST_CHANNELS, MOST_OPEN, Guild
from bot.languages import NAMES
from bot.looks import PRINTS, THEMES, look_words
from bot.panels.facts import PACES, POLICIES
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Buttons, Choice, Post, Row, Select
from bot.permissions import NEEDED
from engine.core.text import Text, counted, listed, say, words
from render.theme import Look

ROOM = TEXT - 200  # characters for the lines of a page; a notice comes on top
ZONES = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw",
    "Europe/Athens", "Europe/Helsinki", "Europe/Istanbul", "America/Sao_Paulo", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Asia/Seoul",
    "Australia/Perth", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
PAGES = {
    "check": words("Permissions"), "where": words("Channels"), "play": words("Matches"), "more": words("Times"),
    "limits": words("Limits and pictures"),
}  # fmt: skip


class Lack(msgspec.Struct, frozen=True):
    """A permission the bot lacks. ``everywhere``: its role lacks it on the whole server; else this channel takes it away."""

    flag: str
    everywhere: bool


class Checked(msgspec.Struct, frozen=True):
    """A channel as the bot finds it. ``gone``: it was deleted, or the bot may not even know of it."""

    channel: int
    lacks: tuple[Lack, ...] = ()
    gone: bool = False


class Where(msgspec.Struct, frozen=True):
    """The server as the panel needs it: its settings, the channels that matter, the bot's own role (0: none), and which
    ``roles`` there are."""

    settings: Guild
    checked: tuple[Checked, ...]
    role: int = 0
    roles: frozenset[int] = frozenset()

    @property
    def here(self) -> frozenset[int]:
        return frozenset(each.channel for each in self.checked if not each.gone)


def page(name: str, where: Where, notice: str = "") -> Post:
    """The page of that name, or the first."""
    settings = where.settings
    match name:
        case "where":
            lines, rows = _where(settings, where)
        case "play":
            lines, rows = _play(settings, where)
        case "more":
            lines, rows = _times(settings)
        case "limits":
            lines, rows = _limits(settings)
        case _:
            name = "check"
            lines, rows = _check(where)
    turn = [
        Button(Press(0, 0, "s_page", each).id(), str(title), "primary" if each == name else "secondary")
        for each, title in PAGES.items()
    ]
    if notice:
        lines = [f"⚠️ {notice}", *lines]
    return Post("\n".join(lines), (*rows, Buttons(tuple(turn))))


# ---- permissions ---------------------------------------------------------------------------------------------------------
def _check(where: Where) -> tuple[list[str], list[Row]]:
    settings = where.settings
    lines = [
        say("**Postwalker on this server**"),
        say("Matches may be started in {channels}.", channels=_channels(settings.channels)),
        "",
    ]
    faults = faults_of(where)
    if faults:
        lines += [say("**What to put right**"), *_as_many(faults, ROOM - sum(len(line) + 1 for line in lines))]
    else:
        lines.append(say("✅ I may do all I need. Nothing has to be changed here: `/match new` starts a match."))
    row = (
        Button(Press(0, 0, "s_page", "again").id(), say("Check again"), "success"),
        Button(Press(0, 0, "s_test").id(), say("Test post")),
    )
    return lines, [Buttons(row)]


def faults_of(where: Where) -> list[str]:
    """What is wrong, and where to click, channels with the same gaps together."""
    lines: list[str] = []
    everywhere = {lack.flag: lack for each in where.checked for lack in each.lacks if lack.everywhere}
    groups: dict[tuple[Lack, ...], list[int]] = {}
    for each in where.checked:
        own = tuple(lack for lack in each.lacks if not lack.everywhere)
        if own:
            groups.setdefault(own, []).append(each.channel)
    gone = [each.channel for each in where.checked if each.gone]
    if everywhere:
        lines += [_lack(lack) for lack in everywhere.values()]
        role = f"<@&{where.role}>" if where.role else say("my role")
        lines.append(
            say("→ **Server Settings → Roles** → {role} → **Permissions**: switch these on, **Save Changes**.", role=role)
        )
    for lacks, channels in groups.items():
        lines.append(say("In {channels}:", channels=_channels(channels)))
        lines += [_lack(lack) for lack in lacks]
        lines.append(
            say(
                "→ Press the channel's gear (on a phone: hold its name, **Edit Channel**) → **Permissions** → add me → "
                "✓ for each of these."
            )
        )
    if gone:
        lines.append(
            say(
                "❌ I cannot find {channels}: deleted, or hidden from me. → Page **Channels**: pick others; or let me see "
                "the channel (its gear → **Permissions** → add me → ✓ **View Channel**).",
                channels=", ".join(f"<#{each}>" for each in gone),
            )
        )
    lost = {where.settings.host_role, where.settings.start_role} - {0} - where.roles
    if where.roles and lost:
        lines.append(say("❌ A role that was picked here is gone. → Pages **Channels** and **Matches**: pick another."))
    return lines


def _lack(lack: Lack) -> str:
    name, lost = NEEDED[lack.flag]
    return say("❌ **{permission}** is missing: {lost}.", permission=name, lost=lost)


def _as_many(lines: Sequence[str], room: int) -> list[str]:
    """As many of the first lines as there is room for."""
    kept: list[str] = []
    more = say("… and more. Put these right first, then press **Check again**.")
    for n, line in enumerate(lines):
        last = n == len(lines) - 1
        if len(line) + 1 + (0 if last else len(more) + 1) > room:
            return [*kept, more]
        kept.append(line)
        room -= len(line) + 1
    return kept


# ---- the pages of settings -----------------------------------------------------------------------------------------------
def _where(settings: Guild, where: Where) -> tuple[list[str], list[Row]]:
    lines = [
        say("**Channels**: everything is kept as you pick it."),
        say("• Matches may be started in {channels}, by {role}.", channels=_channels(settings.channels),
            role=_role(settings.start_role) or say("everybody")),
        say("• The list of matches that wait for players: {channel}.", channel=_channel(settings.open_channel)),
        say("• The match of the day: {channel}.", channel=_channel(settings.day_channel)),
    ]  # fmt: skip

    def one(action: str, placeholder: str, picked: int) -> Select:
        there = tuple(each for each in (picked,) if each in where.here)
        return Select(Press(0, 0, action).id("pc"), placeholder, least=0, kind="channels", picked=there)

    allowed = tuple(each for each in settings.channels if each in where.here)
    many = Select(
        Press(0, 0, "s_chan").id("pc"), say("Where matches may be started (nothing: everywhere)"), least=0,
        most=MOST_CHANNELS, kind="channels", picked=allowed,
    )  # fmt: skip
    return lines, [
        many,
        _role_list("s_start", say("Who may start matches (nothing: everybody)"), settings.start_role, where),
        one("s_open", say("Where open matches are listed (nothing: nowhere)"), settings.open_channel),
        one("s_day", say("Where the match of the day is posted (nothing: nowhere)"), settings.day_channel),
    ]


def _role_list(action: str, placeholder: str, picked: int, where: Where) -> Select:
    there = tuple(each for each in (picked,) if each in where.roles)  # Discord takes none that is gone
    return Select(Press(0, 0, action).id("pr"), placeholder, least=0, kind="roles", picked=there)


def _play(settings: Guild, where: Where) -> tuple[list[str], list[Row]]:
    pace = settings.pace or PACES[0].id
    policy = settings.policy or next(iter(POLICIES))
    role = _role(settings.host_role) or say("nobody else")
    lines = [
        say("**Matches**: everything is kept as you pick it."),
        say("• I speak {language} in public here; privately everybody is answered in their own language.",
            language=NAMES.get(settings.language, settings.language)),
        say("• A new match has this picked already: {pace}; when time runs out, {policy}.",
            pace=_names(pace), policy=str(POLICIES.get(policy, policy))),  # type: ignore[call-overload]
        say("• The host's tools (`/host`) are for everybody with **Manage Server**, and for {role}.", role=role),
    ]  # fmt: skip
    languages = tuple(Choice(tag, name, chosen=tag == settings.language) for tag, name in NAMES.items())
    paces = tuple(Choice(each.id, _capital(str(each.name)), chosen=each.id == pace) for each in PACES)
    policies = tuple(
        Choice(key, say("When time runs out, {policy}", policy=str(text)), chosen=key == policy)
        for key, text in POLICIES.items()
    )
    return lines, [
        Select(Press(0, 0, "s_lang").id("ps"), say("Language"), languages),
        Select(Press(0, 0, "s_pace").id("ps"), say("Pace"), paces),
        Select(Press(0, 0, "s_policy").id("ps"), say("When time runs out"), policies),
        _role_list("s_role", say("Host role (nothing: none)"), settings.host_role, where),
    ]


def _times(settings: Guild) -> tuple[list[str], list[Row]]:
    lines = [
        say("**Times**: everything is kept as you pick it."),
        say("• The server's time zone: {zone}. The match of the day comes at {hour}:00 there.",
            zone=settings.zone, hour=settings.day_hour),
    ]  # fmt: skip
    zones = tuple(dict.fromkeys((settings.zone, *ZONES)))[:25]
    return lines, [
        Select(
            Press(0, 0, "s_zoned").id("ps"), say("Time zone"),
            tuple(Choice(each, each.replace("_", " "), chosen=each == settings.zone) for each in zones),
        ),
        Select(
            Press(0, 0, "s_hour").id("ps"), say("Hour of the match of the day"),
            tuple(Choice(str(n), say("Match of the day at {hour}:00", hour=n), chosen=n == settings.day_hour)
                  for n in range(24)),
        ),
        Buttons((Button(Press(0, 0, "s_zone").id(), say("Another time zone…")),)),
    ]  # fmt: skip


def _limits(settings: Guild) -> tuple[list[str], list[Row]]:
    lines = [
        say("**Limits and pictures**: everything is kept as you pick it."),
        "• " + str(counted(settings.most_matches, "One person may have {n} match under way here.",
                           "One person may have {n} matches under way here.")),
        "• " + str(_kept(settings.keep_days)),
        say("• Pictures in public: {look}. What people alone are shown looks as they like (`/settings pictures`).",
            look=look_words(Look(settings.theme, settings.large))),
    ]  # fmt: skip
    most = sorted({*MOST_OPEN, settings.most_matches})[:25]
    kept = sorted({*KEPT, settings.keep_days})
    size = "large" if settings.large else "usual"
    return lines, [
        Select(
            Press(0, 0, "s_most").id("ps"), say("Most matches of one person"),
            tuple(Choice(str(n), str(counted(n, "{n} match for each person", "{n} matches for each person")),
                         chosen=n == settings.most_matches) for n in most),
        ),
        Select(
            Press(0, 0, "s_keep").id("ps"), say("How long finished matches are kept"),
            tuple(Choice(str(n), str(_kept(n)), chosen=n == settings.keep_days) for n in kept),
        ),
        Select(
            Press(0, 0, "s_theme").id("ps"), say("Colours of pictures"),
            tuple(Choice(key, say("Pictures: {theme}", theme=name), chosen=key == settings.theme)
                  for key, name in THEMES.items()),
        ),
        Select(
            Press(0, 0, "s_print").id("ps"), say("Print in pictures"),
            tuple(Choice(key, say("Pictures: {theme}", theme=name), chosen=key == size) for key, name in PRINTS.items()),
        ),
    ]  # fmt: skip


def _kept(days: int) -> Text:
    if not days:
        return words("Finished matches are kept for ever.")
    return counted(days, "Finished matches are forgotten after {n} day.", "Finished matches are forgotten after {n} days.")


def _names(pace: str) -> str:
    return next((str(each.name) for each in PACES if each.id == pace), pace)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _role(role: int) -> str:
    return f"<@&{role}>" if role else ""


def _channel(channel: int) -> str:
    return f"<#{channel}>" if channel else say("nowhere")


def _channels(channels: Sequence[int]) -> str:
    return str(listed([f"<#{each}>" for each in channels])) if channels else say("every channel")
