"""One numbered entry of a digest."""

from __future__ import annotations

from typing import Literal, NamedTuple

from blackboard.event import Event

Kind = Literal["person", "message", "failed", "refused", "passed", "settings", "agent", "other"]
"""What an entry is: a person's words, somebody's whose author is not proved, a call that failed,
one that was refused, one that passed after a failure or whose output names a problem, an edit of
rules or settings, the last words of an agent's turn, or any other call."""


class Entry(NamedTuple):
    """An event as a digest shows it; `number` is the event's version in its session."""

    number: int
    kind: Kind
    text: str
    event: Event

    @property
    def line(self) -> str:
        """The entry with its number; lines after the first are indented, so that none imitates one.

        A text from outside cannot begin a line of the digest.
        """
        return f"[{self.number}] " + "\n    ".join(self.text.splitlines())
