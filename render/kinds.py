"""The kinds of pictures there are: the list that the gallery, the golden pictures and the tests go through.

A further kind is one line in ``KINDS``: its name, and a function that is given a :class:`Sample` and returns what draws it,
or None where it does not exist::

    "reach": lambda given: given.board(reach=given.reach),

It then is in the gallery for every battlefield and theme, and is held to what every picture is held to: equal requests give
equal bytes, nothing depends on what the viewer may not know, none is too large. The drawing happens later, in some look: no
colour may be fixed before. Golden pictures of it are written by ``python -m render golden``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.arena.battlefield import load
from engine.arena.hexes import distance, name, parse
from engine.arena.view import ArenaView
from engine.core.events import Event
from engine.registry import Game, games
from engine.summoner_wars.view import WarView
from render import board, demo, questions, replay, scenes
from render.looked import About
from render.poster import draw_poster
from render.poster_demo import looked_back
from render.studios import Studio, studio_of
from render.summoner_wars import demo as war
from render.summoner_wars import happened as war_happened

Draw = Callable[[], bytes]
SMALL = 800  # pixels: the whole board, as narrow as it is ever asked for
FEW = 3  # of the cards of a game, and one army, that are looked at in every theme


class Sample(NamedTuple):
    """A position to be drawn, by one viewer's views: ``view`` now, ``start`` how it began, ``events`` the last turn's, and
    ``reach`` of some figure."""

    name: str
    view: Any
    start: Any
    events: Sequence[Event] = ()
    reach: dict[str, str] = {}

    @property
    def arena(self) -> bool:
        return isinstance(self.view, ArenaView)

    @property
    def war(self) -> bool:
        return isinstance(self.view, WarView)

    @property
    def studio(self) -> Studio:
        return studio(self.view)

    def board(self, view: Any = None, **asked: Any) -> Draw:
        """What draws the board, with whatever :meth:`Studio.board` takes."""
        options = {"events": (), "reach": None, "focus": None, "width": None} | asked
        shown = self.view if view is None else view
        return lambda: self.studio.board(shown, **options)

    def asked(self, about: About | None) -> Draw | None:
        """The board with the answer to a question about it."""
        return self.board(about=about) if about is not None else None

    def focus(self) -> list[str]:
        """Where something happened."""
        find = board.action_focus if self.arena else war_happened.action_focus
        return sorted(find(self.view, self.events))

    def hand(self, own: bool) -> Draw | None:
        """The viewer's hand, or the next one's; spectators see none."""
        viewer = self.view.viewer
        if viewer is None:
            return None
        seat = viewer if own else (viewer + 1) % len(self.view.seats)
        return lambda: self.studio.hand(self.view, seat)

    def replay(self) -> Draw:
        words = tuple(str(event.text) for event in self.events if event.known_to(self.view.viewer))
        steps = [replay.frame(self.start, (), ("…",)), replay.frame(self.view, self.events, words)]
        frames = [frame for frame in steps if frame is not None]
        return lambda: replay.animate(frames)


Kind = Callable[[Sample], Draw | None]

KINDS: dict[str, Kind] = {
    "board": lambda given: given.board(),
    "since": lambda given: given.board(events=given.events),
    "small": lambda given: given.board(width=SMALL),
    "start": lambda given: given.board(given.start),
    "reach": lambda given: given.board(reach=given.reach),
    "closer": lambda given: given.board(events=given.events, focus=given.focus()) if given.focus() else None,
    "reach-closer": lambda given: given.board(reach=given.reach, focus=list(given.reach)),
    "how-far": lambda given: given.asked(questions.reach(given.view, given.reach)),
    "in-sight": lambda given: given.asked(questions.sight(given.view, given.reach)),
    "hand": lambda given: given.hand(True),
    "hand-of-the-other": lambda given: given.hand(False),
    "replay": lambda given: given.replay(),
    "poster": lambda given: partial(draw_poster, looked_back(given.view, given.start, given.events)),
}
"""Name -> what draws it of a position."""


class Item(NamedTuple):
    """A picture: its ``kind``, the ``place`` it shows (a battlefield, a card, an army), ``alt`` in words, and what draws it.
    ``further``: one of many of its kind, of which some are enough in most themes."""

    kind: str
    place: str
    alt: Callable[[], str]
    draw: Draw
    further: bool = False

    @property
    def name(self) -> str:
        return f"{self.place}-{self.kind}".replace("_", "-")


def everything() -> Iterator[Item]:
    """Every picture of every sample, and all cards and recommended armies."""
    for sample in samples():
        yield from pictures(sample)
    for game in games().values():
        for n, (id, title) in enumerate(sorted(game.card_names())):
            yield Item("card", id, partial(str, title), _card(game, id), further=n >= FEW)
        for n, build in enumerate(game.builds()):
            yield Item("army", build.id, partial(str, build.line), _army(game, build.army), further=n > 0)


def pictures(sample: Sample) -> Iterator[Item]:
    """Every kind of picture of a position."""
    for kind, find in KINDS.items():
        draw = find(sample)
        if draw is not None:
            yield Item(kind, sample.name, partial(sample.studio.alt, sample.view, sample.events), draw)


def samples() -> list[Sample]:
    """A position of every battlefield of every game, as spectators see it, and of each game as a player does."""
    own = demo.position(viewer=0, hidden=demo.HAND[3])
    found = [Sample(demo.BATTLEFIELD, demo.position(), scenes.started(demo.position()), demo.EVENTS, demo.REACH)]
    for which, (view, events) in scenes.everywhere().items():
        found.append(Sample(which, view, scenes.started(view), events, around(view)))
    found.append(Sample("own-cryptoliths", own, scenes.started(own), demo.EVENTS, demo.REACH))
    reach = dict.fromkeys(war.REACH, "safe")
    for title, viewer in (("summoner-wars", None), ("own-summoner-wars", 1)):
        found.append(Sample(title, war.position(viewer), war.started(viewer), war.events(), reach))
    return found


def around(view: ArenaView) -> dict[str, str]:
    """Free spaces beside the first figure, every third at a risk."""
    field = load(view.battlefield)
    start = next((parse(figure.at) for figure in view.figures if figure.at), None)
    if start is None:
        return {}
    taken = {at for figure in view.figures for at in (figure.at, figure.rear) if at}
    near = sorted(name(space) for space in field.spaces if 0 < distance(start, space) <= 2 and name(space) not in taken)
    return {at: "safe" if n % 3 else "risk" for n, at in enumerate(near)}


def studio(shown: object) -> Studio:
    found = studio_of(shown)
    assert found is not None, f"nobody draws {type(shown).__name__}"
    return found


def _card(game: Game, id: str) -> Draw:
    def draw() -> bytes:
        shown = game.card(id)
        return studio(shown).card(shown, "")

    return draw


def _army(game: Game, army: dict[str, Any]) -> Draw:
    def draw() -> bytes:
        shown = game.army_view(army)
        return studio(shown).army(shown)

    return draw
