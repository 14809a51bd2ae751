"""What a team's log keeps beside its events: leases, readers, and who follows it."""

from __future__ import annotations

from collections.abc import Collection

from blackboard.log import Follower
from lessonboard.parts.team.postgres.session import Session


class Registers(Session):
    """The part of `PostgresLog` that is no event; losing any of it costs a second attempt."""

    def lease(self, items: Collection[str], holder: str, expires_at: int) -> None:
        """See `Log.lease`; what another user of the database holds is refused."""
        self._end_leases()
        self._one("SELECT lessonboard.lease(%s, %s, %s)", list(items), holder, expires_at)

    def end_lease(self, items: Collection[str]) -> None:
        """See `Log.end_lease`; in a transaction it is sent along with the commit."""
        if self._depth:
            self._leases_to_end += items
        else:
            self._one("SELECT lessonboard.end_lease(%s)", list(items))

    def leases(self, items: Collection[str]) -> dict[str, int]:
        """See `Log.leases`."""
        self._end_leases()
        asked = "SELECT item, expires_at FROM lessonboard.leases WHERE item = ANY (%s)"
        return dict(self._rows(asked, list(items)))

    def reader_position(self, name: str) -> int:
        """See `Log.reader_position`."""
        rows = self._rows("SELECT position FROM lessonboard.readers WHERE name = %s", name)
        return int(rows[0][0]) if rows else 0

    def remember_reader(self, name: str, position: int) -> None:
        """See `Log.remember_reader`."""
        self._one("SELECT lessonboard.remember_reader(%s, %s)", name, position)

    def report_follower(self, machine: str, position: int) -> None:
        """See `ServedLog.report_follower`."""
        self._one("SELECT lessonboard.report_follower(%s, %s)", machine, position)

    def followers(self) -> list[Follower]:
        """See `ServedLog.followers`."""
        asked = (
            "SELECT author, machine, position, seen_at FROM lessonboard.followers ORDER BY seen_at"
        )
        return [Follower(*row) for row in self._rows(asked)]
