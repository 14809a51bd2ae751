"""A delivery from a board's file: what its two callers, the board and its hooks, share.

It reads the views as they are; bringing them up to date is for those who have the time. The
composer is imported only where there is something to compose, which is seldom.
"""

from __future__ import annotations

from blackboard.delivery.result import Delivery
from blackboard.storage.sqlite.aliases import project_of_alias
from blackboard.storage.sqlite.candidates import candidates
from blackboard.storage.sqlite.contradicted import without_contradicted
from blackboard.storage.sqlite.delivered import delivered_items, shown_items
from blackboard.storage.sqlite.muted import muted_items
from blackboard.storage.sqlite.switched_off import without_off

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

    from blackboard.delivery.limits import Limits
    from blackboard.delivery.situation import Situation


def delivery_for(
    connection: sqlite3.Connection,
    path: object,
    situation: Situation,
    limits: Limits,
    until: int | None = None,
) -> Delivery:
    """What to show an agent in a situation; nothing is recorded.

    Args:
        connection: to the board.
        path: the board's file.
        situation: where the agent is.
        limits: the most items and tokens.
        until: the last position of the log that counts, see `delivered_items`.
    """
    situation = situation.of_project(project_of_alias(connection, situation.project))
    is_cleared = situation.step == "cleared"
    shown = shown_items(connection, path, situation.session, until) if is_cleared else []
    allowed = without_off(connection, candidates(connection, situation, shown), situation)
    if allowed is None:
        return Delivery()
    found = allowed
    if found:
        muted = muted_items(connection, situation.session, situation.project)
        found = [each for each in found if each.id not in muted]
    if not found and not is_cleared:
        return Delivery()
    from blackboard.delivery.deliver import deliver
    from blackboard.storage.sqlite.in_hand import mark_known

    session = None if is_cleared else situation.session  # nothing is left of what it was shown
    before = delivered_items(connection, path, session, until)
    found = without_contradicted(connection, found, before)
    mark_known(connection, path, found, situation)
    return deliver(found, before, situation, limits)
