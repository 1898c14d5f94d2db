"""A PostgreSQL server of one's own, for measurements and tests: a new cluster on 127.0.0.1, gone when they are over."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER = "postwalker"
PASSWORD = "hush-hush"  # of the server's only user, so that tests can look for it where it must not be
PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def programs() -> Path | None:
    """The folder with initdb and pg_ctl; None if PostgreSQL is not installed."""
    found = shutil.which("initdb")
    places = [*([Path(found).resolve().parent] if found else []), *PLACES]
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Server:
    """``url(name)`` is the address of one of its databases, as a host would write it. ``durable``: whether commits wait for
    the disk, as they do on a server with something to lose."""

    def __init__(self, bin: Path, folder: Path, *, durable: bool = False) -> None:
        self.bin, self.folder, self.durable = bin, folder, durable
        self.port = 0
        # PostgreSQL refuses to run as root
        self._user = "postgres" if os.geteuid() == 0 else None
        self._environment = {**os.environ, "PGPASSWORD": PASSWORD, "PGCONNECT_TIMEOUT": "10"}

    def url(self, name: str, password: str = PASSWORD) -> str:
        return f"postgresql://{OWNER}:{password}@127.0.0.1:{self.port}/{name}"

    def make(self) -> None:
        secret = self.folder / "secret"
        secret.write_text(PASSWORD)
        if self._user:
            for path in (self.folder, secret):
                shutil.chown(path, self._user)
        self._run("initdb", "-D", self.folder / "data", "-U", OWNER, "-A", "scram-sha-256", "--pwfile", secret,
                  "--encoding=UTF8", "--locale=C", "--no-sync")  # fmt: skip

    def start(self) -> None:
        """Raises RuntimeError, with the server's words, if it does not come up."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = self.port or free.getsockname()[1]
        settings = ("listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=",
                    f"fsync={'on' if self.durable else 'off'}")  # fmt: skip
        options = " ".join(f"-c {setting}" for setting in settings)
        self._run("pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-w", "-t", "60", "-o", options, "start")
        self.port = port

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def create(self, name: str, like: str = "template0") -> str:
        """A new database, empty or a copy. Returns its URL."""
        self._client("createdb", "-T", like, name)
        return self.url(name)

    def drop(self, name: str) -> None:
        self._client("dropdb", "--force", "--if-exists", name)

    def _client(self, program: str, *arguments: str) -> None:
        self._run(program, "-h", "127.0.0.1", "-p", str(self.port), "-U", OWNER, "-w", *arguments)

    def _run(self, program: str, *arguments: str | Path) -> None:
        # a server that keeps our pipes open would make us wait for ever: output goes to a file
        with tempfile.TemporaryFile() as output:
            done = subprocess.run([str(self.bin / program), *map(str, arguments)], user=self._user, cwd=self.folder,
                                  env=self._environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                  check=False)  # fmt: skip
            if done.returncode:
                output.seek(0)
                raise RuntimeError(f"{program}: {output.read().decode(errors='replace')}")


@contextmanager
def running(bin: Path, *, durable: bool = False) -> Iterator[Server]:
    """A running server. Its folder is not below pytest's, which only the tests' own user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="postwalker-pg-"))
    try:
        server = Server(bin, folder, durable=durable)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
