"""The MCP server as `init` registers it, used by the agents and by the MCP Inspector."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.agents.scripted_server import Call, Say
from tests.end_to_end.agents import ClaudeCode, Codex, learn
from tests.end_to_end.machine import COMMAND, Machine
from tests.end_to_end.seeding import LESSON
from tests.optional_parts import CLAUDE, CODEX, INSPECTOR

pytestmark = pytest.mark.full

_SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"
_QUESTIONS = {
    "has this error been fixed before": "fix",
    "history of previous conversations": "recall",
    "remember memory": "remember",
    "what did we learn in past sessions": "recall",
    "what did I say about this before": "recall",
}
_TOOLS = {"recall", "fix", "context", "show", "remember", "feedback", "workflow", "work"}


@pytest.mark.parametrize(
    "agent_type",
    [
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
    ],
)
def test_an_agent_searches_the_board(
    agent_type: type[ClaudeCode | Codex], machine: Machine
) -> None:
    """The server opens the board that the hooks write to, and answers the model's call."""
    agent = agent_type(machine, waiting=True)
    machine.lessonboard("init")
    learn(agent)
    recall = Call("mcp__lessonboard__recall", {"query": "seed configuration"})
    session = agent.run("What was learnt here?", [recall, Say("That.")])
    assert session.said == "That."
    assert LESSON in session.results


@CLAUDE.needed
def test_claude_code_lists_the_server_and_its_tools(machine: Machine) -> None:
    """`claude mcp list` reaches it, and the model is told the names."""
    machine.lessonboard("init", "--agent", "claude")
    listed = machine.run("claude", "mcp", "list")
    assert f"lessonboard: {COMMAND} " in listed.out
    assert "Connected" in listed.out
    session = ClaudeCode(machine, waiting=True).run("Hello", [Say("Hello.")])
    assert {tool for tool in _TOOLS if f"mcp__lessonboard__{tool}" in session.whole} == _TOOLS


@CLAUDE.needed
def test_reading_needs_no_permission_once_its_person_said_so(machine: Machine) -> None:
    """Refused where nobody can be asked, until `init --allow-reading`; `remember` still is."""
    agent = ClaudeCode(machine, waiting=True, allowed="Bash")
    machine.lessonboard("init", "--agent", "claude")
    learn(agent)
    recall = Call("mcp__lessonboard__recall", {"query": "seed configuration"})
    remember = Call("mcp__lessonboard__remember", {"text": "Feed the gulls last."})
    refused = agent.run("What was learnt here?", [recall, Say("Nothing.")])
    assert LESSON not in refused.results
    assert "requested permissions to use mcp__lessonboard__recall" in refused.results
    machine.lessonboard("init", "--agent", "claude", "--allow-reading")
    allowed = agent.run("What was learnt here?", [recall, remember, Say("That.")])
    assert LESSON in allowed.results
    assert "requested permissions to use mcp__lessonboard__recall" not in allowed.results
    assert "requested permissions to use mcp__lessonboard__remember" in allowed.results


@CLAUDE.needed
def test_ordinary_words_find_the_tools(machine: Machine) -> None:
    """Among the first three of Claude Code's own search; the model is sent no more than names."""
    machine.lessonboard("init", "--agent", "claude")
    agent = ClaudeCode(machine, waiting=True)
    script = [Call("ToolSearch", {"query": words, "max_results": 5}) for words in _QUESTIONS]
    session = agent.run("Hello", [*script, Say("Found.")])
    found = [re.findall(r'"tool_name": "(\w+)"', each) for each in session.results.splitlines()]
    wanted = [f"mcp__lessonboard__{name}" for name in _QUESTIONS.values()]
    missed = [
        (name, names) for name, names in zip(wanted, found, strict=True) if name not in names[:3]
    ]
    assert not missed


@CODEX.needed
def test_codex_lists_the_server(machine: Machine) -> None:
    """As enabled."""
    machine.lessonboard("init", "--agent", "codex")
    [server] = json.loads(machine.run("codex", "mcp", "list", "--json").out)
    assert (server["name"], server["enabled"]) == ("lessonboard", True)
    assert server["transport"]["command"] == str(COMMAND)


@INSPECTOR.needed
def test_the_inspector_sees_tools_that_it_can_call(machine: Machine) -> None:
    """With the schemas that the protocol asks for."""
    machine.lessonboard("session", "import", str(_SAMPLES))
    tools = {tool["name"]: tool for tool in _inspect(machine, "tools/list")["tools"]}
    assert set(tools) == _TOOLS
    assert all(tool["inputSchema"]["type"] == "object" for tool in tools.values())
    called = _inspect(
        machine, "tools/call", "--tool-name", "recall",
        "--tool-arg", "query=missing script", "--tool-arg", "project=parcel-api",
    )  # fmt: skip
    assert "npm run test:unit" in called["content"][0]["text"]
    assert not called.get("isError")


def _inspect(machine: Machine, method: str, *arguments: str) -> Any:
    """What the MCP Inspector's command line says of our server."""
    command = ("mcp-inspector", "--cli", COMMAND, "--db", machine.database, "mcp")
    done = machine.run(*command, "--method", method, *arguments)
    assert done.code == 0, done
    return json.loads(done.out)
