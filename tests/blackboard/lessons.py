"""Lessons for the tests of search and context: made of a constraint, the rest filled in."""

from __future__ import annotations

from typing import Any

from blackboard.event import NewEvent

HERE = "github.com/ada/kite"
ELSEWHERE = "github.com/ada/glider"


def lesson(key: str, constraint: str, *, project: str | None = HERE, **fields: Any) -> NewEvent:
    """A lesson that was created; `at` is when, in seconds since 1970."""
    at = fields.pop("at", 1_700_000_000)
    payload = {
        "lesson": key,
        "phase": "implement",
        "category": "tooling",
        "severity": "medium",
        "symptom": "It went wrong.",
        "root_cause": "Nobody knew.",
        "resolution": "It was mended.",
        "constraint": constraint,
        "tags": [],
        **fields,
    }
    return NewEvent(
        "lesson.created",
        f"lesson:{key}",
        payload,
        project=project,
        occurred_at=at * 1_000_000,
    )


def said(key: str, sentence: str, **fields: Any) -> NewEvent:
    """A lesson in the words of this board's person, who did not confirm it yet."""
    spoken = {
        "trust": "human",
        "learned_from": "miner",
        "evidence": [{"event_id": f"said-{key}", "quote": sentence}],
        **fields,
    }
    return lesson(key, sentence, **spoken)


def told(type_: str, key: str, **fields: Any) -> NewEvent:
    """What became of a lesson, such as `lesson.retired`."""
    return NewEvent(type_, f"lesson:{key}", {"lesson": key, **fields}, project=HERE)
