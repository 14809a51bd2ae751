"""Create a team's log on a server; those who only use one open it by its address."""

from __future__ import annotations

from lessonboard.parts.team.postgres.migrating import ROLES, migrate

__all__ = ["ROLES", "migrate"]
