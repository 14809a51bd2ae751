"""What the board knows of a request, for the agent that does a step of it."""

from __future__ import annotations

from blackboard import Board, Situation
from blackboard.delivery.limits import MOST_ITEMS, TOKENS
from blackboard.events.automation import ImprovementRequested
from lessonboard.parts.automation.workflow.step import Step
from reflect.detectors import detector_of


def lessons_for(
    board: Board, run: str, project: str | None, request: ImprovementRequested, step: Step
) -> str:
    """The lessons and insights that fit a step, recorded as shown to the run; empty where none do.

    Each step is a new process that knows nothing of the step before, so the situation is that of
    an agent whose context was cleared: what an earlier step was shown is shown again.
    """
    pattern = request.source_pattern
    is_error = detector_of(pattern.type).about == "error"
    situation = Situation(
        prompt=f"{request.issue_title}.\n{request.issue_description}\n{step.title}.",
        project=project,
        command=str(pattern.context.get("command") or ""),
        error="\n".join(pattern.samples) if is_error else "",
        session=run,
        step="cleared",
    )
    return board.inject(situation, limit=MOST_ITEMS, budget=TOKENS).text
