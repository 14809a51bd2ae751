"""Requests and answers as files of a folder: `NAME-STEP.json` and `NAME-STEP.answer.json`."""

from __future__ import annotations

import json
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.effect.agents.player import NoSession
from bench.effect.arms.arm import Arm, Place

_TICK = 0.1
_TORN = 2.0
"""Seconds in which an answer that is no JSON may still be written on."""


class Mailbox:
    """The files of one session.

    Attributes:
        name: says neither the task nor the arm, for its reader must not know them.
    """

    def __init__(self, folder: Path, place: Place, arm: Arm, longest: float) -> None:
        """Remove what an earlier attempt left behind."""
        whole = f"{place.task.name} {arm.name} {place.run}"
        self.name = sha256(whole.encode()).hexdigest()[:12]
        self._folder, self._longest = folder, longest
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob(f"{self.name}-*.json"):
            path.unlink()

    def ask(self, step: int, request: dict[str, Any]) -> str:
        """Write a request, and return the text of its answer; raises NoSession if none comes."""
        path = self._folder / f"{self.name}-{step}.json"
        written = path.with_suffix(".part")
        written.write_text(json.dumps(request, ensure_ascii=False, indent=1) + "\n")
        written.rename(path)  # whoever sees it, sees all of it
        return self._awaited(path.with_suffix(".answer.json"))

    def _awaited(self, path: Path) -> str:
        ends, torn_until = time.monotonic() + self._longest, 0.0
        while time.monotonic() < ends:
            if path.is_file():
                torn_until = torn_until or time.monotonic() + _TORN
                text = path.read_text(errors="replace")
                if _is_json(text) or time.monotonic() > torn_until:
                    return text
            time.sleep(_TICK)
        raise NoSession(f"{path} did not come in {self._longest:g} seconds")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
