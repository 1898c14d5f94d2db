"""What the bot asked for, what was wrong with it, and faults to answer it with."""

from __future__ import annotations

import fnmatch
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Upload:
    """One uploaded file: name, bytes in it and their SHA-256 in hex."""

    filename: str
    size: int
    sha256: str


@dataclass(slots=True)
class Request:
    """One request as it arrived; ``status`` is what it was answered with (0: the connection was cut)."""

    method: str
    path: str
    json: Any
    files: tuple[Upload, ...]
    query: dict[str, str]
    at: float
    status: int | None = None
    faulted: bool = False


class Recorder:
    """Every request in order (``requests``) and every rule a body broke (``violations``)."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.violations: list[str] = []

    def note(
        self, method: str, path: str, body: Any, files: Mapping[str, tuple[str, bytes]], query: dict[str, str]
    ) -> Request:
        uploads = tuple(Upload(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in files.values())
        request = Request(method, path, body, uploads, query, time.monotonic())
        self.requests.append(request)
        return request

    def matching(self, method: str, path: str) -> list[Request]:
        """Requests by method and path glob, e.g. ``("POST", "/channels/*/messages")``."""
        return [r for r in self.requests if r.method == method and fnmatch.fnmatchcase(r.path, path)]

    def clear(self) -> None:
        self.requests.clear()
        self.violations.clear()


@dataclass
class Fault:
    """A fault for the next ``times`` requests that match.

    ``when``: ``instead`` of doing it answer ``status``/``body``; ``cut`` the connection instead of doing it; or do it
    and then ``lose`` the answer by cutting the connection. ``delay``: seconds to wait first.
    """

    method: str
    path: str
    status: int = 500
    body: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    times: int = 1
    when: Literal["instead", "cut", "lose"] = "instead"
    delay: float = 0.0
    hits: int = 0

    def matches(self, method: str, path: str) -> bool:
        return self.hits < self.times and self.method in ("*", method) and fnmatch.fnmatchcase(path, self.path)


def too_many_requests(
    method: str, path: str, *, retry_after: float = 0.05, times: int = 1, everywhere: bool = False
) -> Fault:
    """429 as Discord sends it; without ``Via`` discord.py would take it for a ban."""
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
    headers = {"Via": "1.1 sandbox", "Retry-After": str(retry_after)}
    return Fault(method, path, 429, body, headers, times)


def bad_gateway(method: str, path: str, *, times: int = 1) -> Fault:
    """502 as a proxy in front of Discord sends it."""
    return Fault(method, path, 502, {"message": "502: Bad Gateway", "code": 0}, {}, times)


def refusal(method: str, path: str, status: int, code: int, message: str, *, times: int = 1) -> Fault:
    """One of Discord's own refusals, e.g. 400 / 160006 for too many active threads."""
    return Fault(method, path, status, {"code": code, "message": message}, {}, times)


class Faults:
    """Faults waiting to happen; the first that matches is used."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        for fault in self.waiting:
            if fault.matches(method, path):
                fault.hits += 1
                return fault
        return None

    def clear(self) -> None:
        self.waiting.clear()


class RateLimits:
    """Discord-like buckets per route and channel: ``size`` requests in ``seconds``."""

    def __init__(self, size: int = 5, seconds: float = 5.0) -> None:
        self.size = size
        self.seconds = seconds
        self._buckets: dict[str, tuple[int, float]] = {}

    def take(self, route: str, major: str) -> tuple[dict[str, str], float | None]:
        """Headers for this request, and seconds to wait if the bucket is empty."""
        now = time.time()
        left, reset = self._buckets.get(route + major, (self.size, now + self.seconds))
        if now >= reset:
            left, reset = self.size, now + self.seconds
        wait = reset - now if left <= 0 else None
        left = max(0, left - 1)
        self._buckets[route + major] = (left, reset)
        headers = {
            "X-RateLimit-Limit": str(self.size),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{reset - now:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:32],
        }
        if wait is not None:
            headers |= {"Retry-After": f"{wait:.3f}", "Via": "1.1 sandbox", "X-RateLimit-Scope": "user"}
        return headers, wait
