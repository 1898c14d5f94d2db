"""What leaves the engine: only what one seat, or a spectator, may know."""

from __future__ import annotations

import msgspec

from engine.core.refusal import Refusal
from engine.core.state import Outcome
from engine.core.text import NOTHING, Text


class OptionView(msgspec.Struct, frozen=True, gc=False):  # as many as texts
    """An option as a person meets it: in a list, on a button, in autocomplete.

    ``verb``     the command ("move"); ``subject`` groups a verb's options ("figure 3"), empty where there is no group.
    ``label``    the option within its group ("F4"); ``whole`` stands alone ("Noble 2 to F4").
    ``detail``   what a player weighs: cost, odds, distance. ``warning`` what should be confirmed first.
    ``weight``   higher is listed first.
    """

    key: str
    verb: str
    label: Text
    whole: Text
    subject: str = ""
    subject_label: Text = NOTHING
    detail: Text = NOTHING
    warning: Text = NOTHING
    weight: float = 0.0


class RefusedView(msgspec.Struct, frozen=True, gc=False):
    """Something a player may look for in the list and not find, with the reason."""

    verb: str
    subject: str
    subject_label: Text
    label: Text
    why: Refusal


class Weighed(msgspec.Struct, frozen=True):
    """An :class:`OptionView` without the words."""

    key: str
    verb: str
    weight: float = 0.0


class Offer(msgspec.Struct, frozen=True):
    """What one seat may choose from, for a player that needs no words."""

    options: tuple[Weighed, ...]


class View(msgspec.Struct, frozen=True):
    """The match as one seat (None: a spectator) may know it.

    ``asked``    every seat that is to answer now; ``question``, ``options`` and ``refused`` are the viewer's own.
    ``can_undo`` for the viewer; ``undo_closed`` says why not.
    ``board``    the rules system's own view (plain structs).
    ``orders``   the viewer's own standing orders, as far as they are not as usual.
    """

    game: str
    seat: int | None
    asked: tuple[int, ...]
    question: Text
    options: tuple[OptionView, ...]
    refused: tuple[RefusedView, ...]
    can_undo: bool
    undo_closed: Text
    outcome: Outcome | None
    board: msgspec.Struct
    orders: dict[str, str] = {}
