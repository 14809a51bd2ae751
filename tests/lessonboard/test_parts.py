"""The separable parts: when they are active, and that a board with their events loses nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.events import recording
from blackboard.events.session import SessionStarted
from blackboard.plugins.parts import PARTS
from blackboard.views import VIEWS
from lessonboard.places import copy_path
from tests.blackboard.sample_board import fill
from tests.command_line import Run
from tests.lessonboard.bare_install import Bare
from tests.reflect.findings import HERE

SECRET = "quagmire"  # a word that stands nowhere else
OTHER = "github.com/ada/other"
INSTALLS = "pip install 'lessonboard[recordings]'"


@pytest.fixture
def bare(run: Run, tmp_path: Path) -> Bare:
    """The command as a plain installation has it."""
    return Bare(run, tmp_path)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A board with events of every part, folded by all of them."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        fill(board)
        for name in ("t2", "t3"):
            workflow = {"format": 3, "title": f"{SECRET} {name}", "start": "http://a/",
                        "steps": [{"do": "press", "value": "ENTER"}]}  # fmt: skip
            compiled = recording.WorkflowCompiled(
                recording=name, workflow=workflow, made_from_sha256=name * 32
            )
            board.record(compiled, actor="recorder", project=HERE)
        board.record(SessionStarted(session="s20", agent="codex"), actor="codex", project=OTHER)
        assert SECRET in str(board.view("workflows"))
    return path


def positions(path: Path) -> dict[str, int]:
    """How far each view has come."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT name, position FROM checkpoints WHERE name LIKE 'view:%'")
        return {name.removeprefix("view:"): position for name, position in rows}


def agrees_with_a_replay(path: Path) -> bool:
    """Whether every part's views, as they are, are what folding the whole log gives."""
    with Board.open(path) as board:
        rows = {view.name: board.view(view.name, order=view.key) for view in VIEWS}
        assert board.verify().sound
        assert board.verify_views() == []
        board.replay()
        return rows == {view.name: board.view(view.name, order=view.key) for view in VIEWS}


