"""Reading a recording folder: pairing, hashes, and everything that can be wrong with it."""

from __future__ import annotations

import hashlib
import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.sources import (
    NotARecording,
    Recording,
    Screenshot,
    read_recording,
)
from tests.parts.recordings.sources.folders import Line, click, key, line, png, typed, write


def kinds(recording: Recording) -> list[str]:
    """The kinds of the problems that were found."""
    return [problem.kind for problem in recording.problems]


def name(shot: Screenshot | None) -> str | None:
    """The name of an image."""
    return shot and shot.name


def test_before_is_its_own_screenshot_and_after_that_of_the_next_line(tmp_path: Path) -> None:
    """Also if the next line is the last frame, which is not a step."""
    folder = write(tmp_path / "r", [click(), typed("numb"), line(None)])
    recording = read_recording(folder)
    assert [(step.action_type, step.value, name(step.pre), name(step.post))
            for step in recording.steps] == [
        ("CLICK", None, "screenshots/0.png", "screenshots/1.png"),
        ("TYPE", "numb", "screenshots/1.png", "screenshots/2.png"),
    ]  # fmt: skip
    assert name(recording.end) == "screenshots/2.png"
    assert (recording.id, recording.name, recording.events) == ("r", "Play a song", 3)
    assert recording.problems == ()


