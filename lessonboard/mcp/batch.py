"""Several messages on one line, which are answered on one line when the last answer is known."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


class Batch:
    """Collects one reply for each message; those without an answer count and are left out."""

    def __init__(self, messages: int, send: Callable[[list[dict[str, Any]]], None]) -> None:
        self._missing = messages
        self._send = send
        self._answers: list[dict[str, Any]] = []
        self._turn = threading.Lock()

    def reply(self, message: dict[str, Any] | None) -> None:
        """Take the reply to one message; after the last one all are sent, if there are any."""
        with self._turn:
            self._missing -= 1
            if message is not None:
                self._answers.append(message)
            complete = self._missing == 0 and bool(self._answers)
        if complete:
            self._send(self._answers)
