"""Measure whether a pattern recurred after its improvement was merged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from blackboard import Board
from blackboard.event import iso
from blackboard.events.automation import ImprovementMeasured
from blackboard.events.reflection import PatternDetected
from scheduler.automation.automation import ACTOR
from scheduler.forge.forge import Forge


class Outcome(NamedTuple):
    """The sessions since an improvement was merged; `merged_at` is in microseconds UTC."""

    fingerprint: str
    request: str
    issue: int
    merged_at: int
    sessions: int
    recurred: int

    @property
    def comment(self) -> str:
        """The result as a comment for the issue."""
        since = f"Since the change was merged on {iso(self.merged_at)[:10]}"
        if not self.recurred:
            return f"{since}, the pattern has not come again in {self.sessions} sessions."
        return f"{since}, the pattern came again in {self.recurred} of {self.sessions} sessions."


def due(board: Board, project: str, enough: int) -> list[Outcome]:
    """The merged improvements that enough sessions followed and that are not measured yet.

    Args:
        board: the board with runs, pull requests and patterns.
        project: the improved project.
        enough: the number of sessions that must have followed.
    """
    measured = {
        event.payload["fingerprint"]
        for event in board.read(types=[ImprovementMeasured.type], project=project)
        if event.payload
    }
    found = (
        outcome for outcome in _outcomes(board, project) if outcome.fingerprint not in measured
    )
    return [outcome for outcome in found if outcome.sessions >= enough]


def measure(board: Board, forge: Forge, project: str, enough: int) -> list[Outcome]:
    """Comment the result on the issue of each due improvement, and record it.

    The comment is made first and carries a key that keeps it unique, so an interruption neither
    loses nor doubles it.

    Raises:
        ForgeUnavailable: a comment failed; that result is not recorded.
    """
    outcomes = due(board, project, enough)
    for outcome in outcomes:
        forge.comment(outcome.issue, outcome.comment, f"measured-{outcome.fingerprint}")
        measured = ImprovementMeasured(
            fingerprint=outcome.fingerprint,
            request=outcome.request,
            sessions=outcome.sessions,
            recurred=outcome.recurred,
        )
        board.record(measured, actor=ACTOR, project=project)
    return outcomes


def _outcomes(board: Board, project: str) -> Iterator[Outcome]:
    """Every merged improvement of a project, with the sessions since."""
    for row in board.view("automation", where={"project": project}):
        request, issue = row["request"], row["issue"]
        merged_at = _merged_at(board, project, request) if request else None
        if request is None or issue is None or merged_at is None:
            continue
        after = board.view(
            "sessions", where={"project": project, "child": 0, "started_at>=": merged_at}
        )
        names = {session["id"] for session in after}
        seen = _seen(board, project, row["fingerprint"]) & names
        yield Outcome(row["fingerprint"], request, issue, merged_at, len(names), len(seen))


def _merged_at(board: Board, project: str, request: str) -> int | None:
    """When the pull request of a request's run was merged, if the board knows."""
    for run in board.view("runs", where={"request": request}):
        pulls = board.view("reviews", where={"project": project, "number": run["pr"] or 0})
        if pulls and pulls[0]["merged_at"]:
            return int(pulls[0]["merged_at"])
    return None


def _seen(board: Board, project: str, fingerprint: str) -> set[str]:
    """The sessions in which a pattern was detected."""
    events = board.read(types=[PatternDetected.type], project=project)
    return {
        event.payload["subject"]
        for event in events
        if event.payload and event.payload.get("fingerprint") == fingerprint
    }
