"""What a seat may answer: typed, enumerable, with a stable key.

A rules system defines its options as subclasses; the key, made of the tag and the fields, is what buttons carry, what
autocomplete returns and what the log keeps. An answer is the key of an option that is on offer now.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Option(msgspec.Struct, frozen=True):
    """One answer. Fields are short plain values (numbers, card ids, coordinates).

    ``verb`` names the command under which people find it ("move", "cast", "choose"); the first field is the command's
    subject (which figure, which card), the rest its object (where to, at whom).
    """

    verb: ClassVar[str] = "choose"

    @property
    def key(self) -> str:
        """``tag:field:field`` without empty fields at the end; at most about 60 characters, free of secrets only if the
        fields are."""
        parts = [str(self.__struct_config__.tag), *(str(part) for part in msgspec.structs.astuple(self))]
        return ":".join(parts).rstrip(":")


class Ask(msgspec.Struct, frozen=True):
    """One seat must pick one of ``options``. ``question`` is for that seat alone: it may speak of what is secret."""

    seat: int
    question: Any
    options: tuple[Option, ...]

    def find(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)
