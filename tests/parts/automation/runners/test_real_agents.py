"""The real Claude Code and the real Codex do a step, each against a scripted model on loopback."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from blackboard.vocabulary import CHILD_MARK
from lessonboard.parts.automation.runners.claude_code import ClaudeCode
from lessonboard.parts.automation.runners.codex import Codex
from lessonboard.parts.automation.runners.runner import RunnerTask
from tests.agents.scripted_models import ScriptedAnthropic, ScriptedOpenAI
from tests.agents.scripted_server import Call, Say
from tests.optional_parts import CLAUDE, CODEX

_QUIET = (
    "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
)  # fmt: skip
_CONFIG = """
model = "gpt-5"
model_provider = "stub"
[model_providers.stub]
name = "stub"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
"""


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunnerTask:
    """Something to do in a repository of its own, with a home of its own."""
    home, folder = tmp_path / "home", tmp_path / "work"
    (home / ".codex").mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CODEX_HOME", str(home / ".codex"))
    for name in (*_QUIET, "ANTHROPIC_API_KEY", "STUB_KEY"):
        monkeypatch.setenv(name, "1")
    return RunnerTask(f"{CHILD_MARK} Make made.txt", folder, tmp_path / "step.log", timeout=120)


@CLAUDE.needed
def test_claude_code_does_a_step(task: RunnerTask, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs the command that the model asks for, and says what the model says at the end."""
    made = Call("Bash", {"command": "echo hello > made.txt", "description": "make it"})
    with ScriptedAnthropic([made, Say("Made it.\nVERDICT: PASS")]) as model:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url)
        result = ClaudeCode().run(task)
    assert (result.problem, result.exit_code) == ("", 0)
    assert result.text == "Made it.\nVERDICT: PASS"
    assert result.session
    assert (task.folder / "made.txt").read_text() == "hello\n"


@CODEX.needed
def test_codex_does_a_step(task: RunnerTask) -> None:
    """The same, in its own sandbox."""
    made = Call("exec_command", {"cmd": "echo hello > made.txt"})
    with ScriptedOpenAI([made, Say("Made it.\nVERDICT: PASS")]) as model:
        config = task.log.parent / "home" / ".codex" / "config.toml"
        config.write_text(_CONFIG.format(url=model.url))
        result = Codex().run(task)
    assert (result.problem, result.exit_code) == ("", 0)
    assert result.text == "Made it.\nVERDICT: PASS"
    assert result.session
    assert (task.folder / "made.txt").read_text() == "hello\n"


@pytest.mark.full
@CODEX.needed
def test_codex_shows_its_children_no_key(task: RunnerTask) -> None:
    """What it runs sees no variable of its sign-in."""
    listed = Call("exec_command", {"cmd": "env > made.txt"})
    with ScriptedOpenAI([listed, Say("Listed.")]) as model:
        config = task.log.parent / "home" / ".codex" / "config.toml"
        config.write_text(_CONFIG.format(url=model.url))
        assert Codex().run(task).problem == ""
    variables = (task.folder / "made.txt").read_text()
    assert "PATH=" in variables
    assert "STUB_KEY" not in variables


@pytest.mark.full
@CLAUDE.needed
def test_claude_code_shows_its_children_no_key(
    task: RunnerTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It starts its commands by a program that takes the variables away."""
    listed = Call("Bash", {"command": "env > made.txt", "description": "list it"})
    with ScriptedAnthropic([listed, Say("Listed.")]) as model:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url)
        assert ClaudeCode().run(task).problem == ""
    variables = (task.folder / "made.txt").read_text()
    assert "PATH=" in variables
    assert "ANTHROPIC_API_KEY" not in variables
