"""Views and events of a program's own: folded, checked and kept as those of the product are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import Board, NewEvent, PayloadModel, Row, View
from blackboard.errors import InvalidEvent, InvalidView, UnknownView, ViewFailed
from blackboard.event import Event
from blackboard.views.columns import TEXT, TEXTS, TIME
from blackboard.views.view import fold
from tests.inside import connection_of
from tests.long_runs import rounds


class ServiceDeployed(PayloadModel):
    """A service went live; its first version called the release a tag."""

    type: ClassVar[str] = "service.released"
    version: ClassVar[int] = 2
    upcasters: ClassVar = {1: lambda payload: {"service": payload["service"],
                                               "release": payload["tag"]}}  # fmt: skip
    service: str
    release: str


def _deployed(row: Row | None, event: Event) -> Row:
    payload: dict[str, Any] = event.payload or {}
    releases = row["releases"] if row else []
    return {"service": payload["service"], "project": event.project,
            "releases": [*releases, payload["release"]], "last_at": event.occurred_at}  # fmt: skip


def _concerned(event: Event) -> Iterator[str]:
    yield (event.payload or {})["service"]


DEPLOYS = View(
    "deploys", 1, {"service": TEXT, "project": TEXT, "releases": TEXTS, "last_at": TIME},
    {ServiceDeployed.type: _deployed}, _concerned, indexes=("project",),
)  # fmt: skip


def deployed(service: str, release: str, project: str | None = None) -> NewEvent:
    """An event of a deploy."""
    payload = {"service": service, "release": release}
    return NewEvent(ServiceDeployed.type, f"service:{service}", payload, 2, project)


def open_board(path: Path | str = ":memory:", **options: Any) -> Board:
    """A board with the view and the event."""
    return Board.open(path, views=[DEPLOYS], events=[ServiceDeployed], **options)


def releases(board: Board) -> dict[str, list[str]]:
    """What the view says."""
    return {row["service"]: row["releases"] for row in board.view("deploys")}


deploys = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("123")), max_size=8)


@settings(max_examples=rounds(6, 60), deadline=None)
@given(deploys, st.sets(st.integers(0, 8)), st.sampled_from([None, "all", "deploys"]))
def test_it_says_what_folding_the_log_says(
    history: Sequence[tuple[str, str]], reads: set[int], replayed: str | None
) -> None:
    """However often it is read in between, and after a replay."""
    with open_board() as board:
        for number, (service, release) in enumerate(history):
            if number in reads:
                board.view("deploys")
            board.append([deployed(service, release)])
        if replayed:
            board.replay(None if replayed == "all" else replayed)
        expected = sorted(fold(DEPLOYS, board.read()).values(), key=lambda row: row["service"])
        assert board.view("deploys", order="service") == expected


def test_every_read_of_a_view_serves_it(tmp_path: Path) -> None:
    """Rows, keys, values and its SQL view, with times as in the product's."""
    with open_board(tmp_path / "b.db") as board:
        board.append([deployed("web", "6", "shop"), deployed("api", "1", "shop")])
        assert board.row("deploys", "web")["releases"] == ["6"]
        assert board.keys("deploys", "a") == ["api"]
        assert board.values("deploys", "project") == ["shop"]
        assert len(board.view("deploys", where={"project": "shop"}, limit=1)) == 1
        query = "SELECT last_at FROM deploys WHERE service = 'web'"
        ((last_at,),) = connection_of(board).execute(query)
        assert str(last_at).endswith("Z")
        with pytest.raises(UnknownView, match="cannot be searched"):
            board.search("web", view="deploys")


def test_it_answers_from_the_past_and_where_nothing_may_be_written(tmp_path: Path) -> None:
    """As of a position, and read-only: behind the log, in step with it, or never folded."""
    path = tmp_path / "b.db"
    with open_board(path) as board:
        board.append([deployed("web", "6")])
        board.append([deployed("web", "7")])
        with open_board(path, read_only=True) as reader:
            assert releases(reader) == {"web": ["6", "7"]}
        assert releases(board) == {"web": ["6", "7"]}
        with board.as_of(1) as past:
            assert releases(past) == {"web": ["6"]}
        with open_board(path, read_only=True) as reader:
            assert releases(reader) == {"web": ["6", "7"]}
            assert reader.view("sessions") == []
        board.append([deployed("web", "8")])
        with open_board(path, read_only=True) as reader:
            assert releases(reader) == {"web": ["6", "7", "8"]}


