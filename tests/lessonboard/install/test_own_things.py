"""What a user made himself under our name stays his, whatever `init` and `uninstall` do."""

from __future__ import annotations

import json

import pytest

from tests.lessonboard.install.conftest import Machine

_SERVERS = [
    ("claude", ".claude.json", "mcpServers", {"command": "my-proxy", "args": ["to", "mcp"]}),
    ("opencode", ".config/opencode/opencode.json", "mcp",
     {"type": "local", "command": ["docker", "run", "x", "mcp"], "enabled": False}),
    ("gemini", ".gemini/settings.json", "mcpServers", {"command": "uvx", "args": ["x", "mcp"]}),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "file", "key", "server"), _SERVERS)
def test_a_server_of_our_name_that_is_not_ours_is_refused(
    machine: Machine, agent: str, file: str, key: str, server: dict[str, object]
) -> None:
    """Nothing is written, and nothing is taken away."""
    path = machine.home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({key: {"lessonboard": server}}))
    before = path.read_bytes()
    ran = machine("init", "--agent", agent)
    assert (ran.code, "that is not ours" in ran.err) == (1, True)
    machine("uninstall")
    assert path.read_bytes() == before


def test_one_in_codex_is_refused_too(machine: Machine) -> None:
    """Its settings are TOML."""
    path = machine.home / ".codex" / "config.toml"
    text = '[mcp_servers.lessonboard]\ncommand = "uvx"\nargs = ["lessonboard", "mcp"]\n'
    path.write_text(text)
    ran = machine("init", "--agent", "codex")
    assert (ran.code, "that is not ours" in ran.err) == (1, True)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("agent", "file"),
    [("claude", ".claude/skills/lessonboard/SKILL.md"),
     ("opencode", ".config/opencode/plugin/lessonboard.js")],
)  # fmt: skip
def test_an_edited_skill_or_plugin_stays_its_editors(
    machine: Machine, agent: str, file: str
) -> None:
    """Neither a new version nor `uninstall` takes his lines."""
    machine("init", "--agent", agent)
    path = machine.home / file
    mine = path.read_text() + "\n// mine\n"
    path.write_text(mine)
    ran = machine("init", "--agent", agent)
    assert (ran.code, "was edited" in ran.err) == (1, True)
    assert machine("uninstall").code == 0
    assert path.read_text() == mine


@pytest.mark.parametrize("command", ["lessonboard status-line", "~/line.sh", "'"])
def test_a_status_line_of_ones_own_stays(machine: Machine, command: str) -> None:
    """It is refused beside it, not offered, not brought up to date and not taken out."""
    own = json.dumps({"statusLine": {"type": "command", "command": command}})
    machine.settings.write_text(own)
    ran = machine("init", "--agent", "claude", "--status-line")
    assert (ran.code, "there is a status line already" in ran.err) == (1, True)
    assert machine.settings.read_text() == own
    offered = machine("init", "--agent", "claude", "--json").json["offers"]
    assert [each["option"] for each in offered] == ["--allow-reading"]
    assert json.loads(machine.settings.read_text())["statusLine"]["command"] == command
    machine.settings.write_text(machine.settings.read_text() + "\n")
    machine("uninstall")
    assert machine.settings.read_text().strip() == own


def test_a_rule_that_a_person_had_before_stays(machine: Machine) -> None:
    """Also where the file was changed since."""
    rule = "mcp__lessonboard__fix"
    machine.settings.write_text(json.dumps({"permissions": {"allow": [rule]}}))
    machine("init", "--agent", "claude", "--allow-reading")
    machine.settings.write_text(machine.settings.read_text() + "\n")
    machine("uninstall")
    assert json.loads(machine.settings.read_text()) == {"permissions": {"allow": [rule]}}
