"""What the first minute found on a board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from blackboard import Board
from blackboard.agents.registry import AGENTS
from blackboard.attestation import author_of
from blackboard.search.found import Found
from blackboard.search.scope import Scope
from lessonboard.first_minute.errors import CameBack, came_back, parent
from lessonboard.first_minute.offer import title_of
from lessonboard.first_minute.own_words import Prompt, own_words

_ERRORS, _HITS = 3, 2


class FirstFound(NamedTuple):
    """What is shown: sessions by agent, since when, errors that came back, and a search.

    `words` are the person's own, and `hits` what a search for them finds first.
    """

    sessions: int
    agents: dict[str, int]
    since: int
    errors: list[CameBack]
    words: str
    hits: list[Found]


def first_found(board: Board, *, search: bool = True) -> FirstFound:
    """Return what is known of the sessions that were read by now.

    Without `search` no words are looked for, as where the board is deleted afterwards.
    """
    rows = [row for row in board.view("sessions") if "/" not in row["id"] and row["total_messages"]]
    words = own_words(_prompts(board), _names(board)) if search else ""
    return FirstFound(
        sessions=len(rows),
        agents=dict(Counter(title_of(row["agent"] or "other") for row in rows).most_common()),
        since=min((row["started_at"] for row in rows), default=0),
        errors=came_back(board, _ERRORS),
        words=words,
        hits=list(map(_short, board.recall(words, Scope(), limit=_HITS))) if words else [],
    )


def _short(found: Found) -> Found:
    """Return a result with its first hits alone."""
    left_out = len(found.hits[_HITS:])
    return found._replace(hits=found.hits[:_HITS], more=found.more + left_out)


def _prompts(board: Board) -> list[Prompt]:
    """Return what a person wrote; where no transcript proves who did, what was asked at all."""
    found = defaultdict(list)
    for event in board.read(types=["message.recorded"]):
        said = event.payload
        if said and said["role"] == "user":
            prompt = Prompt(parent(said["session"]), event.project, said["text"])
            found[author_of(event)].append(prompt)
    return found["human"] or found["unknown"]


def _names(board: Board) -> Iterator[str]:
    for agent in AGENTS.values():
        yield agent.title
    for project in board.values("sessions", "project"):
        yield (project or "").rpartition("/")[2]
