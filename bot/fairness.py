"""Whether chance was honest: a finished match played again from its seed, and how dice and cards fell in any match.

Of a running match only what everybody has seen is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from bot import games as shelf
from bot import likelihood
from bot.errors import Sorry
from bot.games import Game
from bot.panels import prompt
from bot.panels.facts import who
from bot.play import Answered
from bot.records import MatchRecord
from engine import record as files
from engine.core.events import Event
from engine.core.text import Text, counted, say, words
from engine.registry import Die

if TYPE_CHECKING:
    from bot.service import Service

ODD, RARE = 0.05, 0.01
EARLY = 3  # the part of a deck whose cards count as drawn early: one third


class Fairness:
    def __init__(self, service: Service) -> None:
        self.service = service

    # ---- playing it again ----
    async def verified(self, match: int) -> list[str]:
        """What comes of playing the match again, in words. Raises Sorry."""
        record = await self.service.record(match)
        if record.stored is None:
            raise Sorry(prompt.status(self.service.facts(record), None))
        if record.stage == "playing":
            return [
                say("**Match {n} is being played.** The digest of its seed was posted at the start: `{digest}`", n=match,
                    digest=record.digest),
                say("The seed itself is shown at the end, and `/verify` plays the whole match again from it then: every die "
                    "and every shuffle must come out as they did."),
                *self._taken_back(record),
            ]  # fmt: skip
        answered = await self.service.keeper.answered(match)

        def work() -> tuple[str, dict[str, int]]:
            loaded = self.service.load(record)
            whole = self.service.history.file_of(record, answered, loaded.fingerprint)
            try:
                again = files.replay(whole, self.service.game(record))
            except files.Mismatch as mismatch:
                return str(mismatch), {}
            return "", dict(again.state.drawn)

        why, drawn = await self.service.history.aside(work)
        if why:
            lines = [say("❌ **Match {n} could not be played again as it was:** {why}.", n=match, why=why)]
            if any(entry.kind == "upgrade" for entry in record.table):
                lines.append(say("The rules have changed while it was being played; what was done under the earlier ones "
                                 "need not be possible under today's."))  # fmt: skip
            return lines
        values = sum(drawn.values())
        return [
            say("✅ **Match {n} checks out.** Its {answers} answers were played again from the seed: all {values} values of "
                "chance (dice, shuffles, draws at random) and everything that happened follow from it.", n=match,
                answers=len(answered), values=values),
            say("Seed: `{seed}`\nDigest posted at the start: `{digest}` (it fits).", seed=record.seed, digest=record.digest),
            *self._taken_back(record),
        ]  # fmt: skip

    def _taken_back(self, record: MatchRecord) -> list[str]:
        gone = sum(entry.undone for entry in record.table if entry.kind in ("takeback", "rewind"))
        if not gone:
            return []
        told = counted(
            gone, "{n} answer was taken back on the way, by consent or by the host, as the log says.",
            "{n} answers were taken back on the way, by consent or by the host, as the log says.",
        )  # fmt: skip
        return [f"{told} {say('What was played in the end is what is checked.')}"]

    # ---- counting ----
    async def told(self, match: int) -> list[str]:
        """How dice and cards fell, in words. Raises Sorry."""
        record = await self.service.record(match)
        if record.stored is None:
            raise Sorry(prompt.status(self.service.facts(record), None))
        answered = await self.service.keeper.answered(match)
        over = record.stage == "over"
        view = await self.service.view(record, None)
        names = [f"{shelf.seat_name(view, n)} ({who(seat.user)})" for n, seat in enumerate(record.seats)]

        def work() -> list[str]:
            events = [event for event in _events(record, answered) if over or event.known_to(None)]
            game = self.service.game(record)
            lines = [say("**Dice of match {n}**", n=match), *_dice(game, events, names)]
            if not over:
                return [*lines, say("Cards are told of when the match is over: until then they are secret.")]
            decks = [game.deck(seat.army) for seat in record.seats]
            return [*lines, say("**Cards of match {n}**", n=match), *_cards(game, events, decks, names)]

        lines = await self.service.history.aside(work)
        lines.append(say("Odd things do come up: of a hundred honest matches five are odder than 95 others. `/verify` "
                         "proves more: that every die follows from the seed."))  # fmt: skip
        return lines


def _events(record: MatchRecord, answered: Sequence[Answered]) -> list[Event]:
    opening = msgspec.json.decode(record.opening, type=list[Event]) if record.opening else []
    return [*opening, *(event for each in answered for event in each.events)]


def _dice(game: Game, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    kinds = {die.id: die for die in game.dice()}
    found: dict[tuple[str, int | None, bool], Counter[str]] = {}
    for event in events:
        for throw in game.thrown(event):
            found.setdefault((throw.die, throw.seat, throw.against), Counter()).update(throw.faces)
    lines = []
    for die in kinds.values():
        some = [(seat, against, faces) for (id, seat, against), faces in found.items() if id == die.id]
        some.sort(key=lambda each: (each[1], -1 if each[0] is None else each[0]))
        if len(some) > 1:
            whole: Counter[str] = Counter()
            for _, _, faces in some:
                whole.update(faces)
            lines.append(_die_line(die, die.name, whole))
        for seat, against, faces in some:
            lines.append(_die_line(die, _whose(die, seat, against, names), faces))
    return lines or [say("No dice have been thrown.")]


def _whose(die: Die, seat: int | None, against: bool, names: Sequence[str]) -> Text:
    if seat is None or seat >= len(names):
        return die.name
    if against:
        return words("{die}, defending against {who}", die=die.name, who=names[seat])
    return words("{die}, {who}", die=die.name, who=names[seat])


def _die_line(die: Die, whose: Text, faces: Counter[str]) -> str:
    counts = [faces[face.id] for face in die.faces]
    weights = [face.times for face in die.faces]
    thrown, all_faces = sum(counts), sum(weights)
    plain = all(face.id.isdigit() for face in die.faces)
    numbers = [int(face.id) for face in die.faces for _ in range(face.times)] if plain else []
    if numbers and not likelihood.enough(thrown, weights):
        total = sum(int(face.id) * n for face, n in zip(die.faces, counts))
        usual = likelihood.of_total(total, thrown, numbers)
        mean = f"{sum(numbers) / len(numbers):.1f}"
        told = words("{average} on average, where {mean} is to be expected", average=f"{total / thrown:.1f}", mean=mean)
    else:
        usual = likelihood.of_faces(counts, weights)
        parts = [
            say("{face} {n} (expected {mean})", face=face.name, n=n, mean=f"{thrown * face.times / all_faces:.1f}")
            for face, n in zip(die.faces, counts)
        ]
        told = Text(", ".join(parts))
    dice = counted(thrown, "{n} die", "{n} dice")
    return say("• {whose}: {dice}: {told}. {verdict}", whose=whose, dice=dice, told=told, verdict=_verdict(usual))


def _verdict(usual: float) -> Text:
    hundred = f"{usual * 100:.0f}" if usual >= RARE else f"{usual * 100:.2g}"
    share = words("{n} of 100 honest matches are as odd or odder", n=hundred)
    if usual >= ODD:
        return words("Nothing unusual (p = {p}: {share}).", p=f"{usual:.2f}", share=share)
    if usual >= RARE:
        return words("A little unusual (p = {p}: {share}).", p=f"{usual:.3f}", share=share)
    return words("Rare (p = {p}: {share}).", p=f"{usual:.2g}", share=share)


def _cards(game: Game, events: Sequence[Event], decks: Sequence[list[str]], names: Sequence[str]) -> list[str]:
    lines = []
    for seat, deck in enumerate(decks):
        hands = [ids for draw in map(game.drew, events) if draw is not None and draw[0] == seat for ids in [draw[1]]]
        drawn = _first_time(deck, [id for ids in hands for id in ids])
        if not deck or not drawn:
            continue
        lines.append(say("• {who} has drawn {n} of {all} cards.", who=names[seat], n=len(drawn), all=len(deck)))
        opening = drawn[: max(len(hands[0]), len(deck) // EARLY)]  # games deal hands card by card, or whole
        costs = [_cost(game, id) for id in deck]
        if any(costs) and len(opening) < len(deck):
            dealt = sum(_cost(game, id) for id in opening)
            usual = likelihood.of_hand(dealt, len(opening), costs)
            lines.append(say(
                "  The first {n} cost {average} on average, the whole deck {mean}. {verdict}", n=len(opening),
                average=f"{dealt / len(opening):.1f}", mean=f"{sum(costs) / len(costs):.1f}", verdict=_verdict(usual),
            ))  # fmt: skip
        if len(drawn) >= 4:
            shows, usual = likelihood.of_order(_places(deck, drawn))
            lines.append(say(
                "  How far the order of the deck list shows through (0: not at all, 1 or -1: wholly): {n}. {verdict}",
                n=f"{shows:+.2f}", verdict=_verdict(usual),
            ))  # fmt: skip
    return lines or [say("No cards have been drawn.")]


def _first_time(deck: Sequence[str], drawn: Sequence[str]) -> list[str]:
    """The cards as they came off the deck: what came back and was drawn again is left out."""
    left = Counter(deck)
    found = []
    for id in drawn:
        if left[id] > 0:
            left[id] -= 1
            found.append(id)
    return found


def _places(deck: Sequence[str], drawn: Sequence[str]) -> list[float]:
    """Each card's place in the list of the deck; of equal ones the middle of theirs."""
    found: dict[str, list[int]] = {}
    for place, id in enumerate(deck):
        found.setdefault(id, []).append(place)
    return [sum(found[id]) / len(found[id]) for id in drawn]


def _cost(game: Game, id: str) -> int:
    card: Any = game.card(id)
    cost = getattr(card, "cost", 0)
    return cost if isinstance(cost, int) else 0
