"""What an import leaves out: by the settings, and by what people decided on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from blackboard.event import NewEvent
from blackboard.sources.exclusion import decision_keys
from blackboard.views.rows import CaptureRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.sources.source import Record  # whose module brings the models

Excluded = Callable[[str | None, str | None], str]
"""Why what happens in a project and a folder is left out; empty where it is not."""


class Decisions:
    """What people decided, by the rows of the view of that name (`blackboard.views.captures`).

    `names_of` gives all names of a project: it may have been switched off under any of them.
    """

    def __init__(
        self,
        rows: Iterable[CaptureRow],
        names_of: Callable[[str], Iterable[str]] = lambda project: (project,),
    ) -> None:
        self._rows = {row["id"]: row for row in rows}
        self._names_of = lru_cache(maxsize=4096)(names_of)

    def why_off(self, project: str | None, session: str | None) -> str:
        """Why a session is left out; empty where it is not."""
        for row in self._about(project, session):
            if row["off"]:
                about = row["project"] or f"session {row['session']}"
                return f"off for {about}" + (f" ({row['reason']})" if row["reason"] else "")
        return ""

    def why_out(self, project: str | None, session: str | None, at: int | None) -> str:
        """Why something that happened then is left out: it was off, or is."""
        for row in self._about(project, session):
            if at is not None and any(since <= at < until for since, until in row["pauses"]):
                return "happened while it was off"
        return self.why_off(project, session)

    def _about(self, project: str | None, session: str | None) -> list[CaptureRow]:
        if not self._rows:
            return []
        names = self._names_of(project) if project else ()
        keys = [*decision_keys(None, session), *(f"project:{name}" for name in names)]
        return [self._rows[key] for key in keys if key in self._rows]


class Omission:
    """What is left out of one import."""

    def __init__(self, decisions: Decisions, excluded: Excluded) -> None:
        self._decisions = decisions
        self._excluded = excluded
        self._known: dict[tuple[str | None, str | None], str] = {}

    def why_off(self, project: str | None, folder: str | None, session: str | None) -> str:
        """Why a session that began in a folder is left out as a whole; empty where it is not."""
        return self._decisions.why_off(project, session) or self._why_excluded(project, folder)

    def why_out(self, event: NewEvent, project: str | None, folder: str | None) -> str:
        """Why an event is left out of a session that is not; empty where it is not."""
        about = project, event.correlation, event.occurred_at
        return self._decisions.why_out(*about) or self._why_excluded(project, folder)

    def _why_excluded(self, project: str | None, folder: str | None) -> str:
        place = (project, folder)
        if place not in self._known:
            self._known[place] = self._excluded(project, folder)
        return self._known[place]


def folder_of(record: Record) -> str | None:
    """The folder that a line of a transcript says it was written in, if it does."""
    folder = record.get("cwd")
    if folder is None and isinstance(payload := record.get("payload"), dict):
        folder = payload.get("cwd")
    return folder if isinstance(folder, str) else None
