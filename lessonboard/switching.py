"""Switching lessonboard off and on for a project or a session: decisions, each an event."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from blackboard import Board
from blackboard.errors import Ambiguous
from blackboard.events.capture import CaptureDisabled, CaptureEnabled
from blackboard.sources.exclusion import decision_keys
from blackboard.sources.repository import project_of
from blackboard.views.rows import CaptureRow

_ACTOR = "human"


class Subject(NamedTuple):
    """What a decision is about, and whether the board has ever heard of it."""

    project: str | None = None
    session: str | None = None
    is_known: bool = True

    @property
    def key(self) -> str:
        """What the view of captures calls it."""
        return decision_keys(self.project, self.session)[0]

    def __str__(self) -> str:
        return self.project or f"session {self.session}"


class Change(NamedTuple):
    """A subject and whether something was decided, or was so already."""

    subject: Subject
    is_new: bool


def subjects(board: Board, project: str | None, session: str | None) -> list[Subject]:
    """Return what is meant: a session, a project by all its names, or that of a folder or this one.

    Raises:
        BoardError: the beginning of an id is that of several sessions.
    """
    if session is not None:
        return [_session(board, session)]
    if project is None:
        return [Subject(board.project(project_of(str(Path.cwd()))))]
    if project.startswith((".", "/", "~")) and (folder := Path(project).expanduser()).is_dir():
        project = project_of(str(folder.resolve()))
    names = board.projects(project)
    known = any(board.view("sessions", where={"project": name}, limit=1) for name in names)
    return [Subject(name, is_known=known) for name in names]


def switch_off(board: Board, about: Iterable[Subject], reason: str = "") -> list[Change]:
    """Stop capturing, importing and showing lessons for these from now on."""
    return [_decide(board, each, off=True, reason=reason) for each in about]


def switch_on(board: Board, about: Iterable[Subject], *, catch_up: bool = False) -> list[Change]:
    """Capture, import and show again; with `catch_up` also what happened meanwhile comes in."""
    named = [one for each in about for one in _decided_names(board, each)]
    return [_decide(board, each, off=False, catch_up=catch_up) for each in named]


def switched_off(board: Board) -> list[CaptureRow]:
    """Return what is off by decision, last decided first."""
    return board.view("captures", where={"off": 1}, order="-since")


def _decided_names(board: Board, about: Subject) -> list[Subject]:
    """Return a project by each name under which it was switched off, else the subject itself."""
    if about.project is None:
        return [about]
    keys = [f"project:{name}" for name in board.names_of(about.project)]
    decided = board.view("captures", where={"id": keys}, order="id")
    return [about._replace(project=row["id"].removeprefix("project:")) for row in decided] or [
        about
    ]


def _decide(
    board: Board, about: Subject, *, off: bool, reason: str = "", catch_up: bool = False
) -> Change:
    """Append a decision, unless it would change nothing."""
    with board.transaction():
        row = next(iter(board.view("captures", where={"id": about.key})), None)
        is_off, pauses = (bool(row["off"]), row["pauses"]) if row else (False, [])
        if is_off == off and not (catch_up and pauses):
            return Change(about, is_new=False)
        names = {"project": about.project, "session": about.session}
        payload: CaptureDisabled | CaptureEnabled = (
            CaptureDisabled(**names, reason=reason)
            if off
            else CaptureEnabled(**names, catch_up=catch_up)
        )
        board.record(payload, actor=_ACTOR, project=about.project)
    return Change(about, is_new=True)


def _session(board: Board, name: str) -> Subject:
    """Return a session by its id, or by the only beginning like it.

    An active session may not be on the board yet, so an unknown id is no error.
    """
    alike = [key for key in board.keys("sessions", name) if "/" not in key]  # no subagents
    if name in alike or not alike:
        return Subject(session=name, is_known=name in alike)
    if len(alike) > 1:
        raise Ambiguous(name, alike)
    return Subject(session=alike[0])
