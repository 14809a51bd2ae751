"""`lessonboard session reflect --session ID` on a recording: what becomes of it, and its file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.command_line import Run
from tests.parts.recordings.compiler import songs


@pytest.fixture
def home(tmp_path: Path, run: Run) -> Path:
    """The working folder of the commands, with a recording below it."""
    assert callable(run)
    songs.record(tmp_path / "home" / "recordings" / "songs", songs.lines())
    return tmp_path / "home"


def test_a_recording_is_found_by_its_name_its_path_and_its_id(home: Path, run: Run) -> None:
    """Whichever way, the workflow is the same and nothing is done twice."""
    told = [
        run("session", "reflect", "--session", name, "--json").json
        for name in ("songs", "recordings/songs", str(home / "recordings" / "songs"), "son")
    ]
    assert told[0] == {
        "session": "songs",
        "steps": 5,
        "new_cards": 5,
        "file": "workflows/songs/workflow.yaml",
        "outcome": {"page": "http://localhost:8000/player", "title": "Player",
                    "heading": "Now playing"},
        "doubts": [],
        "waiting": None,
    }  # fmt: skip
    assert told[1:] == [{**told[0], "new_cards": 0}] * 3


def test_what_a_person_reads(home: Path, run: Run) -> None:
    """The parameters, the end, and how to run it; nothing on standard error."""
    assert home
    done = run("session", "reflect", "--session", "songs")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "songs: 5 steps, 5 new or changed.\n"
        "  --param song_name=...  'Numb'\n"
        "  password: secret; it is asked for at each run\n"
        "  in the end: the page is 'http://localhost:8000/player'\n"
        "  in the end: the page's title is 'Player'\n"
        "  in the end: a heading is 'Now playing'\n"
        "Written to workflows/songs/workflow.yaml; edit it as you like, then `recording accept`.\n"
        "Rehearse it, up to what changes something: lessonboard recording run songs --rehearse\n"
    )


def test_a_recording_that_is_gone(home: Path, run: Run) -> None:
    """The board knows its workflow; that the rest is away is said."""
    run("session", "reflect", "--session", "songs")
    text = (home / "workflows" / "songs" / "workflow.yaml").read_text()
    shutil.rmtree(home / "recordings")
    shutil.rmtree(home / "workflows")
    done = run("session", "reflect", "--session", "songs")
    assert done.code == 0
    assert "The recording is not in its folder" in done.out
    assert (home / "workflows" / "songs" / "workflow.yaml").read_text() == text


def test_the_project_of_a_recording(home: Path, run: Run) -> None:
    """It is the one that is named, and stays so."""
    assert home
    run("session", "reflect", "--session", "songs", "--project", "github.com/example/web")
    run("session", "reflect", "--session", "songs")
    (row,) = run("recording", "--json").json
    assert row["project"] == "github.com/example/web"


def test_a_name_that_is_neither_a_recording_nor_a_session(home: Path, run: Run) -> None:
    """The error is that of sessions."""
    assert home
    for name in ("nobody", "x" * 300, "~nobody/x", ".."):
        done = run("session", "reflect", "--session", name)
        assert done.code == 1
        assert f"there is no session '{name}'" in done.err


def test_a_line_with_an_attribute_of_another_type_is_named(home: Path, run: Run) -> None:
    """Its action is missing, so that the workflow is not run as it is."""
    folder = home / "recordings" / "songs"
    told = songs.saved(folder)
    told[3]["details"]["target"]["alike"] = "many"
    songs.save(folder, told)
    assert "line 4: details.target.alike is not a whole number" in run(
        "recording", "import", "recordings/songs"
    ).out  # fmt: skip
    done = run("session", "reflect", "--session", "songs")
    assert done.code == 0
    assert "details.target.alike" in (home / "workflows" / "songs" / "workflow.yaml").read_text()
