"""A small world to run workflows in: a remote, a checkout, a board, and an agent that works."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.events.automation import ImprovementRequested
from blackboard.events.payload import new
from blackboard.events.reflection import Pattern
from scheduler.agents.command import CommandAgent
from scheduler.automation.settings import AutomationSettings
from scheduler.workflow.step import Step, Workflow
from scheduler.workflow.work import Tools
from tests.scheduler.workflow.file_forge import FileForge

PROJECT = "forge.example/acme/web"
REQUEST = "request-1"
FINGERPRINT = "abc123"

_AGENT = r"""
import json, pathlib, re, signal, subprocess, sys
here = pathlib.Path(__file__).parent
prompt = sys.stdin.read()
step = re.search(r"^The step is (\S+):", prompt, re.MULTILINE)[1]
with (here / "asked.jsonl").open("a") as asked:
    asked.write(json.dumps({"step": step, "prompt": prompt}) + "\n")
act = json.loads((here / "acts.json").read_text()).get(step, {})
for name, text in act.get("write", {}).items():
    path = pathlib.Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
for command in act.get("run", []):
    subprocess.run(command, check=True, capture_output=True)
print(act.get("say", f"Step {step} is done.\nVERDICT: PASS"), flush=True)
while act.get("hang"):
    signal.pause()
sys.exit(act.get("exit", 0))
"""

ACTS: dict[str, Any] = {
    "4": {
        "write": {"tests/check.py": "import pathlib\nassert pathlib.Path('src/app.py').exists()\n"}
    },
    "5": {"write": {"src/app.py": "print('better')\n"}},
}
"""What the agent does at which step of the default workflow, if nothing else is said."""


def git(folder: Path, *arguments: str) -> str:
    """Run git, for what a test prepares and looks at."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@dataclass(frozen=True)
class World:
    """Everything that a run touches, below one folder."""

    folder: Path

    @property
    def remote(self) -> Path:
        """The bare repository that is pushed to."""
        return self.folder / "remote.git"

    @property
    def checkout(self) -> Path:
        """The user's own checkout."""
        return self.folder / "web"

    @property
    def runs(self) -> Path:
        """Where runs have their worktrees and logs."""
        return self.folder / "cache" / "runs"

    @property
    def forge(self) -> FileForge:
        """The forge, with all that was made there."""
        return FileForge(self.folder / "forge.json")

    @property
    def agent_line(self) -> str:
        """The command line of the agent."""
        return f"{sys.executable} -S -E '{self.folder / 'agent' / 'agent.py'}'"

    def make(self) -> World:
        """Make it all: one commit on `main`, pushed."""
        git(self.folder, "init", "--quiet", "--bare", "-b", "main", str(self.remote))
        git(self.folder, "clone", "--quiet", str(self.remote), str(self.checkout))
        (self.checkout / "README.md").write_text("A program.\n")
        (self.checkout / "src").mkdir()
        (self.checkout / "src" / "old.py").write_text("print('old')\n")
        git(self.checkout, "add", ".")
        git(self.checkout, "commit", "--quiet", "-m", "Begin")
        git(self.checkout, "push", "--quiet", "origin", "HEAD:main")
        agent = self.folder / "agent"
        agent.mkdir()
        (agent / "agent.py").write_text(_AGENT)
        self.act({})
        return self

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

    def branches(self) -> list[str]:
        """The branches of the remote."""
        return git(self.remote, "branch", "--format=%(refname:short)").split()

    def worktrees(self) -> int:
        """How many worktrees there are besides the checkout itself."""
        return git(self.checkout, "worktree", "list").count("\n")


def short(*steps: Step) -> Workflow:
    """A workflow of a few steps."""
    return Workflow("short", steps)
