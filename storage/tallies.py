"""How much there is to do, for figures: a few short questions to indexes, never a walk through a table of matches."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select

from storage.schema import dues, errands, matches
from storage.store import Store


class Tally(msgspec.Struct, frozen=True):
    """``matches`` by stage; errands that wait, and when the oldest was made (None: there is none); what was due before."""

    matches: dict[str, int]
    waiting: int
    oldest: float | None
    late: int


async def tally(store: Store, late_before: float) -> Tally:
    """On this process's shards. ``late_before``: what was due before then is late."""
    shards = store.shards
    stages = select(matches.c.stage, func.count()).where(*shards.where(matches.c.guild)).group_by(matches.c.stage)
    waiting = select(func.count(), func.min(errands.c.made)).where(
        errands.c.state == "waiting", *shards.where(errands.c.guild)
    )
    late = select(func.count()).select_from(dues).where(dues.c.at < late_before)
    if not shards.whole:
        late = late.join(matches, matches.c.id == dues.c.match).where(*shards.where(matches.c.guild))
    async with store.database.read() as tx:
        found = {stage: int(count) for stage, count in (await tx.execute(stages)).all()}
        count, oldest = (await tx.execute(waiting)).one()
        behind = int((await tx.execute(late)).scalar_one())
    return Tally(found, int(count), None if oldest is None else float(oldest), behind)
