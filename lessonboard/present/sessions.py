"""A session for other programs."""

from __future__ import annotations

from typing import Any

from blackboard.event import iso
from blackboard.views.rows import SessionRow


def session_json(row: SessionRow) -> dict[str, Any]:
    """A session for other programs, times in ISO 8601."""
    return {**row, **{name: iso(row[name]) for name in ("started_at", "last_at")}}
