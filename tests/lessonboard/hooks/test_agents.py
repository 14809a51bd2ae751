"""Each agent is recognised by what it tells, and answered in the form that it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard.agents import BUILT_IN, BY_PROGRAM, built_in
from blackboard.board import Board
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent
from tests.lessonboard.hooks import agents
from tests.lessonboard.hooks.agents import ERROR, PROMPT, claude, codex, copilot, cursor, gemini
from tests.lessonboard.hooks.conftest import Hook

AGENTS = ("claude-code", "codex", "gemini", "cursor", "copilot")
FLAT = {"cursor": "additional_context", "copilot": "additionalContext"}


def _lessons_in(text: str) -> list[str]:
    return [each for each in ("comb", "run", "file", "error", "other") if f"; {each})" in text]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_session_of_each_agent(hook: Hook, agent: str) -> None:
    """The lessons come when they are due, each once; what happened is on the board."""
    for hook_event, due in agents.events(hook.folder)[agent]:
        answered = hook(hook_event)
        assert (answered.code, answered.err) == (0, "")
        assert _lessons_in(answered.text) == [due][: bool(due)]
    assert hook.failures() == []
    with Board.open(hook.board) as board:
        [session] = board.view("sessions")
        assert (session["agent"], session["ended"]) == (agent, 1)
        assert session["project"] == str(hook.folder)
        assert {event.actor for event in board.read(types=["session.started"])} == {agent}
        assert board.verify().sound


@pytest.mark.parametrize("agent", AGENTS)
def test_the_form_of_a_reply(hook: Hook, agent: str) -> None:
    """Nothing but the fields that the agent documents: Codex refuses a reply with any other."""
    for hook_event, due in agents.events(hook.folder)[agent]:
        reply = hook(hook_event).reply
        if not due:
            continue
        if agent in FLAT:
            assert list(reply) == [FLAT[agent]]
        else:
            assert set(reply) <= {"systemMessage", "hookSpecificOutput"}
            assert set(reply["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
            assert reply["hookSpecificOutput"]["hookEventName"] == hook_event["hook_event_name"]


@pytest.mark.parametrize(
    ("hook_event", "agent"),
    [
        (claude("SessionStart", "/x", model="claude-5"), "claude-code"),
        (claude("Stop", "/x", prompt_id="p"), "claude-code"),
        (codex("SessionStart", "/x"), "codex"),
        ({**codex("SessionStart", "/x"), "transcript_path": None}, "codex"),
        ({**codex("Stop", "/x"), "transcript_path": None}, "codex"),
        (gemini("SessionStart", "/x"), "gemini"),
        (gemini("AfterTool", "/x"), "gemini"),
        (cursor("sessionStart", "/x"), "cursor"),
        (cursor("stop", "/x"), "cursor"),
        ({"hook_event_name": "sessionStart", "session_id": "s"}, "cursor"),
        ({**gemini("SessionStart", "/x"), "transcript_path": ""}, "gemini"),
        (gemini("SessionEnd", "/x"), "gemini"),
        (gemini("PreCompress", "/x"), "gemini"),
        (copilot("SessionStart", "/x"), "copilot"),
        (copilot("PreToolUse", "/x", tool_name="Bash"), "copilot"),
        (copilot("SessionEnd", "/x"), "copilot"),
        (copilot("Stop", "/x", transcript_path="/h/session-state/p1/events.jsonl"), "copilot"),
        (copilot("PreCompact", "/x", transcript_path="C:\\h\\p1\\events.jsonl"), "copilot"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_who_tells(hook_event: dict[str, Any], agent: str) -> None:
    """By names and fields that the others lack, whatever the command line says."""
    for program in ("", "claude", "codex", "gemini", "cursor", "copilot", "nobody"):
        assert _hook_event(hook_event, program).agent == agent


def test_agents_that_call_hooks_are_found_by_their_program() -> None:
    """The table by which a hook finds its agent without the others holds all of them."""
    known = {agent.program: agent for agent in BUILT_IN if agent.hooks}
    assert {program: built_in(program) for program in BY_PROGRAM} == known


def _hook_event(hook_event: dict[str, Any], program: str = "") -> HookEvent:
    json = Json()
    return HookEvent(json, json_text(hook_event), program)


def json_text(hook_event: dict[str, Any]) -> str:
    """As the agent writes it."""
    import json

    return json.dumps(hook_event)


@pytest.mark.parametrize(
    "response",
    [
        ERROR,
        {"stdout": "", "stderr": ERROR, "interrupted": False},
        {"output": f"x\n{ERROR}", "metadata": {"exit_code": 1}},
        {"llmContent": f"Output: x\n{ERROR}\nExit Code: 1"},
        f"{'.' * 9000}\n{ERROR}",
    ],
    ids=["text", "shell", "output", "gemini", "long"],
)
def test_an_error_in_any_response_brings_its_lesson(hook: Hook, response: object) -> None:
    """Codex and Gemini tell of failed calls as of any other."""
    hook_event = codex("PostToolUse", hook.folder, tool_name="Bash", tool_use_id="t",
                 tool_input={"command": "x"}, tool_response=response)  # fmt: skip
    assert "; error)" in hook(hook_event).text


def test_success_brings_nothing(hook: Hook) -> None:
    """After a call of which nobody knows whether it failed, its command and file are no reason."""
    for response in ("ok", "0 errors, 0 failed", "cannot say"):
        call: dict[str, Any] = {"tool_name": "Bash", "tool_input": {"command": "make tiles"}}
        hook.silent(codex("PostToolUse", hook.folder, **call, tool_response=response))


def test_nothing_is_said_where_nobody_listens(hook: Hook) -> None:
    """A lesson said at an event that takes no context would count as said, and be lost."""
    hook.silent(cursor("afterShellExecution", hook.folder, command="pytest", output=ERROR))
    assert hook.events("context.injected") == []
    failed = cursor("postToolUseFailure", hook.folder, tool_name="Shell", error_message=ERROR)
    assert "; error)" in hook(failed).text


def test_no_agent_is_reminded_before_a_call(hook: Hook) -> None:
    """It would be read together with the call's result; what fits comes when the call failed."""
    tiles: dict[str, Any] = {"tool_name": "Bash", "tool_input": {"command": "make tiles"}}
    hook.silent(claude("PreToolUse", hook.folder, **tiles))
    hook.silent(codex("PreToolUse", hook.folder, **tiles))
    hook.silent(gemini("BeforeTool", hook.folder, **tiles | {"tool_name": "run_shell_command"}))
    hook.silent(cursor("beforeShellExecution", hook.folder, command="make tiles"))
    assert hook.events("context.injected") == []
    failed = claude("PostToolUseFailure", hook.folder, **tiles, error="Exit code 2\nno")
    assert "; run)" in hook(failed).text


