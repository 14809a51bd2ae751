"""A task: what a person does once in an application, and what that does to its table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bench.recordings.judge import Effect

if TYPE_CHECKING:
    from playwright.async_api import Page

Actions = Callable[["Page"], Awaitable[None]]


@dataclass(frozen=True)
class Task:
    """What a person does once.

    Args:
        name: unique among all tasks.
        application: a key of `APPLICATIONS`.
        start: the path of the first page.
        actions: the person.
        effect: what it does.
        button: the name of the control that has the effect.
        others: recorded texts and the ones of another run with the same task.
        other_effect: what that other run does.
        label: the label of a field that is filled in; "" where none is.
        settings: given to the application.
        accepts_dialogs: whether the person says OK to what the browser asks.
        secrets: what is typed into fields whose values no recording keeps.
        shows_rows: whether a page of the task shows the customers as rows.
    """

    name: str
    application: str
    start: str
    actions: Actions
    effect: Effect
    button: str
    others: Mapping[str, str]
    other_effect: Effect
    label: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    accepts_dialogs: bool = False
    secrets: tuple[str, ...] = ()
    shows_rows: bool = True
