"""What is bound to a file, a command or an error, for those who have the whole library at hand."""

from __future__ import annotations

from blackboard.delivery.candidates import Candidate
from blackboard.delivery.situation import Situation
from blackboard.storage.sqlite import candidates
from blackboard.storage.sqlite.log import SqliteLog


class CandidateReader:
    """Rows that share something with a situation; see `candidates`."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file

    def keyed(self, situation: Situation) -> list[Candidate]:
        """Those that are bound to its file, command or error."""
        with self._file.reading():
            return candidates.keyed_candidates(self._file.connection, situation)
