"""What became of matches, the ratings that follow from it, and leagues.

A result is written down in the transaction that ends its match (:meth:`storage.store.Store.save`), and with it the
ratings it changes: nobody ever sees one without the other. The results, in their order, are the truth;
:meth:`Community.rebuild` works the ratings out from them again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Database, whole
from storage.errors import Conflict
from storage.schema import answers, leagues, matches, members, pairings, ratings, result_seats, results

EVERYWHERE = 0  # the scope of a rating over all servers
ORDER = 7239  # PostgreSQL's lock under which results get their numbers: they count in the order of their commits


class Rating(msgspec.Struct, frozen=True):
    """How well somebody plays: ``mu`` is what is most likely, ``sigma`` how unsure that is. ``shown``: the number that
    people see. ``games``: how many rated ones it comes from."""

    mu: float
    sigma: float
    shown: int
    games: int = 0


class Part(msgspec.Struct, frozen=True):
    """Somebody's part in a match. ``place``: 1 the best, equal for a draw. ``part``: whole; bot; late (took a seat over);
    excused or abandoned (gave it over). ``gain``: what it did to the rating shown on that server."""

    seat: int
    user: int
    team: int
    place: int
    score: int | None = None
    army: str = ""
    part: str = "whole"
    turns: int = 0
    seconds: float = 0.0
    gain: int | None = None


class Result(msgspec.Struct, frozen=True):
    """How a match ended. ``how``: played, resigned, time. ``unrated``: why it changes no rating; empty: it does."""

    match: int
    guild: int
    game: str
    battlefield: str
    began: float
    ended: float
    how: str
    parts: tuple[Part, ...]
    unrated: str = ""

    def of(self, user: int) -> Part | None:
        return next((part for part in self.parts if part.user == user), None)


class Rater(msgspec.Struct, frozen=True):
    """How ratings follow from a result: everybody's before, ``start`` for newcomers, and those it changes after."""

    start: Rating
    rate: Callable[[Result, Mapping[int, Rating]], Mapping[int, Rating]]


class Standing(msgspec.Struct, frozen=True):
    """A line of a leaderboard. ``rank`` counts from 1, over those with enough games; 0 for the others."""

    user: int
    rating: Rating
    rank: int


class Member(msgspec.Struct, frozen=True):
    user: int
    withdrawn: bool = False


class Pairing(msgspec.Struct, frozen=True):
    """Who meets whom. ``match`` 0: not begun. ``ruled``: home, away, draw or void where no match says it."""

    round: int
    n: int
    home: int
    away: int
    match: int = 0
    ruled: str = ""


class LeagueRow(msgspec.Struct, frozen=True):
    """A league. ``stage``: open (people join), running, over, cancelled. ``document``: the bot's own record (bytes)."""

    id: int
    version: int
    guild: int
    channel: int
    host: int
    name: str
    stage: str
    created: float
    document: bytes
    members: tuple[Member, ...] = ()
    pairings: tuple[Pairing, ...] = ()


