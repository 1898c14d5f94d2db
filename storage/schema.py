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
    Column("host", BigInteger, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("document", LargeBinary, nullable=False),
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
    Column("key", String(200), nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
)  # fmt: skip

undone = Table(
    "undone", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("n", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", String(200), nullable=False),
    Column("at", Float, nullable=False),
    Column("undone_at", Float, nullable=False),
)  # fmt: skip

interactions = Table(
    "interactions", metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False),
)  # fmt: skip

errands = Table(
    "errands", metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("lane", String(64), nullable=False),
    Column("slot", String(32), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("state", String(8), nullable=False),  # waiting, sent, dropped
    Column("tries", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("not_before", Float, nullable=False),
    Column("sent", Float),
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

dues = Table(
    "dues", metadata,
    Column("match", Id, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("at", Float, nullable=False, index=True),
)  # fmt: skip

settings = Table(
    "settings", metadata,
    Column("kind", String(8), primary_key=True),  # user, guild, bot
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
