"""The recorded history of one pull request, and its text for a model."""

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
"""How the tokens are divided between the kinds of records if not everything fits."""

_MARKS = 16
"""Tokens for the delimiters of a record."""


class History:
    """The events of one pull request, in order."""

    def __init__(self, project: str, number: int, events: Sequence[Event]) -> None:
        self.project = project
        self.number = number
        self.events = [event for event in events if event.payload]

    @property
    def subject(self) -> str:
        """The pull request's name: project, `#`, number."""
        return f"{self.project}#{self.number}"

    @property
    def is_empty(self) -> bool:
        """Whether there is no text in any review, rework or document."""
        types = (
            "review.submitted",
            "rework.requested",
            "rework.completed",
            "artifact.recorded",
        )
        return not any(event.type in types and _text_of(event) for event in self.events)

    def of(self, *types: str) -> list[Event]:
        """The events of some types."""
        return [event for event in self.events if event.type in types]

    def texts(self) -> Iterator[tuple[str, Event, str]]:
        """The texts: kind of record, event and text."""
        for event in self.events:
            text = _text_of(event)
            if text:
                yield _kind(event), event, text

    def record(self, most_tokens: int) -> str:
        """All texts as quoted data, within a token limit."""
        most = max(1, most_tokens // (2 * _MARKS))
        texts = [(kind, text) for kind, _, text in self.texts()][-most:]
        kinds = Counter(kind for kind, _ in texts)
        rooms = portions(
            [tokens(text) for _, text in texts],
            [_SHARES.get(kind, 0.1) / kinds[kind] for kind, _ in texts],
            most_tokens - _MARKS * len(texts),
        )
        parts = [
            as_data(kind, _within(text, room))
            for (kind, text), room in zip(texts, rooms, strict=True)
            if room > 0
        ]
        return "\n".join(parts)


def portions(sizes: Sequence[int], weights: Sequence[float], room: int) -> list[int]:
    """Divide room: small items get what they need, large ones the rest by weight.

    >>> portions([10, 100, 100], [1, 1, 1], 110), portions([90, 90], [2, 1], 90)
    ([10, 50, 50], [60, 30])
    """
    shares = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda n: sizes[n] / weights[n])
    for index, n in enumerate(order):
        share = weights[n] / sum(weights[key] for key in order[index:])
        shares[n] = min(sizes[n], int(max(room, 0) * share))
        room -= shares[n]
    return shares


def _within(text: str, most_tokens: int) -> str:
    """A text of at most so many tokens; multi-byte characters leave room for fewer."""
    most = most_tokens * 4
    while tokens(kept := shortened(text, most)) > most_tokens:
        most = most * 3 // 4
    return kept


def history(board: Board, project: str, number: int) -> History:
    """The recorded history of a pull request."""
    events = board.read(project=project, types=_TYPES)
    return History(
        project, number, [event for event in events if payload_of(event).get("number") == number]
    )


def _kind(event: Event) -> str:
    if event.type == "artifact.recorded":
        return str(payload_of(event)["kind"])
    return {"pr.opened": "note", "pr.merged": "note"}.get(event.type, event.type.split(".")[0])


def _text_of(event: Event) -> str:
    """The text of an event; empty if it has none."""
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
    texts = [payload.get("body", ""), *comments]
    words = "\n".join(line for line in texts if line)
    return f"{payload['reviewer']} ({payload['verdict']}): {words}" if words else ""
