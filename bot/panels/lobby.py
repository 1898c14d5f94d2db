"""Before the first turn: the panel of a new match, the invitation, the post under which everybody gets ready.

Choosing and building armies: :mod:`bot.panels.armies`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from bot import pace as paces
from bot.errors import Sorry
from bot.games import Game
from bot.guilds import DEFAULTS, Guild
from bot.panels.facts import PACES, POLICIES, Facts, Policy, named, pace, placed, who
from bot.panels.ids import Press
from bot.panels.post import OPTIONS, Button, Buttons, Choice, Post, Row, Select, buttons
from engine.core.text import Part, Text, capital, counted, listed, say, words

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
OWN_PACE = "own"  # among the paces: one that is written into a form
LONGEST_FIELD = 20  # characters of a battlefield's id; longer ones are carried as a digest


class Draft(msgspec.Struct, frozen=True):
    """A match that is being put together. It lives in the ids of its panel's components and nowhere else.

    ``options``: of each of the game's options which of its values; what is missing at the end has its default.
    """

    game: str
    battlefield: str
    pace: str = PACES[0].id
    policy: Policy = "remind"
    rivals: tuple[int, ...] = ()
    players: int = 2
    options: tuple[int, ...] = ()

    def text(self) -> str:
        rivals = ".".join(_short(rival) for rival in self.rivals)
        options = "".join(DIGITS[n] for n in self.options)
        terms = f"{self.players}{paces.code(self.pace)}{self.policy[0]}"
        return "~".join((self.game, _carried(self.battlefield), terms, options, rivals))

    @classmethod
    def read(cls, text: str, games: Sequence[Game]) -> Draft:
        """Raises Sorry if it is not what :meth:`text` makes, or if game or battlefield are not there any more."""
        try:
            name, carried, terms, options, rivals = text.split("~")
            players, code, policy = terms[:1], terms[1:-1], terms[-1:]
            game = next(each for each in games if each.name == name)
            field = next(id for id, _ in game.battlefields(int(players)) if _carried(id) == carried)
            found = paces.decoded(code)
            agreed = next(each for each in POLICIES if each[0] == policy)
            others = tuple(int(each, 36) for each in rivals.split(".") if each)
            return cls(name, field, found, agreed, others, int(players), tuple(DIGITS.index(each) for each in options))
        except (ValueError, StopIteration, Sorry):
            raise Sorry(words("This panel is from an older version of the bot. Please start again: `/match new`.")) from None

    def agreed(self, game: Game) -> dict[str, int]:
        """The options with their values."""
        found = {}
        for n, option in enumerate(game.options()):
            given = n < len(self.options) and self.options[n] < len(option.values)
            found[option.id] = option.values[self.options[n]][0] if given else option.default
        return found

    def with_options(self, game: Game, agreed: Mapping[str, int]) -> Draft:
        """With those values, where the game still offers them."""
        chosen = []
        for option in game.options():
            values = [value for value, _ in option.values]
            wanted = agreed.get(option.id, option.default)
            chosen.append(values.index(wanted if wanted in values else option.default))
        return msgspec.structs.replace(self, options=tuple(chosen))


def _short(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


def _carried(field: str) -> str:
    """A battlefield's id as ids of components carry it."""
    if len(field) <= LONGEST_FIELD:
        return field
    return "#" + hashlib.blake2b(field.encode(), digest_size=6).hexdigest()


def first_draft(games: Sequence[Game], rivals: tuple[int, ...] = (), players: int = 2, settings: Guild = DEFAULTS) -> Draft:
    """What is picked already when the panel opens, by the server's ``settings``. Raises Sorry if no game is for so many."""
    for game in games:
        fields = game.battlefields(players) if players in game.players else []
        if fields:
            first = Draft(game.name, fields[0][0], rivals=rivals, players=players)
            first = msgspec.structs.replace(first, pace=paces.known(settings.pace))
            if settings.policy in POLICIES:
                first = msgspec.structs.replace(first, policy=settings.policy)
            return first
    raise Sorry(words("There is no battlefield for {players} players here.", players=players))


def resized(draft: Draft, games: Sequence[Game], players: int) -> Draft:
    """The same for another number of players: on the same battlefield if that is possible, with as many of the invited."""
    kept = msgspec.structs.replace(draft, players=players, rivals=draft.rivals[: players - 1])
    for game in games:
        if game.name == draft.game and players in game.players:
            fields = [id for id, _ in game.battlefields(players)]
            if fields:
                field = draft.battlefield if draft.battlefield in fields else fields[0]
                return msgspec.structs.replace(kept, battlefield=field)
    first = first_draft(games, players=players)
    return msgspec.structs.replace(kept, game=first.game, battlefield=first.battlefield, options=())


