"""Whether a lesson or insight is still as a person saw it when they decided. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

import orjson

from blackboard import BoardError, Event
from blackboard.views.insights import INSIGHTS
from blackboard.views.lessons import LESSONS
from blackboard.views.rows import RuleRow
from blackboard.views.view import fold

if TYPE_CHECKING:
    from reflect.finding import View

DECIDED_ON = (
    "constraint", "statement", "symptom", "root_cause", "resolution", "severity", "category",
    "status", "scope", "project", "pinned", "resting", "superseded_by", "contradicts",
)  # fmt: skip
"""What a decision is about. That a lesson was seen once more changes none of it."""

_LENGTH = 16


class Changed(BoardError):
    """A row was changed after it was shown; nothing was decided."""

    def __init__(self, view: View, before: RuleRow | None, now: RuleRow) -> None:
        super().__init__(f"nothing was decided: {now['id']} was changed meanwhile")
        self.view = view
        self.before = before
        self.now = now


def version_of(row: RuleRow) -> str:
    """A name for the words and the status of a row; another one as soon as they change."""
    values = cast("Mapping[str, Any]", row)
    told = [values.get(name) for name in DECIDED_ON]
    told.append([each["event"] for each in row["decisions"]])
    return sha256(orjson.dumps(told)).hexdigest()[:_LENGTH]


def row_of(view: View, name: str, events: list[Event]) -> RuleRow | None:
    """A row as the events of its stream make it; None where they do not."""
    folded = fold(LESSONS if view == "lessons" else INSIGHTS, events)
    return cast("RuleRow | None", folded.get(name))
