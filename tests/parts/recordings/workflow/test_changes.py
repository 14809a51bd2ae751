"""One change of a workflow at a time, by our forms or by hand: it is whole, or refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.errors import NotFound
from lessonboard.parts.recordings.browser.acting import distance, key
from lessonboard.parts.recordings.browser.step_rules import needs_target, questions
from lessonboard.parts.recordings.compiler.template import names
from lessonboard.parts.recordings.key_names import split_count
from lessonboard.parts.recordings.workflow import changes
from lessonboard.parts.recordings.workflow.keys import DO
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep
from lessonboard.parts.recordings.workflow.planning import made
from lessonboard.parts.recordings.workflow.read import Json, read, written
from lessonboard.parts.recordings.workflow.values import settled
from tests.long_runs import rounds
from tests.parts.recordings.workflow.samples import delete_customer, workflows


def kept(workflow: Json) -> Json:
    """The workflow as its file has it, after the checks of a file."""
    found, problems = read(written(workflow))
    assert not problems
    return found


def dry_run(workflow: Json) -> None:
    """What `recording run --dry-run` does with a workflow, and what a run asks of any page."""
    plan = made(workflow)
    values = settled(plan.parameters, plan.recorded, lambda _parameter: "")
    for step in plan.steps:
        plan.target(step, values)
        plan.value(step, values)
        plan.shown_intent(step, values)
        plan.shown_value(step, {})
        if not names(step.value or ""):
            _run(plan, step, plan.value(step, values) or "")


def _run(plan: Plan, step: PlanStep, value: str) -> None:
    """What a run refuses of a step whatever the page is like."""
    match step.action:
        case "KEYPRESS":
            key(split_count(value)[0])
        case "SCROLL":
            distance(value)
        case "UPLOAD":
            assert all(value.split("\n"))
        case "DIALOG":
            causes = (each for each in plan.steps[: step.number] if each.action != "DIALOG")
            assert any(questions(plan, each, plan.recorded) for each in causes)
        case "CHECK" if step.target.get("what") not in ("text", "url", "title"):
            assert needs_target(replace(step, target={**step.target, "what": "visible"}))


def test_a_step_is_said_otherwise_and_nothing_else() -> None:
    """All other steps stay."""
    changed = kept(changes.step_changed(delete_customer(), 1, {"what": "Look for {email}."}))
    before = delete_customer()["steps"]
    assert changed["steps"] == [{**before[0], "what": "Look for {email}."}, *before[1:]]


def test_a_step_moves_and_stays_on_its_page() -> None:
    """Up and down again; beyond the ends nothing moves."""
    workflow = changes.step_changed(delete_customer(), 3, {"page": "http://shop.example/ada"})
    moved = kept(changes.step_moved(workflow, 3, "up"))
    assert [step.get("id") for step in moved["steps"]] == [0, 5, 2]
    pages = ["http://shop.example/customers", "http://shop.example/ada"]
    assert [step.before["place"] for step in made(moved).steps] == [*pages, pages[0]]
    assert changes.step_moved(workflow, 1, "up") == workflow
    assert changes.step_moved(workflow, 3, "down") == workflow
    assert kept(changes.step_moved(moved, 2, "down")) == workflow


def test_a_step_is_left_out_and_the_next_one_says_its_page() -> None:
    """Which it had from the step before."""
    changed = kept(changes.step_removed(delete_customer(), 1))
    assert [step.get("id") for step in changed["steps"]] == [2, 5]
    assert changed["steps"][0]["page"] == "http://shop.example/customers"


def test_a_parameter_is_called_otherwise_wherever_it_is_named() -> None:
    """In values, rows and the outcome."""
    changed = kept(changes.parameter_changed(delete_customer(), "email", {"name": "whose"}))
    assert "{email}" not in written(changed)
    assert list(changed["parameters"]) == ["whose"]
    assert changed["steps"][2]["in"]["row"] == {"Name": "Ada", "Email": "{whose}"}
    assert changed["outcome"]["absent"] == "{whose}"


def test_what_is_not_there_cannot_be_changed() -> None:
    """Neither a step nor a parameter; and no two parameters get one name."""
    with pytest.raises(NotFound, match="no step 7"):
        changes.step_removed(delete_customer(), 7)
    with pytest.raises(NotFound, match="no parameter 'name'"):
        changes.parameter_changed(delete_customer(), "name", {})
    two = delete_customer()
    two["parameters"]["name"] = {}
    with pytest.raises(NotFound, match="'name' already"):
        changes.parameter_changed(two, "email", {"name": "name"})


def _by_hand(pattern: str, new: str) -> Callable[[Json, st.DataObject], str]:
    """A change that a person makes in the text: one place, or all."""

    def change(workflow: Json, data: st.DataObject) -> str:
        text = written(workflow)
        return re.sub(pattern, new, text, count=data.draw(st.sampled_from([0, 1])))

    return change


def _renamed_by_hand(workflow: Json, data: st.DataObject) -> str:
    """A parameter is called otherwise in the whole text, as an editor replaces a word."""
    names = list(workflow.get("parameters", {})) or ["nothing"]
    name = data.draw(st.sampled_from(names))
    return re.sub(rf"(?<=[{{ ]){name}(?=[}}:])", "other_name", written(workflow))


def _line_left_out(workflow: Json, data: st.DataObject) -> str:
    lines = written(workflow).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    return "\n".join([*lines[:place], *lines[place + 1 :]])


def _form(workflow: Json, data: st.DataObject) -> str:
    """A change by one of the page's forms."""
    number = data.draw(st.integers(1, len(workflow["steps"])))
    name = next(iter(workflow.get("parameters", {})), "")
    way = data.draw(st.sampled_from(["up", "down", "remove", "rename", "what"]))
    if way in ("up", "down"):
        return written(changes.step_moved(workflow, number, way))  # type: ignore[arg-type] # Move
    if way == "remove":
        return written(changes.step_removed(workflow, number))
    if way == "rename" and name:
        return written(changes.parameter_changed(workflow, name, {"name": "other_name"}))
    return written(changes.step_changed(workflow, number, {"what": data.draw(st.text())}))


_WAYS = (
    _form, _renamed_by_hand, _line_left_out,
    *(_by_hand("do: [a-z]+", f"do: {do}") for do in DO),
    *(_by_hand("value: .*", f"value: {each}") for each in ("FOO", "ENTER*0", '""', "{{up 1}}")),
    *(_by_hand("property: .*", f"property: {each}") for each in ("checked", "hidden", "count")),
    _by_hand("  target: .*\n", ""),
    _by_hand("  value: .*\n", ""), _by_hand("button", "link"), _by_hand("by: .*}", "by: x}"),
    _by_hand("danger: .*", "danger: none"), _by_hand(r"\{", "{{"), _by_hand("id: .*", "id: 1"),
)  # fmt: skip


@settings(deadline=None, max_examples=rounds(200, 2000))
@given(workflows(), st.data())
def test_what_the_check_accepts_a_dry_run_accepts(workflow: Json, data: st.DataObject) -> None:
    """For any workflow and any change of it, by a form or by hand."""
    change = data.draw(st.sampled_from(_WAYS))
    document, problems = read(change(workflow, data))
    if not problems:
        dry_run(document)
