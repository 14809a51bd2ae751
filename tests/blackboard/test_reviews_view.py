"""The view of pull requests: given events, this row."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import ids
from blackboard.board import Board
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.events import review
from blackboard.events.payload import PayloadModel, new
from blackboard.views.reviews import REVIEWS
from blackboard.views.rows import ReviewRow
from blackboard.views.view import fold
from blackboard.vocabulary import ArtifactKind, ReviewVerdict
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request
from tests.blackboard.github_json import PROJECT, START, whole
from tests.long_runs import rounds

HOUR = 3_600_000_000


def said(verdict: ReviewVerdict, by: str = "grace", remarks: int = 0) -> review.ReviewSubmitted:
    """A review of pull request 12."""
    comments = [review.ReviewComment(body="Hm.")] * remarks
    return review.ReviewSubmitted(number=12, reviewer=by, verdict=verdict, comments=comments)


def rows(board: Board, *payloads: PayloadModel, project: str | None = PROJECT) -> list[ReviewRow]:
    """The view after some events, one a microsecond."""
    board.append(
        [
            new(payload, stream="s", project=project, occurred_at=START + number)
            for number, payload in enumerate(payloads)
        ]
    )
    return board.view("reviews", order="pr")


def test_a_whole_life_is_one_row(board: Board) -> None:
    """Asked, answered, approved, shown and merged."""
    board.append(read_pull_request(whole()))
    assert board.view("reviews") == [
        {
            "pr": f"{PROJECT}#12",
            "project": PROJECT,
            "number": 12,
            "title": "Cache the tiles",
            "author": "ada",
            "state": "merged",
            "verdicts": {"grace": "approved", "linus": "commented"},
            "comments": 3,
            "requests": 1,
            "reworks": 1,
            "artifacts": ["diff"],
            "opened_at": START,
            "merged_at": START + 9 * HOUR,
            "last_at": START + 9 * HOUR,
            "merged_commit": "feed" * 10,
            "additions": 10,
            "deletions": 2,
        }
    ]


@pytest.mark.parametrize(
    "payload",
    [
        said("approved"),
        review.ReworkRequested(number=12, requests=[]),
        review.ReworkCompleted(number=12),
        review.ArtifactRecorded(kind="plan", body="First this.", number=12),
        review.PrMerged(number=12),
    ],
    ids=lambda payload: payload.type,
)
def test_any_event_of_a_pull_request_makes_its_row(board: Board, payload: PayloadModel) -> None:
    """Of one that was never opened the title and the opening are unknown, and the rest is there."""
    [row] = rows(board, payload)
    assert (row["pr"], row["title"], row["opened_at"]) == (f"{PROJECT}#12", "", None)
    [row] = rows(board, review.PrOpened(number=12, title="Cache the tiles", author="ada"))
    assert (row["title"], row["author"], row["opened_at"]) == ("Cache the tiles", "ada", START)


def test_what_belongs_to_no_pull_request_makes_no_row(board: Board) -> None:
    """A document without a number, and an event whose project nobody knows."""
    assert rows(board, review.ArtifactRecorded(kind="note", body="Tiles are 256 wide.")) == []
    assert rows(board, said("approved"), project=None) == []


def test_a_comment_takes_no_verdict_back(board: Board) -> None:
    """The last verdict stands, and talk after it changes nothing."""
    told = [said("commented"), said("changes-requested"), said("commented", remarks=2)]
    [row] = rows(board, *told)
    assert (row["verdicts"], row["comments"]) == ({"grace": "changes-requested"}, 2)
    [row] = rows(board, said("approved"), said("commented", by="linus"))
    assert row["verdicts"] == {"grace": "approved", "linus": "commented"}


def test_documents_are_listed_by_kind_once(board: Board) -> None:
    """Two plans and a diff are a plan and a diff."""
    kinds: list[ArtifactKind] = ["plan", "diff", "plan"]
    told = [review.ArtifactRecorded(kind=kind, body="x", number=12) for kind in kinds]
    assert rows(board, *told)[0]["artifacts"] == ["diff", "plan"]


def test_a_number_that_no_table_can_hold_is_refused(board: Board) -> None:
    """An event must not be recorded that no view could ever fold."""
    with pytest.raises(InvalidEvent):
        board.append([NewEvent("pr.merged", "s", {"number": 2**63}, project=PROJECT)])


numbers = st.integers(1, 2)
people = st.sampled_from(["ada", "grace"])
texts = st.sampled_from(["", "日本語", "a 'quoted' \0 thing"])
verdicts: st.SearchStrategy[Any] = st.sampled_from(["approved", "changes-requested", "commented"])
kinds: st.SearchStrategy[Any] = st.sampled_from(["plan", "diff"])
payloads: st.SearchStrategy[PayloadModel] = st.one_of(
    st.builds(review.PrOpened, number=numbers, title=texts, author=people),
    st.builds(review.ReviewSubmitted, number=numbers, reviewer=people, verdict=verdicts, body=texts,
              comments=st.lists(st.builds(review.ReviewComment, body=texts), max_size=2)),
    st.builds(review.ReworkRequested, number=numbers, requests=st.lists(texts, max_size=2)),
    st.builds(review.ReworkCompleted, number=numbers, summary=texts),
    st.builds(review.ArtifactRecorded, kind=kinds, body=texts, number=st.none() | numbers),
    st.builds(review.PrMerged, number=numbers, additions=st.integers(0, 2**53 - 1)),
)  # fmt: skip
histories = st.lists(
    st.builds(
        new,
        payloads,
        stream=st.just("s"),
        project=st.sampled_from([None, "p", "q"]),
        occurred_at=st.integers(0, 10**12),
    ),
    max_size=20,
).map(
    lambda events: [each._replace(id=ids.derived("t", str(at))) for at, each in enumerate(events)]
)


@settings(max_examples=rounds(8, 40))
@given(histories, st.integers(0, 20))
def test_tables_are_the_fold_however_it_is_cut(history: list[NewEvent], cut: int) -> None:
    """Folding in two halves, in the engine, anew, and again is folding once."""
    with Board.open(":memory:") as board:
        board.append(history[:cut])
        board.catch_up()
        board.append(history[cut:])
        events = list(board.read())
        once = fold(REVIEWS, events)
        assert fold(REVIEWS, events[cut:], fold(REVIEWS, events[:cut])) == once
        assert {row["pr"]: row for row in board.view("reviews")} == once
        board.replay("reviews")
        assert board.append(history) == []
        assert {row["pr"]: row for row in board.view("reviews")} == once
