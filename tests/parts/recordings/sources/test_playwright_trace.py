"""Traces of Playwright become folders like all others; a zip from elsewhere is not trusted."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.sources import (
    SECRET,
    NotARecording,
    Recording,
    archive,
    read_recording,
)
from lessonboard.parts.recordings.sources.converting import convert
from tests.parts.recordings.sources.folders import png

OPTIONS = {"type": "context-options", "wallTime": 1_700_000_000_000, "monotonicTime": 1000.0,
           "title": "Play a song", "platform": "linux",
           "options": {"viewport": {"width": 800, "height": 600}}}  # fmt: skip
FORM = """<title>Songs</title><label>Song name <input name=q></label>
<label>Log in with <input type=password></label><button>Search</button>
<select aria-label=Sort><option>old<option>new</select><div id=card draggable=true>Card</div>
<ul aria-label=Done><li>here</ul><div style="height:3000px"></div>"""


def call(number: int, method: str, params: Mapping[str, Any], **more: Any) -> list[dict[str, Any]]:
    """The records of a call that took 10 ms."""
    id_, start = f"call@{number}", 1000.0 + number * 100
    snapshot = {"callId": id_, "isMainFrame": True, "frameUrl": more.get("url", "http://shop/")}
    told: list[dict[str, Any]] = [
        {"type": "before", "callId": id_, "class": more.get("class_", "Frame"), "method": method,
         "params": params, "startTime": start},
        {"type": "frame-snapshot", "snapshot": snapshot},
    ]  # fmt: skip
    if "element" in more:
        message = f"  locator resolved to {more['element']}"
        told.append({"type": "log", "callId": id_, "message": message})
    told += [{"type": "input", "callId": id_, "point": point} for point in more.get("points", ())]
    error = {"error": {"message": "Timeout"}} if more.get("failed") else {}
    return [*told, {"type": "after", "callId": id_, "endTime": start + 10, **error}]


def trace(path: Path, records: list[Any], images: Mapping[str, bytes] | None = None) -> Path:
    """A zip as Playwright writes it."""
    with zipfile.ZipFile(path, "w") as file:
        log = "".join(json.dumps(each) + "\n" for each in [OPTIONS, *records])
        file.writestr("trace.trace", log)
        file.writestr("trace.network", "")
        for name, content in (images or {}).items():
            file.writestr(name, content)
    return path


def converted(folder: Path, *calls: list[dict[str, Any]], **images: bytes) -> Recording:
    """The recording that calls become."""
    flat = [record for each in calls for record in each]
    return read_recording(*convert(trace(folder / "t.zip", flat, images), folder / "recordings"))


def test_calls_become_steps_with_named_targets(tmp_path: Path) -> None:
    """By the locator, and by the element that it resolved to."""
    field, button = 'internal:label="Song name"i', 'internal:role=button[name="Search"i]'
    recording = converted(
        tmp_path,
        call(1, "goto", {"url": "http://shop/"}),
        call(2, "waitForSelector", {"selector": "#q"}),
        call(3, "fill", {"selector": field, "value": "numb"}, element='<input name="q"/>'),
        call(4, "press", {"selector": field, "key": "Control+a"}),
        call(5, "click", {"selector": button}, points=[{"x": 5, "y": 6}],
             element='<button type="submit">Search</button>'),
        call(6, "mouseWheel", {"deltaX": 0, "deltaY": 300}, class_="Page"),
        call(7, "click", {"selector": 'internal:text="Nowhere"i'}, failed=True),
        call(8, "selectOption", {"selector": "#sort", "options": [{"valueOrLabel": "new"}]}),
    )  # fmt: skip
    assert recording.problems == ()
    assert (recording.name, recording.platform) == ("Play a song", "linux")
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("TYPE", "numb"), ("KEYPRESS", "CTRL+A"), ("CLICK", None), ("SCROLL", "down 3"),
        ("TYPE", "new"),
    ]  # fmt: skip
    typing, _, click, *_ = recording.steps
    assert (typing.target["role"], typing.target["tag"], typing.target["label"]) == (
        "textbox", "input", "Song name")  # fmt: skip
    assert typing.target["locators"] == [{"by": "label", "selector": field}]
    assert typing.details["url"] == "http://shop/"
    assert (click.target["role"], click.target["name"]) == ("button", "Search")
    assert (click.action["x"], click.action["y"]) == (5, 6)
    assert typing.timestamp == 1_700_000_000.3


def test_hovering_files_and_several_options_are_steps(tmp_path: Path) -> None:
    """And what no line can express is named."""
    recording = converted(
        tmp_path,
        call(1, "hover", {"selector": "#menu"}),
        call(2, "setInputFiles", {"selector": "#file", "localPaths": ["/home/ada/a.pdf"]}),
        call(3, "setInputFiles", {"selector": "#other", "payloads": [{"name": "b.pdf"}]}),
        call(4, "selectOption", {"selector": "#sort", "options": [{"label": "A, B"},
                                                                  {"label": "C"}]}),
        call(5, "goBack", {}, class_="Page"),
    )  # fmt: skip
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("HOVER", None), ("UPLOAD", "a.pdf"), ("UPLOAD", "b.pdf"), ("TYPE", "A, B\nC"),
    ]  # fmt: skip
    assert [(each.kind, each.text) for each in recording.problems] == [
        ("lost", "the call goBack is not supported")]  # fmt: skip


def test_a_step_shows_the_last_frame_before_it(tmp_path: Path) -> None:
    """Old traces keep frames by their hash, new ones as files; one frame is one file."""
    frames = [
        {"type": "screencast-frame", "sha1": "aa.png", "timestamp": 1050.0},
        {"type": "screencast-frame", "file": "screencast/b.png", "timestamp": 1150.0},
        {"type": "screencast-frame", "file": "screencast/gone.png", "timestamp": 1350.0},
    ]
    clicks = [call(n, "click", {"selector": f"#b{n}"}) for n in (1, 2, 3)]
    records = [*frames, *(record for click in clicks for record in click)]
    images = {"resources/aa.png": png(1), "screencast/b.png": png(2)}
    (folder,) = convert(trace(tmp_path / "t.zip", records, images), tmp_path / "recordings")
    recording = read_recording(folder)
    shots = [step.pre and step.pre.path.read_bytes() for step in recording.steps]
    assert shots == [png(1), png(2), png(2)]
    assert sorted(each.name for each in (folder / "screenshots").iterdir()) == ["0.png", "1.png"]
    assert recording.end is None


@pytest.mark.parametrize(
    "calls",
    [
        [call(1, "fill", {"selector": "#p", "value": "hunter2"},
              element='<input id="p" type="password"/>')],
        [call(1, "click", {"selector": 'internal:label="Password"i'}),
         call(2, "keyboardType", {"text": "hunter2"}, class_="Page")],
        [call(1, "type", {"selector": 'internal:attr=[placeholder="API key"i]',
                          "text": "hunter2"})],
    ],
    ids=["element", "focus", "placeholder"],
)  # fmt: skip
def test_a_password_is_not_even_in_the_folder(
    tmp_path: Path, calls: list[list[dict[str, Any]]]
) -> None:
    """However the script typed it."""
    recording = converted(tmp_path, *calls)
    assert (recording.steps[-1].value, recording.steps[-1].sensitive) == (SECRET, True)
    for file in recording.folder.rglob("*.json*"):
        assert "hunter2" not in file.read_text()


def test_the_raw_mouse_drags_and_clicks(tmp_path: Path) -> None:
    """A press and a release somewhere else are a drag, on one spot a click."""
    mouse = [("mouseMove", {"x": 1, "y": 2}), ("mouseDown", {}), ("mouseMove", {"x": 90, "y": 2}),
             ("mouseUp", {}), ("mouseDown", {}), ("mouseUp", {})]  # fmt: skip
    calls = [call(n, method, params, class_="Page") for n, (method, params) in enumerate(mouse)]
    assert [step.action_type for step in converted(tmp_path, *calls).steps] == ["DRAG", "CLICK"]


@pytest.mark.parametrize(
    ("selector", "target"),
    [
        ('internal:role=button[name="Say \\"hi\\""i]', {"role": "button", "name": 'Say "hi"'}),
        ('internal:testid=[data-testid="song"s] >> nth=2', {"test_id": "song", "nth": 2}),
        ("text=Log in", {"text": "Log in"}),
        ("internal:role=listitem >> internal:has-text=\"Numb\"i",
         {"role": "listitem", "text": "Numb"}),
        ("xpath=//div", {}), ("", {}), (None, {}), (7, {}),
    ],
)  # fmt: skip
def test_locators_say_what_they_look_for(
    tmp_path: Path, selector: object, target: dict[str, Any]
) -> None:
    """By role, label, placeholder, text or test id."""
    (step,) = converted(tmp_path, call(1, "click", {"selector": selector})).steps
    found = {name: value for name, value in step.target.items() if name != "locators"}
    assert found == target


def test_names_in_the_zip_lead_nowhere(tmp_path: Path) -> None:
    """Written files get names of our own."""
    evil = "../../../evil.png"
    frame = [{"type": "screencast-frame", "file": evil, "timestamp": 1.0}]
    path = trace(tmp_path / "t.zip", [*frame, *call(1, "click", {})], {evil: png()})
    (folder,) = convert(path, tmp_path / "recordings")
    written = [each for each in tmp_path.rglob("*") if each.is_file() and each != path]
    assert all(folder in each.parents for each in written)
    assert [each.name for each in (folder / "screenshots").iterdir()] == ["0.png"]


def test_a_zip_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever sizes it claims, reading stops at the limit."""
    frames = [{"type": "screencast-frame", "file": f"{n}.png", "timestamp": n} for n in (1, 2)]
    calls = [*call(1, "click", {}), *call(2, "click", {})]
    images = {"1.png": png() + bytes(5_000), "2.png": png() + bytes(5_000)}
    frames[1]["timestamp"] = 1150
    path = trace(tmp_path / "t.zip", [*frames, *calls], images)
    monkeypatch.setattr(archive, "LARGEST_SUM", 8_000)
    with pytest.raises(NotARecording, match="unpacks to more"):
        convert(path, tmp_path / "recordings")
    monkeypatch.setattr(archive, "LARGEST_LOG", 100)
    with pytest.raises(NotARecording, match="too large"):
        convert(path, tmp_path / "recordings")
    monkeypatch.setattr(archive, "MOST_ENTRIES", 2)
    with pytest.raises(NotARecording, match="more than 2 files"):
        convert(path, tmp_path / "recordings")
    assert not (tmp_path / "recordings").exists()


