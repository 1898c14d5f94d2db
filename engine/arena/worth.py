"""What an option is worth to the seat that is asked: rough values that order lists and guide the built-in players.

The unit is one damage on an ordinary creature. Only what that seat may know goes in: no hidden card of another player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from engine.arena import converge, numbers, odds
from engine.arena.attack import forbidden
from engine.arena.cards import Spell
from engine.arena.hexes import Hex
from engine.arena.position import CRYPTOLITH_LIFE, CRYPTOLITH_TOUGHNESS, Position, Stand, stand_of
from engine.arena.sightlines import line_of_sight
from engine.arena.state import ArmyCard, Cryptolith, Figure

POINTS_A_LIFE = 12.0  # of an ordinary creature
STONE = 5.0  # what one damage on a cryptolith is worth to the attacker
STEP = 0.5  # what a space nearer to the goal is worth
CAUTION = 0.2  # how much of the harm an enemy could do next turn is counted
FAR = 40


class Worth:
    """Looks once at a position, for one seat. Holds for as long as the position does not change."""

    def __init__(self, pos: Position, seat: int) -> None:
        self.pos, self.seat = pos, seat
        self.enemies = pos.enemies(seat)
        self._where = [(pos.stand(enemy), enemy) for enemy in self.enemies]
        self.side = pos.state.seats[seat].side
        self._power: dict[int, int] = {}
        self._toughness: dict[int, int] = {}
        self._range: dict[int, int] = {}
        self._life: dict[int, float] = {}
        self._threat: dict[int, int] = {}
        self._here: dict[int, float] = {}
        self._mean: dict[tuple[int, int], float] = {}
        self._near: dict[Stand, list[tuple[int, Figure]]] = {}
        self._approach: dict[Stand, float] = {}

    # -- what the battlefield asks for
    @property
    def goal(self) -> str:
        return self.pos.field.goal

    @property
    def attacks_stones(self) -> bool:
        return self.goal == "cryptoliths" and self.side == converge.ATTACKER

    @property
    def guards_stones(self) -> bool:
        return self.goal == "cryptoliths" and self.side == converge.DEFENDER

    @property
    def escapes(self) -> bool:
        """Whether the seat's side is the one that has to leave by an exit: the one that does not go first."""
        return self.goal == "escape" and self.side != self.pos.field.first(len(self.pos.state.seats))

    @cached_property
    def progress(self) -> float:
        """How much of the turn track is behind, 0 to 1."""
        return self.pos.state.turn.number / max(1, self.pos.field.turns(len(self.pos.state.seats)))

    # -- figures
    def life_worth(self, figure: Figure) -> float:
        """What one life of it is worth."""
        found = self._life.get(figure.id)
        if found is None:
            found = self._life[figure.id] = self._find_life_worth(figure)
        return found

    def _find_life_worth(self, figure: Figure) -> float:
        face = self.pos.face_of(figure)
        worth = self.pos.points(figure) / face.life / POINTS_A_LIFE
        if face.kind == "planeswalker" and self.goal == "planeswalkers":
            worth *= 1.5
        return min(2.5, max(0.6, worth))

    def kill_worth(self, figure: Figure) -> float:
        """What its destruction is worth beyond the damage: it strikes no more."""
        face = self.pos.face_of(figure)
        return 1.0 + self.life_worth(figure) + (1.0 if face.kind == "planeswalker" else 0.0)

    def harm(self, figure: Figure, damage: int) -> float:
        """What dealing that damage to an enemy is worth."""
        left = self.pos.life_left(figure)
        return min(damage, left) * self.life_worth(figure) + (self.kill_worth(figure) if damage >= left else 0.0)

    def power(self, figure: Figure) -> int:
        if figure.id not in self._power:
            self._power[figure.id] = numbers.power(self.pos, figure).total
        return self._power[figure.id]

    def toughness(self, figure: Figure) -> int:
        if figure.id not in self._toughness:
            self._toughness[figure.id] = numbers.toughness(self.pos, figure).total
        return self._toughness[figure.id]

    def range(self, figure: Figure) -> int:
        if figure.id not in self._range:
            self._range[figure.id] = numbers.range_of(self.pos, figure).total
        return self._range[figure.id]

    # -- attacks
    def attack(self, target: Figure | Cryptolith, chances: tuple[float, ...]) -> float:
        """What an attack with these chances of 0, 1, ... damage is worth."""
        if isinstance(target, Cryptolith):
            if not self.attacks_stones:
                return -5.0 if self.guards_stones else -0.5
            left = CRYPTOLITH_LIFE - target.damage
            mean = sum(min(n, left) * chance for n, chance in enumerate(chances))
            return STONE * (mean + sum(chances[left:]))
        return sum(self.harm(target, n) * chance for n, chance in enumerate(chances))

    def strike(self, figure: Figure, at: Hex | Stand, target: Figure | Cryptolith) -> float:
        """What an attack from ``at`` would be worth, without what cards add to this one fight."""
        pos = self.pos
        power = self.power(figure) + self._ground(self.seat, at)
        here = pos.level(stand_of(at)[0])
        if isinstance(target, Cryptolith):
            return self.attack(target, odds.damage_odds(max(0, power), CRYPTOLITH_TOUGHNESS))
        rise = here - pos.base_level(target)
        toughness = self.toughness(target) + self._ground(pos.controller(target), pos.stand(target)) + (rise < 0)
        return self.attack(target, odds.damage_odds(max(0, power + (rise > 0)), max(0, toughness)))

    def _ground(self, seat: int, at: Hex | Stand) -> int:
        """What weirded ground there adds to the dice of that seat's figures."""
        if not all(map(self.pos.is_weirded, stand_of(at))):
            return 0
        swing = converge.swing(self.pos)
        return swing if self.pos.state.seats[seat].side == converge.DEFENDER else -swing

    def best_strike(self, figure: Figure, at: Hex | Stand, engaged: frozenset[int]) -> float:
        """The best attack it could make from ``at``, 0 if none."""
        pos = self.pos
        if engaged:
            return max(self.strike(figure, at, pos.state.figures[id]) for id in engaged)
        best = 0.0
        if self.attacks_stones:
            for stone in pos.standing:
                if pos.adjacent_to_cryptolith_at(figure, at, stone):
                    best = max(best, self.strike(figure, at, stone))
        far = self.range(figure)
        if far > 1:
            near = [enemy for distance, enemy in self.around(at) if distance <= far]
            strikes = sorted(((self.strike(figure, at, enemy), enemy.id) for enemy in near), reverse=True)
            for worth, id in strikes:
                if worth <= best:
                    break
                with _standing_on(figure, at):
                    if line_of_sight(pos, figure, pos.state.figures[id]).clear:
                        return worth
        return best

    def danger(self, figure: Figure, at: Hex | Stand) -> float:
        """What enemies that could come within reach of ``at`` next turn may do to it: of each player the worst card."""
        pos = self.pos
        worst: dict[int, float] = {}
        for distance, enemy in self.around(at):
            if distance <= self._threatens(enemy):
                worst[enemy.card] = worst.get(enemy.card, 0.0) + self._usual_damage(enemy, figure)
        if not worst:
            return 0.0
        damage, left = max(worst.values()), pos.life_left(figure)
        worth = damage * self.life_worth(figure)
        if damage >= left:
            worth += self.kill_worth(figure)
        return CAUTION * worth * self._care(figure)

    def _threatens(self, enemy: Figure) -> int:
        """How many spaces away it may strike next turn."""
        if enemy.id not in self._threat:
            self._threat[enemy.id] = self.pos.face_of(enemy).move + self.range(enemy)
        return self._threat[enemy.id]

    def _usual_damage(self, by: Figure, to: Figure) -> float:
        """The mean damage of an attack on level ground."""
        pair = (by.id, to.id)
        if pair not in self._mean:
            chances = odds.damage_odds(max(0, self.power(by)), max(0, self.toughness(to)))
            self._mean[pair] = sum(n * chance for n, chance in enumerate(chances))
        return self._mean[pair]

    def around(self, at: Hex | Stand) -> list[tuple[int, Figure]]:
        """All enemies with their distances from there."""
        stand = stand_of(at)
        found = self._near.get(stand)
        if found is None:
            found = self._near[stand] = [(self._steps(stand, there), enemy) for there, enemy in self._where]
        return found

    def _steps(self, one: Stand, other: Stand) -> int:
        if len(one) == len(other) == 1:
            return self.pos.field.steps(other[0], one[0])
        return self.pos.distance(one, other)

    def _eager(self, figure: Figure) -> float:
        """How much more than usual it is worth that this figure comes nearer: who flees carries its points out."""
        return max(0.3, self.pos.points(figure) / 60) if self.escapes else 1.0

    def _care(self, figure: Figure) -> float:
        """Nobody else summons and casts: a Planeswalker is not thrown away while there is something to wait for."""
        pos = self.pos
        if self.escapes:
            return 1.0
        if pos.face_of(figure).kind != "planeswalker":
            return 0.5 if self.attacks_stones else 1.0
        waiting = any(card.owner == self.seat and card.zone == "reserve" for card in pos.state.cards)
        return 3.0 if waiting else 2.0 if self.goal == "planeswalkers" else 1.5

    # -- where to go
    @cached_property
    def goals(self) -> list[tuple[Hex, float]]:
        """Spaces worth going to, each with what it is worth to be there."""
        return list(self._find_goals())

    def _find_goals(self) -> Iterator[tuple[Hex, float]]:
        pos = self.pos
        if self.attacks_stones:
            for stone in pos.standing:
                yield stone.at, 4.0 + stone.damage / 2
            for enemy in self.enemies:
                yield pos.space(enemy), 1.0
            return
        if self.escapes:
            for way_out in pos.field.exits:
                yield way_out.at, 6.0
            return
        if self.goal == "ground":
            for space in pos.field.scoring:
                holder = pos.figure_at(space)
                if holder is None or holder in self.enemies:
                    yield space, 3.0
        for enemy in self.enemies:
            worth = 1.0 + (1.0 if pos.face_of(enemy).kind == "planeswalker" and self.goal == "planeswalkers" else 0.0)
            if self.guards_stones:
                worth += max(0.0, 2.0 - STEP * self._nearest(enemy, [stone.at for stone in pos.standing]))
            elif self.goal == "escape":
                worth += max(0.0, 3.0 - STEP * self._nearest(enemy, [way_out.at for way_out in pos.field.exits]))
            yield pos.space(enemy), worth
        if self.guards_stones and not self.enemies:
            for stone in pos.standing:
                yield stone.at, 1.0

    def _nearest(self, figure: Figure, spaces: Sequence[Hex]) -> int:
        return min((self.pos.distance(figure, space) for space in spaces), default=FAR)

    def approach(self, at: Hex | Stand) -> float:
        """How near one is there to something worth going to."""
        stand = stand_of(at)
        found = self._approach.get(stand)
        if found is None:
            steps = self._steps
            found = max((worth - STEP * min(FAR, steps(stand, (space,))) for space, worth in self.goals), default=0.0)
            self._approach[stand] = found
        return found

    def standing(self, figure: Figure, at: Hex | Stand, engaged: frozenset[int]) -> float:
        """What it is worth that the figure stands there."""
        pos, stand = self.pos, stand_of(at)
        worth = self._eager(figure) * self.approach(at) - self.danger(figure, at) + 0.06 * min(5, pos.level(stand[0]))
        worth += 0.6 * self._ground(self.seat, at) + self.best_strike(figure, at, engaged)
        if self.guards_stones:
            for id in engaged:  # who is engaged cannot attack a cryptolith
                enemy = pos.state.figures[id]
                worth += 1.2 if any(pos.adjacent_to_cryptolith(enemy, stone) for stone in pos.standing) else 0.3
            worth += 0.4 * any(stone.at in pos.field.neighbours(space) for stone in pos.standing for space in stand)
        elif engaged and self.range(figure) > 1:
            worth -= 0.4
        if self.goal == "ground" and any(space in pos.field.scoring for space in stand):
            worth += pos.points(figure) / 25 * (0.4 + self.progress)
        glyph = next((glyph for space in stand if (glyph := pos.glyph_at(space))), None)
        if glyph is not None and figure.at not in stand:
            graveyard = pos.state.seats[self.seat].graveyard
            known = glyph.key if glyph.face_up else ""
            worth += {"H": 0.5 * figure.damage, "R": 0.8 if graveyard else 0.0}.get(known, 0.5)
        return worth

    def here(self, figure: Figure) -> float:
        """What it is worth to stay."""
        if figure.id not in self._here:
            engaged = frozenset(enemy.id for enemy in self.pos.engaged(figure))
            self._here[figure.id] = self.standing(figure, self.pos.stand(figure), engaged)
        return self._here[figure.id]

    # -- Action 2
    def choosing(self, card: ArmyCard) -> float:
        """What the card could do this turn: attacks within reach, ground to gain, cards to summon."""
        pos = self.pos
        worth = 0.0
        for figure in pos.on_board(card):
            worth += self._prospect(figure)
        planeswalker = pos.planeswalker(self.seat)
        if planeswalker is not None and planeswalker.card == card.id:
            reserve = [pos.face(other).cost for other in pos.state.cards
                       if other.owner == self.seat and other.zone == "reserve"]  # fmt: skip
            worth += sum(sorted(reserve)[-2:]) / 15 * (1.2 - self.progress)
        return worth

    def _prospect(self, figure: Figure) -> float:
        pos, at = self.pos, self.pos.stand(figure)
        if forbidden(pos, figure):
            return 0.0
        move = numbers.move(pos, figure).total
        reach = move + self.range(figure)
        strikes = [self.strike(figure, at, enemy) for enemy in self.enemies if pos.distance(at, enemy) <= reach]
        if self.attacks_stones:
            strikes += [self.strike(figure, at, stone) for stone in pos.standing if pos.distance(at, stone.at) <= move + 1]
        best = 0.9 * max(strikes, default=0.0)
        if not strikes or self.escapes:
            away = min((pos.distance(at, space) for space, _ in self.goals), default=0)
            best = max(best, STEP * min(move, away) * 0.8 * self._eager(figure))
        return best

    # -- places, figures and cards that a nested question asks for
    def place(self, at: Hex) -> float:
        """An empty space for a figure of one's own."""
        pos = self.pos
        worth = self.approach(at)
        near = sum(distance <= 2 for distance, _ in self.around(at))
        return worth + 0.06 * min(5, pos.level(at)) + 0.4 * self._ground(self.seat, at) - 0.1 * near - pos.is_water(at) * 0.3

    def figure(self, figure: Figure, spell: str) -> float:
        """A figure as the target of a spell or an ability of that name."""
        worth = self.life_worth(figure) + (1.0 if self.pos.life_left(figure) <= 1 else 0.0)
        if figure in self.enemies:
            return worth + 0.5
        if spell in SACRIFICES:
            return -worth
        ready = figure.card == self.pos.state.turn.chosen
        return worth + 0.3 * figure.damage + (2.0 if ready else 0.0) - 1.0

    def card(self, card: ArmyCard, spell: str) -> float:
        """An army card as the target of a spell or an ability of that name."""
        figures = self.pos.on_board(card)
        worth = sum(self.power(figure) * 0.4 + self.life_worth(figure) * 0.4 for figure in figures)
        if self.pos.team(card.controller) != self.pos.team(self.seat):
            return worth + (-2.0 if spell in FOR_FRIENDS else 1.0)
        return worth + (1.0 if spell in FOR_FRIENDS else 0.0) - 0.8 * len(card.attached)

    # -- spells and abilities
    def spell(self, spell: Spell) -> float:
        """Playing it now; 0 or less: better not."""
        judge = JUDGED.get(spell.id)
        if judge is not None:
            return judge(self)
        if spell.type == "sorcery" and spell.timing == "before Action 3":
            return 1.0 if self.about_to_attack() else 0.0
        return 1.0 + spell.cost / 100

    def about_to_attack(self) -> bool:
        """Whether the chosen card has an enemy within reach."""
        pos, chosen = self.pos, self.pos.state.turn.chosen
        if chosen is None:
            return False
        for figure in pos.on_board(pos.state.cards[chosen]):
            reach = pos.face_of(figure).move + self.range(figure)
            if any(pos.distance(figure, enemy) <= reach for enemy in self.enemies):
                return True
        return False

    def near(self, spaces: int, friends: bool) -> list[Figure]:
        """Creatures, of one's own side or the others', that close to one's Planeswalker, seen or not."""
        pos, planeswalker = self.pos, self.pos.planeswalker(self.seat)
        if planeswalker is None:
            return []
        figures = [figure for figure in pos.board if (figure not in self.enemies) == friends and pos.is_creature(figure)]
        return pos.within(spaces, planeswalker, figures)

    def balance(self, spaces: int, damage: int) -> float:
        """What damage to all creatures that close to one's Planeswalker does to the others less what it does to oneself."""
        return sum(self.harm(figure, damage) for figure in self.near(spaces, False)) - sum(
            self.harm(figure, damage) for figure in self.near(spaces, True)
        )

    def markers(self, spaces: int) -> int:
        planeswalker = self.pos.planeswalker(self.seat)
        own = self.near(spaces, True) + ([planeswalker] if planeswalker else [])
        return sum(figure.damage for figure in own)

    def lost(self) -> int:
        """Own figures that have been destroyed."""
        return sum(figure.owner == self.seat and figure.zone == "graveyard" for figure in self.pos.state.figures)

    def hand(self) -> int:
        return len(self.pos.state.seats[self.seat].hand)

    def keeping(self, spell: Spell, *, given_up: bool) -> float:
        """A spell card to take; with ``given_up`` one to part with."""
        return -spell.cost / 20 if given_up else spell.cost / 20

    def ability(self, name: str, card: ArmyCard) -> float:
        """Using an activated ability now. From 1 on it is used at once, below that it is weighed against attacks."""
        judge = ABILITIES.get(name)
        return judge(self, card) if judge is not None else 1.0

    def turning(self, card: ArmyCard) -> float:
        """Turning a card with a far-shooting and a striking side over: strikers where an enemy is near, else archers."""
        pos = self.pos
        close = any(pos.distance(figure, enemy) <= 6 for figure in pos.on_board(card) for enemy in self.enemies)
        return 1.0 if close == (pos.face(card).range > 1) else 0.0


