"""Rows of the views for other programs: as they are, but for times, which are ISO 8601."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.event import iso
from blackboard.views import view_named
from blackboard.views.rows import RuleRow


def row_json(view: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a view, or some columns of it."""
    columns = view_named(view).columns
    return {
        name: iso(value) if value is not None and columns[name].type == "time" else value
        for name, value in row.items()
    }


def rule_json(row: RuleRow) -> dict[str, Any]:
    """Return a lesson or insight.

    The times of its decisions and of its last check are also ISO 8601.
    """
    view = "lessons" if "constraint" in row else "insights"
    told = row_json(view, row)
    told["decisions"] = [{**each, "at": iso(each["at"])} for each in row["decisions"]]
    if told.get("checked"):
        told["checked"] = {**told["checked"], "at": iso(told["checked"]["at"])}
    return told
