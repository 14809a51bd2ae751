"""Registering and taking it back leaves every file as it was, whatever stood in it."""

from __future__ import annotations

import codecs
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard.agents import gemini as described
from blackboard.agents.registration import AgentSettings, Option
from lessonboard.install.agents import AGENTS
from lessonboard.install.installation import Installation
from lessonboard.install.json_read import read
from lessonboard.install.launcher import runs_launcher
from lessonboard.install.offers import READING
from tests.lessonboard.install.json_texts import VALUES, texts
from tests.long_runs import rounds

many = settings(
    max_examples=rounds(5, 25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)

_FOREIGN = {"type": "command", "command": "say done // and /* more"}
_GROUPS = st.sampled_from([{"hooks": [_FOREIGN]}, {"matcher": "Edit", "hooks": [_FOREIGN]}])
_HOOKS = st.dictionaries(
    st.sampled_from(["SessionStart", "Stop", "BeforeTool", "Notification"]),
    st.lists(_GROUPS, max_size=2),
    max_size=3,
)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "model": st.text(max_size=5),
        "hooks": _HOOKS,
        "mcpServers": st.dictionaries(st.sampled_from(["other", "ключ"]), VALUES, max_size=2),
        "permissions": VALUES,
    },
)
FILES = st.one_of(st.just(""), st.just("{}"), st.just("\n"), texts(SETTINGS))
GEMINI_HOOKS = described.GEMINI.hooks
GEMINI = AGENTS["gemini"]  # hooks and server in one file, comments allowed


def register(installation: Installation, agent: AgentSettings, *asked: Option) -> None:
    """What `init` does."""
    with installation.locked():
        installation.write(installation.registering([agent], "user", mcp=True, asked=asked))


def unregister(installation: Installation) -> None:
    """What `uninstall` does."""
    with installation.locked():
        changes, failures = installation.unregistering(tuple(AGENTS))
        assert not failures
        installation.write(changes)
        installation.forget(tuple(AGENTS))


def value(text: str) -> Any:
    """What a text says; nothing is an empty object."""
    node = read(text)
    return node.value if node else {}


def written(path: Path, data: bytes) -> Path:
    """A file with these bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@many
@given(text=FILES, mark=st.sampled_from([b"", codecs.BOM_UTF8]))
def test_a_settings_file_comes_back_byte_for_byte(
    fresh: Callable[[], Installation], text: str, mark: bytes
) -> None:
    """Any indentation, line ends, comments, other people's hooks, a byte order mark."""
    installation = fresh()
    before = mark + text.encode()
    path = written(installation.where.home / ".gemini" / "settings.json", before)
    register(installation, GEMINI)
    after = path.read_bytes()
    assert after.startswith(mark)
    told = value(after.removeprefix(mark).decode())
    assert all(told[key] == old for key, old in value(text).items() if key == "model")
    assert set(told["hooks"]) >= set(value(text).get("hooks", {}))
    register(installation, GEMINI)
    assert path.read_bytes() == after
    unregister(installation)
    assert path.read_bytes() == before
    assert not installation.data.exists()


PLAIN = st.builds(json.dumps, SETTINGS, indent=st.sampled_from([None, 2, "\t"]))


@many
@given(hooks=st.none() | PLAIN, servers=st.none() | PLAIN)
def test_both_files_of_copilot_come_back_byte_for_byte(
    fresh: Callable[[], Installation], hooks: str | None, servers: str | None
) -> None:
    """Those that were there, and with them the folder where there was none."""
    installation = fresh()
    folder = installation.where.home / ".copilot"
    before = {folder / "hooks" / "lessonboard.json": hooks, folder / "mcp-config.json": servers}
    for path, text in before.items():
        if text is not None:
            written(path, text.encode())
    register(installation, AGENTS["copilot"])
    assert all(b"lessonboard" in path.read_bytes() for path in before)
    unregister(installation)
    assert {path: path.read_text() if path.exists() else None for path in before} == before
    assert folder.exists() == (before != dict.fromkeys(before))


