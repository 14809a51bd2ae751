"""From a recording to a workflow: what is recorded, what is written, and that it can be run."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board
from lessonboard.parts.recordings.compiler.card import card_of
from lessonboard.parts.recordings.compiler.document import document_of
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.compiler.template import render
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.views.runnable import why_not_runnable
from lessonboard.parts.recordings.workflow.file import changed, file_of
from lessonboard.parts.recordings.workflow.planning import made
from lessonboard.parts.recordings.workflow.read import read, written
from tests.long_runs import rounds
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.sources.folders import Line, click, key, line, typed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The recording of five steps."""
    return songs.record(tmp_path / "recordings" / "songs", songs.lines())


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """Where workflows are written."""
    return tmp_path / "workflows"


def edited(folder: Path, text: str) -> None:
    """The recording, in which another song was typed."""
    manifest = songs.saved(folder)
    manifest[1]["action_details"]["text"] = text
    songs.save(folder, manifest)


def test_the_same_recording_adds_no_event(board: Board, folder: Path, into: Path) -> None:
    """Also after its folder was deleted, which is written again."""
    done = songs.reflect(board, folder, into)
    assert (done.steps, done.new_cards, done.waiting) == (5, 5, None)
    head, text = board.log.head(), done.file.read_text()
    shutil.rmtree(into)
    again = songs.reflect(board, folder, into)
    assert (again.new_cards, again.document, board.log.head()) == (0, done.document, head)
    assert done.file.read_text() == text
    cards = json.loads((into / "songs" / "step_cards.json").read_bytes())
    assert [card["index"] for card in cards] == [0, 1, 2, 3, 4]


def test_of_an_edited_recording_only_what_is_new_is_recorded(
    board: Board, folder: Path, into: Path
) -> None:
    """What is in force stays so until a person accepts the other; the file has it meanwhile."""
    file = songs.reflect(board, folder, into).file
    before = board.row("step_cards", "songs:1")
    for text in ("One", "Numb"):
        edited(folder, text)
        head = board.log.head()
        os.utime(file, (0, 0))
        done = songs.reflect(board, folder, into)
        assert (done.new_cards, done.waiting) == (1, None if text == "Numb" else file)
        assert [event.type for event in board.read(after=head)] == [
            "recording.imported", "step_card.compiled", "workflow.compiled"]  # fmt: skip
        assert board.row("step_cards", "songs:1")["action_value"] == text
        row = board.row("workflows", "songs")
        assert row["task_params"][0]["example"] == "Numb"
        assert read(file.read_text())[0]["parameters"]["song_name"]["example"] == text
        assert (changed(board, row) is None) == (text == "Numb")
    assert {**board.row("step_cards", "songs:1"), "last_at": 0} == {**before, "last_at": 0}
    assert board.row("recordings", "songs")["status"] == "compiled"


def test_the_workflow_gives_back_what_was_recorded(board: Board, folder: Path, into: Path) -> None:
    """With the examples put in, each step is what was done; the secret has no example."""
    document = songs.reflect(board, folder, into).document
    assert document["parameters"] == {
        "song_name": {"example": "Numb",
                      "description": 'What is typed into the field "Song name".'},
        "password": {"kind": "secret",
                     "description": 'What is typed into the field "Password".'},
    }  # fmt: skip
    plan = made(document)
    assert [plan.value(step, plan.recorded) for step in plan.steps] == [
        None, "Numb", "ENTER", None, ""]  # fmt: skip
    assert [step.get("part") for step in document["steps"]] == [
        "Search", None, None, "Results", "Log in"]  # fmt: skip
    assert document["steps"][1]["target"] == {
        "role": "textbox", "label": "Song name", "placeholder": "Title"}  # fmt: skip


def test_a_typed_secret_goes_nowhere(board: Board, folder: Path, into: Path) -> None:
    """Not onto the board, not into the folder."""
    songs.reflect(board, folder, into)
    kept = b"".join(path.read_bytes() for path in into.rglob("*") if path.is_file())
    assert b"hunter2" not in kept
    assert "hunter2" not in str([event.payload for event in board.read()])


