"""Write a session's transcript as Claude Code does."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_BEGAN = datetime(2026, 11, 1, 9, tzinfo=UTC)


class Transcript:
    """The lines of one session, in a file named after it."""

    def __init__(self, folder: Path, session: str, prompt: str) -> None:
        self.path = folder / f"{session}.jsonl"
        self._session, self._count, self._last = session, 0, ""
        self.path.write_text("")
        self._write("user", {"role": "user", "content": prompt}, {})

    def called(
        self, tool: str, given: dict[str, Any], content: list[dict[str, Any]], *, failed: bool
    ) -> None:
        """A call and its result."""
        key = f"toolu_{self._count:04}{self._session[:8]}"
        call = {"type": "tool_use", "id": key, "name": tool, "input": given}
        message = {"id": f"msg_{key}", "type": "message", "role": "assistant", "content": [call]}
        self._write("assistant", {**message, "model": "scripted"}, {})
        texts = [each for each in content if each.get("type") == "text"]
        result: dict[str, Any] = {"type": "tool_result", "tool_use_id": key, "content": texts}
        if failed:
            result["content"] = "\n".join(each["text"] for each in texts)
            result["is_error"] = True
        more = {"toolUseResult": f"Error: {result['content']}" if failed else texts}
        self._write("user", {"role": "user", "content": [result]}, more)

    def _write(self, kind: str, message: dict[str, Any], more: dict[str, Any]) -> None:
        self._count += 1
        at = _BEGAN + timedelta(seconds=self._count)
        own = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self._session} {self._count}"))
        record = {
            "parentUuid": self._last or None, "isSidechain": False, "userType": "external",
            "cwd": "/work/shop", "sessionId": self._session, "version": "2.1.0", "type": kind,
            "message": message, "uuid": own, "timestamp": at.isoformat().replace("+00:00", "Z"),
            **more,
        }  # fmt: skip
        self._last = own
        with self.path.open("a") as file:
            file.write(json.dumps(record) + "\n")
