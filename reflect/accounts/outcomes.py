"""Outcomes: what one session did with a lesson; pure, from calls to what they show.

Strict on purpose: without an occasion nothing is said. A failure is a lesson's own only when
the error and, where the lesson names one, the command are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from blackboard.event import Event
from blackboard.search import moments
from blackboard.search.failure import failure_signatures
from blackboard.views.rows import LessonRow
from reflect.accounts.commands import Form, Use, form, use
from reflect.invocation import command_of
from reflect.miner.attempt import attempt, calls_of, has_failed
from reflect.trajectory import payload_of


class Act(NamedTuple):
    """A call of the agent: what it ran, and the errors and commands by which it is recognised.

    `errors` is empty unless the call failed.
    """

    call: Event
    uses: tuple[Use, ...]
    errors: frozenset[str]
    commands: frozenset[str]

    @property
    def at(self) -> int:
        """When the agent decided upon the call: what it was told later cannot have moved it."""
        return payload_of(self.call).get("called_at") or self.ended_at

    @property
    def ended_at(self) -> int:
        """When the answer came."""
        return self.call.occurred_at


@dataclass(frozen=True)
class Watched:
    """A lesson as far as its outcome in a session can be seen."""

    lesson: str
    created_at: int
    signatures: frozenset[str]
    commands: frozenset[str]
    form: Form | None

    @cached_property
    def programs(self) -> frozenset[str]:
        """The programs or tools that its form is about."""
        return frozenset((self.form.right.program, self.form.other.program) if self.form else ())

    def failed_in(self, act: Act) -> bool:
        """Whether a call failed as the lesson tells."""
        is_command = not self.commands or bool(self.commands & act.commands)
        return is_command and bool(self.signatures & act.errors)


class Sign(NamedTuple):
    """The call that shows something, and since when it counts, in microseconds."""

    call: Event
    at: int


class Outcome(NamedTuple):
    """The first call that shows that the failure came back, or that the lesson was obeyed."""

    recurred: Sign | None = None
    obeyed: Sign | None = None


def watched(row: LessonRow) -> Watched:
    """A lesson of the board, to be watched."""
    return Watched(
        row["id"],
        row["created_at"],
        frozenset(row["signatures"]),
        frozenset(row["commands"]),
        form(row["constraint"]),
    )


def acts(events: Iterable[Event], root: str | None) -> list[Act]:
    """The calls of a session that were not refused, as far as outcomes can be seen in them."""
    return [
        Act(call, _uses(call, root), _errors(call), frozenset(_commands(call)))
        for call in calls_of(list(events))
        if not payload_of(call).get("denied")
    ]


def outcome(lesson: Watched, done: Sequence[Act], since: int) -> Outcome:
    """What became of a lesson after a moment.

    Args:
        lesson: what to look for.
        done: the calls of the session in order.
        since: when the lesson was shown or held back, or just before the session began; what
            happened before the lesson was learnt does not count either. A call that was under
            way then, such as the one that called for the lesson, was decided upon without it.
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
    """The right form was run, and the other one never."""
    if any(form.is_other(each) for act in after for each in act.uses):
        return None
    return next((_sign(act) for act in after if any(map(form.is_right, act.uses))), None)


def _in_order(form: Form, after: Sequence[Act]) -> Sign | None:
    """What must come first was run before the other was run for the first time."""
    prepared: Sign | None = None
    for act in after:
        for each in act.uses:
            if form.is_other(each):
                return prepared
            prepared = prepared or (_sign(act) if form.is_right(each) else None)
    return None


def _put_right(form: Form, after: Sequence[Act], failures: Iterable[Act]) -> Outcome:
    """Whether each failure was followed by what puts it right; here failing is the occasion."""
    answer: Sign | None = None
    for failure in failures:
        later = (act for act in after if act.at > failure.at)
        answer = next((_sign(act) for act in later if any(map(form.is_right, act.uses))), None)
        if answer is None:
            return Outcome(recurred=Sign(failure.call, failure.ended_at))
    return Outcome(obeyed=answer)


def _sign(act: Act) -> Sign:
    return Sign(act.call, act.at)


def _uses(call: Event, root: str | None) -> tuple[Use, ...]:
    if command_of(call) is not None:
        tried = attempt(call, root)
        return tuple(map(use, tried.commands)) if tried else ()
    payload = payload_of(call)
    values = [each for each in payload.get("input", {}).values() if isinstance(each, str)]
    return (Use(frozenset(), (payload["name"], *values)),)


def _errors(call: Event) -> frozenset[str]:
    if not has_failed(call):
        return frozenset()
    return failure_signatures(payload_of(call).get("output", ""))


def _commands(call: Event) -> list[str]:
    return moments.prefixes(command_of(call) or "")
