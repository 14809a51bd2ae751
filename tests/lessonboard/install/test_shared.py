"""Files that a repository may hold for everybody, colleagues without the program included."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.lessonboard.install.conftest import Machine

_FILES = {
    "claude": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
    "opencode": ".opencode/plugin/lessonboard.js",
}


def _texts(machine: Machine) -> dict[str, str]:
    return {
        str(path.relative_to(machine.project)): path.read_text()
        for path in machine.project.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(machine.project).parts
    }


@pytest.mark.parametrize("agent", list(_FILES))
def test_what_is_committed_names_no_place_and_no_server(machine: Machine, agent: str) -> None:
    """Only a program that may be there, in the one file of the agent's hooks."""
    before = _texts(machine)
    ran = machine("init", "--shared", "--agent", agent)
    assert ran.code == 0
    assert "Commit these files" in ran.out
    added = {name: text for name, text in _texts(machine).items() if before.get(name) != text}
    assert list(added) == [_FILES[agent]]
    (text,) = added.values()
    assert "lessonboard-hook" in text
    assert "mcp" not in text.lower()
    for place in (str(machine.home), str(machine.project), "/usr", "python", "-IS"):
        assert place not in text
    assert machine("uninstall").code == 0
    assert _texts(machine) == before


@pytest.mark.parametrize("agent", ["claude", "codex", "gemini", "cursor"])
def test_a_colleague_without_the_program_sees_nothing(
    machine: Machine, agent: str, tmp_path: Path
) -> None:
    """Each command ends with 0 and prints nothing on standard output."""
    machine("init", "--shared", "--agent", agent)
    hooks = json.loads((machine.project / _FILES[agent]).read_text())["hooks"]
    lines = {each["command"] for entries in hooks.values() for entry in entries
             for each in entry.get("hooks", [entry])}  # fmt: skip
    for line in lines:
        done = subprocess.run(
            ["/bin/sh", "-c", line], input=b"{}", capture_output=True, check=False,
            env={"PATH": str(tmp_path)},
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, b"")


def test_shared_is_a_scope_of_its_own(machine: Machine) -> None:
    """And needs a repository."""
    both = machine("init", "--shared", "--scope", "project")
    assert (both.code, "leave out --scope" in both.err) == (2, True)
    assert machine("init", "--shared", "--agent", "copilot").code == 2


def test_own_hooks_of_the_repository_stay(machine: Machine) -> None:
    """Before, with and after ours."""
    path = machine.project / ".claude" / "settings.json"
    path.parent.mkdir(exist_ok=True)
    own = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "make lint"}]}]}}
    path.write_text(json.dumps(own))
    machine("init", "--shared", "--agent", "claude")
    commands = path.read_text()
    assert "make lint" in commands
    assert "lessonboard-hook claude" in commands
    machine("uninstall")
    assert json.loads(path.read_text()) == own
