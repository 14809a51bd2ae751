"""A hostile check is run for real, by each means that this system has."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lessonboard.parts.automation.isolation.allowed import Allowed
from lessonboard.parts.automation.isolation.isolation import Isolation, remove
from lessonboard.parts.automation.isolation.means import (
    BUBBLEWRAP,
    NAMESPACES,
    NONE,
    SEATBELT,
    Means,
    works,
)
from lessonboard.parts.automation.isolation.view import own_home, own_temporary
from tests.parts.automation.isolation.secret_variables import secrets

_HOSTILE = Path(__file__).with_name("hostile.py")
_LOGINS = (
    ".ssh/id_ed25519", ".aws/credentials", ".netrc", ".npmrc", ".config/gh/hosts.yml",
    ".claude/.credentials.json", ".codex/auth.json", ".cargo/credentials.toml", ".gitconfig",
    ".m2/settings.xml", ".local/share/lessonboard/board.db", ".local/share/keyrings/login.keyring",
    ".bashrc", "Documents/letter.txt",
)  # fmt: skip
_CACHES = (".cache/pip/wheel", ".cache/uv/wheel", ".npm/_cacache/index", ".cargo/registry/crate",
           ".m2/repository/jar", ".gradle/caches/jar", "go/pkg/mod/module")  # fmt: skip
_OF_THE_SYSTEM = "/etc/lessonboard-test"
_TOOLS = (".cargo/bin/rustc", ".local/bin/tool", ".nvm/node")


@dataclass
class Machine:
    """A person's machine: a home, sockets, a server, and a repository's worktree in its run."""

    folder: Path
    sockets: list[str] = field(default_factory=list)
    addresses: list[tuple[str, int]] = field(default_factory=list)

    @property
    def home(self) -> Path:
        """The person's."""
        return self.folder / "person"

    @property
    def run(self) -> Path:
        """The folder of the run."""
        return self.home / ".cache" / "lessonboard" / "runs" / "run-1"

    @property
    def variables(self) -> dict[str, str]:
        """The person's, with more than two hundred secrets."""
        return {**secrets(), "PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
                "SSH_AUTH_SOCK": self.sockets[0]}  # fmt: skip

    def make(self) -> None:
        """Put a few words into every file."""
        for name in (*_LOGINS, *_CACHES, *_TOOLS):
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("mine")
        (self.run / "web").mkdir(parents=True)
        (self.run / "web" / ".git").write_text("gitdir: elsewhere")
        (self.folder / "elsewhere.txt").write_text("mine")

    def paths(self, *names: str) -> list[str]:
        """Files of the home, by their full paths."""
        return [str(self.home / name) for name in names]

    def tell(self, means: Means, allowed: Allowed | None = None) -> dict[str, Any]:
        """What the hostile check got."""
        worktree = self.run / "web"
        errand = {
            "read": [*self.paths(*_LOGINS, *_CACHES, *_TOOLS), str(self.folder / "elsewhere.txt")],
            "write": [*self.paths(*_LOGINS, *_CACHES, *_TOOLS), str(self.folder / "elsewhere.txt"),
                      str(worktree / "made"), str(worktree / ".git"),
                      *([] if means is NONE else [_OF_THE_SYSTEM])],
            "unix": self.sockets,
            "addresses": self.addresses,
            "processes": [os.getpid()],
        }  # fmt: skip
        (worktree / "errand.json").write_text(json.dumps(errand))
        (worktree / "hostile.py").write_text(_HOSTILE.read_text())
        isolation = Isolation(self.run, allowed or Allowed(), self.variables, lambda: means)
        words = [sys.executable, "-S", "-E", "hostile.py", "errand.json"]
        command = isolation.command(words, worktree, kept=[str(worktree / ".git")])
        done = subprocess.run(command, env=isolation.environment(), cwd=worktree, check=False,
                              capture_output=True, text=True)  # fmt: skip
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads((worktree / "told.json").read_text())
        return told


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """One with an agent's socket, one without a path, and servers here and on the network."""
    made = Machine(tmp_path)
    made.make()
    with ExitStack() as stack:  # the path of a socket may have 107 letters
        short = Path(stack.enter_context(TemporaryDirectory(prefix="lb-")))
        for name in (str(short / "agent"), f"@{short.name}"):
            listening = stack.enter_context(closing(socket.socket(socket.AF_UNIX)))
            listening.bind(name.replace("@", "\0"))
            listening.listen()
            made.sockets.append(name)
        for host in {"127.0.0.1", _own_address()}:
            server = stack.enter_context(closing(socket.create_server((host, 0))))
            made.addresses.append((host, server.getsockname()[1]))
        yield made


