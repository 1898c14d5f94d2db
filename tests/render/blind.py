"""A player that is given words alone: what the text board says, the question, and a numbered menu. No view, no keys.

It reads as a person with a screen reader does: by headings, then line by line. Whatever it wants to know and the words do
not say, it cannot know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.core.views import OptionView
from engine.summoner_wars import board as mat

HEADING = re.compile(r"^#+ (.*)$")
CHANCE = re.compile(r"^- (?P<who>.+?) \(yours\) (?:at|on) (?P<at>[A-Z]+\d+)(?P<rest>.*)$")
MOVE = re.compile(r"^move: (?P<who>.+?) to (?P<to>[A-Z]+\d+)(?P<rest>.*)$")
PLACE = re.compile(r"\b(?:at|on) ([A-Z]+\d+)")
PERCENT = re.compile(r"(\d+) %")

Distance = Callable[[str, str], int]


def menu(options: Sequence[OptionView]) -> list[str]:
    """The options as one line each, as they would be read out."""
    lines = []
    for option in options:
        line = f"{option.verb}: {option.whole}"
        line += f" ({option.detail})" if option.detail else ""
        lines.append(line + (f" Warning: {option.warning}" if option.warning else ""))
    return lines


def sections(told: str) -> dict[str, list[str]]:
    """Heading -> the lines below it."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in told.splitlines():
        heading = HEADING.match(line)
        if heading:
            title = heading[1]
            found[title] = []
        elif line:
            found.setdefault(title, []).append(line)
    return found


class Chance(NamedTuple):
    """A line of "What yours could strike"."""

    at: str
    at_once: list[str]
    moving: dict[str, str]  # space to strike from -> at whom


def chances(told: dict[str, list[str]]) -> dict[str, Chance]:
    """By the place of the figure, for names may be shared."""
    found = {}
    for line in told.get("What yours could strike", ()):
        read = CHANCE.match(line)
        if read:
            once = re.search(r"At once: (.*?)\.(?: After|$)", read["rest"])
            later = re.search(r"After a move: (.*)\.$", read["rest"])
            moving = dict(reversed(part.rsplit(" from ", 1)) for part in later[1].split("; ")) if later else {}
            found[read["at"]] = Chance(read["at"], once[1].split("; ") if once else [], moving)
    return found


class Blind:
    """Attacks what it can, the enemy's leader first; walks to where the words say that it can strike, else towards the
    leader; summons what is offered, and casts what lasts."""

    def __init__(self, distance: Distance) -> None:
        self.distance = distance
        self.read = 0  # how often the words told it where to go or whom to strike

    def choose(self, question: str, told: str, menu: Sequence[str]) -> int:
        """The number of the line it picks."""
        board = sections(told)
        for pick in (self._summon, self._use, self._move, self._attack, self._begin):
            chosen = pick(board, menu)
            if chosen is not None:
                return chosen
        ends = [n for n, line in enumerate(menu) if line.startswith("end: ")]
        return ends[0] if ends else self._answer(menu)

    def leader(self, board: dict[str, list[str]]) -> str | None:
        """Where the enemy's leader stands: whom the first place under the enemy's heading is told of."""
        for title, lines in board.items():
            if title.startswith("Enemy"):
                for line in lines:
                    place = PLACE.search(line)
                    if place and "life" in line:
                        return place[1]
        return None

    def _summon(self, board: dict[str, list[str]], menu: Sequence[str]) -> int | None:
        """Whatever may be summoned; as far forward as possible where there is a choice."""
        leader = self.leader(board)
        found = [n for n, line in enumerate(menu) if line.startswith("summon: ") and "Warning" not in line]
        return min(found, key=lambda n: self._far(PLACE.search(menu[n]), leader), default=None)

    def _far(self, place: re.Match[str] | None, leader: str | None) -> int:
        return self.distance(place[1], leader) if place and leader else 0

    def _use(self, board: dict[str, list[str]], menu: Sequence[str]) -> int | None:
        """What stays or lies in wait; a sorcery strikes everybody as often as not."""
        cards = (n for n, line in enumerate(menu) if line.startswith("cast: "))
        return next((n for n in cards if "Warning" not in menu[n] and "(sorcery" not in menu[n]), None)

    def _attack(self, board: dict[str, list[str]], menu: Sequence[str]) -> int | None:
        """The leader before others, then what is likeliest to fall. Its own side carries a warning."""
        found = [n for n, line in enumerate(menu) if line.startswith("attack: ") and "Warning" not in line]
        leader = self._leaders_name(board)

        def worth(n: int) -> tuple[bool, int]:
            percent = PERCENT.findall(menu[n])
            return (bool(leader) and f"{leader} (" in menu[n], max(map(int, percent), default=0))

        return max(found, key=worth, default=None)

    def _leaders_name(self, board: dict[str, list[str]]) -> str:
        place = self.leader(board)
        lines = (line for title, lines in board.items() if title.startswith("Enemy") for line in lines)
        told = next((line for line in lines if place and re.search(rf"\b(?:at|on) {place}\b", line)), "")
        return re.split(r" \(enemy| on ", told.removeprefix("- "))[0]

    def _move(self, board: dict[str, list[str]], menu: Sequence[str]) -> int | None:
        """Not away from where it can strike; to where it could; else nearer to the leader."""
        known, leader = chances(board), self.leader(board)
        places = self._places(board)
        steps: list[tuple[int, int]] = []
        for n, line in enumerate(menu):
            read = MOVE.match(line)
            if read is None or "Warning" in line:
                continue
            at = self._stands(read["who"], places)
            chance = known.get(at)
            if chance is not None and chance.at_once:
                continue
            if chance is not None and read["to"] in chance.moving:
                self.read += 1
                return n
            if chance is None and at and leader:
                steps.append((self.distance(at, leader) - self.distance(read["to"], leader), -n))
        gain, n = max(steps, default=(0, 0))
        if gain <= 0:
            return None
        self.read += 1
        return -n

    def _places(self, board: dict[str, list[str]]) -> dict[str, str]:
        """Where its own figures stand, by name; of Summoner Wars by name and place, as menus have them."""
        found = {}
        for title, lines in board.items():
            if title.startswith("Your "):
                for line in lines:
                    read = re.match(r"^- (.+?)(?: \(yours\))? (?:at|on) ([A-Z]+\d+)\b", line)
                    if read:
                        found[read[1]] = found[f"{read[1]} {read[2]}"] = read[2]
        return found

    def _stands(self, who: str, places: dict[str, str]) -> str:
        return places.get(who, "")

    def _begin(self, board: dict[str, list[str]], menu: Sequence[str]) -> int | None:
        """The card whose figures have somebody to strike."""
        known = chances(board)
        cards = [n for n, line in enumerate(menu) if line.startswith("choose: Use ")]

        def worth(n: int) -> tuple[int, int, int]:
            places = re.findall(r"\b[A-Z]+\d+\b", menu[n])
            there = [known[at] for at in places if at in known]
            return len(there), sum(bool(each.at_once) for each in there), len(places)

        return max(cards, key=worth, default=None)

    def _answer(self, menu: Sequence[str]) -> int:
        """Any other question: the first answer that carries no warning."""
        return next((n for n, line in enumerate(menu) if "Warning" not in line), 0)


def across(a: str, b: str) -> int:
    """Spaces between two of Summoner Wars, as anybody can count them from their names."""
    return mat.distance(mat.parse(a), mat.parse(b))
