"""Panels about people and their matches: the list of open matches, ratings, statistics, the leaderboard, the match of the
day. All of it is public: made from results, and from what spectators may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.games import Game
from bot.pace import length
from bot.panels.facts import Facts, named, when, who
from bot.panels.ids import Press
from bot.panels.post import TEXT, Button, Buttons, Choice, Picture, Post, Row, Select, cut
from bot.ratings import LEAST_GAMES, START, UNRATED, provisional
from bot.standings import Stats, Streak, Tally, Versus, favourites
from engine.core.text import Part, Text, counted, listed, say
from storage.community import Rating, Result, Standing

ON_A_PAGE = 5  # open matches: a button each, in one row
LINES = 10  # of a leaderboard, on a page
ANY = "-"  # no filter


def person(user: int) -> str:
    """Somebody, also if their data were deleted."""
    return who(user) if user > 0 else say("a former player")


# ---- matches that wait for players ------------------------------------------------------------------------------------
def open_matches(
    found: Sequence[Facts], games: Sequence[Game], paces: Sequence[tuple[str, str]], game: str, pace: str, page: int
) -> Post:
    """The list, privately: five on a page, each with a button. ``found``: those that fit the filters; ``game`` and ``pace``:
    what they are, ANY without; ``paces``: those that occur, with their names."""
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(max(page, 0), pages - 1)
    lines = [say("**Matches that wait for players**")]
    rows: list[Row] = []
    if not found:
        lines.append(say("There are none just now. `/match new` starts one."))
    here = found[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    lines += [_open_line(facts) for facts in here]
    if here:
        rows.append(Buttons(tuple(_join(facts) for facts in here)))
    if len(games) > 1:
        choices = [Choice(ANY, say("Every game"), chosen=game == ANY)]
        choices += [Choice(each.name, each.title, chosen=game == each.name) for each in games[:24]]
        rows.append(Select(Press(0, 0, "om_game", f"{game}~{pace}").id("ps"), say("Game"), tuple(choices)))
    if len(paces) > 1 or pace != ANY:
        choices = [Choice(ANY, say("Every pace"), chosen=pace == ANY)]
        choices += [Choice(id, name, chosen=pace == id) for id, name in paces[:24]]
        rows.append(Select(Press(0, 0, "om_pace", f"{game}~{pace}").id("ps"), say("Pace"), tuple(choices)))
    rows += _turning("om_page", f"{game}~{pace}", page, pages)
    if pages > 1:
        lines.append(say("Page {page} of {pages}.", page=page + 1, pages=pages))
    return Post("\n".join(lines), tuple(rows))


def open_board(found: Sequence[Facts], more: int) -> Post:
    """The same list as a post that stands in a channel and is kept up to date; ``more``: how many it leaves out."""
    lines = [say("**Matches that wait for players**")]
    lines += [_open_line(facts) for facts in found] or [say("There are none just now. `/match new` starts one.")]
    if more:
        lines.append(str(counted(more, "… and {n} more: `/match open`", "… and {n} more: `/match open`")))
    rows: tuple[Row, ...] = (Buttons(tuple(_join(facts) for facts in found)),) if found else ()
    return Post("\n".join(lines), rows)


def _join(facts: Facts) -> Button:
    """Of teams one is picked where there is room; it can be changed on the invitation."""
    return Button(Press(facts.id, 0, "join").id(), say("Join {n}", n=facts.id), "success")


def _open_line(facts: Facts) -> str:
    free = sum(1 for seat in facts.seats if not seat.user)
    seated = [seat.user for seat in facts.seats if seat.user and seat.joined]
    seated.sort(key=lambda user: user != facts.host)
    line = say(
        "• **{n}**: {game} on {field}, with {people}. {seats}. {pace}.",
        n=facts.id, game=cut(str(facts.title), 60), field=cut(str(facts.battlefield), 80), people=named(seated),
        seats=counted(free, "{n} open seat", "{n} open seats"), pace=facts.pace,
    )  # fmt: skip
    return cut(line, 300)


def answering(match: int) -> tuple[Row, ...]:
    """The buttons under an invitation that was sent to somebody."""
    join = Button(Press(match, 0, "join").id(), say("Join"), "success")
    return (Buttons((join, Button(Press(match, 0, "decline").id(), say("Decline")))),)


def invited(facts: Facts, until: float) -> Post:
    """A reminder for somebody who has not answered, by direct message."""
    told = say(
        "{who} has invited you to match {n}: {game} on {field}. The seat is kept for you until {until}.",
        who=who(facts.host), n=facts.id, game=cut(str(facts.title), 100), field=cut(str(facts.battlefield), 100),
        until=when(until),
    )  # fmt: skip
    return Post(told, answering(facts.id))


def called_off(match: int, people: list[int]) -> str:
    """Why a match that waited in vain is called off; ``people``: those who did not answer."""
    if people:
        return say(
            "{people} did not answer the invitation to match {n} within a week, so I have called it off. No harm done: "
            "`/match new` starts another.",
            people=named(people), n=match,
        )  # fmt: skip
    return say(
        "Nobody has joined match {n} for a long time, so I have called it off. `/match new` starts another.", n=match
    )


# ---- ratings ----------------------------------------------------------------------------------------------------------
def rating_number(rating: Rating) -> str:
    """The number, with a mark while it is provisional."""
    return f"{rating.shown}?" if provisional(rating) else str(rating.shown)


def explained() -> str:
    """What the numbers mean, in words."""
    return say(
        "Everybody starts at {start}. The number is a careful one: what the bot is fairly sure of. So it rises with wins, "
        "and also as the bot gets to know you. Teams share what they win; a draw brings two players nearer to each other. "
        "Until {least} rated matches a number is provisional (?) and has no rank. Matches with the built-in player, and "
        "those that end before everybody has moved, are not rated.",
        start=START, least=LEAST_GAMES,
    )  # fmt: skip


def ratings(user: int, found: Sequence[tuple[Game, Rating | None, Rating | None]], gains: Sequence[int]) -> Post:
    """Somebody's ratings in each game: here and everywhere. ``gains``: what the last rated matches here have changed, the
    newest last."""
    lines = [say("**Ratings of {who}**", who=person(user))]
    for game, here, everywhere in found:
        if here is None and everywhere is None:
            continue
        one = _rating_words(here) if here else say("no rated match yet")
        line = say("• {game}: {here} on this server", game=game.title, here=one)
        if everywhere is not None and everywhere != here:
            line += say("; {number} over all servers", number=rating_number(everywhere))
        lines.append(line)
    if len(lines) == 1:
        lines.append(say("No rated match yet."))
    if gains:
        lines.append(say("The last rated matches here: {changes}", changes=", ".join(f"{gain:+d}" for gain in gains)))
    return Post("\n".join([*lines, "", explained()]))


def _rating_words(rating: Rating) -> str:
    games = counted(rating.games, "{n} match", "{n} matches")
    if provisional(rating):
        return say("**{number}**, provisional after {games}", number=rating.shown, games=games)
    return say("**{number}** after {games}", number=rating.shown, games=games)


def rated(result: Result, before: Mapping[int, Rating], after: Mapping[int, Rating]) -> str:
    """What a match that has just ended has done to the ratings of its server; or why nothing."""
    if not after:
        return say("Not rated: {why}.", why=UNRATED[result.unrated]) if result.unrated in UNRATED else ""
    changes = [
        f"{person(user)} {rating_number(one)} ({one.shown - before[user].shown:+d})" for user, one in after.items()
    ]
    return say("Ratings: {changes}", changes=", ".join(changes))


def with_line(post: Post, line: str) -> Post:
    """A line more after the second one, if there is room."""
    if not line or len(post.text) + len(line) + 1 > TEXT:
        return post
    lines = post.text.split("\n")
    return msgspec.structs.replace(post, text="\n".join([*lines[:2], line, *lines[2:]]))


def leaderboard(game: Game, games: Sequence[Game], found: Sequence[Standing], count: int, page: int) -> Post:
    """A page of a server's leaderboard."""
    pages = max(1, -(-count // LINES))
    lines = [say("**{game}: leaderboard of this server**", game=game.title)]
    for each in found:
        rank = f"{each.rank}." if each.rank else "–"
        told = counted(each.rating.games, "{n} match", "{n} matches")
        lines.append(f"{rank} {person(each.user)}: **{rating_number(each.rating)}** ({told})")
    if not found:
        lines.append(say("Nobody has played a rated match of this game here yet."))
    if any(not each.rank for each in found):
        lines.append(say("? provisional: ranked from {n} rated matches on.", n=LEAST_GAMES))
    if pages > 1:
        lines.append(say("Page {page} of {pages}.", page=page + 1, pages=pages))
    rows: list[Row] = []
    if len(games) > 1:
        choices = tuple(Choice(each.name, each.title, chosen=each.name == game.name) for each in games[:25])
        rows.append(Select(Press(0, 0, "lb_game", "0").id("ps"), say("Game"), choices))
    return Post("\n".join(lines), (*rows, *_turning("lb_page", game.name, page, pages)))


def _turning(action: str, arg: str, page: int, pages: int) -> list[Row]:
    """Buttons to the pages before and after; none where there is one page."""
    if pages < 2:
        return []
    back = Button(Press(0, 0, action, f"{arg}~{page - 1}").id(), say("Back"), disabled=page == 0)
    on = Button(Press(0, 0, action, f"{arg}~{page + 1}").id(), say("Next"), disabled=page >= pages - 1)
    return [Buttons((back, on))]


# ---- statistics -------------------------------------------------------------------------------------------------------
def tally_words(tally: Tally) -> str:
    parts: list[Part] = [counted(tally.won, "{n} won", "{n} won")]
    if tally.drawn:
        parts.append(counted(tally.drawn, "{n} drawn", "{n} drawn"))
    parts.append(counted(tally.lost, "{n} lost", "{n} lost"))
    return ", ".join(str(part) for part in parts)


def statistics(user: int, stats: Stats, games: Mapping[str, Game], *, here: bool = True) -> Post:
    """What somebody's matches come to. ``here``: those of this server, not all."""
    lines = [say("**Statistics of {who} on this server**", who=person(user)) if here else
             say("**Statistics of {who}, over all servers**", who=person(user))]  # fmt: skip
    if not stats.people.games and not stats.bot.games:
        return Post("\n".join([*lines, say("No finished match yet.")]))
    if stats.people.games:
        told = counted(stats.people.games, "{n} match", "{n} matches")
        lines.append(say("{matches} against people: {tally}.", matches=told, tally=tally_words(stats.people)))
    if len(stats.by_game) > 1:
        lines += [f"• {_title(name, games)}: {tally_words(tally)}" for name, tally in sorted(stats.by_game.items())]
    if stats.bot.games:
        told = counted(stats.bot.games, "{n} match", "{n} matches")
        lines.append(say("{matches} with the built-in player: {tally}.", matches=told, tally=tally_words(stats.bot)))
    if stats.streak is not None:
        lines.append(_streak_words(stats.streak))
    if stats.turn is not None:
        lines.append(say("A turn takes {time} on average.", time=length(max(60, round(stats.turn / 60) * 60))))
    if stats.abandoned:
        lines.append(str(counted(stats.abandoned, "{n} match abandoned.", "{n} matches abandoned.")))
    if stats.by_army:
        lines.append(say("*By army:*"))
        lines += [f"• {cut(army, 60)}: {tally_words(tally)}" for (_, army), tally in favourites(stats.by_army, 5)]
    if stats.by_field:
        lines.append(say("*By battlefield:*"))
        for (name, field), tally in favourites(stats.by_field, 5):
            lines.append(f"• {cut(field_name(name, field, games), 60)}: {tally_words(tally)}")
    return Post("\n".join(lines))


def _title(name: str, games: Mapping[str, Game]) -> str:
    return str(games[name].title) if name in games else name


def field_name(game: str, field: str, games: Mapping[str, Game]) -> str:
    """A battlefield's name; its id where the game does not know it any more."""
    if game in games:
        for players in games[game].players:
            for id, name in games[game].battlefields(players):
                if id == field:
                    return str(name)
    return field


def _streak_words(streak: Streak) -> str:
    now = {
        "won": counted(streak.length, "The last match was won.", "The last {n} matches were won."),
        "drawn": counted(streak.length, "The last match was drawn.", "The last {n} matches were drawn."),
        "lost": counted(streak.length, "The last match was lost.", "The last {n} matches were lost."),
    }[streak.outcome]
    if streak.best < 2:
        return str(now)
    return say("{now} The longest row of wins: {n}.", now=now, n=streak.best)


def head_to_head(first: int, second: int, found: Versus) -> Post:
    lines = [f"**{listed([person(first), person(second)])}**"]
    if not found.against.games and not found.together.games:
        lines.append(say("They have finished no match with each other yet."))
    if found.against.games:
        lines.append(
            say("Against each other, for {one}: {tally}.", one=person(first), tally=tally_words(found.against))
        )
    if found.together.games:
        lines.append(say("Side by side: {tally}.", tally=tally_words(found.together)))
    if found.last is not None:
        lines.append(say("Last against each other: match {n}, {when}.", n=found.last.match, when=when(found.last.ended)))
    return Post("\n".join(lines))


# ---- the match of the day ---------------------------------------------------------------------------------------------
def of_the_day(facts: Facts, reasons: Sequence[Text], link: str, *, over: bool) -> Post:
    """The post with the board as spectators see it. ``link``: to the match's thread; empty: there is none."""
    lines = [
        say(
            "⭐ **Match of the day: {n}**, {game} on {field}",
            n=facts.id, game=cut(str(facts.title), 100), field=cut(str(facts.battlefield), 100),
        )
    ]  # fmt: skip
    lines.append(say("{people} have played it to its end.", people=named(facts.players)) if over else
                 say("{people} are playing.", people=named(facts.players)))  # fmt: skip
    lines += [f"• {reason}" for reason in reasons]
    if link:
        lines.append(say("[Watch the match]({link})", link=link))
    row = (
        Button(Press(facts.id, 0, "board").id(), say("Board"), emoji="🗺️"),
        Button(Press(facts.id, 0, "log").id(), say("What happened"), emoji="📜"),
    )
    return Post("\n".join(lines), (Buttons(row),), (Picture("board", facts.id),))


