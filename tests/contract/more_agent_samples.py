"""The session of the contract as the agents keep it that have a reader and tell nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from blackboard.board import Board
from blackboard.importer import import_files
from tests.contract.agent_session import (
    FILE,
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
    written,
)

_MILLIS = 1_772_359_200_000
_EDIT = {"old_string": OLD, "new_string": NEW}
_PATH = f"{ROOT}/{FILE}"


def _call(step: Step, shell: str, read: str, edit: str) -> tuple[str, Fields]:
    """A tool and its arguments, as most agents name these."""
    match step:
        case Ran(line):
            return shell, {"command": line}
        case Read():
            return read, {"file_path": _PATH}
        case _:
            return edit, {"file_path": _PATH, **_EDIT}


def _calls() -> Iterator[tuple[int, Step, int]]:
    """Each step with its number and the exit code that it has."""
    for number, step in enumerate(SESSION):
        yield number, step, step.code if isinstance(step, Ran) else 0


def _gemini(board: Board, folder: Path) -> None:
    """A message is told twice: before and after its call has ended."""

    def output(step: Step, code: int) -> str:
        if not isinstance(step, Ran):
            return "" if isinstance(step, Said) else step.output
        ended = f"\nExit Code: {code}" if code else ""
        return (
            f"<untrusted_context>\nOutput: {step.output}{ended}\nProcess Group PGID: 7"
            "\n</untrusted_context>"
        )

    context = f"<session_context>\n- **Workspace Directories:**\n  - {ROOT}\n</session_context>"
    first = {"id": "m", "type": "user", "timestamp": at_minute(0), "content": [{"text": context}]}
    chat = {"sessionId": "g1", "projectHash": "0f", "startTime": at_minute(0), "kind": "main"}
    records: list[Fields] = [chat, {"$set": {"messages": [first]}}]
    for number, step, code in _calls():
        message: Fields = {"id": f"m{number}", "timestamp": at_minute(number)}
        if isinstance(step, Said):
            records.append({**message, "type": "user", "content": [{"text": step.text}]})
            continue
        tool, given = _call(step, "run_shell_command", "read_file", "replace")
        answer = {"functionResponse": {"response": {"output": output(step, code)}}}
        call = {"id": f"t{number}", "name": tool, "args": given, "status": "success",
                "timestamp": at_minute(number), "result": [answer]}  # fmt: skip
        said = {**message, "type": "gemini", "content": "", "model": "m"}
        records += [said, {**said, "toolCalls": [call]}, {"$set": {"lastUpdated": at_minute(9)}}]
    imported(board, folder, "session-2026-03-01T10-00-g1.jsonl", records)


def _opencode_messages() -> Iterator[tuple[Fields, list[Fields]]]:
    for number, step, code in _calls():
        at = _MILLIS + number * 60_000
        if isinstance(step, Said):
            yield {"role": "user", "time": {"created": at}}, [{"type": "text", "text": step.text}]
            continue
        tool, given = _call(step, "bash", "read", "edit")
        given = {{"file_path": "filePath", "old_string": "oldString", "new_string": "newString"}
                 .get(name, name): value for name, value in given.items()}  # fmt: skip
        metadata = {"exit": code, "output": f"{step.output}\n"} if isinstance(step, Ran) else {}
        state = {"status": "completed", "input": given, "output": f"{step.output}\n\n[told]",
                 "metadata": metadata, "time": {"start": at, "end": at}}  # fmt: skip
        if not metadata:
            state["output"] = step.output
        part = {"type": "tool", "tool": tool, "callID": f"t{number}", "state": state}
        yield {"role": "assistant", "time": {"created": at}}, [part]


def opencode_database(path: Path, session: str = "ses_1", directory: str = ROOT) -> None:
    """Add the session to a database as OpenCode makes it, which is left with a log beside it."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            """
            PRAGMA journal_mode = wal;
            CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, project_id TEXT,
                parent_id TEXT, directory TEXT, title TEXT, version TEXT,
                time_created INTEGER, time_updated INTEGER);
            CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, session_id TEXT,
                time_created INTEGER, time_updated INTEGER, data TEXT);
            CREATE TABLE IF NOT EXISTS part (id TEXT PRIMARY KEY, message_id TEXT,
                session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
            """
        )
        row = (session, "p", None, directory, "A session", "1.18.33", _MILLIS, _MILLIS)
        database.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        for number, (info, parts) in enumerate(_opencode_messages()):
            at = info["time"]["created"]
            message = (f"{session}-m{number}", session, at, at, json.dumps(info))
            database.execute("INSERT INTO message VALUES (?, ?, ?, ?, ?)", message)
            for each in parts:
                part = (f"{session}-p{number}", message[0], session, at, at, json.dumps(each))
                database.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", part)
        database.commit()


def _opencode(board: Board, folder: Path) -> None:
    """A failing command is completed; the text of its output may hold what a plugin added."""
    opencode_database(folder / "opencode.db")
    summary = import_files(board, [folder / "opencode.db"], trusted=True)
    assert (summary.failed, summary.unknown_lines) == ([], 0)


def _copilot(board: Board, folder: Path) -> None:
    """`success` is true for a command that fails, and a hook's context is behind its output."""
    context = {"cwd": ROOT, "branch": "main"}
    records: list[Fields] = [{"type": "session.start", "data": {"sessionId": "c1",
                              "copilotVersion": "1.0.102", "context": context}}]  # fmt: skip
    for number, step, code in _calls():
        if isinstance(step, Said):
            records.append({"type": "user.message", "data": {"content": step.text}})
            continue
        tool, given = _call(step, "bash", "view", "edit")
        given = {{"file_path": "path", "old_string": "old_str", "new_string": "new_str"}
                 .get(name, name): value for name, value in given.items()}  # fmt: skip
        start = {"toolCallId": f"t{number}", "toolName": tool, "arguments": given}
        done: Fields = {"toolCallId": f"t{number}", "success": True,
                        "result": {"content": step.output}}  # fmt: skip
        if isinstance(step, Ran):
            text = f"{step.output}\n<shellId: 0 completed with exit code {code}>"
            added = 'Tool "bash" succeeded. Additional guidance from postToolUse hooks:\nFetch.'
            done["result"] = {"content": f"{text}\n\n{added}", "detailedContent": text}
            done["shellExecution"] = {"exitCode": code}
        records += [{"type": "tool.execution_start", "data": start},
                    {"type": "tool.execution_complete", "data": done}]  # fmt: skip
    stamped = [{**each, "id": f"e{number}", "timestamp": at_minute(number)}
               for number, each in enumerate(records)]  # fmt: skip
    imported(board, folder, "events.jsonl", stamped)


def _antigravity(board: Board, folder: Path) -> None:
    """Results name no call, and the values of arguments are JSON in a text."""
    records: list[Fields] = []

    def add(source: str, kind: str, **fields: Any) -> None:
        step = {"step_index": len(records), "source": source, "type": kind, "status": "DONE"}
        records.append({**step, "created_at": at_minute(len(records)), **fields})

    for _, step, code in _calls():
        if isinstance(step, Said):
            request = f"<USER_REQUEST>\n{step.text}\n</USER_REQUEST>"
            add("USER_EXPLICIT", "USER_INPUT", content=request)
            continue
        tool, given = _call(step, "run_command", "view_file", "replace_file_content")
        names = {"command": "CommandLine", "file_path": "TargetFile",
                 "old_string": "TargetContent", "new_string": "ReplacementContent"}  # fmt: skip
        arguments = {names[name]: json.dumps(value) for name, value in given.items()}
        add("MODEL", "PLANNER_RESPONSE", tool_calls=[{"name": tool, "args": arguments}])
        head = f"The command failed with exit code: {code}" if code else (
            "The command completed successfully.")  # fmt: skip
        ran = isinstance(step, Ran)
        done = "The command completed successfully.\nOutput:\n" if not ran else ""
        content = f"{head}\nOutput:\n{step.output}" if ran else f"{done}{step.output}"
        kinds = {"run_command": "RUN_COMMAND", "view_file": "VIEW_FILE"}
        add("MODEL", kinds.get(tool, "CODE_ACTION"), content=content)
    path = folder / "brain" / "a1" / ".system_generated" / "logs" / "transcript.jsonl"
    written(board, path, "".join(json.dumps(each) + "\n" for each in records))


def _pi(board: Board, folder: Path) -> None:
    records: list[Fields] = [{"type": "session", "version": 3, "id": "p1", "cwd": ROOT}]
    for number, step, code in _calls():
        if isinstance(step, Said):
            content = [{"type": "text", "text": step.text}]
            messages: list[Fields] = [{"role": "user", "content": content}]
        else:
            tool, given = _call(step, "bash", "read", "edit")
            call = {"type": "toolCall", "id": f"t{number}|x", "name": tool, "arguments": given}
            ended = f"\n\nCommand exited with code {code}" if code else ""
            output = [{"type": "text", "text": f"{step.output}{ended}"}]
            messages = [
                {"role": "assistant", "content": [call]},
                {"role": "toolResult", "toolCallId": f"t{number}|x", "toolName": tool,
                 "content": output, "isError": bool(code)},
            ]  # fmt: skip
        records += [{"type": "message", "id": f"{number}-{place}", "message": each}
                    for place, each in enumerate(messages)]  # fmt: skip
    stamped = [{**each, "timestamp": at_minute(number)} for number, each in enumerate(records)]
    imported(board, folder, "p1.jsonl", stamped)


def _qwen(board: Board, folder: Path) -> None:
    records: list[Fields] = []

    def add(kind: str, *parts: Fields) -> None:
        number = len(records)
        records.append({"uuid": f"u{number}", "sessionId": "q1", "timestamp": at_minute(number),
                        "type": kind, "cwd": ROOT, "version": "0.21.13",
                        "message": {"role": kind, "parts": list(parts)}})  # fmt: skip

    for number, step, code in _calls():
        if isinstance(step, Said):
            added = {"text": "<qwen:user-prompt-submit-context>\nx\n"}
            add("user", {"text": step.text}, added)
            continue
        tool, given = _call(step, "run_shell_command", "read_file", "edit")
        add("assistant", {"functionCall": {"id": f"t{number}", "name": tool, "args": given}})
        ended = f"\nExit Code: {code}" if code else ""
        output = f"Output: {step.output}{ended}" if isinstance(step, Ran) else step.output
        response = {"id": f"t{number}", "name": tool, "response": {"output": output}}
        add("tool_result", {"functionResponse": response})
    imported(board, folder, "q1.jsonl", records)


def _kimi(board: Board, folder: Path) -> None:
    """The session's name and folder are told by where its file is."""
    records: list[Fields] = [{"type": "metadata", "protocol_version": "1.4", "created_at": _MILLIS}]

    def event(**fields: Any) -> None:
        records.append({"type": "context.append_loop_event", "event": fields})

    for number, step, code in _calls():
        if isinstance(step, Said):
            content = [{"type": "text", "text": step.text}]
            message = {"role": "user", "content": content, "origin": {"kind": "user"}}
            records += [{"type": "turn.prompt", "input": content},
                        {"type": "context.append_message", "message": message}]  # fmt: skip
            continue
        tool, given = _call(step, "Bash", "Read", "Edit")
        ended = f"\nCommand failed with exit code: {code}." if code else ""
        result = {"output": f"{step.output}{ended}", **({"isError": True} if code else {})}
        event(type="tool.call", toolCallId=f"t{number}", name=tool, args=given)
        event(type="tool.result", toolCallId=f"t{number}", result=result)
    session = folder / "wd_parcels" / "session_k1"
    session.mkdir(parents=True)
    (session / "state.json").write_text(json.dumps({"workDir": ROOT}))
    lines = [json.dumps({**each, "time": _MILLIS + number * 1000}) + "\n"
             for number, each in enumerate(records)]  # fmt: skip
    written(board, session / "agents" / "main" / "wire.jsonl", "".join(lines))


def _cline(board: Board, folder: Path) -> None:
    """Calls as tags in the model's text, results under a heading in the user's."""
    messages: list[Fields] = []

    def add(role: str, *texts: str) -> None:
        content = [{"type": "text", "text": text} for text in texts]
        messages.append({"role": role, "content": content, "ts": _MILLIS + len(messages) * 1000})

    for _, step, code in _calls():
        match step:
            case Said(text):
                around = f"<task>\n{text}\n</task>" if not messages else text
                add("user", around, "<environment_details>\nx\n</environment_details>")
                continue
            case Ran(line, output):
                call, heading = f"<command>{line}</command>", f"execute_command for '{line}'"
                output = f"Command executed. Exit code: {code}\nOutput:\n{output}"
            case Read(output):
                call, heading = f"<path>{_PATH}</path>", "read_file"
            case Edited(output):
                call = f"<path>{_PATH}</path>\n<old_string>{OLD}</old_string>"
                call += f"\n<new_string>{NEW}</new_string>"
                heading = "replace_in_file"
        tool = heading.split()[0]
        add("assistant", f"<{tool}>\n{call}\n</{tool}>")
        add("user", f"[{heading}] Result:\n{output}")
    history = folder / "state" / "taskHistory.json"
    history.parent.mkdir()
    history.write_text(json.dumps([{"id": "42", "cwdOnTaskInitialization": ROOT}]))
    task = folder / "tasks" / "42" / "api_conversation_history.json"
    written(board, task, json.dumps(messages, indent=2))


def _specstory(board: Board, folder: Path) -> None:
    """A page; whether a command failed stands in its output, if anywhere."""
    lines = ["<!-- Generated by SpecStory, Markdown v2.1.0 -->", "",
             "<!-- Claude Code Session s1 (2026-03-01 10:00:00Z) -->"]  # fmt: skip
    for number, step, code in _calls():
        at = f"2026-03-01 10:{number:02d}:00Z"
        if isinstance(step, Said):
            lines += ["", f"_**User ({at})**_", "", step.text, "", "---"]
            continue
        fence = f"```text\n{f'Exit code {code}' + chr(10) if code else ''}{step.output}\n```"
        match step:
            case Ran(line):
                kind, tool, shown = "shell", "Bash", f"Run it\n\n`{line}`\n\n{fence}"
            case Read():
                kind, tool, shown = "read", "Read", f"`{_PATH}`\n\n{fence}"
            case _:
                kind, tool = "write", "apply_patch"
                shown = f"**Update: `{_PATH}`**\n\n```diff\n-{OLD}\n+{NEW}\n```"
        lines += [
            "", f"_**Agent (m {at})**_", "",
            f'<tool-use data-tool-type="{kind}" data-tool-name="{tool}"><details>',
            f"<summary>Tool use: **{tool}**</summary>", shown, "</details></tool-use>",
        ]  # fmt: skip
    written(board, folder / "parcels" / ".specstory" / "history" / "one.md", "\n".join(lines))


def _aider(board: Board, folder: Path) -> None:
    """It notes which commands ran, and nothing of what they printed."""
    lines = ["", "# aider chat started at 2026-03-01 10:00:00", "", "> Aider v0.86.1  "]
    for _, step, _code in _calls():
        match step:
            case Said(text):
                lines += ["", f"#### {text}  ", ""]
            case Ran(line):
                lines += [f"> {line}  ", "> Run shell command? (Y)es/(N)o [Yes]: y  ",
                          f"> Running {line}  "]  # fmt: skip
            case Edited():
                lines += [FILE, "```js", "<<<<<<< SEARCH", OLD, "=======", NEW,
                          ">>>>>>> REPLACE", "```", "", f"> Applied edit to {FILE}  "]  # fmt: skip
    written(board, folder / "parcels" / ".aider.chat.history.md", "\n".join(lines))


OTHERS: dict[str, Write] = {
    "gemini": _gemini,
    "opencode": _opencode,
    "copilot": _copilot,
    "antigravity": _antigravity,
    "pi": _pi,
    "qwen": _qwen,
    "kimi": _kimi,
    "cline": _cline,
    "specstory": _specstory,
    "aider": _aider,
}
