"""After the merge: whether the pattern that led to an improvement came again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from blackboard import Board
from blackboard.event import iso
from blackboard.events.automation import ImprovementMeasured
from blackboard.events.reflection import PatternDetected
from scheduler.automation.automation import ACTOR
from scheduler.forge import Forge


class Outcome(NamedTuple):
    """What was seen since an improvement was merged; `merged_at` in microseconds UTC."""

    fingerprint: str
    request: str
    issue: int
    merged_at: int
    sessions: int
    recurred: int

    @property
    def comment(self) -> str:
        """The result in words, for the issue."""
        since = f"Since the change was merged on {iso(self.merged_at)[:10]}"
        if not self.recurred:
            return f"{since}, the pattern has not come again in {self.sessions} sessions."
        return f"{since}, the pattern came again in {self.recurred} of {self.sessions} sessions."


def due(board: Board, project: str, enough: int) -> list[Outcome]:
    """The improvements whose merge is recorded, that enough sessions followed, and not yet told.

    Args:
        board: where runs, pull requests and patterns are.
        project: whose improvements.
        enough: how many sessions must have followed.
    """
    told = {
        event.payload["fingerprint"]
        for event in board.read(types=[ImprovementMeasured.type], project=project)
        if event.payload
    }
    found = (outcome for outcome in _outcomes(board, project) if outcome.fingerprint not in told)
    return [outcome for outcome in found if outcome.sessions >= enough]


def measure(board: Board, forge: Forge, project: str, enough: int) -> list[Outcome]:
    """Tell the issue of each improvement that is due how it turned out, and remember it.

    The comment comes first and is made once for each key, so that neither is lost nor doubled
    when this is cut off in between.

    Raises:
        ForgeUnavailable: the issue could not be told; nothing is remembered then.
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
    """Every improvement of a project that was merged, with what followed."""
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
    """When the pull request of a request's run was merged, if that is on the board."""
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
