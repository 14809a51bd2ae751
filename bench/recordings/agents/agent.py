"""A scripted agent: it reads snapshots as text, and names what it acts on by their references."""

from __future__ import annotations

import re
from typing import Any

from bench.recordings.agents.client import Client
from bench.recordings.agents.transcript import Transcript

_REFERENCES = re.compile(r"\[ref=(\w+)\]|uid=(\w+)")
_TOOLS = {
    "playwright": {
        "open": "browser_navigate", "look": "browser_snapshot", "click": "browser_click",
        "fill": "browser_type", "choose": "browser_select_option", "wait": "browser_wait_for",
        "answer": "browser_handle_dialog",
    },
    "chrome-devtools": {
        "open": "navigate_page", "look": "take_snapshot", "click": "click", "fill": "fill",
        "choose": "fill", "wait": "wait_for", "answer": "handle_dialog",
    },
}  # fmt: skip


class NotThere(Exception):
    """The agent's script names what the page does not show."""


class Agent:
    """Does one task by the tools of a server; every call goes into the transcript."""

    def __init__(self, server: str, client: Client, transcript: Transcript) -> None:
        self._is_playwright = server == "playwright"
        self._server, self._client, self._transcript = server, client, transcript
        self._shown = ""

    def open(self, url: str) -> None:
        """Open a page, and look at it."""
        self._call("open", {"url": url} if self._is_playwright else {"type": "url", "url": url})
        self.look()

    def look(self) -> None:
        """Take a snapshot."""
        self._shown = self._call("look", {})[0]

    def click(self, role: str, name: str, near: str = "", side: str = "after") -> None:
        """Click, and look at what came of it."""
        output, _ = self._call("click", self._on(role, name, near, side))
        if "dialog" not in output:
            self.look()

    def miss(self) -> None:
        """Click what is no longer there, as agents do with an old snapshot."""
        gone = {"element": "Save", "target": "e9999"} if self._is_playwright else {"uid": "9_999"}
        self._call("click", gone)

    def fill(self, role: str, name: str, text: str, near: str = "") -> None:
        """Fill a field in."""
        value = "text" if self._is_playwright else "value"
        self._call("fill", {**self._on(role, name, near), value: text})

    def choose(self, name: str, option: str, near: str = "") -> None:
        """Choose an option of a list."""
        value = {"values": [option]} if self._is_playwright else {"value": option}
        self._call("choose", {**self._on("combobox", name, near), **value})

    def accept(self) -> None:
        """Say yes to a dialog, and look."""
        self._call("answer", {"accept": True} if self._is_playwright else {"action": "accept"})
        self.look()

    def wait(self, text: str) -> None:
        """Wait for a text."""
        self._call("wait", {"text": text if self._is_playwright else [text]})

    def _on(self, role: str, name: str, near: str, side: str = "after") -> dict[str, str]:
        """The input that names an element: the one nearest to a text."""
        lines = self._shown.splitlines()
        wanted = re.compile(rf"(?i)\b{role}\b.*\"{name}\"" if name else rf"\b{role}\b")
        found = [n for n, line in enumerate(lines) if wanted.search(line)]
        if near:
            at = next((n for n, line in enumerate(lines) if near in line), 0)
            found = [n for n in found if (n > at if side == "after" else n < at)]
            found = found[:1] if side == "after" else found[-1:]
        match = _REFERENCES.search(lines[found[0]]) if found else None
        if match is None:
            raise NotThere(f"no {role} {name!r} near {near!r}:\n{self._shown}")
        if self._is_playwright:
            return {"element": f"{name} {role}".strip(), "target": match[1]}
        return {"uid": match[2]}

    def _call(self, deed: str, given: dict[str, Any]) -> tuple[str, bool]:
        tool = _TOOLS[self._server][deed]
        whole = given if self._is_playwright else {"pageId": 1, **given}
        content, failed = self._client.call(tool, whole)
        self._transcript.called(f"mcp__{self._server}__{tool}", whole, content, failed=failed)
        return "\n".join(each.get("text", "") for each in content), failed
