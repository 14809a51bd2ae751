"""Codex rollouts: calls with their exit codes, long and scripted ones too, and real words only."""

from __future__ import annotations

import pytest

from blackboard.agents.codex.transcript import Codex
from blackboard.sources.source import Record
from tests.blackboard.records import (
    APART,
    answer,
    calls,
    function,
    item,
    meta,
    read,
    rollout,
    said,
    spoken,
)


def _exited(code: int, output: str = "") -> str:
    return (
        f"Chunk ID: e9f118\nWall time: 0.1 seconds\nProcess exited with code {code}\n"
        f"Original token count: 9\nOutput:\n{output}"
    )


def _script(key: str, command: str) -> Record:
    source = f'const r = await tools.exec_command({{"cmd": "{command}"}});\ntext(r.output);'
    return item("custom_tool_call", call_id=key, name="exec", input=source)


def _executed(key: str, command: str, code: int, output: str = "") -> Record:
    done = {
        "type": "CommandExecution",
        "id": key,
        "command": ["/bin/bash", "-lc", command],
        "aggregated_output": output,
        "exit_code": code,
    }
    return rollout("event_msg", type="item_completed", item=done)


def _scripted_answer(key: str, output: str) -> Record:
    texts = ["Script completed\nWall time 0.1 seconds\nOutput:\n", output]
    blocks = [{"type": "input_text", "text": each} for each in texts]
    return item("custom_tool_call_output", call_id=key, output=blocks)


def test_a_session_starts_with_what_its_head_says() -> None:
    """Folder, branch, commit and the remote's name stand in the session's first event."""
    git = {
        "repository_url": "git@github.com:ada/kite.git",
        "branch": "main",
        "commit_hash": "c0ffee",
    }
    events, _ = read(Codex, [meta(git=git, cli_version="0.140.0", originator="codex-tui")])
    (started,) = events
    assert started.project == "github.com/ada/kite"
    assert started.payload["branch"] == "main"
    assert started.payload["commit"] == "c0ffee"
    assert started.payload["session"] == "r1"


@pytest.mark.parametrize(("code", "failed"), [(0, False), (2, True), (-1, True)])
def test_exit_codes_come_from_the_output(code: int, failed: bool) -> None:
    """The exit code is read from the output's header, which is not part of the output."""
    records = [meta(), function("c1", "exec_command", cmd="make"), answer("c1", _exited(code, "x"))]
    (call,) = calls(read(Codex, records)[0])
    assert (call["failed"], call["exit_code"], call["output"]) == (failed, code, "x")
    assert call["input"] == {"cmd": "make"}


def test_a_running_command_is_told_as_itself_when_it_ends() -> None:
    """What a long command failed with arrives by write_stdin and is told as that command."""
    records = [
        meta(),
        function("c1", "exec_command", cmd="make all"),
        answer("c1", "Chunk ID: 1\nProcess running with session ID 77\nOutput:\nstarting"),
        function("c2", "write_stdin", session_id=77, chars=""),
        answer("c2", "Chunk ID: 2\nProcess running with session ID 77\nOutput:\nstill"),
        function("c3", "write_stdin", session_id=77, chars=""),
        answer("c3", _exited(2, "no rule")),
    ]
    events, reader = read(Codex, records)
    last = calls(events)[-1]
    assert (last["name"], last["input"]) == ("exec_command", {"cmd": "make all"})
    assert (last["failed"], last["exit_code"], last["output"]) == (True, 2, "no rule")
    assert reader.waiting() is None


def test_a_running_command_keeps_the_reader_waiting() -> None:
    """Until a long command has ended, reading resumes at its call."""
    records = [
        meta(),
        function("c1", "exec_command", cmd="make all"),
        answer("c1", "Process running with session ID 77\nOutput:\n"),
        spoken("assistant", "It runs."),
    ]
    assert read(Codex, records)[1].waiting() == APART


def test_a_scripted_command_is_told_once_with_its_exit_code() -> None:
    """The command that ran inside a script is the call; the script around it is not one."""
    records = [
        meta(),
        _script("c1", "npm test"),
        _executed("exec-1", "npm test", 1, "missing script"),
        _scripted_answer("c1", "missing script"),
    ]
    (call,) = calls(read(Codex, records)[0])
    assert (call["name"], call["input"]) == ("exec_command", {"cmd": "npm test"})
    assert (call["failed"], call["exit_code"]) == (True, 1)
    assert call["output"] == "missing script"


def test_each_command_of_a_script_is_told() -> None:
    """A script that runs two commands is told as two calls."""
    both = 'await tools.exec_command({cmd:"a"}); await tools.exec_command({cmd:"b"});'
    records = [
        meta(),
        item("custom_tool_call", call_id="c1", name="exec", input=both),
        _executed("exec-1", "a", 0),
        _executed("exec-2", "b", 3),
        _scripted_answer("c1", ""),
    ]
    told = [(call["input"]["cmd"], call["exit_code"]) for call in calls(read(Codex, records)[0])]
    assert told == [("a", 0), ("b", 3)]


def test_a_script_without_events_is_told_as_its_command() -> None:
    """Older rollouts say nothing of a script's commands: a lone one is told, without verdict."""
    records = [meta(), _script("c1", "npm test"), _scripted_answer("c1", "missing script")]
    (call,) = calls(read(Codex, records)[0])
    assert (call["name"], call["input"]) == ("exec_command", {"cmd": "npm test"})
    assert "failed" not in call


