"""Transcripts of Cursor's agent: `~/.cursor/projects/<folder>/agent-transcripts/<id>/<id>.jsonl`.

A message a line, without times, models or folders, and often without the results of calls. What
its hooks are given says more, so only sessions that no hook saw are worth importing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from blackboard.event import NewEvent
from blackboard.sources.fields import record as record_of
from blackboard.sources.fields import records
from blackboard.sources.source import Record, text_of, time_of
from blackboard.sources.turns import Turns

_FOLDER = "agent-transcripts"


class Cursor(Turns):
    """Reads one transcript; see `Reader`."""

    name: ClassVar[str] = "cursor"

    @staticmethod
    def around(path: Path) -> Record:
        """The session is the name of the file; see `Reader`."""
        return {"session": path.stem} if _FOLDER in path.parts else {}

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        content = record_of(record.get("message")).get("content")
        is_turn = record.get("role") in ("user", "assistant") and isinstance(content, list)
        return is_turn and "content" not in record and "type" not in record

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        role, at = record.get("role"), time_of(record)
        blocks = records(record_of(record.get("message")).get("content"))
        for number, block in enumerate(blocks):
            key = f"{offset}:{number}"
            match block.get("type"):
                case "tool_use":
                    self._asked(block.get("id") or key, block.get("name"), block.get("input"), at)
                case "tool_result":
                    yield from self._result(block)
                case "text" if role in ("user", "assistant"):
                    yield from self._said(str(role), key, at, text_of([block]))

    def _result(self, block: Record) -> Iterator[NewEvent]:
        """The result of the call that it names, or of the oldest that waits."""
        named = str(block.get("tool_use_id"))
        key = named if named in self._calls else next(iter(self._calls), named)
        is_error = block.get("is_error")
        failed = None if is_error is None else bool(is_error)
        yield from self._answered(key, None, text_of(block.get("content")), failed=failed)
