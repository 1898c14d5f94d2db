"""Choosing an army, and building one: private panels, for a match or for a person's own bench.

A bench is shown on three pages: the army as a whole, its cards, its spells. What is done to an army are plain functions on
dicts, as :mod:`engine.registry` describes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.games import Build, Game
from bot.games import Choice as Offer
from bot.panels.facts import Facts
from bot.panels.ids import Press
from bot.panels.post import OPTIONS, TEXT, Button, Buttons, Choice, Picture, Post, Row, Select, buttons, cut
from engine.core.text import capital, say

NOTHING: dict[str, Any] = {"planeswalker": "", "cards": [], "spells": []}
FAULTS = 8  # named at once; more are counted
MOST_SAVED = OPTIONS  # armies that one person keeps under names: as many as a list holds


@dataclass(frozen=True)
class Bench:
    """An army that is being worked on. ``match`` 0: on its owner's own bench, for whatever match may come.

    ``options``: what the army is held against; ``saved``: the names of the owner's saved armies; ``ready``: it stands in a
    match, and its owner has said so.
    """

    match: int
    game: Game
    army: dict[str, Any]
    options: Mapping[str, int] = field(default_factory=dict)
    saved: tuple[str, ...] = ()
    ready: bool = False

    @property
    def leader(self) -> str:
        return str(self.army.get("planeswalker") or "")

    @property
    def picture(self) -> tuple[Picture, ...]:
        return (Picture("army", game=self.game.name, army=self.army, options=dict(self.options)),) if self.leader else ()

    def id(self, action: str, arg: str | int = "", prefix: str = "pw") -> str:
        return Press(self.match, 0, action, f"{self.game.name}~{arg}").id(prefix)


# ---- what can be done to an army --------------------------------------------------------------------------------------
def tidy(army: Mapping[str, Any]) -> dict[str, Any]:
    """The three parts, with lists of their own."""
    return {
        "planeswalker": str(army.get("planeswalker") or ""),
        "cards": [str(id) for id in army.get("cards", ())],
        "spells": [str(id) for id in army.get("spells", ())],
    }


def with_leader(game: Game, army: Mapping[str, Any], leader: str) -> dict[str, Any]:
    """Led by another: what may follow stays, everything else goes."""
    cards = {offer.id for offer in game.army_choices(leader)}
    spells = {offer.id for offer in game.deck_choices(leader)}
    made = tidy(army)
    return {
        "planeswalker": leader,
        "cards": [id for id in made["cards"] if id in cards],
        "spells": [id for id in made["spells"] if id in spells],
    }


def with_cards(army: Mapping[str, Any], added: Sequence[str]) -> dict[str, Any]:
    made = tidy(army)
    return made | {"cards": [*made["cards"], *added]}


def without_cards(army: Mapping[str, Any], dropped: Sequence[str]) -> dict[str, Any]:
    """Less one of each that is named."""
    made = tidy(army)
    for id in dropped:
        if id in made["cards"]:
            made["cards"].remove(id)
    return made


def with_spells(army: Mapping[str, Any], here: Sequence[str], picked: Sequence[str]) -> dict[str, Any]:
    """Of the spells ``here`` (a page of the list) those that are picked; others stay as they are."""
    made = tidy(army)
    kept = [id for id in made["spells"] if id not in here or id in picked]
    return made | {"spells": [*kept, *(id for id in picked if id not in kept)]}


def same_army(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    def plain(army: Mapping[str, Any]) -> dict[str, Any]:
        return {key: sorted(value) if isinstance(value, list) else value for key, value in tidy(army).items()}

    return plain(one) == plain(other)


# ---- for a match: the recommended ones first --------------------------------------------------------------------------
def army_choice(facts: Facts, seat: int, bench: Bench) -> Post:
    """The recommended armies, the one picked, saved ones, and the way to one's own. Ready is one tap."""
    game = bench.game
    builds = game.builds()
    chosen = next((build for build in builds if same_army(build.army, bench.army)), None)
    lines = [say("**Your army**")]
    if chosen:
        lines.append(f"{chosen.name}: {chosen.line}.")
    lines += _standing(bench)
    if facts.seats[seat].ready:
        lines.append(say("You are ready. The match begins when everybody is."))
    rows: list[Row] = []
    if builds:
        rows.append(_recommended(builds, chosen, bench, Press(facts.id, 0, "build").id("ps")))
    if bench.saved:
        rows.append(_saved(bench))
    row = [
        Button(Press(facts.id, 0, "ready").id(), say("Ready"), "success", disabled=bool(_faults(bench))),
        Button(bench.id("a_open"), say("Build my own…")),
        Button(bench.id("a_write"), say("Write it…")),
    ]
    return Post(cut("\n".join(lines), TEXT), (*rows, *buttons(row)), bench.picture)