def test_a_bare_install_imports_no_part(bare: Bare, samples: str) -> None:
    """Not for import, search, hooks' context, reflection, the worker, help or the MCP server."""
    bare.ok("session", "import", "--trusted", samples)
    for words in (["lesson"], ["search", "tests"], ["lesson", "report"], ["doctor"], ["--help"],
                  ["lesson", "context", "--prompt", "Run the tests"],
                  ["admin", "verify", "--views"], ["admin", "worker", "--until-idle"]):  # fmt: skip
        bare(*words)
    bare.ok("mcp", stdin='{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    assert "lessonboard.cli.main" in bare.imported
    assert {name for name in bare.imported if name.startswith("lessonboard.parts.")} == set()


def test_help_names_the_parts_that_are_not_active(bare: Bare) -> None:
    """With what each needs; its commands say so, too, and are wrong usage."""
    said = bare.ok("--help").partition("Parts that are not active")[2]
    assert all(part.name in said for part in PARTS)
    refused = bare("recording")
    assert refused.code == 2
    assert INSTALLS in refused.err
    assert "lessonboard admin part on team" in bare("team").err


def test_a_part_without_libraries_is_switched_on_and_off(bare: Bare) -> None:
    """By the settings, at once; one with libraries can be switched off, and on once they come."""
    assert bare("team").code == 2
    bare.ok("admin", "part", "on", "team")
    assert "no team" in bare("team").out.lower()
    bare.ok("admin", "part", "off", "team")
    assert bare("team").code == 2
    assert INSTALLS in bare.ok("admin", "part", "on", "recordings")
    assert {"part": "recordings", "active": False} in [
        {name: each[name] for name in ("part", "active")}
        for each in bare("admin", "part", "--json").json
    ]


def test_a_part_is_switched_off_although_its_libraries_are_there(run: Run, bare: Bare) -> None:
    """Its commands and views are not there then."""
    bare.switch(web=False, recordings=False)
    there = {"PYTHONDONTWRITEBYTECODE": "1"}  # so that the process starts anew
    assert run("web", "--no-browser", **there).code == 2
    assert run("admin", "verify", "--rebuild", "--view", "lessons", **there).code == 0
    assert "workflows" in run("admin", "verify", "--rebuild", "--view", "workflows", **there).err


def test_what_a_board_uses_is_on_after_an_upgrade(
    bare: Bare, imported: Run, tmp_path: Path
) -> None:
    """A team that was joined before there was a switch goes on sharing by its folder."""
    (tmp_path / "shared").mkdir()
    assert imported("team", "join", str(tmp_path / "shared"), "--all-projects").code == 0
    bare.ok("team", "sync", "--yes")
    assert list((tmp_path / "shared").rglob("*.jsonl"))
    assert bare("automation").code == 2


def test_a_board_loses_nothing_where_libraries_are_missing(bare: Bare, whole: Path) -> None:
    """It is read, written and renamed in; the rows of the part are kept and are behind."""
    bare.ok("admin", "project", "--merge", HERE, OTHER)
    assert "Nothing was found" in bare.ok("search", SECRET)
    with closing(sqlite3.connect(whole)) as file:
        assert file.execute("SELECT COUNT(*) FROM view_workflows").fetchone() == (3,)
    reached = positions(whole)
    assert reached.get("workflows", 0) < reached["lessons"] == reached["runs"]
    assert "part is not active: recordings, step_cards" in bare.ok("admin", "verify", "--views")
    assert agrees_with_a_replay(whole)
    with Board.open(whole) as board:
        assert {row["project"] for row in board.view("workflows")} == {OTHER}


def test_views_that_lag_behind_catch_up_without_a_rebuild(bare: Bare, whole: Path) -> None:
    """So two programs, one with the part and one without, may take turns."""
    before = positions(whole)["workflows"]
    bare.ok("lesson", "add", "Use dev.toml to seed", "--project", HERE)
    assert positions(whole)["workflows"] == before
    with Board.open(whole) as board:
        assert board.lag() == board.log.head() - before
    assert agrees_with_a_replay(whole)


@pytest.mark.parametrize("switches", [{}, {"automation": False, "team": False}])
def test_forgetting_reaches_what_an_absent_part_recorded(
    bare: Bare, whole: Path, switches: dict[str, bool]
) -> None:
    """No byte is left in the file; what the part makes of the rest is as if it had been there."""
    bare.switch(**switches)
    bare.ok("forget", "--matching", f"{SECRET} t2", "--reason", "private", "--yes")
    assert [file.name for file in whole.parent.glob("board.db*")
            if f"{SECRET} t2".encode() in file.read_bytes()] == []  # fmt: skip
    bare.ok("admin", "verify", "--views")
    assert agrees_with_a_replay(whole)
    with Board.open(whole) as board:
        assert f"{SECRET} t3" in str(board.view("workflows"))
        assert f"{SECRET} t2" not in str(board.view("workflows"))


def test_the_line_that_installs_a_missing_part_is_said(bare: Bare, whole: Path) -> None:
    """By the first command, once; by `doctor` and the status line as long as it lacks."""
    assert INSTALLS in bare("lesson").err
    assert INSTALLS not in bare("lesson").err
    assert INSTALLS in bare("doctor").out
    assert INSTALLS in bare("status-line").out
    bare.switch(recordings=False)
    assert INSTALLS not in bare("status-line").out


def test_a_workflow_is_not_told_while_its_part_is_away(bare: Bare, whole: Path) -> None:
    """Its rows may be of yesterday: it may have been withdrawn since."""
    told = ("lesson", "context", "--project", HERE, "--prompt", f"{SECRET} t2", "--json")
    bare.ok("lesson", "add", "Use dev.toml to seed", "--project", HERE)
    assert SECRET not in bare.ok(*told).replace(f'"{SECRET} t2"', "")


def test_a_board_on_a_server_is_read_where_its_library_is_missing(
    bare: Bare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its copy on this machine is; nothing is written, and the line that installs it is said."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    address = "postgresql://db.example/board"
    copy = copy_path(address)
    copy.parent.mkdir(parents=True)
    with Board.open(copy) as board:
        fill(board)
    done = bare("--db", address, "lesson")
    assert (done.code, "Use uv, never pip" in done.out) == (0, True)
    assert "lessonboard[postgres]" in done.err
    assert bare("--db", address, "lesson", "add", "Use tabs", "--project", HERE).code == 1
