"""Lessons that one person writes into a repository are another's to take in, and never his own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.command_line import Run

RULE = "Always run make fmt before you commit"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that both have."""
    folder = tmp_path / "parcels"
    folder.mkdir()
    for line in ("init -q", "remote add origin https://github.com/ada/parcels.git"):
        subprocess.run(["git", *line.split()], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize(
    ("form", "file"),
    [("agents-md", "AGENTS.md"), ("rules", ".claude/rules/lessonboard-general.md")],
)
def test_a_colleague_takes_in_what_was_exported_as_the_repositorys_word(
    run: Run, repository: Path, tmp_path: Path, form: str, file: str
) -> None:
    """To be approved by him; the board that wrote the file reads nothing of its own back."""
    his = {"LESSONBOARD_DB": str(tmp_path / "his.db")}
    run("lesson", "add", RULE, folder=repository)
    assert run("export", form, folder=repository).code == 0
    run("session", "import", file, folder=repository)
    assert len(run("lesson", "--json", folder=repository).json) == 1
    assert run("session", "import", file, folder=repository, **his).code == 0
    [lesson] = run("lesson", "--json", folder=repository, **his).json
    assert lesson["constraint"] == RULE
    assert (lesson["status"], lesson["trust"]) == ("candidate", "repository")
    assert run("session", "import", file, folder=repository, **his).code == 0
    assert len(run("lesson", "--json", folder=repository, **his).json) == 1