@contextmanager
def _standing_on(figure: Figure, at: Hex | Stand) -> Iterator[None]:
    """The rules are asked as if the figure stood there."""
    stood = figure.at, figure.rear
    figure.at, figure.rear = (*stand_of(at), None)[:2]
    try:
        yield
    finally:
        figure.at, figure.rear = stood


# Spells and abilities, by the name their questions carry, that take something from a figure of one's own.
SACRIFICES = frozenset({"Barter in Blood", "Infernal Plunge", "Dark Ambition", "Blood Rite", "Devour for Speed",
                        "Devour for Strength"})  # fmt: skip

# Those that may go on anybody's card and are good for it.
FOR_FRIENDS = frozenset({"Stensia Masquerade", "Ghostly Wings"})

# Sorceries and auras that are not always worth playing.
JUDGED: dict[str, Callable[[Worth], float]] = {
    "rolling_temblor": lambda me: me.balance(4, 2) - 2.5,
    "engulf_the_shore": lambda me: sum(map(me.life_worth, me.near(4, False))) - sum(map(me.life_worth, me.near(4, True))),
    "barter_in_blood": lambda me: min(2, len(me.near(9, False))) * 1.5 - 2.0,
    "behold_the_beyond": lambda me: 2.0 - me.hand(),
    "harrowing_journey": lambda me: 1.0 if me.hand() <= 4 else 0.0,
    "dark_ambition": lambda me: 1.0 if me.hand() <= 5 else 0.0,
    "infernal_plunge": lambda me: 1.0 if me.hand() <= 2 and len(me.near(9, True)) > 2 else 0.0,
    "chaplains_blessing": lambda me: 1.0 if me.markers(5) >= 2 else 0.0,
    "angels_mercy": lambda me: 1.0 if me.markers(4) >= 3 else 0.0,
    "second_growth": lambda me: 1.0 if me.markers(4) >= 3 else 0.0,
    "essence_flux": lambda me: 1.0 if me.markers(9) >= 2 else 0.0,
    "not_forgotten": lambda me: 1.0 if me.lost() else 0.0,
    "rise_of_the_dark_realms": lambda me: me.lost() / 2,
    "shield_wall": lambda me: 1.0 if len(me.near(4, True)) >= 2 and me.near(8, False) else 0.0,
    "unsummon": lambda me: 1.0 if me.near(6, False) else 0.0,
    "twisted_image": lambda me: 0.5,
    "misdirection": lambda me: 0.5,
    "battle_fury": lambda me: 1.5,
    "call_of_the_pack": lambda me: 2.0,
}

ABILITIES: dict[str, Callable[[Worth, ArmyCard], float]] = {
    "Transform": Worth.turning,
    "Forge Blades": lambda me, card: 0.9,
    "Archmage's Assault": lambda me, card: 0.8,
    "Blood Rite": lambda me, card: 1.0 if me.near(9, False) else 0.0,
    "Raving Visions": lambda me, card: 1.0 if me.hand() >= 3 else 0.0,
    "Devour for Speed": lambda me, card: 0.0,
    "Devour for Strength": lambda me, card: 1.0 if me.about_to_attack() else 0.0,
}
