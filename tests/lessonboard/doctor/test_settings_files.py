"""Whether the agents are set up, read off their settings."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.doctor import claude, codex, copilot, launcher, settings_file
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.install.codex_trust import identity


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without managed settings, with empty folders of both agents."""
    for name in (".claude", ".codex", "repository/.git", "repository/.claude", "managed"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / ".claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / ".codex"))
    monkeypatch.setattr(claude, "managed_folder", lambda: tmp_path / "managed")
    (tmp_path / "lessonboard").mkdir()
    (tmp_path / "lessonboard" / "lessonboard-hook").write_text("")
    return tmp_path


def hooked(home: Path, agent: str = "claude", **more: Any) -> str:
    """Settings with a hook whose launcher is there."""
    command = f'"{sys.executable}" -IS "{home}/lessonboard/lessonboard-hook" {agent}'
    groups = [{"matcher": "*", "hooks": [{"type": "command", "command": command}]}]
    return json.dumps({"hooks": {"SessionStart": groups, "Stop": groups}, **more})


def look(home: Path) -> Diagnosis:
    """What is found of Claude Code, from within a repository."""
    return claude.set_up(home / "repository")


@pytest.mark.parametrize(
    "place",
    [".claude/settings.json", "repository/.claude/settings.json",
     "repository/.claude/settings.local.json"],
)  # fmt: skip
def test_a_hook_counts_wherever_claude_code_reads_it(home: Path, place: str) -> None:
    """In the settings of the user, of the project, and in the local ones."""
    assert look(home).level == "note"
    (home / place).write_text(hooked(home))
    found = look(home)
    assert (found.level, found.details and found.details["hooks"][0]["events"]) == (
        "good",
        ["SessionStart", "Stop"],
    )


def test_a_command_may_have_its_arguments_apart(home: Path) -> None:
    """The form without a shell; a missing program is detected in it."""
    handler = {
        "command": sys.executable,
        "args": ["-IS", f"{home}/lessonboard/lessonboard-hook", "claude"],
    }
    settings = {"hooks": {"Stop": [{"hooks": [handler]}]}}
    (home / ".claude" / "settings.json").write_text(json.dumps(settings))
    assert look(home).level == "good"
    (home / "lessonboard" / "lessonboard-hook").unlink()
    assert look(home).level == "bad"


def test_comments_switch_hooks_of_claude_code_off(home: Path) -> None:
    """It passes over the whole file, which lessonboard can read all the same."""
    text = hooked(home)
    (home / ".claude" / "settings.json").write_text(f"// mine\n{text[:-1]}, /* end */ }}")
    found = look(home)
    assert found.level == "note"
    assert "comments" in found.found
    (home / ".codex" / "hooks.json").write_text(f"// mine\n{hooked(home, 'codex')}")
    assert codex.set_up(home).found == "0 of 2 hooks are trusted"


def test_hooks_of_others_are_not_ours(home: Path) -> None:
    """Nor is a script that has the same name."""
    for command in ("node /opt/x.js", "python3 /opt/hook.py run"):
        settings = {"hooks": {"Stop": [{"hooks": [{"command": command}]}]}}
        (home / ".claude" / "settings.json").write_text(json.dumps(settings))
        assert "init" in look(home).advice


def test_hooks_that_are_switched_off_are_noted(home: Path) -> None:
    """By anybody's disableAllHooks, or by an administrator."""
    (home / ".claude" / "settings.json").write_text(hooked(home))
    local = home / "repository" / ".claude" / "settings.local.json"
    local.write_text('{"disableAllHooks": true}')
    assert "disableAllHooks in the local settings" in look(home).found
    local.unlink()
    (home / "managed" / "managed-settings.json").write_text('{"allowManagedHooksOnly": true}')
    assert "allowManagedHooksOnly" in look(home).found
    (home / "managed" / "managed-settings.json").write_text(
        hooked(home, allowManagedHooksOnly=True)
    )
    assert look(home).level == "good"


def test_a_plugin_counts_too(home: Path) -> None:
    """One that is switched on."""
    settings = home / ".claude" / "settings.json"
    settings.write_text('{"enabledPlugins": {"lessonboard@market": true}}')
    assert look(home).level == "good"
    settings.write_text('{"enabledPlugins": {"lessonboard@market": false}}')
    assert look(home).level == "note"


_PLUGIN = "lessonboard@market"
_SERVER = {"lessonboard": {"command": "/opt/bin/lessonboard", "args": ["mcp"]}}


@pytest.mark.parametrize(
    ("place", "servers", "table"),
    [(".claude/settings.json", ".claude/.claude.json", {"mcpServers": _SERVER}),
     ("repository/.claude/settings.json", "repository/.mcp.json", {"mcpServers": _SERVER}),
     ("repository/.claude/settings.local.json", ".claude/.claude.json", {})],
    ids=["user", "project", "local"],
)  # fmt: skip
def test_a_plugin_beside_init_is_one_too_many(
    home: Path, place: str, servers: str, table: dict[str, Any]
) -> None:
    """With the commands that take either out; a server is spoken of where there is one."""
    (home / ".claude" / "settings.json").write_text(hooked(home))
    path = home / place
    own = settings_file.read(path)
    path.write_text(json.dumps(own | {"enabledPlugins": {_PLUGIN: True}}))
    local = {"projects": {str(home / "repository"): {"mcpServers": _SERVER}}}
    (home / servers).write_text(json.dumps(table or local))
    found = look(home)
    assert found.level == "note"
    assert "there are two servers, and every hook runs twice" in found.found
    assert f"`claude plugin uninstall {_PLUGIN}" in found.advice
    assert ("--scope" in found.advice) == place.startswith("repository")
    assert "`lessonboard uninstall --agent claude`" in found.advice
    (home / servers).write_text("{}")
    assert "server" not in look(home).found


def test_a_plugin_of_codex_counts_and_is_one_too_many_beside_init(home: Path) -> None:
    """As `codex plugin add` notes it."""
    config = home / ".codex" / "config.toml"
    config.write_text(f'[plugins."{_PLUGIN}"]\nenabled = false\n')
    assert codex.set_up(home).level == "note"
    config.write_text(f'[plugins."{_PLUGIN}"]\nenabled = true\n')
    assert codex.set_up(home).found == f"has the plug-in {_PLUGIN}"
    (home / ".codex" / "hooks.json").write_text(hooked(home, "codex"))
    assert ": every hook runs twice" in codex.set_up(home).found
    server = '[mcp_servers.lessonboard]\ncommand = "/opt/bin/lessonboard"\nargs = ["mcp"]\n'
    config.write_text(config.read_text() + server)
    found = codex.set_up(home)
    assert (found.level, "there are two servers" in found.found) == ("note", True)
    assert f"`codex plugin remove {_PLUGIN}`" in found.advice


def test_a_launcher_that_is_gone_is_bad(home: Path) -> None:
    """Every call of the hook would fail."""
    (home / ".claude" / "settings.json").write_text(hooked(home))
    (home / ".codex" / "hooks.json").write_text(hooked(home, "codex"))
    (home / "lessonboard" / "lessonboard-hook").unlink()
    assert (look(home).level, codex.set_up(home).level) == ("bad", "bad")
    assert "lessonboard-hook" in look(home).found


def test_a_launcher_that_is_torn_is_bad(home: Path) -> None:
    """Agents hear nothing of it, so this is where it is seen."""
    (home / ".claude" / "settings.json").write_text(hooked(home))
    (home / "lessonboard" / "lessonboard-hook").write_text("main(board=")
    assert look(home).level == "bad"
    assert "lessonboard-hook that is whole ('(' was never closed" in look(home).found
    (home / "lessonboard" / "lessonboard-hook").write_bytes(b"\0")
    assert look(home).level == "bad"


@pytest.mark.parametrize("text", ["{", "[]", '"x"', "{\x00}", "[" * 100_000])
def test_settings_that_cannot_be_read_are_named(home: Path, text: str) -> None:
    """The path is in the finding."""
    (home / ".claude" / "settings.json").write_text(text)
    (home / ".codex" / "hooks.json").write_text(text)
    assert "settings.json cannot be read" in look(home).found
    assert "cannot be read" in codex.set_up(home).found


PINNED = (
    "341bf95955b264fa1db78dff344df1a46ba90918193348156002cd79e6a0d743",
    "b1aa6329f3a5daf36ae487200db1136f90a884bb805ddb24a6326c98dd6f29f6",
)
"""What Codex 0.169.0 says of two hooks."""


def trust(home: Path, *, but: str = "") -> None:
    """What Codex writes when its user trusts the hooks in `hooks.json`."""
    path = home / ".codex" / "hooks.json"
    lines = [
        f'[hooks.state."{path}:{event}:0:0"]\ntrusted_hash = "{_hash(path, name, event)}"\n'
        for name, event in (("SessionStart", "session_start"), ("Stop", "stop"))
        if name != but
    ]
    (home / ".codex" / "config.toml").write_text("".join(lines))


def _hash(path: Path, name: str, event: str) -> str:
    (group,) = json.loads(path.read_text())["hooks"][name]
    return identity(event, group, group["hooks"][0])


def test_codex_says_how_many_hooks_it_trusts(home: Path) -> None:
    """None at first, all when its user trusted them, fewer where one changed since."""
    assert codex.set_up(home).level == "note"
    (home / ".codex" / "hooks.json").write_text(hooked(home, "codex"))
    found = codex.set_up(home)
    assert (found.level, found.found) == ("note", "0 of 2 hooks are trusted")
    assert "/hooks" in found.advice
    trust(home, but="Stop")
    assert codex.set_up(home).found == "1 of 2 hooks are trusted"
    trust(home)
    found = codex.set_up(home)
    assert (found.level, found.found) == ("good", "calls lessonboard: 2 of 2 hooks are trusted")
    (home / ".codex" / "hooks.json").write_text(hooked(home, "codex").replace("-IS", "-I"))
    found = codex.set_up(home)
    assert "0 of 2 hooks are trusted, 2 changed since" in found.found


@pytest.mark.parametrize(
    "text", ["[hooks]\nstate = 3\n", "hooks = 1\n", "[hooks.state.x]\ntrusted_hash = 7\n"]
)
def test_an_odd_trust_of_codex_is_none(home: Path, text: str) -> None:
    """Whatever stands there, nothing is broken by it."""
    (home / ".codex" / "hooks.json").write_text(hooked(home, "codex"))
    (home / ".codex" / "config.toml").write_text(text)
    assert codex.set_up(home).found == "0 of 2 hooks are trusted"


def test_the_hash_of_a_hook_is_that_of_codex() -> None:
    """As Codex 0.169.0 wrote it for these two."""
    group = {"matcher": "Bash|Edit|Write"}
    handler = {"command": "lessonboard-hook codex || :", "timeout": 5, "statusMessage": "Lessons"}
    assert identity("pre_tool_use", group, handler) == f"sha256:{PINNED[0]}"
    assert identity("session_end", {}, {"command": "x", "timeout": 9}) == f"sha256:{PINNED[1]}"


def test_codex_may_be_switched_off(home: Path) -> None:
    """Or have its hooks in its configuration."""
    (home / ".codex" / "hooks.json").write_text(hooked(home, "codex"))
    (home / ".codex" / "config.toml").write_text("[features]\nhooks = false\n")
    assert "switched off" in codex.set_up(home).found
    (home / ".codex" / "hooks.json").unlink()
    (home / ".codex" / "config.toml").write_text(
        f"[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = '{sys.executable} -m lessonboard.hook'\n"
    )
    assert codex.set_up(home).level == "good"


def test_an_agent_that_is_not_here_is_no_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs both."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "none"))
    monkeypatch.setenv("CODEX_HOME", str(home / "none"))
    assert (look(home).level, codex.set_up(home).level) == ("good", "good")


def test_what_a_command_needs_is_looked_for(tmp_path: Path) -> None:
    """The program, the script, and the interpreter in the script's first line."""
    script = tmp_path / "run lessonboard"
    script.write_text("#!/no/such/python\n")
    assert launcher.missing(f"'{script}' hook") == f"{script} (it may not be executed)"
    script.chmod(0o700)
    assert launcher.missing(f"'{script}' hook") == "/no/such/python"
    script.write_text(f"#!{sys.executable}\n")
    assert launcher.missing(f"A=1 '{script}' hook") is None
    assert launcher.missing("no-such-lessonboard hook") == "no-such-lessonboard"
    assert launcher.missing("$SOMEWHERE/lessonboard hook") is None
    assert launcher.missing(" ") == "an empty command"
    assert launcher.missing("'unclosed") == "unclosed"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["hooks", "Stop", "command", "x"]), JSON))
