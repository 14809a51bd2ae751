"""What a workflow leads to: only what the end shows that was not there before."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.compiler.doubts import doubts
from lessonboard.parts.recordings.compiler.outcome import outcome_of
from lessonboard.parts.recordings.compiler.seen import Page, RecordedStep
from lessonboard.parts.recordings.sources import Recording, Step
from tests.parts.recordings.compiler.test_binding import card, row

LIST = Page("http://x/users", "Users", ("Users",))
SURE = Page("http://x/users/7/delete", "Sure?", ("Sure?",))


WELCOMED = {"state": {"messages": ["Welcome"]}}


def outcome(pages: list[Page], *cards: Any, **end: Any) -> dict[str, str]:
    """The outcome of steps on these pages, the last page being the end; all welcome somebody."""
    recording = Recording("r", "", "", "", None, {}, Path(), (), None, 0, "", {}, end_details=end)
    moments = [
        RecordedStep(Step(n, "CLICK", None, WELCOMED, None, None), before, after, None)
        for n, (before, after) in enumerate(pairwise(pages))
    ]
    return outcome_of(recording, moments, cards)


DELETE = card(1, "CLICK", role="button", name="Delete")
OPEN = card(0, "CLICK", role="link", name="Ada", within=row("Ada", ""))
GONE = {"rows": [{"row": "Ada", "shown": False}]}


def test_a_row_that_was_deleted_is_gone_from_the_page_that_showed_it() -> None:
    """And that page must be the one that is there: no other says it either."""
    assert outcome([LIST, SURE, LIST], OPEN, DELETE, **GONE) == {
        "place": LIST.place, "title": "Users", "heading": "Users", "absent": "Ada",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pages", "steps", "end"),
    [
        ([LIST, SURE, Page("http://x/home", "Home")], (OPEN, DELETE), GONE),
        ([LIST, SURE, LIST], (OPEN, card(1, "CLICK", role="link", name="Back")), GONE),
        ([LIST, SURE, LIST], (OPEN, DELETE), {"rows": [{"row": "Ada", "shown": True}]}),
        ([LIST, SURE, LIST], (OPEN, DELETE), {"rows": "Ada"}),
    ],
    ids=["another page", "nothing is deleted", "still there", "no rows"],
)
def test_nothing_else_proves_that_it_is_gone(
    pages: list[Page], steps: tuple[Any, ...], end: dict[str, Any]
) -> None:
    """A page that never showed it says nothing by not showing it."""
    assert "absent" not in outcome(pages, *steps, **end)


def test_a_message_counts_if_it_is_new() -> None:
    """One that stood there all along proves nothing, and neither does a page that stayed."""
    said = {"state": {"messages": ["Welcome", "Saved."]}}
    assert outcome([LIST, LIST], DELETE, **said) == {"text": "Saved."}
    assert outcome([LIST, LIST], DELETE) == {}


def test_a_doubt_is_one_only_where_nothing_tells() -> None:
    """Two buttons under two headings are told apart, and so are the rows of a table."""
    document = {"outcome": {"text": "Saved"}}

    def doubt(**more: Any) -> list[str]:
        return doubts([card(1, "CLICK", role="button", name="Save", alike=2, **more)], document)

    assert doubt() == []
    assert doubt(rivals=1) == [
        'not runnable: step 1: 2 were called "Save", and nothing beside it shows which one is meant'
    ]
    assert doubt(within=row("Ada", "a@x.org", twins=1)) == [
        'not runnable: step 1: nothing in the row of "Save" is said only there'
    ]
    assert "outcome" in doubts([], {})[-1]
