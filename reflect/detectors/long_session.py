"""Sessions so long that the work was probably too large for one."""

from __future__ import annotations

import re
from collections import Counter

from blackboard.events.reflection import Pattern
from reflect.detectors.detector import Detector
from reflect.detectors.wording import RULES, code, counted, within
from reflect.invocation import command_of
from reflect.trajectory import Trajectory, changed_by, is_edit, payload_of

_TYPE = "long_session"
_LEAST_MESSAGES = 100

_NAMED = 2
_LONGEST = 80
_COMMIT = re.compile(r"\bgit (?:\S+ )*?commit\b")


def _find(trajectory: Trajectory) -> list[Pattern]:
    """The session as a pattern of its own when it had a hundred messages or more."""
    metrics = trajectory.metrics
    if metrics.total_messages < _LEAST_MESSAGES:
        return []
    return [
        Pattern(
            type=_TYPE,
            severity="medium",
            count=metrics.total_messages,
            suggestion=_suggestion(trajectory),
            context={"minutes": metrics.minutes, "tool_uses": metrics.tool_uses},
        )
    ]


def _suggestion(trajectory: Trajectory) -> str:
    """What would have made it shorter, with what it changed and how often that was committed."""
    metrics = trajectory.metrics
    return (
        f"Add a rule to {RULES} to commit after each part of a task and to begin the next part in "
        f"a new session: this one {_changed(trajectory)}"
        f"{counted(_commits(trajectory), 'commit')} in {metrics.total_messages} messages and "
        f"{counted(metrics.tool_uses, 'tool call')}."
    )


def _changed(trajectory: Trajectory) -> str:
    """The files that it changed most; empty when there is none."""
    edits = Counter(
        within(path, trajectory.root)
        for call in trajectory.calls
        if is_edit(call)
        for path in changed_by(call)
        if not path.startswith("/") or path.startswith(trajectory.root or "/")
    )
    if not edits:
        return "had "
    named = ", ".join(code(path, _LONGEST) for path, _ in edits.most_common(_NAMED))
    others = len(edits) - _NAMED
    more = f" and {counted(others, 'other file')}" if others > 0 else ""
    return f"changed {named}{more}, with "


def _commits(trajectory: Trajectory) -> int:
    return sum(
        bool(_COMMIT.search(command_of(call) or ""))
        for call in trajectory.calls
        if not payload_of(call).get("failed") and not payload_of(call).get("denied")
    )


LONG_SESSION = Detector(_TYPE, _find, severity=lambda _: "medium")
