"""Takes out of recorded transcripts what vendors wrote and what tells about the machine."""

from __future__ import annotations

import json
import platform
import re
import socket
import sys
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Record = dict[str, Any]

_REQUEST_COPIES = frozenset({"api-request", "api-request-shape", "api-request-blob", "tools-used"})
_HARMLESS_ATTACHMENTS = frozenset({"date"})
_SECRETIVE = frozenset({"signature", "encrypted_content", "developer_instructions"})
_SCAFFOLDING = ("<environment_context", "<user_instructions", "# AGENTS.md")
_TAG = re.compile(r"<([^<>\n]+)>")


class LeakError(Exception):
    """A cleaned transcript still names this machine or its user."""


def clean(agent: str, lines: Iterable[str]) -> list[Record]:
    """The records of a transcript that may be published, in their order."""
    one = _CLEANERS[agent]
    records = [one(json.loads(_neutral(line))) for line in lines]
    kept = [_without_secrets(record) for record in records if record is not None]
    _refuse_leaks(json.dumps(kept))
    return kept


def failures(agent: str, records: Iterable[Record]) -> int:
    """How many tool calls of a transcript failed."""
    failed = _FAILED[agent]
    return sum(failed(record) for record in records)


def _claude_code(record: Record) -> Record | None:
    if record["type"] in _REQUEST_COPIES:
        return None
    record.pop("rendered", None)
    attachment = record.get("attachment")
    # The line itself stays, for later lines name it as their parent.
    if attachment and attachment["type"] not in _HARMLESS_ATTACHMENTS:
        record["attachment"] = {"type": attachment["type"]}
    return record


def _codex(record: Record) -> Record:
    payload = record["payload"]
    match record["type"], payload.get("type"):
        case "session_meta", _:
            payload["base_instructions"] = {"text": ""}
        case "world_state", _:
            payload["state"] = {}
        case "response_item", "additional_tools":
            payload["tools"] = []
        case "response_item", "message":
            _blank_scaffolding(payload)
    return record


def _blank_scaffolding(message: Record) -> None:
    for block in message["content"]:
        text = block.get("text", "")
        if message["role"] == "developer" or text.startswith(_SCAFFOLDING):
            tag = _TAG.match(text)
            block["text"] = f"<{tag[1]}>\n</{tag[1]}>" if tag else ""


def _claude_code_failures(record: Record) -> int:
    content = record.get("message", {}).get("content")
    blocks = content if isinstance(content, list) else []
    return sum(block.get("is_error") is True for block in blocks)


def _codex_failures(record: Record) -> int:
    item = record["payload"].get("item", {})
    return int(item.get("type") == "CommandExecution" and item["status"] == "failed")


_CLEANERS: dict[str, Callable[[Record], Record | None]] = {
    "claude-code": _claude_code,
    "codex": _codex,
}
_FAILED: dict[str, Callable[[Record], int]] = {
    "claude-code": _claude_code_failures,
    "codex": _codex_failures,
}


def _without_secrets(record: Record) -> Record:
    """The same record with keys blanked that carry opaque or vendors' text."""
    return {
        key: "" if key in _SECRETIVE and value else _inside(value) for key, value in record.items()
    }


def _inside(value: object) -> object:
    match value:
        case dict():
            return _without_secrets(value)
        case list():
            return [_inside(each) for each in value]
        case _:
            return value


def _neutral(line: str) -> str:
    """Tracebacks name the standard library: put it where most systems have it."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return line.replace(sysconfig.get_path("stdlib"), f"/usr/lib/python{version}")


def _refuse_leaks(text: str) -> None:
    for name in (str(Path.home()), socket.gethostname(), platform.release()):
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            raise LeakError(f"a cleaned transcript still holds {name!r}; see {__name__}")
