"""Whatever goes wrong is one line for the agent, and the server lives on."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from blackboard.file_lock import FileLock
from lessonboard.bootstrap import App
from lessonboard.mcp import showing, tools
from lessonboard.mcp.answer import Answer
from lessonboard.mcp.context import ServerContext
from tests.lessonboard.mcp.client import PATIENCE, Place, Said, agent, ask
from tests.lessonboard.mcp.test_remembering import LESSON

BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "unknown id": ("show", {"id": "lesson-nowhere"}, "no lesson or insight 'lesson-nowhere'"),
    "several": ("show", {"id": "lesson-"}, "could be any of lesson-"),
    "blank id": ("show", {"id": " "}, "show needs 'id'"),
    "unknown tool": ("drop", {}, "there is no tool 'drop'; there are recall,"),
    "missing": ("fix", {}, "fix needs 'error'; it takes error, project"),
    "null": ("fix", {"error": None}, "fix needs 'error'"),
    "superfluous": ("recall", {"query": "x", "sql": "1"}, "takes no 'sql', only query"),
    "number": ("recall", {"query": 3}, "query must be text, not int"),
    "text": ("context", {"paths": "a.py"}, "paths must be a list, not str"),
    "item": ("context", {"paths": ["a.py", 1]}, "each of paths must be text, not int"),
    "choice": ("feedback", {"id": "x", "outcome": "fine"}, "one of helped, not"),
    "no reason": ("feedback", {"id": "x", "outcome": "wrong"}, "feedback needs a reason"),
    "no session": ("feedback", {"id": "lesson-x", "outcome": "mute"}, "no lesson or insight"),
    "unhashable": ("list", {"what": []}, "what must be one of sessions, work"),
    "no item": ("work", {"do": "complete"}, "work needs 'item' to complete"),
    "unknown item": ("work", {"do": "complete", "item": "work-0"}, "no work item 'work-0'"),
    "absurd text": ("recall", {"query": "x" * 3_000_000}, "has 3000000 characters; at most"),
    "absurd name": ("show", {"id": "x" * 401}, "id has 401 characters; at most 400"),
    "absurd list": ("context", {"paths": ["a"] * 51}, "paths has 51 items; at most 50"),
}


def test_a_bad_call_is_a_result_with_one_line(place: Place) -> None:
    """It names what was found and what would do; the calls after it are answered as ever."""
    calls = [(tool, arguments) for tool, arguments, _ in BAD.values()]
    *answers, last = ask(place, *calls, ("list", {"what": "work"}))
    for said, (name, (_, _, message)) in zip(answers, BAD.items(), strict=True):
        assert said.failed, name
        assert message in said.text
        assert "\n" not in said.text
        assert len(said.text) <= 1000
    assert last == Said("No work is open.", False)


def one_of_each() -> list[tuple[str, dict[str, Any]]]:
    """A valid call of every tool."""
    return [
        ("recall", {"query": "npm"}),
        ("context", {"prompt": "npm"}),
        ("show", {"id": "lesson-1"}),
        ("remember", LESSON),
        ("feedback", {"id": "lesson-1", "outcome": "wrong", "reason": "because"}),
        ("list", {"what": "work"}),
        ("list", {"what": "sessions"}),
        ("work", {"do": "claim"}),
    ]


def test_without_a_board_every_tool_says_how_to_make_one(place: Place) -> None:
    """No call makes an empty one by the way; once there is one, the same server serves it."""
    kept = place.database.read_bytes()

    async def talk() -> tuple[list[Said], Said]:
        async with agent(place) as one:
            answers = [await one.call(tool, **given) for tool, given in one_of_each()]
            assert not place.database.exists()
            place.database.write_bytes(kept)
            return answers, await one.call("list", what="work")

    for file in place.database.parent.glob("board.db*"):
        file.unlink()
    answers, after = asyncio.run(asyncio.wait_for(talk(), PATIENCE))
    for said in answers:
        assert said == Said(
            f"there is no board at {place.database} yet; `lessonboard session import` makes one",
            True,
        )
    assert not after.failed


def test_a_newer_board_is_left_alone(place: Place) -> None:
    """Every tool says that the program is too old, and no byte changes."""
    connection = sqlite3.connect(place.database)
    connection.execute("PRAGMA user_version = 999")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = place.database.read_bytes()
    for said in ask(place, *one_of_each()):
        assert said.failed
        assert "has format 999" in said.text
        assert "upgrade lessonboard" in said.text
    assert place.database.read_bytes() == before


def test_another_programs_file_is_left_alone(place: Place) -> None:
    """Every tool says whose it is not."""
    place.database.write_text("a diary")
    for said in ask(place, *one_of_each()):
        assert said == Said(
            f"{place.database} is not a Lessonboard file; it was left untouched, "
            "choose another with --db",
            True,
        )


def test_a_busy_board_costs_a_call_and_not_the_server(place: Place) -> None:
    """While another process writes for too long calls say so; afterwards they work."""
    lock = FileLock(Path(f"{place.database}.lock"))

    async def talk() -> tuple[Said, Said]:
        async with agent(place, "--wait", "0") as one:
            with lock:
                busy = await one.call("work", do="claim")
            return busy, await one.call("work", do="claim")

    busy, after = asyncio.run(asyncio.wait_for(talk(), PATIENCE))
    lock.close()
    assert busy.failed
    assert "another process is writing" in busy.text
    assert after == Said("Nothing is ready.", False)


def test_a_board_that_may_only_be_read_is_read(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking works; writing says why it does not."""
    monkeypatch.chdir(place.folder)
    monkeypatch.setattr(os, "access", lambda *_: False)
    shared = ServerContext(App(str(place.database)), "test", 0.0)
    assert not tools.call(shared, "recall", {"query": "npm test"}).failed
    refused = tools.call(shared, "remember", LESSON)
    assert refused.failed
    assert "read-only" in refused.text


def test_bad_settings_are_told(place: Place) -> None:
    """A mistake in the settings is an answer too."""
    (place.folder / ".lessonboard.toml").write_text("[context]\nmax = 'many'\n")
    (said,) = ask(place, ("context", {"prompt": "npm"}))
    assert said.failed
    assert ".lessonboard.toml" in said.text
    assert "\n" not in said.text


def test_a_defect_of_ours_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The agent hears that the tool failed; where it failed is in the log."""

    def broken(_desk: ServerContext, id: str) -> str:
        raise RuntimeError(f"no {id}")

    monkeypatch.setattr(showing, "show", broken)
    answer = tools.call(ServerContext(App(), "test", 0.0), "show", {"id": "x"})
    assert answer == Answer("show failed inside lessonboard (RuntimeError)", failed=True)
    assert "no x" in caplog.text
