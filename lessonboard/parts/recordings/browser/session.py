"""As whom the browser opens pages: nobody, a kept profile, a saved state, or a running browser."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import orjson

from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser.profiles import Profile

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class BadSession(BoardError):
    """The requested session cannot be used."""


@dataclass(frozen=True)
class Session:
    """Where the sign-ins of the browser come from; without any it is a new, empty profile.

    Args:
        profile: is kept and used again.
        storage: a file with Playwright's storage state, which is only read.
        attach: the debugging address of a running browser.
    """

    profile: Profile | None = None
    storage: Path | None = None
    attach: str = ""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.profile, self.storage, self.attach))) > 1:
            raise BadSession("give one of --profile, --storage and --attach, not several")

    @property
    def kind(self) -> str:
        """The word for it in a recording's metadata; empty where it is nobody's."""
        if self.profile:
            return "profile"
        return "storage" if self.storage else "attached" if self.attach else ""

    def check(self) -> None:
        """Check what can be checked before a browser starts.

        Raises:
            BadSession: others may read the saved state, or the address is of another machine.
        """
        if self.storage:
            _check_storage(self.storage)
        if self.attach:
            _check_attached(self.attach)


NOBODY = Session()
"""A new, empty profile."""


def _check_storage(path: Path) -> None:
    try:
        mode, content = path.stat().st_mode, path.read_bytes()
    except OSError as error:
        raise BadSession(f"could not read the saved state {path}: {error.strerror}") from error
    if os.name == "posix" and mode & _OTHERS:
        raise BadSession(
            f"others on this machine may read {path} (mode {stat.S_IMODE(mode):04o}), and whoever "
            f"reads it is signed in as you: chmod 600 {path}"
        )
    try:
        state = orjson.loads(content)
    except ValueError:
        state = None
    if not isinstance(state, dict) or not isinstance(state.get("cookies"), list):
        raise BadSession(
            f"{path} is no saved state: it has no list of cookies; make one with "
            f"`lessonboard recording login URL --storage {path}`"
        )


def _check_attached(url: str) -> None:
    """Whoever answers at that address sees all that is typed, so it must be this machine."""
    try:
        parts = urlsplit(url)
        is_local = _is_local(parts.hostname or "") and parts.port is not None
    except ValueError:
        is_local = False
    if not is_local or parts.scheme not in ("http", "ws") or "@" in parts.netloc:
        raise BadSession(
            f"--attach {url!r} is no debugging address of a browser on this machine; start it with "
            "--remote-debugging-port=9222 and give http://127.0.0.1:9222"
        )


def _is_local(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
