"""What a step of a run waits for, and which cells of a row must last."""

from __future__ import annotations

import pytest

from lessonboard.parts.recordings.browser.step_rules import shown_after
from lessonboard.parts.recordings.compiler.volatile import lasting
from lessonboard.parts.recordings.workflow.plan import PlanStep

RECORDED = {"item": "Lynett"}


def step(danger: str = "", **after: str) -> PlanStep:
    """A click on an item that a parameter names."""
    target = {"role": "menuitem", "name": "{item}"}
    return PlanStep(1, 0, "CLICK", None, target, "", {}, after, danger)


def test_what_another_choice_leads_to_is_not_what_the_recorded_one_led_to() -> None:
    """But what names the choice is expected of it, and after a dangerous step all is."""
    one = step(heading="Lynett's page", title="Menu of {item}")
    assert shown_after(one, RECORDED, RECORDED) == one.after
    assert shown_after(one, {"item": "Ada"}, RECORDED) == {"title": "Menu of {item}"}
    sure = step("delete", heading="Deleted")
    assert shown_after(sure, {"item": "Ada"}, RECORDED) == sure.after


@pytest.mark.parametrize(("cells", "headers", "key", "same", "kept"), [
    (["Ada", "3 minutes ago", "$5.00"], [], 0, [], ["Ada", "", ""]),
    (["7", "Ada", "12"], ["Id", "Name", "Age"], 1, [], ["7", "Ada", ""]),
    (["Ada", "open"], [], 0, [False, True], ["Ada", ""]),
    (["Ada", "17"], ["Name", "Order"], 0, [], ["Ada", "17"]),
    (["12.50", "12.50"], [], None, [True, True], ["12.50", "12.50"]),
    (["5", "5 May"], [], 1, [], ["5", "5 May"]),
])  # fmt: skip
def test_cells_that_change_from_day_to_day_need_not_match(
    cells: list[str], headers: list[str], key: int | None, same: list[bool], kept: list[str]
) -> None:
    """Unless they are the key, or nothing else is left."""
    assert lasting(cells, headers, key, same) == kept
