"""An application of the benchmark: its process, its database, and how it is started."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.recordings import customers

_PATIENCE = 20.0
_LOOK_EVERY = 0.05


class NotStarted(Exception):
    """An application did not listen on its port in time."""


@dataclass(frozen=True)
class Application:
    """A program of `bench.recordings.apps`, run as `python -m MODULE DATABASE PORT SETTINGS`.

    With `has_own_tables` it also prepares the database: `python -m MODULE --prepare DATABASE`.
    """

    name: str
    module: str
    has_own_tables: bool = False

    def prepare(self, folder: Path) -> Path:
        """Make the database that every run begins with."""
        database = folder / f"{self.module}.db"
        if not database.exists():
            customers.create(database)
            if self.has_own_tables:
                subprocess.run([*self._program, "--prepare", str(database)], check=True)
        return database

    @property
    def _program(self) -> list[str]:
        return [sys.executable, "-m", f"bench.recordings.apps.{self.module}"]

    @contextmanager
    def running(self, database: Path, settings: Mapping[str, object]) -> Iterator[int]:
        """Start the application on a database; yields its port.

        Raises:
            NotStarted: it does not listen, with what it printed.
        """
        port = free_port()
        command = [*self._program, str(database), str(port), json.dumps(dict(settings))]
        log = database.with_suffix(".log")
        with log.open("wb") as output:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            _wait_until_listening(process, port, log)
            yield port
        finally:
            process.kill()
            process.wait()


def fresh_copy(prepared: Path, folder: Path) -> Path:
    """A copy of a prepared database for one run."""
    for leftover in folder.glob("run.db*"):
        leftover.unlink()
    return Path(shutil.copyfile(prepared, folder / "run.db"))


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_listening(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(_LOOK_EVERY)
        else:
            return
    raise NotStarted(f"{process.args!r} does not listen on {port}: {log.read_text()[-2000:]}")


APPLICATIONS = {
    application.name: application
    for application in (
        Application("Django admin", "django_admin", has_own_tables=True),
        Application("Flask-Admin", "flask_admin_app"),
        Application("sqlite-web", "sqlite_web_app"),
        Application("Datasette", "datasette_app"),
        Application("call list", "call_list"),
    )
}
