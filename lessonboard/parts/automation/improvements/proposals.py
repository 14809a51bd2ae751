"""What would be proposed as an improvement, and what a fingerprint means, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard import Board, NotFound
from blackboard.events.reflection import Pattern, PatternDetected
from blackboard.views.rows import AutomationRow
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.request import title_of
from lessonboard.parts.automation.patterns.across_sessions import across_sessions
from lessonboard.parts.automation.patterns.apart import apart
from reflect.detectors import detect
from reflect.fingerprint import known_as
from reflect.trajectory import trajectory

MOST_PROPOSALS = 10


class Proposal(NamedTuple):
    """A recurring pattern that qualifies, with the newest session that shows it."""

    title: str
    fingerprint: str
    pattern: Pattern
    sessions: int
    session: str


def proposals(board: Board, project: str | None, automation: Automation) -> list[Proposal]:
    """The recurring patterns that qualify and have no improvement yet, the most severe first.

    Switch, cooldown and budgets are left aside: they say when an improvement is made, and this is
    what a person may decide about.
    """
    found = across_sessions(board, project)
    qualified = automation.qualified([each.pattern for each in found])
    return [
        Proposal(title_of(each.pattern, name), name, each.pattern, len(each.sessions),
                 each.sessions[0])
        for each, name in zip(found, qualified, strict=True) if name
    ][:MOST_PROPOSALS]  # fmt: skip


def titles(board: Board, project: str | None, rows: Sequence[AutomationRow]) -> dict[str, str]:
    """What the fingerprints of some rows mean: the titles of their issues, or of what was
    seen where there is no issue yet.
    """
    known = {row["fingerprint"]: row["title"] for row in rows if row["title"]}
    missing = {row["fingerprint"] for row in rows} - known.keys()
    for source in (_detected, _of_sessions):
        if missing:
            for name, pattern in source(board, project, rows):
                if name in missing:
                    known[name] = title_of(pattern, name)
            missing -= known.keys()
    return known


def _detected(
    board: Board, project: str | None, _rows: Sequence[AutomationRow]
) -> Iterator[tuple[str, Pattern]]:
    for event in board.read(types=[PatternDetected.type], project=project):
        if event.payload is not None:
            pattern = Pattern.model_validate(event.payload["pattern"])
            yield from _named(event.project, pattern)


def _of_sessions(
    board: Board, project: str | None, rows: Sequence[AutomationRow]
) -> Iterator[tuple[str, Pattern]]:
    """What recurs, and what the sessions show that the rows are about."""
    found = [each.pattern for each in across_sessions(board, project)]
    for name in dict.fromkeys(row["subject"] for row in rows if not row["title"]):
        try:
            found += detect(trajectory(board, board.row("sessions", name or "")))
        except NotFound:
            continue
    for pattern in found:
        yield from _named(project, pattern)


def _named(project: str | None, pattern: Pattern) -> Iterator[tuple[str, Pattern]]:
    """Each subject of a pattern under every fingerprint that it may be known by."""
    for each in apart(pattern):
        yield from ((name, each) for name in known_as(project, each))
