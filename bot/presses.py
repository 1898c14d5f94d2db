"""What each button, list and form does. A press carries all it needs in its id; see :mod:`bot.panels.ids`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from bot import discord_form
from bot.errors import Sorry
from bot.panels import choices, lobby, private
from bot.panels.facts import POLICIES, named, pace, when
from bot.panels.ids import Press
from bot.panels.post import Picture, Post, pages
from bot.panels.prompt import asked_words
from bot.pictures import board_words
from bot.service import Look, Receipt, Service
from bot.showing import Here, Showing
from engine.core.views import OptionView

GONE = "That button is from an earlier moment of the match. This is what is true now:"
SPECTATOR = "You are not one of the players of this match."


class Presses:
    """Hands each press on by its action. ``rematch`` and new matches need the channel: they come from the interaction."""

    def __init__(self, service: Service, showing: Showing) -> None:
        self.service = service
        self.showing = showing
        self._actions: dict[str, Callable[[Here, Press, list[str]], Awaitable[None]]] = {
            "n_field": self.draft_changed, "n_rival": self.draft_changed, "n_pace": self.draft_changed,
            "n_policy": self.draft_changed, "n_create": self.create,
            "join": self.join, "decline": self.decline, "cancel": self.cancel, "ready": self.ready,
            "army": self.army, "build": self.build, "own": self.own, "b_leader": self.built, "b_cards": self.built,
            "b_deck": self.built,
            "play": self.play, "verb": self.verb, "sub": self.subject, "subs": self.subject, "page": self.page,
            "pick": self.pick, "opt": self.option, "go": self.go, "noask": self.go, "undo": self.undo,
            "hand": self.hand, "board": self.board, "words": self.words, "log": self.log, "more": self.more,
            "export": self.export, "resign": self.resign, "rematch": self.rematch,
        }  # fmt: skip

    async def on_press(self, interaction: Here, press: Press, picked: list[str]) -> None:
        """The only entry for components."""
        if press.action == "type":  # a form must be the first answer: it is its own acknowledgement
            await self.showing.answer(interaction, lambda: self.ask_path(interaction, press), deferred=False)
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
            verb, _, subject = press.arg.partition("~")
            look = await self.current(interaction, press)
            await self.typed(interaction, look, verb, subject, line, press.version)

        await self.showing.answer(interaction, work)

    # -- putting a match together
    async def draft_changed(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg)
        fault = ""
        match press.action:
            case "n_field" if picked:
                game, _, field = picked[0].partition("~")
                draft = msgspec.structs.replace(draft, game=game, battlefield=field)
            case "n_rival":
                rivals = tuple(int(each) for each in picked)
                fault = self._rival_fault(interaction, rivals)
                draft = msgspec.structs.replace(draft, rivals=() if fault else rivals)
            case "n_pace" if picked:
                draft = msgspec.structs.replace(draft, pace=pace(picked[0]).id)
            case "n_policy" if picked and picked[0] in POLICIES:
                draft = msgspec.structs.replace(draft, policy=picked[0])
        await self.showing.show(interaction, lobby.new_match(draft, list(self.service.games.values()), fault))

    def _rival_fault(self, interaction: Here, rivals: tuple[int, ...]) -> str:
        users = discord_form.data_of(interaction).get("resolved", {}).get("users", {})
        if interaction.user.id in rivals:
            return "You cannot play against yourself. Choose somebody else, or leave the seat open."
        if any(users.get(str(each), {}).get("bot") and each != self.service.builtin_user for each in rivals):
            return "Other bots do not play. Choose a person, or me, or leave the seat open."
        return ""

    async def create(self, interaction: Here, press: Press, picked: list[str]) -> None:
        draft = lobby.Draft.read(press.arg)
        facts = await self.service.create(
            draft, interaction.user.id, interaction.guild_id or 0, interaction.channel_id or 0, interaction.id
        )
        await self.showing.show(interaction, Post(f"Match {facts.id} is posted in this channel."))

    # -- before the first turn
    async def join(self, interaction: Here, press: Press, picked: list[str]) -> None:
        facts = await self.service.join(press.match, interaction.user.id)
        await self.showing.show(interaction, await self._army_post(facts.id, interaction.user.id, "You are in. "))

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
        facts, seat, game, army = await self.service.army(match, user)
        post = lobby.army_choice(facts, seat, game, army)
        return msgspec.structs.replace(post, text=intro + post.text)

    async def build(self, interaction: Here, press: Press, picked: list[str]) -> None:
        await self.service.take_build(press.match, interaction.user.id, picked[0] if picked else "")
        await self.showing.show(interaction, await self._army_post(press.match, interaction.user.id))

    async def own(self, interaction: Here, press: Press, picked: list[str]) -> None:
        facts, _, game, army = await self.service.army(press.match, interaction.user.id)
        page = int(press.arg) if press.arg.isdigit() else 0
        await self.showing.show(interaction, lobby.builder(facts, game, army, page))

    async def built(self, interaction: Here, press: Press, picked: list[str]) -> None:
        page = int(press.arg) if press.arg.isdigit() else 0
        await self.service.build(press.match, interaction.user.id, press.action, page, picked)
        await self.own(interaction, Press(press.match, 0, "own", str(page)), [])

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
