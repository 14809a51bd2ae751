"""Hooks are run as Claude Code runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bench.effect.hooks import react


def _reaction(tmp_path: Path, event: str, script: str, fields: dict[str, Any], **more: Any) -> Any:
    settings = tmp_path / "settings.json"
    hook = {"type": "command", "command": script, **more.pop("hook", {})}
    settings.write_text(json.dumps({"hooks": {event: [{**more, "hooks": [hook]}]}}))
    return react([settings], event, fields, tmp_path, {"PATH": os.environ["PATH"]})


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_plain_text_is_shown_where_the_agent_shows_it(tmp_path: Path, event: str) -> None:
    """At a start and a prompt."""
    assert _reaction(tmp_path, event, "echo told", {"source": "startup"}).shown == "told"


def test_plain_text_of_other_events_is_shown_to_nobody(tmp_path: Path) -> None:
    """It goes to the agent's own log."""
    assert _reaction(tmp_path, "PostToolUse", "echo told", {"tool_name": "Bash"}).shown == ""


def test_what_is_added_is_shown_and_what_is_refused_has_a_reason(tmp_path: Path) -> None:
    """By the fields of the answer, or by the exit code 2."""
    said = json.dumps({"hookSpecificOutput": {
        "additionalContext": "more", "permissionDecision": "deny",
        "permissionDecisionReason": "not so"}})  # fmt: skip
    bash = {"tool_name": "Bash"}
    answered = _reaction(tmp_path, "PreToolUse", f"echo '{said}'", bash)
    assert (answered.shown, answered.refusal) == ("more", "not so")
    ended = _reaction(tmp_path, "PreToolUse", "echo no >&2; exit 2", bash)
    assert (ended.refusal, ended.failed) == ("no", ())


def test_a_hook_that_fails_disturbs_nothing_and_is_noted(tmp_path: Path) -> None:
    """Its message is kept for the log."""
    failed = _reaction(tmp_path, "Stop", "echo broken >&2; exit 1", {})
    assert (failed.refusal, failed.failed) == ("", ("broken",))


@pytest.mark.parametrize(
    ("matcher", "tool", "runs"),
    [("", "Bash", True), ("*", "Bash", True), ("Edit|Write", "Write", True),
     ("Edit|Write", "MultiEdit", False), ("mcp__.*", "mcp__a__b", True), ("^Ba", "Bash", True)],
)  # fmt: skip
def test_matchers_choose_by_the_tool(tmp_path: Path, matcher: str, tool: str, runs: bool) -> None:
    """A list names tools exactly; what has other signs is an expression."""
    mark = tmp_path / "ran"
    _reaction(tmp_path, "PreToolUse", f"touch {mark}", {"tool_name": tool}, matcher=matcher)
    assert mark.exists() == runs


def test_what_an_asynchronous_hook_says_comes_too_late(tmp_path: Path) -> None:
    """It is run, and shows nothing."""
    hook = {"async": True}
    assert _reaction(tmp_path, "SessionStart", "echo late", {}, hook=hook).shown == ""


def test_without_settings_there_are_no_hooks(tmp_path: Path) -> None:
    """Which is the arm without a memory."""
    assert react([tmp_path / "none.json"], "Stop", {}, tmp_path, {}).shown == ""
