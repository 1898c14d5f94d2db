"""Everything that must outlive the process: one database, one transaction for each accepted move."""

from storage.errors import AlreadyDone, Conflict, LeaseHeld, StorageError
from storage.shards import Shards
from storage.store import Store

__all__ = ["AlreadyDone", "Conflict", "LeaseHeld", "Shards", "StorageError", "Store"]