def test_forgetting_reaches_it_even_from_a_program_that_does_not_know_it(tmp_path: Path) -> None:
    """No text of an erased event stays in its table or in the file."""
    path = tmp_path / "b.db"
    with open_board(path) as board:
        board.append([deployed("web", "mistaken"), deployed("web", "7")])
        assert releases(board) == {"web": ["mistaken", "7"]}
        first = next(iter(board.read())).id
    with Board.open(path) as stranger:
        stranger.forget(first, reason="a mistake")
    assert b"mistaken" not in path.read_bytes()
    with open_board(path) as board:
        assert releases(board) == {"web": ["7"]}


def test_it_follows_the_names_of_projects() -> None:
    """When two names turn out to be one project, its rows say so."""
    with open_board() as board:
        board.append([deployed("web", "6", "shop")])
        assert board.view("deploys")[0]["project"] == "shop"
        merged = {"project": "shop", "into": "github.com/ada/shop"}
        board.append([NewEvent("project.merged", "project:shop", merged)])
        (row,) = board.view("deploys", where={"project": "shop"})
        assert row["project"] == "github.com/ada/shop"


@pytest.mark.parametrize(
    "changed",
    [
        replace(DEPLOYS, version=2),
        replace(DEPLOYS, columns={**DEPLOYS.columns, "extra": TEXT},
                reduce={"service.released": lambda row, event: {**_deployed(row, event),
                                                                "extra": "x"}}),
    ],
)  # fmt: skip
def test_a_change_of_it_folds_it_anew(changed: View, tmp_path: Path) -> None:
    """By its version or its columns; nobody must remember to drop a table."""
    with open_board(tmp_path / "b.db") as board:
        board.append([deployed("web", "6")])
        board.view("deploys")
    with Board.open(tmp_path / "b.db", views=[changed]) as board:
        (row,) = board.view("deploys")
        assert list(row) == list(changed.columns)


def test_an_error_in_it_names_the_event_and_hurts_nothing_else() -> None:
    """The view cannot be read until it is mended; the others can."""
    broken = replace(DEPLOYS, keys=lambda event: [(event.payload or {})["none"]])
    with Board.open(":memory:", views=[broken]) as board:
        board.append([deployed("web", "6")])
        with pytest.raises(ViewFailed, match=r"'deploys' could not fold event 1 .*KeyError"):
            board.view("deploys")
        assert board.view("sessions") == []


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (replace(DEPLOYS, name="lessons"), "the name of another view"),
        (replace(DEPLOYS, name="events"), "the name of a table"),
        (replace(DEPLOYS, name="view_x"), "must have a name"),
        (replace(DEPLOYS, name='x"; DROP'), "must have a name"),
        (replace(DEPLOYS, rule="service"), "only views of the product are put before agents"),
        ("deploys", "is no `blackboard.View`"),
    ],
)
def test_what_cannot_be_a_view_is_refused(view: Any, said: str) -> None:
    """When the board is opened, with the reason."""
    with pytest.raises(InvalidView, match=said):
        Board.open(":memory:", views=[view])


def test_two_views_of_one_name_are_refused() -> None:
    """Else one of them would never be read."""
    with pytest.raises(InvalidView, match="the name of another view"):
        Board.open(":memory:", views=[DEPLOYS, DEPLOYS])


def test_own_events_are_checked_and_lifted() -> None:
    """By their model, in each version that its upcasters can lift; views see the newest."""
    with open_board() as board:
        board.append([NewEvent(ServiceDeployed.type, "s", {"service": "web", "tag": "5"}, 1)])
        board.append([deployed("web", "6")])
        assert releases(board) == {"web": ["5", "6"]}
        for payload, schema in (({"service": "web"}, 2), ({"service": "web", "tag": "5"}, 2)):
            with pytest.raises(InvalidEvent, match="release"):
                board.append([NewEvent(ServiceDeployed.type, "s", payload, schema)])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"type": "lesson.created"}, "the type of another event"),
        ({"type": "deployed"}, "a type such as"),
        ({"type": "a.b", "version": 3, "upcasters": {1: dict}}, "no upcaster from version 2"),
    ],
)
def test_what_cannot_be_an_event_is_refused(fields: dict[str, Any], said: str) -> None:
    """When the board is opened, with the reason."""
    model = type("Mine", (ServiceDeployed,), {"version": 1, "upcasters": {}, **fields})
    with pytest.raises(InvalidEvent, match=said):
        Board.open(":memory:", events=[model])
    with pytest.raises(InvalidEvent, match="no subclass"):
        Board.open(":memory:", events=[dict])  # type: ignore[list-item]
