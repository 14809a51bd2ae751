"""Claude Code transcripts: what was really said and done, and nothing that was put around it."""

from __future__ import annotations

import pytest

from blackboard.agents.claude_code.transcript import ClaudeCode
from blackboard.sources.source import Record
from tests.blackboard.records import calls, human, line, model, read, result, said, use

REFUSAL = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it "
    "was a file edit, the new_string was NOT written to the file)."
)


def test_a_call_and_its_result_are_one_event() -> None:
    """A tool call is told once, with its input, its output, and that it went well."""
    events, reader = read(
        ClaudeCode, [human("List it."), model(use("c1", command="ls")), result("c1", "a\nb")]
    )
    (call,) = calls(events)
    assert (call["call"], call["name"], call["input"]) == ("c1", "Bash", {"command": "ls"})
    assert (call["output"], call["output_chars"], call["failed"]) == ("a\nb", 3, False)
    assert reader.waiting() is None


def test_a_result_may_be_a_list_of_blocks() -> None:
    """The text blocks of a result are its output; images are left out."""
    blocks = [{"type": "text", "text": "one"}, {"type": "image", "source": {}}]
    events, _ = read(ClaudeCode, [model(use("c1", "Read")), result("c1", blocks)])
    assert calls(events)[0]["output"] == "one"


def test_results_find_their_calls_in_any_order() -> None:
    """Parallel calls get each their own result."""
    records = [
        model(use("c1", command="first"), use("c2", command="second")),
        result("c2", "two"),
        result("c1", "one"),
    ]
    events, _ = read(ClaudeCode, records)
    told = {call["input"]["command"]: call["output"] for call in calls(events)}
    assert told == {"first": "one", "second": "two"}


def test_a_failure_has_its_exit_code() -> None:
    """A failed command is marked as failed and keeps its exit code."""
    records = [
        model(use("c1", command="make")),
        result("c1", "Exit code 2\nno rule", is_error=True),
    ]
    events, _ = read(ClaudeCode, records)
    (call,) = calls(events)
    assert (call["failed"], call["exit_code"]) == (True, 2)


def test_a_refused_edit_of_the_tool_is_a_failure_without_exit_code() -> None:
    """What a tool itself refuses failed, but has no exit code."""
    error = "<tool_use_error>String to replace not found in file.</tool_use_error>"
    events, _ = read(
        ClaudeCode, [model(use("c1", "Edit", file_path="/a")), result("c1", error, is_error=True)]
    )
    (call,) = calls(events)
    assert call["failed"] is True
    assert "exit_code" not in call


@pytest.mark.parametrize(
    "feedback",
    [
        "To tell you how to proceed, the user said:\nUse the other branch.",
        "The user provided the following reason for the rejection: Use the other branch.",
    ],
)
def test_the_feedback_of_a_refusal_is_human_speech(feedback: str) -> None:
    """A refused call is denied, not failed, and what the human said with it is theirs."""
    records = [
        model(use("c1", command="git push")),
        result(
            "c1",
            f"{REFUSAL} {feedback}",
            is_error=True,
            toolUseResult=f"Error: {REFUSAL} {feedback}",
        ),
    ]
    events, _ = read(ClaudeCode, records)
    (call,) = calls(events)
    assert (call["denied"], call["failed"]) == (True, False)
    assert said(events) == [("user", "Use the other branch.")]


def test_a_refusal_without_feedback_says_nothing() -> None:
    """The program's own words about a refusal are nobody's speech."""
    records = [model(use("c1", command="rm x")), result("c1", REFUSAL, is_error=True)]
    events, _ = read(ClaudeCode, records)
    assert calls(events)[0]["denied"] is True
    assert said(events) == []


@pytest.mark.parametrize(
    "output",
    [
        "<tool_use_error>Sibling tool call errored</tool_use_error>",
        "Exit code 137\n[Request interrupted by user for tool use]",
    ],
)
def test_collateral_is_no_failure(output: str) -> None:
    """A call that was stopped by others did not fail by itself."""
    events, _ = read(
        ClaudeCode, [model(use("c1", command="x")), result("c1", output, is_error=True)]
    )
    assert calls(events)[0]["failed"] is False


def test_a_tool_that_prints_about_refusals_is_not_refused() -> None:
    """Words about refusing in the output of a successful call deny nothing."""
    events, _ = read(ClaudeCode, [model(use("c1", command="cat x")), result("c1", REFUSAL)])
    (call,) = calls(events)
    assert call["failed"] is False
    assert "denied" not in call


