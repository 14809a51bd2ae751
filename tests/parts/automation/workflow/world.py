"""A small world to run workflows in: a remote, a checkout, a board, and an agent that works."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from blackboard import Board
from blackboard.events.automation import ImprovementRequested
from blackboard.events.payload import new
from blackboard.events.reflection import Pattern
from examples.stand_ins.workplace import Workplace, git
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.runners.command import CommandAgent
from lessonboard.parts.automation.workflow.step import Step, Workflow
from lessonboard.parts.automation.workflow.work import Tools
from tests.parts.automation.workflow.failing_forge import FailingForge

PROJECT = "forge.example/acme/web"
REQUEST = "request-1"
FINGERPRINT = "abc123"

ACTS: dict[str, Any] = {
    "4": {
        "write": {"tests/check.py": "import pathlib\nassert pathlib.Path('src/app.py').exists()\n"}
    },
    "5": {"write": {"src/app.py": "print('better')\n"}},
}
"""What the agent does at which step of the default workflow, if nothing else is said."""


@dataclass(frozen=True)
class World(Workplace):
    """The same with a board and a request on it, and what a test asks of them."""

    @property
    def forge(self) -> FailingForge:
        """A forge whose methods fail on request."""
        return FailingForge(self.folder / "forge.json")

    def set_up(self) -> World:
        """Make it all, with the acts of the tests."""
        return self.make({"README.md": "A program.\n", "src/old.py": "print('old')\n"}, ACTS)

    def act(self, acts: dict[str, Any]) -> None:
        """Let the agent do something else at some steps."""
        path = self.folder / "agent" / "acts.json"
        path.write_text(json.dumps({**ACTS, **acts}))

    def asked(self) -> list[dict[str, str]]:
        """What the agent was asked, in order."""
        path = self.folder / "agent" / "asked.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def board(self) -> Board:
        """The board, opened anew."""
        return Board.open(self.folder / "board.db")

    def request(self, board: Board, **fields: Any) -> str:
        """Put the request on the board."""
        pattern = Pattern(type="error_patterns", severity="high", count=7, suggestion="Do better")
        request = ImprovementRequested(
            **{
                "request": REQUEST,
                "issue_title": "Improve the program",
                "issue_description": "It should print `better`.",
                "priority": "high",
                "improvement_type": "error_handling",
                "source_pattern": pattern,
                "context": {"fingerprint": FINGERPRINT},
                **fields,
            }
        )
        board.append([new(request, stream=f"automation:{PROJECT}", project=PROJECT)])
        return request.request

    def tools(
        self,
        board: Board,
        report: Callable[[str, Step | None, str], None] = lambda _what, _step, _said: None,
        stopping: Callable[[], bool] = lambda: False,
        **settings: Any,
    ) -> Tools:
        """What a run works with; keyword arguments are settings of the automation."""
        chosen = {"checks": [f"{sys.executable} -S -E tests/check.py"], **settings}
        return Tools(
            board,
            self.forge,
            CommandAgent(self.agent_line),
            AutomationSettings.model_validate(chosen),
            self.runs,
            stopping,
            report,
        )

    def worktrees(self) -> int:
        """How many worktrees there are besides the checkout itself."""
        return git(self.checkout, "worktree", "list").count("\n")


def short(*steps: Step) -> Workflow:
    """A workflow of a few steps."""
    return Workflow("short", steps)
