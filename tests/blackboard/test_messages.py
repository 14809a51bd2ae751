"""Plain lists of messages: both shapes of tool calls, and roles of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from blackboard import Board
from blackboard.agents.messages.transcript import Messages
from blackboard.importer import import_files
from blackboard.sources.source import Record
from tests.blackboard.records import APART, calls, read, said, use

TALK: list[Record] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Is it green?"},
    {"role": "assistant", "content": "I'll look."},
]


def test_human_and_model_speak_and_nobody_else() -> None:
    """System and developer messages are instructions, not speech."""
    records = [*TALK, {"role": "developer", "content": "x"}]
    assert said(read(Messages, records)[0]) == [
        ("user", "Is it green?"),
        ("assistant", "I'll look."),
    ]


@pytest.mark.parametrize(("role", "told"), [("human", "user"), ("ai", "assistant")])
def test_other_names_of_the_roles_are_known(role: str, told: str) -> None:
    """What some libraries call human and ai are user and assistant."""
    assert said(read(Messages, [{"role": role, "content": "Hello."}])[0]) == [(told, "Hello.")]


def test_content_may_be_blocks() -> None:
    """The text blocks of a message are its words."""
    content = [
        {"type": "text", "text": "One."},
        {"type": "image"},
        {"type": "text", "text": "Two."},
    ]
    assert said(read(Messages, [{"role": "user", "content": content}])[0]) == [
        ("user", "One.\nTwo.")
    ]


def test_calls_of_the_chat_completions_shape() -> None:
    """`tool_calls` and a message of the tool are one call."""
    function = {"name": "bash", "arguments": '{"command": "ls"}'}
    records: list[Record] = [
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "function": function}]},
        {"role": "tool", "tool_call_id": "c1", "content": "a"},
    ]
    events, reader = read(Messages, records)
    (call,) = calls(events)
    assert (call["name"], call["input"], call["output"]) == ("bash", {"command": "ls"}, "a")
    assert "failed" not in call
    assert reader.waiting() is None


def test_calls_of_the_messages_shape() -> None:
    """`tool_use` and `tool_result` blocks are one call, which may have failed."""
    answered = {"type": "tool_result", "tool_use_id": "c1", "content": "no", "is_error": True}
    records = [
        {"role": "assistant", "content": [use("c1", "bash", command="ls")]},
        {"role": "user", "content": [answered]},
    ]
    (call,) = calls(read(Messages, records)[0])
    assert (call["input"], call["failed"]) == ({"command": "ls"}, True)


@pytest.mark.parametrize("arguments", ["not json", "[1]", 7, None, ["a"]])
def test_arguments_of_any_kind_are_kept(arguments: Any) -> None:
    """Arguments that are no JSON object are still told."""
    call = {"id": "c1", "function": {"name": "f", "arguments": arguments}}
    records: list[Record] = [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "a"},
    ]
    assert len(calls(read(Messages, records)[0])) == 1


@pytest.mark.parametrize(
    "record",
    [
        {"role": "assistant", "content": None, "tool_calls": "x"},
        {"role": "assistant", "content": None, "tool_calls": [7]},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "function": "x"}]},
        {"role": ["user"], "content": "x"},
        {"role": "user", "content": {"a": 1}},
        {"role": "wizard", "content": "x"},
        {"content": "x"},
    ],
)
def test_odd_messages_are_passed_over(record: Record) -> None:
    """A message of no known shape says nothing and breaks nothing."""
    events, _ = read(Messages, [TALK[1], record, TALK[2]])
    assert len(said(events)) == 2


def test_odd_roles_are_counted() -> None:
    """A role that nobody knows is counted."""
    assert read(Messages, [{"role": "wizard", "content": "x"}])[1].unknown == 1


def test_an_open_call_keeps_the_reader_waiting() -> None:
    """Reading resumes at the oldest call without an answer."""
    records = [TALK[1], {"role": "assistant", "content": [use("c1", "bash")]}]
    assert read(Messages, records)[1].waiting() == APART


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("list.json", orjson.dumps(TALK)),
        ("pretty.json", orjson.dumps(TALK, option=orjson.OPT_INDENT_2)),
        ("object.json", orjson.dumps({"model": "m", "messages": TALK})),
        ("lines.jsonl", b"\n".join(map(orjson.dumps, TALK))),
        ("objects.jsonl", orjson.dumps({"messages": TALK}) + b"\n"),
    ],
)
def test_every_shape_of_file_is_read(tmp_path: Path, name: str, text: bytes) -> None:
    """A list, an object with messages, a message a line: all are one session with two messages."""
    path = tmp_path / name
    path.write_bytes(text)
    with Board.open(":memory:") as board:
        summary = import_files(board, [path])
        again = import_files(board, [path])
    assert summary.failed == []
    assert (summary.sessions, summary.messages) == (1, 2)
    assert again.events == 0


def test_a_line_may_hold_a_whole_conversation(tmp_path: Path) -> None:
    """Each `{"messages": ...}` line is a session of its own."""
    path = tmp_path / "many.jsonl"
    other = [{"role": "user", "content": "Another one."}]
    path.write_bytes(
        orjson.dumps({"messages": TALK}) + b"\n" + orjson.dumps({"messages": other}) + b"\n"
    )
    with Board.open(":memory:") as board:
        summary = import_files(board, [path])
        streams = {event.stream for event in board.read()}
    assert (summary.sessions, summary.messages) == (2, 3)
    assert len(streams) == 2


def test_files_of_one_name_are_two_sessions(tmp_path: Path) -> None:
    """Two folders with a file of the same name and other words in it are two sessions."""
    for folder, words in (("a", "One."), ("b", "Two.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "talk.jsonl").write_bytes(
            orjson.dumps({"role": "user", "content": words})
        )
    with Board.open(":memory:") as board:
        summary = import_files(board, sorted(tmp_path.rglob("*.jsonl")))
        texts = [e.payload["text"] for e in board.read(types=["message.recorded"]) if e.payload]
    assert summary.sessions == 2
    assert texts == ["One.", "Two."]