def test_an_edit_that_the_human_changed_is_marked() -> None:
    """When the human rewrote the agent's edit, the call says so."""
    records = [
        model(use("c1", "Edit", file_path="/a")),
        result("c1", "ok", toolUseResult={"userModified": True}),
    ]
    events, _ = read(ClaudeCode, records)
    assert calls(events)[0]["corrected"] is True


def test_a_session_starts_once_with_what_is_known() -> None:
    """The first thing said opens the session with its folder, branch and program version."""
    records = [human("Hello.", gitBranch="main", entrypoint="cli"), model("Hi."), human("Go on.")]
    events, _ = read(ClaudeCode, records)
    (started,) = [event for event in events if event.type == "session.started"]
    assert started.payload["agent"] == "claude-code"
    assert started.payload["cwd"] == "/home/ada/kite"
    assert started.payload["branch"] == "main"
    assert started.payload["entrypoint"] == "cli"
    assert {event.project for event in events} == {"/home/ada/kite"}


def test_parts_of_one_message_share_its_id() -> None:
    """The lines of one answer of the model are parts of one message."""
    events, _ = read(ClaudeCode, [model("First."), model("Second.")])
    parts = [event.payload["message"] for event in events if event.type == "message.recorded"]
    assert parts == ["m1", "m1"]


def test_the_program_does_not_speak_as_the_model() -> None:
    """Lines of the synthetic model are the program's."""
    records = [line("assistant", message={"model": "<synthetic>", "content": "API error"})]
    assert read(ClaudeCode, records)[0] == []


def test_thinking_is_not_taken() -> None:
    """What the model thought is neither said nor done."""
    events, _ = read(ClaudeCode, [model({"type": "thinking", "thinking": "hm"})])
    assert said(events) == []


def test_a_subagent_is_a_session_of_its_own() -> None:
    """A subagent's lines make their own session, and its prompt is no human's."""
    inside: Record = {"isSidechain": True, "agentId": "a7"}
    records = [
        human("Find it."),
        human("Search the tests.", **inside),
        model("Searching.", use("c1", command="grep x"), **inside),
        result("c1", "found", **inside),
    ]
    events, _ = read(ClaudeCode, records)
    assert said(events) == [("user", "Find it."), ("assistant", "Searching.")]
    sessions = {event.type: event.payload["session"] for event in events}
    assert sessions["tool.called"] == "s1/a7"
    assert events[0].payload["session"] == "s1"


def test_a_subagent_may_speak_through_progress_lines() -> None:
    """What a progress line wraps is the subagent's: its calls, and no word of its prompt."""
    asked, used, done = human("Look around."), model(use("c1", command="ls")), result("c1", "a b")
    wrapped = [
        {**line("progress"), "data": {"type": "agent_progress", "agentId": "a7", "message": each}}
        for each in (asked, used, done)
    ]
    events, reader = read(ClaudeCode, wrapped)
    assert [call["name"] for call in calls(events)] == ["Bash"]
    assert {event.payload["session"] for event in events} == {"s1/a7"}
    assert said(events) == []
    assert reader.waiting() is None


def test_unknown_lines_are_counted() -> None:
    """A line of a type that nobody knows is counted; known silent ones are not."""
    records = [line("brand-new"), line("summary"), line("progress", data={}), human("Hello.")]
    events, reader = read(ClaudeCode, records)
    assert reader.unknown == 1
    assert said(events) == [("user", "Hello.")]


def _asking(text: str) -> list[Record]:
    return [human("Begin."), model(use("c1", command="sleep 99")), human(text)]


def test_calls_without_answer_are_told_when_the_human_goes_on() -> None:
    """A call that was never answered is told without a verdict once the human goes on."""
    events, reader = read(ClaudeCode, _asking("Never mind."))
    (call,) = calls(events)
    assert "failed" not in call
    assert reader.waiting() is None


def test_the_open_calls_of_a_subagent_stay_its_own() -> None:
    """An interrupted subagent's unanswered calls are told in its session, not its parent's."""
    inside = {"isSidechain": True, "agentId": "a7"}
    records = [human("Begin."), model(use("c1", command="x"), **inside), human("Stop that.")]
    events, _ = read(ClaudeCode, records)
    assert [call["session"] for call in calls(events)] == ["s1/a7"]


def test_a_result_without_its_call_is_passed_over() -> None:
    """A transcript that begins in the middle of a turn tells only what it knows."""
    assert calls(read(ClaudeCode, [result("c9", "late")])[0]) == []
