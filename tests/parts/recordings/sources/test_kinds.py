"""The kinds of manifest lines beyond clicks and keys, and what each says as a step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.sources.folders import click, line, typed, write

FIELD = {"target": {"role": "combobox", "name": "City"}, "url": "http://shop/"}


@pytest.mark.parametrize(
    ("kind", "details", "expected"),
    [
        ("hover", {}, ("HOVER", None)),
        ("upload", {"files": ["a.pdf", "b 2.pdf"]}, ("UPLOAD", "a.pdf\nb 2.pdf")),
        ("dialog", {"dialog": "confirm", "message": "Sure?", "accepted": True},
         ("DIALOG", "accept")),
        ("dialog", {"dialog": "prompt", "accepted": True, "text": "Ada"}, ("DIALOG", "Ada")),
        ("dialog", {"dialog": "prompt", "accepted": True, "text": ""}, ("DIALOG", "")),
        ("dialog", {"dialog": "prompt", "accepted": False, "text": "Ada"}, ("DIALOG", "dismiss")),
        ("dialog", {"dialog": "alert", "accepted": "yes"}, ("DIALOG", "dismiss")),
        ("download", {"file": "report.csv"}, ("DOWNLOAD", "report.csv")),
        ("download", {}, ("DOWNLOAD", None)),
        ("check", {"what": "visible"}, ("CHECK", None)),
        ("check", {"what": "text", "value": "Thanks"}, ("CHECK", "Thanks")),
        ("check", {"what": "count", "value": 3}, ("CHECK", "3")),
        ("extract", {"what": "table"}, ("EXTRACT", "table")),
        ("type", {"texts": ["Red", "Blue"]}, ("TYPE", "Red\nBlue")),
    ],
)  # fmt: skip
def test_each_kind_is_a_step_with_a_value(
    tmp_path: Path, kind: str, details: dict[str, Any], expected: tuple[str, str | None]
) -> None:
    """With the details of its line, the screenshot before it, and no problem."""
    recording = read_recording(write(tmp_path / "r", [line(kind, details), line("end")]))
    (step,) = recording.steps
    assert (step.action_type, step.value) == expected
    assert recording.problems == ()
    assert step.pre
    assert step.post
    assert set(details) <= set(step.action)


@pytest.mark.parametrize(
    ("kind", "details", "problem"),
    [
        ("upload", {"files": []}, "a file was chosen that the line does not name"),
        ("upload", {"files": "a.pdf"}, "a file was chosen that the line does not name"),
        ("dialog", {"dialog": "toast"}, "the dialog 'toast' is not known"),
        ("check", {"what": "smell"}, "the check 'smell' is not known"),
        ("check", {"what": "url"}, "a check of the url does not give its value"),
        ("extract", {}, "the extract None is not known"),
    ],
)
def test_a_line_that_does_not_say_enough_is_a_problem(
    tmp_path: Path, kind: str, details: dict[str, Any], problem: str
) -> None:
    """It is left out by name, and the other lines are read."""
    recording = read_recording(write(tmp_path / "r", [click(), line(kind, details)]))
    assert [each.text for each in recording.problems] == [problem]
    assert len(recording.steps) == 1


def test_a_choice_from_suggestions_is_one_step(tmp_path: Path) -> None:
    """The value that was chosen, with what was typed for it."""
    lines = [typed("ber", details=FIELD), typed("Berlin", details={**FIELD, "typed_for": "ber"})]
    (step,) = read_recording(write(tmp_path / "r", lines)).steps
    assert (step.value, step.details["typed_for"]) == ("Berlin", "ber")


def test_a_later_value_forgets_how_the_earlier_was_entered(tmp_path: Path) -> None:
    """Typed by hand after it was chosen or set."""
    chosen = {**FIELD, "typed_for": "ber", "set": True}
    lines = [typed("Berlin", details=chosen), typed("Paris", details=FIELD)]
    (step,) = read_recording(write(tmp_path / "r", lines)).steps
    assert (step.value, step.details) == ("Paris", FIELD)


@pytest.mark.parametrize(
    ("kind", "details", "target"),
    [
        ("dialog", {"dialog": "prompt", "message": "Your password?", "accepted": True,
                    "text": "hunter2"}, {}),
        ("type", {"texts": ["hunter2", "hunter3"]}, {"label": "Secret words"}),
        ("type", {"text": "x"}, {"label": "Secret words"}),
    ],
)  # fmt: skip
def test_secrets_are_hidden_in_every_kind(
    tmp_path: Path, kind: str, details: dict[str, Any], target: dict[str, str]
) -> None:
    """In what the step carries as well as in its value."""
    more = {"target": target, "typed_for": "hunter2"}
    lines = [line(kind, details, details=more), line("end")]
    (step,) = read_recording(write(tmp_path / "r", lines)).steps
    assert (step.value, step.sensitive) == (SECRET, True)
    assert "hunter" not in repr(step)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


@given(
    st.sampled_from(["hover", "upload", "dialog", "download", "check", "extract", "type"]),
    st.fixed_dictionaries({}, optional=dict.fromkeys(
        ["files", "dialog", "accepted", "text", "texts", "file", "what", "value"],
        anything | st.sampled_from(["prompt", "confirm", "text", "count", "table"]))),
)  # fmt: skip
def test_whatever_a_line_holds_is_a_step_or_a_problem(
    tmp_path_factory: pytest.TempPathFactory, kind: str, details: dict[str, Any]
) -> None:
    """Never both, never neither, and never an error."""
    folder = write(tmp_path_factory.mktemp("r"), [click(), line(kind, details), click()])
    recording = read_recording(folder)
    kept = [step for step in recording.steps if step.kind == kind]
    empty_text = kind == "type" and not details.get("text")
    assert len(kept) + len(recording.problems) == 1 or empty_text
