"""What a person allows a model to be told: who is asked, about which sessions, for how much."""

from __future__ import annotations

from typing import ClassVar

from blackboard.events import streams
from blackboard.events.payload import Count, PayloadModel

PER_DAY = 100_000
"""Tokens that all questions and answers of a UTC day may take, where the person says nothing."""


class ConsentEvent(PayloadModel):
    """A decision about digests, which a person alone takes."""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.CONSENT


class ModelAllowed(ConsentEvent):
    """Digests of sessions may be sent to a model.

    It is the signed-in `agent` with its `account`, or the `endpoint`, an address without its key.
    An agent is asked about its own sessions alone, those since this decision; with `backlog` about
    older ones too, which may have been held with another account.
    """

    type: ClassVar[str] = "model.allowed"
    agent: str = ""
    account: str = ""
    endpoint: str = ""
    tokens_per_day: Count = PER_DAY
    backlog: bool = False


class ModelWithdrawn(ConsentEvent):
    """No digest is sent any more, and what is queued is dropped."""

    type: ClassVar[str] = "model.withdrawn"
    reason: str = ""


class ProjectExcluded(ConsentEvent):
    """No digest of a project's sessions is sent, or again if `excluded` is false."""

    type: ClassVar[str] = "project.excluded"
    name: str
    excluded: bool = True
