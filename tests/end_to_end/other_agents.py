"""OpenCode, Gemini CLI and Copilot CLI as these tests run them: a prompt, a script, its outcome."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.agents.other_models import ScriptedChat, ScriptedGemini
from tests.agents.scripted_server import Call, ScriptedModel, Turn
from tests.end_to_end.agents import Session, conversation
from tests.end_to_end.machine import Done, Machine


@dataclass(frozen=True)
class OpenCode:
    """`opencode run`, whose settings name the stand-in for its model."""

    machine: Machine
    name: str = "opencode"

    def shell(self, command: str) -> Call:
        """Its shell is a tool of the name bash."""
        return Call("bash", {"command": command, "description": "Run it"})

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """The prompt comes on standard input, for one among the arguments is put in quotes."""
        with ScriptedChat(script) as model:
            done = self.start(prompt, model, resume=resume)
        assert done.code == 0, done
        events = [json.loads(line) for line in done.out.splitlines()]
        said = [each["part"]["text"] for each in events if each["type"] == "text"]
        return Session(events[0]["sessionID"], said[-1], conversation(model))

    def start(self, prompt: str, model: ScriptedModel, *, resume: str | None = None) -> Done:
        """Nothing is fetched, neither models nor its package for plugins."""
        self.configure(model)
        session = ["--session", resume] if resume else []
        return self.machine.run(
            "opencode", "run", "--format", "json", *session, told=prompt, **VARIABLES
        )

    def configure(self, model: ScriptedModel) -> None:
        """Add the model to the settings, in which our server may stand already."""
        path = self.machine.home / "config" / "opencode" / "opencode.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        settings: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        options = {"baseURL": f"{model.url}/v1", "apiKey": "none"}
        models = {"one": {"name": "One", "tool_call": True,
                          "limit": {"context": 200_000, "output": 8_192}}}  # fmt: skip
        provider = {"npm": "@ai-sdk/openai-compatible", "options": options, "models": models}
        settings |= {
            "model": "scripted/one", "small_model": "scripted/one", "autoupdate": False,
            "share": "disabled", "enabled_providers": ["scripted"],
            "provider": {"scripted": {"name": "Scripted", **provider}},
        }  # fmt: skip
        path.write_text(json.dumps(settings))


VARIABLES = {
    "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_SHARE": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1", "npm_config_offline": "true",
}  # fmt: skip


@dataclass(frozen=True)
class Gemini:
    """`gemini -p`, in a folder that it trusts."""

    machine: Machine
    name: str = "gemini"

    def shell(self, command: str) -> Call:
        """Its shell has a longer name."""
        return Call("run_shell_command", {"command": command, "description": "Run it"})

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """The answer is one JSON object."""
        with ScriptedGemini(script) as model:
            done = self.start(prompt, model, resume=resume)
        assert done.code == 0, done
        answer = json.loads(done.out)
        return Session(answer["session_id"], answer["response"], conversation(model))

    def start(self, prompt: str, model: ScriptedModel, *, resume: str | None = None) -> Done:
        """Everything is said by settings and variables."""
        self.configure()
        resumed = ["--resume", resume] if resume else []
        return self.machine.run(
            "gemini", "--yolo", *resumed, "-p", prompt, "-o", "json", GEMINI_API_KEY="none",
            GOOGLE_GEMINI_BASE_URL=model.url, GEMINI_CLI_NO_RELAUNCH="true",
            GEMINI_TELEMETRY_ENABLED="false",
        )  # fmt: skip

    def configure(self) -> None:
        """Without dialogs, updates and statistics; our own entries stay."""
        path = self.machine.home / ".gemini" / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        settings: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        settings |= {
            "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
            "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False},
            "security": {"auth": {"selectedType": "gemini-api-key"},
                         "folderTrust": {"enabled": False}},
            "ide": {"hasSeenNudge": True}, "model": {"name": "gemini-2.5-flash"},
        }  # fmt: skip
        path.write_text(json.dumps(settings))


@dataclass(frozen=True)
class Copilot:
    """`copilot -p`, whose model is a provider of the person's own.

    Attributes:
        trusting: whether it trusts the folder, and runs the hooks that are in it.
    """

    machine: Machine
    name: str = "copilot"
    trusting: bool = False

    def shell(self, command: str) -> Call:
        """Its shell is a tool of the name bash."""
        return Call("bash", {"command": command, "description": "Run it"})

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """The answer is in the last of its events."""
        with ScriptedChat(script) as model:
            done = self.start(prompt, model, resume=resume)
        assert done.code == 0, done
        events = [json.loads(line) for line in done.out.splitlines()]
        said = [each["data"]["content"] for each in events if each["type"] == "assistant.message"]
        return Session(events[-1]["sessionId"], said[-1], conversation(model))

    def start(self, prompt: str, model: ScriptedModel, *, resume: str | None = None) -> Done:
        """Offline, so that nothing but the model is asked."""
        flags = [f"--resume={resume}"] if resume else []
        flags += ["--trust-folder"] if self.trusting else []
        return self.machine.run(
            "copilot", "-p", prompt, *flags, "--allow-all", "--output-format", "json",
            **self.variables(model),
        )  # fmt: skip

    def variables(self, model: ScriptedModel) -> dict[str, str]:
        """Where the model is."""
        return {
            "COPILOT_PROVIDER_BASE_URL": f"{model.url}/v1", "COPILOT_MODEL": "m",
            "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false",
            "XDG_CACHE_HOME": _unpacked().name,
        }  # fmt: skip


@cache
def _unpacked() -> tempfile.TemporaryDirectory[str]:
    """Where Copilot CLI unpacks itself, 235 MB, once for all tests of a process."""
    return tempfile.TemporaryDirectory(prefix="copilot-")
