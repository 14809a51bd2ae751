"""Tasks of Cline and its forks: `api_conversation_history.json`, or `<session>.messages.json`.

Both hold Anthropic's messages. Models without tool calls of their own write them as tags, and the
next message of the user brings each result under a heading (`[execute_command for '...'] Result:`).
The working folder is in a file beside it (samples of Cline 3 and Roo Code).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from blackboard.event import NewEvent
from blackboard.sources.fields import millis, records
from blackboard.sources.fields import record as record_of
from blackboard.sources.lines import parse_value
from blackboard.sources.source import Record, string, text_of
from blackboard.sources.tags import tagged, without_tags
from blackboard.sources.turns import Turns
from blackboard.sources.whole_file import WholeFile

HISTORY = "api_conversation_history.json"
_MESSAGES = ".messages.json"
_FOLDERS = ("cwdOnTaskInitialization", "workspace", "cwd")
_LONGEST = 8 << 20
_ADDED = ("environment_details", "file_content", "folder_content", "notice",
          "explicit_instructions")  # fmt: skip
_AROUND = re.compile(r"</?(?:task|user_message|feedback|answer)>")
_HEADING = re.compile(r"\[([a-z_]+)(?: for [^\]]*)?\] Result:\s*")
_TOOLS = ("execute_command", "read_file", "write_to_file", "replace_in_file", "apply_diff",
          "search_files", "list_files", "use_mcp_tool", "insert_content",
          "search_and_replace")  # fmt: skip
_FIELDS = ("command", "path", "content", "diff", "regex", "file_pattern", "query", "arguments",
           "server_name", "tool_name", "old_string", "new_string")  # fmt: skip
_CODE = re.compile(r"[Ee]xit(?:ed with)? code:? (-?\d{1,5})")
_HEAD = 400
_FAILED = re.compile(
    r"\A(?:Error\b|The tool execution failed|Command execution was not successful)"
)
_DENIED = "The user denied this operation"


class Cline(Turns):
    """Reads one task; see `Reader`."""

    name: ClassVar[str] = "cline"

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`; no task is kept line by line."""
        return False

    @staticmethod
    def is_whole(file: WholeFile) -> bool:
        """See `WholeReader.is_whole`."""
        is_named = file.path.name == HISTORY or file.path.name.endswith(_MESSAGES)
        return is_named and bool(_messages(file.value))

    @staticmethod
    def conversations(file: WholeFile) -> Iterator[list[Record]]:
        """The task, before it what lies beside it; see `WholeReader.conversations`."""
        yield [_task(file), *_messages(file.value)]

    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        if "task" in record:
            yield from self._begin(record["task"], string(record.get("cwd")), record.get("at"))
            return
        at, role = millis(record.get("ts")), record.get("role")
        content = record.get("content")
        blocks = records(content) or [{"type": "text", "text": content}]
        for number, block in enumerate(blocks):
            yield from self._block(str(role), block, f"{offset}:{number}", at)

    def _block(self, role: str, block: Record, key: str, at: int | None) -> Iterator[NewEvent]:
        match block.get("type"), role:
            case "tool_use", _:
                self._asked(block.get("id"), block.get("name"), block.get("input"), at)
            case "tool_result", _:
                text = text_of(block.get("content"))
                yield from self._result(str(block.get("tool_use_id")), text, at)
            case "text", "assistant":
                text = text_of([block])
                yield from self._said("assistant", key, at, without_tags(text, *_TOOLS))
                for number, (tool, fields) in enumerate(_calls(text)):
                    self._asked(f"{key}:{number}", tool, fields, at)
            case "text", "user":
                yield from self._typed(text_of([block]), key, at)

    def _typed(self, text: str, key: str, at: int | None) -> Iterator[NewEvent]:
        """What was typed, or the result of a call that was written as tags."""
        heading = _HEADING.match(text)
        if heading:
            waiting = (each for each, call in self._calls.items() if call.name == heading[1])
            yield from self._result(next(waiting, ""), text[heading.end() :], at)
        else:
            words = _AROUND.sub("", without_tags(text, *_ADDED))
            yield from self._said("user", key, at, words)

    def _result(self, key: str, output: str, at: int | None) -> Iterator[NewEvent]:
        code = _CODE.search(output[:_HEAD]) if self._is_shell(key) else None
        failed = bool(int(code[1])) if code else bool(_FAILED.match(output))
        body = output.partition("Output:\n")[2] if self._is_shell(key) else ""
        yield from self._answered(
            key, at, (body or output).strip("\n"), failed=failed,
            exit_code=int(code[1]) if code else None, denied=output.startswith(_DENIED),
        )  # fmt: skip


def _calls(text: str) -> list[tuple[str, Record]]:
    """The calls that are written as tags, in their order."""
    found = [(each.start, tool, each.inside) for tool in _TOOLS for each in tagged(text, tool)]
    return [
        (tool, {name: field.inside.strip("\n") for name in _FIELDS
                for field in list(tagged(inside, name))[:1]})
        for _, tool, inside in sorted(found)
    ]  # fmt: skip


def _messages(value: Any) -> list[Record]:
    found = records(value.get("messages") if isinstance(value, dict) else value)
    return [each for each in found if each.get("role") in ("user", "assistant")]


def _task(file: WholeFile) -> Record:
    """The session's id, its folder and its beginning."""
    told = record_of(file.value)
    own = string(told.get("sessionId")) or file.path.parent.name
    first = next((each.get("ts") for each in _messages(file.value)), None)
    return {"task": own, "cwd": _folder(file.path, own), "at": millis(first)}


def _folder(path: Path, task: str) -> str | None:
    """The working folder: of the manifest, the item of the history, or the list of all tasks."""
    beside = (
        path.with_name(path.name.removesuffix(_MESSAGES) + ".json"),
        path.with_name("history_item.json"),
        path.parent.parent.parent / "state" / "taskHistory.json",
    )
    for place in beside:
        try:
            with place.open("rb") as file:
                value = parse_value(file.read(_LONGEST))
        except OSError:
            continue
        for item in records(value if isinstance(value, list) else [value]):
            own = item.get("id", item.get("session_id"))
            found = next((item[name] for name in _FOLDERS if string(item.get(name))), None)
            if own == task and found:
                return str(found)
    return None