def _recommended(builds: Sequence[Build], chosen: Build | None, bench: Bench, id: str) -> Select:
    return Select(
        id,
        say("Recommended armies"),
        tuple(
            Choice(build.id, build.name, str(build.line), chosen=chosen is not None and build.id == chosen.id)
            for build in builds[:OPTIONS]
        ),
    )


def _saved(bench: Bench) -> Select:
    found = tuple(Choice(str(n), name) for n, name in enumerate(bench.saved[:OPTIONS]))
    return Select(bench.id("a_saved", prefix="ps"), say("My saved armies"), found)


def _faults(bench: Bench) -> list[str]:
    return [str(fault) for fault in bench.game.check_army(bench.army, bench.options)]


def _standing(bench: Bench) -> list[str]:
    """Points, and what is wrong, with the rules."""
    lines = [str(bench.game.army_summary(bench.army, bench.options)) + "."]
    faults = _faults(bench)
    lines += [f"⚠️ {fault}" for fault in faults[:FAULTS]]
    if len(faults) > FAULTS:
        lines.append(say("⚠️ … and {n} more", n=len(faults) - FAULTS))
    return lines if faults else [*lines, say("✅ It may be played.")]


# ---- the builder ------------------------------------------------------------------------------------------------------
def overview(bench: Bench, notice: str = "") -> Post:
    """The army as a whole."""
    lines = [f"ℹ️ {notice}"] if notice else []
    for_match = say("**Build your army** for match {match}", match=bench.match)
    lines.append(for_match if bench.match else say("**Build your army**"))
    lines += _standing(bench)
    if bench.leader:
        lines.append(f">>> {bench.game.army_text(bench.army)}")
    leaders = bench.game.leaders()
    rows: list[Row] = [
        Select(
            bench.id("a_leader", prefix="ps"),
            str(bench.game.terms().leader),
            tuple(
                Choice(
                    each.id,
                    each.name,
                    _line(bench.game, each),
                    chosen=each.id == bench.leader,
                )
                for each in leaders[:OPTIONS]
            ),
        )
    ]
    parts = [Button(bench.id("a_start", 0), say("Start from…")), _cards_button(bench), *_deck_button(bench)]
    row = [
        Button(bench.id("a_save"), say("Save…"), disabled=not bench.leader),
        Button(bench.id("a_write"), say("Write it…")),
    ]
    if bench.match:
        ready = Press(bench.match, 0, "ready").id()
        row.insert(0, Button(ready, say("Ready"), "success", disabled=bool(_faults(bench))))
        row.append(Button(Press(bench.match, 0, "army").id(), say("Back")))
    return Post(cut("\n".join(lines), TEXT), (*rows, *buttons(parts), *buttons(row)), bench.picture)


def cards_page(bench: Bench, page: int) -> Post:
    """Cards to take, as often as they may be taken, and those to leave at home."""
    taken: list[str] = list(bench.army.get("cards", ()))
    offers = bench.game.army_choices(bench.leader)
    names = {offer.id: offer for offer in offers}
    open_offers = [offer for offer in offers if taken.count(offer.id) < offer.copies]
    page = _within(page, len(open_offers))
    here = open_offers[page * OPTIONS : (page + 1) * OPTIONS]
    lines = [f"**{bench.game.terms().cards}**"]
    for id in dict.fromkeys(taken):
        lines.append(f"• {_called(bench.game, id, taken, names)}")
    lines += _standing(bench)
    rows: list[Row] = []
    if here:
        found = tuple(Choice(each.id, each.name, _line(bench.game, each)) for each in here)
        rows.append(
            Select(bench.id("a_add", page, "ps"), _pages(say("Take one"), page, len(open_offers)), found, 1, len(found))
        )
    own = list(dict.fromkeys(taken))[:OPTIONS]
    if own:
        dropped = tuple(Choice(id, _called(bench.game, id, taken, names)) for id in own)
        rows.append(Select(bench.id("a_drop", page, "ps"), say("Leave one at home"), dropped, 1, len(dropped)))
    row = [*_turning(bench, "a_cards", page, len(open_offers)), *_deck_button(bench),
           Button(bench.id("a_open"), say("Back"))]  # fmt: skip
    return Post(cut("\n".join(lines), TEXT), (*rows, Buttons(tuple(row))))


def _cards_button(bench: Bench) -> Button:
    label = say("{what}…", what=bench.game.terms().cards)
    return Button(bench.id("a_cards", 0), label, "primary", disabled=not bench.leader)


def _deck_button(bench: Bench) -> list[Button]:
    """The way to the deck, in games where there is something to choose for it."""
    deck = bench.game.terms().deck
    label = say("{what}…", what=deck)
    return [Button(bench.id("a_spells", 0), label, "primary", disabled=not bench.leader)] if deck else []


