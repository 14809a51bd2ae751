"""Chats of Qwen Code: `~/.qwen/projects/<folder>/chats/<session>.jsonl`.

Around the messages are the fields of Claude Code, inside are the parts of Gemini's API; the
result of a call is in the record after it (documents and samples of 0.21.13).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from blackboard.agents.gemini import outcome
from blackboard.event import NewEvent
from blackboard.sources.fields import count, records
from blackboard.sources.fields import record as record_of
from blackboard.sources.source import Record, string, time_of
from blackboard.sources.turns import Turns
from blackboard.sources.usage import Tokens

_TYPED = (None, "mid_turn_user_message")
_ADDED = "<qwen:"


class Qwen(Turns):
    """Reads one chat; see `Reader`."""

    name: ClassVar[str] = "qwen"

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        parts = record_of(record.get("message")).get("parts")
        return isinstance(record.get("sessionId"), str) and isinstance(parts, list)

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        kind, at = string(record.get("type")), time_of(record)
        parts = records(record_of(record.get("message")).get("parts"))
        key = str(record.get("uuid") or offset)
        if kind in ("user", "assistant"):
            yield from self._begin(
                record.get("sessionId"), string(record.get("cwd")), at,
                agent_version=record.get("version"), branch=record.get("gitBranch"),
            )  # fmt: skip
        if kind == "user" and record.get("subtype") in _TYPED:
            yield from self._said("user", key, at, _text(parts))
        elif kind == "assistant":
            yield from self._model(record, parts, key, at)
        elif kind == "tool_result":
            yield from self._results(record, parts, at)
        elif kind not in ("system", "user"):
            self.unknown += 1

    def _model(
        self, record: Record, parts: list[Record], key: str, at: int | None
    ) -> Iterator[NewEvent]:
        yield from self._said("assistant", key, at, _text(parts))
        for part in parts:
            if call := record_of(part.get("functionCall")):
                self._asked(call.get("id"), call.get("name"), call.get("args"), at)
        usage = record_of(record.get("usageMetadata"))
        cached = count(usage.get("cachedContentTokenCount"))
        read = max(0, count(usage.get("promptTokenCount")) - cached)
        tokens = Tokens(read, count(usage.get("candidatesTokenCount")), cached)
        if any(tokens):
            self._count(key, at, string(record.get("model")), tokens)

    def _results(self, record: Record, parts: list[Record], at: int | None) -> Iterator[NewEvent]:
        status = record_of(record.get("toolCallResult")).get("status")
        for part in parts:
            answer = record_of(part.get("functionResponse"))
            response, key = record_of(answer.get("response")), answer.get("id")
            error, output = string(response.get("error")), string(response.get("output")) or ""
            failed: bool | None = bool(error) or status == "error"
            code = None
            if not error and self._is_shell(key):
                output, failed, code = outcome(output, failed or None)
            yield from self._answered(
                key, at, error or output, failed=failed, exit_code=code,
                denied=status == "cancelled",
            )  # fmt: skip


def _text(parts: list[Record]) -> str:
    """What is said, without thoughts and what hooks added."""
    said = (string(part.get("text")) or "" for part in parts if not part.get("thought"))
    return "\n".join(each for each in said if each and not each.startswith(_ADDED))
