"""``python -m render``."""

from __future__ import annotations

import io
import json

from PIL import Image

from render import __main__ as command


def test_the_bench_prints_one_object(capsys, monkeypatch):
    monkeypatch.setattr(command, "ROUNDS", 3)
    assert command.main(["bench"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert set(measured) == {"cold_ms", "warm_ms_p50", "warm_ms_p99", "encode_ms", "warm_over_encode", "bytes"}
    assert measured["bytes"] <= 300 * 1024
    assert measured["warm_ms_p50"] < measured["cold_ms"]


def test_samples_are_written(tmp_path):
    assert command.main(["sample", str(tmp_path / "new")]) == 0
    files = list((tmp_path / "new").iterdir())
    assert len(files) == len(command.samples()) >= 6
    for file in files:
        assert Image.open(io.BytesIO(file.read_bytes())).size[0] >= 400


def test_anything_else_says_what_there_is(capsys):
    assert command.main(["paint"]) == 2
    assert "sample FOLDER" in capsys.readouterr().err
