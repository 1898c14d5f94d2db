"""Checking request bodies against Discord's own OpenAPI document (given by path; not part of this repository)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

_ID_KEYS = frozenset(("attachments",))
_BIG = 1 << 40


def normalised(body: Any, inside: str = "") -> Any:
    """``body`` with ids given as numbers written as strings, which Discord accepts alike."""
    if isinstance(body, dict):
        return {
            key: str(value) if key == "id" and inside in _ID_KEYS and isinstance(value, int) else normalised(value, key)
            for key, value in body.items()
        }
    if isinstance(body, list):
        return [normalised(item, inside) for item in body]
    if isinstance(body, int) and not isinstance(body, bool) and body > _BIG:
        return str(body)
    return body


class Spec:
    """Validators for every operation, compiled on first use. Needs the ``jsonschema-rs`` package."""

    def __init__(self, path: Path) -> None:
        document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self._components = document["components"]
        self._operations: list[tuple[str, re.Pattern[str], dict[str, Any] | None]] = []
        self._compiled: dict[int, Any] = {}
        for template, item in sorted(document["paths"].items(), key=lambda pair: pair[0].count("{")):
            pattern = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)))
            for method in ("get", "post", "put", "patch", "delete"):
                if method in item:
                    content = (item[method].get("requestBody") or {}).get("content") or {}
                    schema = (content.get("application/json") or {}).get("schema")
                    self._operations.append((method.upper(), pattern, schema))

    def problems(self, method: str, path: str, body: Any) -> list[str]:
        """What Discord's document says against this request, one line each; empty if nothing."""
        for number, (verb, pattern, schema) in enumerate(self._operations):
            if verb == method and pattern.fullmatch(path):
                if schema is None or body is None:
                    return []
                return [
                    f"{method} {path}: {'/'.join(map(str, error.instance_path))}: {error.message[:400]}"
                    for error in self._validator(number, schema).iter_errors(normalised(body))
                ]
        return [f"{method} {path}: not in Discord's document"]

    def _validator(self, number: int, schema: dict[str, Any]) -> Any:
        if number not in self._compiled:
            import jsonschema_rs

            whole = {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "components": self._components,
                **schema,
            }
            self._compiled[number] = jsonschema_rs.Draft202012Validator(whole)
        return self._compiled[number]
