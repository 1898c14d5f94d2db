"""The coverage of the rulebooks as a page to look at in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from tests.rulebook import Coverage

LOOK = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1c2733 }
table { border-collapse: collapse; width: 100%; margin-bottom: 3rem }
td, th { border-top: 1px solid #d5dbe1; padding: .35rem .6rem; text-align: left; vertical-align: top }
th { position: sticky; top: 0; background: #f2f5f7 }
td:first-child { white-space: nowrap; font-family: monospace }
td.tests { font-family: monospace; font-size: 12px; overflow-wrap: anywhere; width: 34% }
small { color: #5a6875 }
.covered { color: #17693a } .open { color: #a8201a; font-weight: bold } .aside { color: #5a6875 }
"""


def html(covered: Iterable[Coverage]) -> str:
    """The whole page, one section for each rules system."""
    return "\n".join(_page(list(covered)))


def _page(covered: list[Coverage]) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="en"><meta charset="utf-8"><title>The rulebooks and their tests</title><style>{LOOK}</style>'
    yield "<h1>The rulebooks and their tests</h1>"
    for system in covered:
        yield f"<h2>{escape(system.line)}</h2>"
        yield "<table><tr><th>Id<th>Statement<th>Tests<th>Status"
        for row, tests in system.statements:
            yield from _row(row.id, row.text, f"{row.kind}: {row.test}", tests, row.aside)
        yield "</table>"
        if system.interactions:
            yield "<h3>Where rules meet</h3><table><tr><th>No.<th>Interaction<th>Tests<th>Status"
            for meeting, tests in system.interactions:
                yield from _row(str(meeting.number), meeting.text, " ".join(meeting.ids), tests, "")
            yield "</table>"
    yield "</html>"


def _row(id: str, text: str, small: str, tests: list[str], aside: str) -> Iterator[str]:
    if tests:
        kind, status = "covered", "covered"
    else:
        kind, status = ("aside", f"nothing to test: {aside}") if aside else ("open", "not covered")
    yield f'<tr id="{escape(id)}"><td>{escape(id)}<td>{escape(text)}<br><small>{escape(small)}</small>'
    yield f'<td class="tests">{"<br>".join(escape(test) for test in tests)}<td class="{kind}">{escape(status)}'