def new_match(draft: Draft, games: Sequence[Game], fault: str = "") -> Post:
    """The private panel: one tap on Create with what is already picked is enough."""
    fields = [
        Choice(
            f"{game.name}~{_carried(id)}",
            f"{name}",
            game.title,
            chosen=(game.name, id) == (draft.game, draft.battlefield),
        )
        for game in games
        if draft.players in game.players
        for id, name in game.battlefields(draft.players)
    ][:OPTIONS]
    carried = draft.text()
    offered = PACES if pace(draft.pace) in PACES else (*PACES, pace(draft.pace))

    def id(action: str, prefix: str) -> str:
        return Press(0, 0, action, carried).id(prefix)

    game = next(each for each in games if each.name == draft.game)
    lines = [
        say("**A new match**"),
        say("{title}, {against}.", title=_title(draft, game), against=_against(draft)),
        *_teams(draft, game),
        say("Pace: {name}. When time runs out: {policy}.", name=pace(draft.pace).name, policy=POLICIES[draft.policy]),
    ]
    if game.options():
        agreed = draft.agreed(game)
        terms = ", ".join(str(option.said(agreed[option.id])) for option in game.options())
        lines.append(say("Agreed: {terms}.", terms=terms))
    if game.status():
        lines.append(f"ℹ️ {capital(game.status())}.")
    lines.append(say("Change what you like, or just press **Create**."))
    if fault:
        lines.append(f"⚠️ {fault}")
    most = draft.players - 1
    invite = say("Opponent") if most == 1 else say("The others, up to {most}", most=most)
    row = [Button(id("n_create", "pw"), say("Create"), "success")]
    counts = sorted({n for each in games for n in each.players if each.battlefields(n)})
    if len(counts) > 1:
        for n in counts[:3]:
            other = resized(draft, games, n)
            mark = Press(0, 0, "n_players", other.text()).id()
            row.append(Button(mark, say("{n} players", n=n), "primary" if n == draft.players else "secondary",
                              disabled=n == draft.players))  # fmt: skip
    if game.options():
        row.append(Button(id("n_options", "pw"), say("Options…")))
    rows: tuple[Row, ...] = (
        Select(id("n_field", "ps"), say("Battlefield"), tuple(fields)),
        Select(
            id("n_rival", "pu"),
            say("{invite} (leave empty for open seats)", invite=invite),
            kind="people",
            least=0,
            most=most,
        ),
        Select(
            id("n_pace", "ps"),
            say("Pace"),
            (*(Choice(each.id, capital(each.name), chosen=each.id == draft.pace) for each in offered),
             Choice(OWN_PACE, say("Own pace…"), say("Write it yourself: 36h, 12h night, 7d+8h …"))),
        ),
        Select(
            id("n_policy", "ps"),
            say("When time runs out"),
            tuple(
                Choice(key, say("When time runs out, {text}", text=text), chosen=key == draft.policy)
                for key, text in POLICIES.items()
            ),
        ),
        Buttons(tuple(row)),
    )
    return Post("\n".join(lines), rows)


def picked_field(draft: Draft, games: Sequence[Game], picked: str) -> Draft:
    """The draft on the battlefield that a choice of :func:`new_match` stands for. Raises Sorry if it is not there."""
    name, _, carried = picked.partition("~")
    for game in games:
        for id, _ in game.battlefields(draft.players) if game.name == name else ():
            if _carried(id) == carried:
                options = draft.options if name == draft.game else ()
                return msgspec.structs.replace(draft, game=name, battlefield=id, options=options)
    raise Sorry(words("That battlefield is not on offer any more. Please start again: `/match new`."))


def match_options(draft: Draft, game: Game) -> Post:
    """The private panel's second page: what is to be agreed on beyond the battlefield."""
    agreed = draft.agreed(game)
    lines = [say("**Options of the match**")]
    rows: list[Row] = []
    for n, option in enumerate(game.options()[:4]):
        form = "• **{name}**: {line}. Now: {value}."
        lines.append(say(form, name=option.name, line=option.line, value=option.said(agreed[option.id])))
        choices = tuple(
            Choice(str(i), capital(said), say("as in the rulebook") if value == option.default else "",
                   chosen=value == agreed[option.id])
            for i, (value, said) in enumerate(option.values)
        )  # fmt: skip
        rows.append(Select(Press(0, 0, "n_opt", f"{n}~{draft.text()}").id("ps"), str(option.name), choices))
    back = Button(Press(0, 0, "n_players", draft.text()).id(), say("Back"))
    return Post("\n".join(lines), (*rows, Buttons((back,))))


