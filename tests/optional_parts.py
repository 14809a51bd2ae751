"""Programs that some tests need and a machine may lack; `./run test` names them at its start.

python -m tests.optional_parts
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser.chromium import check_library, executable

_LONGEST_ANSWER = 60

BROWSER, SERVER, AGENT = "browser", "server", "agent"
"""The kinds of heavy tests (`tests/kinds.py`)."""


@dataclass(frozen=True)
class Part:
    """A program: its name, how to get it, how it is found, and what makes it say its version."""

    name: str
    install: str
    find: Callable[[], str | None]
    version_option: str = "--version"
    kind: str = ""
    """The kind of the tests that need it; empty where it is light."""

    @property
    def lacking(self) -> str:
        """Why its tests are skipped; empty where it is there."""
        return "" if self.find() else f"no {self.name}: {self.install}"

    @property
    def needed(self) -> pytest.MarkDecorator:
        """Marks a test that needs it; where it is lacking the test is skipped."""
        return pytest.mark.needs(self)

    @property
    def version(self) -> str:
        """What it says of its version."""
        program = self.find()
        assert program is not None
        done = subprocess.run(
            [program, self.version_option], capture_output=True, text=True, timeout=_LONGEST_ANSWER
        )
        found = re.search(r"\d+(?:\.\d+)+", done.stdout)
        return found[0] if found else "of unknown version"


class Script(Part):
    """A script of a package of npm, beside which `package.json` says the version."""

    @property
    def version(self) -> str:
        """What its package is called."""
        found = json.loads((Path(self.find() or "").parent / "package.json").read_text())
        return str(found["version"])


def _on_path(program: str) -> Callable[[], str | None]:
    return lambda: shutil.which(program)


def _agent(name: str, package: str, program: str) -> Part:
    return Part(name, f"npm install --global {package}", _on_path(program), kind=AGENT)


@cache
def chromium() -> str | None:
    """The browser that recordings and reruns would use."""
    try:
        check_library()
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            return executable(playwright.chromium.executable_path)
    except BoardError:
        return None


def axe() -> str | None:
    """The script that checks pages, which npm installs beside the agents, or where NODE_PATH is."""
    ours = Path(__file__).parents[1] / ".agents" / "node_modules"
    for folder in (ours, *map(Path, os.environ.get("NODE_PATH", "").split(":"))):
        if (folder / "axe-core" / "axe.min.js").is_file():
            return str(folder / "axe-core" / "axe.min.js")
    return None


GH = Part("gh", "apt-get install gh", _on_path("gh"))
CHROMIUM = Part("Chromium", "apt-get install chromium", chromium, kind=BROWSER)
CLAUDE = _agent("Claude Code", "@anthropic-ai/claude-code", "claude")
CODEX = _agent("Codex", "@openai/codex", "codex")
OPENCODE = _agent("OpenCode", "opencode-ai", "opencode")
GEMINI = _agent("Gemini CLI", "@google/gemini-cli", "gemini")
COPILOT = _agent("Copilot CLI", "@github/copilot", "copilot")
INSPECTOR = _agent("MCP Inspector", "@modelcontextprotocol/inspector", "mcp-inspector")
TMUX = Part("tmux", "apt-get install tmux", _on_path("tmux"), "-V")
AXE = Script("axe-core", "npm install --prefix .agents axe-core", axe)
PARTS = (GH, CHROMIUM, CLAUDE, CODEX, OPENCODE, GEMINI, COPILOT, INSPECTOR, TMUX, AXE)


def main() -> None:
    """A line for each part."""
    for part in PARTS:
        if part.lacking:
            print(f"{part.name:14} not found, so its tests are skipped ({part.install})")
        else:
            print(f"{part.name:14} {part.version} ({part.find()})")


if __name__ == "__main__":
    main()
