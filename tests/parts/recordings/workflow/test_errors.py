"""What is wrong with a file is said by line and column, all of it, with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.workflow.keys import DO, WAYS, WORKFLOW, Key, json_schema
from lessonboard.parts.recordings.workflow.planning import made
from lessonboard.parts.recordings.workflow.read import read, written
from lessonboard.parts.recordings.workflow.rules import BAR, hosts
from lessonboard.parts.recordings.workflow.tree import MOST_CHARACTERS, parse
from tests.parts.recordings.workflow.samples import delete_customer

TEXT = written(delete_customer())
TOKEN = "ghp_" + "0Kq8vT2mZ4wB8rYx6LpN5cR3wXyZ12"
ROW = 'in: {row: {Name: Ada, Email: "{email}"}, by: Email}'
FIELD = """do: press
    target: {searchbox: Search, css: "[name=\\"q\\"]"}"""
VALUE = f"{FIELD}\n    value: ENTER"


def problems(text: str) -> list[str]:
    """The problems of a file that was written from the sample."""
    return [str(each) for each in read(text, "customers-1")[1]]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("do: press", "do: pres", "22:5: unknown do 'pres'; did you mean 'press'?"),
    ("part: Delete", "prt: Delete", "unknown key 'prt'; did you mean 'part'?"),
    ("kind: row", "kind: rwo", "unknown kind 'rwo'; did you mean 'row'?"),
    ("{button: Delete}", "{buton: Delete}", "unknown key 'buton'; did you mean 'button'?"),
    ("{button: Delete}", "{button: A, link: B}", "a target has one role"),
    ("    target: {button: Delete}\n", "", "click needs a target"),
    ('value: "{email}"', "value: {email}", 'value must be a text in quotes: "{email}"'),
    ('value: "{email}"', "value:", "type needs a value"),
    ('value: "{email}"', 'value: "{mail}"', "unknown parameter 'mail'; did you mean 'email'?"),
    ('value: "{email}"', 'value: "{email"', "single brace"),
    ("part: Search", "part: Search {it}", "unknown parameter 'it'"),
    ("id: 5", "id: five", "id must be a whole number, not 'five'"),
    ("start: http://shop", "start: javascript:alert(1)//shop", "not javascript:"),
    ("page: http://shop.example", "page: file:///etc/passwd", "not file:"),
    ("start: http://shop.example/customers?tab=1", "start: customers", "start must be the address"),
    ("start: http://shop.example/customers?tab=1", 'start: "http://shop.example/{tab"',
     "single brace"),
    ("start: http://shop.example/customers?tab=1", 'start: "http://shop.example/{tab}"',
     "unknown parameter 'tab'"),
    ("start: http://shop.example/customers?tab=1", 'start: "http://{email}/"',
     "a user name precedes its host"),
    (ROW, "in: {row: {Name: Ada}, by: Mail}", "by: 'Mail' is none of Name"),
    (ROW, "in: {row: Ada}", "write the cells as {Column: text} or as [text, text]"),
    (ROW, "in: {row: [\"\"]}", "write what the row says"),
    (ROW, "in: {row: [Ada], item: [Ada]}", "write one of row, item, card"),
    ("{kind: row, example: ada@x.org", "{kind: secret, example: sesame", "a secret has no example"),
    ("value: ENTER", f"value: {TOKEN}", "this looks like a secret"),
    ("title: Delete a customer", "title: Delete a customer\nhosts: ['*', b.example]",
     "'*' is no host; write HOST or HOST:PORT"),
    ("format: 3", "format: 4", "3:1: it has the format 4, and format 3 is read: install"),
    ("format: 3", f"format: {'9' * 5000}", "format 3 is read: install"),
    ("format: 3", "format: 2", "reflect on the recording again"),
    ("format: 3\n", "", "format is missing; write `format: 3`"),
    ("format: 3", "format:", "3:1: format is missing; write `format: 3`"),
    ("recording: customers-1", "recording: other", "the file of another recording"),
    ("title: Delete a customer\n", "", "title is missing"),
    ("title: Delete a customer", "title:", "5:1: title is missing"),
    ("do: press", "do:", "22:5: do is missing"),
    ("\nsteps:", "\nsteps:\nolder:", "steps is missing"),
    ("email: {", "E-Mail: {", "is no name: write small letters"),
    ("email:", "mail:", "unknown parameter 'email'; did you mean 'mail'?"),
    ("what: Delete it.", "what: {a} and {b}", "check the indentation, and put texts"),
    ("what: Delete it.", "what: *alias", "tags, anchors and aliases"),
    ("what: Delete it.", "what: !!python/object/apply:os.system [ls]", "tags, anchors and aliases"),
    ("what: Delete it.", "what: a\n    what: b", "the key 'what' is here twice"),
    ("what: Delete it.", "what: \x07", "control characters are not allowed"),
    ("\nsteps:", "\nsteps: none\nolder:", "steps must be a list"),
    ("id: 5", "sensitive: true", "a sensitive value must be a parameter of kind secret"),
    ("\nstart:", "\nlost: [line 7 was damaged]\nstart:", "add their steps, then take `lost` out"),
    ("do: press", "do: scroll", "scroll needs a direction"),
    ("value: ENTER", "value: FOO", "'FOO' is no key; write one such as ENTER"),
    ("value: ENTER", "value: ENTER*0", "'ENTER*0' is no key"),
    ("value: ENTER", "value: CTRL+", "'CTRL+' is no key"),
    ("do: press", "do: check\n    property: count", "a count is a whole number"),
    (FIELD, "do: check", "check of visible needs a target, such as `target: {text: Saved}`"),
    (FIELD, "do: check\n    property: hidden", "check of hidden needs a target"),
    (FIELD, "do: check\n    property: checked", "check of checked needs a target"),
    (FIELD, "do: check\n    property: value", "check of value needs a target"),
    (FIELD, "do: check\n    property: count", "check of count needs a target"),
    ("{button: Delete}", '{label: ""}', "click needs a target"),
    ("do: type", "do: dialog", "16:5: a dialog needs a step before it that causes it"),
    (VALUE, "do: dialog\n    dialog: confirm\n    value: no",
     "a confirm is answered with accept or dismiss, not 'no'"),
    (VALUE, "do: dialog\n    value: dimiss", "a dialog is answered with accept or dismiss"),
    (VALUE, "do: dialog", "a dialog is answered with accept or dismiss"),
    ("page: http://shop.example", "page: shop.example",
     "is no whole address; write it with http:// or https://"),
    ("do: type", "do: download", "a download needs a step before it"),
    (VALUE, 'do: upload\n    value: ""', "upload needs the path of a file on each line"),
    (VALUE, 'do: upload\n    value: "a.txt\\n"', "upload needs the path of a file on each line"),
    (VALUE, 'do: scroll\n    value: "{{down}} 3"', "scroll needs a direction"),
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
    _, found = read(text)
    assert found
    assert all(each.line >= 1 and each.column >= 1 for each in found)


@given(st.data())
def test_any_damage_of_a_file_is_answered(data: st.DataObject) -> None:
    """A part is cut out, and another text stands there: it is refused, or it can be run."""
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(len(TEXT), start + 40)))
    document, found = read(TEXT[:start] + data.draw(st.text(max_size=5)) + TEXT[end:])
    if not found:
        made(document)


def test_the_schema_takes_what_is_written_and_refuses_what_is_not() -> None:
    """As editors read it."""
    validator = jsonschema.Draft202012Validator(json_schema())
    value = yaml.safe_load(TEXT)
    assert list(validator.iter_errors(value)) == []
    value["steps"][0]["target"] = {"buton": "Delete"}
    assert list(validator.iter_errors(value)) != []


def test_a_row_that_a_person_wrote_is_meant_exactly() -> None:
    """Without `by` all of its cells must be there, whatever the parameters are."""
    document, _ = read(TEXT.replace(ROW, 'in: {row: {Total: "12.50"}}'))
    assert made(document).steps[2].target["within"] == {
        "kind": "row", "cells": ["12.50"], "headers": ["Total"], "exact": True,
    }  # fmt: skip


def test_another_page_holds_for_the_steps_after_it() -> None:
    """Until a step names another."""
    document, _ = read(TEXT.replace("page: http://shop.example/customers", f"page: {_NEW}", 1))
    assert {step.before["place"] for step in made(document).steps} == {_NEW}


_NEW = "http://shop.example/clients"


def test_a_host_is_named_however_its_address_is_written() -> None:
    """With the recorded values: a person who accepts an edit sees it, and no run adds another."""
    there = "http://evil.example/{email}"
    typed = {"do": "type", "target": BAR, "value": "http://{host}/x"}
    for document in (
        {**delete_customer(), "start": there},
        {**delete_customer(), "steps": [{**delete_customer()["steps"][0], "page": there}]},
        {**delete_customer(), "steps": [typed],
         "parameters": {"host": {"example": "evil.example"}}},
    ):  # fmt: skip
        assert "evil.example" in hosts(document)
        assert "evil.example" in made(document).hosts


def test_a_parameter_that_nothing_names_is_not_asked_for() -> None:
    """As where its step was taken out by hand."""
    more = {"password": {"kind": "secret"}, **delete_customer()["parameters"]}
    left = {**delete_customer(), "parameters": more}
    assert not read(written(left))[1]
    assert [each.name for each in made(left).parameters] == ["email"]


def test_the_documented_example_is_a_workflow_and_every_key_is_described() -> None:
    """The page shows one that can be read, and its tables leave out no key."""
    page = (Path(__file__).parents[4] / "docs/parts/recordings/workflow-file.md").read_text()
    example = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert example
    document, found = read(example[1])
    assert found == []
    assert [step.danger for step in made(document).steps] == ["", "", "delete"]
    for name in {*_keys(WORKFLOW), *DO, *WAYS}:
        assert f"`{name}`" in page, name


def _keys(key: Key) -> Iterator[str]:
    """The keys of a document, but the roles of targets."""
    for name, each in key.keys.items():
        yield name
        if name not in ("target", "onto"):
            yield from _keys(each)
