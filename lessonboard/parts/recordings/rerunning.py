"""How reruns are wired: the browser, the report, and the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from blackboard import Board
from blackboard.events import streams
from blackboard.events.recording import WorkflowCompiled
from blackboard.events.upcast import current
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.hosts_of_plan import recorded_hosts
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.plan import NotRunnable, Plan
from lessonboard.parts.recordings.browser.report import prepare, with_downloads, write_report
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.places import RERUNS


@dataclass(frozen=True)
class Wish:
    """A run that is asked for; without `report` the report goes beside the board."""

    plan: Plan
    values: dict[str, str]
    options: Options
    report: Path | None = None


_LOSSES = ("lost", "type", "line")
"""Kinds of problems of a recording by which an action is missing."""


def lost_actions(board: Board, recording: str) -> int:
    """How many actions of a recording could not be imported."""
    problems = board.row("recordings", recording)["problems"]
    return sum(problems.get(kind, 0) for kind in _LOSSES)


def ensure_runnable(board: Board, row: WorkflowRow) -> None:
    """Refuse a workflow that is not whole, or that says only where on a screen its targets are.

    Raises:
        NotRunnable: it was recorded outside of web pages, or an action is missing and no one
            edited the workflow since.
    """
    lost = lost_actions(board, row["id"])
    if lost and row["edited_by"] is None:
        raise NotRunnable(
            f"{row['id']} was not run: {lost} of its actions could not be imported, and what comes "
            f"after them may do something else; add them with `lessonboard recording edit "
            f"{row['id']}` (a note in its description will do where it is right as it is)"
        )
    if row["unrunnable"]:
        raise NotRunnable(
            f"{row['id']} cannot be run: {row['unrunnable']}; record it again in a browser"
        )


def run_workflow(
    app: App, board: Board, row: WorkflowRow, wish: Wish, say: Callable[[StepOutcome], None]
) -> tuple[Rerun, Path, str]:
    """Run a workflow and keep what it showed.

    Returns:
        The run, the page of its report, and the id of the lesson that it gave, or "".
    """
    if wish.report is not None:
        prepare(wish.report)
    options = replace(wish.options, recorded_hosts=_recorded_hosts(board, row["id"]))
    ran = rerun(wish.plan, wish.values, options, say)
    folder = wish.report or app.path.parent / RERUNS / ran.run
    ran = with_downloads(ran, folder)
    page = write_report(ran, folder)
    if options.rehearse:
        return ran, page, ""  # nothing was done, so nothing is known of what it does
    event = tell(board, ran, row["project"])
    critic = app.critic()
    learnt = learn(board, ran, event, row["project"], critic)
    return ran, page, learnt.lesson


def _recorded_hosts(board: Board, recording: str) -> frozenset[str]:
    """The hosts of a recording as it was last compiled, before any edit by a person."""
    compiled = board.read(stream=streams.recording(recording), types=[WorkflowCompiled.type])
    last = next(iter(list(compiled)[-1:]), None)
    payload = current(last) if last else None
    return recorded_hosts(payload["workflow"] if payload else None)
