"""The pictures that tests compare with: one of every kind, of both games, kept small.

After a change that is meant, ``python -m render golden`` writes them anew; look at them before you commit them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from render import kinds, theme

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "render" / "golden"
WIDTH = 400  # pixels: as on a phone
PLACES = ("own-cryptoliths", "own-summoner-wars")  # of which every kind is kept
OTHERS = (("team-battle", "since"), ("ambush", "closer"))
LOOKS = (theme.Look("light"), theme.Look("dark", large=True))  # in which a board of each game is kept


def chosen() -> Iterator[tuple[str, theme.Look, kinds.Item]]:
    """Name, look and picture of all that are kept."""
    seen: set[str] = set()
    for item in kinds.everything():
        first = item.kind not in seen and item.kind in ("card", "army")
        if first or item.place in PLACES or (item.place, item.kind) in OTHERS:
            seen.add(item.kind)
            yield item.name, theme.PLAIN, item
        if item.place in PLACES and item.kind == "since":
            for look in LOOKS:
                yield f"{item.name}-{look.theme}{'-large' if look.large else ''}", look, item


def drawn(look: theme.Look, item: kinds.Item) -> Image.Image:
    """The picture as it is kept: RGB, its last frame if it has several, no wider than ``WIDTH``."""
    with theme.using(look):
        data = item.draw()
    with Image.open(io.BytesIO(data)) as opened:
        opened.seek(getattr(opened, "n_frames", 1) - 1)
        picture = opened.convert("RGB")
    if picture.width <= WIDTH:
        return picture
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.BOX)


def write(folder: Path = FOLDER) -> list[Path]:
    """All of them as files; those of pictures that are no longer chosen are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, look, item in chosen():
        written.append(folder / f"{name}.webp")
        drawn(look, item).save(written[-1], "WEBP", quality=45, method=6)
    for old in set(folder.glob("*.webp")) - set(written):
        old.unlink()
    return written
