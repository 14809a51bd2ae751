"""What each agent tells its hooks, in the shapes of its documentation."""

from __future__ import annotations

from typing import Any

HookEvent = dict[str, Any]
ERROR = "Error: gamelan refused the connection"
PROMPT = "How do I sharpen the quokka comb before trimming the sails?"


def claude(event: str, cwd: object, /, session: str = "c1", **fields: Any) -> HookEvent:
    """Claude Code."""
    return {
        "session_id": session, "transcript_path": f"/home/me/.claude/projects/x/{session}.jsonl",
        "cwd": str(cwd), "permission_mode": "default", "hook_event_name": event, **fields,
    }  # fmt: skip


def codex(event: str, cwd: object, /, session: str = "x1", **fields: Any) -> HookEvent:
    """Codex."""
    path = f"/home/me/.codex/sessions/2026/11/21/rollout-2026-11-21T10-00-00-{session}.jsonl"
    turn = {} if event in ("SessionStart", "SessionEnd") else {"turn_id": "turn-1"}
    return {
        "session_id": session, "transcript_path": path, "cwd": str(cwd), "model": "gpt-6",
        "permission_mode": "default", "hook_event_name": event, **turn, **fields,
    }  # fmt: skip


def gemini(event: str, cwd: object, /, session: str = "g1", **fields: Any) -> HookEvent:
    """Gemini CLI."""
    return {
        "session_id": session, "transcript_path": f"/home/me/.gemini/tmp/x/chats/{session}.json",
        "cwd": str(cwd), "hook_event_name": event, "timestamp": "2026-11-21T10:00:00.000Z",
        **fields,
    }  # fmt: skip


def unrecorded(event: str, cwd: object, /, session: str = "g1", **fields: Any) -> HookEvent:
    """What an agent says that keeps no transcript, in the form of Gemini CLI."""
    return gemini(event, cwd, session, **{"transcript_path": "", **fields})


def cursor(event: str, cwd: object, /, session: str = "u1", **fields: Any) -> HookEvent:
    """Cursor."""
    return {
        "conversation_id": session, "generation_id": "gen-1", "model": "claude-5",
        "hook_event_name": event, "cursor_version": "2.4.0", "workspace_roots": [str(cwd)],
        "user_email": None, "transcript_path": None, **fields,
    }  # fmt: skip


def copilot(event: str, cwd: object, /, session: str = "p1", **fields: Any) -> HookEvent:
    """Copilot CLI, as 1.0.102 sends what is registered in Claude Code's spelling."""
    return {
        "hook_event_name": event, "session_id": session, "timestamp": "2026-11-27T13:44:38.378Z",
        "cwd": str(cwd), **fields,
    }  # fmt: skip


def copilot_ended(command: str, output: str, code: int) -> HookEvent:
    """The fields of its shell's call, which succeeds whatever the command's exit code is."""
    text = f"{output}\n<shellId: 0 completed with exit code {code}>"
    return {"tool_name": "Bash", "tool_input": {"command": command, "description": "Run it"},
            "tool_result": {"result_type": "success", "text_result_for_llm": text}}  # fmt: skip


