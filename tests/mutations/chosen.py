"""A pytest plugin (``-p tests.mutations.chosen``): runs only the tests that cite certain statements, and notes for each
statement which of its tests failed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cites", default="", help="ids of statements: other tests are left out")
    parser.addoption("--failed-to", default="", help="file for {id: [failed tests]} as JSON")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Chosen(config.getoption("--cites").split(), config.getoption("--failed-to")))


class Chosen:
    def __init__(self, ids: list[str], file: str) -> None:
        self.file = file
        self.failed: dict[str, list[str]] = {id: [] for id in ids}
        self.cites: dict[str, list[str]] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        rest = []
        for item in items:
            cited = [id for mark in item.iter_markers("rule") for id in mark.args if id in self.failed]
            if cited:
                self.cites[item.nodeid] = cited
            else:
                rest.append(item)
        items[:] = [item for item in items if item.nodeid in self.cites]
        config.hook.pytest_deselected(items=rest)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            for id in self.cites.get(report.nodeid, []):
                self.failed[id].append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        Path(self.file).write_text(json.dumps(self.failed), encoding="utf-8")
