"""What each button, list and form does. A press carries all it needs in its id; see :mod:`bot.panels.ids`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from bot import discord_form
from bot.errors import Sorry
from bot.games import Game
from bot.panels import armies, choices, lobby, private
from bot.panels.armies import Bench
from bot.panels.facts import POLICIES, named, pace, when
from bot.panels.ids import Press
from bot.panels.post import Picture, Post, pages
from bot.panels.prompt import asked_words
from bot.pictures import board_words
from bot.service import LONGEST_WORD, Look, Receipt, Service
from bot.showing import Here, Showing
from bot.workshop import LONGEST_NAME, Workshop
from engine.core.views import OptionView

GONE = "That button is from an earlier moment of the match. This is what is true now:"
SPECTATOR = "You are not one of the players of this match."


class Presses:
    """Hands each press on by its action. ``rematch`` and new matches need the channel: they come from the interaction."""

    def __init__(self, service: Service, showing: Showing) -> None:
        self.service = service
        self.workshop = Workshop(service)
        self.showing = showing
        self._actions: dict[str, Callable[[Here, Press, list[str]], Awaitable[None]]] = {
            "n_field": self.draft_changed, "n_rival": self.draft_changed, "n_pace": self.draft_changed,
            "n_policy": self.draft_changed, "n_players": self.draft_changed, "n_create": self.create,
            "n_options": self.draft_options, "n_opt": self.draft_option,
            "join": self.join, "fill": self.fill, "decline": self.decline, "cancel": self.cancel, "ready": self.ready,
            "army": self.army, "build": self.build, "own": self.own,
            "a_open": self.bench_page, "a_cards": self.bench_page, "a_spells": self.bench_page, "a_start": self.bench_page,
            "a_leader": self.bench_changed, "a_add": self.bench_changed, "a_drop": self.bench_changed,
            "a_deck": self.bench_changed, "a_from": self.bench_changed, "a_clear": self.bench_changed,
            "a_saved": self.bench_saved, "a_terms": self.bench_terms,
            "play": self.play, "verb": self.verb, "sub": self.subject, "subs": self.subject, "page": self.page,
            "pick": self.pick, "opt": self.option, "go": self.go, "noask": self.go, "undo": self.undo,
            "hand": self.hand, "board": self.board, "words": self.words, "log": self.log, "more": self.more,
            "export": self.export, "resign": self.resign, "rematch": self.rematch,
        }  # fmt: skip
        self._forms: dict[str, Callable[[Here, Press], Awaitable[None]]] = {
            "type": self.ask_path, "confer": self.ask_word, "a_save": self.ask_name, "a_write": self.ask_army,
        }  # fmt: skip

    async def on_press(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """The only entry for components."""
        form = self._forms.get(press.action)
        if form is not None:  # a form must be the first answer: it is its own acknowledgement
            await self.showing.answer(interaction, lambda: form(interaction, press), deferred=False)
            return

        async def work() -> None:
            action = self._actions.get(press.action)
            if action is None:
                raise Sorry("This button is from an older version of the bot. `/match status` shows where the match stands.")
            await action(interaction, press, picked)

        await self.showing.answer(interaction, work)

    async def on_form(self, interaction: Here, press: Press, line: str) -> None:
        """The only entry for forms."""

        async def work() -> None:
            match press.action:
                case "said":
                    await self.said(interaction, press.match, line)
                case "named":
                    await self.bench_named(interaction, press, line)
                case "written":
                    await self.bench_written(interaction, press, line)
                case _:
                    verb, _, subject = press.arg.partition("~")
                    look = await self.current(interaction, press)
                    await self.typed(interaction, look, verb, subject, line, press.version)

        await self.showing.answer(interaction, work)

    @property
    def games(self) -> list[Game]:
        return list(self.service.games.values())

    # -- putting a match together
    async def draft_changed(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg, self.games)
        fault = ""
        match press.action:
            case "n_field" if picked:
                draft = lobby.picked_field(draft, self.games, picked[0])
            case "n_rival":
                rivals = tuple(int(each) for each in picked)[: draft.players - 1]
                fault = self._rival_fault(interaction, rivals)
                draft = msgspec.structs.replace(draft, rivals=() if fault else rivals)
            case "n_pace" if picked:
                draft = msgspec.structs.replace(draft, pace=pace(picked[0]).id)
            case "n_policy" if picked and picked[0] in POLICIES:
                draft = msgspec.structs.replace(draft, policy=picked[0])
        await self.showing.show(interaction, lobby.new_match(draft, self.games, fault))

    async def draft_options(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg, self.games)
        await self.showing.show(interaction, lobby.match_options(draft, self.service.games[draft.game]))

    async def draft_option(self, interaction: Here, press: Press, picked: list[str]) -> None:
        number, _, text = press.arg.partition("~")
        draft = lobby.Draft.read(text, self.games)
        game = self.service.games[draft.game]
        options = game.options()
        if not (number.isdigit() and int(number) < len(options) and picked and picked[0].isdigit()):
            raise Sorry("This panel is from an older version of the bot. Please start again: `/match new`.")
        option = options[int(number)]
        if int(picked[0]) < len(option.values):
            draft = draft.with_options(game, draft.agreed(game) | {option.id: option.values[int(picked[0])][0]})
        await self.showing.show(interaction, lobby.match_options(draft, game))

    def _rival_fault(self, interaction: Here, rivals: tuple[int, ...]) -> str:
        users = discord_form.data_of(interaction).get("resolved", {}).get("users", {})
        if interaction.user.id in rivals:
            return "You cannot play against yourself. Choose somebody else, or leave the seat open."
        if any(users.get(str(each), {}).get("bot") and each != self.service.builtin_user for each in rivals):
            return "Other bots do not play. Choose a person, or me, or leave the seat open."
        return ""

    async def create(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg, self.games)
        facts = await self.service.create(
            draft, interaction.user.id, interaction.guild_id or 0, interaction.channel_id or 0, interaction.id
        )
        await self.showing.show(interaction, Post(f"Match {facts.id} is posted in this channel."))

    # -- before the first turn
    async def join(self, interaction: Here, press: Press, picked: list[str]) -> None:
        team = int(press.arg) if press.arg.isdigit() else None
        facts = await self.service.join(press.match, interaction.user.id, team)
        seat = facts.seat_of(interaction.user.id)
        assert seat is not None
        place = facts.seats[seat].place
        intro = f"You are in, as {place}. " if place else "You are in. "
        await self.showing.show(interaction, await self._army_post(facts.id, interaction.user.id, intro))

    async def fill(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.fill(press.match, interaction.user.id)
        await self.showing.show(interaction, Post("I take the open seats."))

    async def decline(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.decline(press.match, interaction.user.id)
        await self.showing.show(interaction, Post("You have declined. The seat is open to others now."))

    async def cancel(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.cancel(press.match, interaction.user.id)
        await self.showing.show(interaction, Post(f"Match {press.match} is called off."))

    async def ready(self, interaction: Here, press: Press, picked: list[str]) -> None:
        facts = await self.service.ready(press.match, interaction.user.id)
        if facts.stage == "playing":
            look = await self.service.look(facts.id, interaction.user.id)
            await self.showing.show(interaction, choices.cockpit(look.facts, look.seen, notice="The match has begun."), look)
            return
        waiting = [seat.user for seat in facts.seats if not seat.ready]
        text = f"You are ready. The match begins when {named(waiting)} is ready too."
        await self.showing.show(interaction, Post(text))

    async def army(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.showing.show(interaction, await self._army_post(press.match, interaction.user.id))

    async def _army_post(self, match: int, user: int, intro: str = "") -> Post:
        bench = await self.workshop.bench(match, "", user)
        facts = self.service.facts(await self.service.record(match))
        seat = facts.seat_of(user)
        assert seat is not None
        post = armies.army_choice(facts, seat, bench)
        return msgspec.structs.replace(post, text=intro + post.text)

    async def build(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """A recommended army for a match."""
        await self.workshop.change(press.match, "", interaction.user.id, lambda game, _: _build(game, picked))
        await self.showing.show(interaction, await self._army_post(press.match, interaction.user.id))

    async def own(self, interaction: Here, press: Press, picked: list[str]) -> None:
        bench = await self.workshop.bench(press.match, "", interaction.user.id)
        await self.showing.show(interaction, armies.overview(bench))

    # -- the army builder; its components carry ``game~page``
    async def bench_page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        game, page = _bench_arg(press)
        bench = await self.workshop.bench(press.match, game, interaction.user.id)
        await self.showing.show(interaction, _page_of(press.action, bench, page))

    async def bench_changed(self, interaction: Here, press: Press, picked: list[str]) -> None:
        name, page = _bench_arg(press)
        action = press.action

        def edit(game: Game, army: dict[str, Any]) -> dict[str, Any]:
            match action:
                case "a_leader" if picked:
                    return armies.with_leader(game, army, picked[0])
                case "a_add":
                    return armies.with_cards(army, picked)
                case "a_drop":
                    return armies.without_cards(army, picked)
                case "a_deck":
                    here = armies.deck_page(game, str(army.get("planeswalker") or ""), page)
                    return armies.with_spells(army, [each.id for each in here], picked)
                case "a_from":
                    return _build(game, picked)
                case "a_clear":
                    return dict(armies.NOTHING)
            return army

        bench = await self.workshop.change(press.match, name, interaction.user.id, edit)
        await self.showing.show(interaction, _page_of(action, bench, page))

    async def bench_saved(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """A saved army, picked from the list by its number: names may be too long for it."""
        name, _ = _bench_arg(press)
        bench = await self.workshop.bench(press.match, name, interaction.user.id)
        if not (picked and picked[0].isdigit() and int(picked[0]) < len(bench.saved)):
            raise Sorry("That army is not there any more.")
        bench = await self.workshop.take(press.match, name, interaction.user.id, bench.saved[int(picked[0])])
        await self.showing.show(interaction, armies.overview(bench))

    async def bench_terms(self, interaction: Here, press: Press, picked: list[str]) -> None:
        name, number = _bench_arg(press)
        options = self.workshop.game(name).options()
        if number >= len(options) or not picked or not picked[0].isdigit():
            raise Sorry("That is not on offer any more.")
        bench = await self.workshop.agree(name, interaction.user.id, options[number].id, int(picked[0]))
        await self.showing.show(interaction, armies.start_page(bench))

    async def ask_name(self, interaction: Here, press: Press) -> None:
        form = Press(press.match, 0, "named", press.arg)
        await interaction.response.send_modal(
            discord_form.Form(form, "Save the army", "Its name", "Wolves at the gate", longest=LONGEST_NAME)
        )

    async def bench_named(self, interaction: Here, press: Press, line: str) -> None:
        game, _ = _bench_arg(press)
        bench, name = await self.workshop.save(press.match, game, interaction.user.id, line)
        await self.showing.show(interaction, armies.overview(bench, f"Saved as “{name}”."))

    async def ask_army(self, interaction: Here, press: Press) -> None:
        """A form with the army as text, to be written anew or pasted over."""
        game, _ = _bench_arg(press)
        bench = await self.workshop.bench(press.match, game, interaction.user.id)
        form = Press(press.match, 0, "written", f"{bench.game.name}~")
        text = bench.game.army_text(bench.army) if bench.leader else ""
        example = "Planeswalker: ...\nCards: ...; ...\nSpells: ...; ..."
        await interaction.response.send_modal(
            discord_form.Form(form, "Write an army", "The army", example, longest=4000, lines=True, value=text)
        )

    async def bench_written(self, interaction: Here, press: Press, text: str) -> None:
        game, _ = _bench_arg(press)
        bench = await self.workshop.write(press.match, game, interaction.user.id, text)
        await self.showing.show(interaction, armies.overview(bench))

    # -- team mates
    async def ask_word(self, interaction: Here, press: Press) -> None:
        """A form for a word to one's team mates; whoever has none is told so at once."""
        await self.service.conferred(press.match, interaction.user.id)
        form = Press(press.match, 0, "said")
        await interaction.response.send_modal(
            discord_form.Form(form, "To your team alone", "What you want to say", "Shall I take the left glyph?",
                              longest=LONGEST_WORD, lines=True)
        )  # fmt: skip

    async def said(self, interaction: Here, match: int, text: str) -> None:
        told = await self.service.confer(match, interaction.user.id, text)
        where = "it goes by direct message, and `/confer` shows it to your team alone"
        await self.showing.show(interaction, Post(f"Only {named(told)} can read that: {where}."))

    async def conferred(self, interaction: Here, match: int) -> None:
        facts, said = await self.service.conferred(match, interaction.user.id)
        await self.showing.show(interaction, private.talk(facts, said))

    # -- playing
    async def current(self, interaction: Here, press: Press) -> Look:
        return await self.service.look(press.match, interaction.user.id)

    def fresh(self, look: Look, press: Press) -> bool:
        """Whether what the press was made for is still what is asked of the presser."""
        return look.seat is not None and look.asked_since is not None and press.version >= look.asked_since

    async def play(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        notice = SPECTATOR if look.seat is None else ""
        await self.cockpit(interaction, look, notice=notice)

    async def cockpit(self, interaction: Here, look: Look, told: list[str] | None = None, notice: str = "") -> None:
        await self.showing.show(interaction, choices.cockpit(look.facts, look.seen, told or [], notice), look)

    async def still(self, interaction: Here, press: Press) -> Look | None:
        """What is asked now, if the press belongs to it; else the presser is shown what is true now, and None."""
        look = await self.current(interaction, press)
        if look.seat is None:
            await self.cockpit(interaction, look, notice="That is not your button: " + SPECTATOR[0].lower() + SPECTATOR[1:])
            return None
        if not self.fresh(look, press):
            asked = look.seat in look.seen.asked
            await self.cockpit(interaction, look, notice=GONE if asked else "That has been dealt with.")
            return None
        return look

    async def verb(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if look:
            verb, _, page = press.arg.partition("~")
            post = choices.of_verb(look.facts, look.seen, verb, int(page) if page.isdigit() else 0)
            await self.showing.show(interaction, post, look)

    async def subject(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if look:
            verb, _, subject = press.arg.partition("~")
            post = choices.of_subject(look.facts, look.seen, verb, picked[0] if picked else subject)
            await self.showing.show(interaction, post, look)

    async def page(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if look:
            verb, _, rest = press.arg.partition("~")
            subject, _, page = rest.rpartition("~")
            post = choices.of_subject(look.facts, look.seen, verb, subject, int(page) if page.isdigit() else 0)
            await self.showing.show(interaction, post, look)

    async def pick(self, interaction: Here, press: Press, picked: list[str]) -> None:
        arg = picked[0] if picked else ""
        await self.option(interaction, Press(press.match, press.version, "opt", arg), [])

    async def option(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """An option is taken at once, unless it carries a warning: then it is shown with Go and Back."""
        look = await self.still(interaction, press)
        if not look:
            return
        option = choices.resolve(look.seen, press.arg)
        if option is None:
            await self.cockpit(interaction, look, notice=GONE)
            return
        if await self.wants_preview(interaction, option):
            post = choices.preview(look.facts, look.seen, option, stop_asking=option.verb == "end")
            await self.showing.show(interaction, post, look)
            return
        await self.take(interaction, press, option)

    async def wants_preview(self, interaction: Here, option: OptionView) -> bool:
        if not option.warning:
            return False
        return option.verb != "end" or not await self.service.stopped_asking(interaction.user.id)

    async def go(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.still(interaction, press)
        if not look:
            return
        option = choices.resolve(look.seen, press.arg)
        if option is None:
            await self.cockpit(interaction, look, notice=GONE)
            return
        if press.action == "noask":
            await self.service.stop_asking(interaction.user.id)
        await self.take(interaction, press, option)

    async def take(self, interaction: Here, press: Press, option: OptionView) -> None:
        receipt = await self.service.act(press.match, interaction.user.id, [option.key], interaction.id, press.version)
        await self.receipt(interaction, receipt)

    async def receipt(self, interaction: Here, receipt: Receipt) -> None:
        await self.cockpit(interaction, receipt.look, receipt.told, receipt.notice)

    async def undo(self, interaction: Here, press: Press, picked: list[str]) -> None:
        if await self.still(interaction, press):
            await self.receipt(interaction, await self.service.undo(press.match, interaction.user.id, interaction.id))

    async def ask_path(self, interaction: Here, press: Press) -> None:
        form = discord_form.Form(
            Press(press.match, press.version, "typed", press.arg), "Type a path", "Coordinates, in order", "F5 F6 G6"
        )
        await interaction.response.send_modal(form)

    async def typed(self, interaction: Here, look: Look, verb: str, subject: str, line: str, version: int | None) -> None:
        """A destination, a target or a path that was written."""
        if look.seat is None:
            raise Sorry(SPECTATOR)
        if look.seat not in look.seen.asked:
            await self.cockpit(interaction, look)
            return
        keys = self.service.meant(look, verb, subject, line)
        option = choices.resolve(look.seen, keys[0]) if len(keys) == 1 else None
        if option is not None and await self.wants_preview(interaction, option):
            post = choices.preview(look.facts, look.seen, option, stop_asking=option.verb == "end")
            await self.showing.show(interaction, post, look)
            return
        receipt = await self.service.act(look.facts.id, interaction.user.id, keys, interaction.id, version)
        await self.receipt(interaction, receipt)

    # -- looking
    async def hand(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        if look.seat is None:
            raise Sorry(SPECTATOR + " Only players hold cards.")
        await self.showing.show(interaction, private.hand(look.facts, look.seen), look)

    async def board(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        await self.showing.show(interaction, board_post(look), look)

    async def words(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        await self.showing.show(interaction, words_posts(look), look)

    async def log(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look, lines = await self.service.history(press.match, interaction.user.id)
        await self.showing.show(interaction, private.log(look.facts, lines, int(press.arg) if press.arg.isdigit() else None))

    async def more(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        await self.showing.show(interaction, private.more(look.facts, look.seen), look)

    async def export(self, interaction: Here, press: Press, picked: list[str]) -> None:
        name, data, words = await self.service.export(press.match, interaction.user.id)
        await self.showing.file(interaction, words, name, data)

    async def resign(self, interaction: Here, press: Press, picked: list[str]) -> None:
        look = await self.current(interaction, press)
        if look.seat is None:
            raise Sorry(SPECTATOR)
        if press.arg != "yes":
            await self.showing.show(interaction, private.resign(look.facts), look)
            return
        await self.receipt(interaction, await self.service.resign(press.match, interaction.user.id, interaction.id))

    async def rematch(self, interaction: Here, press: Press, picked: list[str]) -> None:
        facts = await self.service.rematch(press.match, interaction.user.id, interaction.id)
        await self.showing.show(interaction, Post(f"Match {facts.id} is posted in the channel."))


def _bench_arg(press: Press) -> tuple[str, int]:
    """The game and the number that a component of a bench carries."""
    game, _, number = press.arg.partition("~")
    return game, int(number) if number.isdigit() else 0


def _page_of(action: str, bench: Bench, page: int) -> Post:
    """The page of the builder on which an action was, or to which it leads."""
    if not bench.leader and action in ("a_cards", "a_spells", "a_add", "a_drop", "a_deck"):
        return armies.overview(bench, "Choose a Planeswalker first: army and deck follow its colours.")
    match action:
        case "a_cards" | "a_add" | "a_drop":
            return armies.cards_page(bench, page)
        case "a_spells" | "a_deck":
            return armies.spells_page(bench, page)
        case "a_start":
            return armies.start_page(bench)
    return armies.overview(bench)


def _build(game: Game, picked: list[str]) -> dict[str, Any]:
    """The recommended army that was picked. Raises Sorry."""
    found = next((each for each in game.builds() if picked and each.id == picked[0]), None)
    if found is None:
        raise Sorry("That army is not on offer any more.")
    return armies.tidy(found.army)


def board_post(look: Look) -> Post:
    seen = look.seen
    if seen.outcome is not None:
        text = f"The match is over: {seen.outcome.reason}"
    else:
        text = f"Waiting for {asked_words(look.facts, seen)}."
        if look.facts.until is not None:
            text += f" Time until {when(look.facts.until)}."
    return Post(text, (), (Picture("board", look.facts.id, seen.seat),))


def words_posts(look: Look) -> list[Post]:
    return [Post(text) for text in pages(board_words(look.seen).splitlines())]
