"""What a table does beside the rules: pausing, taking back, replacing somebody, with everybody's consent or by the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.panels import table as panels
from bot.play import Played
from bot.records import Amend, Errand, MatchRecord
from engine.core.text import words

if TYPE_CHECKING:
    from bot.service import Service


class Table:
    def __init__(self, service: Service) -> None:
        self.service = service

    def moved(self, record: MatchRecord, played: Played) -> list[Errand]:
        """A proposal that the match has left behind is withdrawn."""
        proposal = record.proposal
        if proposal is None or not (played.over or (proposal.kind == "takeback" and (played.answered or played.undone))):
            return []
        record.proposal = None
        why = words("The match is over.") if played.over else words("The match has moved on, so this is off.")
        return [Amend(panels.closed(proposal.what, why), "proposal")]
