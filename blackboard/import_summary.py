"""What an import did: counts of what was new, and the names of what was left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from blackboard.event import Event
from blackboard.import_faults import Fault


@dataclass
class Summary:
    """What an import did; everything counts only what was new to the board.

    `skipped` are files in which nothing was new, `unknown_lines` those of no known type or no
    JSON, `torn` last lines that were cut off, `failed` files with the reason they were refused,
    `faults` records that are left out of files that were read, for they could not be.
    `private` are lines of which something was left out, for a person had marked it as private;
    `left_out` and `left_out_in_part` are files that were not taken in, or not as a whole, with the
    reason. `touched` are for each file the sessions of which something was new, in order.
    """

    files: int = 0
    sessions: int = 0
    messages: int = 0
    tool_calls: int = 0
    failures: int = 0
    events: int = 0
    skipped: int = 0
    unknown_lines: int = 0
    torn: int = 0
    redactions: int = 0
    private: int = 0
    touched: dict[str, dict[str, None]] = field(default_factory=dict)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    left_out_in_part: list[tuple[str, str]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def count(self, events: Iterable[Event]) -> None:
        """Add what was appended."""
        for event in events:
            self.events += 1
            self.sessions += event.type == "session.started"
            self.messages += event.type == "message.recorded"
            self.tool_calls += event.type == "tool.called"
            self.failures += bool(event.payload and event.payload.get("failed"))

    def note(self, path: str, events: Iterable[Event]) -> None:
        """Remember whose sessions went on."""
        sessions = {event.correlation: None for event in events if event.correlation}
        if sessions:
            self.touched.setdefault(path, {}).update(sessions)