def _own_address() -> str:
    """An address of this machine that is not loopback, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def needs(means: Means) -> pytest.MarkDecorator:
    """Skip a test where the system has no such means."""
    platform = "darwin" if means is SEATBELT else "linux"
    has = sys.platform == platform and works(means)
    return pytest.mark.skipif(not has, reason=f"this system has no {means.name}")


_BY_EACH = pytest.mark.parametrize(
    "means",
    [
        pytest.param(NAMESPACES, marks=needs(NAMESPACES), id="namespaces"),
        pytest.param(BUBBLEWRAP, marks=needs(BUBBLEWRAP), id="bubblewrap"),
        pytest.param(SEATBELT, marks=needs(SEATBELT), id="sandbox-exec"),
    ],
)


@_BY_EACH
def test_a_hostile_check_sees_and_changes_nothing_of_the_persons(
    machine: Machine, means: Means
) -> None:
    """No variable, login, agent, process, network or place outside; loopback works.

    Caches and tools are read at their usual places; by namespaces a change to a cache seems to
    work, so that no tool fails, and is lost.
    """
    told = machine.tell(means)
    assert not set(told["environ"].values()) & set(secrets().values())
    assert told["loopback"]
    assert set(told["read"]) == set(machine.paths(*_CACHES, *_TOOLS))
    assert (set(machine.paths(*_CACHES)) <= set(told["written"])) == (means is NAMESPACES)
    assert told["processes"] == []
    assert told["unix"] == []
    assert [host for host, _ in told["reached"] if host != "127.0.0.1"] == []
    for path in machine.paths(*_LOGINS, *_CACHES, *_TOOLS):
        assert Path(path).read_text() == "mine", path
    assert (machine.folder / "elsewhere.txt").read_text() == "mine"
    assert (machine.run / "web" / ".git").read_text() == "gitdir: elsewhere"
    assert (machine.run / "web" / "made").read_text() == "hostile"
    assert _OF_THE_SYSTEM not in told["written"]


@_BY_EACH
def test_what_a_person_allows_is_given_and_nothing_else(machine: Machine, means: Means) -> None:
    """The network, a variable, and the file or socket that it leads to."""
    allowed = Allowed(network=True, variables=frozenset({"NPM_TOKEN", "SSH_AUTH_SOCK"}))
    told = machine.tell(means, allowed)
    given = {name for name, value in secrets().items() if told["environ"].get(name) == value}
    assert given == {"NPM_TOKEN"}
    assert {tuple(each) for each in told["reached"]} == set(machine.addresses)
    assert machine.sockets[0] in told["unix"]
    assert not set(told["read"]) & set(machine.paths(*_LOGINS))


def test_where_the_system_can_do_nothing_the_variables_are_kept_all_the_same(
    machine: Machine,
) -> None:
    """With a home of its own, from which no cache can be written."""
    told = machine.tell(NONE)
    assert not set(told["environ"].values()) & set(secrets().values())
    assert told["environ"]["HOME"] == str(own_home(machine.run))
    assert set(told["home"]) == {".cargo", ".local", ".nvm"}
    assert not (own_home(machine.run) / ".cargo" / "registry").exists()
    assert (own_home(machine.run) / ".cargo" / "bin" / "rustc").read_text().startswith("mine")


def test_the_home_of_a_run_is_the_persons_alone_and_goes_with_it(machine: Machine) -> None:
    """Also what a tool made read-only in it."""
    Isolation(machine.run, Allowed(), machine.variables, lambda: NONE).command(["true"], Path())
    for folder in (own_home(machine.run), own_temporary(machine.run)):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    module = own_home(machine.run) / "go" / "module"
    module.mkdir(parents=True)
    (module / "file").write_text("x")
    module.chmod(0o500)
    remove(machine.run)
    assert not own_home(machine.run).parent.exists()
    assert (machine.home / ".cargo" / "bin" / "rustc").read_text() == "mine"
    assert (machine.run / "web").is_dir()
