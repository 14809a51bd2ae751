"""Copilot CLI's hooks: subagents, what is lost on resuming, and another agent's registration."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent
from tests.blackboard.lessons import lesson, told
from tests.lessonboard.hooks.agents import ERROR, PROMPT, copilot, copilot_ended
from tests.lessonboard.hooks.agents import HookEvent as Fields
from tests.lessonboard.hooks.conftest import Hook

SUBAGENT = {"agent_id": "sub-1", "agent_type": "task", "parent_agent_id": "p1"}


def _heard(fields: Fields) -> HookEvent:
    return HookEvent(Json(), json.dumps(fields), "copilot")


def test_a_subagent_is_a_session_of_its_parents() -> None:
    """It says its own id as the session's; what happened in it is in its parent's transcript."""
    heard = _heard(copilot("PreToolUse", "/x", "sub-1", **SUBAGENT, tool_name="Bash"))
    assert (heard.session, heard.main_session) == ("p1/sub-1", "p1")
    assert heard.transcript.endswith("/.copilot/session-state/p1/events.jsonl")


def test_its_transcript_is_in_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the end of a turn names it, and where that is."""
    monkeypatch.setenv("COPILOT_HOME", "/else/where")
    named = "/h/session-state/p1/events.jsonl"
    assert _heard(copilot("SessionStart", "/x")).transcript == (
        "/else/where/session-state/p1/events.jsonl"
    )
    assert _heard(copilot("Stop", "/x", transcript_path=named)).transcript == named


@pytest.mark.parametrize(
    ("output", "result", "failed", "code"),
    [
        (f"{ERROR}\n<shellId: 0 completed with exit code 2>", ERROR, True, 2),
        ("1 passed\n<shellId: 12 completed with exit code 0>", "1 passed", False, 0),
        ("killed\n<exited with exit code -9>\n", "killed", True, -9),
        ("<shellId: 0 completed with exit code many>", None, None, None),
        ("<server exited with exit code 1>", None, None, None),
        ("if a < b", None, None, None),
    ],
)
def test_how_a_command_ended(
    output: str, result: str | None, failed: bool | None, code: int | None
) -> None:
    """The mark at the end of its text says so, and is no part of the output."""
    told = {"result_type": "success", "text_result_for_llm": output}
    heard = _heard(copilot("PostToolUse", "/x", tool_name="Bash", tool_result=told))
    assert (heard.result, heard.failed, heard.exit_code) == (
        output if result is None else result, failed, code
    )  # fmt: skip


def test_prompts_and_calls_are_left_to_the_transcript(hook: Hook) -> None:
    """They are in it, so that none is on the board twice."""
    hook(copilot("UserPromptSubmit", hook.folder, prompt=PROMPT))
    hook(copilot("PostToolUse", hook.folder, **copilot_ended("pytest -q", ERROR, 1)))
    assert hook.events("message.recorded", "tool.called") == []


def test_a_resumed_session_is_told_again_what_it_lost(hook: Hook) -> None:
    """What a start adds is no part of the conversation that is resumed; a prompt's words are."""
    assert "; comb)" in hook(copilot("SessionStart", hook.folder, source="new")).text
    hook.silent(copilot("UserPromptSubmit", hook.folder, prompt=PROMPT))
    assert "; comb)" in hook(copilot("SessionStart", hook.folder, source="resume")).text
    hook.silent(copilot("UserPromptSubmit", hook.folder, prompt=PROMPT))


@pytest.mark.parametrize("first", ["copilot", "claude"])
def test_the_hooks_of_a_project_for_claude_code_say_nothing_twice(hook: Hook, first: str) -> None:
    """Copilot CLI runs those of `.claude/settings.json` as well, with the same input."""
    second = {"copilot": "claude", "claude": "copilot"}[first]
    session = [
        copilot("SessionStart", hook.folder, source="new"),
        copilot("PostToolUse", hook.folder, **copilot_ended("pytest -q", ERROR, 1)),
        copilot("SessionEnd", hook.folder, reason="complete"),
    ]
    told = [[_run(hook, program, each) for program in (first, second)] for each in session]
    assert [[list(reply) for reply in replies] for replies in told] == [
        [["additionalContext"], []], [["additionalContext"], []], [[], []],
    ]  # fmt: skip
    assert len(hook.events("context.injected")) == 2
    with Board.open(hook.board) as board:
        assert [row["agent"] for row in board.view("sessions")] == ["copilot"]
        assert len(list(board.read(types=["session.started"]))) == 1


_MEANWHILE = """\
    import subprocess
    delivery_of = hooking._Hook._delivery
    def and_meanwhile(self, board, hook_event):
        found = delivery_of(self, board, hook_event)
        subprocess.run({words!r}, input={told!r}, check=True, stdout=subprocess.PIPE)
        return found
    hooking._Hook._delivery = and_meanwhile
"""


def test_a_prompt_that_the_start_overtakes_says_the_rest(hook: Hook) -> None:
    """It runs both at once: what both would say comes once, and what fits the prompt comes, too."""
    rope = lesson("rope", "Coil the quokka rope; rope)", project=str(hook.folder), trust="human",
                  paths=["src/rope.py"])  # fmt: skip
    with Board.open(hook.board) as board:
        board.append([rope, told("lesson.approved", "rope", by="human")])
        board.catch_up()
    text, start = hook.launcher.read_text(), hook.launcher.with_name("start.py")
    start.write_text(text)
    told_it = json.dumps(copilot("SessionStart", hook.folder, source="new")).encode()
    meanwhile = _MEANWHILE.format(
        words=[sys.executable, "-IS", str(start), "copilot"], told=told_it
    )
    hook.launcher.write_text(text.replace("    main(board=", f"{meanwhile}    main(board="))
    prompt = f"{PROMPT} And how do I coil the quokka rope in src/rope.py?"
    answered = hook(copilot("UserPromptSubmit", hook.folder, prompt=prompt)).text
    assert ("; rope)" in answered, "; comb)" in answered) == (True, False)
    ids = [each["items"] for each in hook.events("context.injected")]
    assert ids == [["comb"], ["rope"]]


def _run(hook: Hook, program: str, fields: Fields) -> Fields:
    """The reply to a hook that is registered for an agent; empty for silence."""
    done = subprocess.run(
        [sys.executable, "-IS", str(hook.launcher), program], input=json.dumps(fields).encode(),
        capture_output=True, check=True, cwd=hook.folder, env={"HOME": str(hook.folder)},
    )  # fmt: skip
    reply: Fields = json.loads(done.stdout or "{}")
    return reply


def test_a_line_whose_program_is_gone_lets_calls_pass(tmp_path: Path) -> None:
    """Any other exit code than 0 would refuse each call of a tool."""
    from lessonboard.install.launcher import shared_line

    gone = subprocess.run(
        ["/bin/sh", "-c", shared_line("copilot")], env={"PATH": str(tmp_path)}, input=b"{}",
        capture_output=True, check=False,
    )  # fmt: skip
    assert (gone.returncode, gone.stdout) == (0, b"")