def test_all_in_one_view(board: Board, folder: Path, into: Path) -> None:
    """The recording is compiled, and its cards and workflow are found by search."""
    songs.reflect(board, folder, into)
    row = board.row("recordings", "songs")
    assert (row["status"], row["steps"], row["cards"]) == ("compiled", 5, 5)
    hits = board.search("song name", view="step_cards")
    assert {hit.row["index"] for hit in hits} >= {0, 1, 2}
    assert board.row("workflows", "songs")["title"] == "Play a song"
    path = file_of(board, "songs")
    assert path is not None
    assert path.parent == into / "songs"


THOUSANDS = rounds(500, 5_000)


def test_thousands_of_steps(board: Board, tmp_path: Path, into: Path) -> None:
    """They take seconds, and a second run less; no step is lost."""
    folder = tmp_path / "huge"
    folder.mkdir()
    page = [songs.at(f"/page/{n}", f"Page {n}", target=songs.FIELD) for n in range(50)]
    songs.save(folder, [
        typed(f"text {n}", details=page[n // 100]) if n % 2 else click(n, details=page[n // 100])
        for n in range(THOUSANDS)
    ])  # fmt: skip
    started = time.process_time()
    done = songs.reflect(board, folder, into)
    again = songs.reflect(board, folder, into)
    assert (done.new_cards, again.new_cards) == (THOUSANDS, 0)
    assert [step["id"] for step in done.document["steps"]] == list(range(THOUSANDS))
    assert time.process_time() - started < 60


WORDS = st.text(max_size=12)
TARGETS = st.fixed_dictionaries(
    {"role": st.sampled_from(["textbox", "button", "link", "tab", "strange"])},
    optional={"label": WORDS, "name": WORDS, "input_type": st.sampled_from(["text", "password"])},
)
PAGES = st.builds(
    lambda path, title, heading, target: songs.at(path, title, heading, target=target),
    st.sampled_from(["/", "/a", "/b?q=1"]), WORDS, WORDS, TARGETS,
)  # fmt: skip
DETAILS = st.none() | PAGES
ACTIONS = st.one_of(
    st.builds(typed, st.text(max_size=30)),
    st.builds(key, st.sampled_from(["Return", "a", "+", ["Control_L", "c"]])),
    st.builds(click, st.integers(0, 2000), st.floats(0, 2000)),
    st.builds(lambda dy: line("scroll", {"dx": 0, "dy": dy}), st.integers(-9, 9)),
    st.just(line("drag", {"x1": 1, "y1": 2, "x2": 3, "y2": 4})),
)


def _with(told: Line, details: dict[str, Any] | None) -> Line:
    return {**told, **({"details": details} if details else {})}


@settings(max_examples=rounds(40, 200), deadline=None)
@given(st.lists(st.builds(_with, ACTIONS, DETAILS), min_size=1, max_size=8))
def test_whatever_was_recorded_is_given_back_or_says_why_not(told: list[Line]) -> None:
    """Its document has no problem or names one; its file says the same; values are as typed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "task"
        folder.mkdir()
        songs.save(folder, [click(), *told])
        recording = read_recording(folder)
        steps = moments(recording)
        document = document_of(recording, steps, [card_of(each, "task") for each in steps])
    found, problems = read(written(document))
    assert bool(problems) == bool(why_not_runnable(found))
    values = {name: each.get("example", "") for name, each in
              document.get("parameters", {}).items()}  # fmt: skip
    assert [each["id"] for each in document["steps"]] == [each.index for each in recording.steps]
    for step, was in zip(document["steps"], recording.steps, strict=True):
        if not was.sensitive and "value" in step:
            assert render(step["value"], values) == was.value
    if not problems:
        plan = made(found)
        assert [step.number for step in plan.steps] == list(range(1, len(steps) + 1))


def test_words_that_lie_beside_a_recording_are_the_words_of_its_cards(
    board: Board, tmp_path: Path
) -> None:
    """Somebody wrote them who saw the screen."""
    folder = songs.record(tmp_path / "task", songs.lines())
    kinds = ("CLICK", "TYPE", "KEYPRESS", "CLICK", "TYPE")
    cards = [{"action_type": kind, "intent": f"Intent {n}", "post_action": f"Change {n}"}
             for n, kind in enumerate(kinds)]  # fmt: skip
    (folder / "step_cards.json").write_text(json.dumps(cards))
    songs.reflect(board, folder, tmp_path / "workflows")
    rows = board.view("step_cards", order="index")
    assert [row["intent"] for row in rows] == [f"Intent {n}" for n in range(5)]
    assert rows[0]["post_action"] == "Change 0"