class Community:
    """The part of an open database that is about people and how they play."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # ---- results ------------------------------------------------------------------------------------------------------
    async def result(self, match: int) -> Result | None:
        found = await self._results(results.c.match == match)
        return found[0] if found else None

    async def results_of(self, user: int, *, game: str = "", guild: int = 0) -> list[Result]:
        """All of somebody's finished matches, the oldest first; of one game, on one server, if those are named."""
        mine = select(result_seats.c.result).where(result_seats.c.user == user)
        wanted: list[Any] = [results.c.id.in_(mine)]
        if game:
            wanted.append(results.c.game == game)
        if guild:
            wanted.append(results.c.guild == guild)
        return await self._results(*wanted)

    async def results_between(self, guild: int, since: float, until: float) -> list[Result]:
        """What ended on a server in that time."""
        return await self._results(results.c.guild == guild, results.c.ended > since, results.c.ended <= until)

    async def results_for(self, found: Sequence[int]) -> dict[int, Result]:
        """Those of the matches that have one."""
        return {each.match: each for each in await self._results(results.c.match.in_(found))} if found else {}

    async def _results(self, *where: Any) -> list[Result]:
        async with self.database.read() as tx:
            return [each for _, each in await _read(tx, *where)]

    # ---- ratings ------------------------------------------------------------------------------------------------------
    async def rating(self, user: int, game: str, scope: int = EVERYWHERE) -> Rating | None:
        wanted = select(ratings).where(ratings.c.user == user, ratings.c.game == game, ratings.c.scope == scope)
        async with self.database.read() as tx:
            row = (await tx.execute(wanted)).first()
        return _rating(row) if row else None

    async def ratings_of(self, users: Sequence[int], game: str, scope: int) -> dict[int, Rating]:
        async with self.database.read() as tx:
            return await _ratings(tx, users, game, scope)

    async def leaderboard(
        self, game: str, scope: int, least: int, limit: int, offset: int = 0
    ) -> tuple[list[Standing], int]:
        """A part of the leaderboard, and how many lines it has in all: the best first, those with fewer than ``least``
        rated games after all others."""
        here = (ratings.c.game == game, ratings.c.scope == scope, ratings.c.user > 0)
        new = ratings.c.games < least
        wanted = (
            select(ratings)
            .where(*here)
            .order_by(new, ratings.c.shown.desc(), ratings.c.games.desc(), ratings.c.user)
            .limit(limit)
            .offset(offset)
        )
        async with self.database.read() as tx:
            rows = (await tx.execute(wanted)).all()
            count = (await tx.execute(select(func.count()).select_from(ratings).where(*here))).scalar_one()
            ranks = {}
            for shown in {row.shown for row in rows if row.games >= least}:
                above = select(func.count()).select_from(ratings).where(*here, ~new, ratings.c.shown > shown)
                ranks[shown] = (await tx.execute(above)).scalar_one() + 1
        return [Standing(row.user, _rating(row), ranks[row.shown] if row.games >= least else 0) for row in rows], count

    @whole
    async def rebuild(self, rater: Rater) -> int:
        """Work all ratings out anew from the results, in one transaction. Returns how many results count."""
        async with self.database.write() as tx:
            await _in_order(tx)
            now: dict[tuple[str, int], dict[int, Rating]] = {}
            changed: dict[tuple[str, int, int], float] = {}
            counted = 0
            for id, each in await _read(tx):
                for scope in _scopes(each):
                    have = now.setdefault((each.game, scope), {})
                    before = {part.user: have.get(part.user, rater.start) for part in each.parts}
                    after = rater.rate(each, before)
                    have.update(after)
                    changed.update({(each.game, scope, user): each.ended for user in after})
                    if scope == each.guild:
                        counted += bool(after)
                        await _gains(tx, id, each, before, after)
            await tx.execute(delete(ratings))
            rows = [
                {"user": user, "game": game, "scope": scope, "mu": one.mu, "sigma": one.sigma, "games": one.games,
                 "shown": one.shown, "changed": changed[game, scope, user]}
                for (game, scope), have in now.items() for user, one in have.items()
            ]  # fmt: skip
            if rows:
                await tx.execute(insert(ratings), rows)
        return counted

    # ---- matches of a server ------------------------------------------------------------------------------------------
    async def matches_on(self, guild: int, stages: Sequence[str], since: float = 0.0) -> list[int]:
        """The numbers of a server's matches in those stages that have changed since, the newest first."""
        wanted = select(matches.c.id).where(
            matches.c.guild == guild, matches.c.stage.in_(stages), matches.c.changed >= since
        )
        async with self.database.read() as tx:
            return [int(id) for id in (await tx.execute(wanted.order_by(matches.c.id.desc()))).scalars()]

    async def pace_of(self, found: Sequence[int], since: float) -> dict[int, int]:
        """How many answers were given in each of the matches since then."""
        if not found:
            return {}
        wanted = (
            select(answers.c.match, func.count())
            .where(answers.c.match.in_(found), answers.c.at >= since)
            .group_by(answers.c.match)
        )
        async with self.database.read() as tx:
            return {int(match): int(count) for match, count in (await tx.execute(wanted)).all()}

    async def seats_moved(self, match: int) -> set[int]:
        """The seats that have given an answer in that match, beside giving up."""
        wanted = select(answers.c.seat).where(answers.c.match == match, answers.c.key != "resign").distinct()
        async with self.database.read() as tx:
            return set((await tx.execute(wanted)).scalars())

    # ---- leagues ------------------------------------------------------------------------------------------------------
    async def league(self, id: int) -> LeagueRow | None:
        async with self.database.read() as tx:
            return await _league(tx, id)

    async def leagues_on(self, guild: int, stages: Sequence[str]) -> list[LeagueRow]:
        """The newest first."""
        wanted = select(leagues.c.id).where(leagues.c.guild == guild, leagues.c.stage.in_(stages))
        async with self.database.read() as tx:
            found = (await tx.execute(wanted.order_by(leagues.c.id.desc()))).scalars().all()
            return [row for row in [await _league(tx, int(id)) for id in found] if row is not None]

    async def league_of(self, match: int) -> int | None:
        """The league for which the match is played."""
        async with self.database.read() as tx:
            return (await tx.execute(select(pairings.c.league).where(pairings.c.match == match))).scalar()


