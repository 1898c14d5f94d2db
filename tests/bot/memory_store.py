"""A store that forgets: the part of :class:`storage.Store` that a running match needs, in dictionaries.

For simulations of years, in which the time is that of the bot's own decisions. It has the store's promises: one version per
change, a due thing dealt with once, all or nothing.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from bot.keeping import AlreadyDone, Conflict, Keeper
from storage import Shards
from storage.rows import AlarmRow, AnswerRow, DueRow, MatchRow, NewErrand, Retiming


class MemoryStore:
    """``saved`` is called with each match as it is saved, then ``queued`` with the match's number and each errand as it is
    queued, ``claimed`` with each due thing as it is dealt with."""

    def __init__(self) -> None:
        self.database = SimpleNamespace(is_sqlite=False)
        self.shards = Shards()
        self.matches: dict[int, MatchRow] = {}
        self.users: dict[int, list[int]] = {}
        self.dues: dict[tuple[int, int, str], float] = {}
        self._times: list[tuple[float, int, int, str]] = []  # sorted
        self.settings: dict[tuple[str, int], bytes] = {}
        self.alarm_rows: dict[tuple[str, int], AlarmRow] = {}
        self.saved: Callable[[MatchRow], None] = lambda row: None
        self.queued: Callable[[int, NewErrand], None] = lambda match, errand: None
        self.claimed: Callable[[DueRow], None] = lambda due: None

    # -- matches
    async def match(self, id: int) -> MatchRow | None:
        return self.matches.get(id)

    async def matches_of(self, user: int) -> list[MatchRow]:
        mine = [self.matches[id] for id, users in self.users.items() if user in users]
        return [row for row in mine if row.stage in ("open", "armies", "playing")]

    async def hosted_by(self, host: int, stages: Sequence[str]) -> list[MatchRow]:
        return [row for row in self.matches.values() if row.host == host and row.stage in stages]

    async def create(
        self, row: MatchRow, users: Sequence[int], interaction: int,
        finish: Callable[[int], tuple[bytes, Sequence[NewErrand]]], pairing: Any = None,
        due: Sequence[tuple[str, float]] = (),
    ) -> tuple[int, bool]:  # fmt: skip
        id = len(self.matches) + 1
        document, errands = finish(id)
        self.matches[id] = MatchRow(id, *(getattr(row, name) for name in row.__struct_fields__[1:-1]), document)
        self.users[id] = list(users)
        for kind, at in due:
            self._add(DueRow(id, 0, kind, at))
        for errand in errands:
            self.queued(id, errand)
        return id, True

    async def save(
        self, row: MatchRow, expected: int, users: Sequence[int], *, now: float, errands: Sequence[NewErrand] = (),
        retimings: Sequence[Retiming] = (), answers: Sequence[AnswerRow] = (), undone: int = 0, undone_by: int = 0,
        interaction: int = 0, claims: DueRow | None = None, ending: Any = None,
    ) -> None:  # fmt: skip
        if self.matches[row.id].version != expected:
            raise Conflict
        if claims is not None:
            if self.dues.get((claims.match, claims.seat, claims.kind)) != claims.at:
                raise AlreadyDone
            self._drop(claims.match, claims.seat, claims.kind)
            self.claimed(claims)
        self.matches[row.id], self.users[row.id] = row, list(users)
        self.saved(row)
        for change in retimings:
            assert change.drop or change.add
            for kind in {*change.drop, *(due.kind for due in change.add)}:
                self._drop(row.id, change.seat, kind)
            for due in change.add:
                self._add(due)
        for errand in errands:
            self.queued(row.id, errand)

    async def seen(self, interaction: int) -> bool:
        return False

    # -- what falls due
    def _add(self, due: DueRow) -> None:
        self._drop(due.match, due.seat, due.kind)
        self.dues[due.match, due.seat, due.kind] = due.at
        bisect.insort(self._times, (due.at, due.match, due.seat, due.kind))

    def _drop(self, match: int, seat: int, kind: str) -> None:
        at = self.dues.pop((match, seat, kind), None)
        if at is not None:
            del self._times[bisect.bisect_left(self._times, (at, match, seat, kind))]

    async def add_due(self, due: DueRow) -> None:
        self._add(due)

    async def due(self, now: float, limit: int) -> list[DueRow]:
        found = self._times[: bisect.bisect_right(self._times, (now, 1 << 60, 0, ""))][:limit]
        return [DueRow(match, seat, kind, at) for at, match, seat, kind in found]

    async def next_due(self) -> float | None:
        return self._times[0][0] if self._times else None

    async def settle(
        self, due: DueRow, queued: Sequence[NewErrand], now: float, again: Sequence[DueRow] = ()
    ) -> bool:
        if self.dues.get((due.match, due.seat, due.kind)) != due.at:
            return False
        self._drop(due.match, due.seat, due.kind)
        for one in again:
            self._add(one)
        for errand in queued:
            self.queued(due.match, errand)
        return True

    async def put_off(self, due: DueRow, at: float) -> bool:
        if self.dues.get((due.match, due.seat, due.kind)) != due.at:
            return False
        self._add(DueRow(due.match, due.seat, due.kind, at))
        return True

    # -- alarms and settings
    async def alarms(self, now: float, limit: int) -> list[AlarmRow]:
        return [alarm for alarm in self.alarm_rows.values() if alarm.at <= now][:limit]

    async def next_alarm(self) -> float | None:
        return min((alarm.at for alarm in self.alarm_rows.values()), default=None)

    async def set_alarm(self, alarm: AlarmRow) -> None:
        self.alarm_rows[alarm.kind, alarm.id] = alarm

    async def settle_alarm(self, due: AlarmRow, now: float, *rest: Any) -> bool:
        if self.alarm_rows.get((due.kind, due.id)) != due:
            return False
        del self.alarm_rows[due.kind, due.id]
        return True

    async def setting(self, kind: str, id: int) -> bytes | None:
        return self.settings.get((kind, id))

    async def set_setting(self, kind: str, id: int, document: bytes, *, keep: bool = False) -> None:
        if not (keep and (kind, id) in self.settings):
            self.settings[kind, id] = document

    async def some_settings(self, kind: str, ids: Sequence[int]) -> dict[int, bytes]:
        return {id: self.settings[kind, id] for id in ids if (kind, id) in self.settings}

    async def change_setting(self, kind: str, id: int, work: Callable[[bytes | None], bytes]) -> bytes:
        self.settings[kind, id] = work(self.settings.get((kind, id)))
        return self.settings[kind, id]

    async def all_settings(self, kind: str) -> dict[int, bytes]:
        return {id: document for (of, id), document in self.settings.items() if of == kind}


class _Nobody:
    """What the store knows of ratings: nothing."""

    async def seats_moved(self, match: int) -> set[int]:
        return set()

    async def ratings_of(self, users: Sequence[int], game: str, scope: int) -> dict[int, Any]:
        return {}


async def memory_keeper(store: MemoryStore, clock: Callable[[], float]) -> Keeper:
    """A keeper of that store, as a process has it that has just started."""
    keeper = Keeper(store, clock)  # type: ignore[arg-type]
    keeper.people = _Nobody()  # type: ignore[assignment]
    await keeper.prepare()
    return keeper
