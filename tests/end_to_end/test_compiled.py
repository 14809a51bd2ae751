"""A lesson that became a check of the repository is told no more, until the check is removed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from blackboard.sources.repository import project_of
from examples.stand_ins.forge import FileForge
from examples.stand_ins.workplace import git
from tests.agents.scripted_server import Say
from tests.blackboard.lessons import lesson
from tests.end_to_end.agents import ClaudeCode
from tests.end_to_end.machine import Machine
from tests.end_to_end.seeding import LESSON, NEEDING
from tests.optional_parts import CLAUDE

pytestmark = [CLAUDE.needed, pytest.mark.full]

_ROOT = Path(__file__).parents[2]
_AT_THE_FORGE = """\
import sys
from pathlib import Path
import lessonboard.parts.automation.orchestration
from examples.stand_ins.forge import FileForge
from lessonboard.start import main
forge = FileForge(Path(sys.argv.pop(1)))
lessonboard.parts.automation.orchestration.forge_of = lambda app, board, project: forge
main()
"""
"""Our command line with a forge in a file in the place of GitHub."""


@pytest.fixture
def approved(machine: Machine) -> Machine:
    """A checkout with a remote, our hooks, and a lesson that a person approved."""
    checkout, remote = machine.repository, machine.root / "remote.git"
    git(machine.root, "init", "--quiet", "--bare", str(remote))
    git(checkout, "remote", "add", "origin", str(remote))
    for name, value in (("name", "A Person"), ("email", "person@example.com")):
        git(checkout, "config", f"user.{name}", value)
    git(checkout, "push", "--quiet", "origin", "HEAD")
    machine.lessonboard("init")
    with machine.board() as board:
        board.append([lesson("seeding", LESSON, project=project_of(str(checkout)),
                             symptom="Seeding the database fails: no configuration was given.",
                             status="approved")])  # fmt: skip
        board.catch_up()
    return machine


def test_a_lesson_rests_from_the_merge_until_its_check_is_removed(approved: Machine) -> None:
    """The draft alone changes nothing; the proof is what reached the model of each session."""
    assert told(approved) == 1
    branch = drafted(approved)
    assert checked(approved) == {}
    assert told(approved) == 1

    git(approved.repository, "fetch", "--quiet", "origin")
    git(approved.repository, "merge", "--quiet", "--no-edit", f"origin/{branch}")
    git(approved.repository, "push", "--quiet", "origin", "HEAD")
    assert LESSON in (approved.repository / "AGENTS.md").read_text()
    assert checked(approved) == {"resting": 1}
    assert told(approved) == 0

    git(approved.repository, "rm", "--quiet", "AGENTS.md")
    git(approved.repository, "commit", "--quiet", "--message", "Without the rule")
    git(approved.repository, "push", "--quiet", "origin", "HEAD")
    assert checked(approved) == {"woken": 1}
    assert told(approved) == 1


def checked(machine: Machine) -> dict[str, int]:
    """What the worker's look at the project changed, which it takes after sessions."""
    folder = str(machine.repository)
    place = json.dumps({"project": project_of(folder), "folder": folder})
    machine.lessonboard("admin", "queue", "add", "check-lessons", "--input", place)
    machine.lessonboard("admin", "worker", "--until-idle")
    item, *_ = machine.read("admin", "queue", "--kind", "check-lessons")
    counts = item["outcome"].get("checks", {})
    return {state: counts[state] for state in ("resting", "woken") if state in counts}


def drafted(machine: Machine) -> str:
    """The branch of the draft pull request that `automation compile --pr` opens."""
    file = machine.root / "forge.json"
    command = ["automation", "compile", "seeding", "--pr", "--json"]
    path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
    done = machine.run(sys.executable, "-c", _AT_THE_FORGE, file, *command, PYTHONPATH=path)
    assert done.code == 0, done
    [branch] = FileForge(file).state["pulls"]
    assert FileForge(file).state["made"] == [
        "draft into " + git(machine.repository, "branch", "--show-current")
    ]
    return str(branch)


def told(machine: Machine) -> int:
    """How often our hooks put the lesson before the model in a new session that needs it.

    Claude Code reads AGENTS.md by itself, so the rule alone says nothing of who told it.
    """
    session = ClaudeCode(machine).run(NEEDING, [Say("Yes?")])
    return session.context.count(f"- Here: {LESSON}")
