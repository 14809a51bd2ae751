"""What of the environment each agent is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.parts.automation.runners.claude_code import ClaudeCode
from lessonboard.parts.automation.runners.codex import Codex
from reflect.model.agents.sign_in import SIGN_IN, environment
from tests.parts.automation.isolation.secret_variables import secrets
from tests.parts.automation.runners.test_runners import arguments, claude, program, task

_OWN = {
    "claude": {"ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"},
    "codex": {"OPENAI_API_KEY", "CODEX_HOME"},
    "gemini": {"GEMINI_API_KEY", "GOOGLE_CLOUD_PROJECT"},
}


def given(program: str, **more: str) -> set[str]:
    """The names of the secrets, and of those in `more`, that an agent is given."""
    mine = {**secrets(), **dict.fromkeys(set().union(*_OWN.values()), "x"), **more}
    found = set(environment(program, mine, withheld=()))
    return (found & mine.keys()) - {"HTTP_PROXY", "http_proxy", "DBUS_SESSION_BUS_ADDRESS"}


def test_an_agent_is_given_its_own_sign_in_and_nobody_elses() -> None:
    """Whatever the path of its program; any other program is given none."""
    for agent, own in _OWN.items():
        found = given(f"/usr/local/bin/{agent}")
        assert own <= found, agent
        foreign = set().union(*(names for name, names in _OWN.items() if name != agent))
        assert not foreign & found, agent
        begins = tuple(name.removesuffix("*") for name in SIGN_IN[agent])
        assert all(name.startswith(begins) for name in found), found
    assert given("any-other-program") == set()


def test_a_cloud_that_signs_claude_code_in_is_given_while_it_does() -> None:
    """By the switch that it knows itself."""
    assert "AWS_SECRET_ACCESS_KEY" not in given("claude")
    assert "AWS_SECRET_ACCESS_KEY" in given("claude", CLAUDE_CODE_USE_BEDROCK="1")
    assert "AWS_SECRET_ACCESS_KEY" not in given("codex", CLAUDE_CODE_USE_BEDROCK="1")


def test_codex_is_given_the_keys_that_its_own_settings_name(tmp_path: Path) -> None:
    """For each provider; settings that cannot be read name none."""
    settings = tmp_path / "config.toml"
    assert "MY_KEY" not in given("codex", MY_KEY="x", CODEX_HOME=str(tmp_path))
    settings.write_text('[model_providers.mine]\nenv_key = "MY_KEY"\n[model_providers.b]\n')
    assert "MY_KEY" in given("codex", MY_KEY="x", CODEX_HOME=str(tmp_path))
    for wrong in ("model_providers = 3", "[model_providers]\na = 1", "[", "\n"):
        settings.write_text(wrong)
        assert "MY_KEY" not in given("codex", MY_KEY="x", CODEX_HOME=str(tmp_path)), wrong


def test_what_is_withheld_outweighs_what_is_named() -> None:
    """The key of our own model is no agent's."""
    mine = {"A": "1", "B": "2", "PATH": "/bin"}
    found = environment("x", mine, named=["A", "B"], withheld=["B"])
    assert found == {"A": "1", "PATH": "/bin", "LESSONBOARD_CHILD": "1"}


def test_codex_gives_its_children_no_key(tmp_path: Path) -> None:
    """They inherit what every shell needs and no more."""
    Codex(program=program(tmp_path, "Done.")).run(task(tmp_path))
    words = arguments(tmp_path)
    assert words[words.index("-c") + 1] == 'shell_environment_policy.inherit="core"'


def test_claude_code_starts_its_commands_without_its_sign_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor with what you named for it; what all programs are given stays."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key-of-the-agent")
    monkeypatch.setenv("MINE", "named-for-it")
    script = tmp_path / "program"
    script.write_text(
        f"#!/bin/sh\nenv > {tmp_path}/its\n"
        f"\"$CLAUDE_CODE_SHELL_PREFIX\" 'env > {tmp_path}/childs'\n"
        f"echo '{claude()}'\n"
    )
    script.chmod(0o755)
    ClaudeCode(program=str(script), named=["MINE"]).run(task(tmp_path))
    its, childs = ((tmp_path / name).read_text() for name in ("its", "childs"))
    for value in ("key-of-the-agent", "named-for-it"):
        assert value in its
        assert value not in childs
    assert "PATH=" in childs
