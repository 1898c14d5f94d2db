"""``python -m render``."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image

from render import __main__ as command
from render import gallery, kinds


def test_the_bench_prints_a_figure_for_every_target(capsys, monkeypatch):
    monkeypatch.setattr(command.bench, "AT_ONCE", 2)
    assert command.main(["bench", "--json", "--rounds", "2"]) in (0, 1)
    measured = json.loads(capsys.readouterr().out)
    for game in ("Arena", "Summoner Wars"):
        assert measured[f"{game}, largest"]["good"]
        assert measured[f"{game}, warm over encoding alone"]["value"] > 1
        assert {f"{game}, {name}" for name in ("cold", "warm, p50", "warm, p99")} < set(measured)
    assert measured["memory with 2 at once"]["good"]


def test_the_bench_names_what_it_measured_with_its_target(capsys):
    assert "at most 5 ms     NO" in command.bench.table([command.bench.Figure("cold", 7.25, "ms", 5)])
    assert command.bench.table([command.bench.Figure("cold", 7.25, "ms")]).split() == ["cold", "7.25", "ms"]


def test_the_gallery_has_a_page_that_shows_every_file(tmp_path):
    place = "own-cryptoliths"
    assert command.main(["gallery", "--out", str(tmp_path / "new"), "--only", place, "--only", "hand"]) == 0
    page = (tmp_path / "new" / "index.html").read_text(encoding="utf-8")
    files = {str(file.relative_to(tmp_path / "new")) for file in (tmp_path / "new").rglob("*.png")}
    assert files == {f"{look}/{place}-hand.png" for look in gallery.looks()}
    assert set(re.findall(r'<img src="([^"]+)" alt="[^"]+"', page)) == files
    for file in files:
        assert Image.open(io.BytesIO((tmp_path / "new" / file).read_bytes())).size[0] >= 400


def test_a_kind_that_somebody_adds_is_in_the_gallery(tmp_path, monkeypatch):
    monkeypatch.setitem(kinds.KINDS, "new", lambda given: given.board(width=400) if given.war else None)
    assert command.main(["gallery", "--out", str(tmp_path), "--only", "new", "--only", "dark"]) == 0
    assert sorted(file.name for file in tmp_path.glob("*/*.png")) == ["own-summoner-wars-new.png", "summoner-wars-new.png"]


def test_anything_else_says_what_there_is(capsys):
    with pytest.raises(SystemExit):
        command.main(["paint"])
    assert "gallery" in capsys.readouterr().err
