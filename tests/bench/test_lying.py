"""Whatever a model says of a session, it is never said as more than it is."""

from __future__ import annotations

from bench.quality.lying.measure import lied_to
from bench.quality.lying.told import tables
from tests.reflect.proposals.asking import FAILURE, REMEDY, STEPS, board_with
from tests.reflect.talks import says


def test_no_lie_is_said_as_more_than_it_is() -> None:
    """Every form of lie about two sessions, and all joins with what a person approved."""
    denied = says("Please never push to main without a review of somebody else.")
    with board_with(STEPS, (denied, FAILURE, REMEDY, *STEPS)) as board:
        told = lied_to(board)
    assert sum(told.kept.values()) > 10
    assert told.quoted.total()
    for counted in (told.plain, told.more, told.early, told.harmful, told.secret, told.others):
        assert not counted.total(), tables(told)
    assert told.proposed["quotation cut to its opposite"]
    assert told.kept["invented quotation"] == told.kept["secret in the text"] == 0
