"""What `init` writes for OpenCode and Antigravity."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from lessonboard.install.launcher import hook_words
from tests.lessonboard.install.conftest import Machine


def test_opencode_gets_a_plugin_and_a_server(machine: Machine) -> None:
    """The plugin runs the launcher without a shell."""
    ran = machine("init", "--agent", "opencode")
    assert ran.code == 0
    assert "plugin" in ran.out
    folder = machine.home / ".config" / "opencode"
    server = json.loads((folder / "opencode.json").read_text())["mcp"]["lessonboard"]
    assert (server["type"], server["enabled"], server["command"][-1]) == ("local", True, "mcp")
    text = (folder / "plugin" / "lessonboard.js").read_text()
    words = hook_words("opencode", machine.data / "lessonboard-hook")
    assert f"const COMMAND = {json.dumps(words)}\n" in text


@pytest.mark.skipif(shutil.which("node") is None, reason="no node: install Node.js")
def test_the_plugin_is_a_module_that_loads(machine: Machine) -> None:
    """It exports one function."""
    machine("init", "--agent", "opencode")
    plugin = machine.home / ".config" / "opencode" / "plugin" / "lessonboard.js"
    copy = plugin.with_suffix(".mjs")
    copy.write_text(plugin.read_text())
    code = f"import({json.dumps(str(copy))}).then(m => console.log(Object.keys(m).join()))"
    done = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Lessonboard\n"


def test_settings_with_comments_are_kept(machine: Machine) -> None:
    """OpenCode reads them under either name."""
    folder = machine.home / ".config" / "opencode"
    folder.mkdir(parents=True)
    settings = folder / "opencode.jsonc"
    settings.write_text('{\n  // mine\n  "model": "a/b",\n}\n')
    before = settings.read_bytes()
    assert machine("init", "--agent", "opencode").code == 0
    assert "// mine" in settings.read_text()
    assert "lessonboard" in settings.read_text()
    assert not (folder / "opencode.json").exists()
    assert machine("uninstall").code == 0
    assert settings.read_bytes() == before
    assert not (folder / "plugin").exists()


def test_a_file_of_that_name_that_is_not_ours_stays(machine: Machine) -> None:
    """And nothing at all is written."""
    plugin = machine.home / ".config" / "opencode" / "plugin" / "lessonboard.js"
    plugin.parent.mkdir(parents=True)
    plugin.write_text("export const Mine = 1\n")
    ran = machine("init", "--agent", "opencode")
    assert ran.code == 1
    assert "is not ours" in ran.err
    assert plugin.read_text() == "export const Mine = 1\n"
    assert not (machine.home / ".config" / "opencode" / "opencode.json").exists()


def test_antigravity_gets_the_server_alone(machine: Machine) -> None:
    """In the file that its documents name; its sessions are read from their own files."""
    file = machine.home / ".gemini" / "antigravity" / "mcp_config.json"
    assert machine("init", "--agent", "agy").code == 0
    server = json.loads(file.read_text())["mcpServers"]["lessonboard"]
    assert server["args"][-1] == "mcp"
    assert machine("uninstall").code == 0
    assert not file.exists()
