"""A moment of the past, found from the views of the present, is what folding up to it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import ids
from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.events import repository, session
from blackboard.events.payload import PayloadModel, new
from blackboard.storage.sqlite import carried, folding, refolding, windows
from blackboard.views import VIEWS
from tests.long_runs import rounds

_SAID = (
    "origin\tgit@github.com:ada/app.git (fetch)",
    "To git@github.com:ada/moved.git",
    "bash: line 1: go: command not found",
    "a line that is long enough to count\nanother line that is long enough to count\n",
)
_sessions = st.sampled_from(["s1", "s2", "s3"])
_folders = st.sampled_from(["/src/app", "/src/copy", "/src/other"])
_calls = st.builds(
    session.ToolCalled, session=_sessions, call=st.just("c"), name=st.just("Bash"),
    kind=st.sampled_from(["shell", "read"]), input=st.just({}),
    command=st.sampled_from(["git remote -v", "git push", "go test", "git worktree add ../copy"]),
    paths=st.sampled_from([(), ("/src/app/lib/a.py",), ("/src/copy/lib/a.py",)]),
    output=st.sampled_from(_SAID), failed=st.sampled_from([None, True, False]),
)  # fmt: skip
_others: st.SearchStrategy[PayloadModel] = st.one_of(
    st.builds(session.SessionStarted, session=_sessions, agent=st.just("a"), cwd=_folders),
    st.builds(session.MessageRecorded, session=_sessions, role=st.just("user"),
              text=st.sampled_from(_SAID)),
    st.builds(repository.RepositoryObserved, root=_folders, git_folder=st.just("/src/app/.git"),
              remotes=st.just({"origin": "github.com/ada/app"})),
    st.builds(repository.ProjectMerged, project=_folders, into=st.just("github.com/ada/app")),
)  # fmt: skip
_events = st.builds(
    new, _calls | _calls | _others, project=st.none() | _folders | st.just("github.com/ada/app"),
    actor=st.just("agent:a"), occurred_at=st.integers(0, 10**12),
)  # fmt: skip


def _numbered(events: list[NewEvent]) -> list[NewEvent]:
    return [each._replace(id=ids.derived("t", str(at))) for at, each in enumerate(events)]


_histories = st.lists(_events, min_size=1, max_size=25).map(_numbered)


def _rows(board: Board) -> dict[str, Any]:
    found = {view.name: {row[view.key]: row for row in board.view(view.name)} for view in VIEWS}
    searched = {
        (word, name): sorted(hit.row["id"] for hit in board.search(word, view=name))
        for word in ("command", "line") for name in ("sessions", "failures")
    }  # fmt: skip
    return {**found, "names": board.local.names.all(), "found": searched}


@settings(max_examples=rounds(25, 200), deadline=None)
@given(_histories, st.integers(0, 25))
def test_it_is_what_the_whole_log_up_to_there_says(history: list[NewEvent], cut: int) -> None:
    """With all names, rows and matches, although the views of the present know of more."""
    with TemporaryDirectory() as folder, Board.open(Path(folder) / "b") as board:
        board.append(history)
        present = _rows(board)
        with board.as_of(cut) as past, Board.open(Path(folder) / "then") as then:
            then.append(history[:cut])
            assert _rows(past) == _rows(then)
        assert _rows(board) == present


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The positions of the events whose payloads are read."""
    found: list[int] = []

    def counting(*given: Any) -> Iterator[Event]:
        for event in windows_newest(*given):
            found.append(event.position)
            yield event

    windows_newest = windows.newest
    for module in (windows, refolding, carried):
        monkeypatch.setattr(module, "newest", counting)
    return found


def test_only_what_changed_since_is_read(tmp_path: Path, read: list[int]) -> None:
    """Of a session that was over, and of one that had not begun, no event."""
    said = [
        NewEvent("message.recorded", f"session:s{number // 20}",
                 {"session": f"s{number // 20}", "role": "user", "text": f"step {number}"})
        for number in range(400)
    ]  # fmt: skip
    with Board.open(tmp_path / "b") as board:
        board.append(said)
        board.catch_up()
        read.clear()
        with board.as_of(210) as past:
            assert len(past.view("sessions")) == 11
        assert read == list(range(201, 211))


def test_outputs_that_were_read_are_folded_when_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few ask which files agents had read by then."""
    read = {"session": "s", "call": "c", "name": "Read", "kind": "read", "input": {},
            "paths": ["/src/app/lib/a.py"], "output": "some text", "failed": False}  # fmt: skip
    taken: list[str] = []
    take = folding.Fold.take

    def counting(self: folding.Fold, event: Event) -> None:
        taken.append(self.view.name)
        take(self, event)

    with Board.open(tmp_path / "b") as board:
        board.append([NewEvent("tool.called", "session:s", {**read}, schema=3)])
        board.catch_up()
        monkeypatch.setattr(folding.Fold, "take", counting)
        with board.as_of(1) as past:
            assert "files" not in taken
            assert [row["id"] for row in past.view("files")] == ["lib/a.py"]
            assert len(past.view("files")) == taken.count("files") == 1


def test_a_project_had_the_name_that_was_known_then(tmp_path: Path) -> None:
    """Rows of the present have a name that was learnt later; sessions untouched since too."""
    said = NewEvent("message.recorded", "session:s", {"session": "s", "role": "user", "text": "x"},
                    project="/src/app")  # fmt: skip
    observed = repository.RepositoryObserved(
        root="/src/app", git_folder="/src/app/.git", remotes={"origin": "github.com/ada/app"}
    )
    with Board.open(tmp_path / "b") as board:
        board.append([said, new(observed, actor="agent:a")])
        assert [row["project"] for row in board.view("sessions")] == ["github.com/ada/app"]
        with board.as_of(1) as past:
            assert [row["project"] for row in past.view("sessions")] == ["/src/app"]
