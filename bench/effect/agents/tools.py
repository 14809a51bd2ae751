"""The tools of a model that plays by files, and what their calls mean."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from bench.effect.tasks import Act

Schema = dict[str, Any]


class BadAnswer(Exception):
    """An answer cannot be followed; the message says why, and nothing of it is done."""


class Call(BaseModel):
    """One call of an answer."""

    model_config = ConfigDict(extra="forbid")
    tool: str
    input: dict[str, Any]


class Answer(BaseModel):
    """What a model answers to a request: it says something, makes calls, or is done."""

    model_config = ConfigDict(extra="forbid")
    say: str = ""
    calls: tuple[Call, ...] = ()
    done: bool = False


def _tool(name: str, description: str, **fields: str) -> Schema:
    properties = {each: {"type": "string", "description": text} for each, text in fields.items()}
    return {"name": name, "description": description,
            "input_schema": {"type": "object", "properties": properties,
                             "required": list(fields), "additionalProperties": False}}  # fmt: skip


_PATH = "absolute, or relative to the repository's root"

TOOLS: tuple[Schema, ...] = (
    _tool("Bash", "Run a command with `sh -c` in the repository's root; it has a minute.",
          command="the command"),
    _tool("Read", "Read a file of the repository.", file_path=_PATH),
    _tool("Edit", "Replace a text that occurs exactly once in a file.", file_path=_PATH,
          old_string="the text as it is", new_string="the text that takes its place"),
    _tool("Write", "Write a whole file; its folders are made.", file_path=_PATH,
          content="all of the file"),
)  # fmt: skip


def answer_of(text: str, names: Collection[str]) -> Answer:
    """Read an answer.

    Args:
        text: JSON.
        names: of all tools that there are.

    Raises:
        BadAnswer: it is no such JSON, or names a tool that there is not.
    """
    try:
        answer = Answer.model_validate_json(text)
    except ValidationError as error:
        raise BadAnswer(_reasons(error)) from error
    for call in answer.calls:
        if call.tool not in names:
            raise BadAnswer(f"there is no tool {call.tool!r}, only {', '.join(names)}")
    return answer


def act_of(call: Call, folder: Path) -> Act:
    """What a call of a built-in tool does in a clone; raises BadAnswer."""
    schema = next(each["input_schema"] for each in TOOLS if each["name"] == call.tool)
    if set(call.input) != set(schema["required"]):
        raise BadAnswer(f"{call.tool} needs exactly {', '.join(schema['required'])}")
    if not all(isinstance(value, str) for value in call.input.values()):
        raise BadAnswer(f"{call.tool} needs strings")
    fields = _fields(call.tool, call.input, folder)
    try:
        return Act.model_validate(fields)
    except ValidationError as error:
        raise BadAnswer(f"{call.tool} without a command or a path does nothing") from error


def _fields(tool: str, given: dict[str, str], folder: Path) -> dict[str, str]:
    if tool == "Bash":
        return {"run": given["command"]}
    path = _inside(given["file_path"], folder)
    if tool == "Read":
        return {"read": path}
    if tool == "Write":
        return {"write": path, "text": given["content"]}
    return {"edit": path, "old": given["old_string"], "new": given["new_string"]}


def _inside(path: str, folder: Path) -> str:
    root = folder.resolve()
    whole = (root / path).resolve() if "\0" not in path else Path("/")
    if not whole.is_relative_to(root) or whole == root:
        raise BadAnswer(f"{path!r} is no file below {folder}")
    return str(whole.relative_to(root))


def _reasons(error: ValidationError) -> str:
    found = (f"{'.'.join(map(str, each['loc'])) or 'answer'}: {each['msg']}"
             for each in error.errors())  # fmt: skip
    return "; ".join(found)
