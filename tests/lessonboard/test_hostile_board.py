"""That every face serves what is good on a board to which another program wrote what it liked."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from blackboard import Board
from blackboard.views import VIEWS
from lessonboard.bootstrap import App
from lessonboard.mcp import tools
from lessonboard.mcp.context import ServerContext
from tests.blackboard.foreign_writer import append, some_broken, valid
from tests.blackboard.lessons import lesson
from tests.blackboard.payload_samples import VALID
from tests.command_line import Run
from tests.long_runs import rounds
from tests.parts.web.visitor import visiting

_PAGES = {
    "lessons": ("/lessons/{}", "/lessons/{}/guard", "/lessons/{}/backtest"),
    "sessions": ("/sessions/{}", "/forget/{}"),
    "insights": ("/insights/{}",),
    "recordings": ("/recordings/{}",),
    "work": ("/queue/{}",),
}
_OVERVIEWS = (
    "/", "/review", "/lessons", "/lessons?q=testing", "/lessons?kind=insights", "/sessions",
    "/search?q=testing", "/projects", "/queue", "/recordings", "/health", "/health/findings",
    "/automation", "/compare",
)  # fmt: skip
_COMMANDS = (
    "search testing", "lesson context --prompt testing", "lesson", "lesson --insights",
    "session", "automation pr", "admin queue", "session --reflections", "admin project",
    "recording", "lesson --guards", "lesson report", "admin events", "admin events --output -",
    "lesson export --project kite", "fix testing", "admin verify --rebuild", "lesson good",
    "session testing", "team --shared", "automation --runs", "lesson report --critic",
    "status-line",
)  # fmt: skip
_CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("recall", {"query": "testing"}),
    ("context", {"task": "run pytest with uv", "prompt": "run pytest with uv"}),
    ("fix", {"error": "testing failed"}),
    ("show", {"id": "good"}),
    ("list", {"kind": "lessons"}),
    ("list", {"kind": "sessions"}),
    ("work", {"action": "list"}),
    ("workflow", {"action": "list"}),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board with good and broken events of every type; tests work on copies."""
    path = tmp_path_factory.mktemp("hostile") / "board.db"
    with Board.open(path) as board:
        board.append([lesson("good", "Run pytest with uv in this repository.", project=None)])
        append(board, [event for type_ in VALID for event in valid(type_)])
        append(board, some_broken(4, rounds(1, 60)))
        board.catch_up()
    return path


@pytest.fixture
def hostile(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that board, in a home without anything else."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(made, tmp_path / "board.db"))


def test_pages_show_what_is_good(hostile: Path) -> None:
    """Each overview, and the page of each thing that the views have."""
    with Board.open(hostile) as board:
        keys = {view.name: board.local.views.keys(view) for view in VIEWS if board.view(view.name)}
    paths = list(_OVERVIEWS)
    for view, pages in _PAGES.items():
        some = keys.get(view, [])[: rounds(1, 200)]
        paths += [page.format(quote(key, safe="")) for key in some for page in pages
                  if len(key) < 1000]  # fmt: skip
    with visiting(App(str(hostile))) as visitor:
        failed = [
            f"{path}: {answer.status_code}" for path in paths
            if (answer := visitor.get(path)).status_code >= 500
        ]  # fmt: skip
        assert not failed, "\n".join(failed)
        assert "Run pytest with uv" in visitor.text("/lessons/good")


def test_tools_answer(hostile: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A failure inside would be logged; one that the agent can act on is said to it."""
    server = ServerContext(App(str(hostile)), "test", 5.0)
    found = [(name, tools.call(server, name, arguments)) for name, arguments in _CALLS]
    assert not [each for each in found if "inside lessonboard" in each[1].text]
    assert "Run pytest with uv" in found[3][1].text
    assert not caplog.records


def test_commands_answer(hostile: Path, run: Run) -> None:
    """Also those that look after the board; the events are named, counted and erased."""
    failed = []
    for line in ("admin verify", "doctor", *_COMMANDS[: rounds(3, len(_COMMANDS))]):
        done = run(*line.split())
        if done.code not in (0, 1) or "Traceback" in done.err or "defect" in done.err:
            failed.append(f"{line}: {done.code} {done.err[-300:]}")
    assert not failed, "\n".join(failed)
    verified, doctor = run("admin", "verify", "--json"), run("doctor")
    assert verified.code == 0
    assert verified.json["sound"]
    assert verified.json["set_aside"] > 0
    assert verified.json["program"]
    assert " are skipped; the first is " in doctor.out
    with Board.open(hostile) as board:
        first = board.set_aside()[0].event
    assert run("forget", first, "--reason", "broken", "--yes").code == 0
    with Board.open(hostile) as board:
        assert first not in {each.event for each in board.set_aside()}


def test_one_broken_event_is_named_by_verify_and_doctor(run: Run, tmp_path: Path) -> None:
    """With what is wrong and what to do, and without any of its text."""
    with Board.open(tmp_path / "board.db") as board:
        payload = {"root": "relative-secret", "git_folder": "relative-secret/.git"}
        event = valid("repository.observed")[0]._replace(text=str(payload).replace("'", '"'))
        [name] = append(board, [event])
    verified = run("admin", "verify")
    assert verified.code == 0
    assert "are folded without 1 event; `lessonboard doctor` names them" in verified.err
    doctor = run("doctor", "--verbose")
    assert f"1 event is skipped; the first is {name} (repository.observed)" in doctor.out
    assert f"lessonboard admin events --after {0} --limit 1" in doctor.out
    assert "relative-secret" not in doctor.out + verified.out + verified.err


def test_a_hook_is_answered(hostile: Path) -> None:
    """What hooks read of the log they read as SQLite does, without these functions."""
    from blackboard.storage.hook_board import HookBoard

    with Board.open(hostile) as board:
        board.catch_up()
        sessions = [row["id"] for row in board.view("sessions")]
    hook = HookBoard(str(hostile), 1.0)
    try:
        for session in ["testing", *sessions]:
            hook.last_prompt(session)
            hook.refused_in(session)
            hook.muted(session, "/src/app")
            hook.active_guards("/src/app")
            hook.delivered(session)
            hook.cleared_at(session)
    finally:
        hook.close()
