"""Workflows by intent, and the values that an agent gives: pure decisions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.workflow.plan import BadParameters, Parameter
from lessonboard.parts.recordings.workflow_search import by_intent
from lessonboard.parts.recordings.workflow_values import checked

TASKS = {
    "invoice": ("Export invoices", "Download the monthly bills as CSV", "month"),
    "leave": ("Request leave", "Ask for days off in the portal", "first_day"),
    "song": ("Play a song", "Search for it first", "song_name"),
}


@pytest.fixture
def rows(board: Board) -> list[WorkflowRow]:
    """Three workflows."""
    for name, (title, about, parameter) in TASKS.items():
        workflow = {"format": 3, "title": title, "description": about, "start": "http://a/",
                    "parameters": {parameter: {}},
                    "steps": [{"do": "press", "what": f"See the {name}.",
                               "value": "ENTER"}]}  # fmt: skip
        payload = {"recording": name, "workflow": workflow, "made_from_sha256": "aa"}
        board.append([NewEvent("workflow.compiled", f"recording:{name}", payload)])
    return board.view("workflows", order="id")


@pytest.mark.parametrize(
    ("intent", "best"),
    [
        ("please get me the invoices for the tax office", "invoice"),
        ("I want to hear songs", "song"),
        ("requesting vacation days", "leave"),
        ("what is the first day", "leave"),
        ("download something", "invoice"),
    ],
)
def test_any_word_of_an_intent_counts(rows: list[WorkflowRow], intent: str, best: str) -> None:
    """In any form of it, in title, description, steps or parameters."""
    assert by_intent(rows, intent)[0]["id"] == best


def test_what_shares_no_word_is_not_found(rows: list[WorkflowRow]) -> None:
    """Without an intent all are listed."""
    assert by_intent(rows, "water the plants") == []
    assert by_intent(rows, "") == rows
    assert by_intent([], "song") == []


PARAMETERS = (
    Parameter("count", "How many", "3", kind="number"),
    Parameter("day", "When", "2026-01-31", kind="date"),
    Parameter("file", "What", kind="file"),
    Parameter("row", "Which", "Ada", kind="row"),
)


def test_right_values_are_texts(tmp_path: Path) -> None:
    """Numbers may come as numbers; which row is as recorded, where nobody says."""
    file = tmp_path / "a.pdf"
    file.touch()
    given = {"count": 2.5, "day": "2026-02-03", "file": str(file)}
    assert checked(PARAMETERS, given) == {
        "count": "2.5", "day": "2026-02-03", "file": str(file), "row": "Ada",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("count", "many", "count must be a number such as 3, not 'many'"),
        ("count", "nan", "count must be a number"),
        ("count", True, "count must be a text, not bool"),
        ("day", "tomorrow", "day must be a date such as 2026-01-31, not 'tomorrow'"),
        ("day", "2026-02-30", "day must be a date"),
        ("file", "/nowhere/a.pdf", "there is none at '/nowhere/a.pdf'"),
        ("file", None, "file is missing"),
        ("row", "x" * 100_001, "row has 100001 characters"),
    ],
)
def test_wrong_values_are_named_with_what_is_right(
    tmp_path: Path, name: str, value: Any, says: str
) -> None:
    """All that a workflow takes is said along."""
    (tmp_path / "a").touch()
    right = {"count": "1", "day": "2026-01-01", "file": str(tmp_path / "a")}
    with pytest.raises(BadParameters) as wrong:
        checked(PARAMETERS, cast("dict[str, Any]", {**right, name: value}))
    assert says in str(wrong.value)
    assert "row (row, Which, for example 'Ada', optional)" in str(wrong.value)


def test_the_longest_text_is_taken() -> None:
    """100,000 characters, and not one more."""
    assert len(checked(PARAMETERS[3:], {"row": "x" * 100_000})["row"]) == 100_000
