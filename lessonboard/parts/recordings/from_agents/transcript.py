"""Read the calls of a session that drove a browser, with the outputs whole.

The board keeps the ends of a long output; the transcript, while it is there, has all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.event import Event
from blackboard.redaction.private import hide_all
from blackboard.sources.formats import recognise, starting_state
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.sources.source import whole_outputs
from lessonboard.parts.recordings.from_agents.lines import Call

_NAME = re.compile(r"(?:mcp__)?(?:(?P<server>.+?)(?:__|\.))?(?P<tool>[a-z_]+)")
_FAILED = ("### Error", "Error:", "Unable to ")
_SNAPSHOT_FILE = re.compile(r"page-[\dTZ-]+\.(?:yml|yaml|md)\b")


def calls_of(board: Board, events: list[Event], session: str) -> list[Call]:
    """The calls among a session's events to the server of a browser, in order."""
    calls = [each for each in events if each.type == "tool.called" and each.payload]
    named = [(event, *_named(event)) for event in calls]
    devtools = {server for _, server, tool in named if tool == "take_snapshot"}
    whole = _whole(board, session)
    return [_call(event, tool.removeprefix("browser_"), whole) for event, server, tool in named
            if tool.startswith("browser_") or server in devtools]  # fmt: skip


def _named(event: Event) -> tuple[str, str]:
    """The server and the tool of a call; a snapshot's file that is read is a snapshot."""
    payload = event.payload or {}
    if payload.get("paths") and _SNAPSHOT_FILE.search(str(payload.get("input"))):
        return "", "browser_snapshot"
    match = _NAME.fullmatch(str(payload.get("name")))
    return (match["server"] or "", match["tool"]) if match else ("", "")


def _call(event: Event, tool: str, whole: dict[str, str]) -> Call:
    payload = event.payload or {}
    output = whole.get(event.id) or str(payload.get("output", ""))
    has_failed = payload.get("failed") is not False or output.startswith(_FAILED)
    given = {} if payload.get("paths") else payload.get("input")
    return Call(
        tool,
        given if isinstance(given, Mapping) else {},
        output,
        event.occurred_at / 1_000_000,
        has_failed,
    )


def _whole(board: Board, session: str) -> dict[str, str]:
    """The outputs of a session's calls by event, as far as its transcript is still here."""
    for path in board.local.imports.stamps():
        if session.partition("/")[0] in Path(path).name:
            with suppress(BoardError, OSError, EOFError):
                return dict(_outputs(Path(path)))
    return {}


def _outputs(path: Path) -> Iterator[tuple[str, str]]:
    """The outputs of all calls in a transcript, without what is marked as private."""
    source = recognise(path).source
    reader = source("", starting_state(source, path))
    with whole_outputs(), open_bytes(path) as content:
        for line in read_lines(content, 0):
            record = hide_all(line.record)[0] if line.private and line.record else line.record
            for event in reader.read(record, line.offset) if record else ():
                if event.type == "tool.called" and event.id and event.payload:
                    yield event.id, str(event.payload["output"])
