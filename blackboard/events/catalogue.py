"""The catalogue: every type of event, one file per topic."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from blackboard.errors import InvalidEvent
from blackboard.events import (
    automation,
    board,
    capture,
    critique,
    insight,
    lesson,
    recording,
    reflection,
    repository,
    review,
    session,
    use,
    work,
)
from blackboard.events.payload import PayloadModel
from blackboard.events.upcast import can_lift, lift

CATALOGUE: tuple[type[PayloadModel], ...] = (
    session.SessionStarted,
    session.MessageRecorded,
    session.ToolCalled,
    session.UsageRecorded,
    session.TurnEnded,
    session.SessionEnded,
    repository.RepositoryObserved,
    repository.ProjectMerged,
    repository.ProjectSplit,
    repository.ProjectDecisionUndone,
    review.PrOpened,
    review.ReviewSubmitted,
    review.ReworkRequested,
    review.ReworkCompleted,
    review.PrMerged,
    review.ArtifactRecorded,
    reflection.ReflectionStarted,
    reflection.PatternDetected,
    reflection.ReflectionCompleted,
    reflection.ReflectionFailed,
    insight.InsightCurated,
    insight.InsightApproved,
    insight.InsightPromoted,
    insight.InsightRetired,
    insight.InsightRestored,
    lesson.LessonCreated,
    lesson.LessonDeduplicated,
    lesson.LessonRevised,
    lesson.LessonApproved,
    lesson.LessonRejected,
    lesson.LessonSuperseded,
    lesson.LessonRetired,
    lesson.LessonPromoted,
    lesson.LessonRestored,
    lesson.LessonChecked,
    critique.RecommendationProposed,
    critique.CritiqueRecorded,
    critique.RecommendationRefined,
    critique.RecommendationAccepted,
    critique.RecommendationDiscarded,
    use.ContextInjected,
    use.LessonObeyed,
    use.LessonRecurred,
    use.LessonWithheld,
    use.LessonDisputed,
    recording.RecordingImported,
    recording.StepCardCompiled,
    recording.WorkflowDrafted,
    recording.WorkflowCompiled,
    recording.WorkflowRerun,
    work.WorkCreated,
    work.WorkClaimed,
    work.WorkReleased,
    work.WorkCompleted,
    work.WorkFailed,
    work.WorkQuarantined,
    automation.AutomationEnabled,
    automation.AutomationDisabled,
    automation.AutomationTriggered,
    automation.AutomationSuppressed,
    automation.ImprovementRequested,
    automation.RunStarted,
    automation.RunResumed,
    automation.StepCompleted,
    automation.StepFailed,
    automation.RunCompleted,
    automation.RunFailed,
    automation.RunCancelled,
    automation.IssueCreated,
    automation.PrCreated,
    automation.ManualQueued,
    automation.ImprovementMeasured,
    board.PayloadForgotten,
    board.StreamClosed,
    board.ModelCalled,
    capture.CaptureDisabled,
    capture.CaptureEnabled,
)

BY_TYPE: dict[str, type[PayloadModel]] = {model.type: model for model in CATALOGUE}
SETTINGS = frozenset(model.type for model in CATALOGUE if model.setting)


def check(type_: str, schema: int, payload: Any) -> None:
    """Refuse a payload that breaks the model of its type; unknown types pass.

    Raises:
        InvalidEvent: with each field and what is wrong with it.
    """
    model = BY_TYPE.get(type_)
    if model is None or schema > model.version:
        return
    if not can_lift(type_, schema, model.version):
        raise InvalidEvent(f"there is no version {schema} of {type_}")
    if schema < model.version:
        payload = lift(type_, payload, schema, model.version)
    try:
        model.model_validate(payload)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, problem['loc'])) or 'payload'}: {problem['msg']}"
            for problem in error.errors()
        )
        raise InvalidEvent(f"the payload of a {type_} event is not valid: {problems}") from error
