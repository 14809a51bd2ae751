"""What an agent prints, kept in a file that is the user's alone, without secrets."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from blackboard.private_folder import make_private_folder
from blackboard.redaction.redact import redact
from scheduler.secret_names import names_secret

_LEAST_SECRET = 8
_KEY_BEGINS, _KEY_ENDS = "-----BEGIN ", "-----END "
_MOST_KEPT = 4_000_000
_LONGEST_LINE = 1_000_000


def secrets_in(environment: Mapping[str, str]) -> list[str]:
    """The values of an environment that its names call secret, the longest first."""
    found = {
        value
        for name, value in environment.items()
        if names_secret(name) and len(value) >= _LEAST_SECRET
    }
    return sorted(found, key=len, reverse=True)


class AgentLog:
    """Writes lines into a file as they come, and keeps the last of them in memory.

    Args:
        path: the file; a log of an earlier attempt is written on.
        secrets: values that must not be in it, besides all that looks like a key.
    """

    def __init__(self, path: Path, secrets: Iterable[str] = ()) -> None:
        make_private_folder(path.parent)
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w")
        self._secrets = list(secrets)
        self._lock = threading.Lock()

    def write(self, text: str) -> None:
        """Write a text of several lines."""
        with self._lock:
            self._file.write(self.clean(text).rstrip("\n") + "\n")
            self._file.flush()

    def clean(self, text: str) -> str:
        """A text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "[redacted secret]")
        return str(redact(text).value)

    def drain(self, stream: IO[bytes], kept: deque[str]) -> None:
        """Write what comes from a stream, line by line, until its end; the last lines are kept."""
        size, in_key = 0, False
        for raw in iter(lambda: stream.readline(_LONGEST_LINE), b""):
            line = raw.decode("utf-8", "replace")
            if in_key or (_KEY_BEGINS in line and "PRIVATE KEY" in line):
                in_key = _KEY_ENDS not in line
                line = "[redacted private-key]\n"
            line = self.clean(line)
            self.write(line)
            kept.append(line)
            size += len(line)
            while size > _MOST_KEPT and len(kept) > 1:
                size -= len(kept.popleft())

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()
