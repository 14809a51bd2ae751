"""What every agent pays for: few tools, few words, and hints that are true."""

from __future__ import annotations

import asyncio
import inspect
import json

import pytest

from lessonboard.mcp.added import own_definitions
from lessonboard.mcp.definitions import DEFINITIONS, FORMER, Definition
from lessonboard.mcp.tools import TOOLS, function_named
from tests.command_line import ROOT
from tests.lessonboard.mcp.client import PATIENCE, Place, agent, wire

ALL = own_definitions()
MOST_TOKENS = 700
BYTES_OF_A_TOKEN = 4


def test_all_definitions_together_are_few_tokens(place: Place) -> None:
    """The whole answer to `tools/list`, as it goes over the wire, is at most 700 tokens."""
    with wire(place) as server:
        server.greet()
        server.request(1, "tools/list")
        line = server.line()
    assert len(json.loads(line)["result"]["tools"]) <= 8
    assert len(line) <= MOST_TOKENS * BYTES_OF_A_TOKEN


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_clients_of_both_eras_see_the_same_tools(place: Place, mode: str) -> None:
    """Names, schemas and hints are as they are defined, in under 700 tokens."""

    async def listed() -> list[dict[str, object]]:
        async with agent(place, mode=mode) as one:
            found = (await one.client.list_tools()).tools
            return [each.model_dump(mode="json", by_alias=True, exclude_unset=True)
                    for each in found]  # fmt: skip

    tools = asyncio.run(asyncio.wait_for(listed(), PATIENCE))
    assert [each["name"] for each in tools] == [each.name for each in ALL]
    for sent, meant in zip(tools, ALL, strict=True):
        assert sent["inputSchema"] == meant.schema
        assert sent.get("annotations", {}) == meant.hints
        assert "outputSchema" not in sent
    compact = json.dumps(tools, separators=(",", ":"))
    assert len(compact) <= MOST_TOKENS * BYTES_OF_A_TOKEN


def test_hints_say_who_writes() -> None:
    """Tools that read say so; of the others one acts in the world, and may destroy there."""
    reading = {each.name for each in ALL if each.hints.get("readOnlyHint")}
    assert reading == {"recall", "fix", "show"}
    assert [each.name for each in ALL if not each.hints] == ["workflow"]
    for each in ALL:
        if each.acts:
            continue
        assert each.hints["openWorldHint"] is False
        assert each.reads or each.hints["destructiveHint"] is False
    repeating = {each.name for each in ALL if each.hints.get("idempotentHint")}
    assert repeating == {"remember", "feedback"}


@pytest.mark.parametrize("tool", [*ALL, *FORMER], ids=lambda tool: tool.name)
def test_a_tool_takes_what_its_definition_says(tool: Definition) -> None:
    """Its function can be called with what it needs, and with everything that it takes."""
    signature = inspect.signature(function_named(tool.name))
    signature.bind(None, **dict.fromkeys(tool.needs))
    signature.bind(None, **dict.fromkeys(tool.arguments))


def test_every_tool_is_documented() -> None:
    """The reference of the command names each tool, and no others are served."""
    pages = "\n".join(page.read_text() for page in sorted((ROOT / "docs").rglob("*.md")))
    _, section = pages.split("### `lessonboard mcp`")
    section = section.split("\n### ")[0]
    assert set(TOOLS) == {each.name for each in (*DEFINITIONS, *FORMER)}
    for tool in ALL:
        assert f"| `{tool.name}` |" in section
