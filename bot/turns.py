"""What follows an answer: the record brought up to date, and all that is to be said about it.

One public post for each hand-off, each asked person's hand by direct message, and the ending. Nothing here waits for
anything: it runs in the engine's thread, before the commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot import consent, languages, since, timing
from bot import games as shelf
from bot.panels import private, prompt, time
from bot.panels.facts import Facts
from bot.panels.post import Post, cut_lines
from bot.play import Played
from bot.records import NOTES, Amend, CloseThread, Errand, MatchRecord, Say, Whisper
from engine.core.match import Match
from engine.core.orders import is_order
from engine.core.text import Text, say, words
from engine.core.views import View

if TYPE_CHECKING:
    from bot.service import Service

TOLD = 900  # characters of "since your last turn" in a direct message
EDITABLE = 3600.0  # seconds after which Discord makes edits of a message expensive: then a new post is sent


class Turns:
    """Changes the record it is given, and nothing else."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def after(
        self, record: MatchRecord, match: Match[Any], played: Played, actor: int | None, notice: str = ""
    ) -> list[Errand]:
        """Bring the record up to date with what was played, and say what there is to say. Changes ``record`` only."""
        now = self.service.clock()
        record.version += 1
        record.stored = played.stored
        record.answers -= played.undone
        consent.cut_back(record, record.answers)
        handed = [seat for seat in played.after if seat not in played.before or self._left_between(played, seat)]
        since.tell(record, played, actor, handed)
        record.so_far = [note for note in record.so_far if note.answer <= record.answers]
        so_far = since.notes(played, None, record.answers)
        for answered in played.answered:
            shelf.count_luck(self.service.game(record), answered.events, record.fallen)
        record.answers += len(played.answered)
        for seat, each in enumerate(record.seats):
            if seat not in played.after:
                timing.take(record, seat, now)
                each.asked_since, each.acted = None, False
            elif seat in handed:
                timing.take(record, seat, now)
                each.asked_since, each.acted = record.version, False
                timing.give(record, seat, now)
            elif seat == actor:
                timing.acts(record, seat, now)
                each.asked_since, each.acted = record.version, True
        closed = self.service.table.moved(record, played)
        if played.over:
            record.stage = "over"
            return [*closed, *self._ending(record, match, [str(note.text) for note in so_far], notice)]
        facts = self.service.facts(record)
        view = match.view(None)
        if handed:
            return [*closed, *self._hand_off(record, match, view, facts, handed, notice, now)]
        record.so_far = [*record.so_far, *so_far][-NOTES:]
        post = self._prompt_post(record, facts, view, list(played.after), ring=False, notice=notice)
        if now - record.prompt_at < EDITABLE and not notice:
            return [*closed, Amend(post, "prompt")]
        record.prompt_at = now
        return [*closed, Say(post, "prompt")]

    def _left_between(self, played: Played, seat: int) -> bool:
        """Whether a seat that is asked before and after was somebody else's to wait for in between."""
        gave = [each.seat for each in played.answered if not is_order(each.key)]
        return len(set(gave)) > 1 and gave[-1] != seat

    def _hand_off(
        self,
        record: MatchRecord,
        match: Match[Any],
        view: View,
        facts: Facts,
        handed: list[int],
        notice: str,
        now: float,
    ) -> list[Errand]:
        """The one public post of a hand-off, and each asked person's hand by DM."""
        record.so_far = []
        record.prompt_at = now
        post = self._prompt_post(record, facts, view, handed, ring=True, notice=notice)
        errands: list[Errand] = [Say(post, "prompt")]
        for seat in handed:
            errands += self.hand_by_dm(record, match, seat, words("It is your turn."))
        return errands

    def _prompt_post(
        self, record: MatchRecord, facts: Facts, view: View, seats: list[int], *, ring: bool, notice: str
    ) -> Post:
        unseen = since.public([record.seats[seat] for seat in seats])
        told = [note.answer for note in (*unseen, *record.so_far)]
        so_far = [str(note.text) for note in record.so_far]
        return prompt.prompt(facts, view, since.lines(unseen), so_far, ring, notice, min(told) - 1 if told else -1)

    def hand_by_dm(self, record: MatchRecord, match: Match[Any], seat: int, why: Text | str) -> list[Errand]:
        """A person's hand, in their own messages and their own language. The thread rings; this does not."""
        user = record.seats[seat].user
        if user == self.service.builtin_user:
            return []
        with languages.speaking(record.seats[seat].language or record.language):
            return self._hand(record, match, seat, why)

    def _hand(self, record: MatchRecord, match: Match[Any], seat: int, why: Text | str) -> list[Errand]:
        user = record.seats[seat].user
        facts, view = self.service.facts(record), match.view(seat)
        where = f"<#{record.thread or record.channel}>"
        told = cut_lines([f"• {line}" for line in since.lines(record.seats[seat].since)], TOLD)
        intro = say("**{why}** Match {match}, {where}", why=why, match=record.id, where=where)
        limit = time.yours(facts, seat)
        if limit:
            intro += f" · {limit}"
        if told:
            intro = "\n".join([intro, say("*Since your last turn:*"), *told])
        return [Whisper(user, post, ring=False) for post in private.hand(facts, view, intro)]

    def _ending(self, record: MatchRecord, match: Match[Any], lines: list[str], notice: str) -> list[Errand]:
        facts, view = self.service.facts(record), match.view(None)
        lines = ([notice] if notice else []) + lines
        post = prompt.ending(facts, view, lines, shelf.luck(view, record.fallen), record.seed)
        return [Say(post, "ending"), CloseThread()]
