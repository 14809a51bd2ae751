"""The merged improvements of a project, and the sessions that they are measured by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard import Board
from blackboard.events.automation import ImprovementRequested
from blackboard.views.rows import AutomationRow, ExaminationRow, ReviewRow, SessionRow
from lessonboard.parts.automation.improvements.impact import Improvement, Session
from lessonboard.parts.automation.workflow.record import request_named
from reflect.fingerprint import fingerprint_of, subjects

_QUIET = 3_600_000_000
"""Microseconds without a sign after which a session counts as over without a recorded end."""


def unmeasured(board: Board, project: str) -> Iterator[tuple[Improvement, ImprovementRequested]]:
    """The improvements of a project that were merged and not measured since."""
    for row in board.view("automation", where={"project": project, "outcome": None}):
        pull = _pull_request(board, row)
        if row["request"] is None or row["issue"] is None or pull is None:
            continue
        request, _ = request_named(board, row["request"])
        yield Improvement(
            row["fingerprint"], row["request"], row["issue"], pull["number"],
            pull["merged_at"] or 0,
        ), request  # fmt: skip


def sessions_of(
    board: Board, project: str, improvement: Improvement, request: ImprovementRequested
) -> list[Session]:
    """The sessions of a project that are over, each with whether the pattern was seen in it.

    What subagents did counts for the session that started them, and a session without any call
    shows nothing of a pattern.
    """
    wanted = _fingerprints(board, project, improvement, request)
    examined = {
        row["session"]: row
        for row in board.view("examinations", where={"project": project})
        if request.source_pattern.type in row["detectors"]
    }
    rows = board.view("sessions", where={"project": project, "child": 0}, order="id")
    newest = max((row["last_at"] for row in rows), default=0)
    families: dict[str, list[SessionRow]] = {}
    for row in rows:
        families.setdefault(row["id"].partition("/")[0], []).append(row)
    return [
        _session(family, [examined.get(row["id"]) for row in family], wanted)
        for family in families.values()
        if _is_over(family, newest) and any(row["tool_uses"] for row in family)
    ]


def _fingerprints(
    board: Board, project: str, improvement: Improvement, request: ImprovementRequested
) -> set[str]:
    """The fingerprint under every name that the project has had."""
    subject = next(iter(subjects(request.source_pattern)), "")
    names = {project, *board.names_of(project)}
    found = {fingerprint_of(name, request.source_pattern.type, subject) for name in names}
    return {improvement.fingerprint, *found}


def _is_over(family: Sequence[SessionRow], newest: int) -> bool:
    last = max(row["last_at"] for row in family)
    return bool(family[0]["ended"]) or last <= newest - _QUIET


def _session(
    family: Sequence[SessionRow], examined: Sequence[ExaminationRow | None], wanted: set[str]
) -> Session:
    """A session with its subagents; examined where it was itself, and seen where any saw it."""
    seen = any(each is not None and wanted & set(each["fingerprints"]) for each in examined)
    return Session(
        min(row["started_at"] for row in family),
        max(row["last_at"] for row in family),
        None if any(each is None for each in examined) and not seen else seen,
    )


def _pull_request(board: Board, row: AutomationRow) -> ReviewRow | None:
    """The merged pull request of the last request of a pattern, if the board knows of one."""
    for run in board.view("runs", where={"request": row["request"] or ""}):
        where = {"project": row["project"], "number": run["pr"] or 0, "state": "merged"}
        for pull in board.view("reviews", where=where):
            return pull
    return None
