"""Recordings of Chrome DevTools become folders like all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.errors import BoardError
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources import NotARecording, Recording, read_recording
from lessonboard.parts.recordings.sources.converting import convert

SHOP = "http://localhost:8000/"
FIELD = [["aria/Song name"], ["#q"], ['xpath///*[@id="q"]'], ["pierce/#q"]]


def converted(folder: Path, *steps: dict[str, Any]) -> Recording:
    """The recording that a flow becomes."""
    flow = folder / "flow.json"
    flow.write_text(json.dumps({"title": "Buy a song", "steps": steps}))
    return read_recording(*convert(flow, folder / "recordings"))


def test_a_flow_becomes_steps_with_named_targets(tmp_path: Path) -> None:
    """The start address belongs to the page, not to a step."""
    landed = [{"type": "navigation", "url": SHOP, "title": "Shop"}]
    recording = converted(
        tmp_path,
        {"type": "setViewport", "width": 1200, "height": 800},
        {"type": "navigate", "url": SHOP, "assertedEvents": landed},
        {"type": "click", "selectors": FIELD, "offsetX": 3, "offsetY": 4},
        {"type": "change", "value": "num", "selectors": FIELD},
        {"type": "change", "value": "numb", "selectors": FIELD},
        {"type": "keyDown", "key": "Enter"},
        {"type": "keyUp", "key": "Enter"},
        {"type": "waitForElement", "selectors": [["aria/Results"]]},
        {"type": "doubleClick", "selectors": [['aria/Numb[role="cell"]'], ["[data-testid='n1']"]],
         "assertedEvents": [{"type": "navigation", "url": f"{SHOP}numb", "title": ""}]},
        {"type": "click", "selectors": [["aria/Play"], ["form > button.big"]]},
    )  # fmt: skip
    assert recording.problems == ()
    assert recording.name == "Buy a song"
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("CLICK", None), ("TYPE", "numb"), ("KEYPRESS", "ENTER"), ("CHECK", None),
        ("CLICK", "double"),
        ("CLICK", None),
    ]  # fmt: skip
    first, *_, cell, last = recording.steps
    assert first.details["url"] == SHOP
    assert first.details["title"] == "Shop"
    ways = [{"by": "css", "selector": "#q"}, {"by": "xpath", "selector": 'xpath=//*[@id="q"]'}]
    assert first.target == {"name": "Song name", "selector": "#q", "locators": ways}
    assert (cell.target["role"], cell.target["name"], cell.target["test_id"]) == (
        "cell", "Numb", "n1",
    )  # fmt: skip
    assert (last.target["role"], last.target["name"]) == ("button", "Play")
    assert last.details.get("title") is None


@pytest.mark.parametrize(
    "selectors",
    [
        [["aria/Log in with"], ["input[type='password']"]],
        [["aria/Password"]],
        [["#user_password"], ["pierce/#user_password"]],
        ["#host", "#inner >>> [type=password]"],
    ],
    ids=["type", "name", "id", "plain strings"],
)
def test_a_password_is_not_even_in_the_folder(tmp_path: Path, selectors: list[Any]) -> None:
    """The converted file contains it; the folder does not."""
    recording = converted(tmp_path, {"type": "change", "value": "hunter2", "selectors": selectors})
    (step,) = recording.steps
    assert (step.value, step.sensitive) == (SECRET, True)
    for file in recording.folder.rglob("*.json*"):
        assert "hunter2" not in file.read_text()


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["+Control", "+a", "-a", "-Control", "+Tab", "-Tab"], ["CTRL+A", "TAB"]),
        (["+Meta", "+Shift", "+ArrowLeft", "-Meta", "-Shift"], ["SHIFT+CMD+LEFT"]),
        (["+Shift", "+H", "-H", "-Shift"], ["H"]),
    ],
)
def test_keys_that_go_down_and_up_become_chords(
    tmp_path: Path, keys: list[str], expected: list[str]
) -> None:
    """A key let go holds no other."""
    steps = [{"type": "keyDown" if key[0] == "+" else "keyUp", "key": key[1:]} for key in keys]
    assert [step.value for step in converted(tmp_path, *steps).steps] == expected


def test_a_later_address_is_typed_into_the_browser(tmp_path: Path) -> None:
    """For the person left the page by herself."""
    recording = converted(
        tmp_path,
        {"type": "navigate", "url": SHOP},
        {"type": "click", "button": "secondary", "selectors": ["text/More"]},
        {"type": "navigate", "url": f"{SHOP}cart"},
    )
    click, address = recording.steps
    assert (click.value, click.target["text"]) == ("right", "More")
    assert (address.value, address.target["tag"]) == (f"{SHOP}cart", "address-bar")
    assert address.details["url"] == SHOP


@pytest.mark.parametrize(
    ("selectors", "target"),
    [
        ([["aria/Numb", 'aria/[role="img"]'], ["#a > div"]], {"name": "Numb", "tag": "div"}),
        ([['aria/[role="main"]']], {"role": "main"}),
        ([["#host", "[id='cb']"], ["text/Yes"]], {"text": "Yes"}),
        ([["aria/ADD"], ["text/Add"]], {"name": "Add", "text": "Add"}),
        ([["div:nth-of-type(2) > a.b"], ["xpath///a"]], {"role": "link", "tag": "a"}),
    ],
)  # fmt: skip
def test_selectors_say_what_a_person_would(
    tmp_path: Path, selectors: list[Any], target: dict[str, str]
) -> None:
    """An image in a button is the button."""
    (step,) = converted(tmp_path, {"type": "click", "selectors": selectors}).steps
    assert {name: step.target[name] for name in step.target if name not in _WAYS} == target


@pytest.mark.parametrize(
    ("step", "kind", "problem"),
    [
        ({"type": "customStep", "name": "buy"}, "lost",
         "step 1 is no step of DevTools itself (customStep)"),
        ({"type": "click"}, "lost", "step 1 (click) does not say on what"),
        ({"type": "click", "selectors": ["", [], [None], 3]}, "lost",
         "step 1 (click) does not say on what"),
        ({"type": "change", "selectors": ["#a"]}, "lost", "step 1 (change) does not give a value"),
        ({"type": "navigate"}, "lost", "step 1 (navigate) does not give an address"),
        ({"type": "keyDown"}, "lost", "step 1 (keyDown) does not name a key"),
        ({"type": "waitForExpression", "expression": "x"}, "omitted",
         "step 1 waits for something that is not checked"),
        ({"type": "waitForElement", "selectors": ["#a"], "attributes": {"a": "b"}}, "omitted",
         "step 1 waits for something that is not checked"),
        ({"type": "scroll", "y": 300}, "omitted",
         "step 1 scrolls, as a rerun does by itself where it must"),
        ({"type": "input"}, "lost", "step 1 is no step of DevTools itself (input)"),
        ({"action": "click"}, "lost", "step 1 is no step of DevTools itself (none)"),
    ],
)  # fmt: skip
def test_what_no_line_can_express_is_a_problem_by_name(
    tmp_path: Path, step: dict[str, Any], kind: str, problem: str
) -> None:
    """An action is lost; a wait is omitted."""
    recording = converted(tmp_path, step, {"type": "click", "selectors": ["aria/Open"]})
    assert [(each.kind, each.text) for each in recording.problems] == [(kind, problem)]
    assert [each.is_loss for each in recording.problems] == [kind == "lost"]
    assert recording.steps[-1].target["name"] == "Open"


def test_hovering_and_waiting_become_steps(tmp_path: Path) -> None:
    """A wait is a check of what it waited for."""
    at = {"selectors": ["aria/Menu"]}
    recording = converted(
        tmp_path,
        {"type": "hover", **at},
        {"type": "waitForElement", **at},
        {"type": "waitForElement", **at, "visible": False},
        {"type": "waitForElement", **at, "count": 0, "operator": "=="},
        {"type": "waitForElement", **at, "count": 3, "operator": "=="},
    )
    assert recording.problems == ()
    steps = [(step.action_type, step.action.get("what"), step.value) for step in recording.steps]
    assert steps == [
        ("HOVER", None, None), ("CHECK", "visible", None), ("CHECK", "hidden", None),
        ("CHECK", "hidden", None), ("CHECK", "count", "3"),
    ]  # fmt: skip
    assert all(step.target["name"] == "Menu" for step in recording.steps)


def test_frames_windows_and_files_are_kept(tmp_path: Path) -> None:
    """Also the last page, to which the recording is compared at its end."""
    box = [['aria/Terms[role="checkbox"]']]
    recording = converted(
        tmp_path,
        {"type": "navigate", "url": SHOP},
        {"type": "click", "selectors": ["#a"], "frame": [0, 1]},
        {"type": "click", "selectors": ["#b"], "target": f"{SHOP}popup"},
        {"type": "change", "selectors": ["#c"], "value": "C:\\fakepath\\a.pdf"},
        {"type": "click", "selectors": box},
        {"type": "change", "selectors": box, "value": "on",
         "assertedEvents": [{"type": "navigation", "url": f"{SHOP}done", "title": "Done"}]},
    )  # fmt: skip
    framed, popup, upload, check = recording.steps
    assert framed.target["frame"] == (
        "iframe >> nth=0 >> internal:control=enter-frame >> iframe >> nth=1")  # fmt: skip
    assert popup.details["url"] == f"{SHOP}popup"
    assert (upload.action_type, upload.value) == ("UPLOAD", "a.pdf")
    assert check.target["role"] == "checkbox"
    assert recording.end_details == {"url": f"{SHOP}done", "title": "Done"}
    assert recording.problems == ()


def test_the_same_file_gives_the_same_folder(tmp_path: Path) -> None:
    """It belongs to its owner alone, and later edits in it are kept."""
    step = {"type": "click", "selectors": ["aria/Open"]}
    recording = converted(tmp_path, step)
    assert recording.folder.name.startswith("Buy-a-song-")
    assert recording.folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in recording.folder.glob("*.json*")} == {0o600}
    with (recording.folder / "manifest.jsonl").open("a") as file:
        file.write('{"action_type": "key", "action_details": {"key": "ESC"}}\n')
    assert len(converted(tmp_path, step).steps) == 2
    assert [each.name for each in (tmp_path / "recordings").iterdir()] == [recording.folder.name]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"steps": []}', '{"steps": [3]}',
             '{"steps": [{"type": "navigate", "url": "x"}]}'],
)  # fmt: skip
def test_a_file_that_is_no_flow_is_refused(tmp_path: Path, text: str) -> None:
    """And nothing is written."""
    (tmp_path / "flow.json").write_text(text)
    with pytest.raises(NotARecording):
        convert(tmp_path / "flow.json", tmp_path / "recordings")
    assert not (tmp_path / "recordings").exists()


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    """Where a file is in the way."""
    (tmp_path / "recordings").write_text("in the way")
    with pytest.raises(BoardError, match=r"could not write .*--to"):
        converted(tmp_path, {"type": "click", "selectors": ["aria/Open"]})


_WAYS = ("selector", "locators")

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
wild_steps = st.fixed_dictionaries(
    {"type": st.sampled_from(["click", "change", "keyDown", "keyUp", "scroll", "navigate", "x"])},
    optional=dict.fromkeys(
        ["selectors", "value", "key", "x", "y", "url", "assertedEvents", "button"], anything
    ),
)


@given(st.lists(wild_steps, min_size=1, max_size=6))
def test_whatever_the_steps_hold_is_converted_or_refused(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, Any]]
) -> None:
    """No step makes the others fail."""
    try:
        converted(tmp_path_factory.mktemp("r"), *steps)
    except NotARecording:
        return
