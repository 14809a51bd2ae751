"""Repeated keys are one step: the value they led to, or one key with a count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings import key_names
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.sources.folders import Line, click, key, typed, write

SLIDER = {"target": {"role": "slider", "name": "Volume"}, "url": "http://shop/"}
NAME = {"target": {"role": "textbox", "name": "Name"}, "url": "http://shop/"}
LIST = {"target": {"role": "list", "name": "Mails"}, "url": "http://shop/"}


def cleaned(folder: Path, *lines: Line) -> list[tuple[str, str | None]]:
    """Each step's type and value."""
    recording = read_recording(write(folder / "r", lines))
    assert recording.problems == ()
    return [(step.action_type, step.value) for step in recording.steps]


def test_a_slider_moved_by_keys_is_one_value(tmp_path: Path) -> None:
    """A click and 60 lines: each arrow, and the value after it."""
    moves: list[Line] = []
    for number in range(51, 81):
        moves += [key("ArrowRight", details=SLIDER),
                  typed(str(number), details={**SLIDER, "set": True})]  # fmt: skip
    lines = [click(details=SLIDER), *moves, click(90, 90)]
    recording = read_recording(write(tmp_path / "r", lines))
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("CLICK", None), ("TYPE", "80"), ("CLICK", None)]  # fmt: skip
    value = recording.steps[1]
    assert (value.index, value.last) == (1, 60)
    assert value.pre
    assert value.pre.name == "screenshots/1.png"
    assert value.post
    assert value.post.name == "screenshots/61.png"


@pytest.mark.parametrize(
    "details",
    [
        {"target": {"role": "combobox", "name": "Sort"}, "url": "http://shop/"},
        {"target": {"input_type": "number"}, "url": "http://shop/"},
        {"target": {"tag": "select"}, "url": "http://shop/"},
        {"target": {"name": "Date"}, "url": "http://shop/", "set": True},
    ],
)
def test_the_value_stands_for_the_keys_that_led_to_it(
    tmp_path: Path, details: dict[str, Any]
) -> None:
    """In lists, numbers and whatever was set at once."""
    lines = [key("DOWN", details=details), key("END", details=details), typed("9", details=details)]
    assert cleaned(tmp_path, *lines) == [("TYPE", "9")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([key("DOWN", details=SLIDER)] * 12, [("KEYPRESS", "DOWN*12")]),
        ([key("DOWN", details=SLIDER)], [("KEYPRESS", "DOWN")]),
        ([key("TAB")] * 2 + [key(["SHIFT", "TAB"])] * 2,
         [("KEYPRESS", "TAB*2"), ("KEYPRESS", "SHIFT+TAB*2")]),
        ([key("DELETE", details=NAME)] * 2, [("KEYPRESS", "DELETE*2")]),
        ([key("DELETE", details=LIST)] * 2, [("KEYPRESS", "DELETE")] * 2),
        ([key("DELETE")] * 2, [("KEYPRESS", "DELETE")] * 2),
        ([key("ENTER", details=NAME)] * 2, [("KEYPRESS", "ENTER")] * 2),
        ([key("SPACE")] * 2, [("KEYPRESS", "SPACE")] * 2),
        ([key("DOWN", details=NAME), key("DOWN", details=LIST)], [("KEYPRESS", "DOWN")] * 2),
        ([key("DOWN", details=NAME), typed("Ada", details=NAME)],
         [("KEYPRESS", "DOWN"), ("TYPE", "Ada")]),
        ([key("DOWN", details=NAME), typed("9", details=SLIDER)],
         [("KEYPRESS", "DOWN"), ("TYPE", "9")]),
        ([key("ENTER", details=SLIDER), typed("9", details=SLIDER)],
         [("KEYPRESS", "ENTER"), ("TYPE", "9")]),
        ([key("TAB", details={"url": "http://shop/"}), key("TAB", details={"url": "http://a/"})],
         [("KEYPRESS", "TAB")] * 2),
    ],
)  # fmt: skip
def test_only_keys_without_an_effect_of_their_own_are_counted(
    tmp_path: Path, lines: list[Line], expected: list[tuple[str, str]]
) -> None:
    """Two deleted mails or two submitted forms stay two steps."""
    assert cleaned(tmp_path, *lines) == expected


@pytest.mark.parametrize("count", [True, 0, -3, "12", 1.5, None, 10_001])
def test_a_count_that_is_none_is_one(tmp_path: Path, count: object) -> None:
    """Whatever a manifest says there."""
    line = {**key("DOWN"), "action_details": {"key": "DOWN", "count": count}}
    assert cleaned(tmp_path, line) == [("KEYPRESS", "DOWN")]


@given(st.text(min_size=1, max_size=9), st.integers(1, 10_000))
def test_a_count_is_read_back(name: str, count: int) -> None:
    """From the value of every key and chord."""
    chord = key_names.normal(["CTRL", name])
    assert key_names.split_count(key_names.with_count(chord, count)) == (chord, count)
