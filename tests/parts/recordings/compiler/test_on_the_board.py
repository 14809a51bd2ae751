"""What a recording leaves on the board: the same by any way, found while it is true, forgotten."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.views.view import fold
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.views.recordings import RECORDINGS
from lessonboard.parts.recordings.views.step_cards import STEP_CARDS
from lessonboard.parts.recordings.views.workflows import WORKFLOWS
from tests.conftest import FixedClock
from tests.parts.recordings.compiler import songs

_VIEWS = (RECORDINGS, STEP_CARDS, WORKFLOWS)
_EDITS = ("as it was", "another text", "a step less", "a step more")


def edit(folder: Path, how: str) -> None:
    """The recording after an edit of its manifest."""
    lines = copy.deepcopy(songs.lines())
    if how == "another text":
        lines[1]["action_details"]["text"] = "One"
    elif how == "a step less":
        del lines[3]
    elif how == "a step more":
        lines.insert(3, copy.deepcopy(lines[3]))
    songs.record(folder, lines)


def rows(board: Board) -> dict[str, list[dict[str, Any]]]:
    """All that the views of recordings hold."""
    return {view.name: sorted(board.view(view.name), key=lambda row: str(row["id"]))
            for view in _VIEWS}  # fmt: skip


def folded(board: Board) -> dict[str, list[dict[str, Any]]]:
    """The same, of the events alone."""
    events = list(board.read())
    return {view.name: [row for _, row in sorted(fold(view, events).items())] for view in _VIEWS}


def run(board: Board, number: int) -> None:
    """Tell of a run."""
    payload = {"recording": "songs", "run": str(number), "parameters": {"song_name": "Clocks"},
            "succeeded": number % 2 == 0, "steps_done": 1}  # fmt: skip
    board.append([NewEvent("workflow.rerun", "recording:songs", payload)])


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(st.sampled_from([*_EDITS, "a run"]), min_size=1, max_size=5))
def test_the_views_are_what_the_events_say(
    edits: list[str], tmp_path_factory: pytest.TempPathFactory, clock: FixedClock
) -> None:
    """Row by row as it went, folded at once, rebuilt, and as of each position in between."""
    root = tmp_path_factory.mktemp("views")
    with Board.open(root / "board.db", clock=clock) as board:
        states: dict[int, dict[str, list[dict[str, Any]]]] = {}
        for number, how in enumerate(edits):
            if how == "a run":
                run(board, number)
            else:
                edit(root / "songs", how)
                songs.reflect(board, root / "songs", root / "workflows")
            states[max(event.position for event in board.read())] = rows(board)
        assert rows(board) == folded(board)
        for position, state in states.items():
            assert rows(board.as_of(position)) == state
        now = rows(board)
        board.replay()
        assert rows(board) == now


def test_a_step_that_was_edited_away_is_found_no_more(board: Board, tmp_path: Path) -> None:
    """Search does not find it; when it returns, so does its card."""
    folder = tmp_path / "songs"

    def found() -> list[str]:
        hits = board.search("Password", view="step_cards", limit=20)
        return sorted(hit.row["id"] for hit in hits)

    edit(folder, "as it was")
    songs.reflect(board, folder, tmp_path / "workflows")
    assert "songs:4" in found()
    edit(folder, "a step less")
    ingest(board, read_recording(folder))
    assert [row["id"] for row in board.view("step_cards", where={"is_gone": 1})] == ["songs:4"]
    assert "songs:4" not in found()
    edit(folder, "as it was")
    songs.reflect(board, folder, tmp_path / "workflows")
    assert board.view("step_cards", where={"is_gone": 1}) == []
    assert "songs:4" in found()


def test_forgetting_a_recording_takes_all_that_was_made_of_it(board: Board, tmp_path: Path) -> None:
    """Cards, workflow and runs; another recording that mentions its name stays."""
    edit(tmp_path / "songs", "as it was")
    songs.reflect(board, tmp_path / "songs", tmp_path / "workflows")
    run(board, 1)
    other = songs.record(tmp_path / "other", songs.lines(), name="songs", description="songs")
    songs.reflect(board, other, tmp_path / "workflows")
    (first, *_) = board.read(stream="recording:songs")
    board.forget(first.id, reason="private")
    assert [event.payload for event in board.read(stream="recording:songs")] == [None] * 8
    assert {view: [row["id"].partition(":")[0] for row in told]
            for view, told in rows(board).items()} == {
        "recordings": ["other"], "step_cards": ["other"] * 5, "workflows": ["other"],
    }  # fmt: skip
    assert rows(board) == folded(board)
    assert ingest(board, read_recording(tmp_path / "songs")) is None


def test_forgetting_a_card_takes_the_workflow_that_holds_its_words(
    board: Board, tmp_path: Path
) -> None:
    """The other cards stay."""
    edit(tmp_path / "songs", "as it was")
    songs.reflect(board, tmp_path / "songs", tmp_path / "workflows")
    (card,) = (event for event in board.read(types=["step_card.compiled"])
               if (event.payload or {})["index"] == 1)  # fmt: skip
    board.forget(card.id, reason="private")
    assert len(board.view("step_cards")) == 4
    assert board.view("workflows") == []
    assert b"Numb" not in b"".join(str(event.payload).encode() for event in board.read(
        types=["step_card.compiled", "workflow.compiled"])
        if (event.payload or {}).get("index") == 1)  # fmt: skip
