"""What is wrong with a file is said by line and column, all of it, with what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.workflow_file.document import DO
from lessonboard.parts.recordings.workflow_file.read import Context, read, written
from lessonboard.parts.recordings.workflow_file.shape import (
    TARGET_KEYS,
    InShape,
    OutcomeShape,
    ParameterShape,
    StepShape,
    SubtaskShape,
    WorkflowShape,
    json_schema,
)
from lessonboard.parts.recordings.workflow_file.yaml_tree import MOST_CHARACTERS, parse
from tests.parts.recordings.workflow_file.samples import delete_customer, step

TEXT = written(delete_customer())
TOKEN = "ghp_" + "0Kq8vT2mZ4wB8rYx6LpN5cR3wXyZ12"
ROW = 'in: {row: {Name: Ada, Email: "{email}"}, by: Email}'


def problems(text: str) -> list[str]:
    """The problems of a file that was written from the sample."""
    return [str(each) for each in read(text, Context(delete_customer()))[1]]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("do: press", "do: pres", "23:9: unknown do 'pres'; did you mean 'press'?"),
    ("danger: delete", "dangr: delete", "unknown key 'dangr'; did you mean 'danger'?"),
    ("kind: row", "kind: rwo", "unknown kind 'rwo'; did you mean 'row'?"),
    ("{button: Delete}", "{buton: Delete}", "unknown role 'buton'; did you mean 'button'?"),
    ("{button: Delete}", "{button: A, link: B}", "a target has one role"),
    ("    target: {button: Delete}\n", "", "click needs a target"),
    ('value: "{email}"', "value: {email}", 'value must be a text in quotes: "{email}"'),
    ('value: "{email}"', "value:", "type needs a value"),
    ('value: "{email}"', 'value: "{mail}"', "unknown parameter 'mail'; did you mean 'email'?"),
    ('value: "{email}"', 'value: "{email"', "single brace"),
    ("title: Search", "title: Search {it}", "unknown parameter 'it'"),
    ("id: 5", "id: 2", "2 steps have the id 2"),
    ("id: 5", "id: 77", "the recording has no step 77"),
    ("id: 5", "id: five", "id must be a whole number, not 'five'"),
    ("subtask: 2", "subtask: 3", "there is no subtask 3"),
    ("- subtask: 2\n    do", "- do", "no step begins subtask 2"),
    ("start: http://shop", "start: javascript:alert(1)//shop", "not 'javascript'"),
    ("page: http://shop.example", "page: file:///etc/passwd", "not 'file'"),
    ("page: http://shop.example", "page: http://evil.example", "evil.example is not a host"),
    (ROW, "in: {row: {Name: Ada}, by: Mail}", "by: 'Mail' is none of the cells Name"),
    (ROW, "in: {row: Ada}", "write the cells as {Column: text} or as [text, text]"),
    (ROW, "in: {row: {}}", "write what the row says"),
    (ROW, "in: {row: [Ada], item: [Ada]}", "write one of row, item, card"),
    ("{kind: row, example: ada@x.org", "{kind: secret, example: sesame", "a secret has no example"),
    ("value: ENTER", f"value: {TOKEN}", "this looks like a secret"),
    ("format: 2", "format: 3", "3:9: the file has the format 3, and format 2 is read: install"),
    ("format: 2", "format: 1", "reflect on the recording again"),
    ("format: 2\n", "", "format is missing; write `format: 2`"),
    ("recording: customers-1", "recording: other", "the file of another recording"),
    ("title: Delete a customer", "title:", "title is missing"),
    ("email: {", "E-Mail: {", "is no name: write small letters"),
    ("what: Step 5", "what: {a} and {b}", "check the indentation, and put texts"),
    ("what: Step 5", "what: *alias", "tags, anchors and aliases"),
    ("what: Step 5", "what: !!python/object/apply:os.system [ls]", "tags, anchors and aliases"),
    ("what: Step 5", "what: a\n    what: b", "the key 'what' is here twice"),
    ("what: Step 5", "what: \x07", "control characters are not allowed"),
    ("\nsteps:", "\nsteps: none\nolder:", "steps must be a list"),
    ("danger: delete", "sensitive: true", "a sensitive value must be a parameter of kind secret"),
])  # fmt: skip
def test_each_error_says_what_to_write(old: str, new: str, said: str) -> None:
    """In the words of the file, not of the program."""
    assert old in TEXT
    found = problems(TEXT.replace(old, new, 1))
    assert any(said in each for each in found), found


def test_all_errors_are_shown_at_once() -> None:
    """In the order of the lines."""
    text = TEXT.replace("do: press", "do: pres").replace("id: 5", "id: five")
    text = text.replace("kind: row", "kind: rwo").replace('absent: "{email}"', 'absent: "{mail}"')
    found = problems(text)
    assert len(found) == 4
    lines = [int(each.split(":")[0]) for each in found]
    assert lines == sorted(lines)


def test_a_bomb_of_aliases_is_refused_and_not_unfolded() -> None:
    """Nine lines would become a billion texts."""
    lines = ["a0: &a0 lol"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)
    ]
    assert all("aliases" in each.text for each in parse("\n".join(lines)).problems)


def test_depth_and_size_are_limited() -> None:
    """No file makes the program run out of stack or memory."""
    assert "nested too deeply" in parse("a: " + "[" * 5000).problems[0].text
    assert parse("#" * MOST_CHARACTERS).problems == []
    assert "longer than" in parse("#" * (MOST_CHARACTERS + 1)).problems[0].text


@given(st.text())
def test_any_text_is_refused_with_a_position(text: str) -> None:
    """Whatever stands in the file, there is an answer, and no other failure."""
    workflow, found = read(text)
    assert workflow is None
    assert found
    assert all(each.mark.line >= 1 and each.mark.column >= 1 for each in found)


@given(st.data())
def test_any_damage_of_a_file_is_answered(data: st.DataObject) -> None:
    """A part is cut out, and another text stands there."""
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(len(TEXT), start + 40)))
    text = TEXT[:start] + data.draw(st.text(max_size=5)) + TEXT[end:]
    workflow, found = read(text, Context(delete_customer()))
    assert (workflow is None) == bool(found)


def test_the_schema_takes_what_is_written_and_refuses_what_is_not() -> None:
    """As editors read it."""
    validator = jsonschema.Draft202012Validator(json_schema())
    value = yaml.safe_load(TEXT)
    assert list(validator.iter_errors(value)) == []
    value["steps"][0]["target"] = {"buton": "Delete"}
    assert list(validator.iter_errors(value)) != []


def test_a_target_that_is_named_anew_has_no_locators_of_the_old_one() -> None:
    """They would find what the person does not want; row and danger go with the new name."""
    base = delete_customer()
    base["plan"]["steps"][2]["target"]["locators"] = [{"by": "css", "selector": "#delete"}]
    text = TEXT.replace("{button: Delete}", "{button: Archive}").replace("    danger: delete\n", "")
    workflow, found = read(text, Context(base))
    assert found == []
    assert workflow is not None
    step = workflow["plan"]["steps"][2]
    assert step["danger"] == "delete"
    assert "locators" not in step["target"]
    assert step["target"]["within"] == base["plan"]["steps"][2]["target"]["within"]


def test_a_row_that_a_person_wrote_is_meant_exactly() -> None:
    """A number in it is no detail that may change from day to day."""
    workflow, _ = read(TEXT.replace(ROW, 'in: {row: {Total: "12.50"}}'), Context(delete_customer()))
    assert workflow is not None
    assert workflow["plan"]["steps"][2]["target"]["within"] == {
        "kind": "row", "cells": ["12.50"], "headers": ["Total"], "exact": True,
    }  # fmt: skip


def test_another_page_holds_for_the_steps_after_it() -> None:
    """Which were on the same page when they were recorded."""
    workflow, _ = read(TEXT.replace("/customers\n    value", "/clients\n    value").replace(
        "page: http://shop.example/customers", "page: http://shop.example/clients", 1),
        Context(delete_customer()))  # fmt: skip
    assert workflow is not None
    places = {each["before"]["place"] for each in workflow["plan"]["steps"]}
    assert places == {"http://shop.example/clients"}


def test_five_thousand_steps_are_read() -> None:
    """And come back as they were."""
    base = delete_customer()
    steps = [step(n, "CLICK", target={"role": "button", "name": f"B {n}"}) for n in range(5000)]
    base["plan"]["steps"] = steps
    base["subtasks"] = [{**base["subtasks"][1], "steps": list(range(5000))}]
    assert read(written(base), Context(base)) == (base, [])


def test_the_documented_example_is_a_workflow_and_every_key_is_described() -> None:
    """What docs/parts/recordings/workflow-file.md shows can be read, and its tables leave out no
    key.
    """
    page = (Path(__file__).parents[4] / "docs/parts/recordings/workflow-file.md").read_text()
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert example
    workflow, found = read(example[1])
    assert found == []
    assert workflow is not None
    assert [each["danger"] for each in workflow["plan"]["steps"]] == ["", "", "delete"]
    for shape in (WorkflowShape, ParameterShape, StepShape, SubtaskShape, OutcomeShape, InShape):
        for name, field in shape.model_fields.items():
            assert f"`{field.alias or name}`" in page, name
    for word in (*DO.values(), *TARGET_KEYS):
        assert f"`{word}`" in page, word
