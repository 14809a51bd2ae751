"""Record a rerun on the board: an event, and for a failed run a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from blackboard import Board
from blackboard.actors import role
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonRestored, LessonRetired, LessonText
from blackboard.events.payload import Evidence, new
from blackboard.events.recording import RerunStep, WorkflowRerun
from blackboard.views.rows import LessonRow
from lessonboard.parts.recordings.browser.outcome import (
    DENIED,
    LOGIN,
    VALUE,
    Missed,
    Rerun,
    StepOutcome,
)
from reflect.finding import Finding
from reflect.pipeline.decide import Outcome
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Critic, ingest

ACTOR = "rerun"
NOT_AT_FAULT = frozenset({LOGIN, DENIED, VALUE})
"""Causes of a failure that say nothing about the workflow."""

_CATEGORY = "workflow"
_RUN = ("recording", "run", "parameters", "succeeded", "seconds", "outcome")
_STEP = ("index", "verdict", "seconds", "found_by", "note")
_LONGEST = 600
_CONFIDENCE = 0.4
"""The confidence of a lesson from one failure; each further failure halves the remaining doubt."""


class Learnt(NamedTuple):
    """The outcome of a run's lesson, and its id if it was kept."""

    outcome: Outcome | Literal["nothing"]
    lesson: str


def tell(board: Board, rerun: Rerun, project: str | None) -> str:
    """Append a run and return its event id; appending the same run again adds nothing."""
    problem = rerun.failed or rerun.missed or Missed()
    payload = WorkflowRerun(
        **{key: getattr(rerun, key) for key in _RUN},
        steps_done=rerun.done,
        steps=[RerunStep(**{key: getattr(step, key) for key in _STEP}) for step in rerun.steps],
        failed_step=rerun.failed.index if rerun.failed else None,
        expected=problem.expected,
        seen=problem.told_seen,
        cause=problem.cause,
    )
    event = new(payload, project=project, actor=ACTOR, occurred_at=rerun.started_at)
    board.append([event])
    return str(event.id)


def learn(board: Board, rerun: Rerun, event_id: str, project: str | None, critic: Critic) -> Learnt:
    """Learn from the failed step, and retire lessons about steps that now work.

    A step that failed because no one was signed in, or what the caller named is not on the page,
    says nothing about the workflow.
    """
    with board.transaction():
        rows = [row for row in board.view("lessons", where={"category": _CATEGORY})
                if row["learned_from"] == ACTOR and _tag(rerun) in row["tags"]]  # fmt: skip
        board.append([event for row in rows for event in _verdict_events(row, rerun, project)])
    if rerun.failed is None or _is_blameless(rerun):
        return Learnt("nothing", "")
    found = finding(rerun, rerun.failed, event_id)
    kept = ingest(board, found, Place(project, ACTOR), critic)
    return Learnt(kept.outcome, "" if kept.outcome == "refused" else found.lesson_id(project))


def _verdict_events(row: LessonRow, rerun: Rerun, project: str | None) -> Iterator[NewEvent]:
    """The event that a run adds to an earlier lesson about the workflow, if any.

    A lesson about a step that worked is retired; one that a run retired is restored when the step
    fails again. A person's decision is kept.
    """
    verdicts = {step.verdict for step in rerun.steps if f"step-{step.number}" in row["tags"]}
    last = row["decisions"][-1] if row["decisions"] else None
    is_ours = last is not None and role(last["actor"]) == ACTOR and not _is_blameless(rerun)
    payload: LessonRetired | LessonRestored | None = None
    if "done" in verdicts and row["status"] in ("candidate", "approved"):
        payload = LessonRetired(lesson=row["id"], reason=f"the step was done in run {rerun.run}")
    elif "failed" in verdicts and row["status"] == "retired" and last and is_ours:
        reason = f"the step failed again in run {rerun.run}"
        payload = LessonRestored(lesson=row["id"], undone=last["event"], reason=reason)
    if payload is not None:
        key = f"{payload.type}:{rerun.run}"
        yield new(payload, project=project, actor=ACTOR, key=key)


def _is_blameless(rerun: Rerun) -> bool:
    return rerun.failed is not None and rerun.failed.cause in NOT_AT_FAULT


def _tag(rerun: Rerun) -> str:
    return rerun.recording[:64].lower()


def finding(rerun: Rerun, failed: StepOutcome, event_id: str) -> Finding:
    """The lesson of a failed step: where it stopped is known, the fix is not.

    The page is third-party content, so the lesson gets only the trust of imported text.
    """
    task, command = rerun.title, f"lessonboard recording run {rerun.recording}"
    intent = failed.intent.rstrip(". ") or "its action"
    expected, seen = failed.expected, failed.told_seen
    text = LessonText(
        phase="implement",
        category=_CATEGORY,
        severity="medium",
        symptom=_cut(f'`{command}` ("{task}") fails at step {failed.number} ({intent}): '
                     f"expected {expected}"),
        root_cause=_cut(f"What the run saw instead was {seen}"),
        resolution="Not known yet; the report of the run has a screenshot of that moment.",
        constraint=_cut(f'When you run the workflow "{task}" ({rerun.recording}), look at step '
                        f"{failed.number} ({intent}) first: it needs another value, or the task "
                        "must be recorded again."),
        tags=["workflow", _tag(rerun), f"step-{failed.number}"],
    )  # fmt: skip
    return Finding(
        key=f"workflow\n{rerun.recording}\n{failed.index}\n{expected}",
        occasion=f"{WorkflowRerun.type}:{rerun.run}",
        text=text,
        evidence=(Evidence(event_id=event_id, quote=_cut(f"expected {expected}; saw {seen}"),
                           session=rerun.run),),
        trust="imported",
        confidence=_CONFIDENCE,
        occurred_at=rerun.started_at,
        commands=(command,),
    )  # fmt: skip


def _cut(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _LONGEST else f"{one_line[: _LONGEST - 1]}…"
