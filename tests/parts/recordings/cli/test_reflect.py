"""`lessonboard session reflect --session ID` on a recording: by rules, and with a model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from reflect.model.thread import Message
from tests.command_line import Run
from tests.parts.recordings.compiler import songs
from tests.reflect.model.model_server import ModelServer, Raw, Say


@pytest.fixture
def home(tmp_path: Path, run: Run) -> Path:
    """The working folder of the commands, with a recording below it."""
    assert callable(run)
    songs.record(tmp_path / "home" / "recordings" / "songs", songs.lines())
    return tmp_path / "home"


def settings(tmp_path: Path, url: str) -> dict[str, str]:
    """An environment whose settings name a model."""
    path = tmp_path / "config" / "lessonboard" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f"[model]\nname = 'mine'\nbase_url = '{url}'\nretries = 0\nconcurrency = 1\n")
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


def test_a_recording_is_found_by_its_name_its_path_and_its_id(home: Path, run: Run) -> None:
    """Whichever way, the workflow is the same and nothing is done twice."""
    told = [
        run("session", "reflect", "--session", name, "--json").json
        for name in ("songs", "recordings/songs", str(home / "recordings" / "songs"), "son")
    ]
    assert told[0] == {
        "session": "songs",
        "steps": 5,
        "cards": 5,
        "model_calls": 0,
        "reused": 0,
        "failed": [],
        "workflow": "workflows/songs/schema.json",
        "file": "workflows/songs/workflow.yaml",
        "outcome": {"place": "http://localhost:8000/player", "title": "Player",
                    "heading": "Now playing"},
        "doubts": [],
        "merged": None,
        "conflicts": [],
        "problems": [],
    }  # fmt: skip
    assert told[1:] == [{**told[0], "reused": 5}] * 3
    workflow = json.loads((home / told[0]["workflow"]).read_bytes())
    assert [each["name"] for each in workflow["task_params"]] == ["song_name", "password"]


def test_what_a_person_reads(home: Path, run: Run) -> None:
    """The parts, the parameters, and how to run it; nothing on standard error."""
    done = run("session", "reflect", "--session", "songs")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "songs: 5 steps, 5 cards (0 known before), 0 model calls.\n"
        '  1. On the page "Search" (3 steps)\n'
        '  2. On the page "Results" (1 step)\n'
        '  3. On the page "Log in" (1 step)\n'
        "  --param song_name=...  'Numb'\n"
        "  password: secret; it is asked for at each run\n"
        "  in the end: the page is 'http://localhost:8000/player'\n"
        "  in the end: the page's title is 'Player'\n"
        "  in the end: a heading is 'Now playing'\n"
        "Written to workflows/songs; edit workflow.yaml there as you like.\n"
        "Rehearse it, up to what changes something: lessonboard recording run songs --rehearse\n"
    )
    assert (home / "workflows" / "songs" / "screenshots" / "0.png").exists()


def test_a_recording_that_is_gone(home: Path, run: Run) -> None:
    """The board knows cards and workflow; what it does not know is said."""
    run("session", "reflect", "--session", "songs")
    shutil.rmtree(home / "recordings")
    shutil.rmtree(home / "workflows")
    done = run("session", "reflect", "--session", "songs")
    assert done.code == 0
    assert "the recording is no longer in" in done.err
    assert (home / "workflows" / "songs" / "schema.json").exists()


def test_a_file_changed_by_hand_is_told(home: Path, run: Run) -> None:
    """It is kept under another name."""
    run("session", "reflect", "--session", "songs")
    (home / "workflows" / "songs" / "schema.json").write_text("mine")
    done = run("session", "reflect", "--session", "songs")
    assert "changed by hand; kept as schema.json.edited" in done.err
    assert (home / "workflows" / "songs" / "schema.json.edited").read_text() == "mine"


def test_the_project_of_a_recording(home: Path, run: Run) -> None:
    """It is the one that is named, and stays so."""
    assert home
    run("session", "reflect", "--session", "songs", "--project", "github.com/example/web")
    run("session", "reflect", "--session", "songs")
    (row,) = run("recording", "--json").json
    assert row["project"] == "github.com/example/web"


def test_a_name_that_is_neither_a_recording_nor_a_session(home: Path, run: Run) -> None:
    """The error is that of sessions, as before."""
    assert home
    for name in ("nobody", "x" * 300, "~nobody/x", ".."):
        done = run("session", "reflect", "--session", name)
        assert done.code == 1
        assert f"there is no session '{name}'" in done.err


def test_a_model_over_http(tmp_path: Path, home: Path, run: Run) -> None:
    """Six calls the first time, none the second, two after an edit of one text."""
    good = Say(songs.card())
    with ModelServer(*[good] * 5, Say(drafted()), good, Say(drafted())) as server:
        where = settings(tmp_path, server.url)
        first = run("session", "reflect", "--session", "songs", "--json", **where).json
        again = run("session", "reflect", "--session", "songs", "--json", **where).json
        manifest = songs.saved(home / "recordings" / "songs")
        manifest[1]["action_details"]["text"] = "One"
        songs.save(home / "recordings" / "songs", manifest)
        edited = run("session", "reflect", "--session", "songs", "--json", **where).json
        assert [each.mode for each in server.requests] == ["responses"] * 8
    assert [(each["model_calls"], each["reused"]) for each in (first, again, edited)] == [
        (6, 0), (0, 5), (2, 4)]  # fmt: skip
    workflow = json.loads((home / edited["workflow"]).read_bytes())
    assert workflow["task_params"][0]["example"] == "One"
    assert "hunter2" not in str([each.body for each in server.requests])


def drafted() -> str:
    """A sound draft of the five steps."""
    steps = [{"i": n, "action_type": "TYPE" if n in (1, 4) else "CLICK"} for n in range(5)]
    steps[4]["secret"] = True
    listed = "\n".join(map(json.dumps, steps))
    asked = [Message("system", ""), Message("user", f"<<<steps x\n{listed}\nsteps x>>>")]
    return songs.draft(asked)


def test_a_model_that_refuses_a_step(tmp_path: Path, home: Path, run: Run) -> None:
    """Exit code 1, what failed, what is kept, and what to do; the next run asks for the rest."""
    good = Say(songs.card())
    with ModelServer(good, good, Say(stopped="refused"), good, good, Say("no")) as server:
        where = settings(tmp_path, server.url)
        done = run("session", "reflect", "--session", "songs", "--json", **where)
        assert done.code == 1
        assert (done.json["cards"], done.json["model_calls"]) == (4, 5)
        [failed] = done.json["failed"]  # whichever was asked third, for they are asked together
        assert done.json["workflow"] is None
        assert f"step {failed['step']} failed: mine declined" in done.err
        assert "4 cards of 5 are kept" in done.err
        assert "--no-model" in done.err
    by_rules = run("session", "reflect", "--session", "songs", "--no-model", "--json", **where)
    assert by_rules.code == 0
    assert (by_rules.json["reused"], by_rules.json["model_calls"]) == (4, 0)
    assert (home / "workflows" / "songs" / "schema.json").exists()


def test_a_key_that_is_not_taken(tmp_path: Path, home: Path, run: Run) -> None:
    """It is tried once, and no traceback is printed."""
    assert home
    with ModelServer(Raw(401, b'{"error": {"message": "bad key"}}')) as server:
        done = run("session", "reflect", "--session", "songs", **settings(tmp_path, server.url))
        assert len(server.requests) == 1
    assert done.code == 1
    assert "step 0 failed: the server answered 401" in done.err
    assert "Traceback" not in done.err
