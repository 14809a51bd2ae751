"""The catalogue: every type of event, one file per topic."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from blackboard.errors import InvalidEvent
from blackboard.event import Event
from blackboard.events import (
    automation,
    board,
    capture,
    critique,
    insight,
    lesson,
    recording,
    reflection,
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
    capture.CaptureDisabled,
    capture.CaptureEnabled,
    board.PayloadForgotten,
    board.ModelCalled,
)

BY_TYPE: dict[str, type[PayloadModel]] = {model.type: model for model in CATALOGUE}
VERSIONS: dict[str, int] = {model.type: model.version for model in CATALOGUE}


def current(event: Event) -> dict[str, Any] | None:
    """An event's payload in the newest version of its type.

    None when there is nothing that this program can read: the payload was forgotten, or a
    newer program wrote a type or version that is not in the catalogue.
    """
    newest = VERSIONS.get(event.type)
    if event.payload is None or newest is None or event.schema > newest:
        return None
    if event.schema == newest:
        return event.payload
    if not can_lift(event.type, event.schema, newest):
        return None
    return lift(event.type, event.payload, event.schema, newest)


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
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'payload'}: {fault['msg']}"
            for fault in error.errors()
        )
        raise InvalidEvent(f"the payload of a {type_} event is not valid: {faults}") from error
