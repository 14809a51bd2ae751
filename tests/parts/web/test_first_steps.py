"""An empty board says what can be done, and does it by a button."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.hooks.background import EVERYTHING
from tests.parts.web.visitor import Visitor, visiting
from tests.reflect.talks import says, session

PLACES = ("/", "/review", "/sessions", "/lessons", "/projects", "/search")
BUTTON = "Read the history on this machine"


def write_transcripts(home: Path) -> None:
    """Two sessions, as Claude Code keeps them."""
    folder = home / ".claude" / "projects" / "-kite"
    folder.mkdir(parents=True)
    for name in ("11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"):
        said = {"type": "user", "sessionId": name, "uuid": name, "cwd": "/kite",
                "timestamp": "2026-11-20T09:00:00.000Z",
                "message": {"role": "user", "content": "Build the kite"}}  # fmt: skip
        (folder / f"{name}.jsonl").write_text(json.dumps(said) + "\n")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home where Claude Code keeps two transcripts."""
    write_transcripts(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The boards for which a worker was started; none is."""
    found: list[str] = []
    monkeypatch.setattr("lessonboard.history.start_worker", found.append)
    return found


@pytest.mark.parametrize("path", PLACES)
def test_every_empty_list_offers_the_first_steps(home: Path, path: str) -> None:
    """What is on this machine, a button to read it, a rule, and how agents are connected."""
    with visiting(App(str(home / "new.db"))) as visitor:
        page = visitor.text(path)
        assert "2 transcripts of Claude Code" in page
        assert BUTTON in page
        assert 'href="/lessons/new"' in page
        assert "<code>lessonboard init</code>" in page


def test_the_history_is_read_in_the_background_and_its_progress_is_shown(
    home: Path, started: list[str]
) -> None:
    """By the worker that `init` starts, with the same settings; the button is gone then."""
    path = home / "new.db"
    with visiting(App(str(path))) as visitor:
        page = visitor.done("/setup/history")
        assert started == [str(path)]
        assert visitor.board.local.imports.swept_at() == EVERYTHING
        assert "0 of 2 transcripts are read" in page
        assert BUTTON not in page


@pytest.mark.parametrize(
    ("origin", "token"),
    [("http://evil.test", None), (None, "wrong"), ("http://127.0.0.1:8484", "wrong")],
)
def test_no_other_site_has_the_history_read(
    home: Path, started: list[str], origin: str | None, token: str | None
) -> None:
    """Nothing is started, and nothing is remembered as wanted."""
    with visiting(App(str(home / "new.db"))) as visitor:
        answer = visitor.post("/setup/history", origin=origin, form_token=token)
        assert answer.status_code == 403
        assert visitor.get("/setup/history").status_code in (404, 405)
        assert started == []
        assert visitor.board.local.imports.swept_at() != EVERYTHING


def test_a_page_that_only_reads_shows_the_command(home: Path, started: list[str]) -> None:
    """And no button."""
    Board.open(home / "new.db").close()
    with visiting(App(str(home / "new.db")), read_only=True) as visitor:
        page = visitor.text("/")
        assert BUTTON not in page
        assert "lessonboard session import" in page
        assert "only reads" in visitor.post("/setup/history").text
    assert started == []


def test_a_board_with_sessions_has_no_first_steps(home: Path, started: list[str]) -> None:
    """Nor is everything read again where it was: a person may have left it out."""
    with Board.open(home / "full.db") as board:
        board.append(session([says("Hello.")]))
    with visiting(App(str(home / "full.db"))) as visitor:
        for path in PLACES:
            assert BUTTON not in visitor.text(path)
        answer = visitor.post("/setup/history")
        assert (answer.status_code, "this board has sessions" in answer.text) == (400, True)
    assert started == []


def test_a_worker_that_cannot_be_started_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the command that reads the history here and now."""

    def fail(_board: str) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("lessonboard.history.start_worker", fail)
    with visiting(App(str(home / "new.db"))) as visitor:
        answer = visitor.post("/setup/history")
        assert answer.status_code == 422
        assert "lessonboard session import" in answer.text


def test_the_past_offers_no_first_steps(visitor: Visitor) -> None:
    """Whatever was missing then."""
    assert BUTTON not in visitor.text("/sessions?as-of=0")
