"""Ending the game: what wins on each battlefield, and scoring (AR-END, AR-S1, AR-S2, AR-S3).

A battlefield's goal stands in its file. Teams win and lose together; a team of one is a player. Conditions are looked at
the moment they can be met, those of the turn track after Action 5 of its last turn (A71).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.arena.converge import ATTACKER, DEFENDER
from engine.arena.position import Position
from engine.core.state import Outcome
from engine.core.text import Text, words

ESCAPE = 500  # points over the edge that win (AR-S3-03)
SLAUGHTER = 501  # points destroyed that win for the ambush (AR-S3-04)


# ---- scoring ----------------------------------------------------------------------------------------------------------
def score(pos: Position, seat: int) -> int:
    """Points of the seat's own figures still on the battlefield (AR-END-03, AR-END-04); where ground is the goal, only of
    those on scoring spaces. Figures under another's control score for their owner's army (A38)."""
    ground = set(pos.field.scoring) if pos.field.goal == "ground" else None
    return sum(
        pos.points(figure)
        for figure in pos.board
        if figure.owner == seat and (ground is None or ground.intersection(pos.stand(figure)))
    )


def exited(pos: Position, seat: int) -> int:
    """Points of the seat's figures that have left by an exit (AR-S3-17); those of the ambush are only lost (AR-S3-16)."""
    if pos.field.goal == "escape" and pos.state.seats[seat].side == pos.field.first(len(pos.state.seats)):
        return 0
    return sum(pos.points(figure) for figure in pos.state.figures if figure.owner == seat and figure.zone == "exited")


def _teams(pos: Position) -> dict[int, list[int]]:
    """Seats by team, in seat order."""
    found: dict[int, list[int]] = {}
    for n, seat in enumerate(pos.state.seats):
        found.setdefault(seat.team, []).append(n)
    return found


def team_name(pos: Position, team: int) -> Text:
    seats = _teams(pos)[team]
    if len(seats) == 1:
        return pos.side_name(seats[0])
    return words("the {side} team", side=Text(pos.state.seats[seats[0]].side))


# ---- outcomes ---------------------------------------------------------------------------------------------------------
def _ranked(pos: Position, worth: Callable[[int], float], reason: Text) -> Outcome:
    """Places by what each team is worth; equal worth is an equal place (A53)."""
    teams = _teams(pos)
    values = {team: worth(team) for team in teams}
    places = {team: 1 + sum(other > value for other in values.values()) for team, value in values.items()}
    return Outcome(tuple(places[seat.team] for seat in pos.state.seats), reason)


def won_by(pos: Position, teams: Iterable[int], reason: Text) -> Outcome:
    winners = set(teams)
    return _ranked(pos, lambda team: float(team in winners), reason)


def _team_of(pos: Position, side: str) -> int:
    return next(seat.team for seat in pos.state.seats if seat.side == side)


def attacker_wins(pos: Position) -> Outcome:
    reason = words("All three cryptoliths are destroyed: the attacker wins")
    return won_by(pos, [_team_of(pos, ATTACKER)], reason)


def at_once(pos: Position) -> Outcome | None:
    """Looked at whenever a figure has left the battlefield, or a player the game."""
    standing = [team for team, seats in _teams(pos).items() if not all(pos.state.seats[seat].out for seat in seats)]
    if len(standing) == 1:
        return won_by(pos, standing, words("{team} alone is left: it wins", team=team_name(pos, standing[0])))
    rule = {"planeswalkers": _planeswalkers, "army": _army, "escape": _escape}.get(pos.field.goal)
    return rule(pos) if rule and pos.state.turn.number else None


def _planeswalkers(pos: Position) -> Outcome | None:
    """The last team with a Planeswalker wins."""
    teams = _teams(pos)
    left = [team for team, seats in teams.items() if any(_lives(pos, seat) for seat in seats)]
    if len(left) > 1:
        return None
    if not left:
        return won_by(pos, teams, words("No Planeswalker is left: a draw"))
    form = "{team} has the last Planeswalker: it wins"
    return won_by(pos, left, words(form, team=team_name(pos, left[0])))


def _lives(pos: Position, seat: int) -> bool:
    card = pos.state.cards[pos.state.seats[seat].planeswalker]
    return any(figure.zone not in ("graveyard", "removed") for figure in pos.figures_of(card))


def _army(pos: Position) -> Outcome | None:
    """A team wins when every figure on the battlefield of one opposing player's army is gone, whatever waits in the
    reserve (AR-S2-03, AR-S2-22, A52)."""
    gone = [n for n in range(len(pos.state.seats)) if not any(figure.owner == n for figure in pos.board)]
    if not gone:
        return None
    losers = {pos.team(seat) for seat in gone}
    winners = [team for team in _teams(pos) if team not in losers]
    form = "No figure of {side}'s army is left on the battlefield"
    return won_by(pos, winners or _teams(pos), words(form, side=pos.side_name(gone[0])))


def _ambush(pos: Position) -> tuple[int, int]:
    """The team in ambush, which goes first, and the one that wants to get away."""
    first = _team_of(pos, pos.field.first(len(pos.state.seats)))
    return first, next(team for team in _teams(pos) if team != first)


