"""Projects of Selenium IDE become recordings, one for each test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.sources import SECRET, NotARecording, Recording, read_recording
from lessonboard.parts.recordings.sources.converting import convert

Command = dict[str, Any]


def do(command: str, target: str = "", value: str = "", *targets: str, **more: Any) -> Command:
    """A command as the IDE writes it."""
    ways = [[each, "xpath:position"] for each in targets]
    return {"id": "1", "comment": "", "command": command, "target": target, "targets": ways,
            "value": value, **more}  # fmt: skip


def converted(folder: Path, *tests: tuple[str, list[Command]]) -> list[Recording]:
    """The recordings of a project with these tests."""
    written = [{"id": name, "name": name, "commands": each} for name, each in tests]
    project = {"id": "p", "version": "2.0", "name": "Shop", "url": "http://shop/", "suites": [],
               "tests": written}  # fmt: skip
    (folder / "a.side").write_text(json.dumps(project))
    return [read_recording(each) for each in convert(folder / "a.side", folder / "recordings")]


def of(folder: Path, *commands: Command) -> Recording:
    """The recording of one test."""
    (recording,) = converted(folder, ("buys", [do("open", "/start"), *commands]))
    return recording


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (do("click", "id=a"), ("CLICK", None)),
        (do("clickAt", "id=a", "3,4"), ("CLICK", None)),
        (do("doubleClick", "id=a"), ("CLICK", "double")),
        (do("check", "id=a"), ("CLICK", None)),
        (do("mouseOver", "id=a"), ("HOVER", None)),
        (do("type", "id=a", "x"), ("TYPE", "x")),
        (do("editContent", "id=a", "<p>x <b>y</b></p>"), ("TYPE", "x y")),
        (do("type", "css=input[type=file]", "/home/ada/a.pdf"), ("UPLOAD", "a.pdf")),
        (do("select", "id=a", "label=Red"), ("TYPE", "Red")),
        (do("sendKeys", "id=a", "${KEY_ENTER}"), ("KEYPRESS", "ENTER")),
        (do("sendKeys", "id=a", "${KEY_CTRL}a"), ("KEYPRESS", "CTRL+a".upper())),
        (do("dragAndDropToObject", "id=a", "linkText=Bin"), ("DRAG", 'the link "Bin"')),
        (do("assertText", "id=a", "Hi"), ("CHECK", "Hi")),
        (do("verifyValue", "id=a", "Hi"), ("CHECK", "Hi")),
        (do("waitForElementNotVisible", "id=a", "3000"), ("CHECK", None)),
        (do("assertTitle", "Shop"), ("CHECK", "Shop")),
        (do("storeText", "id=a", "x"), ("EXTRACT", "text")),
        (do("runScript", "window.scrollTo(0,631.2000122070312)"), ("SCROLL", "down 6.31")),
    ],
)
def test_a_command_becomes_a_step(
    tmp_path: Path, command: Command, expected: tuple[str, str | None]
) -> None:
    """On the page that was opened."""
    recording = of(tmp_path, command)
    assert [(step.action_type, step.value) for step in recording.steps] == [expected]
    assert recording.problems == ()
    assert recording.steps[0].details["url"] == "http://shop/start"


def test_every_alternative_of_a_target_is_kept(tmp_path: Path) -> None:
    """Those that a person would use come first."""
    ways = ("id=go", "name=go", 'css=.b > a:contains("Go")', "linkText=Go", "xpath=//a[@id='go']")
    (step,) = of(tmp_path, do("click", "id=go", "", *ways)).steps
    assert (step.target["role"], step.target["name"], step.target["id"]) == ("link", "Go", "go")
    assert [each["selector"] for each in step.target["locators"]] == [
        'internal:role=link[name="Go"s]', '[id="go"]', '[name="go"]', '.b > a:has-text("Go")',
        "xpath=//a[@id='go']"]  # fmt: skip


def test_each_test_is_a_recording(tmp_path: Path) -> None:
    """Named after the project and itself."""
    same = [do("open", "/"), do("click", "id=a")]
    assert len({each.id for each in converted(tmp_path, ("one", same), ("one", same))}) == 2
    one, two = converted(tmp_path, ("one", [do("open", "/"), do("click", "id=a")]),
                         ("two", [do("open", "/"), do("type", "id=b", "x")]))  # fmt: skip
    assert [one.name, two.name] == ["Shop: one", "Shop: two"]
    assert one.folder != two.folder


def test_dialogs_frames_windows_and_variables(tmp_path: Path) -> None:
    """Each where the IDE puts it."""
    recording = of(
        tmp_path,
        do("store", "Ada", "who"),
        do("type", "id=a", "${who}"),
        do("chooseCancelOnNextConfirmation"),
        do("click", "id=del"),
        do("assertConfirmation", "Sure?"),
        do("webdriverChooseCancelOnVisibleConfirmation"),
        do("selectFrame", "index=1"),
        do("click", "id=b", opensWindow=True, windowHandleName="win8"),
        do("selectFrame", "relative=parent"),
        do("storeWindowHandle", "root"),
        do("selectWindow", "handle=${win8}"),
        do("click", "id=c"),
        do("selectWindow", "handle=${root}"),
        do("click", "id=d"),
    )
    assert recording.problems == ()
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("TYPE", "Ada"), ("CLICK", None), ("DIALOG", "dismiss"), ("CLICK", None), ("CLICK", None),
        ("CLICK", None)]  # fmt: skip
    _, _, dialog, framed, popup, last = recording.steps
    assert dialog.action == {"dialog": "confirm", "accepted": False, "message": "Sure?"}
    assert framed.target["frame"] == "iframe >> nth=1"
    assert (popup.details["page"], "page" in last.details) == (1, False)
    assert "frame" not in popup.target


@pytest.mark.parametrize(
    ("command", "kind", "said"),
    [
        (do("runScript", "alert(1)"), "lost", "command 2 (runScript) runs a script"),
        (do("while", "true"), "lost", "command 2 (while) is not supported"),
        (do("click"), "lost", "command 2 (click) is not supported"),
        (do("type", "id=a", "${other}"), "lost", "needs the variable other"),
        (do("selectWindow", "handle=${undefined}"), "lost", "names an unknown window"),
        (do("selectFrame", "relative=x"), "lost", "names a frame in an unknown way"),
        (do("click", "css=html"), "omitted", "the page's background"),
        (do("assertNotText", "id=a", "x"), "omitted", "is not checked"),
        (do("assertText", "id=a", "glob:x*"), "omitted", "is not checked"),
    ],
)
def test_what_is_not_converted_is_a_problem_by_name(
    tmp_path: Path, command: Command, kind: str, said: str
) -> None:
    """With the number of the command."""
    recording = of(tmp_path, command, do("click", "id=z"))
    (problem,) = recording.problems
    assert (problem.kind, said in problem.text) == (kind, True), problem.text


def test_what_is_switched_off_or_does_nothing_is_no_problem(tmp_path: Path) -> None:
    """A comment, a pause, a window's size."""
    idle = [do("//click", "id=a"), do(""), do("pause", "300"), do("setWindowSize", "800x600"),
            do("mouseOut", "id=a"), do("echo", "${x}"), do("close")]  # fmt: skip
    recording = of(tmp_path, *idle, do("click", "id=z"))
    assert (len(recording.steps), recording.problems) == (1, ())
    assert recording.config["viewport"] == {"width": 800, "height": 600}