def test_what_a_script_printed_is_told_without_the_json_around_it() -> None:
    """Chunks of output in JSON become the text that the command printed, with its exit code."""
    chunks = (
        '{"chunk_id":"9a","wall_time_seconds":0.1,"exit_code":2,"output":"first\\nline"}\n'
        '{"chunk_id":"9b","output":"second"}'
    )
    events, _ = read(Codex, [meta(), _script("c1", "make"), _scripted_answer("c1", chunks)])
    (call,) = calls(events)
    assert call["output"] == "first\nline\nsecond"
    assert (call["exit_code"], call["failed"]) == (2, True)


def test_an_event_about_a_plain_call_does_not_double_it() -> None:
    """The event that repeats a call made without a script adds nothing."""
    records = [
        meta(),
        function("c1", "exec_command", cmd="make"),
        _executed("c1", "make", 2, "x"),
        answer("c1", _exited(2, "x")),
    ]
    assert len(calls(read(Codex, records)[0])) == 1


@pytest.mark.parametrize(
    "source", ["tools.exec_command({cmd:'ls'})", 'run({cmd: "a\\qb"})', "1 + 1", ""]
)
def test_any_script_is_taken(source: str) -> None:
    """A script that is no JSON inside is still a call."""
    records = [
        meta(),
        item("custom_tool_call", call_id="c1", name="exec", input=source),
        _scripted_answer("c1", "ok"),
    ]
    assert len(calls(read(Codex, records)[0])) == 1


def test_a_patch_that_does_not_apply_failed() -> None:
    """A failed apply_patch has no exit code, but its words say so."""
    records = [
        meta(),
        item("custom_tool_call", call_id="c1", name="apply_patch", input="*** Begin Patch"),
        item(
            "custom_tool_call_output",
            call_id="c1",
            output="apply_patch verification failed: Failed to find expected lines in a.py",
        ),
    ]
    (call,) = calls(read(Codex, records)[0])
    assert (call["name"], call["failed"]) == ("apply_patch", True)


def test_a_patch_that_applies_went_well() -> None:
    """The exit code of a patch stands in its first line."""
    records = [
        meta(),
        item("custom_tool_call", call_id="c1", name="apply_patch", input="*** Begin Patch"),
        item("custom_tool_call_output", call_id="c1", output="Exit code: 0\nOutput:\nSuccess."),
    ]
    (call,) = calls(read(Codex, records)[0])
    assert (call["failed"], call["exit_code"], call["output"]) == (False, 0, "Success.")


@pytest.mark.parametrize("output", ["aborted by user after 10.2s", "exec failed: Rejected(no)"])
def test_a_refused_call_is_denied(output: str) -> None:
    """A call that the human stopped is denied and has no verdict."""
    records = [meta(), function("c1", "exec_command", cmd="rm x"), answer("c1", output)]
    (call,) = calls(read(Codex, records)[0])
    assert call["denied"] is True
    assert "failed" not in call


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /home/ada/kite",
        "<environment_context><cwd>/x</cwd></environment_context>",
        "<permissions instructions>x",
        "<skill><name>x</name></skill>",
        "<turn_aborted>x</turn_aborted>",
        "<recommended_plugins>x",
    ],
)
def test_scaffolding_is_dropped(text: str) -> None:
    """What the program tells the model in the human's name is not taken."""
    assert said(read(Codex, [meta(), spoken("user", text)])[0]) == []


def test_only_human_and_model_speak() -> None:
    """Developer messages, events and compactions repeat or instruct; they are not speech."""
    records = [
        meta(),
        spoken("developer", "Be brief."),
        spoken("user", "Fix it."),
        rollout("event_msg", type="user_message", message="Fix it."),
        item("reasoning", summary=[]),
        spoken("assistant", "Done."),
        rollout("compacted", message="Summary."),
    ]
    events, reader = read(Codex, records)
    assert said(events) == [("user", "Fix it."), ("assistant", "Done.")]
    assert reader.unknown == 0


def test_unknown_records_are_counted() -> None:
    """New kinds of lines and items are counted."""
    records = [meta(), rollout("brand_new"), item("brand_new"), {"type": "response_item"}]
    assert read(Codex, records)[1].unknown == 3


def test_memory_consolidation_is_skipped() -> None:
    """Codex's own memory sessions are nobody's work."""
    records = [
        meta(thread_source="memory_consolidation"),
        spoken("user", "Consolidate."),
        function("c1", "exec_command", cmd="ls"),
        answer("c1", _exited(0)),
    ]
    events, reader = read(Codex, records)
    assert events == []
    assert read(Codex, [spoken("assistant", "x")], Codex("r1", reader.state()))[0] == []


def test_a_repeated_head_is_the_same_session() -> None:
    """A resumed rollout repeats its head: the same event, and the session goes on."""
    records = [meta(), spoken("user", "One."), meta(), spoken("user", "Two.")]
    events, _ = read(Codex, records)
    assert len({event.id for event in events if event.type == "session.started"}) == 1
    assert {event.stream for event in events} == {"session:r1"}
    assert said(events) == [("user", "One."), ("user", "Two.")]


def test_calls_without_answer_are_told_when_the_human_goes_on() -> None:
    """A call that was never answered is told without a verdict."""
    records = [meta(), function("c1", "exec_command", cmd="x"), spoken("user", "Never mind.")]
    events, reader = read(Codex, records)
    (call,) = calls(events)
    assert "failed" not in call
    assert reader.waiting() is None


def test_resuming_knows_its_session() -> None:
    """Reading on without the head goes on in the same session and project."""
    _, reader = read(Codex, [meta()])
    (event,), _ = read(Codex, [spoken("user", "Go on.")], Codex("other", reader.state()))
    assert (event.stream, event.project) == ("session:r1", "/home/ada/kite")
