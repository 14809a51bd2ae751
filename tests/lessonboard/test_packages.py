"""Packages of other programs with the names of ours: said clearly, and nothing is run with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lessonboard.doctor import packages
from tests.commands import COMMAND

FOREIGN = "raise SystemExit('the wrong module was imported')\n"


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder with a module named like one of ours."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "scheduler.py").write_text(FOREIGN)
    return folder


def _ran(*command: object, folder: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(folder), "PYTHONPATH": path, "LESSONBOARD_DB": f"{folder}/board.db"}
    return subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_a_command_that_would_import_another_programs_module_says_so(foreign: Path) -> None:
    """In one line with its place, before anything of it runs; in the working folder is none."""
    done = _ran(COMMAND, "doctor", folder=foreign, path=str(foreign))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"'scheduler' is {foreign}/scheduler.py, which is another program's" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert _ran(COMMAND, "doctor", folder=foreign).returncode == 0


def test_a_program_that_has_a_module_of_such_a_name_is_told_at_its_import(foreign: Path) -> None:
    """`lessonboard.api` refuses what would fail later in a way that nobody understands."""
    done = _ran(sys.executable, "-c", "import lessonboard.api", folder=foreign)
    assert done.returncode == 1
    assert "another program's; rename that" in done.stderr.splitlines()[-1]


def test_a_distribution_that_overwrites_our_files_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`doctor` names it; one with other packages is nothing to note."""
    for name, file in (("scheduler", "scheduler/__init__.py"), ("other", "reflection/__init__.py")):
        folder = tmp_path / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (folder / "RECORD").write_text(f"{file},,\n{folder.name}/RECORD,,\n")
    assert list(packages.look()) == []
    monkeypatch.syspath_prepend(tmp_path)
    (finding,) = packages.look()
    assert finding.level == "bad"
    assert "scheduler has a package named 'scheduler' as well" in finding.found
