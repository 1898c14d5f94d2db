"""What a match was: told in words, and kept as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.errors import Sorry
from bot.panels import prompt
from engine import record as files
from engine.core.events import Event

if TYPE_CHECKING:
    from bot.service import Look, Service


class History:
    def __init__(self, service: Service) -> None:
        self.service = service

    async def history(self, match: int, user: int | None) -> tuple[Look, list[str]]:
        """Everything that happened, in words, as far as the user may know it; after the end, everything."""
        record = await self.service.record(match)
        look = await self.service.look_at(record, user)
        everything = record.stage == "over"
        told: list[str] = []
        opening = msgspec.json.decode(record.opening, type=list[Event]) if record.opening else []
        for events in [opening, *[each.events for each in await self.service.keeper.answered(match)]]:
            for event in events:
                if event.text and (everything or event.known_to(look.seat)):
                    told.append(f"**{event.text}**" if event.kind == "turn" else f"• {event.text}")
        return look, told

    async def export(self, match: int, user: int) -> tuple[str, bytes, str]:
        """A file's name, content and words: all of a finished match, of a running one what the user may know."""
        record = await self.service.record(match)
        if record.stored is None:
            raise Sorry(prompt.status(self.service.facts(record), None))
        if record.stage != "over":
            look, told = await self.history(match, user)
            data = msgspec.json.encode({"match": match, "view": look.seen, "log": told})
            words = "What you may know of the match so far. The whole record, with the seed, is there when it is over."
            return f"match-{match}-so-far.json", msgspec.json.format(data, indent=1), words
        opening = msgspec.json.decode(record.opening, type=list[Event])
        answered = [files.Answered(each.seat, each.key, each.events) for each in await self.service.keeper.answered(match)]
        loaded = self.service.load(record)
        armies = msgspec.to_builtins([seat.army for seat in record.seats])
        whole = files.Record(
            files.FORMAT, record.game, loaded.rules.version, record.battlefield, armies, record.options, record.seed,
            record.digest, opening, answered, loaded.fingerprint,
        )  # fmt: skip
        words = f"The whole match. To check every die and shuffle: `python -m engine verify match-{match}.json`."
        return f"match-{match}.json", files.encode(whole), words
