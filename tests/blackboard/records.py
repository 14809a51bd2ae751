"""Hand-written records of transcripts, and reading them as an import does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import orjson

from blackboard.agents.reader import Reader, Record
from blackboard.event import NewEvent
from blackboard.events.catalogue import check

SAMPLES = sorted((Path(__file__).parents[2] / "examples" / "sessions").rglob("*.jsonl"))
APART = 100
"""How far the records of `read` lie apart in their file."""

_numbers = count(1)


def read(
    source: type[Reader], records: Iterable[Record], reader: Reader | None = None, start: int = 0
) -> tuple[list[NewEvent], Reader]:
    """The events of some records, each checked against its payload model, and the reader."""
    reader = reader or source("s1", {})
    events = [
        event
        for number, record in enumerate(records)
        for event in reader.read(record, start + number * APART)
    ]
    for event in events:
        check(event.type, event.schema, event.payload)
    return events, reader


def said(events: Iterable[NewEvent]) -> list[tuple[str, str]]:
    """Who said what."""
    return [
        (event.payload["role"], event.payload["text"])
        for event in events
        if event.type == "message.recorded"
    ]


def calls(events: Iterable[NewEvent]) -> list[dict[str, Any]]:
    """The payloads of the tool calls."""
    return [dict(event.payload) for event in events if event.type == "tool.called"]


def write(path: Path, records: Sequence[Record | bytes]) -> Path:
    """A file of one record a line; bytes are written as they are."""
    lines = [each if isinstance(each, bytes) else orjson.dumps(each) for each in records]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def line(kind: str, **fields: Any) -> Record:
    """A line of a Claude Code transcript."""
    number = next(_numbers)
    return {
        "type": kind,
        "sessionId": "s1",
        "uuid": f"line-{number}",
        "timestamp": f"2026-03-01T10:00:00.{number % 1000:03d}Z",
        "cwd": "/home/ada/kite",
        "version": "2.1.0",
        **fields,
    }


def human(text: str, **fields: Any) -> Record:
    """A line that a human typed."""
    return line("user", message={"role": "user", "content": text}, **fields)


def model(*blocks: Record | str, **fields: Any) -> Record:
    """A line of the model; strings are its words."""
    content = [{"type": "text", "text": each} if isinstance(each, str) else each for each in blocks]
    message = {"role": "assistant", "id": "m1", "model": "claude-x", "content": content}
    return line("assistant", **{"message": message, **fields})


def use(key: str, name: str = "Bash", **given: Any) -> Record:
    """The block of a tool call."""
    return {"type": "tool_use", "id": key, "name": name, "input": given}


def result(key: str, output: Any, *, is_error: bool = False, **fields: Any) -> Record:
    """The line of a tool's result."""
    block = {"type": "tool_result", "tool_use_id": key, "content": output, "is_error": is_error}
    return line("user", message={"role": "user", "content": [block]}, **fields)


REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it "
    "was a file edit, the new_string was NOT written to the file). "
)


def refused(key: str, words: str = "", **fields: Any) -> Record:
    """The line of a call that a person refused, as the harness writes it."""
    told = f"To tell you how to proceed, the user said:\n{words}" if words else "STOP."
    text = REFUSED + told
    return result(key, text, is_error=True, **{"toolUseResult": f"Error: {text}", **fields})


def queued(operation: str, content: str | None = None) -> Record:
    """A line about the queue of prompts."""
    given = {} if content is None else {"content": content}
    return line("queue-operation", operation=operation, **given)


def rollout(kind: str, **payload: Any) -> Record:
    """A line of a Codex rollout."""
    number = next(_numbers)
    return {
        "timestamp": f"2026-03-01T10:00:00.{number % 1000:03d}Z",
        "type": kind,
        "payload": payload,
    }


def meta(**fields: Any) -> Record:
    """The head of a Codex rollout."""
    return rollout("session_meta", **{"id": "r1", "cwd": "/home/ada/kite", **fields})


def item(kind: str, **fields: Any) -> Record:
    """A `response_item` of a Codex rollout."""
    return rollout("response_item", type=kind, **fields)


def spoken(role: str, text: str) -> Record:
    """A message in a Codex rollout."""
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text}])


def typed(text: str) -> list[Record]:
    """A prompt in a Codex rollout, with the note that its user submitted it."""
    return [spoken("user", text), rollout("event_msg", type="user_message", message=text)]


def function(key: str, name: str, **arguments: Any) -> Record:
    """A function call in a Codex rollout."""
    return item("function_call", call_id=key, name=name, arguments=orjson.dumps(arguments).decode())


def answer(key: str, output: Any) -> Record:
    """A function call's output in a Codex rollout."""
    return item("function_call_output", call_id=key, output=output)
