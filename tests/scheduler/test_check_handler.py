"""Checking lessons as a kind of work: asked for by sessions, seldom, and where the files are."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from blackboard.events.payload import new
from blackboard.events.session import MessageRecorded, SessionStarted
from blackboard.views.rows import SessionRow
from lessonboard.parts.automation.checks.settle import settle
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.freshness.span import cite
from reflect.reflecting import ReflectionTools
from scheduler.handler import Hopeless, Stopped
from scheduler.handlers.check import EVERY, KIND, CheckHandler, ask_for_check
from scheduler.handlers.reflect import ReflectHandler
from scheduler.work.item import Item
from scheduler.work.queue import Queue
from tests.blackboard.lessons import HERE, lesson, told
from tests.conftest import FixedClock

TEXT = "def tile(path):\n    with path.open() as file:\n        return file.read()\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A real clone of the project, with the lines that lessons cite."""
    place = tmp_path / "kite"
    subprocess.run(["git", "init", "-q", place], check=True)
    remote = ["remote", "add", "origin", f"https://{HERE}.git"]
    subprocess.run(["git", "-C", place, *remote], check=True)
    (place / "README").write_text("Kites.")
    (place / "tile.py").write_text(TEXT)
    return place


def learnt(board: Board, *keys: str) -> None:
    """Lessons that cite the lines."""
    cited = cite("e1", TEXT, "tile.py", first_line=1)
    assert cited is not None
    evidence = [cited.model_dump(exclude_none=True)]
    board.append([lesson(key, f"Close {key}", evidence=evidence) for key in keys])


def worked_in(board: Board, folder: Path, project: str = HERE) -> SessionRow:
    """The row of a session in a folder."""
    payloads = [
        SessionStarted(session="s1", agent="claude-code", cwd=str(folder)),
        MessageRecorded(session="s1", role="user", text="Fly."),
    ]
    board.append([new(each, stream="session:s1", project=project) for each in payloads])
    return board.row("sessions", "s1")


def item(**input: Any) -> Item:
    """An item of the kind, as claimed."""
    return Item("work-1", KIND, HERE, input, 1, "w", 0)


def test_a_session_asks_for_a_check_once_in_some_hours(
    board: Board, root: Path, clock: FixedClock
) -> None:
    """Finished or not, the next is asked for when they are over."""
    learnt(board, "l")
    session = worked_in(board, root)
    assert ask_for_check(board, session, clock)
    assert not ask_for_check(board, session, clock)
    queue = Queue(board, "w", clock=clock)
    (claimed,) = queue.claim([KIND])
    queue.complete([(claimed, CheckHandler().handle(board, claimed, lambda: False))])
    assert not ask_for_check(board, session, clock)
    clock.advance(EVERY + 1)
    assert ask_for_check(board, session, clock)


def test_no_check_is_asked_for_in_vain(
    board: Board, root: Path, clock: FixedClock, tmp_path: Path
) -> None:
    """Without lessons that cite files, the folder, or that project in it."""
    assert not ask_for_check(board, worked_in(board, root), clock)
    learnt(board, "l")
    session = board.row("sessions", "s1")
    assert not ask_for_check(board, {**session, "cwd": str(tmp_path / "gone")}, clock)
    assert not ask_for_check(board, {**session, "cwd": str(tmp_path)}, clock)
    assert not ask_for_check(board, {**session, "cwd": None}, clock)
    assert ask_for_check(board, session, clock)


def test_reflecting_on_a_session_asks_for_a_check(
    board: Board, root: Path, clock: FixedClock
) -> None:
    """And reflecting again asks for no other."""
    learnt(board, "l")
    worked_in(board, root)
    tools = ReflectionTools(Critic(CriticSettings().in_force()))
    handler = ReflectHandler(lambda _: tools, clock=clock)
    for attempt in (1, 2):
        given = Item("work-0", "reflect", HERE, {"session": "s1"}, attempt, "w", 0)
        handler.handle(board, given, lambda: False)
    (row,) = board.view("work")
    assert (row["kind"], row["input"]) == (KIND, {"project": HERE, "folder": str(root)})


def test_a_check_says_what_it_found_and_tells_it_once(board: Board, root: Path) -> None:
    """However often the item is done."""
    learnt(board, "l", "m")
    (root / "tile.py").write_text(TEXT.replace("read", "seek"))
    given = item(project=HERE, folder=str(root))
    for _ in range(2):
        outcome = CheckHandler().handle(board, given, lambda: False)
        assert outcome == {"checked": 2, "drifted": 2}
    assert len(list(board.read(types=["lesson.checked"]))) == 2


def test_a_folder_that_went_away_is_no_failure(board: Board, tmp_path: Path) -> None:
    """A worktree lives for an hour; its lessons are as fresh as they were."""
    learnt(board, "l")
    given = item(project=HERE, folder=str(tmp_path / "gone"))
    outcome = CheckHandler().handle(board, given, lambda: False)
    assert outcome["checked"] == 0
    assert board.row("lessons", "l")["freshness"] == "fresh"


def test_a_folder_that_is_another_projects_by_now_is_not_looked_into(
    board: Board, tmp_path: Path
) -> None:
    """Every lesson would be orphaned there."""
    learnt(board, "l")
    (tmp_path / "README").write_text("Not kites.")
    given = item(project=HERE, folder=str(tmp_path))
    outcome = CheckHandler().handle(board, given, lambda: False)
    assert outcome["checked"] == 0
    assert board.row("lessons", "l")["freshness"] == "fresh"


def test_a_check_stops_when_it_is_asked_to(board: Board, root: Path) -> None:
    """Between two lessons."""
    learnt(board, "l", "m")
    with pytest.raises(Stopped):
        CheckHandler().handle(board, item(project=HERE, folder=str(root)), lambda: True)


@pytest.mark.parametrize(
    "input",
    [{}, {"project": HERE}, {"project": 5, "folder": "x"}, {"project": HERE, "folder": "a\0b"}],
    ids=["nothing", "no folder", "no name", "nul"],
)
def test_what_names_no_files_is_hopeless(board: Board, input: dict[str, Any]) -> None:
    """It will be no better the next time."""
    with pytest.raises(Hopeless, match="work-1"):
        CheckHandler().handle(board, item(**input), lambda: False)


def test_checks_of_lessons_are_looked_for_too(board: Board, root: Path, clock: FixedClock) -> None:
    """A session asks for it where no lesson cites a file; each kind may look in its own way."""
    check = {"kind": "linter", "file": "ruff.toml", "lines": 1, "digest": "0" * 64}
    board.append(
        [lesson("l", "Close it.", status="approved"), told("lesson.compiled", "l", **check)]
    )
    assert ask_for_check(board, worked_in(board, root), clock)
    (root / "ruff.toml").write_text("T201")
    commit = ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "x"]
    seen = ["update-ref", "refs/remotes/origin/main", "HEAD"]
    for arguments in (["add", "."], commit, seen):
        subprocess.run(["git", "-C", str(root), *arguments], check=True)
    given = item(project=HERE, folder=str(root))
    handler = CheckHandler((settle,))
    assert handler.handle(board, given, lambda: False)["checks"] == {"missing": 1}

    def holds(check: dict[str, Any], content: bytes) -> bool:
        return content == b"T201" and check["file"] == "ruff.toml"

    handler = CheckHandler((partial(settle, holds=holds),))
    outcome = handler.handle(board, given, lambda: False)
    assert outcome == {"checked": 0, "checks": {"resting": 1}}