def _line(game: Game, offer: Offer) -> str:
    return say("{cost}. {line}", cost=capital(game.price(offer.cost)), line=offer.line)


def _called(game: Game, id: str, taken: Sequence[str], names: Mapping[str, Offer]) -> str:
    name, count = (names[id].name if id in names else id), taken.count(id)
    cost = f" ({game.price(names[id].cost * count)})" if id in names else ""
    return f"{name}{f' ×{count}' if count > 1 else ''}{cost}"


def spells_page(bench: Bench, page: int) -> Post:
    """A page of the spells that match; those picked are marked."""
    offers = bench.game.deck_choices(bench.leader)
    page = _within(page, len(offers))
    here = deck_page(bench.game, bench.leader, page)
    taken = bench.army.get("spells", ())
    named = {offer.id: offer.name for offer in offers}
    names = ", ".join(named.get(id, id) for id in taken)
    lines = [f"**{bench.game.terms().deck}**", names or say("None yet."), *_standing(bench)]
    rows: list[Row] = []
    if here:
        found = tuple(
            Choice(each.id, each.name, _line(bench.game, each), chosen=each.id in taken)
            for each in here
        )
        placeholder = _pages(say("Mark the cards of the deck"), page, len(offers))
        rows.append(Select(bench.id("a_deck", page, "ps"), placeholder, found, 0, len(found)))
    row = [
        *_turning(bench, "a_spells", page, len(offers)),
        _cards_button(bench),
        Button(bench.id("a_open"), say("Back")),
    ]
    return Post(cut("\n".join(lines), TEXT), (*rows, Buttons(tuple(row))))


def deck_page(game: Game, leader: str, page: int) -> list[Offer]:
    found = game.deck_choices(leader) if leader else []
    return found[page * OPTIONS : (page + 1) * OPTIONS]


def start_page(bench: Bench) -> Post:
    """What to begin with: a recommended army, a saved one, nothing; outside a match also what the army is held against."""
    lines = [say("**Start from**"), say("What is on the bench now is replaced. Save it first if you want to keep it.")]
    rows: list[Row] = []
    builds = bench.game.builds()
    if builds:
        rows.append(_recommended(builds, None, bench, bench.id("a_from", prefix="ps")))
    if bench.saved:
        rows.append(_saved(bench))
    if not bench.match:
        for n, option in enumerate(bench.game.options()[:2]):
            now = bench.options.get(option.id, option.default)
            values = tuple(Choice(str(value), capital(said), chosen=value == now) for value, said in option.values)
            rows.append(Select(bench.id("a_terms", n, "ps"), str(option.name), values))
    row = (Button(bench.id("a_clear"), say("Nothing"), "danger"), Button(bench.id("a_open"), say("Back")))
    return Post("\n".join(lines), (*rows, Buttons(row)))


def _within(page: int, count: int) -> int:
    """The page, or the last one that there is."""
    return max(0, min(page, (count - 1) // OPTIONS))


def _pages(what: str, page: int, count: int) -> str:
    last = (count - 1) // OPTIONS
    return what if last <= 0 else say("{what} (page {n} of {all})", what=what, n=page + 1, all=last + 1)


def _turning(bench: Bench, action: str, page: int, count: int) -> list[Button]:
    last = (count - 1) // OPTIONS
    if last <= 0:
        return []
    return [Button(bench.id(action, (page + 1) % (last + 1)), say("Page {n} of {all}, next", n=page + 1, all=last + 1))]


# ---- looking ----------------------------------------------------------------------------------------------------------
def shown(bench: Bench, name: str) -> Post:
    """An army by name, in words and as a picture."""
    lines = [f"**{name}**", *_standing(bench), f">>> {bench.game.army_text(bench.army)}"]
    return Post(cut("\n".join(lines), TEXT), (), bench.picture)


def listed(game: Game, saved: Sequence[tuple[str, Mapping[str, Any], Mapping[str, int]]]) -> list[str]:
    """Lines about everything that can be used by name."""
    lines = [say("**Your saved armies**")]
    for name, army, options in saved:
        faults = game.check_army(dict(army), options)
        lines.append(f"• **{name}**: {game.army_summary(dict(army), options)}" + (" ⚠️" if faults else ""))
    if not saved:
        lines.append(say("None yet: `/army build`, then **Save…**."))
    lines.append(say("**Recommended**"))
    lines += [f"• **{build.name}**: {build.line}" for build in game.builds()]
    return lines


def exported(name: str, text: str) -> list[str]:
    """Lines to copy. What people wrote into names cannot break out of the frame."""
    return [
        say("**{name}**, to copy and send to somebody; `/army import` reads it:", name=name),
        f"```\n{text.replace('`', '')}\n```",
    ]
