"""What is written has the shape that each agent documents."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from blackboard.agents.registration import SHOWN
from lessonboard.install.launcher import hook_line
from tests.lessonboard.install.conftest import Machine

_FORMS: dict[str, tuple[str | None, int, bool]] = {
    "SessionStart": (None, 5, False),
    "UserPromptSubmit": (None, 5, False),
    "PreToolUse": ("Bash|Edit|Write|MultiEdit|NotebookEdit", 5, False),
    "PostToolUseFailure": ("*", 5, False),
    "Stop": (None, 5, False),
    "SessionEnd": (None, 3, False),
}
"""Claude Code's events: matcher, seconds, whether it is not waited for."""


def claude_hooks(machine: Machine) -> dict[str, Any]:
    """What Claude Code's documentation asks for."""
    hooks = {}
    for event, (matcher, seconds, is_async) in _FORMS.items():
        handler: dict[str, Any] = {
            "type": "command",
            "command": hook_line("claude", machine.data / "lessonboard-hook"),
            "timeout": seconds,
            "statusMessage": SHOWN,
        }
        if is_async:
            handler["async"] = True
        group: dict[str, Any] = {"hooks": [handler]}
        hooks[event] = [{"matcher": matcher, **group} if matcher else group]
    return hooks


def test_claude_code_gets_hooks_and_a_server(machine: Machine) -> None:
    """Exactly these keys, and no others."""
    assert machine("init", "--agent", "claude").code == 0
    assert json.loads(machine.settings.read_text()) == {"hooks": claude_hooks(machine)}
    (server,) = json.loads((machine.home / ".claude.json").read_text())["mcpServers"].items()
    name, told = server
    assert name == "lessonboard"
    arguments = ["--db", str(machine.data / "board.db"), "mcp"]  # XDG_DATA_HOME is set here
    assert told == {"type": "stdio", "command": told["command"], "args": arguments}


def test_claude_code_keeps_its_own_folder_for_both_files(machine: Machine) -> None:
    """CLAUDE_CONFIG_DIR moves the settings and `.claude.json` with them."""
    other = machine.home / "else where"
    assert machine("init", "--agent", "claude", CLAUDE_CONFIG_DIR=str(other)).code == 0
    assert {path.name for path in other.iterdir()} == {"settings.json", ".claude.json", "skills"}
    assert not machine.settings.exists()


def test_project_settings_are_in_the_repository(machine: Machine) -> None:
    """Whatever its path holds; the home folder stays as it was."""
    below = machine.project / "src"
    below.mkdir()
    ran = machine("init", "--scope", "project")
    assert ran.code == 0
    found = {str(path.relative_to(machine.project)) for path in machine.project.rglob("*.*")}
    assert found >= {
        ".claude/settings.json",
        ".mcp.json",
        ".codex/hooks.json",
        ".codex/config.toml",
    }
    assert not machine.settings.exists()
    assert "do not commit them" in ran.out


def test_local_settings_name_the_repository_for_the_server(machine: Machine) -> None:
    """As `claude mcp add --scope local` does."""
    assert machine("init", "--scope", "local", "--agent", "claude").code == 0
    local = json.loads((machine.project / ".claude" / "settings.local.json").read_text())
    assert local == {"hooks": claude_hooks(machine)}
    projects = json.loads((machine.home / ".claude.json").read_text())["projects"]
    assert list(projects[str(machine.project)]["mcpServers"]) == ["lessonboard"]
    assert machine("uninstall").code == 0
    assert not (machine.home / ".claude.json").exists()


def test_codex_gets_a_line_for_the_shell_and_a_server(machine: Machine) -> None:
    """The line splits into the program and its arguments; nothing is asynchronous."""
    ran = machine("init", "--agent", "codex")
    assert "/hooks" in ran.out
    hooks = json.loads((machine.home / ".codex" / "hooks.json").read_text())["hooks"]
    assert list(hooks) == [
        "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd",
    ]  # fmt: skip
    for event, (group,) in hooks.items():
        (handler,) = group["hooks"]
        assert handler["command"] == hook_line("codex", machine.data / "lessonboard-hook")
        assert handler["statusMessage"] == SHOWN
        assert handler["timeout"] == (3 if event == "SessionEnd" else 5)
        assert set(handler) == {"type", "command", "timeout", "statusMessage"}
    servers = tomllib.loads((machine.home / ".codex" / "config.toml").read_text())["mcp_servers"]
    assert servers["lessonboard"]["args"] == ["--db", str(machine.data / "board.db"), "mcp"]


def test_gemini_counts_in_milliseconds(machine: Machine) -> None:
    """Its events have names of their own."""
    assert machine("init", "--agent", "gemini").code == 0
    told = json.loads((machine.home / ".gemini" / "settings.json").read_text())
    assert list(told["hooks"]) == [
        "SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "PreCompress",
        "SessionEnd",
    ]  # fmt: skip
    assert told["hooks"]["AfterTool"][0]["hooks"][0]["timeout"] == 5000
    assert list(told["mcpServers"]) == ["lessonboard"]


def test_cursor_gets_version_one(machine: Machine) -> None:
    """Each event holds commands, without groups."""
    assert machine("init", "--agent", "cursor").code == 0
    told = json.loads((machine.home / ".cursor" / "hooks.json").read_text())
    assert told["version"] == 1
    assert {"sessionStart", "beforeSubmitPrompt", "stop"} <= set(told["hooks"])
    assert set(told["hooks"]["stop"][0]) == {"command", "timeout"}
    assert "lessonboard" in (machine.home / ".cursor" / "mcp.json").read_text()


