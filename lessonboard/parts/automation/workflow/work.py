"""The context of a step: the run, the evidence so far, and the tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events.automation import ImprovementRequested
from blackboard.events.payload import PayloadModel
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.forge.forge import Forge
from lessonboard.parts.automation.git.worktree import Repository, Worktree
from lessonboard.parts.automation.isolation.allowed import NOTHING, Allowed
from lessonboard.parts.automation.isolation.isolation import Isolation
from lessonboard.parts.automation.runners.runner import AgentRunner, Result, RunnerTask
from lessonboard.parts.automation.workflow.lessons import lessons_for
from lessonboard.parts.automation.workflow.prompts import for_step
from lessonboard.parts.automation.workflow.step import Step

Evidence = dict[str, Any]


class Shown(NamedTuple):
    """A doer's evidence, and events to append in the same transaction."""

    evidence: Evidence
    events: Sequence[PayloadModel] = ()


class StepFailed(BoardError):
    """A step could not produce its evidence.

    Args:
        reason: what was tried and what was found.
        evidence: the evidence it did produce.
        manual: what a person should do, if anything.
        ends_run: whether to end the run even if the workflow does not call the step critical.
    """

    def __init__(
        self,
        reason: str,
        evidence: Evidence | None = None,
        *,
        manual: str = "",
        ends_run: bool = False,
    ) -> None:
        super().__init__(reason)
        self.evidence = evidence or {}
        self.manual = manual
        self.ends_run = ends_run


Report = Callable[[str, Step | None, str], None]


@dataclass(frozen=True)
class Tools:
    """Everything outside the board that a run uses.

    `runs` is the parent folder of the runs' folders; `report` receives progress as it happens;
    `allowed` is what the person opened for the repository's checks and hooks.
    """

    board: Board
    forge: Forge
    runner: AgentRunner
    settings: AutomationSettings
    runs: Path
    stopping: Callable[[], bool] = lambda: False
    report: Report = lambda _what, _step, _said: None
    allowed: Allowed = NOTHING


@dataclass(frozen=True)
class Run:
    """One run of a workflow for a request; `checkout` is the user's working copy."""

    id: str
    request: ImprovementRequested
    project: str | None
    checkout: Path

    @cached_property
    def repository(self) -> Repository:
        """The repository of the run, cached with what its remote answered."""
        return Repository(self.checkout)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the pattern to be improved."""
        return str(self.request.context.get("fingerprint") or self.request.request)


@dataclass(frozen=True)
class Work:
    """A step of a run, with the evidence of earlier steps."""

    run: Run
    step: Step
    tools: Tools
    shown: Mapping[str, Evidence] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """The run's folder, with its worktree and logs."""
        return self.tools.runs / self.run.id

    def worktree(self) -> Worktree:
        """The run's worktree; a lost one is recreated in its last recorded state."""
        path = worktree_path(self.tools.runs, self.run)
        was_there = path.with_name(f"{path.name}.made").exists() and path.exists()
        tree = self.run.repository.worktree(path)
        branch, state = self.found("branch"), self.found("tree")
        if not was_there and branch:
            tree.switch(branch)
            if state:
                tree.restore(state)
        return tree

    @property
    def isolation(self) -> Isolation:
        """How the repository's own programs are run."""
        return Isolation(self.folder, self.tools.allowed)

    def found(self, name: str) -> Any:
        """The latest evidence of a name from any step, or None."""
        values = [evidence[name] for evidence in self.shown.values() if evidence.get(name)]
        return values[-1] if values else None

    def having(self, evidence: Evidence) -> Work:
        """The same step with the evidence of its first doers added."""
        return replace(self, shown={**self.shown, self.step.id: evidence})

    def log(self, name: str) -> Path:
        """The log file for a program of this step."""
        return self.folder / "logs" / f"step-{self.step.id}-{name}.log"

    def prompt(self, extra: str = "") -> str:
        """The prompt for an agent: the step, the request, earlier evidence, and known lessons."""
        run = self.run
        lessons = lessons_for(self.tools.board, run.id, run.project, run.request, self.step)
        return for_step(self.step, run.request, self.shown, extra, lessons)

    def ask(self, prompt: str, name: str = "agent") -> Result:
        """Run the agent in the worktree with a prompt."""
        return self.tools.runner.run(
            RunnerTask(
                prompt,
                self.worktree().path,
                self.log(name),
                timeout=self.tools.settings.timeout_minutes * 60,
                stopping=self.tools.stopping,
            )
        )


def worktree_path(runs: Path, run: Run) -> Path:
    """The path of a run's worktree, named like the checkout: some programs print that name."""
    return runs / run.id / run.checkout.name
