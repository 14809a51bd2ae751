"""How runs of workflows are wired: the agent, the forge, the checkout, and where runs are kept."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import platformdirs

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.plugins import contents
from blackboard.private_folder import make_private_folder
from blackboard.redaction.redact import redact
from lessonboard.bootstrap import App
from lessonboard.checkouts import checkout_of
from lessonboard.parts.automation.forge.forge import Forge, ForgeUnavailable
from lessonboard.parts.automation.forge.git_forge import GitForge
from lessonboard.parts.automation.forge.github_forge import GitHubForge
from lessonboard.parts.automation.forge.no_forge import NoForge
from lessonboard.parts.automation.git.worktree import Repository
from lessonboard.parts.automation.handlers.improve import ImproveHandler
from lessonboard.parts.automation.handlers.measure import MeasureHandler
from lessonboard.parts.automation.handlers.merge import MergeHandler
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.runners.claude_code import ClaudeCode
from lessonboard.parts.automation.runners.codex import Codex
from lessonboard.parts.automation.runners.command import CommandAgent
from lessonboard.parts.automation.runners.runner import AgentRunner
from lessonboard.parts.automation.workflow.work import Report, Tools
from lessonboard.places import runs_folder


def tools_for(
    app: App,
    board: Board,
    project: str | None,
    agent: str,
    stopping: Callable[[], bool] = lambda: False,
    report: Report = lambda _what, _step, _said: None,
) -> Tools:
    """What a run works with.

    Raises:
        BoardError: the agent cannot be had.
    """
    return Tools(
        board,
        forge_of(app, board, project),
        runner_for(app, agent),
        app.config.automation,
        runs_folder(),
        stopping,
        report,
        Automation(board, project, app.config.automation).allowed,
    )


def improve_handler(app: App) -> ImproveHandler:
    """What takes a request to a draft pull request, as a worker does it."""
    return ImproveHandler(
        partial(tools_for, app),
        partial(checkout_of, app),
        agent_of(app),
        app.config.automation.workflow,
        partial(is_meant, app),
    )


def merge_handler(app: App) -> MergeHandler:
    """What looks whether pull requests of the automation were merged."""
    return MergeHandler(partial(forge_of, app))


def measure_handler(app: App) -> MeasureHandler:
    """The handler that reports in issues how their improvements turned out."""
    return MeasureHandler(
        partial(forge_of, app), app.config.automation.measure_after, may_act=partial(is_meant, app)
    )


def is_meant(app: App, board: Board, project: str | None) -> bool:
    """Whether automation is on for a project, and not a dry run."""
    machine = Automation(board, project, app.config.automation)
    return machine.is_enabled and not machine.dry_run


def agent_of(app: App, name: str | None = None, command: str | None = None) -> str:
    """How a run remembers its agent: its name, and for a command its line."""
    chosen = "command" if command else name or app.config.automation.agent
    line = command or app.config.automation.command
    return f"command {redact(line).value}" if chosen == "command" else chosen


def runner_for(app: App, agent: str) -> AgentRunner:
    """Who does the steps; a new agent is a file in `lessonboard/parts/automation/runners/` and a
    line here.

    Raises:
        BoardError: there is no such agent, or it lacks its settings.
    """
    name, _, line = agent.partition(" ")
    withheld, named = _withheld(app), app.config.automation.agent_env
    match name:
        case "claude":
            return ClaudeCode(withheld, named=named)
        case "codex":
            return Codex(withheld, named=named)
        case "command":
            return CommandAgent(line, withheld, named)
    raise BoardError(f"there is no agent {name!r}; choose claude, codex or command")


def forge_of(app: App, board: Board, project: str | None) -> Forge:
    """The forge of a project; where it has none, each step that needs one says so.

    A new forge is a file in `lessonboard/parts/automation/forge/` and a line here, or comes from a
    plug-in.

    Raises:
        BoardError: no forge has the name of the settings.
    """
    name, checkout = app.config.automation.forge, partial(_checkout_for_forge, app, board, project)
    try:
        match name:
            case "github":
                return GitHubForge(project, locks=_private(runs_folder()))
            case "git":
                return GitForge(Repository(checkout()), project or "", requests_folder(project))
        return _added_forge(name)(project, checkout, _private(requests_folder(project)))
    except ForgeUnavailable as error:
        return NoForge(error)


def _checkout_for_forge(app: App, board: Board, project: str | None) -> Path:
    """The checkout of a project; where there is none, its forge is not to be had now."""
    try:
        return checkout_of(app, board, project)
    except BoardError as error:
        raise ForgeUnavailable(str(error), "missing") from error


def _added_forge(name: str) -> Callable[..., Forge]:
    """What makes the forge of a plug-in."""
    added = contents.added("forge", ("github", "git"), contents.not_a_function)
    if name in added:
        return contents.guarded("forge", name, added[name])
    names = ", ".join(("github", "git", *added))
    raise BoardError(f"there is no forge {name!r}; set [automation] forge to one of {names}")


def requests_folder(project: str | None) -> Path:
    """Where a forge without a server keeps the issues and requests of a project."""
    data = Path(platformdirs.user_data_dir("lessonboard", appauthor=False))
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", project or "everywhere").strip("-.")
    digest = hashlib.sha256((project or "").encode()).hexdigest()[:8]
    return data / "requests" / f"{name}-{digest}".lstrip("-")


def _private(folder: Path) -> Path:
    make_private_folder(folder)
    return folder


def _withheld(app: App) -> list[str]:
    """Variables that agents are not given: the key of the model, unless it is the agents' own."""
    name = app.config.model.key_env
    return [name] if app.config.model.name and name in os.environ else []
