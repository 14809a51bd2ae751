"""How reruns are wired: the browser, the report, and the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.report import prepare, with_downloads, write_report
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.workflow.plan import Plan
from lessonboard.places import RERUNS


def run_workflow(
    app: App,
    board: Board,
    row: WorkflowRow,
    plan: Plan,
    values: dict[str, str],
    options: Options,
    report: Path | None = None,
    say: Callable[[StepOutcome], None] | None = None,
) -> tuple[Rerun, Path, str]:
    """Run a workflow and keep what it showed; without `report` its report goes beside the board.

    Returns:
        The run, the page of its report, and the id of the lesson that it gave, or "".
    """
    if report is not None:
        prepare(report)
    ran = rerun(plan, values, options, say or (lambda _outcome: None))
    folder = report or app.path.parent / RERUNS / ran.run
    ran = with_downloads(ran, folder)
    page = write_report(ran, folder)
    if options.rehearse:
        return ran, page, ""  # nothing was done, so nothing is known of what it does
    event = tell(board, ran, row["project"])
    return ran, page, learn(board, ran, event, row["project"], app.critic()).lesson