# ---- inside a transaction ----------------------------------------------------------------------------------------------
async def record(tx: AsyncConnection, result: Result, rater: Rater) -> None:
    """Write a result down and bring the ratings up to date. Called as the last step of the match's own transaction."""
    await _in_order(tx)
    # A match that came back from a file can have the number of one whose result outlived it.
    await tx.execute(update(results).where(results.c.match == result.match).values(match=-results.c.id))
    values = {name: getattr(result, name) for name in
              ("match", "guild", "game", "battlefield", "began", "ended", "how", "unrated")}  # fmt: skip
    id = int((await tx.execute(insert(results).values(values).returning(results.c.id))).scalar_one())
    spent = await _time_spent(tx, result.match)
    rows = []
    for n, part in enumerate(result.parts):
        turns, seconds = spent.get(part.seat, (0, 0.0)) if part.part in ("whole", "late") else (0, 0.0)
        rows.append(msgspec.structs.asdict(part) | {"result": id, "n": n, "turns": turns, "seconds": seconds})
    if rows:
        await tx.execute(insert(result_seats), rows)
    for scope in _scopes(result):
        have = await _ratings(tx, [part.user for part in result.parts], result.game, scope)
        before = {part.user: have.get(part.user, rater.start) for part in result.parts}
        after = rater.rate(result, before)
        for user, one in after.items():
            key = {"user": user, "game": result.game, "scope": scope}
            new = {"mu": one.mu, "sigma": one.sigma, "games": one.games, "shown": one.shown, "changed": result.ended}
            if user in have:
                same = [ratings.c[name] == value for name, value in key.items()]
                await tx.execute(update(ratings).where(*same).values(new))
            else:
                await tx.execute(insert(ratings).values(key | new))
        if scope == result.guild:
            await _gains(tx, id, result, before, after)


async def link(tx: AsyncConnection, match: int, pairing: tuple[int, int, int]) -> None:
    """The match is the one of that pairing: league, round and number. Raises Conflict if it has one."""
    league, round, n = pairing
    same = (pairings.c.league == league, pairings.c.round == round, pairings.c.n == n)
    free = update(pairings).where(*same, pairings.c.match.is_(None), pairings.c.ruled == "")
    if (await tx.execute(free.values(match=match))).rowcount != 1:
        raise Conflict


async def league_waiting_for(tx: AsyncConnection, match: int) -> int | None:
    """The league that goes on when that match has ended."""
    return (await tx.execute(select(pairings.c.league).where(pairings.c.match == match))).scalar()


def counts_in_a_league() -> Any:
    """The condition that a match is one of a league that is not over."""
    running = select(leagues.c.id).where(leagues.c.stage.in_(("open", "running")))
    return select(pairings.c.match).where(pairings.c.match == matches.c.id, pairings.c.league.in_(running)).exists()


async def make_league(tx: AsyncConnection, row: LeagueRow, interaction: int) -> tuple[int, bool]:
    """The number of the new league, or that of the one which the interaction has made before, and False."""
    made = (await tx.execute(select(leagues.c.id).where(leagues.c.made_by == interaction))).scalar()
    if made is not None:
        return int(made), False
    values = _league_values(row) | {"created": row.created, "made_by": interaction, "version": 1}
    id = int((await tx.execute(insert(leagues).values(values).returning(leagues.c.id))).scalar_one())
    await _fill(tx, id, row)
    return id, True


async def change_league(tx: AsyncConnection, row: LeagueRow) -> None:
    """Keep what the league has become. Raises Conflict if somebody else's change came first."""
    same = (leagues.c.id == row.id, leagues.c.version == row.version)
    changed = await tx.execute(update(leagues).where(*same).values(_league_values(row) | {"version": row.version + 1}))
    if changed.rowcount != 1:
        raise Conflict
    await tx.execute(delete(members).where(members.c.league == row.id))
    # A match that was linked meanwhile stays linked: pairings are made once, and only what is ruled about them changes.
    there = select(pairings.c.round, pairings.c.n).where(pairings.c.league == row.id)
    known = {(each.round, each.n) for each in (await tx.execute(there)).all()}
    for each in row.pairings:
        if (each.round, each.n) in known:
            key = (pairings.c.league == row.id, pairings.c.round == each.round, pairings.c.n == each.n)
            await tx.execute(update(pairings).where(*key, pairings.c.ruled != each.ruled).values(ruled=each.ruled))
    new = tuple(each for each in row.pairings if (each.round, each.n) not in known)
    await _fill(tx, row.id, msgspec.structs.replace(row, pairings=new))


