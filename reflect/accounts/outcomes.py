"""The outcome of a lesson in one session; pure functions of its calls.

Deliberately strict: without an occasion there is no outcome. A failure belongs to a lesson only if
the error and, where the lesson names one, the command match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from blackboard.delivery.keys import command_keys
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.search import moments
from blackboard.search.failure import failure_signatures
from blackboard.views.rows import InsightRow, LessonRow
from reflect.accounts.commands import Form, Use, form, use
from reflect.invocation import command_of
from reflect.miner.attempt import attempt, calls_of, has_failed
from reflect.trajectory import payload_of


class Act(NamedTuple):
    """A call of the agent: what it ran, and its errors and commands for matching.

    `errors` is empty unless the call failed.
    """

    call: Event
    uses: tuple[Use, ...]
    errors: frozenset[str]
    commands: frozenset[str]

    @property
    def at(self) -> int:
        """When the agent decided on the call; nothing shown later can have influenced it."""
        return payload_of(self.call).get("called_at") or self.ended_at

    @property
    def ended_at(self) -> int:
        """When the result arrived."""
        return self.call.occurred_at


@dataclass(frozen=True)
class Watched:
    """A lesson, reduced to what makes its outcome detectable."""

    lesson: str
    created_at: int
    signatures: frozenset[str]
    commands: frozenset[str]
    form: Form | None

    @cached_property
    def programs(self) -> frozenset[str]:
        """The programs or tools of its form."""
        return frozenset((self.form.right.program, self.form.other.program) if self.form else ())

    def failed_in(self, act: Act) -> bool:
        """Whether a call failed with the lesson's failure."""
        is_command = not self.commands or bool(self.commands & act.commands)
        return is_command and bool(self.signatures & act.errors)


class Sign(NamedTuple):
    """The call that is the evidence, and the time it counts from, in microseconds."""

    call: Event
    at: int


class Outcome(NamedTuple):
    """The first call that shows a recurrence of the failure, or obedience."""

    recurred: Sign | None = None
    obeyed: Sign | None = None


def watched_insight(row: InsightRow) -> Watched:
    """An insight's row as `Watched`: it has no failure of its own, so it can only be obeyed."""
    return Watched(row["id"], row["created_at"], frozenset(), frozenset(), form(row["statement"]))


def watched(row: LessonRow) -> Watched:
    """A lesson's row as `Watched`."""
    return Watched(
        row["id"],
        row["created_at"],
        frozenset(row["signatures"]),
        frozenset(row["commands"]),
        form(row["constraint"]),
    )


def acts(events: Iterable[Event], root: str | None) -> list[Act]:
    """The calls of a session that were not denied."""
    return [
        Act(call, _uses(call, root), _errors(call), frozenset(_commands(call)))
        for call in calls_of(list(latest(events)))
        if not payload_of(call).get("denied")
    ]


def outcome(lesson: Watched, done: Sequence[Act], since: int) -> Outcome:
    """The outcome of a lesson after a point in time.

    Args:
        lesson: the lesson.
        done: the session's calls in order.
        since: when the lesson was shown or withheld, or just before the session began; nothing
            before the lesson was learnt counts. A call that was running then, such as the one
            that triggered the lesson, was decided without it.
    """
    start = max(since, lesson.created_at)
    after = [act for act in done if act.at > start]
    if lesson.form is not None and lesson.form.kind == "after failure":
        ended = [act for act in done if act.ended_at > start]
        return _put_right(lesson.form, after, filter(lesson.failed_in, ended))
    failure = next(filter(lesson.failed_in, after), None)
    if failure is not None:
        return Outcome(recurred=_sign(failure))
    if lesson.form is None:
        return Outcome()
    check = _in_order if lesson.form.kind == "before" else _instead
    return Outcome(obeyed=check(lesson.form, after))


def _instead(form: Form, after: Sequence[Act]) -> Sign | None:
    """The recommended form was run, and the other one never."""
    if any(form.is_other(used) for act in after for used in act.uses):
        return None
    return next((_sign(act) for act in after if any(map(form.is_right, act.uses))), None)


def _in_order(form: Form, after: Sequence[Act]) -> Sign | None:
    """The prerequisite was run before the other command's first run."""
    prepared: Sign | None = None
    for act in after:
        for used in act.uses:
            if form.is_other(used):
                return prepared
            prepared = prepared or (_sign(act) if form.is_right(used) else None)
    return None


def _put_right(form: Form, after: Sequence[Act], failures: Iterable[Act]) -> Outcome:
    """Whether each failure was followed by its fix; here the failure is the occasion."""
    fix: Sign | None = None
    for failure in failures:
        later = (act for act in after if act.at > failure.at)
        fix = next((_sign(act) for act in later if any(map(form.is_right, act.uses))), None)
        if fix is None:
            return Outcome(recurred=Sign(failure.call, failure.ended_at))
    return Outcome(obeyed=fix)


def _sign(act: Act) -> Sign:
    return Sign(act.call, act.at)


def _uses(call: Event, root: str | None) -> tuple[Use, ...]:
    if command_of(call) is not None:
        tried = attempt(call, root)
        return tuple(map(use, tried.commands)) if tried else ()
    payload = payload_of(call)
    values = [value for value in payload.get("input", {}).values() if isinstance(value, str)]
    return (Use(frozenset(), (payload["name"], *values)),)


def _errors(call: Event) -> frozenset[str]:
    if not has_failed(call):
        return frozenset()
    return failure_signatures(payload_of(call).get("output", ""), command_of(call) or "")


def _commands(call: Event) -> list[str]:
    line = command_of(call) or ""
    return [*moments.prefixes(line), *command_keys(line, None)]
