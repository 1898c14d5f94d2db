"""``python -m tests.rulebook``: a line for each rules system, what no test cites yet, and the page of all statements."""

from __future__ import annotations

from tests.rulebook import TESTS, coverage, systems
from tests.rulebook.page import html

PAGE = TESTS.parent / "build" / "rulebook" / "index.html"


def main() -> None:
    covered = [coverage(system) for system in systems()]
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(html(covered), encoding="utf-8")
    for system in covered:
        print(system.line)
        for row in system.missing:
            print(f"  {row.id:<14} {row.text}")
        for meeting in system.missing_interactions:
            print(f"  {meeting.number:<3} {meeting.text}")
    print(f"each statement with its tests: {PAGE.relative_to(TESTS.parent)}")


if __name__ == "__main__":
    main()