@pytest.mark.parametrize("target", ["id=senha", "css=input[type=password]", "name=user_password"])
def test_a_password_is_not_even_in_the_folder(tmp_path: Path, target: str) -> None:
    """In whatever language its field is named."""
    recording = of(tmp_path, do("type", target, "hunter2"), do("sendKeys", target, "hunter2"))
    assert {step.value for step in recording.steps} == {SECRET}
    for file in recording.folder.rglob("*.json*"):
        assert "hunter2" not in file.read_text()


def test_a_page_that_is_a_file_is_refused(tmp_path: Path) -> None:
    """Nothing is written."""
    with pytest.raises(NotARecording, match="it opens a file: address"):
        converted(tmp_path, ("a", [do("open", "file:///etc/passwd"), do("click", "id=a")]))
    assert not (tmp_path / "recordings").exists()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
NAMES = ["open", "click", "type", "sendKeys", "select", "selectFrame", "selectWindow", "runScript",
         "assertText", "store", "dragAndDropToObject", "mouseDownAt", "mouseUpAt", "x", "//x",
         "assertAlert", "answerOnNextPrompt", "setWindowSize"]  # fmt: skip
wild = st.fixed_dictionaries(
    {"command": st.sampled_from(NAMES) | anything},
    optional={
        "target": anything | st.sampled_from(["id=a", "css=", "xpath=//a", "index=1", "//a", "http://["]),
        "value": anything, "targets": anything, "opensWindow": anything,
        "windowHandleName": anything,
    },
)  # fmt: skip


@given(st.lists(wild, max_size=6) | anything)
def test_whatever_the_commands_hold_is_converted_or_refused(
    tmp_path_factory: pytest.TempPathFactory, commands: Any
) -> None:
    """Never another error."""
    try:
        converted(tmp_path_factory.mktemp("s"), ("wild", commands))
    except NotARecording:
        return
