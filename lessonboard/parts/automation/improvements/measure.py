"""Measure merged improvements: count once, report in the issue, and reopen it if it failed."""

from __future__ import annotations

from blackboard import Board
from blackboard.events.automation import ImprovementMeasured, ImprovementReported
from blackboard.events.review import PrReverted
from blackboard.views.rows import AutomationRow
from lessonboard.parts.automation.forge.forge import Forge, ForgeUnavailable
from lessonboard.parts.automation.improvements.automation import ACTOR
from lessonboard.parts.automation.improvements.impact import (
    Improvement,
    Measurement,
    Rate,
    measured,
)
from lessonboard.parts.automation.improvements.merged import sessions_of, unmeasured
from reflect.examine import examine


def due(board: Board, project: str, enough: int) -> list[Measurement]:
    """The merged improvements that were not measured yet and that enough sessions followed.

    Args:
        board: the board with runs, pull requests and examinations.
        project: the improved project.
        enough: the sessions that must have been examined since the merge.
    """
    found = (
        measured(improvement, sessions_of(board, project, improvement, request))
        for improvement, request in unmeasured(board, project)
    )
    return [each for each in found if each.after.examined >= enough]


def awaited(board: Board, project: str) -> bool:
    """Whether an improvement of a project was merged, and not yet reported in its issue."""
    if next(unmeasured(board, project), None) is not None:
        return True
    return bool(_unreported(board, project))


def measure(board: Board, forge: Forge, project: str, enough: int) -> list[Measurement]:
    """Count each due improvement, record that, and report it in the issue.

    Every session is examined first. What is reported is what was recorded, so after an interruption
    the same is reported, and once: the comment carries a key, and opening an open issue changes
    nothing. What was reverted is not measured. What the forge refuses keeps nothing else waiting.

    Raises:
        ForgeUnavailable: an issue could not be reached; the others were.
    """
    examine(board)
    for each in due(board, project, enough):
        if not _is_reverted(board, forge, project, each):
            board.record(_event(each), actor=ACTOR, project=project)
    refused: ForgeUnavailable | None = None
    reported = []
    for row in _unreported(board, project):
        try:
            reported.append(_report(board, forge, project, row))
        except ForgeUnavailable as error:
            if error.cause != "refused":
                raise
            refused = error
    if refused is not None:
        raise refused
    return reported


def _unreported(board: Board, project: str) -> list[AutomationRow]:
    """The improvements that were measured, but not yet reported in their issue."""
    rows = board.view("automation", where={"project": project, "reported_at": None})
    return [row for row in rows if row["outcome"] is not None]


def _report(board: Board, forge: Forge, project: str, row: AutomationRow) -> Measurement:
    each = _recorded(board, row)
    improvement = each.improvement
    if each.outcome == "failed":
        forge.reopen_issue(improvement.issue)
    forge.comment(improvement.issue, each.comment, f"measured-{improvement.request}")
    reported = ImprovementReported(fingerprint=improvement.fingerprint, request=improvement.request)
    board.record(reported, actor=ACTOR, project=project)
    return each


def _is_reverted(board: Board, forge: Forge, project: str, each: Measurement) -> bool:
    """Whether the change is gone again, so that the sessions since show nothing of it."""
    number = each.improvement.pull_request
    if not forge.is_reverted(number):
        return False
    board.record(PrReverted(number=number), actor=ACTOR, project=project)
    return True


def _event(each: Measurement) -> ImprovementMeasured:
    return ImprovementMeasured(
        fingerprint=each.improvement.fingerprint,
        request=each.improvement.request,
        pull_request=each.improvement.pull_request,
        sessions=each.sessions,
        recurred=each.after.seen,
        examined=each.after.examined,
        recurred_before=each.before.seen,
        examined_before=each.before.examined,
        merged_at=each.improvement.merged_at,
        until=each.until,
        verdict=each.outcome,
    )


def _recorded(board: Board, row: AutomationRow) -> Measurement:
    """The measurement as it was recorded."""
    (event,) = [
        ImprovementMeasured.model_validate(event.payload)
        for event in board.read(types=[ImprovementMeasured.type])
        if event.payload and event.payload["request"] == row["request"]
        and event.payload.get("verdict")
    ]  # fmt: skip
    improvement = Improvement(
        event.fingerprint, event.request, row["issue"] or 0, event.pull_request, event.merged_at,
    )  # fmt: skip
    return Measurement(
        improvement,
        event.sessions,
        Rate(event.recurred, event.examined),
        Rate(event.recurred_before, event.examined_before),
        event.until,
    )