@pytest.mark.parametrize("damage", ["torn", "no trace", "no action", "flipped"])
def test_a_zip_that_is_no_trace_is_refused(tmp_path: Path, damage: str) -> None:
    """Cut off, of something else, or altered."""
    path = trace(tmp_path / "t.zip", call(1, "click", {}) if damage != "no action" else [])
    raw = path.read_bytes()
    if damage == "torn":
        path.write_bytes(raw[: len(raw) // 2])
    elif damage == "no trace":
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("readme.txt", "hello")
    elif damage == "flipped":
        path.write_bytes(raw.replace(b'"click"', b'"clock"', 1))
    with pytest.raises(NotARecording):
        convert(path, tmp_path / "recordings")


def test_a_trace_of_a_real_browser_is_read(tmp_path: Path, chromium: str) -> None:
    """Recorded now, by the Playwright that is installed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context()
        context.tracing.start(screenshots=True, snapshots=True, title="Play a song")
        page = context.new_page()
        page.set_content(FORM)
        page.get_by_label("Song name").press_sequentially("numb 😀")
        page.get_by_label("Log in with").fill("hunter2")
        page.get_by_role("button", name="Search").dblclick()
        page.get_by_label("Sort").select_option("new")
        page.locator("#card").drag_to(page.get_by_label("Done"))
        page.mouse.wheel(0, 200)
        page.wait_for_timeout(200)
        context.tracing.stop(path=tmp_path / "t.zip")
        browser.close()
    recording = read_recording(*convert(tmp_path / "t.zip", tmp_path / "recordings"))
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("TYPE", "numb 😀"), ("TYPE", SECRET), ("CLICK", "double"), ("TYPE", "new"),
        ("DRAG", "Done"), ("SCROLL", "down 2"),
    ]  # fmt: skip
    assert recording.problems == ()
    assert all(step.pre for step in recording.steps[1:])
    assert recording.steps[0].target["label"] == "Song name"