@pytest.mark.parametrize(("code", "is_told"), [(2, True), (0, False), (None, False)])
def test_codex_notes_how_a_call_ended(hook: Hook, code: int | None, is_told: bool) -> None:
    """Its hook is told the output alone; the rollout has the exit code by then (run, 0.171.0)."""
    item = {"type": "CommandExecution", "id": "t7", "status": "done", "exit_code": code}
    other = {**item, "id": "t6", "exit_code": 0 if is_told else 2}
    lines = [{"type": "response_item", "payload": {"type": "function_call", "call_id": "t7"}},
             *({"type": "event_msg", "payload": {"type": "item_completed", "item": each}}
               for each in (item, other))]  # fmt: skip
    path = hook.folder.parent / "rollout-2026-11-21T10-00-00-x1.jsonl"
    path.write_text("".join(f"{json_text(each)}\n" for each in lines))
    ended = codex("PostToolUse", hook.folder, tool_name="Bash", tool_use_id="t7",
                  tool_input={"command": "make tiles"}, tool_response="no",
                  transcript_path=str(path))  # fmt: skip
    assert ("; run)" in hook(ended).text) is is_told


def test_a_bare_program_tells_nothing(hook: Hook) -> None:
    """A lesson of `git` as such does not come with every call of it."""
    from tests.blackboard.lessons import lesson

    with Board.open(hook.board) as board:
        board.append([lesson("git", "Fetch the tags first.", project=str(hook.folder),
                             commands=["git"])])  # fmt: skip
        board.catch_up()
    for command in ("git status", "git", "cd x && git log"):
        hook.silent(claude("PostToolUseFailure", hook.folder, tool_name="Bash", error="no",
                           tool_input={"command": command}))  # fmt: skip


def test_without_a_folder_only_what_holds_everywhere_is_said(hook: Hook) -> None:
    """What is not known to be of this project is not for it."""
    hook_event = claude("UserPromptSubmit", hook.folder, prompt=PROMPT)
    del hook_event["cwd"]
    hook.silent(hook_event)


def test_the_project_is_that_of_the_transcript(tmp_path: Path) -> None:
    """Hooks and readers of transcripts name a folder's project alike, odd ones too."""
    from blackboard.sources.repository import project_of
    from blackboard.sources.source import name

    for folder in ("/a/b", "/a b/'c'\n\"d\" \U0001f600", "/x" * 600, "C:\\x\\y"):
        hook_event = _hook_event(claude("Stop", folder))
        assert hook_event.project == (name(project_of(folder), "") or None)
