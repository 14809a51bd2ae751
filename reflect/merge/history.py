"""The history of one pull request as the board knows it, and as text for a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from blackboard import Board
from blackboard.delivery.text import tokens
from blackboard.event import Event
from reflect.prompts import as_data, shortened
from reflect.trajectory import payload_of

_TYPES = (
    "pr.opened", "artifact.recorded", "review.submitted", "rework.requested", "rework.completed",
    "pr.merged",
)  # fmt: skip
_SHARES = {
    "rework": 0.3, "review": 0.3, "specification": 0.12, "plan": 0.08, "verification": 0.05,
    "note": 0.05, "diff": 0.1,
}  # fmt: skip
"""How the room is shared between the kinds of record when all want more than there is."""

_MARKS = 16
"""Tokens for the marks around a record."""


class History:
    """The events of one pull request, in order."""

    def __init__(self, project: str, number: int, events: Sequence[Event]) -> None:
        self.project = project
        self.number = number
        self.events = [event for event in events if event.payload]

    @property
    def subject(self) -> str:
        """The name of the pull request: its project, a hash sign, its number."""
        return f"{self.project}#{self.number}"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to learn from: no review, no rework, no document."""
        discriminative = (
            "review.submitted",
            "rework.requested",
            "rework.completed",
            "artifact.recorded",
        )
        return not any(event.type in discriminative and _said(event) for event in self.events)

    def of(self, *types: str) -> list[Event]:
        """The events of some types."""
        return [event for event in self.events if event.type in types]

    def texts(self) -> Iterator[tuple[str, Event, str]]:
        """What was said: the kind of record, its event, and the words."""
        for event in self.events:
            said = _said(event)
            if said:
                yield _kind(event), event, said

    def record(self, most_tokens: int) -> str:
        """Everything that was said, as quoted data, within so many tokens."""
        most = max(1, most_tokens // (2 * _MARKS))
        told = [(kind, said) for kind, _, said in self.texts()][-most:]
        kinds = Counter(kind for kind, _ in told)
        rooms = portions(
            [tokens(said) for _, said in told],
            [_SHARES.get(kind, 0.1) / kinds[kind] for kind, _ in told],
            most_tokens - _MARKS * len(told),
        )
        parts = [
            as_data(kind, _within(said, room))
            for (kind, said), room in zip(told, rooms, strict=True)
            if room > 0
        ]
        return "\n".join(parts)


def portions(sizes: Sequence[int], weights: Sequence[float], room: int) -> list[int]:
    """How much room each gets: the small ones what they want, the large ones the rest by weight.

    >>> portions([10, 100, 100], [1, 1, 1], 110), portions([90, 90], [2, 1], 90)
    ([10, 50, 50], [60, 30])
    """
    given = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda n: sizes[n] / weights[n])
    for place, n in enumerate(order):
        share = weights[n] / sum(weights[each] for each in order[place:])
        given[n] = min(sizes[n], int(max(room, 0) * share))
        room -= given[n]
    return given


def _within(text: str, most_tokens: int) -> str:
    """A text of at most so many tokens; letters that take several bytes leave room for fewer."""
    most = most_tokens * 4
    while tokens(kept := shortened(text, most)) > most_tokens:
        most = most * 3 // 4
    return kept


def history(board: Board, project: str, number: int) -> History:
    """What the board knows of a pull request."""
    events = board.read(project=project, types=_TYPES)
    return History(
        project, number, [each for each in events if payload_of(each).get("number") == number]
    )


def _kind(event: Event) -> str:
    if event.type == "artifact.recorded":
        return str(payload_of(event)["kind"])
    return {"pr.opened": "note", "pr.merged": "note"}.get(event.type, event.type.split(".")[0])


def _said(event: Event) -> str:
    """The words of an event; empty when it only tells that something happened."""
    payload = payload_of(event)
    match event.type:
        case "pr.opened":
            return f"{payload['title']}\n{payload.get('body', '')}".strip()
        case "artifact.recorded":
            return f"{payload.get('title', '')}\n{payload['body']}".strip()
        case "review.submitted":
            return _review(payload)
        case "rework.requested":
            return "\n".join(payload["requests"])
        case "rework.completed":
            return f"{payload.get('summary', '')}\n{payload.get('diff', '')}".strip()
        case _:
            return ""


def _review(payload: dict[str, Any]) -> str:
    comments = [
        f"{comment.get('path') or ''}:{comment.get('line') or ''} {comment['body']}".strip(" :")
        for comment in payload.get("comments", [])
    ]
    told = [payload.get("body", ""), *comments]
    words = "\n".join(each for each in told if each)
    return f"{payload['reviewer']} ({payload['verdict']}): {words}" if words else ""