@many
@given(text=FILES, extra=st.text(max_size=5))
def test_a_file_that_was_changed_since_loses_only_what_is_ours(
    fresh: Callable[[], Installation], text: str, extra: str
) -> None:
    """What was added since stays, and nothing empty is left that was not there before."""
    installation = fresh()
    path = written(installation.where.home / ".gemini" / "settings.json", text.encode())
    register(installation, GEMINI)
    added = f'{{"added": {json.dumps(extra)},'.encode()
    path.write_bytes(path.read_bytes().replace(b"{", added, 1))
    unregister(installation)
    assert value(path.read_bytes().decode()) == {**value(text), "added": extra}


_RULES = st.lists(st.sampled_from(["Bash(ls:*)", READING[1], "mcp__lessonboard__work"]), max_size=3)
_ALLOWED = st.fixed_dictionaries({}, optional={"allow": _RULES, "deny": _RULES})
_LINE = {"type": "command", "command": "lessonboard status-line"}


def _is_strict(text: str) -> bool:
    try:
        return json.loads(text) is not None
    except json.JSONDecodeError:
        return False  # Claude Code reads no comments


_OWN = st.fixed_dictionaries({"model": st.just("x")}, optional={"permissions": _ALLOWED})
CLAUDE_FILES = st.one_of(st.just("{}"), texts(_OWN).filter(_is_strict))


@many
@given(text=CLAUDE_FILES, extra=st.sampled_from(["", '"added": 1,']))
def test_what_was_asked_for_is_taken_back_too(
    fresh: Callable[[], Installation], text: str, extra: str
) -> None:
    """Rules and status line: byte for byte, or all but them where the file was changed since."""
    installation = fresh()
    path = written(installation.where.home / ".claude" / "settings.json", text.encode())
    register(installation, AGENTS["claude"], "--allow-reading", "--status-line")
    after = path.read_bytes()
    own = value(text).get("permissions", {}).get("allow", [])
    allowed = value(after.decode())["permissions"]["allow"]
    assert allowed == [*own, *(rule for rule in READING if rule not in own)]
    assert value(after.decode())["statusLine"]["command"].endswith("status-line")
    register(installation, AGENTS["claude"])
    assert path.read_bytes() == after
    if extra:
        path.write_bytes(after.replace(b"{", b"{" + extra.encode(), 1))
    unregister(installation)
    if extra:
        assert value(path.read_text()) == {**value(text), "added": 1}
    else:
        assert path.read_bytes() == text.encode()


_TOML = st.sampled_from(
    [
        "",
        "# only a comment",
        'model = "x" # note\r\n\r\n[features]\r\nhooks = true\r\n',
        '[mcp_servers.other]\ncommand = "x"\n# about the end',
        'mcp_servers = { other = { command = "x" } } # inline\n',
        "[mcp_servers]\n\n[[profiles]]\na = [\n  1, # one\n]\n",
        'mcp_servers.other.command = "ключ 🙂"\n',
        "[mcp_servers.lessonboard] # old\n"
        'command = "/old/lessonboard"\nenv = { A = "1" }\nargs = ["mcp"]\n',
    ]
)


@many
@given(text=_TOML)
def test_a_toml_file_comes_back_byte_for_byte(fresh: Callable[[], Installation], text: str) -> None:
    """Comments, line ends, inline tables and an entry of an older version."""
    installation = fresh()
    path = written(installation.where.home / ".codex" / "config.toml", text.encode())
    register(installation, AGENTS["codex"])
    told = tomllib.loads(path.read_text())
    assert told["mcp_servers"]["lessonboard"]["args"] == ["mcp"]
    assert "# " not in text or "# " in path.read_text()
    unregister(installation)
    if "lessonboard" not in text:
        assert path.read_bytes() == text.encode()
    else:
        assert "mcp_servers" not in tomllib.loads(path.read_text())


