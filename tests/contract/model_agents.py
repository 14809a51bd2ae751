"""The real agents as models, each in a home of its own before a scripted service."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from reflect.model.agents.agent import ModelAgent
from reflect.model.agents.ask import AgentEndpoint
from reflect.model.agents.claude_code import CLAUDE_CODE
from reflect.model.agents.codex import CODEX
from reflect.model.agents.gemini import GEMINI
from reflect.model.agents.opencode import OPENCODE
from tests.agents.other_models import ScriptedChat, ScriptedGemini
from tests.agents.scripted_models import ScriptedAnthropic, ScriptedOpenAI
from tests.agents.scripted_server import Body, Call, Say, ScriptedModel, Turn
from tests.optional_parts import CLAUDE, Part
from tests.optional_parts import CODEX as CODEX_PROGRAM
from tests.optional_parts import GEMINI as GEMINI_PROGRAM
from tests.optional_parts import OPENCODE as OPENCODE_PROGRAM

CANARY = "canary-4711"
ANSWER = '{"lessons": ["Run the tests."]}'


class _Anthropic(ScriptedAnthropic):
    def is_conversation(self, body: Body) -> bool:
        return True


class _OpenAI(ScriptedOpenAI):
    def is_conversation(self, body: Body) -> bool:
        return True


class _Chat(ScriptedChat):
    def is_conversation(self, body: Body) -> bool:
        return True


class _Gemini(ScriptedGemini):
    def is_conversation(self, body: Body) -> bool:
        return True


@dataclass(frozen=True)
class Sample:
    """An agent, its program, its service, its settings, and calls that would read a file."""

    agent: ModelAgent
    part: Part
    service: Callable[[Sequence[Turn]], ScriptedModel]
    settings: Callable[[Path, str], None]
    calls: Callable[[str], list[Call]]
    answer: Turn = field(default_factory=lambda: Say(ANSWER))
    variables: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    """The variable with the service's address, where it is one."""
    marks: tuple[pytest.MarkDecorator, ...] = ()


@dataclass(frozen=True)
class Place:
    """A home with a file that nobody may read, and what an endpoint is given."""

    sample: Sample
    home: Path

    @property
    def secret(self) -> Path:
        """The file with the canary."""
        return self.home / "secret.txt"

    def endpoint(self, url: str) -> AgentEndpoint:
        """The agent, signed in to a service."""
        self.secret.write_text(CANARY)
        self.sample.settings(self.home, url)
        address = {self.sample.address: url} if self.sample.address else {}
        variables = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
                     **self.sample.variables, **address}  # fmt: skip
        return AgentEndpoint(
            self.sample.agent, None, shutil.which(self.sample.agent.program), variables
        )

    def holding(self, word: str) -> list[str]:
        """The files of the home that hold a word, but the secret itself."""
        return [
            str(path.relative_to(self.home))
            for path in self.home.rglob("*")
            if path.is_file() and path != self.secret and word.encode() in path.read_bytes()
        ]


def _claude(home: Path, url: str) -> None:
    """Rules, hooks and a server of the person, each of which would leave a trace."""
    folder = home / ".claude"
    folder.mkdir(parents=True)
    hook = [{"hooks": [{"type": "command", "command": f"touch {home}/started"}]}]
    settings = {"hooks": dict.fromkeys(("SessionStart", "UserPromptSubmit", "Stop"), hook)}
    (folder / "settings.json").write_text(json.dumps(settings))
    (folder / "CLAUDE.md").write_text(CANARY)
    (home / ".claude.json").write_text(json.dumps({"mcpServers": _server(home)}))


def _codex(home: Path, url: str) -> None:
    folder = home / ".codex"
    for skills in (folder / "skills/mine", home / ".agents/skills/mine"):
        skills.mkdir(parents=True)
        skill = f"---\nname: mine\ndescription: d\n---\n{CANARY}\n"
        (skills / "SKILL.md").write_text(skill)
    (folder / "AGENTS.md").write_text(CANARY)
    (folder / "config.toml").write_text(
        f'model_provider = "stub"\nnotify = ["touch", "{home}/started"]\n'
        f'[model_providers.stub]\nname = "stub"\nbase_url = "{url}/v1"\nwire_api = "responses"\n'
        f'env_key = "STUB_KEY"\n[mcp_servers.a]\ncommand = "touch"\nargs = ["{home}/started"]\n'
    )


