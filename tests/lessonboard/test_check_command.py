"""What `show` and `curate` say of a lesson whose file changed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from blackboard import Board
from lessonboard.cli.main import cli
from reflect.freshness.span import cite
from tests.blackboard.lessons import HERE, lesson, told

TEXT = "def tile(path):\n    with path.open() as file:\n        return file.read()\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of the project as the working folder, and a board with a lesson that cites it."""
    place = tmp_path / "kite"
    subprocess.run(["git", "init", "-q", place], check=True)
    remote = ["remote", "add", "origin", f"https://{HERE}.git"]
    subprocess.run(["git", "-C", place, *remote], check=True)
    (place / "README").write_text("Kites.")
    (place / "tile.py").write_text(TEXT)
    cited = cite("e1", TEXT, "tile.py", first_line=1)
    assert cited is not None
    evidence = [cited.model_dump(exclude_none=True)]
    with Board.open(tmp_path / "board.db") as board:
        board.append([lesson("close", "Close the file", evidence=evidence)])
        board.append(
            [lesson("plain", "Run the tests"), told("lesson.approved", "plain", by="human")]
        )
        board.append([told("lesson.approved", "close", by="human")])
    monkeypatch.chdir(place)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LESSONBOARD_DB", str(tmp_path / "board.db"))
    return place


def run(*arguments: str, stdin: str = "") -> Result:
    """Runs the command."""
    return CliRunner().invoke(cli, ["lesson", *arguments], input=stdin, catch_exceptions=False)


def drift(root: Path) -> None:
    """Change the lines that are cited."""
    (root / "tile.py").write_text(TEXT.replace("read()", "read(9)"))


def test_show_looks_at_the_file_in_a_folder_of_the_project(root: Path) -> None:
    """Elsewhere it says what was found last."""
    assert "cites a file: fresh, as it was recorded" in run("close").output
    drift(root)
    shown = run("close").output
    assert "cites a file: drifted since" in shown
    assert "tile.py:1-3" in shown
    assert json.loads(run("close", "--json").output)[0]["freshness"] == "drifted"
    assert "cites a file" not in run("plain").output


def test_show_elsewhere_looks_at_no_file(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same path there is another file."""
    drift(root)
    monkeypatch.chdir(tmp_path)
    assert "fresh, as it was recorded" in run("close").output


def test_what_drifted_waits_and_a_look_settles_it(root: Path) -> None:
    """Also if it was approved; skipped it comes again, approved it does not."""
    with Board.open(root.parent / "board.db") as board:
        board.append([lesson("new", "Fly high")])
    drift(root)
    run("close")  # as the worker does after sessions
    waiting = json.loads(run("review", "--all", "--json").stdout)["waiting"]
    assert [row["id"] for row in waiting] == ["new", "close"]
    skipped = run("review", "--all", stdin="s\ns\n").stdout
    assert "cites a file: drifted since" in skipped
    assert skipped.endswith("2 lessons of these still waiting.\n")
    assert run("review", "--all", stdin="s\na\n").stdout.endswith(
        "1 lesson of these still waiting.\n"
    )
    waiting = json.loads(run("review", "--all", "--json").stdout)["waiting"]
    assert [row["id"] for row in waiting] == ["new"]
    run("undo", "close")
    waiting = json.loads(run("review", "--all", "--json").stdout)["waiting"]
    assert [row["id"] for row in waiting] == ["new", "close"]
