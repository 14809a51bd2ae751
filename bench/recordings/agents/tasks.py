"""What the agent does for each task, whichever server it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bench.recordings.agents.agent import Agent
from bench.recordings.apps.django_admin import PASSWORD, USER
from bench.recordings.task import Task
from bench.recordings.tasks import TASKS


class Session(NamedTuple):
    """A task of the benchmark, how the agent does it, and the server of the ten sessions."""

    task: Task
    server: str
    act: Callable[[Agent], None]


def _edit(agent: Agent) -> None:
    agent.click("link", "Grace Hopper")
    agent.fill("textbox", "City:", "Arlington")
    agent.miss()
    agent.click("button", "Save")
    agent.wait("was changed successfully")


def _delete_selected(agent: Agent) -> None:
    agent.click("checkbox", "Select this object for an action - Branch 12")
    agent.choose("Action:", "Delete selected customers")
    agent.click("button", "(?:Go|Run)")
    agent.click("button", "Yes, I.m sure")
    agent.wait("Successfully deleted")


def _django_add(agent: Agent) -> None:
    agent.click("link", "Add customer")
    agent.fill("textbox", "Name:", "Donald Knuth")
    agent.fill("textbox", "Email:", "donald@example.org")
    agent.fill("textbox", "City:", "Stanford")
    agent.choose("Status:", "active")
    agent.click("button", "Save")
    agent.wait("was added successfully")


def _sqlite_delete(agent: Agent) -> None:
    agent.click("link", "Delete", "branch12@example.org")
    agent.click("button", "Delete")


def _sqlite_edit(agent: Agent) -> None:
    agent.click("link", "Edit", "edsger@example.org")
    agent.click("checkbox", "", "city")
    agent.fill("textbox", "city", "Nuenen")
    agent.click("button", "Update")


def _flask_delete(agent: Agent) -> None:
    agent.click("button", "", "Grace Hopper", "before")
    agent.accept()
    agent.wait("Record was successfully deleted")


def _flask_edit(agent: Agent) -> None:
    agent.click("link", "", "Alan Turing", "before")
    agent.fill("textbox", "Email.*", "turing@example.org")
    agent.click("button", "Save")
    agent.wait("Record was successfully saved")


def _status(agent: Agent) -> None:
    agent.click("link", "Set the status of a customer")
    agent.fill("textbox", "status", "closed")
    agent.fill("textbox", "email", "edsger@example.org")
    agent.click("button", "Run SQL")
    agent.wait("row affected")


def _remove(agent: Agent) -> None:
    agent.click("button", "Remove", "Alan Turing")


def _tick(agent: Agent) -> None:
    agent.click("checkbox", "Called", "Edsger Dijkstra", "before")


def _delete(agent: Agent) -> None:
    agent.click("link", "Alan Turing")
    agent.click("link", "Delete")
    agent.click("button", "Yes, I.m sure")


def _status_in_list(agent: Agent) -> None:
    agent.choose("", "closed", "edsger@example.org")
    agent.click("button", "Save")
    agent.wait("was changed successfully")


def _log_in_and_edit(agent: Agent) -> None:
    agent.fill("textbox", "Username:", USER)
    agent.fill("textbox", "Password:", PASSWORD)
    agent.click("button", "Log in")
    agent.click("link", "Barbara Liskov")
    agent.fill("textbox", "Email:", "liskov@example.org")
    agent.click("button", "Save")
    agent.wait("was changed successfully")


def _flask_add(agent: Agent) -> None:
    agent.click("link", "Create")
    agent.fill("textbox", "Name.*", "Donald Knuth")
    agent.fill("textbox", "Email.*", "donald@example.org")
    agent.fill("textbox", "City.*", "Stanford")
    agent.click("button", "Save")


def _sqlite_add(agent: Agent) -> None:
    agent.click("link", "Insert")
    agent.fill("textbox", "name", "Donald Knuth")
    agent.fill("textbox", "email", "donald@example.org")
    agent.click("checkbox", "", "city")
    agent.fill("textbox", "city", "Stanford")
    agent.click("button", "Insert")


def _datasette_add(agent: Agent) -> None:
    agent.click("link", "Add a customer")
    agent.fill("textbox", "name", "Donald Knuth")
    agent.fill("textbox", "email", "donald@example.org")
    agent.fill("textbox", "city", "Stanford")
    agent.click("button", "Run SQL")


def _datasette_delete(agent: Agent) -> None:
    agent.click("link", "Delete a customer")
    agent.fill("textbox", "email", "branch12@example.org")
    agent.click("button", "Run SQL")


def _call_add(agent: Agent) -> None:
    agent.fill("textbox", "Name", "Donald Knuth")
    agent.fill("textbox", "E-mail", "donald@example.org")
    agent.fill("textbox", "City", "Stanford")
    agent.click("button", "Add")
    agent.wait("Donald Knuth")


_BY_NAME = {task.name: task for task in TASKS}
_PLAYWRIGHT, _DEVTOOLS = "playwright", "chrome-devtools"

SESSIONS = (
    Session(_BY_NAME["django: edit"], _PLAYWRIGHT, _edit),
    Session(_BY_NAME["django: delete selected"], _PLAYWRIGHT, _delete_selected),
    Session(_BY_NAME["sqlite-web: delete"], _PLAYWRIGHT, _sqlite_delete),
    Session(_BY_NAME["flask-admin: delete"], _PLAYWRIGHT, _flask_delete),
    Session(_BY_NAME["call list: remove"], _PLAYWRIGHT, _remove),
    Session(_BY_NAME["django: add"], _DEVTOOLS, _django_add),
    Session(_BY_NAME["sqlite-web: edit"], _DEVTOOLS, _sqlite_edit),
    Session(_BY_NAME["flask-admin: edit"], _DEVTOOLS, _flask_edit),
    Session(_BY_NAME["datasette: set status"], _DEVTOOLS, _status),
    Session(_BY_NAME["call list: tick"], _DEVTOOLS, _tick),
)
"""The ten sessions; with `--swap` each is done with the other server."""

OTHERS = (
    Session(_BY_NAME["django: delete on its page"], _PLAYWRIGHT, _delete),
    Session(_BY_NAME["django: log in and edit"], _PLAYWRIGHT, _log_in_and_edit),
    Session(_BY_NAME["sqlite-web: add"], _PLAYWRIGHT, _sqlite_add),
    Session(_BY_NAME["datasette: delete"], _PLAYWRIGHT, _datasette_delete),
    Session(_BY_NAME["django: status in the list"], _DEVTOOLS, _status_in_list),
    Session(_BY_NAME["flask-admin: add"], _DEVTOOLS, _flask_add),
    Session(_BY_NAME["datasette: add"], _DEVTOOLS, _datasette_add),
    Session(_BY_NAME["call list: add"], _DEVTOOLS, _call_add),
)
"""The sessions of `--others`, on which nothing was tuned: tasks that the ten do not have."""
