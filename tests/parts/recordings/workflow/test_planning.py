"""A plan made of a document: as dangerous as what its values name."""

from __future__ import annotations

from typing import Any

import pytest

from lessonboard.parts.recordings.workflow.planning import made, weighed

START = "http://shop.example/projects"


def menu(**step: Any) -> dict[str, Any]:
    """A workflow that chooses an item of a menu, recorded at a harmless one."""
    choice = {"do": "click", "target": {"menuitem": "{item}"}, **step}
    return {"format": 3, "title": "Use the menu", "start": START, "steps": [choice],
            "parameters": {"item": {"kind": "choice", "example": "Refresh"}}}  # fmt: skip


@pytest.mark.parametrize(("value", "stated", "danger"), [
    ("Refresh", "none", ""),
    ("Details", "none", ""),
    ("Delete project", "", "delete"),
    ("Delete project", "none", "delete"),
    ("Delete project", "delete", "delete"),
    ("Save", "none", "save"),
    ("Save", "send", "send"),
    ("Play", "", "unknown"),
])  # fmt: skip
def test_a_value_that_names_a_danger_makes_the_step_dangerous(
    value: str, stated: str, danger: str
) -> None:
    """It was recorded as harmless; what the document states is the least."""
    plan = made(menu(**({"danger": stated} if stated else {})))
    assert weighed(plan, {"item": value}).steps[0].danger == danger


def test_without_a_statement_the_recorded_value_says_the_danger() -> None:
    """Not the name of its parameter."""
    document = menu(target={"link": "{item}"})
    assert made(document).steps[0].danger == ""
    document["parameters"]["item"]["example"] = "Delete project"
    plan = made(document)
    assert plan.steps[0].danger == "delete"
    assert weighed(plan, {"item": "Refresh"}).steps[0].danger == "delete"
    press = {"do": "press", "target": {"list": "Songs"}, "value": "{item}"}
    document = {**document, "steps": [press]}
    document["parameters"]["item"]["example"] = "DELETE"
    assert made(document).steps[0].danger == "delete"


def test_to_open_an_address_is_as_dangerous_as_a_link_to_it() -> None:
    """A value may name one that deletes."""
    opens = {"do": "type", "target": {"textbox": "Address bar"}, "value": START + "/{item}"}
    document = {**menu(), "steps": [opens]}
    plan = made(document)
    assert plan.steps[0].danger == ""
    assert weighed(plan, {"item": "3/delete"}).steps[0].danger == "delete"


def test_what_a_person_states_is_not_overruled_by_the_recorded_value() -> None:
    """They looked at it: nothing is asked again."""
    document = menu(danger="none")
    document["parameters"]["item"]["example"] = "Delete the filter"
    assert weighed(made(document), {"item": "Delete the sorting"}).steps[0].danger == ""


@pytest.mark.parametrize(("value", "selector"), [
    ("x", "[data-id='x']"),
    ("a b-c_1", "[data-id='a b-c_1']"),
    ("x'], i.trash", r"[data-id='x\'\]\, i\.trash']"),
    ("\\", r"[data-id='\\']"),
])  # fmt: skip
def test_a_value_in_a_selector_is_no_selector(value: str, selector: str) -> None:
    """Whatever CSS takes for itself in it is meant literally."""
    plan = made(menu(target={"element": "[data-id='{item}']"}))
    assert plan.target(plan.steps[0], {"item": value})["selector"] == selector


def test_what_a_step_acts_on_is_shown_whatever_is_said_of_it() -> None:
    """The sentence may be of anybody."""
    plan = made(menu(what='Press "Show".'))
    assert plan.shown_target(plan.steps[0], {"item": "Delete all"}) == 'menuitem "Delete all"'
    plan = made(menu(what="Choose {item}."))
    assert plan.shown_target(plan.steps[0], {"item": "Delete all"}) == ""


def test_the_start_is_opened_with_the_values_of_a_run() -> None:
    """As every other address."""
    document = {**menu(), "start": START + "?tab={item}"}
    assert made(document).start == START + "?tab={item}"
