"""The private panel from which a person plays: everything that can be typed, by thumb. Made from that seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from bot import games
from bot.panels import time
from bot.panels.facts import Facts
from bot.panels.ids import Press, means, short
from bot.panels.post import BUTTONS, OPTIONS, TEXT, Button, Choice, Picture, Post, Row, Select, buttons, cut, cut_lines
from bot.panels.private import confer_button
from bot.panels.prompt import asked_words
from engine.core.text import say
from engine.core.views import OptionView, View

FEW = 10  # so many options still stand as buttons; more go into a list
STEPS = 3  # selects of a page


def grouped(view: View, verb: str) -> dict[str, list[OptionView]]:
    """The options of a verb by subject, in the game's order."""
    found: dict[str, list[OptionView]] = {}
    for option in view.options:
        if option.verb == verb:
            found.setdefault(option.subject, []).append(option)
    return found


def verbs(view: View) -> list[str]:
    return sorted({option.verb for option in view.options}, key=games.verb_order)


def best_first(options: Sequence[OptionView]) -> list[OptionView]:
    return sorted(options, key=lambda option: -option.weight)


def resolve(view: View, carried: str) -> OptionView | None:
    """The option that an id's argument stands for."""
    return next((option for option in view.options if means(carried, option.key)), None)


def cockpit(facts: Facts, view: View, told: Sequence[str] = (), notice: str = "", unseen: Sequence[str] = ()) -> Post:
    """What is asked of the viewer, and all ways to answer. ``told``: what their last answer made happen; ``unseen``: what
    happened since their last turn."""
    lines = _told(told, notice)
    if unseen:
        lines += [say("*Since your last turn:*"), *cut_lines([f"• {line}" for line in unseen], 800)]
    picture = (Picture("board", facts.id, view.seat),)
    if view.outcome is not None:
        return Post("\n".join([*lines, say("The match is over: {reason}", reason=view.outcome.reason)]), (), picture)
    if view.seat is None or view.seat not in view.asked:
        lines.append(say("It is not your turn: waiting for {players}.", players=asked_words(facts, view)))
        return Post("\n".join(lines), tuple(buttons(_tools(facts, view))), picture)
    limit = time.yours(facts, view.seat)
    lines.append(f"**{view.question}**" + (f" · {limit}" if limit else ""))
    direct = best_first([option for option in view.options if option.verb == "choose"])
    ending = best_first([option for option in view.options if option.verb == "end"])
    lists = [_verb_button(facts, view, verb) for verb in verbs(view) if verb not in ("choose", "end")]
    closing = [Button(_id(facts, "opt", short(option.key)), str(option.label)) for option in ending]
    if len(ending) > BUTTONS:
        closing = [_verb_button(facts, view, "end")]
    rows: list[Row]
    if len(direct) <= FEW:
        lines += [f"• {option.whole}: {option.detail}" for option in direct if option.detail]
        firsts = [Button(_id(facts, "opt", short(option.key)), str(option.label), "primary") for option in direct]
        rows = buttons([*firsts, *lists, *closing])
    elif lists or closing:
        rows = buttons([_verb_button(facts, view, "choose"), *lists, *closing])
    else:
        rows = options_lists(facts, "choose", "", direct, say("Choose"), 0)
    return Post(cut("\n".join(lines), TEXT), (*rows, *buttons(_tools(facts, view))), picture)


def _verb_button(facts: Facts, view: View, verb: str) -> Button:
    """Leads to all that can be done with a verb; says how many subjects, or else how many options, there are."""
    groups = grouped(view, verb)
    count = len(groups) if len(groups) > 1 else sum(map(len, groups.values()))
    return Button(_id(facts, "verb", verb), f"{games.verb_word(verb)}… ({count})", "primary")


def of_verb(facts: Facts, view: View, verb: str, page: int = 0) -> Post:
    """Whom or what a verb can be used with; straight to the objects where there is one subject."""
    groups = grouped(view, verb)
    if not groups:
        return cockpit(facts, view, notice=say("{verb}: nothing now. `/why` tells the reasons.", verb=games.verb_word(verb)))
    if len(groups) == 1:
        return of_subject(facts, view, verb, next(iter(groups)), page)
    if all(len(options) == 1 for options in groups.values()):
        return _pick(facts, view, verb, "", [options[0] for options in groups.values()], page)
    lines = [say("**{verb}:** with which?", verb=games.verb_word(verb))]
    found = []
    for subject, options in groups.items():
        label = str(options[0].subject_label) or subject
        found.append(Button(_id(facts, "sub", f"{verb}~{short(subject)}"), f"{label} ({len(options)})", "primary"))
    rows: list[Row]
    if len(found) <= 2 * FEW:
        rows = buttons(found)
    else:
        names = {short(subject): str(options[0].subject_label) or subject for subject, options in groups.items()}
        shown = list(names.items())[page * OPTIONS : (page + 1) * OPTIONS]
        rows = [Select(Press(facts.id, facts.version, "subs", verb).id("ps"), say("With which?"),
                       tuple(Choice(value, label) for value, label in shown))]  # fmt: skip
        rows += _turning(facts, "verb", verb, page, len(names), OPTIONS)
    lines += _reasons(view, verb)
    rows += buttons([_back(facts)])
    return Post("\n".join(cut_lines(lines, TEXT)), tuple(rows), (Picture("board", facts.id, view.seat),))


