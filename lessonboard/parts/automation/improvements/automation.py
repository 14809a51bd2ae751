"""The automation of a project on the board: its switch, its history and its requests."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cached_property, partial

from blackboard import Board
from blackboard.event import Event
from blackboard.events.automation import (
    AutomationAllowed,
    AutomationDisabled,
    AutomationDisallowed,
    AutomationEnabled,
    AutomationSuppressed,
    AutomationTriggered,
    ImprovementMeasured,
)
from blackboard.events.payload import PayloadModel
from blackboard.events.reflection import Pattern
from blackboard.views.rows import WorkRow
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.known import known_lessons
from lessonboard.parts.automation.improvements.request import from_reflection_pattern
from lessonboard.parts.automation.improvements.trigger import (
    Check,
    Past,
    Tried,
    Verdict,
    decide,
    is_worth_one,
)
from lessonboard.parts.automation.isolation.allowed import (
    Allowed,
    What,
    allowed_after,
    ensure_variable,
)
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.critic.suggestion import in_other_words, judge_suggestion
from reflect.fingerprint import fingerprint, known_as
from reflect.result import ReflectionResult
from scheduler.work.queue import Queue

ACTOR = "automation"
KIND = "improve"
"""The kind of work item that carries out a request."""

_ENDED = ("completed", "failed", "quarantined")


class Automation:
    """The automation of one project.

    Args:
        board: the board to read and write.
        project: the project whose sessions are read and which is improved.
        settings: thresholds, limits, budgets.
        now: microseconds since 1970 UTC; the current time by default.
        critic: judges what a pattern suggests; by rules and the default thresholds by default.
    """

    def __init__(
        self,
        board: Board,
        project: str | None,
        settings: AutomationSettings,
        now: int | None = None,
        critic: CriticSettings | None = None,
    ) -> None:
        self._board = board
        self._project = project
        self._settings = settings
        self._critic = Critic(critic or CriticSettings().in_force())
        self._now = time.time_ns() // 1000 if now is None else now

    @property
    def is_enabled(self) -> bool:
        """Whether it is on: by the last switch, else by the settings."""
        switch = self._switch()
        return self._settings.automation_enabled if switch is None else switch[0]

    @property
    def dry_run(self) -> bool:
        """Whether it only reports what it would do."""
        switch = self._switch()
        return self._settings.dry_run if switch is None else switch[1]

    def enable(self, *, dry_run: bool, reason: str = "") -> None:
        """Switch it on for this project."""
        self._record(AutomationEnabled(dry_run=dry_run, reason=reason), "human")

    def disable(self, reason: str = "") -> None:
        """Switch it off for this project, whatever the settings say."""
        self._record(AutomationDisabled(reason=reason), "human")

    @property
    def allowed(self) -> Allowed:
        """What the project's checks and hooks are given beyond what all of them are."""
        decisions = self._own(AutomationAllowed.type, AutomationDisallowed.type)
        return allowed_after(
            (event.type == AutomationAllowed.type, event.payload)
            for event in decisions if event.payload is not None
        )  # fmt: skip

    def allow(self, what: What, name: str = "") -> None:
        """Open the network or a variable for the project's checks and hooks.

        Raises:
            NotAllowable: no variable can have that name, or its value is the run's.
        """
        if what == "env":
            ensure_variable(name)
        self._record(AutomationAllowed(what=what, name=name), "human")

    def disallow(self, what: What, name: str = "") -> None:
        """Close it again."""
        self._record(AutomationDisallowed(what=what, name=name), "human")

    def explain(self, result: ReflectionResult) -> Verdict:
        """Every check and its result, without any action.

        What a pattern suggests becomes the text of an issue, so the critic judges it too: by its
        rules, since a model must not be asked inside a transaction. Its verdict changes the words
        and stops nothing: that the pattern was seen does not hang on how it is described.
        """
        past = self.past()
        named = partial(self._fingerprint, past.known)
        verdict = decide(result, named, self._settings, past, self._now)
        if verdict.pattern is None:
            return verdict
        pattern, found = _worded(verdict.pattern, self._critic)
        checks = [*verdict.checks, Check("suggestion", True, found)]
        return replace(verdict, pattern=pattern, checks=checks)

    def consider(self, result: ReflectionResult, *, cause: str | None = None) -> Verdict:
        """Trigger an improvement or record why not.

        Reading, deciding and appending happen in one transaction, so of two concurrent calls only
        one acts. While automation is off, or without a pattern, nothing is written: that would be
        an event for every session.

        Args:
            result: the reflection.
            cause: an idempotency key; a cause is acted on once, however often it is retried.
        """
        self._board.catch_up()  # outside the transaction, to hold the write lock briefly
        with self._board.transaction():
            verdict = self.explain(result)
            if verdict.pattern is None or not self.is_enabled or self._acted_on(cause):
                return verdict
            if verdict.triggers:
                self._trigger(result, verdict, cause)
            else:
                self._suppress(result, verdict, cause)
        return verdict

    def qualified(self, patterns: Sequence[Pattern]) -> list[str]:
        """The fingerprint of each pattern that could be improved by itself, else nothing."""
        past = self.past()
        named = partial(self._fingerprint, past.known)
        return [
            named(each) if is_worth_one(each, named(each), self._settings, past, self._now) else ""
            for each in patterns
        ]

    def past(self) -> Past:
        """What happened before, in this project and on the whole board."""
        dry = self.dry_run
        triggered = [
            event
            for event in self._board.read(types=[AutomationTriggered.type])
            if event.payload and event.payload.get("dry_run", True) == dry
        ]
        own = [event for event in triggered if event.project in self._names]
        items = self._board.view("work", where={"kind": KIND})
        here = [row for row in items if row["project"] == self._project]
        return Past(
            self.is_enabled,
            [event.occurred_at for event in own],
            self._known(own),
            running=_running(here),
            failures=_failures_in_a_row(here),
            on_board=[event.occurred_at for event in triggered],
            running_on_board=_running(items),
        )

    def _known(self, triggered: Sequence[Event]) -> dict[str, Tried]:
        """How often each fingerprint of the project was requested, and whether that failed."""
        times = Counter((event.payload or {})["fingerprint"] for event in triggered)
        where = {"project": self._project, "outcome": "failed"}
        failed = {
            row["fingerprint"]: row["reported_at"]
            for row in self._board.view("automation", where=where)
            if row["reported_at"] is not None
        }
        return {name: Tried(count, failed.get(name)) for name, count in times.items()}

    def _trigger(self, result: ReflectionResult, verdict: Verdict, cause: str | None) -> None:
        dry_run = self.dry_run
        triggered = AutomationTriggered(
            subject=result.session_id, fingerprint=verdict.fingerprint, dry_run=dry_run
        )
        self._record(triggered, cause=cause)
        if not dry_run:
            self._request(result, verdict, cause)

    def _request(self, result: ReflectionResult, verdict: Verdict, cause: str | None) -> None:
        """Request an improvement and queue the work for it."""
        assert verdict.pattern is not None
        request = from_reflection_pattern(
            verdict.pattern,
            {"session_id": result.session_id},
            verdict.fingerprint,
            self._settings.workflow_constraints,
            earlier=self._earlier(verdict.fingerprint),
            lessons=known_lessons(self._board, self._project, verdict.pattern),
        )
        self._record(request, cause=cause)
        Queue(self._board, ACTOR).create(
            KIND,
            {"request": request.request},
            priority="P1" if request.priority in ("high", "critical") else "P2",
            dedup_key=f"{KIND}:{verdict.fingerprint}",
            project=self._project,
        )

    def _earlier(self, fingerprint: str) -> list[ImprovementMeasured]:
        """The improvements of a pattern that were merged and measured before."""
        events = self._own(ImprovementMeasured.type)
        measured = [ImprovementMeasured(**event.payload) for event in events if event.payload]
        return [each for each in measured if each.fingerprint == fingerprint]

    def _suppress(self, result: ReflectionResult, verdict: Verdict, cause: str | None) -> None:
        suppressed = AutomationSuppressed(
            subject=result.session_id, fingerprint=verdict.fingerprint, reason=verdict.reason
        )
        self._record(suppressed, cause=cause)

    def _acted_on(self, cause: str | None) -> bool:
        """Whether an earlier, interrupted attempt already decided on this cause."""
        decided = self._own(AutomationTriggered.type, AutomationSuppressed.type)
        return cause is not None and any(event.correlation == cause for event in decided)

    def _fingerprint(self, known: Container[str], pattern: Pattern) -> str:
        """The fingerprint under which a pattern is known by any name of the project, or its own.

        That may be one of an earlier version: what was proposed or filed then is not done again.
        """
        names = sorted(self._names, key=str)
        found = (each for name in names for each in known_as(name, pattern))
        return next((each for each in found if each in known), fingerprint(self._project, pattern))

    @cached_property
    def _names(self) -> frozenset[str | None]:
        """All names that the project's events may carry."""
        if self._project is None:
            return frozenset([None])
        return frozenset((self._project, *self._board.names_of(self._project)))

    def _own(self, *types: str) -> list[Event]:
        """The project's events of some types, under all of its names."""
        return [event for event in self._board.read(types=types) if event.project in self._names]

    def _switch(self) -> tuple[bool, bool] | None:
        """The last switch as (enabled, dry run); None if there was none."""
        last: tuple[bool, bool] | None = None
        for event in self._own(AutomationEnabled.type, AutomationDisabled.type):
            is_on = event.type == AutomationEnabled.type
            last = (is_on, (event.payload or {}).get("dry_run", True))
        return last

    def _record(self, payload: PayloadModel, actor: str = ACTOR, cause: str | None = None) -> None:
        self._board.record(payload, actor=actor, project=self._project, correlation=cause)


def _worded(pattern: Pattern, critic: Critic) -> tuple[Pattern, str]:
    """The pattern in words that the critic lets pass or that say what was recorded, and why."""
    judged = judge_suggestion(pattern, critic)
    if judged.passes and judged.pattern.suggestion == pattern.suggestion:
        return pattern, f"passes the critic: {pattern.suggestion}"
    changed = judged.pattern if judged.passes else in_other_words(pattern)
    why = judged.reason or "the critic found a better form"
    return changed, f"changed: {why} Was: {pattern.suggestion} Now: {changed.suggestion}"


def _running(items: Sequence[WorkRow]) -> int:
    return sum(row["state"] in ("ready", "claimed", "blocked") for row in items)


def _failures_in_a_row(items: Sequence[WorkRow]) -> int:
    """The improvements that failed since one last came to its end."""
    ended = [(row["last_at"] or 0, row["state"]) for row in items if row["state"] in _ENDED]
    last_success = max((at for at, state in ended if state == "completed"), default=0)
    return sum(state != "completed" and at > last_success for at, state in ended)
