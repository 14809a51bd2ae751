"""The plugins register what `init` registers, and the agents themselves find them in order."""

from __future__ import annotations

import json
import os
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from blackboard.agents.registration import Commands, Places
from lessonboard.doctor import claude, codex
from lessonboard.install import skill
from lessonboard.install.agents import AGENTS
from lessonboard.install.launcher import shared_line, shared_words
from tests.optional_parts import CLAUDE, CODEX

_REPOSITORY = Path(__file__).parents[3]
_PLUGINS = {"claude": "plugins/claude-code", "codex": "plugins/codex"}
_MANIFESTS = {"claude": ".claude-plugin/plugin.json", "codex": ".codex-plugin/plugin.json"}
_BY_NAME = Commands(shared_line, shared_words, ["lessonboard", "mcp"], skill=skill.TEXT)


def read(*parts: str) -> Any:
    """A JSON file of the repository."""
    return json.loads(_REPOSITORY.joinpath(*parts).read_text())


@pytest.mark.parametrize("agent", list(_PLUGINS))
def test_a_plugin_registers_what_init_registers(agent: str) -> None:
    """The same events, matchers, time limits and server; only the program is found by its name."""
    places = Places(Path("/home"), None)
    hooks, server, skill_file = AGENTS[agent].registrations(places, "user", _BY_NAME)
    wanted = {event: [entry] for event, entry in hooks.hooks.items()}
    assert read(_PLUGINS[agent], "hooks/hooks.json")["hooks"] == wanted
    assert read(_PLUGINS[agent], ".mcp.json") == {"mcpServers": {"lessonboard": server.server}}
    skills = _REPOSITORY / _PLUGINS[agent] / "skills" / "lessonboard" / "SKILL.md"
    assert skills.read_text() == skill_file.content


@pytest.mark.parametrize("agent", list(_PLUGINS))
def test_a_plugin_is_of_the_version_of_the_package(agent: str) -> None:
    """Agents update a plugin only when its version changes."""
    assert read(_PLUGINS[agent], _MANIFESTS[agent])["version"] == version("lessonboard")


def test_the_catalogues_name_the_plugins() -> None:
    """By folders of this repository."""
    (listed,) = read(".claude-plugin/marketplace.json")["plugins"]
    assert listed["source"] == f"./{_PLUGINS['claude']}"
    (listed,) = read(".agents/plugins/marketplace.json")["plugins"]
    assert listed["source"] == {"source": "local", "path": f"./{_PLUGINS['codex']}"}


def run(home: Path, *command: str) -> str:
    """Run an agent's command line in a home of its own; it must succeed."""
    variables = {
        "HOME": str(home),
        "CODEX_HOME": str(home),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
    }
    done = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=90
    )
    assert done.returncode == 0, done
    return done.stdout


@CLAUDE.needed
@pytest.mark.parametrize("folder", [".", _PLUGINS["claude"]])
def test_claude_code_finds_nothing_wrong(folder: str, tmp_path: Path) -> None:
    """Neither with the catalogue nor with the plugin, not even a warning."""
    run(tmp_path, "claude", "plugin", "validate", "--strict", str(_REPOSITORY / folder))


@CLAUDE.needed
def test_claude_code_installs_it_and_doctor_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name that its own command takes it out with."""
    run(tmp_path, "claude", "plugin", "marketplace", "add", str(_REPOSITORY))
    run(tmp_path, "claude", "plugin", "install", "lessonboard@lessonboard")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert claude.set_up(tmp_path).found == "calls lessonboard (plugin)"
    run(tmp_path, "claude", "plugin", "uninstall", "lessonboard@lessonboard")
    assert "has no hook" in claude.set_up(tmp_path).found


@CODEX.needed
def test_codex_installs_it_with_its_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads the catalogue, copies the plugin, and knows the server; `doctor` sees it."""
    run(tmp_path, "codex", "plugin", "marketplace", "add", str(_REPOSITORY))
    run(tmp_path, "codex", "plugin", "add", "lessonboard@lessonboard")
    assert "lessonboard  lessonboard  mcp" in run(tmp_path, "codex", "mcp", "list")
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    assert codex.set_up(tmp_path).found == "has the plug-in lessonboard@lessonboard"
    run(tmp_path, "codex", "plugin", "remove", "lessonboard@lessonboard")
    assert "has no hook" in codex.set_up(tmp_path).found
