"""How Claude Code and Codex are started, resumed and read without a person or a network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.agents.sample_projects import HOME
from tests.agents.scripted_models import ScriptedAnthropic, ScriptedModel, ScriptedOpenAI, Turn


class Agent(Protocol):
    """A coding agent that keeps a transcript."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def program(self) -> str:
        """The executable."""

    @property
    def transcripts(self) -> Path:
        """The folder under which the agent keeps its transcripts."""

    def serve(self, script: Sequence[Turn]) -> ScriptedModel:
        """The stand-in for the agent's model service."""

    def configure(self, url: str, model: str | None) -> dict[str, str]:
        """Point the agent to the stand-in; returns the variables to add."""

    def command(self, prompt: str, session: str | None) -> list[str]:
        """The command that sends a prompt, to a session that exists if one is given."""

    def session(self, output: str) -> str:
        """The session that an output tells of."""


@dataclass(frozen=True)
class ClaudeCode:
    """Claude Code in print mode, with the tools of the samples allowed."""

    program: str
    title: str = "Claude Code"
    transcripts: Path = HOME / ".claude" / "projects"

    def serve(self, script: Sequence[Turn]) -> ScriptedModel:
        """A stand-in for Anthropic's service."""
        return ScriptedAnthropic(script)

    def configure(self, url: str, model: str | None) -> dict[str, str]:
        """Everything goes through variables."""
        return {
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "sample",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
        } | ({"ANTHROPIC_MODEL": model} if model else {})

    def command(self, prompt: str, session: str | None) -> list[str]:
        """Resuming keeps the session's id and goes on with the same file."""
        resumed = ["--resume", session] if session else []
        tools = ["--allowedTools", "Bash,Edit,Read,Write"]
        return [self.program, "-p", *resumed, prompt, *tools, "--output-format", "json"]

    def session(self, output: str) -> str:
        """The one JSON object of the output names it."""
        return str(json.loads(output)["session_id"])


@dataclass(frozen=True)
class Codex:
    """Codex in exec mode, without sandbox and approvals."""

    program: str
    title: str = "Codex"
    transcripts: Path = HOME / ".codex" / "sessions"

    def serve(self, script: Sequence[Turn]) -> ScriptedModel:
        """A stand-in for OpenAI's service."""
        return ScriptedOpenAI(script)

    def configure(self, url: str, model: str | None) -> dict[str, str]:
        """The provider stands in Codex's configuration file, its key in a variable."""
        folder = HOME / ".codex"
        folder.mkdir(exist_ok=True)
        chosen = f'model = "{model}"\n' if model else ""
        provider = f'name = "stub"\nbase_url = "{url}/v1"\nwire_api = "responses"\n'
        (folder / "config.toml").write_text(
            f'{chosen}model_provider = "stub"\n'
            f'[model_providers.stub]\n{provider}env_key = "STUB_KEY"\n'
        )
        return {"CODEX_HOME": str(folder), "STUB_KEY": "sample"}

    def command(self, prompt: str, session: str | None) -> list[str]:
        """Resuming keeps the session's id and goes on with the same file."""
        flags = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
        resumed = ["resume", *flags, session] if session else flags
        return [self.program, "exec", *resumed, prompt]

    def session(self, output: str) -> str:
        """The first event of the output names it."""
        return str(json.loads(output.splitlines()[0])["thread_id"])