async def _in_order(tx: AsyncConnection) -> None:
    """One after the other until the end of the transaction (SQLite: writers are that anyway)."""
    if tx.dialect.name == "postgresql":
        await tx.execute(text(f"SELECT pg_advisory_xact_lock({ORDER})"))


def _scopes(result: Result) -> tuple[int, ...]:
    return (result.guild, EVERYWHERE) if result.guild else (EVERYWHERE,)


async def _read(tx: AsyncConnection, *where: Any) -> list[tuple[int, Result]]:
    """Results with their numbers, in their order."""
    rows = (await tx.execute(select(results).where(*where).order_by(results.c.id))).all()
    chosen = select(results.c.id).where(*where)
    found: dict[int, list[Part]] = {}
    parts = select(result_seats).where(result_seats.c.result.in_(chosen)).order_by(result_seats.c.result, result_seats.c.n)
    for row in (await tx.execute(parts)).all():
        found.setdefault(row.result, []).append(Part(*(getattr(row, name) for name in Part.__struct_fields__)))
    return [
        (int(row.id), Result(row.match, row.guild, row.game, row.battlefield, row.began, row.ended, row.how,
                             tuple(found.get(row.id, ())), row.unrated))
        for row in rows
    ]  # fmt: skip


async def _ratings(tx: AsyncConnection, users: Sequence[int], game: str, scope: int) -> dict[int, Rating]:
    here = (ratings.c.game == game, ratings.c.scope == scope, ratings.c.user.in_(users))
    return {row.user: _rating(row) for row in (await tx.execute(select(ratings).where(*here))).all()}


async def _gains(
    tx: AsyncConnection, id: int, result: Result, before: Mapping[int, Rating], after: Mapping[int, Rating]
) -> None:
    for n, part in enumerate(result.parts):
        gain = after[part.user].shown - before[part.user].shown if part.user in after else None
        same = (result_seats.c.result == id, result_seats.c.n == n)
        await tx.execute(update(result_seats).where(*same).values(gain=gain))


async def _time_spent(tx: AsyncConnection, match: int) -> dict[int, tuple[int, float]]:
    """Of each seat: its turns, and the seconds they took from the last answer of whoever came before to its own last."""
    given = select(answers.c.seat, answers.c.at).where(answers.c.match == match).order_by(answers.c.n)
    rows = (await tx.execute(given)).all()
    runs: list[tuple[int, float]] = []  # a seat and when it gave its last answer in a row
    for row in rows:
        if runs and runs[-1][0] == row.seat:
            runs.pop()
        runs.append((row.seat, row.at))
    spent: dict[int, tuple[int, float]] = {}
    for (_, start), (seat, end) in itertools.pairwise(runs):
        turns, seconds = spent.get(seat, (0, 0.0))
        spent[seat] = (turns + 1, seconds + max(0.0, end - start))
    return spent


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.shown, row.games)


async def _league(tx: AsyncConnection, id: int) -> LeagueRow | None:
    row = (await tx.execute(select(leagues).where(leagues.c.id == id))).first()
    if row is None:
        return None
    people = (await tx.execute(select(members).where(members.c.league == id).order_by(members.c.n))).all()
    wanted = select(pairings).where(pairings.c.league == id).order_by(pairings.c.round, pairings.c.n)
    paired = (await tx.execute(wanted)).all()
    return LeagueRow(
        row.id, row.version, row.guild, row.channel, row.host, row.name, row.stage, row.created, row.document,
        tuple(Member(each.user, each.withdrawn) for each in people),
        tuple(Pairing(each.round, each.n, each.home, each.away, each.match or 0, each.ruled) for each in paired),
    )  # fmt: skip


def _league_values(row: LeagueRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("guild", "channel", "host", "name", "stage", "document")}


async def _fill(tx: AsyncConnection, id: int, row: LeagueRow) -> None:
    people = [{"league": id, "user": each.user, "n": n, "withdrawn": each.withdrawn} for n, each in enumerate(row.members)]
    if people:
        await tx.execute(insert(members), people)
    paired = [
        {"league": id, "round": each.round, "n": each.n, "home": each.home, "away": each.away,
         "match": each.match or None, "ruled": each.ruled}
        for each in row.pairings
    ]  # fmt: skip
    if paired:
        await tx.execute(insert(pairings), paired)
