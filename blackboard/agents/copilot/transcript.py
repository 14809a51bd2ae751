"""Sessions of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`.

`success` of a call is said of the tool, and is true for a shell command that failed: its exit code
is beside it in 1.0.102, and was at the end of its output alone (a session of 1.0.40), behind which
a hook's context may be. Records of a subagent are in the same file, with its id. Hooks are recorded
with what they were given, which repeats prompts and calls.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import ClassVar

from blackboard.agents.copilot import outcome
from blackboard.event import NewEvent
from blackboard.sources.fields import record as record_of
from blackboard.sources.fields import records
from blackboard.sources.source import Record, name, string, time_of
from blackboard.sources.turns import Turns
from blackboard.vocabulary import Author

_SPEAKING = ("session.start", "user.message", "assistant.message", "tool.execution_start",
             "tool.execution_complete", "session.resume")  # fmt: skip
_FAMILIES = ("session.", "user.", "assistant.", "tool.", "hook.", "permission.", "system.",
             "subagent.", "skill.", "abort", "model.", "mcp.", "exit_plan")  # fmt: skip
_LARGEST_CODE = 100_000
_REFUSED = ("denied", "rejected")


class Copilot(Turns):
    """Reads one session; see `Reader`."""

    name: ClassVar[str] = "copilot"

    def __init__(self, session: str, state: Record) -> None:
        super().__init__(session, state)
        self._subagents: dict[str, Copilot] = {}
        self._is_subagent = False
        self._goes_on: str | None = state.get("goes_on")

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        return string(record.get("type")) in _SPEAKING and isinstance(record.get("data"), dict)

    def state(self) -> Record:
        """See `Reader.state`."""
        return {**super().state(), "goes_on": self._goes_on}

    def _is_open(self) -> bool:
        return super()._is_open() or any(each._is_open() for each in self._subagents.values())

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        agent = name(record.get("agentId"), "")
        if agent and not self._is_subagent:
            yield from self._subagent(agent)._turn(record, offset)
            return
        kind, data, at = string(record.get("type")), record_of(record.get("data")), time_of(record)
        match kind:
            case "session.start":
                yield from self._start(data, at)
            case "user.message":
                key = str(record.get("id") or offset)
                text = string(data.get("content")) or ""
                yield from self._said("user", key, at, text, self._author(data, text))
                self._goes_on = None
            case "assistant.message":
                key = str(record.get("id") or offset)
                yield from self._said("assistant", key, at, string(data.get("content")) or "")
            case "tool.execution_start":
                given = _parsed(data.get("arguments"))
                self._asked(data.get("toolCallId"), data.get("toolName"), given, at)
            case "tool.execution_complete":
                yield from self._result(data, at)
            case "hook.end" if data.get("hookType") == "agentStop":
                reply = record_of(data.get("output"))
                blocks = reply.get("decision") == "block"
                self._goes_on = string(reply.get("reason")) if blocks else None
            case _ if not str(kind).startswith(_FAMILIES):
                self.unknown += 1

    def _subagent(self, agent: str) -> Copilot:
        """The reader of a subagent's records, which are a session of their own."""
        if agent not in self._subagents:
            made = self._subagents[agent] = Copilot(f"{self._speaker.session}/{agent}", {})
            made._is_subagent = True
            made._speaker.project = self._speaker.project
        return self._subagents[agent]

    def _author(self, data: Record, text: str) -> Author | None:
        """Who wrote a prompt, where that was no person: an agent, a program or a hook.

        The reason for which a hook lets a turn go on is sent as a prompt without a source.
        """
        if self._is_subagent:
            return "other-agent"
        return "harness" if data.get("source") or text == self._goes_on else None

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
        success, code = data.get("success"), None
        failed = None if success is None else not success
        if self._is_shell(data.get("toolCallId")):
            # The details of others, such as edits, are something else than their output.
            output, failed, code = outcome(string(result.get("detailedContent")) or output, failed)
        given = _code_of(data, result)
        yield from self._answered(
            data.get("toolCallId"), at, output,
            failed=failed if given is None else bool(given),
            exit_code=code if given is None else given, denied=error.get("code") in _REFUSED,
        )  # fmt: skip


def _code_of(data: Record, result: Record) -> int | None:
    """The exit code as it is beside the text; which versions give the second was not seen."""
    contents = (each for each in records(result.get("contents")) if each.get("type") == "terminal")
    found = record_of(data.get("shellExecution")) or next(contents, {})
    code = found.get("exitCode")
    return code if isinstance(code, int) and abs(code) < _LARGEST_CODE else None


def _parsed(given: object) -> object:
    """Arguments, which some versions write as JSON in a text."""
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except ValueError:
        return given
