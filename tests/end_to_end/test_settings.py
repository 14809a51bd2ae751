"""`init` and `uninstall` beside settings that somebody wrote by hand, with the agents running."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.agents.scripted_server import Say
from tests.end_to_end.agents import Agent, Codex
from tests.end_to_end.machine import Machine
from tests.end_to_end.seeding import RIGHT
from tests.optional_parts import CODEX

pytestmark = pytest.mark.full

_THEIRS = 'printf x >> "$HOME/theirs"'
_CLAUDE = """\
{ "model" : "opus",\r
\t"hooks":{"Stop":[{"hooks":[{"type":"command",   "command":%s}]}] } }"""
_CODEX_HOOKS = """\
{
   "hooks": { "Stop": [ {"hooks": [ {"type": "command", "command": %s} ]} ]
   }}
"""
_CODEX_CONFIG = "# mine\nmodel='gpt-5'   # odd\n\n\n[tui]\nnotifications   = false"


@pytest.fixture
def settled(agent: Agent) -> Agent:
    """An agent whose settings were there before us, with a hook of somebody else's."""
    theirs = json.dumps(_THEIRS)
    for path, text in {
        ".claude/settings.json": _CLAUDE % theirs,
        ".codex/hooks.json": _CODEX_HOOKS % theirs,
        ".codex/config.toml": _CODEX_CONFIG,
    }.items():
        (agent.machine.home / path).write_bytes(text.encode())
    return agent


def test_uninstall_leaves_no_trace_in_the_settings(settled: Agent) -> None:
    """Every byte is as it was; in between our hooks and theirs ran, and afterwards theirs do."""
    machine = settled.machine
    before = _settings(machine)
    machine.lessonboard("init")
    assert _settings(machine) != before
    session = settled.run("Fill the tables", [settled.shell(RIGHT), Say("Seeded.")])
    assert session.said == "Seeded."
    assert _types(machine, session.id) == {"session.started", "turn.ended", "session.ended"}
    assert (machine.home / "theirs").read_text() == "x"
    machine.lessonboard("uninstall")
    assert _settings(machine) == before
    later = settled.run("Fill the tables", [settled.shell(RIGHT), Say("Seeded again.")])
    assert later.said == "Seeded again."
    assert _types(machine, later.id) == set()
    assert (machine.home / "theirs").read_text() == "xx"


@CODEX.needed
def test_codex_runs_no_hook_that_nobody_trusts(machine: Machine) -> None:
    """As `init` says; the session is as it would be without us."""
    agent = Codex(machine, trusted=False)
    assert "until then Codex skips them" in machine.lessonboard("init", "--agent", "codex")
    session = agent.run("Fill the tables", [agent.shell(RIGHT), Say("Seeded.")])
    assert session.said == "Seeded."
    assert _types(machine, session.id) == set()


def _settings(machine: Machine) -> dict[str, bytes]:
    """The settings of both agents, and whatever of ours the agents would run."""
    folders = (machine.home / ".claude", machine.home / ".codex", machine.database.parent)
    names = {"settings.json", "hooks.json", "config.toml", "lessonboard-hook"}
    found = {
        str(path): path.read_bytes()
        for folder in folders
        for path in folder.glob("*")
        if path.name in names
    }
    own = machine.home / ".claude.json"  # Claude Code writes into it at every start
    return {**found, "servers": _servers(own)}


def _servers(path: Path) -> bytes:
    told = json.loads(path.read_bytes()) if path.exists() else {}
    return json.dumps(told.get("mcpServers")).encode()


def _types(machine: Machine, session: str) -> set[str]:
    """What hooks wrote down of a session."""
    with machine.board() as board:
        return {event.type for event in board.read(stream=f"session:{session}")}
