"""What came back over the sessions of a project, by what the board already knows.

Failures are counted by the index that `fix` reads, also in sessions that have too few for a
detector; other patterns by `pattern.detected`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.event import Event
from blackboard.events.reflection import Pattern, PatternDetected
from blackboard.search.signature import is_particular
from blackboard.storage.local import Occurrence
from lessonboard.parts.automation.patterns.apart import apart
from lessonboard.parts.automation.patterns.recurring import (
    LEAST_SESSIONS,
    Recurring,
    Sighted,
    recurring,
)
from reflect.detectors.error_patterns import ERROR_PATTERNS, complaint_of, is_error
from reflect.fingerprint import subjects
from reflect.invocation import invocation

_MOST_FAILURES = 10_000
"""The newest failures of a project that are counted."""

_MOST_ASKED = 3
"""Failures of a group that are looked at, until one is an error, not an empty search."""

_LONGEST_SAMPLE = 300


def across_sessions(
    board: Board, project: str | None, current: Mapping[str, Sequence[Pattern]] | None = None
) -> list[Recurring]:
    """What two sessions of a project or more have in common, the most severe first.

    Args:
        board: where the sessions are.
        project: the project; None is what belongs to none.
        current: the patterns of sessions that were just examined, by session; they replace what
            was recorded of these sessions.
    """
    board.catch_up()
    names = None if project is None else board.names_of(project)
    own = {row["id"] for row in board.view("sessions", where={"project": names, "child": 1})}
    found = [*_errors(board, names), *_detected(board, project, current or {})]
    return recurring(each for each in found if each.session not in own)


def _errors(board: Board, names: Sequence[str] | None) -> Iterator[Sighted]:
    """The errors that two sessions have in common, for each session how often."""
    groups: dict[tuple[str, str], list[Occurrence]] = defaultdict(list)
    for each in board.local.failures.occurrences(names, _MOST_FAILURES):
        groups[_identity(each)].append(each)
    largest: dict[str, list[Sighted]] = {}
    for group in groups.values():
        own = _without_copies(board, group)
        if len({each.session for each in own}) < LEAST_SESSIONS:
            continue
        sighted = _sighted(board, own)
        for subject in subjects(sighted[0].pattern) if sighted else ():
            if _total(sighted) > _total(largest.get(subject, [])):
                largest[subject] = sighted
    for sighted in largest.values():
        yield from sighted


def _identity(failure: Occurrence) -> tuple[str, str]:
    """What makes two failures the same: the error, and what was run where that says little."""
    if is_particular(failure.signature):
        return failure.signature or "", ""
    invoked = invocation(failure.target, None) if failure.kind == "shell" else None
    return failure.signature or "", invoked.command if invoked else failure.target


def _without_copies(board: Board, group: Iterable[Occurrence]) -> list[Occurrence]:
    """The failures without those that a fork of a session took over from it."""
    at: dict[int, list[Occurrence]] = {}
    kept = []
    for each in sorted(group, key=lambda one: (one.occurred_at, one.session)):
        others = [one for one in at.setdefault(each.occurred_at, []) if one.session != each.session]
        if not any(_call(board, one) == _call(board, each) for one in others):
            kept.append(each)
            at[each.occurred_at].append(each)
    return kept


def _call(board: Board, failure: Occurrence) -> str:
    return str((board.log.get(failure.id).payload or {}).get("call", failure.id))


def _sighted(board: Board, group: Sequence[Occurrence]) -> list[Sighted]:
    """The pattern of each session; nothing where the failures are no errors of the project's."""
    newest = sorted(group, key=lambda each: -each.occurred_at)
    calls = (_event(board, each.id) for each in newest[:_MOST_ASKED])
    error = next((each for each in calls if each is not None and is_error(each)), None)
    if error is None:
        return []
    line, name = complaint_of(error)
    counts = Counter(each.session for each in newest)
    last = {each.session: each.occurred_at for each in reversed(newest)}
    return [Sighted(session, _pattern(line, name, count), last[session])
            for session, count in counts.items()]  # fmt: skip


def _event(board: Board, name: str) -> Event | None:
    try:
        return board.log.get(name)
    except NotFound:
        return None


def _pattern(line: str, signature: str, count: int) -> Pattern:
    return Pattern(
        type=ERROR_PATTERNS.type,
        severity=ERROR_PATTERNS.severity(count),
        count=count,
        suggestion="",
        context={"signatures": [signature], "counts": [count]},
        samples=[line[:_LONGEST_SAMPLE]],
    )


def _detected(
    board: Board, project: str | None, current: Mapping[str, Sequence[Pattern]]
) -> Iterator[Sighted]:
    """The patterns of other kinds, as each session was examined last."""
    found: dict[tuple[str, str, str], Sighted] = {}
    for event in board.read(types=[PatternDetected.type], project=project):
        payload = event.payload
        if payload is None or payload["subject"] in current:
            continue
        if project is None and event.project is not None:
            continue  # the log reads all projects where none is named
        pattern = Pattern.model_validate(payload["pattern"])
        _note(found, payload["subject"], pattern, event.occurred_at)
    for session, patterns in current.items():
        for pattern in patterns:
            _note(found, session, pattern, board.row("sessions", session)["last_at"])
    yield from found.values()


def _note(
    found: dict[tuple[str, str, str], Sighted], session: str, pattern: Pattern, at: int
) -> None:
    """Keep the last sight of each subject of a pattern; failures are counted by themselves."""
    if pattern.type == ERROR_PATTERNS.type:
        return
    for each in apart(pattern):
        for subject in subjects(each)[:1]:
            own = each.model_copy(update={"context": _about(each, subject)})
            found[session, each.type, subject] = Sighted(session, own, at)


def _about(pattern: Pattern, subject: str) -> dict[str, object]:
    """The context of a pattern with one subject, so that it keeps its fingerprint."""
    if "command" in pattern.context:
        return dict(pattern.context)
    key = "signatures" if "signatures" in pattern.context else "about"
    return {key: [subject]}


def _total(sighted: Iterable[Sighted]) -> int:
    return sum(each.pattern.count for each in sighted)
