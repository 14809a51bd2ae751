"""Loops: what was recorded several times is kept once, and nothing else is taken for a loop."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.compiler.loops import Loop, find_loop, without_repeats

Json = dict[str, Any]


def step(index: int, action: str, name: str, value: str | None = None, **more: Any) -> Json:
    """A step of a plan."""
    target = {"role": "button" if action == "CLICK" else "textbox", "name": name}
    danger = "save" if name == "Save" else ""
    return {"index": index, "action_type": action, "action_value": value, "target": target,
            "before": {"place": "http://shop.example"}, "after": {}, "intent": f"{action} {name}",
            "subtask": 0, "danger": danger, **more}  # fmt: skip


def body(first: int, suffix: str) -> list[Json]:
    """One customer."""
    return [
        step(first, "CLICK", "Add"),
        step(first + 1, "TYPE", "Name", f"{{name{suffix}}}"),
        step(first + 2, "TYPE", "City", "{city}"),
        step(first + 3, "CLICK", "Save"),
    ]


def recorded(times: int, *rest: Json) -> list[Json]:
    """A step before, the customers, and what comes after."""
    bodies = [body(1 + 4 * n, f"_{n + 1}" if n else "") for n in range(times)]
    return [step(0, "CLICK", "Customers"), *(each for body in bodies for each in body), *rest]


def workflow(steps: list[Json], **more: Any) -> Json:
    """A workflow of these steps."""
    used = [name for name in ("name", "name_2", "name_3", "city") if f"{{{name}}}" in repr(steps)]
    return {
        "detailed_task_description": "Adds customers.", "success_criteria": "{name_3} is there.",
        "task_params": [{"name": name, "example": name.upper(), "sensitive": False,
                         "description": "", "kind": "text"} for name in used],
        "outcome": {"text": "{name_3}"},
        "subtasks": [{"title": "Add", "description": "Type {name} and {name_2}.",
                      "steps": [each["index"] for each in steps], "expected_outcome": ""}],
        "plan": {"steps": steps}, **more,
    }  # fmt: skip


@given(st.integers(3, 8))
def test_every_round_is_found(times: int) -> None:
    """After what comes before; what is the same in all rounds does not vary."""
    loop = find_loop(recorded(times, step(99, "CLICK", "Log out")))
    assert loop is not None
    assert (loop.start, loop.length, len(loop.rounds)) == (1, 4, times)
    assert loop.varying == ["name"]


def test_the_workflow_keeps_one_round_and_the_values_of_all() -> None:
    """The last round's names become the first's, wherever they stand."""
    steps = recorded(3, step(99, "CLICK", "Open {name_3}"))
    short = without_repeats(workflow(steps))
    assert [each["index"] for each in short["plan"]["steps"]] == [0, 1, 2, 3, 4, 99]
    assert short["plan"]["steps"][-1]["target"]["name"] == "Open {name}"
    assert [param["name"] for param in short["task_params"]] == ["name", "city"]
    assert short["loop"] == {
        "times": 3, "rows": [{"name": "NAME"}, {"name": "NAME_2"}, {"name": "NAME_3"}],
    }  # fmt: skip
    assert short["outcome"] == {"text": "{name}"}
    assert short["success_criteria"] == "{name} is there."
    assert short["subtasks"][0]["steps"] == [0, 1, 2, 3, 4, 99]
    assert "name_2" not in repr(short["subtasks"])
    assert "recorded 3 times" in short["detailed_task_description"]


def test_what_looks_like_a_loop_and_is_none() -> None:
    """No value differs, nothing is saved, a target differs, or a round is not whole."""
    same = [step(n, "CLICK", "Save" if n % 2 else "Next") for n in range(6)]
    searches = [step(0, "TYPE", "Search", "{q}"), step(1, "CLICK", "Go on"),
                step(2, "TYPE", "Search", "{q_2}"), step(3, "CLICK", "Go on")]  # fmt: skip
    other = recorded(3)
    other[6]["target"] = {"role": "textbox", "name": "Surname"}
    assert find_loop(same) is None
    assert find_loop(searches) is None
    assert find_loop(other) is None
    assert find_loop(recorded(2)) is None
    assert find_loop(recorded(3)[:-1]) is None


def test_rounds_on_other_pages_are_no_loop() -> None:
    """The second would begin where the first does not."""
    steps = recorded(3)
    steps[5]["before"] = {"place": "http://shop.example/other"}
    assert find_loop(steps) is None


def test_a_round_that_is_named_later_cannot_be_dropped() -> None:
    """Only what the last round gave may be used after the loop."""
    steps = recorded(3, step(99, "CLICK", "Open {name_2}"))
    assert without_repeats(workflow(steps))["plan"]["steps"] == steps
    ended = workflow(recorded(3), outcome={"text": "{name_2}"})
    assert without_repeats(ended) == ended


def test_rows_of_a_table_are_compared_by_what_identifies_them() -> None:
    """The other cells of each row say something else."""
    steps = []
    for n, (suffix, city) in enumerate([("", "Bern"), ("_2", "Rome"), ("_3", "Oslo")]):
        within = {"kind": "row", "cells": [f"{{name{suffix}}}", city], "key": 0,
                  "headers": ["Name", "City"]}  # fmt: skip
        deleted = step(2 * n, "CLICK", "Delete", danger="delete")
        deleted["target"]["within"] = within
        steps += [deleted, step(2 * n + 1, "CLICK", "Save")]
    loop = find_loop(steps)
    assert loop is not None
    assert loop.varying == ["name"]


def test_secrets_are_not_written_into_rows() -> None:
    """A loop over passwords stays as it was recorded."""
    steps = recorded(3)
    secret = workflow(steps)
    for param in secret["task_params"]:
        param["sensitive"] = param["name"] == "name_2"
    assert without_repeats(secret) == secret


@given(st.lists(st.sampled_from(["Add", "Save", "Next", "{name}", "{name_2}"]), max_size=12))
def test_a_loop_lies_within_its_steps(names: list[str]) -> None:
    """Whatever was recorded, its rounds do not reach over the end."""
    loop = find_loop([step(n, "CLICK", name) for n, name in enumerate(names)])
    assert loop is None or isinstance(loop, Loop)
    if loop:
        assert loop.start + loop.length * len(loop.rounds) <= len(names)
        assert loop.varying
