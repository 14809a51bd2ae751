"""The tasks, one file for each application."""

from __future__ import annotations

from bench.recordings.task import Task
from bench.recordings.tasks import call_list, datasette, django, flask_admin, sqlite_web

TASKS: tuple[Task, ...] = (
    *django.TASKS,
    *flask_admin.TASKS,
    *sqlite_web.TASKS,
    *datasette.TASKS,
    *call_list.TASKS,
)
"""A new task is an entry of its application's file."""
