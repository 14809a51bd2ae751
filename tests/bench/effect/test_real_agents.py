"""Real agents play the last session of a task, each against a scripted model on loopback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bench.effect.agents.player import NoSession, Options
from bench.effect.agents.process import TOO_LONG, run, without
from bench.effect.agents.registry import PLAYERS
from bench.effect.arms.arm import Arm
from bench.effect.arms.lessonboard import Rules
from bench.effect.play import Log, played
from bench.effect.tasks import tasks_of
from tests.agents.other_models import ScriptedChat
from tests.agents.scripted_models import ScriptedAnthropic, ScriptedOpenAI
from tests.agents.scripted_server import Call, Say, ScriptedModel, Turn
from tests.bench.effect.small_memory import REFUSAL, SENTENCE, SmallMemory
from tests.optional_parts import CLAUDE, CODEX, OPENCODE

[TASK] = tasks_of(Path(__file__).parent / "greeter")
KEY = "a-key-for-tests"
TURN = "sed -i 's/Hello/Good morning/' greet.sh verify.sh"


@dataclass(frozen=True)
class Known:
    """An agent, and how its model speaks."""

    name: str
    model: Callable[[list[Turn]], ScriptedModel]
    shell: Callable[[str], Call]
    fix: str = "mcp__lessonboard__fix"
    key: str = "OPENAI_API_KEY"
    endpoint: str = "OPENAI_BASE_URL"
    path: str = "/v1"


def described(tool: str) -> Callable[[str], Call]:
    """A call of a shell that wants a description."""
    return lambda command: Call(tool, {"command": command, "description": "Run it"})


CLAUDE_CODE = Known("claude", ScriptedAnthropic, described("Bash"), key="ANTHROPIC_API_KEY",
                    endpoint="ANTHROPIC_BASE_URL", path="")  # fmt: skip
ALL = [
    pytest.param(CLAUDE_CODE, marks=CLAUDE.needed, id="claude"),
    pytest.param(Known("codex", ScriptedOpenAI,
                       lambda command: Call("exec_command", {"cmd": command})),
                 marks=CODEX.needed, id="codex"),
    pytest.param(Known("opencode", ScriptedChat, described("bash"), fix="lessonboard_fix"),
                 marks=[OPENCODE.needed, pytest.mark.full], id="opencode"),  # 18 s
]  # fmt: skip


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Log]:
    """Plays the example with an agent, an arm and a script."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENCODE_DISABLE_MODELS_FETCH", "1")

    def run(agent: Known, arm: Arm, script: list[Turn], **options: Any) -> Log:
        player = PLAYERS[agent.name](Options(tmp_path / "raw", **options))
        with agent.model(script) as model:
            monkeypatch.setenv(agent.key, KEY)
            monkeypatch.setenv(agent.endpoint, f"{model.url}{agent.path}")
            return played(TASK, arm, player, 1, player.agent)

    return run


@pytest.mark.parametrize("agent", ALL)
def test_an_agent_plays_and_its_calls_and_what_it_saw_are_read(
    agent: Known, play: Callable[..., Log], tmp_path: Path
) -> None:
    """A call that the memory refused was not made; a key is in no log."""
    script = [agent.shell("sh check.sh"), agent.shell(TURN), agent.shell(f"sh no.sh {KEY}"),
              agent.shell("sh verify.sh"), Say("Everybody is wished a good morning.")]  # fmt: skip
    log = play(agent, SmallMemory(), script)
    assert log.verdict.clean, log
    assert [(each.command, each.code > 0) for each in log.ran] == [
        (TURN, False), ("sh no.sh [secret]", True), ("sh verify.sh", False)]  # fmt: skip
    texts = [each.text for each in log.shown]
    assert SENTENCE in texts[0]
    assert any(REFUSAL in each for each in texts)
    assert log.told == ["verify"]
    assert log.tokens > log.tokens_shown > 0
    assert (log.agent, log.ended) == (agent.name, "")
    assert log.model
    assert KEY not in "".join(path.read_text() for path in (tmp_path / "raw").iterdir())


@pytest.mark.full
@pytest.mark.parametrize("agent", ALL)
def test_lessonboard_is_registered_for_the_agent_that_plays(
    agent: Known, play: Callable[..., Log]
) -> None:
    """What its tool answers counts as shown."""
    script = [agent.shell("sh check.sh"), Call(agent.fix, {"error": "check.sh is gone"}),
              agent.shell(TURN), agent.shell("sh verify.sh"), Say("Done.")]  # fmt: skip
    log = play(agent, Rules(), script)
    assert log.verdict.clean, log
    assert "check.sh" in log.shown[-1].text
    assert (log.verdict.calls, log.verdict.failures) == (4, 1)


@CLAUDE.needed
def test_an_endpoint_that_fails_makes_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says nothing of the memory."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("HOME", str(tmp_path))
    player = PLAYERS["claude"](Options(tmp_path / "raw"))
    monkeypatch.setattr("bench.effect.agents.claude.ClaudeCode.fixed",
                        {"CLAUDE_CODE_MAX_RETRIES": "0"})  # fmt: skip
    with pytest.raises(NoSession):
        played(TASK, Arm(), player)


@pytest.mark.agent
def test_a_sign_in_is_copied_for_the_person_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no key is in the environment; without both the agent cannot play, and says so."""
    home, bin_folder = tmp_path / "home", tmp_path / "bin"
    bin_folder.mkdir()
    program = bin_folder / "codex"
    program.write_text('#!/bin/sh\nstat -c %a "$HOME/.codex/auth.json" >&2; exit 3\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(home))
    for name in ("OPENAI_API_KEY", "CODEX_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    player = PLAYERS["codex"](Options(tmp_path / "raw"))
    assert player.missing() == "sign in to codex, or set one of OPENAI_API_KEY, CODEX_API_KEY"
    (home / ".codex").mkdir(parents=True)
    (home / ".codex" / "auth.json").write_text("{}")
    assert player.missing() == ""
    with pytest.raises(NoSession, match="it ended with 3: 600"):
        played(TASK, Arm(), player, 1, "codex")


def test_a_program_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    """What it printed before is kept."""
    found = run(["sh", "-c", "echo begun; exec tail -f /dev/null"], tmp_path, {}, 0.2)
    assert found == ("begun\n", TOO_LONG)


def test_secrets_are_taken_out_of_what_is_kept() -> None:
    """Short values are words."""
    assert without("a long-secret and none", ["long-secret", "none"]) == "a [secret] and none"
