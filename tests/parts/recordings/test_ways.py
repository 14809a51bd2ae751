"""The ways to find a target, in order, and what a step needs; pure."""

from __future__ import annotations

import re
from typing import Any

import pytest

from lessonboard.parts.recordings.browser.step_rules import given_for, needs_target
from lessonboard.parts.recordings.browser.target import target_of
from lessonboard.parts.recordings.browser.ways import Wanted, dropped_on, ways
from lessonboard.parts.recordings.workflow.plan import PlanStep

FIELD = {"role": "textbox", "name": "Mail", "label": "E-mail", "placeholder": "you@x.org",
         "test_id": "mail", "locators": [{"by": "css", "selector": "[name=mail]"},
                                         {"by": "generated", "selector": "#x1"}]}  # fmt: skip


def tried(
    fields: dict[str, Any], danger: str = "", *, loosely: bool = False, now: str = ""
) -> list[str]:
    """What is tried, in order; `now` is another name of this run."""
    then = target_of(fields)
    wanted = Wanted(target_of({**fields, "name": now}) if now else then, then, danger)
    return [way.by for way in ways(wanted, loosely=loosely)]


def test_a_field_is_looked_for_in_many_ways() -> None:
    """Of its selectors only those that say something, and none for other values."""
    exact = ["role and name", "label", "placeholder", "test id", "css"]
    assert tried(FIELD) == exact
    assert tried(FIELD, loosely=True) == [*exact, "role and a like name"]
    assert tried(FIELD, "save", loosely=True) == exact
    assert tried(FIELD, now="Phone") == exact[:-1]


def test_what_is_pressed_is_known_by_its_name_alone() -> None:
    """An id says nothing of what it does; without a name all selectors are tried, if harmless."""
    button = {**FIELD, "role": "button", "label": "", "placeholder": ""}
    assert tried(button) == ["role and name"]
    icon = {"role": "button", "selector": "button.icon", "locators": FIELD["locators"]}
    assert tried(icon) == ["css", "css", "generated"]
    assert tried(icon, "delete") == ["css", "css"]
    assert tried({"role": "button"}, loosely=True) == ["role"]


def test_a_row_that_a_script_names_in_its_selectors_is_found_by_them() -> None:
    """And by nothing else, and for no other values."""
    chained = {**FIELD, "within": {"kind": "row", "cells": []}}
    assert tried(chained, loosely=True) == ["css", "generated"]
    assert tried(chained, now="Phone") == []


def test_texts_are_looked_for_as_a_whole_and_then_in_part() -> None:
    """Where there is no name; a name without a role is looked for in every role."""
    assert tried({"text": "Ada"}, loosely=True) == ["text", "a part of the text"]
    assert tried({"name": "Ada"}, loosely=True) == ["name", "text"]
    assert tried({"role": "listitem", "name": "A"}, loosely=True)[-1] == "text"


@pytest.mark.parametrize(
    ("role", "name", "now", "fits"),
    [
        ("textbox", "Line 1", "line  2", True),
        ("textbox", "Line 1", "Lines 2", False),
        ("button", "Restart server 2", "Restart server 3", False),
        ("button", "Inbox (3)", "INBOX (12)", True),
        ("button", "a.b", "axb", False),
    ],
)
def test_a_like_name_has_other_numbers_or_case(
    role: str, name: str, now: str, *, fits: bool
) -> None:
    """Of what is pressed only counts in brackets."""
    target = target_of({"role": role, "name": name})
    tried_ = ways(Wanted(target, target), loosely=True)
    alike = next(each.name for each in tried_ if each.by == "role and a like name")
    assert isinstance(alike, re.Pattern)
    assert bool(alike.match(now)) is fits


def test_a_harmless_link_may_have_become_a_button() -> None:
    """Where a button of that name would do no more than something unknown."""
    other = "name in another role"
    assert tried({"role": "link", "name": "Traffic"}, loosely=True)[-1] == other
    assert other not in tried({"role": "link", "name": "Archive"}, loosely=True)
    assert other not in tried({"role": "textbox", "name": "Traffic"}, loosely=True)
    target = target_of({"role": "link", "name": "Traffic"})
    *_, last = ways(Wanted(target, target), loosely=True)
    assert {"switch", "checkbox", "radio"}.isdisjoint(last.roles)  # which it would turn


def test_a_box_of_another_name_is_not_found_by_its_selector() -> None:
    """Its name says what is ticked; that of a field may be put otherwise."""
    css = {"name": "All on this page", "locators": [{"by": "css", "selector": '[name="which"]'}]}
    assert "css" not in tried({"role": "checkbox", **css})
    assert "css" in tried({"role": "textbox", **css})


def test_a_place_to_drop_on_is_read_from_words() -> None:
    """With its role, else as whatever is called so."""
    assert (dropped_on('the list "Done"').role, dropped_on('list "Done"').name) == ("list", "Done")
    assert (dropped_on("Done").name, dropped_on("Done").text) == ("", "Done")


@pytest.mark.parametrize(
    ("action", "target", "needs"),
    [
        ("CLICK", {}, True), ("DIALOG", {"name": "x"}, False), ("UPLOAD", {"label": "x"}, False),
        ("CHECK", {"what": "url", "name": "x"}, False), ("CHECK", {"what": "text"}, False),
        ("CHECK", {"what": "text", "name": "x"}, True), ("CHECK", {"name": "x"}, True),
        ("EXTRACT", {}, True), ("KEYPRESS", {"role": "list"}, False),
        ("KEYPRESS", {"name": "x"}, True), ("SCROLL", {}, False), ("TYPE", {}, False),
        ("TYPE", {"role": "textbox"}, True),
    ],
)  # fmt: skip
def test_keys_text_and_wheel_may_go_to_the_page(
    action: str, target: dict[str, str], *, needs: bool
) -> None:
    """What looks at the page needs no element either."""
    assert needs_target(PlanStep(1, 0, action, None, target, "", {}, {})) is needs


def test_the_parameters_of_a_step_are_those_of_its_target_and_of_what_it_chooses() -> None:
    """Not those of what it expects."""
    within = {"cells": ["{who}", "{{no}}"], "key": 0}
    step = PlanStep(1, 0, "CLICK", "{x}", {"name": "Call {how}", "within": within}, "", {},
                    {"heading": "{y}"})  # fmt: skip
    assert given_for(step) == {"who", "how"}
    assert given_for(PlanStep(1, 0, "TYPE", "{x}", {"name": "Town"}, "", {}, {})) == {"x"}