def _away(pos: Position) -> tuple[int, int]:
    """Points of the fleeing team over the edge, and destroyed (A55)."""
    seats = _teams(pos)[_ambush(pos)[1]]
    return sum(exited(pos, seat) for seat in seats), sum(pos.state.seats[seat].lost for seat in seats)


def _escape(pos: Position) -> Outcome | None:
    """500 points over the edge, or 501 destroyed (AR-S3-19, AR-S3-20)."""
    ambush, fleeing = _ambush(pos)
    away, lost = _away(pos)
    if away >= ESCAPE:
        form = "{points} points have left by the exits: {team} wins"
        return won_by(pos, [fleeing], words(form, points=away, team=team_name(pos, fleeing)))
    if lost >= SLAUGHTER:
        form = "{points} points have been destroyed: {team} wins"
        return won_by(pos, [ambush], words(form, points=lost, team=team_name(pos, ambush)))
    if not any(pos.team(figure.owner) == fleeing for figure in pos.board):
        form = "{team} has no figure left on the battlefield and {points} points away: the ambush has held"
        return won_by(pos, [ambush], words(form, team=team_name(pos, fleeing), points=away))
    return None


def at_turn_end(pos: Position) -> Outcome | None:
    """Looked at after Action 5 (A71). ``turn.number`` is the turn that has just been played.

    Where the attacker can never attack again the result is certain and declared early (A48): it has no figure on the
    battlefield, and so no Planeswalker to summon one. Likewise where only one team has figures left.
    """
    turns = pos.field.turns(len(pos.state.seats))
    if pos.state.turn.number >= turns:
        return _at_the_end(pos, turns)
    if pos.field.goal == "cryptoliths":
        attacker = next(n for n, seat in enumerate(pos.state.seats) if seat.side == ATTACKER)
        if not pos.own(attacker) and pos.planeswalker(attacker) is None:
            form = "The attacker has no figure left that could destroy a cryptolith: the defender wins"
            return won_by(pos, [_team_of(pos, DEFENDER)], words(form))
    elif pos.field.goal in ("ground", "score"):
        left = {pos.team(figure.owner) for figure in pos.board}
        if len(left) == 1:
            return won_by(pos, left, words("{team} alone has figures left: it wins", team=team_name(pos, min(left))))
    return None


def _at_the_end(pos: Position, turns: int) -> Outcome:
    """The turn track is over (AR-END-02)."""
    goal = pos.field.goal
    if goal == "cryptoliths":
        form = "Turn {turns} is over and {n} of 3 cryptoliths stand: the defender wins"
        return won_by(pos, [_team_of(pos, DEFENDER)], words(form, turns=turns, n=len(pos.standing)))
    if goal == "escape":
        ambush, _ = _ambush(pos)
        form = "Turn {turns} is over and only {points} points have left by the exits: {team} wins"
        return won_by(pos, [ambush], words(form, turns=turns, points=_away(pos)[0], team=team_name(pos, ambush)))
    totals = {team: sum(score(pos, seat) for seat in seats) for team, seats in _teams(pos).items()}
    best = [team for team, total in totals.items() if total == max(totals.values())]
    if len(best) > 1:
        form = "Turn {turns} is over, and the best have {points} points each: a draw"
        return _ranked(pos, lambda team: totals[team], words(form, turns=turns, points=totals[best[0]]))
    form = "Turn {turns} is over: {team} wins with {points} points"
    reason = words(form, turns=turns, team=team_name(pos, best[0]), points=totals[best[0]])
    return _ranked(pos, lambda team: totals[team], reason)


# ---- in words ---------------------------------------------------------------------------------------------------------
GOALS = {
    "cryptoliths": "The attacker wins by destroying all three cryptoliths, the defender if one stands after turn {turns}",
    "planeswalkers": "The last side with a Planeswalker wins; after turn {turns} the higher score",
    "army": "The first side to destroy all figures on the battlefield of one opposing army wins; after turn {turns} the "
    "higher score",
    "escape": "500 points over the exits win for those who flee; 501 points destroyed, or turn {turns}, for the ambush",
    "ground": "After turn {turns} the most points of figures on purple spaces win",
    "score": "After turn {turns} the most points of figures on the battlefield win",
}


def goal(pos: Position) -> Text:
    """What wins here."""
    return words(GOALS[pos.field.goal], turns=pos.field.turns(len(pos.state.seats)))


def progress(pos: Position) -> tuple[Text, ...]:
    """How far each side has come, one line each."""
    kind = pos.field.goal
    if not pos.state.turn.number:
        return ()
    if kind == "cryptoliths":
        return (words("{n} of 3 cryptoliths stand", n=len(pos.standing)),)
    if kind == "escape":
        away, lost = _away(pos)
        return (
            words("{n} of {of} points over the exits", n=away, of=ESCAPE),
            words("{n} of {of} points destroyed", n=lost, of=SLAUGHTER),
        )
    return tuple(
        words("{team}: {points} points", team=team_name(pos, team), points=sum(score(pos, seat) for seat in seats))
        for team, seats in _teams(pos).items()
    )