def events(cwd: object) -> dict[str, list[tuple[HookEvent, str]]]:
    """For each agent, what it tells in a session, with the lesson that is due, if any."""
    file = f"{cwd}/src/marimba.py"
    bash: HookEvent = {
        "tool_name": "Bash",
        "tool_use_id": "t1",
        "tool_input": {"command": "make tiles"},
    }
    failing: HookEvent = {**bash, "tool_use_id": "t2", "tool_input": {"command": "pytest -q"}}
    shell: HookEvent = {"tool_name": "run_shell_command", "tool_input": {"command": "pytest -q"}}
    edit: HookEvent = {"tool_name": "Edit", "tool_input": {"file_path": file, "old_string": "a"}}
    failed = {"llmContent": f"Output: (empty)\n{ERROR}\nExit Code: 1", "returnDisplay": "no"}
    return {
        "claude-code": [
            (claude("SessionStart", cwd, source="startup", model="claude-5"), "comb"),
            (claude("UserPromptSubmit", cwd, prompt=PROMPT), ""),
            (claude("PreToolUse", cwd, **bash), ""),
            (claude("PreToolUse", cwd, **edit), ""),
            (claude("PostToolUseFailure", cwd, **bash, error="Exit code 2"), "run"),
            (claude("PostToolUseFailure", cwd, **edit, error="String not found"), "file"),
            (claude("PostToolUseFailure", cwd, **failing, error=f"Exit code 1\n{ERROR}"), "error"),
            (claude("Stop", cwd, stop_hook_active=False, last_assistant_message="done"), ""),
            (claude("SessionEnd", cwd, reason="other"), ""),
        ],
        "codex": [
            (codex("SessionStart", cwd, source="startup"), "comb"),
            (codex("UserPromptSubmit", cwd, prompt=PROMPT), ""),
            (codex("PreToolUse", cwd, **bash), ""),
            (codex("PostToolUse", cwd, **failing, tool_response=f"x\n{ERROR}\n"), "error"),
            (codex("Stop", cwd, stop_hook_active=False, last_assistant_message=None), ""),
            (codex("SessionEnd", cwd), ""),
        ],
        "gemini": [
            (gemini("SessionStart", cwd, source="startup"), "comb"),
            (gemini("BeforeAgent", cwd, prompt=PROMPT), ""),
            (gemini("BeforeTool", cwd, tool_name="run_shell_command",
                    tool_input={"command": "make tiles"}), ""),
            (gemini("AfterTool", cwd, **shell, tool_response=failed), "error"),
            (gemini("AfterAgent", cwd, prompt="x", prompt_response="y"), ""),
            (gemini("SessionEnd", cwd, reason="exit"), ""),
        ],
        "cursor": [
            (cursor("sessionStart", cwd, session_id="u1", composer_mode="agent"), ""),
            (cursor("beforeSubmitPrompt", cwd, prompt=PROMPT, attachments=[]), ""),
            (cursor("beforeShellExecution", cwd, command="make tiles", cwd=str(cwd)), ""),
            (cursor("afterShellExecution", cwd, command="pytest", output=ERROR, duration=5), ""),
            (cursor("afterFileEdit", cwd, file_path=file, edits=[{"old_string": "a"}]), ""),
            (cursor("postToolUseFailure", cwd, tool_name="Shell", tool_use_id="t9",
                    tool_input={"command": "pytest"}, error_message=ERROR,
                    failure_type="error", is_interrupt=False), "error"),
            (cursor("postToolUse", cwd, tool_name="Read", tool_use_id="t10",
                    tool_input={"file_path": "README.md"}, tool_output="x"), "comb"),
            (cursor("stop", cwd, status="completed", loop_count=0), ""),
            (cursor("sessionEnd", cwd, session_id="u1", reason="completed"), ""),
        ],
        "copilot": [
            (copilot("SessionStart", cwd, source="new", initial_prompt=PROMPT), "comb"),
            (copilot("UserPromptSubmit", cwd, prompt=PROMPT), ""),
            (copilot("PreToolUse", cwd, tool_name="Bash",
                     tool_input={"command": "make tiles"}), ""),
            (copilot("PostToolUse", cwd, **copilot_ended("pytest -q", ERROR, 1)), "error"),
            (copilot("PostToolUseFailure", cwd, tool_name="Read", error="Path does not exist",
                     tool_input={"path": f"{cwd}/none"}), ""),
            (copilot("Stop", cwd, stop_reason="end_turn", stop_hook_active=False,
                     transcript_path="/home/me/.copilot/session-state/p1/events.jsonl"), ""),
            (copilot("SessionEnd", cwd, reason="complete"), ""),
        ],
    }  # fmt: skip
