"""Trajectories and models for the tests of reflecting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.views.rows import SessionRow
from blackboard.views.sessions import SESSIONS
from blackboard.views.view import Row
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Message
from reflect.trajectory import Trajectory
from tests.reflect.model.scripted import Given, ScriptedEndpoint
from tests.reflect.talks import PROJECT, recorded, session

Answers = Sequence[Given] | Callable[[Sequence[Message]], Given]


def looked_at(*steps: NewEvent, name: str = "s1") -> Trajectory:
    """A session in which the steps were taken, as the reflector sees it."""
    events = recorded(*steps, name=name)
    row: Row | None = None
    for event in events:
        row = SESSIONS.reduce[event.type](row, event)
    assert row is not None
    return Trajectory(cast(SessionRow, row), events)


def held(board: Board, *steps: NewEvent, name: str = "s1", project: str = PROJECT) -> SessionRow:
    """A session on a board; with more steps it continues."""
    events = session(steps, name, project=project)
    numbered = [each._replace(id=f"{name}-{number}") for number, each in enumerate(events)]
    board.append(numbered)
    return board.row("sessions", name)


def scripted(answers: Answers, **settings: Any) -> tuple[Model, ScriptedEndpoint]:
    """A model that gives these answers, and its endpoint."""
    endpoint = ScriptedEndpoint(answers)
    return Model(endpoint, ModelSettings(name="looker", **settings)), endpoint


def item(statement: str, quote: str, sure: float = 0.8, category: str = "testing") -> str:
    """An insight as a model writes it."""
    return f'- [{category}] [actionable] (confidence: {sure}) {statement} Evidence: "{quote}"'
