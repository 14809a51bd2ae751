"""Making a team's log on a server; whoever only uses one opens it by its address."""

from __future__ import annotations

from lessonboard.parts.team.postgres.migrating import ROLES, migrate

__all__ = ["ROLES", "migrate"]
