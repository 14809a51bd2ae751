"""Write a recording folder line by line, so that it is complete whenever recording stops."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import orjson

from blackboard.errors import BoardError
from blackboard.event import iso
from blackboard.private_folder import make_private_folder
from lessonboard.parts.recordings.browser.observation import Action, Frame
from lessonboard.parts.recordings.sources.action import UNSUPPORTED

_UNFIT = re.compile(r"[^a-z0-9]+")


class RecordingFolder:
    """A new folder for one recording, readable by its owner only.

    Raises:
        BoardError: it cannot be created.
    """

    def __init__(self, into: Path, session_id: str) -> None:
        self.path = into / session_id
        self.session_id = session_id
        self.lines = 0
        try:
            into.mkdir(parents=True, exist_ok=True)
            make_private_folder(self.path / "screenshots")
        except OSError as error:
            raise BoardError(f"could not create {self.path}: {error.strerror}") from error

    def describe(
        self, *, name: str, description: str, created_at: int, config: dict[str, Any]
    ) -> None:
        """Write the metadata; `created_at` is microseconds since 1970."""
        metadata = {
            "session_id": self.session_id,
            "name": name,
            "description": description,
            "created_at": iso(created_at),
            "platform": "browser",
            "config": config,
        }
        self._write("metadata.json", orjson.dumps(metadata, option=orjson.OPT_INDENT_2))
        self._write("manifest.jsonl", b"")

    def add(self, action: Action) -> None:
        """Write one action, its screenshot first, so that no line names a missing file."""
        details = dict(action.details)
        if action.frame is not None:
            details["frame_age"] = round(action.at - action.frame.at, 3)
        rounded = {
            key: round(value) if key in ("dx", "dy") else value
            for key, value in action.action.items()
        }
        self._append(action.kind, rounded, action.frame, action.at, details)

    def lose(self, at: float, what: str) -> None:
        """Write that an action could not be recorded."""
        self._append(UNSUPPORTED, {"text": what, "loss": True}, None, at, {})

    def end(self, at: float, frame: Frame | None, details: dict[str, Any]) -> None:
        """Write the last line, which shows the result of the last action."""
        self._append("end", {}, frame, at, details)

    def discard(self) -> None:
        """Delete the folder of a recording without actions."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _append(
        self, kind: str, given: dict[str, Any], frame: Frame | None, at: float, details: Any
    ) -> None:
        screenshot = f"screenshots/{self.lines}.png"
        if frame is not None:
            self._write(screenshot, frame.png)
        line = {"action_type": kind, "action_details": given, "voice_clip": None, "timestamp": at,
                "screenshot": screenshot if frame else None, "details": details}  # fmt: skip
        self._write("manifest.jsonl", orjson.dumps(line) + b"\n", os.O_APPEND)
        self.lines += 1

    def _write(self, name: str, content: bytes, mode: int = os.O_TRUNC) -> None:
        try:
            descriptor = os.open(self.path / name, os.O_WRONLY | os.O_CREAT | mode, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
        except OSError as error:
            raise BoardError(
                f"could not write {self.path / name}: {error.strerror}; "
                f"the {self.lines} actions before are kept"
            ) from error


def session_id(name: str, now: int, suffix: str) -> str:
    """A unique folder name for a recording.

    >>> session_id("Order a song!", 1_700_000_000_000_000, "a1b2c3")
    'order-a-song-20231114-a1b2c3'
    """
    words = _UNFIT.sub("-", name.lower()).strip("-")[:40].strip("-") or "recording"
    return f"{words}-{iso(now)[:10].replace('-', '')}-{suffix}"
