"""When the rules have changed under a match that is being played: the table is told, once, and plays on.

A match rests on an anchor and the answers since (:mod:`engine.core.match`). Most changes leave these as they are; where one
of the answers is not possible any more, the match goes back to its anchor, and who must choose again is told so.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from bot import consent, play
from bot.errors import Sorry
from bot.games import Game
from bot.panels import table as panels
from bot.panels.facts import who
from bot.play import Answered, Played
from bot.records import Errand, MatchRecord, Say
from engine.core.match import Match
from engine.core.orders import is_order
from engine.core.refusal import Refused
from engine.core.text import Text, counted, words

if TYPE_CHECKING:
    from bot.service import Service

log = logging.getLogger(__name__)

LOST = words("The rules have changed since you looked, so this was not done. What is true now is shown here.")


class Upgrades:
    def __init__(self, service: Service) -> None:
        self.service = service

    def told(self, record: MatchRecord, match: Match[Any]) -> list[Errand]:
        """What the table is told of changed rules, as the match is loaded under them; nothing if they are as they were. The
        record is written under them next, so this happens once."""
        assert record.stored is not None
        then, now = record.stored.version, match.rules.version
        if then == now and not match.lost_answers:
            return []
        lines: list[Text] = [words("The rules are new (version {then} before, {now} now).", then=then, now=now)]
        lines += changes(self.service.game(record), then, now)
        if match.lost_answers:
            again = [who(record.seats[ask.seat].user) for ask in match.asked]
            lines.append(counted(
                match.lost_answers,
                "The last answer is not possible under them, so the match goes back to where it stood before it; nothing "
                "earlier is touched.",
                "Of the last {n} answers not all are possible under them, so the match goes back to where it stood before "
                "these; nothing earlier is touched.",
            ))  # fmt: skip
            lines.append(words("To choose again: {people}.", people=" ".join(again)))
        whole = words("New rules, version {now}", now=now)
        if match.lost_answers:
            whole = words("New rules, version {now}; {n} answers have to be given again", now=now, n=match.lost_answers)
        kept = record.answers - match.lost_answers
        consent.note(record, "upgrade", 0, self.service.clock(), whole, match.lost_answers, keep=kept)
        return [Say(panels.upgraded(lines))]

    def back(self, record: MatchRecord, match: Match[Any]) -> Played:
        """What a match that has gone back to its anchor makes of its record: everybody who is asked is asked anew. Standing
        orders that the new rules know still hold."""
        assert record.stored is not None
        lost, orders = match.lost_answers, []
        for seat, key in record.stored.answers:
            if is_order(key):
                with contextlib.suppress(Refused):
                    match.answer(seat, key)
                    orders.append(Answered(seat, key, []))
        for sits in record.seats:
            sits.asked_since = None
        played = play.still(match, before=(), builtin=self.service.builtin_seats(record))
        return msgspec.structs.replace(played, answered=(*orders, *played.answered), undone=lost, lost=lost)

    async def one(self, match: int) -> bool:
        """Bring one match to today's rules, if it is not there yet. Whether the table was told anything."""
        record = await self.service.record(match)
        game = self.service.games.get(record.game)
        if record.stage != "playing" or record.stored is None or game is None:
            return False
        if record.stored.version == game.rules.version:
            return False
        await self.service.play(match, None, 0, lambda record, loaded: play.still(loaded))
        return True

    async def all(self) -> int:
        """At the start of the bot: bring all matches under way to today's rules, if these are others than at the last start.
        Returns how many were told. A match that cannot be loaded is left as it is; its table and the log say so."""
        now = {name: game.rules.version for name, game in self.service.games.items()}
        if await self.service.keeper.rules_known() == now:
            return 0
        told = 0
        for number in await self.service.keeper.being_played():
            try:
                told += await self.one(number)
            except Sorry as sorry:  # it has ended meanwhile
                log.info("match %d: %s", number, sorry)
            except Exception:
                log.exception("match %d cannot be brought to the new rules", number)
                await self._stuck(number)
        await self.service.keeper.know_rules(now)
        return told


    async def _stuck(self, match: int) -> None:
        def change(record: MatchRecord) -> list[Errand]:
            if record.stage != "playing" or any(entry.kind == "stuck" for entry in record.table):
                raise Sorry(words("That is known already."))
            text = words("Match {n} cannot be loaded under the new rules. Nothing of it is lost.", n=record.id)
            consent.note(record, "stuck", 0, self.service.clock(), text)
            return [Say(panels.stuck(record.host, text))]

        with contextlib.suppress(Sorry):
            await self.service.change(match, change)


def changes(game: Game, then: int, now: int) -> list[Text]:
    """What has changed from one version of the rules to another, as far as the game says so."""
    return [text for version, text in sorted(game.changes().items()) if then < version <= now]
