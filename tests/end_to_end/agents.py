"""Claude Code and Codex as these tests run them: a prompt, a script, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tests.agents.scripted_models import ScriptedAnthropic, ScriptedModel, ScriptedOpenAI
from tests.agents.scripted_server import Body, Call, Say, Turn
from tests.end_to_end.machine import Done, Machine
from tests.end_to_end.seeding import RIGHT, WRONG


@dataclass(frozen=True)
class Session:
    """One run of an agent.

    Attributes:
        id: the session's.
        said: what the agent said last.
        requests: the conversation's requests that reached the model, the last one with all.
    """

    id: str
    said: str
    requests: list[Body]

    @property
    def contexts(self) -> list[str]:
        """What was put before the model beside the results of tools, in each request."""
        return ["\n".join(_contexts(each)) for each in self.requests]

    @property
    def context(self) -> str:
        """The same of the last request, which has all."""
        return self.contexts[-1]

    @property
    def results(self) -> str:
        """What tools returned to the model."""
        return "\n".join(_results(self.requests[-1]))

    @property
    def whole(self) -> str:
        """All that reached the model."""
        return json.dumps(self.requests, ensure_ascii=False)


class Agent(Protocol):
    """A coding agent on a test's machine."""

    @property
    def machine(self) -> Machine:
        """Where it runs."""

    @property
    def name(self) -> str:
        """What the board calls it."""

    def shell(self, command: str) -> Call:
        """The model's wish to run a command."""

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """One prompt, in a new session or in one that is resumed; it must succeed."""

    def start(self, prompt: str, model: ScriptedModel, *, resume: str | None = None) -> Done:
        """The same against a model of one's own, however it ends."""


@dataclass(frozen=True)
class ClaudeCode:
    """`claude -p`.

    Attributes:
        waiting: whether it begins only when our MCP server is there.
        allowed: the tools that it may use without a dialog, whatever its settings say.
    """

    machine: Machine
    name: str = "claude-code"
    waiting: bool = False
    allowed: str = "Bash,mcp__lessonboard"

    def shell(self, command: str) -> Call:
        """Its shell is a tool of the name Bash."""
        return Call("Bash", {"command": command, "description": "Run it"})

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """The answer is one JSON object."""
        with ScriptedAnthropic(script) as model:
            done = self.start(prompt, model, resume=resume)
        assert done.code == 0, done
        answer = json.loads(done.out)
        return Session(answer["session_id"], answer["result"], conversation(model))

    def start(self, prompt: str, model: ScriptedModel, *, resume: str | None = None) -> Done:
        """Everything is said by variables and options."""
        resumed = ["--resume", resume] if resume else []
        return self.machine.run(
            "claude", "-p", *resumed, prompt, "--allowedTools", self.allowed,
            "--output-format", "json", **self.variables(model),
        )  # fmt: skip

    def variables(self, model: ScriptedModel) -> dict[str, str]:
        """Where the model is, and that nothing else on the network is asked."""
        patience = {"MCP_CONNECTION_NONBLOCKING": "0", "MCP_CONNECT_TIMEOUT_MS": "60000"}
        return (patience if self.waiting else {}) | {
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
        }


@dataclass(frozen=True)
class Codex:
    """`codex exec`.

    Attributes:
        trusted: whether hooks run although nobody has looked at them.
        waiting: whether it begins only when our MCP server is there.
        compacting: after how many tokens it compacts its context; 0 for its own limit.
    """

    machine: Machine
    name: str = "codex"
    trusted: bool = True
    waiting: bool = False
    compacting: int = 0

    def shell(self, command: str) -> Call:
        """Its shell is a tool of the name exec_command."""
        return Call("exec_command", {"cmd": command})

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """The answer is in the last of its events."""
        with ScriptedOpenAI(script) as model:
            done = self.start(prompt, model, resume=resume)
        assert done.code == 0, done
        events = [json.loads(line) for line in done.out.splitlines()]
        said = [
            event["item"]["text"]
            for event in events
            if event["type"] == "item.completed" and event["item"]["type"] == "agent_message"
        ]
        return Session(events[0]["thread_id"], said[-1], conversation(model))

    def start(self, prompt: str, model: ScriptedModel, *, resume: str | None = None) -> Done:
        """The model is named by options, so that `config.toml` stays as the test wrote it."""
        flags = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
        if self.trusted:
            flags.append("--dangerously-bypass-hook-trust")
        if self.waiting:
            flags += ["-c", "mcp_servers.lessonboard.required=true"]
        if self.compacting:
            flags += ["-c", f"model_auto_compact_token_limit={self.compacting}"]
        flags += provided(model)
        resumed = ["resume", *flags, resume] if resume else flags
        return self.machine.run("codex", "exec", *resumed, prompt)


def learn(agent: Agent) -> Session:
    """Two sessions: the wrong command, then the right one; and what is learnt of them."""
    for _ in range(2):
        script: list[Turn] = [agent.shell(WRONG), agent.shell(RIGHT), Say("Seeded.")]
        session = agent.run("Fill the tables, please", script)
        agent.machine.work()
    return session


def provided(model: ScriptedModel) -> list[str]:
    """The options that name Codex its model."""
    provider = f'{{name="stub",base_url="{model.url}/v1",wire_api="responses"}}'
    return ["-c", 'model_provider="stub"', "-c", f"model_providers.stub={provider}"]


def conversation(model: ScriptedModel) -> list[Body]:
    """The requests of the conversation itself that reached a model."""
    return [body for body in model.requests if model.is_conversation(body)]


def _items(body: Body) -> list[Any]:
    """The messages of a request, whichever service it goes to."""
    items = body.get("messages", body.get("input"))
    assert isinstance(items, list)
    return items


def _contexts(body: Body) -> list[str]:
    """The texts of system and developer messages, and of reminders inside a user's message."""
    return [
        text
        for item in _items(body)
        if item.get("role") in ("system", "developer", "user")
        for text in _texts(item.get("content"))
    ]


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else []
    return [block["text"] for block in blocks if "text" in block]


def _results(body: Body) -> list[str]:
    found = []
    for item in _items(body):
        if item.get("type") == "function_call_output":
            found.append(json.dumps(item["output"]))
        content = item.get("content")
        blocks = content if isinstance(content, list) else []
        found += [json.dumps(block) for block in blocks if block.get("type") == "tool_result"]
    return found
