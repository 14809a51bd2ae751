"""Workflows for the tests: one that a person would recognise, and arbitrary ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from lessonboard.parts.recordings.compiler.template import escape

Json = dict[str, Any]
HOST = "http://shop.example"


def step(index: int, action: str, **more: Any) -> Json:
    """A step of a plan."""
    return {
        "index": index, "action_type": action, "action_value": None, "intent": f"Step {index}",
        "subtask": 0, "target": {}, "before": {"place": f"{HOST}/customers"}, "after": {},
        "danger": "", "sensitive": False, "expected_current_state": "", "post_action": "",
        "made_by": "rules@3", **more,
    }  # fmt: skip


def delete_customer() -> Json:
    """Search a customer and delete the row of it."""
    field = {"role": "searchbox", "name": "Search", "label": "Search", "tag": "input",
             "locators": [{"by": "role", "selector": 'internal:role=searchbox[name="Search"i]'}],
             "url": f"{HOST}/customers?tab=1"}  # fmt: skip
    row = {"kind": "row", "role": "row", "cells": ["Ada", "{email}"],
           "headers": ["Name", "Email"], "key": 1, "alike": 7}  # fmt: skip
    button = {"role": "button", "name": "Delete", "nth": "3", "alike": 7, "within": row}
    return {
        "format": 2, "session_id": "customers-1", "task_name": "Delete a customer",
        "task_description_user": "", "detailed_task_description": "Delete a customer. 3 steps.",
        "task_params": [
            {"name": "email", "description": "What is typed into the field “Search”.",
             "example": "ada@x.org", "sensitive": False, "kind": "row"},
        ],
        "start": f"{HOST}/customers?tab=1", "preconditions": ["You are logged in."],
        "subtasks": [
            {"title": "Search", "description": "Search it.", "steps": [0, 2],
             "expected_outcome": "One row is left."},
            {"title": "Delete", "description": "", "steps": [5], "expected_outcome": ""},
        ],
        "success_criteria": "The customer is gone.",
        "outcome": {"place": f"{HOST}/customers", "absent": "{email}"},
        "plan": {"steps": [
            step(0, "TYPE", action_value="{email}", target=field, intent='Fill in "Search".'),
            step(2, "KEYPRESS", action_value="ENTER", target=field,
                 after={"heading": "1 customer"}),
            step(5, "CLICK", subtask=1, target=button, danger="delete"),
        ]},
    }  # fmt: skip


hard = st.sampled_from([
    "", "no", "Yes", "1e3", "0x1F", "007", "2026-01-01", "null", "~", "a: b", "- a", "# a", " a",
    "a ", "\n", "a\nb\n", "\ta", "'", '"', "{}", "{a}", "[1]", "&a", "*a", "!a", "%", "@", "`",
    "\u2028", "\x85", "\x00", "\ufeff", "😀 日本語", "مرحبا", "---", "...", "? a", "a #b", "=",
    "<<", ".inf",
])  # fmt: skip
texts = st.one_of(hard, st.text(max_size=30))
templates = texts.map(escape)
_names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
_cells = st.lists(templates, min_size=1, max_size=3)


@st.composite
def targets(draw: st.DrawFn) -> Json:
    """Anything that may be known of a target."""
    target: Json = draw(st.dictionaries(
        st.sampled_from(["name", "label", "placeholder", "test_id", "text", "selector", "nth",
                         "frame"]), templates, max_size=4))  # fmt: skip
    role = draw(st.sampled_from(["", "button", "row", "textbox", "text", "role", "odd one"]))
    if role:
        target["role"] = role
    if draw(st.booleans()):
        cells: list[str] = draw(_cells)
        within: Json = {"kind": draw(st.sampled_from(["row", "item", "card"])), "cells": cells}
        if draw(st.booleans()):
            within["headers"] = draw(st.lists(templates, max_size=3))
        if draw(st.booleans()):
            within["key"] = draw(st.integers(0, len(cells) - 1))
        target["within"] = within
    return target


@st.composite
def workflows(draw: st.DrawFn) -> Json:
    """Any sound workflow: every step in one subtask, in order."""
    indexes: list[int] = sorted(
        draw(st.lists(st.integers(0, 60), min_size=1, max_size=5, unique=True))
    )
    parts: list[list[int]] = [[]]
    for index in indexes:
        begins: bool = draw(st.booleans())
        if parts[-1] and begins:
            parts.append([])
        parts[-1].append(index)
    page = st.dictionaries(st.sampled_from(["title", "heading"]), templates.filter(bool))
    steps = [
        step(index, draw(st.sampled_from(["CLICK", "HOVER", "SCROLL", "CHECK"])),
             action_value=draw(st.none() | templates), intent=draw(templates), subtask=number,
             target={**draw(targets()), "test_id": "t"}, after=draw(page),
             before=draw(st.sampled_from([{}, {"place": ""}, {"place": HOST}])),
             danger=draw(st.sampled_from(["", "delete", "pay"])))
        for number, part in enumerate(parts) for index in part
    ]  # fmt: skip
    names = draw(st.lists(_names, max_size=3, unique=True))
    return {
        "format": 2, "session_id": draw(texts), "task_name": draw(texts.filter(bool)),
        "task_description_user": draw(texts), "detailed_task_description": draw(texts),
        "task_params": [{"name": name, "description": draw(texts), "example": draw(texts),
                         "sensitive": False, "kind": draw(st.sampled_from(["text", "row"]))}
                        for name in names],
        "start": HOST, "preconditions": draw(st.lists(texts.filter(bool), max_size=2)),
        "subtasks": [{"title": draw(texts.filter(bool)).replace("{", "("), "description": "",
                      "steps": part, "expected_outcome": ""} for part in parts],
        "success_criteria": draw(texts).replace("{", ""), "outcome": draw(page),
        "plan": {"steps": steps},
    }  # fmt: skip
