"""What somebody asked about a position, in words: how far a figure gets, what it sees. The same for every game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.looks import Aimed, Reach, Reached, Sight
from engine.core.text import Text, counted, say

About = Reach | Sight


def drawn(sight: Sight) -> list[Aimed]:
    """The targets that get a line: of a figure's sight those of other sides."""
    return [each for each in sight.targets if sight.range is None or each.foe]


def focus(about: About) -> set[str]:
    """The spaces that are to be on a picture of it."""
    if isinstance(about, Reach):
        return {*about.at, *(each.at for each in about.spaces)}
    near = [each for each in drawn(about) if each.how not in ("far", "aside")]
    inside = {*about.spaces, *about.hidden} if about.range is not None else set()
    return {*about.at, *inside, *(at for each in near for at in each.at)}


def told(about: About) -> list[str]:
    """All of it, in lines; the first says what was asked."""
    return [headline(about), *(_reach(about) if isinstance(about, Reach) else _sight(about))]


def headline(about: About) -> str:
    """What was asked, in a line."""
    who = named(about)
    if isinstance(about, Reach):
        if about.when == "now":
            return say("How far {who} gets now", who=who)
        if about.when == "turn":
            return say("How far {who} gets this turn", who=who)
        return say("How far {who} gets in its next turn, as things stand", who=who)
    if about.range is None:
        return say("What somebody on {at} would see", at=_places(about.at))
    if about.stands:
        return say("What {who} sees (range {n})", who=who, n=about.range)
    return say("What {who} would see from {at} (range {n})", who=about.name, at=_places(about.at), n=about.range)


def named(about: About | Aimed) -> Text | str:
    """The name with the place, once."""
    name, place = str(about.name), _places(about.at)
    return name if any(at in name.split() for at in about.at) else say("{name} on {at}", name=about.name, at=place)


def summary(reach: Reach) -> str:
    """How many spaces that are."""
    count = len(reach.spaces)
    risky = sum(each.risky for each in reach.spaces)
    if not count:
        return say("It gets nowhere.")
    if not risky:
        return str(counted(count, "One space, not risky", "{n} spaces, none of them risky"))
    return str(counted(count, "One space, a risky one", "{n} spaces, {risky} of them risky", risky=risky))


def _reach(reach: Reach) -> list[str]:
    lines = [f"{reach.note}"] if reach.note else []
    lines.append(summary(reach))
    costs: dict[int, list[Reached]] = {}
    for each in reach.spaces:
        costs.setdefault(each.cost, []).append(each)
    for cost, spaces in sorted(costs.items()):
        listed = ", ".join(map(_reached, spaces))
        lines.append(str(counted(cost, "for one space of the move: {at}", "for {n} spaces of the move: {at}", at=listed)))
    return lines


def _reached(each: Reached) -> str:
    notes = [str(risk.name) for risk in each.risks]
    if each.risky:
        notes.append(say("{n} % unhurt", n=round(100 * each.unhurt)))
    if each.quick:
        notes.append(str(counted(each.quick, "one by a riskier way", "{n} by a riskier way")))
    return f"{each.at} ({', '.join(notes)})" if notes else each.at


def names(sight: Sight) -> list[str]:
    """Targets by how they are seen. Where nobody's range is asked about, sides do not matter."""
    everybody = sight.range is None
    some = [each for each in sight.targets if everybody or each.foe]
    lines = [
        _group(say("In sight"), (_far(each) for each in some if each.how == "clear")),
        _group(say("In sight, but not to be attacked"), (
            f"{_far(each)}: {each.why}" if each.why else _far(each) for each in some if each.how == "barred"
        )),
        _group(say("Out of sight"), (
            say("{target}, behind {what}", target=_far(each), what=each.what) if each.what else _far(each)
            for each in some if each.how == "blocked"
        )),
        _group(say("Too far away"), (_far(each) for each in some if each.how == "far")),
    ]  # fmt: skip
    if not everybody:
        mates = [each for each in sight.targets if not each.foe and each.how == "clear"]
        lines.append(_group(say("Of its own side in sight"), map(_far, mates)))
    return [line for line in lines if line]


def _sight(sight: Sight) -> list[str]:
    aside = (_far(each) for each in sight.targets if each.how == "aside" and (each.foe or sight.range is None))
    lines = [
        *names(sight), _group(say("Not in a straight line"), aside), _group(say("Spaces in sight"), sight.spaces, ", "),
        _group(say("Spaces out of sight"), sight.hidden, ", "),
    ]  # fmt: skip
    return [line for line in lines if line]


def _far(each: Aimed) -> str:
    return str(counted(each.distance, "{target} (one space)", "{target} ({n} spaces)", target=named(each)))


def _group(title: str, found: Iterable[str], glue: str = "; ") -> str:
    listed = glue.join(found)
    return f"{title}: {listed}" if listed else ""


def _places(at: Iterable[str]) -> str:
    return "/".join(at)
