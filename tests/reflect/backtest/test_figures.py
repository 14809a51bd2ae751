"""What counts as told in time."""

from __future__ import annotations

from typing import cast

import pytest

from blackboard.views.rows import LessonRow
from reflect.backtest.figures import Telling
from tests.reflect.talks import ran, recorded, says


@pytest.mark.parametrize(("after", "is_before"), [(-1, True), (0, False), (1, False)])
def test_what_was_told_while_a_call_ran_came_too_late_for_it(after: int, is_before: bool) -> None:
    """The agent decides when it calls, and not when the call has ended."""
    _, prompt, call = recorded(says("Run the tests."), ran("pytest tests", "boom", fails=True))
    began = call.occurred_at - 500_000
    call = call._replace(payload={**(call.payload or {}), "called_at": began})
    told = Telling(began + after, "s1", "prompt", prompt, cast("LessonRow", {}))
    assert told.is_before(call) is is_before