def test_copilot_gets_a_file_of_hooks_in_the_spelling_of_claude_code(machine: Machine) -> None:
    """Only with these names does it say which event it is; `COPILOT_HOME` moves all of it."""
    other = machine.home / "else where"
    for folder, variables in (
        (machine.home / ".copilot", {}),
        (other, {"COPILOT_HOME": str(other)}),
    ):
        assert machine("init", "--agent", "copilot", **variables).code == 0
        told = json.loads((folder / "hooks" / "lessonboard.json").read_text())
        assert told["version"] == 1
        assert list(told["hooks"]) == [
            "SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure",
            "Stop", "PreCompact", "SessionEnd",
        ]  # fmt: skip
        line = hook_line("copilot", machine.data / "lessonboard-hook")
        handler = {"type": "command", "command": line, "timeout": 5}
        assert told["hooks"]["PreToolUse"] == [{**handler, "matcher": "Bash|Edit|Write"}]
        assert told["hooks"]["SessionEnd"] == [{**handler, "timeout": 3}]
        servers = json.loads((folder / "mcp-config.json").read_text())["mcpServers"]
        assert (servers["lessonboard"]["type"], servers["lessonboard"]["tools"]) == ("local", ["*"])
        assert machine("uninstall", **variables).code == 0
        assert not folder.exists()


def test_without_the_server_only_hooks_are_written(machine: Machine) -> None:
    """--no-mcp leaves its files alone."""
    assert machine("init", "--no-mcp").code == 0
    assert not (machine.home / ".claude.json").exists()
    assert not (machine.home / ".codex" / "config.toml").exists()


def test_a_chosen_board_is_told_to_the_hooks_and_the_server(machine: Machine) -> None:
    """As an absolute path; the agents run elsewhere."""
    assert machine("--db", "my board.db", "init", "--agent", "claude").code == 0
    board = str(machine.project / "my board.db")
    assert ascii(board) in (machine.data / "lessonboard-hook").read_text()
    told = json.loads((machine.home / ".claude.json").read_text())
    assert told["mcpServers"]["lessonboard"]["args"] == ["--db", board, "mcp"]


def test_the_settings_are_told_to_the_hooks(machine: Machine) -> None:
    """The launcher holds them, for reading settings takes a hook too long."""
    folder = machine.home / ".config" / "lessonboard"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[context]\nmax = 3\n[hooks]\nbackground = false\n")
    machine("init", "--agent", "claude", XDG_CONFIG_HOME=str(folder.parent))
    told = (machine.data / "lessonboard-hook").read_text()
    assert "background=False, limit=3, budget=1500," in told


def test_the_launcher_is_silent_when_the_package_is_gone(machine: Machine) -> None:
    """An agent must not notice that lessonboard was removed without `uninstall`."""
    assert machine("init", "--agent", "claude").code == 0
    launcher = machine.data / "lessonboard-hook"
    assert launcher.stat().st_mode & 0o777 == 0o600
    lines = [line for line in launcher.read_text().splitlines() if "sys.path" not in line]
    launcher.write_text("\n".join(lines))
    done = subprocess.run(
        [sys.executable, "-IS", launcher, "claude"],
        input="{", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_upgrade_rewrites_the_launcher_alone(machine: Machine) -> None:
    """What Codex trusts stays as it is."""
    machine("init")
    (machine.data / "lessonboard-hook").write_text("# an older one")
    before = machine.everything()
    told = machine("init", "--json").json["files"]
    changed = [file["file"] for file in told if file["change"] != "unchanged"]
    assert changed == [str(machine.data / "lessonboard-hook")]
    assert machine.everything() == before


def test_what_is_offered_is_written_only_when_it_is_asked_for(machine: Machine) -> None:
    """`init` names each option until the file has what it adds; an old status line is renewed."""
    ran = machine("init", "--agent", "claude")
    assert "`lessonboard init --allow-reading`: its tools that only read (recall, fix, show)" in (
        ran.out
    )
    assert "`lessonboard init --status-line`: " in ran.out
    assert machine("init", "--agent", "claude", "--allow-reading", "--status-line").code == 0
    told = json.loads(machine.settings.read_text())
    assert told["permissions"] == {
        "allow": ["mcp__lessonboard__recall", "mcp__lessonboard__fix", "mcp__lessonboard__show"]
    }
    line = told["statusLine"]
    board = machine.data / "board.db"
    assert line["type"] == "command"
    assert line["command"].endswith(f"/lessonboard --db '{board}' status-line")
    shown = subprocess.run(line["command"], shell=True, capture_output=True, text=True, check=True)
    assert shown.stdout == "lessonboard: on\n"
    old = line["command"].replace("/lessonboard ", "/old/lessonboard ", 1)
    machine.settings.write_text(
        machine.settings.read_text().replace(line["command"], old).replace("fix", "work")
    )
    again = machine("init", "--agent", "claude", "--json").json
    now = json.loads(machine.settings.read_text())
    assert (now["statusLine"], "mcp__lessonboard__fix" in str(now)) == (line, False)
    assert [each["option"] for each in again["offers"]] == ["--allow-reading"]


@pytest.mark.parametrize(
    "words",
    [["--allow-reading", "--no-mcp"], ["--status-line", "--shared"],
     ["--allow-reading", "--agent", "codex"]],
)  # fmt: skip
def test_what_no_file_takes_is_wrong_usage(machine: Machine, words: list[str]) -> None:
    """Nothing is written for it."""
    before = machine.everything()
    ran = machine("init", *words)
    assert (ran.code, "Claude Code's own settings" in ran.err) == (2, True)
    assert machine.everything() == before
