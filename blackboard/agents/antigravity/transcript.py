"""Transcripts of Antigravity: `~/.gemini/antigravity*/brain/<session>/.system_generated/logs/`.

A step a line. A result follows its call without naming it: it belongs to the oldest call that
waits for a step of its kind. The values of arguments are JSON in a text (documents of September
2026 and samples written after them).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from blackboard.event import NewEvent
from blackboard.sources.fields import records
from blackboard.sources.source import Record, string, time_of
from blackboard.sources.tags import tagged, without_tags
from blackboard.sources.turns import Turns

_SOURCES = ("USER_EXPLICIT", "USER_IMPLICIT", "MODEL", "SYSTEM")
_FILE = "transcript.jsonl"
_NAMES = {
    "CommandLine": "command", "Cwd": "cwd", "AbsolutePath": "path", "TargetFile": "file_path",
    "DirectoryPath": "dir_path", "SearchPath": "path", "Query": "query", "Pattern": "pattern",
    "TargetContent": "old_string", "ReplacementContent": "new_string", "CodeContent": "content",
    "Url": "url",
}  # fmt: skip
"""Its names of arguments, and those that `agents/arguments.py` knows."""

_REQUEST = "USER_REQUEST"
_ADDED = ("ADDITIONAL_METADATA", "USER_SETTINGS_CHANGE")
_EXITED = re.compile(r"(?:exit code:? |exited with code )(-?\d{1,5})", re.IGNORECASE)
_DONE = "The command completed successfully."
_OUTPUT = "Output:\n"
_HEAD = 300


class Antigravity(Turns):
    """Reads one transcript; see `Reader`."""

    name: ClassVar[str] = "antigravity"

    @staticmethod
    def around(path: Path) -> Record:
        """The session is the name of the folder below `brain`; see `Reader`."""
        parts = path.parts
        is_own = path.name == _FILE and "brain" in parts[:-1]
        return {"session": parts[parts.index("brain") + 1]} if is_own else {}

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return record.get("source") in _SOURCES and "created_at" in record

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        source, kind = record.get("source"), string(record.get("type")) or ""
        at = time_of({"timestamp": record.get("created_at")})
        key, content = f"line:{offset}", string(record.get("content")) or ""
        if source == "USER_EXPLICIT":
            request = next(tagged(content, _REQUEST), None)
            text = without_tags(request.inside if request else content, *_ADDED)
            yield from self._said("user", key, at, text)
        elif source == "MODEL" and kind in ("PLANNER_RESPONSE", ""):
            yield from self._said("assistant", key, at, content)
            for number, call in enumerate(records(record.get("tool_calls"))):
                given = {_NAMES.get(name, name): _value(each)
                         for name, each in (call.get("args") or {}).items()}  # fmt: skip
                self._asked(f"{offset}:{number}", call.get("name"), given, at)
        elif source == "MODEL" and self._calls:
            yield from self._result(kind, content, at)

    def _result(self, kind: str, content: str, at: int | None) -> Iterator[NewEvent]:
        key = next(iter(self._calls))
        if kind == "RUN_COMMAND":
            key = next((each for each in self._calls if self._is_shell(each)), key)
        head, found, body = content.partition(_OUTPUT)
        code = _EXITED.search(head[:_HEAD]) if self._is_shell(key) else None
        failed = bool(int(code[1])) if code else False if _DONE in head else None
        yield from self._answered(
            key, at, body if found else content, failed=failed,
            exit_code=int(code[1]) if code else None,
        )  # fmt: skip


def _value(given: Any) -> Any:
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except ValueError:
        return given
