"""Whatever sessions do, no procedure rests on one without a passing check after its last change."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from blackboard.event import Event, NewEvent
from reflect.procedures.common import FEWEST_SESSIONS, Way, independent, procedures
from reflect.procedures.way import way_of
from tests.reflect.talks import ROOT, edited, looked, ran, recorded

_LINES = ("make fmt", "make lint", "make test", "rtk make test", "make docs", "npm run build")
_CALLS = st.one_of(
    st.just(edited()),
    st.just(looked()),
    st.builds(ran, st.sampled_from(_LINES)),
    st.builds(lambda line: ran(line, "1 failed", fails=True), st.sampled_from(_LINES)),
    st.builds(lambda line: ran(line, said_by="unknown"), st.sampled_from(_LINES)),
)
_SESSIONS = st.lists(st.lists(_CALLS, max_size=8), min_size=3, max_size=6)


def _ways(sessions: Sequence[Sequence[NewEvent]]) -> tuple[list[Way], dict[str, list[Event]]]:
    events = {f"s{n}": recorded(*steps, name=f"s{n}") for n, steps in enumerate(sessions)}
    found = {name: way_of(each, name, ROOT) for name, each in events.items()}
    ways = [Way.of(passed, n) for n, passed in enumerate(found.values()) if passed is not None]
    return ways, events


@given(_SESSIONS)
def test_each_cited_session_has_a_check_that_passed_after_its_last_change(
    sessions: list[list[NewEvent]],
) -> None:
    """And its steps are calls that passed in that order, after the change as well."""
    ways, events = _ways([*sessions, *sessions[:1] * 2])
    for procedure in procedures(independent(ways)):
        assert len({way.session for way in procedure.ways}) >= FEWEST_SESSIONS
        for way in procedure.ways:
            calls = [each for each in events[way.session] if each.type == "tool.called"]
            cited = [next(each for each in calls if each.id == step.event_id)
                     for step in way.steps_of(procedure.keys)]  # fmt: skip
            last = max(n for n, each in enumerate(calls) if (each.payload or {})["kind"] == "edit")
            places = [calls.index(each) for each in cited]
            assert places == sorted(places)
            assert len(places) == len(procedure.keys) > 1
            assert places[0] > last
            assert all((each.payload or {})["failed"] is False for each in cited)
            assert all((each.payload or {})["said_by"] == "tool" for each in cited)
            assert way.passed.steps[way.keys.index(procedure.keys[-1])].checks


@given(_SESSIONS)
def test_the_order_in_which_ways_are_read_changes_nothing(sessions: list[list[NewEvent]]) -> None:
    """Boards that took in the same sessions in another order say the same."""
    ways, _ = _ways(sessions)
    assert procedures(independent(ways)) == procedures(independent(ways[::-1]))
