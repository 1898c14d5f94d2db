"""Everything that is kept about a person, as a file for them; and forgetting them.

Finished matches stay for those they were played with, and so do results and the ratings of others: the person's number is
replaced everywhere by one below zero, made by chance, that says no more than "a former player".
"""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from bot import languages
from bot.keeping import Keeper
from bot.records import MatchRecord, Person
from engine.core.text import say
from storage.privacy import Rows, StillHere

if TYPE_CHECKING:
    from bot.service import Service

__all__ = ["Privacy", "StillHere"]

_MATCH = msgspec.msgpack.Decoder(MatchRecord)


class Privacy:
    def __init__(self, service: Service) -> None:
        self.service = service

    @property
    def keeper(self) -> Keeper:
        return self.service.keeper

    async def export(self, user: int) -> bytes:
        """All that is kept about them, as JSON. What others must not know of running matches is theirs to see anyway; what
        they must not know themselves is not in it."""
        found = await self.keeper.kept_about(user)
        results = await self.keeper.people.results_of(user)
        told = {
            "what_this_is": say(
                "Everything that this Postwalker keeps about you. Times are in UTC, numbers those of Discord."
            ),
            "made": _time(self.service.clock()),
            "you": str(user),
            "settings": [_decoded(row["document"]) for row in found["settings"]],
            "armies": [
                {"game": row["game"], "name": row["name"], "changed": _time(row["changed"]), **_decoded(row["document"])}
                for row in found["armies"]
            ],
            "matches": [_match(row, user, found["answers"]) for row in found["matches"]],
            "results": [_result(each, user) for each in results],
            "ratings": [
                {"game": row["game"], "server": str(row["scope"]) if row["scope"] else "all", "rating": row["shown"],
                 "mu": row["mu"], "sigma": row["sigma"], "matches": row["games"], "changed": _time(row["changed"])}
                for row in found["ratings"]
            ],
            "leagues": [
                {"number": row["id"], "name": row["name"], "server": str(row["guild"]), "stage": row["stage"],
                 "withdrawn": bool(row["withdrawn"])}
                for row in found["leagues"]
            ],
            "messages_to_you": [
                {"made": _time(row["made"]), "state": row["state"], "text": _said(row["payload"])}
                for row in found["errands"]
            ],
        }  # fmt: skip
        return msgspec.json.format(msgspec.json.encode(told), indent=2)

    async def forget(self, user: int) -> None:
        """Forget them. Raises StillHere, with nothing changed, while they are in matches or leagues."""
        stand_in = -1 - secrets.randbelow(2**52)

        def rewrite(table: str, data: bytes) -> bytes:
            return without(table, data, user, stand_in)

        await self.keeper.forget_person(user, stand_in, rewrite)
        self.service.forget_person(user)


# ---- what is handed out --------------------------------------------------------------------------------------------------
def _time(at: float | None) -> str | None:
    return None if at is None else datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat(timespec="seconds")


def _decoded(document: bytes) -> dict[str, Any]:
    found = msgspec.msgpack.decode(document)
    return found if isinstance(found, dict) else {"value": found}


def _match(row: Mapping[str, Any], user: int, answers: Rows) -> dict[str, Any]:
    """Their part in a match: what they chose, ordered, wrote and answered."""
    record = _MATCH.decode(row["document"])
    told: dict[str, Any] = {
        "number": row["id"], "server": str(row["guild"]), "channel": str(row["channel"]), "thread": str(row["thread"]),
        "stage": row["stage"], "started_by_you": row["host"] == user, "made": _time(row["created"]),
        "changed": _time(row["changed"]), "game": record.game, "battlefield": record.battlefield, "pace": record.pace,
    }  # fmt: skip
    seat = record.seat_of(user)
    if seat is not None:
        mine = record.seats[seat]
        told["seat"] = seat + 1
        told["army"] = mine.army
        told["standing_orders"] = mine.orders
        told["language"] = mine.language
        told["settings_in_this_match"] = msgspec.to_builtins(mine.person) | {"reminders_go": mine.reach}
        told["answers"] = [
            {"n": each["n"], "at": _time(each["at"]), "answer": each["key"]}
            for each in answers if each["match"] == row["id"]
        ]  # fmt: skip
    told["seats_you_gave_over"] = [gone.seat + 1 for gone in record.gone if gone.user == user]
    told["you_wrote_to_your_team"] = [each.text for each in record.talk if each.user == user]
    return told


def _result(result: Any, user: int) -> dict[str, Any]:
    told = msgspec.to_builtins(result)
    told["began"], told["ended"], told["server"] = _time(result.began), _time(result.ended), str(result.guild)
    del told["guild"], told["parts"]
    told["you"] = [msgspec.to_builtins(part) for part in result.parts if part.user == user]
    for part in told["you"]:
        del part["user"]
    return dict(told)


def _said(payload: bytes) -> str:
    post = _decoded(payload).get("post")
    return str(post.get("text", "")) if isinstance(post, dict) else ""


# ---- what is forgotten ---------------------------------------------------------------------------------------------------
def without(table: str, data: bytes, user: int, stand_in: int) -> bytes:
    """The document of that table without the person."""
    if table == "matches":
        record = _MATCH.decode(data)
        for seat in record.seats:
            if seat.user == user:  # what they set for themselves goes; what they played stays
                seat.person, seat.language, seat.reach, seat.orders, seat.since = Person(), "", "", {}, []
        record.talk = [said for said in record.talk if said.user != user]
        with languages.speaking(record.language):
            return _Without(user, stand_in).packed(msgspec.msgpack.encode(record))
    return _Without(user, stand_in).of(data)


class _Without:
    """Replaces a number of Discord's in whatever is kept: in numbers, in mentions and in plain digits."""

    def __init__(self, user: int, stand_in: int) -> None:
        self.user, self.stand_in = user, stand_in
        self.mention = re.compile(rf"<@!?{user}>")
        self.digits = re.compile(rf"(?<!\d){user}(?!\d)")
        self.name = say("a former player")

    def of(self, data: bytes) -> bytes:
        """msgpack, JSON or plain text, as it is."""
        if data[:1] in (b"[", b"{"):
            try:
                return msgspec.json.encode(self.walked(msgspec.json.decode(data)))
            except msgspec.DecodeError:
                pass
        try:
            return self.packed(data)
        except msgspec.DecodeError:
            return self.text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def packed(self, data: bytes) -> bytes:
        return msgspec.msgpack.encode(self.walked(msgspec.msgpack.decode(data)))

    def text(self, text: str) -> str:
        return self.digits.sub(self.name, self.mention.sub(self.name, text))

    def walked(self, value: Any) -> Any:
        if isinstance(value, dict):
            # Whom a message may ring: nobody in place of them.
            return {
                self.walked(key): [self.walked(each) for each in inner if each != self.user]
                if key == "pings" and isinstance(inner, list)
                else self.walked(inner)
                for key, inner in value.items()
            }
        if isinstance(value, list):
            return [self.walked(each) for each in value]
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, bytes):
            return self.of(value) if str(self.user).encode() in value else value
        if isinstance(value, int) and not isinstance(value, bool) and value == self.user:
            return self.stand_in
        return value
