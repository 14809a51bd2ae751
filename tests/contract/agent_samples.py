"""One made-up session in the form of each agent: its transcript, or what it tells its hooks.

A new agent adds a function and a line in `SAMPLES`; those with a reader alone stand in
`more_agent_samples.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from blackboard.board import Board
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.capture import pending
from lessonboard.hooks.hook_event import HookEvent
from tests.contract.agent_session import (
    FILE,
    NAME,
    NEW,
    OLD,
    ROOT,
    SESSION,
    Edited,
    Fields,
    Ran,
    Read,
    Said,
    Step,
    Write,
    at_minute,
    imported,
)
from tests.contract.more_agent_samples import OTHERS


def _hooked(board: Board, hook_event: Sequence[Fields]) -> None:
    """Write down what hooks are told, as their process does."""
    hook_board, json_reader = HookBoard(str(board.path), 1.0), Json()
    for each in hook_event:
        heard = HookEvent(json_reader, json.dumps(each))
        with hook_board.writing():
            hook_board.append(pending(json_reader, heard), heard.agent)
    hook_board.close()


def _claude(board: Board, folder: Path) -> None:
    def line(kind: str, number: int, content: Any, **fields: Any) -> Fields:
        return {
            "type": kind, "sessionId": NAME, "uuid": f"{kind}-{number}", "cwd": ROOT,
            "timestamp": at_minute(number), "version": "2.1.330",
            "message": {"role": kind, "content": content, "model": "m"}, **fields,
        }  # fmt: skip

    def call(step: Step) -> tuple[str, Fields]:
        match step:
            case Ran(text):
                return "Bash", {"command": text, "description": "Run it"}
            case Read():
                return "Read", {"file_path": f"{ROOT}/{FILE}"}
            case _:
                return "Edit", {
                    "file_path": f"{ROOT}/{FILE}", "old_string": OLD, "new_string": NEW,
                }  # fmt: skip

    records: list[Fields] = []
    for number, step in enumerate(SESSION):
        if isinstance(step, Said):
            records.append(line("user", number, step.text))
            continue
        tool, given = call(step)
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        failed = isinstance(step, Ran) and step.code
        output = f"Exit code {failed}\n{step.output}" if failed else step.output
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output,
                  "is_error": bool(failed)}  # fmt: skip
        records += [line("assistant", number, [use]), line("user", number, [result])]
    imported(board, folder, f"{NAME}.jsonl", records)


def _codex(board: Board, folder: Path) -> None:
    """It has no tool to read files, and edits by a patch."""
    patch = f"*** Begin Patch\n*** Update File: {FILE}\n@@\n-{OLD}\n+{NEW}\n*** End Patch"
    meta = {"id": NAME, "cwd": ROOT, "originator": "codex-tui", "source": "cli"}
    payloads: list[Fields] = [{"type": "session_meta", "payload": meta}]
    for number, step in enumerate(SESSION):
        item: Fields
        answer = {"type": "function_call_output", "call_id": f"t{number}"}
        match step:
            case Said(text):
                content = [{"type": "input_text", "text": text}]
                items = [{"type": "message", "role": "user", "content": content}]
            case Edited(output):
                item = {"type": "custom_tool_call", "name": "apply_patch", "input": patch,
                        "call_id": f"t{number}"}  # fmt: skip
                output = f"Exit code: 0\nWall time: 0 seconds\nOutput:\n{output}"
                items = [item, {**answer, "type": "custom_tool_call_output", "output": output}]
            case Ran() | Read():
                line = step.line if isinstance(step, Ran) else f"cat {FILE}"
                code = step.code if isinstance(step, Ran) else 0
                item = {"type": "function_call", "name": "exec_command", "call_id": f"t{number}",
                        "arguments": json.dumps({"cmd": line, "workdir": ROOT})}  # fmt: skip
                output = f"Wall time: 1\nProcess exited with code {code}\nOutput:\n{step.output}"
                items = [item, {**answer, "output": output}]
        payloads += [{"type": "response_item", "payload": each} for each in items]
        if isinstance(step, Said):
            submitted = {"type": "user_message", "message": step.text}
            payloads.append({"type": "event_msg", "payload": submitted})
    records = [{"timestamp": at_minute(number), **each} for number, each in enumerate(payloads)]
    imported(board, folder, f"rollout-{NAME}.jsonl", records)


def _cursor(board: Board, _folder: Path) -> None:
    def hook_event(event: str, number: int, **fields: Any) -> Fields:
        return {
            "conversation_id": NAME, "generation_id": f"g{number}", "model": "m",
            "hook_event_name": event, "workspace_roots": [ROOT], **fields,
        }  # fmt: skip

    def call(step: Step) -> Fields:
        match step:
            case Ran(text):
                return {"tool_name": "Shell", "tool_input": {"command": text}}
            case Read():
                return {"tool_name": "Read", "tool_input": {"file_path": f"{ROOT}/{FILE}"}}
            case _:
                given = {"file_path": f"{ROOT}/{FILE}", "old_string": OLD, "new_string": NEW}
                return {"tool_name": "Write", "tool_input": given}

    heard = [hook_event("sessionStart", 0)]
    for number, step in enumerate(SESSION):
        if isinstance(step, Said):
            heard.append(hook_event("beforeSubmitPrompt", number, prompt=step.text))
            continue
        fields = {**call(step), "tool_use_id": f"t{number}"}
        if isinstance(step, Ran) and step.code:
            fields |= {"error_message": step.output, "failure_type": "error"}
            heard.append(hook_event("postToolUseFailure", number, **fields))
        else:
            heard.append(hook_event("postToolUse", number, **fields, tool_output=step.output))
    _hooked(board, heard)


def _messages(board: Board, folder: Path) -> None:
    """As the chat completions API writes them; the tools have names of nobody in particular."""

    def call(step: Step) -> tuple[str, Fields]:
        match step:
            case Ran(text):
                return "bash", {"cmd": text}
            case Read():
                return "read_text_file", {"path": f"{ROOT}/{FILE}"}
            case _:
                return "str_replace_in_file", {
                    "path": f"{ROOT}/{FILE}", "old_str": OLD, "new_str": NEW,
                }  # fmt: skip

    records: list[Fields] = []
    for number, step in enumerate(SESSION):
        at = {"timestamp": at_minute(number)}
        if isinstance(step, Said):
            records.append({"role": "user", "content": step.text, **at})
            continue
        tool, given = call(step)
        function = {"name": tool, "arguments": json.dumps(given)}
        calls = [{"id": f"t{number}", "type": "function", "function": function}]
        code = {"exit_code": step.code} if isinstance(step, Ran) else {"is_error": False}
        answer = {"role": "tool", "tool_call_id": f"t{number}", "content": step.output}
        records.append({"role": "assistant", "content": None, "tool_calls": calls, **at})
        records.append({**answer, **code, **at})
    imported(board, folder, f"{NAME}.jsonl", records)


SAMPLES: dict[str, Write] = {
    "claude-code": _claude,
    "codex": _codex,
    "cursor": _cursor,
    "messages": _messages,
    **OTHERS,
}
