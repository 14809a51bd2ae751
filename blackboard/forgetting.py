"""Forgetting many events: what a selection would erase, shown before it is done."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from blackboard.board import Board
from blackboard.citations import Reach
from blackboard.events.catalogue import SETTINGS
from blackboard.log import Progress, Tell, ignore
from blackboard.schemas import field_names
from blackboard.selection import Matcher, Selection
from blackboard.storage.local import Described
from blackboard.views.view import Row

_SESSION = "session:"


@dataclass(frozen=True)
class Plan:
    """What would be erased.

    Args:
        reach: the events, with all that cite them.
        asked: how many of them were asked for.
        described: what they are.
        lessons: the rows of the lessons that fall with them.
        weaker: the ids of the lessons that lose a sighting and stay.
        insights: the rows of the insights that fall.
        closing: the streams of the sessions that are forgotten whole.
        settings: ids of events that hold the text looked for and say what the board is to do,
            which are forgotten only when they are named.
    """

    reach: Reach
    asked: int
    described: Described
    lessons: list[Row]
    weaker: list[str]
    insights: list[Row]
    closing: list[str]
    settings: list[str]

    @property
    def events(self) -> int:
        """How many payloads would be erased."""
        return self.described.types.total()

    @property
    def sessions(self) -> list[str]:
        """The sessions of which something would be erased."""
        return sorted(each.removeprefix(_SESSION) for each in self.described.streams)

    def as_json(self) -> dict[str, Any]:
        """What would be erased, for other programs."""
        lessons = [
            {"id": row["id"], "constraint": row["constraint"], "status": row["status"],
             "other_sessions": self.other_sessions(row)}
            for row in self.lessons
        ]  # fmt: skip
        insights = [{"id": row["id"], "statement": row["statement"]} for row in self.insights]
        return {
            "events": self.events,
            "asked": self.asked,
            "types": dict(self.described.types.most_common()),
            "sessions": self.sessions,
            "projects": sorted(self.described.projects),
            "lessons": lessons,
            "lessons_with_less_evidence": self.weaker,
            "insights": insights,
            "closed_sessions": [each.removeprefix(_SESSION) for each in self.closing],
            "settings_kept": self.settings,
        }

    def other_sessions(self, lesson: Row) -> list[str]:
        """The sessions in which a lesson was seen and of which nothing would be erased."""
        return sorted(set(lesson["sessions"]) - set(self.sessions))


def plan(board: Board, selection: Selection, progress: Progress | None = None) -> Plan:
    """What forgetting the events that meet all conditions would erase."""
    board.catch_up()
    events = board.local.events
    matcher = None if selection.matching is None else Matcher(selection.matching, field_names())
    settings: list[str] = []
    types = events.types()
    ids = events.select(selection, types - SETTINGS, matcher, progress)
    if matcher is not None:
        settings = events.select(selection, types & SETTINGS, matcher, None)
    asked = events.describe(ids)
    closing = events.whole(asked.streams)
    if not selection.is_of_whole_sessions:
        closing = []
    return _plan(board, ids, _outermost(closing), settings, progress)


def plan_of_sessions(
    board: Board, sessions: Collection[str], progress: Progress | None = None
) -> Plan:
    """What forgetting whole sessions with their subagents would erase."""
    board.catch_up()
    ids = board.local.volume.events_of(sessions, SETTINGS)
    streams = board.local.events.describe(ids).streams
    return _plan(board, ids, _outermost(board.local.events.whole(streams)), [], progress)


def plan_of(board: Board, event_ids: Collection[str], progress: Progress | None = None) -> Plan:
    """What forgetting some events would erase.

    Raises:
        NotFound: there is no such event.
    """
    board.catch_up()
    return _plan(board, event_ids, [], [], progress)


def forget(
    board: Board, plan: Plan, *, reason: str, actor: str = "human", tell: Tell = ignore
) -> list[str]:
    """Erase what a plan says, and what came to cite it since; returns the ids of the events."""
    erased = board.log.forget(
        plan.reach, reason=reason, actor=actor, closing=plan.closing, tell=tell
    )
    board.catch_up()
    return erased


def _plan(
    board: Board,
    event_ids: Collection[str],
    closing: list[str],
    settings: list[str],
    progress: Progress | None,
) -> Plan:
    reach = board.log.reach(event_ids, progress)
    described = board.local.events.describe(reach.because_of)
    return Plan(
        reach,
        len(event_ids),
        described,
        _rows(board, "lessons", described.lessons),
        sorted(described.recurrences - described.lessons),
        _rows(board, "insights", described.insights),
        closing,
        settings,
    )


def _rows(board: Board, view: str, keys: Collection[str]) -> list[Row]:
    return board.view(view, where={"id": sorted(keys)}) if keys else []


def _outermost(streams: Collection[str]) -> list[str]:
    """The streams without those that are closed along with another: of subagents."""
    return sorted(
        stream for stream in streams if not any(stream.startswith(f"{other}/") for other in streams)
    )
