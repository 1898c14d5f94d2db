"""Every kind of picture there is (:mod:`render.kinds`), of every battlefield, in every theme and size, on a page."""

from __future__ import annotations

import html
import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from render import kinds, theme

PHONE = 400  # pixels of a phone's width: what a picture is shown at


def looks() -> dict[str, theme.Look]:
    """Name -> look: every theme, and each in large print. The usual one comes first."""
    found = [theme.Look(name, large) for large in (False, True) for name in theme.PALETTES]
    found.sort(key=lambda look: look != theme.PLAIN)
    return {look.theme + ("-large" if look.large else ""): look for look in found}


def write(
    folder: Path, tell: Callable[[str], object] = lambda line: None,
    wanted: Callable[[str, kinds.Item], bool] = lambda title, item: True,
) -> int:  # fmt: skip
    """Everything as files, and a page ``index.html`` that shows it. Returns how many pictures there are.

    ``tell`` hears the name of each file; ``wanted``: whether to draw a picture, by the look's name and what it is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    figures: dict[str, list[str]] = {}
    count, items = 0, list(kinds.everything())
    for title, look in looks().items():
        (folder / title).mkdir(exist_ok=True)
        for item in items:
            if (item.further and look != theme.PLAIN) or not wanted(title, item):
                continue
            with theme.using(look):
                data = item.draw()
            file = f"{title}/{item.name}.{'webp' if data[8:12] == b'WEBP' else 'png'}"
            (folder / file).write_bytes(data)
            figures.setdefault(f"{title}: {item.kind}", []).append(_figure(file, item.name, item.alt(), data))
            count += 1
            tell(file)
    (folder / "index.html").write_text(_page(figures, count), encoding="utf-8")
    return count


def _figure(file: str, name: str, alt: str, data: bytes) -> str:
    wide, high = Image.open(io.BytesIO(data)).size
    shown, about = min(wide, PHONE), f"{name} · {wide} × {high} · {len(data) / 1024:.0f} KB"
    return (
        f'<figure><a href="{file}"><img src="{file}" alt="{html.escape(alt)}" width="{shown}" '
        f'height="{round(high * shown / wide)}" loading="lazy"></a><figcaption><b>{html.escape(about)}</b>'
        f"<span>{html.escape(alt)}</span></figcaption></figure>"
    )


STYLE = """
body { margin: 16px; background: #16181c; color: #eee; font: 14px/1.4 sans-serif; }
nav a { color: #9cf; margin-right: 12px; } section { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
figure { margin: 0; width: 400px; max-width: 100%; } img { max-width: 100%; height: auto; display: block; }
figcaption b, figcaption span { display: block; overflow-wrap: anywhere; } figcaption span { color: #aaa; }
"""


def _page(figures: dict[str, list[str]], count: int) -> str:
    links = "".join(f'<a href="#{n}">{html.escape(title)}</a> ' for n, title in enumerate(figures))
    parts = "".join(
        f'<h2 id="{n}">{html.escape(title)}</h2><section>{"".join(each)}</section>'
        for n, (title, each) in enumerate(figures.items())
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Pictures</title><style>{STYLE}</style><h1>{count} pictures</h1><nav>{links}</nav>{parts}</html>\n"
    )
