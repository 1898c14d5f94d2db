"""Before the first turn: the panel of a new match, the invitation, choosing armies and building one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.errors import Sorry
from bot.games import Game
from bot.panels.facts import PACES, POLICIES, Facts, Policy, named, pace, who
from bot.panels.ids import Press
from bot.panels.post import OPTIONS, Button, Buttons, Choice, Post, Row, Select, buttons, cut

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Draft(msgspec.Struct, frozen=True):
    """A match that is being put together. It lives in the ids of its panel's components and nowhere else."""

    game: str
    battlefield: str
    pace: str = PACES[0].id
    policy: Policy = "remind"
    rivals: tuple[int, ...] = ()

    def text(self) -> str:
        rivals = ".".join(_short(rival) for rival in self.rivals)
        return "~".join((self.game, self.battlefield, self.pace[0], self.policy[0], rivals))

    @classmethod
    def read(cls, text: str) -> Draft:
        """Raises Sorry if it is not what :meth:`text` makes."""
        try:
            game, battlefield, first, policy, rivals = text.split("~")
            found = next(each.id for each in PACES if each.id[0] == first)
            agreed = next(each for each in POLICIES if each[0] == policy)
            return cls(game, battlefield, found, agreed, tuple(int(each, 36) for each in rivals.split(".") if each))
        except (ValueError, StopIteration):
            raise Sorry("This panel is from an older version of the bot. Please start again: `/match new`.") from None


