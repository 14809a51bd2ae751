"""In how many sessions a lesson or insight was seen: the one number for it, wherever it is shown.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def sessions_of(row: Mapping[str, Any]) -> int:
    """The sessions that show it, else those that its evidence is from.

    >>> sessions_of({"sessions": ["a", "b"], "evidence": []}), sessions_of({"evidence": []})
    (2, 0)
    """
    shown = row.get("sessions") or {each.get("session") for each in row["evidence"]} - {None, ""}
    return len(shown)


def seen_in(sessions: int) -> str:
    """How it is said; empty where no session shows it, as of what was stated.

    >>> seen_in(1), seen_in(3), seen_in(0)
    ('seen in 1 session', 'seen in 3 sessions', '')
    """
    if not sessions:
        return ""
    return f"seen in {sessions} session{'' if sessions == 1 else 's'}"
