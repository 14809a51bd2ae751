"""What a reader of an agent's transcripts promises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol

from blackboard.event import NewEvent

Record = dict[str, Any]


class Reader(Protocol):
    """Turns the records of one file into events, in order.

    A reader is made anew for each file. `waiting` is the offset of the oldest record that
    it has not finished with (a tool call without its result), from which reading must resume;
    `state` is what it must know besides to go on from there.

    A static method `around(path)` may give a first state: what the file's path says, such as the
    session that is named by its folder.
    """

    name: ClassVar[str]
    unknown: int

    def __init__(self, session: str, state: Record) -> None: ...

    @staticmethod
    def recognises(record: Record) -> bool:
        """Whether a record is surely of this format."""
        ...

    def read(self, record: Record, offset: int) -> Iterable[NewEvent]:
        """The events of one record that starts at an offset in the file."""
        ...

    def waiting(self) -> int | None:
        """The offset of the oldest record that is not done with."""
        ...

    def state(self) -> Record:
        """What `__init__` needs to go on from where reading resumes."""
        ...

    def usage(self) -> Iterable[NewEvent]:
        """What the sessions have taken of their models, from the beginning of the file on."""
        ...
