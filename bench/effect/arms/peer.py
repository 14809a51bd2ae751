"""A product of somebody else as an arm: installed from its registry once, set up in each home.

`python -m bench.effect.fetch_peers` installs packages into `.venv-peers`, or into the folder that
`EFFECT_PEERS` names. Nothing else downloads: an arm whose package is not there says so.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.effect.arms.arm import Arm, Place

_ROOT = Path(__file__).resolve().parents[3]
_LONGEST = 900


class Peer(Arm):
    """A product in a version.

    Attributes:
        package: its name in the registry.
        version: the one that is installed.
        programs: those that are put on `PATH`.
        variables: of the environment; they switch off what looks for updates or counts users.
        port: the variable with the port of its service, which each home has for itself.
        python: the version of Python that it needs, such as 3.12, if ours is too old.
    """

    agents = ("claude",)
    package = ""
    version = ""
    programs: tuple[str, ...] = ()
    variables: Mapping[str, str] = {}
    port = ""
    python = ""

    @property
    def folder(self) -> Path:
        """Where the package is, or would be."""
        kept = Path(os.environ.get("EFFECT_PEERS", _ROOT / ".venv-peers"))
        return kept / f"{self.name}-{self.version}"

    @property
    def bin(self) -> Path:
        """The folder of its programs."""
        return self.folder / "bin"

    def missing(self) -> str:
        """That the package is not installed."""
        if all((self.bin / each).exists() for each in self.programs):
            return ""
        return (f"{self.package} {self.version} is not installed "
                f"(python -m bench.effect.fetch_peers {self.name})")  # fmt: skip

    def fetch(self) -> None:
        """Install the package from its registry; raises CalledProcessError."""
        home = self.folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        own = {"HOME": str(home), "npm_config_userconfig": str(Path.home() / ".npmrc"),
               **({"PYENV_VERSION": self.python} if self.python else {})}  # fmt: skip
        for command in self.commands():
            subprocess.run(command, env={**os.environ, **self.variables, **own},
                           timeout=_LONGEST, check=True)  # fmt: skip

    def commands(self) -> Iterator[list[str]]:
        """What installs the package: a virtual environment of its own, and pip."""
        yield [_python(self.python), "-m", "venv", str(self.folder)]
        yield [str(self.bin / "python"), "-m", "pip", "install", "--quiet",
               f"{self.package}=={self.version}"]  # fmt: skip

    def install(self, place: Place) -> None:
        """Put the programs on `PATH`, then do what its documentation says."""
        own = {self.port: _free_port()} if self.port else {}
        place.clone.variables = {**place.clone.variables, **self.variables, **own}
        for name in self.programs:
            path = place.bin / name
            path.write_text(f'#!/bin/sh\nexec {shlex.quote(str(self.bin / name))} "$@"\n')
            path.chmod(0o755)
        self.set_up(place)

    def set_up(self, place: Place) -> None:
        """Run its own installer in the clone."""


class NpmPeer(Peer):
    """A product from npm."""

    @property
    def bin(self) -> Path:
        """The folder of its programs."""
        return self.folder / "node_modules" / ".bin"

    def commands(self) -> Iterator[list[str]]:
        """What installs the package."""
        yield ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(self.folder),
               f"{self.package}@{self.version}"]  # fmt: skip


def _free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def _python(version: str) -> str:
    """A Python of a version; where pyenv manages them, `PYENV_VERSION` makes its name one."""
    return f"python{version}" if version else sys.executable
