"""A session that `playwright codegen --target=jsonl` wrote becomes a folder like all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources import NotARecording, Recording, read_recording
from lessonboard.parts.recordings.sources.converting import convert

REAL = Path(__file__).with_name("codegen_session.jsonl")
"""What Playwright 1.65 wrote of a session in a page with one thing of each kind."""

HEADER = {"browserName": "chromium", "launchOptions": {}, "contextOptions": {}}
START = {"name": "navigate", "url": "http://shop/", "pageGuid": "a"}
SAVE = 'internal:role=button[name="Save"i]'


def act(name: str, selector: str | None = SAVE, **more: Any) -> dict[str, Any]:
    """An action on a thing."""
    return {"name": name, "selector": selector, "pageGuid": "a", "signals": [], **more}


def converted(folder: Path, *entries: Any) -> Recording:
    """The recording of a session; a text is a line as it is."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in (HEADER, *entries)]
    (folder / "task.jsonl").write_text("\n".join(lines) + "\n")
    return read_recording(*convert(folder / "task.jsonl", folder / "recordings"))


def test_a_real_session_is_read_step_by_step(tmp_path: Path) -> None:
    """What no line can express is lost by name, and a password is nowhere in the folder."""
    recording = read_recording(*convert(REAL, tmp_path))
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("CLICK", None), ("TYPE", "ada"), ("KEYPRESS", "ENTER"), ("KEYPRESS", "CTRL+A"),
        ("CLICK", None), ("CLICK", None), ("TYPE", SECRET), ("CLICK", None), ("CLICK", None),
        ("KEYPRESS", "DOWN"), ("TYPE", "b"), ("TYPE", "x\ny"), ("UPLOAD", "data.txt"),
        ("TYPE", "7"), ("CLICK", None), ("CLICK", None), ("CLICK", "double"), ("CLICK", None),
        ("CLICK", None), ("CLICK", None), ("CLICK", None), ("CLICK", None), ("TYPE", "7"),
        ("CLICK", None), ("DOWNLOAD", None), ("CLICK", None), ("CLICK", None),
    ]  # fmt: skip
    assert [problem.text for problem in recording.problems if problem.is_loss] == [
        "line 18 opened a dialog, and does not say how that was answered",
        "line 24 clicks while a key is held",
        "line 25 clicks on a place in a picture",
    ]
    assert recording.steps[0].details["url"] == "http://127.0.0.1:8000/index.html"
    targets = [step.target for step in recording.steps]
    assert {"role": "textbox", "name": "Code", "frame": "inner"} in targets
    assert {"role": "checkbox", "name": "Agree"} in targets
    assert {
        "selector": 'internal:role=row[name="Bob bob@x.org Delete"i] >> internal:role=button'
    } in targets
    assert all("hunter2" not in file.read_text() for file in recording.folder.glob("*.json*"))


def test_only_the_first_address_is_the_start(tmp_path: Path) -> None:
    """A later one was typed; where a click led is not in the file."""
    recording = converted(
        tmp_path, {"name": "openPage", "url": "about:blank", "pageGuid": "a"}, START, act("click"),
        {**START, "url": "http://shop/b"}, act("fill", text="x"),
        act("click", signals=[{"name": "popup", "popupPageGuid": "b"}]),
        act("click", pageGuid="b"), {"name": "closePage", "pageGuid": "b"},
    )  # fmt: skip
    assert recording.problems == ()
    assert [(step.value, step.details.get("url")) for step in recording.steps] == [
        (None, "http://shop/"), ("http://shop/b", None), ("x", "http://shop/b"),
        (None, "http://shop/b"), (None, None),
    ]  # fmt: skip


def test_assertions_are_checks(tmp_path: Path) -> None:
    """All but the comparison of a whole part of the page, which is omitted."""
    recording = converted(
        tmp_path, START, act("assertVisible"), act("assertText", text="Hi", substring=True),
        act("assertValue", value="3"), act("assertChecked", checked=False),
        act("assertSnapshot", ariaSnapshot="- button"), act("uncheck"), act("hover"),
    )  # fmt: skip
    assert [(step.action.get("what"), step.value) for step in recording.steps] == [
        ("visible", None), ("text", "Hi"), ("value", "3"), ("unchecked", None), (None, None),
        (None, None),
    ]  # fmt: skip
    assert [problem.kind for problem in recording.problems] == ["omitted"]
    assert recording.steps[-2].details["checked"] is False


@pytest.mark.parametrize(
    ("entry", "kind", "found"),
    [
        (act("drag"), "lost", "line 3 ('drag') is not known, or does not say enough"),
        (act("click", None), "lost", "line 3 ('click') does not say on what"),
        (act("fill"), "lost", "line 3 ('fill') is not known, or does not say enough"),
        (act("press"), "lost", "line 3 ('press') is not known, or does not say enough"),
        (
            act("select", options=[]),
            "lost",
            "line 3 ('select') is not known, or does not say enough",
        ),
        (
            act("setInputFiles", files=[3]),
            "lost",
            "line 3 ('setInputFiles') is not known, or does not say enough",
        ),
        (act("click", "body"), "omitted", "line 3 is a click on the page's background"),
        ({"name": "navigate"}, "lost", "line 3 does not give an address"),
        ('{"name": "cli', "lost", "line 3 is cut off, or is no JSON object"),
    ],
)
def test_nothing_is_left_out_in_silence(tmp_path: Path, entry: Any, kind: str, found: str) -> None:
    """Each line that is no step is a problem with its number."""
    recording = converted(tmp_path, START, entry, act("click"))
    assert [(problem.kind, problem.text) for problem in recording.problems] == [(kind, found)]
    assert len(recording.steps) == 1


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,a"])
@pytest.mark.parametrize("first", [True, False])
def test_an_address_that_is_no_page_is_refused(tmp_path: Path, url: str, first: bool) -> None:
    """As the start, and in the middle."""
    entries = [{**START, "url": url}, act("click")]
    with pytest.raises(NotARecording, match=f"it opens a {url.partition(':')[0]}: address"):
        converted(tmp_path, *entries if first else (START, *entries))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)
NAMES = ["click", "fill", "press", "select", "check", "navigate", "setInputFiles", "assertText"]
wild = st.fixed_dictionaries(
    {"name": st.sampled_from(NAMES) | anything},
    optional=dict.fromkeys(
        ["selector", "text", "key", "modifiers", "options", "files", "url", "signals", "pageGuid"],
        anything | st.just(SAVE),
    ),
)


@given(st.lists(wild | anything, max_size=6))
def test_any_session_is_converted_or_refused(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Any]
) -> None:
    """Never another error."""
    try:
        converted(tmp_path_factory.mktemp("r"), *entries)
    except NotARecording:
        return
