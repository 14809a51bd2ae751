"""`lessonboard recording`: importing, listing and showing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from tests.command_line import Run
from tests.parts.recordings.sources.folders import click, key, line, typed, write

STEERING = "Buy\x1b[2J it \u202e"


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A folder of two recordings, the second of which lacks a screenshot."""
    folder = tmp_path / "recordings"
    field = {"target": {"role": "textbox", "name": "Song name"}, "url": "http://localhost/"}
    write(folder / "song", [typed("numb", details=field), key("Return"), line("end")])
    write(folder / "other", [click(), line("end")], {"name": STEERING})
    (folder / "other/screenshots/0.png").unlink()
    return folder


def test_folders_are_taken_in_once(run: Run, recorded: Path) -> None:
    """One, or all below a folder; what is wrong with them is told."""
    first = run("recording", "import", str(recorded))
    assert first.code == 0
    assert "Read 2 recordings; 2 new or edited." in first.out
    assert "line 1: screenshots/0.png is missing" in first.out
    assert "\x1b" not in first.out
    again = run("recording", "import", str(recorded / "song"), "--json").json
    assert [(each["id"], each["new"]) for each in again["recordings"]] == [("song", False)]
    assert again["failed"] == []


def test_what_cannot_be_read_does_not_stop_the_rest(run: Run, recorded: Path) -> None:
    """Each failure is one line, and the exit code tells."""
    (recorded / "empty").mkdir()
    ran = run("recording", "import", str(recorded / "empty"), "nowhere.json",
              str(recorded / "song" / "manifest.jsonl"))  # fmt: skip
    assert ran.code == 1
    assert "song" in ran.out
    assert [each.split(":")[0] for each in ran.err.splitlines()] == ["lessonboard"] * 2
    assert run("recording", "import").code == 2


def test_files_are_converted_below_the_working_folder(run: Run, tmp_path: Path) -> None:
    """Or where it is asked for."""
    steps = [{"type": "click", "selectors": ["aria/Open"]}]
    (tmp_path / "flow.json").write_text(json.dumps({"title": "Open it", "steps": steps}))
    told = run("recording", "import", "../flow.json", "--project", "kite", "--json").json
    (found,) = told["recordings"]
    assert Path(found["folder"]).parent == tmp_path / "home" / "recordings"
    to = str(tmp_path / "elsewhere")
    again = run("recording", "import", "../flow.json", "--to", to, "--json").json
    assert Path(again["recordings"][0]["folder"]).parent == tmp_path / "elsewhere"
    (row,) = run("recording", "--json").json
    assert (row["id"], row["project"], row["imports"]) == (found["id"], "kite", 2)


def test_an_import_that_lost_an_action_fails(run: Run, tmp_path: Path) -> None:
    """It is on the board, and the exit code, the text and the JSON say what is missing."""
    open_ = {"name": "click", "selector": 'internal:text="Open"i'}
    entries = [{"browserName": "chromium"}, {"name": "navigate", "url": "http://shop/"}, open_,
               {"name": "drag", "selector": "#a"}]  # fmt: skip
    (tmp_path / "shop.jsonl").write_text("\n".join(map(json.dumps, entries)))
    ran = run("recording", "import", "../shop.jsonl")
    assert ran.code == 1
    assert "Read 1 recording; 1 new" in ran.out
    assert "line 4 ('drag') is not known" in ran.out
    assert "1 action of shop-" in ran.err
    found = run("recording", "import", "../shop.jsonl", "--json")
    assert found.code == 1
    (recording,) = found.json["recordings"]
    assert [each["kind"] for each in recording["problems"]] == ["lost"]


def test_the_list_and_one_recording_are_shown(run: Run, recorded: Path) -> None:
    """The beginning of the id is enough."""
    assert "No recordings" in run("recording").out
    run("recording", "import", str(recorded))
    assert "2 steps, 0 cards" in run("recording").out
    shown = run("recording", "so")
    assert f"in {recorded / 'song'}" in shown.out
    told = run("recording", "song", "--json").json
    assert told["created_at"].startswith("2023-11-14T")
    assert (told["steps"], told["step_cards"], told["workflow"]) == (2, [], None)
    missing = run("recording", "nothing")
    assert (missing.code, missing.err.count("\n")) == (1, 1)
    assert "see `lessonboard recording`" in missing.err


def test_cards_and_workflows_are_found_and_shown(run: Run, recorded: Path, tmp_path: Path) -> None:
    """Cards of steps that were edited away are not."""
    lines = [typed("numb"), *[key("Tab"), click()] * 4]
    now = (recorded / "song" / "manifest.jsonl").read_bytes()
    write(recorded / "song", lines)
    run("recording", "import", str(recorded))
    with Board.open(tmp_path / "board.db") as board:
        for index, intent in ((0, "Enter the melody to look for"), (7, "Enter nothing, melody")):
            told = {
                "recording": "song",
                "index": index,
                "intent": intent,
                "action_type": "TYPE",
                "expected_current_state": "",
                "target": {},
                "made_from_sha256": "a",
            }
            board.append([NewEvent("step_card.compiled", "recording:song", told)])
        told = {
            "recording": "song",
            "made_from_sha256": "b",
            "workflow": {
                "format": 3,
                "title": "Play a melody",
                "start": "http://a/",
                "steps": [{"do": "press", "what": "Press it", "value": "ENTER"}],
            },
        }
        board.append([NewEvent("workflow.compiled", "recording:song", told)])  # fmt: skip
    (recorded / "song" / "manifest.jsonl").write_bytes(now)
    run("recording", "import", str(recorded / "song"))
    found = run("recording", "search", "melody", "--json")
    assert "`recording search` is now `search --in workflows`" in found.err
    assert [(each["kind"], each["id"]) for each in found.json] == [("workflow", "song")]
    told = run("recording", "song", "--json").json
    assert [card["intent"] for card in told["step_cards"]] == ["Enter the melody to look for"]
    out = run("recording", "song").out
    assert "1  Press it" in out
    assert "0 of 0 runs went well" in out
