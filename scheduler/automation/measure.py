"""Measure merged improvements: read the board, tell the issue, and open it again if it failed."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from blackboard.events.automation import ImprovementMeasured
from blackboard.events.review import PrReverted
from blackboard.views.rows import AutomationRow, ReviewRow
from reflect.examine import examine
from scheduler.automation.automation import ACTOR
from scheduler.automation.impact import Improvement, Measurement, Session, measured
from scheduler.forge.forge import Forge
from scheduler.workflow.record import request_named


def due(board: Board, project: str, enough: int) -> list[Measurement]:
    """The merged improvements that were not measured yet and that enough sessions followed.

    Args:
        board: the board with runs, pull requests and examinations.
        project: the improved project.
        enough: the sessions that must have been examined since the merge.
    """
    found = (measured(each, _sessions(board, project, each)) for each in _merged(board, project))
    return [each for each in found if each.after.examined >= enough]


def awaited(board: Board, project: str) -> bool:
    """Whether an improvement of a project was merged and not measured yet."""
    return next(_merged(board, project), None) is not None


def measure(board: Board, forge: Forge, project: str, enough: int) -> list[Measurement]:
    """Tell the issue of each due improvement how it went, and record it.

    Every session is examined first. The comment carries a key that keeps it unique, and opening
    an issue that is open changes nothing, so an interruption neither loses nor doubles anything.
    What was reverted is not measured.

    Raises:
        ForgeUnavailable: an issue could not be told; that measurement is not recorded.
    """
    examine(board)
    found = [
        each for each in due(board, project, enough) if not _reverted(board, forge, project, each)
    ]
    for each in found:
        improvement = each.improvement
        forge.comment(improvement.issue, each.comment, f"measured-{improvement.request}")
        if each.outcome == "failed":
            forge.reopen_issue(improvement.issue)
        board.record(_event(each), actor=ACTOR, project=project)
    return found


def _reverted(board: Board, forge: Forge, project: str, each: Measurement) -> bool:
    """Whether the change is gone again, so that the sessions since tell nothing of it."""
    number = each.improvement.pull_request
    if not forge.is_reverted(number):
        return False
    board.record(PrReverted(number=number), actor=ACTOR, project=project)
    return True


def _event(each: Measurement) -> ImprovementMeasured:
    return ImprovementMeasured(
        fingerprint=each.improvement.fingerprint,
        request=each.improvement.request,
        sessions=each.sessions,
        recurred=each.after.seen,
        examined=each.after.examined,
        recurred_before=each.before.seen,
        examined_before=each.before.examined,
        merged_at=each.improvement.merged_at,
        until=each.until,
        verdict=each.outcome,
    )


def _merged(board: Board, project: str) -> Iterator[Improvement]:
    """The improvements of a project that were merged and not measured since."""
    for row in board.view("automation", where={"project": project, "outcome": None}):
        pull = _pull_request(board, row)
        if row["request"] is None or row["issue"] is None or pull is None:
            continue
        request, _ = request_named(board, row["request"])
        yield Improvement(
            row["fingerprint"], request.source_pattern.type, row["request"], row["issue"],
            pull["number"], pull["merged_at"] or 0,
        )  # fmt: skip


def _pull_request(board: Board, row: AutomationRow) -> ReviewRow | None:
    """The merged pull request of the last request of a pattern, if the board knows of one."""
    for run in board.view("runs", where={"request": row["request"] or ""}):
        where = {"project": row["project"], "number": run["pr"] or 0, "state": "merged"}
        for pull in board.view("reviews", where=where):
            return pull
    return None


def _sessions(board: Board, project: str, improvement: Improvement) -> list[Session]:
    """The sessions of a project, each with whether the pattern was seen in it."""
    examined = {
        row["session"]: improvement.fingerprint in row["fingerprints"]
        for row in board.view("examinations", where={"project": project})
        if improvement.type in row["detectors"]
    }
    return [
        Session(row["started_at"], row["last_at"], examined.get(row["id"]))
        for row in board.view("sessions", where={"project": project, "child": 0})
    ]
