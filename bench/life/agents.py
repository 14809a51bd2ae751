"""What agents do in the month: run their hooks, and call the tools of their server."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.life.home import Home

_TURN = {"codex": {"turn_id": "turn-1", "model": "gpt-6"}, "claude": {}}
_LONGEST = 60


def run_hook(home: Home, agent: str, event: str, fields: dict[str, Any]) -> tuple[bool, str]:
    """Run what `init` wrote into an agent's settings; whether it failed, and its answer."""
    session = fields.get("session_id", f"{agent}-1")
    given = {
        "session_id": session, "transcript_path": str(home.transcript(agent, session)),
        "cwd": str(home.work), "permission_mode": "default", "hook_event_name": event,
        **_TURN[agent], **fields,
    }  # fmt: skip
    done = subprocess.run(
        [str(home.python), "-IS", str(home.launcher), agent], input=json.dumps(given),
        env=home.variables, cwd=home.work, capture_output=True, text=True, timeout=_LONGEST,
        check=False,
    )  # fmt: skip
    return done.returncode != 0 or bool(done.stderr), done.stdout + done.stderr


def server_of(home: Home) -> Server:
    """The MCP server of a home."""
    return Server([str(home.bin / "lessonboard"), "mcp"], home.variables, home.work)


class Server:
    """An MCP server as an agent starts one."""

    def __init__(self, command: Sequence[str], variables: Mapping[str, str], folder: Path) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         env=dict(variables), cwd=folder, text=True)  # fmt: skip
        self._number = 0
        client = {"name": "claude-code", "version": "2.1.330"}
        self._request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                     "clientInfo": client})  # fmt: skip
        self._send({"method": "notifications/initialized"})

    def ask(self, name: str, arguments: dict[str, Any]) -> tuple[bool, str]:
        """Call a tool, or make another request; whether it failed, and the answer."""
        if "/" in name:
            answer = self._request(name, arguments)
        else:
            answer = self._request("tools/call", {"name": name, "arguments": arguments})
        failed = "error" in answer or bool(answer.get("result", {}).get("isError"))
        return failed, json.dumps(answer, ensure_ascii=False)

    def close(self) -> None:
        """The agent ends, and its server with it."""
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: PT018
        self._process.stdin.close()
        self._process.wait(_LONGEST)
        self._process.stdout.close()

    def _request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer: dict[str, Any] = json.loads(line)
            if answer.get("id") == self._number:
                return answer
        return {"error": "the server ended"}

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()
