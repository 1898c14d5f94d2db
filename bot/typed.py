"""What people type means: a target, a destination, a whole path."""

from __future__ import annotations

from bot.errors import Sorry
from bot.games import Game
from bot.panels import choices
from bot.panels.ids import means
from engine.core.text import words
from engine.core.views import View


def meant(game: Game, view: View, verb: str, subject: str, line: str) -> list[str]:
    """The keys that a typed target, destination or path means. Raises Sorry."""
    line = line.strip()
    if not line:
        raise Sorry(words("Nothing was written."))
    groups = choices.grouped(view, verb)
    whole = next((each for each in groups if means(subject, each)), subject)
    options = [option for option in view.options if option.verb == verb and option.subject == whole]
    wanted = line.casefold()
    for option in options:
        names = (str(option.label).casefold(), str(option.whole).casefold())
        if means(line, option.key) or wanted in names:
            return [option.key]
    partly = [option for option in options if wanted in str(option.label).casefold()]
    if len(partly) == 1:
        return [partly[0].key]
    try:
        keys = game.walk_keys(view, whole, line) if verb == "move" else []
    except ValueError as error:
        raise Sorry(words("“{line}” is not understood: {error}.", line=line, error=str(error))) from None
    if keys:
        return keys
    refused = [each for each in view.refused if each.verb == verb and wanted in str(each.label).casefold()]
    if refused:
        raise Sorry("\n".join(f"✗ {each.label}: {each.why}" for each in refused[:8]))
    raise Sorry(words("“{line}” is not among what you can do now. `/why` tells why something is not possible.", line=line))
