"""Pull requests on a board for the tests of their lessons."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import PayloadModel, new
from blackboard.events.review import (
    ArtifactRecorded,
    PrMerged,
    PrOpened,
    ReviewComment,
    ReviewSubmitted,
    ReworkCompleted,
    ReworkRequested,
)
from blackboard.vocabulary import ArtifactKind, ReviewVerdict
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.merge.history import History, history
from reflect.reflecting import ReflectionTools

PROJECT = "github.com/ada/kite"
NUMBER = 12
START = 1_700_000_000_000_000
HOUR = 3_600_000_000
MEANS = ReflectionTools(Critic(CriticSettings()))
"""Rules alone."""


def opened(author: str = "ada", body: str = "") -> PayloadModel:
    """The beginning."""
    return PrOpened(number=NUMBER, title="Cache the tiles", body=body, author=author)


def reviewed(
    body: str = "",
    *comments: ReviewComment,
    by: str = "grace",
    verdict: ReviewVerdict = "commented",
) -> PayloadModel:
    """A review."""
    told = list(comments)
    return ReviewSubmitted(number=NUMBER, reviewer=by, verdict=verdict, body=body, comments=told)


def remark(body: str, path: str | None = "src/tiles.py", **fields: Any) -> ReviewComment:
    """A remark upon a line."""
    return ReviewComment(body=body, path=path, line=7, **fields)


def asked(*requests: str) -> PayloadModel:
    """A request for changes."""
    return ReworkRequested(number=NUMBER, requests=list(requests))


def reworked(
    summary: str = "Close the tiles when they leave the cache", diff: str = ""
) -> PayloadModel:
    """What was changed."""
    return ReworkCompleted(number=NUMBER, summary=summary, diff=diff)


def shown(body: str, kind: ArtifactKind = "note", title: str = "") -> PayloadModel:
    """A document about the change."""
    return ArtifactRecorded(kind=kind, title=title, body=body, number=NUMBER)


def merged() -> PayloadModel:
    """The end."""
    return PrMerged(number=NUMBER)


def told(board: Board, *payloads: PayloadModel) -> History:
    """The history of a change with these events, an hour apart."""
    stream = f"pr:{PROJECT}#{NUMBER}"
    events: list[NewEvent] = [
        new(each, stream=stream, project=PROJECT, occurred_at=START + hour * HOUR)
        for hour, each in enumerate(payloads)
    ]
    board.append(events)
    return history(board, PROJECT, NUMBER)
