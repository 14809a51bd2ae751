"""The catalogue: every type of event, one file per topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from pydantic import ValidationError

from blackboard.errors import InvalidEvent
from blackboard.events import (
    automation,
    board,
    capture,
    consent,
    critique,
    guard,
    insight,
    lesson,
    mute,
    recording,
    reflection,
    repository,
    review,
    session,
    team,
    understanding,
    use,
    work,
)
from blackboard.events.fitting import unfit
from blackboard.events.payload import PayloadModel
from blackboard.events.upcast import UPCASTERS, can_lift, lift
from blackboard.plugins import contents

CATALOGUE: tuple[type[PayloadModel], ...] = (
    session.SessionStarted,
    session.MessageRecorded,
    session.AuthorsAttested,
    session.ToolCalled,
    session.UsageRecorded,
    session.SessionAttributed,
    session.TurnEnded,
    session.SessionEnded,
    repository.RepositoryObserved,
    repository.RepositoryMoved,
    repository.ProjectMerged,
    repository.ProjectSplit,
    repository.ProjectDecisionUndone,
    review.PrOpened,
    review.ReviewSubmitted,
    review.ReworkRequested,
    review.ReworkCompleted,
    review.PrMerged,
    review.PrClosed,
    review.PrReverted,
    review.ArtifactRecorded,
    reflection.ReflectionStarted,
    reflection.PatternDetected,
    reflection.SessionExamined,
    reflection.SessionPassed,
    reflection.ReflectionCompleted,
    reflection.ReflectionFailed,
    consent.ModelAllowed,
    consent.ModelWithdrawn,
    consent.ProjectExcluded,
    understanding.SessionUnderstood,
    understanding.ModelAnswered,
    understanding.ProposalRefused,
    insight.InsightCurated,
    insight.InsightApproved,
    insight.InsightReconsidered,
    insight.InsightRevised,
    insight.InsightPromoted,
    insight.InsightRetired,
    insight.InsightRestored,
    insight.InsightAnnotated,
    lesson.LessonCreated,
    lesson.LessonDeduplicated,
    lesson.LessonRevised,
    lesson.LessonApproved,
    lesson.LessonReconsidered,
    lesson.LessonRejected,
    lesson.LessonSuperseded,
    lesson.LessonContradicted,
    lesson.LessonReconciled,
    lesson.LessonRetired,
    lesson.LessonPromoted,
    lesson.LessonRestored,
    lesson.LessonAnnotated,
    lesson.LessonPinned,
    lesson.LessonUnpinned,
    lesson.LessonChecked,
    guard.GuardEnabled,
    guard.GuardDisabled,
    guard.GuardRestored,
    guard.GuardRefused,
    guard.GuardResolved,
    guard.GuardRetired,
    guard.GuardProposed,
    guard.GuardQualified,
    guard.GuardConfirmed,
    guard.GuardAsked,
    guard.GuardAnswered,
    lesson.LessonCompiled,
    lesson.LessonResting,
    lesson.LessonWoken,
    lesson.LessonFailed,
    mute.LessonMuted,
    mute.LessonUnmuted,
    critique.RecommendationProposed,
    critique.CritiqueRecorded,
    critique.RecommendationRefined,
    critique.RecommendationAccepted,
    critique.RecommendationDiscarded,
    critique.RecommendationVetoed,
    critique.RecommendationDeclined,
    use.ContextInjected,
    use.ContextCleared,
    use.LessonObeyed,
    use.LessonFitted,
    use.LessonRecurred,
    use.LessonWithheld,
    use.LessonAnnounced,
    use.LessonMeasured,
    use.LessonDisputed,
    work.WorkCreated,
    work.WorkClaimed,
    work.WorkReleased,
    work.WorkCompleted,
    work.WorkFailed,
    work.WorkQuarantined,
    board.PayloadForgotten,
    board.StreamClosed,
    board.RetentionConfirmed,
    board.ModelCalled,
    capture.CaptureDisabled,
    capture.CaptureEnabled,
    automation.AutomationEnabled,
    automation.AutomationDisabled,
    automation.AutomationAllowed,
    automation.AutomationDisallowed,
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
    automation.ImprovementReported,
    recording.RecordingImported,
    recording.StepCardCompiled,
    recording.ModelDismissed,
    recording.WorkflowDrafted,
    recording.WorkflowCompiled,
    recording.WorkflowEdited,
    recording.WorkflowAllowed,
    recording.WorkflowDisallowed,
    recording.WorkflowRerun,
    team.TeamJoined,
    team.TeamDeparted,
    team.TeamTrusted,
    team.TeamDistrusted,
    team.ShareWithdrawn,
    team.ShareResumed,
    team.ShareForgotten,
    team.LessonShared,
    team.DecisionShared,
    team.AccountShared,
    team.ThingShared,
    team.KeyCreated,
    team.KeyPinned,
    team.KeyRefused,
    team.KeyAdded,
    team.UnsignedTrusted,
)

BY_TYPE: dict[str, type[PayloadModel]] = {model.type: model for model in CATALOGUE}
_KEPT = frozenset({"type", "version", "setting", "upcasters"})
SETTINGS = frozenset(model.type for model in CATALOGUE if model.setting)


def model_of(type_: str) -> type[PayloadModel] | None:
    """The model of a type, of the product or of a plug-in; None when nobody declares it."""
    return BY_TYPE.get(type_) or added_events().get(type_)


def added_events() -> dict[str, type[PayloadModel]]:
    """The models that plug-ins add, by type."""
    found = contents.added("event", BY_TYPE, _wrong)
    models = {name: each.value for name, each in found.items()}
    for model in models.values():
        _register_upcasters(model)
    return models


def own_events(models: Iterable[type[PayloadModel]]) -> dict[str, type[PayloadModel]]:
    """Models that a program brings along, by type.

    Raises:
        InvalidEvent: one cannot be the model of an event, or has a type that is taken.
    """
    found: dict[str, type[PayloadModel]] = {}
    for model in models:
        wrong = _wrong(model)
        if not wrong and (model.type in BY_TYPE or model.type in found):
            wrong = "has the type of another event"
        if wrong:
            raise InvalidEvent(f"the event {getattr(model, 'type', model)!r} {wrong}")
        found[model.type] = model
        _register_upcasters(model)
    return found


def _wrong(model: object) -> str:
    """What keeps something from being a model beside those of the product."""
    if not (isinstance(model, type) and issubclass(model, PayloadModel)):
        return "is no subclass of `blackboard.PayloadModel`"
    if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)+", getattr(model, "type", "")):
        return "must have a type such as `topic.happened`"
    if kept := sorted(_KEPT & model.model_fields.keys()):
        return f"has a field called {kept[0]!r}, which is kept for what every model says of itself"
    missing = [step for step in range(1, model.version) if step not in model.upcasters]
    if missing:
        return f"has version {model.version}, but no upcaster from version {missing[0]}"
    return ""


def _register_upcasters(model: type[PayloadModel]) -> None:
    for step, upcaster in model.upcasters.items():
        UPCASTERS[model.type, step] = upcaster


def check(
    type_: str,
    schema: int,
    payload: Any,
    own: Mapping[str, type[PayloadModel]] | None = None,
) -> None:
    """Refuse a payload that breaks the model of its type; types that nobody declares pass.

    Args:
        type_: of the event.
        schema: the version of the payload.
        payload: what is checked.
        own: models of the program that appends, besides those of the product and of plug-ins.

    Raises:
        InvalidEvent: with each field and what is wrong with it.
    """
    model = BY_TYPE.get(type_) or (own or {}).get(type_) or added_events().get(type_)
    if model is None or schema > model.version:
        return
    if schema < model.version:
        if not can_lift(type_, schema, model.version):
            raise InvalidEvent(f"there is no version {schema} of {type_}")
        try:
            payload = lift(type_, payload, schema, model.version)
        except Exception as error:  # it may hold anything
            raise InvalidEvent(
                f"the payload of a {type_} event is not one of version {schema}"
            ) from error
    try:
        model.model_validate(payload)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, problem['loc'])) or 'payload'}: {problem['msg']}"
            for problem in error.errors()
        )
        raise InvalidEvent(f"the payload of a {type_} event is not valid: {problems}") from error
    if wrong := _unreadable(type_, payload):
        raise InvalidEvent(f"the payload of a {type_} event is not valid: {wrong}")


def _unreadable(type_: str, payload: Any) -> str:
    """What would keep readers from a payload that the model takes, such as a number as text."""
    wrong = unfit(type_, payload)
    if not wrong:
        return ""
    try:  # what is no list or text yet may be one in JSON
        return unfit(type_, orjson.loads(orjson.dumps(payload)))
    except (TypeError, orjson.JSONDecodeError):
        return wrong
