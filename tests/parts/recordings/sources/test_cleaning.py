"""Cleaning: a recorder's fragments become actions as a person would describe them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.sources import ADDRESS_BAR, SECRET, Step, read_recording
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


def release(x: float, y: float, **more: Any) -> Line:
    """A button that is let go."""
    return line("click", {"button": "left", "x": x, "y": y, "pressed": False}, **more)


def test_typing_in_pieces_is_one_text(tmp_path: Path) -> None:
    """Before is what the first piece saw, after is what followed the last."""
    (step,) = steps(tmp_path, typed("nu"), typed("mb"), typed(" "), typed("😀"))
    assert (step.value, step.index, step.last) == ("numb 😀", 0, 3)
    assert step.pre
    assert step.post
    assert (step.pre.name, step.post.name) == ("screenshots/0.png", "screenshots/4.png")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([typed("numc"), key("BackSpace"), typed("b")], "numb"),
        ([key("n"), key("u"), key("space"), key("m")], "nu m"),
        ([typed("ok 👍🏽"), key("backspace"), typed("!")], "ok !"),
        ([typed("a👨‍👩‍👧"), key("backspace")], "a"),
        ([typed("a🇨🇭"), key("backspace")], "a"),
        ([typed("e\u0301"), key("backspace"), typed("x")], "x"),
        ([typed(" ")], " "),
    ],
)
def test_corrections_and_blanks_are_part_of_the_text(
    tmp_path: Path, lines: list[Line], text: str
) -> None:
    """Backspace takes back a character as a reader sees it; a typed blank is a value."""
    assert cleaned(tmp_path, *lines) == [("TYPE", text)]


def test_backspace_that_takes_back_all_leaves_no_step(tmp_path: Path) -> None:
    """One more deletes what was there before, which is an action."""
    lines = [click(), typed("ab"), key("backspace"), key("backspace"), key("backspace")]
    assert cleaned(tmp_path, *lines) == [("CLICK", None), ("KEYPRESS", "BACKSPACE")]


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
        [click(details={"target": PASSWORD}), *map(key, "hunter2"), key("backspace")],
        [typed("ghp_0123456789abc"), typed("defghijABCDEFG")],
    ],
    ids=["password", "label", "autocomplete", "told", "focus", "keys", "shape in two pieces"],
)
def test_typed_secrets_are_not_in_the_steps(tmp_path: Path, lines: list[Line]) -> None:
    """Neither in values nor in actions nor in what is written for others."""
    recording = read_recording(write(tmp_path / "r", [*lines, line("end")]))
    step = recording.steps[-1]
    assert (step.value, step.sensitive) == (SECRET, True)
    assert step.details["sensitive"] is True
    output = repr([recording.steps, recording.cleaned_lines()])
    assert not any(secret in output for secret in ("hunter2", "hun'", "4111", "ghp_", "ter2"))


def test_a_press_and_its_release_are_one_click(tmp_path: Path) -> None:
    """What was seen after it is what came after the release."""
    (step,) = steps(tmp_path, click(10, 10), release(11, 10))
    assert (step.action_type, step.value, step.index, step.last) == ("CLICK", None, 0, 1)
    assert step.post
    assert step.post.name == "screenshots/2.png"


def test_a_release_far_away_ends_a_drag(tmp_path: Path) -> None:
    """From where it was pressed to where it was let go, onto what is there."""
    dropped = release(200, 90, details={"target": {"name": "Done"}})
    (step,) = steps(tmp_path, click(10, 10, details={"target": {"name": "Card"}}), dropped)
    assert (step.action_type, step.value) == ("DRAG", "Done")
    assert step.action == {"x1": 10, "y1": 10, "x2": 200, "y2": 90}
    assert step.target == {"name": "Card"}


def test_a_release_without_its_press_is_told_and_left_out(tmp_path: Path) -> None:
    """Nobody knows what it was the end of."""
    recording = read_recording(write(tmp_path / "r", [release(1, 1), click()]))
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


@pytest.mark.parametrize(
    ("last", "config", "is_left_out"),
    [
        (key(["Key.ctrl", "Key.shift", "s"]), {"stop_hotkey": "<ctrl>+<shift>+s"}, True),
        (key("ctrl+s"), {"stop_hotkey": "<ctrl>+<shift>+s"}, False),
        (key("ESC"), {}, False),
        (click(details={"target": {"name": "Stop recording"}}), {}, True),
        (click(details={"target": {"name": "Stop recording"}, "url": PAGE}), {}, False),
        (click(details={"target": {"name": "Stop"}}), {}, False),
        (click(), {}, False),
    ],
    ids=["hotkey", "another key", "escape", "button", "button of a page", "stop a song", "click"],
)
def test_only_what_stopped_the_recorder_is_left_out(
    tmp_path: Path, last: Line, config: dict[str, str], is_left_out: bool
) -> None:
    """What else comes last is the end of the task."""
    lines = [typed("numb"), last, line("end")]
    recording = read_recording(write(tmp_path / "r", lines, {"config": config}))
    assert len(recording.steps) == (1 if is_left_out else 2)
    assert [problem.kind for problem in recording.problems] == ["stop"] * is_left_out
