"""Whatever value is at any place of a recorded line, the recording is compiled or says why not."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.errors import BoardError
from lessonboard.parts.recordings.compiler.card import card_of
from lessonboard.parts.recordings.compiler.document import document_of
from lessonboard.parts.recordings.compiler.doubts import doubts
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources import Recording, read_recording
from lessonboard.parts.recordings.sources.shapes import ADDRESS, DETAILS, FLAG, NUMBER, TEXT
from lessonboard.parts.recordings.workflow.planning import made
from lessonboard.parts.recordings.workflow.read import read, written
from tests.long_runs import rounds
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.sources.folders import Line, click, key, line, typed

_EXAMPLES: dict[str, Any] = {TEXT: "Ada", NUMBER: 0, FLAG: True, ADDRESS: "http://localhost:8000/"}


def full(shape: Any) -> Any:
    """A value with every attribute of a shape."""
    if isinstance(shape, str):
        return _EXAMPLES[shape]
    if isinstance(shape, list):
        return [full(shape[0])]
    return {name: full(each) for name, each in shape.items()}


def lines() -> list[Line]:
    """A line of each kind, with every attribute of pages and targets."""
    details = full(DETAILS)
    details["target"] |= {"role": "button", "name": "Delete", "checked": "true"}
    details["target"]["within"]["kind"] = "row"
    field = {**details, "target": {**details["target"], "role": "textbox"}, "sensitive": False}
    dialog = {"dialog": "prompt", "message": "Sure?", "accepted": True, "text": "yes"}
    return [
        *songs.lines()[:3],
        click(details=details), click(details={**details, "target": {"role": "option"}}),
        typed("Numb", details=field), line("type", {"texts": ["a", "b"]}, details=field),
        typed("http://localhost:8000/", details={**details, "target": ADDRESS_BAR}),
        key("Down", details=details), key("Down", details=details),
        line("scroll", {"dx": 0, "dy": -3}, details=details), line("drag", details=details),
        line("upload", {"files": ["a.pdf"]}, details=field), line("dialog", dialog),
        line("check", {"what": "text", "value": "Ada"}, details=details),
        line("extract", {"what": "table"}, details=details), line("end", details=details),
    ]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each value in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()  # fmt: skip
    return [path, *(way for name, each in inner for way in places(each, (*path, name)))]


def with_value(whole: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A JSON value with another one at a place."""
    if not path:
        return value
    changed = copy.copy(whole)
    changed[path[0]] = with_value(whole[path[0]], path[1:], value)
    return changed


LINES = lines()
PLACES = places(LINES)[1:]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from([2**63, 10**400, "http://[", "\ud800", "{a}", "option", "[secret]", "1e3"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["name", "cells", "key", "url", "text", "x"]), inner),
    max_leaves=5,
)  # fmt: skip


def compiled(told: list[Any]) -> Recording:
    """The recording of these lines, after all that becomes of it without a board."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "task"
        folder.mkdir()
        (folder / "manifest.jsonl").write_text("".join(json.dumps(each) + "\n" for each in told))
        (folder / "metadata.json").write_text('{"session_id": "task"}')
        recording = read_recording(folder)
    steps = moments(recording)
    cards = [card_of(each, "task") for each in steps]
    document = document_of(recording, steps, cards)
    doubts(cards, document)
    found, problems = read(written(document))
    if not problems:
        plan = made(found)
        assert [plan.target(step, plan.recorded) for step in plan.steps]
    return recording


@settings(max_examples=rounds(150, 3_000), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), ANYTHING), min_size=1, max_size=2))
def test_any_value_at_any_place_is_compiled_or_refused(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    """Nothing else than an error of the board is ever raised."""
    told = LINES
    for path, value in changes:
        told = with_value(told, path, value) if path in places(told) else told
    try:
        compiled(told)
    except BoardError:
        return


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("alike", "many", "alike is not a whole number"),
        ("nth", -1, "nth is not a whole number"),
        ("ticked", True, "ticked is not a whole number"),
        ("name", ["Delete"], "name is not a text"),
        ("within", "row", "within is not an object"),
        ("locators", [{"by": 3}], "locators.0.by is not a text"),
        ("locators", [{"by": "css"}], "locators.0.selector is not a text"),
        ("href", "http://[", "href is not an address"),
    ],
)
def test_an_attribute_of_another_type_is_named_with_its_line(
    key: str, value: object, found: str
) -> None:
    """The action is missing then; what is null counts as not given."""
    problems = compiled(with_value(LINES, (3, "details", "target", key), value)).problems
    assert [(each.index, each.is_loss, each.text) for each in problems] == [
        (3, True, f"details.target.{found}")
    ]
    assert not compiled(with_value(LINES, (3, "details", "target", key), None)).problems


def test_an_empty_cell_identifies_no_row() -> None:
    """Whatever the line says of it."""
    assert not compiled(
        with_value(LINES, (3, "details", "target", "within", "cells"), ["", "b"])
    ).problems


def test_the_lines_are_whole() -> None:
    """Else the properties above would be of nothing."""
    assert json.dumps(LINES).count("alike") > len(LINES)
    assert not compiled(LINES).problems
