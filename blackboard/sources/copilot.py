"""Sessions of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`.

`success` of a call is said of the tool, and is true for a shell command that failed: how that
ended stands at the end of its output (documents of August 2026; a session of 1.0.40). Hooks are
told with what they were given, which repeats prompts and calls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import ClassVar

from blackboard.event import NewEvent
from blackboard.sources.fields import record as record_of
from blackboard.sources.fields import records
from blackboard.sources.source import Record, string, time_of
from blackboard.sources.turns import Turns
from blackboard.vocabulary import Author

_SPEAKING = ("session.start", "user.message", "assistant.message", "tool.execution_start",
             "tool.execution_complete", "session.resume")  # fmt: skip
_FAMILIES = ("session.", "user.", "assistant.", "tool.", "hook.", "permission.", "system.",
             "subagent.", "skill.", "abort", "model.", "mcp.", "exit_plan")  # fmt: skip
_EXITED = re.compile(r"\s*<(?:shellId: \S+ )?(?:completed|exited) with exit code (-?\d{1,5})>\s*\Z")
_LARGEST_CODE = 100_000
_REFUSED = ("denied", "rejected")


class Copilot(Turns):
    """Reads one session; see `Reader`."""

    name: ClassVar[str] = "copilot"

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return string(record.get("type")) in _SPEAKING and isinstance(record.get("data"), dict)

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        kind, data, at = string(record.get("type")), record_of(record.get("data")), time_of(record)
        match kind:
            case "session.start":
                yield from self._start(data, at)
            case "user.message":
                key = str(record.get("id") or offset)
                author: Author | None = "harness" if data.get("source") else None
                yield from self._said("user", key, at, string(data.get("content")) or "", author)
            case "assistant.message":
                key = str(record.get("id") or offset)
                yield from self._said("assistant", key, at, string(data.get("content")) or "")
            case "tool.execution_start":
                given = _parsed(data.get("arguments"))
                self._asked(data.get("toolCallId"), data.get("toolName"), given, at)
            case "tool.execution_complete":
                yield from self._result(data, at)
            case _ if not str(kind).startswith(_FAMILIES):
                self.unknown += 1

    def _start(self, data: Record, at: int | None) -> Iterator[NewEvent]:
        context = record_of(data.get("context"))
        host, name = string(context.get("repositoryHost")), string(context.get("repository"))
        yield from self._begin(
            data.get("sessionId"), string(context.get("cwd")), at,
            remote=f"https://{host}/{name}" if host and name else "",
            agent_version=data.get("copilotVersion"), branch=context.get("branch"),
            commit=context.get("headCommit"), model=data.get("selectedModel"),
        )  # fmt: skip

    def _result(self, data: Record, at: int | None) -> Iterator[NewEvent]:
        error, result = record_of(data.get("error")), record_of(data.get("result"))
        output = string(result.get("content")) or string(error.get("message")) or ""
        ended = self._end(data.get("toolCallId"), output, _EXITED)
        code = int(ended[1]) if ended else _code_of(result)
        success = data.get("success")
        failed = bool(code) if code is not None else None if success is None else not success
        yield from self._answered(
            data.get("toolCallId"), at, output[: ended.start()] if ended else output,
            failed=failed, exit_code=code, denied=error.get("code") in _REFUSED,
        )  # fmt: skip


def _code_of(result: Record) -> int | None:
    """The exit code as later versions give it, beside the text."""
    contents = (each for each in records(result.get("contents")) if each.get("type") == "terminal")
    code = next((each.get("exitCode") for each in contents), None)
    return code if isinstance(code, int) and abs(code) < _LARGEST_CODE else None


def _parsed(given: object) -> object:
    """Arguments, which some versions write as JSON in a text."""
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except ValueError:
        return given
