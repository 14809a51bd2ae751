"""What may be put before an agent, as those ask for it who have the whole library at hand."""

from __future__ import annotations

from blackboard.context.moment import Moment
from blackboard.context.select import Candidate
from blackboard.storage.sqlite import recall
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog


class CandidateReader:
    """Rows that share something with a moment; see `recall`."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file

    def fitting(self, moment: Moment) -> list[Candidate]:
        """Those that share its words or keys."""
        with wrap_errors(self._file.path):
            return recall.candidates(self._file.connection, moment)

    def keyed(self, moment: Moment) -> list[Candidate]:
        """Those that are bound to its file, command or error."""
        with wrap_errors(self._file.path):
            return recall.keyed_candidates(self._file.connection, moment)
