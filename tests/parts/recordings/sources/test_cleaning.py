"""Cleaning: a recorder's fragments become actions as a person would describe them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.shared_names import ADDRESS_BAR, SECRET
from lessonboard.parts.recordings.sources import Step, read_recording
from tests.parts.recordings.sources.folders import Line, click, key, line, typed, write

SONG = {"role": "textbox", "name": "Song name"}
PASSWORD = {"role": "textbox", "name": "Log in with", "input_type": "password"}
PAGE = "http://localhost/"


def cleaned(folder: Path, *lines: Line, **known: Any) -> list[tuple[str, str | None]]:
    """The actions that lines become."""
    return [(step.action_type, step.value) for step in steps(folder, *lines, **known)]


def steps(folder: Path, *lines: Line, **known: Any) -> tuple[Step, ...]:
    """The steps that lines become; a last click keeps a recording of nothing from being one."""
    return read_recording(write(folder / "r", [*lines, line("end")], known)).steps


def test_typing_in_pieces_is_one_text(tmp_path: Path) -> None:
    """Before is what the first piece saw, after is what followed the last."""
    (step,) = steps(tmp_path, typed("nu"), typed("mb"), typed(" "), typed("😀"))
    assert (step.value, step.index, step.last) == ("numb 😀", 0, 3)
    assert step.pre
    assert step.post
    assert (step.pre.name, step.post.name) == ("screenshots/0.png", "screenshots/4.png")


def test_single_characters_are_a_text(tmp_path: Path) -> None:
    """As some recorders of the desktop report typing; corrections stay keys."""
    lines = [*map(key, "num"), key("backspace"), typed("mb")]
    assert cleaned(tmp_path, *lines) == [
        ("TYPE", "num"), ("KEYPRESS", "BACKSPACE"), ("TYPE", "mb")]  # fmt: skip
    assert cleaned(tmp_path, typed(" ")) == [("TYPE", " ")]


def test_a_key_that_writes_nothing_stays_a_key(tmp_path: Path) -> None:
    """SPACE without typing before it presses a button; ENTER sends the text."""
    lines = [key("space"), typed("numb"), key("Return"), typed("more")]
    assert cleaned(tmp_path, *lines) == [
        ("KEYPRESS", "SPACE"), ("TYPE", "numb"), ("KEYPRESS", "ENTER"), ("TYPE", "more"),
    ]  # fmt: skip


def test_typing_into_different_fields_stays_apart(tmp_path: Path) -> None:
    """As far as the recorder distinguishes them."""
    lines = [typed("numb", details={"target": SONG}),
             typed("linkin", details={"target": {**SONG, "name": "Artist"}})]  # fmt: skip
    assert cleaned(tmp_path, *lines) == [("TYPE", "numb"), ("TYPE", "linkin")]


def test_a_page_tells_the_whole_value_of_a_field(tmp_path: Path) -> None:
    """A later value replaces the earlier one, unless the line marks it as added."""
    seen = {"target": SONG, "url": PAGE}
    lines = [typed("nu", details=seen), typed("numb", details=seen)]
    assert cleaned(tmp_path, *lines) == [("TYPE", "numb")]
    added = [lines[0], typed("mb", details={**seen, "fill": False})]
    assert cleaned(tmp_path, *added) == [("TYPE", "numb")]
    assert cleaned(tmp_path, typed("", details=seen)) == [("TYPE", "")]


def test_every_address_is_typed_by_itself(tmp_path: Path) -> None:
    """The next text goes into the page."""
    lines = [typed("http://localhost/a", details={"target": ADDRESS_BAR, "url": PAGE}),
             typed("http://localhost/b", details={"target": ADDRESS_BAR, "url": PAGE}),
             typed("numb")]  # fmt: skip
    assert [value for _, value in cleaned(tmp_path, *lines)] == [
        "http://localhost/a", "http://localhost/b", "numb",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        [typed("hunter2", details={"target": PASSWORD, "url": PAGE})],
        [typed("hunter2", details={"target": {"label": "API key"}})],
        [typed("4111", details={"target": {"name": "Pay", "autocomplete": "cc-number"}})],
        [typed("hunter2", details={"sensitive": True})],
        [click(details={"target": PASSWORD}), typed("hun"), typed("ter2")],
        [click(details={"target": PASSWORD}), *map(key, "hunter2")],
        [typed("ghp_0123456789abc"), typed("defghijABCDEFG")],
    ],
    ids=["password", "label", "autocomplete", "told", "focus", "keys", "shape in two pieces"],
)
def test_typed_secrets_are_not_in_the_steps(tmp_path: Path, lines: list[Line]) -> None:
    """Neither in values nor in actions."""
    recording = read_recording(write(tmp_path / "r", [*lines, line("end")]))
    step = recording.steps[-1]
    assert (step.value, step.sensitive) == (SECRET, True)
    assert step.details["sensitive"] is True
    output = repr(recording.steps)
    assert not any(secret in output for secret in ("hunter2", "hun'", "4111", "ghp_", "ter2"))


def test_a_release_is_told_and_left_out(tmp_path: Path) -> None:
    """Only presses are read."""
    up = line("click", {"button": "left", "x": 10, "y": 10, "pressed": False})
    recording = read_recording(write(tmp_path / "r", [click(), up]))
    assert len(recording.steps) == 1
    assert [problem.kind for problem in recording.problems] == ["release"]


@pytest.mark.parametrize(
    ("seconds", "x", "expected"),
    [(0.2, 12, ["double"]), (0.2, 60, [None, None]), (2.0, 10, [None, None])],
)
def test_two_quick_clicks_on_one_spot_are_a_double_click(
    tmp_path: Path, seconds: float, x: float, expected: list[str | None]
) -> None:
    """Slower, or elsewhere, they are two."""
    lines = [click(timestamp=1.0), click(x, 10, timestamp=1.0 + seconds)]
    assert [value for _, value in cleaned(tmp_path, *lines)] == expected


def test_a_double_click_told_with_its_clicks_is_one(tmp_path: Path) -> None:
    """Web pages report click, click, dblclick."""
    double = line("double_click", {"x": 10, "y": 10}, timestamp=1.2)
    lines = [click(timestamp=1.0), click(timestamp=1.1), double]
    assert cleaned(tmp_path, *lines) == [("CLICK", "double")]


def test_a_click_of_another_button_is_named_by_it(tmp_path: Path) -> None:
    """However the recorder reports it."""
    lines = [line("click", {"button": "Button.right", "x": 1, "y": 1}),
             line("middle_click", {"x": 1, "y": 1})]  # fmt: skip
    assert cleaned(tmp_path, *lines) == [("CLICK", "right"), ("CLICK", "middle")]


def test_scrolling_on_is_one_step(tmp_path: Path) -> None:
    """Back is another."""
    lines = [line("scroll", {"dx": 0, "dy": dy}) for dy in (-1, -2, -0.5, 4)]
    assert cleaned(tmp_path, *lines) == [("SCROLL", "down 3.5"), ("SCROLL", "up 4")]
