"""Reflecting on sessions and pull requests: from the board, through the reflector, to the board.

What was found is kept whether or not the model could finish; a failure is an event of its own,
and the subject is then looked at again the next time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.events import streams
from blackboard.events.payload import PayloadModel
from blackboard.events.reflection import (
    Found,
    ReflectionCompleted,
    ReflectionFailed,
    ReflectionStarted,
    Trigger,
)
from blackboard.views.rows import SessionRow
from reflect.critic.critic import Critic
from reflect.curator.settings import CuratorSettings
from reflect.detectors import detect
from reflect.due import is_as_it_was
from reflect.examine import ACTOR as DETECTOR
from reflect.examine import examination
from reflect.merge.by_model import by_model
from reflect.merge.by_rules import by_rules
from reflect.merge.history import History
from reflect.model.account import remember
from reflect.model.model import Model
from reflect.model.thread import ModelError
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Intake, ingest
from reflect.pipeline.insights import as_drafts, keep, replace_convention
from reflect.reflector.conventions import convention
from reflect.reflector.insight import Draft
from reflect.reflector.reflector import Reflection, Reflector
from reflect.reflector.settings import ReflectorSettings
from reflect.reflector.triggers import is_due, trigger_of
from reflect.result import ReflectionResult
from reflect.trajectory import Trajectory, trajectory

ACTOR = "reflector"
_MOST_KNOWN = 50


@dataclass(frozen=True)
class ReflectionTools:
    """With what is reflected: settings, critic, and perhaps a model."""

    critic: Critic
    reflector: ReflectorSettings = field(default_factory=ReflectorSettings)
    curator: CuratorSettings = field(default_factory=CuratorSettings)
    model: Model | None = None


class ReflectionOutcome(NamedTuple):
    """The result of one session or pull request."""

    subject: str
    result: ReflectionResult | None
    kept: int
    lessons: Intake
    failure: str | None


class _Task(NamedTuple):
    """A session to look at; without a trigger it is not worth a model, and the rules look at it."""

    trajectory: Trajectory
    trigger: Trigger | None
    evidence: str
    known: Sequence[Draft]


def reflect_on_sessions(
    board: Board, sessions: Iterable[SessionRow], tools: ReflectionTools, *, asked: bool = False
) -> Iterator[ReflectionOutcome]:
    """Reflect on sessions, several in parallel where a model is asked; yields as they are done.

    Args:
        board: where they are, and where what is found goes.
        sessions: rows of the sessions view.
        tools: settings, critic and model.
        asked: look also at what was looked at before or gives no occasion to.
    """
    tasks = (
        task for session in sessions if (task := _task(board, session, tools, asked)) is not None
    )
    if tools.model is None:
        for task in tasks:
            yield _settle(board, task, _reflect(task, tools), tools)
        return
    width = tools.model.settings.concurrency
    with ThreadPoolExecutor(width) as pool:
        while waiting := list(islice(tasks, width)):
            reflections = list(pool.map(lambda task: _reflect(task, tools), waiting))
            for task, reflection in zip(waiting, reflections, strict=True):
                yield _settle(board, task, reflection, tools)
            if any(reflection.exhausted for reflection in reflections):
                return  # what is left waits for the next run


def reflect_on_conventions(
    board: Board, projects: Iterable[str | None], tools: ReflectionTools
) -> int:
    """Look for what the sessions of each project have in common; returns how much was kept."""
    kept = 0
    for project in projects:
        sessions = board.view("sessions", where={"project": project, "child": 0})
        draft = convention(trajectory(board, session) for session in sessions)
        if draft is not None:
            kept += replace_convention(board, draft, project, tools.critic, tools.curator)
    remember(board, tools.model)
    return kept


def reflect_on_merge(board: Board, history: History, tools: ReflectionTools) -> ReflectionOutcome:
    """Look at a pull request; with nothing recorded about it, nothing is learnt.

    Looking again at the same record adds nothing, unless the model could not be asked before.
    """
    lessons = Intake()
    if history.is_empty:
        return ReflectionOutcome(history.subject, None, 0, lessons, "nothing is recorded about it")
    evidence = _digest(e.id for e in history.events)
    started = ReflectionStarted(
        subject=history.subject, triggered_by="merge", evidence_sha256=evidence
    )
    board.record(started, actor=ACTOR, project=history.project, key=f"{started.type}:{evidence}")
    findings, failure = by_rules(history), None
    if tools.model is not None:
        try:
            findings = [*by_model(history, tools.model), *findings]
        except ModelError as error:
            failure = str(error)
    for finding in findings:
        place = Place(history.project, ACTOR)
        lessons.count(ingest(board, finding, place, tools.critic, tools.curator).outcome)
    done: PayloadModel = (
        ReflectionFailed(subject=history.subject, reason=failure)
        if failure
        else ReflectionCompleted(
            subject=history.subject, evidence_sha256=evidence, iterations=1, triggered_by="merge"
        )
    )
    once = "" if failure else f"{done.type}:{evidence}"
    board.record(done, actor=ACTOR, project=history.project, key=once)
    remember(board, tools.model)
    return ReflectionOutcome(history.subject, None, lessons.created, lessons, failure)


def _task(board: Board, session: SessionRow, tools: ReflectionTools, asked: bool) -> _Task | None:
    """What there is to do about a session, if anything."""
    if session["child"]:
        return None
    ended = _last(board, session["id"])
    if not asked and is_as_it_was(board, session, ended):
        return None
    looked = trajectory(board, session)
    evidence = _digest(event.id for event in looked.events)
    last = (ended and ended.payload) or {}
    if not looked.events or (last.get("evidence_sha256") == evidence and not asked):
        return None
    trigger = _trigger(looked, messages_at_last_look(board, looked.id), asked)
    where = {"project": session["project"]}
    known = as_drafts(board.view("insights", where=where, order="-last_seen_at", limit=_MOST_KNOWN))
    return _Task(looked, trigger, evidence, known)


def _reflect(task: _Task, tools: ReflectionTools) -> Reflection:
    """Look at a session, with the model only where something calls for it."""
    model = tools.model if task.trigger is not None else None
    return Reflector(tools.reflector, model).reflect(task.trajectory, task.known)


def _trigger(looked: Trajectory, reflected_at: int | None, asked: bool) -> Trigger | None:
    if asked:
        return "request"
    due = is_due(looked.session["total_messages"], reflected_at)
    return trigger_of(looked) or ("quality-threshold" if due else None)


def _settle(
    board: Board, task: _Task, reflection: Reflection, tools: ReflectionTools
) -> ReflectionOutcome:
    """Put what was found on the board, and keep what is worth it."""
    looked, project = task.trajectory, task.trajectory.session["project"]
    patterns = detect(looked)
    result = ReflectionResult(
        looked.id,
        looked.session["last_at"],
        patterns,
        looked.metrics,
        [pattern.suggestion for pattern in patterns],
    )
    started = ReflectionStarted(
        subject=looked.id, triggered_by=task.trigger or "rules", evidence_sha256=task.evidence
    )
    board.record(started, actor=ACTOR, project=project)
    board.record(*examination(looked, patterns), actor=DETECTOR, project=project)
    kept = sum(
        keep(board, draft, project, looked.id, tools.critic, tools.curator).is_news
        for draft in reflection.insights
    )
    seen = looked.events[-1].id
    board.record(_done(task, reflection, result), actor=ACTOR, project=project, causation=seen)
    remember(board, tools.model)
    return ReflectionOutcome(looked.id, result, kept, Intake(), reflection.failure)


def _done(task: _Task, reflection: Reflection, result: ReflectionResult) -> PayloadModel:
    subject = task.trajectory.id
    if reflection.failure is not None:
        return ReflectionFailed(subject=subject, reason=reflection.failure)
    return ReflectionCompleted(
        subject=subject,
        patterns=list(result.patterns),
        insights=[_found(draft) for draft in reflection.insights],
        evidence_sha256=task.evidence,
        messages=task.trajectory.session["total_messages"],
        metrics=result.metrics,
        suggestions=list(result.suggestions),
        automation_priority=result.automation_priority,
        iterations=reflection.iterations,
        history=list(reflection.history),
        converged=reflection.converged,
        triggered_by=task.trigger or "rules",
    )


def _found(draft: Draft) -> Found:
    return Found(
        statement=draft.statement,
        category=draft.category,
        confidence=draft.confidence,
        actionable=draft.actionable,
        evidence=list(draft.evidence),
    )


def messages_at_last_look(board: Board, session: str) -> int | None:
    """The number of messages that a session had when it was last worth a look, or None.

    What the rules looked at because nothing called for more does not count: the first look of a
    model is not put off by it.
    """
    looks = board.read(stream=streams.reflection(session), types=[ReflectionCompleted.type])
    counted = [
        look.payload.get("messages")
        for look in looks
        if look.payload and look.payload.get("triggered_by") != "rules"
    ]
    return counted[-1] if counted else None


def _last(board: Board, subject: str) -> Event | None:
    """The end of the last reflection on a session that was completed."""
    events = board.read(stream=streams.reflection(subject), types=[ReflectionCompleted.type])
    return max(events, key=lambda event: event.position, default=None)


def _digest(names: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()
