"""Editing JSON as text: what is put in is there, and everything else stays as it was."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.install.json_edit import append, put, remove, replace
from lessonboard.install.json_read import BrokenSettings, read
from tests.lessonboard.install.json_texts import KEYS, VALUES, texts

OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)
LISTS = st.fixed_dictionaries({"a": st.lists(VALUES, max_size=3)}, optional={"b": VALUES})


def value(text: str) -> Any:
    """What a text says."""
    node = read(text)
    assert node is not None
    return node.value


def holds_in_order(text: str, longer: str) -> bool:
    """Whether the longer text has all characters of the other, in their order."""
    rest = iter(longer)
    return all(each in rest for each in text)


@given(VALUES)
def test_reading_agrees_with_the_standard_library(thing: Any) -> None:
    """What `json` writes is read as `json` reads it."""
    assert value(json.dumps(thing)) == thing
    assert value(json.dumps(thing, indent=3, ensure_ascii=False)) == thing


@given(texts(OBJECTS), VALUES)
def test_a_new_key_is_inserted_and_nothing_else_changes(text: str, thing: Any) -> None:
    """The old text is still there, character by character; the value is the old plus ours."""
    edited = put(text, ("ours", "deep"), thing)
    assert value(edited) == {**value(text), "ours": {"deep": thing}}
    assert holds_in_order(text, edited)
    assert not re.search(r"(?<!\r)\n", edited) or "\r" not in text


@given(texts(OBJECTS), VALUES)
def test_removing_what_was_inserted_gives_the_old_value(text: str, thing: Any) -> None:
    """Only white space inside an empty object may differ afterwards."""
    back = remove(put(text, ("ours",), thing), ("ours",))
    assert value(back) == value(text)
    assert back.split() == text.split() or not value(text)
    if value(text):
        assert back == text


@given(texts(LISTS), VALUES)
def test_a_list_grows_at_its_end_and_shrinks_again(text: str, thing: Any) -> None:
    """Appending keeps what is there, and removing the element restores the text."""
    old = value(text)
    edited = append(text, ("a",), thing)
    assert value(edited)["a"] == [*old["a"], thing]
    assert holds_in_order(text, edited)
    back = remove(edited, ("a", len(old["a"])))
    assert value(back) == old
    if old["a"]:
        assert back == text


@given(texts(OBJECTS), st.data())
def test_any_member_can_be_taken_out(text: str, data: st.DataObject) -> None:
    """Whatever stands around it, the rest still parses to what it was."""
    old = value(text)
    if old:
        key = data.draw(st.sampled_from(sorted(old)))
        rest = {name: thing for name, thing in old.items() if name != key}
        assert value(remove(text, (key,))) == rest


@given(texts(OBJECTS), VALUES, st.data())
def test_any_member_can_be_replaced(text: str, thing: Any, data: st.DataObject) -> None:
    """The key and its place in the order stay."""
    old = value(text)
    if old:
        key = data.draw(st.sampled_from(sorted(old)))
        edited = replace(text, (key,), thing)
        assert value(edited) == {**old, key: thing}
        assert list(value(edited)) == list(old)


def test_the_new_part_looks_like_its_neighbours() -> None:
    """Indentation is taken over; a file on one line stays on one line."""
    assert (
        put('{\n    "a": 1\n}\n', ("b",), [2])
        == '{\n    "a": 1,\n    "b": [\n        2\n    ]\n}\n'
    )
    assert put('{"a":1}', ("b",), [2]) == '{"a":1, "b": [2]}'
    assert put("{}", ("b",), 2) == '{\n  "b": 2\n}'
    assert put("", ("b",), 2) == '{\n  "b": 2\n}\n'
    assert append('{\n\t"a": [\n\t\t1, // one\n\t]\n}', ("a",), 2) == (
        '{\n\t"a": [\n\t\t1, // one\n\t\t2,\n\t]\n}'
    )


def test_the_last_of_two_equal_keys_counts() -> None:
    """As it does for the programs that read the file."""
    assert put('{"a": {}, "a": {"x": 1}}', ("a", "y"), 2) == '{"a": {}, "a": {"x": 1, "y": 2}}'


BROKEN = {
    "no value": ('{\n  "a": }', 2, 8),
    "no comma": ('{"a": 1\n "b": 2}', 2, 2),
    "open": ('{"a": [1', 1, 9),
    "single quotes": ("{'a': 1}", 1, 2),
    "something after": ('{}\n{"a": 1}', 2, 1),
    "bare word": ('{"a": yes}', 1, 7),
    "open comment": ('{"a": 1} /* never closed', 1, 10),
    "control character": ('{"a": "x\ny"}', 1, 9),
    "leading comma": ("[, 1]", 1, 2),
    "NaN": ('{"a": NaN}', 1, 7),
    "other digits": ('{"a": ٣}', 1, 7),
    "deep": ("[" * 100_000, 1, 202),
}


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_broken_text_is_refused_with_its_place(name: str) -> None:
    """Line and column are those of the fault."""
    text, line, column = BROKEN[name]
    with pytest.raises(BrokenSettings, match=rf"settings.json:{line}:{column}: ") as caught:
        put(text, ("b",), 1, "settings.json")
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ["[]", "null", '{"hooks": []}', '{"hooks": null}', '{"hooks": 1}'])
def test_a_value_of_another_kind_is_refused(text: str) -> None:
    """An object is not laid over what is none."""
    with pytest.raises(BrokenSettings, match="where an object is expected"):
        put(text, ("hooks", "Stop"), [])
