"""A command line with a home, a board and a working folder of its own."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands import Ran, run_command
from tests.deciding import let_scripts_decide

ROOT = Path(__file__).parent.parent


Run = Callable[..., Ran]


def settings_file(folder: Path) -> Path:
    """The user's own settings for `run`, in the home below a test's folder."""
    file = folder / "home" / ".config" / "lessonboard" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


@pytest.fixture(scope="session", autouse=True)
def decides() -> None:
    """Commands that tests give in their own process may decide."""
    let_scripts_decide()


@pytest.fixture
def run(tmp_path: Path, empty_board: Path) -> Run:
    """Runs the command as a process, on an empty board at first.

    Other keyword arguments are environment variables.
    """
    home = tmp_path / "home"
    home.mkdir()
    if not (tmp_path / "board.db").exists():
        shutil.copy(empty_board, tmp_path)
    board = str(tmp_path / "board.db")

    def run(*arguments: str, stdin: str = "", folder: Path | None = None, **variables: str) -> Ran:
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LESSONBOARD_DB": board}
        variables = {**environment, **variables}
        return run_command(arguments, cwd=folder or home, env=variables, stdin=stdin)

    return run


@pytest.fixture(scope="session")
def samples_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The board to which the sample sessions were imported; tests work on copies."""
    home = tmp_path_factory.mktemp("samples")
    board = home / "board.db"
    done = run_command(
        ["--db", str(board), "session", "import", "--trusted", str(ROOT / "examples" / "sessions")],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home)},
    )
    assert done.code == 0, done.err
    return board


@pytest.fixture
def imported(run: Run, samples_board: Path, tmp_path: Path) -> Run:
    """A command line whose board holds the sample sessions."""
    for file in samples_board.parent.glob("board.db*"):
        shutil.copy(file, tmp_path / file.name)
    return run


@pytest.fixture
def samples() -> str:
    """The folder of the sample sessions."""
    return str(ROOT / "examples" / "sessions")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of two good lesson records and two bad ones."""
    good = {
        "phase": "implement",
        "category": "testing",
        "severity": "high",
        "symptom": "Interface mismatches show up only in continuous integration",
        "rootCause": "Nobody ran the type checker locally",
        "resolution": "A hook runs `tsc --noEmit` before each commit",
        "constraint": "Always run the type-check before committing",
        "tags": ["typescript", "pre-commit"],
        "project": "github.com/example/web",
    }
    snake = {
        **{name: value for name, value in good.items() if name != "rootCause"},
        "root_cause": "The pool was opened once per request",
        "constraint": "Open the database pool once per process",
        "id": "lesson-pool",
    }
    bad = {**good, "severity": "enormous"}
    lines = [json.dumps(good), json.dumps(snake), json.dumps(bad), "not json"]
    path = tmp_path / "lessons.jsonl"
    path.write_text("\n".join(lines))
    return path