def _against(draft: Draft) -> str:
    free = draft.players - 1 - len(draft.rivals)
    seats = (
        say("an open seat: whoever joins first") if free == 1 else say("{free} open seats: whoever joins first", free=free)
    )
    if draft.rivals:
        rivals = named(list(draft.rivals))
        if draft.players == 2:
            return say("against {rivals}", rivals=rivals)
        return say("with {rivals} and {seats}", rivals=rivals, seats=seats) if free else say("with {rivals}", rivals=rivals)
    return say("with {seats}", seats=seats)


def _teams(draft: Draft, game: Game) -> list[str]:
    """A line about the teams, if there are any."""
    try:
        places = game.places(draft.battlefield, draft.players)
    except KeyError:
        return []
    sides: dict[int, list[str]] = {}
    for place in places:
        sides.setdefault(place.team, []).append(str(place.side))
    if all(len(names) == 1 for names in sides.values()):
        return []
    told = ", ".join(f"{names[0]} ({len(names)})" for names in sides.values())
    return [say("Teams: {told}. Everybody picks a team on joining; team mates see each other's hands.", told=told)]


def _title(draft: Draft, game: Game) -> str:
    name = dict(game.battlefields(draft.players)).get(draft.battlefield, draft.battlefield)
    if draft.players == 2:
        return say("{game} on {field}", game=game.title, field=name)
    return say("{game} on {field}, {n} players", game=game.title, field=name, n=draft.players)


def invitation(facts: Facts) -> Post:
    """The one post in the channel. It is edited until the match begins, and the match's thread hangs on it."""
    invited = [seat.user for seat in facts.seats if seat.user and not seat.joined]
    seated = [seat.user for seat in facts.seats if seat.user and seat.joined]
    seated.sort(key=lambda user: user != facts.host)
    lines = [say("**Match {match}: {title}** on {field}", match=facts.id, title=facts.title, field=facts.battlefield)]
    free = sum(1 for seat in facts.seats if not seat.user)
    if facts.stage == "cancelled":
        lines.append(say("This match was called off."))
        return Post("\n".join(lines))
    where = placed(facts)
    if facts.stage != "open":
        lines.append(say("{players} play. The match is in the thread below.", players=named(facts.players)))
        if where:
            lines.append(where)
        return Post("\n".join(lines))
    one, many = "{players} invites {invited}.", "{players} invite {invited}."
    lines.append(str(counted(len(seated), one, many, players=named(seated), invited=_invited(invited, free))))
    if where:
        lines.append(where)
    lines.append(say("Pace: {pace}. When time runs out: {policy}.", pace=facts.pace, policy=POLICIES[facts.policy]))
    if facts.agreed:
        lines.append(say("Agreed: {terms}.", terms=", ".join(facts.agreed)))
    row = [Button(Press(facts.id, 0, "join").id(), say("Join"), "success")]
    if facts.teams:
        lines.append(say("Pick a team to join; while seats are open you may still change it."))
        row = [
            Button(Press(facts.id, 0, "join", str(team)).id(), say("Join {side}", side=seats[0].side), "success")
            for team, seats in list(facts.teams.items())[:3]
        ]
    if invited:
        row.append(Button(Press(facts.id, 0, "decline").id(), say("Decline")))
    if free and len(facts.seats) > 2:
        row.append(Button(Press(facts.id, 0, "fill").id(), say("Fill with bots")))
    row.append(Button(Press(facts.id, 0, "cancel").id(), say("Call off")))
    return Post("\n".join(lines), tuple(buttons(row)), pings=tuple(invited))


def _invited(invited: list[int], free: int) -> Text:
    parts: list[Part] = [who(user) for user in invited]
    if free:
        parts.append(counted(free, "anybody", "{n} players"))
    return listed(parts)


def armies(facts: Facts) -> Post:
    """The first post in the thread: recommended armies are picked already, Ready is one tap."""
    if facts.stage not in ("open", "armies"):
        return Post(
            say("**The armies are chosen.**") if facts.stage != "cancelled" else say("**The match was called off.**")
        )
    lines = [say("**Choose your armies.** One is picked for you already: press **Ready**, or look around first.")]
    if facts.agreed:
        lines.append(say("Agreed: {terms}.", terms=", ".join(facts.agreed)))
    for seat in facts.seats:
        place = f" ({seat.place})" if seat.place else ""
        sits = who(seat.user) if seat.user else say("an open seat")
        lines.append((say("✅ ready") if seat.ready else say("⏳ choosing")) + f": {sits}{place}")
    row = (
        Button(Press(facts.id, 0, "ready").id(), say("Ready"), "success"),
        Button(Press(facts.id, 0, "army").id(), say("My army…"), "primary"),
        Button(Press(facts.id, 0, "cancel").id(), say("Call off")),
    )
    pings = tuple(seat.user for seat in facts.seats if seat.user and not seat.ready)
    return Post("\n".join(lines), (Buttons(row),), pings=pings)
