"""A session as Claude Code writes it down, a line for each thing that was said or done."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.effect.clone import Outcome

_VERSION = "2.1.330"


class Transcript:
    """The file of a session.

    Attributes:
        session: its id.
        path: below the home's `.claude/projects`.
    """

    def __init__(self, home: Path, folder: Path) -> None:
        self.session = str(uuid.uuid4())
        self._folder = folder
        name = re.sub(r"[^A-Za-z0-9]", "-", str(folder))
        self.path = home / ".claude" / "projects" / name / f"{self.session}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._last: str | None = None

    def person(self, text: str) -> None:
        """The person types something."""
        self._line("user", {"role": "user", "content": text}, promptSource="typed",
                   permissionMode="default", promptId=str(uuid.uuid4()))  # fmt: skip

    def agent(self, text: str) -> None:
        """The agent says something."""
        self._answer({"type": "text", "text": text}, "end_turn")

    def call(self, call: str, tool: str, given: dict[str, Any]) -> None:
        """The agent calls a tool."""
        self._answer({"type": "tool_use", "id": call, "name": tool, "input": given}, "tool_use")

    def result(self, call: str, outcome: Outcome) -> None:
        """What the tool answers."""
        block: dict[str, Any] = {"tool_use_id": call, "type": "tool_result",
                                 "content": outcome.text}  # fmt: skip
        found: Any = {"stdout": outcome.output, "stderr": outcome.error, "interrupted": False,
                      "isImage": False}  # fmt: skip
        if outcome.code:
            text = failure_of(outcome)
            block, found = {**block, "content": text, "is_error": True}, f"Error: {text}"
        self._line("user", {"role": "user", "content": [block]}, toolUseResult=found)

    def _answer(self, block: dict[str, Any], reason: str) -> None:
        made = f"msg_{uuid.uuid4().hex[:24]}"
        usage = {"input_tokens": 10, "output_tokens": len(json.dumps(block)) // 4}
        message = {"id": made, "type": "message", "role": "assistant", "model": "scripted",
                   "content": [block], "stop_reason": reason, "usage": usage}  # fmt: skip
        self._line("assistant", message, requestId=f"req_{made[4:]}")

    def _line(self, kind: str, message: dict[str, Any], **more: Any) -> None:
        own = str(uuid.uuid4())
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"parentUuid": self._last, "isSidechain": False, "type": kind, "message": message,
                "uuid": own, "timestamp": now, "userType": "external", "entrypoint": "cli",
                "cwd": str(self._folder), "sessionId": self.session, "version": _VERSION,
                "gitBranch": "main", **more}  # fmt: skip
        with self.path.open("a") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._last = own


def failure_of(outcome: Outcome) -> str:
    """A failed command as Claude Code words it."""
    return f"Exit code {outcome.code}\n{outcome.text}"
