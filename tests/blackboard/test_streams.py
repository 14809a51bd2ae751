"""Events know their streams: one name for each, which boards that exist rely on."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, ids
from blackboard.events.automation import StepCompleted
from blackboard.events.catalogue import BY_TYPE, CATALOGUE
from blackboard.events.lesson import LessonApproved, LessonRejected
from blackboard.events.payload import PayloadModel, new
from blackboard.events.upcast import current
from blackboard.events.use import LessonWithheld
from tests.blackboard.sample_board import fill
from tests.reflect.findings import HERE

STREAMS = {
    "session:session": "authors.attested session.started message.recorded tool.called "
                       "usage.recorded session.attributed turn.ended "
                       "session.ended",
    "repository:root": "repository.observed repository.moved",
    "project:into": "project.merged",
    "project:project": "project.separated",
    "project:p": "project.restored",
    "pr:p#number": "pr.opened review.submitted rework.requested rework.completed pr.merged "
                   "pr.closed pr.reverted "
                   "artifact.recorded",
    "reflection:subject": "reflection.started pattern.detected reflection.completed "
                          "reflection.failed session.examined session.passed model.answered "
                          "proposal.refused session.understood",
    "insight:insight": "insight.curated insight.approved insight.promoted insight.retired "
                       "insight.revised "
                       "insight.reconsidered "
                       "insight.restored insight.annotated",
    "lesson:lesson": "lesson.created lesson.revised lesson.approved lesson.rejected "
                     "lesson.superseded lesson.retired lesson.promoted lesson.restored "
                     "lesson.annotated "
                     "lesson.checked lesson.pinned lesson.unpinned lesson.obeyed lesson.recurred "
                     "lesson.fitted "
                     "lesson.measured lesson.contradicted lesson.reconciled "
                     "lesson.reconsidered lesson.compiled lesson.resting lesson.woken "
                     "lesson.failed",
    "lesson:duplicate": "lesson.deduplicated",
    "use:lesson": "lesson.disputed",
    "announced:lesson": "lesson.announced",
    "context:session": "context.injected lesson.withheld context.cleared guard.refused "
                       "guard.resolved guard.asked guard.answered",
    "mutes:session:session": "lesson.muted lesson.unmuted",
    "guard:lesson": "guard.enabled guard.disabled guard.retired guard.proposed guard.confirmed "
                    "guard.qualified guard.restored",
    "recommendation:recommendation": "recommendation.proposed critique.recorded "
                                     "recommendation.refined recommendation.accepted "
                                     "recommendation.discarded recommendation.vetoed "
                                     "recommendation.declined",
    "recording:recording": "recording.imported step_card.compiled workflow.drafted "
                           "workflow.compiled workflow.edited workflow.allowed workflow.disallowed "
                           "model.dismissed workflow.rerun",
    "work:item": "work.created work.claimed work.released work.completed work.failed "
                 "work.quarantined",
    "automation:p": "automation.enabled automation.disabled automation.allowed "
                    "automation.disallowed automation.triggered automation.suppressed "
                    "improvement.requested improvement.measured improvement.reported "
                    "issue.created manual.queued",
    "run:run": "run.started run.resumed step.completed step.failed run.completed run.failed "
               "run.cancelled pr.created",
    "forgotten:event_id": "payload.forgotten",
    "closed:stream": "stream.closed",
    "retention": "retention.confirmed",
    "model:model": "model.called",
    "model-consent": "model.allowed model.withdrawn project.excluded",
    "team": "team.joined team.departed share.withdrawn share.resumed key.created key.pinned "
    "key.refused key.added unsigned.trusted team.trusted team.distrusted",
    "shared:lesson:lesson": "lesson.shared",
    "shared:decision:lesson@author": "decision.shared",
    "shared:account:lesson@author": "account.shared",
    "shared:kind:name": "thing.shared",
    "shared:forgotten:lesson@author": "share.forgotten",
    "capture:session:session": "capture.disabled capture.enabled",
}  # fmt: skip
"""Each type by its stream, in the project `p`, where every field holds its own name."""

ELSEWHERE = {"artifact.recorded"}
"""What is recorded of a person's rule, a rule file or a proposal has streams of its own."""


def test_every_type_says_its_stream() -> None:
    """A board that exists is read by these names: changing one loses what it holds."""
    said = {model.type: _named(model).stream_in("p") for model in CATALOGUE}
    assert said == {type_: name for name, types in STREAMS.items() for type_ in types.split()}


def _named(model: type[PayloadModel]) -> PayloadModel:
    fields: dict[str, Any] = {name: name for name in model.model_fields}
    return model.model_construct(**fields)


def test_what_the_product_records_is_on_the_streams_that_events_name(board: Board) -> None:
    """Whoever recorded it, and however."""
    fill(board)
    board.forget(next(board.read()).id, reason="private")
    events = [event for event in board.read() if event.type not in ELSEWHERE]
    assert len({event.type for event in events}) > 10
    for event in events:
        payload = current(event)
        if payload is not None:
            told = BY_TYPE[event.type].model_validate(payload)
            assert told.stream_in(event.project) == event.stream, event.type


# record


def test_several_payloads_are_recorded_as_one(board: Board) -> None:
    """With one envelope, each on its own stream."""
    events = board.record(
        LessonRejected(lesson="a"), LessonRejected(lesson="b"), actor="ada", project=HERE
    )
    assert [(each.stream, each.actor, each.project) for each in events] == [
        ("lesson:a", "ada", HERE),
        ("lesson:b", "ada", HERE),
    ]


def test_a_payload_with_a_key_is_recorded_once(board: Board) -> None:
    """Its id follows from its stream and its key, as on boards that exist."""
    withheld = LessonWithheld(lesson="a", session="s1")
    [event] = board.record(withheld, actor="hook")
    assert event.id == ids.derived("context:s1", "lesson.withheld:a")
    assert board.record(withheld, actor="hook") == []


def test_one_without_a_key_is_new_each_time(board: Board) -> None:
    """A person may approve twice."""
    approved = LessonApproved(lesson="a", by="human")
    assert len(board.record(approved, actor="human") + board.record(approved, actor="human")) == 2


def test_the_caller_may_name_the_key_and_the_stream() -> None:
    """For what the payload alone does not know."""
    event = new(StepCompleted(run="r", step="1", evidence={}), stream="elsewhere", key="mine")
    assert (event.stream, event.id) == ("elsewhere", ids.derived("elsewhere", "mine"))


def test_one_key_cannot_name_several_events(board: Board) -> None:
    """The second would silently be taken for the first."""
    with pytest.raises(ValueError, match="one event"):
        board.record(LessonRejected(lesson="a"), LessonRejected(lesson="a"), actor="x", key="k")


def test_a_model_that_does_not_say_its_stream_is_told_what_to_do() -> None:
    """A plug-in's, say."""

    class Deployed(PayloadModel):
        """Somebody deployed."""

    with pytest.raises(NotImplementedError, match="stream_in"):
        new(Deployed(), actor="x")
