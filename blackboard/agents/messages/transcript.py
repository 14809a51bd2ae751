"""Plain lists of messages, as model APIs take them: `role` and `content`, a message a record.

A file holds a JSON list, an object with `messages`, or one message a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, ClassVar

from blackboard.event import NewEvent
from blackboard.sources.lines import parse_value
from blackboard.sources.source import Call, Record, Speaker, Waiting, string, text_of, time_of
from blackboard.sources.whole_file import WholeFile

_ROLES = frozenset(("user", "assistant", "system", "developer", "tool", "human", "ai", "function"))
_EXITED = re.compile(
    r"(?i)[\[(<]?(?:(?:process |command )?(?:exited|failed) with (?:exit )?code"
    r"|(?:exit|return)[ _-]?(?:code|status))[:= ]+(-?\d{1,5})[\])>.]?"
)
_LARGEST_CODE = 100_000
_SAID_BY = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant"}


class Messages:
    """Reads one list of messages; see `Reader`."""

    name: ClassVar[str] = "messages"

    def __init__(self, session: str, state: Record) -> None:
        self.unknown = 0
        self._waiting = Waiting()
        self._speaker = Speaker(session, self.name)
        self._calls: dict[str, Call] = {}
        self._begun: bool = state.get("begun", False)

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return string(record.get("role")) in _ROLES and (
            "content" in record or "tool_calls" in record
        )

    @staticmethod
    def is_whole(file: WholeFile) -> bool:
        """See `WholeReader.is_whole`."""
        return any(True for _ in Messages.conversations(file))

    @staticmethod
    def conversations(file: WholeFile) -> Iterator[list[Record]]:
        """One JSON list, one object with `messages`, or one of these a line."""
        is_one = file.value is not None
        values = [file.value] if is_one else [parse_value(line) for line in file.raw.splitlines()]
        for value in values:
            messages = _dicts(value.get("messages") if isinstance(value, dict) else value)
            if any(map(Messages.recognises, messages)):
                yield messages

    def read(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """See `Reader.read`."""
        role, at = string(record.get("role")), time_of(record)
        if role is None or role not in _ROLES:
            self.unknown += 1
            return
        if not self._begun:
            self._begun = True
            yield self._speaker.started(at)
        content = record.get("content")
        if role in _SAID_BY:
            # The role of a user proves no person: any program that made the list can set it.
            yield from self._speaker.said(_SAID_BY[role], str(offset), at, text_of(content))
        self._remember_calls(record, at)
        yield from self._results(record, at)
        self._waiting.mark(offset, is_open=bool(self._calls))

    def unanswered(self) -> list[Call]:
        """The calls whose results did not come, in the order in which they were made."""
        return list(self._calls.values())

    def waiting(self) -> int | None:
        """See `Reader.waiting`."""
        return self._waiting.since

    def state(self) -> Record:
        """See `Reader.state`."""
        return {"begun": self._begun}

    def usage(self) -> tuple[NewEvent, ...]:
        """See `Reader.usage`; the messages of an API have no token counts."""
        return ()

    def _remember_calls(self, record: Record, at: int | None) -> None:
        """Calls as the chat completions API writes them, and as the messages API does."""
        for call in _dicts(record.get("tool_calls")):
            function = call.get("function")
            if isinstance(function, dict):
                given = _parsed(function.get("arguments"))
                self._calls[str(call.get("id"))] = Call(str(function.get("name")), given, at)
        for block in _blocks(record, "tool_use"):
            given = _parsed(block.get("input"))
            self._calls[str(block.get("id"))] = Call(str(block.get("name")), given, at)

    def _results(self, record: Record, at: int | None) -> Iterator[NewEvent]:
        for block in _blocks(record, "tool_result"):
            # The messages API leaves `is_error` out of a result that is none.
            answer = {"is_error": False, **block}
            yield from self._result(block.get("tool_use_id"), answer, at)
        if record.get("role") in ("tool", "function"):
            yield from self._result(record.get("tool_call_id") or record.get("name"), record, at)

    def _result(self, key: object, answer: Record, at: int | None) -> Iterator[NewEvent]:
        call = self._calls.pop(str(key), None)
        if call is None:
            return
        output, is_error = text_of(answer.get("content")), answer.get("is_error")
        code = _exit_code(answer, output)
        failed = None if is_error is None and code is None else bool(is_error or code)
        yield self._speaker.called(str(key), call, at, output, failed=failed, exit_code=code)


def _exit_code(answer: Record, output: str) -> int | None:
    """The exit code that a result has as a field, or as a line at its beginning or end.

    >>> _exit_code({}, "no such file\\nexit code: 2"), _exit_code({"exit_code": 0}, "")
    (2, 0)
    """
    given = answer.get("exit_code")
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) < _LARGEST_CODE:
        return given
    lines = output.strip().splitlines()
    for line in (*lines[:1], *lines[-1:]):
        found = _EXITED.fullmatch(line.strip())
        if found:
            return int(found[1])
    return None


def _blocks(record: Record, kind: str) -> list[Record]:
    return [block for block in _dicts(record.get("content")) if block.get("type") == kind]


def _dicts(value: object) -> list[Record]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _parsed(given: Any) -> Record:
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return {"input": given}
    return given if isinstance(given, dict) else {"input": given}