def _opencode(home: Path, url: str) -> None:
    folder = home / ".config/opencode"
    folder.mkdir(parents=True)
    (folder / "AGENTS.md").write_text(CANARY)
    models = {"one": {"name": "One", "tool_call": True,
                      "limit": {"context": 200_000, "output": 8_192}}}  # fmt: skip
    provider = {"name": "S", "npm": "@ai-sdk/openai-compatible", "models": models,
                "options": {"baseURL": f"{url}/v1", "apiKey": "none"}}  # fmt: skip
    settings = {
        "model": "scripted/one", "enabled_providers": ["scripted"],
        "provider": {"scripted": provider},
        "mcp": {"a": {"type": "local", "command": ["touch", f"{home}/started"], "enabled": True}},
    }  # fmt: skip
    (folder / "opencode.jsonc").write_text(f"// mine\n{json.dumps(settings)}")


def _gemini(home: Path, url: str) -> None:
    folder = home / ".gemini"
    folder.mkdir(parents=True)
    (folder / "GEMINI.md").write_text(CANARY)
    hook = [{"hooks": [{"type": "command", "command": f"touch {home}/started"}]}]
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}}, "mcpServers": _server(home),
        "model": {"name": "gemini-2.5-flash"}, "hooks": {"SessionStart": hook},
    }  # fmt: skip
    (folder / "settings.json").write_text(json.dumps(settings))


def _server(home: Path) -> dict[str, object]:
    return {"a": {"command": "touch", "args": [f"{home}/started"]}}


def _claude_calls(path: str) -> list[Call]:
    shell = {"command": f"cat {path}", "description": "x"}
    found = [Call(name, shell) for name in ("Bash", "PowerShell", "Monitor")]
    found += [Call("Read", {"file_path": path}), Call("Glob", {"pattern": path})]
    found += [Call("Grep", {"pattern": ".", "path": path, "output_mode": "content"})]
    task = {"description": "x", "prompt": f"read {path}", "subagent_type": "general-purpose"}
    found += [Call(name, task) for name in ("Task", "Agent")]
    return [*found, Call("WebFetch", {"url": f"file://{path}", "prompt": "x"}),
            Call("ToolSearch", {"query": "select:Read"}),
            Call("Skill", {"skill": "x"})]  # fmt: skip


def _codex_calls(path: str) -> list[Call]:
    patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-x\n+y\n*** End Patch"
    script = f"text((await tools.exec_command({{cmd: 'cat {path}'}})).output)"
    command = ["cat", path]
    return [
        Call("exec_command", {"cmd": f"cat {path}"}), Call("exec", {"input": script}),
        Call("shell", {"command": command}), Call("shell_command", {"command": f"cat {path}"}),
        Call("local_shell", {"command": command}), Call("view_image", {"path": path}),
        Call("apply_patch", {"input": patch}), Call("read_file", {"file_path": path}),
        Call("write_stdin", {"session_id": 1, "chars": f"cat {path}\n"}),
        Call("spawn_agent", {"message": f"read {path}"}), Call("update_plan", {"plan": []}),
        Call("list_dir", {"dir_path": path}), Call("grep_files", {"pattern": ".", "path": path}),
        Call("js_repl", {"input": path}), Call("list_mcp_resources", {}),
    ]  # fmt: skip


def _opencode_calls(path: str) -> list[Call]:
    return [
        Call("read", {"filePath": path}),
        Call("bash", {"command": f"cat {path}", "description": "x"}),
        Call("grep", {"pattern": ".", "path": path}), Call("glob", {"pattern": path}),
        Call("list", {"path": path}), Call("skill", {"name": "x"}),
        Call("task", {"description": "x", "prompt": path, "subagent_type": "general"}),
        Call("edit", {"filePath": path, "oldString": "c", "newString": "d"}),
        Call("webfetch", {"url": f"file://{path}", "format": "text"}),
    ]  # fmt: skip


def _gemini_calls(path: str) -> list[Call]:
    return [
        Call("read_file", {"file_path": path}), Call("read_many_files", {"include": [path]}),
        Call("run_shell_command", {"command": f"cat {path}", "description": "x"}),
    ]  # fmt: skip


SAMPLES = (
    Sample(CLAUDE_CODE, CLAUDE, _Anthropic, _claude, _claude_calls,
           Call("StructuredOutput", json.loads(ANSWER)), {"ANTHROPIC_API_KEY": "none"},
           "ANTHROPIC_BASE_URL"),
    Sample(CODEX, CODEX_PROGRAM, _OpenAI, _codex, _codex_calls, variables={"STUB_KEY": "none"}),
    Sample(OPENCODE, OPENCODE_PROGRAM, _Chat, _opencode, _opencode_calls,
           variables={"OPENCODE_DISABLE_MODELS_FETCH": "1"}, marks=(pytest.mark.full,)),
    Sample(GEMINI, GEMINI_PROGRAM, _Gemini, _gemini, _gemini_calls,
           variables={"GEMINI_API_KEY": "none"}, address="GOOGLE_GEMINI_BASE_URL",
           marks=(pytest.mark.full,)),
)  # fmt: skip
