"""Everything that must outlive the process: one database, one transaction for each accepted move."""

from storage.errors import AlreadyDone, Conflict, LeaseHeld, StorageError
from storage.store import Store

__all__ = ["AlreadyDone", "Conflict", "LeaseHeld", "StorageError", "Store"]
