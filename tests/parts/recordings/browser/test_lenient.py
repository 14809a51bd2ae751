"""What a rerun may leave out, take by its place, or leave to a person; in a real Chromium."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blackboard import Board
from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.mend import IsDone, Mending
from lessonboard.parts.recordings.browser.outcome import StepOutcome
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.workflow.plan import Parameter, Plan
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from tests.parts.recordings.browser.tasks import Circle
from tests.parts.recordings.browser.test_rerun import plan_from, step

if TYPE_CHECKING:
    from playwright.sync_api import Page

BAR = (
    '<div role=dialog aria-label="Cookies" style="position:fixed;inset:0;background:#eee">'
    "<button onclick=\"this.parentElement.remove(); fetch('/done?cookies=none')\">Refuse</button>"
    "</div><h1>Settings</h1>"
)


def saving(circle: Circle, *, is_optional: bool = True) -> Plan:
    """What is offered about cookies is refused, if it is there, and a nickname saved."""
    refuse = step(2, "CLICK", role="button", name="Refuse")
    return plan_from(
        circle.site.url("settings.html"),
        step(1, "TYPE", "ada", role="textbox", name="Nickname"),
        replace(refuse, optional=is_optional, danger="unknown"),
        replace(step(3, "CLICK", role="button", name="Save"), danger="save"),
    )


def test_an_optional_step_is_left_out_where_its_target_is_not_there(circle: Circle) -> None:
    """And done where it is."""
    ran = circle.run(saving(circle))
    assert [each.verdict for each in ran.steps] == ["done", "skipped", "done"]
    assert ran.steps[1].note == "not there, optional"
    assert ran.completed
    circle.site.later["<h1>Settings</h1>"] = BAR.replace("inset:0", "bottom:0")
    assert circle.run(saving(circle)).done == 3
    assert circle.site.done[1:] == [{"cookies": "none"}, {"nickname": "ada"}]


def test_what_covers_a_target_is_closed_by_an_optional_step_alone(circle: Circle) -> None:
    """Also where it comes before its turn; without one nothing behind it is pressed."""
    circle.site.later["<h1>Settings</h1>"] = BAR
    plan = saving(circle)
    early = replace(plan, steps=(*plan.steps[2:], plan.steps[1]))
    early = replace(early, steps=tuple(replace(each, number=n, before={}) for n, each
                                       in enumerate(early.steps, start=1)))  # fmt: skip
    ran = circle.run(early, timeout=2.0)
    assert ran.completed, ran.failed
    assert ran.steps[0].note == "after the optional step 2, for the page was covered"
    assert circle.site.done == [{"cookies": "none"}, {"nickname": ""}]
    alone = replace(early, steps=early.steps[:1])
    failed = circle.run(alone, timeout=1.2).failed
    assert failed is not None
    assert 'the page is covered by the dialog "Cookies"' in failed.expected


def test_a_harmless_button_that_is_renamed_is_found_by_its_form(circle: Circle) -> None:
    """The note says so; one that is called after something dangerous is not taken."""
    find = step(1, "CLICK", role="button", name="Search", form="results.html")
    plan = plan_from(circle.site.url("search.html"), replace(find, target={**find.target,
                     "form": "/results.html"}))  # fmt: skip
    circle.site.later["<button>Search<"] = "<button>Find it<"
    (done,) = circle.run(plan).steps
    assert (done.verdict, done.found_by) == ("done", "its place")
    assert done.note == 'found as the only button of the form, now called "Find it"'
    circle.site.later["<button>Search<"] = "<button>Delete<"
    failed = circle.run(plan, timeout=1.2).failed
    assert failed is not None
    assert failed.expected == 'the button "Search"'


@pytest.mark.parametrize("is_dangerous", [True, False])
def test_the_title_of_a_button_counts(circle: Circle, *, is_dangerous: bool) -> None:
    """It was recorded as one that saves, and says now that it deletes."""
    circle.site.later['id="save"'] = 'id="save" title="Delete it"' if is_dangerous else 'id="save"'
    ran = circle.run(saving(circle), timeout=2.0)
    assert ran.completed is not is_dangerous
    assert len(circle.site.done) == (0 if is_dangerous else 1)
    if ran.failed is not None:
        assert ran.failed.expected == (
            'the button "Save": it would delete something now, which was not recorded: '
            '"Save | Delete it"'
        )


def test_a_value_that_is_not_there_is_the_caller_s(circle: Circle, board: Board) -> None:
    """Its parameter is named with what is there; nothing is learnt of it."""
    circle.site.later['<ul id="tasks"></ul>'] = "<table>" + "".join(
        f"<tr><td>{name}</td><td><button>Call</button></td></tr>" for name in ("Ada", "Bob")
    ) + "</table>"  # fmt: skip
    within = {"kind": "row", "cells": ["{who}", ""], "key": 0}
    call = step(1, "CLICK", role="button", name="Call", within=within)
    plan = plan_from(circle.site.url("todo.html"), call, parameters=(
        Parameter("who", example="Bob", kind="row"),))  # fmt: skip
    assert circle.run(plan).completed
    ran = circle.run(plan, {"who": "Eve"}, timeout=1.2)
    assert ran.failed is not None
    assert ran.failed.cause == "value"
    assert ran.failed.reason == (
        'who = "Eve" on the page: the button "Call": no row says "Eve"; there are '
        '"Ada"; "Bob"; give a value that is there'
    )
    event = tell(board, ran, None)
    assert learn(board, ran, event, None, Critic(CriticSettings())) == ("nothing", "")


@pytest.mark.parametrize("does", [True, False])
def test_a_person_does_what_a_step_could_not_and_the_run_goes_on(
    circle: Circle, tmp_path: Path, *, does: bool
) -> None:
    """What one did is a recording; where one gives up, the run stops."""
    circle.site.later['id="save">Save<'] = 'id="save">Keep changes<'
    asked: list[str] = []

    def ask(failed: StepOutcome, pages: list[Page]) -> IsDone:
        asked.append(failed.expected)
        if does:
            pages[0].get_by_role("button", name="Keep changes").click()
        return lambda: does

    plan = saving(circle)
    last = replace(step(4, "TYPE", "bob", role="textbox", name="Nickname"), danger="")
    plan = replace(plan, steps=(*plan.steps, last))
    ran = circle.run(plan, timeout=1.2, mending=Mending(tmp_path / "mended", ask))
    assert asked == ['the button "Save"']
    assert [each.verdict for each in ran.steps[2:]] == (
        ["done", "done"] if does else ["failed", "not run"]
    )
    if does:
        assert ran.steps[2].note == 'done by a person; expected the button "Save"'
        assert ran.steps[2].mended is not None
        (click,) = read_recording(ran.steps[2].mended).steps
        assert (click.action_type, click.target["name"]) == ("CLICK", "Keep changes")
