"""Sessions of Copilot CLI: exit codes, subagents in the same file, and prompts of hooks."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.agents.copilot.transcript import Copilot
from blackboard.sources.source import Record
from tests.blackboard.records import APART, calls, read

BEGUN: Record = {
    "type": "session.start", "id": "e0", "timestamp": "2026-11-27T13:44:22.889Z",
    "data": {"sessionId": "c1", "context": {"cwd": "/kite"}, "copilotVersion": "1.0.102"},
}  # fmt: skip
ADDED = 'Tool "bash" succeeded. Additional guidance from postToolUse hooks:\nFetch the tags.'
SUB = "3ab47d6e"


def _event(kind: str, number: int, agent: str = "", **data: Any) -> Record:
    of = {"agentId": agent} if agent else {}
    return {"type": kind, "id": f"e{number}", "data": data, **of}


def _said(number: int, text: str, agent: str = "", **data: Any) -> Record:
    return _event("user.message", number, agent, content=text, **data)


def _asked(key: str, tool: str = "bash", agent: str = "", **given: Any) -> Record:
    return _event("tool.execution_start", 0, agent, toolCallId=key, toolName=tool, arguments=given)


def _ended(key: str, agent: str = "", **data: Any) -> Record:
    known = {"toolCallId": key, "success": True, **data}
    return _event("tool.execution_complete", 0, agent, **known)


def _shell(code: int, output: str, added: str = "") -> Record:
    text = f"{output}\n<shellId: 0 completed with exit code {code}>"
    return {"content": "\n\n".join(filter(None, [text, added])), "detailedContent": text}


def _stopped(**output: Any) -> Record:
    return _event("hook.end", 0, hookType="agentStop", success=True, output=output)


@pytest.mark.parametrize("added", ["", ADDED])
@pytest.mark.parametrize(("code", "failed"), [(0, False), (2, True), (-9, True)])
def test_a_commands_end_is_beside_its_output(code: int, failed: bool, added: str) -> None:
    """What a hook added is neither in the way of that nor part of the output."""
    ended = _ended("k1", result=_shell(code, "x", added), shellExecution={"exitCode": code})
    (call,) = calls(read(Copilot, [BEGUN, _asked("k1", command="make"), ended])[0])
    assert (call["failed"], call["exit_code"], call["output"]) == (failed, code, "x")


@pytest.mark.parametrize(
    "result",
    [
        {"content": "x\n<exited with exit code 2>"},
        {"content": "x\n<shellId: 0 completed with exit code 2>\n"},
        {"content": "x", "contents": [{"type": "terminal", "exitCode": 2}]},
    ],
)
def test_other_versions_say_it_elsewhere(result: Record) -> None:
    """At the end of the text, or in its parts."""
    records = [BEGUN, _asked("k1", command="make"), _ended("k1", result=result)]
    (call,) = calls(read(Copilot, records)[0])
    assert (call["failed"], call["exit_code"], call["output"]) == (True, 2, "x")


def test_what_other_tools_print_is_no_end_of_a_command() -> None:
    """A file may hold such a line, and the details of an edit are its difference."""
    result = {"content": "<exited with exit code 2>", "detailedContent": "--- a\n+++ b"}
    records = [BEGUN, _asked("k1", "view", path="log"), _ended("k1", result=result)]
    (call,) = calls(read(Copilot, records)[0])
    assert (call["failed"], call["output"]) == (False, "<exited with exit code 2>")
    assert "exit_code" not in call


def test_a_refused_call_neither_failed_nor_ran() -> None:
    """Its error has a code that says so."""
    error = {"message": "Denied by preToolUse hook: no", "code": "denied"}
    records = [BEGUN, _asked("k1", command="make"), _ended("k1", success=False, error=error)]
    (call,) = calls(read(Copilot, records)[0])
    assert (call["denied"], call["said_by"]) == (True, "unknown")
    assert "failed" not in call


def _session() -> list[Record]:
    """A session with a subagent, a hook that lets it go on, and the same words typed later."""
    return [
        BEGUN,
        _said(1, "Look around, please."),
        _asked("k1", "task", prompt="Run it."),
        _event("subagent.started", 2, SUB, toolCallId="k1"),
        _said(3, "Run it.", SUB, source="agent-c1"),
        _asked("k2", agent=SUB, command="false"),
        _ended("k2", SUB, result=_shell(1, "no"), shellExecution={"exitCode": 1}),
        _event("assistant.message", 4, SUB, content="It failed."),
        _ended("k1", result={"content": "It failed."}),
        _stopped(decision="block", reason="Run the tests."),
        _said(5, "Run the tests.", delivery="queued"),
        _stopped(decision="approve", reason="Thanks."),
        _said(6, "Thanks."),
        _said(7, "Run the tests."),
    ]


def test_a_subagent_is_a_session_of_its_own() -> None:
    """Its prompt is its parent's, and the call that started it goes on."""
    events, reader = read(Copilot, _session())
    assert [(call["session"], call["name"], call["output"]) for call in calls(events)] == [
        (f"c1/{SUB}", "bash", "no"), ("c1", "task", "It failed."),
    ]  # fmt: skip
    assert {event.project for event in events} == {"/kite"}
    assert reader.waiting() is None


def test_reading_resumes_at_an_open_call_of_a_subagent() -> None:
    """One in the background goes on when the call that started it has its result."""
    records = [BEGUN, _asked("k1", "task"), _ended("k1"), _asked("k2", agent=SUB, command="make")]
    assert read(Copilot, records)[1].waiting() == 3 * APART
    assert read(Copilot, [*records, _ended("k2", SUB)])[1].waiting() is None


def test_whose_word_a_prompt_is() -> None:
    """Another agent's, a hook's, or nobody's: no field says that a person typed it."""
    events, _ = read(Copilot, _session())
    said = [event.payload for event in events if event.type == "message.recorded"]
    assert [(each["text"], each["said_by"]) for each in said] == [
        ("Look around, please.", "unknown"), ("Run it.", "other-agent"), ("It failed.", "agent"),
        ("Run the tests.", "harness"), ("Thanks.", "unknown"), ("Run the tests.", "unknown"),
    ]  # fmt: skip


@pytest.mark.parametrize("cut", range(1, len(_session())))
def test_resuming_gives_the_events_of_reading_on(cut: int) -> None:
    """Two stages, the second from where the first was waiting, tell the same as one."""
    records = _session()
    whole, _ = read(Copilot, records)
    first, reader = read(Copilot, records[:cut])
    waiting = reader.waiting()
    start = cut if waiting is None else waiting // APART
    again = Copilot("s1", reader.state())
    second, _ = read(Copilot, records[start:], again, start * APART)
    kept = {event.id: event.payload for event in reversed([*first, *second])}  # the first wins
    assert kept == {event.id: event.payload for event in whole}
