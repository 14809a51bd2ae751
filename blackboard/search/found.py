"""What a search over the whole board finds, as its readers get it."""

from __future__ import annotations

from typing import NamedTuple

from blackboard.search.excerpt import Excerpt


class Hit(NamedTuple):
    """One place that answers a query.

    `place` is a field of a passage, or the kind of what was learnt. `event`, `position` and
    `session` say where it was said; they are None for what was learnt.
    """

    place: str
    excerpt: Excerpt
    at: int
    event: str | None = None
    position: int | None = None
    session: str | None = None


class Found(NamedTuple):
    """A session, review, lesson, insight or workflow, with the hits in it, best first.

    `kind` says which. `more` counts the hits that are not among `hits`; where a common word is
    all over a board there may be still more. `says` is the colleague whose word alone it is, `harm`
    what a lesson would do that its person did not accept.
    """

    kind: str
    id: str
    project: str | None
    agent: str | None
    at: int
    title: str
    score: float
    hits: tuple[Hit, ...]
    more: int = 0
    says: str = ""
    harm: tuple[str, ...] = ()
