"""Sessions of Pi: `~/.pi/agent/sessions/<folder>/<time>_<session>.jsonl`, a tree of messages.

All branches are read, for all of it happened. Seen with version 3 of the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from blackboard.event import NewEvent
from blackboard.sources.fields import count, records
from blackboard.sources.fields import record as record_of
from blackboard.sources.source import Record, string, text_of, time_of
from blackboard.sources.turns import Turns
from blackboard.sources.usage import Tokens

_SILENT = frozenset(
    """
    session model_change thinking_level_change compaction branch_summary custom custom_message
    label session_info
    """.split()
)
_EXITED = re.compile(r"\s*\n?Command exited with code (\d{1,5})\s*\Z")


class Pi(Turns):
    """Reads one session; see `Reader`."""

    name: ClassVar[str] = "pi"

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        is_session = record.get("type") == "session" and isinstance(record.get("version"), int)
        return is_session and isinstance(record.get("cwd"), str)

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        kind, at = string(record.get("type")), time_of(record)
        if kind == "session":
            yield from self._begin(record.get("id"), string(record.get("cwd")), at)
        elif kind == "message":
            yield from self._message(record_of(record.get("message")), str(record.get("id")), at)
        elif kind not in _SILENT:
            self.unknown += 1

    def _message(self, message: Record, key: str, at: int | None) -> Iterator[NewEvent]:
        content = message.get("content")
        match message.get("role"):
            case "user":
                yield from self._said("user", key, at, text_of(content))
            case "assistant":
                yield from self._said("assistant", key, at, text_of(content))
                self._spent(message, key, at)
                for block in records(content):
                    if block.get("type") == "toolCall":
                        self._asked(block.get("id"), block.get("name"), block.get("arguments"), at)
            case "toolResult":
                yield from self._result(message, text_of(content), at)

    def _result(self, message: Record, output: str, at: int | None) -> Iterator[NewEvent]:
        key, is_error = message.get("toolCallId"), message.get("isError")
        ended = self._end(key, output, _EXITED) if is_error else None
        body = output[: ended.start()] if ended else output
        code = int(ended[1]) if ended else None
        yield from self._answered(key, at, body, failed=bool(is_error), exit_code=code)

    def _spent(self, message: Record, key: str, at: int | None) -> None:
        usage = record_of(message.get("usage"))
        counts = map(count, map(usage.get, ("input", "output", "cacheRead", "cacheWrite")))
        tokens = Tokens(*counts)
        if any(tokens):
            self._count(key, at, string(message.get("model")), tokens)
