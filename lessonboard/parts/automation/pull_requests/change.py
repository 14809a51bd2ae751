"""A change on the board: its stream, and events that are the same each time they are recorded."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from blackboard.event import NewEvent
from blackboard.events import streams
from blackboard.events.payload import PayloadModel, new
from blackboard.events.review import ArtifactRecorded
from blackboard.sources.fields import words
from blackboard.vocabulary import ArtifactKind

_MOST_OF_AN_ARTIFACT = 200_000
_MOST_OF_A_TITLE = 400


@dataclass(frozen=True)
class Change:
    """A pull request, or without a number what belongs to the project as a whole."""

    project: str
    number: int | None
    actor: str

    @property
    def stream(self) -> str:
        """Where its events are kept."""
        if self.number is None:
            return streams.artifacts(self.project)
        return streams.pull_request(self.project, self.number)

    def event(
        self, payload: PayloadModel, key: str, at: int | None = None, causation: str | None = None
    ) -> NewEvent:
        """An event of this change, which has the same id for the same key."""
        return new(
            payload,
            project=self.project,
            actor=self.actor,
            occurred_at=at,
            stream=self.stream,
            key=f"{payload.type}:{key}",
            causation=causation,
        )

    def artifact(
        self,
        kind: ArtifactKind,
        body: str,
        *,
        title: str = "",
        path: str | None = None,
        at: int | None = None,
    ) -> NewEvent:
        """A document about this change, which has the same id for the same kind and body."""
        kept = words(body, _MOST_OF_AN_ARTIFACT)
        payload = ArtifactRecorded(
            kind=kind,
            title=words(title, _MOST_OF_A_TITLE),
            body=kept,
            path=words(path) or None,
            number=self.number,
        )
        return self.event(payload, f"{kind}:{digest(kept)}", at)


def digest(*parts: str) -> str:
    """A hash of some texts, for a key."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
