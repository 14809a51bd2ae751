"""The plan of a workflow: its form, its parameters, and what is expected of pages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.acting import distance, key
from lessonboard.parts.recordings.browser.chromium import VARIABLE, BrowserMissing, executable
from lessonboard.parts.recordings.browser.deed import CannotDo
from lessonboard.parts.recordings.browser.expected import (
    Expected,
    Seen,
    alike,
    expected_of,
    numbers_given,
    same_place,
)
from lessonboard.parts.recordings.browser.happenings import Question
from lessonboard.parts.recordings.browser.hosts import Guard, allowed_hosts
from lessonboard.parts.recordings.browser.step_rules import changes
from lessonboard.parts.recordings.workflow.plan import (
    BadParameters,
    Parameter,
    Plan,
    PlanStep,
)
from lessonboard.parts.recordings.workflow.values import settled

SONG = Parameter("song_name", "The song.", "Numb")
PASSWORD = Parameter("password", "The password.", sensitive=True)


TYPED = PlanStep(1, 3, "TYPE", "{song_name} {{live}}", {"role": "textbox", "name": "Song"}, "",
                 {"place": "http://a.example/find"}, {})  # fmt: skip
PLAN = Plan(
    "rec-1",
    "Play a song",
    (SONG,),
    (TYPED,),
    "http://a.example/find",
    hosts=frozenset({"a.example"}),
)


def test_a_plan_renders_its_values() -> None:
    """Braces that were meant literally stay."""
    assert PLAN.value(TYPED, {"song_name": "Clocks"}) == "Clocks {live}"


def test_every_parameter_needs_a_value() -> None:
    """The error names each one that is missing, and how to give it."""
    with pytest.raises(BadParameters) as error:
        settled((SONG, PASSWORD), {}, lambda _each: None)
    assert "--param song_name=" in str(error.value)
    assert "recorded: 'Numb'" in str(error.value)
    assert "LESSONBOARD_PARAM_PASSWORD" in str(error.value)


def test_an_unknown_parameter_is_refused_with_those_that_are_known() -> None:
    """A misspelt name changes nothing silently."""
    with pytest.raises(BadParameters, match=r"song: no such parameter; .* song_name, password"):
        settled((SONG, PASSWORD), {"song": "x"}, lambda _each: "x")


def test_a_sensitive_parameter_is_asked_for() -> None:
    """And only that."""
    asked: list[str] = []

    def ask(parameter: Parameter) -> str:
        asked.append(parameter.name)
        return "open sesame"

    assert settled((SONG, PASSWORD), {"song_name": "x"}, ask)["password"] == "open sesame"
    assert asked == ["password"]


def test_a_row_is_the_recorded_one_where_no_other_is_named() -> None:
    """Which row a task is about need not be said again; what is typed must."""
    row = Parameter("customer", "Which row.", "Ada", kind="row")
    assert settled((row,), {}, lambda _each: None) == {"customer": "Ada"}
    assert settled((row,), {"customer": "Bob"}, lambda _each: None) == {"customer": "Bob"}


@pytest.mark.parametrize(("kind", "example", "value", "is_taken"), [
    ("date", "2026-01-31", "2026-12-01", True),
    ("date", "2026-01-31", "31.12.2026", False),
    ("date", "31.12.2026", "1.2.2027", True),
    ("date", "31.12.2026", "2027-02-01", True),
    ("date", "2026-W05", "2026-W06", True),
    ("date", "2026-01-31", "2026-02-30", False),
    ("date", "2026-01-31", "", True),
    ("number", "3", "1e2", True),
    ("number", "3", "many", False),
    ("number", "1,000 m", "20,500 m", True),
    ("text", "3", "many", True),
])  # fmt: skip
def test_a_value_is_of_its_kind_before_anything_is_opened(
    kind: str, example: str, value: str, *, is_taken: bool
) -> None:
    """A date is written as the recorded one, or as 2026-01-31."""
    when = Parameter("when", "", example, kind=kind)
    if is_taken:
        assert settled((when,), {"when": value}, lambda _each: None) == {"when": value}
    else:
        with pytest.raises(BadParameters, match=f"when must be a {kind} such as {example}, not"):
            settled((when,), {"when": value}, lambda _each: None)


def test_the_plan_says_what_will_be_done() -> None:
    """With the values that are given, else with the names of the parameters."""
    plan = PLAN
    step = PlanStep(2, 4, "CLICK", None, {}, 'Press the button "Play {song_name}".', {}, {})
    assert plan.shown_intent(step, {}) == 'Press the button "Play {song_name}".'
    assert plan.shown_intent(step, {"song_name": "Clocks"}) == 'Press the button "Play Clocks".'


def test_every_text_of_a_target_is_a_template() -> None:
    """Down to the cells of its row; numbers and marks stay as they are."""
    within = {"cells": ["{song_name}", "{{live}}"], "key": 0}
    step = PlanStep(1, 0, "CLICK", None, {"name": "Play", "within": within, "nth": 1}, "", {}, {})
    plan = Plan("task", "", (SONG,), (step,))
    assert plan.target(step, {"song_name": "Clocks"}) == {
        "name": "Play",
        "within": {"cells": ["Clocks", "{live}"], "key": 0},
        "nth": 1,
    }


def test_what_is_not_as_expected_is_said() -> None:
    """Each as one phrase, numbers and identifiers aside."""
    wanted = Expected("http://a.example/order/17", "Order 17", "3 items", "Saved.", "Ada")
    seen = Seen("http://a.example/order/18?x", "Order 18", ("4 Items",), text="It was saved. Adam")
    assert wanted.problems(seen) == []
    assert len(wanted.problems(Seen("http://a.example/", "Oops", (), text="Ada"))) == 4


def test_an_identifier_in_an_address_makes_no_other_page() -> None:
    """As a number, or in Base64; a word does."""
    assert same_place("http://a.example/delete/WzIzXQ==/", "http://a.example/delete/WzI1XQ==")
    assert not same_place("http://a.example/delete/WzIzXQ==", "http://a.example/edit/WzIzXQ==")
    assert not same_place("http://a.example/delete/ada", "http://a.example/delete/bob")


def test_of_address_and_title_one_is_enough() -> None:
    """A page has random words in one of them now and then, and another page differs in both."""
    wanted = expected_of({"place": "http://a.example/x", "title": "Saved"}, {})
    assert wanted.problems(Seen("http://a.example/y", "Saved")) == []
    assert wanted.problems(Seen("http://a.example/x", "News")) == []
    assert wanted.problems(Seen("http://a.example/y", "News")) == [
        'the page http://a.example/x "Saved"'
    ]


@pytest.mark.parametrize(("shown", "is_met"), [("5 x Tea", True), ("9 x Tea", False)])
def test_a_number_that_was_given_must_be_shown(shown: str, *, is_met: bool) -> None:
    """In the outcome and in a question; another number of the same text may differ."""
    said, values = "Order 17: added {n} x Tea", {"n": "5"}
    wanted = expected_of({"text": said, "heading": said, "title": said}, values)
    page = Seen("", f"Order 18: added {shown}", (f"Order 18: added {shown}",),
                text=f"Order 18: added {shown}. Goodbye 5.")  # fmt: skip
    assert (wanted.problems(page) == []) is is_met
    asked = Question("confirm", "Order 17: added 5 x Tea", "accept", numbers_given(said, values))
    assert asked.fits("confirm", f"Order 18: added {shown}") is is_met


@given(st.text(max_size=40), st.integers(0, 10**9), st.integers(0, 10**9))
def test_numbers_make_no_difference(text: str, one: int, other: int) -> None:
    """A page is the same one on another day."""
    assert alike(f"{text} {one}", f"{text} {other}")
    assert same_place(f"http://a.example/{one}", f"http://a.example/{other}?q={text}")


@pytest.mark.parametrize(
    ("action", "value", "role", "danger", "changed"),
    [
        ("CLICK", None, "button", "", False),
        ("CLICK", None, "button", "unknown", True),
        ("TYPE", "x", "textbox", "", False),
        ("KEYPRESS", "ENTER", "textbox", "unknown", True),
        ("KEYPRESS", "BACKSPACE*3", "textbox", "", False),
        ("DRAG", None, "listitem", "", True),
        ("UPLOAD", "a.txt", "button", "", True),
    ],
)
def test_what_a_rehearsal_leaves_out(
    action: str, value: str | None, role: str, danger: str, changed: bool
) -> None:
    """What has a consequence, by whatever action, and what is dragged or given away."""
    step = PlanStep(1, 0, action, value, {"role": role}, "", {}, {}, danger)
    assert changes(step) is changed


@pytest.mark.parametrize("value", ["", "sideways 3", "down"])
def test_a_scroll_without_direction_or_distance_is_refused(value: str) -> None:
    """The error quotes the value."""
    with pytest.raises(CannotDo):
        distance(value)


@pytest.mark.parametrize(
    ("name", "called"),
    [("ENTER", "Enter"), ("CTRL+PLUS", "Control++"), ("CMD+SPACE", "Meta+Space"),
     ("CTRL+A", "Control+a"), ("+", "+"), ("F12", "F12"), ("PAGEDOWN", "PageDown")],
)  # fmt: skip
def test_keys_are_called_as_the_browser_calls_them(name: str, called: str) -> None:
    """Chords keep their order."""
    assert key(name) == called


def _program(folder: Any, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_browser_is_looked_for_where_a_person_said_first(tmp_path: Any) -> None:
    """In the environment, then Playwright's own, then on PATH."""
    own, ours = _program(tmp_path, "own"), _program(tmp_path, "ours")
    on_path = _program(tmp_path, "chromium")
    path = {"PATH": str(tmp_path)}
    assert executable(own, {**path, VARIABLE: ours}) == ours
    assert executable(own, path) == own
    assert executable(str(tmp_path / "gone"), path) == on_path


@pytest.mark.parametrize(
    "environment",
    [{"PATH": "/nowhere"}, {"PATH": "/nowhere", VARIABLE: "gone"}],
    ids=["none", "variable"],
)
def test_without_a_browser_the_error_says_what_to_install(environment: dict[str, str]) -> None:
    """And how to name one."""
    with pytest.raises(BrowserMissing, match=r"apt install chromium.*LESSONBOARD_BROWSER"):
        executable("", environment)


def test_only_the_hosts_of_the_recording_may_be_opened() -> None:
    """A port is part of a host; pages that come from nowhere may always be."""
    guard = Guard(allowed_hosts(PLAN, {"song_name": "x"}, ["b.example:8080"]))
    assert guard.allows("http://a.example/any")
    assert guard.allows("https://user@B.example:8080/")
    assert guard.allows("about:blank")
    assert not guard.allows("http://a.example.evil/")
    assert not guard.allows("http://b.example/")
    assert not guard.allows("file:///etc/passwd")
