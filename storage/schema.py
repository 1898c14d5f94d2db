"""The tables. Numbers of Discord need 64 bits; names of constraints are fixed so that migrations can find them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up only columns of type INTEGER

matches = Table(
    "matches", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("version", Integer, nullable=False),
    Column("stage", String(16), nullable=False, index=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("thread", BigInteger, nullable=False, index=True),
    Column("host", BigInteger, nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("document", LargeBinary, nullable=False),
    Index("ix_matches_guild_stage", "guild", "stage"),
    sqlite_autoincrement=True,
)  # fmt: skip

seats = Table(
    "seats", metadata,
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False, index=True),
)  # fmt: skip

answers = Table(
    "answers", metadata,
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip

undone = Table(
    "undone", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("n", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("undone_at", Float, nullable=False),
    Column("by", BigInteger, nullable=False, server_default="0"),  # who took it back; 0: not known
)  # fmt: skip

interactions = Table(
    "interactions", metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False, index=True),
)  # fmt: skip

errands = Table(
    "errands", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), index=True),  # NULL: of no match
    Column("guild", BigInteger, nullable=False, server_default="0"),  # of which server; 0: of none
    Column("lane", String(64), nullable=False),
    Column("slot", String(32), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("state", String(8), nullable=False),  # waiting, sent, dropped
    Column("tries", Integer, nullable=False),
    Column("made", Float, nullable=False, index=True),
    Column("not_before", Float, nullable=False),
    Column("sent", Float),
    Column("message", BigInteger, nullable=False, server_default="0"),  # as which it was sent; 0: not known
    Column("amends", Boolean, nullable=False),
    Column("error", String(500), nullable=False),
    Index("ix_errands_waiting", "state", "lane", "id"),
    sqlite_autoincrement=True,
)  # fmt: skip

places = Table(
    "places", metadata,
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("slot", String(32), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("sent", Float, nullable=False),
)  # fmt: skip

# Where the messages of slots are that belong to no match: a league's table, say.
posts = Table(
    "posts", metadata,
    Column("slot", String(32), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("sent", Float, nullable=False),
)  # fmt: skip

dues = Table(
    "dues", metadata,
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("at", Float, nullable=False, index=True),
)  # fmt: skip

# What falls due for something that is no match: a server's match of the day, a league's next step.
alarms = Table(
    "alarms", metadata,
    Column("kind", String(16), primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False, server_default="0"),  # of which server; 0: of none
    Column("at", Float, nullable=False, index=True),
)  # fmt: skip

settings = Table(
    "settings", metadata,
    Column("kind", String(8), primary_key=True),  # user, guild, bot, alive and rules (of a shard)
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("document", LargeBinary, nullable=False),
)  # fmt: skip

armies = Table(
    "armies", metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("name", String(64), primary_key=True),  # empty: the one that is being worked on
    Column("changed", Float, nullable=False),
    Column("document", LargeBinary, nullable=False),
)  # fmt: skip

leases = Table(
    "leases", metadata,
    Column("name", String(64), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("until", Float, nullable=False),
)  # fmt: skip

# ---- what became of matches: kept longer than the matches themselves, so that ratings can be worked out anew -------------
results = Table(
    "results", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),  # in the order in which they count
    Column("match", Id, nullable=False, unique=True),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("battlefield", String(64), nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Column("how", String(16), nullable=False),  # played, resigned, time
    Column("unrated", String(16), nullable=False),  # why it counts for no rating; empty: it does
    Index("ix_results_ended", "guild", "ended"),
    sqlite_autoincrement=True,
)  # fmt: skip

result_seats = Table(
    "result_seats", metadata,
    Column("result", Id, ForeignKey("results.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("user", BigInteger, nullable=False, index=True),  # negative: somebody whose data were deleted
    Column("team", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer),
    Column("army", String(64), nullable=False),
    Column("part", String(12), nullable=False),  # whole, bot, late (took over), excused or abandoned (gave over)
    Column("turns", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("gain", Integer),  # what it did to the rating on that server, as shown
)  # fmt: skip

ratings = Table(
    "ratings", metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),  # a server, or 0: everywhere
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("shown", Integer, nullable=False),  # the number that people see
    Column("changed", Float, nullable=False),
    Index("ix_ratings_scope", "scope", "game", "shown"),
)  # fmt: skip

leagues = Table(
    "leagues", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("version", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("stage", String(16), nullable=False),  # open, running, over, cancelled
    Column("created", Float, nullable=False),
    Column("made_by", BigInteger, nullable=False, unique=True),  # the interaction
    Column("document", LargeBinary, nullable=False),
    sqlite_autoincrement=True,
)  # fmt: skip

members = Table(
    "members", metadata,
    Column("league", Id, ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("n", Integer, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
)  # fmt: skip

pairings = Table(
    "pairings", metadata,
    Column("league", Id, ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("home", BigInteger, nullable=False),
    Column("away", BigInteger, nullable=False),
    Column("match", Id, index=True),  # NULL: not begun
    Column("ruled", String(8), nullable=False),  # home, away, draw or void without a match; empty: the match says
)  # fmt: skip