@many
@given(text=_TOML)
def test_a_toml_file_that_was_changed_since_loses_only_our_table(
    fresh: Callable[[], Installation], text: str
) -> None:
    """What somebody wrote below our table stays."""
    installation = fresh()
    path = written(installation.where.home / ".codex" / "config.toml", text.encode())
    register(installation, AGENTS["codex"])
    with path.open("ab") as file:
        file.write(b"\n# below\n[tail]\nx = 1\n")
    unregister(installation)
    old = tomllib.loads(text)
    if "lessonboard" in text:
        old = {}
    assert tomllib.loads(path.read_text()) == {**old, "tail": {"x": 1}}
    assert "# below" in path.read_text()


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_files_and_folders_that_were_made_are_gone_again(
    fresh: Callable[[], Installation], name: str
) -> None:
    """Where nothing was, nothing is left."""
    installation = fresh()
    register(installation, AGENTS[name])
    assert [path.name for path in installation.where.home.iterdir()] != ["share"]
    unregister(installation)
    assert [path.name for path in installation.where.home.iterdir()] == ["share"]


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_entries_are_taken_out_even_when_nothing_is_known_of_before(
    fresh: Callable[[], Installation], name: str
) -> None:
    """The data folder may be lost; the entries are told by what they run."""
    installation = fresh()
    register(installation, AGENTS[name])
    for path in (installation.data / "backups").iterdir():
        path.unlink()
    unregister(installation)
    left = [path for path in installation.where.home.rglob(".*/*") if path.is_file()]
    left += list(installation.where.home.glob(".*.json"))
    assert all("lessonboard" not in path.read_text() for path in left)


def test_an_older_form_of_ours_is_brought_up_to_date_in_its_place(
    fresh: Callable[[], Installation],
) -> None:
    """Entries stand where they stood, doubles and events of the past go, others stay."""
    installation = fresh()
    old = {"type": "command", "command": f"old-python -IS {installation.launcher} gemini"}
    assert runs_launcher(old)
    hooks = {
        "SessionStart": [{"hooks": [old]}, {"hooks": [_FOREIGN]}, {"hooks": [old]}],
        "BeforeTool": [{"hooks": [_FOREIGN, old]}],
        "Notification": [{"hooks": [old]}],
    }
    path = installation.where.home / ".gemini" / "settings.json"
    written(path, json.dumps({"hooks": hooks}, indent=4).encode())
    register(installation, GEMINI)
    told = json.loads(path.read_text())["hooks"]
    start, foreign = told["SessionStart"]
    assert start["hooks"][0]["timeout"] == 5000
    assert foreign == {"hooks": [_FOREIGN]}
    assert told["BeforeTool"][0]["hooks"][0] == _FOREIGN
    assert told["BeforeTool"][0]["hooks"][1]["timeout"] == 5000
    assert "Notification" not in told
    unregister(installation)
    assert json.loads(path.read_text())["hooks"] == {
        "SessionStart": [{"hooks": [_FOREIGN]}],
        "BeforeTool": [{"hooks": [_FOREIGN]}],
    }


@many
@given(text=FILES)
def test_settings_of_the_version_before_are_taken_over_and_taken_back_whole(
    fresh: Callable[[], Installation], text: str
) -> None:
    """It registered one event less: what is new is added once, and nothing of it stays behind."""
    installation = fresh()
    path = written(installation.where.home / ".gemini" / "settings.json", text.encode())
    hooks = GEMINI_HOOKS
    assert hooks is not None
    before = {event: each for event, each in hooks.registered.items() if event != "PreCompress"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hooks, "registered", before)
        register(installation, GEMINI)
    assert "PreCompress" not in value(path.read_text())["hooks"]
    for _ in range(2):
        register(installation, GEMINI)
        told = value(path.read_text())["hooks"]
        ours = {event: sum(runs_launcher(handler) for group in groups for handler in group["hooks"])
                for event, groups in told.items()}  # fmt: skip
        assert {event: ours[event] for event in hooks.registered} == dict.fromkeys(
            hooks.registered, 1
        )
    unregister(installation)
    assert path.read_bytes() == text.encode()


def test_what_a_person_added_to_our_server_stays(fresh: Callable[[], Installation]) -> None:
    """Only the keys that are ours are written again."""
    installation = fresh()
    path = installation.where.home / ".gemini" / "settings.json"
    server = {"command": "/old/lessonboard", "args": ["mcp"], "env": {"A": "1"}}
    written(path, json.dumps({"mcpServers": {"lessonboard": server}}).encode())
    register(installation, GEMINI)
    told = json.loads(path.read_text())["mcpServers"]["lessonboard"]
    assert told["env"] == {"A": "1"}
    assert told["command"] != "/old/lessonboard"
