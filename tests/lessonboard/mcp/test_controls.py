"""A session that looked up what was held back from it is no control any more."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.event import NewEvent
from tests.lessonboard.mcp.client import Place, ask
from tests.lessonboard.mcp.test_tools import TEST_UNIT

HERE = "github.com/example/parcel-api"
ERROR = 'npm error Missing script: "test"'


def held_back(place: Place, *sessions: str) -> str:
    """The lesson about `npm test`, held back from some sessions that go on here."""
    with place.board() as board:
        [lesson] = [row["id"] for row in board.view("lessons") if row["constraint"] == TEST_UNIT]
        for session in sessions:
            board.append([
                NewEvent("session.started", f"session:{session}",
                         {"session": session, "agent": "codex"}, project=HERE),
                NewEvent("lesson.withheld", f"context:{session}",
                         {"lesson": lesson, "session": session, "one_in": 3}, project=HERE),
            ])  # fmt: skip
    return lesson


def shown(place: Place, lesson: str) -> dict[str, str]:
    """The sessions that it was held back from and that saw it, and at which step."""
    with place.board() as board:
        return {row["session"]: row["moment"]
                for row in board.view("exposures", where={"lesson": lesson})
                if row["withheld_at"] is not None and row["injected_at"] is not None}  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("recall", {"query": "npm test"}),
        ("fix", {"error": ERROR}),
        ("context", {"command": "npm test", "error": ERROR}),
        ("show", {}),
    ],
)
def test_who_asks_is_shown_it_and_that_is_recorded(
    place: Place, tool: str, given: dict[str, Any]
) -> None:
    """Once, for the session that goes on here."""
    lesson = held_back(place, "live")
    for _ in range(2):
        (said,) = ask(place, (tool, given or {"id": lesson}))
        assert lesson in said.text
    assert shown(place, lesson) == {"live": "asked"}
    with place.board() as board:
        [event] = board.read(types=["context.injected"])
    assert event.payload
    assert lesson in event.payload["text"]
    assert event.payload["items"] == [lesson]


def test_an_answer_without_it_shows_nothing(place: Place) -> None:
    """Nor does one about a lesson that was held back from nobody here."""
    lesson = held_back(place, "live")
    ask(place, ("recall", {"query": "a word that nobody said"}), ("list", {"what": "sessions"}))
    assert shown(place, lesson) == {}


def test_a_session_that_is_named_is_the_one_that_asked(place: Place) -> None:
    """With `context`; what is drawn for it stays held back, and is no showing."""
    lesson = held_back(place, "one", "other")
    ask(place, ("recall", {"query": "npm test"}))
    assert shown(place, lesson) == {"one": "asked", "other": "asked"}
