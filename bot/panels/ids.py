"""The ids that buttons, selects and forms carry: everything a press needs, so that it works after any restart.

``pw:<match>:<version>:<action>:<argument>`` for buttons, ``ps:`` for selects, ``pu:``, ``pc:`` and ``pr:`` for selects of
people, channels and roles, ``pm:`` for forms. The version is the match's when the button was made; a press of an older
version is known to be stale. Ids are never used again for another meaning: an action's name and argument say all, and the
version only grows.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

LONGEST = 100  # characters of a custom id, and of a select's value
LONGEST_KEY = 56  # longer keys of options are carried as a digest
PATTERN = r"(?P<match>\d{1,12}):(?P<version>\d{1,9}):(?P<action>[a-z_]{1,12}):(?P<arg>.*)"


@dataclass(frozen=True)
class Press:
    """What was pressed. ``match`` 0: none yet (the panel of a new match)."""

    match: int
    version: int
    action: str
    arg: str = ""

    def id(self, prefix: str = "pw") -> str:
        """The custom id. Raises ValueError if it would be too long for Discord."""
        text = f"{prefix}:{self.match}:{self.version}:{self.action}:{self.arg}"
        if len(text) > LONGEST:
            raise ValueError(f"a custom id of {len(text)} characters: {text}")
        return text


def short(key: str) -> str:
    """An option's key as ids carry it: itself, or a digest where it is long."""
    if len(key) <= LONGEST_KEY:
        return key
    return "#" + hashlib.blake2b(key.encode(), digest_size=12).hexdigest()


def means(carried: str, key: str) -> bool:
    """Whether what an id carried is that option's key."""
    return carried in (key, short(key))