def test_what_was_recorded_is_known_by_its_hashes(tmp_path: Path) -> None:
    """Of the manifest, and of each screenshot."""
    folder = write(tmp_path / "r", [click(), line("end")])
    recording = read_recording(folder)
    manifest = (folder / "manifest.jsonl").read_bytes()
    assert recording.manifest_sha256 == hashlib.sha256(manifest).hexdigest()
    assert recording.screenshots["screenshots/1.png"] == hashlib.sha256(png(1)).hexdigest()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "is missing"),
        (b"", "is empty"),
        (png()[:-9], "is cut off"),
        (b"\xff\xd8\xff\xe0" + bytes(200), "is cut off"),
        (b"GET / HTTP/1.1", "is no PNG"),
    ],
    ids=["missing", "empty", "torn png", "torn jpeg", "no image"],
)
def test_a_step_without_a_sound_screenshot_is_kept(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    """The problem is reported once, even if two steps use the image."""
    folder = write(tmp_path / "r", [click(), typed("numb"), line("end")])
    if content is None:
        (folder / "screenshots/1.png").unlink()
    else:
        (folder / "screenshots/1.png").write_bytes(content)
    recording = read_recording(folder)
    assert [step.pre is None for step in recording.steps] == [False, True]
    assert recording.steps[0].post is None
    assert [problem.index for problem in recording.problems] == [1]
    assert said in recording.problems[0].text


@pytest.mark.parametrize(
    "shot", ["../secret.png", "/etc/passwd", "..\\secret.png", "C:/secret.png", "link.png", "a\0b"]
)
def test_a_path_that_leaves_the_folder_is_refused(tmp_path: Path, shot: str) -> None:
    """By dots, from the root, by a drive, or through a link."""
    (tmp_path / "secret.png").write_bytes(png())
    folder = write(tmp_path / "r", [click(screenshot=shot), line("end")])
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    recording = read_recording(folder)
    assert recording.steps[0].pre is None
    assert shot not in recording.screenshots
    assert "outside" in recording.problems[0].text


def test_a_screenshot_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    """A pipe without a writer is reported like any other problem."""
    folder = write(tmp_path / "r", [click(), line("end")])
    (folder / "screenshots/0.png").unlink()
    os.mkfifo(folder / "screenshots/0.png")
    assert "is no file" in read_recording(folder).problems[0].text


def test_lines_stay_in_order_where_their_times_do_not(tmp_path: Path) -> None:
    """Screenshots pair by line, and clocks are put back."""
    folder = write(tmp_path / "r", [click(timestamp=20.0), typed("a", timestamp=10.0), line("end")])
    recording = read_recording(folder)
    assert [step.action_type for step in recording.steps] == ["CLICK", "TYPE"]
    assert recording.problems == ()


def test_lines_that_say_nothing_are_told_and_passed_over(tmp_path: Path) -> None:
    """Torn, no JSON, of an unknown type, without what they need, or far too long."""
    lines: list[Line | str] = [
        click(), "no json", "[]", "{}", line("teleport"), key(None), line("type", {"text": 3}),
        line("scroll", {"dx": 0, "dy": 0}), typed("x" * (1 << 20)), typed("on"),
        '{"action_type": "cli',
    ]  # fmt: skip
    recording = read_recording(write(tmp_path / "r", lines))
    assert [step.index for step in recording.steps] == [0, 9]
    assert recording.events == 11
    reported = [(problem.index, problem.kind) for problem in recording.problems]
    assert reported == [
        (index, "type" if index in (3, 4) else "line") for index in (1, 2, 3, 4, 5, 6, 7, 8, 10)
    ]


def test_a_torn_last_line_is_called_so(tmp_path: Path) -> None:
    """The recorder was killed while it wrote."""
    folder = write(tmp_path / "r", [click()])
    with (folder / "manifest.jsonl").open("a") as file:
        file.write('{"action_type": "type", "action_det')
    recording = read_recording(folder)
    assert len(recording.steps) == 1
    assert recording.problems[0].text == "the last line is cut off"


def test_one_event_is_a_recording(tmp_path: Path) -> None:
    """Nothing was seen after it."""
    (step,) = read_recording(write(tmp_path / "r", [click()])).steps
    assert step.pre is not None
    assert step.post is None


@pytest.mark.parametrize("lines", [[], [line("end")], ["", " "], ["no json"]])
def test_without_an_action_it_is_no_recording(tmp_path: Path, lines: list[str]) -> None:
    """The error names the folder, the problem, and what to do."""
    with pytest.raises(NotARecording, match=r"could not read .*/r as a recording: .*; record"):
        read_recording(write(tmp_path / "r", lines))


def test_a_folder_without_a_manifest_is_no_recording(tmp_path: Path) -> None:
    """Nor is one that is not there."""
    with pytest.raises(NotARecording, match=r"has no manifest\.jsonl"):
        read_recording(tmp_path)
    with pytest.raises(NotARecording, match="is no folder"):
        read_recording(tmp_path / "nowhere")


@pytest.mark.parametrize("raw", [None, "{", "[]", '{"name": 3}'])
def test_without_metadata_the_folder_names_the_recording(tmp_path: Path, raw: str | None) -> None:
    """What is not known is reported, never fatal."""
    folder = write(tmp_path / "my task", [click()])
    (folder / "metadata.json").unlink()
    if raw is not None:
        (folder / "metadata.json").write_text(raw)
    recording = read_recording(folder)
    assert (recording.id, recording.name) == ("my-task", "my task")
    assert kinds(recording) == (["metadata"] if raw != '{"name": 3}' else [])


@pytest.mark.parametrize("given", ["../../evil", "..", "", "a/b", "x" * 300, 7, None])
def test_an_id_can_always_be_the_name_of_a_folder(tmp_path: Path, given: object) -> None:
    """Whatever the metadata claims."""
    folder = write(tmp_path / "r", [click()], {"session_id": given})
    found = read_recording(folder).id
    assert found == Path(found).name
    assert found not in ("", ".", "..")
    assert len(found) <= 100


def test_names_are_kept_without_secrets_and_without_control_characters(tmp_path: Path) -> None:
    """They are shown to people and to models."""
    metadata = {"name": "Buy\x1b[2J it", "description": "with token=hunter2Zq81xK9pL77"}
    recording = read_recording(write(tmp_path / "r", [click()], metadata))
    assert recording.name == "Buy [2J it"
    assert "hunter2" not in recording.description


@pytest.mark.parametrize(
    ("given", "micros"),
    [("2023-11-14T22:13:20Z", 1_700_000_000_000_000), (1_700_000_000.5, 1_700_000_000_500_000),
     ("soon", 1_700_000_000_000_000), (-5, 1_700_000_000_000_000)],
)  # fmt: skip
def test_the_time_is_the_metadata_s_or_that_of_the_first_line(
    tmp_path: Path, given: object, micros: int
) -> None:
    """As ISO 8601 or in seconds."""
    folder = write(tmp_path / "r", [click()], {"created_at": given})
    assert read_recording(folder).created_at == micros


def test_five_thousand_events_are_read(tmp_path: Path) -> None:
    """Each is a separate step."""
    each = [click(x=100 * (n % 2)) if n % 3 else typed(f"text {n}") for n in range(5_000)]
    recording = read_recording(write(tmp_path / "r", each))
    assert recording.events == len(recording.steps) == 5_000
    assert len(recording.screenshots) == 5_000


def test_the_shared_recordings_are_read_without_a_problem(shared_data: Path) -> None:
    """28 tasks of a real recorder: no action is taken for the stop, none is merged away."""
    folders = sorted((shared_data / "recordings" / "screenagent").iterdir())
    for folder in folders:
        recording = read_recording(folder)
        labelled = json.loads((folder / "labels.json").read_text())["steps"]
        assert recording.problems == ()
        assert len(recording.steps) == len(labelled) == recording.events - 1
        assert all(step.pre and step.post for step in recording.steps)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["target", "x", "y", "text", "key", "name", "url", "dx", "dy", "fill"]),
        inner, max_size=4),
    max_leaves=6,
)  # fmt: skip
_KINDS = ["click", "double_click", "type", "key", "scroll", "drag", "end", None, "hover", 3]
wild_lines = st.fixed_dictionaries(
    {"action_type": st.sampled_from(_KINDS)},
    optional={"action_details": anything, "details": anything, "timestamp": anything,
              "screenshot": anything},
)  # fmt: skip


@given(st.lists(wild_lines | anything, max_size=8), st.binary(max_size=40))
def test_whatever_a_manifest_holds_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, lines: list[object], torn: bytes
) -> None:
    """Steps stay in order and never overlap; nothing else is ever raised."""
    folder = tmp_path_factory.mktemp("r")
    content = "".join(json.dumps(each) + "\n" for each in lines).encode()
    (folder / "manifest.jsonl").write_bytes(content + torn)
    try:
        recording = read_recording(folder)
    except NotARecording:
        return
    spans = [(step.index, step.last) for step in recording.steps]
    assert all(first <= last for first, last in spans)
    assert all(last < first for (_, last), (first, _) in pairwise(spans))
    assert all(step.value for step in recording.steps if step.action_type == "KEYPRESS")
    assert all(step.value is not None for step in recording.steps if step.action_type == "TYPE")
    json.dumps([step.details for step in recording.steps])
