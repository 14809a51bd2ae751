"""The failures view: given events, the expected rows."""

from __future__ import annotations

from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.views.failures import FAILURES
from blackboard.views.view import Row, fold
from tests.memory_log import MemoryLog
from tests.reflect.talks import called, ran, recorded, says, session


def rows(*events: Event) -> list[Row]:
    """The rows, oldest first."""
    return list(fold(FAILURES, events).values())


def test_each_failed_call_has_a_row() -> None:
    """With what was run, where, and the line that says what went wrong."""
    events = recorded(
        says("test it"), ran("npm test", "npm error Missing script: test", fails=True)
    )
    assert rows(*events) == [
        {
            "id": events[2].id,
            "session": "s1",
            "project": "github.com/ada/kite",
            "agent": None,
            "tool": "Bash",
            "kind": "shell",
            "target": "npm test",
            "exit_code": 1,
            "signature": "script not found: test",
            "signatures": ["script not found: test"],
            "aliases": ["npm error missing script: test"],
            "error": "npm error Missing script: test",
            "lines": ["npm error Missing script: test"],
            "stream": "session:s1",
            "version": 3,
            "position": 3,
            "occurred_at": events[2].occurred_at,
        }
    ]


def test_what_did_not_fail_has_none() -> None:
    """Nor what the human refused, nor what nobody knows the end of."""
    refused = called("Edit", "no", file_path="a.py")
    refused = refused._replace(payload={**refused.payload, "failed": True, "denied": True})
    unknown = ran("sleep 9")
    unknown = unknown._replace(payload={**unknown.payload, "failed": None})
    assert rows(*recorded(ran("ls", "error: none"), refused, unknown)) == []


def test_a_failure_without_words_is_a_row_without_signature() -> None:
    """It is counted, and nobody can ask for it."""
    (row,) = rows(*recorded(ran("grep -q x y", "Exit code 1", fails=True)))
    assert (row["signature"], row["error"], row["lines"]) == (None, "", [])
    assert FAILURES.document is not None
    assert FAILURES.document(row) is None


def test_a_forgotten_failure_leaves_no_row(board: Board) -> None:
    """Its error is found neither by signature nor by words."""
    events = session([ran("npm test", "npm error Missing script: wolkenkuckucksheim", fails=True)])
    (_, failed) = board.append(events)
    assert board.search("wolkenkuckucksheim", view="failures")
    board.forget(failed.id, reason="test")
    assert board.view("failures") == []
    assert board.search("wolkenkuckucksheim", view="failures") == []


def test_an_event_without_payload_is_passed_over() -> None:
    """As one is that was forgotten before the view was folded."""
    (event,) = MemoryLog().append([NewEvent("tool.called", "s", {"failed": True})])
    assert fold(FAILURES, [event._replace(payload=None)]) == {}