def test_no_settings_stop_the_reading(settings: dict[str, Any]) -> None:
    """For any value in place of the hooks."""
    assert isinstance(settings_file.hooks(settings), list)
    assert isinstance(settings_file.hooks({"hooks": {"Stop": [settings]}}), list)


@given(JSON)
def test_plain_json_is_read_as_it_is(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    """Leaving comments out changes nothing within strings."""
    path = tmp_path_factory.getbasetemp() / "settings-of-any-kind.json"
    path.write_text(json.dumps({"a": value, "b": '/* // ,] */ \\" ,}'}), encoding="utf-8")
    assert settings_file.read(path) == {"a": value, "b": '/* // ,] */ \\" ,}'}


def _copilot(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of its hooks."""
    monkeypatch.setenv("COPILOT_HOME", str(home / ".copilot"))
    return home / ".copilot" / "hooks"


def test_copilot_is_looked_at_where_it_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any file of its hooks, without groups around them too, and in its settings."""
    hooks = _copilot(home, monkeypatch)
    assert list(copilot.set_up()) == []
    hooks.mkdir(parents=True)
    assert [each.level for each in copilot.set_up()] == ["note"]
    entry = {"command": f"'{sys.executable}' -IS '{home}/lessonboard/lessonboard-hook' copilot"}
    text = json.dumps({"version": 1, "hooks": {"Stop": [entry], "SessionEnd": [entry]}})
    (hooks / "lessonboard.json").write_text(text)
    [found] = copilot.set_up()
    assert (found.level, found.found) == ("good", "calls lessonboard (2 events)")
    (home / ".copilot" / "settings.json").write_text('{"disableAllHooks": true}')
    [found] = copilot.set_up()
    assert (found.level, "disableAllHooks" in found.found) == ("note", True)


def test_copilot_without_a_launcher_is_bad(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a file that cannot be read is named beside."""
    hooks = _copilot(home, monkeypatch)
    hooks.mkdir(parents=True)
    (hooks / "a.json").write_text("{")
    (hooks / "lessonboard.json").write_text(hooked(home, "copilot"))
    (home / "lessonboard" / "lessonboard-hook").unlink()
    unread, gone = copilot.set_up()
    assert (unread.level, "a.json cannot be read" in unread.found) == ("note", True)
    assert (gone.level, "lessonboard-hook" in gone.found) == ("bad", True)