def _short(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


def new_match(draft: Draft, games: Sequence[Game], fault: str = "") -> Post:
    """The private panel: one tap on Create with what is already picked is enough."""
    fields = [
        Choice(
            f"{game.name}~{id}",
            f"{name}",
            game.title,
            chosen=(game.name, id) == (draft.game, draft.battlefield),
        )
        for game in games
        for id, name in game.battlefields(2)
    ][:OPTIONS]
    carried = draft.text()

    def id(action: str, prefix: str) -> str:
        return Press(0, 0, action, carried).id(prefix)

    rival = f"against {named(list(draft.rivals))}" if draft.rivals else "with an open seat: whoever joins first"
    lines = [
        "**A new match**",
        f"{_title(draft, games)}, {rival}.",
        f"Pace: {pace(draft.pace).name}. When time runs out: {POLICIES[draft.policy]}.",
        "Change what you like, or just press **Create**.",
    ]
    if fault:
        lines.append(f"⚠️ {fault}")
    rows: tuple[Row, ...] = (
        Select(id("n_field", "ps"), "Battlefield", tuple(fields)),
        Select(id("n_rival", "pu"), "Opponent (leave empty for an open seat)", people=True, least=0),
        Select(
            id("n_pace", "ps"),
            "Pace",
            tuple(Choice(each.id, each.name.capitalize(), chosen=each.id == draft.pace) for each in PACES),
        ),
        Select(
            id("n_policy", "ps"),
            "When time runs out",
            tuple(Choice(key, f"When time runs out, {text}", chosen=key == draft.policy) for key, text in POLICIES.items()),
        ),
        Buttons((Button(id("n_create", "pw"), "Create", "success"),)),
    )
    return Post("\n".join(lines), rows)


def _title(draft: Draft, games: Sequence[Game]) -> str:
    for game in games:
        if game.name == draft.game:
            name = dict(game.battlefields(2)).get(draft.battlefield, draft.battlefield)
            return f"{game.title} on {name}"
    return draft.game


def invitation(facts: Facts) -> Post:
    """The one post in the channel. It is edited until the match begins, and the match's thread hangs on it."""
    invited = [seat.user for seat in facts.seats if seat.user and not seat.ready and seat.user != facts.host]
    seated = [seat.user for seat in facts.seats if (seat.user and seat.ready) or seat.user == facts.host]
    lines = [f"**Match {facts.id}: {facts.title}** on {facts.battlefield}"]
    free = sum(1 for seat in facts.seats if not seat.user)
    if facts.stage == "cancelled":
        lines.append("This match was called off.")
        return Post("\n".join(lines))
    if facts.stage != "open":
        lines.append(f"{named(facts.players)} play. The match is in the thread below.")
        return Post("\n".join(lines))
    lines.append(f"{named(seated)} " + ("invite" if len(seated) > 1 else "invites") + " " + _invited(invited, free))
    lines.append(f"Pace: {facts.pace}. When time runs out: {POLICIES[facts.policy]}.")
    row = [Button(Press(facts.id, 0, "join").id(), "Join", "success")]
    if invited:
        row.append(Button(Press(facts.id, 0, "decline").id(), "Decline"))
    row.append(Button(Press(facts.id, 0, "cancel").id(), "Call off"))
    return Post("\n".join(lines), (Buttons(tuple(row)),), pings=tuple(invited))


def _invited(invited: list[int], free: int) -> str:
    parts = [named(invited)] if invited else []
    if free:
        parts.append("anybody" if free == 1 else f"{free} players")
    return " and ".join(parts) + "."


def armies(facts: Facts) -> Post:
    """The first post in the thread: recommended armies are picked already, Ready is one tap."""
    if facts.stage not in ("open", "armies"):
        return Post("**The armies are chosen.**" if facts.stage != "cancelled" else "**The match was called off.**")
    lines = ["**Choose your armies.** One is picked for you already: press **Ready**, or look around first."]
    for seat in facts.seats:
        lines.append(f"{'✅ ready' if seat.ready else '⏳ choosing'}: {who(seat.user)}")
    row = (
        Button(Press(facts.id, 0, "ready").id(), "Ready", "success"),
        Button(Press(facts.id, 0, "army").id(), "My army…", "primary"),
        Button(Press(facts.id, 0, "cancel").id(), "Call off"),
    )
    pings = tuple(seat.user for seat in facts.seats if not seat.ready)
    return Post("\n".join(lines), (Buttons(row),), pings=pings)


def army_choice(facts: Facts, seat: int, game: Game, army: dict[str, Any]) -> Post:
    """Private: the recommended armies, the one picked, and the way to one's own."""
    builds = game.builds()
    lines = ["**Your army**"]
    chosen = next((build for build in builds if same_army(build.army, army)), None)
    if chosen:
        lines.append(f"{chosen.name}: {chosen.line}.")
    lines.append(str(game.army_summary(army)) + ".")
    faults = game.check_army(army)
    lines += [f"⚠️ {fault}" for fault in faults]
    if facts.seats[seat].ready:
        lines.append("You are ready. The match begins when everybody is.")
    select = Select(
        Press(facts.id, 0, "build").id("ps"),
        "Recommended armies",
        tuple(
            Choice(build.id, build.name, build.line, chosen=chosen is not None and build.id == chosen.id)
            for build in builds[:OPTIONS]
        ),
    )
    row = Buttons(
        (
            Button(Press(facts.id, 0, "ready").id(), "Ready", "success", disabled=bool(faults)),
            Button(Press(facts.id, 0, "own").id(), "Build my own…"),
        )
    )
    return Post("\n".join(lines), (select, row))


def same_army(one: dict[str, Any], other: dict[str, Any]) -> bool:
    def plain(army: dict[str, Any]) -> dict[str, Any]:
        return {key: sorted(value) if isinstance(value, (list, tuple)) else value for key, value in army.items()}

    return plain(one) == plain(other)


def builder(facts: Facts, game: Game, army: dict[str, Any], page: int = 0) -> Post:
    """Private: selects for the leader, the army cards and the deck; points and faults as one goes."""
    leaders = game.leaders()
    leader = str(army.get("planeswalker") or "")
    lines = ["**Build your own army**", str(game.army_summary(army)) + "."]
    rows: list[Row] = [
        Select(
            Press(facts.id, 0, "b_leader", str(page)).id("ps"),
            "Planeswalker",
            tuple(Choice(each.id, each.name, str(each.line), chosen=each.id == leader) for each in leaders[:OPTIONS]),
        )
    ]
    turning: list[Button] = []
    if leader:
        cards = [
            Choice(f"{each.id}#{n}", each.name + (f" ({n})" if n > 1 else ""), f"{each.cost} points. {each.line}",
                   chosen=list(army.get("cards", ())).count(each.id) >= n)
            for each in game.army_choices(leader)
            for n in range(1, min(each.copies, 3) + 1)
        ][:OPTIONS]  # fmt: skip
        if cards:
            rows.append(
                Select(Press(facts.id, 0, "b_cards", str(page)).id("ps"), "Squads and heroes", tuple(cards), 0, len(cards))
            )
        deck = deck_page(game, leader, page)
        if deck:
            chosen = [
                Choice(each.id, each.name, f"{each.cost} points. {each.line}", chosen=each.id in army.get("spells", ()))
                for each in deck
            ]
            rows.append(Select(Press(facts.id, 0, "b_deck", str(page)).id("ps"), "Deck", tuple(chosen), 0, len(chosen)))
        last = (len(game.deck_choices(leader)) - 1) // OPTIONS
        if last > 0:
            turning.append(
                Button(Press(facts.id, 0, "own", str((page + 1) % (last + 1))).id(),
                       f"Deck: page {page + 1} of {last + 1}, next")
            )  # fmt: skip
    faults = game.check_army(army)
    lines += [f"⚠️ {fault}" for fault in faults[:8]]
    row = [
        Button(Press(facts.id, 0, "ready").id(), "Ready", "success", disabled=bool(faults)),
        *turning,
        Button(Press(facts.id, 0, "army").id(), "Back"),
    ]
    return Post(cut("\n".join(lines), 2000), (*rows, *buttons(row)))


def deck_page(game: Game, leader: str, page: int) -> list[Any]:
    found = game.deck_choices(leader)
    return found[page * OPTIONS : (page + 1) * OPTIONS]
