"""Reruns in a real Chromium: finding targets, failing, and reporting failures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.hosts import host
from lessonboard.parts.recordings.browser.report import write_report
from lessonboard.parts.recordings.workflow.plan import NotRunnable, Parameter, Plan, PlanStep
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from tests.long_runs import some
from tests.parts.recordings.browser.tasks import Circle


def step(number: int, action: str, value: str | None = None, **target: Any) -> PlanStep:
    """A step without expectations."""
    intent = f"{action} {target.get('name', '')}".strip()
    return PlanStep(number, number - 1, action, value, target, intent, {}, {})


def plan_from(url: str, *steps: PlanStep, parameters: tuple[Parameter, ...] = ()) -> Plan:
    """A plan that begins at an address."""
    first = replace(steps[0], before={"place": url})
    return Plan(
        "task", "A task", parameters, (first, *steps[1:]), url, hosts=frozenset({host(url)})
    )


def settings_plan(circle: Circle) -> Plan:
    """A nickname is typed and saved."""
    return plan_from(
        circle.site.url("settings.html"),
        step(1, "TYPE", "{nickname}", role="textbox", name="Nickname"),
        step(2, "CLICK", role="button", name="Save"),
        parameters=(Parameter("nickname", example="ada"),),
    )


def renamed(circle: Circle) -> Plan:
    """The same, when the page has changed since."""
    circle.site.later['id="save">Save<'] = 'id="save">Keep changes<'
    return settings_plan(circle)


def test_a_renamed_button_fails_with_what_was_expected_and_seen(circle: Circle) -> None:
    """The failure names the button that is missed and those that are there, and nothing is done."""
    ran = circle.run(renamed(circle), {"nickname": "bob"}, timeout=1.5)
    failed = ran.failed
    assert failed is not None
    assert failed.seen is not None
    assert (ran.completed, ran.done, failed.number) == (False, 1, 2)
    assert failed.expected == 'the button "Save"'
    assert failed.seen.candidates == ('button "Keep changes"', 'button "Cancel"')
    assert failed.seen.headings == ("Settings",)
    assert failed.screenshot is not None
    assert circle.site.done == []


@pytest.mark.full
def test_a_failed_run_is_reported_and_kept_as_a_lesson(circle: Circle, tmp_path: Path) -> None:
    """The report has screenshots; the lesson names workflow and step, and is found."""
    ran = circle.run(renamed(circle), timeout=1.5)
    page = write_report(ran, tmp_path / "report")
    text = page.read_text()
    assert "## Step 2 failed" in text
    assert '`button "Keep changes"`' in text
    assert (tmp_path / "report" / "screenshots" / "2.png").read_bytes().startswith(b"\x89PNG")
    board, critic = circle.board, Critic(CriticSettings())
    event = tell(board, ran, None)
    assert learn(board, ran, event, None, critic).outcome == "created"
    assert learn(board, ran, event, None, critic).outcome == "known"
    (hit,) = board.search('workflow "A task" step 2')
    assert hit.row["evidence"][0]["event_id"] == event
    assert "lessonboard recording run task" in hit.row["symptom"]
    assert hit.row["trust"] == "imported"


@pytest.mark.full
def test_a_second_failure_of_the_same_step_is_the_same_lesson(circle: Circle) -> None:
    """It is seen twice, and surer."""
    critic = Critic(CriticSettings())
    first = circle.run(renamed(circle), timeout=1.2)
    for ran, expected in ((first, "created"), (replace(first, run="again"), "recurred")):
        event = tell(circle.board, ran, None)
        assert learn(circle.board, ran, event, None, critic).outcome == expected
    (row,) = circle.board.view("lessons")
    assert row["seen"] == 2


@pytest.mark.parametrize(
    ("target", "by"),
    some([
        ({"label": "Song name"}, "label"),
        ({"role": "textbox"}, "role"),
        ({"role": "textbox", "name": "Song name"}, "role and name"),
        ({"name": "Song name"}, "name"),
        ({"role": "textbox", "name": "Gone", "placeholder": "What do you want to hear?"},
         "placeholder"),
        ({"role": "textbox", "name": "song NAME"}, "role and a like name"),
    ], 2),
    ids=some(["label", "alone", "role and name", "name", "placeholder", "alike"], 2),
)  # fmt: skip
def test_a_target_is_found_by_what_is_known_of_it(
    circle: Circle, target: dict[str, str], by: str
) -> None:
    """The most reliable strategy first, and the report names it."""
    ran = circle.run(plan_from(circle.site.url("search.html"), step(1, "TYPE", "x", **target)))
    assert ran.steps[0].found_by == by


def _added(circle: Circle, delete: PlanStep) -> Plan:
    steps: list[PlanStep] = []
    for task in ("Milk", "Bread"):
        steps += [step(len(steps) + 1, "TYPE", task, role="textbox", name="New task")]
        steps += [step(len(steps) + 1, "CLICK", role="button", name="Add")]
    return plan_from(circle.site.url("todo.html"), *steps, replace(delete, number=5, index=4))


@pytest.mark.parametrize(
    ("more", "gone", "note"),
    [
        ({"nth": 1, "alike": 2}, " Bread", "number 2 of 2 alike"),
        ({"within": {"kind": "item", "cells": ["Bread"], "key": 0}}, " Bread",
         'in the item "Bread"'),
    ],
    ids=["nth", "row"],
)  # fmt: skip
def test_of_several_alike_the_one_that_is_meant_is_taken(
    circle: Circle, more: dict[str, Any], gone: str, note: str
) -> None:
    """By what its row says, else by its number among as many; the outcome says which."""
    delete = step(5, "CLICK", role="button", name="Delete", **more)
    ran = circle.run(_added(circle, delete))
    assert ran.completed, ran.failed
    assert ran.steps[4].note == note
    assert circle.site.done == [{"deleted": gone}]


@pytest.mark.full
def test_a_thing_with_the_recorded_value_is_not_taken_for_that_of_this_run(
    circle: Circle,
) -> None:
    """Where Ada is not there, Bob is not deleted in her place; his field may be called as it is."""
    circle.site.later["<h1>Settings</h1>"] = (
        "<h1>Settings</h1><button onclick=\"fetch('/done?deleted=Bob')\">Delete Bob</button>"
    )
    plan = plan_from(
        circle.site.url("settings.html"),
        step(1, "TYPE", "{who}", role="textbox", name="Nickname"),
        step(2, "KEYPRESS", "END", role="textbox", name="Nickname"),
        step(3, "CLICK", role="button", name="Delete {who}"),
        parameters=(Parameter("who", example="Bob"),),
    )
    ran = circle.run(plan, {"who": "Ada"}, timeout=1.2)
    assert ran.failed is not None
    assert ran.failed.expected == 'who = "Ada" on the page: the button "Delete Ada"'
    assert circle.site.done == []
    field = plan_from(
        circle.site.url("settings.html"),
        step(1, "TYPE", "x", role="textbox", name="{who}"),
        parameters=(Parameter("who", example="Nickname"),),
    )
    assert circle.run(field, {"who": "Ada"}, timeout=2.5).completed


@pytest.mark.full
def test_an_address_in_the_middle_is_gone_to(circle: Circle) -> None:
    """Of any host of the workflow, and of no other scheme."""
    there = circle.site.elsewhere("search.html")
    plan = plan_from(
        circle.site.url("settings.html"),
        replace(step(1, "TYPE", there), is_address=True),
        step(2, "TYPE", "Numb", role="textbox", name="Song name"),
    )
    plan = replace(plan, hosts=plan.hosts | {host(there)})
    ran = circle.run(plan)
    assert ran.completed, ran.failed
    assert ran.steps[0].found_by == "address"
    local = replace(plan, steps=(replace(plan.steps[0], value="file:///etc/passwd"),))
    with pytest.raises(NotRunnable, match="step 1 opens 'file:///etc/passwd'"):
        circle.run(local)


@pytest.mark.parametrize("name", ["Leave", "Leave by a redirect"])
def test_no_page_of_another_host_is_opened(circle: Circle, name: str) -> None:
    """Neither directly nor by a redirect; what comes after is not done there."""
    role = "link" if "redirect" in name else "button"
    plan = plan_from(
        circle.site.url("elsewhere.html"),
        step(1, "CLICK", role=role, name=name),
        step(2, "TYPE", "secret plans", role="textbox", name="Song name"),
    )
    ran = circle.run(plan, timeout=1.2)
    assert ran.failed is not None
    assert "not allowed" in ran.failed.told_seen
    assert ran.steps[1].verdict in ("failed", "not run")


@pytest.mark.full
def test_a_host_that_is_allowed_may_be_opened(circle: Circle) -> None:
    """The user allows it, including its port."""
    plan = plan_from(
        circle.site.url("elsewhere.html"),
        step(1, "CLICK", role="link", name="Leave by a redirect"),
        step(2, "TYPE", "x", role="textbox", name="Song name"),
    )
    ran = circle.run(plan, hosts=(f"localhost:{circle.site.port}",))
    assert ran.completed, ran.failed


def test_what_a_page_asks_is_denied(circle: Circle) -> None:
    """The outcome quotes the dialog."""
    plan = plan_from(
        circle.site.url("elsewhere.html"), step(1, "CLICK", role="button", name="Ask me")
    )
    ran = circle.run(plan)
    assert circle.site.done == [{"sure": "no"}]
    assert 'the dialog "Really?"' in ran.steps[0].note


def test_a_secret_that_the_page_shows_is_not_told(circle: Circle) -> None:
    """Neither the address nor the headings of a failure hold it."""
    circle.site.later['<p id="who"></p>'] = '<h2 id="who"></h2>'
    plan = plan_from(
        circle.site.url("login.html"),
        replace(step(1, "TYPE", "{password}", role="textbox", name="Password"), sensitive=True),
        step(2, "CLICK", role="button", name="Sign in"),
        step(3, "CLICK", role="button", name="Log out"),
        parameters=(Parameter("password", sensitive=True),),
    )
    ran = circle.run(plan, {"password": "open sesame"}, timeout=1.2)
    assert ran.failed is not None
    assert ran.failed.number == 3
    assert "sesame" not in repr(ran)
    assert "your password was [secret]" in ran.failed.told_seen
    assert ran.failed.seen is not None
    assert "password=[secret]" in ran.failed.seen.url


@pytest.mark.full
def test_a_page_that_did_not_come_fails_the_step_that_should_bring_it(circle: Circle) -> None:
    """The expectation after the step is checked."""
    click = replace(step(1, "CLICK", role="button", name="Save"), after={"title": "Saved"})
    ran = circle.run(plan_from(circle.site.url("settings.html"), click), timeout=0.8)
    assert ran.failed is not None
    assert ran.failed.expected == 'the page "Saved" after it'


def test_a_run_may_begin_at_a_later_step(circle: Circle) -> None:
    """Earlier steps are passed over; the run begins at the address of the first that is done."""
    plan = settings_plan(circle)
    later = replace(plan.steps[1], before={"place": plan.start})
    ran = circle.run(replace(plan, steps=(plan.steps[0], later)), first=2)
    assert [each.verdict for each in ran.steps] == ["skipped", "done"]
    assert circle.site.done == [{"nickname": ""}]


def test_a_plan_without_an_address_needs_one(circle: Circle) -> None:
    """The error says how to give it."""
    plan = Plan("task", "A task", (), (step(1, "CLICK", role="button", name="Save"),))
    with pytest.raises(NotRunnable, match="write `start:` into it"):
        circle.run(plan)


@pytest.mark.full
def test_a_successful_run_teaches_no_lesson(circle: Circle, board: Board) -> None:
    """It is an event, which says that nobody checked what the run led to."""
    ran = circle.run(settings_plan(circle))
    event = tell(board, ran, None)
    assert tell(board, ran, None) == event
    assert learn(board, ran, event, None, Critic(CriticSettings())).outcome == "nothing"
    (rerun_event,) = board.read(types=["workflow.rerun"])
    assert rerun_event.payload is not None
    assert (rerun_event.payload["succeeded"], rerun_event.payload["outcome"]) == (
        False,
        "unchecked",
    )
    assert [each["found_by"] for each in rerun_event.payload["steps"]] == ["role and name"] * 2


def test_a_rehearsal_ends_before_the_first_change(circle: Circle) -> None:
    """What changes nothing is done; of the first change the target is looked for, of others not."""
    plan = settings_plan(circle)
    save = replace(plan.steps[1], danger="save")
    sure = replace(step(3, "CLICK", role="button", name="Gone"), danger="delete")
    plan = replace(plan, steps=(plan.steps[0], save, sure))
    ran = circle.run(plan, rehearse=True, timeout=2.0)
    assert (ran.verdict, ran.succeeded) == ("rehearsed", False)
    assert [each.verdict for each in ran.steps] == ["done", "skipped", "skipped"]
    assert [each.note for each in ran.steps[1:]] == ["found, role and name; not done", "not done"]
    assert circle.site.done == []
    later = circle.run(plan, rehearse=True, first=3, timeout=1.2, url=plan.start)
    assert (later.verdict, later.failed and later.failed.expected) == (
        "failed", 'the button "Gone"',
    )  # fmt: skip


@pytest.mark.parametrize(
    "after", ["nothing", "a question", "an optional step", "an optional step that is there"]
)
def test_a_last_request_that_is_refused_is_no_success(circle: Circle, after: str) -> None:
    """Also where the workflow does not say what to look for in the end."""
    sends = "fetch('/nowhere', {method: 'POST'})"
    circle.site.later["<h1>Settings</h1>"] = (
        f'<button onclick="{"confirm(`Sure?`) && " if "question" in after else ""}{sends}">'
        "Send it</button>" + "<button>Close the banner</button>" * ("is there" in after)
    )
    banner = replace(step(2, "CLICK", role="button", name="Close the banner"), optional=True)
    asked = step(2, "DIALOG", "accept", dialog="confirm", message="Sure?")
    more = [asked] * ("question" in after) + [banner] * ("optional" in after)
    send = step(1, "CLICK", role="button", name="Send it")
    plan = plan_from(circle.site.url("settings.html"), send, *more)
    ran = circle.run(plan, timeout=1.5)
    assert (ran.verdict, ran.outcome) == ("failed", "missed")
    assert ran.done == 1 + len(more) - (after == "an optional step")
    assert ran.missed is not None
    assert "POST /nowhere was answered with" in ran.missed.expected
