"""`admin project` and `doctor` suggest what may be one repository; a person merges or refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from tests.blackboard.repositories.test_projects import APP, HERE, THERE, observed, started
from tests.blackboard.repositories.test_suggest import MIRROR
from tests.command_line import Run

REASON = "they share their first commit 3f2a11"
MERGE = f"lessonboard admin project {MIRROR} {APP} --merge"


@pytest.fixture
def mirrored(run: Run, tmp_path: Path) -> Run:
    """A command line whose board knows a repository and its mirror."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([
            started("s1", APP, HERE), started("s3", APP, HERE), started("s2", MIRROR, THERE),
            observed(HERE, "3f2a11", origin=APP), observed(THERE, "3f2a11", origin=MIRROR),
        ])  # fmt: skip
        board.catch_up()
    return run


def test_a_suggestion_has_its_evidence_and_the_command(mirrored: Run) -> None:
    """Both in `admin project` and in `doctor`; programs find it at the project that would go."""
    shown = mirrored("admin", "project").out
    assert f"{MIRROR} and {APP} may be one repository:\n  {REASON}\n  if so: {MERGE};" in shown
    found = {
        row["project"]: row["suggested"] for row in mirrored("admin", "project", "--json").json
    }
    assert found == {APP: [], MIRROR: [{"merge_into": APP, "reasons": [REASON]}]}
    doctor = mirrored("doctor").out
    assert f"{MIRROR} and {APP} may be one repository: {REASON}" in doctor
    assert f"`{MERGE}`" in doctor


def test_its_command_makes_one_project(mirrored: Run) -> None:
    """What is printed can be typed as it is, and then nothing is suggested."""
    mirrored(*MERGE.split()[1:])
    [row] = mirrored("admin", "project", "--json").json
    assert (row["project"], row["sessions"], row["suggested"]) == (APP, 3, [])


def test_a_refusal_keeps_them_apart_until_it_is_undone(mirrored: Run) -> None:
    """Two names after `--split` are projects that a person says are two."""
    said = mirrored("admin", "project", MIRROR, APP, "--split").out
    assert f"{MIRROR} and {APP} are two projects" in said
    assert "may be one repository" not in mirrored("admin", "project").out + mirrored("doctor").out
    mirrored(*said.rpartition("lessonboard ")[2].split())
    assert REASON in mirrored("admin", "project").out


def test_projects_that_are_one_cannot_be_kept_apart(mirrored: Run) -> None:
    """The error says what is meant by one name."""
    done = mirrored("admin", "project", APP, HERE, "--split")
    assert done.code == 1
    assert "they are one project" in done.err
    assert mirrored("admin", "project", "a", "b", "c", "--split").code == 2
