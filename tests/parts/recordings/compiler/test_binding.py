"""Rows and chosen options become parameters, and stand wherever the page shows them later."""

from __future__ import annotations

from typing import Any

from blackboard.events.recording import ActionType, StepCardCompiled
from lessonboard.parts.recordings.compiler.binding import after, bind
from lessonboard.parts.recordings.workflow.plan import Parameter

HEADERS = ["Name", "Mail"]


def card(
    index: int, action: ActionType, value: str | None = None, **target: Any
) -> StepCardCompiled:
    """A card of one step."""
    return StepCardCompiled(
        recording="r",
        index=index,
        expected_current_state="",
        intent="",
        target=target,
        action_type=action,
        action_value=value,
        made_from_sha256="0",
    )


def row(*cells: str, **more: Any) -> dict[str, Any]:
    """The row that a target stands in."""
    return {"kind": "row", "cells": list(cells), "headers": HEADERS, "key": 0, **more}


def test_a_row_is_a_parameter_that_its_column_names() -> None:
    """Its key cell is that parameter, however short it is; the other cells stay."""
    delete = card(0, "CLICK", role="button", name="Delete", within=row("Bo", "bo@x.org"))
    bound = bind([], {}, [delete])
    assert [(each.name, each.example, each.kind) for each in bound.params] == [
        ("name", "Bo", "row")
    ]
    assert bound.target(delete)["within"]["cells"] == ["{name}", "bo@x.org"]
    assert bound.target(delete)["name"] == "Delete"


def test_a_link_that_is_the_key_of_its_row_is_that_parameter() -> None:
    """And so is what later steps say of it, but nothing before."""
    link = card(1, "CLICK", role="link", name="Ada Lovelace", within=row("Ada Lovelace", "a@x.org"))
    menu = card(0, "CLICK", role="link", name="Ada Lovelace")
    sure = card(2, "CLICK", role="button", name="Delete Ada Lovelace")
    bound = bind([], {}, [menu, link, sure])
    assert [bound.target(each)["name"] for each in (menu, link, sure)] == [
        "Ada Lovelace", "{name}", "Delete {name}",
    ]  # fmt: skip


def test_a_row_that_was_searched_for_is_no_second_parameter() -> None:
    """What was typed already names it."""
    typed = Parameter(name="search", description="", example="Ada")
    find = card(0, "TYPE", "Ada", role="searchbox", name="Search")
    open_ = card(1, "CLICK", role="link", name="Edit", within=row("Ada", "a@x.org"))
    bound = bind([typed], {0: "{search}"}, [find, open_])
    assert [each.name for each in bound.params] == ["search"]
    assert bound.target(open_)["within"]["cells"][0] == "{search}"


def test_two_rows_are_two_parameters() -> None:
    """Numbered where they have one name."""
    cards = [card(n, "CLICK", role="checkbox", within=row(name, "")) for n, name in
             enumerate(["Ada", "Bob"])]  # fmt: skip
    assert [each.name for each in bind([], {}, cards).params] == ["name", "name_2"]


def test_what_was_typed_to_find_an_option_is_the_option() -> None:
    """The intent, not the strokes: another value is typed whole and then chosen."""
    typed = Parameter(name="city", description="", example="Ber")
    find = card(0, "TYPE", "Ber", role="combobox", name="City")
    choose = card(1, "CLICK", role="option", name="Bern")
    bound = bind([typed], {0: "{city}"}, [find, choose])
    assert [(each.name, each.example, each.kind) for each in bound.params] == [
        ("city", "Bern", "choice")
    ]
    assert (bound.values[0], bound.target(choose)["name"]) == ("{city}", "{city}")


def test_selectors_with_a_recorded_value_are_left_out() -> None:
    """They would lead to the recorded row whatever a run is about."""
    listed = [{"by": "id", "selector": "[id=bob-delete]"}, {"by": "css", "selector": "button.x"}]
    delete = card(0, "CLICK", role="button", locators=listed, within=row("Bob", ""))
    assert bind([], {}, [delete]).target(delete)["locators"] == listed[1:]


def test_what_people_read_names_the_row_as_well() -> None:
    """From the step on that is in it; a brace that was meant literally stays one."""
    find, delete = card(0, "CLICK", role="button"), card(1, "CLICK", within=row("Ada", ""))
    bound = bind([], {}, [find, delete])
    assert [after(bound, each, "Delete Ada {now}") for each in (find, delete)] == [
        "Delete Ada {{now}}", "Delete {name} {{now}}",
    ]  # fmt: skip


def test_what_was_pointed_at_among_several_is_a_choice_called_as_they_are() -> None:
    """By their label, else by what they are; the target says it wherever it said the words."""
    tab = card(0, "CLICK", role="tab", name="Day", choice={"kind": "tab", "label": "Views"})
    item = card(1, "CLICK", text="XL", choice={"kind": "item", "label": ""})
    bound = bind([], {}, [tab, item])
    assert [(each.name, each.example, each.kind) for each in bound.params] == [
        ("views", "Day", "choice"), ("item", "XL", "choice"),
    ]  # fmt: skip
    assert bound.target(tab) == {"role": "tab", "name": "{views}", "locators": []}
    assert bound.target(item) == {"text": "{item}", "locators": []}


def test_what_deletes_is_no_choice_among_others() -> None:
    """Another name would be another step."""
    delete = card(0, "CLICK", role="menuitem", name="Delete", choice={"kind": "item", "label": ""})
    bound = bind([], {}, [delete])
    assert bound.params == []
    assert bound.target(delete)["name"] == "Delete"
