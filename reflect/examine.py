"""Running the detectors over every session, whether or not anybody reflects on it.

What is said of a pattern later ("it came again in 2 of 12 sessions") rests on this: a session that
was not examined for it is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from blackboard import Board
from blackboard.events.payload import PayloadModel
from blackboard.events.reflection import Pattern, PatternDetected, SessionExamined
from reflect.detectors import detect, detectors
from reflect.fingerprint import fingerprint, fingerprint_of, sightings
from reflect.trajectory import Trajectory, trajectory

ACTOR = "detector"
READER = "detector"
"""The name under which the board remembers how far the detectors have read."""


def examine(
    board: Board,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    examined: Collection[str] = (),
    until: int = 0,
) -> int:
    """Examine every session that has events since the last time, and return how many those were.

    What is recorded has ids that follow from what was seen, so examining a session again after an
    interruption adds nothing.

    Args:
        board: where the sessions are.
        progress: is given how many are done, and of how many.
        examined: sessions that a reflection examined.
        until: the position at which that began; of a session that went on since, all is examined.
    """
    since, head = board.reader_position(READER), board.log.head()
    where = {"position>=": since + 1, "child": 0}
    rows = board.view("sessions", where=where, order="started_at")
    for done, row in enumerate(rows):
        if row["id"] not in examined or row["position"] > until:
            subject = trajectory(board, row)
            found = examination(subject, detect(subject))
            board.record(*found, actor=ACTOR, project=row["project"])
        progress(done + 1, len(rows))
    if head > since:
        with board.transaction():
            board.remember_reader(READER, head)
    return len(rows)


def examination(subject: Trajectory, patterns: Sequence[Pattern]) -> list[PayloadModel]:
    """The events of examining one session: its patterns, and everything that was looked for.

    Args:
        subject: the session.
        patterns: what `detect` found in it.
    """
    project: str | None = subject.session["project"]
    seen = {fingerprint_of(project, *each) for each in sightings(subject, patterns)}
    examined = SessionExamined(
        subject=subject.id,
        detectors=[detector.type for detector in detectors()],
        fingerprints=sorted(seen),
        calls=len(subject.calls),
        messages=subject.session["total_messages"],
    )
    return [*(_detected(subject.id, project, each) for each in patterns), examined]


def _detected(subject: str, project: str | None, pattern: Pattern) -> PatternDetected:
    name = fingerprint(project, pattern)
    return PatternDetected(subject=subject, pattern=pattern, fingerprint=name)
