"""Panels of a league: its post, the table, the rounds. All of it is public."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games import Game
from bot.league import MOST, Line, decided, open_rounds, table, terms_of, verdict
from bot.panels.community import field_name, person
from bot.panels.facts import POLICIES, Facts, pace, when
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Post, buttons, cut, pages
from engine.core.text import counted, say
from storage.community import LeagueRow, Pairing, Result

STILL_MANY = 8  # pairings of the rounds under way that the post names


def title(row: LeagueRow) -> str:
    return say("**League {n}: {name}**", n=row.id, name=cut(row.name, 60))


def league(row: LeagueRow, results: Mapping[int, Result], games: Mapping[str, Game]) -> Post:
    """The league's post: edited in place from the first name to the final table."""
    lines = [title(row), terms_words(row, games)]
    row_of = []
    if row.stage == "open":
        people = ", ".join(person(each.user) for each in row.members)
        one, many = "{n} person has joined: {people}.", "{n} people have joined: {people}."
        count = counted(len(row.members), one, many, people=people)
        lines.append(str(count) if row.members else say("Nobody has joined yet."))
        lines.append(say("Up to {most} people. {host} starts it.", most=MOST, host=person(row.host)))
        lines.append(say("Whoever is not ready for a match within a week loses it."))
        row_of = [_button(row, "lg_join", say("Join"), "success"), _button(row, "lg_leave", say("Leave")),
                  _button(row, "lg_start", say("Start"), "primary")]  # fmt: skip
    elif row.stage == "cancelled" and not row.pairings:
        lines.append(say("This league was called off."))
    else:
        lines.append(_stage_words(row, results))
        lines += table_lines(row, results)
        if row.stage == "running":
            under_way = open_rounds(row, results, terms_of(row).together)
            now = [each for each in row.pairings if each.round in under_way and not verdict(each, results)]
            lines.append(say("*Now:*"))
            lines += [pairing_line(each, results) for each in now[:STILL_MANY]]
            if len(now) > STILL_MANY:
                more = len(now) - STILL_MANY
                lines.append(str(counted(more, "… and {n} more match", "… and {n} more matches")))
        row_of = [_button(row, "lg_rounds", say("All rounds"))]
    return Post(cut("\n".join(lines), TEXT), tuple(buttons(row_of)))


def _button(row: LeagueRow, action: str, label: str, style: str = "secondary") -> Button:
    return Button(Press(0, 0, action, str(row.id)).id(), label, style)  # type: ignore[arg-type]


def terms_words(row: LeagueRow, games: Mapping[str, Game]) -> str:
    terms = terms_of(row)
    game = str(games[terms.game].title) if terms.game in games else terms.game
    line = say(
        "{game} on {field}. Pace: {pace}. When time runs out: {policy}.",
        game=game, field=cut(field_name(terms.game, terms.battlefield, games), 80), pace=pace(terms.pace).name,
        policy=POLICIES[terms.policy],
    )  # fmt: skip
    meets = (
        say("Everybody meets everybody twice.") if terms.twice else say("Everybody meets everybody once.")
    )
    order = say("All rounds at once.") if terms.together else say("One round after the other.")
    return f"{line} {meets} {order}"


def _stage_words(row: LeagueRow, results: Mapping[int, Result]) -> str:
    if row.stage == "cancelled":
        return say("This league was called off; so it stood:")
    if row.stage == "over" or decided(row, results):
        first = [line for line in table(row, results) if line.rank == 1]
        people = ", ".join(person(line.user) for line in first)
        return str(counted(len(first), "🏆 **{people} has won the league.**", "🏆 **{people} share the first place.**",
                           people=people))  # fmt: skip
    rounds = max(each.round for each in row.pairings)
    if terms_of(row).together:
        done = sum(1 for each in row.pairings if verdict(each, results))
        return say("Matches decided: {done} of {all}.", done=done, all=len(row.pairings))
    return say("Round {n} of {all}.", n=open_rounds(row, results, False)[0], all=rounds)


def hurry(facts: Facts, until: float) -> Post:
    """A reminder for somebody who is not ready for a league's match, by direct message."""
    told = say(
        "Match {n} of your league, {game} on {field}, waits for you to get ready. Until {until}; then it is lost.",
        n=facts.id, game=cut(str(facts.title), 100), field=cut(str(facts.battlefield), 100), until=when(until),
    )  # fmt: skip
    row = [Button(Press(facts.id, 0, "ready").id(), say("Ready"), "success"),
           Button(Press(facts.id, 0, "army").id(), say("My army…"), "primary")]  # fmt: skip
    return Post(told, tuple(buttons(row)))


def table_lines(row: LeagueRow, results: Mapping[int, Result]) -> list[str]:
    return [_line(line) for line in table(row, results)]


def _line(line: Line) -> str:
    told = say(
        "{rank}. {who}: **{points}** ({won}–{drawn}–{lost}, scores {scored})",
        rank=line.rank, who=person(line.user), points=counted(line.points, "{n} point", "{n} points"),
        won=line.won, drawn=line.drawn, lost=line.lost, scored=f"{line.scored:+d}" if line.scored else "0",
    )  # fmt: skip
    return told + say(" (withdrawn)") if line.withdrawn else told


def table_post(row: LeagueRow, results: Mapping[int, Result], games: Mapping[str, Game]) -> Post:
    """The table alone, with what decides between equals."""
    if not row.pairings:
        return Post(f"{title(row)}\n" + say("It has not begun yet."))
    lines = [title(row), terms_words(row, games), _stage_words(row, results), *table_lines(row, results)]
    lines.append(
        say(
            "Won–drawn–lost; 2 points for a win, 1 for a draw. Of equals those are first who have more points from the "
            "matches among themselves, then who have the better scores, then who have more wins."
        )
    )
    return Post(cut("\n".join(lines), TEXT))


def rounds(row: LeagueRow, results: Mapping[int, Result]) -> list[Post]:
    """All rounds with their matches; a few posts, if one does not hold them."""
    lines = [title(row)]
    if not row.pairings:
        lines.append(say("It has not begun yet."))
    for number in sorted({each.round for each in row.pairings}):
        lines.append(say("**Round {n}**", n=number))
        lines += [pairing_line(each, results) for each in row.pairings if each.round == number]
    return [Post(text) for text in pages(lines)]


def pairing_line(pairing: Pairing, results: Mapping[int, Result]) -> str:
    home, away = person(pairing.home), person(pairing.away)
    where = say(" (match {n})", n=pairing.match) if pairing.match else ""
    match verdict(pairing, results):
        case "home":
            told = say("{winner} beat {loser}", winner=home, loser=away)
        case "away":
            told = say("{winner} beat {loser}", winner=away, loser=home)
        case "draw":
            told = say("{one} and {other} drew", one=home, other=away)
        case "void":
            told = say("{one} against {other} does not count", one=home, other=away)
        case _:
            told = say("{one} against {other}", one=home, other=away)
    ruled = say(", as ruled") if pairing.ruled in ("home", "away", "draw") else ""
    return f"• {told}{ruled}{where}"
