"""Lines as Claude Code writes them about hooks."""

from __future__ import annotations

import json
from typing import Any

STAMP = "2026-03-02T10:00:00.000Z"


def attachment(kind: str, event: str = "PostToolUse", **fields: Any) -> str:
    """A line about a hook."""
    record = {"type": kind, "hookEvent": event, "hookName": event, "toolUseID": "t", **fields}
    line = {"type": "attachment", "timestamp": STAMP, "sessionId": "s", "attachment": record}
    return json.dumps(line) + "\n"


def success(command: str, ms: object, event: str = "PostToolUse", **fields: Any) -> str:
    """A line about a hook that went well."""
    return attachment("hook_success", event, command=command, durationMs=ms, **fields)


def summary(*hooks: tuple[str, int], tool: str = "stop") -> str:
    """A line about the hooks at the end of a turn."""
    infos = [{"command": command, "durationMs": ms} for command, ms in hooks]
    line = {"type": "system", "subtype": "stop_hook_summary", "timestamp": STAMP,
            "hookInfos": infos, "toolUseID": tool}  # fmt: skip
    return json.dumps(line) + "\n"
