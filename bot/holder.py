"""Which process holds the database: a name that other processes of the same machine can check.

A lease runs on for some seconds after its holder was killed. Where its name says that the holder ran on this machine and
is no more, nobody needs to wait for that.
"""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path


def _born(pid: int) -> str:
    """When the process began, in ticks since the machine started: a number used again has another. Empty if there is no
    such process; "?" where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except FileNotFoundError:
        return "" if Path("/proc/self/stat").exists() else "?"
    except (OSError, IndexError):
        return "?"


def name() -> str:
    """This process, as a lease's holder (at most 64 characters)."""
    pid = os.getpid()
    return f"{socket.gethostname()[:20]}:{pid}:{_born(pid)}:{secrets.token_hex(6)}"


def gone(holder: str) -> bool:
    """Whether the holder was a process of this machine that has ended."""
    host, _, rest = holder.partition(":")
    pid, _, rest = rest.partition(":")
    born = rest.partition(":")[0]
    if host != socket.gethostname()[:20] or not pid.isdigit() or born in ("", "?"):
        return False
    return _born(int(pid)) not in (born, "?")