def of_subject(facts: Facts, view: View, verb: str, subject: str, page: int = 0) -> Post:
    """The objects of one subject: where to, at whom."""
    groups = grouped(view, verb)
    whole = next((each for each in groups if means(subject, each)), None)
    if whole is None:
        return cockpit(facts, view, notice=say("That is not possible any more."))
    return _pick(facts, view, verb, whole, groups[whole], page)


def _pick(facts: Facts, view: View, verb: str, subject: str, options: list[OptionView], page: int) -> Post:
    options = best_first(options)
    label = str(options[0].subject_label) if subject else ""
    lines = [f"**{games.verb_word(verb)}{': ' + label if label else ''}**"]
    few = len(options) <= FEW
    if few:
        lines += [f"• {option.label}: {option.detail}" + _warned(option) for option in options if option.detail]
    else:
        lines.append(say("{n} possibilities, the most useful first.", n=len(options)))
    rows: list[Row]
    if few:
        found = [Button(_id(facts, "opt", short(option.key)), str(option.label), "primary") for option in options]
        rows = buttons(found)
    else:
        rows = options_lists(facts, verb, subject, options, say("Choose"), page)
    if subject:
        lines += _reasons(view, verb, subject)
    else:
        lines += _reasons(view, verb)
    closing = []
    if subject and verb == "move":
        closing.append(Button(_id(facts, "type", f"{verb}~{short(subject)}"), say("Type a path…")))
    rows += buttons([*closing, _back(facts)])
    return Post("\n".join(cut_lines(lines, TEXT)), tuple(rows), (Picture("board", facts.id, view.seat, verb, subject),))


def _warned(option: OptionView) -> str:
    return " ⚠️" if option.warning else ""


def options_lists(
    facts: Facts, verb: str, subject: str, options: Sequence[OptionView], placeholder: str, page: int
) -> list[Row]:
    """A page of up to two selects, and the way to further pages."""
    per_page = 2 * OPTIONS
    rows: list[Row] = []
    shown = options[page * per_page : (page + 1) * per_page]
    for n in range(0, len(shown), OPTIONS):
        part = shown[n : n + OPTIONS]
        first = page * per_page + n + 1
        rows.append(
            Select(
                Press(facts.id, facts.version, "pick", f"{page}.{n}").id("ps"),
                say(
                    "{placeholder} ({first} to {last} of {all})",
                    placeholder=placeholder,
                    first=first,
                    last=first + len(part) - 1,
                    all=len(options),
                ),
                tuple(Choice(short(option.key), str(option.label), str(option.detail) + _warned(option)) for option in part),
            )
        )
    return rows + _turning(facts, "page", f"{verb}~{short(subject)}", page, len(options), per_page)


def _turning(facts: Facts, action: str, arg: str, page: int, count: int, per_page: int) -> list[Row]:
    last = (count - 1) // per_page
    if last <= 0:
        return []
    following = (page + 1) % (last + 1)
    return buttons([Button(_id(facts, action, f"{arg}~{following}"), say("More ({n} of {all})…", n=page + 1, all=last + 1))])


def preview(facts: Facts, view: View, option: OptionView, stop_asking: bool = False) -> Post:
    """What is worth a second look before it is done: Go, or Back."""
    lines = [f"**{option.whole}**"]
    if option.detail:
        lines.append(str(option.detail))
    lines.append(f"⚠️ {option.warning}")
    row = [
        Button(_id(facts, "go", short(option.key)), say("Go"), "success"),
        Button(_id(facts, "play", "back"), say("Back")),
    ]
    if stop_asking:
        row.append(Button(_id(facts, "noask", short(option.key)), say("Go, and stop asking")))
    picture = Picture("board", facts.id, view.seat, option.verb, option.subject)
    return Post("\n".join(lines), tuple(buttons(row)), (picture,))


def _reasons(view: View, verb: str, subject: str | None = None) -> list[str]:
    """What one may look for here and not find."""
    found = [refused for refused in view.refused if refused.verb == verb and (subject is None or refused.subject == subject)]
    lines = []
    for refused in found[:8]:
        label = str(refused.subject_label)
        what = f"{label}: {refused.label}" if label and label != str(refused.label) else str(refused.label)
        lines.append(f"✗ {what}: {refused.why}")
    if len(found) > 8:
        lines.append(say("✗ … and {n} more: `/why`", n=len(found) - 8))
    return lines


def _told(told: Sequence[str], notice: str) -> list[str]:
    lines = [f"ℹ️ {notice}"] if notice else []
    return [*lines, *cut_lines([f"✔ {line}" for line in told], 900)]


def _tools(facts: Facts, view: View) -> list[Button]:
    tools = [
        Button(_id(facts, "hand", ""), say("My hand"), emoji="🎴"),
        Button(_id(facts, "log", ""), say("What happened"), emoji="📜"),
    ]
    if games.mates(view):
        tools.append(confer_button(facts))
    if view.can_undo and facts.undo:
        tools.insert(0, Button(_id(facts, "undo", ""), say("Undo"), emoji="↩️"))
    return tools


def _back(facts: Facts) -> Button:
    return Button(_id(facts, "play", "back"), say("Back"))


def _id(facts: Facts, action: str, arg: str) -> str:
    return Press(facts.id, facts.version, action, arg).id()
