"""``python -m render bench`` measures; ``python -m render sample FOLDER`` writes sample pictures of every battlefield."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from render import board, cards, demo, encode, hand, scenes, terrain
from render.cache import ENVIRONMENT, LAYERS

ROUNDS = 60


def bench() -> dict[str, float | int]:
    """Times of the busy position at full width, in milliseconds. Cold: no stored layer, in memory or on disk."""
    view, events = demo.position(), demo.EVENTS
    before = os.environ.get(ENVIRONMENT)
    with tempfile.TemporaryDirectory() as place:
        os.environ[ENVIRONMENT] = place
        try:
            LAYERS.forget()
            cold, data = _timed(lambda: board.draw_board(view, events=events))
            picture, grid = board.drawn(view, events=events)
            palette = encode.palette_for(terrain.key(grid), terrain.layer(grid))
            warm, encoding = [], []
            for _ in range(ROUNDS):  # in turn, so that a busy moment of the machine falls on both
                warm.append(_timed(lambda: board.draw_board(view, events=events))[0])
                encoding.append(_timed(lambda: encode.png(picture, palette))[0])
            warm.sort()
            encoding.sort()
        finally:
            os.environ.pop(ENVIRONMENT)
            if before is not None:
                os.environ[ENVIRONMENT] = before
    p50, p99, plain = warm[len(warm) // 2], warm[int(len(warm) * 0.99)], encoding[len(encoding) // 2]
    return {
        "cold_ms": round(cold, 1),
        "warm_ms_p50": round(p50, 1),
        "warm_ms_p99": round(p99, 1),
        "encode_ms": round(plain, 1),
        "warm_over_encode": round(p50 / plain, 2),
        "bytes": len(data),
    }


def _timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    start = time.perf_counter()
    data = work()
    return (time.perf_counter() - start) * 1000, data


def samples() -> dict[str, bytes]:
    """Name -> PNG of each kind of picture."""
    view = demo.position(viewer=0)
    closer = board.action_focus(view, demo.EVENTS)
    found = {}
    for name, (scene, happened) in scenes.everywhere().items():
        found[name] = board.draw_board(scene, events=happened)
        found[f"{name}-closer"] = board.draw_board(scene, events=happened, focus=board.action_focus(scene, happened))
    return found | {
        "board": board.draw_board(view, events=demo.EVENTS),
        "board-closer": board.draw_board(view, events=demo.EVENTS, focus=closer),
        "reach": board.draw_board(view, reach=demo.REACH, focus=list(demo.REACH)),
        "hand": hand.draw_hand(view.seats[0], view),
        "hand-of-the-other": hand.draw_hand(view.seats[1], view),
        "spell": cards.draw_spell(demo.HAND[1]),
        "army-card": cards.draw_army_card(view.cards[1], "attacker"),
    }


def main(words: list[str]) -> int:
    if words == ["bench"]:
        print(json.dumps(bench()))
        return 0
    if len(words) == 2 and words[0] == "sample":
        folder = Path(words[1])
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in samples().items():
            (folder / f"{name}.png").write_bytes(data)
            print(folder / f"{name}.png")
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
