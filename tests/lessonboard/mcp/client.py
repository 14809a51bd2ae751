"""Two ways to talk to a server: the SDK's client, and lines written by hand."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from blackboard import Board
from tests.commands import COMMAND

PATIENCE = 20.0
"""Seconds after which a test gives up on a server; nothing here should ever take them."""


@dataclass(frozen=True)
class Place:
    """Where a server starts."""

    folder: Path
    database: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """A home of its own, and this board."""
        home = {"HOME": str(self.folder.parent), "LESSONBOARD_DB": str(self.database)}
        return {"PATH": os.environ["PATH"], **home, **self.variables}

    def board(self) -> Board:
        """The board, for a look at what the server left there."""
        return Board.open(self.database)


class Said(NamedTuple):
    """What a call answered."""

    text: str
    failed: bool


class Agent:
    """One agent with its server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> Said:
        """Call a tool."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, types.CallToolResult)
        (content,) = result.content
        assert isinstance(content, types.TextContent)
        return Said(content.text, bool(result.is_error))


@asynccontextmanager
async def agent(place: Place, *options: str, mode: str = "legacy") -> AsyncIterator[Agent]:
    """An agent that has started a server of its own."""
    started = StdioServerParameters(
        command=str(COMMAND), args=["mcp", *options], env=place.environment, cwd=place.folder
    )
    with (place.database.parent / "stderr").open("a") as errors:
        async with Client(stdio_client(started, errors), mode=mode) as client:
            yield Agent(client)


def ask(place: Place, *calls: tuple[str, dict[str, Any]]) -> list[Said]:
    """What one agent hears when it makes some calls, one after the other."""

    async def talk() -> list[Said]:
        async with agent(place) as one:
            return [await one.call(tool, **arguments) for tool, arguments in calls]

    return asyncio.run(asyncio.wait_for(talk(), PATIENCE))


class Wire:
    """A server whose lines are written and read by hand."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, line: bytes) -> None:
        """Write a line, whatever it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def request(self, id: int, method: str, **parameters: Any) -> None:
        """Send a request without waiting for its answer."""
        asked = {"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}
        self.send(json.dumps(asked).encode())

    def line(self) -> bytes:
        """The next line of the server."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def greet(self) -> dict[str, Any]:
        """Shake hands, and return the answer."""
        about = {"name": "test", "version": "1"}
        self.request(0, "initialize", protocolVersion="2025-06-18", capabilities={},
                     clientInfo=about)  # fmt: skip
        answer: dict[str, Any] = json.loads(self.line())
        self.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        return answer


@contextmanager
def wire(place: Place, *options: str, command: tuple[str, ...] = (str(COMMAND),)) -> Iterator[Wire]:
    """A server that is killed at the end, should it still be there."""
    process = subprocess.Popen(
        [*command, "mcp", *options],
        cwd=place.folder, env=place.environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Wire(process)
    finally:
        process.kill()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None and not pipe.closed:
                pipe.close()
        process.wait(PATIENCE)
